"""Grades and hints of the boards of a booklet."""

from __future__ import annotations

from ..writing.booklets.sheets import BookletBoard
from . import chains

SECONDS = 20.0  # for the steps of a board; its grade is a lower bound if the time is over first


def hinted(entry: BookletBoard) -> BookletBoard:
    """Return a board of a booklet with its grade among the words, and with its first step that is not routine as the
    hint; the board as it is if no step was found within SECONDS.
    """
    steps = chains.Steps(entry.board, chains.end_of(SECONDS))
    grade = chains.grade(steps)
    words = [entry.words, "" if grade is None else f"grade {grade.text}"]
    first = next((step for step in steps if not step.routine), next(iter(steps), None))
    hint = "" if first is None or not first.facts else f"Hint: {first.text}"
    return entry._replace(words=", ".join(filter(None, words)), hint=hint)
