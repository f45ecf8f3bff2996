"""Numbers without signs on the only line of a section, as in `cols: 2 4 4 4 2`: one list, or a list for each number,
whichever fits into the board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from ....base.source import Source
from ....errors import InputError
from ...givens import GivenSection, SectionsForm
from ...spec import AnyPuzzle, Board
from .listed_values import BETWEEN
from .text_lines import TextLine, at

PARTED = "expected commas between the lists, or each list on a line of its own below"
SIGN = re.compile(rf"{BETWEEN.pattern}|[:=].*[:=]")


def fitting(source: Source, puzzle: AnyPuzzle, lines: list[TextLine], read: Callable[[list[TextLine]], Board]) -> Board:
    """Return the board in the lines of a text, with the numbers of each section that has only one line without signs
    between them as one list or as a list each, whichever is a board without a doubt; numbers below their heading are
    one list if the board has a size or both have no doubt, as the form has it.

    read: returns the board in lines, or raises InputError.  Raises InputError if several readings have no doubt, or if
    there are several and each has a doubt.
    """
    alone = list(_alone(source, puzzle.form, lines)) if isinstance(puzzle.form, SectionsForm) else []
    beside = [line for line in alone if line.number in _heads(puzzle.form, lines)]
    alone = beside if lines[0].text.split()[0] == "size" else alone
    if not alone:
        return read(lines)
    found: list[Board] = []
    fault: InputError | None = None
    for apart in product((False, True), repeat=len(alone)):
        parted = [line for line, each in zip(alone, apart, strict=True) if each]
        try:
            found.append(read([word for line in lines for word in (_words(line) if line in parted else [line])]))
        except InputError as error:
            fault = fault or error
    if not found and fault:
        raise fault
    likely = [board for board in found if not puzzle.doubt(board)]
    if len(likely) > 1 and not beside:
        likely = likely[:1]
    if len(likely) == 1 or len(found) == 1:
        return (likely or found)[0]
    fits = "both fit" if likely else "neither fits into the board"
    raise at(source, alone[0])(f"one list of numbers, or a list for each of them? {fits}; {PARTED}")


def _alone(source: Source, form: SectionsForm, lines: list[TextLine]) -> Iterator[TextLine]:
    """Yield the line with several numbers, and without signs in the text, of each section with lists of any length
    that has no other line.
    """
    words = {section.word: section for section in form.sections}
    parts: list[tuple[GivenSection, list[TextLine]]] = []
    for line in lines:
        if section := words.get(line.text.strip()):
            parts.append((section, []))
        elif parts:
            parts[-1][1].append(line)
    for section, body in parts:
        if section.values == "any" and section.lists in ("rows", "cols") and len(body) == 1:
            plain = re.fullmatch(r"\d+(?: +\d+)+", body[0].text.strip())
            if plain and not SIGN.search(source.lines()[body[0].number - 1]):
                yield body[0]


def _words(line: TextLine) -> list[TextLine]:
    """Return the words of a line as lines, with their places."""
    return [line._replace(text=" " * word.start() + word[0]) for word in re.finditer(r"\S+", line.text)]


def _heads(form: object, lines: list[TextLine]) -> set[int]:
    """Return the numbers of the lines with the heading of a section."""
    words = {section.word for section in form.sections} if isinstance(form, SectionsForm) else set[str]()
    return {line.number for line in lines if line.text.strip() in words}
