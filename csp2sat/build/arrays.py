"""Arrays of terms, formulas or integers: NumPy-like indices, operators item by item, and items at variable indices."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Generic, TypeVar, cast, overload

from ..errors import ModelError
from .handles import Formula, Number, Term, Truth, chosen, conjunction, disjunction, of_terms
from .nesting import counted, is_nested, shape_of
from .owner import ItemByItem, integer

ItemT = TypeVar("ItemT", bound=Number)  # what is in it
PartT = TypeVar("PartT")  # what `for part in array` gives: an item, or an array of one dimension less
Index = int | slice | Term


class Array(ItemByItem, Generic[ItemT, PartT]):
    """Terms, formulas or integers in a grid of any number of dimensions, in row-major order; it never changes.

    `a[1]`, `a[-1]`, `g[1, 2]`, `g[:, 0]`, `g[1:, ::2]` as NumPy's.  An index may be a term: `a[x]` is the term that is
    the item at x; where x is outside, it is undefined, and each comparison with it is false (-1 is outside, then).
    Operators work item by item, on arrays of the same shape, nested lists, and single items.
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy leaves operators to us
    __hash__ = None  # type: ignore[assignment]

    items: list[ItemT]

    def __init__(self, items: Sequence[ItemT], shape: tuple[int, ...]):
        if prod(shape) != len(items):
            raise ModelError(f"{len(items)} items are no array of shape {shape}")
        self.items, self.shape = list(items), shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of items."""
        return len(self.items)

    @property
    def flat(self) -> Array[ItemT, ItemT]:
        """All items in a row."""
        return Array(self.items, (self.size,))

    @property
    def T(self) -> Array[ItemT, PartT]:  # noqa: N802  NumPy's name
        """The transposed: rows and columns exchanged."""
        places = product(*map(range, reversed(self.shape)))
        return Array([self._item(place[::-1]) for place in places], self.shape[::-1])

    def reshape(self, *shape: int) -> Array[ItemT, Any]:
        """The same items in another shape."""
        return Array(self.items, shape_of(shape))

    def tolist(self) -> list[Any]:
        """Nested lists of the items."""
        return [each.tolist() if isinstance(each, Array) else each for each in self]

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[PartT]:
        return (self[at] for at in range(len(self)))

    def __contains__(self, item: object) -> bool:
        return any(each is item for each in self.items)

    def __bool__(self) -> bool:
        raise ModelError("an array has no truth value; write build.all_(array) or build.any_(array)")

    def __repr__(self) -> str:
        return f"array({self.tolist()})"

    @overload
    def __getitem__(self, index: int | Term) -> PartT: ...
    @overload
    def __getitem__(self, index: slice) -> Array[ItemT, PartT]: ...
    @overload
    def __getitem__(self, index: tuple[int, int] | tuple[int, int, int]) -> ItemT: ...
    @overload
    def __getitem__(self, index: tuple[Term, int | Term] | tuple[int, Term]) -> Term: ...
    @overload
    def __getitem__(self, index: tuple[slice, slice]) -> Array[ItemT, PartT]: ...
    @overload
    def __getitem__(self, index: tuple[slice, int] | tuple[int, slice]) -> Array[ItemT, ItemT]: ...
    @overload
    def __getitem__(self, index: tuple[slice, Term] | tuple[Term, slice]) -> Array[Term, Term]: ...
    @overload
    def __getitem__(self, index: tuple[Index, ...]) -> Any: ...
    def __getitem__(self, index: Any) -> Any:
        given = index if isinstance(index, tuple) else (index,)
        if len(given) > self.ndim:
            raise ModelError(f"{len(given)} indices for an array of {counted(self.ndim, 'dimension')}")
        axes = [*given, *[slice(None)] * (self.ndim - len(given))]
        if any(isinstance(each, Term) for each in axes):
            return self._at_terms(axes)
        chosen = [_positions(axis, size) for axis, size in zip(axes, self.shape, strict=True)]
        items = [self._item(place) for place in product(*chosen)]
        shape = tuple(len(c) for axis, c in zip(axes, chosen, strict=True) if isinstance(axis, slice))
        return Array(items, shape) if shape else items[0]

    def _item(self, place: Sequence[int]) -> ItemT:
        at = 0
        for index, size in zip(place, self.shape, strict=True):
            at = at * size + index
        return self.items[at]

    def _at_terms(self, axes: list[Index]) -> Any:
        """The items at indices of which some are terms: the others are taken first."""
        rest = self[tuple(slice(None) if isinstance(each, Term) else each for each in axes)]
        kept = [axis for axis in axes if isinstance(axis, Term | slice)]
        free = [at for at, axis in enumerate(kept) if isinstance(axis, slice)]
        places = product(*(range(rest.shape[at]) for at in free))
        index = [(axis, rest.shape[at]) for at, axis in enumerate(kept) if isinstance(axis, Term)]
        found = []
        for place in places:
            fixed = dict(zip(free, place, strict=True))
            found.append(_item_at(index, rest[tuple(fixed.get(at, slice(None)) for at in range(len(kept)))]))
        return Array(found, tuple(rest.shape[at] for at in free)) if free else found[0]

    def sum(self) -> Term:
        """The sum of all items."""
        return of_terms(Term, "add", *self.items)

    def max(self) -> Term:
        """The greatest item."""
        return of_terms(Term, "max", *self._some())

    def min(self) -> Term:
        """The least item."""
        return of_terms(Term, "min", *self._some())

    def all(self) -> Formula:
        """All items, which are formulas, hold."""
        return conjunction(self.items)

    def any(self) -> Formula:
        """One of the items, which are formulas, holds."""
        return disjunction(self.items)

    def _some(self) -> list[ItemT]:
        if not self.items:
            raise ModelError("an array without items has no greatest and no least item")
        return self.items

    def _each(self, operation: Callable[..., Any], *others: object) -> Array[Any, Any]:
        """The operation on each item, and on the items of others in the same place."""
        columns = [self._like(other) for other in others]
        return Array([operation(*items) for items in zip(self.items, *columns, strict=True)], self.shape)

    def _like(self, other: object) -> list[Any]:
        """The items of another array or nested list of the same shape; a single item is repeated."""
        if not is_nested(other):
            return [other] * self.size
        found = array(cast("Iterable[Any]", other))
        if found.shape != self.shape:
            raise ModelError(f"an array of shape {found.shape} with one of shape {self.shape}; expected the same shape")
        return found.items

    def __add__(self, other: Operand) -> Array[Term, Any]:
        return self._each(operator.add, other)

    def __radd__(self, other: Operand) -> Array[Term, Any]:
        return self._each(lambda x, y: y + x, other)

    def __sub__(self, other: Operand) -> Array[Term, Any]:
        return self._each(operator.sub, other)

    def __rsub__(self, other: Operand) -> Array[Term, Any]:
        return self._each(lambda x, y: y - x, other)

    def __mul__(self, other: Operand) -> Array[Term, Any]:
        return self._each(operator.mul, other)

    def __rmul__(self, other: Operand) -> Array[Term, Any]:
        return self._each(lambda x, y: y * x, other)

    def __floordiv__(self, other: Operand) -> Array[Term, Any]:
        return self._each(operator.floordiv, other)

    def __mod__(self, other: Operand) -> Array[Term, Any]:
        return self._each(operator.mod, other)

    def __neg__(self) -> Array[Term, Any]:
        return self._each(operator.neg)

    def __abs__(self) -> Array[Term, Any]:
        return self._each(abs)

    def __lt__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.lt, other)

    def __le__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.le, other)

    def __gt__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.gt, other)

    def __ge__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.ge, other)

    def __eq__(self, other: Operand) -> Array[Formula, Any]:  # type: ignore[override]
        return self._each(operator.eq, other)

    def __ne__(self, other: Operand) -> Array[Formula, Any]:  # type: ignore[override]
        return self._each(operator.ne, other)

    def __invert__(self) -> Array[Formula, Any]:
        return self._each(operator.invert)

    def __and__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.and_, other)

    def __or__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.or_, other)

    def __xor__(self, other: Operand) -> Array[Formula, Any]:
        return self._each(operator.xor, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def implies(self, other: Operand) -> Array[Formula, Any]:
        """Each item implies the other in its place."""
        return self._each(lambda p, q: p.implies(q), other)


Operand = Array[Any, Any] | Sequence[Any] | Number | Truth


@overload
def array(items: Array[ItemT, PartT]) -> Array[ItemT, PartT]: ...
@overload
def array(items: Sequence[Sequence[ItemT]]) -> Array[ItemT, Array[ItemT, ItemT]]: ...
@overload
def array(items: Iterable[ItemT]) -> Array[ItemT, ItemT]: ...
def array(items: Any) -> Any:
    """An array of terms, formulas or integers in (nested) lists, or of a NumPy array.  ModelError for a ragged one."""
    if isinstance(items, Array):
        return items
    flat, shape = _flattened(items)
    return Array(flat, shape)


def _flattened(items: Any) -> tuple[list[Any], tuple[int, ...]]:
    parts: list[Any] = [_flattened(each) if is_nested(each) else ([_item_of(each)], ()) for each in items]
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise ModelError(f"items of shapes {', '.join(map(str, sorted(shapes)))}; expected the same length everywhere")
    inner: tuple[int, ...] = shapes.pop() if shapes else ()
    return [item for flat, _ in parts for item in flat], (len(parts), *inner)


def _item_of(x: object) -> object:
    return x if isinstance(x, Term | Formula | bool) else integer(x, "item of an array")


def _positions(axis: Index, size: int) -> Sequence[int]:
    if isinstance(axis, slice):
        return range(size)[axis]
    if isinstance(axis, Formula):
        raise ModelError(f"{axis!r} is no index; expected an integer, a slice or a term")
    at = integer(axis, "index")
    if not -size <= at < size:
        raise IndexError(f"index {at} is outside of {counted(size, 'item')}")
    return [at % size]


def _item_at(indices: Sequence[tuple[Term, int]], items: Array[Any, Any]) -> Term:
    """The item at indices that are terms, each with the size of its dimension."""
    at: Any = 0
    for index, size in indices:
        at = at * size + index
    if len(indices) > 1:  # where the row is outside, the column could make up for it
        inside = conjunction(part for index, size in indices for part in (index >= 0, index < size))
        at = chosen(inside, at, -1)
    return of_terms(Term, "item-at", at, *items.items)
