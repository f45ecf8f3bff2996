"""Steps of stars and tents as a person says them: what a star would leave for a room, and stars of rooms in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import FactWay, Step, TrailPart
from .fact_words import clue_text, facts_text, since
from .outline_words import FEW_WAYS, all_ways, opposite
from .place_words import listed, places_text

COUNT = re.compile(r"(?:(\d+) stars? in|number (\d+) at the \w+ of) (.+)")
TOUCH, TOUCHING = re.compile(r"stars do not touch|no tent touches the tent"), re.compile(r"(they|it) would touch the ")
LINE = re.compile(r"(row|column) (\d+)")
STAR = "*"
LONGEST = 420  # characters of what a sentence says of a trail
MOST_COUNTS, MOST_CELLS = 8, 12  # of an argument by counting: counts, and cells outside of those that are taken away


class StarCount(NamedTuple):
    """A number of stars in some cells; name: of the cells, such as `row 3`."""

    name: str
    number: int
    cells: tuple[Cell, ...]


def star_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from numbers of stars, and from stars that do not touch, as an argument
    by counting, or as what a star leaves; '' for another step.
    """
    noun = PUZZLES[board.puzzle].facts.noun.removeprefix("a ")
    if noun not in ("star", "tent") or step.contradiction or any(fact.value != STAR for fact in step.facts):
        return ""
    head, why = facts_text(board, step.facts), since(board, step)
    words = _of_one(step, noun) or _by_counting(step, noun) or _failing(board, step, noun)
    return words and (f"{head}{why}: {words}" if ". " in words else f"{head}: {words}{why}")


def _failing(board: Board, step: Step, noun: str) -> str:
    """Return in words how the suppositions that facts of a step are wrong fail, each conclusion with its reason; '' if
    there is no such supposition, if a conclusion has another reason than those of stars, or if the words are many.

    noun: `star` or `tent`.
    """
    alike: dict[tuple[bool, tuple[str, ...]], list[Fact]] = {}
    for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
        before = [*step.cited, *step.facts[: step.facts.index(way.fact)]]
        alike.setdefault((way.fact.negative, _of_way(way, noun, before)), []).append(way.fact)
    of_one = len(step.facts) == 1
    texts = [_joined(_supposed(facts, noun, of_one), words) for (_, words), facts in alike.items() if words]
    if not texts or len(texts) < len(alike) or sum(map(len, texts[:FEW_WAYS])) > LONGEST:
        return ""
    return texts[0] if of_one else all_ways(board, step, texts).removesuffix(".")


def _of_way(way: FactWay, noun: str, before: Sequence[Fact]) -> tuple[str, ...]:
    """Return in words what follows from the opposite of a fact, the contradiction last; () if a conclusion has another
    reason than those of stars.

    noun: `star` or `tent`.  before: the known facts.
    """
    *parts, last = way.trail
    runs = list(_runs(parts))
    if any(not TOUCHING.match(by) and COUNT.fullmatch(by) is None for by, _ in runs):
        return ()
    end = _end(noun, last, [*before, opposite(way.fact), *(part.fact for part in parts if part.fact)], runs)
    return (*(text for by, run in runs if (text := _concluded(noun, by, run))), end) if end else ()


def _supposed(facts: Sequence[Fact], noun: str, of_one: bool) -> str:
    """Return the beginning of the words of what follows from the opposite of facts, each alone.

    noun: `star` or `tent`.  of_one: whether the step has no other fact.
    """
    if of_one:
        return f"a {noun} there" if facts[0].negative else "else"
    where = listed([place(fact.places[0]) for fact in facts], last=" or ")
    return f"a {noun} at {where}" if facts[0].negative else f"if {where} has no {noun}, then"


def _runs(parts: Sequence[TrailPart]) -> Iterator[tuple[str, list[Fact]]]:
    """Yield the conclusions of a trail with their reason, those together that follow one another and have the same."""
    by, run = "", list[Fact]()
    for part in parts:
        same = TOUCHING.match(part.by) and TOUCHING.match(by)
        if run and part.by != by and not same:
            yield by, run
            run = []
        by = part.by
        run += [part.fact] if part.fact else []
    if run:
        yield by, run


def _count(words: str, noun: str) -> tuple[int, str, str] | None:
    """Return a number of stars, the name of their cells, and both in words; None for words of another clue or rule."""
    found = COUNT.fullmatch(words)
    if found is None:
        return None
    number = int(found[1] or found[2])
    return number, found[3], f"the {_some(number, noun)} in {found[3]}"


