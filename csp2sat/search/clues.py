"""The clues of a board: which cells have one, the board without some of them, and what might be added to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from copy import deepcopy
from typing import Any

from ..errors import InputError
from ..puzzles import kakuro, rooms
from ..puzzles.givens import Form
from ..puzzles.segments import segments
from ..puzzles.spec import PUZZLES, Board, Cell, CellError

# What a cell has instead, where a clue is left out: an empty cell, or a number that is not told
LEFT_OUT: dict[str, Any] = {
    "akari": "#",
    "fillomino": 0,
    "hashiwokakero": -1,
    "hitori": 0,
    "masyu": ".",
    "nurikabe": -1,
    "shikaku": -1,
    "slitherlink": ".",
    "sudoku": 0,
}
IN_RULES = ("fillomino", "hitori", "nurikabe")  # whose models have no constraint for each clue
NUMBERS = "01234"
ADDED: dict[str, str] = {"akari": NUMBERS, "masyu": "wb", "slitherlink": NUMBERS}


def told(board: Board) -> set[Cell]:
    """The cells in which something is given."""
    marks = PUZZLES[board.puzzle].picture(board, None).marks
    return {(i // 2, j // 2) for (i, j), *_, role, _ in marks if i % 2 and j % 2 and role == "given"}


def can_be_left_out(board: Board) -> list[Cell]:
    """The cells with a clue that the board could be without; [] for a puzzle of which that is not known."""
    if board.puzzle not in LEFT_OUT:
        return []
    values, blank = _values(board), LEFT_OUT[board.puzzle]
    return [(r, c) for r, c in sorted(told(board)) if values[r][c] not in (blank, 0, ".")]


def only(board: Board, clues: Collection[Cell]) -> Board:
    """The board with these of its clues alone."""
    values = _values(board)
    for r, c in can_be_left_out(board):
        if (r, c) not in clues:
            values[r][c] = LEFT_OUT[board.puzzle]
    return _with(board, values)


def added(board: Board, clues: Collection[tuple[Cell, Any]]) -> Board:
    """The board with more clues, each a cell and its value: of a room its first cell; sums besides those there are."""
    if board.puzzle == "heyawake":
        numbers = list(board.givens["clues"])
        for (r, c), value in clues:
            numbers[board.givens["regions"][r][c]] = value
        return Board(board.puzzle, board.rows, board.cols, {**board.givens, "clues": numbers})
    values = _values(board)
    for (r, c), value in clues:
        sums = values[r][c] if board.puzzle == "kakuro" else {}
        values[r][c] = {way: sums[way] or value[way] for way in sums} if sums else value
    return _with(board, values)


def addable(board: Board) -> Iterator[tuple[Cell, Any]]:
    """What one might write into a cell as one more clue; nothing for a puzzle of which that is not known."""
    if board.puzzle == "heyawake":
        for cells, clue in zip(rooms.rooms(board), board.givens["clues"], strict=True):
            yield from ((cells[0], value) for value in range(len(cells) // 2 + 2) if clue is None)
    elif board.puzzle == "kakuro":
        yield from _sums(board)
    else:
        yield from _into_cells(board)


def _sums(board: Board) -> Iterator[tuple[Cell, Any]]:
    """Sums of the lines that have none, in the black cells before them."""
    white = [cell for cell in board.cells() if kakuro.is_white(board, cell)]
    for way, line in segments(board, white):
        (r, c), (i, j) = line[0], kakuro.STEPS[way]
        if board.has((r - i, c - j)) and board.givens[r - i][c - j][way] is None and len(line) <= len(kakuro.DIGITS):
            least = sum(kakuro.DIGITS[: len(line)])
            most = sum(kakuro.DIGITS[-len(line) :])
            yield from (((r - i, c - j), {**kakuro.BLACK, way: value}) for value in range(least, most + 1))


def _into_cells(board: Board) -> Iterator[tuple[Cell, Any]]:
    values, blank = _values(board) if board.puzzle in LEFT_OUT else [], LEFT_OUT.get(board.puzzle)
    for r, c in board.cells() if values else ():
        if values[r][c] != blank:
            continue
        for value in _possible(board):
            if _is_allowed(added(board, [((r, c), value)])):
                yield (r, c), value


def _possible(board: Board) -> Collection[Any]:
    if board.puzzle in ("sudoku", "hashiwokakero"):
        return range(1, (board.rows if board.puzzle == "sudoku" else 8) + 1)
    if board.puzzle in ("nurikabe", "shikaku", "fillomino"):
        return range(1, min(board.rows * board.cols, 40) + 1)
    return ADDED.get(board.puzzle, ())


def _is_allowed(board: Board) -> bool:
    try:
        PUZZLES[board.puzzle].check(board)
    except (CellError, InputError, ValueError):
        return False
    return True


def _values(board: Board) -> list[list[Any]]:
    form = PUZZLES[board.puzzle].form
    assert isinstance(form, Form)
    return form.values(board.givens)


def _with(board: Board, values: list[list[Any]]) -> Board:
    form = PUZZLES[board.puzzle].form
    assert isinstance(form, Form)
    return Board(board.puzzle, board.rows, board.cols, form.givens(deepcopy(values), form.numbers(board.givens)))


def value(board: Board, cell: Cell) -> Any:
    """What is given in a cell."""
    return _values(board)[cell[0]][cell[1]]
