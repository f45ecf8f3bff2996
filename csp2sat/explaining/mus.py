"""Smallest unsatisfiable sets, by inclusion: one of them, or one after the other.

One: deletion, as often as possible of more than one member at once, for a solver's core names what it used; and model
rotation (see `model_rotation`) for what need not be asked.
All: M. H. Liffiton, A. Previti, A. Malik and J. Marques-Silva, Fast, flexible MUS enumeration, Constraints 21, 2016
(before: M. H. Liffiton and A. Malik, CPAIOR 2013).  A formula over the members, one variable each, keeps those sets
about which nothing is known yet; any one of them is shrunk to a smallest unsatisfiable set, or grown to a greatest
satisfiable one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from itertools import islice
from typing import Protocol

from ..model.model import Answer
from ..runner.session.session import SolverSession
from .selectors import PartsVerdict


class SubsetOracle(Protocol):
    """What is asked about members, which are numbers; `selectors.Groups` is one.

    has_cores: are the cores smaller than what was asked about?
    """

    has_cores: bool

    def ask(self, members: Collection[int]) -> PartsVerdict: ...

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]: ...

    def holds(self, group: int, answer: Answer) -> bool: ...


class Shrinking:
    """From an unsatisfiable set to a smallest one.

    best: the smallest one so far.  witnesses: of the members that are known to be needed, each with an answer that
    satisfies the others.  Both are right at any moment, should a limit end the work.
    """

    def __init__(self, oracle: SubsetOracle, members: Collection[int]):
        self._oracle = oracle
        self.best = list(members)
        self.witnesses: dict[int, Answer] = {}

    @property
    def smallest(self) -> bool:
        """Is every member needed?"""
        return all(member in self.witnesses for member in self.best)

    def run(self) -> None:
        """Raises LimitReached."""
        if not self._oracle.has_cores:
            self._halve()
        for member in iter(self._untried, None):
            rest = [other for other in self.best if other != member]
            verdict = self._oracle.ask(rest)
            if verdict.witness is None:
                self.best = verdict.core
            else:
                self._needed(member, verdict.witness)

    def _halve(self) -> None:
        """First leave out many members at once, then fewer."""
        size = len(self.best) // 2
        while size:
            size = min(size, len(self.best) // 2) if self._without(size) else size // 2

    def _without(self, size: int) -> bool:
        """Leave out so many neighbours, if that can be done anywhere."""
        for start in range(0, len(self.best), size):
            rest = self.best[:start] + self.best[start + size :]
            verdict = self._oracle.ask(rest)
            if verdict.witness is None:
                self.best = verdict.core
                return True
        return False

    def _untried(self) -> int | None:
        return next((member for member in reversed(self.best) if member not in self.witnesses), None)

    def _needed(self, member: int, witness: Answer) -> None:
        found = [(member, witness)]
        while found:
            at, answer = found.pop()
            if at in self.witnesses or at not in self.best:
                continue
            self.witnesses[at] = answer
            found += self._oracle.rotations(at, answer, self.best)


def smallest_sets(
    oracle: SubsetOracle, count: int, deadline: float | None, begun: Callable[[Shrinking], None]
) -> Iterator[Shrinking]:
    """All smallest unsatisfiable sets of `count` members, each when it is found.

    deadline: in time.monotonic().  begun: gets each set before it is shrunk.  Raises LimitReached.
    """
    with closing(SolverSession(count)) as unknown:
        mentioned: set[int] = set()
        while (seed := _unexplored(unknown, mentioned, count, deadline)) is not None:
            verdict = oracle.ask(seed)
            if verdict.witness is None:
                found = Shrinking(oracle, verdict.core)
                begun(found)
                found.run()
                yield found
                clause = [-(member + 1) for member in found.best]
            else:
                grown = _grown(oracle, seed, verdict.witness, count)
                clause = [member + 1 for member in range(count) if member not in grown]
            if not clause:
                return
            mentioned.update(map(abs, clause))
            unknown.add([*clause, 0])


def _unexplored(unknown: SolverSession, mentioned: set[int], count: int, deadline: float | None) -> list[int] | None:
    """A set about which nothing is known; a member that no clause mentions may as well be in it."""
    outcome = unknown.solve((), deadline).known()
    true = set(outcome.literals)
    return [m for m in range(count) if m + 1 in true or m + 1 not in mentioned] if outcome.status == "sat" else None


def _grown(oracle: SubsetOracle, seed: Collection[int], witness: Answer, count: int) -> set[int]:
    """A satisfiable set that contains the seed, and to which nothing can be added."""
    grown = set(seed)
    for member in range(count):
        if member in grown:
            continue
        if oracle.holds(member, witness):
            grown.add(member)
            continue
        verdict = oracle.ask([*grown, member])
        if verdict.witness is not None:
            grown.add(member)
            witness = verdict.witness
    return grown


def some_sets(
    oracle: SubsetOracle, members: Collection[int], deadline: float | None, most: int | None, begin: list[Shrinking]
) -> Iterator[Shrinking]:
    """One smallest unsatisfiable set, by deletion alone, if that is all that is asked for; else `most` of them, or all.

    begin: gets each set as soon as it is worked at.
    """
    if most == 1:
        begin.append(Shrinking(oracle, members))
        begin[0].run()
        yield begin[0]
        return
    yield from islice(smallest_sets(oracle, len(members), deadline, begin.append), most)
