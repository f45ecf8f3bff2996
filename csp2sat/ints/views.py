"""Views: an integer of whatever code with order literals, or as a weighted sum of literals.  Made on demand, once."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.sink import FALSE, Lit, Sink
from . import compact_order, log
from .affine import Affine, Fixed
from .channel import check_size, tie
from .coded import Coded
from .compact_order import DigitInt
from .direct import DirectInt
from .log import LogInt
from .order import OrderInt
from .ranges import scaled
from .spec import IntCode

WHOLE = 64  # values of an integer that is one digit
STEPS = 4  # values of an integer that is summed up in steps; one with more gets bits
Weights = tuple[int, list[tuple[int, Lit]]]  # a constant, and weights of literals


def order_view(x: IntCode) -> OrderInt:
    """Order literals of an encoded variable.  Raises ModelError if there are too many values."""
    if isinstance(x, Affine):
        return Mirrored(order_view(x.inner), x.factor, x.offset)
    if isinstance(x, OrderInt):
        return x
    assert isinstance(x, DirectInt | Coded)
    return x.order()


def weights(sink: Sink, x: IntCode) -> Weights:
    """An integer as a constant and weights of literals."""
    if isinstance(x, Affine | Mirrored):
        const, terms = weights(sink, x.inner)
        return x.factor * const + x.offset, [(x.factor * weight, lit) for weight, lit in terms]
    if isinstance(x, LogInt):
        return x.values[0], [(1 << at, bit) for at, bit in enumerate(x.bits)]
    if isinstance(x, DigitInt):
        parts = [(compact_order.WIDTH * at, weights(sink, digit)[1]) for at, digit in enumerate(x.digits)]
        return x.values[0], [(weight << shift, lit) for shift, terms in parts for weight, lit in terms]
    if isinstance(x, Fixed) or len(x.values) <= STEPS:
        ends = list(zip(x.values, x.values[1:], strict=False))
        return x.values[0], [(high - low, -x.le(low)) for low, high in ends]
    return weights(sink, _bits(sink, x))


def digits(x: IntCode) -> tuple[int, Sequence[OrderInt]]:
    """An integer as a constant and digits of `compact_order.BASE`; one with few values may be a digit as a whole."""
    if isinstance(x, Affine) and x.factor == 1:
        least, found = digits(x.inner)
        return least + x.offset, found
    if isinstance(x, DigitInt):
        return x.values[0], x.digits
    if len(x.values) <= WHOLE:
        return 0, [order_view(x)]
    if isinstance(x, Mirrored) and x.factor == 1:
        least, found = digits(x.inner)
        return least + x.offset, found
    view = order_view(x)
    if view.digits is None:
        made = compact_order.code(view.sink, view.values)
        assert isinstance(made, DigitInt)
        for lit, holds in made.meanings():
            tie(view.sink, view, lit, holds)
        view.digits = made
    return digits(view.digits)


def _bits(sink: Sink, x: IntCode) -> IntCode:
    """The same integer in bits, channelled."""
    assert isinstance(x, OrderInt | DirectInt)
    if x.bits is None:
        check_size(x.values)
        bits = log.code(sink, x.values)
        assert isinstance(bits, LogInt)
        if isinstance(x, OrderInt):
            for lit, holds in bits.meanings():
                tie(sink, x, lit, holds)
        else:
            for value in x.values:
                for bit in log.spelled(bits.bits, value - x.values[0]):
                    sink.defs += (-x.eq(value), bit, 0)
        x.bits = bits
    return x.bits


class Mirrored(OrderInt):
    """factor * x + offset, with the literals of x."""

    def __init__(self, x: OrderInt, factor: int, offset: int):
        at_most = x.at_most[:-1] if factor > 0 else [-lit for lit in reversed(x.at_most[:-1])]
        super().__init__(x.sink, scaled(x.values, factor, offset), at_most)
        self.inner, self.factor, self.offset = x, factor, offset

    def eq(self, value: int) -> Lit:
        quotient, rest = divmod(value - self.offset, self.factor)
        return FALSE if rest else self.inner.eq(quotient)
