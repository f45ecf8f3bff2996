"""Arrays of terms, formulas or integers: NumPy-like indices, operators item by item, and items at variable indices."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Generic, NoReturn, TypeVar, cast, overload

from ..base.numbers import counted
from ..errors import ModelError
from .declarations import shape_of
from .folding import Foldable
from .handles import Formula, FormulaLike, Term, TermLike
from .indices import Index, item_at, picked, positions
from .nesting import is_nested, refuse_mapping
from .owner import integer

ItemT = TypeVar("ItemT", bound=TermLike)  # what is in it
PartT = TypeVar("PartT")  # what `for part in array` gives: an item, or an array of one dimension less
ResultT = TypeVar("ResultT", bound=TermLike)  # what an operator makes of an item


class BinaryOperator(Generic[ResultT]):
    """A binary operator as a method of arrays: an array of the results for each item and the other operand's item in
    the same place.
    """

    def __init__(self, operation: Callable[[Any, Any], Any]):
        self._operation = operation

    @overload
    def __get__(self, array: None, owner: type) -> BinaryOperator[ResultT]: ...
    @overload
    def __get__(self, array: Array[Any, Array[Any, Any]], owner: type) -> Callable[[ArrayOperand], RowsOf[ResultT]]: ...
    @overload
    def __get__(self, array: Array[Any, Any], owner: type) -> Callable[[ArrayOperand], Array[ResultT, ResultT]]: ...
    def __get__(self, array: Array[Any, Any] | None, owner: type) -> Any:
        return self if array is None else lambda other: array._each(self._operation, other)


class UnaryOperator(Generic[ResultT]):
    """A unary operator as a method of arrays: an array of the results for each item."""

    def __init__(self, operation: Callable[[Any], Any]):
        self._operation = operation

    @overload
    def __get__(self, array: None, owner: type) -> UnaryOperator[ResultT]: ...
    @overload
    def __get__(self, array: Array[Any, Array[Any, Any]], owner: type) -> Callable[[], RowsOf[ResultT]]: ...
    @overload
    def __get__(self, array: Array[Any, Any], owner: type) -> Callable[[], Array[ResultT, ResultT]]: ...
    def __get__(self, array: Array[Any, Any] | None, owner: type) -> Any:
        return self if array is None else lambda: array._each(self._operation)


UNHASHABLE = "an array is no key of a dict; its name is one, {'y': [0, 2]}, and so are its elements, {y[0]: 0, y[1]: 2}"


class UnhashableArray(ModelError, TypeError):
    """An array where Python needs a value with a hash."""


class Array(Foldable, Generic[ItemT, PartT]):
    """Terms, formulas or integers in a grid of any number of dimensions, in row-major order; it never changes.

    `a[1]`, `a[-1]`, `g[1, 2]`, `g[:, 0]`, `g[1:, ::2]` as NumPy's.  An index may be a term: `a[x]` is the term that is
    the item at x; where x is outside, it is undefined, and each comparison with it is false (-1 is outside, then).
    Operators work item by item, on arrays of the same shape, nested lists, and single items.
    """

    __slots__ = ()
    __array_ufunc__ = None  # NumPy leaves operators to us

    _items: list[ItemT]

    def __hash__(self) -> NoReturn:
        """Raise UnhashableArray: an array is no key of a dict, and no element of a set."""
        raise UnhashableArray(UNHASHABLE)

    def __init__(self, items: Sequence[ItemT], shape: tuple[int, ...]):
        if prod(shape) != len(items):
            raise ModelError(f"{len(items)} items are no array of shape {shape}")
        self._items, self._shape = list(items), shape

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

    def flatten(self) -> Array[ItemT, ItemT]:
        """Return all items in a row."""
        return self.flat

    ravel = flatten

    def diagonal(self, offset: int = 0) -> Array[ItemT, ItemT]:
        """Return the items (i, i + offset) of an array of two dimensions, in a row.  Raises ModelError for another
        number of dimensions.
        """
        if self.ndim != 2:
            raise ModelError(f"an array of {counted(self.ndim, 'dimension')} has no diagonal; expected two dimensions")
        rows, columns = self.shape
        places = [(i, i + offset) for i in range(rows) if 0 <= i + offset < columns]
        return Array([self._item(place) for place in places], (len(places),))

    @property
    def T(self) -> Array[ItemT, PartT]:  # noqa: N802  NumPy's name
        """The transposed: rows and columns exchanged."""
        places = product(*map(range, reversed(self.shape)))
        return Array([self._item(place[::-1]) for place in places], self.shape[::-1])

    @overload
    def reshape(self, shape: Sequence[int], /) -> Array[ItemT, Any]: ...
    @overload
    def reshape(self, size: int, /) -> Array[ItemT, ItemT]: ...
    @overload
    def reshape(self, rows: int, columns: int, /) -> Array[ItemT, Array[ItemT, ItemT]]: ...
    @overload
    def reshape(self, *shape: int) -> Array[ItemT, object]: ...
    def reshape(self, *shape: Any) -> Array[ItemT, Any]:
        """Return the same items in another shape; one size may be -1, which is computed.  Raises ModelError for a shape
        with another number of items.
        """
        given = tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], Sequence) else shape
        if given.count(-1) == 1 and (known := prod(size for size in given if size != -1)):
            given = tuple(self.size // known if size == -1 else size for size in given)
        return Array(self.items, shape_of(given))

    @overload
    def tolist(self: Array[ItemT, Array[ItemT, ItemT]]) -> list[list[ItemT]]: ...
    @overload
    def tolist(self) -> list[PartT]: ...
    def tolist(self) -> list[Any]:
        """Return the items as nested lists."""
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
    def __getitem__(self, index: slice | list[bool] | list[int]) -> Array[ItemT, PartT]: ...
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
        if is_nested(index) and not isinstance(index, tuple):
            chosen_items = picked(list(index), len(self))
            return Array([item for at in chosen_items for item in self._part(at)], (len(chosen_items), *self.shape[1:]))
        given = index if isinstance(index, tuple) else (index,)
        if len(given) > self.ndim:
            raise ModelError(f"{len(given)} indices for an array of {counted(self.ndim, 'dimension')}")
        axes = [*given, *[slice(None)] * (self.ndim - len(given))]
        if any(isinstance(each, Term) for each in axes):
            return self._at_terms(axes)
        chosen = [positions(axis, size) for axis, size in zip(axes, self.shape, strict=True)]
        items = [self._item(place) for place in product(*chosen)]
        shape = tuple(len(c) for axis, c in zip(axes, chosen, strict=True) if isinstance(axis, slice))
        return Array(items, shape) if shape else items[0]

    def _part(self, at: int) -> list[ItemT]:
        """Return all items at an index of the first dimension, in row-major order."""
        size = prod(self.shape[1:])
        return self._items[at * size : (at + 1) * size]

    def _item(self, place: Sequence[int]) -> ItemT:
        at = 0
        for index, size in zip(place, self.shape, strict=True):
            at = at * size + index
        return self._items[at]

    def _at_terms(self, axes: list[Index]) -> Any:
        """Return the item or items at indices of which some are terms; integers and slices among them are applied
        first.
        """
        rest = self[tuple(slice(None) if isinstance(each, Term) else each for each in axes)]
        kept = [axis for axis in axes if isinstance(axis, Term | slice)]
        free = [at for at, axis in enumerate(kept) if isinstance(axis, slice)]
        places = product(*(range(rest.shape[at]) for at in free))
        index = [(axis, rest.shape[at]) for at, axis in enumerate(kept) if isinstance(axis, Term)]
        found = []
        for place in places:
            fixed = dict(zip(free, place, strict=True))
            found.append(item_at(index, rest[tuple(fixed.get(at, slice(None)) for at in range(len(kept)))].items))
        return Array(found, tuple(rest.shape[at] for at in free)) if free else found[0]

    def __matmul__(self, other: ArrayOperand) -> Any:
        """Return the scalar product with another array or list; for two dimensions that of each row, or column, as
        NumPy does.  Raise ModelError for a right operand of more than two dimensions, and if the lengths differ.
        """
        right = array(cast("Iterable[Any]", other))
        if right.ndim > 2:
            raise ModelError(f"@ with a right operand of {right.ndim} dimensions; expected one or two")
        if self.ndim > 1:
            return array([cast("Array[Any, Any]", row) @ right for row in self])
        return (self * right).sum() if right.ndim == 1 else array([self @ column for column in right.T])

    def __rmatmul__(self, other: ArrayOperand) -> Any:
        return array(cast("Iterable[Any]", other)) @ self

    def _each(self, operation: Callable[..., Any], *others: object) -> Array[Any, Any]:
        """Return an array of the results of an operation on each item and the items of `others` in the same place."""
        columns = [self._like(other) for other in others]
        return Array([operation(*items) for items in zip(self.items, *columns, strict=True)], self.shape)

    def _like(self, other: object) -> list[Any]:
        """Return the items of another array or nested list of the same shape; a single item is repeated.

        Raises ModelError for another shape.
        """
        if not is_nested(other):
            return [other] * self.size
        found = array(cast("Iterable[Any]", other))
        if found.shape != self.shape:
            rows = "; arrays are not broadcast: write csp2sat.array([row + other for row in a])" * self._row_shaped(
                found
            )
            raise ModelError(
                f"an array of shape {self.shape} with one of shape {found.shape}; expected the same shape{rows}"
            )
        return found.items

    def _row_shaped(self, other: Array[Any, Any]) -> bool:
        """Whether one of two arrays has the shape of each row of the other, so that NumPy would repeat it."""
        return self.shape[1:] == other.shape or other.shape[1:] == self.shape

    @overload  # type: ignore[override]
    def __eq__(self: Array[ItemT, Array[Any, Any]], other: ArrayOperand) -> RowsOf[Formula]: ...  # type: ignore[overload-overlap]
    @overload
    def __eq__(self, other: ArrayOperand) -> Array[Formula, Formula]: ...
    def __eq__(self, other: ArrayOperand) -> Array[Any, Any]:
        return self._each(operator.eq, other)

    @overload  # type: ignore[override]
    def __ne__(self: Array[ItemT, Array[Any, Any]], other: ArrayOperand) -> RowsOf[Formula]: ...  # type: ignore[overload-overlap]
    @overload
    def __ne__(self, other: ArrayOperand) -> Array[Formula, Formula]: ...
    def __ne__(self, other: ArrayOperand) -> Array[Any, Any]:
        return self._each(operator.ne, other)

    __neg__, __abs__ = UnaryOperator[Term](operator.neg), UnaryOperator[Term](abs)
    __add__, __radd__ = BinaryOperator[Term](operator.add), BinaryOperator[Term](lambda x, y: y + x)
    __sub__, __rsub__ = BinaryOperator[Term](operator.sub), BinaryOperator[Term](lambda x, y: y - x)
    __mul__, __rmul__ = BinaryOperator[Term](operator.mul), BinaryOperator[Term](lambda x, y: y * x)
    __pow__, __rpow__ = BinaryOperator[Term](operator.pow), BinaryOperator[Term](lambda x, y: y**x)
    __floordiv__, __mod__ = BinaryOperator[Term](operator.floordiv), BinaryOperator[Term](operator.mod)
    __rfloordiv__, __rmod__ = BinaryOperator[Term](lambda x, y: y // x), BinaryOperator[Term](lambda x, y: y % x)
    __lt__, __le__ = BinaryOperator[Formula](operator.lt), BinaryOperator[Formula](operator.le)
    __gt__, __ge__ = BinaryOperator[Formula](operator.gt), BinaryOperator[Formula](operator.ge)
    __invert__ = UnaryOperator[Formula](operator.invert)
    __and__ = __rand__ = BinaryOperator[Formula](operator.and_)
    __or__ = __ror__ = BinaryOperator[Formula](operator.or_)
    __xor__ = __rxor__ = BinaryOperator[Formula](operator.xor)
    implies = BinaryOperator[Formula](lambda p, q: p.implies(q))


RowsOf = Array[ResultT, Array[ResultT, ResultT]]
ArrayOperand = Array[Any, Any] | Iterable[object] | TermLike | FormulaLike


@overload
def array(items: Array[ItemT, PartT]) -> Array[ItemT, PartT]: ...
@overload
def array(items: Sequence[Sequence[ItemT]]) -> Array[ItemT, Array[ItemT, ItemT]]: ...
@overload
def array(items: Iterable[ItemT]) -> Array[ItemT, ItemT]: ...
def array(items: Any) -> Any:
    """Return an array of terms, formulas or integers from (nested) lists, or from a NumPy array.

    Raise ModelError if rows differ in length, and for an item of another type.
    """
    if isinstance(items, Array):
        return items
    refuse_mapping(items)
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
