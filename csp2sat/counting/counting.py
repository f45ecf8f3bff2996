"""The number of solutions: independent parts are counted one by one, and their numbers multiplied."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from math import prod

from ..base.numbers import decimal, repr_of
from ..base.time_limit import is_over
from ..decoder import shown
from ..errors import LimitReached
from ..model.model import Model
from ..runner.session.session import KEPT
from ..solving.enumeration import FoundOnce
from ..solving.first_solution import solve
from ..solving.pipeline import EncodedCnf, Pipeline
from ..solving.problem import CspProblem, Problem
from ..solving.problem_run import ProblemRun
from .by_evaluation import number_by_evaluation
from .components import components, is_free
from .model_partition import OneByOne, PartitionedModels
from .projection import Projection

SMALL = 500  # assignments of a part, up to which it is counted by evaluation although a limit of solutions is given
TRIED = 100_000  # values that a count by evaluation tries before there is a formula
TRIED_LATER = {500 * 10**k: 500_000 * 10**k for k in range(5)}  # and, by solutions found, after which it begins anew
NUMBER = "number"  # the limit that a count has from its caller
ASSIGNMENTS, FORMULA = "assignments", "formula"  # the ways of counting


@dataclass(repr=False)
class Count:
    """The number of solutions: at least `number`, and exactly `number` if `complete`.

    limit: why the count is not complete (`time`, `memory`, ...; `number` if that many were asked for), '' if it is.
    by: the ways of counting: `assignments` if a part of the problem was counted by evaluating assignments, `formula` if
    the models of its CNF were counted; none for variables without constraints.  confirmed_by: the second solver, if
    that solver confirmed that no other solution exists, else ''.
    """

    number: int = 1
    complete: bool = False
    limit: str = ""
    by: tuple[str, ...] = field(default=(), compare=False, repr=False)
    confirmed_by: str = field(default="", compare=False, repr=False)

    __repr__ = repr_of


def count(
    problem: Problem,
    pipeline: Pipeline,
    patterns: Collection[str] | None = None,
    most: int | None = None,
    *,
    tries: bool = True,
) -> Count:
    """Return the number of solutions, counted as assignments of the variables of the projection.

    patterns: the projection, as in `Projection`.  most: the number of solutions at which counting stops, None for no
    limit.  tries: whether parts may be counted by evaluating assignments, without a formula.  The count is
    not complete if counting stops there, if a limit of time or memory is reached, or if the problem has a doubt.
    Raises UsageError if a pattern matches no variable.
    """
    found = _count(problem, pipeline, patterns, most, tries)
    return replace(found, complete=False, limit=problem.doubt) if problem.doubt and found.complete else found


def _count(
    problem: Problem, pipeline: Pipeline, patterns: Collection[str] | None, most: int | None, tries: bool
) -> Count:
    """Return the count of `problem` as `count` does, as if the problem had no doubt.

    pipeline, patterns, most, tries: as in `count`.
    """
    model = problem.model
    projection = Projection(model, patterns)
    if is_over(pipeline.run_options.deadline):  # what needs no solver would be counted all the same
        return Count(0, False, "time")
    parts = components(model)
    free = prod(projection.free(part) for part in parts if is_free(part))
    counting = _Counting(problem, projection, pipeline, most, tries)
    return counting.run(free, [part for part in parts if not is_free(part)], is_all=len(parts) == 1)


def _is_small(model: Model) -> bool:
    """Whether a model has at most SMALL assignments."""
    return len(model.bools) < SMALL and prod(d.size() for d in model.ints.values()) << len(model.bools) <= SMALL


class _Counting:
    """The counting of the solutions of a problem by its independent parts.

    most: the number of solutions at which counting stops, None for no limit.  tries: whether parts may be counted by
    evaluation.
    """

    def __init__(self, problem: Problem, projection: Projection, pipeline: Pipeline, most: int | None, tries: bool):
        self._problem, self._projection, self._pipeline = problem, projection, pipeline
        self._most, self._tries = most, tries
        self._problems: list[Problem] = []
        self._by: dict[str, None] = {}

    def run(self, known: int, parts: list[Model], is_all: bool) -> Count:
        """Return the number of solutions of some parts, times `known`, the number of solutions of everything else.

        is_all: whether a part alone is the whole problem.  An interrupt or a signal that ends the counting has the
        count so far as `count`.
        """
        found = Count(0)
        try:
            large = []
            for part in parts:
                number = self._evaluated(part, TRIED) if self._most is None or _is_small(part) else None
                known *= 1 if number is None else number
                large += [part] if number is None else []
                if known == 0:
                    break
            if known == 0 or not large:
                return Count(known, True, by=tuple(self._by))
            self._problems = [self._problem] if is_all else [CspProblem(part, "") for part in large]
            found.complete = self._multiply(found, known)
            found.limit = "" if found.complete else NUMBER
            if found.complete and self._pipeline.cross_check is not None:
                found.confirmed_by = self._pipeline.cross_check.name
        except LimitReached as limit:
            found.limit = limit.reason
        except (KeyboardInterrupt, SystemExit) as stop:
            found.limit = "interrupted"
            stop.count = found  # type: ignore[union-attr]
            raise
        finally:
            found.by = tuple(self._by)
        return found

    def _evaluated(self, part: Model, most: int) -> int | None:
        """Return the number of solutions of a part, counted by evaluation; None if more than `most` values of variables
        would be tried, or if a count by evaluation is not wanted.
        """
        if not self._tries or self._pipeline.cross_check is not None:  # which would confirm nothing
            return None
        with self._pipeline.trace.phase("evaluate"):
            number = number_by_evaluation(part, self._projection, most, self._pipeline.run_options.deadline)
        if number is not None:
            self._by[ASSIGNMENTS] = None
            self._pipeline.trace.say(f"COUNTED BY EVALUATION, WITHOUT A FORMULA: {decimal(number)}")
        return number

    def _multiply(self, found: Count, known: int) -> bool:
        """Raise `found.number` as solutions are found, and return whether the number is exact at the end.

        known: the number of solutions of everything else.
        """
        if len(self._problems) > 1:
            if not all(self._has_one(at) for at in range(len(self._problems))):
                self._by[FORMULA] = None
                return True
            found.number = known
        exact, is_endless = True, self._most is None and self._pipeline.run_options.deadline is None
        how = f"so far{'; --timeout or --limit ends the count' if is_endless else ''}"
        for at, problem in enumerate(self._problems):
            numbers = self._numbers(problem, at, None if self._most is None else -(-self._most // known))
            number, complete = 0, True
            for number, complete in numbers:  # noqa: B007  the last ones count
                found.number = known * number if number or len(self._problems) == 1 else known
                self._pipeline.trace.reached(f"{decimal(found.number)} {how}")
            known, exact = known * number, exact and complete
        return exact

    def _has_one(self, at: int) -> bool:
        """Whether the problem with index `at` has a solution.  Raises LimitReached if a limit ends the search."""
        return solve(self._run(self._problems[at], f"part-{at}")).known().status == "SATISFIABLE"

    def _run(self, problem: Problem, stem: str) -> ProblemRun:
        """Return a session of a problem with files of its own, and with the second solver that confirms."""
        return ProblemRun(problem, replace(self._pipeline.apart(stem), cross_check=self._pipeline.cross_check))

    def _numbers(self, problem: Problem, at: int, enough: int | None) -> Iterator[tuple[int, bool]]:
        """Yield, after each solution of a problem, the number so far and whether all solutions are counted.

        at: the number of the problem, for the names of files.  enough: the number at which counting stops, None for no
        limit.
        """
        run = self._run(problem, f"count-{at}")
        self._by[FORMULA] = None
        found = run.exact("models")
        excluded = FoundOnce(found.map)
        with closing(self._models(run, found)) as models:
            while enough is None or models.number < enough:
                literals = models.next()
                if literals is None:
                    yield models.number, True
                    return
                answer = found.map.decode(literals)
                run.judged(problem.solution(answer))
                models.exclude(excluded.noted(self._projection.excludes(found.map, answer)), literals)
                yield models.number, False
                if most := TRIED_LATER.get(models.number):
                    number = self._evaluated(problem.model, most)
                    if number is not None and number >= models.number:
                        yield number, True
                        return

    def _models(self, run: ProblemRun, found: EncodedCnf) -> PartitionedModels | OneByOne:
        """Return the models of a CNF, counted in bounded memory if the pipeline allows an incremental solver."""
        pipeline = self._pipeline
        if pipeline.keeps:
            return PartitionedModels(run.pipeline, found, shown(found.map, self._projection))
        if pipeline.cross_check is not None and (pipeline.kept_solvers is not None or pipeline.solver.name in KEPT):
            return PartitionedModels(run.pipeline, found, shown(found.map, self._projection), confirm=run.confirm)
        return OneByOne(run, found)
