"""Solutions that a proof logs, and the claim at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .inequality import Inequality, normal
from .reading import LiteralNames, ReadStatement, integer

INFINITE = "INF"


@dataclass
class PbVerdict:
    """The claim of a proof that was accepted.

    claim: `UNSAT`, `SAT`, `BOUNDS` or `NONE`.  low, high: the bounds of the objective, None for an infinite one.
    keys: those of all constraints, a set of literals for a clause.  names: the literals by their names.  needed: the
    numbers of constraints that the proof deletes, and that may have been used after it: the checker keeps what fixed a
    literal, other checkers do not.
    """

    claim: str
    low: int | None = None
    high: int | None = None
    keys: set[object] = field(default_factory=set)
    names: dict[str, int] = field(default_factory=dict)
    needed: set[int] = field(default_factory=set)


class Solutions:
    """The solutions that were logged, each checked against the statement."""

    def __init__(self, statement: ReadStatement, names: LiteralNames):
        self._statement, self._names = statement, names
        self._variables = len(names) // 2
        self._best: int | None = None
        self._logged = False

    def log(self, words: list[str]) -> int:
        """Log a solution, given by its literals and perhaps `: VALUE`; return its objective, 0 without one.

        Raise ValueError unless it is a solution with this value.
        """
        literals, claimed = words, None
        if ":" in words:
            at = words.index(":")
            literals, (claimed,) = words[:at], map(integer, words[at + 1 :])
        value = self._value(literals)
        if claimed not in (None, value):
            raise ValueError(f"the objective of the solution is {value}")
        self._logged = True
        self._best = value if self._best is None else min(self._best, value)
        return value

    def improvement(self, words: list[str]) -> Inequality:
        """Log a solution, and return the inequality that the objective is less; raise ValueError as `log` does."""
        objective = self._statement.objective
        if objective is None:
            raise ValueError("`soli` needs an objective")
        return normal([(-c, a) for a, c in objective.items()], 1 - self.log(words))

    def _value(self, words: Sequence[str]) -> int:
        """Return the objective of a solution, 0 without an objective.  Raise ValueError unless it is a solution."""
        true = {self._names[word] for word in words}
        known = [a for a in true if a < 2 * self._variables]
        if any(a ^ 1 in true for a in true) or len(known) != self._variables:
            raise ValueError("a solution has a literal of each variable of the statement, once")
        for number, each in enumerate(self._statement.inequalities, 1):
            if sum(c for a, c in each.terms.items() if a in true) < each.degree:
                raise ValueError(f"not a solution: constraint {number} of the statement is violated")
        return sum(c for a, c in (self._statement.objective or {}).items() if a in true)

    def concluded(self, kind: str, words: list[str], cited: Inequality | None) -> PbVerdict:
        """Return the claim of a conclusion of the given kind, with the words after it; raise ValueError if it does not
        follow.

        cited: the constraint that the conclusion names, if its kind needs one.
        """
        if kind == "NONE" and not words:
            return PbVerdict("NONE")
        if kind == "UNSAT" and len(words) == 2 and cited is not None:
            if self._logged or not cited.is_contradiction():
                raise ValueError("the constraint is no contradiction, or a solution was logged")
            return PbVerdict("UNSAT")
        if kind == "SAT" and words[:1] in ([], [":"]):
            if not self._logged or words:
                self._value(words[1:])
            return PbVerdict("SAT")
        if kind == "BOUNDS" and cited is not None and len(words) > 3 and words[1] == ":":
            return self._bounds(words[0], words[3], words[4:], cited)
        raise ValueError("unknown conclusion; expected UNSAT : ID, SAT, BOUNDS LOW : ID HIGH or NONE")

    def _bounds(self, low: str, high: str, solution: list[str], cited: Inequality) -> PbVerdict:
        if self._statement.objective is None:
            raise ValueError("bounds need an objective")
        if solution:
            self.log(solution[1:])
        if low == INFINITE:
            if not cited.is_contradiction() or self._logged or high != INFINITE:
                raise ValueError("the constraint is no contradiction, or a solution was logged")
            return PbVerdict("BOUNDS")
        least = integer(low)
        if self._best is not None and self._best < least:
            raise ValueError(f"a solution with the objective {self._best} was logged")
        claim = normal([(c, a) for a, c in self._statement.objective.items()], least)
        if not (self._best is not None and cited.is_contradiction()) and not cited.implies(claim):
            raise ValueError(f"the constraint does not bound the objective by {low}")
        if high == INFINITE:
            return PbVerdict("BOUNDS", least)
        if self._best is None or self._best > integer(high):
            raise ValueError(f"no solution with an objective of at most {high} was logged")
        return PbVerdict("BOUNDS", least, integer(high))
