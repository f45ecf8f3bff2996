"""Graph constraints against their meaning, over all sets of edges of small graphs."""

from functools import partial

import pytest
from support.oracle import assert_means

from csp2sat.cnf.sink import Sink
from csp2sat.constraints.graphs import acyclic, single_loop
from csp2sat.graphs.graph import Graph, Grid


def plain(graph: Graph) -> Graph:
    """The same graph without its faces, so that elimination is used."""
    return Graph(graph.size, graph.edges, None, graph.candidates)


K5 = Graph(5, [(u, v) for u in range(5) for v in range(u)])
K33 = Graph(6, [(u, v) for u in range(3) for v in range(3, 6)])
PARALLEL = Graph(3, [(0, 1), (0, 1), (1, 2), (2, 0), (1, 2)])
SHAPES = [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (2, 5), (3, 3)]
CANDIDATES = [(), (0,), (3,), (0, 3), (3, 0), (1, 2), (0, 1, 2, 3)]
GRIDS = {
    f"{r}x{c}-{'.'.join(map(str, roots)) or 'all'}": Grid(r, c, roots)
    for r, c in SHAPES
    for roots in CANDIDATES
    if max(roots, default=0) < r * c
}
OTHERS = {
    "K5": K5,
    "K5-2": Graph(5, K5.edges, None, (2,)),
    "K5-1.3": Graph(5, K5.edges, None, (1, 3)),
    "K33": K33,
    "K33-4.0": Graph(6, K33.edges, None, (4, 0)),
    "parallel edges": PARALLEL,
    "parallel edges-1": Graph(3, PARALLEL.edges, None, (1,)),
    "two triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
    "two triangles-4": Graph(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)], None, (4, 1)),
    "no edge": Graph(2, []),
    "no vertex": Graph(0, []),
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("graph", GRIDS.values(), ids=GRIDS.keys())
@pytest.mark.parametrize("method", ["trees", "elimination"])
def test_single_loop_on_grids(graph, method):
    used = graph if method == "trees" else plain(graph)
    assert_means(
        lambda s, *lits: single_loop.encode(s, used, *lits), partial(single_loop.holds, used), len(graph.edges)
    )


@pytest.mark.parametrize("graph", OTHERS.values(), ids=OTHERS.keys())
def test_single_loop_on_other_graphs(graph):
    assert_means(
        lambda s, *lits: single_loop.encode(s, graph, *lits), partial(single_loop.holds, graph), len(graph.edges)
    )


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_acyclic(shape):
    graph = Grid(*shape)
    assert_means(lambda s, *lits: acyclic.encode(s, graph, *lits), partial(acyclic.holds, graph), len(graph.edges))


def test_the_size_of_single_loop_is_as_stated():
    graph = Grid(20, 36, (5,))
    sink = Sink()
    single_loop.encode(sink, graph, *sink.new(len(graph.edges)))
    assert sink.num_vars / graph.size < 10.5
    assert sink.out.count(0) / graph.size < 45


def test_a_graph_has_no_self_loop():
    with pytest.raises(ValueError, match="two different vertices"):
        Graph(2, [(1, 1)])
