"""The constraints of a model that have an element of XCSP3, each with the function that writes this element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from ....base.numbers import decimal
from ....constraints.globals.cumulative import GIVEN
from ....constraints.globals.diffn import Space
from ....model.constraint import CARDINALITY, RELATION
from ....model.domain import Domain
from ....model.expr import Expr
from ....model.ops import COMPARISONS, MIRRORED
from ...base.written_expressions import Unwritten
from .arguments import NO, ArgumentWriter, element
from .sums import BEST, is_simple, sum_comparison

MOST_VALUES = 100  # of an <except>
LISTED = 3  # terms of a sum, from which on it is an element even without weights


def _sum(w: ArgumentWriter, op: str, weights: Any, bound: Expr | int, *terms: Expr | int) -> Iterator[str]:
    listed = element("list", w.expressions(terms))
    coeffs = element("coeffs", *map(decimal, weights))
    yield element("sum", listed, coeffs, _condition(w, op, bound))


def _cardinality(w: ArgumentWriter, bounds: tuple[int, int], *formulas: Expr) -> Iterator[str]:
    if len(formulas) < 2 or bounds[0] > bounds[1] or any(each.op in ("true", "false") for each in formulas):
        raise Unwritten
    condition = element("condition", f"(in,{bounds[0]}..{bounds[1]})")
    yield element("sum", element("list", *map(w.item, formulas)), condition)


def _count(w: ArgumentWriter, op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Iterator[str]:
    if not isinstance(value, int):
        raise Unwritten
    condition = element("condition", f"({op},{w.simple(number)})")
    yield element("count", element("list", w.expressions(terms)), element("values", decimal(value)), condition)


def _all_different(w: ArgumentWriter, *terms: Expr | int) -> Iterator[str]:
    yield element("allDifferent", w.expressions(terms))


def _all_different_except(w: ArgumentWriter, free: Domain, *terms: Expr | int) -> Iterator[str]:
    if not free or free.size() > MOST_VALUES:
        raise Unwritten
    yield element("allDifferent", element("list", w.variables(terms)), element("except", *map(decimal, free)))


def _lex(operator: str) -> Callable[..., Iterator[str]]:
    def write(w: ArgumentWriter, *terms: Expr | int) -> Iterator[str]:
        """Yield the element of two rows, whose terms stand one after the other."""
        rows = (terms[: len(terms) // 2], terms[len(terms) // 2 :])
        lists = [element("list", w.simples(row)) for row in rows]
        yield element("lex", *lists, element("operator", operator))

    return write


def _number_of_values(w: ArgumentWriter, number: Expr | int, *terms: Expr | int) -> Iterator[str]:
    condition = element("condition", f"(eq,{w.simple(number)})")
    yield element("nValues", element("list", w.variables(terms)), condition)


def _item_of(w: ArgumentWriter, op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Iterator[str]:
    """Yield the XML of `element`, that the term at the index compares with the value by `op`, written with `w`.

    The index counts the terms from 1, and XCSP3 from 0: an index `i + 1` is written as i.  For any other index the list
    has the first term once more in front, and a second constraint is that the index is at least 1.  Raises Unwritten
    for a constant index, and without terms.
    """
    match index:
        case Expr(op="add", args=(Expr(op="int") as from_zero, 1)):
            yield element("element", *_indexed(w, op, from_zero, value, terms))
        case Expr(op="int") if terms:
            yield element("element", *_indexed(w, op, index, value, (terms[0], *terms)))
            yield element("intension", f"ge({w.simple(index)},1)")
        case _:
            raise Unwritten


def _indexed(
    w: ArgumentWriter, op: str, index: Expr, value: Expr | int, terms: tuple[Expr | int, ...]
) -> tuple[str, ...]:
    return element("list", w.simples(terms)), element("index", w.simple(index)), _comparison(w, op, value)


def _comparison(w: ArgumentWriter, op: str, value: Expr | int) -> str:
    return element("value", w.simple(value)) if op == "eq" else _condition(w, op, value)


def _condition(w: ArgumentWriter, op: str, value: Expr | int) -> str:
    return element("condition", f"({op},{w.simple(value)})")


def _in_matrix(
    w: ArgumentWriter, op: str, width: int, i: Expr, j: Expr, value: Expr | int, *cells: Expr | int
) -> Iterator[str]:
    words = [w.simple(each) for each in cells]
    rows = "".join(f"({','.join(words[at : at + width])})" for at in range(0, len(words), width))
    index = element("index", w.simple(i), w.simple(j))
    yield element("element", element("matrix", rows), index, _comparison(w, op, value))


def _compared(op: str) -> Callable[..., Iterator[str]]:
    def write(w: ArgumentWriter, left: Expr | int, right: Expr | int) -> Iterator[str]:
        """Yield the element, written with `w`, of the comparison of a sum, a minimum or a maximum with another term."""
        for side, other, order in ((left, right, op), (right, left, MIRRORED[op])):
            if isinstance(side, Expr) and side.op in BEST and len(side.args) > 1 and is_simple(other):
                yield element(BEST[side.op], element("list", w.expressions(side.args)), _condition(w, order, other))
                return
        total, order, bound = sum_comparison(op, left, right)
        if len(total.terms) < (2 if total.is_weighted else LISTED):
            raise Unwritten
        yield element("sum", *w.sum_parts(total), _condition(w, order, bound))

    return write


def _chain(w: ArgumentWriter, op: str, *terms: Expr) -> Iterator[str]:
    if op == "eq":
        yield element("allEqual", w.variables(terms))
    else:
        yield element("ordered", element("list", w.variables(terms)), element("operator", op))


def _values(w: ArgumentWriter, *pairs: tuple[Expr, int]) -> Iterator[str]:
    listed = element("list", w.variables(tuple(each for each, _ in pairs)))
    yield element("instantiation", listed, element("values", *(decimal(value) for _, value in pairs)))


def _numbers_of_values(w: ArgumentWriter, size: tuple[int], *values: Expr | int) -> Iterator[str]:
    terms, counted, numbers = values[: size[0]], values[size[0] :: 2], values[size[0] + 1 :: 2]
    if not counted or len({*counted}) < len(counted) or len({isinstance(each, int) for each in counted}) > 1:
        raise Unwritten
    parts = [element("values", w.simples(counted)), element("occurs", w.simples(numbers))]
    yield element("cardinality", element("list", w.variables(terms)), *parts)


def _inverse(w: ArgumentWriter, *terms: Expr | int) -> Iterator[str]:
    rows = (terms[: len(terms) // 2], terms[len(terms) // 2 :])
    is_own = all(each is other for each, other in zip(*rows, strict=True))
    yield element("channel", *(element("list", w.variables(row)) for row in rows[: 1 if is_own else 2]))


def _circuit(w: ArgumentWriter, size: tuple[Expr | int, ...], *terms: Expr | int) -> Iterator[str]:
    sizes = [element("size", w.simple(each)) for each in size]
    yield element("circuit", element("list", w.variables(terms)), *sizes)


def _boxes_apart(w: ArgumentWriter, space: Space, *values: Expr | int) -> Iterator[str]:
    boxes = space.boxes(values)
    ignored = "false" if space.strict else "true"
    sides = [[[w.simple(pair[side]) for pair in box] for box in boxes] for side in (0, 1)]
    if not boxes or any(isinstance(start, int) for box in boxes for start, _ in box):
        raise Unwritten
    texts = [" ".join(row[0] if len(row) == 1 else f"({','.join(row)})" for row in side) for side in sides]
    parts = (element(name, text) for name, text in zip(("origins", "lengths"), texts, strict=True))
    yield f'<noOverlap zeroIgnored="{ignored}"> {" ".join(parts)} </noOverlap>'


def _accepted(w: ArgumentWriter, automaton: Any, *terms: Expr | int) -> Iterator[str]:
    steps = {(tail, label) for tail, label, _ in automaton.edges}
    if len(steps) < len(set(automaton.edges)) or not automaton.edges or not automaton.final:
        raise Unwritten
    listed = element("list", w.variables(terms))
    edges = "".join(f"(q{tail},{label},q{head})" for tail, label, head in automaton.edges)
    final = (f"q{state}" for state in sorted(automaton.final))
    parts = [element("transitions", edges), element("start", f"q{automaton.start}"), element("final", *final)]
    yield element("regular", listed, *parts)


def _table(w: ArgumentWriter, rows: Any, *terms: Expr | int) -> Iterator[str]:
    yield from _tuples(w, "supports", [list(row) for row in rows], terms)


def _relation(w: ArgumentWriter, relation: Any, *terms: Expr | int) -> Iterator[str]:
    kind = "supports" if relation.supports else "conflicts"
    yield from _tuples(w, kind, [list(row) for row in sorted(relation.tuples)], terms)


def _tuples(w: ArgumentWriter, kind: str, rows: list[list[int | None]], terms: tuple[Expr | int, ...]) -> Iterator[str]:
    listed = element("list", w.variables(terms, 1))
    if not rows:
        if kind == "supports":
            yield element("intension", NO)
        return
    words = [["*" if each is None else decimal(each) for each in row] for row in rows]
    if len(terms) > 1:
        yield element("extension", listed, element(kind, "".join([f"({','.join(row)})" for row in words])))
    elif ["*"] in words:
        raise Unwritten
    else:
        yield element("extension", listed, element(kind, *chain(*words)))


def _tasks_apart(w: ArgumentWriter, *values: Expr | int) -> Iterator[str]:
    yield from _boxes_apart(w, Space(1, strict=False), *values)


def _tasks_together(w: ArgumentWriter, missing: Any, limit: Expr | int, *values: Expr | int) -> Iterator[str]:
    """Yield `cumulative`, written with `w`, of tasks: start, length, then the end if it is given, and height.

    missing: for each task the number of the part that is not given: 2 for the end, GIVEN for none.  Raises Unwritten
    for other tasks.
    """
    kinds = set(missing)
    if kinds not in ({2}, {GIVEN}):
        raise Unwritten
    names = ["origins", "lengths", *(["ends"] if kinds == {GIVEN} else []), "heights"]
    columns = {name: values[at :: len(names)] for at, name in enumerate(names)}
    if any(w.least(each) < 0 for each in (*columns["lengths"], *columns["heights"])):
        raise Unwritten
    parts = [element("origins", w.variables(columns.pop("origins"), 1))]
    parts += [element(name, w.simples(column)) for name, column in columns.items()]
    yield element("cumulative", *parts, _condition(w, "le", limit))


ELEMENTS: dict[str, Callable[..., Iterator[str]]] = {
    RELATION: _relation,
    CARDINALITY: _cardinality,
    "weightedsum": _sum,
    "count": _count,
    "alldifferent": _all_different,
    "alldifferent_except": _all_different_except,
    "lex_less": _lex("lt"),
    "lex_lesseq": _lex("le"),
    "nvalue": _number_of_values,
    "element": _item_of,
    "regular": _accepted,
    "extension-supports": _table,
    "disjunctive": _tasks_apart,
    "global_cardinality": _numbers_of_values,
    "inverse": _inverse,
    "diffn": _boxes_apart,
    "some circuit": _circuit,
    "chain": _chain,
    "values": _values,
    "in matrix": _in_matrix,
    **{op: _compared(op) for op in COMPARISONS},
    "cumulative": _tasks_together,
}
