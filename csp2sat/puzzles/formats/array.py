"""A digit array, as numpy saves or prints it: rows of numbers separated by blanks or commas, with brackets or without.

    # Masyu Puzzle
    [[0 1 0]
     [2 0 0]]

The meaning of the numbers depends on the puzzle: in masyu 0 is blank, 1 a white and 2 a black circle.
"""

from __future__ import annotations

import re
from bisect import bisect
from itertools import groupby

from ...base.numbers import shortened
from ...base.source import Source
from ...errors import UsageError
from ..givens import CellForm, SectionsForm
from ..notation import COMMENTS, GivenValue, check_size, listed
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import SIZE, ErrorAt, board, first, no_cell, placed
from .base.text_lines import TextLine, gap_in, is_cell, is_shaded_row, of_most
from .base.title_numbers import usual_or_titled
from .spec import Format
from .text import COMMENT_OR_CELLS

START = re.compile(COMMENTS + r"[\[\d.-]")
COMMENT = re.compile(r"(?:^|(?<=[\s\]]))[#;][^\r\n]*", re.MULTILINE)
EMPTY = re.compile(r"[\[,][ \t]*(?=,)")  # a cell with nothing in it
TOKEN = re.compile(r"[\[\]]|[^\s,\[\]]+")
NUMBER = re.compile(r"(-?)(\d{1,9})(?:\.0*)?", re.ASCII)  # numpy prints whole floats as `1.`
JOINED = re.compile(r"[\d.-]{2,}", re.ASCII)  # a row without blanks, if it is no number

Word = re.Match[str]


def is_array(text: str) -> bool:
    """Whether the text has nothing but numbers, brackets and comments."""
    words = TOKEN.findall(_blanked(text))
    return any(word not in "[]" for word in words) and all(
        re.match(r"[\[\]]|-?\d|\.\.\.$|[.-]$", word) for word in words
    )


def comments(text: str) -> list[str]:
    """Return the comments, without their sign."""
    return [comment.strip("#; \t") for comment in COMMENT.findall(text)]


def _blanked(text: str) -> str:
    """Return the text with blanks in place of its comments, so that places stay the same."""
    return COMMENT.sub(lambda comment: " " * len(comment[0]), text)


