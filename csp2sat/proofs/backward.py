"""A checker of DRAT proofs that works from the end of a proof to its beginning.

Forwards, clauses are added and deleted by the steps of the proof, and all literals that follow from unit clauses are
kept assigned, until a clause is false.  Backwards from there, only clauses that a conflict has used are checked: each
must be RUP (unit propagation contradicts its negation) or RAT (so are all its resolvents on its first literal), by the
clauses that existed when it was added.

A deletion is ignored while the clause is the reason of an assigned literal, like in drat-trim: solvers write such
deletions and do not mean them.  A superset of the clauses makes RUP easier and RAT harder; either way each step keeps
satisfiability, so an accepted proof is a refutation.  Deletions of clauses that do not exist are ignored too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..cnf.flat_clauses import clauses as split
from ..errors import LimitReached, Place
from .drat import Proof, ProofError
from .two_watched import NEVER, NONE, Watching


class Checked(NamedTuple):
    """The result of a successful check of a proof.

    lemmas: the number of lemmas up to the contradiction.
    needed: the numbers, from 0, of the steps whose lemmas were needed, and so checked.
    rat: the number of lemmas checked by RAT.
    clauses: the clauses of the CNF that were needed, by number from 0.
    """

    lemmas: int
    needed: list[int]
    rat: int
    clauses: list[int]

    def __str__(self) -> str:
        by_rat = f" ({self.rat} by RAT)" if self.rat else ""
        return f"{len(self.needed)} of {self.lemmas} lemmas checked{by_rat}, {len(self.clauses)} clauses needed"


class Codes(dict[int, int]):
    """Codes of literals, numbered from 0 in the order in which variables are met: gaps in the numbers cost nothing.

    The codes of a literal and its negation are a and a ^ 1.
    """

    def __missing__(self, lit: int) -> int:
        code = len(self)
        self[abs(lit)], self[-abs(lit)] = code, code + 1
        return self[lit]

    def __call__(self, lits: Iterable[int]) -> list[int]:
        """Return the codes of the literals, each once."""
        found = list(map(self.__getitem__, lits))
        return found if len(set(found)) == len(found) else list(dict.fromkeys(found))


class Copies:
    """The present clauses among the clauses that some step deletes, found by their literals in any order; several
    clauses may have the same literals.
    """

    def __init__(self, deleted: Iterable[Sequence[int]]):
        self._there: dict[tuple[int, ...], list[int]] = {tuple(sorted(clause)): [] for clause in deleted}

    def add(self, c: int, clause: Sequence[int]) -> None:
        """Note that clause c, with the given literals, is present."""
        if self._there:
            there = self._there.get(tuple(sorted(clause)))
            if there is not None:
                there.append(c)

    def take(self, clause: Sequence[int], needed: Callable[[int], bool]) -> int | None:
        """Return the number of a present clause with the given literals that is not needed, and note that it is gone.

        Returns None if no clause of that kind is present.  needed: whether the clause of a number is needed.
        """
        there = self._there[tuple(sorted(clause))]
        found = next((c for c in reversed(there) if not needed(c)), None)
        if found is not None:
            there.remove(found)
        return found


def check(flat: list[int], proof: Proof, deadline: float | None = None) -> Checked:
    """Check that a proof refutes the clauses `flat`, each ended by 0.

    deadline: a time of time.monotonic(), or None.  Raises ProofError at the step that does not follow, or at the end if
    no contradiction is reached, and LimitReached after the deadline.
    """
    return _Check(flat, proof, deadline).run()


class _Check:
    """A backward check of one proof.

    _events: for each step so far the number c of the clause that the step adds, ~c for the clause that it deletes, or
    None for a deletion that is ignored.  _before: the length of the trail before each of these steps.  Clauses of the
    CNF have the first numbers, then come the lemmas.
    """

    def __init__(self, flat: list[int], proof: Proof, deadline: float | None):
        self._proof, self._deadline = proof, deadline
        codes = Codes()
        steps = list(map(codes, proof.clauses))
        added = [codes(clause) for clause in split(flat)]
        self._num_clauses = len(added)
        self._copies = Copies(clause for clause, delete in zip(steps, proof.deletes, strict=True) if delete)
        for c, clause in enumerate(added):
            self._copies.add(c, clause)
        self._steps = steps
        added += [clause for clause, delete in zip(steps, proof.deletes, strict=True) if not delete]
        self._state = Watching(len(codes), added)
        self._where, self._placed = [0] * len(codes), 0  # of a true literal, if it lasts: its place on the trail
        self._until = [NEVER] * len(added)  # the number of the first lemma that is added after the clause's deletion
        self._events: list[int | None] = []
        self._before: list[int] = []
        self._occurrences: list[list[int]] | None = None
        self._rat = 0

    def run(self) -> Checked:
        """Check the proof and return the result.  Raises ProofError and LimitReached."""
        self._keep_time()
        conflict = self._start()
        if conflict == NONE:
            conflict = self._forwards()
        self._state.mark(conflict)
        self._backwards()
        marked = self._state.marked
        lemmas = {event: step for step, event in enumerate(self._events) if event is not None and event >= 0}
        needed = [step for lemma, step in lemmas.items() if marked[lemma]]
        return Checked(len(lemmas), needed, self._rat, [c for c in range(self._num_clauses) if marked[c]])

    def _start(self) -> int:
        """Attach the clauses of the CNF, propagate, and return the number of a clause that is false, or NONE."""
        state = self._state
        for c in range(self._num_clauses):
            clause = state.clauses[c]
            if len(clause) > 1:
                state.attach(c, clause[0], clause[1])
        short = (c for c in range(self._num_clauses) if len(state.clauses[c]) < 2)
        conflict = next((c for c in short if not self._take_unit(c)), NONE)
        return self._closed() if conflict == NONE else conflict

    def _take_unit(self, c: int) -> bool:
        """Make the only literal of clause c true, and return False if the clause is empty or its literal is false."""
        state, clause = self._state, self._state.clauses[c]
        if not clause or state.false[clause[0]]:
            return False
        if not state.true[clause[0]]:
            state.assign(clause[0], c)
        return True

    def _closed(self) -> int:
        """Propagate, for good, and return a clause that is false, or NONE."""
        conflict, trail = self._state.propagate(), self._state.trail
        for at in range(self._placed, len(trail)):
            self._where[trail[at]] = at
        self._placed = len(trail)
        return conflict

    def _forwards(self) -> int:
        """Run through the steps until a clause is false, and return the number of this clause.

        Raises ProofError if no clause becomes false, or if the proof adds the empty clause before; and LimitReached.
        """
        lemma = self._num_clauses
        for step, delete in enumerate(self._proof.deletes):
            self._keep_time()
            self._before.append(len(self._state.trail))
            if delete:
                self._events.append(self._delete(self._steps[step], lemma))
                continue
            self._events.append(lemma)
            conflict = self._add(lemma)
            if conflict != NONE and self._steps[step]:
                return conflict
            if conflict != NONE:
                raise self._proof.error(step, "the empty clause does not follow by unit propagation")
            lemma += 1
        path = self._proof.path
        raise ProofError("the proof is cut short: it ends without a contradiction", Place(path))

    def _add(self, lemma: int) -> int:
        """Attach lemma number `lemma`, propagate, and return the number of a clause that is false, or NONE."""
        state, clause = self._state, self._state.clauses[lemma]
        self._copies.add(lemma, clause)
        if len(clause) < 2:
            return self._closed() if self._take_unit(lemma) else lemma
        a, b = self._watches(clause)
        state.attach(lemma, a, b)
        if state.false[a]:
            return lemma
        if state.true[a] or not state.false[b]:
            return NONE
        state.assign(a, lemma)
        return self._closed()

    def _watches(self, clause: Sequence[int]) -> tuple[int, int]:
        """Return the two literals of a clause to watch while all assignments last.

        A true literal comes first, if any, the earliest on the trail; then literals without a value; then the literal
        that became false last.
        """
        true, false, where = self._state.true, self._state.false, self._where
        a, b = clause[0], clause[1]
        if not (true[a] or false[a] or true[b] or false[b]):
            return a, b

        def height(a: int) -> int:
            return where[a ^ 1] if false[a] else NEVER

        satisfied = [a for a in clause if true[a]]
        a = min(satisfied, key=where.__getitem__) if satisfied else max(clause, key=height)
        return a, max((b for b in clause if b != a), key=height)

    def _delete(self, clause: list[int], lemma: int) -> int | None:
        """Detach a clause with these literals that is present and no reason of an assignment, and return ~c for its
        number c; None if there is none.

        lemma: the number of the next lemma.
        """
        state = self._state
        c = self._copies.take(clause, lambda c: any(state.true[a] and state.reason[a] == c for a in clause))
        if c is None:
            return None
        if len(clause) > 1:
            state.detach(c)
        self._until[c] = lemma
        return ~c

    def _backwards(self) -> None:
        """Undo the steps from the last to the first, and check each lemma that was needed.  Raises ProofError and
        LimitReached.
        """
        state = self._state
        for step in range(len(self._events) - 1, -1, -1):
            self._keep_time()
            state.cut(self._before[step])
            event = self._events[step]
            if event is None:
                continue
            if event >= 0:
                self._retract(step, event)
            elif len(state.clauses[~event]) > 1:
                state.attach(~event, *self._watches(state.clauses[~event]))

    def _retract(self, step: int, lemma: int) -> None:
        """Take a lemma away, and check it by the clauses before it if it was needed.  Raises ProofError if it does not
        follow.

        step: the step that adds the lemma.
        """
        self._state.limit = lemma
        if self._state.marked[lemma]:
            follows = self._holds(self._state.clauses[lemma], NONE) or self._is_rat(lemma)
            if not follows:
                raise self._proof.error(step, "this clause does not follow (it is neither RUP nor RAT)")
            self._state.cut(self._before[step])

    def _holds(self, clause: Iterable[int], without: int) -> bool:
        """Whether unit propagation contradicts the negation of a clause, whose literal `without` is left out.

        Marks the clauses that the contradiction needs; the assignments stay.
        """
        state = self._state
        for a in clause:
            if state.true[a] and a != without:
                state.mark(state.reason[a])
                return True
            if not state.false[a] and a != without:
                state.assign(a ^ 1, NONE)
        conflict = state.propagate()
        state.mark(conflict)
        return conflict != NONE

    def _is_rat(self, lemma: int) -> bool:
        """Whether all resolvents of a lemma on its first literal follow, while the lemma's negation is assigned and
        propagated.
        """
        if not (clause := self._state.clauses[lemma]):
            return False
        self._rat += 1
        middle, opposite = len(self._state.trail), clause[0] ^ 1
        for c in self._with(opposite, lemma):
            if not self._holds(self._state.clauses[c], opposite):
                return False
            self._state.cut(middle)
        return True

    def _with(self, a: int, lemma: int) -> Iterator[int]:
        """Yield the numbers of the clauses with literal a that were present when the lemma was added, needed or not."""
        if self._occurrences is None:
            self._occurrences = [[] for _ in self._where]
            for c, clause in enumerate(self._state.clauses):
                for b in clause:
                    self._occurrences[b].append(c)
        return (c for c in self._occurrences[a] if c < lemma < self._until[c])

    def _keep_time(self) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitReached("time")
