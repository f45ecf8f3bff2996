"""Unit propagation over clauses with two watched literals each, the clauses of the core first.

Literals are codes: a and a ^ 1 are each other's negation.  Clauses have numbers, in the order in which they are added.
Only clauses that a conflict has used get into the core, and the core is propagated to its end before any other clause
is tried: so later conflicts tend to use clauses that were needed anyway (Heule, Hunt, Wetzler 2013).

A watch or a literal is no object: the lists of a literal hold numbers of clauses, and `pair[c]` is the exclusive or of
the two literals that clause c watches, so that one operation gives the other literal.
"""

from __future__ import annotations

from collections.abc import Sequence

NONE = -1  # no clause: the reason of an assumption; no conflict
NEVER = 1 << 60
Lists = list[list[int]]


class Watching:
    """The assignment of literals, and the clauses that propagate it.

    A watched literal may be false only if the other watched literal became true no later (in the sense of `cut`: it
    stays true as long as this literal stays false).

    clauses: all clauses that will ever be attached, by number, without repeated literals; a clause counts when
    attached.
    trail: the true literals, in the order of assignment.
    true, false: for each literal whether it has this value.
    reason: for each true literal the number of the clause that implied it, or NONE.
    limit: clauses from this number on count no longer.
    marked: for each clause whether it is in the core.
    """

    def __init__(self, num_lits: int, clauses: list[list[int]]):
        self.clauses = clauses
        self.limit = len(clauses)
        self.marked = [False] * len(clauses)
        self.trail: list[int] = []
        self.true, self.false = [False] * num_lits, [False] * num_lits
        self.reason = [NONE] * num_lits  # of a true literal: the clause that made it so
        self._pair, self._one = [0] * len(clauses), [0] * len(clauses)
        self._core: Lists = [[] for _ in range(num_lits)]
        self._rest: Lists = [[] for _ in range(num_lits)]
        self._seen = [False] * num_lits  # of a false literal: what made it false is marked
        self._core_head = self._rest_head = 0

    def attach(self, c: int, a: int, b: int) -> None:
        """Let clause c count from now on, and watch its literals a and b."""
        lists = self._core if self.marked[c] else self._rest
        lists[a].append(c)
        lists[b].append(c)
        self._pair[c], self._one[c] = a ^ b, a

    def detach(self, c: int) -> None:
        """Let clause c count no longer."""
        a, lists = self._one[c], self._core if self.marked[c] else self._rest
        lists[a].remove(c)
        lists[self._pair[c] ^ a].remove(c)

    def assign(self, a: int, reason: int) -> None:
        """Make literal a, which has no value, true.  reason: the number of the clause that implies a, or NONE."""
        self.true[a] = self.false[a ^ 1] = True
        self.reason[a] = reason
        self.trail.append(a)

    def cut(self, length: int) -> None:
        """Take back all assignments but the first `length`, which are closed under propagation."""
        true, false, seen = self.true, self.false, self._seen
        for a in self.trail[length:]:
            true[a] = false[a ^ 1] = seen[a ^ 1] = False
        del self.trail[length:]
        self._core_head = self._rest_head = length

    def propagate(self) -> int:
        """Assign all literals that follow, until a clause is false, and return this clause, or NONE.

        All is in one function, for a call per literal would cost a third of the time.
        """
        clauses, pair, one, reason = self.clauses, self._pair, self._one, self.reason
        true, false, trail, limit = self.true, self.false, self.trail, self.limit
        core, rest = self._core, self._rest
        core_head, rest_head = self._core_head, self._rest_head
        conflict = NONE
        while conflict < 0:
            if core_head < len(trail):
                watched, lists = trail[core_head] ^ 1, core
                core_head += 1
            elif rest_head < len(trail):
                watched, lists = trail[rest_head] ^ 1, rest
                rest_head += 1
            else:
                break
            leaving = []
            for c in lists[watched]:
                other = pair[c] ^ watched
                if true[other]:
                    continue
                if c >= limit:
                    leaving.append(c)
                    continue
                for a in clauses[c]:
                    if not false[a] and a != other:
                        lists[a].append(c)
                        pair[c] = other ^ a
                        one[c] = other
                        leaving.append(c)
                        break
                else:
                    if false[other]:
                        conflict = c
                        break
                    true[other] = false[other ^ 1] = True
                    reason[other] = c
                    trail.append(other)
            if leaving:
                _drop(lists, watched, leaving)
        self._core_head, self._rest_head = core_head, rest_head
        return conflict

    def mark(self, conflict: int) -> None:
        """Put clause `conflict`, and all clauses that made its literals false, into the core; nothing happens for
        NONE.
        """
        clauses, false, seen, reason, marked = self.clauses, self.false, self._seen, self.reason, self.marked
        stack = [conflict] if conflict >= 0 else []
        while stack:
            c = stack.pop()
            if not marked[c]:
                self._promote(c)
            for a in clauses[c]:
                if false[a] and not seen[a]:
                    seen[a] = True
                    if reason[a ^ 1] >= 0:
                        stack.append(reason[a ^ 1])

    def _promote(self, c: int) -> None:
        """Put clause c into the core; a clause of several literals, which is attached, keeps its watched literals."""
        if len(self.clauses[c]) > 1:
            self.detach(c)
        self.marked[c] = True
        if len(self.clauses[c]) > 1:
            self.attach(c, self._one[c], self._pair[c] ^ self._one[c])


def _drop(lists: Lists, watched: int, leaving: Sequence[int]) -> None:
    """Remove the clauses `leaving` from the list of the literal `watched`."""
    watching = lists[watched]
    if len(leaving) == len(watching):
        watching.clear()
    elif len(leaving) < 4:
        for c in leaving:
            watching.remove(c)
    else:
        gone = set(leaving)
        lists[watched] = [c for c in watching if c not in gone]
