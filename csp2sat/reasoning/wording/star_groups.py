"""Arguments by counting groups of cells that touch one another, each of which has at most one star, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...base.numbers import counted
from ...puzzles.spec import Cell
from ..search.touching import CellBits, GroupArgument, StarNeed, arguments
from ..step import Step
from .place_words import places_text
from .star_counts import LINE, MOST_COUNTS, StarCount, counts_of, groups_text, have, known_of, names

ROOM = 2


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
            size = len(self.argument.groups[0]) if number == 1 else 1
            touching = f", and {'these' if size == 2 else 'all of these'} touch" * (size > 1)
            return f"a {self.noun} there would leave {left} {the} in {names(self.some)}{touching}"
        return f"{self._start()}; a {self.noun} there would leave {left} {the}"

    def _need(self, counts: Sequence[StarCount]) -> int:
        """Return how many stars lines and rooms need yet."""
        return sum(count.number - sum(self.known.get(cell, False) for cell in count.cells) for count in counts)

    def _cells(self, counts: Sequence[StarCount]) -> set[Cell]:
        return {cell for count in counts for cell in count.cells}

    def _start(self) -> str:
        """Return in words how many stars the lines and rooms need, and how many of these may be in the others."""
        need = self._need(self.some)
        more = "more " * any(self.known.get(cell) for cell in self._cells(self.some))
        among = f", at most {self._need(self.others)} of them in {names(self.others)}" if self.others else ""
        return f"{names(self.some)} {have(self.some, 'need')} {need} {more}{self.noun}{'s' * (need > 1)}{among}"

    def _each_one(self) -> str:
        """Return in words that each group has exactly one star."""
        groups = self.argument.groups
        if self.others and all(len(group) == 1 for group in groups):
            left = [cell for group in groups for cell in group]
            return f"only {places_text(left)} {'are' if len(left) > 1 else 'is'} left for the others"
        of = "the other" if self.others else "their" if len(self.some) > 1 else "its"
        if len(groups) > 1:
            return f"{of} free cells are {groups_text(groups)}, so each group has just one"
        return f"{of} free cells, {places_text(groups[0])}, touch each other, so just one of them has a {self.noun}"

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
            texts.append(f"a {self.noun} {at} would touch {each}")
        return "".join(f"; {text}" for text in texts)


def by_groups(step: Step, noun: str) -> str:
    """Return in words that the cells of some lines and rooms outside of others fall into groups of cells that touch one
    another, as many as stars are there, or fewer if a star were in a cell; '' if a step says something else.

    A free cell is not named if it is known to have no star, though the argument does without that.
    noun: `star` or `tent`.
    """
    counts = counts_of(step, noun)
    if not 1 <= len(counts) <= MOST_COUNTS or not all(count.cells for count in counts):
        return ""
    cited = known_of(step, counts)
    for argument in _arguments(step, counts, cited):
        some, others = ([counts[key] for key in keys] for keys in (argument.some, argument.others))
        if argument.exact:
            free = (tuple(cell for cell in group if step.marks.stars.get(cell, True)) for group in argument.groups)
            argument = argument._replace(groups=tuple(free))
        return GroupWords(step, noun, argument, some, others, cited).words()
    return ""


def _arguments(step: Step, counts: Sequence[StarCount], known: Mapping[Cell, bool]) -> Iterator[GroupArgument]:
    """Yield the arguments by groups that give all facts of a step.

    counts: the numbers of stars that the step follows from.  known: whether cells have a star.
    """
    cells = CellBits(1 + max(c for count in counts for _, c in count.cells))
    found = []
    for key, count in enumerate(counts):
        line = LINE.fullmatch(count.name)
        free = [cell for cell in count.cells if cell not in known]
        need = count.number - sum(known.get(cell, False) for cell in count.cells)
        family = ROOM if line is None else ("row", "column").index(line[1])
        found.append(StarNeed(key, family, cells.mask(free), need))
    every = cells.mask([fact.places[0] for fact in step.facts])
    for argument in arguments(found, cells, len(found), len(found), every):
        if all(argument.facts.get(fact.places[0]) == (not fact.negative) for fact in step.facts):
            yield argument
