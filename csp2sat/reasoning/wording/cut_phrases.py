"""Reasons of one cut of a graph's rule as a person says them: the only way left between two places, or none."""

from __future__ import annotations

from ...puzzles.spec import Board
from ..search.loop_ways import EARLY, EVEN, ONCE
from ..step import Step
from .fact_words import facts_text, since

WOULD = "the line would join"
ALONE = (EARLY, ONCE)  # what these cuts say is a sentence
THERE = " from there"  # in ONCE, of a line that cannot be


def cut_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from one cut whose words are a sentence, or which parts two ends; '' for
    another step.
    """
    uses = [use for rule in step.rules for use in rule.uses]
    if len(uses) != 1 or not uses[0].rule:
        return ""
    use, facts, why = uses[0], facts_text(board, step.facts), since(board, step)
    if use.words == EVEN:
        return f"{facts}: {EVEN}{why}"
    if use.words in ALONE:
        words = use.words if step.facts[0].negative else f"else {use.words.removesuffix(THERE)}"
        return f"{facts}: {words}{why}"
    if not use.sides:
        return ""
    one, other = use.sides
    beside = f", if ways are left for {use.beside}" if use.beside else ""
    if use.words.startswith(f"{use.rule}: {WOULD}"):
        return f"{facts}: {use.words.removeprefix(f'{use.rule}: ')}{why}"
    if len(use.ends[0]) > 1:
        return f"{facts}: the loop leads from {one} to {other} and back, and no other way is left{why}"
    if any(fact.places in use.ends for fact in step.facts):
        return f"{facts}: {use.rule}, and no way is left between {one} and {other}{why}"
    if use.wall and len(step.facts) == 1:
        return f"{facts}: {use.rule}, and {use.wall} would part {one} from {other}{why}"
    return f"{facts}: {use.rule}, and no other way is left between {one} and {other}{beside}{why}"
