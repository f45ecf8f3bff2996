"""value-sets: the set of all values of the terms is one of some given sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...cnf.sink import DOWN, FALSE, TRUE, Lit, Sink
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint, Relation
from ...model.expr import Expr, all_of, any_of, node

Sets = tuple[frozenset[int], ...]
Having = Mapping[int, list[Lit]]  # for each value the literals of the terms that they have the value


def holds(sets: Sets, *values: int) -> bool:
    """Whether the set of the values is one of the sets."""
    return frozenset(values) in sets


def encode(sink: Sink, sets: Sets, *terms: IntCode) -> None:
    """Write the clauses: each term has a value of a set, and just the values of the chosen set occur.

    A set is left out if it has more values than there are terms, or a value that no term can have, or if it does not
    have the value of a term with one value.  For n terms of more values, k sets, and m values that some sets have, but
    not all: k variables (one for two sets, none for one) that choose; one for each group of values that are in the same
    sets, these being two or more, and two or more being without them; the direct literals of the terms; at most
    m (n + k + 1) clauses, one more for the sets, one for each value that all sets have, and one for each term that has
    a value outside all sets.
    """
    known = frozenset(term.values[0] for term in terms if count(term.values) == 1)
    others = [term for term in terms if count(term.values) > 1]
    fitting = [each for each in dict.fromkeys(sets) if known <= each and len(each) <= len(terms)]
    values = sorted(_values(fitting))
    rows = [dict(zip(values, map(term.eq, values), strict=True)) for term in others]
    having = {v: [lit for row in rows if (lit := row[v]) != FALSE] for v in values if v not in known}
    able = [rest for each in fitting if all(map(having.get, rest := each - known))]
    among = known.union(*able)
    with sink.without_constants():
        for term, row in zip(others, rows, strict=True):
            lits = [lit for value, lit in row.items() if lit != FALSE and value in among]
            if len(lits) < count(term.values):
                sink.out += (*lits, 0)
        if able:
            _one_of(sink, sorted(able, key=len, reverse=True), having)
        else:
            sink.out.append(0)
    sink.spill()


def _one_of(sink: Sink, sets: Sequence[frozenset[int]], having: Having) -> None:
    """Require that of the values of the sets just those of one set occur.

    Values that are in the same sets share a literal, that they occur: that of a term, if one term alone can have one of
    them, or that of a set, if they are in this set alone, or its opposite, if they are in all others.  sets: different,
    the largest first.
    """
    out, every = sink.out, (1 << len(sets)) - 1
    chosen = _chosen(sink, sets, having)
    there = {every: TRUE}  # by the sets that have a value, as bits
    for at, lit in enumerate(chosen):
        there[1 << at], there[every ^ 1 << at] = lit, -lit
    found: dict[int, Lit] = {}
    for value in sorted(_values(sets)):
        owners, lits = sum([1 << at for at, each in enumerate(sets) if value in each]), having[value]
        if owners == every:
            out += (*lits, 0)
            continue
        if owners not in there:
            there[owners] = some = _some(sink, lits)
            there[every ^ owners] = -some
        found[owners] = some = there[owners]
        if lits != [some]:
            out += (-some, *lits, 0)
            for lit in lits:
                out += (-lit, some, 0)
    if len(sets) > 2:
        implied = [
            [*dict.fromkeys(lit for owners, s in found.items() if (lit := s if owners >> at & 1 else -s) != one)]
            for at, one in enumerate(chosen)
        ]
        sink.means("all", chosen, implied, DOWN)
        out += (*chosen, 0)
        for one, lits in zip(chosen, implied, strict=True):
            for lit in lits:
                out += (-one, lit, 0)


def _chosen(sink: Sink, sets: Sequence[frozenset[int]], having: Having) -> Sequence[Lit]:
    """Return for each set the literal that it is chosen: TRUE of a single set; of two a literal and its opposite.

    sets: different, the largest first.
    """
    if len(sets) == 1:
        return (TRUE,)
    if len(sets) > 2:
        return sink.new(len(sets))
    one = _some(sink, min((having[value] for value in sorted(sets[0] - sets[1])), key=len))
    return one, -one


def _some(sink: Sink, lits: list[Lit]) -> Lit:
    """Return a literal that stands for `one of these is true`, without clauses: the only one, or a new variable."""
    if len(lits) == 1:
        return lits[0]
    some = sink.var()
    sink.means("any", (some,), (lits,))
    return some


def _values(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    return frozenset().union(*sets)


def formula(sets: Sets, *terms: Expr | int) -> Expr:
    """Return the constraint as a formula of equations."""
    among = Relation(1, frozenset((value,) for value in _values(sets)), name="values of the sets")
    there = {value: any_of(node("eq", term, value) for term in terms) for value in sorted(_values(sets))}
    one = any_of(all_of(some if value in each else ~some for value, some in there.items()) for each in sets)
    return all_of((also(sets), *map(among, terms), one))


def also(sets: Sets, *terms: Expr | int) -> Expr:
    """Return false if there are no sets, which needs no search; else true."""
    return all_of(()) if sets else any_of(())


CONSTRAINT = GlobalConstraint("value-sets", holds, encode, formula, also)
