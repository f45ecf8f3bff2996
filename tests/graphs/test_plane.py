"""The faces of graphs that are drawn on the plane."""

import pytest
from support.drawn_graphs import DRAWN

from csp2sat.graphs.graph import Grid
from csp2sat.graphs.plane import plane_graph


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
