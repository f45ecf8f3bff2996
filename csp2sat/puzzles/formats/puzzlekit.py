"""The texts of puzzlekit: a line of rows and columns, then lines of values, with `-` for no value.

    4 4
    - - 1 2
    1 - 1 -
    - - - x
    ...

The texts do not name the puzzle, and have no comments (comments in front are read here).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...base.source import Source
from ...errors import InputError, UsageError
from ..givens import CellForm, SectionsForm
from ..kit.checks import cells_by_value
from ..notation import COMMENTS, CellValues, GivenParts, GivenValue, check_size, listed, number
from ..sites import PuzzlekitText
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import board, no_cell, placed
from .base.text_lines import TextLine, at, check_count, check_width, lines_of
from .spec import Format
from .text import comments

START = re.compile(COMMENTS + r"\d{1,9}[^\S\r\n]+\d{1,9}(?:[^\S\r\n]+\w{1,9})*[^\S\r\n]*[\r\n]")
ARRAY_WORD = re.compile(r"[-.]|-?\d+\.?")
NOTHING = ("-", ".")
TokenPlaces = dict[tuple[int | str, ...], tuple[TextLine, int]]  # where the values of the givens are


def is_number(word: str) -> bool:
    """Whether a word is written in ASCII digits."""
    return word.isascii() and word.isdigit()


def is_puzzlekit(text: str) -> bool:
    """Whether the first line begins with numbers of rows and columns that the other lines fit in number and length, and
    the lines are no digit array: numbers alone, in lines as long as the first.
    """
    lines = [line.split() for line in Source("", text).lines() if line.strip() and line.lstrip()[0] not in ";#"]
    head, *body = lines or [[]]
    as_array = all(ARRAY_WORD.fullmatch(word) for line in body for word in line)
    if not body or not all(map(is_number, head[:2])) or (as_array and {len(line) for line in body} == {len(head)}):
        return False
    rows, cols = int(head[0]), int(head[1])
    counts = (rows, rows + 1, rows + 2, rows + 4, 2 * rows)
    return min(rows, cols) > 0 and len(body) in counts and {len(line) for line in body} <= {rows, cols, cols + 1}


def has_head(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether the first line of a text has the numbers of rows and columns, and what else the puzzle's texts have
    there, and all lines have as many words, no more than lines of such a board have.
    """
    lines = [line.text.split() for line in lines_of(source)]
    head, kit = lines[0] if lines else [], puzzle.puzzlekit
    if kit is None or not all(map(is_number, head)) or len(head) < 2 or {*map(len, lines)} != {len(head)}:
        return False
    rows, cols = (number(word) or 0 for word in head[:2])
    try:
        kit.header.read(head[2:], rows, cols)
    except ValueError:
        return False
    return min(rows, cols) > 0 and len(head) <= max(rows, cols) + 1


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the text; raise InputError at the first wrong place."""
    head, *lines = lines_of(source)
    kit = puzzle.puzzlekit
    if kit is None:
        fault = f"two numbers alone are no size of a {puzzle.name} board"
        raise at(source, head)(f"{fault}; expected `size WIDTH HEIGHT`, or nothing, before the rows")
    words = head.words()
    rows, cols = (number(word) or 0 for word in words[:2])
    with placed(at(source, head)):
        check_size(rows, cols)
    reader = _Reader(source, puzzle, kit, (rows, cols), lines)
    givens = reader.givens(words[2:], head)
    with placed(at(source, head), reader.error):
        return board(puzzle, (rows, cols), givens)


class _Reader:
    """A reader of the lines of a board, which takes the parts one after the other."""

    def __init__(
        self, source: Source, puzzle: AnyPuzzle, kit: PuzzlekitText, size: tuple[int, int], lines: list[TextLine]
    ):
        self._source, self._puzzle, self._kit, self._size, self._lines = source, puzzle, kit, size, lines
        self._places: TokenPlaces = {}
        self._taken = 0

    def givens(self, header: list[str], head: TextLine) -> GivenValue:
        """Return the givens of the lines; `header` has the words behind the size, on the line `head`.  Raise InputError
        at the first wrong place.
        """
        self._head, found = head, self._header(header, head)
        parts = list(self._kit.parts)
        spare = self._size[0] if "empty" in parts and len(self._lines) > self._size[0] else 0
        self._taken = spare  # an empty grid
        for part in parts:
            found |= self._part(part)
        check_count(
            self._source, self._lines, self._lines[-1] if self._lines else head, self._taken, "lines" + self._expected()
        )
        return self._together(found)

    def _expected(self) -> str:
        return f"; expected {self._taken} behind the size"

    def _header(self, header: list[str], head: TextLine) -> GivenParts:
        with placed(at(self._source, head, 2)):
            return self._kit.header.read(header, *self._size) | self._kit.more(*self._size)

    def _part(self, part: str) -> GivenParts:
        rows, cols = self._size
        if part == "empty":
            return {}
        if part in ("cells", "clues", "rooms"):
            return {part: self._block(part, rows, cols)}
        if part == "corners":
            return {"cells": self._block("cells", rows + 1, cols + 1)}
        (values,) = self._block(part, 1, rows if part in ("rows", "left", "right") else cols)
        return {part: "".join(values) if _in_strings(self._puzzle, part) else values}

    def _block(self, part: str, count: int, width: int) -> CellValues:
        found = []
        for r in range(count):
            if self._taken == len(self._lines):
                raise self._source.error(f"found {r} lines of {part}; expected {count}", len(self._source.text))
            line = self._lines[self._taken]
            check_width(self._source, line, (width, str(width)), "values")
            found.append([self._value(part, (r, c), line) for c in range(width)])
            self._taken += 1
        return found

    def _value(self, part: str, cell: tuple[int, int], line: TextLine) -> GivenValue:
        word = line.words()[cell[1]]
        self._places[part, *cell] = line, cell[1]
        if part == "rooms":
            if word in NOTHING or word in "@#":
                raise at(self._source, line, cell[1])(f"{word} is in no room; such boards cannot be read")
            return word
        if word in NOTHING and (part != "cells" or self._kit.blank is not None):
            return self._kit.blank if part == "cells" else None if part == "clues" else self._kit.unknown
        try:
            return self._meaning(part, word)
        except ValueError as expected:
            raise at(self._source, line, cell[1])(no_cell(repr(word), self._puzzle, expected)) from None

    def _meaning(self, part: str, word: str) -> GivenValue:
        """Return the value of a word in a part of the text; raise ValueError with the expected words if it has none."""
        kit = self._kit
        if part == "clues" and kit.clue is not None:
            return kit.clue(word)
        if kit.cells is not None and (part == "cells" or _in_strings(self._puzzle, part)):
            return kit.cells.value(word)
        tokens = kit.tokens if part in ("cells", "clues") else {}
        if word in tokens:
            return tokens[word]
        numbers = kit.numbers and not _in_strings(self._puzzle, part)
        if numbers and (found := number(word)) is not None:
            return found
        nothing = [] if part == "cells" and kit.blank is None else ["-"]
        raise ValueError(f"expected {listed([*nothing, *tokens, *(['a number'] if numbers else [])])}")

    def _together(self, found: GivenParts) -> GivenValue:
        """Return the neutral givens of the parts that were read: `cells` (values by row), `clues` (at cells of rooms),
        `rooms`, and others, which stay under their keys.

        `found` is changed.  Raises InputError if the puzzle's own function for the cells refuses them.
        """
        form, kit = self._puzzle.form, self._kit
        if "clues" in found:
            found[kit.clues] = self._clues(found.pop("clues"), found["rooms"])
        if "rooms" in found:
            found[kit.rooms] = _named(found.pop("rooms"))
        if "cells" not in found:
            return found
        values = found.pop("cells")
        if kit.givens is not None:
            with placed(at(self._source, self._head), self.error):
                return found | kit.givens(values)
        if isinstance(form, CellForm):
            return (
                form.givens(values)
                if not found
                else {**found, form.under: form.givens(values)[form.under] if not form.extra else _rows(form, values)}
            )
        return {**found, form.grid: _joined(form, values)}

    def _clues(self, clues: CellValues, rooms: CellValues) -> list[GivenValue]:
        found = []
        for cells in cells_by_value(rooms).values():
            there = [(r, c) for r, c in cells if clues[r][c] is not None]
            if len(there) > 1:
                raise at(self._source, *self._places["clues", *there[1]])("a second clue in this room; expected one")
            found.append(clues[there[0][0]][there[0][1]] if there else None)
        return found

    def error(self, path: tuple[int | str, ...], message: str) -> InputError:
        """Return the error at the value of the givens to which the path leads."""
        first, *cell = path if isinstance(path[0], str) else ("cells", *path)
        part = "rooms" if first == self._kit.rooms else first if first in self._kit.parts else "cells"
        places = ((part, *cell), (part, 0, *cell), ("rooms", *path))
        place = next((self._places[each] for each in places if each in self._places), (self._head, 2))
        return at(self._source, *place)(message)


def _named(rooms: list[list[str]]) -> list[list[int]]:
    names: dict[str, int] = {}
    return [[names.setdefault(room, len(names)) for room in row] for row in rooms]


def _rows(form: CellForm, values: CellValues) -> list[GivenValue]:
    return ["".join(row) for row in values] if form.strings else values


def _in_strings(puzzle: AnyPuzzle, part: str) -> bool:
    """Whether the cells, or the values of a list, are characters of strings in the givens."""
    form = puzzle.form
    if isinstance(form, CellForm):
        return form.strings and part == "cells"
    key = form.grid if part == "cells" else part
    return any(each.strings for each in form.sections if each.key == key)


def _joined(form: SectionsForm, values: CellValues) -> list[GivenValue]:
    section = next(each for each in form.sections if each.key == form.grid)
    return [section.joined(row) for row in values]


def write(board: Board) -> str:
    """Return the text of the board; raise UsageError if it has none."""
    kit = PUZZLES[board.puzzle].puzzlekit
    if kit is None:
        raise UsageError(f"{board.puzzle} boards have no text of puzzlekit")
    try:
        return "".join(" ".join(line) + "\n" for line in _all_lines(board, kit))
    except ValueError as error:
        raise UsageError(f"this {board.puzzle} board cannot be written as a text of puzzlekit: {error}") from None


def _all_lines(board: Board, kit: PuzzlekitText) -> list[list[str]]:
    """Return the words of each line; raise ValueError if the text has no place for a part of the board."""
    if any(board.givens[key] != value for key, value in kit.more(board.rows, board.cols).items()):
        raise ValueError("the board has other boxes or rules")
    head = [str(board.rows), str(board.cols), *kit.header.write(board)]
    return [head, *(line for part in kit.parts for line in _lines(board, kit, part))]


def _lines(board: Board, kit: PuzzlekitText, part: str) -> list[list[str]]:
    token = _token_of(board, kit)
    if part == "empty":
        return []
    if part in ("cells", "corners"):
        return [[token(value) for value in row] for row in (kit.values or Board.values)(board)]
    if part == "rooms":
        return [[_room(board, room) for room in row] for row in board.givens[kit.rooms]]
    if part == "clues":
        return _clue_lines(board, kit)
    word = token if _in_strings(PUZZLES[board.puzzle], part) else str
    return [["-" if value == kit.unknown else word(value) for value in board.givens[part]]]


def _token_of(board: Board, kit: PuzzlekitText) -> Callable[[GivenValue], str]:
    def token(value: object) -> str:
        if value == kit.blank:
            return "-"
        if kit.cells is not None:
            return kit.cells.token(value)
        for word, meaning in kit.tokens.items():
            if meaning == value:
                return word
        if kit.numbers and type(value) is int and value >= 0:
            return str(value)
        raise ValueError(f"{value} has no place in it")

    return token


def _room(board: Board, room: int) -> str:
    if room < 0:
        raise ValueError("a cell is in no cage")
    return str(room + 1)


def _clue_lines(board: Board, kit: PuzzlekitText) -> list[list[str]]:
    """Return the words of the lines in which each clue stands at the first cell of its room."""
    first = {cells[0]: room for room, cells in cells_by_value(board.givens[kit.rooms]).items()}
    clues = board.givens[kit.clues]

    def token(cell: tuple[int, int]) -> str:
        clue = clues[first[cell]] if first.get(cell, -1) >= 0 else None
        return "-" if clue is None else str(clue).replace("*", "x")

    return [[token((r, c)) for c in range(board.cols)] for r in range(board.rows)]


FORMAT = Format(
    "puzzlekit",
    START,
    read,
    write,
    comments,
    confirms=is_puzzlekit,
    takes=lambda puzzle: puzzle.puzzlekit is not None,
)
