"""The constraints of a model with very many Boolean variables, of which clauses and counts are kept as numbers.

A literal is the place of a Boolean variable in the order of declaration, from 1, and negative for its negation.
Numbers take a tenth of the memory of nodes, and less time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import Any, overload

from .constraint import cardinality
from .expr import FALSE, Expr, all_of, any_of, negation
from .model import Constraint, Origin

ANY = -1  # the least number of a clause, which has no bounds
FACTS = 6  # numbers that are kept of a constraint, besides its literals
Cell = tuple[int, int]


# A required count: at least the first number and at most the second one of the literals are true; a clause if the first
# number is ANY.  There are very many, so it is a plain tuple.
CountedLiterals = tuple[int, int, Sequence[int]]


class LiteralConstraints(MutableSequence[Constraint]):
    """The constraints of a model in their order; each access makes a constraint that is kept as numbers anew.

    bools: the Boolean variables of the model by name, all of them declared before a constraint about them is added.
    shapes: the numbers of literals, with the bounds, of the counts that are kept as numbers.
    """

    def __init__(self, bools: Mapping[str, Expr]):
        self._bools = bools
        self._variables: list[Expr] = []
        self.shapes: set[tuple[int, int, int]] = set()
        self._clear()

    def _clear(self) -> None:
        self._flat = array("i")
        self._facts = array("i")  # FACTS of each constraint: the end in `_flat`, least, most, row, column, rule
        self._rules: dict[str, int] = {}
        self._others: dict[int, Constraint] = {}

    def clause(self, literals: Sequence[int], cell: Cell, rule: str) -> None:
        """Require that one of the literals is true, by a rule of a board about a cell."""
        if len(literals) < 2:
            self.append(Constraint(any_of(map(self._formula, literals)), Origin("cell", *cell, rule)))
        else:
            self._add(ANY, 0, literals, cell, rule)

    def counted(self, least: int, most: int, literals: Sequence[int], cell: Cell, rule: str) -> None:
        """Require that at least `least` and at most `most` of the literals are true, by a rule of a board about a
        cell.
        """
        size = len(literals)
        least, most = max(least, 0), min(most, size)
        if least < most or 0 < least == most < size:
            self.shapes.add((size, least, most))
            self._add(least, most, literals, cell, rule)
            return
        signed = literals if least else [-each for each in literals]
        found = all_of(map(self._formula, signed)) if least <= most else FALSE
        self.append(Constraint(found, Origin("cell", *cell, rule)))

    def _add(self, least: int, most: int, literals: Iterable[int], cell: Cell, rule: str) -> None:
        self._flat.fromlist([*literals])
        rules = self._rules
        self._facts.fromlist([len(self._flat), least, most, *cell, rules.setdefault(rule, len(rules))])

    def insert(self, index: int, value: Constraint) -> None:
        if index < len(self):
            self[index:index] = [value]
            return
        self._others[len(self)] = value
        self._add(0, 0, (), (0, 0), "")

    def __len__(self) -> int:
        return len(self._facts) // FACTS

    def runs(self) -> Iterator[tuple[int, Constraint | range]]:
        """Yield the constraints in order, each with its number; constraints that are kept as numbers and follow one
        another come as the range of their numbers, with the first number.
        """
        begun = 0
        for number, constraint in [*self._others.items(), (len(self), None)]:
            if begun < number:
                yield begun, range(begun, number)
            if constraint is not None:
                yield number, constraint
            begun = number + 1

    def nodes(self) -> Iterable[Constraint]:
        """Return the constraints that are kept as nodes, which all but the clauses and counts are."""
        return self._others.values()

    def counts(self, numbers: range, meaning: Callable[[int], int] = int) -> Iterator[CountedLiterals]:
        """Yield the clauses and counts with these numbers, all of which are kept as numbers.

        meaning: returns what stands for a literal in the result.
        """
        facts = self._facts[FACTS * numbers.start : FACTS * numbers.stop]
        start = first = self._facts[FACTS * (numbers.start - 1)] if numbers.start else 0
        ends, leasts, mosts = (facts[at::FACTS] for at in range(3))
        literals = [*map(meaning, self._flat[first : ends[-1]])]
        for end, least, most in zip(ends, leasts, mosts, strict=True):
            yield least, most, literals[start - first : end - first]
            start = end

    def _formula(self, literal: int) -> Expr:
        if len(self._variables) != len(self._bools):
            self._variables = [*self._bools.values()]
        return self._variables[literal - 1] if literal > 0 else negation(self._variables[-literal - 1])

    def formula(self, counted: CountedLiterals) -> Expr:
        """Return a clause or count as a formula."""
        least, most, literals = counted
        formulas = map(self._formula, literals)
        return any_of(formulas) if least == ANY else cardinality(least, most, formulas)

    @overload
    def __getitem__(self, index: int) -> Constraint: ...
    @overload
    def __getitem__(self, index: slice) -> list[Constraint]: ...
    def __getitem__(self, index: int | slice) -> Constraint | list[Constraint]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        if at in self._others:
            return self._others[at]
        (counted,) = self.counts(range(at, at + 1))
        *_, row, column, rule = self._facts[FACTS * at : FACTS * (at + 1)]
        return Constraint(self.formula(counted), Origin("cell", row, column, [*self._rules][rule]))

    def __setitem__(self, index: int | slice, value: Any) -> None:
        whole = list(self)
        whole[index] = value
        self._become(whole)

    def __delitem__(self, index: int | slice) -> None:
        whole = list(self)
        del whole[index]
        self._become(whole)

    def _become(self, whole: list[Constraint]) -> None:
        self._clear()
        self.extend(whole)
