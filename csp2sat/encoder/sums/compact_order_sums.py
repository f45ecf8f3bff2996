"""Linear constraints on integers in digits, digit by digit from the lowest, with carries in the order encoding.

    sum of a * x = t    if and only if, for some carries c (c0 = 0, the last one is not there),
    sum of a * (digit i of x) + c(i) - 16 c(i+1) = (digit i of t)      for each i; the highest digit of t may be large

and likewise with <=.  With n terms whose digits have at most 16 values, each line is a sum of n + 2 terms, see `sums`.
Source: T. Tanjo, N. Tamura, M. Banbara, SAT 2011, for the digits; here a carry may be any number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...cnf.sink import Sink
from ...ints import compact_order, order
from ...ints.spec import IntCode, Unless
from . import order_sums

LARGE = 1000  # the greatest sum of absolute coefficients
STEPS = 16_000  # the greatest sum of absolute coefficients times greatest digits; those of small integers may be large
WeightedCodes = Sequence[tuple[int, IntCode]]


def fits(terms: Iterable[tuple[int, int]]) -> bool:
    """Whether a sum is small enough to be written in digits, so that its carries do not have too many values.

    terms: for each integer of the sum its coefficient, and the greatest value that one of its digits has.
    """
    steps = [(abs(a), most) for a, most in terms]
    return sum(a for a, _ in steps) <= LARGE and sum(a * most for a, most in steps) <= STEPS


def greatest_digit(count: int, span: int) -> int:
    """Return the greatest digit of an integer with `count` values whose extremes differ by `span`: `span` if count is
    small.
    """
    return span if count <= compact_order.WHOLE else compact_order.BASE - 1


def require(sink: Sink, op: str, terms: WeightedCodes, bound: int, unless: Unless) -> None:
    """Require that the sum of coefficient * integer is `bound` (`op` is eq) or at most `bound` (le), unless a literal
    of `unless` is true; there is at least one term.

    Raise TooManyClauses if the clauses exceed the limit of the sink.
    """
    split = [(a, *compact_order.digits(x)) for a, x in terms]
    rest = bound - sum(a * least for a, least, _ in split)
    lines = max(len(digits) for _, _, digits in split)
    carried: list[order_sums.Table] = []
    for at in range(lines - 1):
        line = [order_sums.table(a, digits[at]) for a, _, digits in split if at < len(digits)] + carried
        rest, digit = divmod(rest, compact_order.BASE)
        carries = _carries(op, line, digit)
        if not carries:
            sink.out += (*unless, 0)
            return
        if len(carries) == 1:
            rest -= carries[0]
            digit, carried = digit + compact_order.BASE * carries[0], []
        else:
            carry = order.code(sink, carries)
            line.append(order_sums.table(-compact_order.BASE, carry))
            carried = [order_sums.table(1, carry)]
        _write(sink, op, line, digit, unless)
    highest = [order_sums.table(a, digits[lines - 1]) for a, _, digits in split if lines <= len(digits)]
    _write(sink, op, highest + carried, rest, unless)


def _carries(op: str, line: Sequence[order_sums.Table], digit: int) -> range:
    """Return the range of the carry out of a `line`, the terms of one digit position, whose sum is compared (`op` is eq
    or le) with `digit`.
    """
    least, most = sum(t.values[0] for t in line) - digit, sum(t.values[-1] for t in line) - digit
    highest = most // compact_order.BASE if op == "eq" else -(-most // compact_order.BASE)
    return range(-(-least // compact_order.BASE), highest + 1)


def _write(sink: Sink, op: str, line: Sequence[order_sums.Table], value: int, unless: Unless) -> None:
    (order_sums.equal if op == "eq" else order_sums.at_most)(sink, line, value, unless)
