"""Hints: the first mistake of a partly filled board, with its reason, or the next step from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ..puzzles.facts import Fact, uses_corners
from ..puzzles.spec import Board, Cell
from .chain import Chain
from .chain_end import ChainEnd
from .drawing.frames import frame
from .sentences import capital, sentence
from .step import NumbersOfCells, Step
from .trail_blocks import head
from .wording.fact_words import FEW, NOTHING, Left, LeftNumbers, facts_text
from .wording.line_rules import EACH_ONCE, line_name, lines_text
from .wording.outline_words import opposite
from .wording.place_words import places_text


@dataclass(frozen=True)
class Mistake:
    """A wrong fact of a partly filled board.

    fact: the wrong one.  step: the deduction that shows the opposite, from the givens and right facts alone.
    """

    board: Board
    fact: Fact
    step: Step

    @property
    def text(self) -> str:
        """The mistake and its reason, in one sentence if the reason is about the mistake alone."""
        fact, why = self.fact, self.step.text
        wrong, right = (capital(facts_text(self.board, [each])) for each in (fact, opposite(fact)))
        if given := self._changed_given():
            return f"{wrong}, but a given was changed there: {facts_text(self.board, [given])}."
        if why.startswith(right) and why[len(right) :][:1] in (",", ":", "."):
            reason = why.removeprefix(right).replace(": else", ": then", 1)
            return f"{wrong}, but that cannot be{reason}"
        return f"{wrong}, but that cannot be. {why}"

    def _changed_given(self) -> Fact | None:
        """Return the fact of a clue that states another number or sign of the cell; None if there is none."""
        if self.fact.negative:
            return None
        given = (each for _, each in self.step.given if each is not None and not each.negative)
        return next((each for each in given if each.places == self.fact.places), None)

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the deduction, with the wrong fact in red, for notebooks."""
        return self.step._repr_svg_()

    def neutral(self) -> dict[str, Any]:
        """Return the mistake as JSON: the fact, and the reason against it."""
        reason = self.step.neutral()["reason"]
        return {"schema": 1, "mistake": self.fact.neutral(), "reason": reason, "text": self.text}


def places_of(board: Board, found: Step | Mistake) -> list[Cell]:
    """Return the cells of a hint, each once: the wrong fact's, then those of the reason's clues and rules, or of its
    known facts if it has neither.
    """
    step = found.step if isinstance(found, Mistake) else found
    clues = [clue.place for clue in step.marked]
    rules = [cell for rule in step.rules for cell in rule.places]
    known = [] if clues or rules else [cell for fact in step.known for cell in fact.places]
    return list(dict.fromkeys([*_wrong_cells(board, found), *clues, *_cells(board, rules + known)]))


def _wrong_cells(board: Board, found: Step | Mistake) -> list[Cell]:
    """Return the cells of a wrong fact; [] if there is none."""
    return _cells(board, found.fact.places) if isinstance(found, Mistake) else []


def _cells(board: Board, places: Sequence[Cell]) -> list[Cell]:
    """Return the cells of places of facts and rules, which are corners where lines join corners: of these the cells
    with three of the corners, or with two if there are none.
    """
    if not places or not uses_corners(board):
        return list(places)
    count = Counter((r - up, c - left) for r, c in set(places) for up in (0, 1) for left in (0, 1))
    inside = [(r, c) for r, c in sorted(count) if 0 <= r < board.rows and 0 <= c < board.cols]
    most = min(3, max(count[cell] for cell in inside))
    return [cell for cell in inside if count[cell] >= most]


def where_text(board: Board, found: Step | Mistake) -> str:
    """Return the places of a hint as a sentence, which does not say what follows there: rows, columns, boxes and rooms
    whose numbers are different by their names, and the other cells.
    """
    wrong = _wrong_cells(board, found)
    step = found.step if isinstance(found, Mistake) else found
    lines = [rule for rule in step.rules if EACH_ONCE.fullmatch(rule.name)]
    named = {*wrong, *(cell for rule in lines for cell in rule.places)}
    left = [cell for cell in places_of(board, found) if cell not in named]
    names = lines_text(list(dict.fromkeys(line_name(rule.name) for rule in lines)))
    reason = "; ".join(filter(None, (names, places_text(left) if left else ""))) or ("" if wrong else "the whole board")
    mistake = f"A mistake: {places_text(wrong)}." if wrong else ""
    return f"{mistake} Places of the reason: {reason}." if wrong and reason else mistake or f"Places: {reason}."


