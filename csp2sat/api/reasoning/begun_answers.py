"""Answers to boards that are not finished: their open places, and the clues and rules that they contradict already."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from ...base.source import Source
from ...errors import InputError, LimitReached, UsageError
from ...judging.unfinished import BEGUN, EMPTY, ENDS, NOTHING, faults_of_drawn, is_board_alone
from ...puzzles.facts import Fact
from ...puzzles.formats.solutions.reading import read
from ...puzzles.formats.solutions.several import without_titles
from ...puzzles.spec import PUZZLES, Board, WrongForm
from ...reasoning.begun_boards import empty_drawing, stray_stroke, with_open_places
from ...reasoning.chain_end import ChainEnd
from ...reasoning.hints import Mistake
from ...reasoning.partial_boards import is_solution
from ...reasoning.refutation import contradictions
from .partial import hint_from, partial_of

FOLLOWS = "a contradiction follows"
SHORTLY = 5.0  # seconds for the clues and rules that a board contradicts


def faults_of(board: Board, source: Source, faults: list[str] | InputError, deadline: float | None) -> list[str]:
    """Return the faults of an answer that is not right; if these are only that places are open, then the clues and
    rules come first that the filled places contradict.

    faults: of the answer as a whole solution, or the error if it is none, which is raised for an answer that is no
    begun drawing either.  deadline: on the monotonic clock, None for no limit.
    """
    end = time.monotonic() + SHORTLY
    end = end if deadline is None else min(end, deadline)
    begun = _faults_of_begun(source.text, board)
    if begun == [BEGUN] and isinstance(faults, list) and _is_at_end(source, board, end):
        return faults
    if begun is not None:
        faults = begun
    elif stray := stray_stroke(source, board):
        raise stray
    elif isinstance(faults, InputError):
        raise faults
    if not all(EMPTY in fault or fault.startswith((ENDS, BEGUN)) for fault in faults):
        return faults
    try:
        facts = partial_of(source, board).facts
    except (InputError, UsageError):
        return faults
    found = contradictions(board, facts, end)
    is_known = not found or any(not fault.startswith(FOLLOWS) for fault in found)  # a clue or rule at fault is named
    return ([] if is_known else _mistake(board, facts, end)) + found + faults


def _mistake(board: Board, facts: Sequence[Fact], deadline: float | None) -> list[str]:
    """Return the wrong one of the facts, which `hint` names, with its reason; [] if it names none before
    the deadline, on the monotonic clock.
    """
    with suppress(InputError, UsageError, LimitReached):
        found = hint_from(board, facts, deadline)
        return [found.text[:1].lower() + found.text[1:].removesuffix(".")] if isinstance(found, Mistake) else []
    return []


def _is_at_end(source: Source, board: Board, deadline: float) -> bool:
    """Whether a drawing is that of a solution in all places, and nothing that is drawn besides can make the drawing
    right; False if the deadline, on the monotonic clock, comes before that is known, or a clue or rule alone says why.
    """
    whole = read(without_titles(source.text, board), board)
    if whole is None or whole.faults:
        return False
    try:
        facts = partial_of(source, board).facts
    except (InputError, UsageError):
        return False
    if not facts or contradictions(board, facts, deadline):
        return False
    found = hint_from(board, facts, deadline)
    return isinstance(found, Mistake) or (isinstance(found, ChainEnd) and bool(found.wrong))


def _faults_of_begun(text: str, board: Board) -> list[str] | None:
    """Return the faults of signs and lines on the empty drawing of a board, of which some are open; None for any other
    text.
    """
    if is_board_alone(text, board) or {*"{[", "\t"} & set(text[:1]):
        return None
    try:
        found = with_open_places(without_titles(text, board), board)
    except UsageError:
        return None
    if found is None:
        return None
    if text.split() == empty_drawing(board).split():
        return [NOTHING]
    solution, cells = found
    if not cells and is_solution(solution, board):
        return []  # what is blanked is given
    try:
        PUZZLES[board.puzzle].rule_faults(board, solution)
    except WrongForm:
        return [BEGUN]  # of kinds whose form only a whole solution has
    return faults_of_drawn(board, solution, cells)
