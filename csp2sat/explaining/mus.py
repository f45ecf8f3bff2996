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

from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND
from .subsets import Growing, SubsetOracle, Undecided

EFFORT = 4 * EFFORT_PER_SECOND  # for one set, where no time limit says how long the search may take: a minute at most
PART = 20  # of the effort for a set, that each question may take: one


class Shrinking:
    """The shrinking of an unsatisfiable set to a minimal one.

    best: the least unsatisfiable set so far.  witnesses: for each member that is known to be needed, an answer that
    satisfies the others.  Both are right at any moment, should a limit end the work.
    """

    def __init__(self, oracle: SubsetOracle, members: Collection[int]):
        self._oracle = oracle
        self.best = list(members)
        self.witnesses: dict[int, Answer] = {}

    @property
    def minimal(self) -> bool:
        """Whether every member is known to be needed."""
        return all(member in self.witnesses for member in self.best)

    def run(self, effort: int | None = None) -> None:
        """Shrink the set until every member is needed, or with an effort until the solver has taken that much.

        effort: of all questions together, of which each may take a part (PART); a member stays whose question is not
        decided with it, until all others are decided and each such question may take an equal part of the effort that
        is left.  None: no limit.  Raises LimitReached.
        """
        if not self._oracle.has_cores:
            self._halve()
        each, hard = None if effort is None else effort // PART, set[int]()
        while effort is None or effort > 0:
            if (member := self._untried(hard)) is None:
                if not hard.intersection(self.best) or effort is None or each is None:
                    return
                each, hard = max(2 * each, effort // len(hard)), set()
                continue
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


def minimal_sets(
    oracle: SubsetOracle,
    count: int,
    deadline: float | None,
    begun: Callable[[Shrinking], None],
    first: Collection[int] | None = None,
) -> Iterator[Shrinking]:
    """Yield all minimal unsatisfiable sets of the members 0 to `count - 1`, each when it is found.

    deadline: by time.monotonic(), None for no limit.  begun: called with each set before it is shrunk.  first: an
    unsatisfiable set, of which a subset is yielded first; None if none is known.  Raises LimitReached.
    """
    with closing(Undecided(count)) as undecided:
        while (seed := first or undecided.any(deadline)) is not None:
            first, verdict = None, oracle.ask(seed)
            if verdict.witness is None:
                found = Shrinking(oracle, verdict.core)
                begun(found)
                found.run()
                yield found
                decided = undecided.exclude_with(found.best)
            else:
                grown = Growing(oracle, seed, verdict.witness, count)
                grown.run()
                decided = undecided.exclude_without(grown.left)
            if not decided:
                return


def some_sets(
    oracle: SubsetOracle,
    members: Collection[int],
    deadline: float | None,
    most: int | None,
    begin: list[Shrinking],
    first: Collection[int] | None = None,
) -> Iterator[Shrinking]:
    """Yield one minimal unsatisfiable set, by deletion alone, if `most` is 1; else at most `most` such sets, or all if
    `most` is None.  A single set may be larger if there is no deadline and the solver has taken EFFORT.

    members: the members of an unsatisfiable set; 0, 1, 2, ... unless `most` is 1.  deadline: by time.monotonic(), None
    for no limit.  begin: the list to which each set is added before it is shrunk.  first: as for
    `minimal_sets`, whose first set then is the single one.  Raises LimitReached.
    """
    if most == 1 and first is None:
        begin.append(Shrinking(oracle, members))
        begin[0].run(EFFORT)
        if deadline is not None:
            begin[0].run()
        yield begin[0]
        return
    yield from islice(minimal_sets(oracle, len(members), deadline, begin.append, first), most)
