"""The csp2sat model that CPMpy's calls build: variables, constraints, an objective and hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from cpmpy.expressions.core import Expression
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.utils import flatlist
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl
from cpmpy.solvers.solver_interface import SolverInterface
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from .. import build
from ..build.handles import Formula, Term
from ..build.model import Model
from ..build.owner import node_of
from ..errors import ModelError
from ..model.expr import Expr
from .functions import FUNCTIONS
from .global_constraints import CONSTRAINTS
from .translation import Translation, number

NAME = "csp2sat"
PARTIAL = frozenset({"div", "mod", "element", "nd_element"})
PLAIN = "~"  # before names that begin with it, or as those of hidden variables


class ModelInterface(SolverInterface):
    """A csp2sat model that grows with the constraints that CPMpy adds.

    A variable has the same name as in CPMpy, with two exceptions: a name that begins with `_` or `~` gets another `~`
    before it, and characters that are not printable are written as Python writes them.  Variables of CPMpy's
    decompositions are hidden: their names begin with `_`.
    """

    supported_global_constraints = frozenset({*CONSTRAINTS, *FUNCTIONS})
    supported_reified_global_constraints = frozenset(CONSTRAINTS)

    def __init__(self, cpm_model: Any):
        """Begin with the variables and constraints of a CPMpy model; with nothing if `cpm_model` is None."""
        self._native = Model()
        self._user_names: set[str] = set()
        self._domains: dict[str, tuple[bool, int, int]] = {}  # CPMpy takes variables of one name for one
        self._translation = Translation(lambda cpm_var: node_of(self.solver_var(cpm_var)), CONSTRAINTS, FUNCTIONS)
        super().__init__(name=NAME, cpm_model=cpm_model)

    @property
    def native_model(self) -> Model:
        """The `csp2sat.Model` that this object builds."""
        return self._native

    def solver_var(self, cpm_var: Any) -> Any:
        """Return the variable of the native model for a CPMpy variable, declared if it is new; an integer is returned
        as an int.

        Raises ModelError if two CPMpy variables have the same name and different kinds or bounds, and
        NotSupportedError for anything else than a variable or an integer.
        """
        if not isinstance(cpm_var, _NumVarImpl):
            return number(cpm_var)
        found = self._varmap.get(cpm_var.name)
        if found is None:
            found = self._varmap[cpm_var.name] = self._new(cpm_var)
            self._domains[cpm_var.name] = cpm_var.is_bool(), cpm_var.lb, cpm_var.ub
        elif self._domains[cpm_var.name] != (cpm_var.is_bool(), cpm_var.lb, cpm_var.ub):
            raise ModelError(f"two variables of CPMpy are called {cpm_var.name!r}, with different values; rename one")
        return found

    def _new(self, cpm_var: Any) -> Term | Formula:
        """Declare a CPMpy variable in the native model, and return it; for a negated variable return the negation.

        A variable that the user did not name in a constraint is hidden, so that it makes no further solutions.
        """
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        return self._declare(cpm_var, visible(cpm_var.name) if cpm_var.name in self._user_names else f"_{cpm_var.name}")

    def _declare(self, cpm_var: Any, name: str) -> Term | Formula:
        if cpm_var.is_bool():
            return self._native.bool(name)
        return self._native.int(name, int(cpm_var.lb), int(cpm_var.ub))

    def _show_user_vars(self) -> None:
        """Declare each of the user's variables in the native model under a name that is not hidden.

        A variable that is only known as a hidden one gets a visible variable that is equal to it.
        """
        for cpm_var in self.user_vars:
            known = self.solver_var(cpm_var)
            if (name := visible(cpm_var.name)) not in self._native:
                self._native.add(self._declare(cpm_var, name) == known)

    def transform(self, cpm_expr: Any) -> list[Expression]:
        """Return a list of the constraints in any nest of lists, with each part that csp2sat does not have decomposed
        by CPMpy.
        """
        return decompose_in_tree(
            _total(toplevel_list(cpm_expr)),
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr: Any) -> Self:
        """Require the constraints in any nest of lists, and return this object."""
        self._collect(cpm_expr)
        self._require(cpm_expr)
        return self

    def __add__(self, cpm_expr: Any) -> Self:
        return self.add(cpm_expr)

    def _collect(self, cpm_expr: Any) -> None:
        """Record the variables in an expression, or in a nest of lists, as the user's."""
        found = get_variables(cpm_expr)
        self.user_vars.update(found)
        self._user_names.update(cpm_var.name for cpm_var in found)

    def _require(self, cpm_expr: Any) -> None:
        self._native.add([self._formula(each) for each in self.transform(cpm_expr)])

    def _formula(self, constraint: Any) -> Formula:
        if isinstance(constraint, DirectConstraint):
            return constraint.callSolver(self, build)
        return self._native.handle(Formula, self._translation.formula(constraint))

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """Set the objective: an expression to be minimized, or maximized if `minimize` is false; a second call replaces
        the first.
        """
        node = self._objective_term(expr) if isinstance(expr, Expression) else number(expr)
        term = node if isinstance(node, int) else self._native.handle(Term, node)
        (self._native.minimize if minimize else self._native.maximize)(term)

    def _objective_term(self, expr: Expression) -> Expr | int:
        """Return the term of an objective, without partial functions and with each part decomposed that csp2sat does
        not have; the constraints that this needs are required.
        """
        self._collect(expr)
        safe, constraints = safen_objective(expr)
        decomposed, more = decompose_objective(
            safe,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self._require([*constraints, *more])
        return self._translation.term(decomposed)

    def has_objective(self) -> bool:
        """Whether the model has an objective."""
        return self._native.objective is not None

    def solution_hint(self, cpm_vars: Iterable[Any], vals: Iterable[Any]) -> None:
        """Prefer values of variables, in place of the values of an earlier call.

        A value outside the bounds of its variable is ignored.  Raises ModelError unless there are as many values as
        variables, and NotSupportedError for a value that is no integer.
        """
        variables, values = flatlist(cpm_vars), flatlist(vals)
        if len(variables) != len(values):
            raise ModelError(f"a hint of {len(values)} values for {len(variables)} variables; expected as many")
        self._native.preferred.clear()
        for cpm_var, value in zip(variables, map(number, values), strict=True):
            negated = isinstance(cpm_var, NegBoolView)
            if cpm_var.lb <= value <= cpm_var.ub:
                known = self.solver_var(cpm_var._bv if negated else cpm_var)
                self._native.prefer(known, 1 - value if negated else value)


def _total(constraints: list[Expression]) -> list[Expression]:
    """Return constraints equivalent to the given ones, in which partial functions, such as division, are replaced by
    total ones.

    A partial function stays in a comparison that is required, which is false for undefined arguments; inside a global
    constraint with subexpressions partial functions are replaced even there.
    """
    deeper = [each for each in constraints if isinstance(each, GlobalConstraint) and each.has_subexpr()]
    if not deeper:
        return no_partial_functions(constraints)
    others = [each for each in constraints if not (isinstance(each, GlobalConstraint) and each.has_subexpr())]
    return no_partial_functions(others) + no_partial_functions(deeper, safen_toplevel=PARTIAL)


def visible(name: str) -> str:
    """Return the name of a user's variable in the native model: printable, not empty, and never with `_` first, as the
    names of hidden variables are.
    """
    if name and name.isprintable():
        return f"{PLAIN}{name}" if name.startswith(("_", PLAIN)) else name
    return f"{PLAIN}:{name.encode('unicode_escape').decode()}"
