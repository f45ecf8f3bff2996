"""Arithmetic in bits: sums, and the functions of `arithmetic` and the maximum.

A sum is built by adders as an integer (see `cnf.adders.total` for their size), and then compared with a constant (see
`LogInt.require`), so all comparisons of a sum share its bits.  Products are sums of products of bits (for m and n bits
mn variables and 3mn clauses, and their sum by adders); quotient and remainder are x = y * q + r with 0 <= r < |y|;
powers with a constant exponent are repeated products.  No function needs a table, so domains may be of any size.

Source of the sums: J. P. Warners, A linear-time transformation of linear inequalities into CNF, IPL 68, 1998.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...base.numbers import cut
from ...cnf import adders
from ...cnf.sink import FALSE, Lit, Sink
from ...errors import ModelError
from ...ints import log, order
from ...ints.affine import Affine
from ...ints.bit_relations import require, shifted
from ...ints.log import LogInt
from ...ints.ranges import count
from ...ints.spec import IN_ORDER, IntCode, Unless

EXPONENTS = 64  # values of an exponent that is a variable
SMALL = 2_000  # pairs of values of which a table is made instead of a quotient, remainder or power


def total(sink: Sink, terms: Iterable[tuple[int, IntCode]]) -> LogInt:
    """Return the sum of coefficient * integer as a new integer in bits, built by adders."""
    const, weighted = 0, []
    for a, x in terms:
        start, steps = log.weights(x)
        const += a * start
        weighted += [(a * weight, lit) for weight, lit in steps]
    return _of_weights(sink, const, weighted)


def _of_weights(sink: Sink, const: int, weighted: adders.WeightedLits) -> LogInt:
    """Return the sum of the constant `const` and weighted literals as a new integer in bits."""
    plus, bits = adders.total(sink, weighted)
    least = const + plus
    return LogInt(sink, range(least, least + (1 << len(bits))), least, bits)


def _compare(sink: Sink, op: str, x: IntCode, y: IntCode, unless: Unless = ()) -> None:
    """Require `x op y`, with `op` eq or le, unless a literal of `unless` is true: bit by bit if possible, else by the
    difference x - y.
    """
    left, right = shifted(x, 1, 0), shifted(y, 1, 0)
    if left and right:
        require(sink, op, left, right, unless)
    else:
        total(sink, ((1, x), (-1, y))).require(op, 0, unless)


def wanted(codes: Sequence[IntCode]) -> bool:
    """Whether a sum with one of the integers is written in bits or digits."""
    return any(x.addition > IN_ORDER for x in codes)


def maximum(sink: Sink, v: IntCode, *terms: IntCode) -> None:
    """Require v = max(terms): `v` is at least each term, and at most the one term that a new literal chooses."""
    chosen = sink.new(len(terms))
    for lit, t in zip(chosen, terms, strict=True):
        _compare(sink, "le", t, v)
        _compare(sink, "le", v, t, (-lit,))
    sink.out += (*chosen, 0)


def absolute(sink: Sink, z: IntCode, x: IntCode, _: IntCode) -> None:
    """Require `z` = |`x|`, by cases of the sign of x; the argument `_` is ignored."""
    negative = x.le(-1)
    _compare(sink, "eq", z, x, (negative,))
    _compare(sink, "eq", z, Affine(x, -1, 0), (-negative,))


def product(sink: Sink, z: IntCode, x: IntCode, y: IntCode) -> None:
    """Require `z` = `x` * `y`."""
    _compare(sink, "eq", z, times(sink, x, y))


def times(sink: Sink, x: IntCode, y: IntCode) -> LogInt:
    """Return `x` * `y` as a new integer in bits, a sum of products of bits."""
    (c, some), (d, others) = log.weights(x), log.weights(y)
    weighted = [(c * w, b) for w, b in others] + [(d * w, a) for w, a in some]
    gates: dict[tuple[Lit, Lit], Lit] = {}
    for v, a in some:
        for w, b in others:
            key = (a, b) if a < b else (b, a)
            if key not in gates:
                gates[key] = adders.both(sink, a, b)
            weighted.append((v * w, gates[key]))
    weighted = [(weight, lit) for weight, lit in weighted if lit != FALSE]
    found = _of_weights(sink, c * d, weighted)
    sink.defines("all", [*gates.values()], [*gates])  # after the sum, whose text would be that of each product
    return found


def _division(sink: Sink, q: IntCode, r: IntCode, x: IntCode, y: IntCode) -> None:
    """Require `x` = `y` * `q` + `r` and r < |y| unless y = 0; the domain of r must ensure 0 <= r."""
    zero, negative = y.eq(0), y.le(-1)
    _compare(sink, "eq", x, total(sink, ((1, r), (1, times(sink, y, q)))), (zero,))
    after = Affine(r, 1, 1)
    _compare(sink, "le", after, y, (zero, negative))
    _compare(sink, "le", after, Affine(y, -1, 0), (zero, -negative))


def quotient(sink: Sink, q: IntCode, x: IntCode, y: IntCode) -> None:
    """Require `q` = `x` div `y` unless y = 0, with a new integer for the remainder."""
    most = max(abs(y.values[0]), abs(y.values[-1]), 1) - 1
    _division(sink, q, _new(sink, 0, most), x, y)


def remainder(sink: Sink, r: IntCode, x: IntCode, y: IntCode) -> None:
    """Require `r` = `x` mod `y`, with r >= 0, unless y = 0, with a new integer for the quotient."""
    most = max(abs(x.values[0]), abs(x.values[-1])) + 1
    _division(sink, _new(sink, -most, most), r, x, y)
    if r.values[0] < 0:
        sink.out += (y.eq(0), -r.le(-1), 0)


def _new(sink: Sink, least: int, most: int) -> IntCode:
    return order.constant(sink, least) if least == most else log.code(sink, range(least, most + 1))


def power(sink: Sink, z: IntCode, x: IntCode, y: IntCode) -> None:
    """Require `z` = `x` to the power `y` if y is not negative, and nothing if y is negative; raise ModelError if y has
    more than EXPONENTS values.
    """
    exponents = [v for v in y.values if v >= 0] if count(y.values) <= EXPONENTS else None
    if exponents is None:
        raise ModelError(
            f"a power has an exponent of {cut(count(y.values))} values; expected at most {EXPONENTS} values"
        )
    known: IntCode = order.constant(sink, 1)
    for exponent in range(max(exponents, default=-1) + 1):
        if exponent:
            known = times(sink, known, x) if exponent > 1 else x
        if exponent in exponents:
            _compare(sink, "eq", z, known, (-y.eq(exponent),))


FUNCTIONS: dict[str, Callable[..., None]]
FUNCTIONS = {"abs": absolute, "mul": product, "div": quotient, "mod": remainder, "pow": power}


def covers(op: str, x: IntCode, y: IntCode) -> bool:
    """Whether the function `op` of `x` and `y` is better written in bits than by a table: any product or absolute
    value, or more than SMALL pairs of values.
    """
    return op in ("mul", "abs") or count(x.values) * count(y.values) > SMALL
