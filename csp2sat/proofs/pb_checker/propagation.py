"""Unit propagation over inequalities: two watched literals for clauses, a counter for any other inequality.

The slack of an inequality is the sum of the coefficients of its literals that are not false, less its degree.  A
negative slack is a conflict; a literal whose coefficient exceeds the slack must be true.  Assignments without an
assumption stay for ever; `assume` is taken back by `retract`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .inequality import Inequality

DEAD = float("-inf")  # no slack is less, however large the coefficients are


class Counter:
    """An inequality that is no clause: its terms by falling coefficient, its slack, and its greatest coefficient."""

    __slots__ = ("slack", "terms", "top")

    def __init__(self, terms: list[tuple[int, int]], slack: int):
        self.terms, self.slack = terms, slack
        self.top: float = terms[0][0] if terms else 1  # DEAD after a removal


class PbPropagation:
    """An assignment of literals, and the inequalities that propagate it.

    true: for each literal whether it is true.  trail: the true literals in their order.  conflict: whether the
    inequalities are contradictory by propagation alone.
    """

    def __init__(self) -> None:
        self.true = bytearray()
        self.trail: list[int] = []
        self.conflict = False
        self._head = 0
        self._watches: list[list[list[int]]] = []
        self._counters: list[list[tuple[Counter, int]]] = []
        self._dead = 0

    def grow(self, literals: int) -> None:
        """Provide for literals of smaller numbers than `literals`."""
        missing = literals - len(self.true)
        if missing > 0:
            self.true += bytes(missing)
            self._watches += [[] for _ in range(missing)]
            self._counters += [[] for _ in range(missing)]

    def add(self, found: Inequality) -> list[int] | Counter | None:
        """Add an inequality, and propagate; return a handle for `remove`, None if nothing needs to be kept.

        Call the method only while nothing is assumed.
        """
        if self.conflict or found.degree <= 0:
            return None
        if min(found.terms.values(), default=0) >= found.degree:
            return self._add_clause([*found.terms])
        counter = self._attach(found)
        if counter.slack < counter.top:
            self.conflict = not self._imply(counter) or self._propagate()
        return counter

    def _add_clause(self, lits: list[int]) -> list[int] | None:
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
        self._watches[lits[0]].append(lits)
        self._watches[lits[1]].append(lits)
        return lits

    def _attach(self, found: Inequality) -> Counter:
        true, degree = self.true, found.degree
        terms = sorted(((min(c, degree), a) for a, c in found.terms.items()), reverse=True)
        counter = Counter(terms, sum([c for c, a in terms if not true[a ^ 1]]) - degree)
        for c, a in terms:
            self._counters[a].append((counter, c))
        return counter

    def remove(self, handle: list[int] | Counter | None) -> None:
        """Remove an inequality by its handle; one that may have propagated must stay."""
        if isinstance(handle, list):
            handle.clear()
        elif handle is not None:
            handle.top = DEAD
            self._dead += len(handle.terms)
            if self._dead > 100_000:
                self._dead = 0
                self._counters = [[pair for pair in each if pair[0].top != DEAD] for each in self._counters]

    def refutes(self, *assumed: Inequality) -> bool:
        """Whether the inequalities and the assumed ones are contradictory by propagation."""
        return self.implied(*assumed) is None

    def refutes_clause(self, lits: Sequence[int]) -> bool:
        """Whether the inequalities are contradictory by propagation, if all literals of a clause are false."""
        if self.conflict:
            return True
        start = len(self.trail)
        found = self._falsify(lits) or self._propagate()
        self._undo(start)
        return found

    def implied(self, *assumed: Inequality) -> list[int] | None:
        """Return the literals that are true by propagation after inequalities are assumed; None for a conflict."""
        start, attached = len(self.trail), list[Counter]()
        found = None if self.conflict or self._assume(assumed, attached) else self.trail[:]
        self._undo(start)
        for counter in reversed(attached):
            for _, a in counter.terms:
                self._counters[a].pop()
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
                attached.append(self._attach(each))  # before anything is assigned that is not propagated yet
        if self._falsify(units) or not all(c.slack >= c.top or self._imply(c) for c in attached):
            return True
        return self._propagate()

    def _falsify(self, lits: Sequence[int]) -> bool:
        """Assign the negations of literals, and return whether one of the literals is true already."""
        true, trail = self.true, self.trail
        for a in lits:
            if true[a]:
                return True
            if not true[a ^ 1]:
                true[a ^ 1] = 1
                trail.append(a ^ 1)
        return False

    def _assign(self, a: int) -> None:
        self.true[a] = 1
        self.trail.append(a)

    def _undo(self, length: int) -> None:
        """Take back all assignments but the first `length`, all of which are propagated."""
        true, counters = self.true, self._counters
        for a in self.trail[length : self._head]:
            for counter, c in counters[a ^ 1]:
                counter.slack += c
        for a in self.trail[length:]:
            true[a] = 0
        del self.trail[length:]
        self._head = length

    def _imply(self, counter: Counter) -> bool:
        """Assign what an inequality with little slack implies; return False if it is false."""
        slack, true = counter.slack, self.true
        if slack < 0:
            return False
        for c, a in counter.terms:
            if c <= slack:
                break
            if not true[a] and not true[a ^ 1]:
                true[a] = 1
                self.trail.append(a)
        return True

    def _propagate(self) -> bool:
        """Assign what follows, until an inequality is false; return whether one is.

        All is in one function, for a call per literal would cost a third of the time.
        """
        true, trail, watches, counters = self.true, self.trail, self._watches, self._counters
        head = self._head
        while head < len(trail):
            false = trail[head] ^ 1
            head += 1
            due = None
            for pair in counters[false]:
                counter, c = pair
                counter.slack -= c
                if counter.slack < counter.top:
                    due = due or []
                    due.append(counter)
            watching = watches[false]
            if watching:
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
                            break
                    else:
                        kept.append(clause)
                        if true[other ^ 1]:
                            kept += watching[number + 1 :]
                            self._head = head
                            return True
                        true[other] = 1
                        trail.append(other)
            if due is not None:
                for counter in due:
                    if not self._imply(counter):
                        self._head = head
                        return True
        self._head = head
        return False
