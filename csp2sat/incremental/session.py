"""A session about one model with one solver: both are kept, grow, and are asked again and again.

    with ModelSession(model) as session:
        session.solve([x <= 3])             under assumptions, which leave nothing behind
        session.core(minimal=True)          the assumptions that are impossible together
        session.add(x + y >= 7)             encodes the new constraint only, and sends its clauses
        session.minimize(x * y)             bounds are assumptions, too

The encoder, the solver and the judge of the answers are in `growing_model`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal
from weakref import finalize

from ..encoder.options import EncoderOptions
from ..errors import LimitReached, UsageError
from ..explaining.mus import Shrinking
from ..explaining.selectors import PartsVerdict
from ..model.domain import Domain
from ..model.expr import Expr, any_of, negation
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model, Objective, Origin
from ..optimizing.bound_strategies import STRATEGIES
from ..optimizing.objective_search import Optimum, ReportBounded
from ..optimizing.optimize import DEFAULT
from ..runner.process.outcome import RunOptions
from ..solving.first_solution import Result
from .bound_search import BoundSearch
from .constraint_core import ConstraintCores
from .growing_model import GrowingModel
from .possible import PossibleValues, has

NONE: Mapping[str, Domain] = MappingProxyType({})


class ModelSession:
    """A model that is encoded once, in one incremental solver.

    model: the session has a copy, which grows by `add` and `extend`; later changes of the model itself have no effect.
    Soft constraints and an objective are ignored.  options: the settings of the encoder.  memory: the limit of the
    solver, in MB.  arguments: further arguments of the solver (`--solver NAME`, `--seed N`).  check: whether every
    answer is judged by the meaning of the model and of the assumptions.

    The parameter `deadline` of all questions is a value of time.monotonic(), after which the status is UNKNOWN, with
    the reason `time`.  The solver is a child process.  After a limit, an interrupt or a failure (SolverError) has ended
    the solver, the next question starts another one: the learned clauses are lost, nothing else.  After `close` every
    method raises UsageError, and a session that is not referenced any more closes itself.  A session is for one thread
    at a time, except for `interrupt`.
    """

    def __init__(
        self,
        model: Model,
        options: EncoderOptions | None = None,
        *,
        memory: int | None = None,
        arguments: Sequence[str] = (),
        check: bool = True,
    ):
        options = options or EncoderOptions()
        if options.activate or options.map_format != "json":
            raise UsageError("a session takes neither activation literals nor Sugar's maps")
        growing = GrowingModel(model, options, memory, arguments, check)
        self._growing: GrowingModel | None = growing
        self._close = finalize(self, growing.close)
        self._memory = memory
        self._core: list[Expr] | None = None  # after UNSATISFIABLE
        self._always: list[Expr] = []  # what was assumed besides
        self.last: Answer | None = None

    @property
    def model(self) -> Model:
        """The model as it is now, which must not be changed."""
        return self._open.model

    @property
    def _open(self) -> GrowingModel:
        if self._growing is None:
            raise UsageError("the session is closed")
        return self._growing

    def close(self) -> None:
        """End the solver; a second call does nothing."""
        self._close()
        self._growing = None

    def __enter__(self) -> ModelSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """Stop the question that another thread is asking, if there is one: its status is UNKNOWN."""
        if (growing := self._growing) is not None:
            growing.solver.interrupt()

    # growing

    def add(self, formula: Expr, origin: Origin | None = None) -> None:
        """Require the formula from now on.  Raises ModelError, and changes nothing, if the formula is no formula about
        the model's variables.
        """
        self.extend([Constraint(formula, origin)])

    def extend(
        self, constraints: Iterable[Constraint] = (), ints: Mapping[str, Domain] = NONE, bools: Collection[str] = ()
    ) -> None:
        """Add variables and constraints: all of them, or none if a ModelError is raised.

        ints: the names and domains of new integer variables.  bools: the names of new Boolean variables.  Constraints
        about a variable that is added with them may decide how the variable is encoded.
        """
        self._open.extend(list(constraints), dict(ints), list(bools))

    def prefer(self, values: Mapping[str, int]) -> None:
        """Make the solver try these values of variables first, by their names (Booleans: 1 or 0), if it can."""
        self._open.prefer(values)

    def block(self, terms: Sequence[Expr | int] | None = None) -> None:
        """Exclude the last answer: later ones differ from it in one of the terms, in its value or in whether it is
        defined; None: in a variable that is not hidden.  Raises UsageError without an answer.
        """
        if self.last is None:
            raise UsageError("there is no answer to exclude; expected a question with an answer before")
        if terms is None:
            self._open.block(self.last)
        else:
            last = self.last
            self.add(any_of(negation(has(each, evaluate(each, last))) for each in terms if isinstance(each, Expr)))

    # questions

    def forget(self) -> None:
        """Forget the last answer and the last core, so that `block` and `core` raise UsageError until the next
        question.
        """
        self._core = self.last = None

    def solve(self, assumptions: Iterable[Expr] = (), deadline: float | None = None) -> Result:
        """Search for an answer in which the assumed formulas hold, too; `solution` of the result is an Answer, with
        hidden variables.

        Raises ModelError if an assumption is no formula about the model's variables, SolverError if the solver fails.
        """
        growing = self._open
        assumed = growing.formulas(list(assumptions))
        self.forget()
        outcome = growing.ask(assumed, deadline=deadline)
        if outcome.status == "unknown":
            return Result("UNKNOWN", reason=outcome.reason)
        if outcome.status == "unsat":
            self._core, self._always = growing.core(outcome, assumed), []
            return Result("UNSATISFIABLE")
        self.last = growing.answer(assumed)
        return Result("SATISFIABLE", self.last)

    def possible(
        self, variables: Sequence[Expr], assumptions: Iterable[Expr] = (), deadline: float | None = None
    ) -> PossibleValues | None:
        """Return the values of variables in one answer under the assumptions, and the questions for more values; None,
        with a core to ask for, if no answer exists.

        deadline: by time.monotonic(), None for no limit.  Raise LimitReached, and errors as `solve` does.
        """
        assumed = list(assumptions)
        first = self.solve(assumed, deadline)
        if first.reason:
            raise LimitReached(first.reason)
        if self.last is None:
            return None
        return PossibleValues(self._open, variables, assumed, self.last, deadline)

    def minimize(
        self,
        term: Expr | int,
        assumptions: Iterable[Expr] = (),
        deadline: float | None = None,
        strategy: str = DEFAULT,
        report: ReportBounded = lambda value, answer, bound: None,
        gap: float | None = None,
    ) -> Optimum:
        """Return the least value of a term, which must be defined, with its answer; the bounds that are tried do not
        stay.

        assumptions: formulas that hold for this question.  deadline: by time.monotonic(), None for no limit.  strategy:
        a name of `bound_strategies.STRATEGIES`.  report: called with each better value, its answer and the bound.  gap:
        the relative gap at which the search may end.  After a limit the result is the best answer so far (SATISFIABLE,
        with `reason` and `bound`), or UNKNOWN without an answer, as after an interrupt, which is then in `stopped`.
        Raises UsageError for another strategy, ModelError if the term or an assumption is not about the model, and
        SolverError if the solver fails.
        """
        return self._best("minimize", term, assumptions, deadline, strategy, report, gap)

    def maximize(
        self,
        term: Expr | int,
        assumptions: Iterable[Expr] = (),
        deadline: float | None = None,
        strategy: str = DEFAULT,
        report: ReportBounded = lambda value, answer, bound: None,
        gap: float | None = None,
    ) -> Optimum:
        """Return the greatest value of a term with its answer.

        The parameters assumptions, deadline, strategy, report and gap are as in `minimize`.
        """
        return self._best("maximize", term, assumptions, deadline, strategy, report, gap)

    def _best(
        self,
        goal: Literal["minimize", "maximize"],
        term: Expr | int,
        assumptions: Iterable[Expr],
        deadline: float | None,
        strategy: str,
        report: ReportBounded,
        gap: float | None,
    ) -> Optimum:
        """Return the best value of a term with its answer, as `minimize` and `maximize` do, and keep the answer, or
        else the core.

        goal: the direction.  assumptions, deadline, strategy, report, gap: as in `minimize`.  Raises UsageError if no
        strategy has that name, ModelError if the term or an assumption is not about the model, and SolverError if the
        solver fails.
        """
        growing = self._open
        if strategy not in STRATEGIES:
            raise UsageError(f"there is no strategy {strategy!r}; expected one of {', '.join(STRATEGIES)}")
        assumed = growing.formulas(list(assumptions))
        self.forget()
        search = BoundSearch(growing, Objective(goal, term), assumed, deadline)
        found = search.run(STRATEGIES[strategy](), report, gap)
        self.last = found.solution
        if found.status == "UNSATISFIABLE":
            self._core = [formula for formula in search.core if formula in assumed]
            self._always = search.always
        return found

    # reasons why there is no answer

    def core(self, minimal: bool = False, deadline: float | None = None) -> list[Expr]:
        """Return assumed formulas of the last question, which was UNSATISFIABLE, that are impossible together with the
        model.

        The list is empty if the model is impossible by itself.  minimal: whether to shrink the list until no formula
        can be left out.  Raises LimitReached, and UsageError if the last answer was not UNSATISFIABLE.
        """
        core = self._known_core()
        if minimal:
            found = Shrinking(_Assumed(self._open, core, self._always, deadline), range(len(core)))
            found.run()
            self._core = core = [core[at] for at in sorted(found.best)]
        return list(core)

    def constraint_core(self, minimal: bool = False, deadline: float | None = None) -> list[Constraint]:
        """Return constraints of the model that are impossible together with the assumed formulas in `core`.

        minimal: whether to shrink the list until no constraint can be left out.  For this the model is encoded once
        more, so that each constraint can be left out; the session stays as it is.  Raises errors as `core` does.
        """
        growing, always = self._open, [*self._known_core(), *self._always]
        cores = ConstraintCores(growing.options, RunOptions(deadline, self._memory, check=growing.check))
        return cores.of(growing.model, always, minimal)

    def _known_core(self) -> list[Expr]:
        """Return the core of the last question.  Raises UsageError if the session is closed or has no core."""
        _ = self._open
        if self._core is None:
            raise UsageError("there is no core: the last answer was not UNSATISFIABLE")
        return self._core


class _Assumed:
    """An oracle about formulas that are assumed or not, by number, for `mus.Shrinking`.  always: formulas that are
    assumed in any case.
    """

    has_cores = True

    def __init__(self, growing: GrowingModel, formulas: Sequence[Expr], always: Sequence[Expr], deadline: float | None):
        self._growing, self._formulas, self._always, self._deadline = growing, formulas, always, deadline

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Return an answer in which these members hold, or else the members in a core, whatever the effort.  Raises
        LimitReached.
        """
        assumed = [*(self._formulas[member] for member in members), *self._always]
        outcome = self._growing.ask(assumed, deadline=self._deadline).known()
        if outcome.status == "sat":
            return PartsVerdict(self._growing.answer(assumed), [])
        named = set(self._growing.core(outcome, assumed))
        return PartsVerdict(None, [member for member in members if self._formulas[member] in named])

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        """Return answers that violate a formula other than `group` alone; always [], as none is known without the
        solver.
        """
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return bool(evaluate(self._formulas[group], answer))
