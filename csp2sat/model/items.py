"""The items of a constraint's form in CSP text: small checks for `GlobalConstraint.arguments`.

An item is an integer, a symbol (str), a list, or something opaque: an expression of the language, to be handed on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .ops import COMPARISONS

Item = Any
Pairs = list[tuple[Item, str]]  # items with their sorts

DATA = "data"  # the sort of what is handed to the constraint as it is


class WrongItem(ValueError):
    """An item that cannot stand where it does; the message says what was expected."""

    def __init__(self, item: Item, message: str):
        super().__init__(message)
        self.item = item


def counted(items: Sequence[Item], counts: Sequence[int], usage: str) -> Sequence[Item]:
    """The items, if there are as many as one of the counts."""
    if len(items) not in counts:
        raise ValueError(f"expected {usage}")
    return items


def listed(item: Item, what: str) -> list[Item]:
    """The items of a list."""
    if not isinstance(item, list):
        raise WrongItem(item, f"expected a list of {what}")
    return item


def packed(item: Item, size: int, what: str) -> list[Item]:
    """The items of a list of `size` items."""
    if not isinstance(item, list) or len(item) != size:
        raise WrongItem(item, f"expected {what}")
    return item


def tuples(item: Item, size: int, what: str) -> list[list[Item]]:
    """The lists of a list, each of `size` items."""
    return [packed(each, size, what) for each in listed(item, what)]


def integer(item: Item, what: str, least: int | None = None, most: int | None = None) -> int:
    """An integer that is written as one, within the bounds."""
    if not isinstance(item, int):
        raise WrongItem(item, f"expected {what}, an integer")
    if (least is not None and item < least) or (most is not None and item > most):
        raise WrongItem(item, f"expected {what}, {_range(least, most)}")
    return int(item)


def _range(least: int | None, most: int | None) -> str:
    return f"at least {least}" if most is None else f"from {least} to {most}"


def comparison(item: Item) -> str:
    """The name of a comparison, such as `le`."""
    if not isinstance(item, str) or item not in COMPARISONS:
        raise WrongItem(item, "expected a comparison: = != < <= > >=")
    return str(item)


def chunks(values: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """The values cut into pieces of `size`."""
    return [values[at : at + size] for at in range(0, len(values), size)]
