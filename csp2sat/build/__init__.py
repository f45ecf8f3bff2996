"""Models in Python: constraints as functions of terms and formulas.

Terms are integer variables (`Model.int`), integers, and what `+ - * // % ** abs` and the functions here make of them; a
formula may stand for a term too, as 0 or 1.  Formulas are Boolean variables (`Model.bool`), comparisons `== != < <= >
>=` of terms, `& | ~ ^`, and the constraints.  Formulas combine freely: any constraint may stand under `~`, in `|`,
`implies` or `==`.  Where a function takes terms or formulas, lists, tuples, arrays and generators may stand, too.

A constraint that has no function here is one by its name in CSP text, with `_` for `-`: `build.inverse(xs, ys)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, overload

from ..errors import ModelError
from ..model.expr import Expr, node
from .division import truncated_quotient, truncated_remainder
from .handles import Formula, FormulaLike, Term, TermLike, chosen, conjunction, disjunction, of_formulas, of_terms
from .nesting import flat_items, refuse_mapping
from .owner import integer, node_of_formula, node_of_term, owner_of

if TYPE_CHECKING:
    from ..graphs.graph import Graph

TermsLike = TermLike | Iterable["TermsLike"]
"""Terms in any nest of lists, tuples, arrays and generators."""
FormulasLike = FormulaLike | Iterable["FormulasLike"]
"""Formulas in any nest of lists, tuples, arrays and generators."""

__all__ = [
    "acyclic",
    "all_",
    "all_different",
    "all_of",
    "any_",
    "any_of",
    "circuit",
    "connected",
    "constraint",
    "count",
    "cumulative",
    "disjunctive",
    "element",
    "eq",
    "euclidean_div",
    "euclidean_mod",
    "global_cardinality",
    "if_",
    "iff",
    "implies",
    "lex_less",
    "lex_lesseq",
    "maximum",
    "minimum",
    "n_values",
    "ne",
    "power",
    "single_loop",
    "subcircuit",
    "sum",
    "table",
    "total",
    "truncating_div",
    "truncating_mod",
    "xor",
]


def eq(x: TermLike, y: TermLike) -> Formula:
    """x and y are equal; the same as `x == y`."""
    return of_terms(Formula, "eq", x, y)


def ne(x: TermLike, y: TermLike) -> Formula:
    """x and y differ; the same as `x != y`."""
    return of_terms(Formula, "ne", x, y)


def implies(p: FormulaLike, q: FormulaLike) -> Formula:
    """If p then q; the same as `p.implies(q)`."""
    return of_formulas("imp", p, q)


def iff(p: FormulaLike, q: FormulaLike) -> Formula:
    """p and q are both true or both false; the same as `p == q`."""
    return of_formulas("iff", p, q)


def xor(*formulas: FormulasLike) -> Formula:
    """An odd number of the formulas is true."""
    given = list(flat_items(formulas))
    return of_formulas("xor", *given, *[False] * (2 - len(given)))


def all_(*formulas: FormulasLike) -> Formula:
    """All of the formulas hold; of none that is true."""
    return conjunction(flat_items(formulas))


def any_(*formulas: FormulasLike) -> Formula:
    """At least one of the formulas holds; of none that is false."""
    return disjunction(flat_items(formulas))


all_of, any_of = all_, any_


@overload
def if_(p: FormulaLike, x: FormulaLike, y: FormulaLike) -> Formula: ...  # type: ignore[overload-overlap]
@overload
def if_(p: FormulaLike, x: TermLike, y: TermLike) -> Term: ...
def if_(p: FormulaLike, x: TermLike, y: TermLike) -> Term | Formula:
    """x if p is true, else y: a formula of two formulas, else a term."""
    if isinstance(x, Formula | bool) and isinstance(y, Formula | bool):
        return of_formulas("ite", p, x, y)
    return chosen(p, x, y)


def sum(*terms: TermsLike) -> Term:
    """The sum of the terms, with formulas as 1 or 0; of none it is 0."""
    return of_terms(Term, "add", *flat_items(terms))


total = sum


def minimum(*terms: TermsLike) -> Term:
    """The least of the terms; at least one."""
    return of_terms(Term, "min", *_some(terms, "minimum"))


def maximum(*terms: TermsLike) -> Term:
    """The greatest of the terms; at least one."""
    return of_terms(Term, "max", *_some(terms, "maximum"))


def _some(terms: Iterable[TermsLike], what: str) -> list[object]:
    given = list(flat_items(terms))
    if not given:
        raise ModelError(f"the {what} of no terms; expected at least one")
    return given


def power(x: TermLike, y: TermLike) -> Term:
    """x to the y; undefined, so that the comparison around it is false, where y is negative."""
    return of_terms(Term, "pow", x, y)


def truncating_div(x: TermLike, y: TermLike) -> Term:
    """x / y, rounded to 0, as in C; undefined where y is 0."""
    return _divided(truncated_quotient, x, y)


def truncating_mod(x: TermLike, y: TermLike) -> Term:
    """What `truncating_div` leaves, with the sign of x; undefined where y is 0."""
    return _divided(truncated_remainder, x, y)


def euclidean_div(x: TermLike, y: TermLike) -> Term:
    """The q of x = y * q + r with 0 <= r < |y|, as in CSP text; undefined where y is 0."""
    return of_terms(Term, "div", x, y)


def euclidean_mod(x: TermLike, y: TermLike) -> Term:
    """The r of x = y * q + r with 0 <= r < |y|, as in CSP text; undefined where y is 0."""
    return of_terms(Term, "mod", x, y)


def _divided(how: Callable[[Expr | int, Expr | int], Expr], x: TermLike, y: TermLike) -> Term:
    return owner_of((x, y)).handle(Term, how(node_of_term(x), node_of_term(y)))


def constraint(name: str, *form: Any) -> Formula:
    """Any constraint by its name in CSP text, `form` being its arguments as there; lists are Python lists.

    `constraint("cumulative", [[s, 3, None, 1], [t, 2, None, 1]], 1)`, None being `nil`.  Raises UnknownPart for a name
    that is none, ModelError for arguments of another form.
    """
    from .forms import by_form

    return by_form(name, form)


def __getattr__(name: str) -> Callable[..., Formula]:
    if name.startswith("__"):  # what Python itself asks for
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ..languages.csp.constraints import FORMS
    from .forms import function_of
    from .meant import suggestion

    found = function_of(name)
    if found is None:
        known = (*__all__, *(each.replace("-", "_") for each in FORMS))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{suggestion(name, known, 'build.')}")
    return found


def all_different(*terms: TermsLike) -> Formula:
    """No two of the terms are equal."""
    return of_terms(Formula, "alldifferent", *flat_items(terms))


def element(index: TermLike, terms: TermsLike, value: TermLike, op: str = "eq") -> Formula:
    """The term at the index, from 0, is in the comparison with the value; false for no index.  `a[x]` is the item."""
    from .forms import comparison

    return constraint("element", sum(index, 1), terms, comparison(op), value)


def count(value: TermLike, terms: TermsLike, op: str, number: TermLike) -> Formula:
    """The number of terms that have the value is in the comparison `op` (`eq ne le lt ge gt`, or `"<="` and so on) with
    `number`."""
    from .forms import comparison

    return constraint("count", value, terms, comparison(op), number)


def n_values(number: TermLike, terms: TermsLike) -> Formula:
    """The terms have that many different values."""
    return constraint("nvalue", number, terms)


def global_cardinality(terms: TermsLike, numbers: Iterable[tuple[TermLike, TermLike]]) -> Formula:
    """For each pair of a value and a number: so many terms have the value.  Other values are free."""
    return constraint("global_cardinality", terms, numbers)


def cumulative(
    tasks: Iterable[tuple[TermLike | None, TermLike | None, TermLike | None, TermLike]], limit: TermLike
) -> Formula:
    """Tasks are (origin, duration, end, height); at each instant the heights of those that run are at most the limit.

    One of origin, duration and end may be None: what makes origin + duration = end.
    """
    return constraint("cumulative", tasks, limit)


def disjunctive(tasks: Iterable[tuple[TermLike, TermLike]]) -> Formula:
    """Tasks are (origin, duration); no two of them overlap."""
    return constraint("disjunctive", tasks)


def lex_less(first: TermsLike, second: TermsLike) -> Formula:
    """The first row comes before the second, of the same length, in lexicographic order."""
    return constraint("lex_less", first, second)


def lex_lesseq(first: TermsLike, second: TermsLike) -> Formula:
    """The first row comes before the second, of the same length, in lexicographic order, or is equal to it."""
    return constraint("lex_lesseq", first, second)


def table(terms: TermsLike, rows: Iterable[Iterable[int]], supports: bool = True) -> Formula:
    """The values of the terms are one of the rows (with supports=False: none of them)."""
    from ..model.constraint import Relation

    given = list(flat_items([terms]))
    refuse_mapping(rows)
    tuples = [tuple(integer(value, "value of a row") for value in row) for row in rows]
    short = next((row for row in tuples if len(row) != len(given)), None)
    if short is not None:
        raise ModelError(f"a table of {len(given)} terms with the row {short}; expected {len(given)} values")
    relation = Relation(len(given), frozenset(tuples), supports)
    return owner_of(given).handle(Formula, relation(*map(node_of_term, given)))


def circuit(successors: TermsLike) -> Formula:
    """Term v is the vertex after v, counted from 0, on one circuit through all vertices, at least two."""
    given = list(flat_items([successors]))
    moves = (of_terms(Formula, "ne", term, v) for v, term in enumerate(given))
    return conjunction([of_terms(Formula, "circuit", *given), *moves])


def subcircuit(successors: TermsLike) -> Formula:
    """Term v is the vertex after v, counted from 0, on one circuit; a vertex that is not on it comes after itself."""
    return of_terms(Formula, "circuit", *flat_items([successors]))


def connected(graph: Graph, vertices: FormulasLike) -> Formula:
    """The vertices whose formula is true are connected in the graph."""
    return _of_graph("connected", graph, vertices, graph.size)


def single_loop(graph: Graph, edges: FormulasLike) -> Formula:
    """The edges whose formula is true are one simple loop."""
    return _of_graph("single-loop", graph, edges, len(graph.edges))


def acyclic(graph: Graph, edges: FormulasLike) -> Formula:
    """The edges whose formula is true contain no loop."""
    return _of_graph("acyclic", graph, edges, len(graph.edges))


def _of_graph(name: str, graph: Graph, parts: FormulasLike, number: int) -> Formula:
    given = list(flat_items([parts]))
    if len(given) != number:
        raise ModelError(f"{name}: {len(given)} formulas for a graph that takes {number}")
    used = graph if name == "connected" else graph.without_unused()
    return owner_of(given).handle(Formula, node(name, used, *map(node_of_formula, given)))
