"""Steps about the shaded cells of rooms, no two side by side, as a person says them: the ways to place these cells, and
lines that need one each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from ....base.numbers import counted
from ....puzzles.facts import Fact
from ....puzzles.kit.checks import place
from ....puzzles.kit.rooms import most_apart, rooms
from ....puzzles.spec import PUZZLES, Board, Cell
from ...search.arguments.room_arguments import ROOM, beside, placements
from ...search.graph_cuts.nets import fewest
from ...step import RuleUse, Step
from ..cut_phrases import cut_note
from ..fact_words import facts_text, since
from ..place_words import listed, places_text
from .lines import APART, LINES, RoomLeft, holds, lines_phrase

SOME = 3  # shaded cells of a checkerboard
MOST_WAYS = 4  # to place the shaded cells of a room that a sentence compares
SHADED = "#"


def room_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from the number of shaded cells in rooms, as the few ways to place them,
    or as lines that need one each; '' for another step.
    """
    clues = step.clues[: len(step.clues) - step.stated] if step.stated else step.clues
    numbers = [ROOM.fullmatch(clue.text) for clue in clues]
    if not clues or not all(numbers) or step.contradiction or any(fact.value != SHADED for fact in step.facts):
        return ""
    known = _known_cells(step.cited)
    of = {cells[0]: cells for cells in rooms(board)}
    left = [
        _left(of[clue.place], int(number[1]), known)
        for clue, number in zip(clues, numbers, strict=True)
        if number and clue.place in of
    ]
    if len(left) == 1 and APART in clues[0].text and left[0].need > (not step.noted):
        return _ways(board, step, left[0], known)
    return lines_phrase(board, step, left, known) if step.rules and not step.trail else ""


def with_room_facts(board: Board, step: Step) -> Step:
    """Return a step by the ways to place the shaded cells of a room that notes, in place of other facts, which of these
    cells are known, and as few further facts as exclude all ways which known facts exclude; any other step as it is.
    """
    rooms_ = [clue for clue in step.clues[: len(step.clues) - step.stated] if ROOM.fullmatch(clue.text)]
    if len(rooms_) != 1 or len(step.clues) - step.stated > 1 or not room_phrase(board, step):
        return step
    own = next(cells for cells in rooms(board) if cells[0] == rooms_[0].place)
    cited = {fact.places[0] for fact in step.known}
    known = [
        Fact("cell", (cell,), SHADED, not has)
        for cell, has in sorted(step.marks.shaded.items())
        if cell in own and cell not in cited
    ]
    number = int(ROOM.sub(r"\1", rooms_[0].text))

    def ways(some: Sequence[Fact]) -> set[frozenset[Cell]]:
        shaded = _known_cells([*step.known, *some])
        left = _left(own, number, shaded)
        has = frozenset(cell for cell in own if shaded.get(cell))
        return {has | way for way in placements(left.cells, left.need, MOST_WAYS)}

    shaded, least = [fact for fact in known if not fact.negative], ways(known)
    if not least:
        return step
    gone = fewest([fact for fact in known if fact.negative], lambda some: ways([*shaded, *some]) == least)
    new = replace(step, noted=(*shaded, *gone))
    return new if room_phrase(board, new) else step


def most_fitting(board: Board, step: Step) -> str:
    """Return in words that too few shaded cells fit into the room of the only clue of a contradiction, and how many fit
    into the blocks of the room; '' for another contradiction.
    """
    broken = PUZZLES[board.puzzle].facts.broken
    if len(step.clues) != 1 or step.rules or broken is None or not ROOM.fullmatch(step.clues[0].text):
        return ""
    clue = step.clues[0]
    fault = broken(board, clue.text, clue.place, step.cited)
    known = _known_cells(step.cited)
    room = next(cells for cells in rooms(board) if cells[0] == clue.place)
    cells = set(_left(room, 0, known).cells)
    texts = []
    while cells and fault:
        block = next(block for block in _blocks(cells) if _most(block) + most_apart(cells - block) == most_apart(cells))
        texts.append(f"{_most(block)} in {places_text(sorted(block))}")
        cells -= block
    return f"{fault}{': at most ' * bool(texts)}{listed(texts, last=', and ')}"


def _most(block: Collection[Cell]) -> int:
    """Return how many cells of a block can be shaded, no two side by side."""
    return (len(block) + 1) // 2


def _blocks(cells: set[Cell]) -> Iterator[set[Cell]]:
    """Yield the blocks of cells within some cells, the largest first."""
    found = []
    for top, left in cells:
        for bottom, right in cells:
            block = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)}
            if block and block <= cells:
                found.append((-len(block), (top, left), block))
    yield from (block for *_, block in sorted(found, key=lambda each: each[:2]))


def _left(room: Sequence[Cell], number: int, known: Mapping[Cell, bool]) -> RoomLeft:
    """Return a room with the cells of which nothing is known; number: of its shaded cells.  known: whether cells are
    shaded.
    """
    shaded = [cell for cell in room if known.get(cell)]
    left = frozenset(cell for cell in room if cell not in known)
    return RoomLeft(room[0], left, number - len(shaded), bool(shaded))


