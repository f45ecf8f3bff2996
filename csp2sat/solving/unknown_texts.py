"""Errors for texts that no reader takes, with advice if a text is nearly an input."""

from __future__ import annotations

import re

from ..base.source import Source
from ..errors import InputError, Place, UnknownText
from .kinds import languages

DRAWING = re.compile(r"\s*(?:(?P<svg><svg)|<!doctype html|<html)\b", re.IGNORECASE)
MODEL = re.compile(
    r"(?:\s*%[^\n]*\n)*\s*(?:include\s*\"|(?:int|float|bool|enum|par|set of int)\s*[:\w]|solve\s|constraint\s)"
)
PROGRAM = re.compile(r"(?:\s*#[^\n]*\n)*\s*(?:from\s+[\w.]+\s+import\s|import\s+\w)")
PYTHON = "a Python program, which csp2sat does not run; run it: python FILE (one of PyCSP3 writes XCSP3, which is read)"
NAMELESS = "rows of cells, of a puzzle that nothing names"
LETTERS = re.compile(r"\s*(?:\d+ *[xX×] *\d+[ \t]*\n)?(?:(?:[A-Za-z][ \t]*){2,40}\n){2}")  # rooms, perhaps below a size
MOST_KINDS = 6  # that a text may be, which a message names
WORDS = re.compile(r"[A-Za-z]{3}[A-Za-z0-9 -]{,20}:?")  # a line that may be the name of a puzzle


def unknown_text(source: Source) -> InputError:
    """Return the error, not raised, for a text that is neither a CNF, nor in a language, nor a board.

    The error has advice if the text is nearly a known kind of input: empty, a board with a misspelt name or without its
    size, a web page, an SVG drawing, a MiniZinc model, or a Python program.
    """
    if not source.text.strip():
        return InputError("the input is empty; expected a board, a CSP or a CNF", Place(source.path))
    if near := _near_name(source):
        return UnknownText(near.message, near.place)
    if head := _head_fault(source):
        return head
    if LETTERS.match(source.text):
        name = "to name the puzzle, write its name above the rows, such as `heyawake`, or use --from NAME"
        error = source.error(f"rows of letters, of a puzzle that nothing names; {name}", start_of(source))
        return UnknownText(error.message, error.place)
    boards = "`size WIDTH HEIGHT` and rows, lines or arrays of digits, a JSON object, a URL or a game ID"
    expected = f"one of {', '.join(languages())}, or {boards}; or --from NAME"
    error = source.error(f"no known kind of input begins like this; expected {expected}", start_of(source))
    return UnknownText(error.message, error.place)


def _head_fault(source: Source) -> InputError | None:
    """Return an error, not raised, with advice if a text is a web page, an SVG drawing, a MiniZinc model, a Python
    program, or a board that lacks its size; None for any other text.
    """
    from ..puzzles.formats.base.placing import first
    from ..puzzles.formats.base.text_lines import is_rows
    from ..puzzles.formats.base.titles import named_in
    from ..puzzles.formats.reading import read_board
    from ..puzzles.formats.unnamed import possible_kinds
    from ..puzzles.notation import listed
    from .minizinc import UNNAMED

    if drawing := DRAWING.match(source.text):
        what = "an SVG drawing" if drawing["svg"] else "a web page"
        board = "text, JSON, URL or game ID"
        return source.error(f"{what} without a readable board; expected the board as {board}", 0)
    for begins, advice in ((MODEL, UNNAMED), (PROGRAM, PYTHON)):
        if begins.match(source.text):
            return source.error(advice, start_of(source))
    start = first(source.text)
    kinds = kinds if len(kinds := possible_kinds(source, read_board)) <= MOST_KINDS else []
    if kinds or is_rows(source.text[start:]):
        could = f"perhaps {listed(kinds)}; " if kinds else ""
        how = "use --from NAME, or name the puzzle in a comment before the rows, `; NAME`"
        return source.error(f"{NAMELESS}; {could}{how}", start_of(source) if kinds else start)
    if start and (name := named_in(source.text[:start])):
        return source.error(f"no size of this {name}; expected `size WIDTH HEIGHT` before the rows", start)
    return None


def _near_name(source: Source) -> InputError | None:
    """Return an error, not raised, with the name of a puzzle that the first line is nearly; None if there is none."""
    from ..puzzles.formats.base.placing import first
    from ..puzzles.names import suggested

    start = first(source.text)
    line = source.text[start:].partition("\n")[0].strip()
    near = suggested(line) if WORDS.fullmatch(line) else ""
    return source.error(f"no puzzle {line!r}; {near}", start) if near.startswith("did you mean") else None


def start_of(source: Source) -> int:
    """Return the offset of the first character that is no blank."""
    return len(source.text) - len(source.text.lstrip())
