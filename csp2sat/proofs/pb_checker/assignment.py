"""An assignment of literals, which is taken back from its end, and the slacks of inequalities under it.

The slack of an inequality is the sum of the coefficients of its literals that are not false, less its degree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from .inequality import Inequality
from .ladders import LONG, Counter, Ladder, LadderMove, ladders_of, sums_of

DEAD = float("-inf")  # no slack is less, however large the coefficients are


class PbAssignment:
    """An assignment of literals.

    true: for each literal whether it is true.  trail: the true literals in their order; ~n for the n-th move of a
    ladder.
    """

    def __init__(self) -> None:
        self.true = bytearray()
        self.trail: list[int] = []
        self._head = 0  # of the trail: how much has been propagated
        self._counters: list[list[tuple[Counter, int]]] = []  # by literal, but for those with sums of its ladder
        self._busy = bytearray()  # whether a literal is one of a counter's, or ever watched in a stated clause
        self._owner: list[Ladder | None] = []  # the ladder of each variable
        self._moves: list[LadderMove] = []
        self._dead = 0  # terms of inequalities that were removed

    def grow(self, literals: int) -> None:
        """Provide for literals of smaller numbers than `literals`."""
        missing = literals - len(self.true)
        if missing > 0:
            self.true += bytes(missing)
            self._busy += bytes(missing)
            self._owner += [None] * (missing // 2)
            self._counters += [[] for _ in range(missing)]

    def begin(self, statement: Sequence[Inequality]) -> None:
        """Register the ladders of a statement, which stay for ever, before any inequality is added."""
        for ladder in ladders_of(statement):
            first, last = ladder.first // 2, ladder.first // 2 + ladder.size
            self.grow(2 * last)
            if not any(self._owner[first:last]):
                self._owner[first:last] = [ladder] * ladder.size

    def _attach(self, found: Inequality, is_kept: bool = True) -> Counter:
        """Add an inequality's counter, without sums of ladders unless the inequality is kept."""
        true, degree = self.true, found.degree
        terms = sorted(((min(c, degree), a) for a, c in found.terms.items()), reverse=True)
        counter = Counter(terms, sum([c for c, a in terms if not true[a ^ 1]]) - degree)
        if is_kept and len(terms) >= LONG:
            terms = self._without_ladders(counter)
        for c, a in terms:
            self._counters[a].append((counter, c))
            self._busy[a] = 1
        return counter

    def _without_ladders(self, counter: Counter) -> list[tuple[int, int]]:
        """Add a counter to the ladders of which it has many literals, and return its other terms."""
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        rest = list[tuple[int, int]]()
        for c, a in counter.terms:
            ladder = self._owner[a >> 1]
            if ladder is None:
                rest.append((c, a))
            else:
                found.setdefault((ladder.first, a & 1), []).append((c, a))
        for (first, odd), terms in found.items():
            ladder = self._owner[first >> 1]
            if ladder is None or len(terms) < LONG:
                rest += terms
            else:
                sums = sums_of([(c, (a - first) >> 1) for c, a in terms], ladder.size)
                ladder.counters[1 - odd].append((counter, sums))
        return rest

    def _forget(self, counter: Counter) -> None:
        """Remove a counter, now or later."""
        counter.top = DEAD
        self._dead += len(counter.terms)
        if self._dead > 100_000:
            self._dead = 0
            self._counters = [[pair for pair in each if pair[0].top != DEAD] for each in self._counters]
            for ladder in {*self._owner}:
                if ladder is not None:
                    ladder.forget(DEAD)

    def _falsify(self, lits: Sequence[int]) -> bool:
        """Assign the negations of literals, and return whether one of the literals is true already."""
        true = self.true
        for a in lits:
            if true[a]:
                return True
            if not true[a ^ 1]:
                self._assign(a ^ 1)
        return False

    def _assign(self, a: int) -> None:
        """Make a literal true that is neither true nor false."""
        if (ladder := self._owner[a >> 1]) is None:
            self.true[a] = 1
            self.trail.append(a)
        else:
            self.trail.append(~len(self._moves))
            self._moves.append(ladder.assign(a, self.true))

    def _undo(self, length: int, with_slacks: bool = True) -> None:
        """Take back all assignments but the first `length`, all of which are propagated, and the changes of slacks if
        they were made.
        """
        true, counters, moves = self.true, self._counters, self._moves
        for a in self.trail[length : self._head] if with_slacks else ():
            for false in (a ^ 1,) if a >= 0 else self._lose(moves[~a], -1):
                for counter, c in counters[false]:
                    counter.slack += c
        for a in reversed(self.trail[length:]):
            if a >= 0:
                true[a] = 0
            else:
                moves.pop().take_back(true)
        del self.trail[length:]
        self._head = length

    def _lose(self, move: LadderMove, factor: int = 1) -> Iterable[int]:
        """Subtract a ladder's move from the slacks of inequalities with its sums, or add it with the factor -1;
        return the false literals that may stand in other inequalities or in stated clauses.
        """
        ladder, start, end, odd = move
        for counter, sums in ladder.counters[odd]:
            counter.slack -= factor * (sums[end] - sums[start])
        false = move.false
        return compress(false, self._busy[false.start : false.stop : 2])
