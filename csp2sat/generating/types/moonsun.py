"""Moon or Sun: a random loop, rooms around its parts, moons and suns in all cells, and of these signs only some."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import cells_by_value
from ...puzzles.spec import Board, Cell
from ...puzzles.types.moonsun import MOON, PUZZLE, SUN
from ..loop_rooms import LoopRooms, Parts
from ..spec import Draft, Maker, SpareGivens
from ..uniqueness import made_unique

REPAIRS = 100


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with a sign in each cell and one solution, None if the random draws lead to
    none: rooms change at cells in which solutions differ until there is one solution.
    """
    rooms = LoopRooms(random, rows, cols)
    on_loop = set(rooms.cells)

    def even(parts: Parts) -> Parts:
        while len(parts.starts) % 2:
            parts = rooms.changed(parts, random.pick(rooms.cells))
        return parts

    def drawn(parts: Parts) -> Draft:
        regions, pieces = rooms.rooms(parts)
        turn = {regions[r][c]: at % 2 for at, piece in enumerate(pieces) for r, c in piece}

        def mark(r: int, c: int) -> str:
            return (MOON, SUN)[turn[regions[r][c]] ^ ((r, c) not in on_loop)]

        grid = ["".join(mark(r, c) for c in range(cols)) for r in range(rows)]
        return Draft(Board(PUZZLE.name, rows, cols, {"regions": regions, "grid": grid}), rooms.loop)

    def change(parts: Parts, wrong: list[Cell]) -> Parts:
        return even(rooms.changed(parts, random.pick(wrong)))

    return made_unique(even(rooms.random()), drawn, change, REPAIRS)


def spare(random: RandomSource, board: Board) -> SpareGivens:
    """Return the cells of the board in random order, without one cell of each sign in each room.

    A room that has moons keeps one moon, and a room that has suns keeps one sun, since the rule of the room depends on
    which signs it has.
    """
    kept, marks = set[Cell](), board.filled()
    for cells in cells_by_value(board.givens["regions"]).values():
        kept |= set({marks[cell]: cell for cell in random.shuffled(cells)}.values())
    return SpareGivens([cell for cell in random.shuffled(board.cells()) if cell not in kept])


MAKER = Maker(attempt, least=4, minimal=False, spare=spare)
