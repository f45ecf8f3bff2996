"""Plane graphs are found: against Kuratowski's theorem for up to six vertices, and by drawing graphs; and their faces.

Faces are judged by what the pair of trees needs: what a spanning tree leaves out is a spanning tree of the faces.
"""

from itertools import combinations, product
from random import Random

import pytest

from csp2sat.graphs.graph import Graph, Grid
from csp2sat.graphs.planarity import with_faces


def merged(size, edges):
    """For each vertex the name of its part, and the edges that joined two parts."""
    part, tree = list(range(size)), []
    for e, (u, v) in edges:
        if part[u] != part[v]:
            tree.append(e)
            part = [part[v] if each == part[u] else each for each in part]
    return part, tree


def assert_faces(graph, random):
    """The complement of a spanning tree joins all faces, without a cycle, and face 0 is at vertex 0."""
    count = 1 + max((face for sides in graph.faces for face in sides), default=0)
    assert {face for sides in graph.faces for face in sides} in (set(range(count)), set())
    numbered = list(enumerate(graph.edges))
    for _ in range(3):
        random.shuffle(numbered)
        tree = set(merged(graph.size, numbered)[1])
        left = [(e, graph.faces[e]) for e in range(len(graph.edges)) if e not in tree]
        assert len(tree) == graph.size - 1 and len(merged(count, left)[1]) == len(left) == count - 1
    assert not graph.edges or any(
        0 in edge and 0 in sides for edge, sides in zip(graph.edges, graph.faces, strict=True)
    )


def forbidden(size):
    """The graphs that are no part of a plane one: K5, K33, K5 with a vertex on one edge."""
    for five in combinations(range(size), 5):
        whole = set(combinations(five, 2))
        yield whole
        for (u, v), w in product(whole, set(range(size)) - set(five)):
            yield (whole - {(u, v)}) | {tuple(sorted((u, w))), tuple(sorted((v, w)))}
    for six in combinations(range(size), 6):
        for three in combinations(six, 3):
            yield {tuple(sorted((u, v))) for u in three for v in set(six) - set(three)}


@pytest.mark.parametrize(("size", "share"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 0.03)])
def test_all_small_graphs(size, share):
    random, bad, found = Random(size), list(forbidden(size)), 0
    pairs = list(combinations(range(size), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        edges = [pair for pair, on in zip(pairs, chosen, strict=True) if on]
        if random.random() < share and len(set(merged(size, enumerate(edges))[0])) == 1:
            plane = with_faces(
                Graph(size, random.sample([edge[:: random.choice((1, -1))] for edge in edges], len(edges)))
            )
            assert (plane is not None) == (not any(each.issubset(edges) for each in bad)), edges
            if plane is not None:
                assert_faces(plane, random)
                found += 1
    assert found > 0


def drawn(random):
    """A part of a grid with diagonals, renumbered, some edges twice: vertices and edges."""
    rows, cols = random.randint(1, 7), random.randint(1, 7)
    pairs = [
        (r * cols + c, i * cols + j)
        for r, c in product(range(rows), range(cols))
        for i, j in ((r, c + 1), (r + 1, c), (r + 1, c + 1))
        if i < rows and j < cols and random.random() < 0.85
    ]
    part, _ = merged(rows * cols, enumerate(pairs))
    kept = [v for v in range(rows * cols) if part[v] == part[0]]
    number = dict(zip(kept, random.sample(range(len(kept)), len(kept)), strict=True))
    edges = [(number[u], number[v]) for u, v in pairs if u in number]
    edges += random.choices(edges, k=random.choice((0, 0, 2))) if edges else []
    return len(kept), random.sample(edges, len(edges))


@pytest.mark.parametrize("seed", range(60))
def test_graphs_that_were_drawn(seed):
    random = Random(seed)
    size, edges = drawn(random)
    plane = with_faces(Graph(size, edges, None, [0]))
    assert plane is not None and plane.edges == tuple(edges) and plane.candidates == (0,)
    assert_faces(plane, random)


@pytest.mark.parametrize("seed", range(40))
def test_a_graph_that_cannot_be_drawn_within_others(seed):
    """K5 or K33, with vertices on its edges and plane graphs hanging on it."""
    random = Random(seed)
    size, edges = random.choice(
        [(5, list(combinations(range(5), 2))), (6, [(u, v) for u in range(3) for v in range(3, 6)])]
    )
    for _ in range(random.randint(0, 12)):
        u, v = edges.pop(random.randrange(len(edges)))
        edges += [(u, size), (size, v)]
        size += 1
    more, hanging = drawn(random)
    edges += [(size + u, size + v) for u, v in hanging] + [(random.randrange(size), size)]
    size += more
    to = random.sample(range(size), size)
    assert with_faces(Graph(size, random.sample([(to[u], to[v]) for u, v in edges], len(edges)))) is None


def test_degenerate_graphs():
    assert with_faces(Graph(0, [])) is None and with_faces(Graph(2, [])) is None
    assert with_faces(Graph(1, [])).faces == []
    assert_faces(with_faces(Graph(2, [(0, 1), (1, 0), (0, 1)])), Random(0))


def test_a_large_grid_needs_no_deep_recursion():
    grid = Grid(40, 40)
    plane = with_faces(Graph(grid.size, grid.edges))
    assert plane is not None and len({face for sides in plane.faces for face in sides}) == 39 * 39 + 1
    path = with_faces(Graph(3000, [(v, v + 1) for v in range(2999)]))
    assert path is not None and set(path.faces) == {(0, 0)}
