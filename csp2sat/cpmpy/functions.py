"""CPMpy's global functions as nodes of terms, by CPMpy's names; CPMpy decomposes all other global functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from cpmpy.expressions.utils import get_bounds

from ..build.functions.counting import different_values, number_of
from ..model.division import truncated_quotient, truncated_remainder
from ..model.domain import Domain
from ..model.expr import all_of, any_of, node
from .translation import Translated, Translation, number


def _of_terms(op: str) -> Callable[[Translation, Any], Translated]:
    """Return a function that translates an expression into the operator `op` on its translated arguments."""
    return lambda translation, given: node(op, *translation.terms(given.args))


def _quotient(translation: Translation, given: Any) -> Translated:
    """Return the quotient of the two arguments, rounded to 0."""
    return truncated_quotient(*translation.terms(given.args))


def _remainder(translation: Translation, given: Any) -> Translated:
    """Return the remainder of a division of the first argument by the second, with the sign of the first."""
    return truncated_remainder(*translation.terms(given.args))


def _element(translation: Translation, given: Any) -> Translated:
    items, index = given.args
    return _item(translation.terms(items), translation.term(index))


def _nd_element(translation: Translation, given: Any) -> Translated:
    """Return the item of an array of several dimensions at indices that are terms.

    The item is undefined if one index is outside of its dimension, even if the place computed from all indices is
    inside.
    """
    array, *indices = given.args
    at = translation.terms(indices)
    sizes = [prod(array.shape[axis + 1 :]) for axis in range(array.ndim)]
    place: Translated = node("add", *(node("mul", size, each) for size, each in zip(sizes, at, strict=True)))
    inside = (
        part
        for each, size in zip(at, array.shape, strict=True)
        for part in (node("ge", each, 0), node("lt", each, size))
    )
    return _item(translation.terms(array.flat), node("if", all_of(inside), place, -1))


def _item(items: list[Translated], index: Translated) -> Translated:
    return node("item-at", index, *items)


def _count(translation: Translation, given: Any) -> Translated:
    """Return the number of items that are equal to the value."""
    items, value = given.args
    terms, wanted = translation.terms(items), translation.term(value)
    return number_of((node("eq", term, wanted) for term in terms), [*terms, wanted])


def _among(translation: Translation, given: Any) -> Translated:
    """Return the number of items that have one of the values; an item counts once even if its value is listed twice."""
    items, values = given.args
    terms, wanted = translation.terms(items), list(dict.fromkeys(translation.terms(values)))
    return number_of((any_of(node("eq", term, each) for each in wanted) for term in terms), [*terms, *wanted])


def _number_of_values(translation: Translation, given: Any) -> Translated:
    return _different(given.args, translation.terms(given.args))


def _number_of_other_values(translation: Translation, given: Any) -> Translated:
    """Return the number of different values of the items, without counting the value that the second argument gives."""
    items, value = given.args
    return _different(items, translation.terms(items), number(value))


def _different(items: Sequence[Any], terms: list[Translated], *but: int) -> Translated:
    """Return the number of different values of the items, the values `but` not counted.

    items: CPMpy's expressions.  terms: the same as terms.
    """
    least, most = get_bounds(items)
    values = Domain([(int(min(least)), int(max(most)))]) if terms else None
    return different_values(terms, values, but)


FUNCTIONS: dict[str, Callable[[Translation, Any], Translated]] = {
    "abs": _of_terms("abs"),
    "among": _among,
    "count": _count,
    "div": _quotient,
    "element": _element,
    "max": _of_terms("max"),
    "min": _of_terms("min"),
    "mod": _remainder,
    "mul": _of_terms("mul"),
    "nd_element": _nd_element,
    "nvalue": _number_of_values,
    "nvalue_except": _number_of_other_values,
    "pow": _of_terms("pow"),
}
