"""The layout of a drawn board: which words are its cells, and what stands between and beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from ....base.source import Source
from ...givens import SectionsForm
from ...spec import Cell
from ..base.text_lines import TextLine
from .cages import sums, without_signs
from .lines import DrawnWord, is_rule, with_blank_rows, words_of

BLANKS = "-", ".", "0", "+"
GAP = "a gap with room for a blank cell; expected . in blank cells"
SIDES = ("top", "bottom", "left", "right")


class DrawnBoard(NamedTuple):
    """The parts of a drawn board.

    cells: the word of each cell.
    walls: the pairs of neighbouring cells with a wall between them, the upper or left one first.
    sums: the cells with a number in the wall above them, and the number.
    signs: for `across` and `down`, the cells with a sign to the right or below, and the sign.
    beside: for each side the words beside each row or column, in reading order.
    points: the stars at places in half cells, `1, 1` in the middle of the first cell.
    """

    cells: list[list[DrawnWord]]
    walls: Collection[tuple[Cell, Cell]] = ()
    sums: Mapping[Cell, DrawnWord] = MappingProxyType({})
    signs: Mapping[str, Mapping[Cell, DrawnWord]] = MappingProxyType({})
    beside: Mapping[str, list[list[DrawnWord]]] = MappingProxyType({})
    points: Mapping[Cell, DrawnWord] = MappingProxyType({})


def sides_of(form: SectionsForm) -> dict[str, str]:
    """Return the keys of the givens that stand beside the board, by their sides."""
    keys = {section.key for section in form.sections}
    sides = {"left": "rows", "top": "cols"} if "rows" in keys else {side: side for side in SIDES}
    return {side: key for side, key in sides.items() if key in keys}


def framed(source: Source, lines: list[TextLine], sides: dict[str, str]) -> DrawnBoard:
    """Return the layout of a board whose rows have bars; raise InputError where cells are not below each other.

    sides: those with clues; the clues of a row stand before its first bar and behind its last one.
    """
    body = [line for line in lines if "|" in line.text and not is_rule(line)]
    if not body:
        raise source.error_in_line("found no row with cells", lines[0].number)
    spans = [_span(line.text) if sides else (0, None) for line in body]
    cells = [words_of(line, start=start, end=end) for line, (start, end) in zip(body, spans, strict=True)]
    columns = column_spans(source, body, cells)
    counts = zip(SIDES, [len(columns)] * 2 + [len(cells)] * 2, strict=True)
    beside: dict[str, list[list[DrawnWord]]] = {side: [[] for _ in range(count)] for side, count in counts}
    for r, (line, (start, end)) in enumerate(zip(body, spans, strict=True)):
        beside["left"][r] = words_of(line, end=start)
        beside["right"][r] = words_of(line, start=len(line.text) if end is None else end)
    for line in (line for line in lines if "|" not in line.text and not is_rule(line)):
        _place_clues(source, line, columns, beside["top" if line.number < body[0].number else "bottom"])
    plain = [without_signs(line, lines) for line in lines]
    frame = [line for line in plain if is_rule(line) or "|" in line.text]
    bars = _bars(source, frame, columns)
    check_gaps(source, body, cells, bars)
    _check_walls(source, plain, signed=any(word.text in BLANKS[:2] for row in cells for word in row))
    ends = [bars.get(c, end) for c, (_, end) in enumerate(columns, start=1)]
    walls = set(_walls(source, plain, cells, columns))
    return DrawnBoard(cells, walls, sums(source, lines, body, ends), beside=beside)


def _check_walls(source: Source, lines: list[TextLine], signed: bool) -> None:
    """Raise InputError at a second line of walls between two rows, as where a row was left out, and at a sign in a wall
    that is no wall.

    signed: whether blank cells have a sign, so that a line of bars alone is no row.
    """
    walls = [line for line in lines if is_rule(line)]
    for line in walls:
        for word in words_of(line, r"[^-+=|: ]"):
            raise word.wrong(source, f"{word.text} in a wall without a number before it")
    for above, line in pairwise(walls):
        drawn = [bool(set("-=") & set(each.text)) for each in (above, line)]
        if line.number - above.number == 1 and (all(drawn) or not signed):
            raise source.error_in_line("two lines of walls without a row between them; expected a row", line.number)


def _span(text: str) -> tuple[int, int | None]:
    """Return the places of the first bar and the last one; None for the latter if there is only one."""
    start, end = text.index("|"), text.rindex("|")
    return start, end if end > start else None


def column_spans(source: Source, body: list[TextLine], cells: list[list[DrawnWord]]) -> list[tuple[int, int]]:
    """Return the first column, and the column behind the last one, of each column of cells."""
    width = max(1, *map(len, cells))
    for line, row in zip(body, cells, strict=True):
        if len(row) != width:
            message = f"found {len(row)} cells; expected {width}, as in other rows (. is a blank cell)"
            raise source.error_in_line(message, line.number, row[-1].column if row else 1)
    columns = [(min(word.column for word in each), max(word.end for word in each)) for each in zip(*cells, strict=True)]
    for c, (left, right) in enumerate(pairwise(columns)):
        if left[1] > right[0]:
            word = max((row[c] for row in cells), key=lambda word: word.end)
            raise word.wrong(source, f"{word.text} is not below the other cells of its column")
    return columns


def check_gaps(source: Source, lines: list[TextLine], cells: list[list[DrawnWord]], bars: Collection[int] = ()) -> None:
    """Raise InputError at the first gap between two cells, or a cell and a bar, that has room for a blank cell, if no
    blank cell has a sign.

    bars: the numbers of cells before a corner or bar in some line, where other lines have as much room.
    """
    every = [word for row in cells for word in row]
    if any(word.text == "." for word in every):
        return
    width = max((len(word.text) for word in every), default=0)
    for line, row in zip(lines, cells, strict=True):
        end = line.text.find("|", 0, row[0].column - 1) + 1 if row else 0
        for c, word in enumerate(row):
            gaps = re.findall(" +", line.text[end : word.column - 1])
            if end and len(max(gaps, default="")) > 1 + width - len(word.text) + 2 * (c > 0 and c in bars):
                raise source.error_in_line(GAP, line.number, end + 1)
            end = word.end - 1
        if (last := line.text.find("|", end)) > end + 1 + width:
            raise source.error_in_line(GAP, line.number, last)


def _column_of(columns: list[tuple[int, int]], word: DrawnWord) -> int | None:
    found = [c for c, (start, end) in enumerate(columns) if start < word.end and word.column < end]
    return found[0] if len(found) == 1 else None


def _place_clues(source: Source, line: TextLine, columns: list[tuple[int, int]], found: list[list[DrawnWord]]) -> None:
    """Append the words of a line above or below the board to the clues of their columns."""
    words = words_of(line)
    for at, word in enumerate(words):
        c = at if len(words) == len(columns) else _column_of(columns, word)
        if c is None:
            raise word.wrong(source, f"{word.text} is above or below no column, or two; expected it at a cell's place")
        found[c].append(word)


def _bars(source: Source, lines: list[TextLine], columns: list[tuple[int, int]]) -> dict[int, int]:
    """Return the column of the corners (`+`) and bars (`|`) by the number of columns of cells before them; raise
    InputError at the first one that has another column than the first one in the same gap between cells.

    columns: for each column of cells the first column of the text, and the column behind the last one.
    """
    known: dict[int, int] = {}
    for line in lines:
        for bar in words_of(line, r"[|+]" if is_rule(line) else r"\|"):
            gap = sum(start <= bar.column for start, _ in columns)
            if known.setdefault(gap, bar.column) != bar.column:
                raise bar.wrong(source, "this is not below the other corners and bars; a cell left out? (. is blank)")
    return known


def _walls(
    source: Source, lines: list[TextLine], cells: list[list[DrawnWord]], columns: list[tuple[int, int]]
) -> Iterator[tuple[Cell, Cell]]:
    texts = {line.number: line.text for line in lines}
    for r, row in enumerate(cells):
        for c, (one, two) in enumerate(pairwise(row)):
            if "|" in texts[one.line][one.end - 1 : two.column - 1]:
                yield (r, c), (r, c + 1)
    for r, (upper, lower) in enumerate(pairwise(cells)):
        for line in (line for line in lines if upper[0].line < line.number < lower[0].line):
            for c, (start, end) in enumerate(columns):
                part = line.text.ljust(end)[start - 1 : end - 1].replace(":", " ")  # a line inside a cage
                if part.strip() and " " in part:
                    raise source.error_in_line("a wall along half a cell", line.number, start)
                if part.strip():
                    yield (r, c), (r + 1, c)


def bordered(source: Source, lines: list[TextLine], sides: dict[str, str]) -> DrawnBoard:
    """Return the layout of rows of words without bars, whose first and last words and lines are the clues at `sides`;
    raise InputError at a row of another length.

    The first and last line may have a blank for each corner, or no word there.
    """
    rows = [words_of(line) for line in lines if not is_rule(line)]
    rim = [side in sides for side in SIDES]
    inside = rows[rim[0] : len(rows) - rim[1]]
    width = max(map(len, inside), default=0) - rim[2] - rim[3]
    if min(width, len(inside)) < 1:
        raise source.error_in_line("found no cells between the clues", lines[0].number)
    for row in inside:
        if len(row) != width + rim[2] + rim[3]:
            clues = "a clue at each end" if rim[3] else "a clue before them"
            raise row[-1].wrong(source, f"found {len(row)} words; expected {width} cells and {clues} (. for none)")
    beside = {"left": [row[:1] for row in inside], "right": [row[-1:] for row in inside]}
    for side, row in [("top", rows[0]), ("bottom", rows[-1])][: rim[0] + rim[1]]:
        if len(row) == width + rim[2] + rim[3]:
            corners = row[:1] + row[len(row) - rim[3] :]
            row = row[1 : 1 + width]
            wrong = next((word for word in corners if word.text not in BLANKS), None)
        else:
            corners, wrong = [], None if len(row) == width else row[-1]
        if wrong:
            raise wrong.wrong(source, f"found {len(row) + len(corners)} words; expected {width} clues (. for none)")
        beside[side] = [[word] for word in row]
    return DrawnBoard([row[rim[2] : rim[2] + width] for row in inside], beside=beside)


def dotted(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a board with a sign at each corner of its cells; a cell without a word is blank."""
    cells = []
    every = with_blank_rows(lines)
    for above, line in zip(every[::2], every[1::2], strict=False):
        corners = [word.column for word in words_of(above)]
        row = [DrawnWord(".", line.number, start + 1) for start in corners[:-1]]
        for word in words_of(line):
            c = sum(start < word.column for start in corners) - 1
            if not 0 <= c < len(row) or word.end > corners[c + 1] or row[c].text != ".":
                raise word.wrong(source, f"{word.text} is not in a cell of its own, between two of the corners above")
            row[c] = word
        cells.append(row)
    return DrawnBoard(cells)


