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
from collections.abc import Callable
from itertools import chain

from ...base.numbers import counted
from ...base.source import Source
from ...errors import InputError
from ..givens import LABELS, CellForm, GivenSection, SectionsForm
from ..kit.checks import parted_areas
from ..notation import COMMENTS, GivenParts, GivenValue, Notation
from ..spec import AnyPuzzle, Board
from .base.headings import with_plain_headings
from .base.placing import board, first, no_value, placed, quoted
from .base.text_lines import TextLine, is_cell, value_of
from .drawn.blank_cells import with_signs
from .drawn.boxed import boxed, is_boxed, is_grid
from .drawn.cages import UNSURE
from .drawn.kinds import (
    SHADED,
    SIGNS,
    board_alone,
    drawing_alone,
    has_bars,
    has_corners,
    keys_of,
    part_of,
    shaded,
    takes,
    undrawn_lists,
)
from .drawn.lattice import cornered, starred
from .drawn.layout import BLANKS, DrawnBoard, bordered, compared, dotted, framed, sides_of
from .drawn.lines import DrawnWord, check_closed, drawn_lines, is_dotted, is_rule, words_of
from .spec import Format
from .text import EMPTY, comments, numbers_of, size_of

LINES_LEFT_OUT = "lines of a solution are left out"
START = re.compile(COMMENTS + r"[ \t]*[+┌┏╔]")
GivenPath = tuple[int | str, ...]  # as of a CellError


