"""Corrections of a contradiction: sets of members, as few as possible, without which the others can be satisfied.

A correction hits every contradiction: each unsatisfiable set has one of its members.  So a tree is searched whose node
is a set of members left out, and whose children leave out one member more of a contradiction that the node does not
hit; a node that hits all known contradictions is asked about, and is a correction or shows a further contradiction.  R.
Reiter: A theory of diagnosis from first principles, Artificial Intelligence 32, 1987.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from .mus import Shrinking
from .subsets import SubsetOracle


class SmallestCorrections:
    """A search for the corrections of an unsatisfiable set of members, the smallest ones first.

    contradictions: known unsatisfiable sets; the search adds the sets that it finds.  excluded: the greatest size
    that no correction has, nor a smaller one, as far as is known.
    """

    excluded = 0

    def __init__(self, oracle: SubsetOracle, members: Sequence[int], contradictions: Sequence[Sequence[int]]):
        self._oracle, self._members, self._known = oracle, members, list(contradictions)
        self._visited: set[frozenset[int]] = set()

    def smallest(self, most: int) -> Iterator[list[int]]:
        """Yield all corrections of the smallest size, each once; nothing if every correction has over `most` members.

        Raises LimitReached.
        """
        for size in range(1, most + 1):
            self._visited.clear()
            found = self._below(frozenset(), size)
            first = next(found, None)
            if first is not None:
                yield from map(sorted, chain([first], found))
                return
            self.excluded = size

    @property
    def exists(self) -> bool:
        """Whether there may be a correction, since the empty set is no known contradiction."""
        return not any(len(each) == 0 for each in self._known)

    def _below(self, left_out: frozenset[int], size: int) -> Iterator[frozenset[int]]:
        """Yield the corrections that leave out these members and others, `size` members in all at most."""
        if left_out in self._visited:
            return
        self._visited.add(left_out)
        missed = next((each for each in self._known if left_out.isdisjoint(each)), None) or self._missed(left_out)
        if missed is None:
            yield left_out
        elif len(left_out) < size:
            for member in missed:
                yield from self._below(left_out | {member}, size)

    def _missed(self, left_out: frozenset[int]) -> Sequence[int] | None:
        """Return a contradiction, new to the search, among the members that are not left out; None if these can be
        satisfied.
        """
        verdict = self._oracle.ask([member for member in self._members if member not in left_out])
        if verdict.witness is not None:
            return None
        core = verdict.core
        if not self._oracle.has_cores:
            shrunk = Shrinking(self._oracle, core)
            shrunk.run()
            core = shrunk.best
        self._known.append(core)
        return core
