"""Numbers with arrows (yajilin in puzz.link, `arrowNumber16`).

a-z    1 to 26 free cells       dn    direction (1 up, 2 down, 3 left, 4 right), one hexadecimal digit
0.     a blank block            (5+d)nn, -dnnn    the same with two and with three digits
                                d.    a direction without a number

If clues have colours (castle), a digit for the colour stands before each clue: 0 grey, 1 white, 2 black.
"""

from __future__ import annotations

from ...spec import Board
from .spec import DIGITS, LETTERS, Body, Code, Read, Slots, cannot, cells, write_runs

FREE, BLOCK = ".", "#"
WAYS = "?UDLR"  # by their digits
EXPECTED = "free cells (a-z), a direction (0-9) or -"


def _read(body: Body, rows: int, cols: int, colours: str) -> Read:
    """Return the `rows` x `cols` board of clues with `colours`, by their digits; raise InputError at a wrong
    character.
    """

    def put(slots: Slots, at: int) -> None:
        char = body.take(DIGITS[: len(colours)] + LETTERS, "free cells (a-z) or a colour (0-2)")
        if char in LETTERS:
            slots.put(FREE, at, LETTERS.index(char) + 1)
        else:
            clue = _clue(body, body.take("-" + DIGITS[:10], "a direction (0-9) or -"), at, True)
            slots.put(colours[int(char)] + clue.strip(BLOCK), at)

    return cells(body, rows, cols, put)


def _read_plain(body: Body, rows: int, cols: int, block: bool) -> Read:
    """Return the `rows` x `cols` board of clues without colours, which may have blocks if `block`; raise InputError at
    a wrong character.
    """

    def put(slots: Slots, at: int) -> None:
        char = body.take("-" + DIGITS, EXPECTED)
        if char in LETTERS:
            slots.put(FREE, at, LETTERS.index(char) + 1)
        else:
            slots.put(_clue(body, char, at, block), at)

    return cells(body, rows, cols, put)


def _clue(body: Body, char: str, at: int, block: bool) -> str:
    """Return the value of the cell whose first character, `char`, was read at the index `at`; blocks are allowed if
    `block`.

    Raises InputError for a number, or an arrow that is no block, without a direction.
    """
    direction = int(body.take("01234", "a direction (1-4)")) if char == "-" else int(char) % 5
    size = 3 if char == "-" else 1 + int(char) // 5
    if size == 1 and body.peek() == ".":
        body.at += 1
        if not direction and not block:
            raise body.error("an arrow without a direction cannot stand here", at)
        return f"?{WAYS[direction]}" if direction else BLOCK
    number = body.number(size, 16)
    if not direction:
        raise body.error("a number without a direction cannot stand here", at)
    return f"{number}{WAYS[direction]}"


def _write(board: Board, colours: str) -> str:
    """Return the text of the cells in this code."""
    values = (value for row in board.givens for value in row)
    return write_runs((None if v == FREE else _coloured(board, v, colours) for v in values), str, LETTERS)


def _coloured(board: Board, value: str, colours: str) -> str:
    if not colours:
        return _token(board, value)
    return str(colours.index(value[0])) + _token(board, value[1:] or BLOCK)


def _token(board: Board, value: str) -> str:
    if value == BLOCK:
        return "0."
    number, direction = value[:-1], WAYS.index(value[-1])
    if number == "?":
        return f"{direction}."
    if int(number) >= 16**3:
        raise cannot(board, f"{number} is too big; expected at most {16**3 - 1}")
    if int(number) >= 256:
        return f"-{direction}{int(number):03x}"
    return f"{direction}{int(number):x}" if int(number) < 16 else f"{direction + 5}{int(number):02x}"


def code(block: bool = True, colours: str = "") -> Code:
    """Return the code of free cells and arrows, and of blocks if `block`.

    `colours` has the colours of clues by their digits, '' if clues have none; a coloured clue needs no arrow.
    """
    if colours:
        return Code(lambda body, rows, cols: _read(body, rows, cols, colours), lambda board: _write(board, colours))
    return Code(lambda body, rows, cols: _read_plain(body, rows, cols, block), lambda board: _write(board, ""))
