"""Borders that a player has drawn, as the facts of kinds whose facts are about areas and not about borders."""

from __future__ import annotations

from itertools import chain
from typing import Any

from ..puzzles.facts import Fact, true_facts
from ..puzzles.spec import Board, Cell
from ..reasoning.sentences import capital
from ..reasoning.statements import statements
from ..reasoning.wording.fact_words import facts_text
from .forms import areas_of


def facts_of_borders(board: Board, solution: Any, borders: dict[str, list[str]]) -> list[Fact]:
    """Return the facts that borders say at once: all of an area that is complete, and which cells are of one region.

    solution: the only solution of the board.  borders: of a played board, none of which differs from the solution.
    """
    complete = _complete_cells(solution, areas_of(board, borders))
    joined = _joined_cells(board, borders)
    parted = {frozenset((joined[one], joined[two])) for one, two in _pairs(board, borders, "1")}
    found = []
    for fact in true_facts(board, solution, statements(board).atoms.values()):
        groups = frozenset(joined[cell] for cell in fact.places)
        is_drawn = len(set(fact.places)) == 2 and (len(groups) == 1 or groups in parted)
        if complete.intersection(fact.places) or (fact.what == "region" and is_drawn):
            found.append(fact)
    return found


def _complete_cells(solution: list[list[int]], drawn: list[list[int]]) -> set[Cell]:
    """Return the cells of the areas that are drawn as the solution has them.

    solution, drawn: the number of the area of each cell.
    """
    cells: dict[int, set[Cell]] = {}
    right: dict[int, set[Cell]] = {}
    for numbers, found in ((drawn, cells), (solution, right)):
        for r, row in enumerate(numbers):
            for c, number in enumerate(row):
                found.setdefault(number, set()).add((r, c))
    areas = {frozenset(each) for each in right.values()}
    return set(chain.from_iterable(each for each in cells.values() if frozenset(each) in areas))


def _joined_cells(board: Board, borders: dict[str, list[str]]) -> dict[Cell, Cell]:
    """Return for each cell the first cell of its group; marks of no border join the cells of a group."""
    first = {cell: cell for cell in board.cells()}

    def root(cell: Cell) -> Cell:
        while first[cell] != cell:
            cell = first[cell]
        return cell

    for one, two in _pairs(board, borders, "0"):
        low, high = sorted((root(one), root(two)))
        first[high] = low
    return {cell: root(cell) for cell in first}


def _pairs(board: Board, borders: dict[str, list[str]], sign: str) -> list[tuple[Cell, Cell]]:
    """Return the neighbouring cells between which borders have this sign."""
    steps = {"h": (0, 1), "v": (1, 0)}
    return [
        ((r, c), (r + steps[key][0], c + steps[key][1]))
        for key, rows in borders.items()
        for r, row in enumerate(rows)
        for c, each in enumerate(row)
        if each == sign
    ]


def mistake_in_words(board: Board, place: list[Any], state: Any) -> str:
    """Return that a border of a played board is wrong, as a sentence; place: of the border, `h` or `v` first."""
    key, r, c = place
    sign = state[key][r][c]
    there = (r, c + 1) if key == "h" else (r + 1, c)
    fact = Fact("edge", ((r, c), there), "border", sign == "0")
    return f"{capital(facts_text(board, [fact]))}, but in the only solution it is the other way round."
