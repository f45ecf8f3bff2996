"""FlatZinc's constraints on integers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ....model.domain import Domain
from ....model.expr import Expr, all_of, any_of, between, negation, node, term
from ...base.wrong import Wrong
from ..arguments import Builtin, IntSet, Scalar, compare, formula, weighted

TermNode = Expr | int


def linear(op: str, factors: Sequence[int], terms: Sequence[Scalar], bound: int) -> Expr:
    """Return the comparison, by the operator `op`, of the sum of `factors` times `terms` with the constant `bound`.
    Raises Wrong if the arrays differ in length.
    """
    if len(factors) != len(terms):
        raise Wrong(None, f"expected two arrays of the same length, found {len(factors)} and {len(terms)} elements")
    total, const = weighted(factors, terms)
    return compare(op, total, bound - const)


def equals(op: str, *args: TermNode) -> Expr:
    """Return the formula that the last argument equals the operator's value for the other arguments."""
    *inputs, result = args
    return node("eq", node(op, *inputs), result)


def quotient(x: TermNode, y: TermNode, z: TermNode) -> Expr:
    """Return the formula z = x / y, rounded towards zero: Euclid's quotient of |x| and y, with the sign of x; false if
    y = 0.
    """
    size = node("div", term("abs", x), y)
    return node("eq", node("if", compare("ge", x, 0), size, node("neg", size)), z)


def remainder(x: TermNode, y: TermNode, z: TermNode) -> Expr:
    """Return the formula z = x - y * (x / y), for the quotient rounded towards zero, so that z has the sign of x; false
    if y = 0.
    """
    size = node("mod", term("abs", x), y)
    return node("eq", node("if", compare("ge", x, 0), size, node("neg", size)), z)


def power(x: TermNode, y: TermNode, z: TermNode) -> Expr:
    """Return the formula z = x ^ y; for a negative y, z = 1 / x ^ -y rounded towards zero, and x must not be 0."""
    raised = node("eq", node("pow", x, y), z)
    if isinstance(y, int) and y >= 0:
        return raised
    is_even = compare("eq", term("mod", y, 2), 0)
    inverse = any_of(
        (
            all_of((compare("eq", x, 1), compare("eq", z, 1))),
            all_of((compare("eq", x, -1), compare("eq", z, 1), is_even)),
            all_of((compare("eq", x, -1), compare("eq", z, -1), negation(is_even))),
            all_of((any_of((compare("gt", x, 1), compare("lt", x, -1))), compare("eq", z, 0))),
        )
    )
    return any_of((all_of((compare("ge", y, 0), raised)), all_of((compare("lt", y, 0), inverse))))


def member(x: TermNode, values: IntSet) -> Expr:
    """Return the formula that x is in the set."""
    return within(x, domain_of(values))


def domain_of(values: IntSet) -> Domain:
    """Return the set as a domain; the values of a large range are not listed."""
    return Domain([(values.start, values.stop - 1)]) if isinstance(values, range) else Domain.of(values)


def within(x: TermNode, domain: Domain) -> Expr:
    """Return the formula that x is in the domain."""
    if isinstance(x, int):
        return formula(x in domain)
    return any_of(between(x, lo, hi) for lo, hi in domain.ranges)


_COMPARISONS = {f"int_{op}": Builtin("ii", partial(compare, op)) for op in ("eq", "ne", "le", "lt", "ge", "gt")}
_SUMS = {f"int_lin_{op}": Builtin("NIn", partial(linear, op)) for op in ("eq", "ne", "le", "lt", "ge", "gt")}
INTEGERS = {
    **_COMPARISONS,
    **_SUMS,
    "int_plus": Builtin("iii", partial(equals, "add")),
    "int_minus": Builtin("iii", partial(equals, "sub")),
    "int_times": Builtin("iii", partial(equals, "mul")),
    "int_negate": Builtin("ii", partial(equals, "neg")),
    "int_abs": Builtin("ii", partial(equals, "abs")),
    "int_max": Builtin("iii", partial(equals, "max")),
    "int_min": Builtin("iii", partial(equals, "min")),
    "int_div": Builtin("iii", quotient),
    "int_mod": Builtin("iii", remainder),
    "int_pow": Builtin("iii", power),
    "int_pow_fixed": Builtin("ini", power),
    "set_in": Builtin("is", member),
}
