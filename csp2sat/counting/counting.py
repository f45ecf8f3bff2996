"""The number of solutions: independent parts are counted one by one, and their numbers multiplied."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from math import prod

from ..base.numbers import decimal, repr_of
from ..base.time_limit import is_over
from ..decoder import shown
from ..errors import LimitReached
from ..model.expr import Expr, node
from ..model.meaning import evaluate
from ..model.model import Answer, Model
from ..solving.first_solution import solve
from ..solving.pipeline import EncodedCnf, Pipeline
from ..solving.problem import CspProblem, Problem
from ..solving.problem_run import ProblemRun
from .components import components, is_free
from .model_partition import OneByOne, PartitionedModels
from .projection import Projection

SMALL = 500  # assignments of a part, up to which they are tried without a solver
NUMBER = "number"  # the limit that a count has from its caller


@dataclass(repr=False)
class Count:
    """The number of solutions: at least `number`, and exactly `number` if `complete`.

    limit: why the count is not complete (`time`, `memory`, ...; `number` if that many were asked for), '' if it is.
    """

    number: int = 1
    complete: bool = False
    limit: str = ""

    __repr__ = repr_of


def count(
    problem: Problem,
    pipeline: Pipeline,
    patterns: Collection[str] | None = None,
    most: int | None = None,
) -> Count:
    """Return the number of solutions, counted as assignments of the variables of the projection.

    patterns: the projection, as in `Projection`.  most: the number of solutions at which counting stops, None for no
    limit. The count is not complete if counting stops there, if a limit of time or memory is reached, or if the problem
    has a doubt.  Raises UsageError if a pattern matches no variable.
    """
    found = _count(problem, pipeline, patterns, most)
    return Count(found.number, False, problem.doubt) if problem.doubt and found.complete else found


def _count(problem: Problem, pipeline: Pipeline, patterns: Collection[str] | None, most: int | None) -> Count:
    """Return the count of `problem` as `count` does, as if the problem had no doubt.

    pipeline, patterns, most: as in `count`.  Parts of a few assignments are counted without a solver, the others with
    one.
    """
    model = problem.model
    projection = Projection(model, patterns)
    if is_over(pipeline.run_options.deadline):  # what needs no solver would be counted all the same
        return Count(0, False, "time")
    parts = components(model)
    free = prod(projection.free(part) for part in parts if is_free(part))
    small = [part for part in parts if not is_free(part) and _is_small(part)]
    large = [part for part in parts if not is_free(part) and not _is_small(part)]
    known = free * prod(_tried(part, projection) for part in small)
    if known == 0 or not large:
        return Count(known, True)
    problems = [problem if len(parts) == 1 else CspProblem(part, "") for part in large]
    return _Counting(problems, projection, pipeline).run(known, most)


def _is_small(model: Model) -> bool:
    """Whether a model has at most SMALL assignments."""
    return len(model.bools) < SMALL and prod(d.size() for d in model.ints.values()) << len(model.bools) <= SMALL


def _tried(model: Model, projection: Projection) -> int:
    """Return the number of solutions of a small model on the projection's variables, by trying all assignments."""
    formulas = [constraint.formula for constraint in model.constraints]
    if model.objective is not None and isinstance(term := model.objective.term, Expr):
        formulas.append(node("le", term, term))  # it is defined
    found = set()
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
            if all(evaluate(formula, answer) for formula in formulas):
                found.add(projection.values(answer))
    return len(found)


class _Counting:
    """The counting of the solutions of independent problems that need a solver."""

    def __init__(self, problems: list[Problem], projection: Projection, pipeline: Pipeline):
        self._problems, self._projection, self._pipeline = problems, projection, pipeline

    def run(self, known: int, most: int | None) -> Count:
        """Return the number of solutions of all problems, times `known`, the number of solutions of everything else.

        most: the number of solutions at which counting stops, None for no limit.  An interrupt or a signal that ends
        the counting has the count so far as `count`.
        """
        found = Count(0)
        try:
            found.complete = self._multiply(found, known, most)
            found.limit = "" if found.complete else NUMBER
        except LimitReached as limit:
            found.limit = limit.reason
        except (KeyboardInterrupt, SystemExit) as stop:
            found.limit = "interrupted"
            stop.count = found  # type: ignore[union-attr]
            raise
        return found

    def _multiply(self, found: Count, known: int, most: int | None) -> bool:
        """Raise `found.number` as solutions are found, and return whether the number is exact at the end.

        known: the number of solutions of everything else.  most: the number at which counting stops, None for no limit.
        """
        if len(self._problems) > 1:
            if not all(self._has_one(at) for at in range(len(self._problems))):
                return True
            found.number = known
        exact, is_endless = True, most is None and self._pipeline.run_options.deadline is None
        how = f"so far{'; --timeout or --limit ends the count' if is_endless else ''}"
        for at, problem in enumerate(self._problems):
            numbers = self._numbers(problem, at, None if most is None else -(-most // known))
            number, complete = 0, True
            for number, complete in numbers:  # noqa: B007  the last ones count
                found.number = known * number if number or len(self._problems) == 1 else known
                self._pipeline.trace.reached(f"{decimal(found.number)} {how}")
            known, exact = known * number, exact and complete
        return exact

    def _has_one(self, at: int) -> bool:
        """Whether the problem with index `at` has a solution.  Raises LimitReached if a limit ends the search."""
        return solve(ProblemRun(self._problems[at], self._pipeline.apart(f"part-{at}"))).known().status == "SATISFIABLE"

    def _numbers(self, problem: Problem, at: int, enough: int | None) -> Iterator[tuple[int, bool]]:
        """Yield, after each solution of a problem, the number so far and whether all solutions are counted.

        at: the number of the problem, for the names of files.  enough: the number at which counting stops, None for no
        limit.
        """
        run = ProblemRun(problem, self._pipeline.apart(f"count-{at}"))
        found = run.exact("models")
        with closing(self._models(run, found)) as models:
            while enough is None or models.number < enough:
                literals = models.next()
                if literals is None:
                    yield models.number, True
                    return
                answer = found.map.decode(literals)
                run.judged(problem.solution(answer))
                models.exclude(self._projection.excludes(found.map, answer), literals)
                yield models.number, False

    def _models(self, run: ProblemRun, found: EncodedCnf) -> PartitionedModels | OneByOne:
        """Return the models of a CNF, counted in bounded memory if the pipeline allows an incremental solver."""
        if not self._pipeline.incremental:
            return OneByOne(run, found)
        return PartitionedModels(run.pipeline, found, shown(found.map, self._projection))
