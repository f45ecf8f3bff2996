"""Vertices that active edges join, on drawn graphs and others, over all sets of edges; and faces of drawn graphs."""

import random
from functools import partial
from itertools import pairwise

import pytest
from support.oracle import assert_means

from csp2sat.cnf.sink import FALSE, Sink
from csp2sat.constraints.graphs import joined
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.graphs.plane import plane_graph


def drawn(text, candidates=()):
    """The graph of a drawing: points are `o`, their edges `-` and `|`."""
    rows = [row.ljust(9) for row in text.split("\n")]
    points = [(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "o"]
    number = {point: v for v, point in enumerate(points)}
    edges = []
    for line, order in (("-", points), ("|", sorted(points, key=lambda point: point[::-1]))):
        for (r, c), (i, j) in pairwise(order):
            between = {rows[x][y] for x in range(r, i + 1) for y in range(c, j + 1)} if r == i or c == j else {"x"}
            if between == {"o", line}:
                edges.append((number[r, c], number[i, j]))
    return plane_graph(points, edges, candidates)


SQUARES = "o-o-o-o\n| | | |\no-o o-o"
TAILS = "  o\n  |\no-o-o\n  |\n  o-o"
RINGS = "o---o-o\n|   | |\no-o-o |\n|     |\no-----o"
ISLAND = "o---o\n|o-o|\n|   |\no---o"
DRAWN = {
    "squares": drawn(SQUARES),
    "squares, some": drawn(SQUARES, (0, 2, 7)),
    "squares, some others": drawn(SQUARES, (6, 3)),
    "tails": drawn(TAILS),
    "tails, some": drawn(TAILS, (0, 1, 5)),
    "rings": drawn(RINGS),
    "rings, some": drawn(RINGS, (0, 6)),
    "one": drawn("o"),
    "two": drawn("o-o"),
    "two below each other": drawn("o\n|\no"),
    "apart": drawn("o o-o"),
    "one in the other": drawn(ISLAND),
}
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


def test_drawn_graphs_have_faces_if_they_are_connected():
    assert {name: graph.faces and 1 + max(map(max, graph.faces)) for name, graph in DRAWN.items()} == {
        "squares": 3,
        "squares, some": 3,
        "squares, some others": 3,
        "tails": 1,
        "tails, some": 1,
        "rings": 3,
        "rings, some": 3,
        "one": [],
        "two": 1,
        "two below each other": 1,
        "apart": None,
        "one in the other": None,
    }


@pytest.mark.parametrize("rows, cols", [(1, 4), (4, 1), (3, 4)])
def test_the_faces_of_a_grid_are_those_that_it_knows(rows, cols):
    grid = Grid(rows, cols)
    graph = plane_graph([(r, c) for r in range(rows) for c in range(cols)], grid.edges)
    renamed = {}
    for mine, known in zip(graph.faces, grid.faces, strict=True):
        assert len(set(mine)) == len(set(known))
        for face in set(known):
            renamed[face] = renamed.get(face, set(mine)) & set(mine)
    assert renamed[0] == {0} and sorted(map(sorted, renamed.values())) == [[f] for f in range(len(renamed))]


def test_the_size_is_as_stated():
    grid, sink = Grid(30, 30), Sink()
    joined.encode(sink, grid, *sink.new(len(grid.edges)))
    assert sink.num_vars / grid.size < 10.1 and sink.out.count(0) / grid.size < 40
