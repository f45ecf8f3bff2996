"""Sections of a board that may be left out: its cells, and the lists of clues beside it, which are blank then.

A blank value is the value that `-` stands for, which is 0, `.` or None; a section whose values have no such sign cannot
be left out.
"""

from __future__ import annotations

from ...givens import GivenSection, SectionsForm
from ...notation import GivenParts, GivenValue
from ...spec import AnyPuzzle


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
