"""Runs of blanks, each as a letter for its length, as many codes have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import TypeVar

T = TypeVar("T")


def blanks(length: int, letters: str) -> str:
    """A run of blanks.  letters: for runs of 1, 2, 3, ..., the longest first as often as it goes."""
    whole, rest = divmod(length, len(letters))
    return letters[-1] * whole + (letters[rest - 1] if rest else "")


def write_runs(values: Iterable[T | None], token: Callable[[T], str], letters: str) -> str:
    """The tokens of the values, and letters for the runs of None between them."""
    parts = []
    for value, group in groupby(values):
        length = len(list(group))
        parts.append(blanks(length, letters) if value is None else token(value) * length)
    return "".join(parts)
