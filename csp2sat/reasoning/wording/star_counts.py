"""Arguments by counting the stars or tents of lines and rooms, in words: stars of rooms that are all in some lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.spec import Cell
from ..search.arguments.touching import CellBits, StarNumber, star_number, touch, with_touched
from ..step import Step
from .fact_words import clue_text
from .place_words import listed, numbers_text, places_text

STAR = "*"
TOUCH = re.compile(r"stars do not touch|no star touches the star|at most one star in a block|no tent touches the tent")
LINE = re.compile(r"(row|column) (\d+)")
MOST_COUNTS, MOST_CELLS = 20, 12  # of an argument: counts, and cells outside of those that are taken away
FEW_COUNTS = 8  # of which each may be counted or taken away; of more counts all rows, all columns and all rooms are


class StarCount(NamedTuple):
    """A number of stars in some cells; stars: with the name of the cells, such as `row 3`."""

    stars: StarNumber
    cells: tuple[Cell, ...]

    @property
    def name(self) -> str:
        """The name of the cells."""
        return self.stars.name

    @property
    def number(self) -> int:
        """The number of stars."""
        return self.stars.number


def all_of_them(number: int, noun: str) -> str:
    """Return all stars of a line or room in words, behind `the` or `its`."""
    return counted(number, noun).removeprefix("1 ")


def counts_of(step: Step) -> list[StarCount]:
    """Return the numbers of stars that a step follows from; [] if it follows from another clue or rule, too, but that
    stars do not touch.
    """
    found = []
    parts = [(rule.name, rule.name, rule.places, rule.times) for rule in step.rules if not TOUCH.match(rule.name)]
    parts += [(clue.text, clue_text(clue.text, [clue.place], clue.beside), clue.cells, 1) for clue in step.clues]
    for text, full, cells, times in parts:
        count = star_number(full if " in the room" in full else text)
        if count is None or times > 1:
            return []
        found.append(StarCount(count, tuple(cells)))
    return found


def known_of(step: Step, counts: Sequence[StarCount]) -> dict[Cell, bool]:
    """Return whether cells of some counts have a star, by the facts that a step cites, and by the stars of these."""
    cited = {fact.places[0]: not fact.negative for fact in step.cited}
    return with_touched(cited, (cell for count in counts for cell in count.cells))


def by_counting(step: Step, noun: str) -> str:
    """Return in words the argument of a step that counts the stars of some lines and rooms and takes away those of
    others; '' if no such argument gives the step.

    The difference is the number of stars in the cells that belong to the first ones alone; the argument works if these
    cells have no room for more.  noun: `star` or `tent`.
    """
    counts = counts_of(step)
    if not 2 <= len(counts) <= MOST_COUNTS:
        return ""
    known = known_of(step, counts)
    ways = product((1, -1), repeat=len(counts) if len(counts) <= FEW_COUNTS else 3)
    every = ways if len(counts) <= FEW_COUNTS else ([of[count.stars.family] for count in counts] for of in ways)
    for signs in sorted(every, key=lambda signs: -sum(signs)):
        some = [count for count, sign in zip(counts, signs, strict=True) if sign > 0]
        others = [count for count, sign in zip(counts, signs, strict=True) if sign < 0]
        free = [cell for count in some for cell in count.cells if cell not in known]
        if some and len(set(free)) == len(free) and (words := _outside(step, noun, some, others)):
            return words
    return ""


def _outside(step: Step, noun: str, some: Sequence[StarCount], others: Sequence[StarCount]) -> str:
    """Return the words of a step that follows from what some counts have outside of others; '' if it does not.

    noun: `star` or `tent`.  some, others: counts.
    """
    weight = Counter(cell for count in some for cell in count.cells)
    weight.subtract(cell for count in others for cell in count.cells)
    known = known_of(step, [*some, *others])
    stars = {cell for cell, has in known.items() if has}
    need, may = (sum(count.number - len(stars.intersection(count.cells)) for count in of) for of in (some, others))
    left = {cell: own for cell, own in weight.items() if own and cell not in known}
    outside = sorted(cell for cell, own in left.items() if own > 0)
    if any(abs(own) > 1 for own in left.values()) or len(outside) > MOST_CELLS:
        return ""
    more = "more " if stars.intersection(cell for count in some for cell in count.cells) else ""
    start = f"{names(some)} {have(some, 'need')} {need} {more}{noun}{'s' * (need > 1)}"
    if others and need - may == len(outside):
        so = known | {cell: own > 0 for cell, own in left.items()}
        if _follows(step.facts, so, [*some, *others]):
            if not outside:
                are, where = "is" if need == 1 else "are", names(others)
                return f"{start}, which can only be in {where} and {are} all that {where} {have(others, 'need')}"
            rest = f"and only {places_text(outside)} {'are' if len(outside) > 1 else 'is'} left for the others"
            inside = {cell for count in others for cell in count.cells}.difference(*(count.cells for count in some))
            if any(fact.negative and fact.places[0] in inside for fact in step.facts):
                the = f"{'the' if may == 1 else f'the {may}'} {noun}{'s' * (may > 1)}"
                are = "are" if may > 1 else "is"
                rest += f", so {the} that {names(others)} {have(others, 'need')} {are} in {names(some)}"
            return f"{start}, at most {may} of them in {names(others)}, {rest}"
    negative = [fact.places[0] for fact in step.facts if fact.negative]
    if not negative or len(step.facts) > 1:
        return ""
    goal = negative[0]
    own, free = left.get(goal, 0), [c for c in outside if c != goal and not touch(c, goal)]
    wanted = need - may - min(own, 0) - max(own, 0)
    if _have_room(free, wanted):
        return ""
    among = f", at most {may} of them in {names(others)}" if others else ""
    of = f"the other{'s' * (wanted > 1)}" if wanted < need else "it" if need == 1 else "them"
    places = f"{'only ' + places_text(free) if free else 'no place'} for {of}"
    misfit = ", which touch" if len(free) == 2 == wanted else f", where {wanted} {noun}s do not fit"
    misfit *= len(free) >= wanted
    grid = CellBits(1 + max((c for _, c in free), default=0))
    if len(free) > 2 and wanted > 1 and (groups := grid.groups(grid.mask(free), wanted - 1)):
        only, misfit = f"only {groups_text([grid.cells(group) for group in groups])}", ""
        places = f"{only} for {'the other ' * (wanted < need)}{wanted}{' of them' * (wanted >= need)}"
    a_star = f"a {noun} there"
    if own < 0 and not may + own:
        near = [cell for cell in outside if touch(cell, goal)]
        touching = f" and touch {places_text(near)}" if near else ""
        of = f"the {noun} of {names(some)}" if need == 1 else of
        places = f"{'only ' + places_text(free) if free else 'no place'} for {of}" if need == 1 else places
        return f"{start}; {a_star} would fill {names(others)}{touching}, which leaves {places}{misfit}"
    if own < 0:
        near = [cell for cell in outside if touch(cell, goal)]
        touching = f", and {places_text(near)} {'touch' if len(near) > 1 else 'touches'} that {noun}" if near else ""
        there = f"at most {may + own} of them could be in {names(others)}{touching}"
        return f"{start}; with {a_star} {there}, which leaves {places}{misfit}"
    return f"{start}{among}, and {a_star} would leave {places}{misfit}"


def _follows(facts: Sequence[Fact], so: dict[Cell, bool], counts: Sequence[StarCount]) -> bool:
    """Whether facts are among what a reader knows, or what a full line or room and touching stars give from that.

    so: the cells that are known to have a star, or none.  counts: of the lines and rooms.
    """
    size, cells = -1, {cell for count in counts for cell in count.cells}.union(fact.places[0] for fact in facts)
    while size < len(so):
        size = len(so)
        for count in counts:
            if sum(so.get(cell, False) for cell in count.cells) == count.number:
                so |= {cell: False for cell in count.cells if cell not in so}
            if sum(so.get(cell, True) for cell in count.cells) == count.number:
                so |= {cell: True for cell in count.cells if cell not in so}
        stars = [cell for cell, has in so.items() if has]
        so |= {cell: False for cell in cells if cell not in so and any(touch(cell, star) for star in stars)}
    return all(so.get(fact.places[0]) == (not fact.negative) for fact in facts)


def _have_room(cells: Sequence[Cell], number: int) -> bool:
    """Whether a number of stars that do not touch fit into some cells, at most MOST_CELLS."""
    return any(not any(touch(*two) for two in combinations(some, 2)) for some in combinations(cells, max(0, number)))


def names(counts: Sequence[StarCount]) -> str:
    """Return lines and rooms in words: rows together, columns together, then rooms."""
    numbers: dict[str, list[int]] = {}
    rooms = []
    for count in counts:
        line = LINE.fullmatch(count.name)
        if line:
            numbers.setdefault(line[1], []).append(int(line[2]) - 1)
        else:
            rooms.append(count.name.removeprefix("the room at "))
    texts = [f"{word}{'s' * (len(own) > 1)} {numbers_text(sorted(own))}" for word, own in numbers.items()]
    if rooms:
        texts.append(f"the room{'s' * (len(rooms) > 1)} at {listed(rooms, ' and at ', ' and at ')}")
    return listed(texts, " and ")


def groups_text(groups: Sequence[Sequence[Cell]]) -> str:
    """Return groups of cells that touch one another in words."""
    if len(groups) == 1:
        return f"{places_text(groups[0])}, which touch each other,"
    texts = "; ".join(places_text(group) for group in groups)
    return f"{len(groups)} groups of cells that touch each other, each with room for one ({texts})"


def have(counts: Sequence[StarCount], verb: str) -> str:
    """Return a verb for lines and rooms: without an s for several."""
    return verb if len(counts) > 1 else f"{verb}s"
