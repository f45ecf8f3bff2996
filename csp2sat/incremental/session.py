"""One model and one solver that are kept: both grow, and are asked again and again.

    with ModelSession(model) as session:
        session.solve([x <= 3])             under assumptions, which leave nothing behind
        session.core(minimal=True)          those that are impossible together
        session.add(x + y >= 7)             encodes what is new, and sends that
        session.minimize(x * y)             bounds are assumptions, too

The encoder, the solver and what judges the answers are in `growing_model`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal
from weakref import finalize

from ..encoder.options import EncoderOptions
from ..errors import UsageError
from ..explaining.mus import Shrinking
from ..explaining.selectors import PartsVerdict
from ..model.domain import Domain
from ..model.expr import Expr
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model, Objective, Origin
from ..optimizing.bound_strategies import STRATEGIES
from ..optimizing.objective_search import Optimum, ReportBetter
from ..optimizing.optimize import DEFAULT
from ..runner.process.outcome import RunOptions
from ..solving.first_solution import Result
from .bound_search import BoundSearch
from .constraint_core import ConstraintCores
from .growing_model import GrowingModel

NONE: Mapping[str, Domain] = MappingProxyType({})


class ModelSession:
    """A model that is encoded once, in one incremental solver.

    model: the session has a copy, which grows by `add` and `extend`; what happens to the model itself later makes no
        difference.  Soft constraints and an objective are ignored.
    options: how to encode.  memory: of the solver, in MB.  arguments: further ones for it (`--solver NAME`,
        `--seed N`).  check: judge every answer by the meaning of the model and of what was assumed.

    deadline, of all questions: in time.monotonic(); after it the status is UNKNOWN, with the reason `time`.
    The solver is a child process.  Where a limit, an interrupt or a failure (SolverError) has ended it, the next
    question starts another one: what it had learned is lost, nothing else.  After `close` all is a UsageError, and a
    session that nobody uses any more closes itself.  For one thread at a time, `interrupt` excepted.
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
        """The model as it is now; not to be changed."""
        return self._open.model

    @property
    def _open(self) -> GrowingModel:
        if self._growing is None:
            raise UsageError("the session is closed")
        return self._growing

    def close(self) -> None:
        """End the solver.  A second time nothing happens."""
        self._close()
        self._growing = None

    def __enter__(self) -> ModelSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """Stop the question that is asked in another thread, if one is: its status is UNKNOWN."""
        if (growing := self._growing) is not None:
            growing.solver.interrupt()

    # what grows

    def add(self, formula: Expr, origin: Origin | None = None) -> None:
        """Require the formula from now on.  Raises ModelError, and nothing has happened."""
        self.extend([Constraint(formula, origin)])

    def extend(
        self, constraints: Iterable[Constraint] = (), ints: Mapping[str, Domain] = NONE, bools: Collection[str] = ()
    ) -> None:
        """Add variables and constraints, all of them or, with a ModelError, none.

        What a constraint says about a variable that is added with it is used to encode the variable.
        """
        self._open.extend(list(constraints), dict(ints), list(bools))

    def prefer(self, values: Mapping[str, int]) -> None:
        """Try these values of variables first, by their names (Booleans: 1 or 0), where the solver can."""
        self._open.prefer(values)

    def block(self) -> None:
        """Exclude the last answer: another one differs from it in a variable that is not hidden."""
        if self.last is None:
            raise UsageError("there is no answer to exclude: none was asked for, or the last question had none")
        self._open.block(self.last)

    # questions

    def forget(self) -> None:
        """There is no last answer any more, which could be excluded, or of which there is a core."""
        self._core = self.last = None

    def solve(self, assumptions: Iterable[Expr] = (), deadline: float | None = None) -> Result:
        """Is there an answer in which the formulas that are assumed hold, too?  `solution` is an Answer, with hidden
        variables.

        Raises ModelError for what is no formula of the model's variables, SolverError where the solver fails.
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

    def minimize(
        self,
        term: Expr | int,
        assumptions: Iterable[Expr] = (),
        deadline: float | None = None,
        strategy: str = DEFAULT,
        report: ReportBetter = lambda value, answer: None,
    ) -> Optimum:
        """The least value of a term, which must be defined; of the bounds that are tried nothing stays.

        strategy: a name of `bound_strategies.STRATEGIES`.  report: gets each better value with its answer.
        A limit leaves the best one so far (SATISFIABLE, with `reason` and `bound`), and so does an interrupt, which is
        in `stopped` then.
        """
        return self._best("minimize", term, assumptions, deadline, strategy, report)

    def maximize(
        self,
        term: Expr | int,
        assumptions: Iterable[Expr] = (),
        deadline: float | None = None,
        strategy: str = DEFAULT,
        report: ReportBetter = lambda value, answer: None,
    ) -> Optimum:
        """As `minimize`, the greatest value."""
        return self._best("maximize", term, assumptions, deadline, strategy, report)

    def improvements(self, objective: Objective, deadline: float | None = None) -> Iterator[Optimum]:
        """Yield better and better answers for an objective, the last one with what is decided: the status.

        The status of those before is SATISFIABLE.  An interrupt is in `stopped` of the last one.
        """
        search = BoundSearch(self._open, objective, [], deadline)
        for found in search.improvements(STRATEGIES[DEFAULT]()):
            self.last = found.solution
            yield found

    def _best(
        self,
        goal: Literal["minimize", "maximize"],
        term: Expr | int,
        assumptions: Iterable[Expr],
        deadline: float | None,
        strategy: str,
        report: ReportBetter,
    ) -> Optimum:
        growing = self._open
        if strategy not in STRATEGIES:
            raise UsageError(f"there is no strategy {strategy!r}; expected one of {', '.join(STRATEGIES)}")
        assumed = growing.formulas(list(assumptions))
        self.forget()
        search = BoundSearch(growing, Objective(goal, term), assumed, deadline)
        found = search.run(STRATEGIES[strategy](), report)
        self.last = found.solution
        if found.status == "UNSATISFIABLE":
            self._core = [formula for formula in search.core if formula in assumed]
            self._always = search.always
        return found

    # why there is no answer

    def core(self, minimal: bool = False, deadline: float | None = None) -> list[Expr]:
        """After UNSATISFIABLE: formulas among those that were assumed that are impossible together with the model; none
        if the model is impossible by itself.

        minimal: without any one of them there is an answer.  Raises LimitReached, UsageError where there was no such
        answer.
        """
        core = self._known_core()
        if minimal:
            found = Shrinking(_Assumed(self._open, core, self._always, deadline), range(len(core)))
            found.run()
            self._core = core = [core[at] for at in sorted(found.best)]
        return list(core)

    def constraint_core(self, minimal: bool = False, deadline: float | None = None) -> list[Constraint]:
        """The same in the model's constraints: some that are impossible together with what is in `core`.

        For this the model is encoded once more, so that each constraint can be left out; the session stays as it is.
        """
        growing, always = self._open, [*self._known_core(), *self._always]
        cores = ConstraintCores(growing.options, RunOptions(deadline, self._memory, check=growing.check))
        return cores.of(growing.model, always, minimal)

    def _known_core(self) -> list[Expr]:
        _ = self._open
        if self._core is None:
            raise UsageError("there is no core: the last answer was not UNSATISFIABLE")
        return self._core


class _Assumed:
    """Formulas that are assumed or not, by number, for `mus.Shrinking`.  always: those that are assumed in any case."""

    has_cores = True

    def __init__(self, growing: GrowingModel, formulas: Sequence[Expr], always: Sequence[Expr], deadline: float | None):
        self._growing, self._formulas, self._always, self._deadline = growing, formulas, always, deadline

    def ask(self, members: Collection[int]) -> PartsVerdict:
        assumed = [*(self._formulas[member] for member in members), *self._always]
        outcome = self._growing.ask(assumed, deadline=self._deadline).known()
        if outcome.status == "sat":
            return PartsVerdict(self._growing.answer(assumed), [])
        named = set(self._growing.core(outcome, assumed))
        return PartsVerdict(None, [member for member in members if self._formulas[member] in named])

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        """Answers that violate another one alone: none is known without the solver."""
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return bool(evaluate(self._formulas[group], answer))
