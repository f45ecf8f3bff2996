"""Terms of one variable, and constants, as integers: no new variables."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.sink import FALSE, TRUE, Lit
from .spec import IntCode


class Affine:
    """factor * x + offset, with factor not 0."""

    def __init__(self, x: IntCode, factor: int, offset: int):
        self._x, self._factor, self._offset = x, factor, offset
        values = x.values if factor > 0 else reversed(x.values)
        self.values: Sequence[int] = [factor * v + offset for v in values]

    def le(self, bound: int) -> Lit:
        most = bound - self._offset
        if self._factor > 0:
            return self._x.le(most // self._factor)
        return -self._x.le(-(most // -self._factor) - 1)

    def eq(self, value: int) -> Lit:
        quotient, rest = divmod(value - self._offset, self._factor)
        return FALSE if rest else self._x.eq(quotient)


class Fixed:
    """A constant."""

    def __init__(self, value: int):
        self.values: Sequence[int] = (value,)

    def le(self, bound: int) -> Lit:
        return TRUE if self.values[0] <= bound else FALSE

    def eq(self, value: int) -> Lit:
        return TRUE if self.values[0] == value else FALSE
