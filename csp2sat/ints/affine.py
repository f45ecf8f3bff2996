"""Terms of one variable, and constants, as integers: no new variables."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.sink import FALSE, TRUE, Lit
from .ranges import scaled
from .spec import IntCode


class Affine:
    """factor * x + offset, with factor not 0."""

    def __init__(self, x: IntCode, factor: int, offset: int):
        self.inner, self.factor, self.offset = x, factor, offset
        self.kind, self.values = x.kind, scaled(x.values, factor, offset)

    def le(self, bound: int) -> Lit:
        most = bound - self.offset
        if self.factor > 0:
            return self.inner.le(most // self.factor)
        return -self.inner.le(-(most // -self.factor) - 1)

    def eq(self, value: int) -> Lit:
        quotient, rest = divmod(value - self.offset, self.factor)
        return FALSE if rest else self.inner.eq(quotient)


class Fixed:
    """A constant."""

    kind = ""

    def __init__(self, value: int):
        self.values: Sequence[int] = (value,)

    def le(self, bound: int) -> Lit:
        return TRUE if self.values[0] <= bound else FALSE

    def eq(self, value: int) -> Lit:
        return TRUE if self.values[0] == value else FALSE