def _some(number: int, noun: str) -> str:
    """Return all stars of a line or room in words, behind `the` or `its`."""
    return counted(number, noun).removeprefix("1 ")


def _concluded(noun: str, by: str, run: Sequence[Fact]) -> str:
    """Return conclusions with one reason in words; '' for cells that a star touches, which a reader sees.

    noun: `star` or `tent`.  by: the reason.  run: the conclusions.
    """
    count = _count(by, noun)
    new = [fact.places[0] for fact in run if not fact.negative]
    if count is None:
        return ""
    if not new:
        return f"{count[1]} would have its {_some(count[0], noun)}"
    of = count[2] if len(new) == count[0] else f"the other {noun}{'s' * (len(new) > 1)} in {count[1]}"
    return f"only {places_text(sorted(new))} would be left for {of}"


def _end(noun: str, last: TrailPart, holds: Sequence[Fact], runs: Sequence[tuple[str, list[Fact]]]) -> str:
    """Return the contradiction at the end of a trail in words; '' if it has no such words.

    noun: `star` or `tent`.  holds: the facts that contradict one another.  runs: the conclusions with their reasons.
    """
    new = sorted(fact.places[0] for fact in runs[-1][1] if not fact.negative) if runs else []
    if last.fails.endswith(" would touch"):
        return "these touch" if last.fails == f"the {noun}s at {places_text(new)} would touch" else last.fails
    found = re.fullmatch(r"(that is too many|only \d+ places? (?:is|are) left|no place is left) for (.+)", last.fails)
    count = _count(found[2].removeprefix("the "), noun) if found else None
    if not found or not count:
        return ""
    here = [fact for fact in holds if fact.places[0] in last.places]
    stars = {fact.places[0] for fact in here if not fact.negative}
    if found[1] == "that is too many":
        return f"{count[1]} would have {counted(len(stars), noun)}"
    left = sorted({*last.places} - stars - {fact.places[0] for fact in here})
    of = f"the other {noun}{'s' * (count[0] - len(stars) > 1)} in {count[1]}" if stars else count[2]
    return f"{'only ' + places_text(left) if left else 'no place'} would be left for {of}"


def _joined(start: str, texts: Sequence[str]) -> str:
    """Return what follows from a supposition as a sentence; start: its beginning."""
    first, *more = texts
    if "a " not in start:
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
    counts = _counts(step, noun)
    have = sum(not fact.negative for fact in step.cited)
    if len(counts) != 1 or step.weight != 1 or len({fact.negative for fact in step.facts}) > 1:
        return ""
    (count,) = counts
    if not count.number:
        return ""
    if step.facts[0].negative:
        is_full = have == count.number == len(step.cited)
        return f"{count.name} has its {_some(count.number, noun)}" if is_full else ""
    if count.number == 1:
        return f"no other place is left for the {noun} in {count.name}"
    return f"only {count.number} places are left for the {count.number} {noun}s in {count.name}"


def _by_counting(step: Step, noun: str) -> str:
    """Return in words that some lines and rooms have as many stars as others have outside of them; '' if it is not so.

    The stars of the first ones less those of the others are as many as can be in the cells of the first ones alone.
    """
    counts, pairs = _counts(step, noun), set[frozenset[Cell]]()
    for rule in step.rules:
        if TOUCH.match(rule.name):
            pairs |= {frozenset(use.at) for use in rule.uses if len(use.at) == 2}
    if not 2 <= len(counts) <= MOST_COUNTS:
        return ""
    none = {fact.places[0] for fact in step.cited if fact.negative}
    stars = {fact.places[0] for fact in step.cited if not fact.negative and fact.value == STAR}
    for signs in sorted(product((1, -1), repeat=len(counts)), key=lambda signs: -sum(signs)):
        some = [count for count, sign in zip(counts, signs, strict=True) if sign > 0]
        others = [count for count, sign in zip(counts, signs, strict=True) if sign < 0]
        if some and (words := _outside(step, noun, some, others, none, stars, pairs)):
            return words
    return ""


def _counts(step: Step, noun: str) -> list[StarCount]:
    """Return the numbers of stars that a step follows from; [] if it follows from another clue or rule, too, but that
    stars do not touch.
    """
    found = []
    parts = [(rule.name, rule.name, rule.places, rule.times) for rule in step.rules if not TOUCH.match(rule.name)]
    parts += [(clue.text, clue_text(clue.text, [clue.place], clue.beside), clue.cells, 1) for clue in step.clues]
    for text, full, cells, times in parts:
        count = _count(text, noun)
        if count is None or times > 1:
            return []
        name = full.split(" in ", 1)[1] if " in the room" in full else count[1]
        found.append(StarCount(name, count[0], tuple(cells)))
    return found


