"""The normal form between the passes.

A normal formula is an expression of these operators: `true false not and or iff`, `bool` (a variable), `le0` and `eq0`
(one argument, a Linear: it is <= 0, = 0), and, only where it is required as it stands, a global constraint whose terms
are Linear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..model.domain import Domain
from ..model.expr import Expr


@dataclass
class Norm:
    """The normal form of a model.

    names, domains: of the integer variables by number, declared ones first, then auxiliaries (name '').
    chosen: auxiliaries of two values that a formula chooses: variable -> (formula, value if true, value if false).
    required: (normal formula, number of the constraint it comes from) in order; a definition of an auxiliary comes
        with the constraint that needed it first.
    """

    names: list[str]
    domains: list[Domain]
    chosen: dict[int, tuple[Expr, int, int]] = field(default_factory=dict)
    required: list[tuple[Expr, int]] = field(default_factory=list)


def conjuncts(formula: Expr) -> Iterator[Expr]:
    """The parts of nested conjunctions, left to right."""
    stack = [formula]
    while stack:
        top = stack.pop()
        if top.op == "and":
            stack.extend(reversed(top.args))
        else:
            yield top
