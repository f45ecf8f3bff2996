"""Numbers beside the board in Simon Tatham's game IDs.

towers: the numbers above, below, to the left and to the right with `/` between them, nothing for no number; then `,`
    and the cells, if a number is given in a cell.
tents: for each tree a character for the blank cells before it (`_` none, `a` 1 .. `y` 25; `z` 25 without a tree), one
    more behind the last cell, then `,` and a number for each column, and for each row.
"""

from __future__ import annotations

from ....kit.sides import SIDES
from ....notation import GivenParts
from ....spec import Board
from ..spec import LETTERS, Body, Code, Read, Slots, cannot
from . import sgt_numbers
from .sgt_blocks import parts

TREE, BLANK = "T", "."


def _numbers(body: Body, sign: str, count: int, what: str, least: int) -> list[int]:
    """Return the `count` numbers of the body, which are separated by `sign`; 0 for an empty one if `least` is above 0.

    Raises InputError if a word is no number from `least` on, if a word is empty and `least` is 0, or if there are not
    `count` words; `what` is the name of a number in messages.
    """
    words = body.text.split(sign)
    at = 0
    found = []
    for word in words:
        if word and not (word.isascii() and word.isdigit() and len(word) <= 9 and int(word) >= least):
            raise body.error(f"{word[:20]} is no {what}; expected a number from {least} on", at)
        if not word and not least:
            raise body.error(f"expected a {what} here", at)
        found.append(int(word or 0))
        at += len(word) + 1
    if len(words) != count:
        raise body.error(f"found {len(words)} times a {what}; expected {count}", len(body.text))
    return found


def _read_towers(body: Body, rows: int, cols: int) -> Read:
    beside, *cells = parts(body, (1, 2), "numbers beside the board, and cells")
    counts = _numbers(beside, "/", 4 * rows, "number beside the board", 1)
    givens: GivenParts = {side: counts[at * rows : (at + 1) * rows] for at, side in enumerate(SIDES)}
    grid = sgt_numbers.read(cells[0], rows, rows).givens if cells else [[0] * rows for _ in range(rows)]
    return Read(rows, cols, {**givens, "grid": grid}, {})


def _write_towers(board: Board) -> str:
    beside = "/".join(str(n or "") for side in SIDES for n in board.givens[side])
    grid = board.givens["grid"]
    return beside + (f",{sgt_numbers.written(board, grid)}" if any(map(any, grid)) else "")


def _read_tents(body: Body, rows: int, cols: int) -> Read:
    end = body.text.find(",") if "," in body.text else len(body.text)
    trees = body.part(0, end)
    slots = Slots(trees, rows * cols + 1, behind=1)
    while slots.left():
        at = trees.at
        char = trees.take("_" + LETTERS, "a tree and the blank cells before it (_, a-z)")
        slots.put(BLANK, at, 0 if char == "_" else min(LETTERS.index(char) + 1, 25))
        if char != "z":
            slots.put(TREE, at)
    trees.check_end()
    counts = _numbers(body.part(min(end + 1, len(body.text)), len(body.text)), ",", rows + cols, "number of tents", 0)
    grid = ["".join(slots.values[r * cols : (r + 1) * cols]) for r in range(rows)]
    return Read(rows, cols, {"grid": grid, "rows": counts[cols:], "cols": counts[:cols]}, {})


def _write_tents(board: Board) -> str:
    counts = board.givens["cols"] + board.givens["rows"]
    if None in counts:
        raise cannot(board, "a row or column has no number")
    text, run = "", 0
    for char in ["".join(board.givens["grid"]), TREE]:
        for cell in char:
            if cell != TREE:
                run += 1
                continue
            whole, rest = divmod(run, 25) if run % 25 or not run else (run // 25 - 1, 25)
            text, run = text + "z" * whole + (LETTERS[rest - 1] if rest else "_"), 0
    return ",".join([text, *map(str, counts)])


def code(kind: str) -> Code:
    """Return the code of boards of towers if `kind` is `towers`, else of tents."""
    return Code(_read_towers, _write_towers) if kind == "towers" else Code(_read_tents, _write_tents)