def takes(puzzle: AnyPuzzle) -> bool:
    """Whether an array of digits can express a board of this puzzle."""
    return isinstance(puzzle.form, CellForm) and not puzzle.form.corners and puzzle.cells.digits != {}


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the array; raise InputError at the first wrong place."""
    if isinstance(puzzle.form, CellForm) and (hidden := hidden_cells(source, puzzle)) is not None:
        raise source.error(COMMENT_OR_CELLS, hidden)
    if not isinstance(form := puzzle.form, CellForm) or not takes(puzzle):
        heads = [f"`{section.word}:`" for section in form.sections] if isinstance(form, SectionsForm) else []
        beside = f"{' and '.join(heads)} before lists, a drawing with | before each row"
        lists = isinstance(form, SectionsForm) and all(section.values == "any" for section in form.sections)
        expected = beside if lists else f"{SIZE} above rows"
        raise source.error(f"{_refusal(puzzle)}; expected {expected}, or the JSON form", first(source.text))
    text = _blanked(source.text)
    if empty := EMPTY.search(text):
        raise source.error("a cell before this comma is empty; expected a number, or - in a blank cell", empty.end())
    words = list(TOKEN.finditer(text))
    for word in words:
        if word[0] == "...":
            raise _at(source, word)("cells are left out; expected all (numpy.set_printoptions(threshold=10**6))")
    bracketed = any(word[0] in "[]" for word in words)
    lines = [TextLine(*line) for line in enumerate(text.split("\n"), start=1) if line[1].strip()]
    if not bracketed and (gap := gap_in(lines, puzzle.cells)):
        message = "a gap with room for a blank cell; expected a sign, such as ., in blank cells"
        raise source.error_in_line(message, *gap)
    rows = (_bracketed if bracketed else _lines)(source, words)
    if not rows or not rows[0]:
        raise source.error("the text has no board; expected rows of numbers", len(source.text))
    _check_rectangle(source, rows)
    values = [[_value(source, puzzle, word) for word in row] for row in rows]
    size = len(rows), len(rows[0])
    if _is_drawn(puzzle, [[word[0] for word in row] for row in rows]):
        message = f"a digit array, in which 0 is blank, or a full drawing of a {puzzle.name}? expected the text form"
        raise source.error(f"{message} with a line {SIZE} above", first(source.text))
    with placed(_at(source, rows[0][0]), lambda cell, message: _at(source, rows[int(cell[0])][int(cell[1])])(message)):
        check_size(*size)
        above = TextLine(source.place(rows[0][0].start()).line, "")
        numbers = usual_or_titled(source, form.extra, size, above) if form.extra else ()
        return board(puzzle, size, form.givens(values, numbers))


def _is_drawn(puzzle: AnyPuzzle, rows: list[list[str]]) -> bool:
    """Whether csp2sat draws a board so, without a blank cell, in which all numbers have another meaning than in an
    array.
    """
    digits, form = puzzle.cells.digits or {}, puzzle.form
    numbers = {word for row in rows for word in row}
    if (
        not isinstance(form, CellForm)
        or form.extra
        or not digits
        or not all(is_cell(each, puzzle.cells) and each.isdecimal() for each in numbers)
    ):
        return False
    if not all(_is_other(puzzle, int(each), digits.get(int(each))) for each in numbers):
        return False
    from ..drawing.ascii import draw

    values = [[puzzle.cells.value(word) for word in row] for row in rows]
    drawn = draw(puzzle.picture(Board(puzzle.name, len(rows), len(rows[0]), form.givens(values)), None))
    return [line.split() for line in drawn.splitlines()] == rows


def hidden_cells(source: Source, puzzle: AnyPuzzle) -> int | None:
    """Return the offset of the first comment with `#` that may be cells, None if there is none: cells behind others, or
    a row as long as another one, in which `#` is a cell or says that a cell is shaded, as where a solution is drawn.
    """
    rows = _blanked(source.text).replace(",", " ").splitlines()
    widths = {len(line.split()) for line in rows} - {1} | {int(all(len(line.strip()) < 2 for line in rows))}
    for comment in COMMENT.finditer(source.text):
        words = comment[0].replace(",", " ").split()
        line = source.text[source.text.rfind("\n", 0, comment.start()) + 1 : comment.start()]
        is_row = len(words) in widths or bool(line.strip()) or not {"-", "."}.isdisjoint(words)
        if words[0][0] == "#" and is_row and is_shaded_row(words, puzzle.cells):
            return comment.start()
    return None


def _refusal(puzzle: AnyPuzzle) -> str:
    return f"a digit array cannot say a board of {puzzle.name}"


def _at(source: Source, word: Word) -> ErrorAt:
    return lambda message: source.error(message, word.start())


def _lines(source: Source, words: list[Word]) -> list[list[Word]]:
    """Return the rows of an array without brackets: one on each line; lines of one number each, of which one has
    several digits, are rows without blanks, and so are lines of digits and signs for blank cells that are no numbers.
    Raises InputError for a text that is one line of digits.
    """
    ends = [found.start() for found in re.finditer(r"[\r\n]", source.text)]
    rows = [list(row) for _, row in groupby(words, lambda word: bisect(ends, word.start()))]
    joined = all(len(row) == 1 and JOINED.fullmatch(row[0][0]) for row in rows)
    if joined and not all(NUMBER.fullmatch(row[0][0]) for row in rows):
        return [list(re.compile(r"\S").finditer(source.text, *row[0].span())) for row in rows]
    alone = [row[0] for row in rows if len(row) == 1 and row[0][0].isdecimal()]
    if len(rows) == len(alone) == 1 and len(alone[0][0]) > 1:
        message = f"one cell with the number {shortened(alone[0][0])}, or a row? expected blanks between the cells"
        raise _at(source, alone[0])(f"{message}, or [[{shortened(alone[0][0])}]]")
    if len(rows) < 2 or len(alone) < len(rows) or all(len(word[0]) == 1 for word in alone):
        return rows
    return [list(re.compile(r"\d").finditer(source.text, *word.span())) for word in alone]


def _bracketed(source: Source, words: list[Word]) -> list[list[Word]]:
    """Return the rows of an array with brackets, which need not be lines: the contents of the innermost pairs of
    brackets.

    Raises InputError if a bracket or a number is out of place.
    """
    rows: list[list[Word]] = []
    opened: list[Word] = []
    inside = False  # of an innermost pair
    for word in words:
        if word[0] == "[" and len(opened) < 2:
            opened.append(word)
            inside = True
            row: list[Word] = []
        elif word[0] == "]" and opened:
            opened.pop()
            rows += [row] if inside else []
            inside = False
        elif word[0] not in "[]" and inside:
            row.append(word)
        else:
            raise _at(source, word)(f"unexpected {word[0]}; expected rows of numbers in brackets")
    if opened:
        raise _at(source, opened[-1])("this bracket is never closed")
    return rows


def _check_rectangle(source: Source, rows: list[list[Word]]) -> None:
    counts = [len(row) for row in rows]
    most = of_most(counts)
    width, which = (counts[0], "the first row") if most is None else (most, "most rows")
    for row, before in zip(rows, [rows[0], *rows], strict=False):
        if len(row) != width:
            place = row[width] if len(row) > width else (row or before)[-1]
            raise _at(source, place)(f"found {len(row)} cells; expected {width}, as in {which}")


def _value(source: Source, puzzle: AnyPuzzle, word: Word) -> GivenValue:
    if word[0] in ("-", "."):
        return _blank(source, puzzle, word)
    digits = NUMBER.fullmatch(word[0])
    if digits is None:
        raise _at(source, word)(f"{shortened(word[0])} is no whole number of 1 to 9 digits")
    try:
        return _meaning(puzzle, int(digits[1] + digits[2]))
    except ValueError as expected:
        raise _at(source, word)(no_cell(word[0], puzzle, expected)) from None


def _blank(source: Source, puzzle: AnyPuzzle, word: Word) -> GivenValue:
    """Return the value of a sign for blank cells.

    Raises InputError if a digit has another meaning in the text form, since the digits beside the sign may be meant in
    that way.
    """
    cells = puzzle.cells
    if any(_is_other(puzzle, digit, value) for digit, value in (cells.digits or {}).items() if digit >= 0):
        expected = f"expected digits alone, or the text form with a line {SIZE} above"
        raise _at(source, word)(f"in a digit array of {puzzle.name} 0 is blank; {expected}")
    try:
        return cells.value(word[0])
    except ValueError as expected:
        raise _at(source, word)(no_cell(word[0], puzzle, expected)) from None


def _is_other(puzzle: AnyPuzzle, digit: int, value: object) -> bool:
    """Whether the digit does not mean this value in the text form."""
    try:
        return bool(puzzle.cells.value(str(digit)) != value)
    except ValueError:
        return False


def _meaning(puzzle: AnyPuzzle, digit: int) -> GivenValue:
    digits = puzzle.cells.digits
    if digits is None:
        puzzle.cells.token(digit)  # refuses what is no value
        return digit
    if digit not in digits:
        raise ValueError(f"expected {listed(digits)}")
    return digits[digit]


def write(board: Board) -> str:
    """Return the rows of the board, with the puzzle's name in a comment, which numpy.loadtxt skips.

    Raises UsageError if the puzzle has no such form, or if the board has other than the usual numbers besides its
    cells.
    """
    puzzle = PUZZLES[board.puzzle]
    if not isinstance(form := puzzle.form, CellForm) or not takes(puzzle):
        raise UsageError(f"{_refusal(puzzle)}; take text or json")
    _check_usual(form, board)
    digits = {value: str(number) for number, value in (puzzle.cells.digits or {}).items()}
    rows = [[digits.get(value, str(value)) for value in row] for row in form.values(board.givens)]
    width = max(len(word) for row in rows for word in row)
    lines = [" ".join(word.rjust(width) for word in row) for row in rows]
    return "\n".join([f"# {puzzle.titles[0]} Puzzle", *lines, ""])


def _check_usual(form: CellForm, board: Board) -> None:
    if form.extra is None:
        return
    try:
        usual = form.extra.default(board.rows, board.cols)
    except ValueError:
        usual = ()
    if usual != form.numbers(board.givens):
        raise UsageError(f"a digit array cannot say the board's {' and '.join(form.extra.keys)}; take text or json")


FORMAT = Format("array", START, read, write, comments, confirms=is_array, takes=takes)
