"""value-sets: the set of all values of the terms is one of some given sets."""

from __future__ import annotations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number

ValueSets = tuple[frozenset[int], ...]


def require(formulas: StatedFormulas, sets: ValueSets, *terms: PbSum) -> None:
    """State: each term has a value of a set; values of all sets occur; the other values occur as one set says."""
    for each in terms:
        formulas.clause([formulas.equal(each, number(value)) for value in sorted(frozenset().union(*sets))])
    for value in sorted(_common(sets)):
        formulas.clause([formulas.equal(each, number(value)) for each in terms])
    formulas.clause(_chosen(formulas, sets, terms, _common(sets)))


def literal(formulas: StatedFormulas, sets: ValueSets, *terms: PbSum) -> Literal:
    """Return the literal that each term has a value of a set, and just the values of one set occur."""
    make, values = formulas.definitions, sorted(frozenset().union(*sets))
    among = [make.any_of([formulas.equal(each, number(value)) for value in values]) for each in terms]
    return make.all_of((*among, make.any_of(_chosen(formulas, sets, terms, frozenset()))))


def _common(sets: ValueSets) -> frozenset[int]:
    return frozenset.intersection(*sets) if sets else frozenset()


def _chosen(
    formulas: StatedFormulas, sets: ValueSets, terms: tuple[PbSum, ...], besides: frozenset[int]
) -> list[Literal]:
    """Return for each set the literal that its values occur among the terms, and no other values of the sets.

    besides: values that are not considered.
    """
    make = formulas.definitions
    others = sorted(frozenset().union(*sets) - besides)
    there = {v: make.any_of([formulas.equal(each, number(v)) for each in terms]) for v in others}
    return [make.all_of([there[v] if v in each else opposite(there[v]) for v in others]) for each in sets]


RULE = StatementRule(require, literal)
