"""regular: the terms, one after the other, are a word that an automaton accepts."""

from __future__ import annotations

from typing import Any

from ...model.domain import Domain
from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum


def require(formulas: StatedFormulas, automaton: Any, *terms: PbSum) -> None:
    """State that the literal of the automaton is true."""
    formulas.clause((literal(formulas, automaton, *terms),))


def literal(formulas: StatedFormulas, automaton: Any, *terms: PbSum) -> Literal:
    """Return the literal that the automaton can be in a final state after the last term.

    The automaton can be in a state after a term if an edge with a value of the term leads there from a state in
    which the automaton could be before.
    automaton: with `start`, `final` states, and `edges`: state, value, next state.
    """
    make = formulas.definitions
    values: dict[tuple[int, int], set[int]] = {}
    for tail, value, head in sorted(set(automaton.edges)):
        values.setdefault((tail, head), set()).add(value)
    states: dict[int, Literal] = {automaton.start: True}
    for term in terms:
        ways: dict[int, list[Literal]] = {}
        for (tail, head), able in values.items():
            if tail in states:
                ways.setdefault(head, []).append(make.all_of((states[tail], _is_one_of(formulas, term, able))))
        states = {head: make.any_of(some) for head, some in ways.items()}
    return make.any_of([states[state] for state in sorted(automaton.final & states.keys())])


def _is_one_of(formulas: StatedFormulas, term: PbSum, values: set[int]) -> Literal:
    ranges = Domain.of(values).ranges
    bounds = [(formulas.reached(term, low), opposite(formulas.reached(term, high + 1))) for low, high in ranges]
    return formulas.definitions.any_of([formulas.definitions.all_of(each) for each in bounds])


RULE = StatementRule(require, literal)
