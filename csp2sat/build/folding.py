"""Making one item of many, as NumPy's `sum`, `max` and the like: along which dimension, and what there is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import ModelError
from .handles import Term, of_terms
from .nesting import counted
from .owner import constant


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
