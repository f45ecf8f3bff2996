"""lex_lesseq: the first row of terms is lexicographically at most the second."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum


def chain(formulas: StatedFormulas, terms: tuple[PbSum, ...], or_equal: bool) -> Literal:
    """Return the literal of the rows, the halves of the terms: for each pair (s, t) in the same place, from the end,
    s <= t, and s < t or the literal of the later pairs; after the last pair it is `or_equal`.
    """
    make, half = formulas.definitions, len(terms) // 2
    found: Literal = or_equal
    for s, t in reversed(list(zip(terms[:half], terms[half:], strict=True))):
        found = make.all_of((formulas.compared("le", s, t), make.any_of((formulas.compared("lt", s, t), found))))
    return found


def require(formulas: StatedFormulas, *terms: PbSum) -> None:
    """State that the literal of the chain is true."""
    formulas.clause((literal(formulas, *terms),))


def literal(formulas: StatedFormulas, *terms: PbSum) -> Literal:
    """Return the literal of the chain, true if the rows are equal."""
    return chain(formulas, terms, True)


RULE = StatementRule(require, literal)
