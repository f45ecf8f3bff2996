"""Enumeration: different solutions one after the other, by one incremental solver or by run after run of any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any

from ..base.numbers import decimal
from ..cnf.sink import TRUE
from ..decoder import VariableMap
from ..errors import LimitReached, fault_of, own_paths
from ..ints.spec import Reader
from ..model.model import Answer
from .loop_encodings import eliminated, loops_of, refinement
from .oracle import Oracle, oracle_of, refining
from .problem_run import ProblemRun

FEW = 64  # values of an integer whose clauses are compared
TOO_STRONG = "excludes more than one value (its `differs`): for {} = {} also {}"
Excluding = Callable[[VariableMap, Answer], list[int]]
"""A function that returns a clause which excludes the solutions like an answer."""


class FoundOnce:
    """The clauses that have excluded solutions; they are kept only if readers of the user's parts may make them."""

    def __init__(self, map_: VariableMap):
        readers = dict.fromkeys(map(type, map_.ints.values())) if own_paths() else {}
        faults = (fault_of(reader, "does not exclude a solution that was found (its `differs`)") for reader in readers)
        self._fault = next(filter(None, faults), None)
        self._clauses = set[tuple[int, ...]]()
        for name, reader in map_.ints.items() if self._fault is not None else ():
            if (pair := _excluded_too(reader)) and (
                fault := fault_of(type(reader), TOO_STRONG.format(name, *map(decimal, pair)))
            ):
                raise fault

    def noted(self, clause: Sequence[int]) -> Sequence[int]:
        """Return a clause that excludes a solution; raise InputError for a clause that came before."""
        if self._fault is not None:
            if tuple(clause) in self._clauses:
                raise self._fault
            self._clauses.add(tuple(clause))
        return clause


def _excluded_too(reader: Reader) -> tuple[int, int] | None:
    """Return a value of an integer and another value that the clause against the first one excludes, too; None if there
    are no such values among the first FEW.

    A model with the other value falsifies all literals of the clause against it, and so each clause that is a part.
    """
    clauses = {value: {*reader.differs(value)} for value in islice(reader.values.values(), FEW)}
    pairs = ((one, two) for one in clauses for two in clauses if one != two)
    return next(((one, two) for one, two in pairs if clauses[one] <= clauses[two] - {TRUE}), None)


def solutions(run: ProblemRun, limit: int | None, excluding: Excluding | None = None) -> Iterator[Any]:
    """Yield different solutions, at most `limit` of them, or all if `limit` is None.

    excluding: which solutions are like one that was found; None: those with the same values of all variables that
    belong to a solution, as auxiliary variables do not multiply solutions.  Raises
    LimitReached if a limit of time or memory is reached, and, after the last solution, if the problem has a `doubt`
    (see `Problem.doubt`) whether more solutions exist; solutions found before the error have been yielded.
    """
    count = 0
    with closing(_models(run)) as models:
        excluded = FoundOnce(models.found.map)
        while count != limit:
            outcome = models.ask().known()
            if outcome.status == "unsat":
                break
            solution = run.judged(run.decode(models.found, outcome.literals))
            yield solution
            count += 1
            clause = (excluding or VariableMap.blocking_clause)(models.found.map, run.problem.values(solution))
            models.add([*excluded.noted(clause)])
    if run.problem.doubt and count != limit:
        raise LimitReached(run.problem.doubt)


def _models(run: ProblemRun) -> Oracle:
    """Return an oracle for the exact CNF of a problem.

    Lines that must form one loop are encoded as the setting `loop` says; with `auto` by cuts, which are quicker than
    trees when there are many solutions.
    """
    attempt, loop = run.problem.exact_attempt(), run.pipeline.loop
    if loop == "tree" or not loops_of(attempt.model()):
        return oracle_of(run, run.exact("all"))
    if loop == "elim":
        return oracle_of(run, run.encode(eliminated(attempt)))
    return refining(run, refinement(run.problem, attempt))
