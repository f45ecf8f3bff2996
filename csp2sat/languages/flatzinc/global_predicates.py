"""The predicates that csp2sat's MiniZinc library keeps whole, as formulas of their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...model.expr import Expr
from .arguments import Argument

PREDICATES: Mapping[str, Callable[[Sequence[Argument]], Expr]] = {}
"""Name of a predicate, such as `csp2sat_regular` -> the formula of its arguments, resolved as `Argument` says."""