def _outside(
    step: Step,
    noun: str,
    some: Sequence[StarCount],
    others: Sequence[StarCount],
    none: set[Cell],
    stars: set[Cell],
    pairs: set[frozenset[Cell]],
) -> str:
    """Return the words of a step that follows from what some counts have outside of others; '' if it does not.

    noun: `star` or `tent`.  some, others: counts.  none, stars: cells that are known to have no star, or one.  pairs:
    cells that touch.
    """
    weight: dict[Cell, int] = {}
    for sign, counts in ((1, some), (-1, others)):
        for count in counts:
            for cell in count.cells:
                weight[cell] = weight.get(cell, 0) + sign
    need, may = (sum(count.number - len(stars.intersection(count.cells)) for count in of) for of in (some, others))
    left = {cell: own for cell, own in weight.items() if own and cell not in none and cell not in stars}
    outside = sorted(cell for cell, own in left.items() if own > 0)
    if any(abs(own) > 1 for own in left.values()) or len(outside) > MOST_CELLS:
        return ""
    more = "more " if stars.intersection(cell for count in some for cell in count.cells) else ""
    start = f"{_names(some)} {_have(some, 'need')} {need} {more}{noun}{'s' * (need > 1)}"
    if (
        others
        and need - may == len(outside)
        and all(left.get(fact.places[0], 0) == (-1 if fact.negative else 1) for fact in step.facts)
    ):
        if not outside:
            return f"{start}, which can only be in {_names(others)}, where there can be no more"
        rest = f"and only {places_text(outside)} {'are' if len(outside) > 1 else 'is'} left for the others"
        return f"{start}, at most {may} of them in {_names(others)}, {rest}"
    if len(step.facts) > 1 or not step.facts[0].negative:
        return ""
    (goal,) = step.facts[0].places
    own, free = left.get(goal, 0), [c for c in outside if c != goal and frozenset((c, goal)) not in pairs]
    most, wanted = _most(free, pairs), need - may - min(own, 0) - max(own, 0)
    if most >= wanted:
        return ""
    left_there = "none" if may + min(own, 0) == 0 else f"at most {may + min(own, 0)}"
    among = f", at most {may} of them in {_names(others)}" if others else ""
    of = f"the other{'s' * (wanted > 1)}" if wanted < need else "it" if need == 1 else "them"
    places = f"{'only ' + places_text(free) if free else 'no place'} for {of}"
    touch = ", which touch" if len(free) == 2 == wanted else f", where {wanted} {noun}s do not fit"
    touch *= len(free) >= wanted
    if own < 0:
        with_it = f"with a {noun} there {left_there} of them could be in {_names(others)}"
        return f"{start}; {with_it}, which leaves {places}{touch}"
    return f"{start}{among}, and a {noun} there would leave {places}{touch}"


def _most(cells: Sequence[Cell], pairs: set[frozenset[Cell]]) -> int:
    """Return how many of some cells, at most MOST_CELLS, can have stars that do not touch."""
    for size in range(len(cells), 0, -1):
        for chosen in combinations(cells, size):
            if not any(frozenset(two) in pairs for two in combinations(chosen, 2)):
                return size
    return 0


def _names(counts: Sequence[StarCount]) -> str:
    """Return lines and rooms in words: rows together, columns together, then rooms."""
    numbers: dict[str, list[str]] = {}
    rooms = []
    for count in counts:
        line = LINE.fullmatch(count.name)
        if line:
            numbers.setdefault(line[1], []).append(line[2])
        else:
            rooms.append(count.name.removeprefix("the room at "))
    texts = [f"{word}{'s' * (len(own) > 1)} {listed(own)}" for word, own in numbers.items()]
    if rooms:
        texts.append(f"the room{'s' * (len(rooms) > 1)} at {listed(rooms, ' and at ', ' and at ')}")
    return listed(texts)


def _have(counts: Sequence[StarCount], verb: str) -> str:
    return verb if len(counts) > 1 else f"{verb}s"


def says_trail(board: Board, step: Step) -> bool:
    """Whether the sentence of a step says all that follows from the supposition that its fact is wrong."""
    return bool(star_phrase(board, step))