class _Reading:
    """The reading of a drawing with a layout as the givens of a puzzle; words: the words that are values, by their
    paths.
    """

    def __init__(self, source: Source, puzzle: AnyPuzzle, layout: DrawnBoard):
        self.source, self.puzzle, self.layout = source, puzzle, layout
        self.rows, self.cols = len(layout.cells) - has_corners(puzzle), len(layout.cells[0]) - has_corners(puzzle)
        self.words: dict[GivenPath, DrawnWord] = {}
        self.labels: list[list[int]] = []

    def value(self, path: GivenPath, word: DrawnWord, cells: Notation) -> GivenValue:
        """Return the value of a word; raise InputError if it has none."""
        self.words[path] = word
        try:
            return value_of("." if word.text == "+" and not is_cell("+", cells) else word.text, cells)
        except ValueError as expected:
            raise word.wrong(self.source, no_value(quoted(word.text), self.puzzle, expected)) from None

    def cells(
        self, path: GivenPath, cells: Notation, part: Callable[[str], str] = lambda word: word
    ) -> list[list[GivenValue]]:
        """Return the values of the cells; part: a cell's word -> the word of its value."""
        rows = [[word._replace(text=part(word.text)) for word in row] for row in self.layout.cells]
        return [[self.value((*path, r, c), word, cells) for c, word in enumerate(row)] for r, row in enumerate(rows)]

    def stars(self) -> list[list[int]]:
        """Return the places of the stars in half cells, row by row."""
        found = sorted(self.layout.points.items())
        self.words |= {("stars", n): word for n, (_, word) in enumerate(found)}
        return [list(at) for at, _ in found]

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

    def named_regions(self) -> list[list[int]]:
        """Return the label of each cell as `regions` does: the areas are those inside walls.

        The cells of the drawing may all be empty; or each area has its letter, in one cell or more; or each cell has
        the number or letter of its area.  The names are compared with the walls: raises InputError at a name that two
        areas have, at a second name of an area, and at the first name in a drawing of any other kind.
        """
        labels = self.regions("")
        words = [word for row in self.layout.cells for word in row]
        named = [(label, word) for label, word in zip(chain(*labels), words, strict=True) if word.text not in BLANKS]
        areas, names = dict[str, int](), dict[int, str]()
        every = len(named) == len(words) or (
            all(word.text.isalpha() for _, word in named)
            and len({label for label, _ in named}) == max(map(max, labels)) + 1
        )
        if not every:
            self.cells((), _NOTHING)
        for label, word in named:
            self.value((), word, self.puzzle.cells)
            if areas.setdefault(word.text, label) != label:
                raise word.wrong(self.source, f"{word.text} in two areas, or a wall between cells of one area?")
            if names.setdefault(label, word.text) != word.text:
                raise word.wrong(self.source, f"{word.text} in the area of {names[label]}; is a wall missing?")
        return labels

    def clues(self, section: GivenSection, inside: bool) -> list[GivenValue]:
        """Return the values of the areas: the words of the cells, of which an area has one at most, if `inside`, else
        the numbers in the walls, of which each area has one.
        """
        cells = section.cells or self.puzzle.cells
        words: dict[int, DrawnWord] = {}
        for r, row in enumerate(self.layout.cells):
            for c, word in enumerate(row):
                found = self.layout.sums.get((r, c), word if inside else None)
                if found and not (inside and found.text in BLANKS[:2] + BLANKS[3:]):
                    if self.labels[r][c] in words:
                        raise found.wrong(self.source, f"{found.text}: this area has a number already")
                    words[self.labels[r][c]] = self._sure(found, self.labels[r][c], cells)
        if not inside:
            self._check_sums(words)
        every = range(max(map(max, self.labels)) + 1)
        return [self.value((section.key, n), words.get(n, DrawnWord("-", 1, 1)), cells) for n in every]

    def _sure(self, word: DrawnWord, label: int, cells: Notation) -> DrawnWord:
        """Return the result of the area with this label without the sign that is a wall; raise InputError if the sign
        may be that of a difference.
        """
        number = word.text.removesuffix(UNSURE)
        if number != word.text and is_cell(f"{number}-", cells) and sum(row.count(label) for row in self.labels) > 1:
            how = "a blank behind the result, or the result in its cage's first cell"
            raise word.wrong(self.source, f"a difference, {number}-, or {number} in a wall? expected {how}")
        return word._replace(text=number)

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
    keys = keys_of(form)
    sides = sides_of(form) if isinstance(form, SectionsForm) else {}
    if keys >= SIGNS:
        return compared(source, lines)
    if has_corners(puzzle) or "stars" in keys:
        return cornered(source, lines) if has_corners(puzzle) else starred(source, lines)
    if has_bars(puzzle) or (shaded(form) and is_boxed(lines)):
        return boxed(source, lines)
    if is_grid(lines) and not sides and not keys & LABELS.keys():
        return boxed(source, lines)
    if not sides and is_dotted(lines):
        return dotted(source, lines)
    bars = any("|" in line.text and not is_rule(line) for line in lines)
    if (sides or shaded(form)) and not bars:
        return bordered(source, lines, sides)
    return framed(source, lines if sides else with_signs(lines), sides)


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of a drawing; raise InputError at the first wrong place."""
    if not takes(puzzle):
        shown = f"`csp2sat puzzles {puzzle.name}` shows its text"
        raise source.error(f"a {puzzle.name} is not read from a drawing; {shown}", first(source.text))
    form = puzzle.form
    extra = form.extra
    word = extra.word if extra else "size"
    every = with_plain_headings(form, drawn_lines(source))
    whole = drawing_alone(form, every)
    lines = board_alone(puzzle, every)
    for at, text in enumerate(source.lines()[: lines[0].number - 1], start=1):
        if text.lstrip()[:1] == "#" and all(map(SHADED.fullmatch, text.split())):
            raise source.error_in_line("cells, or a comment? expected a frame around rows with `#`", at)
    heads: set[str] = set()
    for line in (line for line in every if line not in whole):
        if (head := line.text.split()[0]) in heads:
            raise source.error_in_line(f"`{head}` again; expected the drawing", line.number)
        heads.add(head)
    if lines != whole:
        stroke = next(line for line in whole if line not in lines)
        source.warn(f"{LINES_LEFT_OUT}: the board is its givens", stroke.number, 1)
    check_closed(source, lines)
    layout = _layout(source, puzzle, lines)
    if not layout.cells:
        raise source.error_in_line("found no row with cells", lines[0].number if lines else 1)
    reading = _Reading(source, puzzle, layout)
    size = reading.rows, reading.cols
    for line in (line for line in every if line.text.split()[0] == "size"):
        if size_of(source, line, puzzle) != size:
            found = f"the drawing has {counted(size[0], 'row')} and {counted(size[1], 'column')}"
            raise source.error_in_line(f"{found}; expected that size, width first", line.number)
    stated = [line for line in every if line.text.split()[0] == word]
    numbers, _ = numbers_of(source, form, size, [lines[0], *stated])
    top = reading.layout.cells[0][0]

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
    if not rooms and reading.layout.walls:
        (r, c), _ = min(reading.layout.walls)
        message = f"a wall beside or below this cell, but a {reading.puzzle.name} is drawn without walls inside"
        raise reading.layout.cells[r][c].wrong(reading.source, message)
    values = reading.named_regions() if rooms else reading.cells((), reading.puzzle.cells)
    return form.givens(values, numbers)


def _section_givens(
    reading: _Reading, form: SectionsForm, numbers: tuple[int, ...], every: list[TextLine]
) -> GivenParts:
    givens: GivenParts = form.extra.named(numbers) if form.extra else {}
    for section in undrawn_lists(form):
        line = next((line for line in every if line.text.split()[0] == section.word), None)
        if line is None:
            raise ValueError(f"expected a line `{section.word} ...` above the drawing, which does not show that")
        words = enumerate(words_of(line)[1:])
        cells = section.cells or reading.puzzle.cells
        givens[section.key] = section.joined([reading.value((section.key, n), word, cells) for n, word in words])
    sides = {key: side for side, key in sides_of(form).items()}
    for section in (each for each in form.sections if each not in undrawn_lists(form)):
        if section.key in LABELS:
            givens[section.key] = reading.regions(section.key)
        elif section.key in LABELS.values():
            givens[section.key] = reading.clues(section, inside=not form.grid)
        elif section.key == "stars":
            givens[section.key] = reading.stars()
        elif section.key in (form.grid, shaded(form), "holes"):
            part = part_of(form, section)
            rows = reading.cells((section.key,), section.cells or reading.puzzle.cells, part)
            if not section.optional or any(cell != "." for row in rows for cell in row):
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
    used = {(word.line, word.column) for word in reading.words.values()}
    beside = [word for side in reading.layout.beside.values() for words in side for word in words]
    for word in [*reading.layout.sums.values(), *beside]:
        if (word.line, word.column) not in used and word.text not in BLANKS:
            raise word.wrong(reading.source, f"{word.text}: nothing stands here in a {reading.puzzle.name}")


def _is_framed(text: str) -> bool:
    lines = drawn_lines(Source("", text))
    return len(lines) > 2 and is_rule(lines[0]) and is_rule(lines[-1])


FORMAT = Format("drawing", START, read, comments=comments, confirms=_is_framed, takes=takes)
