"""Grades and hints of the boards of a booklet."""

from __future__ import annotations

from collections.abc import Sequence

from ...reasoning import grades
from ..writing.booklets.sheets import BookletBoard
from . import chains

SECONDS = 20.0  # for the steps of a board; its grade is a lower bound if the time is over first


def hinted(entry: BookletBoard, worded: bool = True) -> BookletBoard:
    """Return a board of a booklet with its grade among the words if `worded`, and with its first hard step as the hint;
    the board as it is if no step was found within SECONDS.
    """
    steps = chains.Steps(entry.board, chains.end_of(SECONDS))
    grade = chains.grade(steps)
    words = [entry.words, "" if grade is None or not worded else f"grade {grade.text}"]
    score = None if grade is None else grade.score
    found = _first_hard(steps)
    hint = "" if found is None or not found.facts else found.text
    return entry._replace(words=", ".join(filter(None, words)), hint=hint, score=score)


def _first_hard(steps: chains.Steps) -> chains.Step | None:
    """Return the first step that takes no less effort than the mean of the ten hardest, since a reader who needs a hint
    has done the easy steps; the first step if all are routine, None if there is none.
    """
    least = grades.score(steps)
    hard = (step for step in steps if not step.routine and grades.effort(step) >= least)
    return next(hard, next(iter(steps), None))


def graded(entries: Sequence[BookletBoard], hints: bool, by_grade: bool, worded: bool = True) -> list[BookletBoard]:
    """Return the boards of a booklet, each with its grade (how hard the board is, from 1 to 10) added to the words
    beside its number; return the boards unchanged if both `hints` and `by_grade` are false.

    entries: the boards.  hints: whether to add to each board its hint, the first hard step.  by_grade:
    whether to sort the boards by their grades.  worded: whether the grades are added to the words.  A board for which
    no step is found within SECONDS gets no grade and no hint, and comes last in the order.
    """
    if not hints and not by_grade:
        return list(entries)
    found = [hinted(each, worded) for each in entries]
    if by_grade:
        found.sort(key=lambda each: (each.score is None, each.score or 0))
    return found if hints else [each._replace(hint="") for each in found]
