"""The parts of an encoding of integer variables; each encoding is a file under `ints/`, with the constant ENCODING."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from ..base.numbers import decimal
from ..base.plugins import Parts
from ..cnf.flat_clauses import Clause
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..errors import SolverError
from ..model.domain import Domain
from ..tuples import NamedTuple

DEFAULT = "order"  # the encoding if none is chosen
LARGE = "log"  # the one for integers that are too large for another
VALUED = "direct"  # the name of the encoding with a literal for each value
ORDERED = "order"  # the one by literals `at most v`, in which Sugar writes integers, too
MOST_LITERALS = 4_000_000  # of one variable; more than any encoder writes, so that no map can ask for endless work

# The ways to write a sum, which takes the greatest way that one of its terms demands: by order literals or value by
# value; digit by digit with carries; by adders.
IN_ORDER, IN_DIGITS, IN_BITS = range(3)

BY_VALUE = 256  # values of variables, up to which their equations are about values in any encoding
BY_ORDER = 3  # clauses that make a literal of a value from two order literals

ONE = ord("1")
ANOTHER = "the answer is wrong, or the map is that of another CNF; expected the map that was written with this CNF"
Unless = tuple[Lit, ...]  # what is stated holds unless one of these is true
Meaning = tuple[Lit, Callable[[int], bool]]  # a literal, and of which values it is true
Weights = tuple[int, list[tuple[int, Lit]]]  # a constant, and weights of literals that are added to it


class IntCode:
    """An integer as literals.

    Constraints use `values`, `le`, `eq` and the traits.  The code of a variable has `order` and `record`, too; a code
    with weights or digits of its own overrides `weights` or `digits`, which else are made from its order literals.

    kind: the name of its encoding, which statistics show.
    values: the values it can have, ascending, at least one.
    by_value: a trait; each value has a literal in the code, so that these serve best for constraints about values.
    addition: a trait; how a sum with the integer is written: IN_ORDER, IN_DIGITS or IN_BITS.
    in_bits: the same integer in bits, if the bits have been made.
    """

    kind = ""
    by_value = False
    addition = IN_ORDER
    sink: Sink
    values: Sequence[int]
    in_bits: IntCode | None = None

    def le(self, bound: int) -> Lit:
        """Return the literal `at most bound`, for any integer `bound`."""
        raise NotImplementedError

    def at_mosts(self, bounds: Sequence[int]) -> Iterable[Lit]:
        """Return the literals `at most bound` for ascending bounds, in this order, each defined when it is taken."""
        return map(self.le, bounds)

    def eq(self, value: int) -> Lit:
        """Return the literal `equal to value`, for any integer `value`; it is defined when first needed."""
        raise NotImplementedError

    def eqs(self) -> Sequence[Lit]:
        """Return for each of `values`, in their order, the literal that the integer equals the value."""
        return [self.eq(value) for value in self.values]

    def equals(self, values: Iterable[int]) -> list[Lit]:
        """Return for each of some integers, in their order, the literal `equal to` it, defined when first needed."""
        return [*map(self.eq, values)]

    def order(self) -> Ordered:
        """Return the integer with order literals.  Raises ModelError if there are too many values."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """Return what a map keeps of the variable, besides name and values, for the `read` of its encoding."""
        raise NotImplementedError

    def known(self) -> Iterator[tuple[str, int, Lit]]:
        """Yield the comparisons with a number that got a literal of their own when they were needed: `=` or `<=`, the
        number, the literal.
        """
        yield from ()

    def codes(self) -> Iterator[IntCode]:
        """Yield the codes of the same integer that have been made: this one, perhaps order literals, bits, digits."""
        yield self
        if self.in_bits is not None:
            yield self.in_bits

    def tie(self, meanings: Iterable[Meaning]) -> None:
        """Write clauses: each literal of `meanings` is true if and only if its predicate holds for the integer's
        value.
        """
        self.order().tie(meanings)

    def weights(self) -> Weights | None:
        """Return the integer as a constant and weighted literals, or None if it has none yet; see `log.weights`."""
        return self.in_bits.weights() if self.in_bits else None

    def digits(self) -> Digits | None:
        """Return the integer as a constant and digits, or None if it has none yet; see `compact_order.digits`."""
        return None


class Ordered(IntCode):
    """An integer with order literals: `at_most[i]` is the literal x <= values[i]; the last literal is the constant
    true.

    in_digits: the same integer in digits, if the digits have been made.
    """

    at_most: list[Lit]
    in_digits: IntCode | None = None

    def codes(self) -> Iterator[IntCode]:
        yield from super().codes()
        if self.in_digits is not None:
            yield self.in_digits


Digits = tuple[int, Sequence[Ordered]]  # a constant, and digits that are added to it, lowest first


@dataclass(frozen=True)
class Reader:
    """A variable's record in a map, understood: how the variable's value is read off the literals.

    values: the values that the variable can have.  first: the number of its first literal; its other literals follow.
    """

    values: Domain
    first: int

    @classmethod
    def read(cls, values: Domain, record: dict[str, Any], num_vars: int) -> Self | None:
        """Return the reader of a record, or None if the record is wrong.

        values: the variable's domain.  num_vars: the number of variables of the CNF.
        """
        first = record.get("first")
        return cls(values, first).checked(num_vars) if isinstance(first, int) else None

    def checked(self, num_vars: int) -> Self | None:
        """Return the reader itself, or None if the CNF has fewer variables than the reader's literals need."""
        fits = self.size <= MOST_LITERALS and 0 < self.first <= num_vars + 1 - self.size
        return self if fits or not self.size else None

    @property
    def size(self) -> int:
        """The number of the variable's literals."""
        raise NotImplementedError

    def value(self, name: str, true: set[int]) -> int:
        """Return the value of the variable, given the true literals.

        Raises SolverError, with the variable's name, if the literals stand for no value.
        """
        raise NotImplementedError

    def of_digits(self, name: str, digits: bytes) -> int:
        """Return the value, given each of the variable's literals as a digit: `1` if the literal is true, else `0`.

        Raises SolverError, with the variable's name, if the literals stand for no value.
        """
        return self.value(name, {lit for lit, digit in zip(self.literals(), digits, strict=True) if digit == ONE})

    def inside(self, name: str, value: int) -> int:
        """Return the value; raises SolverError, with the variable's name, if the value is not in the domain."""
        if value not in self.values:
            raise SolverError(f"the answer gives {name!r} the value {decimal(value)}, outside its domain: {ANOTHER}")
        return value

    def differs(self, value: int) -> list[int]:
        """Return a clause that the variable does not have the given value."""
        raise NotImplementedError

    def equal(self, value: int) -> Lit | None:
        """Return the literal that the variable has the given value, perhaps a constant; None if there is none, as the
        value takes several literals.
        """
        if value not in self.values:
            return FALSE
        others = self.differs(value)
        return TRUE if not others else None if others[1:] else -others[0]

    def at_most(self, value: int) -> list[Clause]:
        """Return clauses that the variable is at most a value of its domain; [] if the value is the greatest."""
        raise NotImplementedError

    def at_least(self, value: int) -> list[Clause]:
        """Return clauses that the variable is at least a value of its domain; [] if the value is the least."""
        raise NotImplementedError

    def steps(self) -> Iterable[tuple[int, Lit]]:
        """Return weights of literals: the variable's value is a constant plus the weights of its true literals."""
        raise NotImplementedError

    def phases(self, value: int) -> list[int]:
        """Return all the variable's literals as they are true for a value; a solver may decide any of them first."""
        other = set(self.differs(value))
        return [lit if -lit in other else -lit for lit in self.literals()]

    def literals(self) -> range:
        """Return the literals that encode the value, ascending."""
        return range(self.first, self.first + self.size)

    def meaning(self, name: str, lit: Lit) -> str:
        """Return what a literal of the variable, or the opposite of one, says about the variable's value, in words.

        name: the variable's name.
        """
        raise NotImplementedError

    def branches(self) -> Iterable[int]:
        """Return the literals on which a search is worth splitting."""
        return self.literals()


