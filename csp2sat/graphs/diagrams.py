"""Tables as decision diagrams: equal ends of tuples are joined, so a large table may become small.

Source: K. Cheng, R. Yap, An MDD-based generalized arc consistency algorithm for positive and negative table constraints
and some global constraints, Constraints 15(2), 2010.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from .automata import Automaton

FEW_ROWS = 500  # of a smaller table no diagram is made
MANY = 10_000_000  # numbers; of a larger table no diagram is made, for that takes as much memory as the table
STEP = 3  # clauses of a step of a diagram, at least; a number in a table takes one
SHARE = 0.75  # of the clauses of the table that a diagram may take: then the diagram is taken
DiagramRow = tuple[int, ...]
StarredRow = tuple[int | None, ...]  # None: any value
StarredTable = frozenset[StarredRow] | tuple[StarredRow, ...]
DiagramEdge = tuple[int, int, int]  # node, value, next node


def diagram_of(rows: StarredTable, least: int = FEW_ROWS) -> tuple[Automaton, int] | None:
    """Return the smallest diagram of a table, layer by layer, and the label of the edges that stand for any value;
    None if the diagram has not clearly fewer clauses than the table with its supports.

    rows: different ones, of the same length; of fewer than `least` no diagram is made.  For r rows of n numbers about
    rn steps.
    """
    arity = len(next(iter(rows), ()))
    is_suited = len(rows) >= least and arity >= 3 and len(rows) * arity <= MANY
    return _diagram_of(rows) if is_suited else None


@lru_cache(16)  # of suited tables alone: small ones would push the large ones out
def _diagram_of(rows: StarredTable) -> tuple[Automaton, int] | None:
    cells = [*chain.from_iterable(rows)]
    values = {*cells}
    numbers = len(cells) - cells.count(None)
    any_value = min((value for value in values if value is not None), default=0) - 1
    plain: Collection[DiagramRow] = rows  # type: ignore[assignment]
    if None in values:
        plain = {tuple([any_value if cell is None else cell for cell in row]) for row in rows}
    found = layered(sorted(plain), int(SHARE * numbers) // STEP)
    return found and (found, any_value)


def clauses_inside(diagram: Automaton, able: Sequence[Container[int]]) -> tuple[int, int]:
    """Return how many rows of a table without `*` have a value of `able` in each column, and about how many clauses
    its diagram has with these rows alone.
    """
    height, ways = {0: 0}, {0: 1}  # of a node: edges to the end, rows from the node on
    kept: list[DiagramEdge] = []
    for tail, value, head in diagram.edges:
        height[tail] = height[head] + 1
        if head in ways and value in able[-height[tail]]:
            ways[tail] = ways.get(tail, 0) + ways[head]
            kept.append((tail, value, head))
    reached, values = {diagram.start}, Counter[tuple[int, int]]()
    for tail, _, head in reversed(kept):
        if tail in reached:
            reached.add(head)
            values[tail, head] += 1
    return ways.get(diagram.start, 0), sum(STEP + (number > 1) for number in values.values())


def layered(rows: Sequence[DiagramRow], most: int | None = None) -> Automaton | None:
    """Return the smallest diagram of ascending rows of the same length, at least 1; None if the diagram has more than
    `most` steps, which are the pairs of nodes that edges join.
    """
    ends: dict[DiagramRow, int] = dict.fromkeys(rows, 0)  # the node after each beginning of a row
    edges: list[DiagramEdge] = []
    nodes, pairs = 1, 0
    for _ in rows[0]:
        known: dict[tuple[tuple[int, int], ...], int] = {}
        after: dict[DiagramRow, list[tuple[int, int]]] = {}  # for each beginning: its next values, ascending
        for start, node in ends.items():
            after.setdefault(start[:-1], []).append((start[-1], node))
        ends = {start: known.setdefault(tuple(steps), nodes + len(known)) for start, steps in after.items()}
        edges += ((node, value, head) for steps, node in known.items() for value, head in steps)
        nodes += len(known)
        pairs += sum(len({head for _, head in steps}) for steps in known)
        if most is not None and pairs > most:
            return None
    return Automaton(ends[()], tuple(edges), frozenset((0,)))


def spelled(diagram: Automaton, meaning: Mapping[int, Iterable[int]]) -> Automaton:
    """Return the diagram with an edge for each value that a label of `meaning` stands for, in place of the edge with
    this label; labels that are not in `meaning` stand for themselves.
    """
    values = {label: tuple(each) for label, each in meaning.items()}
    edges = ((tail, value, head) for tail, label, head in diagram.edges for value in values.get(label, (label,)))
    return diagram._replace(edges=tuple(edges))
