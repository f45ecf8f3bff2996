"""Conversion of an input to another format: a board as text, array, JSON, URL, game ID or drawing; any model as CSP
text.
"""

from __future__ import annotations

from ...errors import UsageError
from ...puzzles.formats.spec import FORMATS
from ...puzzles.formats.spec import written_formats as written_formats
from ...solving.problem import Problem

DRAWN = ("svg", "png", "pdf", "html")
CSP_TEXT = ("sugar", "csp")  # the language by its name, and by the suffix of its files


def converted(problem: Problem, to: str) -> str:
    """Return the text of a problem in the format `to`; raise UsageError for a format that the problem cannot have."""
    if to in CSP_TEXT:
        from ...languages.csp.writer import to_text

        return to_text(problem.model)
    if problem.board is None:
        raise UsageError("a CSP can only be converted to sugar (CSP text)", "to", to)
    if to not in FORMATS:
        raise UsageError(f"expected one of {', '.join((*written_formats(), *DRAWN))}, sugar", "to", to)
    return FORMATS[to].write(problem.board)