def _ways(board: Board, step: Step, room: RoomLeft, known: Mapping[Cell, bool]) -> str:
    """Return the words of a step by the few ways to place the missing shaded cells of a room, of which some break the
    rules of the step; '' if the step does not follow so.

    known: whether cells are shaded, by the facts that the step cites.
    """
    ways = placements(room.cells, room.need, MOST_WAYS)
    uses = [use for rule in step.rules for use in rule.uses]
    outer = all(fact.negative and fact.places[0] not in room.cells for fact in step.facts)
    they, are, cells, fit = ("they", "are", "cells", "fit") if room.need > 1 else ("it", "is", "cell", "fits")
    left, texts, used = list[dict[Cell, bool]](), list[str](), set[str]()
    for way in ways:
        so = _cells_of(way, room, known)
        were, fails = places_text(sorted(way)), next((use for use in uses if _is_broken(use, so)), None)
        if fails is not None:
            texts.append(f"If {they} were {were}, {_fault(fails).replace(were, they, 1)}")
            used.add(fails.words)
            continue
        new = [fact for fact in step.facts if not holds(fact, so)]
        by = [[use for use in uses if _forces(use, fact, so)] for fact in new]
        if not all(by):
            return ""
        used |= {use.words for some in by for use in some}
        left.append(so)
        texts += [f"If {they} {are} {were}{_without(step, new, [use for use, *_ in by], room.need)}"] if outer else []
    if not left or len(used) < len(uses):
        return ""
    few = f"{room.need} " * (room.need > 1)
    missing = f"the {'missing ' * room.has}{few}shaded {cells} of the room of {place(room.first)}"
    fit = f"{missing}{f', {APART},' * bool(few)} {fit} in only {counted(len(ways), 'way')}{_boards(ways, room.cells)}"
    shaded = [places_text([cell for cell in sorted(room.cells) if so[cell]]) for so in left]
    if outer or {*room.cells}.issubset(fact.places[0] for fact in step.facts):
        rest = ""
    elif len(ways) == 1:
        fit, rest = f"{fit}: {shaded[0]}", ""
    else:
        rest = f"The way{'s' * (len(left) > 1)} left: {'; or '.join(shaded)}"
    head = facts_text(board, sorted(step.facts, key=lambda fact: fact.negative))
    why = since(board, step, named={cell for use in uses for cell in use.border})
    return ". ".join(filter(None, [f"{head}: {fit}{why}", *texts, rest]))


def _known_cells(facts: Sequence[Fact]) -> dict[Cell, bool]:
    """Return whether cells are shaded, by facts, and by which cells are beside shaded ones."""
    known = {fact.places[0]: not fact.negative for fact in facts}
    return known | {each: False for cell, has in known.items() if has for each in beside(cell)}


def _cells_of(way: Collection[Cell], room: RoomLeft, known: Mapping[Cell, bool]) -> dict[Cell, bool]:
    """Return whether cells are shaded by a way to place the missing shaded cells of a room; known: as in `_ways`."""
    so = {**dict.fromkeys(room.cells, False), **known, **dict.fromkeys(way, True)}
    return so | {each: False for cell, has in so.items() if has for each in beside(cell)}


def _without(step: Step, new: Sequence[Fact], by: Sequence[RuleUse], need: int) -> str:
    """Return in words, with a comma or `and` before, why the cells of a step, which are outside of a room, are not
    shaded by one way to place the shaded cells of the room: they are beside these, or a cut or a line would fail.

    new: the facts that hold by cuts or lines, each of which is one of `by`.  need: how many cells the way shades.
    """
    near = [fact.places[0] for fact in step.facts if fact not in new]
    are, them = ("are", "them") if len(near) > 1 else ("is", "one of them")
    words = [f", {places_text(near)} {are} beside {them if need > 1 else 'it'}"] if near else []
    for fact, use in zip(new, by, strict=True):
        at = place(fact.places[0])
        words.append(f"; if {at} is shaded, {_fault(use)}" if words else f", and {at} is shaded, too, {_fault(use)}")
    return "".join(words)


def _boards(ways: Sequence[frozenset[Cell]], cells: frozenset[Cell]) -> str:
    """Return in words, with a comma before, that all ways to place shaded cells are a checkerboard of the cells that
    are left; '' if they are not, and for very few cells.
    """
    colours = [{cell for cell in cells if sum(cell) % 2 == colour} for colour in (0, 1)]
    if any(way not in colours for way in ways) or len(ways[0]) < SOME:
        return ""
    return f", {'the two checkerboards' if len(ways) > 1 else 'as a checkerboard'} of {places_text(sorted(cells))}"


def _is_broken(use: RuleUse, so: Mapping[Cell, bool]) -> bool:
    """Whether a cut, or a line through three rooms, is against what cells are; so: whether they are shaded."""
    if use.border:
        return all(so.get(cell) for cell in use.border)
    return use.words.startswith(LINES) and all(so.get(cell) is False for cell in use.at)


def _forces(use: RuleUse, fact: Fact, so: Mapping[Cell, bool]) -> bool:
    """Whether a cut, or a line through three rooms, forces a fact by what cells are; so: whether they are shaded."""
    opposite = {**so, fact.places[0]: fact.negative}
    return _is_broken(use, opposite) and not _is_broken(use, {**so, fact.places[0]: not fact.negative})


def _fault(use: RuleUse) -> str:
    """Return in words how a cut, or a line through three rooms, fails in a supposition."""
    if use.border:
        return cut_note(use.words)
    return f"an unshaded line would lead through three rooms at {places_text(use.at)}"
