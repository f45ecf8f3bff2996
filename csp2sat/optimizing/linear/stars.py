"""Sums that one variable switches off, as clauses of two: in a * x + b * y + ... <= c * z all others are 0 if z is 0.

The clauses x <= z, y <= z, ... say more of shares of the variables than the sum does, so a bound by them is that of the
strong form of facility location.  Source: J. Krarup, P. M. Pruzan, The simple plant location problem: survey and
synthesis, European Journal of Operational Research 12(1), 1983.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...encoder.normalize.formulas import Linear, bounds, linear
from ...model.domain import Domain
from .program import LinearProgram, LinearRow

FEWEST = 2  # variables that are switched off at once, at least


class SwitchClauses(NamedTuple):
    """The clauses of a row.  says_all: whether the row follows from the clauses, whatever shares the variables have."""

    clauses: list[Linear]
    says_all: bool


def with_stars(program: LinearProgram) -> None:
    """Add to a program, for each row in which one variable forces all others to 0, the clauses that say so one by one,
    and remove the rows that follow from these clauses.  Change nothing if the program would have too many terms.
    """
    known, rows = {row.sum for row in program.rows if len(row.sum.terms) == 2}, list[LinearRow]()
    for row in program.rows:
        star = None if row.is_equation else star_of(row.sum, program.domains)
        if star is None or not star.says_all:
            rows.append(row)
        if star is not None:
            rows += (LinearRow(each, False) for each in star.clauses if each not in known)
            known.update(star.clauses)
    terms = sum(len(row.sum.terms) for row in rows) - sum(len(row.sum.terms) for row in program.rows)
    if program.terms + terms <= program.most:
        program.rows, program.terms = rows, program.terms + terms


def star_of(total: Linear, domains: Sequence[Domain]) -> SwitchClauses | None:
    """Return the clauses of the inequality `total <= 0` that say what one of its variables switches off; None if no
    variable does, or all the others exclude each other, too.

    Only variables with two values, one more than the other, count.  By how much a variable raises the sum at its worse
    value, beyond the least sum, is its effect; two variables exclude each other's worse values if both effects are more
    than the sum may grow.
    """
    room = -bounds(total, domains)[0]
    effects = sorted(((abs(a) * (domains[x].hi - domains[x].lo), a, x) for a, x in total.terms), reverse=True)
    (most, *switch), *others = effects
    off = [(effect, a, x) for effect, a, x in others if effect + most > room and _is_binary(domains[x])]
    if len(off) < FEWEST or off[-1][0] + off[-2][0] > room or not _is_binary(domains[switch[1]]):
        return None
    says_all = len(off) == len(others) and sum(effect for effect, _, _ in others) <= room >= most
    return SwitchClauses([_not_both(((a, x), (switch[0], switch[1])), domains) for _, a, x in off], says_all)


def _is_binary(domain: Domain) -> bool:
    return domain.hi == domain.lo + 1


def _not_both(worse: Iterable[tuple[int, int]], domains: Sequence[Domain]) -> Linear:
    """Return the sum that is at most 0 if one of two variables, with factors of their signs, has its better value."""
    parts: dict[int, int] = {}
    const = -1
    for a, x in worse:
        parts[x] = 1 if a > 0 else -1
        const += -domains[x].lo if a > 0 else domains[x].hi
    return linear(parts, const)
