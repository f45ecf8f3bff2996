"""Steps by lines of cells through three rooms, each of which needs a shaded cell, as a person says them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....base.numbers import counted
from ....puzzles.facts import Fact
from ....puzzles.kit.checks import place
from ....puzzles.spec import Board, Cell
from ...search.arguments.room_arguments import runs, spare
from ...step import RuleUse, Step
from ..fact_words import facts_text, since
from ..place_words import listed, listed_apart, place_texts, places_text

APART, LINES = "no two side by side", "no unshaded line through three rooms"
SIDES = re.compile(r"no two shaded cells side by side")
ALONG = "row", "column"


class RoomLeft(NamedTuple):
    """The knowledge that a step has of a room.

    first: the first cell of the room.  cells: those of which the step does not know whether they are shaded.  need: how
    many of `cells` are shaded.  has: whether the step knows shaded cells of the room.
    """

    first: Cell
    cells: frozenset[Cell]
    need: int
    has: bool


def holds(fact: Fact, so: Mapping[Cell, bool]) -> bool:
    """Whether a fact follows from what cells are; so: whether cells are shaded."""
    return so.get(fact.places[0]) is (not fact.negative)


def lines_phrase(board: Board, step: Step, rooms: Sequence[RoomLeft], known: Mapping[Cell, bool]) -> str:
    """Return the words of a step by lines each of which needs a shaded cell, for which the cells of some rooms and the
    others are just enough; '' if the step does not follow so.

    rooms: of which the step cites the number.  known: whether cells are shaded, by the facts that the step cites.
    """
    uses = [use for rule in step.rules for use in rule.uses if not SIDES.match(rule.name)]
    if not uses or any(not use.words.startswith(LINES) for use in uses):
        return ""
    lines = [frozenset(cell for cell in use.at if cell not in known) for use in uses]
    cells, inside = (frozenset[Cell]().union(*each) for each in (lines, [room.cells for room in rooms]))
    outside = cells - inside
    is_track = any(len({cell[at] for cell in outside}) == 1 for at in (0, 1))
    if sum(map(len, lines)) > len(cells) or any(len(line - inside) > 1 for line in lines) or (outside and not is_track):
        return ""
    enough = sum(line <= inside for line in lines) + spare(outside) == sum(room.need for room in rooms)
    sure = {cell: at % 2 == 0 for run in runs(outside) if len(run) % 2 for at, cell in enumerate(run)}
    so = {**dict.fromkeys(inside - cells, False), **sure}
    so |= {cell: False for line in lines if any(map(sure.get, line)) for cell in line & inside}
    if not enough or not all(holds(fact, so) for fact in step.facts):
        return ""
    head = facts_text(board, sorted(step.facts, key=lambda fact: fact.negative))
    why = _just_enough(rooms, outside, [cell for cell, has in sure.items() if has])
    elsewhere = any(fact.places[0] not in cells for fact in step.facts)
    return f"{head}: {_needs(uses)}{since(board, step)}. {why}{', so none is elsewhere' * elsewhere}"


def _needs(uses: Sequence[RuleUse]) -> str:
    """Return in words that lines need a shaded cell each."""
    by = f', by the rule "{LINES}"'
    for along, word in enumerate(ALONG):
        texts = place_texts([cell for use in uses for cell in use.at])
        if len(texts) == 1 < len(uses) and all(len({cell[along] for cell in use.at}) == 1 for use in uses):
            return f"each {word} of {texts[0]} needs a shaded cell there{by}"
    if len(uses) == 1:
        return f"{places_text(uses[0].at)} need a shaded cell{by}"
    return f"{listed_apart([places_text(use.at) for use in uses])} need a shaded cell each{by}"


def _just_enough(rooms: Sequence[RoomLeft], outside: frozenset[Cell], sure: Sequence[Cell]) -> str:
    """Return in words that the missing shaded cells of rooms are just enough for some lines, of which no more than some
    number have a shaded cell outside of the rooms.

    outside: the cells of the lines that are outside of the rooms.  sure: which of them must be shaded.
    """
    one, more = len(rooms) == 1, "more " * any(room.has for room in rooms)
    need, names = sum(room.need for room in rooms), listed([place(room.first) for room in rooms], last=" and of ")
    of = f"the room{'s' * (not one)} of {names}"
    have = f"{'has' if one else 'have'} {counted(need, more + 'shaded cell')}{'' if one else ' together'}"
    if not outside:
        return f"Only cells of {of} are left there, and {'it' if one else 'they'} {have}"
    most = len(outside) - spare(outside)
    at_most = f"at most {most} of {places_text(sorted(outside))} {'are' if most > 1 else 'is'} shaded, {APART}"
    so = f": {places_text(sorted(sure))}" if len(sure) == most else ""
    all_ = f"so {'that one is' if most == 1 else f'all {most} are'}{so}" if sure else ""
    return f"{at_most[:1].upper()}{at_most[1:]}, and {of} {have}: just enough{', ' * bool(all_)}{all_}"
