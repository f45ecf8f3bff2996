"""The constraints sum, count, nValues and cardinality, which count or add."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.counting import number_of
from ....model.domain import Domain
from ....model.expr import Expr, all_of, any_of, node
from ....model.ops import COMPARISONS
from ...flatzinc.arguments import compare, scaled
from ...flatzinc.builtins.integer_builtins import within
from ...xcsp21.xml_elements import Element
from ..constraint_text import ConstraintText, core_form
from ..operators import outside
from ..texts import ConstraintTexts, XcspCondition


def product(factor: Expr | int, term: Expr | int) -> Expr | int:
    """Return the product of two terms, simplified if one is a constant."""
    if isinstance(term, int):
        factor, term = term, factor
    if isinstance(term, int):
        assert isinstance(factor, int)
        return factor * term
    return scaled(factor, term) if isinstance(factor, int) else node("mul", factor, term)


def products(c: ConstraintText, terms: Sequence[Expr | int]) -> list[Expr | int]:
    """Return the terms, multiplied by the coefficients of the constraint if it has some."""
    if not c.find("coeffs"):
        return list(terms)
    return [product(*pair) for pair in zip(c.terms("coeffs", len(terms)), terms, strict=True)]


def added(terms: Sequence[Expr | int]) -> Expr | int:
    """Return the sum of the terms."""
    return terms[0] if len(terms) == 1 else node("add", *terms)


def sum_(c: ConstraintText) -> Expr:
    """Return the formula that the sum of the products fulfils the condition."""
    return c.condition().of(added(products(c, c.variables())))


def member(term: Expr | int, constants: Domain, variables: Sequence[Expr]) -> Expr:
    """Return the formula that the term is one of the constants, or equal to one of the variables."""
    return any_of((within(term, constants), *(compare("eq", term, other) for other in variables)))


def count(c: ConstraintText) -> Expr:
    """Return the formula that the number of terms with one of the values fulfils the condition."""
    terms, condition = c.variables(), c.condition()
    constants, variables = c.members(c.part("values"))
    single = [*variables, *([constants.lo] if constants else [])]
    if len(single) == 1 and constants.size() <= 1 and condition.op in COMPARISONS:
        return node("count", condition.op, single[0], condition.operand, *terms)
    return condition.of(number_of([member(term, constants, variables) for term in terms], [*terms, *variables]))


def n_values(c: ConstraintText) -> Expr:
    """Return the formula that the number of different values fulfils the condition."""
    return different_values(c.texts, c.variables(), c.except_values(), c.condition())


def different_values(
    texts: ConstraintTexts, terms: Sequence[Expr | int], free: Domain, condition: XcspCondition
) -> Expr:
    """Return the formula that the number of different values of the terms fulfils the condition. free: values that do
    not count.
    """
    if not free and condition.op == "eq":
        return node("nvalue", condition.operand, *terms)
    if not free and condition == XcspCondition("gt", 1):
        return any_of(compare("ne", terms[0], other) for other in terms[1:])
    return condition.of(number_of_values(texts, terms, free))


def number_of_values(texts: ConstraintTexts, terms: Sequence[Expr | int], free: Domain) -> Expr:
    """Return the number of different values, as a term: how many values are taken, if all terms are variables that have
    no more values than there are terms; else how many of the terms have a value that no earlier term has.
    free: values that do not count.
    """
    having: dict[int, list[Expr | int]] = {}
    if all(isinstance(term, Expr) and term.op == "int" for term in terms):
        domains = [texts.variables.domain(term) for term in terms if isinstance(term, Expr)]
        few = Domain(each for domain in domains for each in domain.ranges).size() <= len(terms)
        for term, domain in zip(terms, domains, strict=True) if few else ():
            for value in domain:
                having.setdefault(value, []).append(term)
    if having:
        taken = [
            any_of(compare("eq", term, value) for term in having[value])
            for value in sorted(having)
            if value not in free
        ]
        return number_of(taken, terms)
    news = [
        all_of((outside(term, free), *(compare("ne", term, earlier) for earlier in terms[:at])))
        for at, term in enumerate(terms)
    ]
    return number_of(news, terms)


def cardinality(c: ConstraintText) -> Expr:
    """Return the formula that each value occurs as often as it should."""
    terms, part = c.variables(), c.part("values")
    values = c.texts.terms(part)
    occurs = c.texts.items(c.part("occurs"))
    c.check_number(occurs, len(values), c.part("occurs"))
    fixed = [(value, o) for value, o in zip(values, occurs, strict=True) if not isinstance(o, range)]
    pairs = [each for pair in fixed for each in pair]
    exact = [node("global_cardinality", (len(terms),), *terms, *pairs)] if pairs else []
    between = [
        bound
        for value, o in zip(values, occurs, strict=True)
        if isinstance(o, range)
        for bound in _bounds(terms, value, o)
    ]
    return all_of((*exact, *between, *_closed(c, part, terms, values)))


def _bounds(terms: Sequence[Expr | int], value: Expr | int, occurs: range) -> list[Expr]:
    if occurs.start + 1 == occurs.stop:
        return [node("count", "eq", value, occurs.start, *terms)]
    least = [node("count", "ge", value, occurs.start, *terms)] if occurs.start > 0 else []
    return least + ([node("count", "le", value, occurs.stop - 1, *terms)] if occurs.stop <= len(terms) else [])


def _closed(c: ConstraintText, part: Element, terms: Sequence[Expr | int], values: Sequence[Expr | int]) -> list[Expr]:
    if not c.flag(part, "closed"):
        return []
    constants = Domain.of(value for value in values if isinstance(value, int))
    return [member(term, constants, [v for v in values if isinstance(v, Expr)]) for term in terms]


FAMILY = dict(
    (
        core_form("sum: list coeffs condition", sum_),
        core_form("count: list values condition", count),
        core_form("nValues: list except condition", n_values),
        core_form("cardinality: list values occurs", cardinality),
    )
)
