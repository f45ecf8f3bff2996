"""congruent-halves: clauses and meaning over all assignments, against a search of our own."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from pysat.solvers import Solver
from support.oracle import assert_means

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.graphs.graph import Grid
from csp2sat.puzzles.constraints import congruent_halves
from csp2sat.puzzles.constraints.congruence import Halves


@pytest.fixture(autouse=True, params=["listed", "labelled"])
def way(request, monkeypatch):
    """Both encodings: a list of all blocks, and labels where there would be too many."""
    if request.param == "labelled":
        monkeypatch.setattr(congruent_halves, "MOST_GROWN", 0)


def orientations(cells):
    """Complex numbers: turned by powers of i, and mirrored; moved so that the sum of the cells is 0."""
    for mirrored in (cells, [z.conjugate() for z in cells]):
        for turn in (1, 1j, -1, -1j):
            moved = [len(mirrored) * z * turn - sum(mirrored) * turn for z in mirrored]
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
    return found is not None and all(is_region(cols, halves, members) for members in found)


def is_region(cols, halves, members):
    if 2 * sum(halves.grey[v] for v in members) != len(members):
        return False
    two = [[complex(*divmod(v, cols)) for v in members if halves.grey[v] == colour] for colour in (False, True)]
    if not all(two) or not all(map(connected, two)):
        return False
    if frozenset(len(two[1]) * z - sum(two[1]) for z in two[1]) not in set(orientations(two[0])):
        return False
    return all(halves.sizes[v] in (0, len(two[0])) for v in members)


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


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(5))
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


@pytest.mark.parametrize("counts", [(False, False), (True, False), (True, True)])
def test_numbers_that_need_not_count(counts):
    """A literal for each number says whether the number is the size of its half."""
    grid, halves = Grid(2, 3), Halves((False, False, True, False, True, True), (0, 1, 0, 0, 0, 3))
    left = iter(counts)
    counted = halves._replace(sizes=tuple(size if size and next(left) else 0 for size in halves.sizes))

    def right(*values):
        active, on = values[: len(grid.edges)], values[len(grid.edges) :]
        wanted = on != counts or is_right(2, 3, counted, active)
        assert on != counts or congruent_halves.holds(grid, halves, *values) == wanted
        return on == counts and wanted

    def encode(sink, *lits):
        congruent_halves.encode(sink, grid, halves, *lits)
        for lit, on in zip(lits[len(grid.edges) :], counts, strict=True):
            sink.out += (lit if on else -lit, 0)

    assert_means(encode, right, len(grid.edges) + 2)


def connected_sets(near, start, allowed):
    """The connected sets of allowed vertices with this one."""
    found, todo = set(), [frozenset({start})]
    while todo:
        cells = todo.pop()
        if cells not in found:
            found.add(cells)
            todo += [cells | {w} for v in cells for w in near[v] & allowed - cells]
    return found


def divisions(grid, halves):
    """All divisions of the grid into right regions, each as the tuple of its active edges."""
    near = [{u + w - v for u, w in grid.edges if v in (u, w)} for v in range(grid.size)]

    @cache
    def ways(left):
        if not left:
            return [[]]
        regions = (cells for cells in connected_sets(near, min(left), left) if is_region(grid.cols, halves, cells))
        return [[cells, *rest] for cells in regions for rest in ways(left - cells)]

    for regions in ways(frozenset(range(grid.size))):
        yield tuple(any(u in cells and v in cells for cells in regions) for u, v in grid.edges)


def encoded(grid, halves):
    """The assignments of the edges that satisfy the clauses."""
    sink = Sink()
    edges = sink.new(len(grid.edges))
    congruent_halves.encode(sink, grid, halves, *edges)
    with Solver("cadical153", bootstrap_with=clauses(sink.flat())) as solver:
        while solver.solve():
            true = set(solver.get_model())
            yield tuple(lit in true for lit in edges)
            solver.add_clause([-lit if lit in true else lit for lit in edges])


def agreed(grid, halves):
    """The divisions, on which clauses, meaning and search agree."""
    found = sorted(divisions(grid, halves))
    assert sorted(encoded(grid, halves)) == found
    assert all(congruent_halves.holds(grid, halves, *active) for active in found)
    return found


LARGER = {  # each on which some clauses are needed that smaller grids do without
    "a turn for all of a half": (["...#", "....", "###.", "###.", ".###"], 40),
    "no border that ends inside a region": (["....", "...#", "#.##", "####"], 24),
    "a label for both halves": (["###.", ".##.", "##..", "#..."], 3),
    "halves that are mirrored": (["#..#", "...#", ".###"], 5),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, count", LARGER.values(), ids=LARGER.keys())
def test_colours_that_need(rows, count):
    grey = tuple(char == "#" for row in rows for char in row)
    assert len(agreed(Grid(len(rows), len(rows[0])), Halves(grey, (0,) * len(grey)))) == count


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rows, cols", [(3, 4), (2, 7), (4, 4)])
def test_larger_grids(rows, cols, seed):
    """As many vertices of each colour; then also with sizes, most of them those of one of the divisions."""
    random, grid = Random(f"{rows} {cols} {seed}"), Grid(rows, cols)
    grey = [v < grid.size // 2 for v in range(grid.size)]
    random.shuffle(grey)
    sizes = [0] * grid.size
    for share in (0, 0.3):
        halves = Halves(tuple(grey), tuple(size if random.random() < share else 0 for size in sizes))
        found = agreed(grid, halves)
        for members in areas(rows, cols, random.choice(found)) if found else ():
            for v in members:
                sizes[v] = len(members) // 2 if random.random() < 0.95 else random.randint(1, 4)
