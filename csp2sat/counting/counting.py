"""The number of solutions: independent parts are counted one by one, and their numbers multiplied."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Any

from ..base.numbers import counted, decimal, repr_of
from ..base.time_limit import is_over
from ..decoder import shown
from ..errors import LimitReached
from ..model.expr import Expr, node
from ..model.meaning import evaluate
from ..model.model import Answer, Model
from ..runner.session.session import KEPT
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
    by: the ways of counting: `assignments` if all assignments of a part of the problem were evaluated, `formula` if the
    models of its CNF were counted; none for variables without constraints.  confirmed_by: the second solver, if that
    solver confirmed that no other solution exists, else ''.
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
    limit.  tries: whether parts of few assignments may be counted by evaluating these, without a formula.  The count is
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
    small = [part for part in parts if not is_free(part) and tries and _is_small(part)]
    large = [part for part in parts if not is_free(part) and not (tries and _is_small(part))]
    if small:
        pipeline.trace.say(f"EVALUATING ALL ASSIGNMENTS OF {counted(len(small), 'PART')}, WITHOUT A FORMULA")
    known = free * prod(len(tried(part, projection)) for part in small)
    by = ("assignments",) if small else ()
    if known == 0 or not large:
        return Count(known, True, by=by)
    problems = [problem if len(parts) == 1 else CspProblem(part, "") for part in large]
    return replace(_Counting(problems, projection, pipeline).run(known, most), by=(*by, "formula"))


def _is_small(model: Model) -> bool:
    """Whether a model has at most SMALL assignments."""
    return len(model.bools) < SMALL and prod(d.size() for d in model.ints.values()) << len(model.bools) <= SMALL


def tried(model: Model, projection: Projection) -> set[tuple[Any, ...]]:
    """Return the solutions of a small model, as values of the projection's variables, by trying all assignments."""
    formulas = [constraint.formula for constraint in model.constraints]
    if model.objective is not None and isinstance(term := model.objective.term, Expr):
        formulas.append(node("le", term, term))  # it is defined
    found = set()
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
            if all(evaluate(formula, answer) for formula in formulas):
                found.add(projection.values(answer))
    return found


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
            if found.complete and self._pipeline.cross_check is not None:
                found.confirmed_by = self._pipeline.cross_check.name
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
        pipeline = self._pipeline
        if pipeline.keeps:
            return PartitionedModels(run.pipeline, found, shown(found.map, self._projection))
        if pipeline.cross_check is not None and (pipeline.kept_solvers is not None or pipeline.solver.name in KEPT):
            return PartitionedModels(run.pipeline, found, shown(found.map, self._projection), confirm=run.confirm)
        return OneByOne(run, found)
