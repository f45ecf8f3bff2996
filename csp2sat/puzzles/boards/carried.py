"""The board that a map carries, and the solution that a model means by it; anybody may have written the map."""

from __future__ import annotations

import json
from typing import Any

from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Answer
from ..spec import PUZZLES, Board, Solution
from . import reading


def board_in(about: Any, path: str) -> Board | None:
    """The board in what a map says it is about; None if there is none.  Raises InputError for what is no board.

    path: of the map.
    """
    form = about.get("board") if isinstance(about, dict) else None
    return reading.read_board(Source(f"{path}, its board", json.dumps(form))) if form else None


def solution_by(board: Board, answer: Answer, path: str) -> Solution:
    """The solution, in the puzzle's neutral form.  Raises InputError for values that are not those of such a board."""
    try:
        solution: Solution = PUZZLES[board.puzzle].solution(board, answer)
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(
            f"the variables are not those of a {board.puzzle} of this size: {error}", Place(path)
        ) from error
    return solution
