"""The kinds whose boards are read from drawings, what of a board a drawing shows, and which texts are drawings."""

from __future__ import annotations

import re
from collections.abc import Callable

from ....base.source import Source
from ...givens import LABELS, CellForm, GivenSection, SectionsForm
from ...spec import AnyPuzzle
from ..base.headings import with_plain_headings
from ..base.text_lines import TextLine, is_cell
from .boxed import is_boxed
from .lattice import STARS
from .layout import sides_of
from .lines import drawn_lines, is_dotted, is_rule, without_strokes

SIGNS = {"h", "v"}
SHADED = re.compile(r"([#xX]*)(\d*|[-.])([#xX]*)")  # a number, with its cell's sign if the cell is black: #5, 5x, ##
LETTER = re.compile(r"[^\W\d_]{2}|```|~~~")  # in letters, Markdown and texts of other formats
STAR_ROWS = {*STARS, *".#+-=| "}


def undrawn_lists(form: CellForm | SectionsForm) -> list[GivenSection]:
    """Return the sections that are one list of any length, such as a fleet, on a line of its own above the drawing."""
    every = form.sections if isinstance(form, SectionsForm) else ()
    lists = (each for each in every if (each.lists, each.values) == ("one", "any"))
    return [each for each in lists if each.key not in LABELS.values()]


def drawing_alone(form: CellForm | SectionsForm, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines without the size, and without those of numbers and lists that a drawing does not show."""
    words = ["size", form.extra.word if form.extra else "", *(section.word for section in undrawn_lists(form))]
    return [line for line in lines if line.text.split()[0] not in words] or lines


def board_alone(puzzle: AnyPuzzle, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of a drawing that are the board: without lines and crosses of a solution between the dots at
    corners, if the puzzle is one of lines and has no walls.
    """
    lines = drawing_alone(puzzle.form, lines)
    return (
        without_strokes(lines)
        if puzzle.family == "loops and lines" and not keys_of(puzzle.form) & LABELS.keys()
        else lines
    )


def keys_of(form: CellForm | SectionsForm) -> set[str]:
    return {section.key for section in form.sections} if isinstance(form, SectionsForm) else {form.under}


def has_corners(puzzle: AnyPuzzle) -> bool:
    return isinstance(puzzle.form, CellForm) and puzzle.form.corners


def has_bars(puzzle: AnyPuzzle) -> bool:
    """Whether the signs of a cell are among those of walls."""
    return any(is_cell(sign, puzzle.cells) for sign in "|+")


def shaded(form: CellForm | SectionsForm) -> str:
    """Return the key of the section that says which cells are dark, beside that with the numbers; '' for none."""
    sections = form.sections if isinstance(form, SectionsForm) and form.grid else ()
    cells = (each for each in sections if (each.lists, each.values) == ("rows", "cols") and each.key not in LABELS)
    return next((each.key for each in cells if each.cells and is_cell("#", each.cells)), "")


def part_of(form: SectionsForm, section: GivenSection) -> Callable[[str], str]:
    """Return the function from a cell's word to the word of its value in a section: of `#5` the sign or the number."""
    key = shaded(form)

    def part(word: str) -> str:
        found = SHADED.fullmatch(word) if key else None
        if found is None:
            return "." if key == section.key else word  # which is an error in the section with the numbers
        return ".#"[bool(found[1] + found[3])] if key == section.key else found[2] or "."

    return part


def takes(puzzle: AnyPuzzle) -> bool:
    """Whether a board of this puzzle can be read from its drawing: all givens are values of cells or corners, areas,
    stars, or clues and signs around them.
    """
    form = puzzle.form
    if isinstance(form, CellForm):
        return True
    undrawn = (section.key for section in undrawn_lists(form))
    drawn = {*LABELS, *LABELS.values(), *SIGNS, *sides_of(form).values(), form.grid, shaded(form), *undrawn}
    return keys_of(form) <= drawn | {"stars", "holes"} and not has_bars(puzzle)


def is_drawn(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text without a size seems to be the drawing of a board of the puzzle."""
    lines = with_plain_headings(puzzle.form, drawn_lines(source))
    if lines and lines[0].text.split()[0] != "size":
        lines = board_alone(puzzle, lines)
    if not lines or not takes(puzzle) or lines[0].text.split()[0] == "size":
        return bool(lines) and is_rule(lines[0])  # which is refused with the name of the kind
    if has_bars(puzzle):
        return is_boxed(lines)
    if "stars" in keys_of(puzzle.form) and STAR_ROWS.issuperset("".join(line.text for line in lines)):
        return True
    if has_corners(puzzle):
        return is_rule(lines[0]) or any("|" in line.text for line in lines)
    rows = [line.text.split() for line in lines]
    if shaded(puzzle.form) and all(len(row) > 1 and all(map(SHADED.fullmatch, row)) for row in rows):
        return True
    if is_rule(lines[0]) or is_dotted(lines) or not isinstance(form := puzzle.form, SectionsForm):
        return is_rule(lines[0]) or is_dotted(lines)
    if lines[0].text.split()[0] in {section.word for section in form.sections}:
        return False
    keys = keys_of(form)
    beside = form.grid and sides_of(form)  # without cells, a side has lists of clues, which only bars part from cells
    if any(LETTER.search(line.text) for line in lines) or all(line.text.lstrip()[0] == ">" for line in lines):
        return False
    return bool(beside or SIGNS & keys) or any("|" in line.text for line in lines)


def is_drawn_below_size(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text with a size has a drawing below: rows in a frame, or rows of cells each of which is dark or not,
    perhaps with a number.
    """
    lines = with_plain_headings(puzzle.form, drawn_lines(source))
    if not lines or lines[0].text.split()[0] != "size" or not takes(puzzle):
        return False
    lines = drawing_alone(puzzle.form, lines)
    if shaded(puzzle.form) and all(map(SHADED.fullmatch, lines[0].text.split())):
        return True
    return lines[0].text.lstrip()[0] == "+" and is_rule(lines[0]) and any("|" in line.text for line in lines)
