"""FlatZinc's constraints on arrays: the element at an index, counted from 1."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.expr import FALSE, Expr, all_of, any_of, node
from ..arguments import Builtin, Scalar, compare, formula, reified
from .integer_builtins import member


def element(index: Expr | int, items: Sequence[Scalar], value: Expr | int) -> Expr:
    """Return the formula that the index is inside of `items`, counted from 1, and that `value` equals the item."""
    if isinstance(index, int):
        return compare("eq", items[index - 1], value) if 1 <= index <= len(items) else FALSE
    return node("eq", node("item-at", node("sub", index, 1), *items), value) if items else FALSE


def bool_element(index: Expr | int, items: Sequence[Scalar], value: Scalar) -> Expr:
    """Return the formula that the index is inside of `items`, counted from 1, and that the Boolean `value` equals the
    item.

    With constant items `value` is equivalent to membership of the index in the set of indices of the true items.
    """
    if isinstance(index, int):
        return reified(value, formula(items[index - 1])) if 1 <= index <= len(items) else FALSE
    inside = member(index, range(1, len(items) + 1))
    if not any(isinstance(item, Expr) for item in items):
        true = tuple(at for at, item in enumerate(items, start=1) if item)
        return all_of((inside, reified(value, member(index, true))))
    chosen = [any_of((node("ne", index, at), reified(value, formula(item)))) for at, item in enumerate(items, start=1)]
    return all_of([inside, *chosen])


ARRAYS = {
    "array_int_element": Builtin("iNi", element),
    "array_var_int_element": Builtin("iIi", element),
    "array_bool_element": Builtin("iBb", bool_element),
    "array_var_bool_element": Builtin("iBb", bool_element),
}
