"""Answers read from a solver's digits; digits that have not changed since the last answer are not read again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ..decoder import VariableMap
from ..ints.spec import ONE
from ..model.expr import Expr, bool_var, int_var
from ..model.model import Answer

BLOCK = 128  # digits that are compared at once


class DigitSpan(NamedTuple):
    """A variable of the model with the place of its digits (start to stop), and the function that reads them."""

    variable: Expr
    start: int
    stop: int
    read: Callable[[bytes], int]


class AnswerReader:
    """A reader of the values of variables from one answer after another.

    shown: the variables of the CNF whose digits `read` gets, as ranges, one model variable after another.  unjudged:
    the model variables that have changed since the caller last emptied this set.
    """

    def __init__(self) -> None:
        self.shown: list[range] = []
        self.unjudged: set[Expr] = set()
        self._maps: list[VariableMap] = []
        self._entries: list[DigitSpan] = []
        self._starts: list[int] = []
        self._answer = Answer({}, {})
        self._length, self._digits = 0, b""

    def learn(self, map_: VariableMap) -> None:
        """Add the variables of a further map."""
        self._maps.append(map_)
        new: list[range] = []
        for name, reader in map_.ints.items():
            self._add(int_var(name), reader.literals(), partial(reader.of_digits, name), new)
            self._answer.ints[name] = reader.values.lo  # which is its value, if it has no digits
        for name, lit in map_.bools.items():
            self._add(bool_var(name), range(abs(lit), abs(lit) + 1), _positive if lit > 0 else _negative, new)
            self._answer.bools[name] = False
        self.shown += new

    def _add(self, variable: Expr, literals: range, read: Callable[[bytes], int], shown: list[range]) -> None:
        """Enter a variable with the CNF variables of its code.

        literals: these CNF variables, none if the value never changes.  read: the function that reads their digits.
        shown: the ranges of CNF variables, to which the literals are added.
        """
        self.unjudged.add(variable)
        if not literals:
            return
        start, self._length = self._length, self._length + len(literals)
        self._entries.append(DigitSpan(variable, start, self._length, read))
        self._starts.append(start)
        if shown and shown[-1].stop == literals.start:
            shown[-1] = range(shown[-1].start, literals.stop)
        else:
            shown.append(literals)

    def read(self, digits: bytes) -> Answer:
        """Return the answer that the digits mean.  Raises SolverError if the digits have no meaning."""
        before, self._digits = self._digits, b""  # should reading fail, all is read the next time
        for variable, start, stop, read in self._changed(before, digits):
            values: dict[str, Any] = self._answer.ints if variable.op == "int" else self._answer.bools
            values[variable.args[0]] = read(digits[start:stop])
            self.unjudged.add(variable)
        self._digits = digits
        return Answer(self._answer.ints.copy(), self._answer.bools.copy())

    def blocking_clause(self, answer: Answer) -> list[int]:
        """Return the clause that some variable that is not hidden has another value than in the answer."""
        return [lit for map_ in self._maps for lit in map_.blocking_clause(answer)]

    def phases(self, preferred: Mapping[str, int]) -> list[int]:
        """Return literals that make a solver try these values of variables first."""
        return [lit for map_ in self._maps for lit in map_.phases(preferred)]

    def _changed(self, before: bytes, digits: bytes) -> Iterator[DigitSpan]:
        """Yield the variables whose digits differ between `before` and `digits`."""
        entries, number = self._entries, 0
        for start in range(0, len(digits), BLOCK):
            stop = start + BLOCK
            if digits[start:stop] == before[start:stop]:
                continue
            number = max(number, bisect_right(self._starts, start) - 1)
            while number < len(entries) and entries[number].start < stop:
                _, first, last, _ = entry = entries[number]
                if digits[first:last] != before[first:last]:
                    yield entry
                number += 1


def _positive(digits: bytes) -> bool:
    return digits[0] == ONE


def _negative(digits: bytes) -> bool:
    return digits[0] != ONE
