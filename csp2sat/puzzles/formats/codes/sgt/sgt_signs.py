"""The codes of unequal and dominosa of Simon Tatham's.

unequal: for each cell its number (0: none), then U R D L for each neighbour that is less, then a comma.
dominosa: a digit for each cell, a larger number in brackets.
"""

from __future__ import annotations

import re

from ....spec import Board
from ..spec import Body, Code, Read, Slots, cells, in_cells

ITEM = re.compile(r"([0-9]{1,9})([URDL]*),")
WAYS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}  # to the neighbour that is less
SIGNS = {"U": "^", "R": ">", "D": "v", "L": "<"}


def _read_unequal(body: Body, rows: int, cols: int) -> Read:
    slots = Slots(body, rows * cols)
    signs = {"h": [["."] * (cols - 1) for _ in range(rows)], "v": [["."] * cols for _ in range(rows - 1)]}
    for r, c in ((r, c) for r in range(rows) for c in range(cols)):
        item = ITEM.match(body.text, body.at)
        if item is None:
            if "," not in body.text[body.at :]:
                slots.check_full()
            raise body.error(
                "expected a number (0: none), then U, R, D or L for neighbours that are less, then a comma"
            )
        slots.put(int(item[1]), body.at)
        for letter in item[2]:
            down, right = WAYS[letter]
            if not (0 <= r + down < rows and 0 <= c + right < cols):
                raise body.error(f"there is no cell that way ({letter})")
            signs["v" if down else "h"][min(r, r + down)][min(c, c + right)] = SIGNS[letter]
        body.at = item.end()
    body.check_end()
    grid = in_cells(slots, rows, cols).givens
    return Read(rows, cols, {"grid": grid, **{key: ["".join(row) for row in part] for key, part in signs.items()}}, {})


def _write_unequal(board: Board) -> str:
    return "".join(
        f"{n}{_letters(board, r, c)}," for r, row in enumerate(board.givens["grid"]) for c, n in enumerate(row)
    )


def _letters(board: Board, r: int, c: int) -> str:
    found = ""
    for letter, (down, right) in WAYS.items():
        if board.has((r + down, c + right)):
            part = board.givens["v" if down else "h"]
            found += letter if part[min(r, r + down)][min(c, c + right)] == SIGNS[letter] else ""
    return found


def _read_dominosa(body: Body, rows: int, cols: int) -> Read:
    def put(slots: Slots, at: int) -> None:
        found = re.compile(r"([0-9])|\[([0-9]{1,9})\]").match(body.text, at)
        if found is None:
            if "]" not in body.text[at:] and body.peek() == "[":
                slots.check_full()
            raise body.error("expected a digit, or a number in brackets, such as [12]", at)
        body.at = found.end()
        slots.put(int(found[1] or found[2]), at)

    return cells(body, rows, cols, put)


def _write_dominosa(board: Board) -> str:
    return "".join(str(n) if n < 10 else f"[{n}]" for row in board.givens for n in row)


def code(kind: str) -> Code:
    """Return the code of boards of unequal if `kind` is `unequal`, else of dominosa."""
    return Code(_read_unequal, _write_unequal) if kind == "unequal" else Code(_read_dominosa, _write_dominosa)
