"""Hashiwokakero: islands that grow from each other by random bridges, with the number of bridges at each island."""

from __future__ import annotations

from contextlib import closing

from ...base.portable_random import RandomSource
from ...puzzles.kit.checks import neighbours
from ...puzzles.kit.random.loops import SIDES
from ...puzzles.spec import Board, Cell
from ...puzzles.types.hashiwokakero import PUZZLE
from ...runner.session.session import SolverSession
from ..spec import Draft, Maker
from ..uniqueness import repaired, varying

DENSITY = 0.2  # islands for each cell
LONGEST = 5  # steps from an island to the next one
TWICE = 0.4  # chance of a second bridge
AGAIN = 0.5  # chance of a bridge that closes a circle, where there is room
REPAIRS = 300

Span = tuple[Cell, Cell]
Bridges = dict[Span, int]  # from an island to a later one in reading order: 1 or 2


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: a bridge in which
    solutions differ becomes double or single, or is added between its islands, until there is one solution.
    """

    def faults(bridges: Bridges) -> list[Span]:
        differing = varying(*drawn(bridges, rows, cols), session)
        names = (name.removeprefix("=x_").split("_") for name in differing)
        return sorted(((int(r), int(c)), (int(i), int(j))) for r, c, i, j in names)

    def change(bridges: Bridges, wrong: list[Span]) -> Bridges:
        other = dict(bridges)
        way = random.pick(wrong)
        if way in other:
            other[way] = 3 - other[way]
        elif _is_free(other, way):
            other[way] = 1
        return other

    start = random_bridges(random, rows, cols)
    with closing(SolverSession()) as session:
        found = repaired(start, faults, change, REPAIRS)
    return None if found is None else drawn(found, rows, cols)


def random_bridges(random: RandomSource, rows: int, cols: int) -> Bridges:
    """Return random bridges on rows x cols cells, which do not cross and connect all their islands; islands do not
    touch.

    There are DENSITY islands for each cell of the board, but at least two; fewer if 10 draws for each cell do not
    suffice.
    """
    islands = [(random.below(rows), random.below(cols))]
    bridges: Bridges = {}
    for _ in range(10 * rows * cols):
        if len(islands) >= max(2, DENSITY * rows * cols):
            break
        (r, c), (i, j), steps = random.pick(islands), random.pick(SIDES), 2 + random.below(LONGEST - 1)
        there = (r + steps * i, c + steps * j)
        way = (min((r, c), there), max((r, c), there))
        inside = 0 <= there[0] < rows and 0 <= there[1] < cols
        fits = inside and (there in islands or not any(near in islands for near in neighbours(there)))
        on_bridge = any(there in _between(other) for other in bridges)
        if not fits or on_bridge or not _is_free(bridges, way) or any(cell in islands for cell in _between(way)):
            continue
        if there not in islands:
            islands.append(there)
        elif not random.chance(AGAIN):
            continue
        bridges[way] = 2 if random.chance(TWICE) else 1
    return bridges


def _between(way: Span) -> list[Cell]:
    (r, c), (i, j) = way
    return [(x, y) for x in range(r, i + 1) for y in range(c, j + 1)][1:-1]


def _is_free(bridges: Bridges, way: Span) -> bool:
    """Whether there is no bridge between the two islands, and no bridge crosses the line between them."""
    over = set(_between(way))
    return way not in bridges and all(over.isdisjoint(_between(other)) for other in bridges)


def drawn(bridges: Bridges, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells on which each island has the number of its bridges, with these bridges as
    the solution.
    """
    givens = [[0] * cols for _ in range(rows)]
    for way, count in bridges.items():
        for r, c in way:
            givens[r][c] += count
    return Draft(Board(PUZZLE.name, rows, cols, givens), [[*one, *two, n] for (one, two), n in sorted(bridges.items())])


MAKER = Maker(attempt, least=4, minimal=False)
