"""Relations given by their tuples: the narrowing of domains and the clauses.

Each encoding starts from the tuples inside the domains, as values of distinct variables.  These tuples are either the
allowed assignments or the forbidden ones; whichever are fewer are written, unless a diagram of the allowed ones has
fewer clauses than they have.  A forbidden tuple takes a clause.  Allowed
tuples of two variables take a clause for each value (which values of the other variable go with it); of more variables,
a literal for each tuple, which implies its values, and a clause for each value: one of the tuples that have it. Source
of the last: F. Bacchus, GAC via unit propagation, CP 2007.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from functools import lru_cache
from itertools import filterfalse, product
from math import prod
from typing import TYPE_CHECKING

from ...cnf.sink import BOTH, DOWN, FALSE, TRUE, Lit, Sink, write_clause
from ...ints.affine import Affine
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...ints.supports import among, supports
from ...ints.templates import Shape, Template, shape_of, template
from ...model.constraint import Relation
from ...model.domain import Domain
from ...tuples import NamedTuple
from .domains import Narrowing
from .formulas import Linear
from .pair_tables import pairs_of, write_pairs
from .table_index import index_of

if TYPE_CHECKING:
    from ...graphs.automata import Automaton

Tuple = tuple[int, ...]
Unless = tuple[Lit, ...]

MANY_TUPLES = 500  # FEW_ROWS of `graphs.diagrams`, a file that tables with fewer tuples do without
TIMES_FEWER = 4  # times as many tuples has a table of which the tuples inside the domains get a diagram of their own
FEW_LEFT = 60  # such tuples of which no diagram is made
WIDE = 100_000  # values of a variable, of which not each gets a clause
COMMON = 200  # values of a variable that others may have in common, at most
OFTEN = 2_000  # a relation of more tuples narrows domains only at first


class Column(NamedTuple):
    """An argument of a relation, a * x + c; a constant has x = -1 and the code of 0."""

    x: int
    code: IntCode
    a: int
    c: int


def narrow(narrowing: Narrowing, relation: Relation, *terms: Linear) -> None:
    """Keep the values of the terms that occur in a tuple of the relation inside the domains.

    The relation must list its allowed tuples.
    """
    if len(terms) == 1:
        narrowing.keep_term(terms[0], _only_values(relation.tuples))
        return
    domains = [narrowing.domain(t) for t in terms]
    if len(terms) == 2 and (pairs := pairs_of(relation.tuples)) is not None:
        found = pairs.inside(*domains)
    else:
        able = [set(each) if each.size() <= len(relation.tuples) else each for each in domains]
        found = [Domain.of(column) for column in zip(*_inside(relation.tuples, able), strict=True)]
    if not found or not found[0]:
        narrowing.emptied()
        return
    for term, domain, values in zip(terms, domains, found, strict=True):
        if values.ranges != domain.ranges:
            narrowing.keep_term(term, values)


def _inside(tuples: frozenset[Tuple], able: Sequence[Container[int]]) -> Collection[Tuple]:
    """Return the tuples that have a value of `able` in each component."""
    if len(tuples) >= MANY_TUPLES:
        return index_of(tuples).inside(able)
    inside: Collection[Tuple] = tuples
    for at, (known, used) in enumerate(zip(able, _used(tuples), strict=False)):
        if [*filterfalse(known.__contains__, used)]:
            inside = [t for t in inside if t[at] in known]
    return inside


@lru_cache(1024)
def _used(tuples: frozenset[Tuple]) -> list[set[int]]:
    """Return the values of each component of tuples; [] without tuples."""
    return [*map(set, zip(*tuples, strict=True))]


@lru_cache(1024)
def _only_values(tuples: Collection[Tuple]) -> Domain:
    """Return the domain of the single component of unary tuples."""
    return Domain.of(value for (value,) in tuples)


def write(sink: Sink, tuples: frozenset[Tuple], columns: Sequence[Column], positive: bool, unless: Unless) -> None:
    """Require that the values of the columns are one of the tuples, or (positive=False) none of them, unless a literal
    of `unless` is true.
    """
    codes = [column.code for column in columns]
    if any(count(code.values) > WIDE for code in codes):
        _write_wide(sink, tuples, columns, positive, unless)
    elif (found := _template_of(sink, tuples, columns, positive)) is not None:
        found.copy(sink, codes, unless)
    elif not (
        positive and len(tuples) < MANY_TUPLES and _are_plain(columns) and write_pairs(sink, tuples, codes, unless)
    ):
        _write(sink, tuples, columns, positive, unless)


def _are_plain(columns: Sequence[Column]) -> bool:
    """Whether the columns are two different variables, without factors."""
    return len({column.x for column in columns}) == len(columns) == 2 and all(
        column.x >= 0 and (column.a, column.c) == (1, 0) for column in columns
    )


def _template_of(sink: Sink, tuples: frozenset[Tuple], columns: Sequence[Column], positive: bool) -> Template | None:
    """Return the clauses that `write` writes for two different variables as a template, which is copied for others with
    the same values; None for the first of them, which may be the only ones, for other columns, for variables with more
    than COMMON values, and for MANY_TUPLES or more.

    positive: whether the tuples are the allowed ones, as for `write`.
    """
    if len(columns) != 2 or len(tuples) >= MANY_TUPLES or columns[0].x == columns[1].x:
        return None
    if any(column.x < 0 or len(column.code.values) > COMMON for column in columns):
        return None
    terms = [(shape_of(column.code), column.a, column.c) for column in columns]
    return _template(tuples, positive, *terms) if sink.again((tuples, positive, *terms)) else None


@lru_cache(2048)
def _template(tuples: frozenset[Tuple], positive: bool, *terms: tuple[Shape, int, int]) -> Template:
    """Return the clauses that the values of terms a * x + c, given as (shape of x, a, c), are one of the tuples, or
    (positive=False) none of them.
    """

    def write(sink: Sink, codes: Sequence[IntCode]) -> None:
        columns = [Column(x, code, a, c) for x, (code, (_, a, c)) in enumerate(zip(codes, terms, strict=True))]
        _write(sink, tuples, columns, positive, ())

    return template([shape for shape, _, _ in terms], write)


def _write(sink: Sink, tuples: frozenset[Tuple], columns: Sequence[Column], positive: bool, unless: Unless) -> None:
    """Require the same as `write`, with `positive` as there, for `columns` without very many values."""
    if len(columns) == 1:
        ((_, code, a, c),) = columns
        values = {v for v in code.values if ((a * v + c,) in tuples) == positive}
        if len(values) < len(code.values):
            among(sink.out, unless, code, values)
        return
    codes = {column.x: column.code for column in columns if column.x >= 0}
    if len(columns) == len(codes) == 2 and len(tuples) < MANY_TUPLES:
        _write_two(sink, _ascending(tuples), columns, positive, unless)
        return
    is_plain = positive and not sink.plain_bits and len(codes) == sum(column.x >= 0 for column in columns)
    able = [{column.a * v + column.c for v in column.code.values} for column in columns]
    inside = _inside(tuples, able)
    if len(tuples) >= MANY_TUPLES:
        diagram = diagram_for(tuples, inside, able, prod(map(len, able))) if is_plain else None
        if diagram:
            _by_diagram(sink, diagram, columns, unless)
            return
    rows = sorted(_rows(inside, columns, list(codes)))
    variables = list(codes.values())
    if not variables and bool(rows) != positive:
        write_clause(sink.out, unless)
    if len(variables) == 1:
        values = {v for (v,) in rows}
        among(sink.out, unless, variables[0], values if positive else set(variables[0].values) - values)
    if len(variables) == 2:
        _write_two(sink, rows, [Column(x, code, 1, 0) for x, code in codes.items()], positive, unless)
    if len(variables) <= 2:
        return
    others = prod(len(x.values) for x in variables) - len(rows)
    allowed, forbidden = (len(rows), others) if positive else (others, len(rows))
    are_supports = by_support(len(variables), allowed, forbidden)
    if are_supports != positive:
        rows = sorted(set(product(*(x.values for x in variables))).difference(rows))
    (_supports if are_supports else _conflicts)(sink, rows, variables, unless)


def _by_diagram(sink: Sink, diagram: Automaton, columns: Sequence[Column], unless: Unless) -> None:
    """Require that the values of the columns are a path of the diagram, unless a literal of `unless` is true."""
    from ...constraints.globals import regular

    with sink.guarded(unless):
        regular.encode(sink, diagram, *(Affine(column.code, column.a, column.c) for column in columns))


def diagram_for(
    tuples: frozenset[Tuple], inside: Collection[Tuple], able: Sequence[Container[int]], combinations: int
) -> Automaton | None:
    """Return the diagram as which a table of allowed tuples is written if the arguments, no variable twice, have the
    values `able`; None if the tuples with these values, or clauses against all others, are about as few clauses.

    inside: the tuples with these values.  combinations: the number of all tuples of values in `able`.
    """
    from ...graphs.diagrams import SHARE, clauses_inside, diagram_of  # only for a large table

    is_part = TIMES_FEWER * len(inside) <= len(tuples)
    found = diagram_of(frozenset(inside), FEW_LEFT) if is_part else diagram_of(tuples)
    if not found:
        return None
    rows, clauses = clauses_inside(found[0], able)
    others = combinations - rows
    table = len(able) * rows if by_support(len(able), rows, others) else others
    return found[0] if clauses <= SHARE * table else None


def by_support(arity: int, allowed: int, forbidden: int) -> bool:
    """Whether a relation of two or more variables is written by its supports: their numbers are fewer than those of a
    clause against each forbidden tuple.

    arity: the number of variables.  allowed, forbidden: the numbers of tuples.
    """
    return arity * (2 if arity == 2 else 3) * allowed < (arity + 1) * forbidden


def _write_wide(sink: Sink, tuples: Iterable[Tuple], columns: Sequence[Column], positive: bool, unless: Unless) -> None:
    """Require the same as `write`, for `columns` with very many values.

    Each tuple gets a literal that implies its values, and one clause requires one of these literals; if `positive` is
    False, each tuple gets a clause against it instead.
    """
    chosen: list[Lit] = []
    for each in sorted(tuples):
        able = [Affine(column.code, column.a, column.c).eq(v) for column, v in zip(columns, each, strict=True)]
        if not positive:
            write_clause(sink.out, (*unless, *(-lit for lit in able)))
        elif FALSE not in able:
            chosen.append(sink.var())
            for lit in able:
                write_clause(sink.out, (-chosen[-1], lit))
    if positive:
        write_clause(sink.out, (*unless, *chosen))


def _rows(tuples: Iterable[Tuple], columns: Sequence[Column], order: list[int]) -> set[Tuple]:
    """Return tuples inside the domains of the `columns` as values of the distinct variables in `order`.

    Omit tuples that give one variable two values.
    """
    inside = tuples
    if any((column.a, column.c) != (1, 0) for column in columns):
        inside = [tuple((v - c.c) // c.a for c, v in zip(columns, row, strict=True)) for row in tuples]
    if [column.x for column in columns] == order:
        return set(inside)
    places = [[at for at, column in enumerate(columns) if column.x == x] for x in order]
    return {
        tuple(row[at[0]] for at in places) for row in inside if all(len({row[i] for i in at}) == 1 for at in places)
    }


def _conflicts(sink: Sink, rows: Iterable[Tuple], variables: Sequence[IntCode], unless: Unless) -> None:
    """Require that the values of the variables are none of the rows, unless a literal of `unless` is true: one clause
    for each row, written to the sink.
    """
    for row in rows:
        write_clause(sink.out, (*unless, *(-x.eq(v) for x, v in zip(variables, row, strict=True))))
        sink.spill()


def _supports(sink: Sink, rows: Collection[Tuple], variables: Sequence[IntCode], unless: Unless) -> None:
    """Require that the values of the variables are one of the rows, unless a literal of `unless` is true.

    There is a new literal for each row, which implies the row's values, and a clause for each value: one of the
    literals of rows with the value.  rows: inside the domains of the variables, three or more, which are distinct (see
    `_rows`).
    """
    if not rows:
        write_clause(sink.out, unless)
        return
    taken = sink.new(len(rows))
    ways = DOWN if unless else BOTH
    sink.means("all", taken, lambda: [[x.eq(v) for x, v in zip(variables, row, strict=True)] for row in rows], ways)
    for x, column in zip(variables, zip(*rows, strict=True), strict=True):
        having: dict[int, list[Lit]] = {}
        for v, lit in zip(column, taken, strict=True):
            having.setdefault(v, []).append(lit)
        among(sink.out, unless, x, having.keys())
        for v, tuples in sorted(having.items()):
            is_v = x.eq(v)
            if is_v != TRUE:
                sink.out += [each for lit in tuples for each in (-lit, is_v, 0)]
            write_clause(sink.out, (*unless, -is_v, *tuples))
        sink.spill()


def _write_two(sink: Sink, rows: Iterable[Tuple], columns: Sequence[Column], positive: bool, unless: Unless) -> None:
    """Require the same as `write`, with `positive` as there, for two columns with different variables.

    rows: the tuples, ascending.
    """
    x, y = (column.code for column in columns)
    sides = _partners(rows, columns)
    listed = sum(map(len, sides[0]))
    others = len(x.values) * len(y.values) - listed
    are_supports = by_support(2, listed, others) if positive else by_support(2, others, listed)
    if are_supports != positive:
        sides = [
            [_without(places, len(other.values)) for places in side] for side, other in zip(sides, (y, x), strict=True)
        ]
    if are_supports:
        supports(sink, x, sides[0], y, unless)
        supports(sink, y, sides[1], x, unless)
    else:
        pairs = ((v, y.values[place]) for v, places in zip(x.values, sides[0], strict=True) for place in places)
        _conflicts(sink, pairs, (x, y), unless)


@lru_cache(1024)
def _ascending(tuples: frozenset[Tuple]) -> Sequence[Tuple]:
    return sorted(tuples)


def _partners(rows: Iterable[Tuple], columns: Sequence[Column]) -> list[list[list[int]]]:
    """Return for each of two columns, and for each value of its variable, the places of the partners of this value
    among the values of the other variable, ascending.  rows: the tuples, ascending.
    """
    first, second = [{column.a * v + column.c: at for at, v in enumerate(column.code.values)} for column in columns]
    sides: list[list[list[int]]] = [[[] for _ in first], [[] for _ in second]]
    for s, t in rows:
        if s in first and t in second:
            i, j = first[s], second[t]
            sides[0][i].append(j)
            sides[1][j].append(i)
    for side, other in zip(sides, reversed(columns), strict=True):
        for places in side if other.a < 0 else ():
            places.reverse()
    return sides


def _without(places: Collection[int], count: int) -> list[int]:
    """Return the numbers below `count` that are none of the places."""
    left = {*places}
    return [place for place in range(count) if place not in left]
