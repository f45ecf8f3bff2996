"""What an encoding of integer variables is: one file under `ints/`, as the constant ENCODING."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from ..base.numbers import decimal
from ..base.plugins import Parts
from ..cnf.flat_clauses import Clause
from ..cnf.sink import Lit, Sink
from ..errors import SolverError
from ..model.domain import Domain

DEFAULT = "order"  # the encoding if none is chosen
LARGE = "log"  # the one for integers that are too large for another
MOST_LITERALS = 4_000_000  # of one variable; more than any encoder writes, so that no map can ask for endless work

# How a sum is written, the greatest of what its terms ask for: by order literals or value by value; digit by digit
# with carries; by adders.
IN_ORDER, IN_DIGITS, IN_BITS = range(3)

ONE = ord("1")
Unless = tuple[Lit, ...]  # what is stated holds unless one of these is true
Meaning = tuple[Lit, Callable[[int], bool]]  # a literal, and of which values it is true
Weights = tuple[int, list[tuple[int, Lit]]]  # a constant, and weights of literals that are added to it


class IntCode:
    """An integer as literals.

    Constraints use `values`, `le` and `eq`, and ask for traits.  The code of a variable has `order` and `record`, too;
    one that has weights or digits of its own overrides these, else they are made from its order literals.

    kind: the name of its encoding, which statistics show.  values: those it can take, ascending, at least one.
    by_value: a trait; each value has a literal in the code, so that what is about values is best said by these.
    addition: a trait; how a sum with it is written: IN_ORDER, IN_DIGITS or IN_BITS.
    in_bits: the same integer in bits, once that was asked for.
    """

    kind = ""
    by_value = False
    addition = IN_ORDER
    sink: Sink
    values: Sequence[int]
    in_bits: IntCode | None = None

    def le(self, bound: int) -> Lit:
        """The literal `at most bound`, for any integer."""
        raise NotImplementedError

    def eq(self, value: int) -> Lit:
        """The literal `equal to value`, for any integer; defined when it is first asked for."""
        raise NotImplementedError

    def order(self) -> Ordered:
        """Order literals.  Raises ModelError if there are too many values."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """What the map keeps of it, besides name and values; the `read` of its encoding reads that."""
        raise NotImplementedError

    def tie(self, meanings: Iterable[Meaning]) -> None:
        """Write clauses: each literal is true if and only if it holds of the value."""
        self.order().tie(meanings)

    def weights(self) -> Weights | None:
        """It as weighted literals, if it has such; see `log.weights`."""
        return self.in_bits.weights() if self.in_bits else None

    def digits(self) -> Digits | None:
        """It as digits, if it has such; see `compact_order.digits`."""
        return None


class Ordered(IntCode):
    """An integer with order literals: `at_most[i]` is the literal x <= values[i]; the last one is the constant true.

    in_digits: the same integer in digits, once that was asked for.
    """

    at_most: list[Lit]
    in_digits: IntCode | None = None


Digits = tuple[int, Sequence[Ordered]]  # a constant, and digits that are added to it, lowest first


@dataclass(frozen=True)
class Reader:
    """A variable's record in a map, understood: how its value is read off the literals.

    values: those it can have.  first: the number of its first literal; the others follow it.
    """

    values: Domain
    first: int

    @classmethod
    def read(cls, values: Domain, record: dict[str, Any], num_vars: int) -> Self | None:
        """The reader of a record in a map with so many variables; None if the record is wrong."""
        first = record.get("first")
        return cls(values, first).checked(num_vars) if isinstance(first, int) else None

    def checked(self, num_vars: int) -> Self | None:
        """It, if the map has its literals."""
        fits = self.size <= MOST_LITERALS and 0 < self.first <= num_vars + 1 - self.size
        return self if fits or not self.size else None

    @property
    def size(self) -> int:
        """The number of its literals."""
        raise NotImplementedError

    def value(self, name: str, true: set[int]) -> int:
        """The value, of the true literals.  Raises SolverError, with the name, if they say none."""
        raise NotImplementedError

    def of_digits(self, name: str, digits: bytes) -> int:
        """The same of its literals, each as a digit: `1` if it is true, else `0`."""
        return self.value(name, {lit for lit, digit in zip(self.literals(), digits, strict=True) if digit == ONE})

    def inside(self, name: str, value: int) -> int:
        """The value, if the variable of that name can have it; else SolverError."""
        if value not in self.values:
            raise SolverError(
                f"the answer gives {name} the value {decimal(value)}, outside its domain: not of this map"
            )
        return value

    def differs(self, value: int) -> list[int]:
        """A clause: any other value."""
        raise NotImplementedError

    def at_most(self, value: int) -> list[Clause]:
        """Clauses: at most this value, which it can have; none if it has no greater one."""
        raise NotImplementedError

    def at_least(self, value: int) -> list[Clause]:
        """Clauses: at least this value, which it can have; none if it has no smaller one."""
        raise NotImplementedError

    def steps(self) -> Iterable[tuple[int, Lit]]:
        """Weights of literals: but for a constant it is the weights of all that are true."""
        raise NotImplementedError

    def phases(self, value: int) -> list[int]:
        """All its literals, as they are where it has the value: a solver may decide any one of them first."""
        other = set(self.differs(value))
        return [lit if -lit in other else -lit for lit in self.literals()]

    def literals(self) -> range:
        """The literals that say the value, ascending."""
        return range(self.first, self.first + self.size)

    def branches(self) -> Iterable[int]:
        """Literals that it is worth splitting a search on."""
        return self.literals()


class Use(NamedTuple):
    """What a model says about a variable, for an encoding that chooses another one.

    size: how many values it has.  by_value: only single values matter, not how they compare.
    Of all variables that it is joined with by sums and definitions: clauses: about how many these take in the order
    encoding; listed: is one in a constraint about values; multiplied: is one in a product, a quotient or the like.
    """

    size: int
    by_value: bool
    clauses: int
    listed: bool
    multiplied: bool


class Encoding(NamedTuple):
    """An encoding of integer variables.

    code: makes a variable with these values (ascending, at least one): new literals and axioms go to the sink.
    read: reads what `IntCode.record` says, as `Reader.read`.
    any_size: a trait; the number of literals is about the logarithm of that of values.
    ordered: a trait; the literals of the map are those of `Ordered.at_most`, so that a bound is a literal.
    choose: of an encoding that is another one for each variable: the name of that one.
    """

    name: str
    code: Callable[[Sink, Sequence[int]], IntCode]
    read: Callable[[Domain, dict[str, Any], int], Reader | None]
    any_size: bool = False
    ordered: bool = False
    choose: Callable[[Use], str] | None = None


ENCODINGS: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
