"""Predicates of MiniZinc about functions, tables, automata and circuits, as formulas."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from ....graphs.automata import Automaton
from ....model.expr import TRUE, Expr, all_of, any_of, negation, node, term
from ...base.wrong import Wrong
from ..arguments import IntSet, Scalar, formulas, reified, together
from ..builtins.integer_builtins import member

TermNode = Expr | int
TermNodes = Sequence[TermNode]
WeightedStep = tuple[int, IntSet, int, int]  # state, values, cost, next state


def _from_zero(terms: TermNodes, first: int) -> list[TermNode]:
    """Return the terms, which are indices counted from `first`, as indices counted from 0."""
    return [
        each if not first else each - first if isinstance(each, int) else term("sub", each, first) for each in terms
    ]


def symmetric_all_different(terms: TermNodes, first: int) -> Expr:
    """Return the formula that the term at index i is j if and only if the term at index j is i; indices count from
    `first`.
    """
    shifted = _from_zero(terms, first)
    return node("inverse", *shifted, *shifted)


def inverse(f: TermNodes, g: TermNodes, first_f: int, first_g: int) -> Expr:
    """Return the formula that f[i] = j if and only if g[j] = i, and that all values are indices of the other array; the
    indices of f count from `first_f`, the indices of g from `first_g`. The formula is false if the lengths differ.
    """
    if len(f) != len(g):
        return any_of(())
    return node("inverse", *_from_zero(f, first_g), *_from_zero(g, first_f))


def inverse_in_range(f: TermNodes, g: TermNodes, first_f: int, first_g: int) -> Expr:
    """Return the formula that f[i] = j if and only if g[j] = i, for all indices i and j; the indices of f count from
    `first_f`, the indices of g from `first_g`; values that are no indices are free.
    """
    pairs = product(enumerate(f, first_f), enumerate(g, first_g))
    return all_of(node("iff", node("eq", x, j), node("eq", y, i)) for (i, x), (j, y) in pairs)


def table(terms: TermNodes, cells: Sequence[int], rows: int) -> Expr:
    """Return the formula that the terms are one of the rows of a table. cells: the table row by row; rows: the number
    of rows. Raises Wrong if these do not fit.
    """
    width = len(terms)
    if len(cells) != rows * width:
        raise Wrong(None, f"expected {rows} rows of {width} values; there are {len(cells)} values")
    return node("extension-supports", tuple(tuple(cells[at * width : (at + 1) * width]) for at in range(rows)), *terms)


def regular(
    terms: TermNodes, states: int, symbols: int, after: Sequence[int], start: int, final: Collection[int]
) -> Expr:
    """Return the formula that an automaton accepts the terms.

    states, symbols: their numbers, counted from 1. after: for each state and each symbol the next state, 0 if there is
    none, the symbols of state 1 first. start, final: the first state and the accepting states. Raises Wrong if `after`
    has another length.
    """
    return regular_nfa(terms, states, symbols, [(each,) if each else () for each in after], start, final)


def regular_nfa(
    terms: TermNodes, states: int, symbols: int, after: Sequence[Collection[int]], start: int, final: Collection[int]
) -> Expr:
    """Return the formula that a nondeterministic automaton accepts the terms.

    states, symbols: their numbers, counted from 1. after: for each state and each symbol the next states, the
    symbols of state 1 first. start, final: the first state and the accepting states. Raises Wrong if `after` has
    another length.
    """
    places = product(range(1, states + 1), range(1, symbols + 1))
    edges = tuple((q, v, r) for (q, v), following in together(places, after) for r in following)
    return node("regular", Automaton(start, edges, frozenset(final)), *terms)


def mdd(
    terms: TermNodes,
    nodes: int,
    level: Sequence[int],
    edges: int,
    tails: Sequence[int],
    labels: Sequence[IntSet],
    heads: Sequence[int],
) -> Expr:
    """Return the formula that a path in a decision diagram leads from node 1 to node 0, with an edge for each term,
    whose labels contain the value of the term.

    nodes, edges: how many there are. level: the layer of each node, of which only the length matters. tails, labels,
    heads: for each edge its first node, its values and its last node. Raises Wrong if a list has another length than
    `nodes` or `edges`.
    """
    if not len(tails) == len(labels) == len(heads) == edges or len(level) != nodes:
        raise Wrong(None, f"expected {nodes} levels, one per node; {edges} tails, labels and heads of edges")
    steps = zip(tails, labels, heads, strict=True)
    listed = tuple((tail, value, head) for tail, values, head in steps for value in values)
    return node("regular", Automaton(1, listed, frozenset((0,))), *terms)


def cost_mdd(
    terms: TermNodes,
    nodes: int,
    level: Sequence[int],
    edges: int,
    tails: Sequence[int],
    labels: Sequence[IntSet],
    costs: Sequence[int],
    heads: Sequence[int],
    total: TermNode,
) -> Expr:
    """Return the formula that a path as in `mdd` leads from node 1 to node 0, and that the costs of its edges add up to
    the total: a formula for each node and each cost with which the node can be reached.

    nodes, edges: how many there are. level: the layer of each node, of which only the length matters. tails, labels,
    costs, heads: for each edge its first node, its values, its cost and its last node. Raises Wrong if a list has
    another length than `nodes` or `edges`.
    """
    if not len(tails) == len(labels) == len(costs) == len(heads) == edges or len(level) != nodes:
        raise Wrong(None, f"expected {nodes} levels, one per node; {edges} tails, labels, costs and heads of edges")
    return _cost(terms, 1, (0,), list(zip(tails, labels, costs, heads, strict=True)), total)


def cost_regular(
    terms: TermNodes,
    states: int,
    symbols: int,
    after: Sequence[int],
    start: int,
    final: Collection[int],
    costs: Sequence[int],
    total: TermNode,
) -> Expr:
    """Return the formula that an automaton accepts the terms, and that the costs of its steps add up to the total.

    states, symbols: their numbers, counted from 1. after, costs: for each state and each symbol the next state (0:
    none) and the cost. start, final: the first state and the accepting states. Raises Wrong if `after` or `costs` has
    another length.
    """
    places = product(range(1, states + 1), range(1, symbols + 1))
    steps: list[WeightedStep] = [(q, (v,), cost, r) for (q, v), r, cost in together(places, after, costs) if r]
    return _cost(terms, start, final, steps, total)


def _cost(terms: TermNodes, start: int, final: Collection[int], steps: Sequence[WeightedStep], total: TermNode) -> Expr:
    """Return the formula that the steps, taken with the values of the terms, lead from the state `start` to a final
    state at the cost `total`: a formula for each state and each cost with which the state can be reached.
    """
    reached: dict[tuple[int, int], Expr] = {(start, 0): TRUE}
    for each in terms:
        ways: dict[tuple[int, int], list[Expr]] = {}
        for (at, paid), there in reached.items():
            for _, values, cost, head in (step for step in steps if step[0] == at):
                ways.setdefault((head, paid + cost), []).append(all_of((there, member(each, values))))
        reached = {place: any_of(some) for place, some in ways.items()}
    ends = ((paid, there) for (at, paid), there in reached.items() if at in final)
    return any_of(all_of((there, node("eq", total, paid))) for paid, there in ends)


def circuit(terms: TermNodes, first: int) -> Expr:
    """Return the formula that the terms are successors which make one circle through all vertices, counted from
    `first`; a single vertex makes none.
    """
    shifted = _from_zero(terms, first)
    return all_of((*(node("ne", each, at) for at, each in enumerate(shifted)), node("circuit", *shifted)))


def subcircuit(terms: TermNodes, first: int) -> Expr:
    """Return the formula that the terms are successors which make one circle through all vertices, counted from
    `first`, that are not their own successors, if there are any.
    """
    return node("circuit", *_from_zero(terms, first))


def sliding_sum(low: int, up: int, width: int, terms: TermNodes) -> Expr:
    """Return the formula that the sum of each `width` consecutive terms is between `low` and `up`. Raises Wrong if
    `width` is less than 1.
    """
    if width < 1:
        raise Wrong(None, f"expected a window of at least 1 element, found {width}")
    windows = (node("add", *terms[at : at + width]) for at in range(len(terms) - width + 1))
    return all_of(part for each in windows for part in (node("le", low, each), node("le", each, up)))


def if_then_else(conditions: Sequence[Scalar], terms: TermNodes, value: TermNode) -> Expr:
    """Return the formula that `value` equals the term of the first true condition among `conditions`; the formula is
    true if no condition is true. Raises Wrong if the numbers of conditions and terms differ.
    """
    return _first(conditions, [node("eq", value, each) for each in terms])


def if_then_else_bool(conditions: Sequence[Scalar], results: Sequence[Scalar], value: Scalar) -> Expr:
    """Return the formula that the Boolean `value` equals the result, of `results`, for the first true condition among
    `conditions`; the formula is true if no condition is true. Raises Wrong if the numbers of conditions and results
    differ.
    """
    return _first(conditions, [reified(value, each) for each in formulas(results)])


def _first(conditions: Sequence[Scalar], results: Sequence[Expr]) -> Expr:
    """Return the formula that the result of the first true condition is true, if any condition is true. Raises Wrong if
    there are not as many results as conditions.
    """
    earlier: list[Expr] = []
    parts = []
    for condition, result in together(formulas(conditions), results):
        parts.append(any_of((*earlier, negation(condition), result)))
        earlier.append(condition)
    return all_of(parts)
