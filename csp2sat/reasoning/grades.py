"""The grade of a board: how hard the hardest steps of its chain are, from 1 to 10."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from ..base.numbers import counted
from ..puzzles.grade_bounds import bounds
from ..puzzles.spec import Board
from .step import Step

HARDEST = 10  # steps whose mean is the score
PART_OF_FACT = 4  # known facts that count as much as a clue or rule
IN_WORDS = {"easy": range(1, 4), "medium": range(4, 7), "hard": range(7, 11)}
LONG, HARD = 59.0, 9  # seconds of a search for steps that is not over by then, and the least grade of such a board


@dataclass(frozen=True, order=False)
class Grade:
    """The difficulty of a board for a person; a grade compares and converts like its value, an int.

    puzzle: the type of the board.  value: from 1 to 10.  score: the mean over the ten hardest steps of clues and
    rules plus a quarter of the known facts.  bound: whether value and score are lower bounds, because the chain is not
    complete.
    features: figures of the chain without routine steps.
    """

    puzzle: str
    value: int
    score: float
    bound: bool
    features: dict[str, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The grade in words: a number from 1 to 10, with `at least` for a lower bound."""
        return f"{'at least ' if self.bound else ''}{self.value}"

    @property
    def words(self) -> str:
        """The key of IN_WORDS for the grade; '' for a lower bound that a harder one may follow."""
        word = next(word for word, values in IN_WORDS.items() if self.value in values)
        return "" if self.bound and word != "hard" else word

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return self.value == int(other) if isinstance(other, (int, Grade)) else NotImplemented

    def __lt__(self, other: int | Grade) -> bool:
        return self.value < int(other)

    def __le__(self, other: int | Grade) -> bool:
        return self.value <= int(other)

    def __gt__(self, other: int | Grade) -> bool:
        return self.value > int(other)

    def __ge__(self, other: int | Grade) -> bool:
        return self.value >= int(other)

    def __hash__(self) -> int:
        return hash(self.value)

    def neutral(self) -> dict[str, Any]:
        """Return the grade as JSON."""
        found = {"schema": 1, "puzzle": self.puzzle, "grade": self.value, "score": round(self.score, 2)}
        return {**found, "bound": self.bound, "features": self.features}


def effort(step: Step) -> float:
    """Return the effort of a step: its number of clues and rules, each that is several together counted as these, and a
    quarter of its number of known facts.
    """
    return step.weight + step.joint + (len(step.known) + step.stated) / PART_OF_FACT


def hardest(steps: Iterable[Step]) -> Step | None:
    """Return the first step of the greatest effort that is not routine; None if there is none."""
    return max((step for step in steps if not step.routine), key=effort, default=None)


def hardest_words(step: Step) -> str:
    """Return the size of a step in words: the number of clues and rules of its reason, the number of known facts, and
    the number of lines of its supposition, if it has one.
    """
    size, facts = step.weight + step.joint, len(step.known) + step.stated
    found = f"{size} {'clue or rule' if size == 1 else 'clues and rules'}, {counted(facts, 'known fact')}"
    return found + (f", a supposition of {counted(len(step.trail), 'line')}" if step.kind == "suppose" else "")


def hardest_line(steps: Sequence[Step], shown: Sequence[Step]) -> str:
    """Return the line that names the hardest step of a chain by the number that a reader sees; '' if all are routine,
    and if all others have the same effort, so that none is the hardest.

    shown: the steps that are printed, of which one may be several.  If the hardest step is not printed, the line names
    the hardest one that is.
    """
    found = hardest(steps)
    places = (each for each in shown if found and (each.first or each.number) <= found.number <= each.number)
    place = next(places, None)
    if place is None:
        found = place = hardest(shown)
    if found and len({effort(step) for step in steps if not step.routine}) == 1:  # none is harder than the others
        return ""
    return f"Hardest step: {place.numbers} ({hardest_words(found)})." if found and place else ""


def score(steps: Sequence[Step]) -> float:
    """Return the mean effort of the ten hardest steps that are not routine; 0 if there is none."""
    most = sorted((effort(step) for step in steps if not step.routine), reverse=True)[:HARDEST]
    return fmean(most) if most else 0.0


def least_score(steps: Sequence[Step]) -> float:
    """Return the least score that a chain with these steps can have, whatever steps follow."""
    counted = sum(not step.routine for step in steps)
    return score(steps) * min(counted, HARDEST) / HARDEST


def grade(board: Board, steps: Sequence[Step], complete: bool, seconds: float = 0.0) -> Grade:
    """Return the grade of a board by its steps; a lower bound if they do not lead to the solution.

    complete: whether the steps lead to the solution.  seconds:
    of the search; a board whose steps are not complete after LONG seconds has a grade of at least HARD.
    """
    found = score(steps) if complete else least_score(steps)
    value = 1 + sum(found > bound for bound in bounds(board))
    least = 1 if complete or seconds < LONG else HARD
    return Grade(board.puzzle, max(value, least), found, not complete, features(steps))


def features(steps: Sequence[Step]) -> dict[str, float]:
    """Return figures of a chain without its routine steps, by name."""
    counted = [step for step in steps if not step.routine]
    sizes = [step.weight for step in counted] or [0]
    count = max(1, len(counted))
    most = hardest(steps)
    return {
        "steps": len(steps),
        "not routine": len(counted),
        "hardest step": most.number if most else min(1, len(steps)),
        "mean reason": round(fmean(sizes), 3),
        "largest reason": max(sizes),
        "median reason": sorted(sizes)[len(sizes) // 2],
        "share over 1": round(sum(size > 1 for size in sizes) / count, 3),
        "share over 5": round(sum(size > 5 for size in sizes) / count, 3),
        "mean facts": round(sum(len(step.known) for step in counted) / count, 3),
        "suppositions": sum(step.kind == "suppose" for step in counted),
        "longest trail": max((len(step.trail) for step in counted if step.kind == "suppose"), default=0),
        "share of several facts": round(sum(len(step.facts) > 1 for step in counted) / count, 3),
    }
