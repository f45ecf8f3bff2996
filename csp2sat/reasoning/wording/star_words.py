"""Steps of stars and tents as a person says them: what a star would leave for a line or room."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.spec import PUZZLES, Board, Cell
from ..search.touching import touch
from ..step import FactWay, Step, TrailPart
from .fact_words import facts_text, since
from .outline_words import FEW_WAYS, all_ways, opposite
from .place_words import listed, places_text
from .star_counts import COUNT, STAR, all_of_them, by_counting, count_of, counts_of
from .star_groups import by_groups

TOUCHING = re.compile(r"(they|it) would touch the ")
FAILS = re.compile(r"(?:that is too many|only \d+ places? (?:is|are) left|no place is left) for (.+)")
LONGEST = 420  # characters of what a sentence says of a trail


def star_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from numbers of stars, and from stars that do not touch, as an argument
    by counting, or as what a star leaves; '' for another step.
    """
    noun = PUZZLES[board.puzzle].facts.noun.removeprefix("a ")
    if noun not in ("star", "tent") or step.contradiction or any(fact.value != STAR for fact in step.facts):
        return ""
    words = _of_one(step, noun) or by_counting(step, noun)
    if not words and (len(counts_of(step, noun)) > 1 or not step.facts[0].negative):
        words = by_groups(step, noun)
    if not words:
        words, used = _failing(board, step, noun)
        cited = _citing(step, lambda fact: fact.places[0] in used)
        words, step = (words, cited) if words else (by_groups(step, noun), step)
    if " there" in words and [fact.negative for fact in step.facts] == [True]:  # a star, which a reader sees touching
        step = _citing(step, lambda fact: not (fact.negative and touch(fact.places[0], step.facts[0].places[0])))
    head, why = facts_text(board, step.facts), since(board, step)
    return words and (f"{head}{why}: {words}" if ". " in words else f"{head}: {words}{why}")


def _citing(step: Step, is_used: Callable[[Fact], bool]) -> Step:
    """Return a step without the known facts that its words do not rest on."""
    return replace(step, known=tuple(filter(is_used, step.known)), noted=tuple(filter(is_used, step.noted)))


def _failing(board: Board, step: Step, noun: str) -> tuple[str, set[Cell]]:
    """Return in words how the suppositions that facts of a step are wrong fail, each conclusion with its reason; '' if
    there is no such supposition, if a conclusion has another reason than those of stars, or if the words are many.
    Return the cells whose facts the words rest on, too.

    noun: `star` or `tent`.
    """
    alike: dict[tuple[str, ...], list[Fact]] = {}
    used, cited = set[Cell](), {fact.places[0] for fact in step.cited}
    for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
        before = [*step.cited, *step.facts[: step.facts.index(way.fact)], opposite(way.fact)]
        known = {fact.places[0]: not fact.negative for fact in before}
        supposed = Supposed(known, noun, used, frozenset(cited))
        alike.setdefault(supposed.words(way.trail), []).append(way.fact)
    of_one = len(step.facts) == 1
    texts = [_joined(_supposed(board, facts, noun, of_one), words) for words, facts in alike.items() if words]
    if not texts or len(texts) < len(alike) or sum(map(len, texts[:FEW_WAYS])) > LONGEST:
        return "", used
    return texts[0] if of_one else all_ways(board, step, texts).removesuffix("."), used


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
            words, fails = self._of(by, places) if COUNT.fullmatch(by) else ("", "")
            if not words:
                return ()
            texts.append(words)
            if fails:
                return (*texts, fails) if fails != words else tuple(texts)
        if last.fails.endswith(" would touch"):
            return (*texts, last.fails)
        found = re.fullmatch(
            r"(?:that is too many|only \d+ places? (?:is|are) left|no place is left) for (.+)", last.fails
        )
        words, fails = self._of(found[1].removeprefix("the "), last.places) if found else ("", "")
        return (*texts, *dict.fromkeys((words, fails))) if fails else ()

    def _of(self, by: str, places: Sequence[Cell]) -> tuple[str, str]:
        """Return in words what follows from the number of stars that a line or room must have, and, if a contradiction
        follows, its words, else ''; two empty texts if nothing follows.

        by: the name of the line or room with its number.  places: its cells.  The cells that get a star, or none, are
        noted in `known`.
        """
        count = count_of(by, self.noun)
        if count is None:
            return "", ""
        stars = [cell for cell in places if self.known.get(cell)]
        if len(stars) > count[0]:
            self.used |= {*stars}
            return (words := f"{count[1]} would have {counted(len(stars), self.noun)}"), words
        all_stars = [cell for cell, has in self.known.items() if has]
        self.used |= {*stars}
        if len(stars) < count[0]:
            self._use(cell for cell in places if cell not in self.out)
        open_ = {cell for cell in places if cell not in self.known and not any(touch(cell, star) for star in all_stars)}
        wanted, left = count[0] - len(stars), sorted(open_)
        if not wanted or len(left) > wanted:
            self.known |= dict.fromkeys(() if wanted else open_, False)
            self.out |= set() if wanted else {*places}.difference(stars)
            return ("" if wanted else f"{count[1]} would have its {all_of_them(count[0], self.noun)}"), ""
        are_touched = bool(self.out) and any(cell not in self.known and cell not in open_ for cell in places)
        self.known |= dict.fromkeys(left, True)
        of = f"the other {self.noun}{'s' * (wanted > 1)} in {count[1]}" if stars else count[2]
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


def _supposed(board: Board, facts: Sequence[Fact], noun: str, of_one: bool) -> str:
    """Return the beginning of the words of what follows from the opposite of facts, each alone.

    noun: `star` or `tent`.  of_one: whether the step has no other fact.
    """
    if of_one:
        return f"a {noun} there" if facts[0].negative else "else"
    if all(fact.negative for fact in facts):
        return f"a {noun} at {'one of ' * (len(facts) > 1)}{places_text(sorted(fact.places[0] for fact in facts))}"
    return f"if {listed([facts_text(board, [opposite(fact)]) for fact in facts], last=' or ')}, then"


def _joined(start: str, texts: Sequence[str]) -> str:
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


def _of_one(step: Step, noun: str) -> str:
    """Return in words that a line or room has its stars, or has no more places than stars; '' if it is not so."""
    counts = counts_of(step, noun)
    have = sum(not fact.negative for fact in step.cited)
    if len(counts) != 1 or step.weight != 1 or len({fact.negative for fact in step.facts}) > 1:
        return ""
    (count,) = counts
    if not count.number:
        return ""
    if step.facts[0].negative:
        is_full = have == count.number == len(step.cited)
        return f"{count.name} has its {all_of_them(count.number, noun)}" if is_full else ""
    if count.number == 1:
        return f"no other place is left for the {noun} in {count.name}"
    left = count.number - sum(step.marks.stars.get(cell, False) for cell in count.cells)
    if left == 1:
        return f"the {'second' if count.number == 2 else 'last'} {noun} in {count.name} can only be there"
    the = f"{'other ' * (left < count.number)}{left} {noun}s"
    return f"only {left} places are left for the {the} in {count.name}"


def says_trail(board: Board, step: Step) -> bool:
    """Whether the sentence of a step says all that follows from the supposition that its fact is wrong."""
    return bool(star_phrase(board, step))
