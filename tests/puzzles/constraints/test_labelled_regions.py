"""labelled-regions: clauses, meaning and formula over all assignments, against a walk of our own."""

from itertools import product
from random import Random

import pytest
from support.drawn_graphs import DRAWN
from support.oracle import assert_means

from csp2sat.graphs.graph import Graph, Grid
from csp2sat.model.expr import all_of, any_of
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.puzzles.constraints import labelled_regions

MOST = 11  # literals


def is_right(graph, labels, having):
    """No vertex has two labels, and the members of a label are in one part of the graph that they induce."""
    left = iter(having)
    of = [{label for label in may if next(left)} for may in labels]
    if any(len(found) > 1 for found in of):
        return False
    for label in set().union(*of):
        members = {v for v, found in enumerate(of) if label in found}
        seen = {min(members)}
        for _ in members:
            seen |= {w for u, v in graph.edges for w in (u, v) if {u, v} <= members and {u, v} & seen}
        if seen != members:
            return False
    return True


def random_labels(graph, random):
    """Labels that are few enough together."""
    while True:
        labels = tuple(
            tuple(sorted(random.sample(range(3), random.choice((0, 1, 1, 1, 2))))) for _ in range(graph.size)
        )
        if sum(map(len, labels)) <= MOST:
            return labels


def compare(graph, labels):
    """True if some assignment is right, and another one is not."""
    count, kinds = sum(map(len, labels)), set()
    assert_means(
        lambda sink, *lits: labelled_regions.encode(sink, graph, labels, *lits),
        lambda *having: is_right(graph, labels, having),
        count,
    )
    for having in product((False, True), repeat=min(count, 7)):
        having += (True,) * (count - len(having))
        right = is_right(graph, labels, having)
        kinds.add(right)
        assert labelled_regions.holds(graph, labels, *having) == right
        said = labelled_regions.formula(graph, labels, *(all_of(()) if on else any_of(()) for on in having))
        assert evaluate(said, Answer({}, {})) == right
    return len(kinds) == 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", DRAWN)
def test_drawn_graphs(name):
    random = Random(name)
    for _ in range(2):
        compare(DRAWN[name], random_labels(DRAWN[name], random))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(12))
def test_grids(seed):
    random = Random(seed)
    grid = Grid(*random.choice(((1, 5), (2, 3), (3, 2), (3, 3), (2, 4))))
    found = [compare(grid, random_labels(grid, random)) for _ in range(2)]
    assert any(found) or seed


@pytest.mark.parametrize("seed", range(6))
def test_graphs_without_faces(seed):
    random = Random(seed)
    pairs = [(u, v) for v in range(5) for u in range(v) if random.random() < 0.5]
    graph = Graph(5, pairs)
    compare(graph, random_labels(graph, random))


def test_no_label_at_all():
    compare(Grid(2, 2), ((), (), (), ()))
    compare(Grid(1, 1), ((0, 1),))


def test_one_literal_for_two_vertices():
    """As for cells that are opposite to each other."""
    grid = Grid(1, 3)
    labels = ((0,), (0, 1), (0,))
    assert_means(
        lambda sink, a, b, c: labelled_regions.encode(sink, grid, labels, a, b, c, a),
        lambda a, b, c: is_right(grid, labels, (a, b, c, a)),
        3,
    )
