"""Global constraints as rows of a linear program.  A constraint that is not linear raises NoLinearForm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...encoder.normalize.arithmetic import ARITHMETIC, MAXIMUM
from ...encoder.normalize.formulas import Linear
from ...model.constraint import CARDINALITY, RELATION
from ...model.expr import Expr
from .forms import LinearForms, NoLinearForm
from .program import ZERO, TooLarge, weighted
from .tours import circuit

SIGNS = {"eq": (1, -1), "le": (1,), "ge": (-1,)}
STRICT = {"eq": (1, 0), "le": (1, 0), "lt": (1, 1), "ge": (-1, 0), "gt": (-1, 1)}
"""How each comparison `a op b` is a sum: sign * (a - b) + constant is at most 0, or 0 for "eq"."""


def _cardinality(forms: LinearForms, limits: tuple[int, int], *formulas: Expr) -> None:
    parts = [(1, forms.literal(formula)) for formula in formulas]
    least, most = limits
    if least == most == 1:
        forms.choices.append(tuple(part for _, part in parts))
    if least == most:
        forms.program.equal_zero(weighted(parts, -most))
        return
    forms.program.at_most_zero(weighted(parts, -most))
    forms.program.at_most_zero(weighted([(-1, part) for _, part in parts], least))


def _alldifferent(forms: LinearForms, *terms: Linear) -> None:
    """Allow each value once; exactly once if there are as many values as terms."""
    users: dict[int, list[Linear]] = {}
    for term in terms:
        for value, literal in forms.cases(term).items():
            users.setdefault(value, []).append(literal)
    for literals in users.values():
        row = weighted([(1, each) for each in literals], -1)
        if len(users) == len(terms):
            forms.program.equal_zero(row)
        else:
            forms.program.at_most_zero(row)


def _count(forms: LinearForms, op: str, value: Linear, number: Linear, *terms: Linear) -> None:
    """Compare, by `op`, the number of terms that have a value with a number; raise NoLinearForm if the value is not a
    constant, or `op` is "ne".
    """
    if value.terms or op not in STRICT:
        raise NoLinearForm
    sign, const = STRICT[op]
    parts = [(sign, forms.cases(term).get(value.const, ZERO)) for term in terms]
    row = weighted([*parts, (-sign, forms.sum_of(number))], const)
    (forms.program.equal_zero if op == "eq" else forms.program.at_most_zero)(row)


def _element(forms: LinearForms, op: str, index: Linear, value: Linear, *terms: Linear) -> None:
    """Compare, by `op`, the term at an index, counted from 1, with a value."""
    if op not in SIGNS:
        raise NoLinearForm
    chosen = forms.cases_within(index, range(1, len(terms) + 1))
    if op == "eq" and all(not term.terms for term in terms):
        total = weighted([(terms[at - 1].const, literal) for at, literal in chosen.items()])
        if len(value.terms) == 1 and value.terms[0][0] == 1 and forms.is_new(value.terms[0][1]):
            costs = [terms[at - 1].const - value.const for at in chosen]
            forms.define(value.terms[0][1], weighted([(1, total)], -value.const), (min(costs), max(costs)))
        else:
            forms.program.equal_zero(weighted([(1, total), (-1, forms.sum_of(value))]))
        return
    for at, literal in chosen.items():
        for sign in SIGNS[op]:
            forms.require_if(literal, weighted([(sign, forms.sum_of(terms[at - 1])), (-sign, forms.sum_of(value))]))


def _relation(forms: LinearForms, relation: Any, *terms: Linear) -> None:
    """Choose one of the tuples, which says the values of all terms."""
    if not relation.supports:
        raise NoLinearForm
    cases = [forms.cases(term) for term in terms]
    able = [each for each in relation.tuples if all(v in case for v, case in zip(each, cases, strict=True))]
    if len(able) * (2 + len(cases)) > forms.program.most:
        raise TooLarge
    having: list[dict[int, list[tuple[int, Linear]]]] = [{v: [(-1, case[v])] for v in case} for case in cases]
    chosen = [(1, forms.program.literal()) for _ in able]
    forms.program.equal_zero(weighted(chosen, -1))
    for one, values in zip(chosen, sorted(able), strict=True):
        for v, those in zip(values, having, strict=True):
            those[v].append(one)
    for those in having:
        for parts in those.values():
            forms.program.equal_zero(weighted(parts))


def _maximum(forms: LinearForms, value: Linear, *terms: Linear) -> None:
    """Require that a value is at least each term; the value need not be a term."""
    for term in terms:
        forms.program.at_most_zero(weighted([(1, forms.sum_of(term)), (-1, forms.sum_of(value))]))


def _arithmetic(forms: LinearForms, value: Linear, term: Linear, second: Linear, function: str) -> None:
    """Require that the value is at least the size of the term; raise NoLinearForm if the function is not `abs`, whose
    operand `second` means nothing.
    """
    if function != "abs":
        raise NoLinearForm
    _maximum(forms, value, term, term.times(-1))


GLOBALS: dict[str, Callable[..., None]] = {
    ARITHMETIC: _arithmetic,
    CARDINALITY: _cardinality,
    RELATION: _relation,
    MAXIMUM: _maximum,
    "alldifferent": _alldifferent,
    "circuit": circuit,
    "count": _count,
    "element": _element,
}
