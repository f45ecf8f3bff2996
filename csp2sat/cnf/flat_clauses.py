"""Clauses as flat lists of literals, each clause ended by 0: the form in which sinks, files and proofs hold them.

Nothing but this is here: the process of a session, which starts once a search, imports it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ..base.time_limit import check_time

Clause = list[int]
MOST_VARS = (1 << 31) - 2  # what solvers hold in a machine integer
PIECE = 1 << 16  # integers that are handled at once
Flat = TypeVar("Flat", list[int], "array[int]")


def clauses(flat: list[int]) -> list[Clause]:
    """The clauses of a flat block, as lists."""
    found: list[Clause] = []
    start = 0
    while start < len(flat):
        end = flat.index(0, start)
        found.append(flat[start:end])
        start = end + 1
    return found


def flat(clauses: Iterable[Sequence[int]]) -> list[int]:
    """Clauses as a flat block."""
    return [lit for clause in clauses for lit in (*clause, 0)]


def pieces(flat: Flat) -> Iterator[Flat]:
    """The same clauses in pieces of PIECE integers and hardly more, so that their text takes little memory."""
    start = 0
    while start < len(flat):
        check_time()
        end = flat.index(0, min(start + PIECE, len(flat) - 1)) + 1
        yield flat[start:end]
        start = end
