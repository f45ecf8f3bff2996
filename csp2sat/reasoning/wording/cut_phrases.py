"""Reasons of one cut of a graph's rule as a person says them: the only way left between two places, or none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...puzzles.facts import Fact
from ...puzzles.spec import Board, Cell
from ..search.graph_cuts.beam_ways import DRAWN, OWN, RING
from ..search.graph_cuts.loop_ways import CLOSED, EARLY, ONCE
from ..step import RuleUse, Step
from .fact_words import NOTHING, Left, facts_text, since, so_text, values_text
from .place_words import places_text, route_text

EVENLY, ODDLY = "an even number of lines leaves ", "an odd number of lines would leave "
LEAVES = "the loop has to leave and enter "  # an area
TWO_LEFT = "only two lines can lead out of "  # an area
WOULD = ("the line would join", "the lines from the dots at", "the line between")  # what is so otherwise
FIRST_WAY, NEXT_WAY = ". One is ", ". Another is "  # before the cells of each block that is left for a cell
BLOCK = "left for the block"  # of each new fact
OF_NUMBER = re.compile(r"^a block of .*? there\b")
FEW = 3  # numbers of a block that are named
LAST = re.compile(r"the only (way|room) left")
IN_FACT = {
    " would close": " is closed",
    "the loop would have": "the loop has",
    EVENLY: ODDLY,
    "the loop needs two ways": "no two ways of the loop are left",
    "would run": "run",
    "would start": "starts",
    LEAVES: "the loop cannot leave and enter ",
}


def cut_note(text: str) -> str:
    """Return what a rule says here without the rule's name."""
    return text.split(": ", 1)[-1]


def in_fact(note: str) -> str:
    """Return what a cut says of something that would be so for something that is so: a contradiction."""
    for would, so in IN_FACT.items():
        note = note.replace(would, so)
    return LAST.sub(r"no \1 is left", note)


def as_forced(note: str, forced: Sequence[int] | None) -> str:
    """Return what a cut says, which is so if the cut is contradicted; forced: as in `Citations.words`."""
    return note if forced != [] else in_fact(note)


def even_note(area: str, holds: bool) -> str:
    """Return the words of an area that an even number of lines leaves.

    area: in words; '' if it has none.  holds: whether it is so; else that fails.
    """
    return f"{EVENLY if holds else ODDLY}{area or 'an area'}"


def leaves_note(area: str, sides: Sequence[str]) -> str:
    """Return the words of an area with lines inside and outside, which the loop has to leave and enter.

    sides: the line inside and the one outside, in words.
    """
    return f"{LEAVES}{area}, with {sides[0]} inside and {sides[1]} outside"


def few_ways_note(area: str, sides: Sequence[str], ways: int, new: str | None) -> str:
    """Return the words of an area with lines inside and outside, out of which too few ways would be left, or are left.

    sides: as in `leaves_note`.  ways: how many are left, none or one.  new: the side that is no line therefore,
    '' if the new line is around the area, None for a contradiction.
    """
    inside = f", with {sides[0]} inside and {sides[1]} outside"
    if ways and new == "":
        return f"{TWO_LEFT}{area}{inside}, and the loop needs both"
    only = "only one way" if ways else "no way"
    if new:
        (other,) = (side for side in sides if side != new)
        return f"else the loop would have to lead from there to {other} and back, but {only} is left out of {area}"
    left = f"{only} is left" if new is None else f"else {only} would be left"
    return f"{left} out of {area}{inside}"


def cut_name(use: RuleUse) -> str:
    """Return a cut in words, as a rule and what the rule says here; '' for a cut whose words are like a rule, and for
    another statement.
    """
    note = use.words.removeprefix(f"{use.rule}: ")
    return f'the rule "{use.rule}" ({note})' if use.rule and (use.sides or use.apart) else ""


def parting(wall: str, sides: Sequence[str], area: str, would: bool) -> str:
    """Return in words that cells part two others, or cut off an area.

    wall, area: these cells and this area in words, '' for a large area.  sides: the two others, the inner one first.
    would: whether it would be so; else it is.
    """
    s = "s" * (wall.startswith("the ") and not would)
    if not area:
        return f"{wall} {'would ' * would}part{s} {sides[0]} from {sides[1]}"
    return f"{wall} {'would ' * would}cut{s} off {area} from {sides[1]}"


