"""Predicates of MiniZinc about which values occur and how often, as formulas."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.expr import Expr, all_of, any_of, node
from ..arguments import IntSet, Scalar, formulas, reified, together
from ..builtins.integer_builtins import domain_of
from ..builtins.integer_builtins import member as member_of

TermNode = Expr | int
TermNodes = Sequence[TermNode]


def all_different(terms: TermNodes) -> Expr:
    """No two are equal."""
    return node("alldifferent", *terms)


def alldifferent_except(terms: TermNodes, values: IntSet) -> Expr:
    """Two are equal only if that is one of the values."""
    return node("alldifferent_except", domain_of(values), *terms)


def nvalue(number: TermNode, terms: TermNodes) -> Expr:
    """How many different values there are."""
    return node("nvalue", number, *terms)


def count(op: str, terms: TermNodes, value: TermNode, number: TermNode) -> Expr:
    """How often the value occurs, compared with the number."""
    return node("count", op, value, number, *terms)


def occurrences(op: str, number: int, terms: TermNodes, value: int) -> Expr:
    """The same with the arguments of at_least, at_most, exactly."""
    return count(op, terms, value, number)


def among(number: TermNode, terms: TermNodes, values: IntSet) -> Expr:
    """How many have one of the values."""
    return node("eq", number, node("add", *(node("if", member_of(term, values), 1, 0) for term in terms)))


def distribute(numbers: TermNodes, values: TermNodes, terms: TermNodes) -> Expr:
    """Each value occurs as often as its number says; values may be equal."""
    pairs = [each for pair in together(values, numbers) for each in pair]
    return node("global_cardinality", (len(terms),), *terms, *pairs)


def global_cardinality(terms: TermNodes, cover: Sequence[int], numbers: TermNodes, closed: bool = False) -> Expr:
    """Each value of the cover occurs as often as its number says; closed: no other value occurs.

    The numbers together are at most as many as there are terms, exactly as many if it is closed.
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
    """Each value of the cover occurs at least and at most so often; closed: no other value occurs."""
    bounds = together(cover, low, up)
    parts = (part for value, least, most in bounds for part in _occurs(terms, value, least, most))
    return all_of((*parts, *_closed(terms, cover, closed)))


def _occurs(terms: TermNodes, value: int, least: int, most: int) -> list[Expr]:
    """How often a value occurs, without bounds that say nothing."""
    if least == most:
        return [count("eq", terms, value, least)]
    at_least = [count("ge", terms, value, least)] if least > 0 else []
    return at_least + ([count("le", terms, value, most)] if most < len(terms) else [])


def member(terms: TermNodes, value: TermNode) -> Expr:
    """One of them is the value."""
    return any_of(node("eq", term, value) for term in terms)


def member_bool(conditions: Sequence[Scalar], value: Scalar) -> Expr:
    """The same of Booleans."""
    return any_of(reified(value, each) for each in formulas(conditions))
