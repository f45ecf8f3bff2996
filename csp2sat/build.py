"""Models in Python: operators and constraints as functions.

Terms are integer variables (`Model.int`), integers, and what `+ - * // % abs` and the functions here make of them; a
formula may stand for a term too, as 0 or 1.  Formulas are Boolean variables (`Model.bool`), comparisons `<= < >= >` of
terms, `eq` and `ne` (`==` compares expressions, as everywhere in Python), `& | ~`, and the constraints.  Formulas
combine freely: any constraint may stand under `~`, in `|`, `implies` or `iff`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from .errors import ModelError
from .graphs.graph import Graph
from .languages.base.sexpr import Wrong
from .languages.csp.constraints import FORMS
from .model.constraint import CONSTRAINTS, Relation
from .model.expr import Expr, all_of, any_of, as_term, node, term
from .model.ops import COMPARISONS, TERM

Term = Expr | int
Formula = Expr
NIL = "nil"

__all__ = [
    "acyclic",
    "all_different",
    "all_of",
    "any_of",
    "circuit",
    "connected",
    "constraint",
    "count",
    "cumulative",
    "disjunctive",
    "element",
    "eq",
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
    "table",
    "total",
    "xor",
]


def eq(x: Term, y: Term) -> Formula:
    """x and y are equal."""
    return term("eq", x, y)


def ne(x: Term, y: Term) -> Formula:
    """x and y differ."""
    return term("ne", x, y)


def implies(p: Formula, q: Formula) -> Formula:
    """If p then q."""
    return node("imp", p, q)


def iff(p: Formula, q: Formula) -> Formula:
    """p and q are both true or both false."""
    return node("iff", p, q)


def xor(*formulas: Formula) -> Formula:
    """An odd number of the formulas is true; at least two."""
    return node("xor", *formulas)


def if_(p: Formula, x: Term, y: Term) -> Expr:
    """The term that is x if p is true, else y."""
    return node("if", p, as_term(x), as_term(y))


def total(terms: Iterable[Term]) -> Expr:
    """The sum of the terms; of none it is 0."""
    return term("add", *terms)


def minimum(*terms: Term) -> Expr:
    """The least of the terms; at least one."""
    return term("min", *terms)


def maximum(*terms: Term) -> Expr:
    """The greatest of the terms; at least one."""
    return term("max", *terms)


def power(x: Term, y: Term) -> Expr:
    """x to the y; undefined, so that the comparison around it is false, where y is negative."""
    return term("pow", x, y)


def constraint(name: str, *form: Any) -> Formula:
    """Any constraint by its name in CSP text, `form` being its arguments as there; lists are Python lists.

    `constraint("cumulative", [[s, 3, "nil", 1], [t, 2, "nil", 1]], 1)`.  Raises UnknownPart for a name that is none,
    ModelError for arguments of another form.
    """
    written = FORMS.get(name)
    if written is None:
        raise ModelError(f"{CONSTRAINTS[name].name} has no form in text; make its expression with its own function")
    try:
        arguments = written.read([_listed(item) for item in form])
    except Wrong as wrong:
        raise ModelError(f"{name}: {wrong.message}") from None
    return node(written.constraint, *(as_term(item) if sort == TERM else item for item, sort in arguments))


def __getattr__(name: str) -> Callable[..., Formula]:
    """A constraint that has no function here is one by its name, `_` for `-`; its arguments are those of its form."""
    spelling = next((each for each in (name, name.replace("_", "-")) if each in FORMS), None)
    if spelling is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(constraint, spelling)


def _listed(item: Any) -> Any:
    """Sequences as lists, the items of a form."""
    if isinstance(item, Sequence) and not isinstance(item, str):
        return [_listed(each) for each in item]
    return item


def all_different(*terms: Term) -> Formula:
    """No two of the terms are equal."""
    return term("alldifferent", *terms)


def element(index: Term, terms: Sequence[Term], value: Term, op: str = "eq") -> Formula:
    """The term at the index, which counts from 1, is in the comparison with the value; false if there is none."""
    return constraint("element", index, terms, _comparison(op), value)


def count(value: Term, terms: Sequence[Term], op: str, number: Term) -> Formula:
    """The number of terms that have the value is in the comparison `op` (`eq ne le lt ge gt`) with `number`."""
    return constraint("count", value, terms, _comparison(op), number)


def n_values(number: Term, terms: Sequence[Term]) -> Formula:
    """The terms have that many different values."""
    return constraint("nvalue", number, terms)


def global_cardinality(terms: Sequence[Term], numbers: Iterable[tuple[Term, Term]]) -> Formula:
    """For each pair of a value and a number: so many terms have the value.  Other values are free."""
    return constraint("global_cardinality", terms, list(numbers))


def cumulative(tasks: Iterable[tuple[Term | None, Term | None, Term | None, Term]], limit: Term) -> Formula:
    """Tasks are (origin, duration, end, height); at each instant the heights of those that run are at most the limit.

    One of origin, duration and end may be None: what makes origin + duration = end.
    """
    return constraint("cumulative", [[NIL if part is None else part for part in task] for task in tasks], limit)


def disjunctive(tasks: Iterable[tuple[Term, Term]]) -> Formula:
    """Tasks are (origin, duration); no two of them overlap."""
    return constraint("disjunctive", list(tasks))


def lex_less(first: Sequence[Term], second: Sequence[Term]) -> Formula:
    """The first row comes before the second, of the same length, in lexicographic order."""
    return constraint("lex_less", first, second)


def lex_lesseq(first: Sequence[Term], second: Sequence[Term]) -> Formula:
    """The first row comes before the second, of the same length, in lexicographic order, or is equal to it."""
    return constraint("lex_lesseq", first, second)


def table(terms: Sequence[Term], rows: Iterable[Sequence[int]], supports: bool = True) -> Formula:
    """The values of the terms are one of the rows (with supports=False: none of them)."""
    return Relation(len(terms), frozenset(map(tuple, rows)), supports)(*map(as_term, terms))


def circuit(successors: Sequence[Term]) -> Formula:
    """Term v is the vertex after v, counted from 0, on one circuit; a vertex that is not on it comes after itself."""
    return term("circuit", *successors)


def connected(graph: Graph, vertices: Sequence[Formula]) -> Formula:
    """The vertices whose formula is true are connected in the graph."""
    return node("connected", graph, *vertices)


def single_loop(graph: Graph, edges: Sequence[Formula]) -> Formula:
    """The edges whose formula is true are one simple loop."""
    return node("single-loop", graph, *edges)


def acyclic(graph: Graph, edges: Sequence[Formula]) -> Formula:
    """The edges whose formula is true contain no loop."""
    return node("acyclic", graph, *edges)


def _comparison(op: str) -> str:
    if op not in COMPARISONS:
        raise ModelError(f"{op!r} is no comparison; expected one of {', '.join(COMPARISONS)}")
    return op
