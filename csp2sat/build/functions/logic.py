"""Functions about truth and arithmetic: connectives, choices, sums, least and greatest, quotients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, overload

from ...errors import ModelError
from ...model.division import truncated_quotient, truncated_remainder
from ...model.expr import Expr
from ..calls import of_nodes
from ..handles import Formula, FormulaLike, Term, TermLike, chosen, conjunction, disjunction, of_formulas, of_terms
from ..nesting import flat_items, is_nested
from ..owner import shown
from .counting import FormulasLike, TermsLike


def eq(x: TermLike, y: TermLike) -> Formula:
    """Require that x and y are equal; the same as `x == y`."""
    return of_terms(Formula, "eq", x, y)


def ne(x: TermLike, y: TermLike) -> Formula:
    """Require that x and y differ; the same as `x != y`."""
    return of_terms(Formula, "ne", x, y)


def implies(p: FormulaLike, q: FormulasLike) -> Formula:
    """Require q, all of a list, if p holds; the same as `p.implies(q)`."""
    return of_formulas("imp", p, conjunction(flat_items([q])) if is_nested(q) else q)


def iff(p: FormulaLike, q: FormulaLike) -> Formula:
    """Require that p and q are both true or both false; the same as `p == q`."""
    return of_formulas("iff", p, q)


def xor(*formulas: FormulasLike) -> Formula:
    """Require that an odd number of the formulas is true."""
    given = list(flat_items(formulas))
    return of_formulas("xor", *given, *[False] * (2 - len(given)))


def all_(*formulas: FormulasLike) -> Formula:
    """Require that all of the formulas hold; true for no formulas."""
    return conjunction(flat_items(formulas))


def any_(*formulas: FormulasLike) -> Formula:
    """Require that at least one of the formulas holds; false for no formulas."""
    return disjunction(flat_items(formulas))


all_of, any_of = all_, any_


@overload
def if_(p: FormulaLike, x: FormulaLike, y: FormulaLike) -> Formula: ...  # type: ignore[overload-overlap]
@overload
def if_(p: FormulaLike, x: TermLike, y: TermLike) -> Term: ...
def if_(p: FormulaLike, x: TermLike, y: TermLike) -> Term | Formula:
    """Return x where p is true, else y: a formula if x and y are formulas, else a term."""
    if isinstance(x, Formula | bool) and isinstance(y, Formula | bool):
        return of_formulas("ite", p, x, y)
    return chosen(p, x, y)


def sum(*terms: TermsLike) -> Term:
    """Return the sum of the terms, with formulas as 1 or 0; 0 for no terms."""
    return of_terms(Term, "add", *flat_items(terms))


total = sum


def minimum(*terms: TermsLike) -> Term:
    """Return the least of the terms.  Raise ModelError for no terms."""
    return of_terms(Term, "min", *_some(terms, "minimum"))


def maximum(*terms: TermsLike) -> Term:
    """Return the greatest of the terms.  Raise ModelError for no terms."""
    return of_terms(Term, "max", *_some(terms, "maximum"))


def _some(terms: Iterable[TermsLike], what: str) -> list[object]:
    given = list(flat_items(terms))
    if not given:
        raise ModelError(f"the {what} of no terms; expected at least one")
    return given


def power(x: TermLike, y: TermLike) -> Term:
    """Return x to the y; undefined, so that the comparison around the power is false, where y is negative."""
    return of_terms(Term, "pow", x, y)


def truncating_div(x: TermLike, y: TermLike) -> Term:
    """Return x / y, rounded to 0, as in C; undefined where y is 0."""
    return _divided(truncated_quotient, x, y)


def truncating_mod(x: TermLike, y: TermLike) -> Term:
    """Return the remainder of `truncating_div`, with the sign of x; undefined where y is 0."""
    return _divided(truncated_remainder, x, y)


def euclidean_div(x: TermLike, y: TermLike) -> Term:
    """Return the q of x = y * q + r with 0 <= r < |y|, as in CSP text; undefined where y is 0."""
    return of_terms(Term, "div", x, y)


def euclidean_mod(x: TermLike, y: TermLike) -> Term:
    """Return the r of x = y * q + r with 0 <= r < |y|, as in CSP text; undefined where y is 0."""
    return of_terms(Term, "mod", x, y)


def _divided(how: Callable[[Expr | int, Expr | int], Expr], x: TermLike, y: TermLike) -> Term:
    return of_nodes(Term, how, x, y)


def constraint(name: str, *form: Any) -> Formula:
    """Require a constraint by its name in CSP text.

    form: the arguments that the constraint has in CSP text, with Python lists for lists and None for `nil`:
    `constraint("cumulative", [[s, 3, None, 1], [t, 2, None, 1]], 1)`.  Raises UnknownPart for a name that is none,
    ModelError for arguments of another form.
    """
    from ..forms import by_form

    if not isinstance(name, str):
        raise ModelError(f"{shown(name)} is no name of a constraint; expected a text, such as 'cumulative'")
    return by_form(name, form)
