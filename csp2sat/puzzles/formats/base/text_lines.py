"""The lines of a board in text form: their words, and errors at the words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ....base.source import COMMENT, Source
from ....tuples import NamedTuple
from ...names import puzzle_named
from ...notation import GivenValue, Notation
from .placing import ErrorAt

LONGEST_ROW = 60  # characters of a row without blanks, in a text that nothing says is a board
LETTERS = re.compile(r"[^\W\d_]{2}")
ROOM = 3  # blanks between two columns of cells, among which there is room for a cell without a sign
SIZE = r"(?mi)^[ \t]*size[ \t]+\d"
HALF_WIDTH = {0xFF00 + at: 0x20 + at for at in range(1, 0x5F)}  # for digits and signs in Japanese
VARIANT = re.compile(r"\s*[a-z]{3,}(?:[ -][a-z]+)*[:=]?\s+[^\s]*\d", re.I)  # `thermo r1c1 r1c2`, `cage 12: ...`
PLACE = re.compile(r"\br\d+c\d+\b", re.I)  # of a cell in a rule of a variant
VARIANT_RULES = "; rules of a variant are constraints of a model: csp2sat help variant rules"
WIDE_BLANK = "\u3000"  # of full width: as wide as a cell, so that it may be a blank cell
UNPARTED = r"(?mi)^\s*(?:size\b|[{<(\[]|https?:)|```|~~~|://"  # signs of a text whose boards no blank lines part


class TextLine(NamedTuple):
    """A line that is no comment: its number from 1, and its text.

    joined: whether there are no blanks between its values, which are one character each.
    """

    number: int
    text: str
    joined: bool = False

    def words(self) -> list[str]:
        """Return the values: characters if the line is `joined`, else words."""
        return list(self.text.strip()) if self.joined else self.text.split()


def half_width(text: str) -> str:
    """Return a text with ASCII in place of digits, letters and signs of full width, each in its place."""
    return text.translate(HALF_WIDTH)


def lines_of(source: Source) -> list[TextLine]:
    """Return the lines that are not blank and no comments; `#` begins a comment only before the first of them."""
    lines: list[TextLine] = []
    for count, text in enumerate(source.lines(), start=1):
        sign = text and text.lstrip()[:1]  # most lines before a board that is one of many are empty
        if sign in ("S", "s") and re.match(SIZE, text):
            text = text.replace(text.split()[0], "size")
        if sign and sign != ";" and (lines or sign != "#"):
            lines.append(TextLine(count, text))
    return lines


def each_line(source: Source) -> Iterator[Source]:
    """Yield a text for each line that is not blank and no comment, with the line's place in the whole; a text of one
    line stays.
    """
    lines = lines_of(source)
    for line in lines if len(lines) > 1 else ():
        yield Source(source.path, "\n" * (line.number - 1) + line.text)
    if len(lines) <= 1:
        yield source


def each_sized(source: Source) -> Iterator[Source]:
    """Yield a text for each line `size WIDTH HEIGHT`, with what follows it up to the next board and its place in the
    whole; a text with one such line stays.

    The comments above such a line, and the name of a puzzle alone on a line, belong to the board below.
    """
    if len(re.findall(SIZE, source.text)) < 2:
        yield source
        return
    lines = source.lines()
    begins = [_begin(lines, number) for number, line in enumerate(lines) if re.match(SIZE, line)]
    for begin, end in zip([0, *begins[1:]], [*begins[1:], len(lines)], strict=True):
        yield source.changed("\n" * begin + "\n".join(map(as_comment, lines[begin:end])))


def _begin(lines: list[str], size: int) -> int:
    """Return the number of the first line of a board, from 0: that with the size, or the highest one with a comment or
    a name above it, from which only comments, names and blank lines part it.

    size: the number of the line with the size.  A line that begins with `#` may be a row of the board above, unless
    blank lines part it from rows.
    """
    begin = at = size
    while (at and (sign := lines[at - 1].strip()[:1]) in ("", ";", "#")) or (at and is_name(lines[at - 1])):
        at -= 1
        if sign != "#" or not at or not lines[at - 1].strip():
            begin = at
    return begin


def is_name(line: str) -> bool:
    return line.strip()[:1].isalpha() and puzzle_named(line.strip()) is not None


def as_comment(line: str) -> str:
    """Return a line with the sign of a comment before it if it is the name of a puzzle alone."""
    return f"{COMMENT}{line}" if is_name(line) else line


def at(source: Source, line: TextLine, word: int = 0) -> ErrorAt:
    """Return a function that makes the error at the word number `word` of a line, or behind the line's last word."""
    starts = [match.start() + 1 for match in re.finditer(r"\S" if line.joined else r"\S+", line.text)]
    column = starts[word] if word < len(starts) else len(line.text.rstrip()) + 1
    return lambda message: source.error_in_line(message, line.number, column)


def parted(line: TextLine, count: int, cells: Notation) -> TextLine:
    """Return the line with `joined` set if it is one word of `count` characters, each of which is a value itself."""
    word = line.text.strip()
    if count < 2 or len(word) != count or len(word.split()) > 1:
        return line
    try:
        for char in word:
            value_of(char, cells)
    except ValueError:
        return line
    return line._replace(joined=True)


