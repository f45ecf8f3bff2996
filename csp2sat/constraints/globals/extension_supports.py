"""extension-supports: the terms are one of the rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from ...cnf.sink import DOWN, FALSE, Lit, Sink
from ...graphs.diagrams import diagram_of, spelled
from ...ints.affine import within
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint, Relation
from ...model.expr import Expr, all_of, any_of, node
from . import regular

TableRows = tuple[tuple[int | None, ...], ...]  # None: any value


def holds(rows: TableRows, *values: int) -> bool:
    """Whether the values are a row of the table, where None in a row stands for any value."""
    return any(all(cell in (None, v) for cell, v in zip(row, values, strict=True)) for row in rows)


def encode(sink: Sink, rows: TableRows, *terms: IntCode) -> None:
    """Write the clauses of the table's diagram if they are fewer, as `regular` does; otherwise a literal for each row
    that can be taken, and for each value of a term the rows that have the value.

    New variables: one for each row, and direct literals.  Clauses: 1, one for each number in the table, and one for
    each different number of a column and each gap between them (with `*` in the column: one for each value of the
    term).  Unit propagation finds every value that becomes impossible.
    Source: F. Bacchus, GAC via unit propagation, CP 2007.
    """
    if not sink.plain_bits and (found := diagram_of(rows)):
        diagram, any_value = found
        regular.encode(sink, spelled(diagram, {any_value: {v for x in terms for v in x.values}}), *terms)
        return
    able = [row for row in dict.fromkeys(rows) if FALSE not in _literals(row, terms)]
    taken = sink.new(len(able))
    sink.means("all", taken, lambda: [_literals(row, terms) for row in able], DOWN)
    out = sink.out
    out += (*taken, 0)
    for lit, row in zip(taken, able, strict=True):
        for cell in _literals(row, terms):
            out += (-lit, cell, 0)
    for term, column in zip(terms, zip(*able, strict=True), strict=False):
        _support(sink, term, column, taken)
    sink.spill()


def _literals(row: Sequence[int | None], terms: Sequence[IntCode]) -> list[Lit]:
    return [term.eq(cell) for cell, term in zip(row, terms, strict=True) if cell is not None]


def _support(sink: Sink, term: IntCode, column: Sequence[int | None], taken: Sequence[Lit]) -> None:
    """Require that a term has a value only if a row is taken that has this value, or any, in the term's column.

    column: the cells of the rows, None for any value.  taken: the literals of the rows.
    """
    rows_of: dict[int | None, list[Lit]] = {}
    for cell, lit in zip(column, taken, strict=True):
        rows_of.setdefault(cell, []).append(lit)
    any_value = rows_of.pop(None, [])
    listed_values = [value for value in rows_of if value is not None]
    if not any_value:
        within(sink, term, listed_values)
    for value in term.values if any_value else sorted(listed_values):
        sink.out += (-term.eq(value), *rows_of.get(value, ()), *any_value, 0)


def formula(rows: TableRows, *terms: Expr | int) -> Expr:
    """Return the constraint as a relation, or as a disjunction of the rows if a row has None (any value)."""
    if not any(None in row for row in rows):
        return Relation(len(terms), frozenset(rows))(*terms)  # type: ignore[arg-type]
    return any_of(
        all_of(node("eq", term, cell) for cell, term in zip(row, terms, strict=True) if cell is not None)
        for row in rows
    )


def also(rows: TableRows, *terms: Expr | int) -> Expr:
    """Return the bounds of the terms that follow from the columns without None; false if there are no rows."""
    if not rows:
        return any_of(())
    return all_of(map(_bounds, terms, zip(*rows, strict=True)))


def _bounds(term: Expr | int, column: Sequence[int | None]) -> Expr:
    cells = [cell for cell in column if cell is not None]
    if len(cells) < len(column):
        return all_of(())
    return node("and", node("le", min(cells), term), node("le", term, max(cells)))


CONSTRAINT = GlobalConstraint("extension-supports", holds, encode, formula, also)
