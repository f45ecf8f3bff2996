"""Required formulas as nodes of a network whose values say how far each is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from ...encoder.normalize.arithmetic import ARITHMETIC, MAXIMUM
from ...encoder.normalize.formulas import Linear
from ...model.constraint import CARDINALITY, CONSTRAINTS
from ...model.domain import Domain
from ...model.expr import Expr
from .formulas import BIT, NetworkForms, NoMoves
from .network import NodeTerm, OfSum
from .one_sided import inequality

LOGIC = frozenset(("true", "false", "bool", "not", "or", "and", "iff", "ite", "relation"))
WIDEST = 60  # arguments of a constraint that is judged anew as a whole, at most


def _above(total: int) -> int:
    return total if total > 0 else 0


def _below(total: int) -> int:
    return -total if total < 0 else 0


EXCESSES: dict[str, OfSum] = {
    "eq": abs,
    "le": _above,
    "ge": _below,
    "lt": lambda total: _above(total + 1),
    "gt": lambda total: _below(total - 1),
    "ne": (0).__eq__,
}
"""For each comparison with 0, by how much a sum breaks it."""


def require(forms: NetworkForms, part: Expr) -> None:
    """Require a formula of a normal form.  Raises NoMoves if no network says how far it is broken."""
    total = inequality(part)
    if total is not None:
        _compare(forms, "le", forms.weighted(total), total.const)
    elif part.op == "eq0":
        _equation(forms, part.args[0])
    elif part.op == "not" and part.args[0].op == "eq0":
        _compare(forms, "ne", forms.weighted(part.args[0].args[0]), part.args[0].args[0].const)
    elif part.op == "or":
        nodes = [(1, forms.formula(each)) for each in part.args]
        forms.network.require(forms.of_sum(nodes, 0, (0).__eq__, BIT))
    elif part.op in LOGIC:
        forms.network.require(forms.of_sum([(1, forms.formula(part))], 0, (0).__eq__, BIT))
    elif part.op in GLOBALS:
        GLOBALS[part.op](forms, *part.args)
    elif part.op in CONSTRAINTS and len(part.args) <= WIDEST:
        node = forms.holds(part)
        forms.network.require(forms.of_sum([(1, node)], 0, (0).__eq__, BIT))
    else:
        raise NoMoves


def keep_within(
    forms: NetworkForms, node: int, domain: Domain, low_only: bool = False, high_only: bool = False
) -> None:
    """Require that a node has a value of a domain; low_only, high_only: that the node is not beyond this end of it."""
    low, high = forms.network.ends[node]
    if len(domain.ranges) > 1:
        forms.network.require(forms.of_sum([(1, node)], 0, lambda v: v not in domain, BIT))
        return
    if low < domain.lo and not high_only:
        _compare(forms, "ge", [(1, node)], -domain.lo)
    if high > domain.hi and not low_only:
        _compare(forms, "le", [(1, node)], -domain.hi)


def _compare(forms: NetworkForms, op: str, terms: Sequence[NodeTerm], const: int) -> None:
    """Require the comparison `op` of a sum with 0.  terms, const: the parts of the sum."""
    low, high = forms.network.ends_of(terms, const)
    most = max(abs(low), abs(high)) + 1
    node = forms.of_sum(terms, const, EXCESSES[op], (0, most))
    forms.network.require(node, 1 / max([abs(a) for a, _ in terms], default=1))


def _equation(forms: NetworkForms, total: Linear) -> None:
    """Require `total = 0`; of nodes 0 or 1 whose sum is 1 exactly one is."""
    terms = forms.weighted(total)
    factors = {a for a, _ in terms}
    if len(factors) == 1 and total.const == -next(iter(factors)):
        forms.groups.append([x for _, x in terms])
    _compare(forms, "eq", terms, total.const)


def _cardinality(forms: NetworkForms, limits: tuple[int, int], *formulas: Expr) -> None:
    nodes, (least, most) = [forms.formula(each) for each in formulas], limits
    if limits == BIT[1:] * 2:
        forms.groups.append(nodes)
    node = forms.of_sum(
        [(1, x) for x in nodes],
        0,
        lambda total: least - total if total < least else total - most if total > most else 0,
        (0, len(nodes)),
    )
    forms.network.require(node)


def _alldifferent(forms: NetworkForms, *terms: Linear) -> None:
    nodes = [*map(forms.sum_node, terms)]
    if len(nodes) < 2:
        return
    get, values, size = itemgetter(*nodes), forms.network.values, len(nodes)
    node = forms.of_nodes(nodes, lambda: size - len(set(get(values))), (0, size))
    forms.network.require(node)

    def equal() -> list[int]:
        often = Counter(get(values))
        return [x for x in nodes if often[values[x]] > 1]

    forms.network.culprits[node] = equal
    forms.swaps.append(nodes)


def _count(forms: NetworkForms, op: str, value: Linear, number: Linear, *terms: Linear) -> None:
    """Compare, by `op`, the number of terms that have a value with a number."""
    same = [forms.weighted(term) + [(-a, x) for a, x in forms.weighted(value)] for term in terms]
    consts = [term.const - value.const for term in terms]
    nodes = [forms.of_sum(each, const, (0).__eq__, BIT) for each, const in zip(same, consts, strict=True)]
    counted = [*((1, x) for x in nodes), *((-a, x) for a, x in forms.weighted(number))]
    _compare(forms, op, counted, -number.const)


def _element(forms: NetworkForms, op: str, index: Linear, value: Linear, *terms: Linear) -> None:
    others = [(-a, x) for a, x in forms.weighted(value)]
    _compare(forms, op, [(1, forms.item(index, terms)), *others], -value.const)


def _maximum(forms: NetworkForms, value: Linear, *terms: Linear) -> None:
    others = [(-a, x) for a, x in forms.weighted(value)]
    _compare(forms, "eq", [(1, forms.maximum([*map(forms.sum_node, terms)])), *others], -value.const)


def _arithmetic(forms: NetworkForms, value: Linear, x: Linear, y: Linear, op: str) -> None:
    if op in ("div", "mod", "pow"):
        raise NoMoves  # the result may be undefined
    others = [(-a, z) for a, z in forms.weighted(value)]
    _compare(forms, "eq", [(1, forms.function(x, y, op, 0)), *others], -value.const)


GLOBALS: dict[str, Callable[..., Any]] = {
    CARDINALITY: _cardinality,
    MAXIMUM: _maximum,
    ARITHMETIC: _arithmetic,
    "alldifferent": _alldifferent,
    "count": _count,
    "element": _element,
}
