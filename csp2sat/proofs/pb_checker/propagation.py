"""Unit propagation over inequalities: two watched literals for clauses, a counter for any other inequality.

An inequality with a negative slack is a conflict; a literal whose coefficient exceeds the slack must be true.
Assignments without an assumption stay for ever.

A clause of a formula follows from the statement's lines and the definitions, a lemma of a solver from clauses.  So a
clause is tried with the one part of the inequalities first, then with the other part, and only then with all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .assignment import PbAssignment
from .inequality import Inequality
from .ladders import Counter

LINES, CLAUSES = 1, 2  # inequalities that are no clauses; clauses that are not stated, which other ones always are
ALL = LINES | CLAUSES
PAUSE = 63  # clauses, at most, that are tried with all inequalities at once after a part was not enough


class PbPropagation(PbAssignment):
    """An assignment of literals, and the inequalities that propagate it.

    conflict: whether the inequalities are contradictory by propagation alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conflict = False
        # by a literal that is watched: clauses that always propagate, and those that do as CLAUSES
        self._stated: list[list[list[int]]] = []
        self._derived: list[list[list[int]]] = []
        self._part, self._pause, self._paused = LINES, 0, 0

    def grow(self, literals: int) -> None:
        missing = literals - len(self.true)
        if missing > 0:
            super().grow(literals)
            self._stated += [[] for _ in range(missing)]
            self._derived += [[] for _ in range(missing)]

    def add(self, found: Inequality, is_stated: bool = True) -> list[int] | Counter | None:
        """Add an inequality, and propagate; return a handle for `remove`, None if nothing needs to be kept.

        Call the method only while nothing is assumed.  is_stated: whether it may show what clauses of a formula say.
        """
        if self.conflict or found.degree <= 0:
            return None
        if min(found.terms.values(), default=0) >= found.degree:
            return self._add_clause([*found.terms], is_stated)
        counter = self._attach(found)
        if counter.slack < counter.top:
            self.conflict = not self._imply(counter) or self._propagate()
        return counter

    def _add_clause(self, lits: list[int], is_stated: bool) -> list[int] | None:
        true = self.true
        lits.sort(key=lambda a: true[a ^ 1])  # those that are not false first
        if not lits or true[lits[0] ^ 1]:
            self.conflict = True
            return None
        if len(lits) == 1 or true[lits[1] ^ 1]:
            if not true[lits[0]]:
                self._assign(lits[0])
                self.conflict = self._propagate()
            return None
        if len(lits) == 2 and self._is_step(min(lits), max(lits)):
            return None
        watches = self._stated if is_stated else self._derived
        for a in lits[:2]:
            watches[a].append(lits)
            self._busy[a] |= is_stated
        return lits

    def _is_step(self, low: int, high: int) -> bool:
        """Whether a clause of the literals `low` < `high` is a step of a ladder, which says that the literal `low` + 2
        implies the literal before it, `low`.
        """
        return high == low + 3 and not low & 1 and self._owner[low >> 1] is self._owner[high >> 1] is not None

    def remove(self, handle: list[int] | Counter | None) -> None:
        """Remove an inequality by its handle; one that may have propagated must stay."""
        if isinstance(handle, list):
            handle.clear()
        elif handle is not None:
            self._forget(handle)

    def refutes(self, *assumed: Inequality) -> bool:
        """Whether the inequalities and the assumed ones are contradictory by propagation."""
        return self.implied(*assumed) is None

    def refutes_clause(self, lits: Sequence[int]) -> bool:
        """Whether the inequalities are contradictory by propagation, if all literals of a clause are false."""
        if self.conflict:
            return True
        if self._paused:
            self._paused -= 1
            return self._refutes_by(ALL, lits)
        for part in (self._part, ALL ^ self._part):
            if self._refutes_by(part, lits):
                self._part, self._pause = part, 0
                return True
        self._pause = self._paused = min(2 * self._pause + 1, PAUSE)
        return self._refutes_by(ALL, lits)

    def _refutes_by(self, part: int, lits: Sequence[int]) -> bool:
        """Whether a part of the inequalities is contradictory by propagation, if all literals of a clause are false."""
        start = len(self.trail)
        found = self._falsify(lits) or self._propagate(part)
        self._undo(start, bool(part & LINES))
        return found

    def implied(self, *assumed: Inequality) -> list[int] | None:
        """Return the literals that are true by propagation after inequalities are assumed; None for a conflict."""
        start, attached = len(self.trail), list[Counter]()
        found = None if self.conflict or self._assume(assumed, attached) else self._all_true()
        self._undo(start)
        for counter in reversed(attached):
            for _, a in counter.terms:
                self._counters[a].pop()
        return found

    def _all_true(self) -> list[int]:
        moves = self._moves
        found = list[int]()
        for a in self.trail:
            found += (a,) if a >= 0 else [false ^ 1 for false in moves[~a].false]
        return found

    def _assume(self, assumed: Iterable[Inequality], attached: list[Counter]) -> bool:
        """Assume inequalities, append their counters, propagate, and return whether there is a conflict."""
        units = list[int]()
        for each in assumed:
            total = sum(each.terms.values())
            if each.degree > total:
                return True
            if each.degree == total:
                units += [a ^ 1 for a in each.terms]
            elif each.degree > 0:
                # before anything is assigned that is not propagated yet
                attached.append(self._attach(each, is_kept=False))
        if self._falsify(units) or not all(c.slack >= c.top or self._imply(c) for c in attached):
            return True
        return self._propagate()

    def _imply(self, counter: Counter) -> bool:
        """Assign what an inequality with little slack implies; return False if it is false."""
        slack, true = counter.slack, self.true
        if slack < 0:
            return False
        for c, a in counter.terms:
            if c <= slack:
                break
            if not true[a] and not true[a ^ 1]:
                self._assign(a)
        return True

    def _propagate(self, part: int = ALL) -> bool:
        """Assign what follows, until an inequality is false; return whether one is.

        All is in one function, for a call per literal would cost a third of the time.  part: what may propagate, beside
        stated clauses.
        """
        true, trail, counters, busy, stated = self.true, self.trail, self._counters, self._busy, self._stated
        owner, watched = self._owner, (stated, self._derived) if part & CLAUSES else (stated,)
        head = self._head
        while head < len(trail):
            a = trail[head]
            head += 1
            due: list[Counter] = []
            falses: Iterable[int] = (a ^ 1,)
            touched = falses
            if a < 0:
                move = self._moves[~a]
                falses = touched = move.false
                if part & LINES:
                    touched = [*self._lose(move)]
                    due = [counter for counter, _ in move.ladder.counters[move.odd] if counter.slack < counter.top]
                    falses = falses if part & CLAUSES else touched
            if part & LINES:
                for false in touched:
                    for pair in counters[false]:
                        counter, c = pair
                        counter.slack -= c
                        if counter.slack < counter.top:
                            due.append(counter)
            for false in falses:
                for watches in watched:
                    watching = watches[false]
                    if not watching:
                        continue
                    kept: list[list[int]] = []
                    watches[false] = kept
                    for number, clause in enumerate(watching):
                        if not clause:
                            continue
                        if clause[0] == false:
                            other = clause[0] = clause[1]
                            clause[1] = false
                        else:
                            other = clause[0]
                        if true[other]:
                            kept.append(clause)
                            continue
                        for at in range(2, len(clause)):
                            a = clause[at]
                            if not true[a ^ 1]:
                                clause[at], clause[1] = false, a
                                watches[a].append(clause)
                                if watches is stated:
                                    busy[a] = 1
                                break
                        else:
                            kept.append(clause)
                            if true[other ^ 1]:
                                kept += watching[number + 1 :]
                                self._head = head
                                return True
                            if owner[other >> 1] is None:
                                true[other] = 1
                                trail.append(other)
                            else:
                                self._assign(other)
            for counter in due:
                if not self._imply(counter):
                    self._head = head
                    return True
        self._head = head
        return False
