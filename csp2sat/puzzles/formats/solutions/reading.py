"""The solution that a text has, drawn or typed, and the parts of the text that differ from the board's givens.

A right solution is preferred if a text may mean several; among wrong ones the solution with the fewest faults.  A
solution that is read from a drawing is drawn again: parts that differ in the new drawing are faults.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ....base.numbers import long_written
from ...drawing.canvas import DENSE, Pen, Spacing, drawn_with_lattice
from ...kit.checks import place
from ...notation import GivenValue
from ...spec import PUZZLES, Board, Cell, Solution, WrongForm
from . import forms
from .layouts import Layout, layouts

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
EMPTY = ("-", ".", "?")  # tokens of a cell that is not filled
BORDERS = re.compile(r"\s*[-+=|][-+=|\s]*")  # lines between boxes that a person has typed

MOST_INDENTED = 16  # columns by which a drawing may be shifted to the right
PLAIN = str.maketrans("─│", "-|")
PIECES = re.compile("[\u2501\u2503-\u257f·]")  # of lines, other than PLAIN ones, and a point between them
SHADED = dict.fromkeys("#xX█■", "#") | dict.fromkeys("□_", ".")  # what people type


class ReadSolution(NamedTuple):
    """A solution, and the parts of its text that contradict the givens, or are no part of a solution, as faults in
    words.

    places: line and column of each fault of a drawing, both from 0, counted from the drawing's first line that is not
    blank, and from where that line begins; [] for typed texts.
    """

    solution: Solution
    faults: list[str]
    places: Sequence[tuple[int, int]] = ()


def read(text: str, board: Board) -> ReadSolution | None:
    """Return the solution that a text means; None if it is no text of this board."""
    lines = lines_of(text)
    drawn = best(board, _every_drawn(lines, board))
    typed = typed_tokens(lines, board) or (None if drawn else typed_tokens(_without_borders(lines), board))
    return best(board, chain([drawn] if drawn else [], _typed(typed, board) if typed else []))


def nearest(text: str, board: Board) -> ReadSolution | None:
    """Return the drawing of the board, whether right or not, from which a text differs least; None if it is none."""
    return min(_every_drawn(lines_of(text), board), key=lambda each: len(each.faults), default=None)


def _every_drawn(lines: list[str], board: Board) -> Iterator[ReadSolution]:
    signs = signs_of(board)
    return chain.from_iterable(_drawn(placed, board, signs) for placed in placements(lines, board))


def partly_filled(text: str, board: Board) -> dict[Cell, int] | None:
    """Return the numbers that a drawing of the board has in its cells, whose other cells are empty or have a sign that
    says so; None if the text is no such drawing.
    """
    picture = PUZZLES[board.puzzle].picture(board, None)
    for lines in placements(lines_of(text), board):
        for layout in layouts(lines, picture) if lines else ():
            tokens = {cell: token for cell in board.cells() if (token := layout.token(*cell)) not in ("", *EMPTY)}
            if all(token.isascii() and token.isdecimal() for token in tokens.values()):
                numbers = {cell: int(token) for cell, token in tokens.items()}
                filled = board.with_values(numbers) if board.values() else board  # kenken has no numbers in cells
                again = redrawn(filled, None, layout.pen)
                if again is not None and again.without(board.cells()) == layout.without(board.cells()):
                    return numbers
    return None


def with_open_cells(text: str, board: Board) -> list[str] | None:
    """Return the rows of signs of a drawing of the board in which some cells are blank, or have a `?`: a `?` stands for
    each of these cells, and for each clue without a sign; None if the text is no such drawing.
    """
    picture, signs, given = PUZZLES[board.puzzle].picture(board, None), signs_of(board), forms.given_in(board)
    for lines in placements(lines_of(text), board):
        for layout in layouts(lines, picture) if lines else ():
            tokens = {cell: layout.token(*cell) for cell in board.cells()}
            blank = [cell for cell, token in tokens.items() if token in ("", "?")]

            def drawn(char: str, cell: Cell, pen: Pen = layout.pen) -> str:
                return signs(char, cell, pen)

            found = forms.strings(board, tokens, drawn) if blank else ()
            for rows in (rows for rows in found if all(isinstance(row, str) for row in rows)):
                again = redrawn(board, rows, layout.pen)
                if again is not None and again.without(blank) == layout.without(blank):
                    unsaid = {*blank, *(cell for cell, token in given.items() if tokens[cell] == token)}
                    return [
                        "".join("?" if (r, c) in unsaid else char for c, char in enumerate(row))
                        for r, row in enumerate(rows)
                    ]
    return None


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without colours, blanks at their ends, and comments."""
    if "+" in text and not PIECES.search(text):  # points of ASCII
        text = text.translate(PLAIN)
    lines = [line.expandtabs().rstrip() for line in COLOURS.sub("", text).split("\n")]
    return [line for line in lines if not line.lstrip().startswith(";")]


