"""Arguments by counting groups of cells that touch one another, each of which has at most one star, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...base.numbers import counted
from ...puzzles.spec import Cell
from ..search.arguments.group_arguments import GroupArgument, argument_of
from ..search.arguments.touching import CellBits, StarNeed, with_touched
from ..step import Step
from .place_words import places_text
from .star_counts import MOST_COUNTS, StarCount, counts_of, groups_text, have, known_of, names
from .supposed_stars import Supposed, joined


class GroupWords(NamedTuple):
    """A step that is an argument by groups.

    noun: `star` or `tent`.  some, others: the lines and rooms whose stars are counted, and those whose stars are taken
    away.  known: whether cells have a star.
    """

    step: Step
    noun: str
    argument: GroupArgument
    some: Sequence[StarCount]
    others: Sequence[StarCount]
    known: Mapping[Cell, bool]

    def words(self) -> str:
        """Return the sentence behind the facts; '' for an argument that other words say more shortly."""
        number = len(self.argument.groups)
        if self.argument.way:
            return self._after()
        if self.argument.exact:
            return f"{self._start()}, and {self._each_one()}{self._so()}" if number else ""
        if len(self.step.facts) > 1:
            return ""
        (goal,) = self.argument.facts
        need, own, taken = self._need(self.some), self._cells(self.some), self._cells(self.others)
        wanted = need - self._need(self.others) - (goal in own - taken) + (goal in taken - own)
        other = "other " * (wanted < need)
        is_one = len(self.some) == 1 and not self.others
        only = groups_text(self.argument.groups) if number > 1 or not is_one else ""
        left = f"only {only or places_text(self.argument.groups[0])}" if number else "no place"
        the = f"for the {other}{self.noun if wanted == 1 else counted(wanted, self.noun)}"
        if is_one:
            return (
                f"a {self.noun} there would leave {left} {the} in {names(self.some)}{_touching(self.argument.groups)}"
            )
        return f"{self._start()}; a {self.noun} there would leave {left} {the}"

    def _after(self) -> str:
        """Return the sentence about groups that a star leaves after what follows from it by further lines and rooms."""
        (goal,), counts = self.argument.facts, counts_of(self.step)
        reader = Supposed({**self.known, goal: True}, self.noun, set(), frozenset())
        texts = [reader.of(counts[key].stars, counts[key].cells)[0] for key in self.argument.way]
        after = self._replace(known=with_touched(reader.known, (cell for count in counts for cell in count.cells)))
        groups, wanted = self.argument.groups, after._need(self.some) - after._need(self.others)
        left = groups_text(groups) if len(groups) > 1 else places_text(groups[0]) if groups else ""
        the = f"the {'other ' * bool(self.others)}{self.noun if wanted == 1 else counted(wanted, self.noun)}"
        last = f"{'only ' + left if left else 'no place'} would be left for {the}"
        if len(self.some) > 1 or self.others:
            last = f"{after._start('would need')}, and {last}"
        else:
            last = f"{last} in {names(self.some)}{_touching(groups)}"
        return joined(f"a {self.noun} there", [*filter(None, texts), last])

    def _need(self, counts: Sequence[StarCount]) -> int:
        """Return how many stars lines and rooms need yet."""
        return sum(count.number - sum(self.known.get(cell, False) for cell in count.cells) for count in counts)

    def _cells(self, counts: Sequence[StarCount]) -> set[Cell]:
        return {cell for count in counts for cell in count.cells}

    def _start(self, verb: str = "") -> str:
        """Return in words how many stars the lines and rooms need, and how many of these may be in the others; verb: in
        place of `need`.
        """
        need = self._need(self.some)
        more = "more " * any(self.known.get(cell) for cell in self._cells(self.some))
        among = f", at most {self._need(self.others)} of them in {names(self.others)}" if self.others else ""
        return f"{names(self.some)} {verb or have(self.some, 'need')} {need} {more}{self.noun}{'s' * (need > 1)}{among}"

    def _each_one(self) -> str:
        """Return in words that each group has exactly one star."""
        groups = self.argument.groups
        if self.others and all(len(group) == 1 for group in groups):
            left = [cell for group in groups for cell in group]
            return f"only {places_text(left)} {'are' if len(left) > 1 else 'is'} left for the others"
        of = "the other" if self.others else "their" if len(self.some) > 1 else "its"
        if self._are_single():
            free = sorted(cell for cell in self._cells(self.some) if self._is_free(cell))
            at = places_text([cell for group in groups for cell in group])
            return f"in {of} free cells, {places_text(free)}, {len(groups)} {self.noun}s fit only at {at}"
        if len(groups) > 1:
            return f"{of} free cells are {groups_text(groups)}, so each group has just one"
        return f"{of} free cells, {places_text(groups[0])}, touch each other, so just one of them has a {self.noun}"

    def _is_free(self, cell: Cell) -> bool:
        return cell not in self.known and self.step.marks.stars.get(cell, True)

    def _are_single(self) -> bool:
        """Whether all stars fit in one way alone into the free cells of a line or room, which are more than these."""
        groups, free = self.argument.groups, sum(map(self._is_free, self._cells(self.some)))
        return not self.others and len(groups) < free and all(len(group) == 1 for group in groups)

    def _so(self) -> str:
        """Return what follows for the facts of the step if each group has exactly one star."""
        texts, groups = [], self.argument.groups
        none = sorted(fact.places[0] for fact in self.step.facts if fact.negative)
        inside = [cell for cell in none if cell in self._cells(self.others) - self._cells(self.some)]
        if inside:
            may = self._need(self.others)
            more = f"{names(self.others)}, which {have(self.others, 'need')} no more"
            texts.append(f"just {may} of them {'are' if may > 1 else 'is'} in {more}")
        touching = [cell for cell in none if cell not in inside]
        if touching:
            at = f"at {'one of ' * (len(touching) > 1)}{places_text(touching)}"
            at = "there" if len(self.step.facts) == 1 else at
            each = "all of a group" if len(groups) > 1 else "both" if len(groups[0]) == 2 else "all"
            each = "one of them" if self._are_single() else each
            texts.append(f"a {self.noun} {at} would touch {each}")
        return "".join(f"; {text}" for text in texts)


def _touching(groups: Sequence[Sequence[Cell]]) -> str:
    """Return in words that the cells of the only group touch; '' for several groups, or one cell."""
    size = len(groups[0]) if len(groups) == 1 else 1
    return f", and {'these' if size == 2 else 'all of these'} touch" * (size > 1)


def by_groups(step: Step, noun: str) -> str:
    """Return in words that the cells of some lines and rooms outside of others fall into groups of cells that touch one
    another, as many as stars are there, or fewer if a star were in a cell; '' if a step says something else.

    A free cell is not named if it is known to have no star, though the argument does without that.
    noun: `star` or `tent`.
    """
    counts = counts_of(step)
    if not 1 <= len(counts) <= MOST_COUNTS or not all(count.cells for count in counts):
        return ""
    places = [cell for count in counts for cell in count.cells]
    seen = {cell: True for cell in places if step.marks.stars.get(cell)}  # by the reader, even if it is not cited
    cited, cells = known_of(step, counts), CellBits(1 + max(c for _, c in places))
    for known in (with_touched(cited | seen, places), cited):
        needs = [StarNeed.of(key, count.stars, count.cells, known, cells) for key, count in enumerate(counts)]
        argument = argument_of(needs, cells, {fact.places[0]: not fact.negative for fact in step.facts})
        if argument is not None:
            break
    else:
        return ""
    some, others = ([counts[key] for key in keys] for keys in (argument.some, argument.others))
    free = (tuple(cell for cell in group if step.marks.stars.get(cell, True)) for group in argument.groups)
    argument = argument._replace(groups=tuple(filter(None, free)))
    return GroupWords(step, noun, argument, some, others, known).words()
