"""Editing on the page: the parts of a board's text, each with the places that its words belong to.

An edit replaces words and the board is read again, so what a kind of puzzle refuses is refused here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from ..api.problems import loads
from ..errors import InputError, UsageError
from ..puzzles.givens import LABELS, CellForm, GivenSection
from ..puzzles.notation import Notation
from ..puzzles.spec import PUZZLES, AnyPuzzle, Board
from .boards import board_fields
from .requests import PageRequest

PartShape = Literal["cells", "corners", "across", "down", "labels", "rows", "columns", "rooms", "points", "line"]
NOTHING, NEW = "-", "+"  # words: no clue, a room of its own
MOST_CHANGES = 10_000
PartWords = list[list[str]]


@dataclass(frozen=True)
class TextPart:
    """A part of a board's text.

    word: its line in the text; '' if the part has none.  name: for people.  shape: what its words belong to.  words:
    a list for each row (or for each column of `columns`, each point of `points`).  joined: whether the lists are one
    line of the text.  signs: the clues of one letter, without `blank`, the word for no clue.
    """

    word: str
    name: str
    shape: PartShape
    words: PartWords
    joined: bool = False
    signs: tuple[str, ...] = ()
    blank: str = NOTHING

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
        part = TextPart("", form.under if is_rooms else "clues", shape, words)
        return [*found, part if is_rooms else _with_signs(part, puzzle.cells)]
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
        return _with_signs(TextPart(section.word, section.word, shape, words, joined=True), cells)
    words = [[cells.token(value) for value in row] for row in values]
    shape = _shape(section)
    if shape == "labels":
        words = [[NOTHING if word == "." else word for word in row] for row in words]
    part = TextPart(section.word, section.word, shape, words)
    return part if shape in ("labels", "points") else _with_signs(part, cells)


def _with_signs(part: TextPart, cells: Notation) -> TextPart:
    """Return a part with the letters, digits and signs that are a clue, each as the notation of the part writes it."""
    signs = []
    for sign in map(chr, range(ord("!"), ord("~") + 1)):
        try:
            if cells.token(cells.value(sign)) == sign:
                signs.append(sign)
        except ValueError:
            continue
    blank = "." if "." in signs else NOTHING
    return replace(part, signs=tuple(sign for sign in signs if sign != blank), blank=blank)


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
    """Return the parts of a board that can be edited; with `draft`, the parts that are being drawn; with `whole`, what
    `read` returns, too.
    """
    board, draft = asked.board(), asked.given.get("draft")
    found = editable(_drafted(asked, parts_of(board)))
    if draft is not None:
        found |= {"draft": draft, "why": "draw on"}
    return board_fields(board) | found if asked.given.get("whole") else found


def editable(parts: list[TextPart]) -> dict[str, Any]:
    """Return parts as an answer has them."""
    keys = ("name", "shape", "words", "signs", "blank")
    return {"parts": [{key: getattr(part, key) for key in keys} for part in parts]}


def _drafted(asked: PageRequest, parts: list[TextPart]) -> list[TextPart]:
    """Return parts with the words of the request's `draft`, by the names of the parts; the parts as they are if the
    request has no draft.  Raise UsageError for words of another form.
    """
    draft = asked.given.get("draft")
    if draft is None:
        return parts
    try:
        found = [replace(part, words=[[*map(str, row)] for row in draft[part.name]]) for part in parts]
    except (KeyError, TypeError):
        raise UsageError("draft: expected the words of each part") from None
    if any(_sizes(new) != _sizes(old) for new, old in zip(found, parts, strict=True) if old.shape != "rooms"):
        raise UsageError("draft: expected words for each place of the board")
    return found


def _sizes(part: TextPart) -> list[int]:
    return [len(row) for row in part.words]


def edited(asked: PageRequest) -> dict[str, Any]:
    """Return the board with the changes of the part `part`, as `read` and `clues` do.

    A change is a row, a column and a word.  In `labels` the word `+` is a room of its own, in `points` any word adds
    the point or takes it away.  Rooms that are no board yet are a draft: `draft` has the words of all parts, which the
    next request gives back, and `why` the reason.  Raise UsageError for others, and InputError for a board that cannot
    be read.
    """
    board, name = asked.board(), asked.word("part")
    parts = _drafted(asked, parts_of(board))
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
    parts = _numbered(parts)
    try:
        found = loads(text_of(PUZZLES[board.puzzle], board.rows, board.cols, parts), board.puzzle).board
    except InputError as error:
        if changed.shape != "labels":
            raise
        drawn = {"draft": {part.name: part.words for part in parts}, "why": error.message}
        return board_fields(board) | editable(parts) | drawn
    assert found is not None
    return board_fields(found) | editable(parts_of(found))


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
    new = word.split() or [part.blank]
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
