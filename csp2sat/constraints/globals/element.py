"""element: the term at an index of a list, counted from 1, compared with a value; an index outside makes it false."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ...cnf.sink import FALSE, Lit, Sink
from ...ints import bit_relations
from ...ints.affine import compare, within
from ...ints.bit_relations import Shifted, shifted
from ...ints.order import MOST_VALUES
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, node
from ...model.ops import OPS

MANY = 4000  # clauses of comparisons with a value, beyond which bits are compared


def holds(op: str, index: int, value: int, *terms: int) -> bool:
    """Whether the term at `index`, counted from 1, compares with `value` by `op`; False if the index is outside."""
    return 1 <= index <= len(terms) and bool(OPS[op].meaning(terms[index - 1], value))


def encode(sink: Sink, op: str, index: IntCode, value: IntCode, *terms: IntCode) -> None:
    """Write the clauses: for each index, the comparison `op` if the index is chosen; for `eq` also supports.

    The supports are one clause for each value and each gap, naming the indices that can give the value: with constants
    unit propagation then finds every value and every index that becomes impossible.  For `eq` the
    comparison of a term and the value takes two clauses for each value of whichever of the two has fewer values; a
    constant term takes one clause.  If these are more than MANY clauses, a comparison takes two clauses for each bit:
    terms and value get bits once for all constraints, by about twice as many clauses as they have values.
    """
    chosen = {at: lit for at in range(1, len(terms) + 1) if (lit := index.eq(at)) != FALSE}
    in_bits = _in_bits(sink, value, (terms[at - 1] for at in chosen)) if op == "eq" else None
    for at, lit in chosen.items():
        if op == "eq" and count(terms[at - 1].values) == 1:
            sink.out += (-lit, value.eq(terms[at - 1].values[0]), 0)
        elif in_bits is None or (term := shifted(terms[at - 1], 1, 0)) is None:
            compare(sink, op, terms[at - 1], value, (-lit,))
        else:
            bit_relations.require(sink, "eq", term, in_bits, (-lit,))
    if op == "eq":
        _support(sink, value, [(lit, terms[at - 1]) for at, lit in chosen.items()])


def are_many(value: int, terms: Iterable[int]) -> bool:
    """Whether more than MANY clauses state which of the terms equals the value; given are their numbers of values."""
    return sum(2 * min(value, size) for size in terms) > MANY


def _in_bits(sink: Sink, value: IntCode, terms: Iterable[IntCode]) -> Shifted | None:
    """Return the value in bits if the terms are better compared with these, else None.

    The setting `sums` may exclude bits.  A few integers with very many values never get bits besides their code, and
    constant terms need none.
    """
    sizes = [size for term in terms if (size := count(term.values)) > 1]
    if sink.coding.sums != "auto" or max((count(value.values), *sizes)) > MOST_VALUES:
        return None
    return shifted(value, 1, 0) if are_many(count(value.values), sizes) else None


def _support(sink: Sink, value: IntCode, terms: Sequence[tuple[Lit, IntCode]]) -> None:
    """Require that the value is a value which a chosen term can have: for each such value the clause that it is not
    `value`, or one of the terms that can have it is chosen.

    terms: each term with the literal that is true if the term is chosen.  A value that all terms can have needs no
    clause, since some term is always chosen.
    """
    able = set(value.values)
    common = able.intersection(*[term.values for _, term in terms]) if terms else set()
    able -= common
    supports = defaultdict[int, list[Lit]](list)
    for lit, term in terms if able else ():
        for each in able.intersection(term.values):
            supports[each].append(lit)
    within(sink, value, common.union(supports))
    for each, lits in sorted(supports.items()):
        sink.out += (-value.eq(each), *lits, 0)
    sink.spill()


def formula(op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Expr:
    """Return the constraint as a disjunction: for some term, the index is its place and the term compares by `op`."""
    return any_of(all_of((node("eq", index, at), node(op, term, value))) for at, term in enumerate(terms, 1))


def also(op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Expr:
    """Return the bounds of the index, 1 to the number of terms, which are the same for any `op`."""
    return node("and", node("le", 1, index), node("le", index, len(terms)))


CONSTRAINT = GlobalConstraint("element", holds, encode, formula, also)
