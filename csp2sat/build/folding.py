"""Folding the items of an array to one item, like NumPy's `sum` and `max`, over all items or along a dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias, overload

from ..base.numbers import counted
from ..errors import ModelError
from .handles import Formula, Term, conjunction, disjunction, of_terms
from .owner import ItemByItem, constant

Axis: TypeAlias = int | tuple[int, ...] | None
"""The dimension, or the dimensions, along which items are folded; None: all."""


class Foldable(ItemByItem):
    """An array, as far as its items can be folded.

    The arguments of these methods are those of NumPy's functions; all except `axis` must be None.
    """

    __slots__ = ()

    @overload
    def sum(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def sum(self, axis: int | tuple[int, ...], **others: None) -> Any: ...
    def sum(self, axis: Axis = None, **others: None) -> Any:
        """Return the sum of all items, or the array of the sums along the dimension `axis`, or along several, such as
        `axis=(1, 2)`; axis 0 gives the sums of columns.
        """
        return self._folded(lambda items: of_terms(Term, "add", *items), axis, others)

    @overload
    def max(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def max(self, axis: int | tuple[int, ...], **others: None) -> Any: ...
    def max(self, axis: Axis = None, **others: None) -> Any:
        """Return the greatest item; axis: as of `sum`."""
        return self._folded(greatest, axis, others)

    @overload
    def min(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def min(self, axis: int | tuple[int, ...], **others: None) -> Any: ...
    def min(self, axis: Axis = None, **others: None) -> Any:
        """Return the least item; axis: as of `sum`."""
        return self._folded(least, axis, others)

    @overload
    def all(self, axis: None = None, **others: None) -> Formula: ...
    @overload
    def all(self, axis: int | tuple[int, ...], **others: None) -> Any: ...
    def all(self, axis: Axis = None, **others: None) -> Any:
        """Return the formula that all items, which are formulas, hold; axis: as of `sum`."""
        return self._folded(conjunction, axis, others)

    @overload
    def any(self, axis: None = None, **others: None) -> Formula: ...
    @overload
    def any(self, axis: int | tuple[int, ...], **others: None) -> Any: ...
    def any(self, axis: Axis = None, **others: None) -> Any:
        """Return the formula that at least one of the items, which are formulas, holds; axis: as of `sum`."""
        return self._folded(disjunction, axis, others)

    def _folded(self, fold: Callable[[Sequence[Any]], Any], axis: Axis, others: dict[str, None]) -> Any:
        """Return the result of `fold` on all items; with an `axis` the array of its results on the items in each line
        along it, or in each part along several dimensions.

        others: NumPy's other arguments.  Raises ModelError if one of them is not None.
        """
        check_none(others)
        if axis is None:
            return fold(self.items)
        along = dimensions(axis, len(self.shape))
        kept = [at for at in range(len(self.shape)) if at not in along]
        inside = self._offsets(along)
        found = [fold([self.items[start + each] for each in inside]) for start in self._offsets(kept)]
        made: Any = type(self)
        return made(found, tuple(self.shape[at] for at in kept)) if kept else found[0]

    def _offsets(self, of: Sequence[int]) -> list[int]:
        """Return, for all indices of some dimensions, how far behind the first item the item at them is, with index 0
        in the others; in row-major order.
        """
        steps = [[index * prod(self.shape[at + 1 :]) for index in range(self.shape[at])] for at in of]
        return [sum(each) for each in product(*steps)]


def dimensions(axis: int | tuple[int, ...], ndim: int) -> list[int]:
    """Return the dimensions, each from 0, that NumPy's argument `axis`, an integer or several, means in an array of
    `ndim` dimensions.

    Raises ModelError if the array has no such dimension, or one is named twice.
    """
    found = sorted(dimension(each, ndim) for each in (axis if isinstance(axis, tuple | list) else [axis]))
    if len(set(found)) < len(found):
        raise ModelError(f"axis={axis!r} has a dimension twice")
    return found


def dimension(axis: object, ndim: int) -> int:
    """Return the dimension, from 0, that NumPy's argument `axis` means in an array of `ndim` dimensions; -1 is the
    last.

    Raises ModelError if the array has no such dimension.
    """
    at = constant(axis)
    if at is None or not -ndim <= at < ndim:
        raise ModelError(
            f"axis={axis!r} is no dimension of an array of {counted(ndim, 'dimension')}; they count from 0"
        )
    return at % ndim


def check_none(others: dict[str, None]) -> None:
    """Raise ModelError if an argument of NumPy's functions other than `axis` is not None."""
    for word, value in others.items():
        if value is not None:
            raise ModelError(f"{word}= is not taken; expected axis= or nothing")


def greatest(items: Sequence[Any]) -> Term:
    """Return the greatest of the items.  Raises ModelError if there are none."""
    return _of_some("max", items)


def least(items: Sequence[Any]) -> Term:
    """Return the least of the items.  Raises ModelError if there are none."""
    return _of_some("min", items)


def _of_some(op: str, items: Sequence[Any]) -> Term:
    if not items:
        raise ModelError("an array without items has no greatest and no least item")
    return of_terms(Term, op, *items)
