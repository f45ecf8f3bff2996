"""Sessions in Python: a model in one persistent solver, for many questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from ...base.file_guard import truth
from ...base.signals import with_best
from ...base.time_limit import until
from ...base.turns import Turn, in_turn
from ...build.calls import listed
from ...build.engine_model import ModelSizes
from ...build.formula_list import FormulaList
from ...build.functions.counting import TermsLike
from ...build.goals import Constraints
from ...build.handles import Formula, FormulaLike, TermLike
from ...build.meant import no_attribute_of_session
from ...build.model import Model
from ...build.nesting import flat_items, required
from ...build.owner import Handle, Sealed, as_formulas, as_terms, constant, node_of_term
from ...counting.projection import Projection
from ...errors import LimitReached, UsageError
from ...incremental.possible import PossibleValues
from ...incremental.session import ModelSession
from ...model import model as csp
from ...model.expr import Expr, int_var
from ...model.model import Constraint
from ...optimizing.objective_search import Optimum
from ...runner.session.session import NAME
from ...settings import KNOWN, Keywords
from ...solving.first_solution import Result
from ...solving.problem import check_names
from ..pipelines import BESIDE_KEPT, deadline_of, warn_of_parts, warn_of_unused
from ..problems import SEVERAL, Projected, What, problem_of, projected
from ..results import Better, ModelResult
from ..settings import Settings, check_search, check_setting, seconds
from ..writing.common_result import AnswerStatistics
from .found_results import kept_result, reporter, unless_stopped

FoundResult = TypeVar("FoundResult", bound=Result)
Assumptions = Iterable[FormulaLike] | Mapping[Any, FormulaLike | int | Iterable[FormulaLike]]
"""Constraints that are assumed for one question.  A dict has a constraint for the name of each assumption, or a value
for a variable or for the name of a variable."""


ALONE = "expected no other solver, and no race, cubes or cross_check"


def takes_phases(settings: Settings) -> bool:
    """Whether the settings allow the persistent solver, which takes phases."""
    return settings.solver in (None, NAME) and settings.is_single and not settings.cross_check


class Session(Sealed):
    """A model in one incremental solver, which keeps learned clauses from question to question.

    Additions to the model itself, variables and constraints, are part of the session, too, from the next question on;
    additions by `s.add` belong to the session alone.  `s.solve` searches for the best solution if the model has an
    objective or soft constraints; `s.minimize` and `s.maximize` take their own, without the costs of soft
    constraints.  The solver's process ends with `close`, or at the end of a `with` block.  A question raises UsageError
    while a question of another thread is answered.
    """

    def __init__(self, model: Model, settings: Settings | None = None):
        if settings is None:
            raise TypeError("csp2sat.Session is the type of sessions; csp2sat.session(m) begins one")
        if not takes_phases(settings):
            raise UsageError(f"a session uses the solver {NAME} alone; {ALONE}")
        warn_of_unused(settings, BESIDE_KEPT, "a session")
        self._model, self._settings, self._turn = model, settings, Turn("session")
        arguments = [] if settings.seed is None else ["--seed", str(settings.seed)]
        self._seen = ModelSizes(0, 0, 0)
        self._names: dict[Expr, str] = {}  # of assumed formulas of the last question
        options = settings.coding()
        self._patterns = options.encode  # as long as they have not been checked
        with nullcontext() if settings.timeout is None else until(deadline_of(settings.timeout)):
            self._engine = ModelSession(
                given := self._new(), options, memory=settings.memory, arguments=arguments, check=settings.check
            )
        warn_of_parts(given, options)

    @property
    def model(self) -> Model:
        """The model, whose variables are those of assumptions: `s.model["x"] == 3`."""
        return self._model

    @in_turn
    def add(self, *constraints: Constraints, name: str = "") -> None:
        """Require constraints from now on, in this session only; the arguments are those of `Model.add`.

        The constraints are encoded at once.  Raise LimitReached, with nothing added, if encoding exceeds the time limit
        of the settings, or is interrupted.
        """
        formulas = required(constraints, self._model)
        with until(self._deadline(None)):
            self._follow()
            self._engine.extend([Constraint(each, self._model.origin(name)) for each in formulas])

    @in_turn
    def solve(
        self, assumptions: Assumptions = (), timeout: float | None = None, *, gap: float | None = None
    ) -> ModelResult:
        """Search for a solution that also satisfies the assumed constraints, which count for this question only.

        The solution is the best one if the model has an objective, of which the costs of soft constraints are a part,
        or soft constraints alone.  assumptions: constraints, or a dict of constraints by names, which are then in
        `core().names`; the name of a variable may have a value: {"engine": 2}.

        timeout: wall seconds, including the encoding of new constraints; None: the timeout of the settings.  gap: as in
        `csp2sat.solve`; None: the gap of the settings.  The status is UNKNOWN if the time is over.  Raise UsageError
        for a closed session.
        """
        if (aim := self._model.aim()) is not None:
            best = self._engine.minimize if aim.goal == "minimize" else self._engine.maximize
            return self._best(best, aim.term, assumptions, timeout, gap, None)
        check_search(None, gap, has_objective=False)
        assumed = self._assumed(assumptions)
        start, end = time.perf_counter(), self._deadline(timeout)
        return self._result(self._asked(lambda: self._engine.solve(assumed, end), end), start)

    @in_turn
    def minimize(
        self,
        term: TermLike,
        assumptions: Assumptions = (),
        *,
        timeout: float | None = None,
        gap: float | None = None,
        on_better: Better | None = None,
    ) -> ModelResult:
        """Search for a solution with the smallest value of the term; no constraint of the search remains in the
        session.

        timeout, gap: as in `solve`.  on_better: as in `csp2sat.solve`.  The result has the best solution so far if a
        limit ends the search; an interrupt is raised, with this result as its `best`.
        """
        return self._best(self._engine.minimize, self._node(term), assumptions, timeout, gap, on_better)

    @in_turn
    def maximize(
        self,
        term: TermLike,
        assumptions: Assumptions = (),
        *,
        timeout: float | None = None,
        gap: float | None = None,
        on_better: Better | None = None,
    ) -> ModelResult:
        """Search for a solution with the largest value of the term; `timeout`, `gap` and the other parameters are those
        of `minimize`.
        """
        return self._best(self._engine.maximize, self._node(term), assumptions, timeout, gap, on_better)

    @in_turn
    def possible(
        self,
        variables: Projected | None = None,
        assumptions: Assumptions = (),
        timeout: float | None = None,
    ) -> dict[str, list[int | bool]] | None:
        """Return by name the values that each variable may still take, in order, if the assumed constraints hold; None
        if the assumed constraints cannot hold, and `core` then says why.

        variables: names, patterns such as `x_*`, variables, arrays; None: all that are not hidden.  assumptions,
        timeout: as in `solve`.  The objective of the model does not count.  Raise LimitReached if the time is over
        before all values are known.
        """
        with self._survey(variables, assumptions, timeout) as found:
            if found is None:
                return None
            found.complete()
            return {name: [_typed(each, one) for one in sorted(seen)] for name, (each, seen) in found.by_name()}

    @in_turn
    def backbone(
        self,
        variables: Projected | None = None,
        assumptions: Assumptions = (),
        timeout: float | None = None,
    ) -> dict[str, int | bool | None] | None:
        """Return by name the value that the assumed constraints force on each variable, None for a variable that may
        still have several values; None in place of the dict if the assumed constraints cannot hold.

        variables, assumptions, timeout: as in `possible`, which asks the solver more often.  Raise LimitReached as
        `possible` does.
        """
        with self._survey(variables, assumptions, timeout) as found:
            if found is None:
                return None
            found.second()
            return {name: _typed(each, *seen) if len(seen) == 1 else None for name, (each, seen) in found.by_name()}

    @contextmanager
    def _survey(
        self, variables: Projected | None, assumptions: Assumptions, timeout: float | None
    ) -> Iterator[PossibleValues | None]:
        """Enter a question about the values of variables, and yield its answer; the time limit holds to the end of the
        block.

        variables, assumptions, timeout: as in `possible`.
        """
        wanted = None if variables is None else projected(variables, self._model, "variables")
        assumed, end = self._assumed(assumptions), self._deadline(timeout)
        with self._question(end):
            model = self._engine.model
            chosen = Projection(model, wanted, "variables")
            each: list[Expr] = [int_var(name) for name in model.ints if name in chosen]
            each += [var for name, var in model.bools.items() if name in chosen]
            yield self._engine.possible(each, assumed, end)

    @in_turn
    def core(self, minimal: bool = False, timeout: float | None = None) -> FormulaList:
        """Return, after UNSATISFIABLE, some assumed constraints that cannot hold together with the model.

        Return constraints of the model that cannot hold together if no assumption is needed for that.  minimal: leave
        out any constraint that is not necessary; else the core is as the solver found it.  timeout: as in `solve`.  In
        the list `p in core` works, and `core.names` has the names of constraints and assumptions.
        Raise UsageError if the last answer was another one, and LimitReached if the time is over.
        """
        deadline = self._deadline(timeout)
        return self._assumption_core(minimal, deadline) or self._constraint_core(minimal, deadline)

    @in_turn
    def assumption_core(self, minimal: bool = False, timeout: float | None = None) -> FormulaList:
        """Return, after UNSATISFIABLE, some assumed constraints that cannot hold together with the model; [] if the
        model alone has no solution.

        The parameters and errors are those of `core`.
        """
        return self._assumption_core(minimal, self._deadline(timeout))

    @in_turn
    def constraint_core(self, minimal: bool = False, timeout: float | None = None) -> FormulaList:
        """Return, after UNSATISFIABLE, some constraints of the model that cannot hold together with the assumed
        constraints in the core.

        The parameters and errors are those of `core`.
        """
        return self._constraint_core(minimal, self._deadline(timeout))

    def _assumption_core(self, minimal: bool, deadline: float | None) -> FormulaList:
        truth("minimal", minimal)
        found = self._engine.core(minimal, deadline)
        handles = [self._model.handle(Formula, each) for each in found]
        named = (self._names.get(each) or str(handle) for each, handle in zip(found, handles, strict=True))
        return FormulaList(handles, named)

    def _constraint_core(self, minimal: bool, deadline: float | None) -> FormulaList:
        truth("minimal", minimal)
        return FormulaList.of(self._model, self._engine.constraint_core(minimal, deadline))

    @in_turn
    def block(self, project: TermsLike | None = None) -> None:
        """Exclude the last solution: later ones differ from it in a variable that is not hidden.

        project: terms or formulas; later solutions differ in one of them.  Raise UsageError if the last question has no
        solution.
        """
        self._engine.block(None if project is None else as_terms(listed(project))[1])

    def interrupt(self) -> None:
        """Stop the current question, from another thread, whatever the question is at: its status becomes UNKNOWN, or
        the question raises LimitReached as at a time limit.  A later question is not concerned.
        """
        self._turn.end(self._engine.interrupt)

    def close(self) -> None:
        """End the solver, and the current question of another thread; later questions raise UsageError."""
        self.interrupt()
        self._engine.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_session(name, dir(type(self)))

    def _new(self) -> csp.Model:
        """Return the part of the model that the session does not have yet; raise ModelError or UsageError for soft
        constraints or several objectives.
        """
        if len(self._model.objectives) > 1:
            raise UsageError(SEVERAL)
        new, self._seen = self._model.since(self._seen)
        return new

    def _asked(self, question: Callable[[], FoundResult], end: float | None) -> FoundResult | Optimum:
        """Return the answer of `question`, called after the additions to the model are encoded; UNKNOWN if a limit
        comes first, such as the time `end`.
        """
        try:
            with self._question(end):
                return question()
        except LimitReached as limit:
            return Optimum("UNKNOWN", reason=limit.reason)

    @contextmanager
    def _question(self, end: float | None) -> Iterator[None]:
        """Forget the last answer, and encode the additions to the model; raise LimitReached at the time `end`, in the
        block, too.
        """
        self._engine.forget()
        with until(end), with_best():
            self._follow()
            check_names(self._engine.model.ints, self._patterns)
            self._patterns = ()
            yield

    def _follow(self) -> None:
        """Update the solver with the additions to the model itself, and with the model's preferred values."""
        before = self._seen
        new = self._new()
        try:
            self._engine.extend(new.constraints, new.ints, list(new.bools))
            self._engine.prefer(self._model.preferred)
        except BaseException:
            self._seen = before
            raise

    def _node(self, term: TermLike) -> Expr | int:
        return node_of_term(self._model.own(term))

    def _best(
        self,
        search: Callable[..., Optimum],
        term: Expr | int,
        assumptions: Assumptions,
        timeout: float | None,
        gap: float | None,
        on_better: Better | None,
    ) -> ModelResult:
        assumed = self._assumed(assumptions)
        start, end = time.perf_counter(), self._deadline(timeout)
        report, near = reporter(self._model, on_better), self._settings.gap if gap is None else gap
        check_setting(KNOWN["gap"], near)
        best = self._asked(lambda: search(term, assumed, end, report=report, gap=near), end)
        return unless_stopped(best, self._result(best, start))

    def _result(self, found: Result, start: float) -> ModelResult:
        return kept_result(self._model, found, AnswerStatistics(NAME, seconds={"solve": time.perf_counter() - start}))

    def _deadline(self, timeout: float | None) -> float | None:
        if isinstance(timeout, Handle):
            expected = "expected a number of seconds; several assumptions are a list: assumptions=[a, b]"
            raise UsageError(expected, "timeout")
        seconds("timeout", timeout)
        return deadline_of(self._settings.timeout if timeout is None else timeout)

    def _assumed(self, assumptions: Assumptions) -> list[Expr]:
        """Return the assumed formulas, and remember their names for the core unless one is refused."""
        named = assumptions if isinstance(assumptions, Mapping) else {"": assumptions}
        assumed, names = list[Expr](), dict[Expr, str]()
        for name, given in named.items():
            items = flat_items([self._valued(name, given)])
            _, formulas = as_formulas(map(self._model.own, items), self._model)
            assumed += formulas
            for each in formulas:
                names.setdefault(each, str(name))
        self._names = names
        return assumed

    def _valued(self, name: object, given: object) -> object:
        """Return the constraint that a variable has a value, if `name` is a variable, or the name of one, and `given` a
        value; else return `given`, a constraint or several.

        Raise ModelError for a value that is not in the variable's domain, and for a number under a name that is no
        variable's.
        """
        if isinstance(given, Handle) or (isinstance(given, Iterable) and not isinstance(given, str)):
            return given
        is_variable = isinstance(name, Handle) or name in self._model
        if not is_variable and (isinstance(given, bool) or constant(given) is None):
            return given
        known, value = self._model.named_value(name, given)
        return self._model[known] == value


def _typed(variable: Expr, value: int) -> int | bool:
    return bool(value) if variable.op == "bool" else value


def session(what: What, **settings: Unpack[Keywords]) -> Session:
    """Open a session with a model: one solver that keeps running and answers many questions, each with its own
    assumptions, while constraints may be added between the questions.

    what: a model, or a path, a board or a result of `load`; the model of these is `s.model`, whose variables are
    `s.model["x"]`.  The block of `with csp2sat.session(m) as s:` ends the solver's process at its end.  Raise
    UsageError for settings that name another solver than the embedded one, and for several objectives.
    """
    model = what if isinstance(what, Model) else Model.of(problem_of(what).model)
    return Session(model, Settings.of({**settings}))
