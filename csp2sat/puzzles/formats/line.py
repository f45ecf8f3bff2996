"""A square board as one line of characters, one for each cell, or as a line for each row: the form that people paste.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

`.`, `0`, `-`, `_` and `*` are blank, or `x` if the board has none of these; from 10 on numbers are letters (A is 10).
Bars and rules between boxes are skipped.  A text with several boards has each of them on a line (.sdm).  A file with a
section `[Puzzle]` has its board there, and a state of play in other sections, which does not matter (.sdk).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from math import isqrt
from typing import NamedTuple

from ...base.source import Source
from ...errors import InputError, UsageError
from .._index import LINES
from ..givens import CellForm
from ..notation import COMMENTS, CellValues, GivenValue, listed
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import board, first, no_cell, placed
from .base.rows_alone import check_cells
from .spec import Format
from .text import comments

SIDES = (4, 6, 9, 16, 25)  # of boards that need not say how large their boxes are
BLANKS, CROSSES = ".0-_*", "xX"  # these where there are no others
NUMBERS = "123456789ABCDEFGHIJKLMNOP"
ORNAMENT = r"[-+=|\s]*[+=|][-+=|\s]*"  # a rule between boxes
CELLS = r"(?a)[\w.*-]+|(?=[^|]*\|)[\w.*| \t-]+"  # with blanks between them only beside bars
SECTION = re.compile(r"\[\w+\]")
START = re.compile(COMMENTS + r"(?:\[(?:Puzzle|State|PencilMarks)\]|[A-Za-z0-9_.*-]{4}|[A-Za-z0-9_.* \t|+-]*[|+])")
CELL = r"[^|\s]"
TABLE = re.compile(r"\|[ \t]*(?:[0-9]{2}[ \t]*)?\|")
COMMENT = r"(?:^|\s)[;#].*"
SHORTEST = 16  # characters of a line that cannot be anything else
LONGEST = 1 << 14  # characters of a line; the largest board has 625 cells
OTHERS = "the name of another puzzle: --from NAME, or a comment `; NAME` before the rows"
FEWEST = 17 / 81  # the share of cells with a number that a sudoku of 9 rows needs to have one solution
DIGITS = 0.6  # the least share of the characters that are cells; a line with fewer is another text


class CellLine(NamedTuple):
    """A line with cells: its number, and the characters with their columns (both from 1)."""

    number: int
    cells: list[tuple[str, int]]


def is_lines(text: str) -> bool:
    """Whether a text has only lines of characters for cells, in the shape of a board or of several; cells between bars
    that have no character, or two, are left to the format `grid`.
    """
    lines = _lines(Source("", text))
    return bool(lines) and _is_board_or_more(lines) and TABLE.search(text) is None


def _is_board_or_more(lines: list[CellLine]) -> bool:
    lengths = {len(line.cells) for line in lines}
    length = max(lengths)
    characters = [char for line in lines[:SHORTEST] for char, _ in line.cells]
    large = length in (256, 625) or length == len(lines) in (16, 25)
    known = BLANKS + CROSSES + (NUMBERS + NUMBERS.lower() if large else NUMBERS[:9])
    if sum(char in known for char in characters) < DIGITS * len(characters):
        return False
    return length >= SHORTEST or (length == 9 and len(lines) > 2) or (len(lengths) == 1 and length == len(lines) >= 4)


def _lines(source: Source) -> list[CellLine]:
    """Return the lines with cells, without blank lines, rules and comments; [] if any line is something else, or longer
    than LONGEST.
    """
    found = []
    for number, text in _puzzle_lines(source):
        if len(text) > LONGEST:
            return []
        text = re.sub(COMMENT, "", text).rstrip()
        if not text.strip() or (re.fullmatch(ORNAMENT, text) and len(set(text) & set("+=|"))):
            continue
        if not re.fullmatch(CELLS, text.strip()):
            return []
        found.append(CellLine(number, [(cell[0], cell.start() + 1) for cell in re.finditer(CELL, text)]))
    return found


def _puzzle_lines(source: Source) -> list[tuple[int, str]]:
    """Return the lines with their numbers: those of the section `[Puzzle]` if there is one, else all."""
    lines = list(enumerate(source.lines(), start=1))
    heads = [number for number, text in lines if SECTION.fullmatch(text.strip())]
    for head, end in pairwise([*heads, len(lines) + 1]):
        if lines[head - 1][1].strip() == "[Puzzle]":
            return lines[head : end - 1]
    return lines


def _side(line: CellLine) -> int:
    """Return the side of the board that is written on one line; 0 if the number of cells is no square of SIDES."""
    side = isqrt(len(line.cells))
    return side if side in SIDES and side * side == len(line.cells) else 0


def split(source: Source) -> Iterator[Source]:
    """Yield a text for each board, with its place in the whole; yield the source itself if it is no list with a board
    on each line.
    """
    lines = _lines(source)
    if len(lines) < 2 or not _side(lines[0]) or _is_one_board(lines):
        yield source
        return
    texts = source.lines()
    for line in lines:
        yield Source(source.path, "\n" * (line.number - 1) + texts[line.number - 1])


def _is_one_board(lines: list[CellLine]) -> bool:
    """Whether there are as many lines as characters in each, and a number is too large for a board on each line.

    Sixteen lines of sixteen characters are one board if a number is larger than four.
    """
    if any(len(line.cells) != len(lines) for line in lines):
        return False
    small = BLANKS + NUMBERS[: _side(lines[0])]
    return any(char not in small for line in lines for char, _ in line.cells)


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the text; raise InputError at the first wrong place."""
    if not puzzle.in_line:
        check_cells(source, puzzle)
        only = listed(sorted(set(LINES.values())))
        refusal = f"only {only} is written so; expected `size WIDTH HEIGHT` and rows, or rows of equal length"
        raise source.error(refusal, first(source.text))
    lines = _lines(source)
    if not lines:
        raise source.error(f"expected a line of at most {LONGEST} characters for each board", first(source.text))
    rows = _rows(source, puzzle, lines) if len(lines) > 1 else _cut(source, lines[0])
    side = len(rows)
    _check_zeros(source, rows)
    blanks = BLANKS if any(cell[0] in BLANKS for cell in chain(*rows)) else CROSSES
    values = [[0 if cell[0] in blanks else _value(source, puzzle, side, *cell) for cell in row] for row in rows]
    with placed(lambda message: source.error(message, first(source.text))):
        return board(puzzle, (side, side), givens(puzzle, values))


