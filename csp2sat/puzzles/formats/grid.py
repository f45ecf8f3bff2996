"""A sudoku with signs of all sorts between its cells, as people copy it from pages, tables and letters.

    │ 5 3 . │ . 7 . │ . . . │        5,3,,,7,,,,        |5|3| | |7| | | | |

A text has several readings: each character is a cell, or each word, or what stands between two separators (nothing is a
blank cell), or what stands in a column.  A text is read if those readings that are boards are one and the same board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...base.source import Source
from ...errors import InputError
from ..notation import COMMENTS
from ..spec import AnyPuzzle, Board
from . import line as one_line
from .array import is_array
from .base.placing import board, first
from .base.rows_alone import check_cells
from .base.text_lines import of_most
from .line import BLANKS, CROSSES, NUMBERS, SIDES
from .spec import Format

UPRIGHT = "│┃║║╎╏┆┇┊┋▏▕｜"
EMPTY = "·•□☐?"  # signs for a blank cell that no text form has
DRAWN = {  # box-drawing, and blank cells
    **dict.fromkeys(range(9472, 9600), "="),
    **{ord(char): "|" for char in UPRIGHT},
    **{ord(char): "." for char in EMPTY},
}
RULE = re.compile(r"(?=.*[+=|])[-+=|:\s]*")
SIGNS = re.compile(r"(?a)[\w.*|,;+ \t=:-]*")
START = re.compile(COMMENTS + rf"(?a:[\w.*|,;+=:\u2500-\u257f{UPRIGHT}{EMPTY}-])")
COMMENT = re.compile(r"\s*(?:#.*|;(?![;\d.*_-]*$).*)?")  # a row whose first cell is blank may begin with `;`
LONGEST = 500  # characters of a line
CellTexts = list[list[str]]  # the text of each cell, row by row


class TextRow(NamedTuple):
    """A line with cells: its number, and its text with `|` and `=` for all sorts of lines between cells."""

    number: int
    text: str


def _rows(source: Source) -> list[TextRow]:
    """Return the lines with cells; [] if there is none, or if any line is something else."""
    texts = enumerate(source.lines(), start=1)
    lines = [
        TextRow(number, text.translate(DRAWN).rstrip(" \r")) for number, text in texts if not COMMENT.fullmatch(text)
    ]
    if any(len(row.text) > LONGEST or not SIGNS.fullmatch(row.text) for row in lines):
        return []
    return [row for row in lines if not RULE.fullmatch(row.text)]


def _is_parted(rows: list[TextRow]) -> bool:
    """Whether bars part the cells of most rows, as those between the boxes of a sudoku do."""
    return 2 * sum("|" in row.text for row in rows) > len(rows)


def is_grid(text: str) -> bool:
    """Whether a text has as many lines as a board, of signs that cells may have, and is no array of digits."""
    source = Source("", text.translate(DRAWN))
    rows = _rows(source)
    if len(rows) not in SIDES and not (len(rows) >= min(SIDES) and _is_parted(rows)):
        return False
    cells = [char for row in rows for char in row.text if char not in " \t|,;"]
    known = sum(char in BLANKS + CROSSES + NUMBERS + NUMBERS.lower() for char in cells)
    other = any("" in fields for fields in _fields(rows)) or any(";" in row.text for row in rows)
    return known == len(cells) > 0 and (other or not is_array(text))


def _characters(rows: list[TextRow]) -> CellTexts:
    return [[char for char in row.text if char not in " \t|,;"] for row in rows]


def _words(rows: list[TextRow]) -> CellTexts:
    return [re.findall(r"[^\s|,;]+", row.text) for row in rows]


def _fields(rows: list[TextRow]) -> CellTexts:
    """Return what stands between the separators of the rows, the first of bar, semicolon, comma and tab that all rows
    have; [] if there is none.  Separators at both ends of a row are its frame.
    """
    sign = next((sign for sign in "|;,\t" if all(sign in row.text for row in rows)), "")
    framed = all(row.text.strip()[:1] + row.text.strip()[-1:] == "||" for row in rows)
    texts = [row.text.strip()[1:-1] if framed else row.text for row in rows]
    return [[field.strip() for field in text.split(sign)] for text in texts] if sign else []


def _columns(rows: list[TextRow]) -> CellTexts:
    """Return what stands in the columns that have a cell anywhere, of rows whose bars stand below each other; [] for
    other rows.
    """
    bars = [[at for at, char in enumerate(row.text) if char == "|"] for row in rows]
    if not bars or not bars[0] or any(each != bars[0] for each in bars):
        return []
    used = sorted({at for row in rows for at, char in enumerate(row.text) if char not in " |"})
    return [[row.text[at : at + 1].strip() for at in used] for row in rows]


READINGS: tuple[Callable[[list[TextRow]], CellTexts], ...] = (_characters, _words, _fields, _columns)


def _boards(rows: list[TextRow]) -> Iterator[list[list[int]]]:
    """Yield the numbers of each reading that is a board, 0 for a blank cell."""
    for reading in READINGS:
        cells = reading(rows)
        side = len(cells)
        signs = {cell for row in cells for cell in row}
        blanks = {"", *(BLANKS if signs & set(BLANKS) else CROSSES)}
        values = [[0 if cell in blanks else _value(cell, side) for cell in row] for row in cells]
        mixed = side > 9 and "0" in signs and len(signs & blanks) > 1  # may 0 be a number there?
        if side in SIDES and not mixed and all(len(row) == side and None not in row for row in values):
            yield [[value or 0 for value in row] for row in values]


def _value(cell: str, side: int) -> int | None:
    """Return the number of a cell on a board of this side: in digits, or a letter from 10 on; None for another text."""
    value = int(cell) if cell.isdigit() and len(cell) < 3 else 1 + NUMBERS.find(cell.upper()) if len(cell) == 1 else 0
    return value if 1 <= value <= side else None


def type_of(source: Source) -> str | None:
    """Return the puzzle whose cells are parted by bars; None for rows without bars, which any puzzle has."""
    return one_line.FORMAT.usual if _is_parted(_rows(source)) else None


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the text; raise InputError if no reading is a board, or if two are different ones."""
    if not puzzle.in_line:
        if not _is_parted(_rows(source)):
            check_cells(source, puzzle)
        expected = "expected `size WIDTH HEIGHT` and rows, or rows of equal length"
        shown = f"`csp2sat puzzles {puzzle.name}` shows its symbols"
        raise source.error(f"a {puzzle.name} is not written so; {expected}; {shown}", first(source.text))
    rows = _rows(source)
    if (wall := _irregular(source)) is not None:
        raise source.error_in_line(
            f"walls that no {puzzle.name} has; if its areas are irregular, use --from jigsaw", wall
        )
    found = list(_boards(rows))
    if any(other != found[0] for other in found[1:]):
        raise source.error("this may be two different boards; expected a sign in each blank cell", first(source.text))
    if not found:
        raise _wrong(source, rows)
    return board(puzzle, (len(rows), len(rows)), one_line.givens(puzzle, found[0]))


