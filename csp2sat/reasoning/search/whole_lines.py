"""Conclusions by several small statements as one by the statement that joins them: a person takes a number and the
corners of its cell together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from .derivations import Derived, as_case, together, work


def with_wholes(way: Sequence[Derived], joins: Mapping[int, Collection[int]]) -> list[Derived]:
    """Return conclusions with statements that join others in place of these, where fewer lines are to read then.

    way: the conclusions, the last of them a contradiction, which stays as it is.  joins: for each statement that joins
    smaller ones the numbers of these.
    """
    best = [as_case(-each.literal, with_wholes(each.way, joins)) if each.way else each for each in way]
    while True:
        used = {each.part for each in best[:-1]}
        shorter = (_with(best, whole, less) for whole, less in joins.items() if len(used.intersection(less)) > 1)
        found = min(shorter, key=work, default=best)
        if work(found) >= work(best):
            return best
        best = together(found)


def _with(way: Sequence[Derived], whole: int, less: Collection[int]) -> list[Derived]:
    """Return conclusions with the statement `whole` in place of the statements `less` that it joins.

    A conclusion keeps its statement if it rests on another one that rests on a conclusion of `whole`.  way: the
    conclusions.
    """
    rests, beyond = dict[int, list[int]](), set[int]()  # what those of `whole` rest on; what rests on them
    for each in way[:-1]:
        if each.part in less and beyond.isdisjoint(each.needs):
            own = (need for lit in each.needs for need in rests.get(lit, [lit]))
            rests[each.literal] = list(dict.fromkeys(own))
        elif not beyond.union(rests).isdisjoint(each.needs):
            beyond.add(each.literal)
    others = [each for each in way if each.literal not in rests]
    wanted = {lit for each in others for lit in each.needs}
    new = [Derived(lit, whole, needs) for lit, needs in rests.items() if lit in wanted]
    return [*others[:-1], *new, others[-1]]
