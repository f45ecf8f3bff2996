"""The solver inside python-sat.  Imported in child processes alone: it holds the interpreter while it solves, cannot be
interrupted, and a crash takes the process with it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pysat.solvers import Solver, SolverNames

from ...base import files
from ...cnf import dimacs
from ...cnf.flat_clauses import clauses
from ...errors import Csp2SatError

if TYPE_CHECKING:
    from ..process.outcome import Status

BEST = "cadical195"
ONE_SHOT = ("kissat404",)  # aborts when it is driven incrementally
FEW, OFTEN = 500, 10  # conflicts of a first round; the part of a budget that a round may take, one of so many, ...
LONGEST = 7000  # ... and the most effort, a fifth of a second
PROPAGATIONS = 360  # as much effort as a conflict
PREFERRING = 1 << 15  # effort, about a second, for a model with all literals that are preferred
SEEDS = 2_000_000_001  # that there are, from 0 on
PLAIN = 2  # what MiniSat and its kin get through, while CaDiCaL, which simplifies meanwhile, gets through one
ABLE = ("cadical153", "cadical195", "cadical300")  # take a seed, and record proofs that check


class PysatError(Csp2SatError):
    """Something that this solver of python-sat cannot do."""


class PysatSolver:
    """A solver of python-sat, by its name there.  seed, proof (record one, DRAT): only for those of ABLE."""

    def __init__(self, name: str = BEST, seed: int | None = None, proof: bool = False):
        if not hasattr(SolverNames, name):
            raise PysatError(f"python-sat has no solver {name!r}")
        if name not in ABLE and (proof or seed is not None):
            raise PysatError(f"python-sat's {name} {'records no proofs' if proof else 'takes no seed'}")
        self.name = name
        self._seed, self._keywords = seed, {"with_proof": True} if proof else {}
        self._solver: Any = None
        self._preferred: list[int] = []
        self.restart()

    def restart(self) -> None:
        """Begin anew, without clauses."""
        if self._solver is not None:
            self._solver.delete()
        self._preferred = []
        self._solver = Solver(name=self.name, **self._keywords)
        if self._seed is not None:
            self._solver.configure({"seed": self._seed % SEEDS})

    def load(self, path: str) -> int:
        """Add the clauses of a CNF file; its number of variables.  Raises InputError with line and column."""
        num_vars, found = dimacs.read_clauses(files.read_bytes(path), path)
        self._add(found)
        return num_vars

    def add(self, flat: list[int]) -> None:
        """Add clauses, flat, each ended by 0."""
        self._add(clauses(flat))

    def _add(self, found: Iterable[list[int]]) -> None:
        add_clause = self._solver.add_clause
        for clause in found:
            add_clause(clause)

    def solve(
        self, assumptions: Sequence[int] = (), budget: int = 0, stopped: Callable[[], bool] = lambda: False
    ) -> tuple[Status, list[int]]:
        """`sat` and the true literals, or `unsat` and assumptions that are together impossible.

        budget: so much `effort`, 0: without end, after which it is `unknown`; for solvers that count conflicts.
        stopped: with a budget, called some times a second: is it to be `unknown` now?
        Literals that are preferred are assumed first, for PREFERRING of effort at most.
        """
        if self._preferred and self._holds_preferred(list(assumptions), stopped):
            return "sat", self._solver.get_model() or []
        if budget:
            found = self._within(list(assumptions), budget, stopped)
        else:
            found = self._solver.solve(assumptions=list(assumptions))
        if found is None:
            return "unknown", []
        if found:
            return "sat", self._solver.get_model() or []
        return "unsat", (self._solver.get_core() or []) if assumptions else []

    def _holds_preferred(self, assumptions: list[int], stopped: Callable[[], bool]) -> bool:
        """Whether there is a model of the assumptions in which all preferred literals are true.

        Where the effort does not suffice to decide that, the preferred literals stay phases, and are not assumed again.
        """
        found = self._within([*assumptions, *self._preferred], PREFERRING, stopped)
        if found is None:
            self._preferred = []
        return bool(found)

    def _within(self, assumptions: list[int], budget: int, stopped: Callable[[], bool]) -> bool | None:
        """Solve in rounds that are short enough to see a stop between them.  They end by effort, not by the clock: the
        solver begins each from its first decision, so what is found would depend on the computer."""
        conflicts, now = FEW, self.effort
        end, longest = now + budget, min(budget // OFTEN, LONGEST)
        try:
            while now < end and not stopped():
                self._solver.conf_budget(conflicts)
                found: bool | None = self._solver.solve_limited(assumptions=assumptions)
                if found is not None:
                    return found
                before, now = now, self.effort
                conflicts *= 2 if now - before < longest else 1
        except NotImplementedError:
            return bool(self._solver.solve(assumptions=assumptions))
        return None

    @property
    def effort(self) -> int:
        """What it has done so far: conflicts, and one more for every so many propagations.  0: it does not count them.

        It is a measure of time that is the same on each computer: in a second of CPU, CaDiCaL comes to 29,000 to 36,000
        and MiniSat to 28,000 to 37,000, where they have 1,600 and 3,200 conflicts (a job shop) as where it is 26,000
        and 46,000 (strip packing).  Of large formulas on a busy computer it is half as much, at the least 4,000.
        """
        counts: dict[str, int] = self._solver.accum_stats() or {}
        effort = counts.get("conflicts", 0) + counts.get("propagations", 0) // PROPAGATIONS
        return effort if self.name in ABLE else effort // PLAIN

    def prefer(self, phases: list[int]) -> None:
        """Prefer models in which all these literals are true; where there is none, try the literals first.

        The second part is for solvers that take such hints (phases).
        """
        self._preferred = phases
        if self.name in ("cadical195", "cadical300"):
            self._solver.configure({"ilb": 0})  # else it goes on from its last model
        with contextlib.suppress(NotImplementedError):
            self._solver.set_phases(phases)

    def write_proof(self, path: Path) -> None:
        """Write the proof of `unsat`; one that python-sat leaves without its end (the empty clause) is completed."""
        lines = self._solver.get_proof() or []
        if "0" not in lines:
            lines.append("0")
        files.write_text(path, "\n".join(lines) + "\n")


def version() -> str:
    """The version line of the `embedded` solver."""
    from importlib.metadata import version

    return f"{version('python-sat')} (python-sat, {BEST})"
