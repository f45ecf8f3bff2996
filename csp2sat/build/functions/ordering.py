"""Functions about order: of terms, of rows, of first occurrences, and sorting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, overload

from ...base.numbers import counted, cut
from ...errors import ModelError
from ...languages.flatzinc.predicates.ordering_globals import in_order
from ...languages.flatzinc.predicates.ordering_globals import value_precede_chain as _precede_chain
from ...languages.flatzinc.predicates.sequence_globals import sliding_sum as _sliding_sum
from ...model.expr import Expr, all_of, any_of, negation, node
from ..arrays import Array
from ..calls import TermList, listed, matched, of_nodes, rows_of, same_length
from ..handles import Formula, Term, TermLike
from ..owner import as_terms, integer
from .counting import TermNode, TermsLike, number_of


def increasing(*terms: TermsLike) -> Formula:
    """Require that no term is less than the one before it."""
    return of_nodes(Formula, partial(in_order, "le"), listed(terms))


def strictly_increasing(*terms: TermsLike) -> Formula:
    """Require that each term is greater than the term before it."""
    return of_nodes(Formula, partial(in_order, "lt"), listed(terms))


def decreasing(*terms: TermsLike) -> Formula:
    """Require that no term is greater than the term before it."""
    return of_nodes(Formula, partial(in_order, "ge"), listed(terms))


def strictly_decreasing(*terms: TermsLike) -> Formula:
    """Require that each term is less than the term before it."""
    return of_nodes(Formula, partial(in_order, "gt"), listed(terms))


def lex_less(first: TermsLike, second: TermsLike) -> Formula:
    """Require that the first row comes before the second, of the same length, in lexicographic order."""
    return _chain("lex_less", [listed(first), listed(second)])


def lex_lesseq(first: TermsLike, second: TermsLike) -> Formula:
    """Require that the first row comes before the second, of the same length, in lexicographic order, or equals it."""
    return _chain("lex_lesseq", [listed(first), listed(second)])


def lex_chain_less(rows: Iterable[Iterable[TermLike]]) -> Formula:
    """Require that each row comes before the next row in lexicographic order; all rows have the same length."""
    return _chain("lex_less", rows_of(rows, "row of terms"))


def lex_chain_lesseq(rows: Iterable[Iterable[TermLike]]) -> Formula:
    """Require that each row comes before the next row in lexicographic order, or equals it."""
    return _chain("lex_lesseq", rows_of(rows, "row of terms"))


def _chain(name: str, rows: Sequence[TermList]) -> Formula:
    for first, second in pairwise(rows):
        if len(first) != len(second):
            lengths = f"rows of {counted(len(first), 'term')} and {counted(len(second), 'term')}"
            raise ModelError(f"{name}: {lengths}; expected the same length")
    return of_nodes(Formula, lambda *all_rows: all_of(node(name, *s, *t) for s, t in pairwise(all_rows)), *rows)


def value_precede(earlier: int, later: int, terms: TermsLike) -> Formula:
    """Require that the value `later` occurs only behind an occurrence of the value `earlier`."""
    return precedence(terms, [earlier, later])


def value_precede_chain(values: Iterable[int], terms: TermsLike) -> Formula:
    """Require that each of the values occurs only behind an occurrence of the value before it, as `precedence`."""
    return precedence(terms, values)


def precedence(terms: TermsLike, values: Iterable[int]) -> Formula:
    """Require that each of the values occurs only behind an occurrence of the value before it in `values`.

    So values that can be exchanged are kept in one order.  To let a task or place come before another, add a
    comparison, `a.end <= b.start` or `position[a] < position[b]`.
    """
    chain = [integer(value, "value") for value in listed(values)]
    return of_nodes(Formula, lambda nodes: _precede_chain(chain, nodes), listed(terms))


def sliding_sum(low: int, up: int, width: int, terms: TermsLike) -> Formula:
    """Require that the sum of any `width` neighbouring terms is from `low` to `up`; nothing for fewer terms than
    `width`.

    Raise ModelError for a width less than 1.
    """
    least, most, size = integer(low, "low"), integer(up, "up"), integer(width, "width")
    if size < 1:
        raise ModelError(f"build.sliding_sum: width {cut(size)}; expected at least 1")
    return of_nodes(Formula, lambda nodes: _sliding_sum(least, most, size, nodes), listed(terms))


def argmax(terms: TermsLike) -> Term:
    """Return the position, from 0, of the first greatest term.  Raise ModelError for no terms."""
    return _first_best("argmax", "max", "ge", terms)


def argmin(terms: TermsLike) -> Term:
    """Return the position, from 0, of the first least term.  Raise ModelError for no terms."""
    return _first_best("argmin", "min", "le", terms)


def _first_best(name: str, best: str, op: str, terms: TermsLike) -> Term:
    given = listed(terms)
    if not given:
        raise ModelError(f"build.{name} of no terms; expected at least one")
    return of_nodes(Term, partial(_position, best, op), given)


def _position(best: str, op: str, nodes: Sequence[TermNode]) -> Expr:
    """Return the position, from 0, of the first best term, as the number of terms up to which no term is best.

    best: the operator for the best value, `max` or `min`.  op: the comparison by which a term is best.  nodes: the
    terms.
    """
    value = node(best, *nodes)
    is_best = [node(op, each, value) for each in nodes]
    return number_of((negation(any_of(is_best[: at + 1])) for at in range(len(nodes) - 1)), nodes)


@overload
def sort(terms: TermsLike, /) -> Array[Term, Term]: ...
@overload
def sort(terms: TermsLike, ordered: TermsLike) -> Formula: ...
def sort(*given: Any, **named: Any) -> Any:
    """Return the terms in ascending order, as an array: `sort(xs)[0]` is the least.

    `sort(terms, ordered)` is the constraint that the terms `ordered` are the others in ascending order.  Size: a least
    and a greatest of two terms for each of about n (log n)^2 / 4 comparisons (K. E. Batcher, Sorting networks and their
    applications, 1968).
    """
    call = matched("sort", ("terms", "terms ordered"), given, named)
    terms = listed(call["terms"])
    if "ordered" not in call:
        owner, nodes = as_terms(terms)
        found = [each if isinstance(each, Expr) else node("add", each) for each in _sorted(nodes)]
        return Array([owner.handle(Term, each) for each in found], (len(terms),))
    ordered = listed(call["ordered"])
    same_length("sort", terms=terms, ordered=ordered)
    return of_nodes(Formula, _are_sorted, terms, ordered)


def _are_sorted(terms: Sequence[TermNode], ordered: Sequence[TermNode]) -> Expr:
    pairs = zip(_sorted(terms), ordered, strict=True)
    return all_of((in_order("le", ordered), *(node("eq", s, t) for s, t in pairs)))


def _sorted(nodes: Sequence[TermNode]) -> list[TermNode]:
    """Return terms that are the given terms in ascending order, by Batcher's odd-even merge sort."""
    found = list(nodes)

    def compare(low: int, high: int) -> None:
        a, b = found[low], found[high]
        found[low], found[high] = node("min", a, b), node("max", a, b)

    _odd_even(len(found), compare)
    return found


def _odd_even(size: int, compare: Callable[[int, int], None]) -> None:
    """Call `compare(low, high)` for each comparison of a sorting network of any size."""
    step = 1
    while step < size:
        gap = step
        while gap:
            for start in range(gap % step, size - gap, 2 * gap):
                for at in range(start, min(start + gap, size - gap)):
                    if at // (2 * step) == (at + gap) // (2 * step):
                        compare(at, at + gap)
            gap //= 2
        step *= 2
