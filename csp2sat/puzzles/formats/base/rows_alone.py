"""Rows of cells without a line with their size above: whether a text is such rows, their size, and their faults."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from ....base.source import Source
from ...givens import CellForm, SectionsForm
from ...spec import AnyPuzzle
from .headings import lines_of_board
from .left_out import size_of_sections
from .placing import SIZE, no_cell, quoted
from .text_lines import (
    PLACE,
    TextLine,
    at,
    check_width,
    gap_in,
    is_cell,
    is_rows,
    is_shaded_row,
    lines_of,
    of_most,
    of_variant,
)

BLOCK = r"(?<!\S)#+(?!\S)"


def has_rows(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text without a size has rows of equal length, the first of which has cells of the puzzle only."""
    lines = lines_of_board(source, puzzle)
    sized = not lines or any(re.match(r"\s*(?:size(?!\S)|```|~~~)", line.text) for line in lines)
    if sized or size_of_rows(source, puzzle, lines) is None:
        return False
    return isinstance(puzzle.form, SectionsForm) or _is_row(lines[int(_has_extra(puzzle, lines))], puzzle)


def has_wrong_row(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text without a size has rows of equally many words, some of them signs of blank cells, whatever the
    other words are: `read` names the first word that is no cell.
    """
    lines = lines_of_board(source, puzzle)
    widths, words = {len(line.text.split()) for line in lines}, {word for line in lines for word in line.text.split()}
    return isinstance(puzzle.form, CellForm) and len(widths) == 1 < max(widths) and not words.isdisjoint(("-", "."))


def may_be_rows(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text of several lines seems to be a board of the puzzle without a size, with a fault that `read` names:
    all lines have equally many words or characters, or the first line has cells of the puzzle only.
    """
    lines = lines_of_board(source, puzzle)
    return len(lines) > 1 and (is_rows("\n".join(line.text for line in lines)) or _is_row(lines[0], puzzle))


def _has_extra(puzzle: AnyPuzzle, lines: list[TextLine]) -> bool:
    return puzzle.form.extra is not None and lines[0].text.split()[0] == puzzle.form.extra.word


def _is_row(line: TextLine, puzzle: AnyPuzzle) -> bool:
    words = line.text.split()
    return all(is_cell(cell, puzzle.cells) for cell in (words if len(words) > 1 else words[0]))


def size_of_rows(source: Source, puzzle: AnyPuzzle, lines: list[TextLine]) -> tuple[int, int] | None:
    """Return the width and height of a board whose rows are all the lines of a text, two at least, but for the puzzle's
    extra line, whatever their cells are; None if they are no such rows.

    Lines that may mean something else are no such rows: a first row that begins with `#`, if that is a cell, would be
    taken for a comment; a gap between some rows parts two boards; rows that all begin with `>` may be quoted; two
    numbers above rows of two cells may be the size of the others; and `·` alone, with a line between any two rows, are
    the corners of blank cells.
    """
    if isinstance(form := puzzle.form, SectionsForm):
        return size_of_sections(form, lines)
    if hidden_row(source, puzzle, lines[0]):
        return None
    lines = lines[_has_extra(puzzle, lines) :]
    rows = [line.text.split() for line in lines]
    widths = {len(words) if len(words) > 1 else len(words[0]) for words in rows}
    if len(widths) != 1 or len(rows) < 2 or PLACE.search(lines[-1].text):
        return None
    gaps = {below.number - above.number for above, below in pairwise(lines)}
    sizes = ["2", str(len(rows) - 1)], [str(len(rows) - 1), "2"]
    if (
        len(gaps) > 1
        or gap_in(lines, puzzle.cells)
        or rows[0] in sizes
        or all(words[0].startswith(">") for words in rows)
    ):
        return None
    if gaps == {2} and {word for words in rows for word in words} == {"·"}:
        return None
    size = min(widths) - form.corners, len(rows) - form.corners
    return size if min(size) > 0 else None


def hidden_row(source: Source, puzzle: AnyPuzzle, first: TextLine) -> int:
    """Return the number of the first line above the `first` one with cells that is a comment by its `#`, but may be a
    row of cells; 0 if there is none.
    """
    for number, text in enumerate(source.lines()[: first.number - 1], start=1):
        words = text.split()
        is_row = len(words) > (len(first.text.strip()) > 1) and is_shaded_row(words, puzzle.cells)
        if text.lstrip()[:1] == "#" and (is_row or is_cell("#", puzzle.cells)):
            return number
    return 0


def with_plain_blocks(source: Source, puzzle: AnyPuzzle) -> Source | None:
    """Return the text with the sign X in place of `#`, or of several `#` as in a drawing, if `#` is a block of the
    puzzle, the first row begins with one, and all rows of the board, which has no size, are equally long; None if `#`
    is no block, or if such a row may be a comment.
    """
    signs = [sign for sign in "#X" if is_cell(sign, puzzle.cells)]
    if len(signs) < 2 or puzzle.cells.value("#") != puzzle.cells.value("X"):
        return None
    lines = [(at, text) for at, text in enumerate(source.lines(), start=1) if text.strip() and text.lstrip()[0] != ";"]
    begin = next((n for n, (_, text) in enumerate(lines) if text.lstrip()[0] == "#"), len(lines))
    plain = {at: re.sub(BLOCK, lambda found: "X".ljust(len(found[0])), text) for at, text in lines[begin:]}
    rows = [text.split() for text in plain.values()]
    cells = all(is_cell(word, puzzle.cells) for row in rows for word in row)
    if begin or len(rows) < 2 or not cells or {len(row) for row in rows} != {max(2, len(rows[0]))}:
        return None
    if max(plain) - min(plain) + 1 != len(plain):
        return None
    return source.changed("\n".join(plain.get(at, text) for at, text in enumerate(source.lines(), start=1)))


def row_as_comment(source: Source, puzzle: AnyPuzzle) -> int:
    """Return the number of the first line above all others that is a comment by its `#`, and a row of cells; 0 if there
    is none.
    """
    above = next(iter(lines_of(source)), TextLine(len(source.lines()) + 1, ""))
    row = hidden_row(source, puzzle, above)
    return row if row and is_shaded_row(source.lines()[row - 1].split(), puzzle.cells) else 0


def check_equal(source: Source, puzzle: AnyPuzzle, lines: list[TextLine]) -> None:
    """Raise InputError at the first row with another number of cells than the one above, if all lines but the puzzle's
    extra one are rows of cells; and at the first other line below two rows that are equally long.
    """
    rows = lines[_has_extra(puzzle, lines) :]
    cells = list(takewhile(lambda row: _is_row(row, puzzle), rows)) if isinstance(puzzle.form, CellForm) else []
    widths = {len(words) if len(words := row.text.split()) > 1 else len(words[0]) for row in cells}
    if len(widths) == 1 < len(cells) < len(rows):
        expected = f"expected {max(widths)} cells, as in the row above, or `;` before a comment"
        row = rows[len(cells)]
        row = row._replace(joined=len(row.text.split()) == 1)
        if len(row.words()) == max(widths) and not of_variant(row):
            for number, word in enumerate(row.words()):
                _check_cell(source, puzzle, row, number, word)
        raise at(source, rows[len(cells)])(f"this is no row of cells; {expected}{of_variant(rows[len(cells)])}")
    if isinstance(puzzle.form, CellForm) and len(rows) > 2 and all(_is_row(row, puzzle) for row in rows):
        rows = [row._replace(joined=len(row.text.split()) == 1) for row in rows]
        counts = [len(row.words()) for row in rows]
        most = of_most(counts)
        for above, row in zip(counts, rows[most is None :], strict=False):
            width, which = (above, "the row above") if most is None else (most, "most rows")
            check_width(source, row, (width, f"{width}, as in {which}, or {SIZE}"), "cells")


def check_cells(source: Source, puzzle: AnyPuzzle) -> None:
    """Raise InputError at the first cell that is none of the puzzle's, if all lines but the puzzle's extra one are rows
    with equally many cells.
    """
    lines = lines_of(source)
    if not isinstance(puzzle.form, CellForm) or not lines or size_of_rows(source, puzzle, lines) is None:
        return
    for line in lines[_has_extra(puzzle, lines) :]:
        row = line._replace(joined=len(line.text.split()) == 1)
        for number, word in enumerate(row.words()):
            _check_cell(source, puzzle, row, number, word)


def _check_cell(source: Source, puzzle: AnyPuzzle, row: TextLine, number: int, word: str) -> None:
    """Raise InputError if a word of a row, at its `number`, is no cell of the puzzle."""
    try:
        puzzle.cells.value(word)
    except ValueError as error:
        raise at(source, row, number)(no_cell(quoted(word), puzzle, error)) from None


def check_extra(source: Source, puzzle: AnyPuzzle) -> None:
    """Raise InputError if the line above the rows of a puzzle with an extra number is that number alone, or has its
    word elsewhere, such as `2` or `2 stars` for `stars 2`.
    """
    extra, lines = puzzle.form.extra, lines_of(source)
    if extra is None or len(extra.keys) > 1 or extra.truth:
        return
    lines = lines[1:] if lines and lines[0].text.split()[0] == "size" else lines
    found = re.fullmatch(rf"\s*(\d{{1,3}})\W*(?:{extra.word}?)?\W*", lines[0].text, re.IGNORECASE) if lines else None
    if found and len(lines) > 2 and all(len("".join(line.text.split())) > len(found[1]) for line in lines[1:]):
        raise at(source, lines[0])(f"a line of {extra.word}? expected `{extra.word} {found[1]}` above the rows")
