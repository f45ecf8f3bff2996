"""Predicates of MiniZinc about order, as formulas: the order of terms, of rows, of first occurrences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ....model.expr import FALSE, TRUE, Expr, all_of, any_of, node
from ...base.wrong import Wrong

TermNode = Expr | int
TermNodes = Sequence[TermNode]


def in_order(op: str, terms: TermNodes) -> Expr:
    """Return the formula that the operator holds between each term and the next."""
    return all_of(node(op, s, t) for s, t in pairwise(terms))


def lex(or_equal: bool, first: TermNodes, second: TermNodes) -> Expr:
    """Return the formula that the first row is lexicographically less than the second, or, with `or_equal`, less or
    equal; a row is less than its continuations.
    """
    shorter = len(first) <= len(second) if or_equal else len(first) < len(second)
    chain = TRUE if shorter else FALSE
    for s, t in reversed(list(zip(first, second, strict=False))):
        less = node("lt", s, t)
        chain = less if chain is FALSE else all_of((node("le", s, t), any_of((less, chain))))
    return chain


def lex_chain(or_equal: bool, terms: TermNodes, columns: int) -> Expr:
    """Return the formula that the columns of a matrix ascend lexicographically, weakly if `or_equal` is set. terms: the
    matrix row by row; columns: the number of columns. Raises Wrong if the rows are not complete.
    """
    _check_matrix(terms, columns)
    return all_of(lex(or_equal, s, t) for s, t in pairwise([terms[at::columns] for at in range(columns)]))


def _check_matrix(terms: TermNodes, columns: int) -> None:
    if len(terms) % columns if columns > 0 else terms:
        raise Wrong(None, f"expected rows of {columns} elements; there are {len(terms)}")


def lex2(or_equal: bool, terms: TermNodes, columns: int) -> Expr:
    """Return the formula that the rows and the columns of a matrix ascend lexicographically, weakly if `or_equal` is
    set. terms: the matrix row by row; columns: the number of columns. Raises Wrong if the rows are not complete.
    """
    rows = [terms[at : at + columns] for at in range(0, len(terms), columns)] if columns else []
    return all_of((lex_chain(or_equal, terms, columns), *(lex(or_equal, s, t) for s, t in pairwise(rows))))


def value_precede_chain(values: Sequence[int], terms: TermNodes) -> Expr:
    """Return the formula that each value of the chain occurs only after its predecessor in the chain has occurred: for
    n terms about 4n nodes for each two neighbours of the chain.
    """
    return all_of(_precede(s, t, terms) for s, t in pairwise(values))


def value_precede(earlier: int, later: int, terms: TermNodes) -> Expr:
    """Return the formula that the value `later` occurs only after the value `earlier` has occurred."""
    return _precede(earlier, later, terms)


def _precede(earlier: int, later: int, terms: TermNodes) -> Expr:
    seen, parts = FALSE, []
    for term in terms:
        parts.append(any_of((seen, node("ne", term, later))))
        seen = any_of((seen, node("eq", term, earlier)))
    return all_of(parts)


def seq_precede_chain(terms: TermNodes) -> Expr:
    """Return the formula that each of 2, 3, ... occurs only after its predecessor has occurred; values below 1 are
    free.
    """
    bounds = (node("le", term, at) for at, term in enumerate(terms, 1))
    return all_of((*bounds, value_precede_chain(range(1, len(terms) + 1), terms)))


def arg_best(op: str, terms: TermNodes, index: TermNode, first: int) -> Expr:
    """Return the formula that the index is the index of the first greatest term (if `op` is `max`) or of the first
    least term (if `op` is `min`), or FALSE if there are no terms; indices count from `first`.

    The chosen term is the best, and no term before it is: about two comparisons for each term.
    """
    last = first + len(terms) - 1
    if not terms:
        return FALSE
    best = node(op, *terms)
    parts = [node("le", first, index), node("le", index, last)]
    for at, term in enumerate(terms, first):
        behind = node("sub", best, term) if op == "max" else node("sub", term, best)
        parts.append(any_of((node("ne", index, at), node("le", behind, 0))))
        parts.append(any_of((node("le", index, at), node("lt", 0, behind))))
    return all_of(parts)


def best_is(op: str, value: TermNode, terms: TermNodes) -> Expr:
    """Return the formula that the value is the greatest (if `op` is `max`) or the least (if `op` is `min`) of the
    terms, or FALSE if there are no terms.
    """
    return node("eq", value, node(op, *terms)) if terms else FALSE
