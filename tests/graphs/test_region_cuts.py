"""Cuts of regions against all connected sets of small graphs."""

import random
from itertools import combinations

import pytest

from csp2sat.graphs.graph import Graph, Grid, component, neighbours
from csp2sat.graphs.region_cuts import around, between, connected_subset, parts, path, ways_out

GRID = Grid(3, 3)
SHAPES = {
    "3x3": GRID,
    "1x6": Grid(1, 6),
    "triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]),
    "two parts": Graph(5, [(0, 1), (1, 0), (2, 3), (3, 4)]),
}


@pytest.fixture(params=SHAPES.values(), ids=SHAPES.keys())
def near(request):
    return [sorted(each) for each in neighbours(request.param)]


def connected(near, some):
    inside = [set(each).intersection(some) for each in near]
    return bool(some) and component(inside, min(some)) == set(some)


def all_connected(near, allowed, size):
    return [set(some) for some in combinations(sorted(allowed), size) if connected(near, some)]


def drawn(near, rng):
    """A connected set, and others."""
    values = [rng.random() < 0.5 for _ in near]
    return rng.choice(parts(near, values)), {v for v in range(len(near)) if rng.random() < 0.7}


def test_parts_are_components_of_equal_value(near):
    rng = random.Random(1)
    for _ in range(20):
        values = [rng.randrange(3) for _ in near]
        found = parts(near, values)
        assert sorted(v for part in found for v in part) == list(range(len(near)))
        assert [min(part) for part in found] == [part[0] for part in found] == sorted(part[0] for part in found)
        for part in found:
            assert connected(near, part) and len({values[v] for v in part}) == 1
            assert all(values[v] != values[part[0]] for v in around(near, part))


def test_larger_regions_leave_a_part_that_is_too_small(near):
    """All of them have one of the vertices; and without any one of these some have none."""
    rng, shorter = random.Random(2), 0
    for _ in range(60):
        part, allowed = drawn(near, rng)
        allowed |= set(part)
        size = len(part) + rng.randint(1, 3)
        ways = ways_out(near, part, allowed, size)
        assert ways <= allowed.difference(part)
        regions = [region for region in all_connected(near, allowed, size) if region.intersection(part)]
        assert all(region & ways for region in regions)
        shorter += len(ways) < len(around(near, part) & allowed)
    assert shorter or len(near) == 6


def test_pockets_are_no_way_out():
    near = [sorted(each) for each in neighbours(GRID)]
    ring = [0, 1, 2, 3, 5, 6, 7]
    assert ways_out(near, ring, range(9), 8) == {4, 8}
    assert ways_out(near, [0, 1, 3], range(9), 5) == {2, 4, 6}
    assert ways_out(near, [1, 2, 3, 4, 5], {0, 1, 2, 3, 4, 5, 6}, 7) == {6}  # 0 leads nowhere else
    assert ways_out(near, [1, 2, 3, 4, 5], {0, 1, 2, 3, 4, 5, 6}, 6) == {0, 6}  # but it is enough


def test_what_joins_a_part_with_another_one_passes_between(near):
    rng, shorter = random.Random(3), 0
    for _ in range(60):
        part, _ = drawn(near, rng)
        left = [v for v in range(len(near)) if v not in part and v not in around(near, part)]
        if not left:
            continue
        there = rng.choice(left)
        links = between(near, part, there)
        assert links <= around(near, part)
        shorter += links < around(near, part)
        for size in range(2, len(near) + 1):
            for some in all_connected(near, range(len(near)), size):
                assert there not in some or not some.intersection(part) or some & links
    assert shorter or len(near) == 5


def test_subsets_are_connected_and_free_where_they_can_be(near):
    rng = random.Random(4)
    for _ in range(60):
        part, free = drawn(near, rng)
        size, start = rng.randint(1, len(part)), rng.choice(part)
        found = connected_subset(near, set(part), start, size, free)
        assert len(set(found)) == size and start in found and set(found) <= set(part) and connected(near, found)
    line = [sorted(each) for each in neighbours(Grid(1, 6))]
    assert sorted(connected_subset(line, range(6), 2, 4, {3, 4, 5})) == [2, 3, 4, 5]


def test_a_path_ends_at_the_nearest_end(near):
    rng, found = random.Random(5), 0
    for _ in range(60):
        part, ends = drawn(near, rng)
        start = rng.choice(part)
        there = ends.intersection(part) - {start}
        if there:
            way = path(near, set(part), start, ends | {start})
            assert way[-1] == start and way[0] in there and set(way) <= set(part) and connected(near, way)
            assert not there.intersection(way[1:-1])
            assert not any(connected(near, some) for some in combinations(part, len(way) - 1)
                           if start in some and there.intersection(some))  # fmt: skip
            found += 1
    assert found
