"""Groups of terms of a sum that exclude each other by another constraint, merged into one term: PB(AMO).

    a + b + c <= 1  and  ... + 3a + 5b + 5c + ... <= 20        3a + 5b + 5c is 0, 3 or 5

A group of n terms with m different weights takes m new variables and at most n + 2m clauses; the sum has one term of m
+ 1 values in place of the group.

Source: M. Bofill, J. Coll, P. Nightingale, J. Suy, F. Ulrich-Oltean, M. Villaret, SAT encodings for pseudo-Boolean
constraints together with at-most-one constraints, Artificial Intelligence 302, 2022.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ...cnf.sink import Lit, Sink
from ...ints import order
from ...ints.order import OrderInt
from ...ints.ranges import count
from ...ints.spec import IntCode
from ...model.constraint import CARDINALITY
from ...model.expr import Expr
from ...tuples import NamedTuple
from ..normalize.formulas import Linear, WeightedVariable
from ..normalize.literal_runs import spread

CodeGroup = list[tuple[int, IntCode]]
WeightedVariables = tuple[WeightedVariable, ...]
WeightedLit = tuple[int, Lit]  # what is added where the literal is true


class Known(NamedTuple):
    """Known facts about variables.

    free: replaces aliases and fixed variables of a sum, see `Aliases.free`.  codes: of the integers by number.
    literal: returns the literal of a formula that has one without a definition, else None.
    """

    free: Callable[[Linear], Linear]
    codes: Sequence[IntCode]
    literal: Callable[[Expr], Lit | None]


class AmoGroups:
    """Sets of literals of which at most one is true in every solution.

    Each set comes from a required sum or cardinality constraint.  Sums that are the source of a set are written without
    merging, so no set is used in the encoding of a constraint that the set depends on.
    """

    def __init__(self) -> None:
        self._of: dict[Lit, list[int]] = {}
        self._number = 0
        self._sources: set[WeightedVariables] = set()
        self._unseen: Callable[[], None] | None = None

    def learn(self, required: Iterable[tuple[Expr, int]], known: Known) -> None:
        """Register the required formulas (with their constraint numbers) as sources of groups; they are examined at the
        first `merged`.

        Sources are cardinality constraints that let at most one formula be true, or at most one be false, if all
        formulas have literals; and sums of terms with two values of which no two can be at their higher value together.
        """
        self._unseen = partial(self._see, [*required], known)

    def forget(self) -> None:
        """Drop the formulas that `learn` registered, once all clauses are written; this breaks a cycle of
        references.
        """
        self._unseen = None

    def _see(self, required: Iterable[tuple[Expr, int]], known: Known) -> None:
        for formula, _ in spread(required):
            inner = formula.args[0] if formula.op == "not" else formula
            if formula.op == CARDINALITY:
                (least, most), *parts = formula.args
                lits = [known.literal(part) for part in parts] if most == 1 or least == len(parts) - 1 else []
                if len(lits) > 1 and None not in lits:
                    self._add(lit if most == 1 else -lit for lit in lits if lit)
            elif inner.op == "le0" or formula.op == "eq0":
                total = known.free(inner.args[0])
                signed = total if inner is formula else Linear(total.times(-1).terms, 1 - total.const)
                if self._is_group(signed, known.codes):
                    self._sources |= {total.terms, total.times(-1).terms}  # a sum is written with either sign

    def _add(self, lits: Iterable[Lit]) -> None:
        for lit in lits:
            self._of.setdefault(lit, []).append(self._number)
        self._number += 1

    def _is_group(self, total: Linear, codes: Sequence[IntCode]) -> bool:
        """Record the literals of `total <= 0` as a group and return True if all terms have two values and no two can be
        high together; return False otherwise.
        """
        if len(total.terms) < 2 or any(count(codes[x].values) != 2 for _, x in total.terms):
            return False
        least, steps = _split([(a, codes[x]) for a, x in total.terms])
        one, other, *_ = sorted(step for step, _ in steps)
        if one + other <= -total.const - least:
            return False
        self._add(lit for _, lit in steps)
        return True

    def merged(self, sink: Sink, total: Linear, codes: Sequence[IntCode]) -> CodeGroup:
        """Return the terms of a sum as pairs of coefficient and code, with the terms of a group merged into one new
        integer: the terms that stay, in their order, then (1, new integer) for each merged group.

        `codes` are the integers by number.  Only terms with two values are merged, and only if at least two of them are
        in one group; the group with the most unmerged terms comes first, and each term is merged once.  Sums that are
        the source of a group keep their terms.
        """
        terms = [(a, codes[x]) for a, x in total.terms]
        if self._unseen:
            self._unseen()
            self._unseen = None
        if not self._of or total.terms in self._sources:
            return terms
        two = {at: _split([terms[at]]) for at, (_, x) in enumerate(terms) if count(x.values) == 2}
        open_ = {at: self._of[steps[0][1]] for at, (_, steps) in two.items() if steps[0][1] in self._of}
        found: CodeGroup = []
        while uses := Counter(group for groups in open_.values() for group in groups):
            group, size = uses.most_common(1)[0]
            if size < 2:
                break
            members = [*{two[at][1][0][1]: at for at, groups in open_.items() if group in groups}.values()]
            found.append((1, _merged(sink, [two.pop(at) for at in members])))
            for at in members:
                del open_[at]
        return [*((a, x) for at, (a, x) in enumerate(terms) if at in two or count(x.values) != 2), *found]


def _split(terms: CodeGroup) -> tuple[int, list[WeightedLit]]:
    """Return the least value of a sum of terms with two values each, and the steps: for each term in order a pair of a
    number and the literal that adds the number.
    """
    least, steps = 0, []
    for a, x in terms:
        low, high = x.values
        least += min(a * low, a * high)
        steps.append((abs(a) * (high - low), x.le(low) if a < 0 else -x.le(low)))
    return least, steps


def _merged(sink: Sink, parts: Iterable[tuple[int, list[WeightedLit]]]) -> OrderInt:
    """Return a new integer, the sum of terms of which at most one exceeds its least value; each part is a result of
    `_split`.
    """
    least, weights = 0, dict[int, list[Lit]]()
    for constant, steps in parts:
        least += constant
        for step, lit in steps:
            weights.setdefault(step, []).append(lit)
    x = order.code(sink, [least, *(least + step for step in sorted(weights))])
    for step, lits in weights.items():
        below, up_to = x.le(least + step - 1), x.le(least + step)
        for lit in lits:
            sink.defs += (-lit, -below, 0)
        sink.defs += (below, -up_to, *lits, 0)
    return x
