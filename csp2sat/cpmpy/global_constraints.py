"""CPMpy's global constraints as nodes, by CPMpy's names; those that are not here CPMpy decomposes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

from cpmpy.expressions.utils import STAR

from ..constraints.globals.cumulative import GIVEN
from ..model.constraint import Relation
from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node
from .translation import Translated, Translation, number

END = 2  # what is missing of a task of `cumulative`


def _all_different(translation: Translation, given: Any) -> Expr:
    return node("alldifferent", *translation.terms(given.args))


def _all_equal(translation: Translation, given: Any) -> Expr:
    return all_of(node("eq", x, y) for x, y in pairwise(translation.terms(given.args)))


def _ordered(op: str) -> Callable[[Translation, Any], Expr]:
    """The constraint that each term and the next one are in the comparison."""
    return lambda translation, given: all_of(node(op, x, y) for x, y in pairwise(translation.terms(given.args)))


def _circuit(translation: Translation, given: Any) -> Expr:
    """All vertices are on it; on that of the model a vertex may be left out, as its own successor."""
    after = translation.terms(given.args)
    return all_of((node("circuit", *after), *(node("ne", term, v) for v, term in enumerate(after))))


def _inverse(translation: Translation, given: Any) -> Expr:
    first, second = map(translation.terms, given.args)
    return node("inverse", *first, *second)


def _table(supports: bool) -> Callable[[Translation, Any], Expr]:
    def translated(translation: Translation, given: Any) -> Expr:
        terms, rows = given.args
        relation = Relation(len(terms), frozenset(map(tuple, rows.tolist())), supports)
        return relation(*translation.terms(terms))

    return translated


def _short_table(translation: Translation, given: Any) -> Expr:
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
    """Closed: there are no other values."""
    terms, values, numbers = given.args
    nodes = translation.terms(terms)
    pairs = zip(map(number, values), translation.terms(numbers), strict=True)
    counted = node("global_cardinality", (len(nodes),), *nodes, *(part for pair in pairs for part in pair))
    return all_of((counted, *(_among(term, values) for term in nodes))) if given.closed else counted


def _lexicographic(name: str) -> Callable[[Translation, Any], Expr]:
    """The constraint that each row and the next one are in the order."""

    def translated(translation: Translation, given: Any) -> Expr:
        rows = map(translation.terms, given.args)
        return all_of(node(name, *first, *second) for first, second in pairwise(rows))

    return translated


# tasks: lists of starts, durations, and perhaps ends


def _consistent(tasks: Sequence[Sequence[Translated]], present: Sequence[Expr]) -> list[Expr]:
    """Of tasks that are present: no duration is negative, and the end, if there is one, is where it has to be."""
    found = []
    for (start, duration, *end), is_present in zip(zip(*tasks, strict=True), present, strict=True):
        parts = [_not_negative(duration), *(node("eq", node("add", start, duration), each) for each in end)]
        found += [any_of((negation(is_present), part)) for part in parts]
    return found


def _not_negative(term: Translated) -> Expr:
    if isinstance(term, int):
        return TRUE if term >= 0 else FALSE
    return node("ge", term, 0)


def _cumulative(translation: Translation, given: Any) -> Expr:
    *columns, demands, limit = given.args
    tasks, heights = list(map(translation.terms, columns)), translation.terms(demands)
    always = [TRUE] * len(heights)
    return all_of(
        (*_consistent(tasks, always), *map(_not_negative, heights), _load(tasks, heights, limit, translation))
    )


def _cumulative_optional(translation: Translation, given: Any) -> Expr:
    """What is not present has no height."""
    *columns, demands, limit, presence = given.args
    tasks, heights = list(map(translation.terms, columns)), translation.terms(demands)
    present = list(map(translation.formula, presence))
    signs = (any_of((negation(p), _not_negative(h))) for p, h in zip(present, heights, strict=True))
    taken = [node("if", p, h, 0) for p, h in zip(present, heights, strict=True)]
    return all_of((*_consistent(tasks, present), *signs, _load(tasks[:2], taken, limit, translation)))


def _load(
    tasks: Sequence[Sequence[Translated]], heights: Sequence[Translated], limit: Any, translation: Translation
) -> Expr:
    rows = zip(*tasks, heights, strict=True)
    missing = (GIVEN if len(tasks) == 3 else END,) * len(heights)
    return node("cumulative", missing, translation.term(limit), *(part for row in rows for part in row))


def _no_overlap(translation: Translation, given: Any) -> Expr:
    tasks = list(map(translation.terms, given.args))
    rows = zip(*tasks[:2], strict=True)
    disjunctive = node("disjunctive", *(part for row in rows for part in row))
    return all_of((*_consistent(tasks, [TRUE] * len(tasks[0])), disjunctive))


def _no_overlap_optional(translation: Translation, given: Any) -> Expr:
    """Two tasks that are present do not overlap."""
    *columns, presence = given.args
    tasks, present = list(map(translation.terms, columns)), list(map(translation.formula, presence))
    rows = list(zip(*tasks[:2], strict=True))
    apart = (
        any_of((negation(p), negation(q), node("disjunctive", *a, *b)))
        for (a, p), (b, q) in combinations(zip(rows, present, strict=True), 2)
    )
    return all_of((*_consistent(tasks, present), *apart))


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
