"""Tamura's text form: comments, the size (width first), then the rows, their cells separated by blanks.

    ; Masyu Puzzle
    # any other comment; `#` begins one before the size only
    size 3 2
    - 1 -
    0 - -

A puzzle may have one more line after the size, such as `box 2 3` for a sudoku with boxes of 2 rows and 3 columns, or
sections with other values instead of the rows (a line with the section's word, then each of its lists on a line).

    ; Nonogram Puzzle
    size 3 2
    rows
    1 1
    -
    columns
    1
    0
    1

A section that is itself one list may go on for several lines. Clues of rooms and sums of cages may have names, in any
order, `b=2 a=1`, if the labels of the rooms or cages do not ascend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, takewhile

from ...base.numbers import shortened
from ...base.source import Source
from ...errors import InputError
from ...tuples import NamedTuple
from ..givens import CellForm, GivenSection, SectionsForm
from ..notation import COMMENTS, CellValues, GivenParts, GivenValue, check_size, number
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.left_out import blank, completed, with_words, without_head
from .base.named_values import named_values
from .base.placing import SIZE, CellErrorAt, board, no_cell, no_value, placed, quoted
from .base.text_lines import (
    TextLine,
    at,
    check_count,
    check_width,
    each_sized,
    lines_of,
    parted_alike,
    value_of,
)
from .spec import Format

BY = re.compile(r"(?<=\d)\s*[x×*,]\s*(?=\d)")  # in `size 5x4`
EMPTY = ["-"], ["."], ["0"]
BETWEEN_LISTS = "; numbers of one list are separated by blanks, lists by `;` or by line ends, as in `1 2; 3`"


class Block(NamedTuple):
    """A section, the line with its word, and the lines of its lists."""

    section: GivenSection
    head: TextLine
    body: list[TextLine]

    def place(self, steps: list[int]) -> tuple[TextLine, int]:
        """Return the line, and the number of its word, of the value with these numbers in the section, or of the place
        behind it.

        `steps` has the number of the list and of the value in it, or only the latter if the section is one list.
        """
        if self.section.lists != "one":
            number, word = (*steps, 0)[:2]
            return self.body[number], word
        word = steps[0] if steps else 0
        for line in self.body:
            count = len(line.text.split())
            if word < count:
                return line, word
            word -= count
        return [self.head, *self.body][-1], len(self.head.text) + word


def _sections(
    source: Source, puzzle: AnyPuzzle, form: SectionsForm, size: tuple[int, int], lines: list[TextLine]
) -> tuple[GivenValue, CellErrorAt]:
    """Return the givens in the lines after the first, and a function for the error at one of their values.

    `size` is the rows and columns of the board, for `form`.  Raises InputError at a wrong line or value.
    """
    from .base.headings import in_order

    blocks: dict[str, Block] = {}
    numbers, start = numbers_of(source, form, size, lines)
    givens: GivenParts = form.extra.named(numbers) if form.extra else {}
    parts = in_order(form, with_words(form, size[0], lines[start:]))
    for block in _blocks(source, puzzle, size, form, [lines[start - 1], *parts]):
        blocks[block.section.key] = block
        values = named_values(source, puzzle, block.section, block.body, givens)
        givens |= values or {block.section.key: _part(source, puzzle, block, size)}

    def wrong(path: tuple[int | str, ...], message: str) -> InputError:
        key, *steps = path
        place = blocks[str(key)].place([int(step) for step in steps]) if key in blocks else (lines[start - 1], 0)
        return at(source, *place)(message)

    return completed(puzzle, form, size, givens), wrong


def _part(source: Source, puzzle: AnyPuzzle, block: Block, size: tuple[int, int]) -> GivenValue:
    """Return the lists of a section, or its one list; raise InputError for a word that is no value, and for a wrong
    number of lists or values.

    `size` is the rows and columns of the board.
    """
    section, body, cells = block.section, block.body, block.section.cells or puzzle.cells
    if section.lists == "one":
        values = list(chain(*(_values(source, puzzle, section, None, line) for line in body)))
        count = section.number_of_values(*size)
        if count not in (None, len(values)):
            wrong = at(source, *block.place([min(count or 0, len(values))]))
            raise wrong(f"found {len(values)} values; expected {section.named_values(*size)}")
        return section.joined(values)
    kept = body[: section.number_of_lists(*size)]
    kept = parted_alike(kept, section.number_of_values(*size) or 0, cells)
    block = block._replace(body=[*kept, *body[len(kept) :]])
    lists = [section.joined(_values(source, puzzle, section, size, line)) for line in kept]
    _check_lists(source, block, size)
    return lists


def _blocks(
    source: Source, puzzle: AnyPuzzle, size: tuple[int, int], form: SectionsForm, lines: list[TextLine]
) -> Iterator[Block]:
    """Yield the sections of a board of `size` one after the other, so that a fault in one is found before any behind
    it.

    A section may be missing if it is optional, or if it can be blank and another one is there.  Raises InputError for
    any other missing section, and for a section that is there twice or out of order.
    """
    shown = f"; csp2sat puzzles {puzzle.name} shows a board"
    heads = {section.word for section in form.sections}
    lines, start = [part for line in lines for part in without_head(line, heads)], 1
    for section in form.sections:
        here = lines[start].text.split() if start < len(lines) else []
        another = here[0] in heads if here else start > 1  # a section, or the end behind one
        if here != [section.word] and (section.optional or (another and blank(puzzle, section, size) is not None)):
            continue
        if start == len(lines):
            raise at(source, lines[-1], len(lines[-1].text))(f"expected a line `{section.word}`{shown}")
        head = lines[start]
        if head.text.split() != [section.word]:
            raise at(source, head)(f"{shortened(quoted(head.text.strip()))}; expected `{section.word}`{shown}")
        body = list(takewhile(lambda line: line.text.split()[0] not in heads, lines[start + 1 :]))
        yield Block(section, head, body)
        start += 1 + len(body)
    if start < len(lines):
        raise at(source, lines[start])(f"`{lines[start].text.split()[0]}` again; expected the end of the board")


def _check_lists(source: Source, block: Block, size: tuple[int, int]) -> None:
    section, head, body = block
    count = section.number_of_lists(*size)
    if section.lists != "one" and count is not None:
        expected = f"lines after `{section.word}`; expected {section.named_number(*size)}"
        check_count(source, body, [head, *body][-1], count, expected)


def _values(
    source: Source, puzzle: AnyPuzzle, section: GivenSection, size: tuple[int, int] | None, line: TextLine
) -> list[GivenValue]:
    """Return the values of a line. Raises InputError for a word that is no value, and for a wrong number of values.

    size: rows and columns of the board if the line is a list of its own, with its own number of values; None if a list
    extends over several lines, which are counted together.
    """
    words = line.words()
    if words in EMPTY and size and not section.number_of_values(*size):
        return []
    values = []
    listed = section.lists != "one" and section.number_of_values(*size or (0, 0)) is None
    for place, word in enumerate(words):
        try:
            values.append(value_of(word, section.cells or puzzle.cells))
        except ValueError as expected:
            hint = BETWEEN_LISTS if listed and re.search(r"\d[,;/|]|[\[\]()]", word) else ""
            raise at(source, line, place)(no_value(quoted(word), puzzle, expected) + hint) from None
    if size and section.values != "any":
        check_width(source, line, (section.number_of_values(*size) or 0, section.named_values(*size)), "values")
    return values


def _section_lines(puzzle: AnyPuzzle, form: SectionsForm, board: Board) -> list[str]:
    """Return the lines of the numbers besides the sections, and of the sections."""
    lines = _number_line(form, board)
    for section in (each for each in form.sections if each.key in board.givens):
        part, cells = board.givens[section.key], section.cells or puzzle.cells
        if section.lists == "one":
            part = [part[k : k + board.cols] for k in range(0, len(part), board.cols)]
        rows = [[cells.token(value) for value in values] or ["-"] for values in part]
        width = max((len(token) for row in rows for token in row), default=0)
        lines += [section.word, *(" ".join(token.rjust(width) for token in row) for row in rows)]
    return lines


START = re.compile(COMMENTS + r"(?i:size)\b")
COMMENT_OR_CELLS = f"cells, or a comment? expected {SIZE} above rows with `#`"


def comments(text: str) -> list[str]:
    """Return the comments, without their signs."""
    return [line.strip(";# \t") for line in Source("", text).lines() if line and line.lstrip()[:1] in (";", "#")]


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the text, whose size may be missing if `has_rows`; raise InputError at the first wrong
    place.
    """
    lines = lines_of(source)
    if isinstance(puzzle.form, SectionsForm) or any(sign in source.text for sign in ":=["):
        from .base.headings import with_lists

        lines = with_lists(puzzle, lines)
    if not lines:
        raise source.error(f"the text has no board; expected {SIZE} and the rows", len(source.text))
    if puzzle.form.extra:
        from .base.rows_alone import check_extra

        check_extra(source, puzzle)
    if isinstance(puzzle.form, SectionsForm):
        from .base.fitting_lists import fitting

        return fitting(source, puzzle, lines, lambda lines: _read(source, puzzle, lines))
    return _read(source, puzzle, lines)


