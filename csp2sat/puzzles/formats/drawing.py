"""A drawn board, as csp2sat draws it and as people do: with walls, signs between its cells, or clues around them.

    +-5-+-9-+        . > .   .           2 1
    | . | . |            v             +-----+
    |   +---+        .   .   3       2 | . . |
    | . | . |        .   1 < .         | . . |
    +---+---+                          +-----+

Boards are only read.  Each word is used, or is an error; where a cell is blank, it has a sign for that.
"""

from __future__ import annotations

import re
from itertools import chain

from ...base.source import Source
from ...errors import InputError
from ..givens import LABELS, CellForm, GivenSection, SectionsForm
from ..kit.checks import parted_areas
from ..notation import COMMENTS, GivenParts, GivenValue, Notation
from ..spec import AnyPuzzle, Board
from .base.placing import board, first, no_value, placed, quoted
from .base.text_lines import TextLine, is_cell, value_of
from .drawn.layout import BLANKS, DrawnBoard, bordered, compared, dotted, framed, sides_of
from .drawn.lines import DrawnWord, drawn_lines, is_dotted, is_rule, words_of
from .spec import Format
from .text import EMPTY, comments, numbers_of

SIGNS = {"h", "v"}
START = re.compile(COMMENTS + r"[ \t]*[+┌┏╔]")
LETTER = re.compile(r"[^\W\d_]{2}|```|~~~")  # in letters, Markdown and texts of other formats
GivenPath = tuple[int | str, ...]  # as of a CellError


