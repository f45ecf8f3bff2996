"""labels, induced, joined-groups and beams against their meaning, over all edges and labels of small graphs."""

from functools import partial

import pytest
from support.oracle import assert_means

from csp2sat.graphs.graph import Graph, Grid
from csp2sat.puzzles.constraints import beams, induced, joined_groups, labels

GRAPHS = {
    "1x1": Grid(1, 1),
    "1x3": Grid(1, 3),
    "2x2": Grid(2, 2),
    "2x3": Grid(2, 3),
    "star": Graph(6, [(0, v) for v in range(1, 6)]),
    "parallel edges": Graph(3, [(0, 1), (0, 1), (1, 2), (2, 0), (1, 2)]),
}
LABELLED = [("1x1", 2), ("1x3", 0), ("1x3", 3), ("2x2", 2), ("2x3", 1), ("parallel edges", 3), ("star", 1)]


def assert_same(constraint, width, *data):
    assert_means(lambda s, *lits: constraint.encode(s, *data, *lits), partial(constraint.holds, *data), width)


@pytest.mark.parametrize("name, bits", LABELLED)
def test_labels(name, bits):
    graph = GRAPHS[name]
    assert_same(labels, len(graph.edges) + bits * graph.size, graph)


@pytest.mark.sample(4)
@pytest.mark.parametrize("used", [(), (0,), (0, 1), range(6)], ids=str)
@pytest.mark.parametrize("name, bits", LABELLED)
def test_induced(name, bits, used):
    graph = GRAPHS[name]
    assert_same(induced, len(graph.edges) + bits * graph.size, graph, frozenset(used) & frozenset(range(graph.size)))


@pytest.mark.parametrize("name", GRAPHS)
def test_joined_groups(name):
    graph = GRAPHS[name]
    for numbers in {(), (0,), (0, 0), (0, 1), (0, 1, 0), (0, 0, 1, 1), (2, 5, 2, 5, 1)}:
        if len(numbers) <= graph.size:
            assert_same(joined_groups, len(graph.edges), graph, tuple(enumerate(numbers)))


@pytest.mark.parametrize("name", ["1x3", "2x2", "2x3"])
def test_beams(name):
    """A dot that points off the board has no line."""
    graph = GRAPHS[name]
    for dots in [(), ((0, 1),), ((0, 1), (1, 0)), ((0, -1),), ((0, 1), (2, graph.size - 1)), ((1, 2), (0, 1), (2, 1))]:
        if all(u < 0 or (min(u, v), max(u, v)) in graph.edges for v, u in dots):
            assert_same(beams, len(graph.edges), graph, dots)
