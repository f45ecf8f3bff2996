"""Reasons of one cut of a graph's rule as a person says them: the only way left between two places, or none."""

from __future__ import annotations

import re

from ...puzzles.spec import Board
from ..search.loop_ways import CLOSED, EARLY, EVEN, ONCE
from ..step import Step
from .fact_words import facts_text, since

WOULD = "the line would join"
LAST = re.compile(r"the only (way|room) left")
IN_FACT = {
    "a loop would close": "a loop is closed",
    "the loop would have": "the loop has",
    "two ways of the loop lead": "no two ways of the loop are left",
}


def in_fact(note: str) -> str:
    """Return what a cut says of something that would be so for something that is so: a contradiction."""
    for would, so in IN_FACT.items():
        note = note.replace(would, so)
    return LAST.sub(r"no \1 is left", note)


def cut_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from one cut whose words are a sentence, or which parts two ends; '' for
    another step.
    """
    uses = [use for rule in step.rules for use in rule.uses]
    if len(uses) != 1 or not uses[0].rule:
        return ""
    use, facts, why = uses[0], facts_text(board, step.facts), since(board, step)
    if use.words.startswith((EARLY, CLOSED, ONCE)):
        return f"{facts}: {'' if step.facts[0].negative else 'else '}{use.words}{why}"
    if use.words.startswith(EVEN):
        return f"{facts}: {EVEN}, and all other lines at the area's border are known{why}"
    if not use.sides:
        return ""
    one, other = use.sides
    beside = f", if ways are left for {use.beside}" if use.beside else ""
    if use.words.startswith(f"{use.rule}: {WOULD}"):
        return f"{facts}: {use.words.removeprefix(f'{use.rule}: ')}{why}"
    if len(use.ends[0]) > 1 and step.facts[0].negative:
        there = other if step.facts[0].places == use.ends[0] else one
        back = f"else the loop would have to lead from there to {there} and back"
        return f"{facts}: {back}, but at most one way is left{why}"
    if len(use.ends[0]) > 1:
        return f"{facts}: the loop leads from {one} to {other} and back, and no other way is left{why}"
    if any(fact.places in use.ends for fact in step.facts):
        return f"{facts}: {use.rule}, and no way is left between {one} and {other}{why}"
    if use.wall and len(step.facts) == 1:
        return f"{facts}: {use.rule}, and {use.wall} would part {one} from {other}{why}"
    return f"{facts}: {use.rule}, and no other way is left between {one} and {other}{beside}{why}"
