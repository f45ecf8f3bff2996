"""The scores at which the grades begin, for each kind of puzzle and size of board."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import inf, sqrt
from pathlib import Path
from typing import NamedTuple

from .spec import Board

FILE = Path(__file__).with_suffix(".json")
ROUGH_BOUNDS = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0)  # of kinds that have not been measured
LEAST_BOUNDS = (0.0, 0.0, 1.5, 1.55, 1.6, 1.65, 1.7, 1.75, 1.8)  # of all kinds: one clue and two facts are easy


class Measured(NamedTuple):
    """The scores of generated boards of one kind and size, which `scripts/grade_tables.py` measured.

    size: rows and columns of the boards.  numbers: the numbers that hold for a whole board, such as the stars in each
    row.  boards: how many there were.  bounds: the nine deciles of their scores, ascending, but none below its one of
    LEAST_BOUNDS: a board that is easy in itself is not hard because most boards of its size are easier still.
    """

    size: Sequence[int]
    numbers: Mapping[str, int]
    boards: int
    bounds: Sequence[float]

    @property
    def side(self) -> float:
        """The number of rows of a square board with as many cells."""
        return side_of(self.size)


class MeasuredKind(NamedTuple):
    """The measurements of one kind of puzzle.

    sample: the score of the type's first sample, by which a change of the steps is noticed.  sizes: a measurement for
    each size, the smallest boards first.
    """

    sample: float
    sizes: Sequence[Measured]


@cache
def measured() -> dict[str, MeasuredKind]:
    """Return the measurements of each kind of puzzle, by the name of the kind."""
    read = json.loads(FILE.read_text())
    return {
        name: MeasuredKind(found["sample"], [_raised(Measured(**each)) for each in found["sizes"]])
        for name, found in read.items()
    }


def _raised(found: Measured) -> Measured:
    """Return a measurement with none of its bounds below that of LEAST_BOUNDS."""
    return found._replace(bounds=list(map(max, found.bounds, LEAST_BOUNDS)))


def side_of(size: Sequence[int]) -> float:
    """Return the number of rows of a square board with as many cells as one of this size."""
    return sqrt(size[0] * size[1])


def numbers_of(board: Board) -> dict[str, int]:
    """Return the numbers that hold for a whole board, such as the stars in each row, by the names of the givens."""
    named = board.givens if isinstance(board.givens, dict) else {}
    return {name: value for name, value in named.items() if type(value) is int}


def bounds_of(puzzle: str, size: Sequence[int], numbers: Mapping[str, int] | None = None) -> list[float]:
    """Return the nine bounds for boards of a kind and size, ascending; a board's grade is 1 + the number of bounds
    below its score.

    Between two sizes that were measured each bound is interpolated, by the number of rows of a square board with as
    many cells; smaller and larger boards have the bounds of the nearest measured size.  A kind without measurements
    has ROUGH_BOUNDS.  puzzle: the name of the kind.  size: rows and columns.  numbers: as `numbers_of` returns them: if
    boards with the same numbers were measured, these alone count.  None: the numbers of the measured boards whose size
    is nearest.
    """
    if puzzle not in measured():
        return list(ROUGH_BOUNDS)
    sizes, side = measured()[puzzle].sizes, side_of(size)
    if numbers is None:
        numbers = min(sizes, key=lambda each: abs(each.side - side)).numbers
    alike = [each for each in sizes if each.numbers == numbers] or sizes
    small = max((each for each in alike if each.side <= side), key=lambda each: each.side, default=alike[0])
    large = min((each for each in alike if each.side >= side), key=lambda each: each.side, default=alike[-1])
    share = (side - small.side) / (large.side - small.side) if small.side < side < large.side else 0.0
    least = large if side < small.side else small
    return [low + share * (high - low) for low, high in zip(least.bounds, large.bounds, strict=True)]


def outside(puzzle: str, size: Sequence[int]) -> int:
    """Return -1 for a size that is smaller than each that was measured for the kind, 1 for one that is larger, else 0.

    Boards of such a size have the bounds of the nearest one, so that small boards have low grades, and large ones high
    grades.  puzzle: the name of the kind.
    """
    sides = [each.side for each in measured()[puzzle].sizes] if puzzle in measured() else []
    side = side_of(size)
    return 0 if not sides else -1 if side < min(sides) else 1 if side > max(sides) else 0


def beyond(puzzle: str, size: Sequence[int]) -> str:
    """Return in words that a board is smaller or larger than all measured boards of its kind; '' if it is not.

    puzzle: the name of the kind.  size: rows and columns.
    """
    if not (side := outside(puzzle, size)):
        return ""
    known = sorted(measured()[puzzle].sizes, key=lambda each: each.side)
    least, most = ("x".join(map(str, each.size)) for each in (known[0], known[-1]))
    sizes = least if least == most else f"{least} to {most}"
    what, nearest = ("smaller", least) if side < 0 else ("larger", most)
    return f"grades of {puzzle} were measured on boards of {sizes}; this one is {what}, and graded as one of {nearest}"


def bounds(board: Board) -> list[float]:
    """Return the nine bounds for a board by its kind, its size, and the numbers that hold for the whole board."""
    return bounds_of(board.puzzle, (board.rows, board.cols), numbers_of(board))


def existing(found: Sequence[float]) -> list[int]:
    """Return the grades that a board can have: where two bounds of `found` are equal, since many boards have one score,
    no board has the grade between them.
    """
    least = (-1.0, *found, inf)
    return [value for value in range(1, len(least)) if least[value - 1] < least[value]]
