"""The consequences of a star that is supposed, in words: lines and rooms that are full, or have few places left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby

from ...base.numbers import counted
from ...puzzles.spec import Cell
from ..search.arguments.touching import StarNumber, star_number, touch
from ..step import TrailPart
from .place_words import places_text
from .star_counts import all_of_them

TOUCHING = re.compile(r"(they|it) would touch the ")
FAILS = re.compile(r"(?:that is too many|only \d+ places? (?:is|are) left|no place is left) for (.+)")


@dataclass
class Supposed:
    """The knowledge of a reader who supposes that a fact is wrong: stars, and cells that have none or touch a star.

    known: whether cells have a star, by the facts that a step cites and the supposition.  given: the cells of these
    facts.  noun: `star` or `tent`.  used: gets the cells whose facts words rest on.  out: the cells of
    lines and rooms that have all of their stars by the words so far; later words then name touching as a reason.
    """

    known: dict[Cell, bool]
    noun: str
    used: set[Cell]
    given: frozenset[Cell]
    out: set[Cell] = field(default_factory=set)

    def words(self, trail: Sequence[TrailPart]) -> tuple[str, ...]:
        """Return in words what follows in a trail, the contradiction last; () if a conclusion has another reason than
        those of stars.
        """
        *parts, last = trail
        texts = []
        for by, places in _counts(parts):
            words, fails = self.of(star_number(by), places)
            if not words:
                return ()
            texts.append(words)
            if fails:
                return (*texts, fails) if fails != words else tuple(texts)
        if last.fails.endswith(" would touch"):
            return (*texts, last.fails)
        found = FAILS.fullmatch(last.fails)
        words, fails = self.of(star_number(found[1].removeprefix("the ")), last.places) if found else ("", "")
        return (*texts, *dict.fromkeys((words, fails))) if fails else ()

    def of(self, count: StarNumber | None, places: Sequence[Cell]) -> tuple[str, str]:
        """Return in words what follows from the number of stars that a line or room must have, and, if a contradiction
        follows, its words, else ''; two empty texts if nothing follows, or if there is no number.

        places: the cells of the line or room.  The cells that get a star, or none, are noted in `known`.
        """
        if count is None:
            return "", ""
        stars = [cell for cell in places if self.known.get(cell)]
        if len(stars) > count.number:
            self.used |= {*stars}
            return (words := f"{count.name} would have {counted(len(stars), self.noun)}"), words
        all_stars = [cell for cell, has in self.known.items() if has]
        self.used |= {*stars}
        if len(stars) < count.number:
            self._use(cell for cell in places if cell not in self.out)
        open_ = {cell for cell in places if cell not in self.known and not any(touch(cell, star) for star in all_stars)}
        wanted, left = count.number - len(stars), sorted(open_)
        if not wanted or len(left) > wanted:
            self.known |= dict.fromkeys(() if wanted else open_, False)
            self.out |= set() if wanted else {*places}.difference(stars)
            return ("" if wanted else f"{count.name} would have its {all_of_them(count.number, self.noun)}"), ""
        are_touched = bool(self.out) and any(cell not in self.known and cell not in open_ for cell in places)
        self.known |= dict.fromkeys(left, True)
        the = f"other {self.noun}{'s' * (wanted > 1)}" if stars else all_of_them(count.number, self.noun)
        of = f"the {the} in {count.name}"
        touching = f", as {self.noun}s do not touch" * are_touched
        words = f"{'only ' + places_text(left) if left else 'no place'} would be left for {of}{touching}"
        if len(left) < wanted:
            return words, words
        return words, "these touch" if any(touch(*two) for two in combinations(left, 2)) else ""

    def _use(self, cells: Iterable[Cell]) -> None:
        """Note which facts say that cells have a star or none: the fact of a cell itself, or that of a star that the
        cell touches; none where the cell touches a star that is supposed, or concluded.
        """
        stars = [cell for cell, has in self.known.items() if has]
        for cell in cells:
            near = [] if self.known.get(cell) else [star for star in stars if touch(cell, star)]
            if cell not in self.given or not near:
                self.used |= {cell, *near}
            elif all(star in self.given for star in near):
                self.used.add(cell)


def _counts(parts: Sequence[TrailPart]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Yield the reasons of a trail's conclusions with their cells, each once where it has several conclusions one after
    another, without the reason that cells touch a star, which a reader sees.
    """
    for (by, places), _ in groupby((part.by, part.places) for part in parts if not TOUCHING.match(part.by)):
        yield by, places


def joined(start: str, texts: Sequence[str]) -> str:
    """Return what follows from a supposition as a sentence; start: its beginning."""
    first, *more = texts
    if not start.startswith("a "):
        head = f"{start} {first}"
    elif " would be left for " in first:
        head = f"{start} would leave {first.replace(' would be left for ', ' for ', 1)}"
    else:
        head = f"{start.replace('a ', 'with a ', 1)}, {first}"
    if not more:
        return head
    *middle, last = more
    end = f", and {last}" if last == "these touch" or not middle else f", and then {last}"
    return head + "".join(f"; then {text}" for text in middle) + end
