"""The layout of a drawing with values at the corners of cells, or with stars in half cells.

1---+---1---+---0      +---+---+        . . .
|   |   |   |   |      | o |   |          o
+---+---2---2---+      +---o---+        . . o
                       |   |   |
                       +---+---+
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ....base.source import Source
from ..base.text_lines import TextLine
from .layout import DrawnBoard, column_spans
from .lines import DrawnWord, is_rule, words_of

STARS = "oO○●*"
CORNERS = "+.o*"  # signs of a corner without a value
FULL = "; expected + at each corner of the cells"


def cornered(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a board whose values stand at corners, with the words of corners as its cells; raise
    InputError at a word that is at none.

    Either each cell has a sign, and a line of corners without values may be missing between two rows; or each corner
    has a sign, and lines with the corners, and with cells between them, alternate.
    """
    body = [line for line in lines if "." in line.text and set(line.text) <= set(" .|")]
    if not body:
        return _signed(source, lines)
    cells = [words_of(line) for line in body]
    spans = column_spans(source, body, cells)
    rows = [[DrawnWord(".", lines[0].number, 1)] * (len(spans) + 1) for _ in range(len(body) + 1)]
    places: dict[int, int] = {}
    for line in (line for line in lines if line not in body):
        y = sum(each.number < line.number for each in body)
        if places.setdefault(y, line.number) != line.number:
            raise source.error_in_line("a second line of corners; expected a row of cells (. in each)", line.number)
        for x, word in _among(source, spans, words_of(line, r"[^\s=|-]")).items():
            rows[y][x] = _blank(word, CORNERS)
    return DrawnBoard(rows)


