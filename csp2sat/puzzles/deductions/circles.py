"""Circles of masyu as a player speaks of them: how lines follow from a circle, or contradict the circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ..fact_forms import Deduced, Fact
from ..kit.checks import place
from ..kit.variables import EAST, NORTH, SOUTH, WEST, step
from ..spec import Board, Cell

WHITE, BLACK = "white circle", "black circle"
OPPOSITE = ((NORTH, SOUTH), (WEST, EAST))
WAYS = {NORTH: "up", EAST: "right", SOUTH: "down", WEST: "left"}
LineEnds = tuple[Cell, ...]
TwoSteps = Mapping[Cell, list[bool | None]]  # by their way


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts of lines contradict the rule of the circle at a cell, by the first fault; '' if they do not, and
    for a rule that is not about circles.
    """
    if rule not in (WHITE, BLACK):
        return ""
    lines = {fact.places: not fact.negative for fact in facts}
    name, faults, shut = f"the {rule} at {place(cell)}", list[str](), 0
    closed = [any(_two_steps(board, lines, cell, way)[0] is False for way in ways) for ways in OPPOSITE]
    for ways, words, only in zip(OPPOSITE, ("up or down", "left or right"), closed[::-1], strict=True):
        ends = [(step(cell, way), step(step(cell, way), way)) for way in ways]
        near, far = zip(*(_two_steps(board, lines, cell, way) for way in ways), strict=True)
        shut += False in near
        if rule == WHITE:
            faults += [f"the line would not go straight through {name}"] * ({*near} == {True, False})
            faults += [f"the line would turn neither before nor after {name}"] * (
                all(far) and False not in near and (only or all(near))
            )
            faults += [f"no way would lead straight through {name}"] * (shut == len(OPPOSITE))
        elif near == (False, False):
            is_through = all(_two_steps(board, lines, cell, way)[0] for way in WAYS if way not in ways)
            through = f"the line would go straight through {name}"
            faults.append(through if is_through else f"no line can lead {words} from {name}")
        else:
            turns = [one for (one, _), *two in zip(ends, near, far, strict=True) if two == [True, False]]
            faults += [f"the line would turn at {place(one)}, next to {name}" for one in turns]
    return next(iter(faults), "")


def _two_steps(board: Board, lines: Mapping[LineEnds, bool], cell: Cell, way: Cell) -> list[bool | None]:
    """Return whether each of two steps from a cell is a line; None if that is not known; lines: by their ends."""
    ends = [cell, step(cell, way), step(step(cell, way), way)]
    edges = [(min(pair), max(pair)) for pair in pairwise(ends)]
    return [lines.get(edge) if board.has(end) else False for edge, end in zip(edges, ends[1:], strict=True)]


def deduction(board: Board, step: Deduced) -> str:
    """Return how facts of lines follow from one circle, or from two black ones side by side, in words; '' for other
    reasons.

    step: what follows, and from what.
    """
    clues, facts, known, passed, *_ = step
    if len(clues) > 1:
        return _beside(clues, facts) if len(clues) == 2 and not (known or passed) else ""
    ((rule, cell),) = clues
    if passed:
        both = _turn(cell, facts, known, passed) or _crossing(board, cell, facts, known, passed)
        return both if rule == BLACK else ""
    before, new = ({fact.places: not fact.negative for fact in some} for some in (known, facts))
    near = {way: _two_steps(board, before, cell, way) for way in WAYS}
    after = {way: _two_steps(board, before | new, cell, way) for way in WAYS}
    name = f"the {rule} at {place(cell)}"
    return (_white if rule == WHITE else _black)(name, cell, near, after)


def _beside(clues: Sequence[tuple[str, Cell]], facts: Sequence[Fact]) -> str:
    """Return that the loop goes two steps away from each of two black circles side by side; '' for other facts, and
    for other circles.
    """
    (one, other), new = sorted(cell for _, cell in clues), dict[LineEnds, bool]()
    for cell, near in ((one, other), (other, one)):
        back = 2 * cell[0] - near[0], 2 * cell[1] - near[1]
        far = 2 * back[0] - cell[0], 2 * back[1] - cell[1]
        new |= {_edge(cell, near): False, _edge(cell, back): True, _edge(back, far): True}
    is_all = all(new.get(fact.places) == (not fact.negative) for fact in facts)
    if {rule for rule, _ in clues} != {BLACK} or other not in (step(one, EAST), step(one, SOUTH)) or not is_all:
        return ""
    no_way = "the loop cannot lead from one to the other, where it would have to go straight on"
    return f"{no_way}, so it goes two steps away from each"


