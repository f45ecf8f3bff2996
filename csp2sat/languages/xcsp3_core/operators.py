"""The operators of XCSP3's expressions, made of the model's: truth values are 0 and 1, quotients are rounded to 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from math import prod
from typing import NamedTuple

from ...model.division import truncated_quotient, truncated_remainder
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, as_term, is_term, negation, node
from ...model.ops import ANY
from ...model.ranges import RANGES, Range, range_of
from ..base.sexpr import shown
from ..base.wrong import Wrong
from ..flatzinc.arguments import compare
from ..flatzinc.builtins.integer_builtins import within

TermItem = Expr | int  # a term, or a formula that counts as 0 or 1
SIZED = {"in", "notin"}  # operators whose second operand is a set


def _product(args: list[Range]) -> Range | None:
    """Return the range of a product of numbers none of which is negative, or of two of which one has a fixed value."""
    if all(lo >= 0 for lo, _ in args):
        return prod(lo for lo, _ in args), prod(hi for _, hi in args)
    return RANGES["mul"](args)


RULES = {**RANGES, "mul": _product}


class OperandSet(NamedTuple):
    """The value of `set(...)`: constants, and other members."""

    constants: Domain
    others: tuple[TermItem, ...]


class OperatorForm(NamedTuple):
    """An operator: the least and the greatest number of operands, and the function that makes its value."""

    least: int
    most: int
    build: Callable[..., TermItem]


def outside(term: TermItem, domain: Domain) -> Expr:
    """Return the formula that the term has a value, and none of the domain."""
    if not domain:
        return compare("eq", as_term(term), as_term(term))
    return all_of(_beside(as_term(term), lo, hi) for lo, hi in domain.ranges)


def _beside(term: TermItem, lo: int, hi: int) -> Expr:
    if lo == hi:
        return compare("ne", term, lo)
    return any_of((compare("lt", term, lo), compare("gt", term, hi)))


def is_in(item: TermItem, members: OperandSet) -> Expr:
    """Return the formula that the item is one of the members."""
    others = (equal(item, other) for other in members.others)
    return any_of((within(as_term(item), members.constants), *others))


def is_not_in(item: TermItem, members: OperandSet) -> Expr:
    """Return the formula that the item has a value that is none of the members'."""
    others = [compare("ne", as_term(item), as_term(other)) for other in members.others]
    listed = [outside(item, members.constants)] if members.constants or not others else []
    return all_of((*listed, *others))


def equal(x: TermItem, y: TermItem) -> Expr:
    """Return the formula that two items are equal; two formulas are equivalent."""
    if isinstance(x, int):
        x, y = y, x
    if not isinstance(x, Expr) or is_term(x):
        return compare("eq", as_term(x), as_term(y))
    if isinstance(y, int):
        return x if y == 1 else negation(x) if y == 0 else FALSE
    return compare("eq", as_term(x), y) if is_term(y) else node("iff", x, y)


def _chain(op: str) -> Callable[..., TermItem]:
    return lambda *items: all_of(compare(op, as_term(x), as_term(y)) for x, y in pairwise(items))


def _all_equal(*items: TermItem) -> Expr:
    return all_of(equal(x, y) for x, y in pairwise(items))


def _all_different(*items: TermItem) -> Expr:
    if len(items) == 2 and all(isinstance(item, Expr) and not is_term(item) for item in items):
        return node("xor", *items)
    return all_of(compare("ne", as_term(x), as_term(y)) for x, y in combinations(items, 2))


def _arithmetic(op: str) -> Callable[..., TermItem]:
    return lambda *items: node(op, *map(as_term, items)) if len(items) > 1 else as_term(items[0])


def _distance(x: TermItem, y: TermItem) -> TermItem:
    return node("abs", node("sub", as_term(x), as_term(y)))