def _read(source: Source, puzzle: AnyPuzzle, lines: list[TextLine]) -> Board:
    """Return the board in the lines of a text, as `read` does."""
    if lines[0].text.split()[0] != "size":
        from .base.rows_alone import check_equal, size_of_rows

        if found := size_of_rows(source, puzzle, lines):
            lines = [lines[0]._replace(text=f"size {found[0]} {found[1]}"), *lines]
        else:
            check_equal(source, puzzle, lines)
    size = size_of(source, lines[0], puzzle)
    givens, cell_error = _givens(source, puzzle, size, lines)
    with placed(at(source, lines[0]), cell_error):
        return board(puzzle, size, givens)


def _givens(
    source: Source, puzzle: AnyPuzzle, size: tuple[int, int], lines: list[TextLine]
) -> tuple[GivenValue, CellErrorAt]:
    """Return the givens in the lines of a board of `size`, and a function for the error at one of their cells; raise
    InputError at a wrong line or value.
    """
    form, rows = puzzle.form, size[0]
    if not isinstance(form, CellForm):
        return _sections(source, puzzle, form, size, lines)
    numbers, start = numbers_of(source, form, size, lines)
    more = int(form.corners)
    body = parted_alike(lines[start : start + rows + more], size[1] + more, puzzle.cells)
    corners = " and 1, for there are values at all corners" if more else ""
    width = size[1] + more, f"{size[1] + more}, the width{corners}"
    values: CellValues = [_row(source, puzzle, width, line) for line in body]
    wanted = f"{rows + more}, the height{corners}"
    check_count(source, lines[start:], lines[-1], rows + more, f"rows; expected {wanted}")
    return form.givens(values, numbers), lambda cell, wrong: at(source, body[int(cell[0])], int(cell[1]))(wrong)


