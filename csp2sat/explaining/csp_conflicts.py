"""Explanations why there is no solution: minimal sets of constraints that contradict each other."""

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

    parts: the constraints of the input, each as one or several constraints of the model.  smallest: whether leaving out
    any one part makes the others satisfiable; False if that was not found out.  alone: whether the parts contradict
    each other without constraints that are not named, which a compiler may have made bounds of.
    """

    parts: list[list[Constraint]]
    smallest: bool
    alone: bool = True


@dataclass
class Explanation(Generic[R]):
    """An explanation by several reasons.

    reasons: the reasons found so far.  complete: whether all reasons were found; False if the search stopped at the
    number of reasons that were asked for.  limit: why the search ended early, '' if it did not.  stopped: an interrupt
    that ended the search, to be raised again.
    """

    reasons: list[R] = field(default_factory=list)
    complete: bool = False
    limit: str = ""
    stopped: BaseException | None = None

    def __str__(self) -> str:
        if not self.reasons:
            return f"no reason was found: {self.limit}" if self.limit else "there is a solution: nothing to explain"
        return "\n".join([*map(str, self.reasons), *([] if self.complete else ["there may be other reasons"])])

    @contextmanager
    def search(self, most: int | None, begun: list[Shrinking], unfinished: Callable[[Shrinking], R]) -> Iterator[None]:
        """Run the block, which searches for at most `most` reasons; note a limit or an interrupt that ends the block.

        begun: the sets that the block is shrinking.  unfinished: makes a reason of the first of these sets if a limit
        came before any reason was found.
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
    """Return reasons of a model that is known to be unsatisfiable, at most `most` of them, or all if `most` is None.

    Each reason is checked, unless the option `check` is off: it is unsatisfiable by another encoding in another run of
    a solver, and satisfiable without any one part by the meaning of the constraints.  Raises WrongAnswer if a check
    fails; a limit or an interrupt is noted in the result, not raised.
    """
    found, begun = Explanation[Reason](), list[Shrinking]()
    model = problem.model
    groups = by_origin(model)

    def reason(of: Shrinking) -> Reason:
        parts = [[model.constraints[number] for number in groups[at]] for at in sorted(of.best)]
        return Reason(parts, of.smallest)

    with found.search(most, begun, reason), closing(Groups(model, groups, pipeline)) as asked:
        for each in some_sets(asked, range(len(groups)), pipeline.run_options.deadline, most, begun):
            check_needed(asked, each, pipeline, "a reason is larger than necessary")
            check_contradiction(asked, each.best, pipeline)
            found.reasons.append(reason(each))
            asked.reasons = len(found.reasons)
            begun.clear()
    return found


def by_origin(model: Model) -> list[list[int]]:
    """Return the numbers of a model's constraints in groups: constraints with the same place in a text together, others
    alone, also constraints of the same name in a program.
    """
    found: dict[object, list[int]] = {}
    for number, constraint in enumerate(model.constraints):
        origin = constraint.origin
        found.setdefault(number if origin is None or origin.kind == "rule" else origin, []).append(number)
    return list(found.values())


def check_needed(asked: Groups, found: Shrinking, pipeline: Pipeline, complaint: str) -> None:
    """Raise WrongAnswer, with `complaint`, if a witness in `found` does not show that its group is needed.

    Nothing is checked if the option `check` is off.
    """
    if not pipeline.run_options.check:
        return
    for member, witness in found.witnesses.items():
        if member in found.best and not asked.satisfied(witness, member, found.best):
            raise WrongAnswer(f"{complaint}: a defect of csp2sat; please report it")


def check_contradiction(asked: Groups, members: Collection[int], pipeline: Pipeline) -> None:
    """Raise WrongAnswer if the members, as a problem of their own in the usual encoding, have a solution.

    Nothing is checked if the option `check` is off.  Raises LimitReached if the pipeline's solver does not decide.
    """
    if not pipeline.run_options.check:
        return
    numbers = sorted(number for member in members for number in asked.groups[member])
    alone = replace(asked.model, constraints=[asked.model.constraints[number] for number in numbers])
    folder = pipeline.folder / "alone"
    folder.mkdir(exist_ok=True)
    result = solve(ProblemRun(CspProblem(alone, ""), pipeline.apart("problem", folder))).known()
    if result.status != "UNSATISFIABLE":
        raise WrongAnswer("a reason is wrong: a defect of csp2sat; please report it")
