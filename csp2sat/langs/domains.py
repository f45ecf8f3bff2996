"""The domains of the CSP language: `lo hi`, one value, a list of values and (lo hi), or the name of a domain."""

from __future__ import annotations

from ..model.domain import Domain
from .sexpr import Item, shown
from .wrong import Unknown, Wrong

EXPECTED = "expected its values: LOW HIGH, or VALUE, or (VALUE (LOW HIGH) ...), or a domain's name"


def domain_of(form: list[Item], named: dict[str, Domain]) -> Domain:
    """The domain that a declaration says behind its first two items.  Raises Wrong.

    named: the domains that have been declared.
    """
    values = form[2:]
    if not values:
        raise Wrong(form, EXPECTED)
    if len(values) > 2:
        raise Wrong(values[2], f"expected ')' after the bounds, found {shown(values[2])}")
    if len(values) == 1 and isinstance(values[0], str):
        return _named(values[0], named)
    if len(values) == 1 and isinstance(values[0], list):
        return _listed(values[0])
    return Domain([_bounds(values[0], values[-1])])


def _bounds(first: Item, second: Item) -> tuple[int, int]:
    lo, hi = _integer(first), _integer(second)
    if lo > hi:
        raise Wrong(first, f"the range from {shown(first)} to {shown(second)} is empty")
    return lo, hi


def _integer(item: Item) -> int:
    if not isinstance(item, int):
        raise Wrong(item, f"expected an integer, found {shown(item)}")
    return int(item)


def _named(name: str, named: dict[str, Domain]) -> Domain:
    if name not in named:
        raise Unknown(name, f"unknown domain {shown(name)}", named)
    return named[name]


def _listed(items: list[Item]) -> Domain:
    if not items:
        raise Wrong(items, "the domain is empty")
    return Domain(_range(item) for item in items)


def _range(item: Item) -> tuple[int, int]:
    if not isinstance(item, list):
        return _bounds(item, item)
    if len(item) != 2:
        raise Wrong(item, "expected a range (LOW HIGH)")
    return _bounds(*item)
