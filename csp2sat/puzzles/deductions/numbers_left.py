"""Numbers that cells still may have, for the words of steps."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ..fact_forms import Fact
from ..spec import Board, Cell

NEEDS = "would have to be"  # before what a number would make of another cell


def numbers_left(board: Board, cells: Iterable[Cell], facts: Iterable[Fact]) -> dict[Cell, set[int]]:
    """Return for each of the cells the numbers from 1 to the number of rows that the givens and some facts leave."""
    given, every = board.filled(), range(1, board.rows + 1)
    left = {cell: {given[cell]} if cell in given else {*every} for cell in cells}
    for fact in facts:
        if (cell := fact.places[0]) in left:
            left[cell] = {number for number in left[cell] if (number == fact.value) != fact.negative}
    return left


def numbers_out(left: Mapping[Cell, Collection[int]], facts: Iterable[Fact]) -> list[tuple[Cell, int]]:
    """Return each cell with each number that some facts exclude from the cell, of the numbers that are left there."""
    return [
        (fact.places[0], number)
        for fact in facts
        for number in sorted(left.get(fact.places[0], ()))
        if (number == fact.value) == fact.negative
    ]


def fits(numbers: Collection[int], left: Mapping[Cell, Collection[int]]) -> bool:
    """Whether each cell can have another one of some numbers, as many as there are cells; left: what each can be."""
    of = dict[int, Cell]()

    def has_one(cell: Cell, tried: set[int]) -> bool:
        for number in left[cell]:
            if number in numbers and number not in tried:
                tried.add(number)
                if number not in of or has_one(of[number], tried):
                    of[number] = cell
                    return True
        return False

    return all(has_one(cell, set()) for cell in left)
