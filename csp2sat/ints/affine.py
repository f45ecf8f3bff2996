"""Terms of one variable as integers: no new variables."""

from __future__ import annotations

from typing import Any

from ..cnf.sink import FALSE, Lit
from . import compact_order, log
from .order import OrderInt
from .ranges import scaled
from .spec import Digits, IntCode, Ordered, Weights


class _View(IntCode):
    """factor * x + offset, with factor not 0."""

    inner: IntCode
    factor: int
    offset: int

    def eq(self, value: int) -> Lit:
        quotient, rest = divmod(value - self.offset, self.factor)
        return FALSE if rest else self.inner.eq(quotient)

    def weights(self) -> Weights:
        const, terms = log.weights(self.inner)
        return self.factor * const + self.offset, [(self.factor * weight, lit) for weight, lit in terms]

    def digits(self) -> Digits | None:
        if self.factor != 1:
            return super().digits()
        least, found = compact_order.digits(self.inner)
        return least + self.offset, found


class Affine(_View):
    """factor * x + offset, with factor not 0, of any code."""

    def __init__(self, x: IntCode, factor: int, offset: int):
        self.inner, self.factor, self.offset = x, factor, offset
        self.kind, self.by_value, self.addition = x.kind, x.by_value, x.addition
        self.values = scaled(x.values, factor, offset)

    def le(self, bound: int) -> Lit:
        most = bound - self.offset
        if self.factor > 0:
            return self.inner.le(most // self.factor)
        return -self.inner.le(-(most // -self.factor) - 1)

    def order(self) -> OrderInt:
        return Mirrored(self.inner.order(), self.factor, self.offset)

    def record(self) -> dict[str, Any]:
        return self.inner.record()


class Mirrored(_View, OrderInt):
    """factor * x + offset, with the order literals of x."""

    def __init__(self, x: Ordered, factor: int, offset: int):
        at_most = x.at_most[:-1] if factor > 0 else [-lit for lit in reversed(x.at_most[:-1])]
        super().__init__(x.sink, scaled(x.values, factor, offset), at_most)
        self.inner, self.factor, self.offset = x, factor, offset

    def digits(self) -> Digits | None:
        return super().digits() if len(self.values) > compact_order.WHOLE else None


def alias(x: IntCode, factor: int, offset: int) -> IntCode:
    """factor * x + offset as the code of a variable: order literals if x has such."""
    return Mirrored(x, factor, offset) if isinstance(x, Ordered) else Affine(x, factor, offset)
