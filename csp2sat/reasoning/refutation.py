"""The steps by which a person can see that clues of a board contradict each other, or the facts on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import replace

from ..puzzles.facts import Fact
from ..puzzles.spec import Board, Cell, clues_of
from .chain import Chain
from .sentences import NO_SOLUTION
from .step import Step


def refutation(board: Board, cells: Collection[Cell], deadline: float | None) -> list[Step]:
    """Return the steps to a contradiction, which is the last step; [] if none was found in time.

    cells: those of clues that contradict each other.  The steps use no other clue that can be left out, unless steps
    with all clues are easier, or steps would name the `?` that stands for such a clue.  deadline: on the monotonic
    clock.
    """
    clues = clues_of(board)
    others = [cell for cell in clues.optional(board) if cell not in cells]
    boards = [clues.without(board, others), board] if cells and others else [board]
    found = [steps for each in boards if (steps := _needed(each, deadline))]
    if len(found) > 1 and any(clue.place in others for step in found[0] for clue in step.clues):
        found = found[1:]
    return min(found, key=_difficulty, default=[])


def _needed(board: Board, deadline: float | None) -> list[Step]:
    """Return the steps to a contradiction that the last step rests on, numbered anew; [] if there is no contradiction,
    or none before the deadline.
    """
    with closing(iter(Chain(board, deadline))) as chain:
        steps = [*chain]
    if not steps or not steps[-1].contradiction:
        return []
    kept = [steps.pop()]
    needed = {*kept[0].cited}
    for step in reversed(steps):
        if not needed.isdisjoint(step.facts):
            needed.update(step.cited)
            kept.append(step)
    return [replace(step, number=number) for number, step in enumerate(reversed(kept), start=1)]


def _difficulty(steps: Sequence[Step]) -> tuple[int, int]:
    """Return the difficulty of steps: the weight of the hardest step, and the number of steps that are not folded."""
    return max(step.weight for step in steps), sum(not step.folded for step in steps)


def contradictions(board: Board, facts: Sequence[Fact], deadline: float | None) -> list[str]:
    """Return in words how facts, known beside the givens, contradict one clue or rule each, alone or together with what
    other clues and rules, one at a time, soon force from the facts; [] if none does, or the deadline has come before.

    deadline: on the monotonic clock, None for no limit.
    """
    steps = [*(chain := Chain(board, deadline, facts, alone=True))]
    words = f"a contradiction{' follows' * chain.end.forced}"
    return list(dict.fromkeys(NO_SOLUTION.sub(words, step.text).removesuffix(".") for step in steps))
