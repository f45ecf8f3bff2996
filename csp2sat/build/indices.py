"""Indices of arrays: integers and slices, which are known, and terms, whose values a solution gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.numbers import counted, cut
from ..errors import ModelError
from .handles import Formula, Term, chosen, conjunction, of_terms
from .owner import integer, is_truth

Index = int | slice | Term


def positions(axis: Index, size: int) -> Sequence[int]:
    """Return the positions, in a dimension of the given size, of an index that is an integer or a slice.

    Raises IndexError for an integer outside, and ModelError for any other index.
    """
    if isinstance(axis, slice):
        return range(size)[axis]
    if isinstance(axis, Formula):
        raise ModelError(f"{axis!r} is no index; expected an integer, a slice or a term")
    at = integer(axis, "index")
    if not -size <= at < size:
        raise IndexError(f"index {cut(at)} is outside of {counted(size, 'item')}")
    return [at % size]


def picked(index: Sequence[Any], size: int) -> list[int]:
    """Return the positions that a list picks of a dimension: a truth value for each position, or positions.

    Raises ModelError for a list of truth values that has another length, IndexError for a position outside.
    """
    if index and all(map(is_truth, index)):
        if len(index) != size:
            raise ModelError(f"a mask of {counted(len(index), 'truth value')} for {counted(size, 'item')}")
        return [at for at, taken in enumerate(index) if taken]
    return [positions(integer(each, "index"), size)[0] for each in index]


def item_at(indices: Sequence[tuple[Term, int]], items: Sequence[object]) -> Term:
    """Return the item at indices that are terms, each with the size of its dimension; undefined if one of them is
    outside.

    items: all items of these dimensions, in row-major order.
    """
    at: Any = 0
    for index, size in indices:
        at = at * size + index
    if len(indices) > 1:  # where the row is outside, the column could make up for it
        inside = conjunction(part for index, size in indices for part in (index >= 0, index < size))
        at = chosen(inside, at, -1)
    return of_terms(Term, "item-at", at, *items)
