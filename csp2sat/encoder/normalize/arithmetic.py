"""Products, quotients, remainders, powers and absolute values as functions of two terms, mostly by a table of their
values; also the greatest and the least of several terms.

Quotient and remainder are Euclid's: x = y * q + r with 0 <= r < |y|.  The value of a function is arbitrary for
undefined arguments, because a separate formula states that a term is defined (see `normalize.terms`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from ...base import numbers
from ...errors import ModelError
from ...model.domain import Domain
from ...model.expr import Expr, any_of, negation, node
from .auxiliaries import Auxiliaries
from .formulas import Linear, at_most_zero, content, equal_zero, linear

MAXIMUM = "maximum"  # the operator of definitions: (maximum v terms...) means v = max(terms)
ARITHMETIC = "arithmetic"  # the operator of its definitions: (arithmetic z x y op) means z = x op y
Function = Callable[[int, int], int | None]
ONE = Linear((), 1)

EXACT = 100_000  # pairs of values of which all results are worked out; else only their bounds are
LONGEST = 4096  # bits of a power
NARROW = 4096  # values of terms of which an item is a constraint `element`; of more it takes a clause for each index
FEW = 10_000  # values of a dividend of which the remainder is a table


def _quotient(x: int, y: int) -> int | None:
    if y == 0:
        return None
    return x // y if y > 0 else -(x // -y)


def _remainder(x: int, y: int) -> int | None:
    return x % abs(y) if y else None


def _power(x: int, y: int) -> int | None:
    if y < 0:
        return None
    if abs(x) > 1 and y * x.bit_length() > LONGEST:
        raise ModelError(f"a power such as {numbers.cut(x)} to the {numbers.cut(y)} is too large")
    return int(x**y)


FUNCTIONS: dict[str, Function] = {
    "mul": numbers.product,
    "div": _quotient,
    "mod": _remainder,
    "pow": _power,
    "abs": lambda x, _: abs(x),
}


@lru_cache(1024)
def results(op: str, xs: Domain, ys: Domain) -> Domain:
    """Return the values of the function `op` for defined arguments from the domains `xs` and `ys`, perhaps a superset;
    an empty domain if no arguments are defined.

    Raise ModelError if a power is too large.
    """
    longest = max(abs(end).bit_length() for end in (xs.lo, xs.hi, ys.lo, ys.hi)) if xs and ys else 0
    if xs.size() * ys.size() * (1 + longest // LONGEST) <= EXACT:
        found = {FUNCTIONS[op](x, y) for x, y in product(xs, ys)}
        return Domain.of(z for z in found if z is not None)
    if op == "mod":
        most = max(abs(ys.lo), abs(ys.hi)) - 1
        return Domain([(0, min(most, xs.hi) if xs.lo >= 0 else most)])
    corners = [FUNCTIONS[op](x, y) for x, y in product(turns(xs), turns(ys))]
    known = [z for z in corners if z is not None]
    if op == "pow" and xs.lo < 0:
        known += [-z for z in known]
    return Domain([(min(known), max(known))]) if known else Domain([])


def turns(domain: Domain) -> set[int]:
    """Return the ends of a domain, of its negative and of its positive part, and 0 if contained.

    Between these numbers the functions are monotone in each argument, except for the remainder and for the sign of a
    power.
    """
    parts = (domain, domain.clipped(domain.lo, -1), domain.clipped(0, 0), domain.clipped(1, domain.hi))
    return {end for part in parts if part for end in (part.lo, part.hi)}


def value(auxiliaries: Auxiliaries, op: str, s: Linear, t: Linear) -> Linear:
    """Return the function `op` of two sums `s` and `t` as a sum: linear without a table if possible, else an auxiliary
    variable.  Raise ModelError if a power is too large.
    """
    if not s.terms and not t.terms:
        return Linear((), FUNCTIONS[op](s.const, t.const) or 0)
    if op == "mul":
        return _product(auxiliaries, s, t)
    if not t.terms and op in BY_CONSTANT:
        return BY_CONSTANT[op](auxiliaries, s, t.const)
    return _tabled(auxiliaries, op, auxiliaries.single(s), auxiliaries.single(t))


def _tabled(auxiliaries: Auxiliaries, op: str, x: Linear, y: Linear) -> Linear:
    domain = results(op, auxiliaries.domain(x), auxiliaries.domain(y))
    return auxiliaries.defined(domain or Domain.of((0,)), ARITHMETIC, x, y, op)


def _product(auxiliaries: Auxiliaries, s: Linear, t: Linear) -> Linear:
    """Return the product of two sums `s` and `t` as a sum.

    Constant factors are factored out; if both sums have the same single variable, only its square is an auxiliary
    variable.
    """
    if not s.terms or not t.terms:
        return t.times(s.const) if not s.terms else s.times(t.const)
    (a, s), (b, t) = content(s), content(t)
    x, y = sorted((auxiliaries.single(s), auxiliaries.single(t)))
    ((c, v),), ((d, w),) = x.terms, y.terms
    if v != w:
        return _tabled(auxiliaries, "mul", x, y).times(a * b)
    var = Linear(((1, v),), 0)
    square = _tabled(auxiliaries, "pow", var, Linear((), 2))
    linear_part = var.times(c * y.const + d * x.const)
    return square.times(c * d).plus(linear_part)._replace(const=x.const * y.const).times(a * b)


def _by_constant(auxiliaries: Auxiliaries, s: Linear, c: int) -> Linear:
    """Return the quotient of `s` by the constant `c`, which is the q with 0 <= s - c * q < |c|, as a sum; 0 if c is 0.

    The quotient is an auxiliary variable unless it is linear in s.
    """
    if c in (-1, 0, 1):
        return s.times(c)
    if all(a % c == 0 for a, _ in s.terms):
        return Linear(tuple((a // c, x) for a, x in s.terms), FUNCTIONS["div"](s.const, c) or 0)
    domain = results("div", auxiliaries.domain(s), Domain.of((c,)))

    def definition(q: Linear) -> list[Expr]:
        rest = s.plus(q.times(-c))
        return [at_most_zero(rest.times(-1)), at_most_zero(rest._replace(const=rest.const + 1 - abs(c)))]

    return auxiliaries.once(node("div", s, c), domain, definition)


def _rest(auxiliaries: Auxiliaries, s: Linear, c: int) -> Linear:
    """Return the remainder of `s` modulo the constant `c`, from 0 to |c| - 1, as a sum; 0 if c is 0.

    The coefficients and the constant of s are reduced modulo c first.  The result is the reduced s if its bounds lie
    between 0 and |c| - 1, else an auxiliary variable: defined by a table if the reduced s spans few values, else as s -
    c * quotient.
    """
    c = abs(c)
    if c < 2:
        return Linear((), 0)
    s = linear({x: (a + c // 2) % c - c // 2 for a, x in s.terms}, s.const % c)
    least, most = auxiliaries.bounds(s)
    if least >= 0 and most < c:
        return s
    if auxiliaries.domain(s).size() <= FEW:
        return _tabled(auxiliaries, "mod", auxiliaries.single(s), Linear((), c))
    quotient = _by_constant(auxiliaries, s, c)
    rest = s.plus(quotient.times(-c))
    return auxiliaries.once(node("mod", s, c), Domain([(0, c - 1)]), lambda r: [equal_zero(rest.plus(r.times(-1)))])


def _constant_power(auxiliaries: Auxiliaries, s: Linear, c: int) -> Linear:
    if c < 2:
        return s if c == 1 else Linear((), int(c == 0))
    return _tabled(auxiliaries, "pow", auxiliaries.single(s), Linear((), c))


BY_CONSTANT = {"div": _by_constant, "mod": _rest, "pow": _constant_power}


def absolute(auxiliaries: Auxiliaries, s: Linear) -> Linear:
    """Return |s| as a sum: s or -s if the bounds decide its sign, else an auxiliary variable."""
    least, most = auxiliaries.bounds(s)
    if least >= 0 or most <= 0:
        return s if least >= 0 else s.times(-1)
    if s.terms[0][0] < 0:
        s = s.times(-1)
    return _tabled(auxiliaries, "abs", auxiliaries.single(s), Linear((), 0))


def maximum(auxiliaries: Auxiliaries, terms: Sequence[Linear]) -> Linear:
    """Return the greatest of the `terms`, of which there is at least one, as a sum: one of them, a constant, or an
    auxiliary variable.

    Terms whose bounds show that another term is never smaller are left out.
    """
    least = max(auxiliaries.bounds(t)[0] for t in terms)
    able = [t for t in dict.fromkeys(terms) if auxiliaries.bounds(t)[1] > least]
    if not able:  # then one of them is always `least`
        return next(t for t in terms if auxiliaries.bounds(t)[0] == least)
    if all(auxiliaries.bounds(t)[0] < least for t in able):
        able.append(Linear((), least))
    if len(able) == 1:
        return able[0]
    singles = sorted(auxiliaries.single(t) for t in able)
    most = max(auxiliaries.bounds(t)[1] for t in able)
    domain = Domain.union(map(auxiliaries.domain, singles)).clipped(least, most)
    return auxiliaries.defined(domain, MAXIMUM, *singles)


def minimum(auxiliaries: Auxiliaries, terms: Sequence[Linear]) -> Linear:
    """Return the least of at least one term as a sum, by the greatest of the negated terms."""
    return maximum(auxiliaries, [t.times(-1) for t in terms]).times(-1)


def item(auxiliaries: Auxiliaries, index: Linear, items: Sequence[Linear]) -> Linear:
    """Return the element of `items` at the index (from 0) as a sum, whose value is arbitrary if the index is outside.

    The result is an auxiliary variable, unless the domain of the index leaves one item, or equal items, or none (then
    0).
    """
    inside = auxiliaries.domain(index).clipped(0, len(items) - 1)
    able = {at: items[at] for at in inside}
    if len(set(able.values())) < 2:
        return next(iter(able.values()), Linear((), 0))
    domain = Domain.union(map(auxiliaries.domain, able.values()))
    index = auxiliaries.single(index)
    singles = {at: auxiliaries.single(each) for at, each in able.items()}
    total = inside == auxiliaries.domain(index)
    is_small = max(domain.hi - domain.lo, inside.hi) < NARROW

    def definition(v: Linear) -> list[Expr]:
        if total and is_small:
            unused = next(iter(singles.values()))
            return [node("element", "eq", index.plus(ONE), v, *(singles.get(at, unused) for at in range(len(items))))]
        return [
            any_of((negation(equal_zero(index.plus(Linear((), -at)))), equal_zero(each.plus(v.times(-1)))))
            for at, each in singles.items()
        ]

    return auxiliaries.once(node("item-at", index, *items), domain, definition)