def placements(lines: list[str], board: Board) -> Iterator[list[str]]:
    """Yield the lines as they are, then shifted back as editors and shells may have shifted them.

    Blank lines at the ends belong to a drawing if its first or last rows are empty, and may be cut off or added; a
    common indentation may be added to empty first columns.
    """
    found = [lines, *_without_blank_ends(lines, board)]
    indented = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    different = [each for at, each in enumerate(found) if each and each not in found[:at]]
    for shift in dict.fromkeys((0, indented, *range(min(indented, MOST_INDENTED)))):
        yield from ([line[shift:] for line in each] for each in different)


def _without_blank_ends(lines: list[str], board: Board) -> Iterator[list[str]]:
    """Yield the lines without the blank lines at both ends, then the same lines with one blank line for each row of
    the board above the first given and below the last one; nothing if all lines are blank.
    """
    filled = [at for at, line in enumerate(lines) if line]
    if filled:
        core = lines[filled[0] : filled[-1] + 1]
        yield core
        marks = PUZZLES[board.puzzle].picture(board, None).marks
        given = [mark.point[0] // 2 for mark in marks if mark.role != "ground"] or [0]
        yield [""] * min(given) + core + [""] * (board.rows - 1 - max(given))


@long_written()
def best(board: Board, found: Iterable[ReadSolution]) -> ReadSolution | None:
    """Return the first right solution, else the one with the fewest faults, in the puzzle's form if any is; None
    without any.
    """
    best, least = None, (True, sys.maxsize)
    for each in found:
        try:
            faults = False, len(PUZZLES[board.puzzle].rule_faults(board, each.solution)) + len(each.faults)
        except WrongForm:
            faults = True, len(each.faults)
        if faults < least:
            best, least = each, faults
        if least == (False, 0):
            break
    return best


_Fault = tuple[str, int, int]  # in words, with line and column
SignOf = Callable[[str, Cell, Pen], str]  # a character, as a cell of the solution -> how it is drawn there


def _drawn(lines: list[str], board: Board, signs: SignOf) -> Iterator[ReadSolution]:
    picture = PUZZLES[board.puzzle].picture(board, None)
    for layout in layouts(lines, picture) if lines else ():
        tokens = {cell: layout.token(*cell) for cell in board.cells()}
        for solution in _meant(board, layout, tokens, picture.ground, signs):
            again = redrawn(board, solution, layout.pen)
            if again is not None and len(again.lines) == len(lines):
                bare = redrawn(board, solution, layout.pen, False, Spacing(again.lattice.width)) or again
                faults, lacking = _differing(board, layout, again, bare)
                if faults and redrawn(board, solution, layout.pen, False) == layout:
                    faults = []
                if len(faults) <= max(2, board.rows * board.cols // 2 - lacking):  # else it is something else
                    places = _from_first(lines, [place for _, *place in faults])
                    yield ReadSolution(solution, [words for words, *_ in faults], places)


def _meant(board: Board, layout: Layout, tokens: forms.Tokens, ground: str, signs: SignOf) -> Iterator[GivenValue]:
    if ground != "plain":
        yield from forms.edges(board, layout, ground)
    bare = signs_of(board, clues=False)

    def drawn(char: str, cell: Cell) -> str:
        without = bare(char, cell, layout.pen)
        return without if without == tokens[cell] else signs(char, cell, layout.pen)

    yield from forms.strings(board, tokens, drawn)
    yield from forms.numbers(board, tokens)
    yield from forms.areas(board, layout)
    yield from forms.bridges(board, layout)


def signs_of(board: Board, clues: bool = True) -> SignOf:
    """Return a function that returns the drawn text of a character of a solution in a cell, '' if the puzzle's
    solutions have no characters.

    To this end a board full of the character is drawn, once for each character and pen, with its clues or without.
    """
    drawn: dict[tuple[str, bool], Layout | None] = {}

    def sign(char: str, cell: Cell, pen: Pen) -> str:
        key = char, pen.unicode
        if key not in drawn:
            drawn[key] = redrawn(board, [char * board.cols] * board.rows, pen, clues)
        found = drawn[key]
        return found.token(*cell) if found else ""

    return sign


def redrawn(board: Board, solution: object, pen: Pen, clues: bool = True, least: Spacing = DENSE) -> Layout | None:
    """Return the drawing of a solution with the least room; None if the puzzle's solutions do not have this form.

    clues: whether the drawing has the givens inside of cells.
    """
    try:
        picture = PUZZLES[board.puzzle].picture(board, solution)
        marks = [
            mark for mark in picture.marks if clues or mark.role != "given" or not all(at % 2 for at in mark.point)
        ]
        lines, lattice = drawn_with_lattice(picture._replace(marks=marks), pen, least)
        return Layout([line.rstrip() for line in lines], lattice, pen)
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def _from_first(lines: list[str], places: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return places as `ReadSolution` has them; places: lines and columns, from 0."""
    above, first = next((at, line) for at, line in enumerate(lines) if line)
    return [(line - above, column - len(first) + len(first.lstrip())) for line, column in places]


def _differing(board: Board, layout: Layout, again: Layout, bare: Layout) -> tuple[list[_Fault], int]:
    """Return, in words and with line and column (from 0) of the first drawing, the cells in which that differs from the
    second drawing, or the lines if no cell differs; and the number of cells without their given values.

    A cell that is not filled, and is empty or 0 in the second drawing, does not differ, nor does a cell without its
    given value: a cell that is empty, or is as in `bare`, the second drawing without given values.
    """
    if layout.lines == again.lines:
        return [], 0
    given = forms.given_in(board)
    pairs = [(cell, layout.token(*cell), again.token(*cell)) for cell in board.cells()]
    empty = [cell for cell, written, due in pairs if due in ("", "0") and written in EMPTY and cell not in given]
    lacking = [cell for cell, written, due in pairs if written != due and written in ("", ".", bare.token(*cell))]
    lacking = [cell for cell in lacking if bare.token(*cell) != again.token(*cell)]
    blank = {*empty, *lacking}
    if other := [pair for pair in pairs if pair[1] != pair[2] and pair[0] not in blank]:
        return [(_other(*pair, pair[0] in given), *layout.place(*pair[0])) for pair in other], len(lacking)
    lines = [*enumerate(zip(layout.without(blank), again.without(blank), strict=True))]
    words = "line {} of the drawing, {!r}; expected {!r}"
    return [(words.format(n + 1, a, b), n, _first_other(a, b)) for n, (a, b) in lines if a != b], len(lacking)


def _first_other(one: str, two: str) -> int:
    """Return the index of the first character in which two texts differ."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def _other(cell: Cell, written: str, due: str, given: bool) -> str:
    if given:
        return f"{written or 'nothing'} at {place(cell)}, where {due} is given"
    expected = "a number" if due == "0" else due or "nothing"
    return f"{written or 'nothing'} at {place(cell)}; expected {expected}"


def typed_tokens(lines: list[str], board: Board) -> forms.Tokens | None:
    """Return the typed text of each cell: a word or a character for each, with a row on a line, or all characters on
    one line; or of each cell without a given value, if numbers are written; None if the text has another shape.
    """
    rows = [line.split() for line in lines if line.strip() and not line.startswith("size ")]
    if [len(row) for row in rows] != [board.cols] * board.rows:
        joined = ["".join(row) for row in rows]
        if len(joined) == 1 and len(joined[0]) == board.rows * board.cols:
            joined = [joined[0][start : start + board.cols] for start in range(0, len(joined[0]), board.cols)]
        rows = [list(row) for row in joined]
    if [len(row) for row in rows] != [board.cols] * board.rows:
        return _open_tokens(rows, [line.split() for line in lines if line.strip()], board) or None
    return {(r, c): rows[r][c] for r, c in board.cells()}


def _open_tokens(joined: list[list[str]], words: list[list[str]], board: Board) -> forms.Tokens:
    """Return the text of each cell, the given one if there is one, else that of a text with a line for each row with
    other cells; {} for a text of another shape, and for a puzzle without numbers.

    joined, words: the characters, and the words, of the lines.
    """
    given = forms.given_in(board) if PUZZLES[board.puzzle].family == "numbers" else {}
    rows = [[cell for cell in line if cell not in given] for _, line in board.lines()[: board.rows]]
    rows = [row for row in rows if row]
    for found in (words, joined) if given else ():
        if [len(row) for row in found] == [len(row) for row in rows]:
            filled = zip(rows, found, strict=True)
            return given | {cell: word for cells, typed in filled for cell, word in zip(cells, typed, strict=True)}
    return {}


def _without_borders(lines: list[str]) -> list[str]:
    return [line.replace("|", " ") for line in lines if not BORDERS.fullmatch(line)]


def _typed(tokens: forms.Tokens, board: Board) -> Iterator[ReadSolution]:
    given = forms.given_in(board)
    bare = {cell: clue.replace(",", "") for cell, clue in given.items()}  # 1,5 is drawn as 15
    tokens = {cell: given[cell] if token == bare.get(cell) else token for cell, token in tokens.items()}
    meant = {cell: plain_sign(token, given.get(cell, "")) for cell, token in tokens.items()}
    drawn = forms.strings(board, meant, lambda char, cell: char)
    solutions: Iterator[list[str] | list[list[int]]] = chain(drawn, forms.numbers(board, meant))
    for solution in solutions:
        values = ((cell, token, str(solution[cell[0]][cell[1]])) for cell, token in meant.items())
        other = [(cell, token) for cell, token, value in values if token not in (value, *EMPTY, given.get(cell))]
        nothing = "" if isinstance(solution[0], str) else "0#"  # what cells without a number may be typed as
        yield ReadSolution(solution, [_untrue(cell, token, given) for cell, token in other if token.lstrip(nothing)])
    if PUZZLES[board.puzzle].family != "numbers":  # whose solutions have no areas
        yield from (ReadSolution(solution, []) for solution in forms.labels(board, tokens))


def plain_sign(token: str, given: str) -> str:
    """Return `#` for the text of a shaded cell, with the given value in it or without; any other text stays."""
    if token == given:
        return token
    dark = token.lstrip("#█") in ("", given)
    return "#" if dark else SHADED.get(token, token)


def _untrue(cell: Cell, token: str, given: dict[Cell, str]) -> str:
    return _other(cell, token, given[cell], True) if cell in given else f"{token} at {place(cell)} is no such cell"
