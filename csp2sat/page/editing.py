"""Editing on the page: the parts of a board's text, each with the places that its words belong to.

An edit replaces words and the board is read again, so what a kind of puzzle refuses is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from ..api.generating import size_or_usual
from ..api.problems import loads
from ..api.writing.puzzles import puzzle_called, sample
from ..errors import Csp2SatError, UsageError
from ..puzzles.givens import CellForm, GivenSection
from ..puzzles.spec import PUZZLES, AnyPuzzle, Board
from .boards import board_fields
from .requests import PageRequest, check_size

PartShape = Literal["cells", "corners", "across", "down", "labels", "rows", "columns", "rooms", "points", "line"]
LABELS = ("regions", "cages")  # sections with the room of each cell
NOTHING, NEW = "-", "+"  # words: no clue, a room of its own
MOST_CHANGES = 10_000
PartWords = list[list[str]]


@dataclass(frozen=True)
class TextPart:
    """A part of a board's text.

    word: its line in the text; '' if the part has none.  name: for people.  shape: what its words belong to.  words:
    a list for each row (or for each column of `columns`, each point of `points`).  joined: whether the lists are one
    line of the text.
    """

    word: str
    name: str
    shape: PartShape
    words: PartWords
    joined: bool = False

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        rows = [" ".join(row) or NOTHING for row in self.words]
        if self.shape == "line" and self.joined:
            yield f"{self.word} {rows[0]}"
            return
        yield from [self.word] if self.word else []
        yield from [" ".join(rows)] if self.joined else rows


def parts_of(board: Board) -> list[TextPart]:
    """Return the parts of a board's text, in the order of the text."""
    puzzle = PUZZLES[board.puzzle]
    form, givens = puzzle.form, board.givens
    found = []
    if form.extra:
        numbers = [str(number) for number in form.numbers(givens)]
        found.append(TextPart(form.extra.word, form.extra.word, "line", [numbers], joined=True))
    if isinstance(form, CellForm):
        words = [[puzzle.cells.token(value) for value in row] for row in form.values(givens)]
        is_rooms = form.under in LABELS
        shape: PartShape = "labels" if is_rooms else "corners" if form.corners else "cells"
        return [*found, TextPart("", form.under if is_rooms else "clues", shape, words)]
    has_rooms = any(section.word in LABELS for section in form.sections)
    for section in form.sections:
        if section.key in givens:
            found.append(_section_part(puzzle, section, givens[section.key], has_rooms))
    return found


def _section_part(puzzle: AnyPuzzle, section: GivenSection, values: Any, has_rooms: bool) -> TextPart:
    """Return the part of a section with these values; has_rooms: whether the board has rooms."""
    cells = section.cells or puzzle.cells
    if section.lists == "one":
        words = [[cells.token(value)] for value in values]
        shape: PartShape = {"rows": "rows", "cols": "columns"}.get(section.values, "rooms" if has_rooms else "line")  # type: ignore[assignment]
        if shape == "line":
            return TextPart(section.word, section.word, shape, [[word for row in words for word in row]])
        return TextPart(section.word, section.word, shape, words, joined=True)
    words = [[cells.token(value) for value in row] for row in values]
    shape = _shape(section)
    if shape == "labels":
        words = [[NOTHING if word == "." else word for word in row] for row in words]
    return TextPart(section.word, section.word, shape, words)


def _shape(section: GivenSection) -> PartShape:
    """Return what the words of a section of several lists belong to."""
    if section.lists == "any":
        return "points"
    if section.values == "any":
        return "rows" if section.lists == "rows" else "columns"
    if section.word in LABELS:
        return "labels"
    shapes: dict[tuple[int, int], PartShape] = {(0, 0): "cells", (0, -1): "across", (-1, 0): "down", (1, 1): "corners"}
    return shapes[section.more]


def text_of(puzzle: AnyPuzzle, rows: int, cols: int, parts: list[TextPart]) -> str:
    """Return the text of a board with these parts; rows and cols: its size."""
    head = [f"; {puzzle.titles[0]} Puzzle", f"size {cols} {rows}"]
    return "\n".join([*head, *(line for part in parts for line in part.lines())]) + "\n"


def clues(asked: PageRequest) -> dict[str, Any]:
    """Return the parts of a board that can be edited."""
    return _editable(asked.board())


def _editable(board: Board) -> dict[str, Any]:
    return {"parts": [{"name": part.name, "shape": part.shape, "words": part.words} for part in parts_of(board)]}


def edited(asked: PageRequest) -> dict[str, Any]:
    """Return the board with the changes of the part `part`, as `read` and `clues` do.

    A change is a row, a column and a word.  In `labels` the word `+` is a room of its own, in `points` any word adds
    the point or takes it away.  Raise UsageError for others, and InputError for a board that cannot be read.
    """
    board, name = asked.board(), asked.word("part")
    parts = parts_of(board)
    at = next((number for number, part in enumerate(parts) if part.name == name), None)
    if at is None:
        raise UsageError(f"part: expected one of {', '.join(part.name for part in parts)}")
    changed = parts[at]
    try:
        for row, col, word in _changes(asked):
            changed = _changed(parts, changed, row, col, word)
    except IndexError:
        raise UsageError("changes: a place is outside of the part") from None
    parts[at] = changed
    found = loads(text_of(PUZZLES[board.puzzle], board.rows, board.cols, _numbered(parts)), board.puzzle).board
    assert found is not None
    return board_fields(found) | _editable(found)


