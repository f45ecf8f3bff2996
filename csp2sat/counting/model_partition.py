"""The models of a CNF, to be counted one after another in bounded memory.

Each model is excluded by a clause.  When the clauses get too many, they are dropped: the space of assignments is cut in
two on the variable whose values in the last models are most even, and each half is searched anew, by a new solver.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from ..runner.process.outcome import Outcome
from ..runner.session.session import SolverSession
from ..solving.oracle import OneShotOracle, session_of
from ..solving.pipeline import EncodedCnf, Pipeline

MOST_LITERALS = 4_000_000  # in clauses that exclude models, until the space is cut
SAMPLE = 64  # models that decide where


class PartitionedModels:
    """The models of a CNF; models that agree on `variables` count as one.

    number: a number of models that certainly exist, and of all models when `next` has returned None.  most: the
    literals in clauses beyond which the space is cut.  confirm: called at the end of each part of the space with the
    outcome, the CNF, and the clauses that were added, which have no model together; returns the outcome that is known
    then; None: the solver is believed.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        found: EncodedCnf,
        variables: Sequence[int],
        most: int = MOST_LITERALS,
        *,
        confirm: Callable[[Outcome, EncodedCnf, list[int]], Outcome] | None = None,
    ):
        self._pipeline, self._found, self._variables, self._most = pipeline, found, variables, most
        self._confirm = confirm
        self._added: list[int] = []  # to the CNF, in the present cube
        self._waiting: list[list[int]] = [[]]  # cubes, each as its literals
        self._session: SolverSession | None = None
        self._cube: list[int] = []
        self._last: deque[set[int]] = deque(maxlen=SAMPLE)
        self._done = self._here = self._literals = self.number = 0

    def next(self) -> list[int] | None:
        """Return the literals of a model that no present clause excludes; None if there is no such model.

        The caller passes each model to `exclude` before the next call; otherwise the same model comes again.  A cut
        drops the excluding clauses, so that models from before the cut come again after it.  Raises LimitReached if the
        solver reaches a limit.
        """
        while True:
            if self._session is None:
                if not self._waiting:
                    return None
                self._open(self._waiting.pop())
            assert self._session is not None
            with self._pipeline.trace.phase("solve"):
                outcome = self._session.solve((), self._pipeline.run_options.deadline).known()
            if outcome.status == "sat":
                return outcome.literals
            if self._confirm is not None:
                self._confirm(outcome, self._found, self._added).known()
            self._done += self._here
            self.close()

    def exclude(self, clause: Sequence[int], literals: Sequence[int]) -> None:
        """Count the model that `next` returned, and exclude it by a clause, with all models that agree with it on the
        variables.

        clause: its literals, without a 0 at the end.  literals: the model, the literal of each variable v at the index
        v - 1. The space is cut if the clauses have more literals than `most`.
        """
        self._here += 1
        self.number = max(self.number, self._done + self._here)
        self._add([*clause, 0])
        self._last.append({lit for lit in map(literals.__getitem__, (v - 1 for v in self._variables)) if lit > 0})
        self._literals += len(clause)
        if self._literals > self._most:
            self._cut()

    def close(self) -> None:
        """End the solver of the present cube."""
        if self._session is not None:
            self._session.close()
        self._session, self._here, self._literals = None, 0, 0

    def _open(self, cube: list[int]) -> None:
        """Start a solver for a cube, given by the literals that are true in the cube."""
        self._cube = cube
        self._session = session_of(self._pipeline, self._found)
        self._added = []
        self._add([part for lit in cube for part in (lit, 0)])

    def _add(self, flat: list[int]) -> None:
        """Add clauses, each with a 0 at its end, to the present solver."""
        assert self._session is not None
        self._session.add(flat)
        if self._confirm is not None:
            self._added += flat

    def _cut(self) -> None:
        """Cut the present cube in two on the most even variable, and end its solver; do nothing if the cube fixes all
        variables.

        The models of the present cube are counted anew in the halves.
        """
        fixed = set(map(abs, self._cube))
        evenness = {v: self._evenness(v) for v in self._variables if v not in fixed}
        if not evenness:
            return
        at = max(evenness, key=lambda v: evenness[v])
        self._waiting += [[*self._cube, at], [*self._cube, -at]]
        self.close()

    def _evenness(self, variable: int) -> int:
        """Return how evenly a variable divides the last models: the number of models with the rarer of its values."""
        true = sum(variable in model for model in self._last)
        return min(true, len(self._last) - true)


class OneByOne(OneShotOracle):
    """The models of a CNF, like PartitionedModels, by run after run of the pipeline's solver; all clauses are in its
    file.
    """

    number = 0

    def next(self) -> list[int] | None:
        outcome = self.ask().known()
        return outcome.literals if outcome.status == "sat" else None

    def exclude(self, clause: Sequence[int], literals: Sequence[int]) -> None:
        self.number += 1
        self.add(list(clause))
