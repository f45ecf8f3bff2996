"""Rules on a few cells as clauses, by trying all of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product

from ...model.expr import Expr, all_of, any_of

TruthRow = tuple[bool, ...]


def allowed(formulas: Sequence[Expr], rule: Callable[[TruthRow], bool]) -> Expr:
    """Return the formula that `rule` holds for the values of the formulas, as its prime clauses: unit propagation then
    derives all that follows.

    Size: at most 3^n / n clauses for n formulas, so n has to be small; in practice some dozens for n = 8.  The rule is
    evaluated for all 2^n values, once for the same function and n.
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
    """Return the prime implicants of the forbidden rows of a truth table, each as a tuple of values (None: any).

    `results` has for all values of n formulas whether they are allowed, the first formula changing slowest.  A cube is
    a number of n digits of base 3 (0 and 1 are values, 2 is any); a cube with a digit 2 is forbidden if the
    two cubes are forbidden that have 0 and 1 in place of its first digit 2.
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
