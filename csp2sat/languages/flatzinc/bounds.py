"""Bounds of integers that are declared without a domain: derived from the constraints, to a fixpoint or for
ROUNDS rounds, else an assumed window.

Only the bounds of these integers are narrowed, and only by constraints that must hold; the encoder propagates the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import inf, isqrt
from typing import Any

from ...model.domain import Domain
from ...model.expr import Expr
from .arguments import Argument

WINDOW = 1_000_000  # an integer is taken to be from minus this to this, where nothing is known
ROUNDS = 50
LARGE = 1 << 62  # beyond that nothing is known
NOTHING = (0, 0)  # bounds of no values: what has them is in a constraint without a solution

Bound = int | float  # an integer, or infinite
BoundPair = tuple[Bound, Bound]
ConstraintCall = tuple[str, Sequence[Argument]]  # a constraint: its name and arguments
ANY: BoundPair = (-inf, inf)


def bounded(
    domains: Mapping[str, Domain], names: Iterable[str], constraints: Iterable[ConstraintCall]
) -> tuple[dict[str, Domain], list[str]]:
    """Return domains of the integers of these names, and the names of the integers for which the window had to be
    assumed on at least one side.

    The constraints narrow the bounds until nothing changes, at most ROUNDS times.
    domains: the domains of the other integers. constraints: name and arguments of each.
    """
    box = KnownBounds(domains, names)
    calls = [(RULES[name], args) for name, args in constraints if name in RULES and box.concerns(args)]
    for _ in range(ROUNDS):
        box.changed = False
        for rule, args in calls:
            rule(box, *args)
        if not box.changed:
            break
    return {name: _domain(*found) for name, found in box.open.items()}, [
        name for name, (lo, hi) in box.open.items() if lo == -inf or hi == inf
    ]


def _domain(lo: Bound, hi: Bound) -> Domain:
    low = int(lo) if lo != -inf else min(-WINDOW, int(hi) - WINDOW) if hi != inf else -WINDOW
    high = int(hi) if hi != inf else max(WINDOW, low + WINDOW)
    return Domain([(low, max(low, high))])  # where the bounds contradict each other, so do the constraints


class KnownBounds:
    """The bounds that are known so far. open: the bounds of the integers without domains."""

    def __init__(self, domains: Mapping[str, Domain], names: Iterable[str]):
        self._domains = domains
        self.open: dict[str, BoundPair] = dict.fromkeys(names, ANY)
        self.changed = False

    def concerns(self, args: Iterable[Any]) -> bool:
        """Whether an integer without a domain is among the arguments, or in a list among them."""
        return any(self.concerns(arg) if isinstance(arg, list) else self._name(arg) is not None for arg in args)

    def _name(self, arg: Any) -> str | None:
        return arg.args[0] if isinstance(arg, Expr) and arg.op == "int" and arg.args[0] in self.open else None

    def of(self, arg: Any) -> BoundPair:
        """Return the least and the greatest value of an argument (-inf and inf if they are unknown): a constant, a
        Boolean as 0 or 1, or an integer variable.
        """
        if isinstance(arg, int):
            return arg, arg
        if arg.op != "int":
            return 0, 1
        (name,) = arg.args
        return self.open[name] if name in self.open else (self._domains[name].lo, self._domains[name].hi)

    def can_be(self, arg: Any, value: int) -> bool:
        """Whether an argument may have a value, as far as is known."""
        if isinstance(arg, Expr) and arg.op == "int" and arg.args[0] in self._domains:
            return value in self._domains[arg.args[0]]
        lo, hi = self.of(arg)
        return lo <= value <= hi

    def keep(self, arg: Any, lo: Bound, hi: Bound) -> None:
        """Narrow the bounds of the argument to `lo` and `hi`, if it is an integer without a domain; bounds of LARGE or
        more, and bounds that leave no value, are ignored.
        """
        if (name := self._name(arg)) is None:
            return
        before = low, high = self.open[name]
        if low < lo and abs(lo) < LARGE:
            low = lo
        if hi < high and abs(hi) < LARGE:
            high = hi
        if (low, high) != before and low <= high:
            self.open[name] = low, high
            self.changed = True


def _times(a: Bound, b: Bound) -> Bound:
    return 0 if a == 0 or b == 0 else a * b if abs(a) < LARGE > abs(b) else inf if (a > 0) == (b > 0) else -inf


def _hull(values: Iterable[Bound]) -> BoundPair:
    known = list(values) or NOTHING
    return min(known), max(known)


def _same(box: KnownBounds, x: Any, y: Any) -> None:
    box.keep(x, *box.of(y))
    box.keep(y, *box.of(x))


def _at_most(strict: int, box: KnownBounds, x: Any, y: Any) -> None:
    box.keep(x, -inf, box.of(y)[1] - strict)
    box.keep(y, box.of(x)[0] + strict, inf)


def _sum_at_most(box: KnownBounds, factors: Sequence[int], terms: Sequence[Any], bound: Bound) -> None:
    """Narrow each term so that the sum of factors times terms can be at most `bound` when all other terms have their
    least contribution.
    """
    if abs(bound) >= LARGE:
        return
    least = [min(_times(a, v) for v in box.of(x)) for a, x in zip(factors, terms, strict=True)]
    unknown = [at for at, value in enumerate(least) if value == -inf]
    for at in unknown if len(unknown) == 1 else () if unknown else range(len(least)):
        rest = bound - sum(value for other, value in enumerate(least) if other != at)
        if factors[at] > 0:
            box.keep(terms[at], -inf, rest // factors[at])
        elif factors[at] < 0:
            box.keep(terms[at], -(rest // -factors[at]), inf)


def _sum(box: KnownBounds, factors: Sequence[int], terms: Sequence[Any], bound: int) -> None:
    _sum_at_most(box, factors, terms, bound)
    _sum_at_most(box, [-a for a in factors], terms, -bound)


def _plus(box: KnownBounds, x: Any, y: Any, z: Any) -> None:
    _sum(box, [1, 1, -1], [x, y, z], 0)


def _product(box: KnownBounds, x: Any, y: Any, z: Any) -> None:
    box.keep(z, *_hull(_times(a, b) for a, b in product(box.of(x), box.of(y))))
    if x is y:
        box.keep(z, 0, inf)
    lo, hi = box.of(z)
    most = max(abs(lo), abs(hi))
    if most == inf:
        return
    if x is y:
        box.keep(x, -isqrt(int(most)), isqrt(int(most)))
    for one, other in ((x, y), (y, x)):
        low, high = box.of(other)
        if not lo <= 0 <= hi or low > 0 or high < 0:
            box.keep(one, -most, most)


def _quotient(box: KnownBounds, x: Any, y: Any, z: Any) -> None:
    size = max(map(abs, box.of(x)))
    box.keep(z, -size, size)
    result, divisor = (max(map(abs, box.of(each))) for each in (z, y))
    most = _times(result + 1, divisor)
    box.keep(x, -most, most)


def _remainder(box: KnownBounds, x: Any, y: Any, z: Any) -> None:
    lo, hi = box.of(x)
    size = min(max(abs(lo), abs(hi)), max(map(abs, box.of(y))) - 1)
    box.keep(z, 0 if lo >= 0 else -size, 0 if hi <= 0 else size)


def _size(box: KnownBounds, x: Any, z: Any) -> None:
    lo, hi = box.of(x)
    box.keep(z, 0, max(abs(lo), abs(hi)))
    most = box.of(z)[1]
    box.keep(x, -most, most)


def _power(box: KnownBounds, x: Any, y: Any, z: Any) -> None:
    size, high = max(map(abs, box.of(x))), box.of(y)[1]
    if size < LARGE and high <= 62:
        most = max(1, int(size) ** max(0, int(high)))  # of a negative exponent it is -1, 0 or 1
        box.keep(z, -most if box.of(x)[0] < 0 else 0, most)


def _greatest(box: KnownBounds, z: Any, terms: Sequence[Any]) -> None:
    ranges = [box.of(x) for x in terms] or [NOTHING]
    box.keep(z, max(lo for lo, _ in ranges), max(hi for _, hi in ranges))
    for x in terms:
        box.keep(x, -inf, box.of(z)[1])


def _least(box: KnownBounds, z: Any, terms: Sequence[Any]) -> None:
    ranges = [box.of(x) for x in terms] or [NOTHING]
    box.keep(z, min(lo for lo, _ in ranges), min(hi for _, hi in ranges))
    for x in terms:
        box.keep(x, box.of(z)[0], inf)


def _item(box: KnownBounds, index: Any, items: Sequence[Any], z: Any) -> None:
    box.keep(index, 1, len(items))
    able = [item for at, item in enumerate(items, 1) if box.can_be(index, at)]  # z among them has any value there
    box.keep(z, *_hull(end for item in able for end in box.of(item)))


def _member(box: KnownBounds, x: Any, values: Sequence[int]) -> None:
    if values:
        box.keep(x, values[0], values[-1])


def _count(box: KnownBounds, n: Any, terms: Sequence[Any], *_: Any) -> None:
    box.keep(n, 0, len(terms))


def _counts(box: KnownBounds, numbers: Sequence[Any], terms: Sequence[Any]) -> None:
    for n in numbers:
        box.keep(n, 0, len(terms))


def _one_of(box: KnownBounds, terms: Sequence[Any], z: Any) -> None:
    box.keep(z, *_hull(end for x in terms for end in box.of(x)))


def _index(box: KnownBounds, terms: Sequence[Any], z: Any, first: int) -> None:
    box.keep(z, first, first + len(terms) - 1)


def _loads(box: KnownBounds, loads: Sequence[Any], _: Any, weights: Sequence[int], __: Any) -> None:
    for load in loads:
        box.keep(load, sum(min(0, a) for a in weights), sum(max(0, a) for a in weights))


# of the library's predicates, those that define one of their arguments
GLOBAL_RULES: dict[str, Callable[..., None]] = {
    "fzn_count_eq": lambda box, terms, _, n: _count(box, n, terms),
    "fzn_nvalue": _count,
    "fzn_among": _count,
    "fzn_global_cardinality": lambda box, terms, _, numbers: _counts(box, numbers, terms),
    "fzn_global_cardinality_closed": lambda box, terms, _, numbers: _counts(box, numbers, terms),
    "fzn_distribute": lambda box, numbers, _, terms: _counts(box, numbers, terms),
    "fzn_member_int": _one_of,
    "fzn_if_then_else_int": lambda box, _, terms, z: _one_of(box, terms, z),
    "fzn_if_then_else_var_int": lambda box, _, terms, z: _one_of(box, terms, z),
    "csp2sat_maximum_arg_int": _index,
    "csp2sat_minimum_arg_int": _index,
    "csp2sat_maximum_arg_bool": _index,
    "csp2sat_minimum_arg_bool": _index,
    "csp2sat_bin_packing_load": _loads,
}
RULES: dict[str, Callable[..., None]] = {
    **GLOBAL_RULES,
    "int_eq": _same,
    "int_le": lambda box, x, y: _at_most(0, box, x, y),
    "int_lt": lambda box, x, y: _at_most(1, box, x, y),
    "int_ge": lambda box, x, y: _at_most(0, box, y, x),
    "int_gt": lambda box, x, y: _at_most(1, box, y, x),
    "int_lin_eq": _sum,
    "int_lin_le": _sum_at_most,
    "int_plus": _plus,
    "int_minus": lambda box, x, y, z: _plus(box, z, y, x),
    "int_negate": lambda box, x, y: _sum(box, [1, 1], [x, y], 0),
    "int_times": _product,
    "int_div": _quotient,
    "int_mod": _remainder,
    "int_abs": _size,
    "int_pow": _power,
    "int_pow_fixed": _power,
    "int_max": lambda box, x, y, z: _greatest(box, z, [x, y]),
    "int_min": lambda box, x, y, z: _least(box, z, [x, y]),
    "array_int_maximum": _greatest,
    "array_int_minimum": _least,
    "array_int_element": _item,
    "array_var_int_element": _item,
    "set_in": _member,
    "bool2int": lambda box, _, x: box.keep(x, 0, 1),
    "bool_lin_eq": lambda box, factors, _, z: box.keep(
        z, sum(min(0, a) for a in factors), sum(max(0, a) for a in factors)
    ),
}
