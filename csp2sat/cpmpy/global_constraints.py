"""CPMpy's global constraints as nodes, by CPMpy's names; CPMpy decomposes all other global constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from cpmpy.expressions.utils import STAR

from ..build.task_nodes import TaskNodes, apart, consistent, load, not_negative
from ..model.constraint import Relation
from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from .translation import Translated, Translation, number


def _all_different(translation: Translation, given: Any) -> Expr:
    return node("alldifferent", *translation.terms(given.args))


def _all_equal(translation: Translation, given: Any) -> Expr:
    return all_of(node("eq", x, y) for x, y in pairwise(translation.terms(given.args)))


def _ordered(op: str) -> Callable[[Translation, Any], Expr]:
    """Return a function that translates a constraint: each term is in the comparison `op` with the next term."""
    return lambda translation, given: all_of(node(op, x, y) for x, y in pairwise(translation.terms(given.args)))


def _circuit(translation: Translation, given: Any) -> Expr:
    """Return the formula that the terms, as successors of vertices, are one circuit through all vertices.

    The model's own constraint `circuit` lets a vertex be its own successor and so be left out; further formulas forbid
    this.
    """
    after = translation.terms(given.args)
    return all_of((node("circuit", *after), *(node("ne", term, v) for v, term in enumerate(after))))


def _inverse(translation: Translation, given: Any) -> Expr:
    first, second = map(translation.terms, given.args)
    return node("inverse", *first, *second)


def _table(supports: bool) -> Callable[[Translation, Any], Expr]:
    """Return a function that translates a table constraint: its terms together are one of the rows if `supports` is
    true, else none of them.
    """

    def translated(translation: Translation, given: Any) -> Expr:
        terms, rows = given.args
        relation = Relation(len(terms), frozenset(map(tuple, rows.tolist())), supports)
        return relation(*translation.terms(terms))

    return translated


def _short_table(translation: Translation, given: Any) -> Expr:
    """Return the formula that the terms match one of the rows, in which a star stands for any value."""
    terms, rows = given.args
    cells = tuple(tuple(None if _is_star(cell) else number(cell) for cell in row) for row in rows)
    return node("extension-supports", cells, *translation.terms(terms))


def _is_star(cell: object) -> bool:
    return isinstance(cell, str) and cell == STAR


def _in_domain(translation: Translation, given: Any) -> Expr:
    term, values = given.args
    return _among(translation.term(term), values)


def _among(term: Translated, values: Iterable[Any]) -> Expr:
    return Relation(1, frozenset((number(value),) for value in values))(term)


def _if_then_else(translation: Translation, given: Any) -> Expr:
    return node("ite", *map(translation.formula, given.args))


def _xor(translation: Translation, given: Any) -> Expr:
    parts = list(map(translation.formula, given.args))
    return node("xor", *parts, *[FALSE] * (2 - len(parts)))


def _global_cardinality(translation: Translation, given: Any) -> Expr:
    """Return the formula that each value occurs among the terms as often as its number says.

    The terms have no other values if CPMpy's constraint is `closed`.
    """
    terms, values, numbers = given.args
    nodes = translation.terms(terms)
    pairs = zip(map(number, values), translation.terms(numbers), strict=True)
    counted = node("global_cardinality", (len(nodes),), *nodes, *(part for pair in pairs for part in pair))
    return all_of((counted, *(_among(term, values) for term in nodes))) if given.closed else counted


def _lexicographic(name: str) -> Callable[[Translation, Any], Expr]:
    """Return a function that translates a constraint: each row and the next row are in the lexicographic order called
    `name`.
    """

    def translated(translation: Translation, given: Any) -> Expr:
        rows = map(translation.terms, given.args)
        return all_of(node(name, *first, *second) for first, second in pairwise(rows))

    return translated


def _tasks(translation: Translation, columns: Sequence[Any], presence: Sequence[Any] | None = None) -> list[TaskNodes]:
    """Return the tasks that lists of CPMpy's expressions describe.

    columns: lists of starts, durations and, if given, ends.  presence: a formula for each task, None if all tasks are
    always present.  Nothing is required here: `consistent` requires that a given end is start plus duration.
    """
    starts, durations, *given = map(translation.terms, columns)
    ends = given[0] if given else [None] * len(starts)
    present = [TRUE] * len(starts) if presence is None else list(map(translation.formula, presence))
    return [TaskNodes(*row) for row in zip(starts, durations, ends, present, strict=True)]


def _cumulative(translation: Translation, given: Any) -> Expr:
    *columns, demands, limit = given.args
    return _load(translation, _tasks(translation, columns), demands, limit)


def _cumulative_optional(translation: Translation, given: Any) -> Expr:
    *columns, demands, limit, presence = given.args
    return _load(translation, _tasks(translation, columns, presence), demands, limit)


def _load(translation: Translation, tasks: Sequence[TaskNodes], demands: Sequence[Any], limit: Any) -> Expr:
    """Return the formula that the tasks never need more than `limit` at a time.

    demands: the need of each task, at least 0 if the task is present.  A present task has a duration of at least 0, and
    its end is its start plus its duration.
    """
    heights = translation.terms(demands)
    pairs = zip(tasks, heights, strict=True)
    signs = (any_of((negation(task.presence), not_negative(height))) for task, height in pairs)
    return all_of((*map(consistent, tasks), *signs, load(tasks, heights, translation.term(limit))))


def _no_overlap(translation: Translation, given: Any) -> Expr:
    tasks = _tasks(translation, given.args)
    return all_of((*map(consistent, tasks), apart(tasks)))


def _no_overlap_optional(translation: Translation, given: Any) -> Expr:
    """Return the formula that no two present tasks overlap; a present task has a duration of at least 0, and its end is
    its start plus its duration.
    """
    *columns, presence = given.args
    tasks = _tasks(translation, columns, presence)
    return all_of((*map(consistent, tasks), apart(tasks)))


CONSTRAINTS: dict[str, Callable[[Translation, Any], Expr]] = {
    "alldifferent": _all_different,
    "allequal": _all_equal,
    "circuit": _circuit,
    "cumulative": _cumulative,
    "cumulative_optional": _cumulative_optional,
    "decreasing": _ordered("ge"),
    "gcc": _global_cardinality,
    "increasing": _ordered("le"),
    "indomain": _in_domain,
    "inverse": _inverse,
    "ite": _if_then_else,
    "lex_chain_less": _lexicographic("lex_less"),
    "lex_chain_lesseq": _lexicographic("lex_lesseq"),
    "lex_less": _lexicographic("lex_less"),
    "lex_lesseq": _lexicographic("lex_lesseq"),
    "negative_table": _table(False),
    "no_overlap": _no_overlap,
    "no_overlap_optional": _no_overlap_optional,
    "short_table": _short_table,
    "strictly_decreasing": _ordered("gt"),
    "strictly_increasing": _ordered("lt"),
    "table": _table(True),
    "xor": _xor,
}
