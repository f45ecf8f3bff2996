"""Slips in a partly filled board: a given value, or a line of a drawing, that is copied otherwise than it is."""

from __future__ import annotations

import re

from ...base.numbers import counted
from ...base.source import Source
from ...errors import InputError, Place
from ...puzzles.formats.solutions.reading import nearest, read
from ...puzzles.formats.solutions.several import without_titles
from ...puzzles.spec import Board
from ..writing.drawing import as_text

STROKES = re.compile(r"[-|─│]")


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