def is_guess(source: Source, board: Board) -> bool:
    """Whether the board of the text may be meant as one of another puzzle: each row has a line of its own, without
    bars or sections, and the board has doubts.
    """
    if len(_lines(source)) == 1 or re.search(rf"[|+=]|^{SECTION.pattern}", source.text, re.MULTILINE):
        return False
    return has_doubts(board)


def has_doubts(board: Board) -> bool:
    """Whether a board has too few numbers for one solution, or two equal ones in a row or column."""
    numbers = board.filled()
    few = len(numbers) < FEWEST * board.rows * board.cols
    return few or any(len({(cell[k], n) for cell, n in numbers.items()}) < len(numbers) for k in (0, 1))


def givens(puzzle: AnyPuzzle, values: CellValues) -> GivenValue:
    """Return the givens with these values of the cells, and the boxes that a board of this side usually has."""
    form = _form(puzzle)
    return form.givens(values, form.usual(len(values), len(values)))


def _form(puzzle: AnyPuzzle) -> CellForm:
    assert isinstance(puzzle.form, CellForm)  # of a puzzle that is `in_line`
    return puzzle.form


PlacedCharacter = tuple[str, int, int]  # a character, its line and column


def _at(source: Source, cell: PlacedCharacter, message: str) -> InputError:
    return source.error_in_line(message, *cell[1:])


