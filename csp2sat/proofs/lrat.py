"""A checker of LRAT proofs, as text: each step names the clauses by which it follows, so that no search is needed.

    ID LITERALS 0 HINTS 0     add a clause; the clauses of the CNF have the IDs 1, 2, ...
    ID d IDS 0                delete clauses

Hints are IDs of clauses, each of which, in that order, is a unit clause while the negation of the clause is assumed,
the last one false.  If no hinted clause is false (RAT), more hints follow: for each clause with the negation of the
first literal its negated ID, and the hints for the resolvent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..cnf.flat_clauses import clauses as split
from ..errors import LimitReached, Place
from .backward import Checked
from .drat import ProofError


class _Wrong(ValueError):
    """An error in a step, in words."""


def check(flat: list[int], data: bytes, path: str, deadline: float | None = None) -> Checked:
    """Check, from the beginning, that the LRAT proof in `data` refutes the clauses `flat`, each ended by 0.

    path: the name of the proof for errors.  deadline: a time of time.monotonic(), or None.  Raises ProofError with the
    line, and LimitReached after the deadline.  Every lemma counts as needed.
    """
    checker = _Checker(flat)
    for number, line in enumerate(data.split(b"\n"), start=1):
        if deadline is not None and time.monotonic() > deadline:
            raise LimitReached("time")
        try:
            checker.step(line.split())
        except _Wrong as wrong:
            raise ProofError(str(wrong), Place(path, number, 1, line.decode("utf-8", "replace"))) from None
        if checker.lemmas and not checker.lemmas[-1]:
            return checker.found()
    raise ProofError("the proof is cut short: it ends without the empty clause", Place(path))


def plain(data: bytes, path: str) -> Iterator[bytes]:
    """Yield the steps of a proof as lines that every checker reads alike, without comments.

    Raises ProofError with the line for text that `check` cannot read.
    """
    for number, line in enumerate(data.split(b"\n"), start=1):
        words = line.split()
        if not words or words[0] == b"c":
            continue
        try:
            at, delete, numbers = _step(words)
        except _Wrong as wrong:
            raise ProofError(str(wrong), Place(path, number, 1, line.decode("utf-8", "replace"))) from None
        yield b"%d %s%s\n" % (at, b"d " * delete, b" ".join([b"%d" % a for a in numbers]))


class _Checker:
    """The state of a check: the present clauses by ID, and the lemmas added so far, in order."""

    def __init__(self, flat: list[int]):
        self._clauses: dict[int, list[int]] = dict(enumerate(split(flat), start=1))
        self._num_clauses = self._last = len(self._clauses)
        self._used: set[int] = set()
        self._rat = 0
        self.lemmas: list[list[int]] = []

    def found(self) -> Checked:
        """Return the result of the check, in which each clause that a hint has named counts as needed."""
        needed = sorted(c - 1 for c in self._used if c <= self._num_clauses)
        return Checked(len(self.lemmas), list(range(len(self.lemmas))), self._rat, needed)

    def step(self, words: list[bytes]) -> None:
        """Check a line of the proof and apply its step; raises _Wrong if the step is wrong."""
        if not words or words[0] == b"c":
            return
        number, delete, numbers = _step(words)
        if delete:
            for c in numbers[:-1]:
                self._clause(c)
                del self._clauses[c]
            return
        end = numbers.index(0)
        self._add(number, numbers[:end], numbers[end + 1 : -1])

    def _add(self, number: int, clause: list[int], hints: list[int]) -> None:
        """Check a lemma by its hints, and add it to the clauses.  Raises _Wrong if the lemma does not follow or its ID
        is not above all earlier ones.

        number: the ID of the lemma.
        """
        if number <= self._last:
            raise _Wrong(f"the clause's ID is not greater than {self._last}")
        first_negative = next((k for k, hint in enumerate(hints) if hint < 0), len(hints))
        true = {-a for a in clause}
        if any(-a in true for a in true) or self._is_false(true, hints[:first_negative]):
            pass  # a tautology, or RUP
        elif clause:
            self._rat += 1
            self._check_resolvents(clause[0], true, hints[first_negative:])
        else:
            raise _Wrong("the hints do not end with a clause that is false")
        self._clauses[number], self._last = clause, number
        self.lemmas.append(clause)

    def _check_resolvents(self, pivot: int, true: set[int], hints: Sequence[int]) -> None:
        """Check by hints that the resolvent with each present clause follows that contains the negation of the pivot;
        raise _Wrong for a resolvent that does not follow, or without hints.

        true: the literals of the negated lemma, and the literals that earlier hints made true.  hints: for each such
        clause its negated ID, then the hints for its resolvent.  The negated ID is enough, and further hints of the
        clause are not read, if a literal of the clause other than the negated pivot is in `true`.
        """
        starts = [k for k, hint in enumerate(hints) if hint < 0]
        groups = {-hints[k]: hints[k + 1 : end] for k, end in pairwise([*starts, len(hints)])}
        for number, clause in self._clauses.items():
            if -pivot in clause:
                if number not in groups:
                    raise _Wrong(f"the clause is not RUP by its hints, and for RAT they lack clause {number}")
                others = [a for a in clause if a != -pivot]
                if true.isdisjoint(others) and not self._is_false(true | {-a for a in others}, groups[number]):
                    raise _Wrong(f"the hints for the resolvent with clause {number} do not end with a false clause")

    def _is_false(self, true: set[int], hints: Sequence[int]) -> bool:
        """Whether one of the hinted clauses is false, after adding to `true` the literals that the clauses before this
        one imply.

        true: the true literals.  Raises _Wrong for a hinted clause that is absent, or is neither a unit clause nor
        false.
        """
        for hint in hints:
            left = [a for a in self._clause(hint) if -a not in true]
            self._used.add(hint)
            if not left:
                return True
            if len(left) > 1 or left[0] in true:
                raise _Wrong(f"hint {hint}: that clause is neither a unit clause nor false there")
            true.add(left[0])
        return False

    def _clause(self, number: int) -> list[int]:
        if number not in self._clauses:
            raise _Wrong(f"there is no clause {number}")
        return self._clauses[number]


def _step(words: list[bytes]) -> tuple[int, bool, list[int]]:
    """Return the ID of a step, whether it deletes clauses, and the numbers after the ID and the `d`, zeros included;
    raise _Wrong for other words.
    """
    delete = words[1:2] == [b"d"]
    number, *numbers = _numbers([words[0], *words[2:]] if delete else words)
    if not numbers or numbers[-1] or numbers.count(0) != (1 if delete else 2):
        raise _Wrong("not a step of an LRAT proof; expected ID LITERALS 0 HINTS 0, or ID d IDS 0")
    return number, delete, numbers


def _numbers(words: list[bytes]) -> list[int]:
    try:
        return list(map(int, words))
    except ValueError:
        raise _Wrong("not a step of an LRAT proof; expected numbers") from None
