"""Boards of rooms with numbers in the cells: any rooms that have a filling, and of its numbers the needed ones."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..base.portable_random import RandomSource
from ..puzzles.kit.checks import cells_by_value, neighbours
from ..puzzles.spec import Board, Cell
from .from_models import from_solution, with_needed_clues
from .random_solutions import is_connected
from .spec import Draft
from .uniqueness import made_unique

LARGEST = 8  # cells of a room with a number
REPAIRS = 100
MOVING = 0.8  # chance that a cell comes into a room beside its own, if that can be
MANY = 8  # cells where solutions differ, for which one cell more changes its room at once

Regions = list[list[int]]
Fits = Callable[[Collection[Cell]], bool]  # may these connected cells be a room?


def joined_rooms(random: RandomSource, rows: int, cols: int, fits: Fits) -> Regions:
    """The board in connected rooms: cells that are joined in random order where that can be.

    The rooms are numbered in the order of their first cells.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    room = {cell: {cell} for cell in cells}
    for one, other in random.shuffled((cell, near) for cell in cells for near in neighbours(cell) if near > cell):
        if other in room and room[one] is not room[other] and fits(joined := room[one] | room[other]):
            room |= dict.fromkeys(joined, joined)
    return numbered(rows, cols, lambda cell: min(room[cell]))


def grown(random: RandomSource, cells: Collection[Cell], seeds: Collection[Cell]) -> dict[Cell, Cell]:
    """For each of the cells the seed of the part that it belongs to: connected parts that grow from them at random."""
    left = set(cells) - set(seeds)
    found = {seed: seed for seed in sorted(seeds)}
    border = [(near, seed) for seed in found for near in neighbours(seed)]
    while left:
        at = random.below(len(border))
        border[at], border[-1] = border[-1], border[at]
        cell, seed = border.pop()
        if cell in left:
            left.remove(cell)
            found[cell] = seed
            border += [(near, seed) for near in neighbours(cell)]
    return found


def numbered(rows: int, cols: int, name: Callable[[Cell], object]) -> Regions:
    """Rooms whose cells have the same name, numbered in the order of their first cells."""
    number: dict[object, int] = {}
    return [[number.setdefault(name((r, c)), len(number)) for c in range(cols)] for r in range(rows)]


def alone(regions: Regions, cell: Cell) -> Regions:
    """With the cell as a room of its own; if the rest of its room would fall apart, all its cells are."""
    rest = set(cells_by_value(regions)[regions[cell[0]][cell[1]]]) - {cell}
    apart = {cell} if is_connected(rest) else {cell, *rest}
    return numbered(len(regions), len(regions[0]), lambda each: each if each in apart else regions[each[0]][each[1]])


def moved(random: RandomSource, regions: Regions, cell: Cell, fits: Fits) -> Regions:
    """With the cell in a room beside its own that it fits into; the same, if there is none, or its own would be no room
    without it."""
    cells = cells_by_value(regions)
    own = regions[cell[0]][cell[1]]
    rest = set(cells[own]) - {cell}
    rooms = sorted(
        {regions[r][c] for r, c in neighbours(cell) if 0 <= r < len(regions) and 0 <= c < len(regions[0])} - {own}
    )
    found = [room for room in rooms if fits([*cells[room], cell])]
    if not (found and is_connected(rest) and (fits(rest) or not rest)):
        return regions
    room = random.pick(found)
    return numbered(len(regions), len(regions[0]), lambda each: room if each == cell else regions[each[0]][each[1]])


def filled_rooms(puzzle: str, largest: int) -> Callable[[RandomSource, int, int], Draft | None]:
    """How boards of such a puzzle are made.  largest: cells of a room."""

    def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
        return with_needed_numbers(
            random, puzzle, joined_rooms(random, rows, cols, lambda cells: len(cells) <= largest)
        )

    return attempt


def with_needed_numbers(random: RandomSource, puzzle: str, regions: Regions) -> Draft | None:
    """The board of these rooms with numbers that lead to a random one of its fillings; None: there is none."""
    rows, cols = len(regions), len(regions[0])
    empty = Board(puzzle, rows, cols, {"regions": regions, "grid": [[0] * cols for _ in range(rows)]})
    return from_solution(random, empty, lambda filling: {"regions": regions, "grid": filling})


def divided(random: RandomSource, regions: Regions, cell: Cell, fits: Fits) -> Regions:
    """With the room of the cell in two rooms, the cell in one of them; the same, if these draws do not lead to two."""
    cells = cells_by_value(regions)[regions[cell[0]][cell[1]]]
    part = grown(random, cells, {cell, random.pick(cells)})
    mine = [each for each in cells if part[each] == cell]
    if not (len(mine) < len(cells) and fits(mine) and fits([each for each in cells if part[each] != cell])):
        return regions
    return numbered(len(regions), len(regions[0]), lambda each: part.get(each, regions[each[0]][each[1]]))


def counted_rooms(
    puzzle: str, shadings: Callable[[RandomSource, int, int], list[str]]
) -> Callable[[RandomSource, int, int], Draft | None]:
    """How boards are made of which the numbers say how many cells of a room are shaded, in whatever rooms.

    shadings: random solutions.  Where others differ cells change their rooms, or rooms are divided, until there is one.
    """

    def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
        shading = shadings(random, rows, cols)

        def drawn(regions: Regions) -> Draft:
            cells = cells_by_value(regions)
            clues = [sum(shading[r][c] == "#" for r, c in cells[room]) for room in range(len(cells))]
            return Draft(Board(puzzle, rows, cols, {"regions": regions, "clues": clues}), shading)

        def change(regions: Regions, wrong: list[Cell]) -> Regions:
            for _ in range(1 + len(wrong) // MANY):
                way = moved if random.chance(MOVING) else divided
                regions = way(random, regions, random.pick(wrong), fits)
            return regions

        start = joined_rooms(random, rows, cols, lambda cells: len(cells) <= LARGEST)
        full = made_unique(start, drawn, change, REPAIRS)
        return full and with_needed_clues(random, *full)

    def fits(cells: Collection[Cell]) -> bool:
        return 1 < len(cells) <= LARGEST

    return attempt
