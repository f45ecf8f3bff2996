"""Graph constraints of the cspuz dialect on random edge lists, plane and not, against brute force over all assignments.

The judge merges sets of vertices along the edges of the text; it shares nothing with the package.
"""

from itertools import product
from random import Random

import pytest
from support.oracle import assert_means, encoded_solutions

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.constraints.graphs import within
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.csp.constraints import written_graph
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.expr import all_of, any_of
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer

SEEDS = [*range(40), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(40, 500))]


def grid_edges(rows, cols):
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return [(r * cols + c, r * cols + c + 1) for r, c in cells if c + 1 < cols] + [
        (r * cols + c, (r + 1) * cols + c) for r, c in cells if r + 1 < rows
    ]


def random_graph(random, most):
    """The number of vertices, and edges: of a grid, maybe shuffled, turned, with some missing or diagonals; of any
    kind."""
    kind = random.choice(["grid", "shuffled grid", "holes", "diagonals", "sparse", "dense", "tree", "two parts"])
    rows, cols = random.choice([(r, c) for r in range(1, 4) for c in range(1, 6) if r * c <= most])
    size, edges = rows * cols, grid_edges(rows, cols)
    if kind in ("shuffled grid", "holes"):
        random.shuffle(edges)
        edges = [edge if random.random() < 0.5 else edge[::-1] for edge in edges]
        edges = [edge for edge in edges if kind != "holes" or random.random() < 0.7]
    elif kind == "diagonals":
        edges += [(u, u + cols + 1) for u in range(size - cols) if (u + 1) % cols]
        number = random.sample(range(size), size)
        edges = [(number[u], number[v]) for u, v in edges if random.random() < 0.9]
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
def test_regions_of_known_size_around_a_clue(seed):
    """A connected set, a sum that counts it, and a vertex that is in it, each in several ways."""
    random = Random(seed)
    size, edges = random_graph(random, 7)
    root, count = random.randrange(size), random.randint(0, size)
    sign, fits = random.choice(
        [("=", lambda n: n == count), ("<=", lambda n: n <= count), (">=", lambda n: n >= count)]
    )
    in_integers = random.random() < 0.5
    least = random.choice([0, 0, 1])
    declared = [f"(int i{v} {least} 2) (bool b{v}) (iff b{v} (= i{v} 1))" for v in range(size)]
    lines = declared if in_integers else [f"(bool b{v})" for v in range(size)]
    counted = [
        f"(if (= i{v} 1) 1 0)" if in_integers and random.random() < 0.7 else f"(if b{v} 1 0)" for v in range(size)
    ]
    lines.append(random.choice([f"b{root}", f"(= i{root} 1)" if in_integers else f"(|| b{root} b{root})"]))
    lines.append(f"({sign} (+ {in_words(*counted)}) {count})")
    graph, wanted = said(random, f"(connected ({in_words(*(f'b{v}' for v in range(size)))}) {{}})")
    lines.append(graph.format(in_words(*(f"({u} {v})" for u, v in edges))))
    values = range(least, 3)
    expected = {
        (ints, active)
        for active in product((False, True), repeat=size)
        if active[root] and fits(sum(active)) and is_connected(active, edges) == wanted
        for ints in (product(*([i for i in values if (i == 1) == on] for on in active)) if in_integers else [()])
    }
    assert solutions_of("\n".join(lines)) == expected


@pytest.mark.sample(3)
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


def test_a_region_of_known_size_needs_no_tree():
    """As cspuz writes it: its members are an integer's value, and counted so."""
    cells = range(9)
    lines = [f"(int i{v} 0 2) (bool b{v}) (iff b{v} (= i{v} 1))" for v in cells]
    lines += [f"(= (+ {in_words(*(f'(if (= i{v} 1) 1 0)' for v in cells))}) 2)", "(= i4 1)"]
    edges = in_words(*(end for edge in grid_edges(3, 3) for end in edge))
    lines.append(f"(graph-active-vertices-connected 9 12 {in_words(*(f'b{v}' for v in cells))} {edges})")
    model, sink = LANGUAGES["sugar"].read(Source("graph.csp", "\n".join(lines))), Sink()
    encode(model, sink, EncoderOptions())
    assert sink.num_vars < 60


@pytest.mark.sample(37)
@pytest.mark.parametrize("seed", range(100))
def test_steps_from_a_root(seed):
    random = Random(seed)
    size, pairs = random_graph(random, 8)
    graph = written_graph(size, tuple(dict.fromkeys((min(edge), max(edge)) for edge in pairs)))[0]
    around = random.randrange(size), random.randint(0, size)

    def is_within(*active):
        found = {around[0]}
        for _ in range(around[1]):
            found |= {w for u, v in pairs for w in (u, v) if active[w] and {u, v} & found}
        return all(v in found for v, on in enumerate(active) if on)

    def encoded(sink, *active):
        sink.out += (active[around[0]], 0)
        within.encode(sink, graph, around, *active)

    assert_means(encoded, lambda *active: active[around[0]] and is_within(*active), size)
    for active in product((False, True), repeat=size) if seed < 20 else ():
        assert within.holds(graph, around, *active) == is_within(*active)
        said_so = within.formula(graph, around, *(all_of(()) if on else any_of(()) for on in active))
        assert evaluate(said_so, Answer({}, {})) == is_within(*active)


def test_the_random_graphs_are_of_all_kinds():
    graphs = [random_graph(Random(seed), 7) for seed in range(500)]
    assert len({(size, frozenset(edges)) for size, edges in graphs}) > 180
    connected = [len(set(parts(size, edges))) == 1 for size, edges in graphs]
    many = [len({frozenset(edge) for edge in edges}) > 3 * size - 6 for size, edges in graphs if size > 4]
    assert min(sum(connected), connected.count(False)) > 60
    assert sum(many) > 10, "not plane"
