"""Every operator and every constraint in small formulas, for what must hold of each of them."""

from collections.abc import Callable

from csp2sat.model.expr import Expr
from csp2sat.model.model import Model

from .constraint_cases import NAMED, model_of
from .operator_cases import FORMULAS, operator_model

# by name: the formula, and what makes a model of it
FORMULAS_OF_ALL: dict[str, tuple[Callable[[Expr], Model], Expr]] = {
    **{name: (operator_model, formula) for name, formula in FORMULAS.items()},
    **{f"constraint {name}": (model_of, formula) for name, formula in NAMED.items()},
}
