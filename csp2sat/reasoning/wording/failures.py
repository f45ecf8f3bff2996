"""Contradictions in words: which clue or rule fails, and how."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any, TypeVar

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import RuleUse, TrailPart
from .edge_words import end_text
from .fact_words import values_text
from .line_rules import EACH_ONCE, TWO_LINES, line_name, rule_words
from .place_words import places_text

NO_PAIR = "no two shaded cells side by side"
# The ends of contradictions that need no name of a rule beside, each with the rule.
NAMELESS = ((" would shine on each other", "at most one light in "), (" would be shaded side by side", NO_PAIR))
COUNT = re.compile(r"(?:number |room with )?(\d+)\b(?:.*\((\d+) shaded )?")  # that a clue or rule begins with
TOUCH = re.compile(rf"{NO_PAIR}|stars do not touch|no tent touches the tent")
AGAINST, TWO = "against ", 2
AT_PLACE = re.compile(r",? at row \d+, column \d+$")  # the end of a statement's words
FEW_OF_LINE = 4  # numbers of a line whose places are too few, or cells whose numbers are
T = TypeVar("T")


def number_fault(board: Board, text: str, facts: Sequence[Fact], places: int, name: str) -> str:
    """Return in words that a clue or rule which counts has too many places, or that too few are left; '' for another
    clue or rule.

    text: of the clue or rule.  facts: of its places.  places: their number.  name: the clue or rule for a sentence.
    """
    found = COUNT.match(text) if PUZZLES[board.puzzle].facts.counts else None
    if found is None:
        return ""
    wanted = int(found[1]) - int(found[2] or 0)
    if sum(not fact.negative for fact in facts) > wanted:
        return f"that is too many for {name}"
    left = places - sum(fact.negative for fact in facts)
    only = f"only {left} place{'s are' if left > 1 else ' is'}" if left else "no place is"
    return f"{only} left for {name}" if left < wanted else ""


def line_fault(board: Board, use: RuleUse, facts: Sequence[Fact]) -> str:
    """Return in words that one line, or more than two, would be at a cell or corner; '' for other contradictions, and
    for another rule than that of two lines.

    facts: of lines there.
    """
    if not use.words.endswith(TWO_LINES) or len(use.at) != 1:
        return ""
    lines = [fact for fact in facts if not fact.negative]
    where = end_text(board, use.at[0], [fact.places for fact in (*lines, *facts)])
    if len(lines) == 1:
        return f"a line would end at {where}"
    return f"{len(lines)} lines would meet at {where}" if len(lines) > TWO else ""


def touch_fault(board: Board, rule: str, facts: Sequence[Fact]) -> str:
    """Return in words that two stars, tents or shaded cells would touch; '' for another rule, and for other facts.

    rule: its name.  facts: of its cells.
    """
    if rule == NO_PAIR:
        cells = sorted(fact.places[0] for fact in facts if fact.value == "#" and not fact.negative)
        pairs = [[a, b] for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
        return f"{places_text(pairs[0])} would be shaded side by side" if pairs else ""
    cells = [fact.places[0] for fact in facts if fact.value == "*" and not fact.negative]
    near = [(a, b) for a, b in combinations(sorted(cells), 2) if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1]
    if not near or not TOUCH.match(rule):
        return ""
    return f"the {PUZZLES[board.puzzle].facts.noun.removeprefix('a ')}s at {places_text(near[0])} would touch"


def both_are(facts: Sequence[Fact | str]) -> str:
    """Return in words, with `: ` behind, that two cells would have one number, if that is what some facts say; else ''.

    facts: which contradict each other.
    """
    found = [fact for fact in facts if isinstance(fact, Fact) and isinstance(fact.value, int) and fact.what == "cell"]
    is_pair = len(found) == len(facts) == TWO and len({(fact.value, fact.negative) for fact in found}) == 1
    if not is_pair or found[0].negative:
        return ""
    return f"{places_text(sorted(fact.places[0] for fact in found))} would both be {found[0].value}: "


def touching(board: Board, rule: str, facts: Sequence[Fact], known: Sequence[Fact]) -> str:
    """Return in words that cells have no star, tent or shade because one cell with it is beside them; '' for another
    reason.

    rule: its name.  facts: of the cells.  known: the facts of the reason.
    """
    if len(known) != 1 or known[0].negative or not TOUCH.match(rule) or not all(fact.negative for fact in facts):
        return ""
    where, words = place(known[0].places[0]), PUZZLES[board.puzzle].facts
    if known[0].value == "#":
        return f"{where}, beside {'them' if len(facts) > 1 else 'it'}, is {words.shaded}"
    return f"{'they' if len(facts) > 1 else 'it'} would touch the {words.noun.removeprefix('a ')} at {where}"


def once_fault(rule: str, facts: Sequence[Fact], values: Mapping[Cell, Collection[object]]) -> str:
    """Return in words which numbers of a row, column, box or room have too few places left, or which of its cells too
    few numbers; '' for another rule, and if two of its cells have one number.

    rule: its name.  facts: of its cells.  values: the numbers of each of its cells on the board as it was given.
    """
    have = {fact.places[0]: fact.value for fact in facts if not fact.negative}
    if not EACH_ONCE.fullmatch(rule) or len({*have.values()}) < len(have):
        return ""
    out = {(fact.places[0], fact.value) for fact in facts if fact.negative}
    left = {
        cell: {value for value in own if have.get(cell, value) == value and (cell, value) not in out}
        for cell, own in values.items()
    }
    places = {value: {cell for cell in left if value in left[cell]} for own in values.values() for value in own}
    for count in range(1, FEW_OF_LINE + 1):
        if len(places) == len(left) and (few := _too_few(places, count)):
            some, there = few
            only = f"only {places_text(sorted(there))} {'are' if len(there) > 1 else 'is'}" if there else "no place is"
            return f"{only} left for {values_text(some)} in {line_name(rule)}"
        if few := _too_few(left, count):
            some, there = few
            only = f"only {values_text(there)} {'are' if len(there) > 1 else 'is'}" if there else "no number is"
            return f"{only} left for {places_text(some)}"
    return ""


def _too_few(left: Mapping[T, set[Any]], count: int) -> tuple[tuple[T, ...], set[Any]] | None:
    """Return `count` keys that have together fewer values than they are, with these values; None if there are none."""
    few = [key for key, values in left.items() if len(values) < count]
    found = ((some, set[Any]().union(*(left[key] for key in some))) for some in combinations(few, count))
    return next(((some, there) for some, there in found if len(there) < count), None)


def and_by(part: TrailPart, words: Sequence[str]) -> TrailPart:
    """Return a conclusion with further statements that it needs behind its own; words: of each of them.

    Statements of one rule at more than TWO places are counted.
    """
    of = dict[str, list[str]]()
    for text in map(rule_words, words):
        of.setdefault(AT_PLACE.sub("", text), []).append(text)
    counts = ([f"{rule} at {counted(len(own), 'place')}"] if len(own) > TWO else own for rule, own in of.items())
    further = "".join(f" and {text}" for own in counts for text in own)
    return part._replace(by=part.by + further, fails=part.fails and part.fails + further)
