"""Values that a term of a required `alldifferent` cannot have, because another term of the constraint has the value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...base.time_limit import check_time
from ...model.domain import Domain
from ..normalize.formulas import Linear, Norm

SPAN = 10_000  # from the least to the greatest value of a variable that is narrowed


def exclude_known(norm: Norm) -> bool:
    """Remove from `norm.domains`, in place, each value of a term of a required `alldifferent` that another term
    certainly has, until nothing changes; return whether a domain changed.

    A domain never becomes empty.  Terms are narrowed if they are a variable plus a constant; variables that a formula
    chooses keep both values.
    """
    groups = [formula.args for formula, _ in norm.required if formula.op == "alldifferent"]
    return bool(groups) and _Exclusion(norm, groups).run()


class _Exclusion:
    """The values of the variables of several constraints, as sets of bits: bit i of a variable's set is i more than the
    least value of the variable.
    """

    def __init__(self, norm: Norm, groups: Sequence[Sequence[Linear]]):
        self._domains = domains = norm.domains
        plain = [[_variable(term) for term in group] for group in groups]
        used = {x for group in plain for x, _ in group if x is not None and domains[x].hi - domains[x].lo <= SPAN}
        self._least = {x: domains[x].lo for x in used}
        self._sets = {x: _bits(domains[x]) for x in used}
        self._kept = norm.conditional
        # of each constraint: variables, with the constants of their terms
        self._members = [[(x, shift) for x, shift in group if x in used] for group in plain]
        self._groups_of = defaultdict[int, list[tuple[int, int]]](list)  # of each variable: constraints, constants
        for number, group in enumerate(self._members):
            for x, shift in group:
                self._groups_of[x].append((number, shift))
        self._constants = [
            (number, term.const) for number, group in enumerate(groups) for term in group if not term.terms
        ]

    def run(self) -> bool:
        """Exclude values until nothing changes; return whether a domain changed."""
        sets, changed = self._sets, set[int]()
        for group, value in self._constants:
            changed.update(self._exclude(group, value, None))
        waiting = [x for x, bits in sets.items() if not bits & (bits - 1)]
        while waiting:
            check_time()
            x = waiting.pop()
            value = self._least[x] + sets[x].bit_length() - 1
            for group, shift in self._groups_of[x]:
                for y in self._exclude(group, value + shift, x):
                    changed.add(y)
                    if not sets[y] & (sets[y] - 1):
                        waiting.append(y)
        for x in changed:
            bits = bin(sets[x])[:1:-1]  # the lowest first
            self._domains[x] = Domain.of(self._least[x] + at for at, bit in enumerate(bits) if bit == "1")
        return bool(changed)

    def _exclude(self, group: int, value: int, having: int | None) -> Iterator[int]:
        """Exclude a value from the terms of a constraint, and yield the variables whose terms had the value.

        group: the number of the constraint.  having: the variable of the term that has the value, None for a constant.
        """
        sets, least = self._sets, self._least
        for y, shift in self._members[group]:
            bits, at = sets[y], value - shift - least[y]
            if 0 <= at <= SPAN and bits >> at & 1 and y != having and bits & (bits - 1) and y not in self._kept:
                sets[y] = bits ^ 1 << at
                yield y


def _bits(domain: Domain) -> int:
    """Return the set of a domain's values."""
    return sum(((1 << hi - lo + 1) - 1) << lo - domain.lo for lo, hi in domain.ranges)


def _variable(term: Linear) -> tuple[int | None, int]:
    """Return the variable and the constant of a term that is their sum; None as the variable of any other term."""
    is_plain = len(term.terms) == 1 and term.terms[0][0] == 1
    return (term.terms[0][1] if is_plain else None), term.const
