"""Steps of stars and tents as a person says them: what a star would leave for a line or room."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...puzzles.facts import Fact
from ...puzzles.spec import PUZZLES, Board, Cell
from ..search.arguments.touching import touch
from ..step import Step
from .fact_words import facts_text, since
from .outline_words import FEW_WAYS, all_ways, opposite
from .place_words import listed, places_text
from .star_counts import STAR, all_of_them, by_counting, counts_of
from .star_groups import by_groups
from .supposed_stars import Supposed, joined

LONGEST = 420  # characters of what a sentence says of a trail


def star_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from numbers of stars, and from stars that do not touch, as an argument
    by counting, or as what a star leaves; '' for another step.
    """
    noun = PUZZLES[board.puzzle].facts.noun.removeprefix("a ")
    if noun not in ("star", "tent") or step.contradiction or any(fact.value != STAR for fact in step.facts):
        return ""
    words = _of_one(step, noun) or by_counting(step, noun)
    if not words and (len(counts_of(step)) > 1 or not step.facts[0].negative):
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
    for way in step.own_ways:
        before = [*step.cited, *step.facts[: step.facts.index(way.fact)], opposite(way.fact)]
        known = {fact.places[0]: not fact.negative for fact in before}
        supposed = Supposed(known, noun, used, frozenset(cited))
        alike.setdefault(supposed.words(way.trail), []).append(way.fact)
    of_one = len(step.facts) == 1
    texts = [joined(_supposed(board, facts, noun, of_one), words) for words, facts in alike.items() if words]
    if not texts or len(texts) < len(alike) or sum(map(len, texts[:FEW_WAYS])) > LONGEST:
        return "", used
    return texts[0] if of_one else all_ways(board, step, texts).removesuffix("."), used


def _supposed(board: Board, facts: Sequence[Fact], noun: str, of_one: bool) -> str:
    """Return the beginning of the words of what follows from the opposite of facts, each alone.

    noun: `star` or `tent`.  of_one: whether the step has no other fact.
    """
    if of_one:
        return f"a {noun} there" if facts[0].negative else "else"
    if all(fact.negative for fact in facts):
        return f"a {noun} at {'one of ' * (len(facts) > 1)}{places_text(sorted(fact.places[0] for fact in facts))}"
    return f"if {listed([facts_text(board, [opposite(fact)]) for fact in facts], last=' or ')}, then"


def _of_one(step: Step, noun: str) -> str:
    """Return in words that a line or room has its stars, or has no more places than stars; '' if it is not so."""
    counts = counts_of(step)
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
