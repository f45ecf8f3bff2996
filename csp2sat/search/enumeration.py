"""All solutions, one after the other: by one incremental solver, or by run after run of any solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Protocol

from ..errors import LimitReached
from ..run.outcome import Outcome
from ..run.runner import check_model
from ..run.session import Session
from .engine import Engine, Files
from .problem import Problem


def solutions(problem: Problem, engine: Engine, limit: int | None, incremental: bool) -> Iterator[Any]:
    """Different solutions, all of them or `limit`.  Variables that are not part of a solution never multiply it.

    incremental: by the embedded solver, which keeps what it learned; else each is a run of the engine's solver.
    Raises LimitReached when a limit comes before the end; the solutions until then have been given.
    """
    found = engine.exact(problem, "all")
    count = 0
    models: Models = InSession(engine, found) if incremental else _Runs(engine, found)
    with closing(models):
        while count != limit:
            outcome = models.next()
            if outcome.status == "unknown":
                raise LimitReached(outcome.reason)
            if outcome.status == "unsat":
                return
            solution = engine.judged(problem, engine.decode(problem, found, outcome.literals))
            yield solution
            count += 1
            models.block(found.map.blocking_clause(problem.values(solution)))


class Models(Protocol):
    """Models, each to be blocked before the next is asked for."""

    def next(self) -> Outcome: ...

    def block(self, clause: list[int]) -> None: ...

    def close(self) -> None: ...


class _Runs:
    """A run of the solver for each model; the CNF grows."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self._found = engine, found

    def next(self) -> Outcome:
        return self._engine.run(self._found)

    def block(self, clause: list[int]) -> None:
        self._found.block(clause)

    def close(self) -> None:
        pass


class InSession:
    """One session; models are checked on the CNF as it was written."""

    def __init__(self, engine: Engine, found: Files):
        self._engine, self._found = engine, found
        self._session = Session(found.written.num_vars, engine.run_options.memory)
        self._session.load(found.cnf, found.written.num_vars)

    def next(self) -> Outcome:
        with self._engine.trace.phase("solve"):
            outcome = self._session.solve(deadline=self._engine.run_options.deadline)
        if outcome.status == "sat" and self._engine.run_options.check:
            check_model(outcome.solver, self._found.cnf, outcome.literals)
        return outcome

    def block(self, clause: list[int]) -> None:
        self._session.add([*clause, 0])

    def close(self) -> None:
        self._session.close()
