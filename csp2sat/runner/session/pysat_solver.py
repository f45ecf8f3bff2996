"""A solver inside python-sat. This file is imported in child processes alone, if these can be started: the
solver holds the interpreter while it solves, cannot be interrupted, and ends the whole process if it crashes.
"""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pysat.solvers import Solver, SolverNames

from ...base import files
from ...cnf import dimacs
from ...cnf.flat_clauses import clauses
from ...errors import Csp2SatError

if TYPE_CHECKING:
    from ..process.outcome import Status

BEST = "cadical195"
ONE_SHOT = ("kissat404",)  # aborts when it is driven incrementally
FEW, OFTEN = 500, 10  # conflicts of a first round; a round takes at most 1 / OFTEN of a budget ...
LONGEST = 7000  # ... and at most this effort, a fifth of a second
PROPAGATIONS = 360  # as much effort as a conflict
PREFERRING = 1 << 15  # effort, about a second, for a model with all literals that are preferred
SEEDS = 2_000_000_001  # that there are, from 0 on
SCATTERED = 5000  # variables whose first value a seed chooses
PLAIN = 2  # what MiniSat and its kin get through, while CaDiCaL, which simplifies meanwhile, gets through one
ABLE = ("cadical153", "cadical195", "cadical300")  # take a seed and an order, and record proofs that check
ORDERED = {"bump": 0, "stabilize": 0, "reverse": 1}  # options of CaDiCaL: always decide on the first open variable


T = TypeVar("T")
Rounds = Generator[None, None, T]  # of a search: before each round the caller may end it, by `close` or an exception


class PysatError(Csp2SatError):
    """The error for a request that this solver of python-sat cannot fulfil."""


