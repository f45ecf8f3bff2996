"""What MiniZinc's predicates about subgraphs mean, on plain values: by networkx-like walks over what is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Ints = Sequence[int]
Bools = Sequence[bool]
Graph = tuple[set[int], list[tuple[int, int]], bool]  # vertices and edges that are there; edges inside the vertices?


def _graph(first: int, tails: Ints, heads: Ints, ns: Bools, es: Bools) -> Graph:
    vertices = {first + v for v, on in enumerate(ns) if on}
    edges = [(u, v) for u, v, on in zip(tails, heads, es, strict=True) if on]
    return vertices, edges, all(u in vertices and v in vertices for u, v in edges)


def _reaches_all(graph: Graph, root: int, directed: bool) -> bool:
    vertices, edges, inside = graph
    arcs = edges if directed else edges + [(v, u) for u, v in edges]
    found, todo = {root}, [root]
    for u in todo:
        new = {v for a, v in arcs if a == u} - found
        found |= new
        todo += new
    return inside and root in vertices and found == vertices


def _tree(graph: Graph, root: int, directed: bool) -> bool:
    return _reaches_all(graph, root, directed) and len(graph[1]) == len(graph[0]) - 1


def _path(graph: Graph, start: int, end: int, directed: bool) -> bool:
    """Follow the only way from the start, and use up all edges."""
    vertices, edges, inside = graph
    at, left, seen = start, list(edges), {start}
    while left:
        ways = [e for e in left if e[0] == at or (not directed and e[1] == at)]
        if len(ways) != 1:
            return False
        left.remove(ways[0])
        at = ways[0][1] if ways[0][0] == at else ways[0][0]
        if at in seen:
            return False
        seen.add(at)
    return inside and at == end and seen == vertices


def _acyclic(graph: Graph) -> bool:
    edges = list(graph[1])
    while edges:
        kept = [e for e in edges if any(v == e[0] for _, v in edges)]
        if len(kept) == len(edges):
            return False
        edges = kept
    return graph[2]


def _weight(es: Bools, weights: Ints) -> int:
    return sum(w for w, on in zip(weights, es, strict=True) if on)


def _given(meaning: Callable[..., bool]) -> Callable[..., bool]:
    return lambda first, tails, heads, ns, es, *more: meaning(_graph(first, tails, heads, ns, es), *more)


def _weighed(meaning: Callable[..., bool]) -> Callable[..., bool]:
    """The same with weights and what they sum up to at the end."""
    return lambda *given: meaning(*given[:-2]) and _weight(given[4], given[-2]) == given[-1]


GRAPH_MEANINGS: dict[str, Callable[..., bool]] = {
    "csp2sat_connected": _given(lambda g: any(_reaches_all(g, v, False) for v in g[0])),
    "csp2sat_dconnected": _given(lambda g: any(_reaches_all(g, v, True) for v in g[0])),
    "csp2sat_dag": _given(_acyclic),
    "csp2sat_reachable": _given(lambda g, r: _reaches_all(g, r, False)),
    "csp2sat_dreachable": _given(lambda g, r: _reaches_all(g, r, True)),
    "csp2sat_tree": _given(lambda g, r: _tree(g, r, False)),
    "csp2sat_dtree": _given(lambda g, r: _tree(g, r, True)),
    "csp2sat_path": _given(lambda g, s, t: _path(g, s, t, False)),
    "csp2sat_dpath": _given(lambda g, s, t: _path(g, s, t, True)),
    "csp2sat_bounded_path": _weighed(_given(lambda g, s, t: _path(g, s, t, False))),
    "csp2sat_bounded_dpath": _weighed(_given(lambda g, s, t: _path(g, s, t, True))),
    "csp2sat_steiner": _weighed(_given(lambda g: any(_tree(g, v, False) for v in g[0]))),
    "csp2sat_dsteiner": _weighed(_given(lambda g, r: _tree(g, r, True))),
}
