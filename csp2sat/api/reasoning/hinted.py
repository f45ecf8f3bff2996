"""Grades and hints of the boards of a booklet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...reasoning import grades
from ...reasoning.hints import read_alone
from ..writing.booklets.sheets import BookletBoard
from . import chains

SECONDS = 20.0  # for the steps of a board; its grade is a lower bound if the time is over first


def hinted(entry: BookletBoard, worded: bool = True) -> BookletBoard:
    """Return a board of a booklet with its grade among the words if `worded`, and with a hard step as the hint;
    the board as it is if no step was found within SECONDS.
    """
    steps = chains.Steps(entry.board, chains.end_of(SECONDS))
    grade = chains.grade(steps)
    words = [entry.words, "" if grade is None or not worded else f"grade {grade.text}"]
    score = None if grade is None else grade.score
    return entry._replace(words=", ".join(filter(None, words)), hint=_hint(steps), score=score)


def _hint(steps: chains.Steps) -> str:
    """Return in words the hard step that needs the fewest facts that are not on the board, the first one of several,
    with these facts; the first step if all are routine, '' if there is none.

    A hard step takes no less effort than the mean of the ten hardest, since a reader who needs a hint has done the
    easy steps.
    """
    least = grades.score(steps)
    hard = [step for step in steps if not step.routine and grades.effort(step) >= least]
    made = {fact: step for step in reversed(steps) for fact in step.facts}
    choice = [(step, _later(step, made)) for step in hard or steps[:1] if step.facts]
    if not choice:
        return ""
    found, later = min(choice, key=lambda each: len(each[1]))
    text = read_alone(steps.board, found).text
    when = chains.facts_text(steps.board, later)
    return f"Later on, when {when}: {text[:1].lower()}{text[1:]}" if later else text


def _later(step: chains.Step, made: Mapping[chains.Fact, chains.Step]) -> list[chains.Fact]:
    """Return the facts that a step needs and that are not on the board: the facts that it cites, but in place of a
    number that is out in a cell by a routine step the facts that this step needs.

    made: the step that shows a fact, for all facts that steps show.
    """
    found, seen, left = list[chains.Fact](), set[chains.Fact](), [*step.known, *step.noted]
    while left:
        fact = left.pop()
        by = made.get(fact)
        if fact in seen or by is None or by.weight == 0:
            continue
        seen.add(fact)
        if by.routine and fact.negative and type(fact.value) is int:
            left += [*by.known, *by.noted]
        else:
            found.append(fact)
    return sorted(found, key=lambda fact: made[fact].number)


def graded(entries: Sequence[BookletBoard], hints: bool, by_grade: bool, worded: bool = True) -> list[BookletBoard]:
    """Return the boards of a booklet, each with its grade (how hard the board is, from 1 to 10) added to the words
    beside its number; return the boards unchanged if both `hints` and `by_grade` are false.

    entries: the boards.  hints: whether to add to each board its hint, a hard step.  by_grade: whether to sort the
    boards of each kind by their grades; the kinds stay in the order of their first boards.  worded: whether the grades
    are added to the words.  A board for which no step is found within SECONDS gets no grade and no hint, and comes last
    in the order.
    """
    if not hints and not by_grade:
        return list(entries)
    found = [hinted(each, worded) for each in entries]
    if by_grade:
        types = list(dict.fromkeys(each.board.puzzle for each in found))
        found.sort(key=lambda each: (types.index(each.board.puzzle), each.score is None, each.score or 0))
    return found if hints else [each._replace(hint="") for each in found]