def _turn(cell: Cell, facts: Sequence[Fact], known: Sequence[Fact], passed: Sequence[Cell]) -> str:
    """Return that the loop turns at a black circle, since a line leads there from the opposite side; '' if that is not
    why some facts are known.

    cell: of the circle.  facts, known, passed: as in `deduction`.
    """
    through = [{_edge(cell, step(cell, way)) for way in ways} for ways in OPPOSITE]
    pair = {fact.places for fact in (*facts, *known)}
    signs = [fact.negative for fact in (*facts, *known)]
    is_why = pair in through and signs == [True, False] and [*passed] == [cell]
    return f"the loop turns at the {BLACK} at {place(cell)}" if is_why else ""


def _crossing(board: Board, cell: Cell, facts: Sequence[Fact], known: Sequence[Fact], passed: Sequence[Cell]) -> str:
    """Return that the loop goes two steps one way from a black circle, since the other way it would cross a line in the
    next cell, and that this line goes on there; '' if that is not why some facts are known.

    cell: of the circle.  facts, known, passed: as in `deduction`.
    """
    (near, *others), lines = passed, [fact.places for fact in known if not fact.negative]
    for ways in OPPOSITE:
        for way, back in (ways, ways[::-1]):
            first, second = step(cell, back), step(step(cell, back), back)
            new = {_edge(cell, first): True, _edge(first, second): True, _edge(cell, near): False}
            across = [_edge(near, step(near, side)) for side in WAYS if side not in ways]
            is_across = len(lines) == len(known) == 1 and lines[0] in across
            ends = [end for side in WAYS if board.has(end := step(near, side)) and end != cell]
            more = {_edge(near, end): True for end in ends if _edge(near, end) not in lines}
            new |= more if len(more) == 1 else {}
            goes_on = ", where the line goes on" * any(fact.places in more for fact in facts)
            is_all = all(new.get(fact.places) == (not fact.negative) for fact in facts)
            if near == step(cell, way) and is_across and is_all and not others:
                name = f"the {BLACK} at {place(cell)}"
                why = f"as it cannot go straight on at {place(near)}{goes_on}"
                return f"from {name} the loop goes two steps {WAYS[back]}, {why}"
    return ""


def _edge(one: Cell, other: Cell) -> LineEnds:
    """Return the edge between two cells."""
    return min(one, other), max(one, other)


def _white(name: str, cell: Cell, before: TwoSteps, after: TwoSteps) -> str:
    """Return how the loop goes straight through a white circle, and where the loop turns.

    name: of the circle, with its place.  before, after: two steps each way, as they are known without and with the new
    facts.
    """
    turns = [way for way in WAYS if before[way][1] is None and after[way][1] is False]
    straight = [way for way in WAYS if before[way][1]]
    through = f"the loop goes straight through {name}"
    if len(straight) > 1:
        return f"{through} and turns beside it, at {' or '.join(place(step(cell, way)) for way in straight)}"
    if not turns:
        return through
    here, there = (place(step(cell, way)) for way in (*straight, *turns))
    also = f"{through}, and turns" if any(before[way][0] is None for way in WAYS) else f"beside {name} the loop turns"
    return f"{also} at {there}, as it does not at {here}"


def _black(name: str, cell: Cell, before: TwoSteps, after: TwoSteps) -> str:
    """Return which ways the loop goes from a black circle, and why; name, before, after: as in `_white`."""
    taken, shut = list[str](), list[str]()
    if any(after[way][0] and after[back][0] for way, back in OPPOSITE):
        return ""  # a contradiction with other rules
    for ways in OPPOSITE:
        for way, back in (ways, ways[::-1]):
            if after[way][0] and (before[way] != after[way] or before[back] != after[back]):
                taken.append(WAYS[way])
                if before[way][0] is None or before[back] != after[back]:
                    shut.append(WAYS[back])
    cannot = f", as it cannot go two steps {' or '.join(shut)}" if shut else ""
    if not taken:
        closed = [way for way in WAYS if before[way] == [None, False] and after[way][0] is False]
        return f"the loop cannot go two steps {' or '.join(WAYS[way] for way in closed)} from {name}" if closed else ""
    return f"from {name} the loop goes two steps {' and '.join(taken)}{cannot}"
