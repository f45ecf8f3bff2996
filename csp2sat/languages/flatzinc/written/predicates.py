"""The constraints of a model that MiniZinc has a predicate for, each with the function that writes the predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....base.numbers import decimal
from ....constraints.globals.cumulative import GIVEN
from ....constraints.globals.diffn import Space
from ....model.constraint import CARDINALITY, RELATION
from ....model.domain import Domain
from ....model.expr import Expr, node
from ...base.written_expressions import ExpressionWriter, Unwritten
from .notation import INFIX, applied, listed, outermost

AnyTerm = Expr | int
MOST_GAPS = 10  # numbers from the first label to the last one, for each label


class PredicateWriter:
    """A writer of the arguments of MiniZinc predicates, which also collects what the written predicates need.

    conditions: texts of the formulas that have to hold so that the written terms are defined.  includes: the names of
    the library files to include, such as `cumulative.mzn`.

    The functions below this class each return the text of one predicate: `w` is a PredicateWriter, and `terms` are the
    terms of the constraint.
    """

    def __init__(self, expressions: ExpressionWriter):
        self.expressions = expressions
        self.conditions: list[str] = []
        self.includes: set[str] = set()

    def term(self, term: AnyTerm) -> str:
        """Return the text of a term, which is required to be defined."""
        text, defined = self.expressions.term(term)
        self.conditions += defined
        return text

    def terms(self, terms: Iterable[AnyTerm]) -> str:
        """Return the text of an array of these terms, which are required to be defined.  Raises Unwritten if there are
        no terms, since MiniZinc would not know the type of the array.
        """
        words = [self.term(each) for each in terms]
        if not words:
            raise Unwritten
        return listed(words)

    def predicate(self, name: str, *args: str) -> str:
        """Return a predicate of the library, applied to the texts of its arguments."""
        self.includes.add(f"{name}.mzn")
        return f"{name}({', '.join(map(outermost, args))})"


def _compared(op: str, left: str, right: str) -> str:
    return f"{left} {INFIX[op]} {right}"


def _weighted_sum(w: PredicateWriter, op: str, weights: tuple[int, ...], bound: AnyTerm, *terms: AnyTerm) -> str:
    parts = [
        applied("mul", decimal(weight), w.term(each)) if weight != 1 else w.term(each)
        for weight, each in zip(weights, terms, strict=True)
    ]
    return _compared(op, f"sum({listed(parts)})" if parts else "0", w.term(bound))


def _cardinality(w: PredicateWriter, bounds: tuple[int, int], *formulas: Expr) -> str:
    low, high = bounds
    words = [w.expressions.formula(each) for each in formulas]
    if not words or low > high:
        raise Unwritten
    total = f"sum({listed(words)})"
    if low == high:
        return f"{total} = {low}"
    sides = [f"{total} >= {low}"] * (low > 0) + [f"{total} <= {high}"] * (high < len(words))
    return " /\\ ".join(sides) or "true"


def _count(w: PredicateWriter, op: str, value: AnyTerm, number: AnyTerm, *terms: AnyTerm) -> str:
    return _compared(op, w.predicate("count", w.terms(terms), w.term(value)), w.term(number))


def _over_terms(name: str) -> Callable[..., str]:
    def write(w: PredicateWriter, *terms: AnyTerm) -> str:
        """Return the predicate on all the terms."""
        return w.predicate(name, w.terms(terms))

    return write


def _all_different_except(w: PredicateWriter, free: Domain, *terms: AnyTerm) -> str:
    return w.predicate("all_different_except", w.terms(terms), f"{{{', '.join(map(decimal, free))}}}")


def _two_rows(name: str) -> Callable[..., str]:
    def write(w: PredicateWriter, *terms: AnyTerm) -> str:
        """Return the predicate on two rows, whose terms stand one after the other."""
        half = len(terms) // 2
        return w.predicate(name, w.terms(terms[:half]), w.terms(terms[half:]))

    return write


def _number_of_values(w: PredicateWriter, number: AnyTerm, *terms: AnyTerm) -> str:
    return w.predicate("nvalue", w.term(number), w.terms(terms))


def _item_of(w: PredicateWriter, op: str, index: AnyTerm, value: AnyTerm, *terms: AnyTerm) -> str:
    return _compared(op, f"{w.terms(terms)}[{outermost(w.term(index))}]", w.term(value))


def _accepted(w: PredicateWriter, automaton: Any, *terms: AnyTerm) -> str:
    """Return `regular` with the edges as a table of transitions, states and labels counted from 1, 0 for no edge; the
    terms are shifted so that their labels are.

    Raises Unwritten if a state has two edges with one label, for an automaton without a final state, and for labels
    that lie far apart.
    """
    edges = {(tail, label): head for tail, label, head in automaton.edges}
    if len(edges) < len(set(automaton.edges)) or not edges or not automaton.final:
        raise Unwritten
    found = {automaton.start, *automaton.final, *(each[0] for each in edges), *edges.values()}
    states = {state: number for number, state in enumerate(sorted(found, key=str), start=1)}
    used = {label for _, label in edges}
    labels = range(min(used), max(used) + 1)
    if len(labels) > MOST_GAPS * len(used):
        raise Unwritten
    rows = ([str(states.get(edges.get((tail, label)), 0)) for label in labels] for tail in states)
    final = ", ".join(str(states[each]) for each in automaton.final)
    arguments = (str(len(states)), str(len(labels)), _matrix(rows), str(states[automaton.start]), f"{{{final}}}")
    return w.predicate("regular", w.terms(_shifted(each, 1 - labels[0]) for each in terms), *arguments)


def _shifted(term: AnyTerm, by: int) -> AnyTerm:
    return node("add", term, by) if by > 0 else node("sub", term, -by) if by else term


def _matrix(rows: Iterable[Sequence[str]]) -> str:
    return f"[| {' | '.join(', '.join(row) for row in rows)} |]"


def _table(w: PredicateWriter, rows: Any, *terms: AnyTerm) -> str:
    return _supports(w, [list(row) for row in rows], terms)


def _relation(w: PredicateWriter, relation: Any, *terms: AnyTerm) -> str:
    rows = [list(row) for row in sorted(relation.tuples)]
    text = _supports(w, rows, terms)
    return text if relation.supports else applied("not", text)


def _supports(w: PredicateWriter, rows: list[list[int | None]], terms: Sequence[AnyTerm]) -> str:
    """Return `table`, written with `w`, of terms and the rows that they may have as values.

    Raises Unwritten without rows, and for a row with a star.
    """
    if not rows or not terms or any(each is None for row in rows for each in row):
        raise Unwritten
    words = ([decimal(each) for each in row if each is not None] for row in rows)
    return w.predicate("table", w.terms(terms), _matrix(words))


def _numbers_of_values(w: PredicateWriter, size: tuple[int], *values: AnyTerm) -> str:
    terms, counted, numbers = values[: size[0]], values[size[0] :: 2], values[size[0] + 1 :: 2]
    if len({*counted}) < len(counted) or not all(isinstance(each, int) for each in counted):
        raise Unwritten
    return w.predicate("global_cardinality", *map(w.terms, (terms, counted, numbers)))


def _inverse(w: PredicateWriter, *terms: AnyTerm) -> str:
    """Return `inverse` of two rows that count from 0, while an array of MiniZinc counts from 1."""
    half = len(terms) // 2
    rows = (w.terms(row) for row in (terms[:half], terms[half:]))
    return w.predicate("inverse", *(f"array1d(0..{half - 1}, {row})" for row in rows))


def _circuit(w: PredicateWriter, *terms: AnyTerm) -> str:
    return w.predicate("subcircuit", f"array1d(0..{len(terms) - 1}, {w.terms(terms)})")


def _boxes_apart(w: PredicateWriter, space: Space, *values: AnyTerm) -> str:
    """Return `diffn` of boxes in two dimensions.  Raises Unwritten for others, and for a size that may be negative."""
    boxes = space.boxes(values)
    if not boxes or any(len(box) != 2 for box in boxes) or any(_low(w, size) < 0 for box in boxes for _, size in box):
        raise Unwritten
    columns = [w.terms(box[at][side] for box in boxes) for side in (0, 1) for at in (0, 1)]
    return w.predicate("diffn" if space.strict else "diffn_nonstrict", *columns)


def _low(w: PredicateWriter, term: AnyTerm) -> float:
    return w.expressions.least(term)


def _tasks_apart(w: PredicateWriter, *values: AnyTerm) -> str:
    if any(_low(w, each) < 0 for each in values[1::2]):
        raise Unwritten
    return w.predicate("disjunctive", w.terms(values[::2]), w.terms(values[1::2]))


def _tasks_together(w: PredicateWriter, missing: Any, limit: AnyTerm, *values: AnyTerm) -> str:
    """Return `cumulative`, written with `w`, of tasks: start, length, then the end if it is given, and height.

    missing: for each task the number of the part that is not given: 2 for the end, GIVEN for none.  Raises Unwritten
    for other tasks, and for lengths and heights that may be negative.
    """
    kinds = set(missing)
    if kinds not in ({2}, {GIVEN}):
        raise Unwritten
    width = 4 if kinds == {GIVEN} else 3
    starts, lengths, heights = values[::width], values[1::width], values[width - 1 :: width]
    if _low(w, limit) < 0 or any(_low(w, each) < 0 for each in (*lengths, *heights)):
        raise Unwritten
    ends = [
        f"{w.term(start)} + {w.term(length)} = {w.term(end)}"
        for start, length, end in zip(starts, lengths, values[2::width], strict=True)
        if width == 4
    ]
    tasks = w.predicate("cumulative", *map(w.terms, (starts, lengths, heights)), w.term(limit))
    return " /\\ ".join([*ends, tasks])


PREDICATES: dict[str, Callable[..., str]] = {
    RELATION: _relation,
    CARDINALITY: _cardinality,
    "weightedsum": _weighted_sum,
    "count": _count,
    "alldifferent": _over_terms("all_different"),
    "alldifferent_except": _all_different_except,
    "lex_less": _two_rows("lex_less"),
    "lex_lesseq": _two_rows("lex_lesseq"),
    "nvalue": _number_of_values,
    "element": _item_of,
    "regular": _accepted,
    "extension-supports": _table,
    "disjunctive": _tasks_apart,
    "global_cardinality": _numbers_of_values,
    "inverse": _inverse,
    "diffn": _boxes_apart,
    "circuit": _circuit,
    "cumulative": _tasks_together,
}
