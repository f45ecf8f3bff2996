"""The constraints of the CSP language: how each is written, by its spelling.

One that is written as a pattern says takes a line; see `forms` for patterns, `csp_graphs` for those of graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.ops import TERM
from ..base.forms import (
    CARDINALITIES,
    IN_ORDER,
    WEIGHTED,
    WITH_COSTS,
    ConstraintForm,
    FormItem,
    Pairs,
    PatternShape,
    Words,
    form,
    tasks,
    tuples,
)
from ..base.names import DATA
from ..base.sexpr import Wrong
from . import graphs as csp_graphs
from .graphs import STAR

WORDS = Words("OPERATOR", "= != < <= > >=")
Rows = tuple[tuple[int | None, ...], ...]


def _table(terms: Sequence[FormItem], rows: FormItem) -> Pairs:
    """Terms and rows of as many values; a value is an integer, or `*` for any (None)."""
    rows = tuples(rows, len(terms), f"a row of {len(terms)} values")
    return [(tuple(tuple(map(_cell, row)) for row in rows), DATA), *((term, TERM) for term in terms)]


def _cell(item: FormItem) -> int | None:
    if item == STAR:
        return None
    if not isinstance(item, int):
        raise Wrong(item, "expected an integer, or * for any value")
    return int(item)


def _table_items(rows: Rows, *terms: Any) -> list[FormItem]:
    return [list(terms), [["*" if cell is None else cell for cell in row] for row in rows]]


def _form(name: str, pattern: str, shape: PatternShape | None = None) -> ConstraintForm:
    """The form of a pattern; messages show it in parentheses, with and without what may be left out."""
    written = [pattern.replace("OPERATOR? ", ""), pattern.replace("?", "")] if "?" in pattern else [pattern]
    return form(name, pattern, WORDS, " or ".join(f"({name} {each})" for each in written), shape)


FORMS: dict[str, ConstraintForm] = csp_graphs.FORMS | {
    each.constraint: each
    for each in (
        _form("alldifferent", IN_ORDER),
        _form("circuit", "(TERM ...)"),
        _form("count", "VALUE (TERM ...) OPERATOR NUMBER"),
        _form("cumulative", "((ORIGIN DURATION END HEIGHT) ...) LIMIT", tasks("nil")),
        _form("disjunctive", "((ORIGIN DURATION) ...)"),
        _form("element", "INDEX (TERM ...) OPERATOR? VALUE"),
        _form("extension-supports", "(TERM ...) ((VALUE ...) ...)", PatternShape(_table, _table_items)),
        _form("global_cardinality", "(TERM ...) ((VALUE NUMBER) ...)", CARDINALITIES),
        _form("global_cardinality_with_costs", "(TERM ...) ((VALUE NUMBER) ...) ((I K WEIGHT) ...) COST", WITH_COSTS),
        _form("inverse", "(TERM ...) (TERM ...)"),
        _form("lex_less", "(TERM ...) (TERM ...)"),
        _form("lex_lesseq", "(TERM ...) (TERM ...)"),
        _form("nvalue", "NUMBER (TERM ...)"),
        _form("weightedsum", "((WEIGHT TERM) ...) OPERATOR TERM", WEIGHTED),
    )
}
