"""congruent-halves: clauses and meaning over all assignments, against a search of our own."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from support.oracle import assert_means

from csp2sat.constraints.graphs import congruent_halves
from csp2sat.graphs.congruence import Halves
from csp2sat.graphs.graph import Grid


def orientations(cells):
    """Complex numbers: turned by powers of i, and mirrored; moved so that the sum of the cells is 0."""
    for mirrored in (cells, [z.conjugate() for z in cells]):
        for turn in (1, 1j, -1, -1j):
            moved = [len(cells) * z * turn - sum(cells) * turn for z in mirrored]
            yield frozenset(moved)


@cache
def areas(rows, cols, active):
    """The connected sets that the active edges make, None if another edge lies inside one."""
    grid = Grid(rows, cols)
    area = list(range(grid.size))
    for _ in area:
        for (u, v), on in zip(grid.edges, active, strict=True):
            if on:
                area = [min(area[u], area[v]) if x in (area[u], area[v]) else x for x in area]
    if any(not on and area[u] == area[v] for (u, v), on in zip(grid.edges, active, strict=True)):
        return None
    return [[v for v, x in enumerate(area) if x == name] for name in sorted(set(area))]


def connected(cells):
    left, todo = set(cells), {min(cells, key=lambda z: (z.real, z.imag))}
    while todo:
        left -= todo
        todo = {z + d for z in todo for d in (1, -1, 1j, -1j)} & left
    return not left


def is_right(rows, cols, halves, active):
    found = areas(rows, cols, tuple(active))
    if found is None:
        return False
    for members in found:
        two = [[complex(*divmod(v, cols)) for v in members if halves.grey[v] == colour] for colour in (False, True)]
        if not all(two) or len(two[0]) != len(two[1]) or not all(map(connected, two)):
            return False
        if frozenset(len(two[1]) * z - sum(two[1]) for z in two[1]) not in set(orientations(two[0])):
            return False
        if any(halves.sizes[v] not in (0, len(two[0])) for v in members):
            return False
    return True


def compare(rows, cols, halves):
    """How many assignments are right."""
    grid, kinds = Grid(rows, cols), Counter()

    def right(*active):
        wanted = is_right(rows, cols, halves, active)
        assert congruent_halves.holds(grid, halves, *active) == wanted
        kinds[wanted] += 1
        return wanted

    assert_means(lambda sink, *lits: congruent_halves.encode(sink, grid, halves, *lits), right, len(grid.edges))
    return kinds[True]


SIZES = ((1, 2), (2, 2), (2, 3), (3, 2), (1, 6), (2, 4), (4, 2), (3, 3), (1, 1), (1, 8))


@pytest.mark.parametrize("seed", range(10))
def test_random_colours_and_sizes(seed):
    random, found = Random(seed), 0
    for _ in range(12):
        rows, cols = random.choice(SIZES)
        share = random.choice((0, 0, 0.1, 0.3))
        grey = [v < rows * cols // 2 for v in range(rows * cols)]
        random.shuffle(grey)
        sizes = tuple(random.randint(1, 3) if random.random() < share else 0 for _ in grey)
        found += compare(rows, cols, Halves(tuple(grey), sizes)) > 0
    assert found


@pytest.mark.parametrize(
    ("rows", "sizes", "count"),
    [
        (["#"], None, 0),
        (["##"], None, 0),
        ([".#"], None, 1),
        ([".#"], [2, 0], 0),
        (["..##"], None, 1),
        (["..##"], [2, 0, 0, 2], 1),
        (["..##"], [2, 0, 0, 1], 0),
        (["..##"], [0, 1, 0, 0], 0),
        ([".#", "#."], None, 2),
        (["...", "###"], None, 4),
        (["...", "###"], [0, 0, 0, 0, 3, 0], 1),
        (["..#", ".##"], None, 3),
    ],
)
def test_known_counts(rows, sizes, count):
    grey = tuple(char == "#" for row in rows for char in row)
    assert compare(len(rows), len(rows[0]), Halves(grey, tuple(sizes or [0] * len(grey)))) == count