class _Reading:
    """The reading of a drawing with a layout as the givens of a puzzle; words: the words that are values, by their
    paths.
    """

    def __init__(self, source: Source, puzzle: AnyPuzzle, layout: DrawnBoard):
        self.source, self.puzzle, self.layout = source, puzzle, layout
        self.rows, self.cols = len(layout.cells), len(layout.cells[0])
        self.words: dict[GivenPath, DrawnWord] = {}
        self.labels: list[list[int]] = []

    def value(self, path: GivenPath, word: DrawnWord, cells: Notation) -> GivenValue:
        """Return the value of a word; raise InputError if it has none."""
        self.words[path] = word
        try:
            return value_of("." if word.text == "+" else word.text, cells)
        except ValueError as expected:
            raise word.wrong(self.source, no_value(quoted(word.text), self.puzzle, expected)) from None

    def cells(self, path: GivenPath, cells: Notation) -> list[list[GivenValue]]:
        rows = enumerate(self.layout.cells)
        return [[self.value((*path, r, c), word, cells) for c, word in enumerate(row)] for r, row in rows]

    def regions(self, key: str) -> list[list[int]]:
        """Return the label of each cell: the number of its area inside walls, in the order of first cells.  Raises
        InputError if a wall has the same area at both sides.
        """
        walls = self.layout.walls
        self.labels = parted_areas(self.rows, self.cols, lambda *pair: pair in walls)
        for (r, c), (below, right) in sorted(walls):
            if self.labels[r][c] == self.labels[below][right]:
                message = "the wall beside or below this cell ends inside an area"
                raise self.layout.cells[r][c].wrong(self.source, message)
        self.words |= {(key, r, c): word for r, row in enumerate(self.layout.cells) for c, word in enumerate(row)}
        return self.labels

    def clues(self, section: GivenSection, inside: bool) -> list[GivenValue]:
        """Return the values of the areas: the words of the cells, of which an area has one at most, if `inside`, else
        the numbers in the walls, of which each area has one.
        """
        cells = section.cells or self.puzzle.cells
        words: dict[int, DrawnWord] = {}
        for r, row in enumerate(self.layout.cells):
            for c, word in enumerate(row):
                found = word if inside else self.layout.sums.get((r, c))
                if found and not (inside and found.text in BLANKS[:2] + BLANKS[3:]):
                    if self.labels[r][c] in words:
                        raise found.wrong(self.source, f"{found.text}: this area has a number already")
                    words[self.labels[r][c]] = found
        if not inside:
            self._check_sums(words)
        every = range(max(map(max, self.labels)) + 1)
        return [self.value((section.key, n), words.get(n, DrawnWord("-", 1, 1)), cells) for n in every]

    def _check_sums(self, sums: dict[int, DrawnWord]) -> None:
        """Raise InputError at an area without a sum, which may be the part of a cage behind the wall of a box."""
        for at, label in enumerate(chain(*self.labels)):
            if label not in sums:
                word = self.layout.cells[at // self.cols][at % self.cols]
                cut = "the area of this cell has no sum; if a line between boxes cuts a cage, it is drawn :"
                raise word.wrong(self.source, cut)

    def signs(self, section: GivenSection) -> list[GivenValue]:
        found = self.layout.signs[section.key]
        rows = range(section.number_of_lists(self.rows, self.cols) or 0)
        cols = range(section.number_of_values(self.rows, self.cols) or 0)
        self.words |= {(section.key, *at): word for at, word in found.items()}
        return [section.joined([found[r, c].text if (r, c) in found else "." for c in cols]) for r in rows]

    def beside(self, section: GivenSection, side: str) -> GivenValue:
        """Return the clues at a side: a value for each row or column, or a list of values if a line has several."""
        cells = section.cells or self.puzzle.cells
        lists = self.layout.beside[side]
        values = []
        for n, words in enumerate(lists):
            path = (section.key, n)
            if section.lists != "one":
                empty = [word.text for word in words] in EMPTY
                values.append([] if empty else [self.value((*path, k), word, cells) for k, word in enumerate(words)])
            elif len(words) > 1:
                raise words[1].wrong(self.source, f"found {len(words)} clues of this line; expected one")
            else:
                values.append(self.value(path, words[0] if words else DrawnWord("-", 1, 1), cells))
        return values if section.lists != "one" else section.joined(values)


def _layout(source: Source, puzzle: AnyPuzzle, lines: list[TextLine]) -> DrawnBoard:
    form = puzzle.form
    sides = sides_of(form) if isinstance(form, SectionsForm) else {}
    if isinstance(form, SectionsForm) and {section.key for section in form.sections} >= SIGNS:
        return compared(source, lines)
    if not sides and is_dotted(lines):
        return dotted(source, lines)
    bars = any("|" in line.text and not is_rule(line) for line in lines)
    return bordered(source, lines, sides) if sides and not bars else framed(source, lines, sides)


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of a drawing; raise InputError at the first wrong place."""
    if not takes(puzzle):
        shown = f"`csp2sat puzzles {puzzle.name}` shows its text"
        raise source.error(f"a {puzzle.name} is not read from a drawing; {shown}", first(source.text))
    form = puzzle.form
    extra = form.extra
    word = extra.word if extra else "size"
    every = drawn_lines(source)
    lines = _drawing_alone(form, every)
    heads: set[str] = set()
    for line in (line for line in every if line not in lines):
        if (head := line.text.split()[0]) in heads:
            raise source.error_in_line(f"`{head}` again; expected the drawing", line.number)
        heads.add(head)
    reading = _Reading(source, puzzle, _layout(source, puzzle, lines))
    size = reading.rows, reading.cols
    stated = [line for line in every if line.text.split()[0] == word]
    numbers, _ = numbers_of(source, form, size, [lines[0], *stated])
    top = reading.layout.cells[0][0]
    if extra and len(extra.keys) == 1 and not extra.truth and not stated:  # boxes are drawn
        message = f"read as a board with `{word} {numbers[0]}`; such a line above the drawing says another number"
        source.warn(message, top.line, top.column)

    def wrong(path: GivenPath, message: str) -> InputError:
        return reading.words.get(path, top).wrong(source, message)

    with placed(lambda message: top.wrong(source, message), wrong):
        if isinstance(form, CellForm):
            givens = _cell_givens(reading, form, numbers)
        else:
            givens = _section_givens(reading, form, numbers, every)
        _check_unused(reading)
        return board(puzzle, size, givens)


def _cell_givens(reading: _Reading, form: CellForm, numbers: tuple[int, ...]) -> GivenValue:
    rooms = form.under in LABELS
    if rooms:
        reading.cells((), _NOTHING)
    elif reading.layout.walls:
        (r, c), _ = min(reading.layout.walls)
        message = f"a wall beside or below this cell, but a {reading.puzzle.name} is drawn without walls inside"
        raise reading.layout.cells[r][c].wrong(reading.source, message)
    values = reading.regions("") if rooms else reading.cells((), reading.puzzle.cells)
    return form.givens(values, numbers)


def _section_givens(
    reading: _Reading, form: SectionsForm, numbers: tuple[int, ...], every: list[TextLine]
) -> GivenParts:
    givens: GivenParts = form.extra.named(numbers) if form.extra else {}
    for section in _undrawn(form):
        line = next((line for line in every if line.text.split()[0] == section.word), None)
        if line is None:
            raise ValueError(f"expected a line `{section.word} ...` above the drawing, which does not show that")
        words = enumerate(words_of(line)[1:])
        cells = section.cells or reading.puzzle.cells
        givens[section.key] = section.joined([reading.value((section.key, n), word, cells) for n, word in words])
    sides = {key: side for side, key in sides_of(form).items()}
    for section in (each for each in form.sections if each not in _undrawn(form)):
        if section.key in LABELS:
            givens[section.key] = reading.regions(section.key)
        elif section.key in LABELS.values():
            givens[section.key] = reading.clues(section, inside=not form.grid)
        elif section.key == form.grid:
            rows = reading.cells((section.key,), section.cells or reading.puzzle.cells)
            givens[section.key] = [section.joined(row) for row in rows]
        elif section.key in SIGNS:
            givens[section.key] = reading.signs(section)
        else:
            givens[section.key] = reading.beside(section, sides[section.key])
    if sides and not form.grid:
        reading.cells((), _NOTHING)
    return givens


def _nothing(token: str) -> str:
    if token not in BLANKS:
        raise ValueError("expected . (blank)")
    return "."


_NOTHING = Notation(_nothing, str)


def _check_unused(reading: _Reading) -> None:
    """Raise InputError at the first word of the drawing that is no value of the board."""
    used = set(reading.words.values())
    beside = [word for side in reading.layout.beside.values() for words in side for word in words]
    for word in [*reading.layout.sums.values(), *beside]:
        if word not in used and word.text not in BLANKS:
            raise word.wrong(reading.source, f"{word.text}: nothing stands here in a {reading.puzzle.name}")


def _undrawn(form: CellForm | SectionsForm) -> list[GivenSection]:
    """Return the sections that are one list of any length, such as a fleet, on a line of its own above the drawing."""
    every = form.sections if isinstance(form, SectionsForm) else ()
    lists = (each for each in every if (each.lists, each.values) == ("one", "any"))
    return [each for each in lists if each.key not in LABELS.values()]


def _drawing_alone(form: CellForm | SectionsForm, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines without those of numbers and lists that a drawing does not show."""
    words = [form.extra.word if form.extra else "", *(section.word for section in _undrawn(form))]
    return [line for line in lines if line.text.split()[0] not in words] or lines


def takes(puzzle: AnyPuzzle) -> bool:
    """Whether a board of this puzzle can be read from its drawing: all givens are cells, areas, or clues and signs
    around them, and no sign of a cell is a wall.
    """
    form = puzzle.form
    if any(is_cell(sign, puzzle.cells) for sign in "|+"):
        return False
    if isinstance(form, CellForm):
        return not form.corners
    undrawn = (section.key for section in _undrawn(form))
    every = {*LABELS, *LABELS.values(), *SIGNS, *sides_of(form).values(), form.grid, *undrawn}
    named = [section.cells or puzzle.cells for section in form.sections if section.key in LABELS.values()]
    return every >= {section.key for section in form.sections} and not any(is_cell("6+", each) for each in named)


def is_drawn(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text without a size seems to be the drawing of a board of the puzzle."""
    lines = drawn_lines(source)
    if lines and lines[0].text.split()[0] != "size":
        lines = _drawing_alone(puzzle.form, lines)
    if not lines or not takes(puzzle) or lines[0].text.split()[0] == "size":
        return bool(lines) and is_rule(lines[0])  # which is refused with the name of the kind
    if is_rule(lines[0]) or is_dotted(lines) or not isinstance(form := puzzle.form, SectionsForm):
        return is_rule(lines[0]) or is_dotted(lines)
    if lines[0].text.split()[0] in {section.word for section in form.sections}:
        return False
    keys = {section.key for section in form.sections}
    beside = form.grid and sides_of(form)  # without cells, a side has lists of clues, which only bars part from cells
    if any(LETTER.search(line.text) for line in lines) or all(line.text.lstrip()[0] == ">" for line in lines):
        return False
    return bool(beside or SIGNS & keys) or any("|" in line.text for line in lines)


def _is_framed(text: str) -> bool:
    lines = drawn_lines(Source("", text))
    return len(lines) > 2 and is_rule(lines[0]) and is_rule(lines[-1])


FORMAT = Format("drawing", START, read, comments=comments, confirms=_is_framed, takes=takes)