def compared(source: Source, lines: list[TextLine]) -> DrawnBoard:
    """Return the layout of a square board with signs between its cells and on lines of their own between its rows.

    A line of signs has one for each cell (`.` or `-` for none), or has each sign above or below the cell's place.
    """
    rows = [line._replace(text=line.text.replace("|", " ")) for line in lines if not is_rule(line)]
    every = len(rows) % 2 == 1 and all(_has_signs_only(line) for line in rows[1::2])
    if len(rows) < 2:
        raise source.error_in_line("found no rows of cells", lines[0].number)
    below = rows[1::2] if every else [line for line in rows if _has_signs(line)]
    for line in below:
        words = words_of(line, r"\d+|\S")
        if any(word.text.isdecimal() or word.text in "<>" for word in words):
            wrong = next(word for word in words if word.text in "^v")
            raise wrong.wrong(source, f"{wrong.text} in a row of cells; expected it in a line of its own below the row")
    body = [line for line in rows if line not in below]
    cells: list[list[DrawnWord]] = []
    across: dict[Cell, DrawnWord] = {}
    down: dict[Cell, DrawnWord] = {}
    for r, line in enumerate(body):
        row, signs = _parted(source, line, len(body))
        cells.append(row)
        across |= {(r, c): sign for c, sign in signs.items()}
    for line in below:
        r = sum(each.number < line.number for each in body) - 1
        if not 0 <= r < len(cells) - 1 or any(sign.line != line.number and at[0] == r for at, sign in down.items()):
            raise words_of(line)[0].wrong(source, "a line of signs; expected it between two rows")
        words = words_of(line, r"\S")
        for at, word in enumerate(words):
            if word.text in "^v":
                c = at if len(words) == len(cells) else _between(source, word, cells[r], cells[r + 1])
                if down.setdefault((r, c), word) != word:
                    raise word.wrong(source, f"{word.text}: a sign is between these two cells already")
            elif word.text not in BLANKS:
                raise word.wrong(source, f"{word.text} is no sign; expected ^ or v, or . for none")
    return DrawnBoard(cells, signs={"h": across, "v": down})


