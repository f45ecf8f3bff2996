"""What CPMpy tells a solver, as a csp2sat model: variables, constraints, an objective and hints."""

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
    """A csp2sat model that grows with what CPMpy adds.

    A variable has the name that it has in CPMpy; if that begins with `_` or `~`, with another `~` before it, and what
    is not printable as Python writes it.  Variables of CPMpy's decompositions are hidden: their names begin with `_`.
    """

    supported_global_constraints = frozenset({*CONSTRAINTS, *FUNCTIONS})
    supported_reified_global_constraints = frozenset(CONSTRAINTS)

    def __init__(self, cpm_model: Any):
        """cpm_model: a CPMpy model to begin with, or None."""
        self._native = Model()
        self._user_names: set[str] = set()
        self._domains: dict[str, tuple[bool, int, int]] = {}  # CPMpy takes variables of one name for one
        self._translation = Translation(lambda cpm_var: node_of(self.solver_var(cpm_var)), CONSTRAINTS, FUNCTIONS)
        super().__init__(name=NAME, cpm_model=cpm_model)

    @property
    def native_model(self) -> Model:
        """The csp2sat.Model."""
        return self._native

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of the native model; an integer as it is."""
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
        """A new variable; one that is not the user's is hidden, so that it makes no further solutions."""
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        return self._declare(cpm_var, visible(cpm_var.name) if cpm_var.name in self._user_names else f"_{cpm_var.name}")

    def _declare(self, cpm_var: Any, name: str) -> Term | Formula:
        if cpm_var.is_bool():
            return self._native.bool(name)
        return self._native.int(name, int(cpm_var.lb), int(cpm_var.ub))

    def _show_user_vars(self) -> None:
        """All of the user's variables are there, also those of no constraint, and none is hidden."""
        for cpm_var in self.user_vars:
            known = self.solver_var(cpm_var)
            if (name := visible(cpm_var.name)) not in self._native:
                self._native.add(self._declare(cpm_var, name) == known)

    def transform(self, cpm_expr: Any) -> list[Expression]:
        """A list of constraints, of any nesting, without what csp2sat has not."""
        return decompose_in_tree(
            _total(toplevel_list(cpm_expr)),
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr: Any) -> Self:
        """Require constraints, in any nest of lists."""
        self._collect(cpm_expr)
        self._require(cpm_expr)
        return self

    __add__ = add

    def _collect(self, cpm_expr: Any) -> None:
        """The variables in an expression, or in a nest of lists, are the user's."""
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
        """What is to be as small, or as large, as it can be; a second one replaces the first."""
        node = self._objective_term(expr) if isinstance(expr, Expression) else number(expr)
        term = node if isinstance(node, int) else self._native.handle(Term, node)
        (self._native.minimize if minimize else self._native.maximize)(term)

    def _objective_term(self, expr: Expression) -> Expr | int:
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
        """Is something to be minimized or maximized?"""
        return self._native.objective is not None

    def solution_hint(self, cpm_vars: Iterable[Any], vals: Iterable[Any]) -> None:
        """Try these values first; they replace the values of an earlier call.

        One that a variable cannot have is ignored.
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
    """The constraints, with functions that are defined everywhere.

    In a comparison that is required they may stay as they are: it is false where they are undefined.  What is made of a
    global constraint may have them deeper.
    """
    deeper = [each for each in constraints if isinstance(each, GlobalConstraint) and each.has_subexpr()]
    if not deeper:
        return no_partial_functions(constraints)
    others = [each for each in constraints if not (isinstance(each, GlobalConstraint) and each.has_subexpr())]
    return no_partial_functions(others) + no_partial_functions(deeper, safen_toplevel=PARTIAL)


def visible(name: str) -> str:
    """The name of one of the user's variables in the native model: printable, not empty; `_` begins those that are
    hidden."""
    if name and name.isprintable():
        return f"{PLAIN}{name}" if name.startswith(("_", PLAIN)) else name
    return f"{PLAIN}:{name.encode('unicode_escape').decode()}"
