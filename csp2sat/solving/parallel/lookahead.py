"""Cubes that split a formula: sets of literals, found by unit propagation, one of which each model satisfies."""

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
    """A formula with unit propagation: the literals that follow from assumed ones.

    flat: the clauses as integers, with 0 after each clause.  refuted: whether unit propagation alone refutes the
    formula. occurrences: the number of literals of each variable in the clauses.
    """

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
        """Make the literal with the code `a` true, and propagate; return False if a contradiction follows."""
        if self._state.true[a]:
            return True
        if self._state.false[a]:
            return False
        self._state.assign(a, NONE)
        return self._state.propagate() == NONE

    def under(self, cube: Iterable[int]) -> bool:
        """Undo all assumptions, and assume the literals of a cube; return False if they contradict the formula."""
        self._state.cut(self._root)
        return all(self.assume(_code(a)) for a in cube)

    def gain(self, a: int) -> int | None:
        """Return the number of literals that become true if literal `a` is assumed beside the present assumptions; None
        if a contradiction follows.

        The assumption of `a` is undone.
        """
        state = self._state
        length = len(state.trail)
        gained = len(state.trail) - length if self.assume(_code(a)) else None
        state.cut(length)
        return gained

    def is_open(self, a: int) -> bool:
        """Whether literal `a` has no value under the present assumptions."""
        return not (self._state.true[_code(a)] or self._state.false[_code(a)])

    @property
    def depth(self) -> int:
        """The number of literals that are true here."""
        return len(self._state.trail)


def _code(a: int) -> int:
    """Return the code of a literal: 2v for the variable v, 2v + 1 for its negation."""
    return 2 * a if a > 0 else -2 * a + 1


def candidates(map_: VariableMap | None, occurrences: Counter[int]) -> list[int]:
    """Return the variables to split on, the most frequent first: the variables of the map's codes, or all variables
    that occur if the map is None or empty.
    """
    records = map_.ints.values() if map_ else ()
    found = set(map(abs, map_.bools.values())) if map_ else set()
    found |= {abs(a) for record in records for a in record.branches()}
    return sorted((v for v in found or occurrences if occurrences[v]), key=lambda v: (-occurrences[v], v))


def split(formula: Lookahead, variables: Sequence[int], number: int) -> list[Cube]:
    """Return about `number` cubes such that each model of the formula satisfies exactly one of them.

    variables: the candidates to split on, in the order in which they are tried.  Cubes that propagation refutes are
    left out, so the list is empty if propagation refutes all.  There are fewer cubes if no variable is left to split
    on.  The cube with the fewest known literals is split first, on the variable both of whose values imply most.
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
    """Return the two halves of a cube, each with its number of known literals, split on one of the variables.

    variables: the candidates, of which the first open ones are tried.  The result is [] if the cube is refuted, None if
    no variable is left to split on.
    """
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
