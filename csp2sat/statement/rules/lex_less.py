"""lex_less: the first row of terms is lexicographically less than the second."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum
from .lex_lesseq import chain


def require(formulas: StatedFormulas, *terms: PbSum) -> None:
    """State that the literal of the chain is true."""
    formulas.clause((literal(formulas, *terms),))


def literal(formulas: StatedFormulas, *terms: PbSum) -> Literal:
    """Return the literal of the chain, false if the rows are equal."""
    return chain(formulas, terms, False)


RULE = StatementRule(require, literal)
