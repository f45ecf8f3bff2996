"""The default maker: a random solution, all clues that follow from it, and of these clues only the needed ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..base.portable_random import RandomSource
from ..puzzles.givens import CellForm, GivenSection, SectionsForm
from ..puzzles.making import Making, none_dropped
from ..puzzles.spec import PUZZLES, Board, Cell
from .from_models import random_solution
from .spec import Draft, Maker, SpareGivens
from .uniqueness import made_unique


def maker_of(puzzle: str, making: Making[Any]) -> Maker:
    """Return the maker of boards of the puzzle with this name, which works as its constant MAKING says."""

    def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
        full = with_all_clues(random, puzzle, making, rows, cols)
        if full is not None and making.change is not None:
            full = changed_until_unique(random, making, full)
        return full

    def spare(random: RandomSource, board: Board) -> SpareGivens:
        return spare_clues(random, making, board)

    drops = None if making.dropped is none_dropped else spare
    return Maker(attempt, making.least, making.dropped is None, drops, making.refuse, making.usual)


def with_all_clues(random: RandomSource, puzzle: str, making: Making[Any], rows: int, cols: int) -> Draft | None:
    """Return the board of rows x cols cells with all clues of a random solution, and that solution; None if the random
    draws lead to none.

    puzzle: its name.  making: says how solutions are drawn, and clues follow.
    """
    drawn = making.solution and making.solution(random, rows, cols)
    empty = board_without_clues(random, puzzle, making, rows, cols)
    solution = drawn if making.solution else random_solution(random, empty, making.share)
    if solution is None:
        return None
    full = making.givens_of(random, empty, solution) if making.givens_of else with_solution(empty, solution)
    return Draft(full, PUZZLES[puzzle].rewritten(full, solution)) if full else None


def changed_until_unique(random: RandomSource, making: Making[Any], full: Draft) -> Draft | None:
    """Return a board with all clues and one solution, by changing the given one at cells in which solutions differ;
    None if more than `making.changes` changes are needed.
    """

    def change(draft: Draft, wrong: list[Cell]) -> Draft:
        assert making.change is not None
        board, solution = making.change(random, *draft, wrong)
        return Draft(board, PUZZLES[board.puzzle].rewritten(board, solution))

    return made_unique(full, lambda draft: draft, change, making.changes)


def board_without_clues(random: RandomSource, puzzle: str, making: Making[Any], rows: int, cols: int) -> Board:
    """Return a board of rows x cols cells without clues of the puzzle with this name: random givens if `making` draws
    them, such as rooms, otherwise blank cells.
    """
    if making.empty is not None:
        return Board(puzzle, rows, cols, making.empty(random, rows, cols))
    return Board(puzzle, rows, cols, blank_givens(PUZZLES[puzzle].form, making.blank, rows, cols))


def blank_givens(form: CellForm | SectionsForm, blank: Any, rows: int, cols: int) -> Any:
    """Return givens in this form without clues, for rows x cols cells: each cell (each corner, in a form of corners) is
    `blank`, and strings consist of dots.
    """
    if isinstance(form, CellForm):
        values = [[blank] * (cols + form.corners) for _ in range(rows + form.corners)]
        return form.givens(values, form.usual(rows, cols))
    return {section.key: blank_lists(section, blank, rows, cols) for section in form.sections}


def blank_lists(section: GivenSection, blank: Any, rows: int, cols: int) -> Any:
    """Return the lists of a section of givens for rows x cols cells, filled with `blank` (dots in strings); a section
    of one list is that list itself.
    """
    line = ["." if section.strings else blank] * (section.number_of_values(rows, cols) or 0)
    lists = [section.joined(list(line)) for _ in range(section.number_of_lists(rows, cols) or 0)]
    return lists[0] if section.lists == "one" else lists


def with_solution(board: Board, solution: Sequence[Sequence[Any]]) -> Board:
    """Return the board with the value that each cell has in the solution as its given."""
    return board.with_values({(r, c): solution[r][c] for r, c in board.cells()})


def spare_clues(random: RandomSource, making: Making[Any], board: Board) -> SpareGivens:
    """Return the clues of a board that may be dropped: lower ranks of `making` first, in random order within each
    rank.
    """

    def cleared(board: Board, cells: Sequence[Cell]) -> Board:
        return board.with_values(dict.fromkeys(cells, making.blank))

    clues = random.shuffled((making.dropped or PUZZLES[board.puzzle].clues.optional)(board))
    order = sorted(clues, key=lambda cell: making.rank(board, cell))
    anchor = making.anchor and making.anchor(board)
    return SpareGivens(order, anchor, cleared if making.cleared else None)