def size_of(source: Source, line: TextLine, puzzle: AnyPuzzle) -> tuple[int, int]:
    """Return the rows and columns that the line `size` states; raise InputError if the line has another word, or no
    size.
    """
    if line.text.split()[0] != "size":
        from .base.rows_alone import hidden_row

        if above := hidden_row(source, puzzle, line):
            raise source.error_in_line(COMMENT_OR_CELLS, above)
        rows = "" if isinstance(puzzle.form, SectionsForm) else ", or rows of equal length"
        raise at(source, line)(f"no size of this {puzzle.name}; expected {SIZE} before the rows{rows}")
    size = _whole(source, line, 2, SIZE)
    with placed(at(source, line, 1)):
        check_size(size[1], size[0])
    return size[1], size[0]


def _whole(source: Source, line: TextLine, count: int, shape: str) -> list[int]:
    """Return the `count` numbers behind the first word of a line; raise InputError, with the expected `shape`, if the
    words are others.
    """
    words = BY.sub(" ", line.text).split()[1:]
    for place, word in enumerate(words[:count], start=1):
        if number(word) is None:
            raise at(source, line, place)(f"{shortened(quoted(word))} is no number of 1 to 9 digits; expected {shape}")
    if len(words) != count:
        raise at(source, line, min(len(words), count) + 1)(f"expected {shape}")
    return [int(word) for word in words]


def numbers_of(
    source: Source, form: CellForm | SectionsForm, size: tuple[int, int], lines: list[TextLine]
) -> tuple[tuple[int, ...], int]:
    """Return the numbers of the puzzle's extra line, or their default, and the index in `lines` at which the rows
    begin; () and 1 for a puzzle without such a line.

    `size` is the rows and columns of the board.  Raises InputError if the numbers are wrong, or missing without a
    default.
    """
    extra = form.extra
    if extra is None:
        return (), 1
    if len(lines) == 1 or lines[1].text.split()[0] != extra.word:
        from .base.title_numbers import usual_or_titled

        with placed(at(source, lines[0])):
            return usual_or_titled(source, extra, size, lines[0]), 1
    shape = f"`{extra.word} {' '.join(extra.keys).upper()}`"
    numbers = tuple(_whole(source, lines[1], len(extra.keys), shape))
    with placed(at(source, lines[1], 1)):
        extra.check(*size, numbers)
    return numbers, 2


def _row(source: Source, puzzle: AnyPuzzle, width: tuple[int, str], line: TextLine) -> list[GivenValue]:
    """Return the values of a line; `width` is their number, and its text for people.  Raises InputError for a word that
    is no value, and for a wrong number of values.
    """
    values = []
    words = line.words()
    hint = "; blanks go between cells" if len(words) == 1 < width[0] else ""
    for place, word in enumerate(words[: width[0]]):
        try:
            values.append(value_of(word, puzzle.cells))
        except ValueError as expected:
            raise at(source, line, place)(no_cell(quoted(word), puzzle, expected) + hint) from None
    check_width(source, line, width, "cells")
    return values


def write(board: Board) -> str:
    """Return the text of a board, with its puzzle's name in a comment."""
    puzzle = PUZZLES[board.puzzle]
    form = puzzle.form
    body = _body(puzzle, form, board) if isinstance(form, CellForm) else _section_lines(puzzle, form, board)
    return "\n".join([f"; {puzzle.titles[0]} Puzzle", f"size {board.cols} {board.rows}", *body]) + "\n"


def _body(puzzle: AnyPuzzle, form: CellForm, board: Board) -> list[str]:
    """Return the line of the numbers besides the cells, if any, and the lines of the rows."""
    rows = [[puzzle.cells.token(value) for value in row] for row in form.values(board.givens)]
    width = max(len(token) for row in rows for token in row)
    return [*_number_line(form, board), *(" ".join(token.rjust(width) for token in row) for row in rows)]


def _number_line(form: CellForm | SectionsForm, board: Board) -> list[str]:
    """Return the line of the numbers besides cells or sections, in a list; [] if the form has none."""
    return [" ".join(map(str, (form.extra.word, *form.numbers(board.givens))))] if form.extra else []


FORMAT = Format("text", START, read, write, comments, split=each_sized)
