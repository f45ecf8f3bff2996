"""Connectivity, regions, forests and circuits against their meaning, over all inputs of small graphs."""

from functools import partial
from itertools import product

import pytest
from support.oracle import assert_means, encoded_solutions, solutions

from csp2sat.cnf.sink import FALSE, TRUE, Sink
from csp2sat.constraints.graphs import acyclic, connected, graph_division
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.ints.order import constant
from csp2sat.languages.csp.constraints import written_graph
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model


def plain(graph: Graph) -> Graph:
    """The same graph without its faces."""
    return Graph(graph.size, graph.edges)


SHAPES = [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 4), (4, 2), (3, 3), (3, 4), (2, 6)]
OTHERS = {
    "K5": Graph(5, [(u, v) for u in range(5) for v in range(u)]),
    "K33": Graph(6, [(u, v) for u in range(3) for v in range(3, 6)]),
    "parallel edges": Graph(3, [(0, 1), (1, 0), (1, 2), (2, 0), (1, 2)]),
    "two triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]),
    "a wheel": Graph(6, [*((v, (v + 1) % 5) for v in range(5)), *((v, 5) for v in range(5))]),
    "a star": Graph(7, [(3, v) for v in range(7) if v != 3]),
    "two edges": Graph(9, [(8, 0), (3, 4)]),
    "no edge": Graph(3, []),
    "no vertex": Graph(0, []),
}
GRAPHS = {
    **{f"{r}x{c}": Grid(r, c) for r, c in SHAPES},
    **{f"{r}x{c} plain": plain(Grid(r, c)) for r, c in SHAPES},
    **OTHERS,
}
FEW_EDGES = {name: graph for name, graph in GRAPHS.items() if len(graph.edges) <= 10}


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS.keys())
def test_connected(graph):
    assert_means(lambda s, *lits: connected.encode(s, graph, *lits), partial(connected.holds, graph), graph.size)


@pytest.mark.parametrize(("rows", "cols", "known"), [
    (3, 3, {4: True}), (3, 4, {5: True, 6: True}), (4, 4, {5: True, 0: False, 1: False, 4: False}),
    (4, 4, {10: True, 15: False, 3: False, 12: False, 0: True}), (3, 4, {5: False}),
])  # fmt: skip
def test_connected_where_some_vertices_are_known(rows, cols, known):
    """Also vertices away from the face outside, where the tree has its root."""
    grid = Grid(rows, cols)
    free = [v for v in range(grid.size) if v not in known]

    def active(lits, constants):
        values = {v: constants[on] for v, on in known.items()} | dict(zip(free, lits, strict=True))
        return [values[v] for v in range(grid.size)]

    for graph in (grid, plain(grid)):
        assert_means(
            lambda s, *lits, graph=graph: connected.encode(s, graph, *active(lits, (FALSE, TRUE))),
            lambda *bits: connected.holds(grid, *active(bits, (False, True))),
            len(free),
        )


@pytest.mark.parametrize("graph", OTHERS.values(), ids=OTHERS.keys())
def test_acyclic(graph):
    assert_means(lambda s, *lits: acyclic.encode(s, graph, *lits), partial(acyclic.holds, graph), len(graph.edges))


@pytest.mark.sample(11)
@pytest.mark.parametrize("sizes", [(), (1,), (2, 2), (3, 1), (2, 3, 2), (4, 9)], ids=str)
@pytest.mark.parametrize("graph", FEW_EDGES.values(), ids=FEW_EDGES.keys())
def test_graph_division(graph, sizes):
    sized = tuple(range(graph.size))[-len(sizes) :] if sizes else ()
    sizes = [min(size, graph.size) for size, _ in zip(sizes, sized, strict=False)]
    assert_means(
        lambda sink, *cut: graph_division.encode(sink, graph, sized, *(constant(sink, size) for size in sizes), *cut),
        lambda *cut: graph_division.holds(graph, sized, *sizes, *cut),
        len(graph.edges),
    )


