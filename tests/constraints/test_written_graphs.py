"""Graph constraints of the cspuz dialect on random edge lists, plane and not, against brute force over all assignments.

The judge merges sets of vertices along the edges of the text; it shares nothing with the package.
"""

from itertools import product
from random import Random

import pytest
from support.oracle import encoded_solutions

from csp2sat.base.source import Source
from csp2sat.encoder.encoder import EncoderOptions
from csp2sat.languages.spec import LANGUAGES

SEEDS = [*range(40), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(40, 500))]


def grid_edges(rows, cols):
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return [(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols] + [
        (r * cols + c, (r + 1) * cols + c) for r, c in cells if r + 1 < rows
    ]


def random_graph(random, most):
    """The number of vertices, and edges: of a grid, maybe shuffled, turned or with some missing; of any kind."""
    kind = random.choice(["grid", "shuffled grid", "holes", "sparse", "dense", "tree", "two parts"])
    rows, cols = random.choice([(r, c) for r in range(1, 4) for c in range(1, 6) if r * c <= most])
    size, edges = rows * cols, grid_edges(rows, cols)
    if kind in ("shuffled grid", "holes"):
        random.shuffle(edges)
        edges = [edge if random.random() < 0.5 else edge[::-1] for edge in edges]
        edges = [edge for edge in edges if kind != "holes" or random.random() < 0.7]
    elif kind != "grid":
        size = random.randint(1, most)
        pairs = [(u, v) for u in range(size) for v in range(u) if kind != "two parts" or (u - v) % 2 == 0]
        share = {"sparse": 0.4, "dense": 0.9, "two parts": 0.8}.get(kind, 0)
        edges = [edge for edge in pairs if random.random() < share]
        edges = [(v, random.randrange(v)) for v in range(1, size)] if kind == "tree" else edges
    return size, edges


def parts(size, edges):
    """For each vertex the least vertex that is joined to it."""
    part = list(range(size))
    for u, v in edges * size:
        part[u] = part[v] = min(part[u], part[v])
    return part


def is_connected(active, edges):
    part = parts(len(active), [(u, v) for u, v in edges if active[u] and active[v]])
    return len({part[v] for v, on in enumerate(active) if on}) < 2


def is_division(size, edges, cut, sizes):
    part = parts(size, [edge for edge, on in zip(edges, cut, strict=True) if not on])
    apart = all(part[u] != part[v] for (u, v), on in zip(edges, cut, strict=True) if on)
    return apart and all(part.count(part[v]) == count for v, count in sizes.items())


def in_words(*things):
    return " ".join(map(str, things))


def said(random, formula):
    """The formula, or its negation, as a requirement; and which truth value it should have."""
    wanted = random.random() < 0.6
    return (formula if wanted else f"(! {formula})"), wanted


def solutions_of(text):
    return encoded_solutions(LANGUAGES["sugar"].read(Source("graph.csp", text)), EncoderOptions())


@pytest.mark.parametrize("seed", SEEDS)
def test_connected_active_vertices(seed):
    """Some vertices are active or not in any case, by a unit or by what they compare; edges may be loops, or twice."""
    random = Random(seed)
    size, edges = random_graph(random, 7)
    edges += random.choices([*edges, (0, 0)], k=random.choice([0, 0, 1, 2]))
    known = {v: random.choice(["yes", "no", "same", "compared"]) for v in range(size) if random.random() < 0.3}
    says = {"yes": "b{0}", "no": "(! b{0})", "same": "(iff b{0} b0)", "compared": "(iff (! b{0}) (!= i 1))"}
    graph, wanted = said(random, f"(graph-active-vertices-connected {size} {len(edges)} {{}})")
    items = in_words(*(f"b{v}" for v in range(size)), *(end for edge in edges for end in edge))
    lines = [f"(bool b{v})" for v in range(size)] + ["(int i 0 2)"]
    lines += [says[how].format(v) for v, how in known.items()]
    fits = {
        "yes": lambda active, i, v: active[v],
        "no": lambda active, i, v: not active[v],
        "same": lambda active, i, v: active[v] == active[0],
        "compared": lambda active, i, v: active[v] == (i == 1),
    }
    expected = {
        ((i,), active)
        for i, *active in map(tuple, product(range(3), *[(False, True)] * size))
        for active in [tuple(active)]
        if is_connected(active, edges) == wanted and all(fits[how](active, i, v) for v, how in known.items())
    }
    assert solutions_of("\n".join([*lines, graph.format(items)])) == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_divisions(seed):
    """Sizes are variables, numbers or `*`; edges may be there twice."""
    random = Random(seed)
    size, edges = random_graph(random, 6)
    edges = random.sample(edges, min(len(edges), 7))
    edges += random.choices(edges, k=random.choice([0, 0, 0, 1])) if edges else []
    kinds = {v: random.choice(["*", "*", str(random.randint(0, size + 1))]) for v in range(size)}
    named = random.sample(range(size), min(size, 2))
    kinds |= {v: f"i{at}" for at, v in enumerate(named)}
    graph, wanted = said(random, f"(graph-division {size} {len(edges)} {{}})")
    ends, cut = [end for edge in edges for end in edge], [f"b{e}" for e in range(len(edges))]
    least, most = random.randint(-1, 2), random.randint(2, size + 2)
    lines = [f"(int i{at} {least} {most})" for at in range(len(named))] + [f"(bool {name})" for name in cut]
    given = {v: int(kind) for v, kind in kinds.items() if kind.isdigit()}
    expected = {
        (ints, bools)
        for ints in product(range(least, most + 1), repeat=len(named))
        for bools in product((False, True), repeat=len(cut))
        if is_division(size, edges, bools, given | dict(zip(named, ints, strict=True))) == wanted
    }
    items = in_words(*kinds.values(), *ends, *cut)
    assert solutions_of("\n".join([*lines, graph.format(items)])) == expected


def test_the_random_graphs_are_of_all_kinds():
    graphs = [random_graph(Random(seed), 7) for seed in range(500)]
    assert len({(size, frozenset(edges)) for size, edges in graphs}) > 180
    connected = [len(set(parts(size, edges))) == 1 for size, edges in graphs]
    many = [len({frozenset(edge) for edge in edges}) > 3 * size - 6 for size, edges in graphs if size > 4]
    assert min(sum(connected), connected.count(False)) > 60
    assert sum(many) > 10, "not plane"
