"""Rules on a few cells as clauses, by trying all of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product

from ...model.expr import Expr, all_of, any_of

TruthRow = tuple[bool, ...]


def allowed(formulas: Sequence[Expr], rule: Callable[[TruthRow], bool]) -> Expr:
    """The rule on the values of some formulas, as its prime clauses: unit propagation sees all that follows.

    Size: at most 3^n / n for n formulas, so n is small; in practice some dozens for 8.  The rule is tried on all 2^n
    values; the same function on as many formulas once.
    """
    clauses = []
    for clause in _primes(_results(rule, len(formulas))):
        pairs = zip(formulas, clause, strict=True)
        clauses.append(any_of(~formula if value else formula for formula, value in pairs if value is not None))
    return all_of(clauses)


@lru_cache(1024)
def _results(rule: Callable[[TruthRow], bool], count: int) -> TruthRow:
    return tuple(rule(bits) for bits in product((False, True), repeat=count))


@cache
def _primes(results: tuple[bool, ...]) -> list[tuple[bool | None, ...]]:
    """The prime implicants of what is forbidden, each as the values that it has (None: any).

    results: for all values of n formulas, the first one the slowest.  A cube is a number of n digits of base 3: 0 and 1
    are values, 2 is any; it is forbidden if both cubes are that have a value there.
    """
    count = len(results).bit_length() - 1
    powers = [3 ** (count - 1 - at) for at in range(count)]
    forbidden: list[bool] = []
    for number, digits in enumerate(product(range(3), repeat=count)):
        if 2 in digits:
            power = powers[digits.index(2)]
            forbidden.append(forbidden[number - power] and forbidden[number - 2 * power])
        else:
            forbidden.append(not results[sum(digit << (count - 1 - at) for at, digit in enumerate(digits))])
    found = []
    for number, digits in enumerate(product(range(3), repeat=count)):
        pairs = list(zip(digits, powers, strict=True))
        if forbidden[number] and not any(digit < 2 and forbidden[number + (2 - digit) * p] for digit, p in pairs):
            found.append(tuple(None if digit == 2 else digit == 1 for digit in digits))
    return found
