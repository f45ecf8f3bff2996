"""Boards of the older types as texts of puzzlekit, which `csp2sat convert --to puzzlekit` does not write.

A board is the neutral JSON form.  Size, then a line of words for each row, `-` for a cell without anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Form = dict[str, Any]
Grid = Iterable[Iterable[str]]
ARROWS = {"U": "n", "D": "s", "L": "w", "R": "e"}


def text_of(form: Form) -> str | None:
    """The text, as the function `puzzlekit.solve` reads it with the board's type; None for what it cannot say."""
    if form["type"] not in LINES:
        return None
    lines = [list(line) for line in LINES[form["type"]](form)]
    if any(word == "?" for line in lines for word in line):
        return None
    return "\n".join([f"{form['rows']} {form['cols']}", *map(" ".join, lines)]) + "\n"


def signs(**known: str) -> Callable[[Form], Grid]:
    """Cells that are characters; `known`: how some are written, by their names."""
    named = {".": "-", "#": known.pop("black", "?"), **known}
    return lambda form: ([named.get(sign, sign) for sign in row] for row in form["givens"])


def numbers(form: Form) -> Grid:
    """Cells that are numbers, 0 without one; one that is not told cannot be said."""
    return ([str(value) if value > 0 else "?" if value < 0 else "-" for value in row] for row in form["givens"])


def sudoku(form: Form) -> Grid:
    """Numbers; boxes have to be squares."""
    square = form["givens"]["box_rows"] == form["givens"]["box_cols"]
    return ([str(value or "-") if square else "?" for value in row] for row in form["givens"]["grid"])


def yajilin(form: Form) -> Grid:
    """Numbers with arrows."""
    for row in form["givens"]:
        yield map(_arrow, row)


def _arrow(word: str) -> str:
    if word == ".":
        return "-"
    return f"{word[:-1]}{ARROWS[word[-1]]}" if word[:-1].isdigit() and word[-1] in ARROWS else "?"


def heyawake(form: Form) -> Grid:
    """The numbers of rooms, each in the first cell of its room, then the rooms."""
    regions, clues = form["givens"]["regions"], form["givens"]["clues"]
    left = {room: str(clue) for room, clue in enumerate(clues) if clue is not None}
    yield from ([left.pop(room, "-") for room in row] for row in regions)
    yield from ([str(room) for room in row] for row in regions)


def nonogram(form: Form) -> Grid:
    """The numbers of each column, then those of each row."""
    for line in (*form["givens"]["cols"], *form["givens"]["rows"]):
        yield map(str, line or [0])


def kakuro(form: Form) -> Grid:
    """`DOWN,ACROSS` in black cells, 0 in white ones."""
    for row in form["givens"]:
        yield ["0" if cell is None else _sums(cell["down"], cell["across"]) for cell in row]


def _sums(down: int | None, across: int | None) -> str:
    return "-" if down is across is None else f"{down or ''},{across or ''}"


LINES: dict[str, Callable[[Form], Grid]] = {
    "akari": signs(black="x"),
    "heyawake": heyawake,
    "hitori": numbers,
    "kakuro": kakuro,
    "masyu": signs(),
    "nonogram": nonogram,
    "nurikabe": numbers,
    "shikaku": numbers,
    "slitherlink": signs(),
    "sudoku": sudoku,
    "yajilin": yajilin,
}
