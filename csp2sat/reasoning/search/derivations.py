"""Derivations by unit propagation, breadth first: which clauses lead from a supposition to a contradiction."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

Lits = list[int]


class Derived(NamedTuple):
    """A literal that a clause forces, 0 for a contradiction.

    part: the number of the clause's statement, -1 for a definition.  needs: the literals that the clause's other
    members contradict.
    """

    literal: int
    part: int
    needs: Lits


class ClauseIndex:
    """Clauses by the literals that they can lose."""

    def __init__(self) -> None:
        self._with: dict[int, list[tuple[int, Lits]]] = {}

    def add(self, part: int, clauses: Iterable[Lits]) -> None:
        """Add clauses of a statement; -1 for definitions."""
        for clause in clauses:
            for lit in clause:
                self._with.setdefault(-lit, []).append((part, clause))

    def derive(self, supposed: Lits, true: Collection[int], parts: Collection[int]) -> list[Derived]:
        """Return the conclusions that lead from supposed literals to a contradiction, in their order, and none that the
        contradiction does not need; [] if propagation finds no contradiction.

        true: all literals that hold beside the supposed ones and that clauses of these statements, or definitions,
        force.  parts: the statements that are used.
        """
        came: dict[int, Derived] = {}
        last = self.propagate(list(supposed), {*true, *supposed}, came, parts)
        return needed(last, came) if last else []

    def propagate(
        self, todo: Lits, holds: set[int], came: dict[int, Derived], parts: Collection[int]
    ) -> Derived | None:
        """Add all literals that clauses force, from the literals `todo` on, to the literals that hold; return the
        contradiction at which propagation ends, None if there is none.

        came: gets the conclusions by their literals.  parts: the statements that are used, beside the definitions.
        """
        for lit in todo:
            for part, clause in self._with.get(lit, ()):
                if part >= 0 and part not in parts:
                    continue
                left = [each for each in clause if -each not in holds]
                if len(left) > 1 or (left and left[0] in holds):
                    continue
                found = Derived(left[0] if left else 0, part, [-each for each in clause if each not in left])
                if not left:
                    return found
                came[left[0]] = found
                holds.add(left[0])
                todo.append(left[0])
        return None

    def closure(self, lits: Collection[int], parts: Collection[int]) -> set[int]:
        """Return literals and all that propagation finds from them with definitions and some statements."""
        holds, todo = set(lits), list(lits)
        for lit in todo:
            for part, clause in self._with.get(lit, ()):
                if part < 0 or part in parts:
                    left = [each for each in clause if -each not in holds]
                    if len(left) == 1 and left[0] not in holds:
                        holds.add(left[0])
                        todo.append(left[0])
        return holds


def needed(last: Derived, came: dict[int, Derived]) -> list[Derived]:
    """Return a conclusion and all that it needs, in their order; came: the conclusions by their literals."""
    kept, todo = {0}, [last]
    for each in todo:
        for lit in each.needs:
            if lit in came and lit not in kept:
                kept.add(lit)
                todo.append(came[lit])
    return [*(each for lit, each in came.items() if lit in kept), last]
