"""Shapes of the tetrominoes in rooms: what steps say of them, and which tetrominoes fit by known facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from ..fact_forms import Deduced, Fact, Fitting
from ..kit.checks import place
from ..kit.divisions import connected_sets
from ..kit.rooms import rooms
from ..spec import Board, Cell

IN_ROOM = "four shaded cells in the room"
BESIDE = re.compile(r"other shapes side by side, at row (\d+), column (\d+) and row (\d+), column (\d+)")
NAME = re.compile(r"_shape_(\d+)_(\w)")  # of the hidden Boolean that the tetromino of a room has a shape


@cache
def shape(cells: tuple[Cell, ...]) -> str:
    """Return the letter of a tetromino's shape, I, L, O, S or T, turned or mirrored, from the four cells."""
    lengths = {len(set(axis)) for axis in zip(*cells, strict=True)}
    near = [sum(abs(r - i) + abs(c - j) == 1 for i, j in cells) for r, c in cells]
    if lengths != {2, 3}:
        return "O" if lengths == {2} else "I"
    middle = max(3, *near)
    straight = any(line.count(at) == 3 for line in zip(*cells, strict=True) for at in line)
    return "T" if middle in near else "L" if straight else "S"


@cache
def tetrominoes(cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Return all places of a tetromino other than the square in a room; cells: all cells of the room."""
    return [each for each in connected_sets(cells, 4) if shape(each) != "O"]


def shape_of_room(board: Board, name: str, true: bool) -> str:
    """Return in words that the tetromino of a room has a shape, or does not; '' for another hidden Boolean.

    name, true: of the Boolean, and its value.
    """
    found = NAME.fullmatch(name)
    if found is None:
        return ""
    first, article = rooms(board)[int(found[1])][0], "a" if found[2] == "T" else "an"
    return f"the room at {place(first)} has {article if true else 'no'} {found[2]}"


def equal_shapes(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words, beginning with `else`, which equal shapes would be side by side if one of some new facts did not
    hold; without new facts, and without `else`, which equal shapes known facts put side by side; '' for another rule
    than the one on such shapes, and if no equal shapes are known.

    rule: its name, which has the two cells.  known: facts that hold, those of hidden Booleans, too.
    """
    found = BESIDE.fullmatch(rule)
    if found is None:
        return ""
    (r, c), (i, j) = ((int(found[at]) - 1, int(found[at + 1]) - 1) for at in (1, 3))
    regions = board.givens["regions"]
    pair = regions[r][c], regions[i][j]
    have = [*known, *(fact._replace(negative=not fact.negative) for fact in new)]
    rooms_with: dict[str, set[int]] = {}
    for letter, room in _shapes(have, False):
        rooms_with.setdefault(letter, set()).add(room)
    both = next((letter for letter, of in rooms_with.items() if of.issuperset(pair)), "")
    beside = f"two equal shapes ({both}) would be side by side, at {place((r, c))} and {place((i, j))}"
    return both and "else " * bool(new) + beside


def _shapes(facts: Sequence[Fact], negative: bool) -> Iterator[tuple[str, int]]:
    """Yield each shape letter with the number of a room whose tetromino has the shape, or has not, by some facts."""
    for fact in facts:
        if fact.what == "hidden" and fact.negative == negative and (found := NAME.fullmatch(str(fact.value))):
            yield found[2], int(found[1])


def deduction(board: Board, deduced: Deduced) -> str:
    """Return in words why cells of a room are shaded, or are not: all its tetrominoes by the known facts alone say so;
    '' for another reason.
    """
    ((rule, cell), *more), known = deduced.clues, deduced.known
    ways = None if more else fitting(board, rule, cell, known)
    if not ways or any(fact.what != "cell" for fact in (*deduced.facts, *known)):
        return ""
    if any((fact.places[0] in way.cells) == fact.negative for fact in deduced.facts for way in ways):
        return ""
    signs, several = {fact.negative for fact in deduced.facts}, len(deduced.facts) > 1
    which = "them" if several else "it"
    if len(signs) > 1:
        which = "none of the former and all" if deduced.facts[0].negative else "all of the former and none"
        which += " of the latter"
    elif several:
        which = "one of them" if signs == {True} else "both" if len(deduced.facts) == 2 else "all of them"
    every = "no" if signs == {True} else "every" if len(ways) > 1 else "the only"
    way = f"{every} way {'left ' * bool(known)}to place the {rule} at {place(cell)}"
    return f"{way}, connected and not a 2 x 2 block, has {which}"


def fitting(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> list[Fitting] | None:
    """Return the tetrominoes that fit into a room by facts about its cells; None for another clue or rule.

    rule, cell: the clue of the room, and its place.  facts: that hold, those of hidden Booleans, too: these bar shapes.
    """
    if rule != IN_ROOM:
        return None
    number = board.givens["regions"][cell[0]][cell[1]]
    room = rooms(board)[number]
    is_shaded = {fact.places[0]: not fact.negative for fact in facts if fact.what == "cell"}
    shaded = {each for each in room if is_shaded.get(each)}
    barred = {letter for letter, of in _shapes(facts, True) if of == number}
    return [
        Fitting(letter, each, letter in barred)
        for each in tetrominoes(tuple(room))
        if shaded.issubset(each) and all(is_shaded.get(cell, True) for cell in each)
        for letter in [shape(each)]
    ]
