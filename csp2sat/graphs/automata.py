"""Finite automata, as data of constraints on words."""

from __future__ import annotations

from ..tuples import NamedTuple

State = int
Transitions = dict[tuple[State, State], list[int]]  # from a state to the next one: by which values


class Automaton(NamedTuple):
    """A finite automaton; from a state several edges may have the same value.

    edges: state, value, next state.
    """

    start: State
    edges: tuple[tuple[State, int, State], ...]
    final: frozenset[State]

    def steps(self) -> Transitions:
        """Return for each two states that edges join the values of these edges, ascending."""
        found: Transitions = {}
        for tail, value, head in sorted(set(self.edges)):
            found.setdefault((tail, head), []).append(value)
        return found
