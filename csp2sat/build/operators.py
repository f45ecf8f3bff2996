"""Operators of arrays, which work item by item."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .handles import TermLike

if TYPE_CHECKING:
    from .arrays import Array, ArrayOperand, RowsOf

ResultT = TypeVar("ResultT", bound=TermLike)  # what an operator makes of an item


class BinaryOperator(Generic[ResultT]):
    """A method of arrays: an operator on each item and the other's in the same place, an array of what comes out."""

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
    """The same of an operator on one item."""

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
