"""Predicates of MiniZinc about the occurrences of values, as formulas."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.expr import Expr, all_of, any_of, node
from ..arguments import IntSet, Scalar, formulas, reified, together
from ..builtins.integer_builtins import domain_of
from ..builtins.integer_builtins import member as member_of

TermNode = Expr | int
TermNodes = Sequence[TermNode]


def all_different(terms: TermNodes) -> Expr:
    """Return the formula that no two terms are equal."""
    return node("alldifferent", *terms)


def alldifferent_except(terms: TermNodes, values: IntSet) -> Expr:
    """Return the formula that two terms are equal only if their value is one of `values`."""
    return node("alldifferent_except", domain_of(values), *terms)


def nvalue(number: TermNode, terms: TermNodes) -> Expr:
    """Return the formula that `number` is the number of different values of the terms."""
    return node("nvalue", number, *terms)


def count(op: str, terms: TermNodes, value: TermNode, number: TermNode) -> Expr:
    """Return the comparison, by the operator `op`, of the number of terms that equal `value` with `number`."""
    return node("count", op, value, number, *terms)


def occurrences(op: str, number: int, terms: TermNodes, value: int) -> Expr:
    """Return the comparison `count` for the order of arguments of at_least, at_most and exactly: the number of terms
    that equal `value` is compared by `op` with `number`.
    """
    return count(op, terms, value, number)


def among(number: TermNode, terms: TermNodes, values: IntSet) -> Expr:
    """Return the formula that `number` is the number of terms with one of the values."""
    return node("eq", number, node("add", *(node("if", member_of(term, values), 1, 0) for term in terms)))


def distribute(numbers: TermNodes, values: TermNodes, terms: TermNodes) -> Expr:
    """Return the formula that each value occurs among the terms as often as the number with the same index; the values
    may be equal.
    """
    pairs = [each for pair in together(values, numbers) for each in pair]
    return node("global_cardinality", (len(terms),), *terms, *pairs)


def global_cardinality(terms: TermNodes, cover: Sequence[int], numbers: TermNodes, closed: bool = False) -> Expr:
    """Return the formula that each value of the cover occurs among the terms as often as the number with the same
    index.

    closed: whether no other value may occur. The numbers add up to at most the number of terms, and to exactly that if
    `closed` is set. Raises Wrong if there are not as many numbers as values.
    """
    sum_op = "eq" if closed else "le"
    covered = dict(together(cover, numbers))
    total = node(sum_op, node("add", *covered.values()), len(terms))
    return all_of((distribute(numbers, cover, terms), total, *_closed(terms, cover, closed)))


def _closed(terms: TermNodes, cover: Sequence[int], closed: bool) -> list[Expr]:
    return [member_of(term, tuple(cover)) for term in terms] if closed else []


def global_cardinality_low_up(
    terms: TermNodes, cover: Sequence[int], low: Sequence[int], up: Sequence[int], closed: bool = False
) -> Expr:
    """Return the formula that each value of the cover occurs at least `low` and at most `up` times, by the same index.
    closed: whether no other value may occur. Raises Wrong if the three lists differ in length.
    """
    bounds = together(cover, low, up)
    parts = (part for value, least, most in bounds for part in _occurs(terms, value, least, most))
    return all_of((*parts, *_closed(terms, cover, closed)))


def _occurs(terms: TermNodes, value: int, least: int, most: int) -> list[Expr]:
    """Return the formulas that the value occurs at least `least` and at most `most` times, without bounds that always
    hold.
    """
    if least == most:
        return [count("eq", terms, value, least)]
    at_least = [count("ge", terms, value, least)] if least > 0 else []
    return at_least + ([count("le", terms, value, most)] if most < len(terms) else [])


def member(terms: TermNodes, value: TermNode) -> Expr:
    """Return the formula that one of the terms equals the value."""
    return any_of(node("eq", term, value) for term in terms)


def member_bool(conditions: Sequence[Scalar], value: Scalar) -> Expr:
    """Return the formula that one of the Booleans equals the Boolean `value`."""
    return any_of(reified(value, each) for each in formulas(conditions))
