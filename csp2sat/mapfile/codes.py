"""The codes of integers in a map: values from the true literals, and the clause that excludes a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import SolverError
from ..model.domain import Domain

MOST_LITERALS = 4_000_000  # of one variable; more than any encoder writes, so that no map can ask for endless work


class CodeRecord(Protocol):
    """How an integer's value is read off the literals."""

    @property
    def values(self) -> Domain:
        """The values that it can have."""

    def value(self, name: str, true: set[int]) -> int:
        """The value, of the true literals.  Raises SolverError, with the name, if they say none."""

    def differs(self, value: int) -> list[int]:
        """A clause: any other value."""


@dataclass(frozen=True)
class OrderRecord:
    """An order code: `first` is the literal `at most values[0]`, the next ones follow."""

    values: Domain
    first: int

    def value(self, name: str, true: set[int]) -> int:
        if len(self.values.ranges) == 1 and self.values.lo == self.values.hi:
            return self.values.lo
        values = self.values.values()
        lits = range(self.first, self.first + len(values) - 1)
        at_most = [lit in true for lit in lits]
        least = at_most.index(True) if True in at_most else len(lits)
        if not all(at_most[least:]):
            raise SolverError(f"the answer gives {name} no value (its order code is not monotone): not of this map")
        return values[least]

    def differs(self, value: int) -> list[int]:
        """The literals `less than value` and `greater than value`, where they are possible."""
        values = self.values.values()
        at = values.index(value)
        return ([self.first + at - 1] if at else []) + ([-(self.first + at)] if at < len(values) - 1 else [])


@dataclass(frozen=True)
class DirectRecord:
    """A direct code: `first` is the literal `values[0]`, the next ones follow."""

    values: Domain
    first: int

    def value(self, name: str, true: set[int]) -> int:
        values = self.values.values()
        found = [value for at, value in enumerate(values) if self.first + at in true]
        if len(found) != 1:
            raise SolverError(f"the answer gives {name} {len(found)} values (its code is direct): not of this map")
        return found[0]

    def differs(self, value: int) -> list[int]:
        return [-(self.first + self.values.values().index(value))]


@dataclass(frozen=True)
class LogRecord:
    """A log code: `first` is the lowest bit of the difference from the least value, the next ones follow."""

    values: Domain
    first: int

    @property
    def width(self) -> int:
        """The number of bits."""
        return (self.values.hi - self.values.lo).bit_length()

    def value(self, name: str, true: set[int]) -> int:
        value = self.values.lo + sum(1 << at for at in range(self.width) if self.first + at in true)
        if value not in self.values:
            raise SolverError(f"the answer gives {name} the value {value}, outside its domain: not of this map")
        return value

    def differs(self, value: int) -> list[int]:
        offset = value - self.values.lo
        return [-(self.first + at) if offset >> at & 1 else self.first + at for at in range(self.width)]


@dataclass(frozen=True)
class DigitsRecord:
    """A compact order code: digits of the difference from the least value, lowest first, each with an order code."""

    values: Domain
    digits: list[OrderRecord]
    base: int

    @classmethod
    def read(cls, domain: Domain, record: dict[str, Any], num_vars: int) -> DigitsRecord | None:
        """None if the record is wrong."""
        first, base = record.get("first"), record.get("base")
        if not isinstance(first, int) or not isinstance(base, int) or first < 1 or not 2 <= base <= MOST_LITERALS:
            return None
        digits, span = [], domain.hi - domain.lo
        while span:
            digits.append(OrderRecord(Domain([(0, min(span, base - 1))]), first))
            first += digits[-1].values.hi
            span //= base
        return cls(domain, digits, base) if first <= num_vars + 1 else None

    def value(self, name: str, true: set[int]) -> int:
        found = [digit.value(name, true) for digit in self.digits]
        value = self.values.lo + sum(digit * int(self.base**at) for at, digit in enumerate(found))
        if value not in self.values:
            raise SolverError(f"the answer gives {name} the value {value}, outside its domain: not of this map")
        return value

    def differs(self, value: int) -> list[int]:
        offset = value - self.values.lo
        return [lit for at, d in enumerate(self.digits) for lit in d.differs(offset // self.base**at % self.base)]


def _by_first(make: Callable[[Domain, int], CodeRecord], literals: Callable[[Domain], int]) -> Callable[..., Any]:
    """Reads a code of consecutive literals, so many for a domain."""

    def read(domain: Domain, record: dict[str, Any], num_vars: int) -> CodeRecord | None:
        first, count = record.get("first"), literals(domain)
        if not isinstance(first, int) or count > MOST_LITERALS:
            return None
        if count and not 0 < first <= first + count - 1 <= num_vars:
            return None
        return make(domain, first)

    return read


CODES: dict[str, Callable[[Domain, dict[str, Any], int], CodeRecord | None]] = {
    "order": _by_first(OrderRecord, lambda domain: domain.size() - 1),
    "direct": _by_first(DirectRecord, Domain.size),
    "compact-order": DigitsRecord.read,
    "log": _by_first(LogRecord, lambda domain: (domain.hi - domain.lo).bit_length()),
}
