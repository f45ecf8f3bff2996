"""Minimal unsatisfiable sets (by inclusion): a single one, or one after another.

A single set is found by deletion, often of several members at once, as a solver's core names the members it used; and
by model rotation (see `model_rotation`), which saves questions. All sets: M. H. Liffiton, A. Previti, A. Malik and J.
Marques-Silva, Fast, flexible MUS enumeration, Constraints 21, 2016 (before: M. H. Liffiton and A. Malik, CPAIOR 2013).
A formula over the members, one variable each, has as models the sets that are still undecided; any such set is shrunk
to a minimal unsatisfiable set, or grown to a maximal satisfiable one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from itertools import islice
from typing import Protocol

from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND
from ..runner.session.session import SolverSession
from .selectors import PartsVerdict

EFFORT = 4 * EFFORT_PER_SECOND  # for one set, where no time limit says how long the search may take: a minute at most
PART = 20  # of the effort for a set, that each question may take: one


class SubsetOracle(Protocol):
    """An oracle about sets of members, which are numbers, such as `selectors.Groups`.

    has_cores: whether cores may be smaller than the set in the question.  ask: returns a witness that satisfies all
    members, or a core, or no decision after the effort; raises LimitReached.  rotations: returns other members, each
    with an answer that violates only this member, found from a witness that violates only `group`; [] if none are
    searched for.  holds: returns whether an answer satisfies a member; False, too, if this is not known.
    """

    has_cores: bool

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict: ...

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]: ...

    def holds(self, group: int, answer: Answer) -> bool: ...


class Shrinking:
    """The shrinking of an unsatisfiable set to a minimal one.

    best: the smallest unsatisfiable set so far.  witnesses: for each member that is known to be needed, an answer that
    satisfies the others.  Both are right at any moment, should a limit end the work.
    """

    def __init__(self, oracle: SubsetOracle, members: Collection[int]):
        self._oracle = oracle
        self.best = list(members)
        self.witnesses: dict[int, Answer] = {}

    @property
    def smallest(self) -> bool:
        """Whether every member is known to be needed."""
        return all(member in self.witnesses for member in self.best)

    def run(self, effort: int | None = None) -> None:
        """Shrink the set until every member is needed, or with an effort until the solver has taken that much.

        effort: of all questions together, of which each may take a part (PART); a member stays whose question is not
        decided with it.  None: no limit.  Raises LimitReached.
        """
        if not self._oracle.has_cores:
            self._halve()
        each, hard = None if effort is None else effort // PART, set[int]()
        while (member := self._untried(hard)) is not None and (effort is None or effort > 0):
            verdict = self._oracle.ask([other for other in self.best if other != member], each)
            effort = None if effort is None else effort - verdict.effort
            if not verdict.decided:
                hard.add(member)
            elif verdict.witness is None:
                self.best = verdict.core
            else:
                self._needed(member, verdict.witness)

    def _halve(self) -> None:
        """Remove many members at once, then fewer, while the set stays unsatisfiable."""
        size = len(self.best) // 2
        while size:
            size = min(size, len(self.best) // 2) if self._without(size) else size // 2

    def _without(self, size: int) -> bool:
        """Remove `size` neighbouring members if the set stays unsatisfiable without them; return whether any could be
        removed.
        """
        for start in range(0, len(self.best), size):
            rest = self.best[:start] + self.best[start + size :]
            verdict = self._oracle.ask(rest)
            if verdict.witness is None:
                self.best = verdict.core
                return True
        return False

    def _untried(self, hard: Collection[int]) -> int | None:
        """Return the last member that is neither known to be needed nor among the `hard` members; None without one."""
        return next((each for each in reversed(self.best) if each not in self.witnesses and each not in hard), None)

    def _needed(self, member: int, witness: Answer) -> None:
        """Note that a member is needed, with an answer that satisfies the others, and the members that model rotation
        shows to be needed.
        """
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
    """Yield all minimal unsatisfiable sets of the members 0 to `count - 1`, each when it is found.

    deadline: by time.monotonic(), None for no limit.  begun: called with each set before it is shrunk.  Raises
    LimitReached.
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
    """Return a set that no clause has decided yet; None if all sets are decided.

    unknown: the solver with a variable for each of `count` members.  mentioned: the variables that occur in clauses;
    members without such a variable are put into the set.  deadline: by time.monotonic(), None for no limit.  Raises
    LimitReached.
    """
    outcome = unknown.solve((), deadline).known()
    true = set(outcome.literals)
    return [m for m in range(count) if m + 1 in true or m + 1 not in mentioned] if outcome.status == "sat" else None


def _grown(oracle: SubsetOracle, seed: Collection[int], witness: Answer, count: int) -> set[int]:
    """Return a maximal satisfiable set that contains the seed.

    witness: an answer that satisfies the seed.  count: the number of all members.
    """
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
    """Yield one minimal unsatisfiable set, by deletion alone, if `most` is 1; else at most `most` such sets, or all if
    `most` is None.  A single set may be larger if there is no deadline and the solver has taken EFFORT.

    members: the members of an unsatisfiable set; 0, 1, 2, ... unless `most` is 1.  deadline: by time.monotonic(), None
    for no limit.  begin: the list to which each set is added before it is shrunk.  Raises LimitReached.
    """
    if most == 1:
        begin.append(Shrinking(oracle, members))
        begin[0].run(EFFORT)
        if deadline is not None:
            begin[0].run()
        yield begin[0]
        return
    yield from islice(smallest_sets(oracle, len(members), deadline, begin.append), most)
