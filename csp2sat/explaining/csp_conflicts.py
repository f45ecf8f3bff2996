"""Why there is no solution: sets of constraints that contradict each other, as small as they can be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from ..errors import LimitReached
from ..model.model import Constraint, Model
from ..solving.first_solution import solve
from ..solving.pipeline import Pipeline, WrongAnswer
from ..solving.problem import CspProblem, Problem
from ..solving.problem_run import ProblemRun
from .mus import Shrinking, some_sets
from .selectors import Groups

R = TypeVar("R")


@dataclass(frozen=True)
class Reason:
    """A set of constraints that contradict each other.

    parts: each one constraint of the input, though the model may have several for it.
    smallest: without any one part the others can be satisfied; False: that was not found out.
    """

    parts: list[list[Constraint]]
    smallest: bool


@dataclass
class Explanation(Generic[R]):
    """reasons: as found so far.  complete: there are no others (or no more were asked for).  limit: why the search
    ended before its end, if it did.  stopped: an interrupt that ended it, to be raised again."""

    reasons: list[R] = field(default_factory=list)
    complete: bool = False
    limit: str = ""
    stopped: BaseException | None = None

    @contextmanager
    def search(self, most: int | None, begun: list[Shrinking], unfinished: Callable[[Shrinking], R]) -> Iterator[None]:
        """The block searches for reasons; a limit or an interrupt ends it, and leaves what is known.

        begun: the set that is worked at, of which `unfinished` makes a reason where no other one was found.
        """
        try:
            yield
            self.complete = most is None or len(self.reasons) < most
        except LimitReached as limit:
            self.limit = limit.reason
        except (KeyboardInterrupt, SystemExit) as stop:
            self.limit, self.stopped = "interrupted", stop
        if self.limit and begun and not self.reasons:
            self.reasons.append(unfinished(begun[0]))


def explain(problem: Problem, pipeline: Pipeline, most: int | None = 1) -> Explanation[Reason]:
    """Reasons of a model that is known to be unsatisfiable, at most so many of them.

    Each reason is unsatisfiable by another encoding and a solver of its own, and without any one part satisfiable by
    the meaning of the constraints.
    """
    found, begun = Explanation[Reason](), list[Shrinking]()
    model = problem.model
    groups = by_origin(model)

    def reason(of: Shrinking) -> Reason:
        parts = [[model.constraints[number] for number in groups[at]] for at in sorted(of.best)]
        return Reason(parts, of.smallest)

    with found.search(most, begun, reason), closing(Groups(model, groups, pipeline)) as asked:
        for each in some_sets(asked, range(len(groups)), pipeline.run_options.deadline, most, begun):
            check_needed(asked, each, pipeline, "a reason was said to be needed whole, but it is not")
            check_contradiction(asked, each.best, pipeline)
            found.reasons.append(reason(each))
            begun.clear()
    return found


def by_origin(model: Model) -> list[list[int]]:
    """Constraints that stand at the same place are one; those of no place are one each."""
    found: dict[object, list[int]] = {}
    for number, constraint in enumerate(model.constraints):
        found.setdefault(constraint.origin or number, []).append(number)
    return list(found.values())


def check_needed(asked: Groups, found: Shrinking, pipeline: Pipeline, complaint: str) -> None:
    """Raises WrongAnswer where a witness does not show that its group is needed."""
    if not pipeline.run_options.check:
        return
    for member, witness in found.witnesses.items():
        if member in found.best and not asked.satisfied(witness, member, found.best):
            raise WrongAnswer(f"{complaint}: a defect of csp2sat, please report it")


def check_contradiction(asked: Groups, members: Collection[int], pipeline: Pipeline) -> None:
    """These groups alone, in the usual encoding, by the pipeline's solver; raises WrongAnswer if they have a
    solution, LimitReached if that is not known."""
    if not pipeline.run_options.check:
        return
    numbers = sorted(number for member in members for number in asked.groups[member])
    alone = replace(asked.model, constraints=[asked.model.constraints[number] for number in numbers])
    folder = pipeline.folder / "alone"
    folder.mkdir(exist_ok=True)
    result = solve(ProblemRun(CspProblem(alone, ""), pipeline.apart("problem", folder))).known()
    if result.status != "UNSATISFIABLE":
        raise WrongAnswer("a reason was found that is none: a defect of csp2sat, please report it")
