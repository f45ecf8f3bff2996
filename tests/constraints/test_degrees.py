"""degrees against its meaning, over all edges of small graphs."""

import random
from functools import partial

import pytest
from support.oracle import assert_means

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.graphs import degrees
from csp2sat.graphs.graph import Graph, Grid

GRAPHS = {
    "1x1": Grid(1, 1),
    "1x3": Grid(1, 3),
    "2x2": Grid(2, 2),
    "2x3": Grid(2, 3),
    "3x3": Grid(3, 3),
    "star": Graph(6, [(0, v) for v in range(1, 6)]),
    "parallel edges": Graph(3, [(0, 1), (0, 1), (1, 2), (2, 0), (1, 2)]),
    "faces of 3x3": Graph(5, Grid(3, 3).faces),
    "no vertex": Graph(0, []),
}
SETS = [{0, 2}, {1}, {2}, {0, 1, 2}, {0, 1, 3}, {0, 4}, {1, 2, 3}, set(), {7}, set(range(9))]


def assert_same(constraint, width, *data):
    assert_means(lambda s, *lits: constraint.encode(s, *data, *lits), partial(constraint.holds, *data), width)


@pytest.mark.sample(15)
@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())
@pytest.mark.parametrize("may", SETS, ids=str)
def test_degrees_of_one_kind(graph, may):
    assert_same(degrees, len(graph.edges), graph, (frozenset(may),) * graph.size)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(10))
def test_degrees_of_many_kinds(seed):
    graph = Grid(3, 3)
    allowed = tuple(map(frozenset, random.Random(seed).choices([{0, 2}, {0, 2}, {1, 2}, {1, 3}, {0, 1, 2, 3}], k=9)))
    assert_same(degrees, 12, graph, allowed)


@pytest.mark.parametrize("may, size", [({0, 2}, 8), ({1}, 7), ({2}, 8), ({0, 1, 2}, 4)], ids=str)
def test_the_number_of_clauses_for_four_edges_is_as_stated(may, size):
    sink = Sink()
    everything = frozenset(range(5))
    degrees.encode(sink, Graph(5, [(0, v) for v in range(1, 5)]), (frozenset(may), *[everything] * 4), *sink.new(4))
    assert (sink.num_vars, sink.out.count(0)) == (5, size)
