"""Kakuro in puzz.link: the cells without the clue row and the clue column, then the clues of these two.

    k-z    1 to 16 white cells       xy    a black cell with the clues x (down) and y (across)
    .      a black cell without clues

A clue is 0-9, a-j (10 to 19) or A-Z (20 to 45); `-` or 0: none.  Behind the last cell follow the clues down of the
columns whose first cell is white, then the clues across of the rows whose first cell is white.
"""

from __future__ import annotations

from ...notation import Givens
from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, ValuePath, cannot, write_runs

VALUES = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"  # by their numbers
LETTERS = DIGITS[20:]
EXPECTED = "a clue (0-9, a-j, A-Z, -)"
WHITE = None


def read(body: Body, rows: int, cols: int) -> Read:
    """Return the board of the body, which has one row and one column more than `rows` and `cols`; raise InputError at a
    wrong character.
    """
    slots = _inner(body, rows, cols)
    inner = [slots.values[r * cols : (r + 1) * cols] for r in range(rows)]
    places: dict[ValuePath, int] = {(k // cols + 1, k % cols + 1): place for k, place in enumerate(slots.places)}
    top, left = [black() for _ in range(cols + 1)], [black() for _ in range(rows)]
    down = [c for c in range(cols) if inner[0][c] is WHITE]
    across = [r for r in range(rows) if inner[r][0] is WHITE]
    outside = Slots(body, len(down) + len(across), "clues beside the board")
    while outside.left():
        at = body.at
        outside.put(_clue(body), at)
    body.check_end()
    for c, clue, at in zip(down, outside.values, outside.places, strict=False):
        top[c + 1]["down"], places[0, c + 1] = clue, at
    for r, clue, at in zip(across, outside.values[len(down) :], outside.places[len(down) :], strict=True):
        left[r]["across"], places[r + 1, 0] = clue, at
    return Read(rows + 1, cols + 1, [top, *([first, *row] for first, row in zip(left, inner, strict=True))], places)


def _inner(body: Body, rows: int, cols: int) -> Slots:
    slots = Slots(body, rows * cols)
    while slots.left() and body.peek():
        at = body.at
        if body.peek() in LETTERS:
            slots.put(WHITE, at, LETTERS.index(body.take(LETTERS, "")) + 1)
        elif body.peek() == ".":
            body.at += 1
            slots.put(black(), at)
        else:
            down = _clue(body, f"white cells (k-z), . or {EXPECTED}")
            slots.put(black(down, _clue(body)), at)
    slots.check_full()
    return slots


def black(down: int | None = None, across: int | None = None) -> dict[str, int | None]:
    """Return a black cell in the neutral form."""
    return {"across": across, "down": down}


def _clue(body: Body, expected: str = EXPECTED) -> int | None:
    char = body.take(VALUES + "-", expected)
    return None if char in "-0" else VALUES.index(char)


def write(board: Board) -> str:
    """Return the text of the cells in this code, then of the clues outside; raise UsageError if the board has no such
    text.
    """
    _check_outside(board)
    top, *rows = board.givens
    cells = (cell for row in rows for cell in row[1:])
    parts = [write_runs(cells, lambda cell: _token(board, cell), LETTERS)]
    parts += [_value(board, top[c]["down"]) for c in range(1, board.cols) if rows[0][c] is WHITE]
    parts += [_value(board, row[0]["across"]) for row in rows if row[1] is WHITE]
    return "".join(parts)


def _token(board: Board, cell: dict[str, int | None]) -> str:
    if cell["down"] is None and cell["across"] is None:
        return "."
    return _value(board, cell["down"]) + _value(board, cell["across"])


def _value(board: Board, clue: int | None) -> str:
    if (clue or 0) >= len(VALUES):
        raise cannot(board, f"{clue} is too big; expected at most {len(VALUES) - 1}")
    return VALUES[clue or 0]


def _check_outside(board: Board) -> None:
    """Raise UsageError if the clue row or clue column has a white cell, or a clue for which a URL has no place."""
    if min(board.rows, board.cols) < 2:
        raise cannot(board, "the board has no cells besides the clue row and the clue column")
    for r, c in board.cells():
        if min(r, c) == 0 and not _outside(board.givens, r, c):
            raise cannot(board, f"row {r + 1}, column {c + 1} is a white cell, or has a clue that is next to none")


def _outside(givens: Givens, r: int, c: int) -> bool:
    cell = givens[r][c]
    if cell is WHITE:
        return False
    down = cell["down"] is None or (r == 0 < c and givens[1][c] is WHITE)
    across = cell["across"] is None or (c == 0 < r and givens[r][1] is WHITE)
    return down and across


def code() -> Code:
    """Return the code of white cells, and of black cells with sums."""
    return Code(read, write)