def _cut(source: Source, line: CellLine) -> list[list[PlacedCharacter]]:
    """Return the rows of a board on one line; raise InputError if its length is wrong."""
    side = _side(line)
    if not side:
        expected = ", ".join(str(each * each) for each in SIDES)
        message = f"found {len(line.cells)} characters; a board has {expected}"
        raise source.error_in_line(message, line.number, line.cells[-1][1])
    cells = [(char, line.number, column) for char, column in line.cells]
    return [cells[k : k + side] for k in range(0, len(cells), side)]


def _rows(source: Source, puzzle: AnyPuzzle, lines: list[CellLine]) -> list[list[PlacedCharacter]]:
    """Return the rows of a board with a line for each; raise InputError if they are no square of a side of SIDES."""
    side = Counter(len(line.cells) for line in lines).most_common(1)[0][0]
    like = "the first row" if side == len(lines[0].cells) else "most rows"
    for line in lines:
        if len(line.cells) != side:
            message = f"found {len(line.cells)} cells; expected {side}, as in {like}"
            raise source.error_in_line(message, line.number, line.cells[-1][1])
    if side not in SIDES:
        sizes = ", ".join(f"{each}x{each}" for each in SIDES)
        message = f"{len(lines)}x{side} is no size of a {puzzle.name}; expected one of {sizes}, or {OTHERS}"
        raise source.error_in_line(message, lines[0].number, lines[0].cells[0][1])
    if len(lines) != side:
        message = f"found {len(lines)} rows of {side} cells; expected {side}, or {OTHERS}"
        raise source.error_in_line(message, lines[-1].number)
    return [[(char, line.number, column) for char, column in line.cells] for line in lines]


def _check_zeros(source: Source, rows: list[list[PlacedCharacter]]) -> None:
    """Raise InputError if `0` stands beside another sign for blank on a board of more than nine rows: it may be the
    first of sixteen digits 0-F.
    """
    cells = list(chain(*rows))
    zero = next((cell for cell in cells if cell[0] == "0"), None)
    if zero and len(rows) > 9 and any(cell[0] in BLANKS and cell[0] != "0" for cell in cells):
        message = "is 0 blank here, as `.` or `-`, or a number? Expected one sign for blank, and 1-9, A, B, ..."
        raise _at(source, zero, message)


def _value(source: Source, puzzle: AnyPuzzle, side: int, char: str, line: int, column: int) -> int:
    value = NUMBERS.find(char.upper()) + 1
    if not 1 <= value <= side:
        last = NUMBERS[side - 1]
        expected = f"expected 1-{last}" if side < 10 else f"expected 1-9, A-{last}"
        raise source.error_in_line(no_cell(repr(char), puzzle, f"{expected}, or . 0 - (blank)"), line, column)
    return value


def write(board: Board) -> str:
    """Return the characters of a board on one line; raise UsageError if the board cannot be written on a line."""
    puzzle = PUZZLES[board.puzzle]
    if not puzzle.in_line or board.rows not in SIDES:
        sides = f"of {listed(SIDES)} rows" if puzzle.in_line else "and no other puzzle"
        boards = f"for {listed(sorted(set(LINES.values())))} {sides}"
        raise UsageError(f"{boards}; take text or json", "to", "line")
    form = _form(puzzle)
    if form.numbers(board.givens) != form.usual(board.rows, board.rows):
        raise UsageError("a line cannot say the size of the boxes; take text or json", "to", "line")
    return "".join(("." + NUMBERS)[value] for row in board.values() for value in row) + "\n"


FORMAT = Format(
    "line",
    START,
    read,
    write,
    comments,
    split=split,
    usual=next(iter(LINES.values()), None),
    is_guess=is_guess,
    confirms=is_lines,
    takes=lambda puzzle: puzzle.in_line,
)
