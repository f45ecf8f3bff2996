"""What is said of small regions and of counted islands, against their meaning over all assignments."""

import random
from functools import partial

import pytest
from support.oracle import assert_means

from csp2sat.graphs.graph import Graph, Grid
from csp2sat.puzzles.constraints import counted_islands, small_regions
from csp2sat.puzzles.constraints.small_regions import RegionValues

SHAPES = {
    "1x4": Grid(1, 4),
    "2x2": Grid(2, 2),
    "2x3": Grid(2, 3),
    "star": Graph(5, [(0, v) for v in range(1, 5)]),
    "triangle and more": Graph(5, [(0, 1), (1, 2), (2, 0), (3, 4), (2, 3)]),
    "one vertex": Graph(1, []),
    "no edges": Graph(3, []),
}


def assert_same(constraint, width, *data):
    assert_means(lambda s, *lits: constraint.encode(s, *data, *lits), partial(constraint.holds, *data), width)


@pytest.mark.parametrize("few", [1, 2, 3])
@pytest.mark.parametrize("graph", SHAPES.values(), ids=SHAPES.keys())
def test_small_regions(graph, few):
    rng = random.Random(graph.size * 10 + few)
    for _ in range(3):
        most = 3 if graph.size < 5 else 2
        of = tuple(tuple(sorted(rng.sample(range(4), rng.randint(1, most)))) for _ in range(graph.size))
        sizes = ((0, rng.randint(1, 5)), (1, 1), (2, 2), (3, 3))
        assert_same(small_regions, sum(map(len, of)), graph, RegionValues(of, sizes, few))


def test_a_vertex_without_values_has_no_solution():
    assert_same(small_regions, 1, Graph(2, []), RegionValues(((1,), ()), ((1, 1),), 2))


@pytest.mark.parametrize("graph", [*SHAPES.values(), Grid(3, 3)], ids=[*SHAPES, "3x3"])
def test_counted_islands(graph):
    rng = random.Random(graph.size)
    for _ in range(12):
        vertices = rng.sample(range(graph.size), rng.randint(0, min(3, graph.size)))
        anchors = tuple((v, rng.randint(0, 5)) for v in vertices)
        counted = tuple(k for k, (_, size) in enumerate(anchors) if size and rng.random() < 0.7)
        assert_same(counted_islands, graph.size, graph, anchors, counted)