def _has_signs(line: TextLine) -> bool:
    return any(sign in line.text for sign in "^v")


def _has_signs_only(line: TextLine) -> bool:
    return set(line.text) <= set("^v.- ")


def _parted(source: Source, line: TextLine, side: int) -> tuple[list[DrawnWord], dict[int, DrawnWord]]:
    """Return the cells of a row, and the signs by the cells before them.  Raises InputError if there are not as many
    cells as the `side` of the board has, and at a sign that is not between two.
    """
    words = words_of(line, r"\d+|\S")
    alternate = all(word.text in "<>-." for word in words[1::2]) and not any(word.text in "<>" for word in words[::2])
    if len(words) == 2 * side - 1 and alternate:
        return words[::2], {at: word for at, word in enumerate(words[1::2]) if word.text in "<>"}
    cells, signs = [], {}
    for word in words:
        if word.text not in "<>":
            cells.append(word)
        elif not cells or len(cells) - 1 in signs:
            raise word.wrong(source, f"{word.text} is not between two cells (. is a blank cell)")
        else:
            signs[len(cells) - 1] = word
    if len(cells) != side or side - 1 in signs:
        raise words[-1].wrong(source, f"found {len(cells)} cells; expected {side}, for the board has {side} rows")
    return cells, signs


def _between(source: Source, sign: DrawnWord, above: list[DrawnWord], below: list[DrawnWord]) -> int:
    """Return the column of the cells that a sign between two rows stands below and above, from 0; raise InputError if
    the sign stands below or above no cell, or between cells of two columns.
    """
    found = {c for row in (above, below) for c, cell in enumerate(row) if cell.column <= sign.column < cell.end}
    if len(found) != 1:
        where = "in line with cells of two columns" if found else "in line with no cell"
        raise sign.wrong(source, f"{sign.text} is {where}; expected it below a cell and above the next one down")
    return found.pop()
