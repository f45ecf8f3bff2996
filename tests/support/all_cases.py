"""Every operator and every constraint in small formulas, for what must hold of each of them."""

from collections.abc import Callable
from functools import cache

from csp2sat.model.expr import Expr, bool_var, node
from csp2sat.model.model import Model

from .constraint_cases import NAMED, model_of
from .operator_cases import FORMULAS, operator_model
from .oracle import Assignment, solutions

# by name: the formula, and what makes a model of it
FORMULAS_OF_ALL: dict[str, tuple[Callable[[Expr], Model], Expr]] = {
    **{name: (operator_model, formula) for name, formula in FORMULAS.items()},
    **{f"constraint {name}": (model_of, formula) for name, formula in NAMED.items()},
}


@cache
def solutions_of(name: str) -> frozenset[Assignment]:
    """All solutions of one of them, by brute force."""
    model_for, formula = FORMULAS_OF_ALL[name]
    return frozenset(solutions(model_for(formula)))


@cache
def solutions_of_equivalence(name: str) -> frozenset[Assignment]:
    """All solutions of `r` being equivalent to one of the formulas of operators, by brute force."""
    return frozenset(solutions(operator_model(node("iff", bool_var("r"), FORMULAS[name]))))
