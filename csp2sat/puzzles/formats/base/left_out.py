"""The parts of a board that may be left out: its cells and the lists of clues beside it, which are blank then, and the
words above rows of letters and above cells.

A blank value is the value that `-` stands for, which is 0, `.` or None; a section whose values have no such sign cannot
be left out.
"""

from __future__ import annotations

from ...givens import GivenSection, SectionsForm
from ...notation import GivenParts, GivenValue
from ...spec import AnyPuzzle
from .text_lines import TextLine

REGIONS = "regions"  # the word of the section whose values are the labels of rooms


def blank(puzzle: AnyPuzzle, section: GivenSection, size: tuple[int, int]) -> GivenValue:
    """Return the section with blank values only, for a board of `size` (rows and columns); None if it cannot be left
    out.

    Only the cells and sections of one list (the clues beside the board) can be left out, if the size fixes the number
    of values and one of the values is blank.
    """
    form, count = puzzle.form, section.number_of_values(*size)
    grid = form.grid if isinstance(form, SectionsForm) else ""
    if count is None or (section.key != grid and section.lists != "one"):
        return None
    try:
        row = section.joined([(section.cells or puzzle.cells).value("-")] * count)
    except ValueError:
        return None  # no value is blank
    rows = [row if section.strings else list(row) for _ in range(size[0])]
    return row if section.lists == "one" else rows


def completed(puzzle: AnyPuzzle, form: SectionsForm, size: tuple[int, int], givens: GivenParts) -> GivenParts:
    """Return the givens with blank sections in place of the sections that are left out, unless all are left out.

    `size` is the rows and columns of the board; sections that cannot be blank stay left out.
    """
    found = {key: givens[key] for key in form.extra.keys if key in givens} if form.extra else {}
    there = any(section.key in givens for section in form.sections)
    for section in form.sections:
        if section.key in givens:
            found[section.key] = givens[section.key]
        elif there and not section.optional and (part := blank(puzzle, section, size)) is not None:
            found[section.key] = part
    return found


def with_words(form: SectionsForm, rows: int, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of all sections, with the word REGIONS above the rows of letters if the word is missing, and
    then with that above the rows of cells, too.

    rows: of the board.  The rows of letters, as many as the board has, move to their place among the sections; if there
    are no such rows, or the word is there, all lines stay.
    """
    words = [section.word for section in form.sections]
    heads = [head if (head := line.text.split()[0]) in words else "" for line in lines]
    if REGIONS not in words or REGIONS in heads:
        return lines
    starts = [at for at in range(len(lines)) if not any(heads[at : at + rows]) and _all_letters(lines[at : at + rows])]
    if not starts or starts[0] + rows > len(lines):
        return lines
    found: dict[str, list[TextLine]] = {}
    word = form.grid
    for at, line in enumerate(lines):
        word = heads[at] or word
        found.setdefault(REGIONS if starts[0] <= at < starts[0] + rows else word, []).append(line)
    if not found.keys() <= {*words}:  # lines before the first section of a board that has no cells with values
        return lines
    ordered = [(each, found[each]) for each in words if each in found]
    return [line for each, block in ordered for line in _headed(each, block)]


def _headed(word: str, block: list[TextLine]) -> list[TextLine]:
    """Return the lines of a section, the first of which has the word of the section."""
    return block if block[0].text.split()[0] == word else [block[0]._replace(text=word), *block]


def _all_letters(lines: list[TextLine]) -> bool:
    return all("".join(line.text.split()).isalpha() for line in lines)
