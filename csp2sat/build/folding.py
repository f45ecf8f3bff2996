"""Making one item of many, as NumPy's `sum`, `max` and the like: along which dimension, and what there is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, overload

from ..errors import ModelError
from .handles import Formula, Term, conjunction, disjunction, of_terms
from .nesting import counted
from .owner import ItemByItem, constant


class Foldable(ItemByItem):
    """What can be folded: an array.  Arguments of these methods are those of NumPy's functions; others than `axis` are
    None."""

    __slots__ = ()

    @overload
    def sum(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def sum(self, axis: int, **others: None) -> Any: ...
    def sum(self, axis: int | None = None, **others: None) -> Any:
        """The sum of all items; axis: an array of the sums along that dimension, 0 being those of columns."""
        return self._folded(lambda items: of_terms(Term, "add", *items), axis, others)

    @overload
    def max(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def max(self, axis: int, **others: None) -> Any: ...
    def max(self, axis: int | None = None, **others: None) -> Any:
        """The greatest item; axis: as of `sum`."""
        return self._folded(greatest, axis, others)

    @overload
    def min(self, axis: None = None, **others: None) -> Term: ...
    @overload
    def min(self, axis: int, **others: None) -> Any: ...
    def min(self, axis: int | None = None, **others: None) -> Any:
        """The least item; axis: as of `sum`."""
        return self._folded(least, axis, others)

    @overload
    def all(self, axis: None = None, **others: None) -> Formula: ...
    @overload
    def all(self, axis: int, **others: None) -> Any: ...
    def all(self, axis: int | None = None, **others: None) -> Any:
        """All items, which are formulas, hold; axis: as of `sum`."""
        return self._folded(conjunction, axis, others)

    @overload
    def any(self, axis: None = None, **others: None) -> Formula: ...
    @overload
    def any(self, axis: int, **others: None) -> Any: ...
    def any(self, axis: int | None = None, **others: None) -> Any:
        """One of the items, which are formulas, holds; axis: as of `sum`."""
        return self._folded(disjunction, axis, others)

    def _folded(self, fold: Callable[[Sequence[Any]], Any], axis: int | None, others: dict[str, None]) -> Any:
        """What becomes of all items, or of those in each line along a dimension."""
        check_none(others)
        if axis is None:
            return fold(self.items)
        along = dimension(axis, len(self.shape))
        before, after = self.shape[:along], self.shape[along + 1 :]
        step, block = prod(after), prod(self.shape[along:])
        places = ((part * block, at) for part in range(prod(before)) for at in range(step))
        found = [fold(self.items[start + at : start + block : step]) for start, at in places]
        made: Any = type(self)
        return made(found, (*before, *after)) if before or after else found[0]


def dimension(axis: object, ndim: int) -> int:
    """The dimension that NumPy's argument `axis` means, of so many; -1 is the last one.  ModelError for none."""
    at = constant(axis)
    if at is None or not -ndim <= at < ndim:
        raise ModelError(
            f"axis={axis!r} is no dimension of an array of {counted(ndim, 'dimension')}; they count from 0"
        )
    return at % ndim


def check_none(others: dict[str, None]) -> None:
    """ModelError for an argument of NumPy's functions, other than `axis`, that is not None."""
    for word, value in others.items():
        if value is not None:
            raise ModelError(f"{word}= is not taken; expected axis= or nothing")


def greatest(items: Sequence[Any]) -> Term:
    """The greatest item.  ModelError for none."""
    return _of_some("max", items)


def least(items: Sequence[Any]) -> Term:
    """The least item.  ModelError for none."""
    return _of_some("min", items)


def _of_some(op: str, items: Sequence[Any]) -> Term:
    if not items:
        raise ModelError("an array without items has no greatest and no least item")
    return of_terms(Term, op, *items)
