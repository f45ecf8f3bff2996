"""Terms that are no sums: the greatest and the least of terms, absolute values, products, quotients, choices, items.

Each is stated by the literals `at least v`, for each value v of the term but the least: by what the arguments are then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Protocol

from ..model.ops import OPS
from .definitions import Definitions, Literal, opposite
from .sums import PbSum, number, weighted

MOST_PAIRS = 10_000  # pairs of values of two arguments


class StatedSums(Protocol):
    """The literals of comparisons of sums, see `formulas.StatedFormulas`."""

    definitions: Definitions

    def reached(self, total: PbSum, degree: int) -> Literal: ...

    def equal(self, left: PbSum, right: PbSum) -> Literal: ...

    def among(self, total: PbSum, values: Sequence[int]) -> Literal: ...

    def values_of(self, total: PbSum) -> Sequence[int]: ...

    def not_stated(self, what: str) -> Exception: ...


class StatedTerm:
    """A term by its ascending values, and the literals that the term is at least each value but the first."""

    def __init__(self, values: Sequence[int], literals: Sequence[Literal]):
        self.values, self._literals = values, literals
        self.sum = number(values[0])
        for low, high, literal in zip(values, values[1:], literals, strict=False):
            self.sum = self.sum.plus(weighted(literal, high - low))

    def at_least(self, value: int) -> Literal:
        """Return the literal that the term is at least a number."""
        at = bisect_left(self.values, value)
        if at == 0 or at == len(self.values):
            return at == 0
        return self._literals[at - 1]


def stated_term(values: Iterable[int], reached: Callable[[int], Literal]) -> StatedTerm:
    """Return the term that `reached` gives the literal `at least v` for each of some values v, perhaps a superset."""
    first, *rest = sorted(set(values))
    kept, literals = [first], list[Literal]()
    for value in rest:
        a = reached(value)
        if a is True:
            kept, literals = [value], []
        elif literals and literals[-1] == a:
            kept[-1] = value
        elif a is not False:
            kept.append(value)
            literals.append(a)
    return StatedTerm(kept, literals)


def maximum(formulas: StatedSums, *terms: PbSum) -> StatedTerm:
    """State the greatest term: it is at least v if and only if one of the terms is."""
    values = {v for term in terms for v in formulas.values_of(term)}
    return stated_term(values, lambda v: formulas.definitions.any_of([formulas.reached(t, v) for t in terms]))


def minimum(formulas: StatedSums, *terms: PbSum) -> StatedTerm:
    """State the least term: it is at least v if and only if all of the terms are."""
    values = {v for term in terms for v in formulas.values_of(term)}
    return stated_term(values, lambda v: formulas.definitions.all_of([formulas.reached(t, v) for t in terms]))


def absolute(formulas: StatedSums, term: PbSum) -> StatedTerm:
    """State the absolute value: it is at least v > 0 if and only if the term is at least v, or at most -v."""
    make = formulas.definitions
    values = {abs(v) for v in formulas.values_of(term)}
    return stated_term(
        values, lambda v: make.any_of((formulas.reached(term, v), opposite(formulas.reached(term, 1 - v))))
    )


def choice(formulas: StatedSums, condition: Literal, s: PbSum, t: PbSum) -> StatedTerm:
    """State `s if the condition is true, else t`: it is at least v if and only if the chosen term is."""
    make = formulas.definitions
    values = {*formulas.values_of(s), *formulas.values_of(t)}
    return stated_term(values, lambda v: make.choice(condition, formulas.reached(s, v), formulas.reached(t, v)))


def item(formulas: StatedSums, index: PbSum, *terms: PbSum) -> StatedTerm:
    """State the term at an index from 0: it is at least v if and only if the index is j, and term j is, for some j.

    The index of no term gives the least value.
    """
    make = formulas.definitions
    able = [(formulas.equal(index, number(at)), term) for at, term in enumerate(terms)]
    able = [(a, term) for a, term in able if a is not False]
    values = {v for _, term in able for v in formulas.values_of(term)} or {0}
    return stated_term(values, lambda v: make.any_of([make.all_of((a, formulas.reached(t, v))) for a, t in able]))


def of_pairs(formulas: StatedSums, op: str, s: PbSum, t: PbSum) -> tuple[StatedTerm, int]:
    """State a function of two terms s and t, such as `mul` (op): it is at least w if and only if for some value u of
    one of the terms that term is u, and the other has a value for which the function is at least w.

    Values for which the function is undefined give its least value.  The term with fewer values is that of the values
    u.  The result is a term, and the sign of a product, which is 1 for other functions.
    """
    sign = 1
    if op == "mul":
        sign = _sign(s) * _sign(t)
        s, t = sorted((s.times(_sign(s)), t.times(_sign(t))), key=lambda each: sorted(each.terms))
    function = OPS[op].meaning
    named, other = formulas.values_of(s), formulas.values_of(t)
    if len(named) * len(other) > MOST_PAIRS:
        raise formulas.not_stated(f"{op} of terms with more than {MOST_PAIRS:,} pairs of values")
    results = {u: {v: function(u, v) for v in other} for u in named}
    if len(other) < len(named):
        results = {v: {u: results[u][v] for u in named} for v in other}
        s, t = t, s
    make = formulas.definitions

    def reached(w: int) -> Literal:
        found = []
        for u, row in results.items():
            values = [v for v, result in row.items() if result is not None and result >= w]
            if values:
                found.append(make.all_of((formulas.equal(s, number(u)), formulas.among(t, values))))
        return make.any_of(found)

    values = {result for row in results.values() for result in row.values() if result is not None}
    return stated_term(values or {0}, reached), sign


def _sign(total: PbSum) -> int:
    """Return the sign of the coefficient of the variable whose name is first in the alphabet."""
    return -1 if total.terms and total.terms[min(total.terms)] < 0 else 1


def runs(values: Sequence[int], wanted: set[int]) -> list[tuple[int, int]]:
    """Return the first and last index of each run of wanted values among ascending values."""
    found = [
        [at for at, _ in group]
        for is_wanted, group in groupby(enumerate(values), lambda p: p[1] in wanted)
        if is_wanted
    ]
    return [(group[0], group[-1]) for group in found]