def _irregular(source: Source) -> int | None:
    """Return the number of the first line with walls that do not go all the way, as those of irregular areas; None if
    there is none.
    """
    texts = [line.translate(DRAWN).strip() for line in source.lines()]
    bars = [text.count("|") for text in texts if "|" in text and not RULE.fullmatch(text)]
    for number, text in enumerate(texts, start=1):
        some = RULE.fullmatch(text) and "--" in text.replace("=", "-") and "   " in text
        if some or ("|" in text and not RULE.fullmatch(text) and text.count("|") != bars[0]):
            return number
    return None


def _wrong(source: Source, rows: list[TextRow]) -> InputError:
    """Return the error of a text of which no reading is a board: at the first row of another length, or value."""
    cells = _fields(rows) if _fields(rows) and max(map(len, _fields(rows))) > 3 else _characters(rows)
    most = of_most([*map(len, cells)])
    side, which = (len(cells[0]), "the first row") if most is None else (most, "most rows")
    for row, found in zip(rows, cells, strict=True):
        if len(found) != side:
            return source.error_in_line(f"found {len(found)} cells; expected {side}, as in {which}", row.number)
    if len(rows) != side:
        return source.error_in_line(f"found {len(rows)} rows of {side} cells; expected {side}", rows[-1].number)
    at = next((k for k, row in enumerate(cells) for cell in row if cell not in BLANKS and not _value(cell, side)), 0)
    expected = f"expected numbers from 1 to {side}, and one of . 0 - _ * for blanks"
    return source.error_in_line(f"a cell of this row is none of sudoku; {expected}", rows[at].number)


FORMAT = Format(
    "grid",
    START,
    read,
    comments=one_line.FORMAT.comments,
    type=type_of,
    usual=one_line.FORMAT.usual,
    is_guess=lambda source, board: not _is_parted(_rows(source)) and one_line.has_doubts(board),
    confirms=is_grid,
    takes=lambda puzzle: puzzle.in_line,
)
