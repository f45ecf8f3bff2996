"""Plane graphs, read from drawings."""

from itertools import pairwise

from csp2sat.graphs.plane import plane_graph


def drawn(text, candidates=()):
    """The graph of a drawing: points are `o`, their edges `-` and `|`.  candidates: as of a Graph."""
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