def unproved_text(board: Board, end: ChainEnd) -> str:
    """Return the first wrong fact of a chain that the time has ended, as sentences without a reason."""
    return f"A mistake: {facts_text(board, end.wrong[:1])}. No reason against it was found in time."


def hint(
    board: Board, facts: Sequence[Fact], deadline: float | None, cpu: float | None = None
) -> Step | Mistake | Chain:
    """Return the first mistake among facts, else the next step that is not routine, or the first step if all are; the
    chain, which is at its end, if there is no step.

    deadline: in time.monotonic(), None for no limit.  cpu: as in Chain.
    """
    chain = Chain(board, deadline, facts, second=True, cpu=cpu)
    steps, known = list[Step](), list(facts)
    for found in chain:
        before = tuple(fact for fact in known if fact != chain.mistake)
        drawn = partial(frame, board, before, found, chain.mistake, legend=True)
        step = replace(found, drawing=drawn, before=_needed(found, steps))
        if chain.mistake is not None:
            return Mistake(board, chain.mistake, replace(step, several=chain.end.several))
        if not step.routine:
            step = read_alone(board, step)
            return replace(step, no_solution=chain.end.no_solution, several=chain.end.several)
        steps.append(step)
        known += step.facts
    end = chain.end
    return replace(steps[0], no_solution=end.no_solution, several=end.several) if steps else chain


def _needed(step: Step, before: Sequence[Step]) -> tuple[Step, ...]:
    """Return in order the earlier steps that a step needs, directly or by steps between.  Steps that texts only count
    keep just the needed facts, without facts that a cell does not have a number.
    """
    wanted, found = set(step.cited), list[Step]()
    for each in reversed(before):
        if not wanted.isdisjoint(each.facts):
            facts = [fact for fact in each.facts if fact in wanted and not (fact.negative and type(fact.value) is int)]
            if facts or not each.folded:
                found.append(replace(each, before=(), facts=tuple(facts) if each.folded else each.facts))
            wanted.update(each.cited)
    return (*reversed(found),)


def read_alone(board: Board, step: Step) -> Step:
    """Return a step with a sentence for a reader who has not read the steps before: as the numbers left to a cell it
    names all numbers that the step's own reason leaves, without the exclusions of earlier steps; the numbers of these
    steps are left out.
    """
    before = _left_by(step.marks.every, step.cited)
    after = _left_by(before, step.facts)
    marks, left = step.marks._replace(found_in={}, numbered=False), NOTHING
    if any(before[places] != tuple(values) for places, values in step.marks.before.items() if places in before):
        marks = marks._replace(before=before, after=after)
        left = _named_alone(replace(step, marks=marks))
    elif not step.marks.found_in:
        return step
    alone = replace(step, marks=marks._replace(left=left))
    return replace(alone, text=sentence(board, alone, left), head=head(board, alone, left) if step.head else "")


def _left_by(values: NumbersOfCells, facts: tuple[Fact, ...]) -> dict[tuple[Cell, ...], tuple[int, ...]]:
    """Return the numbers that facts leave to cells; values: the numbers that the cells could have before."""
    found = {places: tuple(own) for places, own in values.items()}
    for fact in facts:
        if fact.places in found:
            found[fact.places] = tuple(n for n in found[fact.places] if (n == fact.value) != fact.negative)
    return found


def _named_alone(step: Step) -> Left:
    """Return the numbers that a step leaves to the cells of its facts, for each cell of which the step excludes at
    least as many numbers as it leaves.
    """
    found: dict[tuple[Cell, ...], LeftNumbers] = {}
    for places, count in Counter(fact.places for fact in step.facts if fact.negative).items():
        after, before = step.marks.after.get(places, ()), step.marks.before.get(places, ())
        gone = tuple(value for value in step.marks.every.get(places, ()) if value not in before)
        if 0 < len(after) <= count > 1 and len(gone) <= FEW:
            found[places] = LeftNumbers(tuple(after), gone)
    return found
