"""Runs around cells (tapa in puzz.link): a clue of up to four numbers in one or two characters.

g-z    1 to 20 blank cells        0-8    one number        9    1, 1, 1, 1       .    ?
else two digits of base 36: the number 360 + 6a + b stands for a, b; 396 + 16a + 4b + c for a, b, c;
460 + 8a + 4b + 2c + d for a, b, c, d; in these 0 is ?
"""

from __future__ import annotations

from ...spec import Board
from .spec import DIGITS, Body, Code, Read, Slots, cells, write_runs

BLANKS = DIGITS[16:]
PAIRS = DIGITS[10:16]  # the first characters of two
EXPECTED = "a clue (0-9, a-f, .) or blanks (g-z)"
BASES = {2: (360, (6, 1)), 3: (396, (16, 4, 1)), 4: (460, (8, 4, 2, 1))}  # count -> what is added, weights
MOST = {2: 6, 3: 4, 4: 2}  # each number is less


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character."""

    def put(slots: Slots, at: int) -> None:
        char = body.take(DIGITS + ".", EXPECTED)
        if char in BLANKS:
            slots.put(None, at, BLANKS.index(char) + 1)
        elif char in PAIRS:
            slots.put(_several(body, 36 * DIGITS.index(char) + body.number(1, 36), at), at)
        else:
            slots.put([-1] if char == "." else [1, 1, 1, 1] if char == "9" else [int(char)], at)

    return cells(body, rows, cols, put)


def _several(body: Body, number: int, at: int) -> list[int]:
    """Return the numbers of a clue of two characters, which write `number`, with -1 for `?`; raise InputError, at the
    index `at`, if they are no clue.
    """
    count = 2 if number < 396 else 3 if number < 460 else 4
    base, weights = BASES[count]
    left, clue = number - base, []
    for weight in weights:
        clue.append(left // weight or -1)
        left %= weight
    if max(clue) >= MOST[count]:
        raise body.error("two characters that are no clue", at)
    return clue


def write(board: Board) -> str:
    """Return the text of the cells in this code."""
    return write_runs((tuple(clue) if clue else None for row in board.givens for clue in row), _token, BLANKS)


def _token(clue: tuple[int, ...]) -> str:
    if len(clue) == 1:
        return "." if clue[0] == -1 else str(clue[0])
    if clue == (1, 1, 1, 1):
        return "9"
    base, weights = BASES[len(clue)]
    number = base + sum(weight * max(each, 0) for weight, each in zip(weights, clue, strict=True))
    return DIGITS[number // 36] + DIGITS[number % 36]


def code() -> Code:
    """Return the code of lists of numbers, with None for a blank cell."""
    return Code(read, write)
