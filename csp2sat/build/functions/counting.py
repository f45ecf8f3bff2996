"""Functions about the values that terms take, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any, SupportsIndex, overload

from ...errors import ModelError
from ...languages.flatzinc.builtins.integer_builtins import within
from ...model.counting import number_of as number_of
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, negation, node
from ..arrays import Array
from ..calls import TermList, listed, matched, of_nodes, same_length
from ..declarations import value_set
from ..engine_model import EngineModel
from ..handles import Formula, FormulaLike, Term, TermLike, of_terms
from ..nesting import flat_items, flat_numbers, is_nested, refuse_mapping
from ..owner import Handle, Owner, as_formulas, as_terms, integer

TermsLike = TermLike | Iterable["TermsLike"]
"""Terms in any nest of lists, tuples, arrays and generators."""
FormulasLike = FormulaLike | Iterable["FormulasLike"]
"""Formulas in any nest of lists, tuples, arrays and generators."""
ValuesLike = SupportsIndex | Iterable[SupportsIndex] | Domain
"""Integers: one, or a list, set or range of them."""
TermNode = Expr | int


def all_different(*terms: TermsLike) -> Formula:
    """Require that no two of the terms are equal."""
    return of_terms(Formula, "alldifferent", *flat_numbers("all_different", terms))


def all_different_except(terms: TermsLike, values: ValuesLike) -> Formula:
    """Require that no two of the terms are equal, unless their value is one of `values`."""
    free, given = value_set(values), TermList(flat_numbers("all_different_except", [terms]))
    return of_nodes(Formula, lambda nodes: node("alldifferent_except", free, *nodes), given)


def all_different_except_0(*terms: TermsLike) -> Formula:
    """Require that no two of the terms are equal, unless their value is 0."""
    return all_different_except(flat_numbers("all_different_except_0", terms), 0)


def all_equal(*terms: TermsLike) -> Formula:
    """Require that all terms are equal."""
    return of_nodes(Formula, _equal, TermList(flat_numbers("all_equal", terms)))


def _equal(nodes: Sequence[TermNode]) -> Expr:
    return all_of(node("eq", nodes[0], each) for each in nodes[1:])


def is_in(term: TermLike, values: ValuesLike) -> Formula:
    """Require that the term has one of the values: integers in a list, set or range."""
    domain = value_set(values)
    return of_nodes(Formula, lambda x: within(x, domain), term)


@overload
def count(terms: TermsLike, value: TermLike) -> Term: ...
@overload
def count(value: TermLike, terms: TermsLike) -> Term: ...
@overload
def count(value: TermLike, terms: TermsLike, op: str, number: TermLike) -> Formula: ...
def count(*given: Any, **named: Any) -> Any:
    """Return how many of the terms have the value: `count(terms, value)` is a term, `count(xs, 3) >= 2` a constraint.

    List and value may stand in either order.  `count(value, terms, op, number)` is the constraint that the count is in
    the comparison `op` (`eq ne le lt ge gt`, or `"<="` and so on) with `number`, as in CSP text.
    """
    if len(given) == 2 and not is_nested(given[0]) and is_nested(given[1]):
        given = given[::-1]
    call = matched("count", ("terms value", "value terms op number"), given, named)
    if "op" not in call:
        return of_nodes(Term, _count, listed(call["terms"]), call["value"])
    return occurs(call["op"], call["number"], call["terms"], call["value"])


def _count(nodes: Sequence[TermNode], value: TermNode) -> Expr:
    return number_of((node("eq", each, value) for each in nodes), [*nodes, value])


def occurs(op: str, number: TermLike, terms: TermsLike, value: TermLike) -> Formula:
    """Require that the number of terms with the value is in the comparison `op` with `number`."""
    from ..forms import comparison

    how = comparison(op)
    return of_nodes(Formula, lambda nodes, *rest: node("count", how, *rest, *nodes), listed(terms), value, number)


def at_most(number: TermLike, terms: TermsLike, value: TermLike) -> Formula:
    """Require that at most `number` of the terms have the value."""
    return occurs("le", number, terms, value)


def at_least(number: TermLike, terms: TermsLike, value: TermLike) -> Formula:
    """Require that at least `number` of the terms have the value."""
    return occurs("ge", number, terms, value)


def exactly(number: TermLike, terms: TermsLike, value: TermLike) -> Formula:
    """Require that exactly `number` of the terms have the value."""
    return occurs("eq", number, terms, value)


def at_most_one(*formulas: FormulasLike) -> Formula:
    """Require that at most one of the formulas holds."""
    return of_terms(Formula, "le", _number_true(formulas), 1)


def exactly_one(*formulas: FormulasLike) -> Formula:
    """Require that exactly one of the formulas holds."""
    return of_terms(Formula, "eq", _number_true(formulas), 1)


def _number_true(formulas: Iterable[FormulasLike]) -> Term:
    owner, nodes = as_formulas(flat_items(formulas))
    return owner.handle(Term, number_of(nodes, ()))


def among(terms: TermsLike, values: ValuesLike) -> Term:
    """Return how many of the terms have one of the values: a term, `among(xs, [1, 2]) <= 3` is a constraint."""
    domain = value_set(values)
    return of_nodes(Term, lambda nodes: number_of((within(x, domain) for x in nodes), nodes), listed(terms))


@overload
def n_values(terms: TermsLike, /) -> Term: ...
@overload
def n_values(*, terms: TermsLike) -> Term: ...
@overload
def n_values(number: TermLike, terms: TermsLike) -> Formula: ...
def n_values(*given: Any, **named: Any) -> Any:
    """Return how many different values the terms have: `n_values(terms)` is a term.

    `n_values(number, terms)` is the constraint that this is `number`, as in CSP text and MiniZinc.
    """
    call = matched("n_values", ("terms", "number terms"), given, named)
    terms = TermList(flat_numbers("n_values", [call["terms"]]))
    if "number" in call:
        return of_nodes(Formula, lambda number, nodes: node("nvalue", number, *nodes), call["number"], terms)
    owner, nodes = as_terms(terms)
    return owner.handle(Term, different_values(nodes, values_of(owner, nodes)))


def values_of(owner: Owner, nodes: Sequence[TermNode]) -> Domain | None:
    """Return the values that terms can have together; None unless each is an integer or a variable of the model
    `owner`.
    """
    known = [_domain(owner, each) for each in nodes]
    found = [each for each in known if each is not None]
    return Domain(chain.from_iterable(each.ranges for each in found)) if found and len(found) == len(known) else None


def _domain(owner: Owner, term: TermNode) -> Domain | None:
    if isinstance(term, int):
        return Domain([(term, term)])
    return owner.domain_of(term) if isinstance(owner, EngineModel) else None


def different_values(nodes: Sequence[TermNode], values: Domain | None, but: Sequence[int] = ()) -> Expr:
    """Return the term that is the number of different values of the terms `nodes`.

    values: all values that the terms can have, None if these are not known.  but: values that are not counted.  Size:
    an equation for each term and value, or for each two terms, whichever is less.
    """
    if values is not None and values.size() <= len(nodes):
        return number_of((any_of(node("eq", x, v) for x in nodes) for v in values if v not in but), nodes)
    earlier = [any_of(node("eq", one, x) for one in (*but, *nodes[:at])) for at, x in enumerate(nodes)]
    return number_of(map(negation, earlier), nodes)


@overload
def global_cardinality(
    terms: TermsLike, numbers: Iterable[tuple[TermLike, TermLike]], *, closed: bool = False
) -> Formula: ...
@overload
def global_cardinality(terms: TermsLike, values: TermsLike, counts: TermsLike, *, closed: bool = False) -> Formula: ...
def global_cardinality(*given: Any, closed: bool = False, **named: Any) -> Formula:
    """Require how often values occur among the terms: `global_cardinality(terms, values, counts)`.

    Value i occurs as often as count i says; other values are free, and do not occur if `closed` is true.
    `global_cardinality(terms, [(value, count), ...])` takes pairs.
    """
    call = matched("global_cardinality", ("terms numbers", "terms values counts"), given, named)
    if "numbers" in call:
        refuse_mapping(call["numbers"])
        pairs = [(*each,) if isinstance(each, Iterable) else (each,) for each in call["numbers"]]
        wrong = next((pair for pair in pairs if len(pair) != 2), None)
        if wrong is not None:
            raise ModelError(f"build.global_cardinality: {wrong} is no pair of a value and its count")
        values, counts = listed([value for value, _ in pairs]), listed([number for _, number in pairs])
    else:
        values, counts = listed(call["values"]), listed(call["counts"])
        same_length("global_cardinality", values=values, counts=counts)
    return of_nodes(Formula, partial(_cardinalities, closed), listed(call["terms"]), values, counts)


def _cardinalities(closed: bool, nodes: Sequence[TermNode], values: Sequence[TermNode], counts: Any) -> Expr:
    pairs = chain.from_iterable(zip(values, counts, strict=True))
    counted = node("global_cardinality", (len(nodes),), *nodes, *pairs)
    others = [any_of(node("eq", x, v) for v in values) for x in nodes] if closed else []
    return all_of((counted, *others))


def weighted_sum(weights: TermsLike, terms: TermsLike) -> Term:
    """Return the sum of the terms, each times its weight, which is an integer; the order of the two lists does not
    matter.
    """
    factors, given = listed(weights), listed(terms)
    if any(isinstance(each, Handle) for each in factors) and not any(isinstance(each, Handle) for each in given):
        factors, given = given, factors
    same_length("weighted_sum", weights=factors, terms=given)
    products = (integer(a, "weight") * Array([x], (1,))[0] for a, x in zip(factors, given, strict=True))
    return of_terms(Term, "add", *products)
