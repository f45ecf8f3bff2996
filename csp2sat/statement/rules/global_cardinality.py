"""global_cardinality: each of some values is taken by a given number of the terms."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum
from . import count


def require(formulas: StatedFormulas, size: tuple[int], *values: PbSum) -> None:
    """State for each pair of a value and a number: sum of [term = value] = number.

    size: the number of terms, which stand first.
    """
    terms, rest = values[: size[0]], values[size[0] :]
    for value, bound in zip(rest[::2], rest[1::2], strict=True):
        count.require(formulas, "eq", value, bound, *terms)


def literal(formulas: StatedFormulas, size: tuple[int], *values: PbSum) -> Literal:
    """Return the literal that all these equations hold."""
    terms, rest = values[: size[0]], values[size[0] :]
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return formulas.definitions.all_of([count.literal(formulas, "eq", v, n, *terms) for v, n in pairs])


RULE = StatementRule(require, literal)