class XcspOperators:
    """The operators over variables with these domains, which tell truth values, and values that are not
    negative."""

    def __init__(self, domains: Mapping[str, Domain]):
        self._domains = domains
        self.forms: dict[str, OperatorForm] = {
            "neg": OperatorForm(1, 1, lambda x: node("neg", as_term(x))),
            "abs": OperatorForm(1, 1, lambda x: node("abs", as_term(x))),
            "sqr": OperatorForm(1, 1, lambda x: node("mul", as_term(x), as_term(x))),
            **{op: OperatorForm(1, ANY, _arithmetic(op)) for op in ("add", "mul", "min", "max")},
            "sub": OperatorForm(2, 2, _arithmetic("sub")),
            "dist": OperatorForm(2, 2, _distance),
            "div": OperatorForm(2, 2, self._quotient),
            "mod": OperatorForm(2, 2, self._remainder),
            "pow": OperatorForm(2, 2, self._power),
            **{op: OperatorForm(2, ANY, _chain(op)) for op in ("lt", "le", "ge", "gt")},
            "eq": OperatorForm(2, ANY, _all_equal),
            "ne": OperatorForm(2, ANY, _all_different),
            "in": OperatorForm(2, 2, is_in),
            "notin": OperatorForm(2, 2, is_not_in),
            "not": OperatorForm(1, 1, lambda p: negation(self.truth(p))),
            "and": OperatorForm(1, ANY, lambda *ps: all_of(map(self.truth, ps))),
            "or": OperatorForm(1, ANY, lambda *ps: any_of(map(self.truth, ps))),
            "xor": OperatorForm(2, ANY, lambda *ps: node("xor", *map(self.truth, ps))),
            "iff": OperatorForm(2, ANY, self._equivalent),
            "imp": OperatorForm(2, 2, lambda p, q: any_of((negation(self.truth(p)), self.truth(q)))),
            "if": OperatorForm(3, 3, self._conditional),
        }

    def truth(self, item: TermItem) -> Expr:
        """Return an item as a formula: 1 is true, 0 is false. Raises Wrong if a constant or a variable has other
        values.
        """
        if isinstance(item, int):
            if item not in (0, 1):
                raise Wrong(None, f"{item} is no truth value; expected 0 or 1")
            return TRUE if item else FALSE
        if not is_term(item):
            return item
        if item.op == "int" and not self._is_truth(self._domains[item.args[0]]):
            raise Wrong(None, f"{item.args[0]} is no truth value; expected a variable with the values 0 and 1")
        return node("eq", item, 1)

    @staticmethod
    def _is_truth(domain: Domain) -> bool:
        return domain.lo >= 0 and domain.hi <= 1

    def _equivalent(self, *items: TermItem) -> Expr:
        return all_of(node("iff", p, q) for p, q in pairwise(map(self.truth, items)))

    def _conditional(self, condition: TermItem, x: TermItem, y: TermItem) -> TermItem:
        p = self.truth(condition)
        if all(isinstance(each, Expr) and not is_term(each) for each in (x, y)):
            return node("ite", p, x, y)
        return node("if", p, as_term(x), as_term(y))

    def is_nonnegative(self, item: TermItem) -> bool:
        """Whether the bounds of the variables show that no value of an item is below 0."""
        if not isinstance(item, int) and not is_term(item):
            return True
        found = range_of(item, self._domains, RULES)
        return found is not None and found[0] >= 0

    def _quotient(self, x: TermItem, y: TermItem) -> TermItem:
        x, y = as_term(x), as_term(y)
        return node("div", x, y) if self._are_positive(x, y) else truncated_quotient(x, y)

    def _remainder(self, x: TermItem, y: TermItem) -> TermItem:
        x, y = as_term(x), as_term(y)
        return node("mod", x, y) if self._are_positive(x, y) else truncated_remainder(x, y)

    def _are_positive(self, dividend: TermItem, divisor: TermItem) -> bool:
        """Whether the dividend is never negative; then Euclid's quotient is the truncated one if neither is the
        divisor.
        """
        return self.is_nonnegative(dividend) and self.is_nonnegative(divisor)

    def _power(self, x: TermItem, y: TermItem) -> TermItem:
        """Return x to the y; with a negative exponent the quotient of 1 and the power, rounded to 0."""
        x, y = as_term(x), as_term(y)
        if self.is_nonnegative(y):
            return node("pow", x, y)
        if isinstance(y, int):
            return truncated_quotient(1, node("pow", x, -y))
        up, down = node("max", y, 0), node("max", node("neg", y), 0)  # `if` is undefined if one of its terms is
        return node("if", node("le", 0, y), node("pow", x, up), truncated_quotient(1, node("pow", x, down)))

    def apply(self, name: str, operands: Sequence[TermItem]) -> TermItem:
        """Return the value of an operator, whose number of operands fits. Raises Wrong for an operand that is a set."""
        sets = sum(isinstance(item, OperandSet) for item in operands)
        if sets != (name in SIZED) or (name in SIZED and not isinstance(operands[1], OperandSet)):
            raise Wrong(None, f"{shown(name)}: expected set(...) after in and notin, and nowhere else")
        return self.forms[name].build(*operands)


def operand_set(items: Sequence[TermItem]) -> OperandSet:
    """Return the set of the values of these items."""
    constants = Domain.of(item for item in items if isinstance(item, int))
    return OperandSet(constants, tuple(item for item in items if not isinstance(item, int)))
