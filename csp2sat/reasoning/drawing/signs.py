"""Boards in ASCII around steps: stars with letters, and a line below that says what the signs of the drawing mean."""

from __future__ import annotations

from collections.abc import Iterator

from ...puzzles.drawing import ascii
from ...puzzles.drawing.picture import Mark, MarkShape, Picture
from ...puzzles.spec import PUZZLES, Board, Solution
from ..wording.place_words import star_letters

WAYS = {"^": "up", "v": "down", "<": "to the left", ">": "to the right"}
UNKNOWN = {"?": "number that is not given"}
BLACK = {"#": "black cell"}
CIRCLES = {"o": "circle", "w": "white circle", "b": "black circle", **UNKNOWN}
ENDS = {sign: f"end of a ship that goes on {way}" for sign, way in zip("v^><", WAYS.values(), strict=True)}
CLUED = {sign: f"arrow {way}" for sign, way in zip("UDLR", WAYS.values(), strict=True)} | UNKNOWN
MEANINGS: dict[MarkShape, dict[str, str]] = {  # what the characters in the text of a mark of a shape mean
    "text": BLACK | UNKNOWN,
    "fill": BLACK,
    "grey fill": {"#": "grey cell"},
    "white circle": {"0": "white circle"},
    "black circle": {"1": "black circle"},
    "ring": CIRCLES,
    "black ring": CIRCLES,
    "island": UNKNOWN,
    "apart": UNKNOWN,
    "point": {"o": "star"},
    "arrow": {sign: f"arrow {way}" for sign, way in WAYS.items()} | UNKNOWN,
    "dotted ring": {sign: f"firefly whose dot is {way}" for sign, way in WAYS.items()} | UNKNOWN,
    "white cell": CLUED,
    "grey cell": CLUED,
    "black cell": CLUED,
    "clue": {
        "\\": "black cell: left of the \\ the sum of the cells below, right of it the sum of the cells to the right"
    },
    "corner": {"+": "sum", "-": "difference", "*": "product", "/": "quotient"},
    "ship part": {**ENDS, "m": "part between the ends of a ship", "o": "ship of one cell"},
    "sign": {
        "<": "the left number is smaller",
        ">": "the right number is smaller",
        "^": "the upper number is smaller",
        "v": "the lower number is smaller",
    },
}
GROUNDS = {"cells": "corner of cells, or middle of a blank cell", "dots": "corner of cells"}
BLANK = "."


def drawn_lines(board: Board, solution: Solution | None) -> list[str]:
    """Return the lines of the ASCII drawing of a board and of its solution, if not None, in which stars with a galaxy
    have the letters that sentences name; below the drawing of a board alone a line says what its signs mean.
    """
    picture, names = PUZZLES[board.puzzle].picture(board, solution), star_letters(board)
    firsts = [((mark.point[0] - 1) // 2, (mark.point[1] - 1) // 2) for mark in picture.marks]
    marks = [
        mark._replace(text=names[first]) if mark.shape == "point" and first in names else mark
        for first, mark in zip(firsts, picture.marks, strict=True)
    ]
    picture = picture._replace(marks=marks)
    signs = signs_text(picture) if solution is None else ""
    return [*map(str.rstrip, ascii.draw(picture).splitlines()), *([signs] if signs else [])]


def signs_text(picture: Picture) -> str:
    """Return a line that says what the signs in the drawing of a board mean, `Signs: SIGN = MEANING; ...`; '' if the
    drawing has no signs but numbers, letters, borders, and points for blank cells.
    """
    shown = list({mark.point: mark for mark in picture.marks if mark.text}.values())  # others are below them
    drawn = "".join(mark.text for mark in shown)
    noted = {note.marks[0].text: note.words for note in picture.notes if len(note.marks) == 1}
    found = {sign: words for sign, words in noted.items() if words and sign in drawn}
    for sign, meaning in (each for mark in shown for each in _meanings(mark)):
        found.setdefault(sign, meaning)
    stars = [mark.text for mark in shown if mark.shape == "point" and mark.text.isupper()]
    if stars:
        ordered = sorted(stars, key=lambda name: (len(name), name))  # A to Z, then AA, AB, and so on
        found[f"{ordered[0]} to {ordered[-1]}"] = "star"
    if picture.ground in GROUNDS:
        found.setdefault("+", GROUNDS[picture.ground])
    if _are_dark(picture):
        found["a number"] = "black cell"
    if any(mark.shape == "island" for mark in shown):
        found["a number"] = "island"
    if found and BLANK in drawn:
        found.setdefault(BLANK, "blank cell")
    return f"Signs: {'; '.join(f'{sign} = {meaning}' for sign, meaning in found.items())}." if found else ""


def _meanings(mark: Mark) -> Iterator[tuple[str, str]]:
    """Yield the signs in the text of a mark, each with its meaning."""
    of_shape = MEANINGS.get(mark.shape, {})
    yield from ((sign, of_shape[sign]) for sign in mark.text if sign in of_shape)


def _are_dark(picture: Picture) -> bool:
    """Whether all numbers of a picture, at least one, are in dark cells that the drawing shows by the numbers alone."""
    dark = {mark.point for mark in picture.marks if mark.shape == "fill"}
    numbers = {mark.point for mark in picture.marks if mark.text.isdigit()}
    return bool(numbers) and numbers <= dark
