"""Grades and hints of the boards of a booklet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ...reasoning import grades
from ...reasoning.hints import hint, read_alone
from ...reasoning.merging.merged_steps import routine_lines
from ...reasoning.step import Step
from ...reasoning.wording.place_words import legend
from ..writing.booklets.sheets import BookletBoard
from . import chains

MOST = 8  # facts that are not on the board, for a hint on a page of its own
MOST_WORDS = 120  # of a hint


def hinted(entry: BookletBoard, worded: bool = True, first: bool = False) -> BookletBoard:
    """Return a board of a booklet with its grade among the words if `worded`, and with a hard step as the hint, or
    what `csp2sat hint` says first if `first`; the board as it is if no step was found in the usual time.
    """
    steps = chains.steps_of(entry.board)
    grade = chains.grade(steps)
    words = [entry.words, "" if grade is None or not worded else f"grade {grade.text}"]
    score = None if grade is None else grade.score
    hint = (_first if first else _hint)(steps)
    text = " ".join(filter(None, (hint, legend([hint]))))  # which cell gives a room its name
    value = 0 if grade is None else grade.value
    return entry._replace(words=", ".join(filter(None, words)), hint=text, score=score, grade=value)


def _first(steps: chains.Steps) -> str:
    """Return what `csp2sat hint` says of the board: the first step that is not routine, after the routine steps that
    it needs, so that all of the text rests on the printed clues; without the lines of a supposition if the text has
    over MOST_WORDS words with them; the first step if it has without them, too; '' if that has as many.
    """
    found = hint(steps.board, (), *chains.limits(None))
    if not isinstance(found, Step):
        return ""
    needed, first = routine_lines(steps.board, found.before), steps[0].text if len(steps) else ""
    texts = (" ".join([*needed, text]) for text in (found.text, found.head or found.text))
    return next((text for text in (*texts, first) if len(text.split()) <= MOST_WORDS), "")


def _hint(steps: chains.Steps) -> str:
    """Return a step in words, with the facts that it needs and that are not on the board: the hard step that needs the
    fewest of them, the first one of several; but only one of MOST facts and MOST_WORDS words at most.  If there is
    none, any step that is not routine will do, then the first step; '' if all are longer.

    A hard step takes no less effort than the mean of the ten hardest, since a reader who needs a hint has done the
    easy steps.
    """
    least, made = grades.score(steps), {fact: step for step in reversed(steps) for fact in step.facts}
    able = [step for step in steps if step.facts and not step.routine]
    hard = [step for step in able if grades.effort(step) >= least]
    hard.sort(key=lambda step: len(_later(step, made)))
    for step in (*hard, *able, *(step for step in steps[:1] if step.facts)):
        later = _later(step, made)
        text = _text(steps, step, later) if len(later) <= MOST else ""
        if 0 < len(text.split()) <= MOST_WORDS:
            return text
    return ""


def _text(steps: chains.Steps, step: chains.Step, later: Sequence[chains.Fact]) -> str:
    """Return a step in words for a reader of the board alone, after the facts `later`, which the step needs."""
    text, when = read_alone(steps.board, step).text, chains.facts_text(steps.board, later)
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


def graded(
    entries: Sequence[BookletBoard],
    hints: bool | Literal["below"],
    by_grade: bool,
    worded: bool = True,
    by_kind: bool = True,
) -> list[BookletBoard]:
    """Return the boards of a booklet, each with its grade (how hard the board is, from 1 to 10) added to the words
    beside its number; no grade and no hint is found if both `hints` and `by_grade` are false.

    entries: the boards.  hints: whether to add to each board its hint, a hard step, or, if "below", what `csp2sat
    hint` says first.  by_grade: whether to sort the boards by their grades, and among equal grades by their scores.
    by_kind: whether to sort the boards of each kind alone.  The boards of a kind stand together, and the kinds in the
    order of their first boards, unless all boards are sorted.
    worded: whether the grades are added to the words.  A board for which no step is found in the usual time gets no
    grade and no hint, and comes last in the order.
    """
    types = list(dict.fromkeys(each.board.puzzle for each in entries))
    entries = sorted(entries, key=lambda each: types.index(each.board.puzzle))
    if not hints and not by_grade:
        return entries
    found = [hinted(each, worded, hints == "below") for each in entries]
    if by_grade and not by_kind:
        found.sort(key=lambda each: (each.score is None, each.grade, each.score or 0))
    elif by_grade:
        found.sort(key=lambda each: (types.index(each.board.puzzle), each.score is None, each.score or 0))
    return found if hints else [each._replace(hint="") for each in found]
