"""diffn: boxes, each with a start and a size in each dimension, of which no two overlap."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number


def require(formulas: StatedFormulas, space: Any, *values: PbSum) -> None:
    """State for each two boxes: in some dimension one ends before the other begins, or a size is 0.

    space: the number of its `dimensions`, and whether it is `strict`: then a size of 0 is not enough.  values: start
    and size of each box in each dimension, box after box.
    """
    for each in _apart(formulas, space, values):
        formulas.clause(each)


def literal(formulas: StatedFormulas, space: Any, *values: PbSum) -> Literal:
    """Return the literal that this holds for each two boxes; space, values: as in `require`."""
    return formulas.definitions.all_of([formulas.definitions.any_of(each) for each in _apart(formulas, space, values)])


def _apart(formulas: StatedFormulas, space: Any, values: tuple[PbSum, ...]) -> list[list[Literal]]:
    pairs = list(zip(values[::2], values[1::2], strict=True))
    boxes = [pairs[at : at + space.dimensions] for at in range(0, len(pairs), space.dimensions)]
    found = []
    for a, b in combinations(boxes, 2):
        literals: list[Literal] = []
        for (s, d), (t, e) in zip(a, b, strict=True):
            literals += [formulas.compared("le", s.plus(d), t), formulas.compared("le", t.plus(e), s)]
            literals += [] if space.strict else [formulas.equal(size, number(0)) for size in (d, e)]
        found.append(literals)
    return found


RULE = StatementRule(require, literal)