def _signed(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a board with a sign at each corner; raise InputError at a corner without one."""
    blank = {below.number - above.number for above, below in pairwise(lines)} == {2}  # the lines with cells
    if not blank and len(lines) % 2 == 0:
        message = "this is a line with cells; expected a line with the corners below the last one"
        raise source.error_in_line(message, lines[-1].number)
    upper, body = (lines, []) if blank else (lines[::2], lines[1::2])
    for word in (word for line in body for word in words_of(line)):
        raise word.wrong(source, f"{word.text} in a cell; expected nothing there or . in each, and numbers at corners")
    rows = [words_of(line, r"[^\s=|-]") for line in upper]
    places = sorted({word.column for row in [*rows, *(words_of(line, r"\|") for line in body)] for word in row})
    for line, row in zip(upper, rows, strict=True):
        for at in sorted({*places} - {word.column for word in row}):
            message = f"no sign at this corner{FULL} (or its number), or . in each cell"
            raise source.error_in_line(message, line.number, at)
    return DrawnBoard([[_blank(word, CORNERS) for word in row] for row in rows])


def _among(source: Source, spans: Sequence[tuple[int, int]], words: list[DrawnWord]) -> dict[int, DrawnWord]:
    """Return the words of a line by the numbers of their corners; raise InputError at a word above or below a cell, and
    at a second word of one corner.

    spans: the first column of each column of cells, and the column behind it.
    """
    found: dict[int, DrawnWord] = {}
    for word in words:
        if any(start <= word.column < end for start, end in spans):
            raise word.wrong(
                source, f"{word.text} is above or below a cell; expected it at a corner, between two cells"
            )
        k = sum(start < word.column for start, _ in spans)
        if found.setdefault(k, word) != word:
            raise word.wrong(source, f"{word.text} is a second sign at one corner; expected one")
    return found


def starred(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a board with stars in half cells; raise InputError at a sign that has no meaning, and where
    a line or column of stars may be cells or a border between them.

    Either all corners are drawn (`+`, or a star), or each cell has a sign.
    """
    corners = [word.column for word in words_of(lines[0], r"\+")]
    texts = [line.text.ljust(corners[-1]) if corners else "" for line in lines[::2]]
    drawn = (
        len(lines) % 2
        and len(corners) > 1
        and len(corners) + len(lines) > 5
        and all(text[at - 1] in f"+.{STARS}" for text in texts for at in corners)
    )
    ys, xs = {line.number: y for y, line in enumerate(lines)}, {at: 2 * k for k, at in enumerate(corners)}
    body = lines
    if not drawn:
        _check_frame(source, lines)
        body = [_inside(line) for line in lines if not (line in (lines[0], lines[-1]) and is_rule(line))]
        for wall in (word for line in body for word in words_of(line, r"[-=|+]")):
            raise wall.wrong(source, f"{wall.text} inside the board{FULL}, or none inside")
        ys, xs = _half_cells(source, body)
    found: dict[tuple[int, int], DrawnWord] = {}
    walls: dict[tuple[int, int], DrawnWord] = {}
    rows, cols = (max(places.values(), default=0) + (not drawn) for places in (ys, xs))
    for word in (word for line in body for word in words_of(line, r"\S")):
        y, x = ys[word.line], xs[word.column] if word.column in xs else 2 * sum(at < word.column for at in xs) - 1
        if word.text in "-=|" and not y % 2 == x % 2 == 1:
            walls[y, x] = word
        elif word.text not in "+." or y % 2 == x % 2 == 1:
            if not (0 < y < rows and 0 < x < cols) or (word.text not in STARS and not (y % 2 == x % 2 == 1)):
                raise word.wrong(source, f"{word.text} on the edge or between cells; expected o (a star) inside")
            if found.setdefault((y, x), word) != word:
                raise word.wrong(source, f"{word.text} is a second sign at one place; expected one")
    sides = {(y, x) for y in range(1, rows) for x in range(1, cols) if y % 2 != x % 2}
    if (inside := sorted(sides & walls.keys())) and sides - walls.keys() - found.keys():
        raise walls[inside[0]].wrong(
            source, "a wall inside; expected a board without walls, or with all lines of its grid"
        )
    blank = DrawnWord(".", lines[0].number, 1)
    cells = [[found.get((y, x), blank) for x in range(1, cols, 2)] for y in range(1, rows, 2)]
    points = {at: word for at, word in found.items() if word.text in STARS}
    if not points:
        raise source.error_in_line("found no star (o)", lines[0].number)
    return DrawnBoard([[_blank(word) for word in row] for row in cells], points=points)


def _blank(word: DrawnWord, signs: str = STARS) -> DrawnWord:
    """Return the word, `.` in its place if it is one of `signs`."""
    return word._replace(text=".") if word.text in signs else word


def _check_frame(source: Source, lines: list[TextLine]) -> None:
    """Raise InputError at a line that does not begin or end where the first one does, if bars are around the rows: a
    star between cells says where it is by its column alone.
    """
    ends = [(len(line.text) - len(text := line.text.lstrip()), len(line.text), text[0] + text[-1]) for line in lines]
    if any(signs == "||" for *_, signs in ends):
        for line, (start, end, signs) in zip(lines, ends, strict=True):
            if (start, end) != ends[0][:2] or signs not in ("||", "++"):
                raise source.error_in_line("the frame is broken here; expected its bars below each other", line.number)


def _inside(line: TextLine) -> TextLine:
    """Return a line with blanks in place of the bars at both ends."""
    return line._replace(text=re.sub(r"^(\s*)\||\|$", r"\1 ", line.text))


def _half_cells(source: Source, lines: list[TextLine]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the places in half cells of lines by their numbers, and of columns, for a drawing with a sign in each
    cell; raise InputError if a line or column of stars may have either place.

    A line with the sign of a cell is a row, and so is a column.  A line with stars alone is a row only if it has one in
    all these columns.
    """
    signs = {(line.number, word.column): word for line in lines for word in words_of(line, r"\S")}
    plain = [at for at, word in signs.items() if word.text not in STARS]
    rows, cols = ({at[axis] for at in plain} for axis in (0, 1))
    ys = [
        (n, n in rows or (None if all((n, c) in signs for c in cols) else False)) for n in sorted({n for n, _ in signs})
    ]
    every = _decided(source, ys, lambda n: next(word for at, word in signs.items() if at[0] == n))
    rows = {n for n, y in every.items() if y % 2}
    xs = [
        (c, c in cols or (None if all((n, c) in signs for n in rows) else False)) for c in sorted({c for _, c in signs})
    ]
    across = _decided(source, xs, lambda c: next(word for at, word in signs.items() if at[1] == c))
    for n, c in ((n, c) for n in rows for c, x in across.items() if x % 2 and (n, c) not in signs):
        raise source.error_in_line("no sign in this cell; expected . or o in each cell", n, c)
    return every, across


def _decided(source: Source, places: list[tuple[int, bool | None]], word: Callable[[int], DrawnWord]) -> dict[int, int]:
    """Return the places in half cells of lines, or of columns, by their numbers; raise InputError if one is not sure.

    places: the number of each, and whether it has cells; None: that is not sure.  word: returns the first word of a
    line or column by its number.
    """
    found: dict[int, int] = {}
    flags = [flag for _, flag in places]
    cells = 0
    for at, (number, flag) in enumerate(places):
        around = [False, *flags, False][at : at + 3]  # nothing beyond the first and last one is a cell
        if flag is None and False not in (around[0], around[2]):
            either = "stars in cells, or between them? expected + at each corner of the cells (as +---+) to tell"
            raise word(number).wrong(source, either)
        if flag is False and False in (around[0], around[2]):
            raise word(number).wrong(
                source, "a star on the edge, or beside another line of stars between cells; expected it inside"
            )
        cells += flag is not False
        found[number] = 2 * cells - (flag is not False)
    return found