def parted_alike(lines: list[TextLine], count: int, cells: Notation) -> list[TextLine]:
    """Return the lines, with `joined` set for rows that are written without blanks.

    `joined` is set for a line if `parted` sets the mark, and for a line of one word, of 2 to 2 * `count` characters, if
    `parted` sets the mark for another line, or if the word is no cell while each of its characters is a cell.
    An error in a row without blanks is then a missing cell or a wrong character; `count` is the expected number of
    cells.
    """
    found = [parted(line, count, cells) for line in lines]
    joined = any(line.joined for line in found)
    return [line._replace(joined=line.joined or _is_joined(line.text.strip(), count, cells, joined)) for line in found]


def _is_joined(word: str, count: int, cells: Notation, others: bool) -> bool:
    if not 1 < len(word) <= 2 * count or len(word.split()) > 1 or count < 2:
        return False
    return others or (not is_cell(word, cells) and all(is_cell(char, cells) for char in word))


def is_cell(token: str, cells: Notation) -> bool:
    """Whether a word is a value in this notation."""
    try:
        value_of(token, cells)
    except ValueError:
        return False
    return True


def value_of(token: str, cells: Notation) -> GivenValue:
    """Return the value that a word has in this notation; `_` and `·` are blanks as `.` is.  Raises ValueError with
    the expected words if the word has none.
    """
    return cells.value("." if token in ("_", "·") else token)


def is_rows(text: str) -> bool:
    """Whether the lines, three at least, have equally many words, or are equally long words, as rows of a board are."""
    rows = [line.split() for line in text.strip().splitlines()]
    sizes = {len(row) if len(row) > 1 else len("".join(row)) for row in rows}
    cells = all(len(word) < (LONGEST_ROW if len(row) == 1 else 4) for row in rows for word in row)
    return len(rows) > 2 and len(sizes) == 1 and max(sizes) > 1 and cells


def gap_in(lines: Sequence[TextLine], cells: Notation) -> tuple[int, int] | None:
    """Return the line and column, from 1, of the first gap of several blanks in rows that have blank cells without a
    sign, as far as one can see: no cell has a sign for a blank, and the cells are not below each other, or a gap has
    room for another cell, or a blank is as wide as a cell; else None.  If each row is one word, return the place of the
    first one.
    """
    rows = [list(re.finditer(r"\S+", line.text)) for line in lines]
    blank = any(word[0] in ("-", ".", "0", "_", "·") for row in rows for word in row)
    aligned = any(len({tuple(at(word) for word in row) for row in rows}) == 1 for at in (re.Match.start, re.Match.end))
    wide = [(line.number, line.text.find(WIDE_BLANK) + 1) for line in lines if WIDE_BLANK in line.text]
    if wide and is_cell("-", cells) and not any(word[0] in ("-", ".", "_", "·") for row in rows for word in row):
        return wide[0]
    if blank or (aligned and not is_cell("-", cells)):
        return None
    least = ROOM if aligned else 2
    places = (
        (line.number, one.end() + 2)
        for line, row in zip(lines, rows, strict=True)
        for c, (one, two) in enumerate(pairwise(row))
        if two.start() - one.end() >= least and (not aligned or _room(rows, c) >= least)
    )
    alone = (lines[0].number, rows[0][0].start() + 1) if not aligned and {*map(len, rows)} == {1} else None
    return next(places, alone)


def _room(rows: Sequence[Sequence[re.Match[str]]], c: int) -> int:
    """Return the least number of blanks behind the words number `c` of all rows."""
    return min(row[c + 1].start() - row[c].end() for row in rows)


def is_shaded_row(words: Sequence[str], cells: Notation) -> bool:
    """Whether words, of which the first begins with `#`, may be cells of a solution, in which `#` is a shaded cell:
    each is a cell, `#`, or a cell with `#` before it, and none has two letters, as the words of a comment have.
    """
    plain = [word.lstrip("#") for word in words]
    return all(word == "" or (is_cell(word, cells) and not LETTERS.search(word)) for word in plain)


def of_most(widths: Sequence[int]) -> int | None:
    """Return the width that more than half of the rows have, from the widths of all rows; None if there is none."""
    usual = max(widths, key=widths.count)
    return usual if 2 * widths.count(usual) > len(widths) else None


def check_width(source: Source, line: TextLine, wanted: tuple[int, str], what: str) -> None:
    """Raise InputError if a line does not have the wanted number of words.

    `wanted` is this number, and its text for people; `what` is the name of the words, such as `cells`.
    """
    found = len(line.words())
    if found != wanted[0]:
        raise at(source, line, min(found, wanted[0]))(f"found {found} {what}; expected {wanted[1]}")


def check_count(source: Source, found: list[TextLine], last: TextLine, count: int, expected: str) -> None:
    """Raise InputError at the first line beyond `count`, or behind the line `last` if there are too few.

    `expected` is the end of the message, behind the number of lines found.
    """
    if len(found) != count:
        wrong = at(source, found[count]) if len(found) > count else at(source, last, len(last.text))
        raise wrong(f"found {len(found)} {expected}{of_variant(found[count]) if len(found) > count else ''}")


def of_variant(line: TextLine) -> str:
    """Return what to do with a line below the rows that has a rule of a variant: a word, and cells or numbers; '' for
    any other line.
    """
    return VARIANT_RULES if VARIANT.match(line.text) else ""
