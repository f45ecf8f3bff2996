"""regular: the terms, one after the other, are a word that an automaton accepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ...cnf.sink import TRUE, Lit, Sink, write_clause
from ...graphs.automata import Automaton, State, Transitions
from ...ints.affine import within
from ...ints.spec import IntCode
from ...model import expr
from ...model.constraint import GlobalConstraint
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, between, node


def holds(automaton: Automaton, *word: int) -> bool:
    """Whether the automaton accepts the word."""
    states = {automaton.start}
    for value in word:
        states = {head for tail, label, head in automaton.edges if tail in states and label == value}
    return not states.isdisjoint(automaton.final)


def encode(sink: Sink, automaton: Automaton, *terms: IntCode) -> None:
    """Write the clauses: a literal for each state before each term, if the state is on a way to a final one, and each
    step.

    terms: the letters of the word, in order.  A step implies its two states and its values; a state implies one of the
    steps out of the state and one of the steps into it, a value one of the steps by the value: so unit propagation
    finds every value that becomes impossible.  For n terms, and s pairs of states that edges join, at most 2ns
    variables, direct literals, and about 4ns clauses.
    Source: F. Bacchus, GAC via unit propagation, CP 2007; C.-G. Quimper, T. Walsh, Decomposing global grammar
    constraints, CP 2007.
    """
    layers = _layers(automaton, terms)
    if layers is None:
        sink.out += (0,)
        return
    before: Mapping[State, Lit] = {automaton.start: TRUE}
    for term, steps in zip(terms, layers, strict=True):
        after = _literals(sink, {head for _, head in steps})
        _write_layer(sink, term, steps, before, after)
        before = after
        sink.spill()


def _layers(automaton: Automaton, terms: Sequence[IntCode]) -> list[Transitions] | None:
    """Return for each term the steps that lie on a way from the start, by values of the terms' domains, to a final
    state; None if no way exists.

    Each step has its values in the term's domain, ascending.  The steps of the last term lead to one final state, which
    stands for all of them.
    """
    layers: list[Transitions] = []
    reached, out_of = {automaton.start}, _by_state(automaton)
    for term in terms:
        able = set(term.values)
        steps = ((step, values) for state in sorted(reached) for step, values in out_of.get(state, ()))
        inside = ((step, able.intersection(values)) for step, values in steps)
        layers.append({step: sorted(values) for step, values in inside if values})
        reached = {head for _, head in layers[-1]}
    useful = set(automaton.final) & reached
    for at in reversed(range(len(layers))):
        layers[at] = {step: values for step, values in layers[at].items() if step[1] in useful}
        useful = {tail for tail, _ in layers[at]}
    return [*layers[:-1], *map(_to_one, layers[-1:])] if useful else None


def _by_state(automaton: Automaton) -> dict[State, list[tuple[tuple[State, State], list[int]]]]:
    """Return for each state the steps out of it, each with its values."""
    found: dict[State, list[tuple[tuple[State, State], list[int]]]] = {}
    for step, values in automaton.steps().items():
        found.setdefault(step[0], []).append((step, values))
    return found


def _to_one(steps: Transitions) -> Transitions:
    """Return the steps of the last term with a single end, since the final state that they lead to does not matter."""
    end = max(head for _, head in steps)
    merged: dict[tuple[State, State], set[int]] = {}
    for (tail, _), values in steps.items():
        merged.setdefault((tail, end), set()).update(values)
    return {step: sorted(values) for step, values in merged.items()}


def _literals(sink: Sink, states: Iterable[State]) -> dict[State, Lit]:
    ordered = sorted(states)
    return dict(zip(ordered, sink.new(len(ordered)) if len(ordered) > 1 else (TRUE,), strict=True))


def _write_layer(
    sink: Sink, term: IntCode, steps: Transitions, before: Mapping[State, Lit], after: Mapping[State, Lit]
) -> None:
    """Write the clauses of the steps by one term.

    before, after: the literals of the states before and after the term.
    """
    out_of: dict[State, list[Lit]] = {state: [] for state in before}
    into: dict[State, list[Lit]] = {state: [] for state in after}
    by: dict[int, list[Lit]] = {}
    taken = _taken(sink, steps, before, after)
    for (tail, head), values in steps.items():
        lit = taken[tail, head]
        out_of[tail].append(lit)
        into[head].append(lit)
        for value in values:
            by.setdefault(value, []).append(lit)
        write_clause(sink.out, (-lit, before[tail]))
        write_clause(sink.out, (-lit, after[head]))
        _write_values(sink, term, values, lit)
    within(sink, term, by)
    supports = [*((before[q], lits) for q, lits in out_of.items()), *((after[q], lits) for q, lits in into.items())]
    for lit, lits in (*supports, *((term.eq(value), lits) for value, lits in by.items())):
        write_clause(sink.out, (-lit, *lits))


def _taken(
    sink: Sink, steps: Transitions, before: Mapping[State, Lit], after: Mapping[State, Lit]
) -> dict[tuple[int, int], Lit]:
    """Return the literal of each step: the literal of the state before, if no other step leaves this state; else the
    literal of the state after, if no other step enters this state; else a new one.

    before, after: the literals of the states before and after the term.
    """
    tails = Counter(tail for tail, _ in steps)
    heads = Counter(head for _, head in steps)
    taken = {}
    for tail, head in steps:
        if tails[tail] == 1:
            taken[tail, head] = before[tail]
        else:
            taken[tail, head] = after[head] if heads[head] == 1 else sink.var()
    return taken


def _write_values(sink: Sink, term: IntCode, values: Sequence[int], lit: Lit) -> None:
    """Require that the term has one of the step's values if the literal `lit` of the step is true."""
    if len(values) == len(term.values):
        return
    if len(values) > 1:
        within(sink, term, values, (-lit,))
    write_clause(sink.out, (-lit, *(term.eq(value) for value in values)))


def formula(automaton: Automaton, *terms: Expr | int) -> Expr:
    """Return the constraint as a formula: the states in which the automaton can be after each term.

    For n terms, and s pairs of states that edges join: about 3ns nodes.
    """
    states: dict[State, Expr] = {automaton.start: expr.TRUE}
    edges = automaton.steps()
    for term in terms:
        ways: dict[State, list[Expr]] = {}
        for (tail, head), values in edges.items():
            if tail in states:
                ways.setdefault(head, []).append(all_of((states[tail], _one_of(term, values))))
        states = {head: any_of(some) for head, some in ways.items()}
    return any_of(states[state] for state in sorted(automaton.final & states.keys()))


def _one_of(term: Expr | int, values: Sequence[int]) -> Expr:
    """Return the formula that the term has one of the values."""
    return any_of(between(term, low, high) for low, high in Domain.of(values).ranges)


def also(automaton: Automaton, *terms: Expr | int) -> Expr:
    """Return the bounds of the terms that follow from the values of the edges; true if there are no edges."""
    labels = [value for _, value, _ in automaton.edges]
    if not labels:
        return expr.TRUE
    return all_of(node("and", node("le", min(labels), term), node("le", term, max(labels))) for term in terms)


CONSTRAINT = GlobalConstraint("regular", holds, encode, formula, also)
