"""Steps of stars and tents as a person says them: what a star would leave for a line or room."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.spec import PUZZLES, Board
from ..step import FactWay, Step, TrailPart
from .fact_words import facts_text, since
from .outline_words import FEW_WAYS, all_ways, opposite
from .place_words import listed, places_text
from .star_counts import COUNT, all_of_them, by_counting, count_of, counts_of

TOUCHING = re.compile(r"(they|it) would touch the ")
STAR = "*"
LONGEST = 420  # characters of what a sentence says of a trail


def star_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from numbers of stars, and from stars that do not touch, as an argument
    by counting, or as what a star leaves; '' for another step.
    """
    noun = PUZZLES[board.puzzle].facts.noun.removeprefix("a ")
    if noun not in ("star", "tent") or step.contradiction or any(fact.value != STAR for fact in step.facts):
        return ""
    head, why = facts_text(board, step.facts), since(board, step)
    words = _of_one(step, noun) or by_counting(step, noun) or _failing(board, step, noun)
    return words and (f"{head}{why}: {words}" if ". " in words else f"{head}: {words}{why}")


def _failing(board: Board, step: Step, noun: str) -> str:
    """Return in words how the suppositions that facts of a step are wrong fail, each conclusion with its reason; '' if
    there is no such supposition, if a conclusion has another reason than those of stars, or if the words are many.

    noun: `star` or `tent`.
    """
    alike: dict[tuple[str, ...], list[Fact]] = {}
    for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
        before = [*step.cited, *step.facts[: step.facts.index(way.fact)]]
        alike.setdefault(_of_way(way, noun, before), []).append(way.fact)
    of_one = len(step.facts) == 1
    texts = [_joined(_supposed(board, facts, noun, of_one), words) for words, facts in alike.items() if words]
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


def _supposed(board: Board, facts: Sequence[Fact], noun: str, of_one: bool) -> str:
    """Return the beginning of the words of what follows from the opposite of facts, each alone.

    noun: `star` or `tent`.  of_one: whether the step has no other fact.
    """
    if of_one:
        return f"a {noun} there" if facts[0].negative else "else"
    if all(fact.negative for fact in facts):
        return f"a {noun} at {'one of ' * (len(facts) > 1)}{places_text(sorted(fact.places[0] for fact in facts))}"
    return f"if {listed([facts_text(board, [opposite(fact)]) for fact in facts], last=' or ')}, then"


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


def _concluded(noun: str, by: str, run: Sequence[Fact]) -> str:
    """Return conclusions with one reason in words; '' for cells that a star touches, which a reader sees.

    noun: `star` or `tent`.  by: the reason.  run: the conclusions.
    """
    count = count_of(by, noun)
    new = [fact.places[0] for fact in run if not fact.negative]
    if count is None:
        return ""
    if not new:
        return f"{count[1]} would have its {all_of_them(count[0], noun)}"
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
    count = count_of(found[2].removeprefix("the "), noun) if found else None
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
    return f"only {count.number} places are left for the {count.number} {noun}s in {count.name}"


def says_trail(board: Board, step: Step) -> bool:
    """Whether the sentence of a step says all that follows from the supposition that its fact is wrong."""
    return bool(star_phrase(board, step))
