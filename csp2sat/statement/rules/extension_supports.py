"""extension-supports: the terms are one of the rows of a table; None in a row stands for any value."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number

StatedRows = tuple[tuple[int | None, ...], ...]


def require(formulas: StatedFormulas, rows: StatedRows, *terms: PbSum) -> None:
    """State that the literal of one row is true."""
    formulas.clause(_rows(formulas, rows, terms))


def literal(formulas: StatedFormulas, rows: StatedRows, *terms: PbSum) -> Literal:
    """Return the literal that the literal of one row is true."""
    return formulas.definitions.any_of(_rows(formulas, rows, terms))


def _rows(formulas: StatedFormulas, rows: StatedRows, terms: tuple[PbSum, ...]) -> list[Literal]:
    """Return for each row the literal that all terms have its values."""
    return [
        formulas.definitions.all_of(
            [formulas.equal(term, number(cell)) for term, cell in zip(terms, row, strict=True) if cell is not None]
        )
        for row in dict.fromkeys(rows)
    ]


RULE = StatementRule(require, literal)