def offset(name: str, base: int) -> str:
    """Return the difference of a variable and the number `base` as text: `x - 5`, `x + 5`, or `x` for 0."""
    return f"{name} {'-' if base > 0 else '+'} {decimal(abs(base))}" if base else name


class Use(NamedTuple):
    """The use of a variable in a model, for an encoding that chooses another one by it.

    size: the number of the variable's values.
    by_value: whether only single values matter, not how they compare.

    The others are about all variables that are joined with the variable by sums and definitions.
    clauses: about the number of clauses that these variables take in the order encoding, without formulas whose
    variables would all have no digits.
    listed: whether one of them is in a constraint about values.
    in_bits: whether one of them is in a product, a quotient or the like, or is chosen by an index from integers.
    """

    size: int
    by_value: bool
    clauses: int
    listed: bool
    in_bits: bool


def order_axioms(values: Domain) -> int:
    """Return the number of axioms of the order literals of a variable with these values."""
    return max(0, values.size() - 2)


def bit_axioms(values: Domain) -> int:
    """Return about the number of axioms of the bits, or digits, of a variable with these values."""
    return 2 * width(values)


def width(values: Domain) -> int:
    """Return the number of bits that the distance of the least and the greatest value takes."""
    return (values.hi - values.lo).bit_length()


class Encoding(NamedTuple):
    """An encoding of integer variables.

    code: makes a variable with given values (ascending, at least one): new literals, and axioms that go to the sink.
    read: reads the record that `IntCode.record` makes, like `Reader.read`.
    any_size: a trait; the number of literals is about the logarithm of the number of values.
    addition: a trait; as of `IntCode`.
    ordered: a trait; the literals in the map are those of `Ordered.at_most`, so that a bound is a literal.
    choose: names the encoding that is used for a variable, for an encoding that only chooses another; else None.
    axioms: estimates the number of clauses of a variable with the values of a domain.
    of_value: estimates the number of clauses that make the literal of a single value; by default the literal follows
        from two order literals.
    """

    name: str
    code: Callable[[Sink, Sequence[int]], IntCode]
    read: Callable[[Domain, dict[str, Any], int], Reader | None]
    any_size: bool = False
    addition: int = IN_ORDER
    ordered: bool = False
    choose: Callable[[Use], str] | None = None
    axioms: Callable[[Domain], int] = order_axioms
    of_value: Callable[[Domain], int] = lambda values: BY_ORDER


ENCODINGS: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
