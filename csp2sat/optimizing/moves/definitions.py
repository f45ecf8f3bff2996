"""Definitions of integers and of truth values by others, as the required formulas of a normal form state them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ...encoder.normalize.arithmetic import ARITHMETIC, MAXIMUM
from ...encoder.normalize.formulas import Linear
from ...model.expr import Expr, negation
from .formulas import NetworkForms
from .one_sided import inequality, one_sided


def define(forms: NetworkForms, parts: Sequence[Expr], declared: int, sign: int) -> None:
    """Give definitions to integers and Booleans of `forms`, by the parts of the required formula.

    declared: the number of integers that the model declares.  sign: 1 for an objective to minimize, -1 for one to
    maximize.
    """
    found = forms.definitions
    for part in parts:
        if part.op == "iff":
            _equivalence(forms, part, *part.args)
        elif part.op == "not" and part.args[0].op == "iff":
            first, second = part.args[0].args
            _equivalence(forms, part, first, negation(second))
        elif part.op in DEFINING and (defined := DEFINING[part.op](forms, declared, *part.args)):
            x, make = defined
            if x not in found:
                found[x] = make
                forms.used[part] = x
    for x, bounds in one_sided(forms.norm, parts, sign, found.keys()).items():
        found[x] = partial(_greatest, forms, x, bounds)
        forms.used.update(dict.fromkeys(bounds, x))


def _equivalence(forms: NetworkForms, part: Expr, first: Expr, second: Expr) -> None:
    for one, other in ((first, second), (second, first)):
        truth = one.args[0] if one.op == "not" else one
        if truth.op == "bool" and truth not in forms.definitions:
            forms.definitions[truth] = partial(forms.formula, other if one is truth else negation(other))
            forms.used[part] = truth
            return


DefinedInt = tuple[int, Callable[[], int]] | None


def _equation(forms: NetworkForms, declared: int, total: Linear) -> DefinedInt:
    """Define an auxiliary integer by an equation, or else the objective, or else an integer as wide as all others.

    declared: the number of integers that the model declares.
    """
    domains = forms.norm.domains
    spans = {x: abs(a) * (domains[x].hi - domains[x].lo) for a, x in total.terms}
    whole = sum(spans.values())
    able = [
        ((x >= declared) + (x == forms.norm.objective), spans[x], x, a)
        for a, x in total.terms
        if abs(a) == 1
        and len(spans) > 1
        and not (x in forms.definitions or x in forms.norm.conditional)
        and (x >= declared or x == forms.norm.objective or 2 * spans[x] >= whole)
    ]
    if not able:
        return None
    *_, x, a = max(able)
    rest = Linear(tuple((-a * b, y) for b, y in total.terms if y != x), -a * total.const)
    return x, partial(forms.sum_node, rest)


def _element(forms: NetworkForms, declared: int, op: str, index: Linear, value: Linear, *terms: Linear) -> DefinedInt:
    if op != "eq":
        return None
    return _solved(forms, value, partial(forms.item, index, terms))


def _maximum(forms: NetworkForms, declared: int, value: Linear, *terms: Linear) -> DefinedInt:
    return _solved(forms, value, lambda: forms.maximum([*map(forms.sum_node, terms)]))


def _arithmetic(forms: NetworkForms, declared: int, value: Linear, x: Linear, y: Linear, op: str) -> DefinedInt:
    undefined = forms.norm.domains[value.terms[0][1]].lo if value.terms else value.const
    return _solved(forms, value, partial(forms.function, x, y, op, undefined))


def _solved(forms: NetworkForms, value: Linear, make: Callable[[], int]) -> DefinedInt:
    """Return the integer that a term of one integer makes equal to a node, and how to make its node."""
    if len(value.terms) != 1 or abs(value.terms[0][0]) != 1 or value.terms[0][1] in forms.norm.conditional:
        return None
    ((a, x),) = value.terms
    if (a, value.const) == (1, 0):
        return x, make
    return x, lambda: forms.of_sum([(a, make())], -a * value.const)


DEFINING: dict[str, Callable[..., DefinedInt]] = {
    "eq0": _equation,
    "element": _element,
    MAXIMUM: _maximum,
    ARITHMETIC: _arithmetic,
}


def _greatest(forms: NetworkForms, x: int, bounds: Sequence[Expr]) -> int:
    """Return the node of the greatest lower bound of an integer, or of its least upper bound.

    x: the integer.  bounds: the inequalities that state the bounds.
    """
    nodes, sign = list[int](), 1
    for part in bounds:
        total = inequality(part)
        assert total is not None
        ((a, _),) = [term for term in total.terms if term[1] == x]
        sign = -a
        rest = Linear(tuple((sign * b, y) for b, y in total.terms if y != x), sign * total.const)
        nodes.append(forms.sum_node(rest))
    domain = forms.norm.domains[x]
    end = domain.lo if sign > 0 else domain.hi
    ends = [forms.network.ends[each] for each in nodes]
    if any((low < end) if sign > 0 else (high > end) for low, high in ends):
        nodes.append(forms.of_sum((), end))
    return forms.maximum(nodes, sign)
