"""A problem as clauses in memory, for a solver that the caller drives; models of the clauses are decoded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...base.time_limit import until
from ...base.turns import Turn, in_turn
from ...build.engine_model import ModelSizes
from ...build.goals import Constraints
from ...build.handles import FormulaLike
from ...build.meant import no_attribute_of_encoded
from ...build.model import Model
from ...build.nesting import required
from ...build.owner import Sealed, as_formulas, constant, name_of, shown
from ...cnf.dimacs import header, lines_of
from ...cnf.flat_clauses import flat
from ...cnf.sink import TRUE
from ...errors import SolverError, UsageError
from ...incremental.clauses import GrowingClauses
from ...model.expr import bool_var
from ...model.meaning import broken_constraints, outside_domains
from ...model.model import Answer, Constraint
from ...runner.process import output
from ...solving.pipeline import wrong_answer
from ...solving.problem import Problem, violated
from ..pipelines import deadline_of, warn_of_parts
from ..results import ModelSolution
from ..settings import Settings
from ..writing.encoding import exact_attempt

FORMS = "expected the true literals, such as [1, -2, 3], the text of a solver's answer, or (None, True, False)"
SHOWN = 20  # literals of a clause that a message shows


class EncodedModel(Sealed):
    """The clauses of a problem in memory: their models are the solutions.

    Constraints, and literals of constraints and values, may be added, which appends clauses: `new_clauses` returns
    the clauses that were not returned before.  Literal 1 is the constant true.
    """

    def __init__(self, problem: Problem, owner: Model | None, settings: Settings):
        self._problem, self._settings, self._turn = problem, settings, Turn("formula")
        with until(deadline_of(settings.timeout)):
            given = problem.relaxed or exact_attempt(problem, settings.loop).model()
            self._engine = GrowingClauses(given, settings.coding())
        warn_of_parts(given, settings.coding())
        self._model = Model.of(given) if owner is None else owner
        self._seen = ModelSizes(0, 0, 0)
        _, self._seen = self._model.since(self._seen)
        self._returned = 0

    @property
    def model(self) -> Model:
        """The model, whose variables are those of constraints: `f.model["x"] == 3`; of a board its exact model."""
        return self._model

    @property
    def clauses(self) -> list[list[int]]:
        """All clauses so far, each a list of literals (nonzero integers), as DIMACS has them."""
        return self._engine.clauses

    @property
    def num_vars(self) -> int:
        """The number of variables so far, including variables that are in no clause."""
        return self._engine.num_vars

    @property
    def soft(self) -> list[tuple[list[int], int]]:
        """The objective, or the soft constraints, as soft clauses: pairs of a clause of one literal and the weight that
        a model pays if the literal is false; [] without any.  A model that pays the least is a best solution.
        """
        return [([literal], weight) for weight, literal in self._engine.soft]

    @in_turn
    def new_clauses(self) -> list[list[int]]:
        """Return the clauses that no earlier call has returned: at first all of them."""
        found = self.clauses[self._returned :]
        self._returned = len(self.clauses)
        return found

    @in_turn
    def new_variable(self) -> int:
        """Return a new variable for clauses of your own; numbers that are not asked for may become those of later
        constraints.
        """
        return self._engine.variable()

    @in_turn
    def add(self, *constraints: Constraints, name: str = "") -> None:
        """Add constraints to the clauses, but not to the model itself; the arguments are those of `Model.add`.
        Variables and constraints that the model got after the last encoding are added to the clauses, too.

        Raise LimitReached if encoding exceeds the time limit of the settings.
        """
        formulas = required(constraints, self._model)
        self._extend([Constraint(each, self._model.origin(name)) for each in formulas])

    @in_turn
    def literal(self, constraint: FormulaLike) -> int:
        """Return a literal that is true in a model iff the constraint, such as `x <= 3`, holds in its solution: to
        assume it or its opposite, or for clauses of your own.
        """
        _, (formula,) = as_formulas([self._model.own(constraint)], self._model)
        self._extend([])
        with until(deadline_of(self._settings.timeout)):
            return self._engine.literal(formula)

    @in_turn
    def values(self, variable: object) -> dict[int, int]:
        """Return for each value of a variable the literal that is true iff the variable has the value: for an integer
        x the literal of `x == v` for each v in the domain of x, for a Boolean the literals of 0 and 1.

        variable: the variable, or its name.
        """
        handle = self._model[variable] if isinstance(variable, str) else self._model.own(variable)
        self._extend([])
        name = name_of(handle)
        if name in self._engine.model.ints:
            return self._engine.values(name)
        literal = self._engine.literal(bool_var(name))
        return {0: -literal, 1: literal}

    def decode(self, model: object) -> Any:
        """Return the solution that a model of the clauses means: a ModelSolution, for a board the solution in its
        neutral form.

        model: the true literals; variables beyond `num_vars`, and those without a clause, may be missing.  Also a dict
        of Booleans by variables, the tuple of Booleans that pycryptosat gives, or the text that a solver prints.  Raise
        UsageError for no model, and SolverError for a model that falsifies a clause or lacks a variable.
        """
        true = self._checked(_literals(model))
        answer = self._engine.map.decode(true)
        faults = self._faults(answer) if self._settings.check else []
        if faults:
            raise wrong_answer(faults[0])
        solution = self._problem.solution(answer)
        if self._problem.board is not None:
            if self._settings.check and (faults := self._problem.faults(solution)):
                raise wrong_answer(faults[0])
            return solution
        cost = self._engine.map.cost(true)
        if self._problem.relaxed is not None:
            cost = sum(soft.weight for soft in self._problem.violated(solution))
        return ModelSolution(self.model, solution, cost)

    def blocking_clause(self, model: object) -> list[int]:
        """Return the clause that excludes the solution of a model, whatever the values of auxiliary variables: some
        variable that is not hidden has another value.  model, errors: as for `decode`.
        """
        map_ = self._engine.map
        return map_.blocking_clause(map_.decode(self._checked(_literals(model))))

    def dimacs(self) -> str:
        """Return the clauses so far as the text of a DIMACS file, for a solver's standard input."""
        return header(self.num_vars, len(self.clauses)).decode() + lines_of(flat(self.clauses))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.num_vars} variables, {len(self.clauses)} clauses>"

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_encoded(name, dir(type(self)))

    def _extend(self, constraints: Sequence[Constraint]) -> None:
        """Add the variables and constraints that the model itself has got since, then these constraints."""
        new, seen = self._model.since(self._seen)
        if new.ints or new.bools or new.constraints or constraints:
            with until(deadline_of(self._settings.timeout)):
                self._engine.extend([*new.constraints, *constraints], new.ints, list(new.bools))
        self._seen = seen

    def _checked(self, literals: list[int]) -> set[int]:
        """Return the literals of a model as a set, without literals of variables beyond `num_vars`; raise SolverError
        unless they satisfy all clauses and have each variable of a clause once.
        """
        true = {lit for lit in literals if abs(lit) <= self.num_vars}
        if both := next((lit for lit in true if lit > 0 and -lit in true), 0):
            raise SolverError(f"the model has both {both} and {-both}; expected one of them")
        if len(true) < self.num_vars:
            missing = sorted({abs(lit) for clause in self.clauses for lit in clause} - {*map(abs, true)})
            if missing:
                raise SolverError(output.too_few(len(true), self.num_vars, missing))
        for number, clause in enumerate(self.clauses, 1) if self._settings.check else ():
            if true.isdisjoint(clause):
                text = " ".join(map(str, clause[:SHOWN])) + (" ..." if len(clause) > SHOWN else " 0")
                raise SolverError(
                    f"the model falsifies clause {number}, which is `{text}`; expected a model of these clauses"
                )
        return true

    def _faults(self, answer: Answer) -> list[str]:
        """Return in words the constraints that an answer violates, by their meaning."""
        model = self._engine.model
        outside = [f"{name} is outside its domain" for name in outside_domains(model, answer)]
        return outside or list(map(violated, broken_constraints(model, answer)))


def _literals(model: object) -> list[int]:
    """Return the true literals of a model in one of the forms of `EncodedModel.decode`; raise UsageError for another
    form, SolverError for the text of an answer without a model.
    """
    if isinstance(model, str | bytes):
        answer = output.parse(model.encode() if isinstance(model, str) else model)
        if answer.status != "sat":
            raise SolverError(answer.complaint or f"no model: the answer is {answer.status or 'none'}")
        return answer.literals
    if model is None or isinstance(model, bool):
        raise UsageError(f"no model: {model}; {FORMS}")
    if isinstance(model, Mapping):
        return [_literal(variable) * (TRUE if value else -TRUE) for variable, value in model.items()]
    if not isinstance(model, Iterable):
        raise UsageError(f"no model: {shown(model)}; {FORMS}")
    given = list(model)
    if given[:1] == [None]:
        return [at if value else -at for at, value in enumerate(given) if value is not None]
    return [_literal(each) for each in given]


def _literal(given: object) -> int:
    found = None if isinstance(given, bool) else constant(given)
    if not found:
        raise UsageError(f"{shown(given)} is no literal, which is an integer other than 0; {FORMS}")
    return found
