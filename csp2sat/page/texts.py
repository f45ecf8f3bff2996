"""Texts to take away from the page: a board in another format, the CNF and its map, a booklet."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from ..api import functions
from ..api.problems import checked_solution
from ..api.questions import booklets
from ..errors import UsageError
from ..puzzles.formats.spec import FORMATS
from ..puzzles.spec import Board, Solution
from .requests import PageRequest

MOST_BOARDS = 100  # of a booklet


def convert(asked: PageRequest) -> dict[str, Any]:
    """Return a board or CSP in the format `to`."""
    to, problem = asked.word("to", "text"), asked.problem()
    known = (*(name for name in FORMATS if not FORMATS[name].packed), "sugar")
    if to not in known:
        raise UsageError(f"to: expected one of {', '.join(known)}")
    return {"to": to, "written": functions.convert(problem, to)}


def cnf(asked: PageRequest) -> dict[str, Any]:
    """Return the CNF whose models are the solutions, and its map, as texts."""
    problem = asked.problem()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.cnf"
        asked.progress("encoding")
        written = functions.encode(problem, path, **asked.keywords())
        about = {"variables": written.num_vars, "clauses": written.num_clauses}
        return about | {"cnf": path.read_text(), "map": path.with_suffix(".map").read_text()}


def booklet(asked: PageRequest) -> dict[str, Any]:
    """Return a booklet of the boards in `texts`, each solved, as a page of HTML to print."""
    given = asked.given.get("texts") or [asked.word("text")]
    if not isinstance(given, list) or len(given) > MOST_BOARDS:
        raise UsageError(f"texts: expected a list of {MOST_BOARDS} boards at most")
    boards: list[Board | tuple[Board, Solution | None]] = []
    for text in given:
        asked.progress(f"board {len(boards) + 1} of {len(given)}")
        board = PageRequest(asked.op, {"text": text}, asked.tell).board()
        solution = asked.given.get("solution") if len(given) == 1 else None
        boards.append(board if solution is None else (board, checked_solution(board, solution, "solution")))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "booklet.html"
        booklets.booklet(boards, path, title=asked.word("title"), hints=bool(asked.given.get("hints")))
        return {"html": path.read_text(encoding="utf-8")}
