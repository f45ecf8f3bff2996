"""The ways out of each place, which lead to the place after, and the variables that each way decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...base.time_limit import check_time
from ...encoder.normalize.formulas import Linear, Norm
from ...model.constraint import CARDINALITY
from ...model.expr import FALSE, TRUE, Expr, negation, node
from ..shifted_items import ShiftedItems
from .reduction import reduced, variables

Deciding = tuple[int, list[int]]  # a place, and the value of a variable for each way out of the place
FEWEST, MOST = 2, 120  # places
VALUES = 300  # of a variable that says which place follows


class NoTour(Exception):
    """A constraint that tours say nothing about."""


class WaysOut:
    """The ways out of the places of a circuit, as its terms say which place follows.

    heads: for each place the places that may follow.  ints: for each decided item, and bools: for each decided Boolean,
    the place and the values.  keys: for each place the variables that say which place follows.  saying: requirements
    that each place has one way out.  Raises NoTour.
    """

    def __init__(self, norm: Norm, items: ShiftedItems, parts: Sequence[Expr], after: Sequence[Linear]):
        if not FEWEST <= len(after) <= MOST:
            raise NoTour
        self._norm, self._items = norm, items
        self.ints: dict[int, Deciding] = {}
        self.bools: dict[str, Deciding] = {}
        self._true: dict[tuple[Expr, int], frozenset[int]] = {}  # the ways out of a place for which a formula holds
        self._exclusive, self.saying = _exclusive(parts), set[Expr]()
        self.heads: list[list[int]] = []
        self.keys: list[list[int | str]] = []
        for v, term in enumerate(after):
            self.keys.append(self._ways(v, items.sum_of(term), len(after)))
        self._decide(parts)

    def places(self, formula: Expr) -> set[int]:
        """Return the places that decide variables of a formula of items."""
        found = (self.ints.get(x) if isinstance(x, int) else self.bools.get(x) for x in variables(formula))
        return {each[0] for each in found if each is not None}

    def before(self, part: Expr, after: Sequence[Linear]) -> tuple[Linear, ...]:
        """Return for each place the term for the place before it, if the `inverse` constraint says these of the terms
        for the places after, and no place decides them; else ().
        """
        half = len(part.args) // 2
        one, other = part.args[:half], part.args[half:]
        found = other if one == after else one if other == after else ()
        return () if self.places(node("inverse", *found)) else found

    def tails(self, before: Sequence[Linear]) -> Iterator[tuple[tuple[int, int], Expr]]:
        """Yield for each arc (tail, head) that the term for the place before its head is its tail, if it can differ."""
        for v, heads in enumerate(self.heads):
            for w in heads:
                total = before[w].plus(Linear((), -v))
                if total.terms or total.const:
                    yield (v, w), node("eq0", total) if total.terms else FALSE

    def of_items(self, formula: Expr) -> Expr:
        """Return a formula of variables as a formula of items."""
        return reduced(formula, self._items.sum_of, lambda _: None)

    def is_decided(self, x: int | str) -> bool:
        return x in (self.ints if isinstance(x, int) else self.bools)

    def left(self, formula: Expr, v: int) -> list[tuple[int, Expr]]:
        """Return the ways out of a place for which a formula of items does not hold at once, each with the rest of the
        formula.
        """
        parts = formula.args if formula.op == "or" else (formula,)
        open_, rest = {*range(len(self.heads[v]))}, list[Expr]()
        for part in parts:
            if not all(map(self.is_decided, variables(part))):
                rest.append(part)
            elif part.op == "not":
                open_ &= self.true(part.args[0], v)
            else:
                open_ -= self.true(part, v)
        if not open_ or not rest:
            return [(k, FALSE) for k in sorted(open_)]
        whole = rest[0] if len(rest) == 1 else formula
        found = [(k, self.reduced(whole, v, k)) for k in sorted(open_)]
        return [(k, part) for k, part in found if part is not TRUE]

    def true(self, formula: Expr, v: int) -> frozenset[int]:
        """Return the ways out of a place for which a formula holds, all of whose variables the place decides."""
        key = formula, v
        if key not in self._true:
            self._true[key] = frozenset(self._ways_of(formula, v))
        return self._true[key]

    def _ways_of(self, formula: Expr, v: int) -> list[int]:
        ways = range(len(self.heads[v]))
        if formula.op == "not":
            false = self.true(formula.args[0], v)
            return [k for k in ways if k not in false]
        if formula.op == "bool":
            values = self.bools[formula.args[0]][1]
            return [k for k in ways if values[k]]
        if formula.op == "eq0" and len(formula.args[0].terms) == 1:
            ((a, x),), const = formula.args[0]
            return [k for k, value in enumerate(self.ints[x][1]) if a * value + const == 0]
        return [k for k in ways if self.reduced(formula, v, k) is TRUE]

    def reduced(self, formula: Expr, v: int, k: int) -> Expr:
        """Return the rest of a formula of items when the place `v` has the way out with the number `k`."""

        def truth(name: str) -> Expr | None:
            row = self.bools.get(name)
            return None if row is None or row[0] != v else TRUE if row[1][k] else FALSE

        return reduced(formula, lambda total: self._known(total, v, k), truth)

    def _known(self, total: Linear, v: int, k: int) -> Linear:
        """Return a sum of items with numbers for the items that the way out `k` of the place `v` decides."""
        const, left = total.const, list[tuple[int, int]]()
        for a, x in total.terms:
            row = self.ints.get(x)
            if row is not None and row[0] == v:
                const += a * row[1][k]
            else:
                left.append((a, x))
        return Linear(tuple(left), const)

    def _ways(self, v: int, term: Linear, size: int) -> list[int | str]:
        """Note the ways out of the place `v`, one of `size` places, and the variables that they decide at once; return
        the variables that say the way.
        """
        conditional = self._norm.conditional
        if not term.terms:
            self._lead(v, [term.const], size)
            return []
        if len(term.terms) == 1 and term.terms[0][1] not in conditional:
            ((a, x),) = term.terms
            domain = self._items.domain(x)
            if domain.size() > VALUES or self.is_decided(x):
                raise NoTour
            values = [value for value in domain if 0 <= a * value + term.const < size]
            self._lead(v, [a * value + term.const for value in values], size)
            self.ints[x] = v, values
            return [x]
        factors = dict[str, int]()
        const = term.const
        for a, x in term.terms:
            if x not in conditional or conditional[x][0].op != "bool":
                raise NoTour
            formula, yes, no = conditional[x]
            factors[formula.args[0]] = a * (yes - no)
            const += a * no
        part = self._exclusive.get(next(iter(factors)))
        if part is None:
            raise NoTour
        self.saying.add(part)
        names = [arg.args[0] for arg in part.args[1:]]
        if not factors.keys() <= {*names} or any(map(self.is_decided, names)):
            raise NoTour
        self._lead(v, [const + factors.get(name, 0) for name in names], size)
        for at, name in enumerate(names):
            self.bools[name] = v, [int(k == at) for k in range(len(names))]
        return [*names]

    def _lead(self, v: int, heads: list[int], size: int) -> None:
        """Note the places, from 0 to `size - 1`, to which the ways out of the place `v` lead."""
        if len({*heads}) < len(heads) or not all(0 <= w < size for w in heads):
            raise NoTour
        self.heads.append(heads)

    def _decide(self, parts: Sequence[Expr]) -> None:
        """Find all variables that follow from the way out of one place."""
        waiting = [self.of_items(part) for part in parts if part.op in ("element", "iff", "eq0")]
        conditional = [(x, self.of_items(formula)) for x, (formula, _, _) in self._norm.conditional.items()]
        has_more = True
        while has_more:
            check_time()
            left = [part for part in waiting if not self._defined_by(part)]
            still = [(x, formula) for x, formula in conditional if not self._chosen(x, formula)]
            has_more = len(left) < len(waiting) or len(still) < len(conditional)
            waiting, conditional = left, still

    def _chosen(self, x: int, formula: Expr) -> bool:
        """Decide a variable with two values, if a decided formula chooses between them."""
        v = self._decider([formula])
        if v is None:
            return False
        item, shift = self._items.of[x]
        if not self.is_decided(item):
            _, yes, no = self._norm.conditional[x]
            true = self.true(formula, v)
            self.ints[item] = v, [(yes if k in true else no) - shift for k in range(len(self.heads[v]))]
        return True

    def _defined_by(self, part: Expr) -> bool:
        """Decide the one variable that an equation or equivalence defines by decided ones; return whether it does."""
        if part.op == "iff":
            name, formula = part.args if part.args[0].op == "bool" else part.args[::-1]
            is_negated = name.op == "not"
            name = negation(name) if is_negated else name
            v = self._decider([formula])
            if name.op != "bool" or self.is_decided(name.args[0]) or v is None:
                return False
            true = self.true(formula, v)
            self.bools[name.args[0]] = v, [int((k in true) != is_negated) for k in range(len(self.heads[v]))]
            return True
        open_ = [*{x for x in variables(part) if not self.is_decided(x)}]
        if len(open_) != 1 or open_[0] == self._items.negated or (part.op == "element" and part.args[0] != "eq"):
            return False
        v = self._decider([part], but=open_[0])
        total = part.args[2] if part.op == "element" else part.args[0]
        factor = {x: a for a, x in total.terms}.get(open_[0], 0)
        if v is None or abs(factor) != 1 or (part.op == "element" and _names(part.args[3:], open_[0])):
            return False
        values = [_solved(self.reduced(part, v, k)) for k in range(len(self.heads[v]))]
        domain = self._items.domain(open_[0])  # type: ignore[arg-type]
        self.ints[open_[0]] = v, [domain.lo - 1 if value is None else value for value in values]  # type: ignore[index]
        return True

    def _decider(self, formulas: Sequence[Expr], but: int | str | None = None) -> int | None:
        """Return the place that decides all variables of formulas except one; None if there is none."""
        found = {x for formula in formulas for x in variables(formula) if x != but}
        rows = [self.ints.get(x) if isinstance(x, int) else self.bools.get(x) for x in found]
        places = {-1 if row is None else row[0] for row in rows}
        return places.pop() if len(places) == 1 and -1 not in places else None


def _names(terms: Sequence[Linear], x: int | str) -> bool:
    return any(x == y for term in terms for _, y in term.terms)


def _solved(equation: Expr) -> int | None:
    """Return the value of the only variable of an equation with the factor 1 or -1; None if there is none."""
    if equation.op != "eq0":
        return None
    ((a, _),) = equation.args[0].terms
    return int(-a * equation.args[0].const)


def _exclusive(parts: Sequence[Expr]) -> dict[str, Expr]:
    """Return for Booleans the first requirement that exactly one of them, and of others, holds."""
    found: dict[str, Expr] = {}
    for part in parts:
        if part.op == CARDINALITY and tuple(part.args[0]) == (1, 1) and all(arg.op == "bool" for arg in part.args[1:]):
            for arg in part.args[1:]:
                found.setdefault(arg.args[0], part)
    return found
