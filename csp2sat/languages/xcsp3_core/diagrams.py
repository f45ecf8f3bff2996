"""Tables as decision diagrams: equal ends of tuples are joined, so a large table may become small.

Source: K. Cheng, R. Yap, An MDD-based generalized arc consistency algorithm for positive and negative table constraints
and some global constraints, Constraints 15(2), 2010.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...constraints.globals.regular import Automaton

FEW_ROWS = 500  # of such a table no diagram is made
MANY = 10_000_000  # numbers; of a larger table no diagram is made, for that takes as much memory as the table
GAIN = 4  # times as many numbers in the table as edges in its diagram: then the diagram is taken
DiagramEdge = tuple[int, int, int]  # node, value, next node


def diagram_of(rows: Collection[tuple[int, ...]]) -> Automaton | None:
    """Return the smallest diagram of a table, layer by layer, or None if it is not much smaller than the table.

    rows: different ones, of the same length. For r rows of n numbers about rn steps.
    """
    arity = len(next(iter(rows), ()))
    numbers = len(rows) * arity
    if len(rows) < FEW_ROWS or arity < 3 or numbers > MANY:
        return None
    ends: dict[tuple[int, ...], int] = dict.fromkeys(rows, 0)  # the node after each beginning of a row
    edges: list[DiagramEdge] = []
    nodes = 1
    for length in reversed(range(arity)):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        ends = {start: known.setdefault(after, nodes + len(known)) for start, after in _after(ends.items(), length)}
        edges += ((node, value, head) for after, node in known.items() for value, head in after)
        nodes += len(known)
        if len(edges) > numbers // GAIN:
            return None
    return Automaton(ends[()], tuple(edges), frozenset((0,)))


def _after(
    ends: Iterable[tuple[tuple[int, ...], int]], length: int
) -> Iterable[tuple[tuple[int, ...], tuple[tuple[int, int], ...]]]:
    """Return for each beginning of this length its next values, each with the node after it, ascending."""
    found: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for start, node in ends:
        found.setdefault(start[:length], []).append((start[length], node))
    return ((start, tuple(sorted(after))) for start, after in found.items())
