"""Slips in a partly filled board: a given value, or a line of a drawing, that is copied otherwise than it is."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...base.numbers import counted
from ...base.source import Source
from ...errors import InputError, Place
from ...puzzles.formats.solutions.forms import given_in
from ...puzzles.formats.solutions.reading import EMPTY, SHADED, nearest, read, typed_tokens
from ...puzzles.formats.solutions.several import without_titles
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell, clues_of
from ..writing.drawing import as_text

STROKES = re.compile(r"[-|─│]")
OTHER = re.compile(r"(\S+) at (row \d+, column \d+), where (\S+) is given\b")  # in faults of drawings and rows


def changed_clue(source: Source, board: Board, stated: Collection[Cell]) -> InputError | None:
    """Return the error at the first clue that a copy of the board has otherwise than the board, such as 4 for a 3; None
    if no clue is changed.

    stated: the cells with a fact in the text; a wrong fact is a mistake, and no changed clue.  A text is
    a copy if it has each clue, and at most half of the clues, or one, are changed.
    """
    cells, text = {*clues_of(board).optional(board)}, without_titles(source.text, board)
    given = {cell: token for cell, token in given_in(board).items() if cell in cells}
    words = typed_tokens(text.splitlines(), board)
    if words is None:
        words, drawn = _inside(text, board), _inside(as_text(board, None), board)
        given = {cell: drawn[cell] for cell in given} if words and drawn else {}
    if not words or any(words[cell] in EMPTY for cell in given):
        return None
    if PUZZLES[board.puzzle].family == "divisions" and any(words[cell] not in EMPTY for cell in words.keys() - given):
        return None  # numbers of areas
    changed = [cell for cell, token in given.items() if words[cell].replace(",", "") != token.replace(",", "")]
    if 2 * len(changed) > max(len(given), 2):
        return None
    cell = next((cell for cell in changed if cell not in stated and words[cell] not in SHADED), None)
    return None if cell is None else InputError(_changed(place(cell), given[cell], words[cell]), Place(source.path))


def _inside(text: str, board: Board) -> dict[Cell, str] | None:
    """Return the word in each cell of a drawing, without the lines around cells; None for a text of another shape."""
    lines = [line for line in text.splitlines() if line.strip(" +-") or "-" not in line]
    return typed_tokens([line.replace("|", " ") for line in lines], board)


def _changed(at: str, given: str, found: str) -> str:
    return f"the clue at {at} is {given} on the board and {found} in this copy"


def as_changed_clue(error: InputError) -> InputError:
    """Return the error about another given value in the words of `changed_clue`; any other error as it is."""
    if (other := OTHER.match(error.message)) is None:
        return error
    return InputError(_changed(other[2], other[3], other[1]) + error.message[other.end() :], error.place)


def other_given(source: Source, text: str, board: Board) -> InputError | None:
    """Return the error at the first given value that rows of a text have otherwise than the board, as `check` words it;
    None for a text without one.
    """
    found = read(text, board)
    faults = (fault for fault in found.faults if fault.endswith(" is given")) if found else iter(())
    fault = next(faults, None)
    return None if fault is None else InputError(fault, Place(source.path))


def slip_of(source: Source, board: Board) -> InputError | None:
    """Return the error at the first place where a drawing with lines differs from one of the board; None for a text
    that is no such drawing.
    """
    text = without_titles(source.text, board)
    found = nearest(text, board)
    if found is None:
        return _other_lines(source, board)
    if not found.faults:
        return None
    lines = [*enumerate(source.lines(), 1)][source.text.count("\n") - text.count("\n") :]
    at, first = next((at, line) for at, line in lines if line.strip() and line.lstrip()[0] != ";")
    line, column = found.places[0]
    fault = f"{found.faults[0]}, in a drawing of this board ({board.puzzle})"
    return source.error_in_line(fault, at + line, len(first) - len(first.lstrip()) + column + 1)


def _other_lines(source: Source, board: Board) -> InputError | None:
    """Return the error at the first line of text that differs from the empty drawing of the board in more than drawn
    lines, or at the last line of text if there are too few or too many; None if the first line of text differs.
    """
    wanted = [line.rstrip() for line in as_text(board, None).splitlines()]
    lines = [(at, line) for at, line in enumerate(source.lines(), 1) if line.strip() and line.lstrip()[0] != ";"]
    if not lines or not wanted or not STROKES.sub(" ", lines[0][1]).strip() or not _alike(lines[0][1], wanted[0]):
        return None
    how = f"the drawing of this board ({board.puzzle}) has: csp2sat convert BOARD --to drawing"
    for (at, line), empty in zip(lines, wanted, strict=False):
        if not _alike(line, empty):
            return source.error_in_line(f"expected {empty!r} and lines, as {how}", at)
    if len(lines) == len(wanted):
        return None
    return source.error_in_line(f"found {counted(len(lines), 'line')}; expected {len(wanted)}, as {how}", lines[-1][0])


def _alike(line: str, other: str) -> bool:
    """Whether two lines of text are the same except for the strokes of drawn lines."""
    return STROKES.sub(" ", line).rstrip() == STROKES.sub(" ", other).rstrip()
