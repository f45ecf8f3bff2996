"""A planarity test, which also finds the faces of a drawing without crossings.

The left-right test: a depth-first search leaves trees and back edges, and the back edges that return past a vertex are
parted into those on the left and those on the right of the tree edge there, so that no two on one side cross.

Source: U. Brandes, The left-right planarity test, manuscript, 2009, after H. de Fraysseix and P. Rosenstiehl; with
loops in the place of recursion, and edges known by their numbers, so that parallel edges are allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .graph import Edge, Graph

NONE = -1  # no edge


def with_faces(graph: Graph) -> Graph | None:
    """Return the same graph with its faces, or None if the graph is not connected, not planar, or has no vertices.

    Face 0 is a largest face at vertex 0.  Time: n log n, for 10,000 vertices 0.6 s.
    """
    if not graph.size or len(set(map(frozenset, graph.edges))) > max(1, 3 * graph.size - 6):
        return None
    rotation = _LeftRight(graph).rotation()
    faces = None if rotation is None else _faces(graph, rotation)
    return (
        None if faces is None else Graph(graph.size, graph.edges, faces, graph.candidates, graph.touched, graph.numbers)
    )


class _Crossing(Exception):
    """An error that ends the test: the graph is not plane."""


class _Pair:
    """Two chains of back edges that must be on different sides, left and right (a chain: see `next` in `_LeftRight`).

    Each chain is kept as the edges of its highest and its lowest return; [NONE, NONE] is an empty chain.
    """

    def __init__(self, right: int = NONE) -> None:
        self.left, self.right = [NONE, NONE], [right, right]  # highest, lowest

    def swap(self) -> None:
        self.left, self.right = self.right, self.left


class _LeftRight:
    """A left-right test of one graph.

    out: the edges that leave each vertex, in the direction of the search.
    tail, head: the ends of each edge in that direction.
    low: for each edge the height of the lowest vertex to which the edge, or a back edge from below it, returns.
    lowest: for each edge a back edge that returns there.
    next, side: an edge is on the same side as its next edge if its side is 1, on the other side if its side is -1; the
    next edges of an edge are its chain.
    """

    def __init__(self, graph: Graph):
        m = len(graph.edges)
        self._size, self._edges = graph.size, graph.edges
        self._tail, self._head = [NONE] * m, [NONE] * m
        self._out: list[list[int]] = [[] for _ in range(graph.size)]
        self._height = [NONE] * graph.size
        self._parent = [NONE] * graph.size  # the tree edge to a vertex
        self._found: list[int] = []  # the vertices in the order of the search
        self._low, self._nesting = [0] * m, [0] * m
        self._lowest, self._next, self._side = [NONE] * m, [NONE] * m, [1] * m
        self._pairs: list[_Pair] = []
        self._bottom = [0] * m  # how many pairs there were before an edge

    def rotation(self) -> list[list[int]] | None:
        """Return for each vertex its edges in the order around the vertex, or None if the graph is not planar or not
        connected.
        """
        self._orient(self._edges)
        if len(self._found) < self._size:
            return None
        self._returns()
        self._sort(self._nesting)
        try:
            self._walk(self._enter, self._leave)
        except _Crossing:
            return None
        self._sort([depth * side for depth, side in zip(self._nesting, self._sides(), strict=True)])
        return self._embedded()

    def _orient(self, edges: Sequence[Edge]) -> None:
        """Search depth-first from vertex 0, and note the directions of edges, heights and tree edges."""
        at: list[list[int]] = [[] for _ in range(self._size)]
        for e, (u, v) in enumerate(edges):
            at[u].append(e)
            at[v].append(e)
        self._height[0] = 0
        self._found, path = [0], [0]
        while path:
            v = path[-1]
            e = at[v].pop() if at[v] else NONE
            if e == NONE:
                path.pop()
            elif self._tail[e] == NONE:
                w = sum(edges[e]) - v
                self._tail[e], self._head[e] = v, w
                self._out[v].append(e)
                if self._height[w] == NONE:
                    self._height[w], self._parent[w] = self._height[v] + 1, e
                    self._found.append(w)
                    path.append(w)

    def _is_tree(self, e: int) -> bool:
        return self._parent[self._head[e]] == e

    def _returns(self) -> None:
        """Compute for each edge how low it returns and its nesting depth.

        The depth is greater for an edge with a higher return, and greater by one if a second return is below the edge's
        tail.
        """
        height, second = self._height, [0] * len(self._low)
        for v in reversed(self._found):
            for e in self._out[v]:
                w = self._head[e]
                own = [height[v]] if self._is_tree(e) else [height[w], height[v]]
                below = [low for f in self._out[w] for low in (self._low[f], second[f])] if self._is_tree(e) else []
                lows = sorted({low for low in (*own, *below) if low <= height[v]})
                self._low[e], second[e] = lows[0], lows[1] if len(lows) > 1 else height[v]
                self._nesting[e] = 2 * lows[0] + (second[e] < height[v]) + 1

    def _sort(self, depth: Sequence[int]) -> None:
        for edges in self._out:
            edges.sort(key=depth.__getitem__)

    def _walk(self, enter: Callable[[int], None], leave: Callable[[int], None]) -> None:
        """Walk the search tree again, edges in their order: call `enter` with each edge before, `leave` after the edges
        below it.
        """
        left = [iter(edges) for edges in self._out]
        path: list[int] = []
        v = 0
        while True:
            e = next(left[v], NONE)
            if e != NONE:
                enter(e)
                path.append(e)
                if self._is_tree(e):
                    v = self._head[e]
                    continue
            elif not path:
                return
            e = path.pop()
            leave(e)
            v = self._tail[e]

    def _enter(self, e: int) -> None:
        self._bottom[e] = len(self._pairs)
        if not self._is_tree(e):
            self._lowest[e] = e
            self._pairs.append(_Pair(e))

    def _leave(self, e: int) -> None:
        v = self._tail[e]
        if self._is_tree(e):
            self._trim(v)
            self._follow_highest(e)
        if self._low[e] < self._height[v]:
            parent = self._parent[v]
            if e == self._out[v][0]:
                self._lowest[parent] = self._lowest[e]
            else:
                self._constrain(e, parent)

    def _follow_highest(self, e: int) -> None:
        """Put a tree edge on the side of its highest return."""
        if self._low[e] < self._height[self._tail[e]]:
            left, right = self._pairs[-1].left[0], self._pairs[-1].right[0]
            is_left = left != NONE and (right == NONE or self._low[left] > self._low[right])
            self._next[e] = left if is_left else right

    def _constrain(self, e: int, parent: int) -> None:
        """Put the returns from below edge e on one side, and the conflicting returns of edges before e on the other.

        parent: the tree edge to the tail of e.  Raises _Crossing if this is impossible.
        """
        pair = _Pair()
        while len(self._pairs) > self._bottom[e]:
            below = self._one_sided(lambda chain: chain[0] != NONE)
            if self._low[below.right[1]] > self._low[parent]:
                self._join(pair.right, below.right)
            else:
                self._next[below.right[1]] = self._lowest[parent]
        while self._pairs and any(self._conflicts(chain, e) for chain in (self._pairs[-1].left, self._pairs[-1].right)):
            before = self._one_sided(lambda chain: self._conflicts(chain, e), right=True)
            self._join(pair.right, before.right)
            self._join(pair.left, before.left)
        if pair.left[0] != NONE or pair.right[0] != NONE:
            self._pairs.append(pair)

    def _one_sided(self, is_bound: Callable[[list[int]], bool], right: bool = False) -> _Pair:
        """Pop the last pair, turned so that its bound chain, if any, is the right one (with `right`: the left one).

        is_bound: whether a chain is bound.  Raises _Crossing if both chains are bound.
        """
        pair = self._pairs.pop()
        if is_bound(pair.right if right else pair.left):
            pair.swap()
        if is_bound(pair.right if right else pair.left):
            raise _Crossing
        return pair

    def _join(self, chain: list[int], more: list[int]) -> None:
        """Append a chain of lower returns to a chain."""
        if more[0] == NONE:
            return
        if chain[0] == NONE:
            chain[0] = more[0]
        else:
            self._next[chain[1]] = more[0]
        chain[1] = more[1]

    def _conflicts(self, chain: list[int], e: int) -> bool:
        return chain[0] != NONE and self._low[chain[0]] > self._low[e]

    def _trim(self, v: int) -> None:
        """Forget the back edges that return to vertex v."""
        while self._pairs and self._lowest_of(self._pairs[-1]) == self._height[v]:
            left = self._pairs.pop().left[1]
            if left != NONE:
                self._side[left] = -1
        if self._pairs:
            pair = self._pairs[-1]
            self._trim_chain(pair.left, pair.right, v)
            self._trim_chain(pair.right, pair.left, v)

    def _lowest_of(self, pair: _Pair) -> int:
        return min(self._low[chain[1]] for chain in (pair.left, pair.right) if chain[0] != NONE)

    def _trim_chain(self, chain: list[int], other: list[int], v: int) -> None:
        while chain[0] != NONE and self._head[chain[0]] == v:
            chain[0] = self._next[chain[0]]
        if chain[0] == NONE and chain[1] != NONE:
            self._next[chain[1]], self._side[chain[1]] = other[1], -1
            chain[1] = NONE

    def _sides(self) -> list[int]:
        """Return 1 or -1 for each edge: the product of the sides along its chain."""
        for e in range(len(self._side)):
            chain = [e]
            while self._next[chain[-1]] != NONE:
                chain.append(self._next[chain[-1]])
            for one, then in zip(chain[-2::-1], chain[:0:-1], strict=True):
                self._side[one] *= self._side[then]
                self._next[one] = NONE
        return self._side

    def _embedded(self) -> list[list[int]]:
        """Return for each vertex its edges in the order around the vertex.

        A back edge comes in beside the tree edge from whose end it returns: on the right, later edges come further
        inside; on the left, further outside.
        """
        left: list[list[int]] = [[] for _ in self._edges]
        right: list[list[int]] = [[] for _ in self._edges]
        here = [NONE] * self._size  # the tree edge that the walk has taken

        def enter(e: int) -> None:
            if self._is_tree(e):
                here[self._tail[e]] = e
            else:
                (right if self._side[e] == 1 else left)[here[self._head[e]]].append(e)

        self._walk(enter, lambda _: None)
        around = ([x for e in edges for x in (*left[e][::-1], e, *right[e][::-1])] for edges in self._out)
        return [[*edges, *([] if e == NONE else [e])] for edges, e in zip(around, self._parent, strict=True)]


def _faces(graph: Graph, rotation: Sequence[Sequence[int]]) -> list[Edge] | None:
    """Return the two faces beside each edge, or None if the number of faces breaks Euler's formula.

    rotation: for each vertex its edges in the order around the vertex.  Face 0 is a largest face at vertex 0.
    """
    after = {(v, e): edges[at - 1] for v, edges in enumerate(rotation) for at, e in enumerate(edges)}
    face: dict[tuple[int, int], int] = {}
    sizes: list[int] = []
    for start in after:
        v, e = start
        if start not in face:
            sizes.append(0)
        while (v, e) not in face:
            face[v, e] = len(sizes) - 1
            sizes[-1] += 1
            v = sum(graph.edges[e]) - v
            e = after[v, e]
    if graph.size - len(graph.edges) + max(1, len(sizes)) != 2:
        return None
    outside = max((face[0, e] for e in rotation[0]), key=sizes.__getitem__, default=0)
    number = {0: outside, outside: 0}
    both = ((face[u, e], face[v, e]) for e, (u, v) in enumerate(graph.edges))
    return [(number.get(f, f), number.get(g, g)) for f, g in both]
