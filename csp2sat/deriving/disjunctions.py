"""Clauses that follow from a disjunction of equations: if the clause is false, no part of the disjunction holds.

Propagation does not see this for a part, `x = y + 1` where y and `x = 3` are known, but for each bound of x.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..statement.definitions import PbLine, negation
from .proof import ProofDefinitions, rup


class Disjunctions:
    """The clauses of a statement that have definitions in them, by the integers that they are about."""

    def __init__(self, lines: Sequence[PbLine], definitions: ProofDefinitions):
        self._definitions = definitions
        self._found: dict[frozenset[str], list[PbLine]] = {}
        for each in lines:
            if each.degree == 1 and len(each.terms) > 1 and any(a in definitions.halves for a in each.terms):
                self._found.setdefault(frozenset(self._owners(each.terms)), []).append(each)

    def without_parts(
        self, literals: Sequence[str], equals: Mapping[str, Sequence[str]], follows: Callable[[Sequence[str]], bool]
    ) -> list[str]:
        """Return the rules that derive, for each part of a disjunction about the integers of a clause, that the clause
        is true or the part is false; [] if no disjunction is known.

        literals: those of the clause.  equals: the two bounds of each literal `equal`.  follows: whether a clause
        follows by unit propagation.
        """
        for each in self._found.get(frozenset(self._owners(literals)), ()):
            parts = [(a, self._equal_in(a, literals, equals)) for a in each.terms if a not in literals]
            cases = [[*literals, bound, negation(a)] for a, e in parts if e for bound in equals[e]]
            if all(e for _, e in parts) and all(map(follows, cases)):
                return [rup(case) for case in (*cases, *([*literals, negation(a)] for a, _ in parts))]
        return []

    def _equal_in(self, part: str, literals: Sequence[str], equals: Mapping[str, Sequence[str]]) -> str:
        """Return the literal `equal` of a clause whose integer a part of a disjunction is about; '' for none.

        literals: those of the clause.  equals: as in `without_parts`.
        """
        about = self._owners([part])
        return next((a for a in literals if a in equals and self._owners([a]) <= about), "")

    def _owners(self, literals: Iterable[str]) -> set[str]:
        """Return the integers that literals, and the definitions in them, are about."""
        found, stack, seen = set[str](), [a.removeprefix("~") for a in literals], set[str]()
        while stack:
            name = stack.pop()
            if "[" in name:
                found.add(name.partition("[")[0])
            elif name not in seen and name in self._definitions.meanings:
                seen.add(name)
                stack += [a.removeprefix("~") for a in self._definitions.meanings[name].terms]
        return found