def test_graph_division_of_a_square_with_every_size():
    """All divisions of 3 x 3 cells, found by the sizes alone."""
    graph, model = Grid(3, 3), Model()
    sizes = [model.int(f"s{v}", Domain([(1, 9)])) for v in range(9)]
    cut = [model.bool(f"c{e}") for e in range(12)]
    model.add(node("graph-division", graph, tuple(range(9)), *sizes, *cut))
    ranges = product((False, True), repeat=12)
    expected = {bits for bits in ranges if graph_division.holds(graph, (), *bits)}
    found = encoded_solutions(model, EncoderOptions())
    assert {bools for _, bools in found} == expected and len(found) == len(expected) == 1434
    assert all(graph_division.holds(graph, tuple(range(9)), *ints, *bools) for ints, bools in found)


CIRCUITS = {
    "five": [range(5)] * 5,
    "all visited": [[w for w in range(5) if w != v] for v in range(5)],
    "one visited": [range(5), range(5), range(5), (0, 1, 2), range(-1, 6)],
    "a way and back": [(1, 0), (0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5)],
    "no permutation": [(0, 1), (0, 1), (0, 1, 7)],
}


@pytest.mark.parametrize("domains", CIRCUITS.values(), ids=CIRCUITS.keys())
def test_circuit(domains):
    model = Model()
    terms = [model.int(f"t{v}", Domain.of(values)) for v, values in enumerate(domains)]
    model.add(node("circuit", *terms))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


def test_a_grid_that_is_written_edge_by_edge_is_recognised():
    edges = ((0, 3), (4, 1), (1, 2), (2, 5), (3, 4), (1, 0), (5, 4))
    graph, order = written_graph(6, edges)
    assert isinstance(graph, Grid) and (graph.rows, graph.cols) == (2, 3)
    assert [{*edges[at]} for at in order] == [{*edge} for edge in graph.edges]
    assert written_graph(6, edges)[0] is graph
    path, _ = written_graph(3, ((1, 2), (0, 1)))
    assert isinstance(path, Grid) and (path.rows, path.cols) == (1, 3)


@pytest.mark.parametrize(
    "size, edges",
    [
        (6, ((0, 3), (4, 1), (1, 2), (2, 5), (3, 4), (1, 0))),
        (6, ((0, 3), (4, 1), (1, 2), (2, 5), (3, 4), (1, 0), (2, 3))),
        (4, ((0, 1), (1, 2), (2, 3), (3, 0))),
        (4, ((0, 1), (2, 3), (0, 2), (1, 3), (1, 3))),
        (5, ((0, 1), (0, 3))),
        (3, ()),
    ],
    ids=["an edge less", "another edge", "another order", "an edge twice", "another size", "no edge"],
)
def test_other_graphs_are_no_grids(size, edges):
    graph, order = written_graph(size, edges)
    assert not isinstance(graph, Grid) and graph.edges == edges and order == [*range(len(edges))]


def test_sizes_are_as_stated():
    graph, sink = Grid(30, 30), Sink()
    connected.encode(sink, graph, *sink.new(graph.size))
    assert sink.num_vars / graph.size < 11 and sink.out.count(0) / graph.size < 40
    sink = Sink()
    graph_division.encode(sink, graph, (), *sink.new(len(graph.edges)))
    assert sink.num_vars / graph.size < 70 and sink.out.count(0) / graph.size < 240


def test_a_long_path_that_is_not_connected():
    n = 14
    graph, model = Graph(n, [(v, v + 1) for v in range(n - 1)]), Model()
    active = [model.bool(f"p{v}") for v in range(n)]
    model.add(node("not", node("connected", graph, *active)))
    model.add(node("count", "eq", 1, n - 2, *(node("if", p, 1, 0) for p in active)))
    assert (
        len(encoded_solutions(model, EncoderOptions())) == n * (n - 1) // 2 - 3
    )  # but for those that cut off an end only
