"""Cuts of graph rules against brute force over all assignments of small graphs."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest

from csp2sat.constraints.graphs import acyclic, connected, islands, joined, single_loop
from csp2sat.graphs.graph import Graph, Grid, component, neighbours
from csp2sat.puzzles.constraints import beams, congruent_halves, connected_rest, joined_groups
from csp2sat.puzzles.constraints.congruence import Halves, congruent
from csp2sat.reasoning.search.graph_cuts import (
    area_ways,
    beam_ways,
    cuts,
    group_ways,
    half_ways,
    island_ways,
    loop_ways,
    nets,
    settled_areas,
    shore_ways,
)

RULES = {
    "connected": (cuts.connected, connected.holds),
    "connected-rest": (cuts.connected_rest, connected_rest.holds),
    "acyclic": (cuts.acyclic, acyclic.holds),
    "joined": (cuts.joined, joined.holds),
    "single-loop": (loop_ways.single_loop, single_loop.holds),
    "two-ways": (loop_ways.two_ways, single_loop.holds),
}
COMPLETE = ("connected", "acyclic", "joined")  # every literal that the rule forces has a cut
TRIALS = 40  # partial values of each graph


def random_graph(rng: random.Random) -> Graph:
    """Up to 7 vertices and 10 edges, perhaps in several parts, perhaps with parallel edges and chosen ends."""
    size = rng.randint(2, 7)
    pairs = [(u, v) for u in range(size) for v in range(size) if u != v]
    edges = [rng.choice(pairs) for _ in range(rng.randint(1, 10))]
    return Graph(size, edges, candidates=rng.sample(range(size), rng.randint(0, size)))


GRAPHS = {
    "2x3": Grid(2, 3),
    "3x3": Grid(3, 3),
    "1x5": Grid(1, 5),
    **{f"random {seed}": random_graph(random.Random(seed)) for seed in range(40)},
}


@cache
def allowed(rule: str, name: str) -> tuple[int, tuple[int, ...]]:
    """The number of places of values, and the assignments that a rule allows, as sets of bits."""
    graph = GRAPHS[name]
    count = graph.size if rule.startswith("connected") else len(graph.edges)
    holds = RULES[rule][1]
    found = (values for values in product((False, True), repeat=count) if holds(graph, *values))
    return count, tuple(sum(1 << at for at, value in enumerate(values) if value) for values in found)


def masks(pairs):
    """The bits of some places, and those whose value is true."""
    return sum(1 << at for at, _ in pairs), sum(1 << at for at, true in pairs if true)


def follows(clause, assignments) -> bool:
    """Whether all assignments satisfy a clause."""
    places, negated = masks([(at, not wanted) for at, wanted in clause])
    return not any(values & places == negated for values in assignments)


def partial_values(rng, count, assignments):
    """Values of some places: of an allowed assignment, sometimes with one wrong place, or any."""
    base = rng.choice(assignments) if assignments and rng.random() < 0.8 else rng.getrandbits(max(count, 1))
    share = rng.random()
    value = [bool(base >> at & 1) if rng.random() < share else None for at in range(count)]
    if count and rng.random() < 0.3:
        value[rng.randrange(count)] = rng.random() < 0.5
    return value


def test_borders_have_no_dents():
    """An area with a hole, and with a vertex outside that has two of its three edges to the area."""
    grid = Grid(4, 4)
    net = nets.Net.of(grid.size, grid.edges, ())
    hole, dent = 5, 3
    value = [False if {hole, dent}.intersection(edge) else None for edge in grid.edges]
    side = {0, 1, 2, 4, 6, 8, 9, 10, 7}
    found = loop_ways._smooth(net, value, side, loop_ways._is_dead)
    assert found == side | {hole, dent}
    assert loop_ways._smooth(net, [None] * len(value), side, loop_ways._is_dead) == side, "nothing is known"


def test_a_vertex_that_breaks_the_degree_does_not_change_an_area():
    """With it, the number of lines around would be even."""
    net = nets.Net.of(3, [(0, 1), (0, 1), (1, 2)], ())
    assert loop_ways._smooth(net, [True, False, False], {0}, loop_ways._is_known) == {0}


@pytest.mark.sample(30)
@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("rule", RULES)
def test_cuts(rule, name):
    graph = GRAPHS[name]
    ends = graph.candidates if rule == "joined" else ()
    net = nets.Net.of(graph.size, graph.edges, ends)
    count, assignments = allowed(rule, name)
    rng = random.Random(f"{rule} {name}")
    for _ in range(TRIALS):
        value = partial_values(rng, count, assignments)
        found = list(RULES[rule][0](net, value))
        for cut in found:
            assert follows(cut.clause, assignments), (value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
            assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (value, cut)
            assert len(dict(cut.clause)) == len(cut.clause), (value, cut)
            assert set(cut.border) <= set(range(count)), (value, cut)
        if rule in COMPLETE:
            _require_complete(found, value, assignments)


def _require_complete(found, value, assignments):
    """The cuts say all that the rule forces, and nothing in them can be left out."""
    places, true = masks([(at, known) for at, known in enumerate(value) if known is not None])
    left = [values for values in assignments if values & places == true]
    said = {(at, wanted) for cut in found for at, wanted in cut.clause if value[at] is None}
    if not left:
        assert any(all(value[at] is not None for at, _ in cut.clause) for cut in found), (value, found)
    else:
        opened = [at for at, known in enumerate(value) if known is None]
        forced = {(at, bool(left[0] >> at & 1)) for at in opened if len({values >> at & 1 for values in left}) == 1}
        assert said == forced, (value, found)
    for cut in found if assignments else ():
        for number in range(len(cut.clause)):
            assert not follows(cut.clause[:number] + cut.clause[number + 1 :], assignments), (value, cut, number)


@cache
def island_assignments(rows, cols, anchors):
    """The assignments that `islands` allows on a grid."""
    graph = Grid(rows, cols)
    return {each for each in product((False, True), repeat=graph.size) if islands.holds(graph, anchors, *each)}


def without_sizes(rows, cols, anchors, cited):
    """The assignments that are possible if only the cited anchors have their sizes: each other one has any size, or is
    none."""
    others = [v for v, _ in anchors if v not in cited]
    kept = tuple(pair for pair in anchors if pair[0] in cited)
    for there in product((False, True), repeat=len(others)):
        more = tuple((v, 0) for v, is_anchor in zip(others, there, strict=True) if is_anchor)
        yield from island_assignments(rows, cols, kept + more)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_cuts_of_islands(seed):
    rng = random.Random(seed)
    rows, cols = rng.choice([(1, 4), (2, 3), (3, 3), (2, 4), (2, 5)])
    graph = Grid(rows, cols)
    anchors = tuple((v, rng.randint(0, 5)) for v in rng.sample(range(graph.size), rng.randint(0, 3)))
    net = nets.Net.of(graph.size, graph.edges, (), anchors)
    assignments = sorted(island_assignments(rows, cols, anchors))
    for _ in range(15):
        likely = bool(assignments) and rng.random() < 0.8
        base = rng.choice(assignments) if likely else [rng.random() < 0.5 for _ in range(graph.size)]
        share = rng.choice((0.3, 0.6, 1.0))
        value = [true if rng.random() < share else None for true in base]
        for v, _ in anchors:
            value[v] = True
        found = list(island_ways.islands(net, value))
        for cut in [*found, *island_ways.crowded(net, value)]:
            clause = dict(cut.clause)
            cited = {v for v, _ in anchors if clause.get(v) is False}
            for each in without_sizes(rows, cols, anchors, cited):
                assert any(each[at] == wanted for at, wanted in cut.clause), (anchors, value, cut)
            assert len(clause) == len(cut.clause), (value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
            assert len([at for at in clause if value[at] is None]) <= 1, (value, cut)
        if None not in value:
            assert islands.holds(graph, anchors, *value) == (not found), (anchors, value, found)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_cuts_of_shores(seed):
    """A cut of shores follows from both rules, and says what neither of them says alone."""
    rng = random.Random(seed)
    rows, cols = rng.choice([(3, 3), (2, 5), (3, 4)])
    graph = Grid(rows, cols)
    anchors = tuple((v, rng.choice((0, 2, 3, 4))) for v in rng.sample(range(graph.size), rng.randint(1, 3)))
    net = nets.Net.of(graph.size, graph.edges, (), anchors)
    apart = [v for v in island_assignments(rows, cols, anchors) if connected.holds(graph, *(not true for true in v))]
    assignments = [sum(1 << at for at, value in enumerate(values) if value) for values in apart]
    for _ in range(15):
        value = partial_values(rng, graph.size, assignments)
        for v, _ in anchors:
            value[v] = True
        for cut in shore_ways.shores(net, value):
            assert follows(cut.clause, assignments), (anchors, value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (anchors, value, cut)
            assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (anchors, value, cut)


def test_an_island_has_no_way_from_edge_to_edge_with_walls_on_both_sides():
    """The cell at the right has a way to the number at the left, which would part the walls above and below."""
    graph = Grid(3, 5)
    net, value = nets.Net.of(graph.size, graph.edges, (), [(5, 0)]), [None] * graph.size
    value[1] = value[12] = False
    found = {dict(cut.clause).popitem()[0] if len(cut.clause) == 1 else cut.at for cut in shore_ways.shores(net, value)}
    assert found == {2, 3, 4, 9, 13, 14}
    value[12] = None
    assert list(shore_ways.shores(net, value)) == []


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_cuts_of_groups(seed):
    """Cuts follow from the rule, and values of all edges have a cut if they break the rule; the values that are traced
    as the reason of an edge suffice by themselves.
    """
    rng = random.Random(seed)
    graph = Grid(*rng.choice([(1, 4), (2, 3), (3, 3), (2, 4)])) if seed % 2 else random_graph(rng)
    ends = rng.sample(range(graph.size), rng.randint(1, graph.size))
    grouped = tuple((v, at // 2) for at, v in enumerate(ends[:6]))
    net, count = nets.Net.of(graph.size, graph.edges, (), grouped), len(graph.edges)
    allowed_ones = [v for v in product((False, True), repeat=count) if joined_groups.holds(graph, grouped, *v)]
    assignments = [sum(1 << at for at, value in enumerate(values) if value) for values in allowed_ones]
    for _ in range(15):
        value = partial_values(rng, count, assignments)
        found = list(group_ways.joined_groups(net, value))
        forced = group_ways.forced(net, value) or {}
        made = {(at, w) for cut in found for at, w in cut.clause if value[at] is None}
        assert made <= forced.items() and bool(made) == bool(forced)
        lines = group_ways.GroupedEdges(net, {at: known for at, known in enumerate(value) if known is not None})
        for edge, true in {} if lines.is_broken else forced.items():
            why, groups = lines.reasons(edge)
            part = {at: lines.known[at] for at in why} | {edge: not true}
            assert group_ways.GroupedEdges(net, part, groups).is_broken, (value, edge)
        for cut in found:
            assert follows(cut.clause, assignments), (value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
            assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (value, cut)
        if None not in value:
            assert joined_groups.holds(graph, grouped, *value) == (not found), (value, found)


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_cuts_of_beams(seed):
    """Cuts follow from the rule, and lines that go on, with one at each dot, have a cut if they break the rule."""
    rng, grid = random.Random(seed), Grid(*random.Random(seed).choice([(2, 3), (3, 3), (2, 4)]))
    flies = rng.sample(range(grid.size), rng.randint(1, 4))
    beside = neighbours(grid)
    dots = tuple((v, rng.choice(sorted(beside[v]))) for v in flies)
    net, count = nets.Net.of(grid.size, grid.edges, (), dots), len(grid.edges)
    allowed_ones = [v for v in product((False, True), repeat=count) if beams.holds(grid, dots, *v)]
    assignments = [sum(1 << at for at, value in enumerate(values) if value) for values in allowed_ones]
    for _ in range(15):
        value = partial_values(rng, count, assignments)
        for cut in beam_ways.beams(net, value):
            assert follows(cut.clause, assignments), (dots, value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
            assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (value, cut)
            assert len(dict(cut.clause)) == len(cut.clause), (value, cut)
    for value in product((False, True), repeat=count):
        near = neighbours(grid, value)
        goes_on = all(len(near[v]) in (0, 2) for v in range(grid.size) if v not in flies)
        if goes_on and all(u in near[v] for v, u in dots):
            assert beams.holds(grid, dots, *value) == (not [*beam_ways.beams(net, value)]), (dots, value)


def areas_have(graph, size, exact, values) -> bool:
    """Whether each area of true vertices has `size` vertices, or as many at least."""
    near = neighbours(graph, (values[u] and values[v] for u, v in graph.edges))
    found = [len(component(near, v)) for v in range(graph.size) if values[v]]
    return all(each == size if exact else each >= size for each in found)


@pytest.mark.sample(12)
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("size", range(1, 6))
@pytest.mark.parametrize("rows, cols", [(1, 5), (2, 3), (3, 3), (2, 4), (3, 4)])
def test_cuts_of_areas(rows, cols, size, exact):
    """Cuts follow from the rule, none of their members can be left out, and values of all vertices that break the rule
    have a cut.
    """
    graph, rng = Grid(rows, cols), random.Random(f"{rows} {cols} {size} {exact}")
    net = nets.Net.of(graph.size, graph.edges, (), ((0, size),))
    every = product((False, True), repeat=graph.size)
    right = [values for values in every if areas_have(graph, size, exact, values)]
    assignments = [sum(1 << at for at, value in enumerate(values) if value) for values in right]
    for _ in range(TRIALS):
        value = partial_values(rng, graph.size, assignments)
        found = list((area_ways.exact_areas if exact else area_ways.larger_areas)(net, value))
        for cut in found:
            assert follows(cut.clause, assignments), (value, cut)
            assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
            assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (value, cut)
        if None not in value:
            assert areas_have(graph, size, exact, value) == (not found), (value, found)


@pytest.mark.sample(6)
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("size", range(2, 6))
def test_cuts_near_new_values_are_all_cuts(size, exact):
    """What is settled by known values has no cut by more values, whatever these are: the cuts are those found anew."""
    graph, rng = Grid(4, 5), random.Random(f"{size} {exact}")
    net, rule = nets.Net.of(graph.size, graph.edges, (), ((0, size),)), ("larger-areas", "exact-areas")[exact]
    settled = 0
    for _ in range(20):
        make = settled_areas.REMEMBERING[rule]()
        order = rng.sample(range(graph.size), graph.size)
        known = {v: rng.random() < 0.3 for v in order[:8]}
        for count in (3, 5, 8):
            make.settle(net, [known.get(v) if v in order[:count] else None for v in range(graph.size)])
        settled += len(make._near)
        for _ in range(10):
            more = known | {v: rng.random() < 0.4 for v in rng.sample(order[8:], 3)}
            value = [more.get(v) for v in range(graph.size)]
            assert list(make(net, value)) == list(loop_ways.PROPAGATORS[rule](net, value)), (known, value)
        value = [None if v == order[0] else more.get(v) for v in range(graph.size)]  # a value that was known is not
        assert list(make(net, value)) == list(loop_ways.PROPAGATORS[rule](net, value)), (known, value)
    assert settled > 50


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(30))
def test_cuts_of_halves(seed):
    """Cuts follow from the rule, and values of all edges that break the rule have a cut."""
    rng = random.Random(seed)
    grid = Grid(*rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)]))
    grey = [v < grid.size // 2 for v in range(grid.size)]
    rng.shuffle(grey)
    sizes = [rng.randint(1, 3) if rng.random() < 0.2 else 0 for _ in grey]
    halves, edges = Halves(tuple(grey), tuple(sizes)), len(grid.edges)
    count = edges + sum(map(bool, sizes))
    net = nets.Net.of(grid.size, grid.edges, (), [(v, 2 * n + grey[v]) for v, n in enumerate(sizes)])
    every = product((False, True), repeat=count)
    right = [values for values in every if congruent_halves.holds(grid, halves, *values)]
    assignments = [sum(1 << at for at, value in enumerate(values) if value) for values in right]
    for _ in range(15):
        value = partial_values(rng, count, assignments)
        for make in (half_ways.halved_blocks, half_ways.all_halved_blocks):
            found = list(make(net, value))
            for cut in found:
                assert follows(cut.clause, assignments), (halves, value, cut)
                assert not any(value[at] == wanted for at, wanted in cut.clause), (value, cut)
                assert len([at for at, _ in cut.clause if value[at] is None]) <= 1, (value, cut)
        if None not in value:
            assert congruent_halves.holds(grid, halves, *value) == (not found), (halves, value, found)


@pytest.mark.parametrize("rows", [["..##"], [".#.", "#.#"], ["..#", ".##"], ["..##", ".#.#", "#..#"]])
def test_blocks_of_halves(rows):
    """The listed blocks are the connected sets of cells that are a block, found by trying all sets."""
    grid, grey = Grid(len(rows), len(rows[0])), tuple(char == "#" for row in rows for char in row)
    blocks = half_ways.HalvedBlocks(nets.Net.of(grid.size, grid.edges, (), list(enumerate(map(int, grey)))))
    numbers = range(max(here.bit_length() for here in blocks.at))
    found = [frozenset(v for v in range(grid.size) if blocks.at[v] >> number & 1) for number in numbers]

    def is_block(cells):
        halves = [sorted(v for v in cells if grey[v] == colour) for colour in (False, True)]
        inside = [neighbours(grid, (u in half and v in half for u, v in grid.edges)) for half in halves]
        joined = neighbours(grid, (u in cells and v in cells for u, v in grid.edges))
        return (
            all(half and component(near, half[0]) == set(half) for near, half in zip(inside, halves, strict=True))
            and component(joined, min(cells)) == set(cells)
            and congruent(*([divmod(v, grid.cols) for v in half] for half in halves))
        )

    sets = (frozenset(v for v in range(grid.size) if bits >> v & 1) for bits in range(1, 1 << grid.size))
    assert len(found) == len(set(found)) and set(found) == {cells for cells in sets if is_block(cells)}


def test_the_judge_refuses_a_wrong_cut():
    """A vertex between two shaded ones of a row is shaded, and no other clause over the three follows."""
    _, assignments = allowed("connected", "1x5")
    right = [(0, False), (2, False), (1, True)]
    assert follows(right, assignments)
    assert not any(follows(right[:at] + right[at + 1 :], assignments) for at in range(3))