def named_by(step: Step) -> set[Cell]:
    """Return the cells of all walls that the sentence of a step names, which need no further mention among its known
    facts; no cells unless the sentence names a wall for each cut of the step.
    """
    return {cell for rule in step.rules if all(use.wall for use in rule.uses) for cell in rule.places if rule.uses}


def cut_phrase(board: Board, step: Step, left: Left = NOTHING) -> str:
    """Return the words of a step that follows from one cut whose words are a sentence, or which parts two ends; '' for
    another step.

    left: the numbers that cells still may have.
    """
    uses = [use for rule in step.rules for use in rule.uses]
    if len(uses) != 1 or not uses[0].rule:
        return ""
    use, facts = uses[0], facts_text(board, step.facts)
    ends = {cell for end in use.ends for cell in end} | (set() if use.wall else {*use.border})
    why = since(board, step, use.words, ends)
    if use.words.endswith(DRAWN):
        return f"{facts}: {use.words}"  # the drawing shows all lines
    if cut_note(use.words).startswith((EARLY, CLOSED, ONCE, OWN, RING)):
        return f"{facts}: {'' if step.facts[0].negative else 'else '}{use.words}{why}"
    if not use.sides:
        numbers = facts_text(board, step.facts, left) + so_text(board, step, left)
        cells = [fact.places[0] for fact in step.facts]
        if (" hold " in use.words or " reach " in use.words) and (route := route_text(cells)):
            numbers = numbers.replace(places_text(cells), route)
        before, way, ways = of_block(use.words, step.facts, left).partition(FIRST_WAY)
        return f"{numbers}: {before}{why}{way}{ways}" if use.apart else ""
    one, other = use.sides
    beside = f", if ways are left for {use.beside}" if use.beside else ""
    if cut_note(use.words).startswith(WOULD):
        return f"{facts}: {use.words.removeprefix(f'{use.rule}: ')}{why}"
    if len(use.ends[0]) > 1 and step.facts[0].negative:
        there = other if step.facts[0].places == use.ends[0] else one
        back = f"else the loop would have to lead from there to {there} and back"
        return f"{facts}: {back}, but at most one way is left{why}"
    if len(use.ends[0]) > 1:
        back = (
            f"the loop has to leave and enter {use.area}"
            if use.area
            else f"the loop leads from {one} to {other} and back"
        )
        return f"{facts}: {back}, and no other way is left{why}"
    if any(fact.places in use.ends for fact in step.facts):
        return f"{facts}: {use.rule}, and no way is left between {one} and {other}{why}"
    if use.wall and use.area and len(step.facts) == 1:  # the wall has no name here
        cut_off = f"else {use.area} would be cut off from {other}"
        return f"{facts}, as {use.rule}: {cut_off}{why}"
    if use.wall and len(step.facts) == 1:
        why = since(board, step, "", ends | named_by(step))
        return f"{facts}, as {use.rule}: else {use.wall} would part {one} from {other}{why}"
    return f"{facts}: {use.rule}, and no other way is left between {one} and {other}{beside}{why}"


def of_block(words: str, facts: Sequence[Fact], left: Left = NOTHING) -> str:
    """Return words in which the block that new facts would make has its number.

    facts: that exclude numbers from cells.  left: the numbers that cells still may have, if the sentence names these.
    """
    own = [fact for fact in facts if fact.negative]
    named = [fact for fact in own if fact.places not in left]
    values = {fact.value for fact in named}
    number = "any other number" if not named else "one of these numbers"
    if values == {fact.value for fact in own} and len(values) <= FEW:
        number = values_text(values, " or ")
    return words.replace(BLOCK, f"left for a block of {number} there") if own else words


def any_block(words: str) -> str:
    """Return the words for whom cells are left, a block with any number of new facts as `the block`."""
    return OF_NUMBER.sub("the block", words)
