"""alldifferent: no two of the terms are equal."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from ...cnf.gates import at_most_one
from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, node


def holds(*values: int) -> bool:
    """Whether all values are different."""
    return len(set(values)) == len(values)


def encode(sink: Sink, *terms: IntCode) -> None:
    """Write the clauses: at most one of the terms has each value; exactly one if there are as many values as terms.

    With n terms and m values in all: the direct literals of each term, defined once for all constraints, and m times
    `at_most_one` of at most n literals, that is about 2m sqrt(n) variables and 2m (n + 2 sqrt(n)) clauses for long rows
    (see `cnf.gates`).  If m is less than n, only the empty clause is written.
    Source: product encoding of shared direct literals, see `cnf.gates`; the pigeonhole clauses as in Sugar's hints.
    """
    having = defaultdict[int, list[Lit]](list)
    for term in terms:
        for value, lit in zip(term.values, term.eqs(), strict=True):
            having[value].append(lit)
    if len(having) < len(terms):
        sink.out += (0,)
        return
    for _, lits in sorted(having.items()):
        able = [lit for lit in lits if lit != FALSE] if FALSE in lits else lits
        if TRUE in able:
            able.remove(TRUE)
            for lit in able:
                sink.out += (-lit, 0) if lit != TRUE else (0,)
            continue
        if len(able) > 1:
            at_most_one(sink, able)
        if len(having) == len(terms):
            sink.out += (*able, 0)
        sink.spill()


def formula(*terms: Expr | int) -> Expr:
    """Return the constraint as a conjunction of disequalities, one for each two terms."""
    return all_of(node("ne", s, t) for s, t in combinations(terms, 2))


CONSTRAINT = GlobalConstraint("alldifferent", holds, encode, formula)
