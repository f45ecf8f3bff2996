"""Why there is no solution: sets of constraints that contradict each other, as small as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..errors import LimitReached
from ..model.model import Constraint, Model
from ..solving.first_solution import solve
from ..solving.pipeline import Pipeline, WrongAnswer
from ..solving.problem import CspProblem
from .mus import Shrinking, some_sets
from .selectors import Groups


@dataclass(frozen=True)
class Reason:
    """A set of constraints that contradict each other.

    parts: each one constraint of the input, though the model may have several for it.
    smallest: without any one part the others can be satisfied; False: that was not found out.
    """

    parts: list[list[Constraint]]
    smallest: bool


@dataclass
class Explanation:
    """reasons: as found so far.  complete: there are no others (or no more were asked for).  limit: why the search
    ended before its end, if it did."""

    reasons: list[Reason] = field(default_factory=list)
    complete: bool = False
    limit: str = ""


def explain(problem: CspProblem, pipeline: Pipeline, most: int | None = 1) -> Explanation:
    """Reasons of a model that is known to be unsatisfiable, at most so many of them.

    Each reason is unsatisfiable by another encoding and a solver of its own, and without any one part satisfiable by
    the meaning of the constraints.
    """
    found = Explanation()
    model = problem.model
    groups = by_origin(model)
    shrinking: list[Shrinking] = []

    def reason(of: Shrinking) -> Reason:
        parts = [[model.constraints[number] for number in groups[at]] for at in sorted(of.best)]
        return Reason(parts, of.smallest)

    try:
        with closing(Groups(model, groups, pipeline)) as asked:
            for each in some_sets(asked, range(len(asked.groups)), pipeline.run_options.deadline, most, shrinking):
                _check(problem, asked, each, pipeline)
                found.reasons.append(reason(each))
                shrinking.clear()
        found.complete = most is None or len(found.reasons) < most
    except LimitReached as limit:
        found.limit = limit.reason
        if shrinking and not found.reasons:
            found.reasons.append(reason(shrinking[0]))
    return found


def by_origin(model: Model) -> list[list[int]]:
    """Constraints that stand at the same place are one; those of no place are one each."""
    found: dict[object, list[int]] = {}
    for number, constraint in enumerate(model.constraints):
        found.setdefault(constraint.origin or number, []).append(number)
    return list(found.values())


def _check(problem: CspProblem, asked: Groups, found: Shrinking, pipeline: Pipeline) -> None:
    """Raises WrongAnswer for a reason that is none."""
    if not pipeline.run_options.check:
        return
    for member, witness in found.witnesses.items():
        if member in found.best and not asked.satisfied(witness, member, found.best):
            raise WrongAnswer(
                "a reason was said to be needed whole, but it is not: a defect of csp2sat, please report it"
            )
    numbers = sorted(number for member in found.best for number in asked.groups[member])
    check_contradiction(problem.model, numbers, pipeline)


def check_contradiction(model: Model, numbers: Sequence[int], pipeline: Pipeline) -> None:
    """These constraints alone, in the usual encoding, by the pipeline's solver; raises WrongAnswer if they have a
    solution, LimitReached if that is not known."""
    alone = replace(model, constraints=[model.constraints[number] for number in numbers])
    folder = pipeline.folder / "alone"
    Path(folder).mkdir(exist_ok=True)
    result = solve(CspProblem(alone, ""), pipeline.apart("problem", folder))
    if result.reason:
        raise LimitReached(result.reason)
    if result.status != "UNSATISFIABLE":
        raise WrongAnswer("a reason was found that is none: a defect of csp2sat, please report it")
