"""Steps, hints and grades on the page; the chain of the last board is kept, so that each step is drawn when needed."""

from __future__ import annotations

from typing import Any

from ..api import functions
from ..api.reasoning import chains
from ..api.reasoning.chains import Mistake, Steps
from ..errors import UsageError
from ..puzzles.spec import Board
from ..reasoning import hints, partial_boards
from ..reasoning.drawing.frames import frame
from .drawn import mistake_in_words
from .playing import UNFIT, partial_of, wrong_border
from .requests import PageRequest

_kept: list[tuple[Board, Steps]] = []


def hint(asked: PageRequest) -> dict[str, Any]:
    """Return the next step of the board as it is played in `state`, or the first mistake there, in words and drawn.

    With `where` in the request only the places of the reason are returned, as rows and columns.  `ignored` is whether
    the hint does not regard the state: borders of a board that has several solutions, if the steps of its kind are
    about areas.  `wrong` has the places of such borders that are a mistake.
    """
    board, state = asked.board(), asked.given.get("state")
    try:
        wrong = wrong_border(board, state)
        partial = partial_of(board, state) if wrong is None else None
    except UNFIT:
        raise UsageError(f"state: expected a board of {board.puzzle} as it is played") from None
    if wrong is not None:
        words = mistake_in_words(board, wrong, state)
        return {"words": words, "mistake": True, "svg": None, "step": None, "ignored": False, "wrong": [wrong]}
    return _hint(asked, board, partial) | {"ignored": partial is None and state is not None}


def _hint(asked: PageRequest, board: Board, partial: object) -> dict[str, Any]:
    """Return the step or the mistake of `hint`; partial: the board as it is played, None for nothing known."""
    timeout = float(asked.number("timeout", 1, 1000) or chains.USUAL_SECONDS)
    found = functions.hint(board, partial, timeout=timeout)
    if found is None:
        return {"words": "", "mistake": False, "svg": None, "step": None}
    if asked.given.get("where"):
        words, is_mistake = hints.where_text(board, found), isinstance(found, Mistake)
        return {
            "words": words,
            "mistake": is_mistake,
            "where": hints.places_of(board, found),
            "svg": None,
            "step": None,
        }
    known = [] if partial is None else partial_boards.facts_of(board, partial)
    if isinstance(found, Mistake):
        drawn = frame(board, [fact for fact in known if fact != found.fact], found.step)
        return {"words": found.text, "mistake": True, "svg": drawn, "step": found.step.neutral()}
    return {"words": found.text, "mistake": False, "svg": frame(board, known, found), "step": found.neutral()}


def _chain(asked: PageRequest) -> Steps:
    """Return the chain of the board, the kept one if it is of the same board."""
    board = asked.board()
    if _kept and _kept[0][0] == board:
        return _kept[0][1]
    timeout = float(asked.number("timeout", 1, 1000) or chains.USUAL_SECONDS)
    found = functions.steps(board, timeout=timeout)
    if _kept:
        _kept.pop()[1].close()
    for number, _step in enumerate(found, start=1):
        if number % 10 == 0:
            asked.progress(f"{number} steps")
    _kept.append((board, found))
    return found


def steps(asked: PageRequest) -> dict[str, Any]:
    """Return all steps of a board in words, and how the chain ended; `size` has words where sizes ended it, else ''."""
    found = _chain(asked)
    listed = [{"number": each.number, "words": each.text, "routine": each.folded} for each in found]
    size = chains.TOO_LARGE if found.end.by_size else ""
    return {"steps": listed, "ended": found.status, "size": size, "solution": found.solution}


def step(asked: PageRequest) -> dict[str, Any]:
    """Return the step with the number `number`, in words and drawn."""
    found, number = _chain(asked), asked.number("number", 1)
    if number is None:
        raise UsageError("number: expected the number of a step")
    svg = found.svg(number)
    return {"number": number, "words": found[number - 1].text, "svg": svg, "step": found[number - 1].neutral()}


def grade(asked: PageRequest) -> dict[str, Any]:
    """Return how hard a board is for a person, from 1 to 10."""
    found = chains.grade(_chain(asked))
    if found is None:
        raise UsageError("a board without exactly one solution has no grade")
    return {"grade": found.value, "words": found.text, "bound": found.bound, "score": round(found.score, 2)}
