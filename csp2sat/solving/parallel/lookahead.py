"""Splitting a formula: cubes of literals, one of which each model has, found by what literals imply."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence

from ...cnf.flat_clauses import clauses
from ...decoder import VariableMap
from ...proofs.two_watched import NONE, Watching

TRIED = 24  # candidates for each split, those that occur most

Cube = tuple[int, ...]


class Lookahead:
    """Unit propagation on a formula: what follows from literals."""

    def __init__(self, flat: Sequence[int], num_vars: int):
        rows = [list(dict.fromkeys(map(_code, clause))) for clause in clauses(list(flat))]
        self.occurrences = Counter(abs(a) for a in flat if a)
        self._state = Watching(2 * num_vars + 2, rows)
        self.refuted = any(not row for row in rows)
        for number, row in enumerate(rows):
            if len(row) > 1:
                self._state.attach(number, row[0], row[1])
        self.refuted = self.refuted or not all(self.assume(row[0]) for row in rows if len(row) == 1)
        self._root = len(self._state.trail)

    def assume(self, a: int) -> bool:
        """Make the literal with this code true, with all that follows; False: a contradiction follows."""
        if self._state.true[a]:
            return True
        if self._state.false[a]:
            return False
        self._state.assign(a, NONE)
        return self._state.propagate() == NONE

    def under(self, cube: Iterable[int]) -> bool:
        """Start again with these literals; False: they contradict the formula."""
        self._state.cut(self._root)
        return all(self.assume(_code(a)) for a in cube)

    def gain(self, a: int) -> int | None:
        """How many literals follow from this one here; None: a contradiction does."""
        state = self._state
        length = len(state.trail)
        gained = len(state.trail) - length if self.assume(_code(a)) else None
        state.cut(length)
        return gained

    def is_open(self, a: int) -> bool:
        """Has the literal no value here?"""
        return not (self._state.true[_code(a)] or self._state.false[_code(a)])

    @property
    def depth(self) -> int:
        """How many literals are true here."""
        return len(self._state.trail)


def _code(a: int) -> int:
    return 2 * a if a > 0 else -2 * a + 1


def candidates(map_: VariableMap | None, occurrences: Counter[int]) -> list[int]:
    """The variables to split on, those that occur most first: of the source, or of a CNF that has none."""
    records = map_.ints.values() if map_ else ()
    found = set(map(abs, map_.bools.values())) if map_ else set()
    found |= {abs(a) for record in records for a in record.branches()}
    return sorted((v for v in found or occurrences if occurrences[v]), key=lambda v: (-occurrences[v], v))


def split(formula: Lookahead, variables: Sequence[int], number: int) -> list[Cube]:
    """About `number` cubes such that each model of the formula has exactly one of them.

    Cubes that propagation refutes are left out: [] if all of them are.  Fewer come where nothing is left to split on.
    The part where least is known is split first, on the variable whose both values imply most.
    """
    if formula.refuted:
        return []
    leaves: list[tuple[int, Cube]] = [(0, ())]
    whole: list[Cube] = []
    while leaves and len(leaves) + len(whole) < number:
        _, cube = heapq.heappop(leaves)
        if not formula.under(cube):
            continue
        parts = _parts(formula, variables, cube)
        if parts is None:
            whole.append(cube)
        for part in parts or ():
            heapq.heappush(leaves, part)
    return [*whole, *(cube for _, cube in leaves)]


def _parts(formula: Lookahead, variables: Sequence[int], cube: Cube) -> list[tuple[int, Cube]] | None:
    """The two halves of a cube, with what is known in each; [] if it is refuted, None if it cannot be split."""
    best: tuple[int, int, int, int] | None = None
    tried = 0
    for v in variables:
        if not formula.is_open(v):
            continue
        yes, no = formula.gain(v), formula.gain(-v)
        if yes is None and no is None:
            return []
        if yes is None or no is None:
            if not formula.assume(_code(v if no is None else -v)):
                return []
            continue
        best = max(best or (0, 0, 0, 0), (yes * no, v, yes, no))
        tried += 1
        if tried == TRIED:
            break
    if best is None:
        return None
    _, v, yes, no = best
    return [(formula.depth + yes, (*cube, v)), (formula.depth + no, (*cube, -v))]
