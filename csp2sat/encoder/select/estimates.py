"""Estimates of the number of clauses of a normal form, before any clause is written: of sums and definitions here, of
all else by `PartSizes`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from math import log, prod

from ...base.time_limit import check_time
from ...ints import compact_order
from ...ints.spec import BY_VALUE, IN_BITS, Encoding
from ...model.domain import Domain
from ...model.expr import Expr, postorder
from ...tuples import NamedTuple
from ..normalize.arithmetic import ARITHMETIC
from ..normalize.definitions import DEFINITIONS
from ..normalize.formulas import ATOMS, Linear, Norm, bounds
from ..normalize.literal_runs import spread
from ..sums import compact_order_sums, digit_split, order_sums
from .sum_sizes import long_sum

EXACT = 1 << 1000  # numbers up to here can be multiplied by a float
ADDER = 14  # clauses of a full adder
WeightedDomains = Sequence[tuple[int, Domain]]


class Estimate(NamedTuple):
    """An estimate of the clauses of a normal form.

    total: clauses of all constraints, as far as they are estimated.  number, most: the constraint with most clauses,
    and its clauses.
    """

    total: int
    number: int
    most: int


def estimate(
    norm: Norm, free: Callable[[Linear], Linear], encodings: Sequence[Encoding], adders: bool = False
) -> Estimate:
    """Return the estimate of the clauses of the required formulas, all together and of the constraint with most of
    them, with the given encodings of the integers; `free` is `Aliases.free`.

    adders: whether all long sums of order literals are added in bits.  Raise LimitReached if the time limit has passed.
    """
    from .part_sizes import PartSizes  # 6 ms that a small formula, which needs no estimate, does not pay

    sizes, seen, parts = defaultdict[int, int](int), set[Expr](), PartSizes(norm, free, encodings)
    for formula, number in spread(norm.required):
        check_time()
        if formula in norm.boolean:
            sizes[number] += parts.of_truth(formula)
            continue
        for root, directions in ((formula, 1), *((each, 2) for each in _conditions(norm, formula, seen))):
            below = [*postorder(root)]
            negated = {part.args[0] for part in below if part.op == "not"}
            for part in below:
                if part in seen:
                    continue
                seen.add(part)
                sums = [free(arg) for arg in part.args if isinstance(arg, Linear)]
                found = parts.of(part, part is formula, part in negated)
                if part.op in ATOMS or part.op in DEFINITIONS:
                    found += _size(part, sums, norm.domains, encodings, adders)
                else:
                    found += sum(_size(part, [total], norm.domains, encodings, adders) for total in sums)
                is_any_size = any(encodings[x].any_size for total in sums for _, x in total.terms)
                sizes[number] += found if is_any_size else directions * found  # adders serve both directions
    number = max(sizes, key=sizes.__getitem__, default=0)
    return Estimate(sum(sizes.values()) + parts.codes(), number, sizes[number])


def _conditions(norm: Norm, formula: Expr, seen: Container[Expr]) -> Iterator[Expr]:
    """Yield the conditions, not in `seen`, that choose the values of integers in a formula; a literal of such a
    condition is written in both directions.
    """
    found, waiting = set[Expr](), [formula] if norm.conditional else []
    while waiting:
        for part in postorder(waiting.pop()):
            variables = (x for arg in part.args if isinstance(arg, Linear) for _, x in arg.terms)
            chosen = dict.fromkeys(norm.conditional[x][0] for x in variables if x in norm.conditional)
            new = [each for each in chosen if each not in found and each not in seen]
            found.update(new)
            waiting += new
            yield from new


def _size(
    formula: Expr, sums: Sequence[Linear], domains: Sequence[Domain], encodings: Sequence[Encoding], adders: bool
) -> int:
    """Estimate the number of clauses of an atom or definition, given the `domains` and `encodings` of the integers by
    number; 0 if the `sums` in the formula have fewer than two terms together.

    The estimate is that of the order encoding (`in_order`) unless a variable has an encoding for any size; then that in
    bits for arithmetic or if a variable is in bits, else that in digits.  adders: as for `estimate`.
    """
    codes = [encodings[x] for sum_ in sums for _, x in sum_.terms]
    if sum(len(sum_.terms) for sum_ in sums) < 2:
        return 0
    if not any(code.any_size for code in codes):
        return _by_literals(formula, sums, domains, adders)
    terms = [[(a, domains[x]) for a, x in sum_.terms] for sum_ in sums]
    if formula.op == ARITHMETIC or any(code.addition == IN_BITS for code in codes):
        return _in_bits(formula, terms)
    return (3 if formula.op == "eq0" else 2) * sum(map(_in_digits, terms)) // 4


def _by_literals(formula: Expr, sums: Sequence[Linear], domains: Sequence[Domain], adders: bool) -> int:
    """Estimate the number of clauses of an atom or definition about order literals; they are added in bits in a long
    sum of too many clauses, and with `adders` in all long sums.

    sums, domains: as for `in_order`.
    """
    if formula.op in ATOMS and len(sums[0].terms) > 2:
        if adders and order_sums.too_many(len(sums[0].terms), (domains[x].size() for _, x in sums[0].terms)):
            return _added(sums[0], domains)
        found = long_sum(formula.op, [(a, domains[x]) for a, x in sums[0].terms], -sums[0].const)
        return _added(sums[0], domains) if found is None else found
    return min(in_order(formula, sums, domains), _of_two(formula, sums, domains))


def _added(sum_: Linear, domains: Sequence[Domain]) -> int:
    """Estimate the number of clauses of a sum whose order literals are added in bits."""
    return sum(ADDER * abs(a).bit_count() * _bits(domains[x]) + 2 * domains[x].size() for a, x in sum_.terms)


def _of_two(formula: Expr, sums: Sequence[Linear], domains: Sequence[Domain]) -> int:
    """Estimate the number of clauses of an inequality of two variables in the order encoding: one for each value at
    which the bound of the other variable changes; a number beyond all estimates for another formula.

    sums, domains: as for `in_order`.
    """
    if formula.op != "le0" or len(sums[0].terms) != 2:
        return EXACT
    found = []
    for (a, x), (b, y) in (sums[0].terms, sums[0].terms[::-1]):
        least, most = bounds(Linear(((a, x),), 0), domains)
        other_least, other_most = bounds(Linear(((b, y),), sums[0].const), domains)
        part = min(most, -other_least) - max(least, -other_most)
        found.append(domains[x].size() * max(0, part) // max(1, most - least) + 1)
    return min(found)


def in_order(formula: Expr, sums: Sequence[Linear], domains: Sequence[Domain]) -> int:
    """Estimate the number of clauses of an atom or definition in the order encoding.

    `sums` are the sums in the formula, without aliases; `domains` are those of the integers by number.
    """
    sizes = [domains[x].size() for sum_ in sums for _, x in sum_.terms]
    if formula.op == ARITHMETIC:
        return 2 * _pairs(formula, sums, domains)
    if formula.op in DEFINITIONS:
        return sum(sizes)
    if formula.op not in ATOMS:  # a new integer
        return 2 * prod(sizes)
    if formula.op == "eq0" and len(sizes) <= 2 and max(sizes) <= BY_VALUE:
        return 0
    clauses = prod(sizes) // max(sizes)
    if len(sizes) > 3 and clauses > order_sums.DIRECT:
        terms = [(abs(a), domains[x]) for a, x in sums[0].terms]
        if formula.op == "eq0":
            many = digit_split.estimate([(domain.size(), domain.hi - domain.lo, a) for a, domain in terms])
            return min(many, digit_split.MOST)
        least, most = bounds(sums[0], domains)
        matter = max(0, min(-least, most)) + 2
        many = digit_split.partial_sums([(d.size(), a * (d.hi - d.lo)) for a, d in terms], matter)
        return min(many, digit_split.LONG)
    return 2 * clauses if formula.op == "eq0" else clauses


def _pairs(formula: Expr, sums: Sequence[Linear], domains: Sequence[Domain]) -> int:
    """Estimate the number of pairs of values of the two arguments of a function; for a product only pairs whose result
    is not too large.

    `sums` are the result and the arguments; `domains` are those of the integers by number.
    """
    sizes = [prod(domains[x].size() for _, x in sum_.terms) for sum_ in sums[1:]]
    if formula.args[-1] != "mul":
        return prod(sizes)
    most = max(map(abs, bounds(sums[0], domains))) + 1
    logarithm = 1 + log(min(sizes))
    return min(prod(sizes), 2 * sum(sizes) + (int(most * logarithm) if most < EXACT else most * int(logarithm)))


def _in_bits(formula: Expr, sums: Sequence[WeightedDomains]) -> int:
    """Estimate the number of clauses in bits: an adder for each bit of each term but the largest, for a product one for
    each pair of bits.
    """
    bits = [sum(abs(a).bit_count() * _bits(domain) for a, domain in terms) for terms in sums]
    if formula.op == "eq0" and [abs(a) for a, _ in sums[0]] == [1, 1]:
        return bits[0] + 1  # bit by bit
    if formula.op == ARITHMETIC:
        return (ADDER + 3) * (bits[1] * max(bits[2], 1) + bits[0])
    if formula.op in DEFINITIONS:
        return ADDER * sum(bits[0] + each for each in bits[1:])
    return ADDER * (bits[0] - max(_bits(domain) for _, domain in sums[0]))


def _in_digits(terms: WeightedDomains) -> int:
    """Estimate the number of clauses of a sum digit by digit, with carries; in bits if coefficients and digits are too
    large.
    """
    digits = [(a, compact_order_sums.greatest_digit(domain.size(), domain.hi - domain.lo)) for a, domain in terms]
    if not compact_order_sums.fits(digits):
        return ADDER * sum(abs(a).bit_count() * _bits(domain) for a, domain in terms)
    found, width = 0, max((_bits(domain) for _, domain in terms), default=0)
    for at in range(0, width, compact_order.WIDTH):
        line = [(min(domain.hi - domain.lo >> at, compact_order.BASE - 1), abs(a)) for a, domain in terms]
        carries = sum(a for a, _ in line)
        found += digit_split.partial_sums([*((n + 1, a * n) for n, a in line if n), (carries, carries)])
    return found


def _bits(domain: Domain) -> int:
    return (domain.hi - domain.lo).bit_length()
