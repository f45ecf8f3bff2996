"""A contradiction of as few members as possible: a set that hits every correction, as corrections hit contradictions.

So the search for the smallest corrections finds smallest contradictions if the oracle is turned round: it is asked
about the members that are left out.  A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, Smallest MUS extraction
with minimal hitting set dualization, CP 2015.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND
from .selectors import PartsVerdict
from .smallest_corrections import SmallestCorrections
from .subsets import SubsetOracle

MOST_QUESTIONS = 600
QUICK = EFFORT_PER_SECOND  # the effort of a search that delays an answer by about a second
PART = 20  # of the effort, that each question may take: one


class _Spent(Exception):
    """The end of the effort."""


def smaller(oracle: SubsetOracle, count: int, size: int, effort: int) -> list[int] | None:
    """Return a smallest contradiction among the members 0 to `count - 1` with fewer members than `size`; None if there
    is none, or if the effort is spent before it is found.

    effort: of all questions together, of which each may take a part (PART).  Raises LimitReached.
    """
    chosen = _Chosen(oracle, count, effort)
    try:
        return next(SmallestCorrections(chosen, range(count), []).smallest(size - 1), None)
    except _Spent:
        return None


def smallest(oracle: SubsetOracle, count: int, effort: int) -> list[int] | None:
    """Return a smallest contradiction among the members 0 to `count - 1`, which contradict each other; None if the
    effort, as for `smaller`, is spent before.  Raises LimitReached.
    """
    return smaller(oracle, count, count + 1, effort)


class _Chosen:
    """An oracle about members that are left out: these are chosen, and a core is what a solution of them violates."""

    has_cores = True

    def __init__(self, oracle: SubsetOracle, count: int, effort: int):
        self._oracle, self._members = oracle, range(count)
        self._left, self._part, self._questions = effort, effort // PART, MOST_QUESTIONS

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Return a witness if the members outside of these contradict each other; else, as a core, all members that
        cannot be added to those outside one by one.

        Raises LimitReached; _Spent after the effort, or if a question about members outside is too hard.
        """
        chosen = sorted(set(self._members).difference(members))
        verdict = self._asked(chosen)
        if not verdict.decided:
            raise _Spent
        if verdict.witness is None:
            return PartsVerdict(Answer({}, {}), [])
        return PartsVerdict(None, self._violated(chosen, verdict.witness))

    def _violated(self, kept: list[int], witness: Answer) -> list[int]:
        """Return the members that cannot be added to the kept ones, and members whose question is too hard."""
        left = list[int]()
        for member in sorted(set(self._members).difference(kept)):
            if not self._oracle.holds(member, witness):
                verdict = self._asked([*kept, member])
                if verdict.witness is None:
                    left.append(member)
                    continue
                witness = verdict.witness
            kept.append(member)
        return left

    def _asked(self, members: Sequence[int]) -> PartsVerdict:
        if self._left <= 0 or not self._questions:
            raise _Spent
        verdict = self._oracle.ask(members, self._part)
        self._left, self._questions = self._left - verdict.effort, self._questions - 1
        return verdict

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return False