class PysatSolver:
    """A solver of python-sat, by its name there. seed, proof (whether to record a DRAT proof), and ordered (whether to
    decide on variables in their order), are only for the solvers of ABLE. Raises PysatError for an unknown name, and
    for a solver without these abilities.
    """

    def __init__(self, name: str = BEST, seed: int | None = None, proof: bool = False, ordered: bool = False):
        if not hasattr(SolverNames, name):
            raise PysatError(f"python-sat has no solver {name!r}")
        if name not in ABLE and (proof or seed is not None):
            raise PysatError(f"python-sat's {name} {'records no proofs' if proof else 'takes no seed'}")
        if name not in ABLE and ordered:
            raise PysatError(f"python-sat's {name} cannot keep the order of variables")
        if name in ONE_SHOT and sys.platform == "emscripten":
            raise PysatError(f"python-sat's {name} does not work in WebAssembly")
        self.name = name
        self._seed, self._keywords = seed, {"with_proof": True} if proof else {}
        self._ordered = ordered
        self._solver: Any = None
        self._preferred: list[int] = []
        self.restart()

    def close(self) -> None:
        """Delete the solver, which cannot be used any more."""
        if self._solver is not None:
            self._solver.delete()

    def restart(self) -> None:
        """Start anew, without clauses and preferred literals."""
        self.close()
        self._preferred = []
        self._solver = Solver(name=self.name, **self._keywords)
        self._scattered = self._seed is None
        if self._ordered:
            self._solver.configure(ORDERED)
        if self._seed is not None:  # `lucky` answers easy formulas before any choice that a seed could change
            self._solver.configure({"seed": self._seed % SEEDS, "lucky": 0})

    def load(self, path: str) -> int:
        """Add the clauses of a CNF file; return its number of variables. Raises InputError, with line and column, if
        the file is no CNF, and FileError if it cannot be read.
        """
        num_vars, found = dimacs.read_clauses(files.read_bytes(path), path)
        self._add(found)
        return num_vars

    def add(self, flat: list[int]) -> None:
        """Add clauses, given as one flat list in which each clause is ended by 0."""
        self._add(clauses(flat))

    def _add(self, found: Iterable[list[int]]) -> None:
        add_clause = self._solver.add_clause
        for clause in found:
            add_clause(clause)

    def solve(self, assumptions: Sequence[int] = (), budget: float = math.inf) -> Rounds[tuple[Status, list[int]]]:
        """Solve under assumptions; return `sat` and the true literals, `unsat` and assumptions that are together
        impossible, or `unknown` and [].

        budget: the most `effort`, after which the answer is `unknown`, for solvers that count conflicts; 0: no limit,
        and no rounds. Preferred literals are assumed first, for an effort of PREFERRING at most.
        """
        if self._preferred and (yield from self._holds_preferred(list(assumptions))):
            return "sat", self._solver.get_model() or []
        found = yield from self._within(list(assumptions), budget)
        if found is None:
            return "unknown", []
        if found:
            return "sat", self._solver.get_model() or []
        return "unsat", (self._solver.get_core() or []) if assumptions else []

    def _holds_preferred(self, assumptions: list[int]) -> Rounds[bool]:
        """Whether a model of the assumptions is found in which all preferred literals are true.

        If the effort does not suffice to decide this, the preferred literals stay phases, and are not assumed again.
        """
        found = yield from self._within([*assumptions, *self._preferred], PREFERRING)
        if found is None:
            self._preferred = []
        return bool(found)

    def _within(self, assumptions: list[int], budget: float) -> Rounds[bool | None]:
        """Return whether the assumptions can be satisfied, or None if the budget is used up before the answer is known;
        0: no limit, and no rounds.

        The search runs in rounds that are short enough to see a stop between them. The rounds end by effort, not by the
        clock: the solver begins each round from its first decision, so with a clock the model found would depend on the
        computer. A solver that cannot count conflicts searches without a limit.
        """
        conflicts, now = FEW, self.effort
        end, longest = now + budget, min(budget, OFTEN * LONGEST) // OFTEN
        if not self._scattered:
            self._scatter()
        try:
            while now < end:
                yield
                self._solver.conf_budget(conflicts)
                found: bool | None = self._solver.solve_limited(assumptions=assumptions)
                if found is not None:
                    return found
                before, now = now, self.effort
                conflicts *= 2 if now - before < longest else 1
        except NotImplementedError:
            budget = 0
        return None if budget else bool(self._solver.solve(assumptions=assumptions))

    def _scatter(self) -> None:
        """Make the solver try random values first, by the seed: CaDiCaL's own seed changes nothing before the first
        conflicts.  Values that are assumed once stay where its decisions begin.
        """
        from random import Random

        self._scattered = True
        random, count = Random(self._seed), int(self._solver.nof_vars())
        chosen = random.sample(range(1, count + 1), min(count, SCATTERED))
        self._solver.conf_budget(0)
        self._solver.solve_limited(assumptions=[v if random.random() < 0.5 else -v for v in chosen])

    def counts(self) -> dict[str, int]:
        """Return the numbers of conflicts, decisions, propagations and restarts so far; {} if the solver does not count
        them.
        """
        with contextlib.suppress(NotImplementedError):
            return self._solver.accum_stats() or {}
        return {}

    @property
    def effort(self) -> int:
        """The effort of the solver so far: conflicts, and one more for every PROPAGATIONS propagations; 0 if the solver
        does not count them. For solvers other than those of ABLE the sum is divided by PLAIN.

        The effort is a measure of time that is the same on each computer: in a second of CPU time, CaDiCaL reaches
        29,000 to 36,000 and MiniSat 28,000 to 37,000, both on a job shop, with 1,600 and 3,200 conflicts, and on strip
        packing, with 26,000 and 46,000 conflicts. With large formulas on a busy computer the effort in a second is half
        as much, and at least 4,000.
        """
        counts = self.counts()
        effort = counts.get("conflicts", 0) + counts.get("propagations", 0) // PROPAGATIONS
        return effort if self.name in ABLE else effort // PLAIN

    def prefer(self, phases: list[int]) -> None:
        """Prefer models in which all these literals are true, in place of the literals of an earlier call; if there is
        no such model, make the solver try the literals first, if it takes such hints (phases).
        """
        self._preferred = phases
        if self.name in ("cadical195", "cadical300"):
            self._solver.configure({"ilb": 0})  # else it goes on from its last model
        with contextlib.suppress(NotImplementedError):
            self._solver.set_phases(phases)

    def write_proof(self, path: Path) -> None:
        """Write the proof of `unsat` to a file; the empty clause is added at its end if python-sat leaves it out."""
        lines = self._solver.get_proof() or []
        if "0" not in lines:
            lines.append("0")
        files.write_text(path, "\n".join(lines) + "\n")


def ended(rounds: Rounds[T], between: Callable[[], None] | None = None) -> T:
    """Run a search to its end, and return its result. between: called before each round; it may raise an error."""
    while True:
        try:
            next(rounds)
        except StopIteration as end:
            found: T = end.value
            return found
        if between is not None:
            between()


def version() -> str:
    """Return the line that states the version of the `embedded` solver."""
    from importlib.metadata import version

    return f"{version('python-sat')} (python-sat, {BEST})"
