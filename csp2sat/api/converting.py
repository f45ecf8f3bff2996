"""An input in another format: a board as text, array, JSON, URL, game ID or drawing; any model as CSP text."""

from __future__ import annotations

from ..errors import UsageError
from ..puzzles.spec import FORMATS
from ..search.inputs import CnfInput, Input
from ..search.problem import BoardProblem

DRAWN = ("svg", "png", "html")


def converted(problem: Input, to: str, path: str) -> str:
    """The text of a problem in a format.  UsageError for a format that it cannot have.  path: for messages."""
    if isinstance(problem, CnfInput):
        raise UsageError(f"{path} is a CNF; only boards and CSPs can be converted")
    if to == "sugar":
        from ..langs.csp_text import to_text

        return to_text(problem.attempts()[-1].model())
    if not isinstance(problem, BoardProblem):
        raise UsageError(f"--to {to}: a CSP can only be converted to sugar")
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected one of {', '.join((*FORMATS, *DRAWN))}, sugar")
    return FORMATS[to].write(problem.board)
