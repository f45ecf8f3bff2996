"""The tables of the report for a paper, in LaTeX with the package booktabs: scores, and a row for each input."""

from __future__ import annotations

from collections.abc import Sequence

from ...escaping import for_latex
from ..rows import Clock
from ..store import ResultRow
from . import sizes, values
from .inputs import rows_by_input
from .scores import COLUMNS, STATUSES, TEXTS, SolverScores, best_cells, cells

LEFT_OUT = (*STATUSES, "runs", "version")  # columns that a table of scores in a paper has no room for


def tables(
    rows: Sequence[ResultRow], found: Sequence[SolverScores], explained: str, with_inputs: bool, clock: Clock
) -> str:
    """Return the tables of scores, of the sizes of formulas and of the values of objectives as LaTeX, after comments
    with the explanation and the package that they need.

    found: the contests of `rows`, best first.  explained: what the seconds and the columns mean, a line or several.
    with_inputs: whether further tables have the seconds and the formulas of each input.  clock: of seconds.
    """
    measured = sizes.sizes(rows, clock)
    comments = [*explained.splitlines(), r"needs \usepackage{booktabs}"]
    comments += [f"second table: {sizes.title(measured)}"] if measured else []
    parts = ["".join(f"% {line}\n" for line in comments), _scores(found)]
    if measured:
        parts.append(_sizes(sizes.HEADINGS, sizes.cells(measured)))
    if best := values.cells(rows, clock):
        parts.append(_sizes(values.HEADINGS, best))
    if with_inputs:
        heads = ["input", *(each.label for each in found)]
        parts.append(_tabular(heads, "l" + "r" * len(found), rows_by_input(rows, found)))
    if with_inputs and measured:
        parts.append(_sizes(sizes.INPUT_HEADINGS, sizes.by_input(rows, measured)))
    return "\n".join(parts)


def _scores(found: Sequence[SolverScores]) -> str:
    has_conflicts = any(each.conflicts for each in found)
    kept = [at for at, name in enumerate(COLUMNS) if name not in LEFT_OUT and (name != "conflicts" or has_conflicts)]
    rows = (COLUMNS, *(_cells(each) for each in found), best_cells(found))
    heads, *body, last = [[row[at] for at in kept] for row in rows]
    return _tabular(heads, "".join("l" if head in TEXTS else "r" for head in heads), body, [last])


def _sizes(heads: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    return _tabular(heads, "".join("l" if head in sizes.TEXTS else "r" for head in heads), body)


def _cells(each: SolverScores) -> list[str]:
    """Return the cells of a contest's row; the mark of wrong answers, which have no column, follows the encoding."""
    solver, encoding, *figures = cells(each, "x")
    return [solver, encoding + each.mark, *figures]


def _tabular(
    heads: Sequence[str], columns: str, body: Sequence[Sequence[str]], last: Sequence[Sequence[str]] = ()
) -> str:
    """Return a `tabular` of LaTeX.

    heads: the headings.  columns: the alignment of each column, l or r.  body, last: rows of cells; a rule stands
    between the two.
    """
    blocks = [[heads], body, *([last] if last else [])]
    lines = [f"\\begin{{tabular}}{{{columns}}}", r"\toprule"]
    for block in blocks:
        lines += [f"{' & '.join(map(for_latex, row))} \\\\" for row in block]
        lines.append(r"\midrule")
    return "\n".join([*lines[:-1], r"\bottomrule", r"\end{tabular}"]) + "\n"