def _changes(asked: PageRequest) -> list[tuple[int, int, str]]:
    """Return the changes of a request; raise UsageError for another form."""
    given = asked.given.get("changes")
    try:
        found = [(int(row), int(col), str(word)) for row, col, word in given or []]
    except (TypeError, ValueError):
        found = []
    if not found or len(found) > MOST_CHANGES or any(min(row, col) < 0 for row, col, _ in found):
        raise UsageError("changes: expected a list of rows, columns and words")
    return found


def _changed(parts: list[TextPart], part: TextPart, row: int, col: int, word: str) -> TextPart:
    """Return a part with a new word at `row` and `col`; raise UsageError for several words where one is expected, and
    IndexError for a place outside.
    """
    words = [list(each) for each in part.words]
    new = word.split() or [NOTHING]
    if part.shape == "line":
        words[0] = new
    elif part.shape == "points":
        point = [str(row), str(col)]
        return replace(part, words=[each for each in words if each != point] if point in words else [*words, point])
    elif part.shape in ("rows", "columns") and not part.joined:
        words[row if part.shape == "rows" else col] = new
    elif len(new) > 1:
        raise UsageError(f"{' '.join(new)}: expected one word")
    elif part.shape == "rooms":
        words[_room(parts, row, col)] = new
    elif part.shape in ("rows", "columns"):
        words[row if part.shape == "rows" else col] = new
    else:
        words[row][col] = new[0]
    return replace(part, words=words)


def _room(parts: list[TextPart], row: int, col: int) -> int:
    """Return the number of the room that a cell is in (its `row` and `col`); raise UsageError for a cell in none."""
    labels = next(part.words for part in parts if part.shape == "labels")
    if labels[row][col] == NOTHING:
        raise UsageError("this cell is in no cage")
    return int(labels[row][col])


def _numbered(parts: list[TextPart]) -> list[TextPart]:
    """Return the parts with rooms numbered in reading order, each with the clue that its number has had; a room of its
    own has none.
    """
    labels = next((part for part in parts if part.shape == "labels"), None)
    if labels is None:
        return parts
    order: dict[str, int] = {}
    words = []
    for r, row in enumerate(labels.words):
        names = [f"{NEW}{r},{c}" if label == NEW else label for c, label in enumerate(row)]
        words.append([label if label == NOTHING else str(order.setdefault(label, len(order))) for label in names])
    found = []
    for part in parts:
        if part is labels:
            found.append(replace(part, words=words))
        elif part.shape == "rooms":
            old = dict(enumerate(part.words))
            kept = [old.get(int(label), [NOTHING]) if label.isdigit() else [NOTHING] for label in order]
            found.append(replace(part, words=kept))
        else:
            found.append(part)
    return found


def empty(asked: PageRequest) -> dict[str, Any]:
    """Return a board of the kind `kind` without clues, as `read` and `clues` do, for people who type in one of theirs;
    raise UsageError for a kind that has no such board of this size.
    """
    puzzle = puzzle_called(asked.word("kind"))
    rows, cols = size_or_usual(puzzle.name, asked.number("rows", 1, 10_000), asked.number("cols", 1, 10_000))
    check_size(rows, cols)
    for text in _blank_texts(puzzle, rows, cols):
        try:
            board = loads(text, puzzle.name).board
        except Csp2SatError:
            continue
        assert board is not None
        return board_fields(board) | _editable(board)
    raise UsageError(f"there is no empty board of {puzzle.name}, {rows} x {cols}; begin with a sample or a new board")


def _blank_texts(puzzle: AnyPuzzle, rows: int, cols: int) -> Iterator[str]:
    """Yield three texts of a board of rows x cols cells without clues: without rooms, with one room, and with a room
    for each row.

    The texts are to be tried in this order, since kinds of puzzles differ in the rooms that they need; for some kinds
    none of the three is a board.
    """
    like = parts_of(sample(puzzle))
    for label, count in ((lambda row: NOTHING, 0), (lambda row: "0", 1), (str, rows)):
        yield text_of(puzzle, rows, cols, [_blank(puzzle, part, rows, cols, label, count) for part in like])


def _blank(puzzle: AnyPuzzle, part: TextPart, rows: int, cols: int, label: Any, count: int) -> TextPart:
    """Return a part without clues.

    rows, cols: the size of the board.  label: the room of each row.  count: the number of rooms.
    """
    if part.shape == "line":
        extra = puzzle.form.extra
        try:
            return replace(part, words=[[*map(str, extra.default(rows, cols))]]) if extra and part.joined else part
        except ValueError:
            return part
    if part.shape == "labels":
        return replace(part, words=[[label(row)] * cols for row in range(rows)])
    sizes = {
        "cells": (rows, cols),
        "corners": (rows + 1, cols + 1),
        "across": (rows, cols - 1),
        "down": (rows - 1, cols),
        "rows": (rows, 1),
        "columns": (cols, 1),
        "rooms": (count, 1),
        "points": (0, 0),
    }
    height, width = sizes[part.shape]
    return replace(part, words=[[NOTHING] * width for _ in range(height)])
