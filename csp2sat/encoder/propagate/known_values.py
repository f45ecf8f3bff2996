"""Values that a term of a required `alldifferent` or `value-sets` cannot have, given the values of the other terms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from ...base.time_limit import check_time
from ...model.domain import Domain
from ...tuples import NamedTuple
from ..normalize.formulas import Linear, Norm

SPAN = 10_000  # from the least to the greatest value of a variable that is narrowed


def exclude_known(norm: Norm) -> bool:
    """Remove from `norm.domains`, in place, each value of a term of a required `alldifferent` that another term
    certainly has, and of a term of `value-sets` each value without a possible set, until nothing changes; return
    whether a domain changed.

    A set is possible if each term has a value of the set, and each of its values is one of a term; a value of all
    possible sets that one term alone has is the value of this term.  A domain never becomes empty.  Terms are narrowed
    if they are a variable plus a constant; variables that a formula chooses keep both values.
    """
    groups = [formula.args for formula, _ in norm.required if formula.op == "alldifferent"]
    chosen = [formula.args for formula, _ in norm.required if formula.op == "value-sets"]
    return bool(groups or chosen) and _Exclusion(norm, groups, chosen).run()


class _SetChoice(NamedTuple):
    """A constraint `value-sets`: the sets as sets of bits, the variables of its terms, each with the number of bits by
    which its own set lies above those of the sets, and whether these are all terms."""

    sets: list[int]
    members: list[tuple[int, int]]
    is_whole: bool


class _Exclusion:
    """The values that the variables of several constraints may still have, as sets of bits: bit i of a variable's set
    stands for the least value of its domain plus i.
    """

    def __init__(self, norm: Norm, groups: Sequence[Sequence[Linear]], chosen: Sequence[Sequence[Any]]):
        self._domains, self._kept = norm.domains, norm.conditional
        self._least, self._sets = dict[int, int](), dict[int, int]()
        # of each constraint: variables, with the constants of their terms
        self._members = [[*self._plain(group)] for group in groups]
        self._groups_of = defaultdict[int, list[tuple[int, int]]](list)  # of each variable: constraints, constants
        for number, group in enumerate(self._members):
            for x, shift in group:
                self._groups_of[x].append((number, shift))
        self._constants = [
            (number, term.const) for number, group in enumerate(groups) for term in group if not term.terms
        ]
        self._choices = [self._choice(*each) for each in chosen]
        self._choices_of = defaultdict[int, list[int]](list)
        for number, choice in enumerate(self._choices):
            for x, _ in choice.members:
                self._choices_of[x].append(number)

    def _plain(self, terms: Sequence[Linear]) -> Iterator[tuple[int, int]]:
        """Yield the variables that may be narrowed with the constants of their terms."""
        for term in terms:
            if len(term.terms) != 1 or term.terms[0][0] != 1:
                continue
            ((_, x),) = term.terms
            if x not in self._sets and (domain := self._domains[x]).hi - domain.lo <= SPAN:
                self._least[x], self._sets[x] = domain.lo, _bits(domain)
            if x in self._sets:
                yield x, term.const

    def _choice(self, sets: Sequence[frozenset[int]], *terms: Linear) -> _SetChoice:
        values = frozenset().union(*sets)
        least = min(values, default=0)
        if max(values, default=0) - least > SPAN:
            return _SetChoice([], [], False)
        bits = [sum(1 << value - least for value in each) for each in sets if len(each) <= len(terms)]
        members = [(x, self._least[x] + shift - least) for x, shift in self._plain(terms)]
        return _SetChoice(bits, members, len(members) == len(terms))

    def run(self) -> bool:
        """Exclude values until nothing changes; return whether a domain changed."""
        sets, changed = self._sets, set[int]()
        for group, value in self._constants:
            changed.update(self._exclude(group, value, None))
        single = [x for x, bits in sets.items() if not bits & (bits - 1)]
        choices = dict.fromkeys(range(len(self._choices)))
        while single or choices:
            check_time()
            if single:
                x = single.pop()
                value = self._least[x] + sets[x].bit_length() - 1
                narrowed = [y for group, shift in self._groups_of[x] for y in self._exclude(group, value + shift, x)]
            else:
                narrowed = [*self._choose(self._choices[choices.popitem()[0]])]
            changed.update(narrowed)
            for y in narrowed:
                for number in self._choices_of[y]:
                    choices[number] = None
                if not sets[y] & (sets[y] - 1):
                    single.append(y)
        found: dict[tuple[int, int], Domain] = {}
        for x in changed:
            key = self._least[x], sets[x]
            self._domains[x] = found[key] = found.get(key) or _domain(*key)
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

    def _choose(self, choice: _SetChoice) -> Iterator[int]:
        """Exclude the values of terms without a possible set, and yield the variables of these terms."""
        members = choice.members
        terms = [_shifted(self._sets[x], above) for x, above in members]
        absent = ~reduce(or_, terms, 0) if choice.is_whole else 0
        possible = [each for each in choice.sets if not each & absent and all(map(each.__and__, terms))]
        if not possible:
            return
        among, alone = reduce(or_, possible), reduce(and_, possible) if choice.is_whole else 0
        seen = 0
        for term in terms:
            seen, alone = seen | term, alone & ~(seen & term)
        for (x, above), term in zip(members, terms, strict=True):
            wanted = (term & alone or term) & among
            bits = _shifted(wanted, -above) & self._sets[x]  # which another term of x may have narrowed meanwhile
            if bits and bits != self._sets[x] and x not in self._kept:
                self._sets[x] = bits
                yield x


def _shifted(bits: int, up: int) -> int:
    """Return a set of bits moved up, or down if `up` is negative; bits that are moved too far away are lost."""
    return (bits << up if up <= SPAN else 0) if up >= 0 else bits >> -up


def _bits(domain: Domain) -> int:
    """Return the set of a domain's values."""
    return sum([((1 << hi - lo + 1) - 1) << lo - domain.lo for lo, hi in domain.ranges])


def _domain(least: int, bits: int) -> Domain:
    """Return the domain of a set of values, of which bit i stands for i more than `least`."""
    return Domain.of(least + at for at, bit in enumerate(bin(bits)[:1:-1]) if bit == "1")  # the lowest first
