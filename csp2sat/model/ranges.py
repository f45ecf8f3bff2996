"""Bounds of terms from the bounds of their variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod

from .domain import Domain
from .expr import Expr, postorder

Range = tuple[int, int]
RangeRule = Callable[[list[Range]], "Range | None"]


def _product(args: list[Range]) -> Range | None:
    """Return the range of a product of two factors if one factor has a fixed value; otherwise None."""
    if len(args) != 2:
        return None
    (a, b), (c, d) = args
    ends = [a * c, b * d, a * d, b * c]
    return (min(ends), max(ends)) if a == b or c == d else None


RANGES: dict[str, RangeRule] = {
    "add": lambda args: (sum(lo for lo, _ in args), sum(hi for _, hi in args)),
    "mul": _product,
    "max": lambda args: (max(lo for lo, _ in args), max(hi for _, hi in args)),
    "min": lambda args: (min(lo for lo, _ in args), min(hi for _, hi in args)),
    "abs": lambda args: (max(0, args[0][0], -args[0][1]), max(map(abs, args[0]))),
    "if": lambda args: (min(lo for lo, _ in args), max(hi for _, hi in args)),
}

WIDE_RANGES: dict[str, RangeRule] = {  # of more operators, and of all products, however wide
    **RANGES,
    "item-at": lambda args: (min(lo for lo, _ in args[1:]), max(hi for _, hi in args[1:])),
    "sub": lambda args: (args[0][0] - sum(hi for _, hi in args[1:]), args[0][1] - sum(lo for lo, _ in args[1:])),
    "neg": lambda args: (-args[0][1], -args[0][0]),
    "mul": lambda args: (min(products := [prod(each) for each in product(*args)]), max(products)),
}


def range_of(term: Expr | int, domains: Mapping[str, Domain], rules: Mapping[str, RangeRule] = RANGES) -> Range | None:
    """Return bounds of the term from the bounds of its variables; None if the term has an operator without such
    bounds.

    domains: of the variables by name.  rules: the operators with the range of a term by those of its arguments.
    """
    if isinstance(term, int):
        return term, term
    found: dict[Expr, Range | None] = {}
    for each in postorder(term):
        if each.op == "int":
            domain = domains[each.args[0]]
            found[each] = domain.lo, domain.hi
        elif each.op in rules:
            args = each.args[1:] if each.op == "if" else each.args
            ranges = [found.get(arg) if isinstance(arg, Expr) else (arg, arg) for arg in args]
            known = [each for each in ranges if each is not None]
            found[each] = rules[each.op](known) if len(known) == len(args) else None
    return found.get(term)
