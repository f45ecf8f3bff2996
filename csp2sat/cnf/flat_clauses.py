"""Clauses as flat lists of literals, each clause ended by 0: the form in which sinks, files and proofs hold them.

Imports are few here, because the process of a session, which starts once for each search, needs the file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from ..base.time_limit import check_time

Clause = list[int]
MOST_VARS = (1 << 31) - 2  # what solvers hold in a machine integer
PIECE = 1 << 14  # integers that are handled at once: they and their text stay in a cache of the processor
Flat = TypeVar("Flat", list[int], "array[int]")


def clauses(flat: list[int]) -> list[Clause]:
    """Return the clauses of a flat list (each ended by 0, also the last one) as separate lists, without the 0."""
    found: list[Clause] = []
    start = 0
    while start < len(flat):
        end = flat.index(0, start)
        found.append(flat[start:end])
        start = end + 1
    return found


def flat(clauses: Iterable[Sequence[int]]) -> list[int]:
    """Return clauses as one flat list, each ended by 0."""
    return [lit for clause in clauses for lit in (*clause, 0)]


def pieces(flat: Flat) -> Iterator[Flat]:
    """Yield the clauses of a flat list in pieces of whole clauses, each of PIECE integers or hardly more.

    Pieces keep the memory small that the text of the clauses takes.  Raises LimitReached if the time limit has passed.
    """
    start = 0
    while start < len(flat):
        check_time()
        end = flat.index(0, min(start + PIECE, len(flat) - 1)) + 1
        yield flat[start:end]
        start = end
