"""Explanations why there is no solution: minimal sets of constraints that contradict each other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ..errors import LimitReached, SolverError
from ..model.model import Constraint, Model
from ..solving.first_solution import solve
from ..solving.pipeline import Pipeline, SingleSolver, wrong_answer
from ..solving.problem import CspProblem, Problem
from ..solving.problem_run import ProblemRun
from .blamed_parts import ALL, Blame
from .mus import EFFORT, Shrinking, some_sets
from .selectors import Groups, Unions
from .smallest_contradictions import QUICK, smallest

R = TypeVar("R")
B = TypeVar("B")


@dataclass(frozen=True)
class Reason:
    """A set of constraints that contradict each other.

    parts: the constraints of the input, each as one or several constraints of the model, or all those of a name.
    minimal: whether leaving out any one part makes the others satisfiable; False if that was not found out.
    """

    parts: list[list[Constraint]]
    minimal: bool

    @property
    def size(self) -> int:
        """The number of parts."""
        return len(self.parts)


class PartialResult(ABC, Generic[R]):
    """A result that grows while a search goes on: the findings so far (`found`), and why the search ended.

    complete: whether every finding was found.  limit: why the search ended early, `interrupted` for an interrupt, '' if
    the search did not end early.  stopped: the interrupt that ended the search, which the caller raises again after the
    report; None for no interrupt.  status: of the problem, as `solve` has it.
    """

    complete: bool
    limit: str
    stopped: BaseException | None
    status: str

    @property
    @abstractmethod
    def found(self) -> list[R]:
        """Return the list of the findings so far."""

    @contextmanager
    def search(self, most: int | None, begun: list[B], unfinished: Callable[[B], R]) -> Iterator[None]:
        """Run the block, which searches for at most `most` results; note a limit or an interrupt that ends the block,
        and put the results with the least `size` first.

        begun: the sets that the block is working on.  unfinished: makes a result of the first of these sets if a limit
        came before anything was found.
        """
        try:
            yield
            self.complete = most is None or len(self.found) < most
        except LimitReached as limit:
            self.limit = limit.reason
        except (KeyboardInterrupt, SystemExit) as stop:
            self.limit, self.stopped = "interrupted", stop
        if self.limit and begun and not self.found:
            self.found.append(unfinished(begun[0]))
        self.found.sort(key=attrgetter("size"))


def perhaps_more(what: str, limit: str) -> str:
    """Return the sentence that a search, which did not end by itself, may have left out results.

    what: the name of the results.  limit: why the search ended early, '' if the number that was asked for was found.
    """
    return f"there may be other {what}{f': {LimitReached(limit)}' if limit else ''}"


@dataclass
class Explanation(PartialResult[R]):
    """An explanation by several reasons.

    reasons: the reasons found so far.  complete: whether all reasons were found; False if the search stopped at the
    number of reasons that were asked for.  limit: why the search ended early, '' if it did not.  stopped: an interrupt
    that ended the search, to be raised again.  status: UNSATISFIABLE; without reasons SATISFIABLE, or UNKNOWN
    for a limit that came first.
    """

    reasons: list[R] = field(default_factory=list)
    complete: bool = False
    limit: str = ""
    stopped: BaseException | None = None
    status: str = "UNSATISFIABLE"

    @property
    def found(self) -> list[R]:
        return self.reasons

    def __str__(self) -> str:
        if not self.reasons:
            none = "there is a solution: nothing to explain"
            return f"no reason was found: {LimitReached(self.limit)}" if self.limit else none
        return "\n".join([*map(str, self.reasons), *([] if self.complete else [perhaps_more("reasons", self.limit)])])


def explain(
    problem: Problem, pipeline: Pipeline, most: int | None = 1, blame: Blame = ALL, shortest: bool = False
) -> Explanation[Reason]:
    """Return reasons of a model that is known to be unsatisfiable, at most `most` of them, or all if `most` is None.

    shortest: whether the first of them is to have as few parts as possible, if such a reason is found with little
    effort.
    Each reason is checked, unless the option `check` is off: it is unsatisfiable by the embedded solver that searches
    for it, and by another encoding in a run of the pipeline's solver; and satisfiable without any one part by the
    meaning of the constraints.  Raises WrongAnswer if a check fails, and SolverError if a solver has given a wrong
    answer; a limit or an interrupt is noted in the result, not raised.
    """
    found, begun = Explanation[Reason](), list[Shrinking]()
    model = problem.model
    groups = blame.parts(model)

    def reason(of: Shrinking) -> Reason:
        parts = [[model.constraints[number] for number in groups[at]] for at in sorted(of.best)]
        return Reason(parts, of.minimal)

    with found.search(most, begun, reason), closing(Groups(model, groups, pipeline)) as asked:
        few = smallest(asked, len(groups), QUICK) if shortest else None
        is_alone = most == 1 and few is None
        members = _of_needed_names(asked, model) if is_alone else range(len(groups))
        for each in some_sets(asked, members, pipeline.run_options.deadline, most, begun, few):
            check_needed(asked, each, pipeline, "a reason is larger than necessary")
            check_contradiction(asked, each.best, pipeline)
            found.reasons.append(reason(each))
            asked.reasons = len(found.reasons)
            begun.clear()
    require_reason(found, pipeline)
    found.complete |= any(each.minimal and not each.parts for each in found.reasons)
    return found


def _of_needed_names(asked: Groups, model: Model) -> list[int]:
    """Return the groups that are left if names are left out one by one, as long as the other groups contradict each
    other; all groups if no two of them have a name in common.

    A group without a name stands for itself.  Few questions leave out many constraints so.
    """
    named: dict[object, list[int]] = {}
    for at, group in enumerate(asked.groups):
        origin = model.constraints[group[0]].origin
        named.setdefault((origin.called if origin is not None else "") or at, []).append(at)
    if len(named) == len(asked.groups):
        return list(range(len(asked.groups)))
    names = Shrinking(Unions(asked, list(named.values())), range(len(named)))
    names.run(EFFORT)
    return sorted(at for name in names.best for at in list(named.values())[name])


def check_needed(asked: Groups, found: Shrinking, pipeline: Pipeline, complaint: str) -> None:
    """Raise WrongAnswer, with `complaint`, if a witness in `found` does not show that its group is needed.

    Nothing is checked if the option `check` is off.
    """
    if not pipeline.run_options.check:
        return
    for member, witness in found.witnesses.items():
        if member in found.best and not asked.satisfied(witness, member, found.best):
            raise wrong_answer(complaint)


def check_contradiction(asked: Groups, members: Collection[int], pipeline: Pipeline) -> None:
    """Raise WrongAnswer if the members and what holds always have a solution, as a problem of their own in the usual
    encoding by the pipeline's solver, or by the solver of `asked`; SolverError if both disagree, and the solution of
    the second one satisfies the constraints.

    Nothing is checked if the option `check` is off.  Raises LimitReached if one of both solvers does not decide.
    """
    if not pipeline.run_options.check:
        return
    numbers = sorted(asked.hard | asked.constraints(members))
    alone = replace(asked.model, constraints=[asked.model.constraints[number] for number in numbers])
    folder = pipeline.folder / "alone"
    folder.mkdir(exist_ok=True)
    run = ProblemRun(CspProblem(alone, ""), pipeline.apart("problem", folder))
    is_refuted, witness = solve(run).known().status == "UNSATISFIABLE", asked.ask(members).witness
    if is_refuted and witness is None:
        return
    if is_refuted and not run.report.contradiction and witness and asked.satisfied(witness, -1, members):
        raise wrong_claim(pipeline)
    raise wrong_answer("a reason is wrong")


def require_reason(found: Explanation[Any], pipeline: Pipeline) -> None:
    """Raise SolverError if a search that came to its end has found no reason, so a solution exists."""
    if found.complete and not found.reasons:
        raise wrong_claim(pipeline)


def wrong_claim(pipeline: Pipeline) -> SolverError:
    """Return the error for a solver that calls constraints unsatisfiable which have a solution."""
    who = pipeline.solver.name if isinstance(pipeline.strategy, SingleSolver) else "a solver"
    return SolverError(
        f"{who} gave a wrong answer: it says UNSATISFIABLE, but another solver found a solution, which was checked"
    )
