"""Vertices that active edges join, on drawn graphs and others, over all sets of edges."""

import random
from functools import partial

import pytest
from support.drawn_graphs import DRAWN
from support.oracle import assert_means

from csp2sat.cnf.sink import FALSE, Sink
from csp2sat.constraints.graphs import joined
from csp2sat.graphs.graph import Graph, Grid

K33 = [(u, v) for u in range(3) for v in range(3, 6)]
OTHERS = {
    "K4": Graph(4, [(u, v) for u in range(4) for v in range(u)]),
    "K33": Graph(6, K33),
    "K33, two": Graph(6, K33, None, (1, 2)),
    "parallel edges": Graph(3, [(0, 1), (1, 0), (1, 2), (2, 0), (1, 2)], None, (2, 1)),
    "two triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
    "one of two triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)], None, (5, 4)),
    "grid": Grid(3, 3),
    "grid, some": Grid(3, 3, (0, 2, 4)),
    "grid, some others": Grid(3, 3, (8, 3)),
    "no edge": Graph(2, []),
    "no vertex": Graph(0, []),
}
GRAPHS = {**DRAWN, **OTHERS}


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())
def test_joined(graph):
    assert_means(lambda s, *lits: joined.encode(s, graph, *lits), partial(joined.holds, graph), len(graph.edges))


@pytest.mark.parametrize("name", ["squares", "rings, some", "K33", "grid, some others"])
def test_joined_with_edges_that_are_never_active(name):
    graph, rng = GRAPHS[name], random.Random(name)
    for _ in range(20):
        free = [e for e in range(len(graph.edges)) if rng.random() < 0.7]

        def spread(values, rest, free=free):
            chosen = dict(zip(free, values, strict=True))
            return [chosen.get(e, rest) for e in range(len(graph.edges))]

        assert_means(
            lambda s, *lits: joined.encode(s, graph, *spread(lits, FALSE)),
            lambda *bits: joined.holds(graph, *spread(bits, False)),
            len(free),
        )


def test_the_size_is_as_stated():
    grid, sink = Grid(30, 30), Sink()
    joined.encode(sink, grid, *sink.new(len(grid.edges)))
    assert sink.num_vars / grid.size < 10.1 and sink.out.count(0) / grid.size < 40
