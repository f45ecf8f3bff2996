"""The outline of a step of several clues and rules: what follows from the opposite of a fact, in the order of cause and
effect, and what that contradicts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...puzzles.deductions.numbers_left import NEEDS
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import Board, Cell
from ..step import KNOWN_FACTS, FactWay, Step, TrailPart
from .fact_words import MOST as COUNTED
from .fact_words import Left, facts_text, values_text
from .failures import AGAINST
from .line_rules import NO_VALUE_TWICE
from .place_words import listed

# Reasons why a place that has a value has no other one.
OF_CELL = "a cell has one number", "a place has one value"
MOST, LONG, SHORT = 5, 240, 170  # conclusions that are always named; characters of all, and of the positive ones alone
FEW_WAYS, FEW = 3, 3  # ways that have words; facts that follow at once and are named


def opposite(fact: Fact) -> Fact:
    """Return the fact that holds if another one does not."""
    return fact._replace(negative=not fact.negative)


def outline(board: Board, step: Step, left: Left) -> str:
    """Return sentences: what follows from the opposite of each fact of a step that has a way of its own, and what that
    contradicts; then which facts follow at once.

    Facts whose ways have the same words share these.  left: the numbers that cells still may have.
    """
    alike: dict[tuple[str, str], list[Fact]] = {}
    for way in step.own_ways:
        alike.setdefault(_words(board, step, way, left), []).append(way.fact)
    texts = [f"{_start(board, step, facts, out)}{words}" for (out, words), facts in alike.items()]
    return all_ways(board, step, texts, _known_at_once(step))


def all_ways(board: Board, step: Step, texts: Sequence[str], known: Sequence[Fact] = ()) -> str:
    """Return sentences of texts, each of which says what follows from the opposite of some facts of a step; then which
    facts follow at once.  known: facts that the texts name as known.
    """
    words = f"{'. Also, '.join(texts[:FEW_WAYS])}."
    more = _has_more(step, len(texts))
    so = dict(step.at_once)
    at_once = [fact for fact in step.facts[1:] if fact in so and fact not in known]
    if more or len(at_once) > FEW:
        how = f"likewise{' or at once' * bool(at_once)}" if more else "at once"
        return f"{words} Then the others follow {how}."
    alike: dict[str, list[Fact]] = {}
    for fact in at_once:
        alike.setdefault(so[fact] or ", too", []).append(fact)
    return " ".join((words, *(f"Then {facts_text(board, some)}{why}." for why, some in alike.items())))


def _has_more(step: Step, ways: int) -> bool:
    """Whether some facts of a step have no words; ways: how many there are."""
    of = {way.fact for way in step.ways} | {fact for fact, _ in step.at_once}
    return ways > FEW_WAYS or not of.issuperset(step.facts[1:])


def _words(board: Board, step: Step, way: FactWay, left: Left) -> tuple[str, str]:
    """Return the numbers of a cell which has none of them by the supposition, '' if that says something else, and what
    follows, and what that contradicts.

    left: the numbers that cells still may have.
    """
    first, (*so, last) = way
    numbers = left[first.places].numbers if first.places in left else ()
    none = [part for part in so if part.fact and _is_out(part.fact, first, numbers)]
    out = ""
    if numbers and len(none) == len(numbers) < len(so):
        so = [part for part in so if part not in none]
        out = f"neither {values_text(numbers, ' nor ')}" if len(numbers) > 1 else f"not {numbers[0]}"
    supposed = [opposite(first), *(part.fact for part in none if part.fact)]
    words = conclusions(board, so, supposed, _known_at_once(step) if first == step.facts[0] else ())
    if words:
        link = "" if last.fails.startswith(AGAINST) else "but " if NEEDS in last.fails else "and "
        return out, f" {words}, {link}{last.fails}"
    fails = last.fails.replace(AGAINST, "that would be against ", 1)
    if words := _last_grounds(board, so, last):
        return out, f", after {len(so)} conclusions, {words}, and {fails}"
    return out, f"{', in the end,' * bool(so)} {fails}"


def _last_grounds(board: Board, so: Sequence[TrailPart], last: TrailPart) -> str:
    """Return in words the conclusions that the contradiction `last` rests on; '' if there are none, and if the words
    are longer than SHORT.

    board: names the places.  so: all conclusions before the contradiction.
    """
    found = [part.fact or part.words for part in so if (part.fact or part.words) in last.rests]
    words = _together(board, found)
    return words if len(words) <= SHORT else ""


def _known_at_once(step: Step) -> list[Fact]:
    """Return the further facts of a step on which its way rests: the reason gives them without any supposition."""
    so = [part.fact for part in step.trail]
    return [fact for fact in step.facts[1:] if fact not in so and any(fact in part.rests for part in step.trail)]


def _is_out(fact: Fact, first: Fact, numbers: Sequence[object]) -> bool:
    """Whether a fact says that the cell of a first fact does not have one of some numbers."""
    return fact.places == first.places and fact.negative and fact.value in numbers


def _start(board: Board, step: Step, facts: Sequence[Fact], out: str) -> str:
    """Return the words before what follows: `else`, or the supposition that one of some facts does not hold.

    out: as `_words` returns it.
    """
    if out:
        return f"if {place(facts[0].places[0])} is {out}, then"
    is_about = not step.trail[:-1] and not step.trail[-1].fails.startswith(AGAINST)  # what is wrong with the opposite
    if len(step.facts) == 1 and (len(step.trail) > 1 or is_about):
        return "else"
    return f"if {listed([facts_text(board, [opposite(fact)]) for fact in facts], last=' or ')}, then"


def conclusions(board: Board, parts: Sequence[TrailPart], supposed: Sequence[Fact], known: Sequence[Fact] = ()) -> str:
    """Return conclusions in words: first the conclusions that hold without the supposition, then the others in the
    order of cause and effect; of many the positive ones; '' if these, too, are many, and for none.

    parts: the conclusions of a trail.  supposed: the facts that are supposed.  known: facts that hold without the
    supposition, besides.
    """
    kept = without_others(parts, supposed)
    depth: dict[Fact | str, int] = dict.fromkeys(supposed, 0)
    free: list[Fact | str] = [*known]
    rounds: dict[int, list[Fact | str]] = {}
    for part in parts:
        after, found = [depth[fact] for fact in part.rests if fact in depth], part.fact or part.words
        if not after and (part.rests or part.by == KNOWN_FACTS):
            free += [found] * (part in kept)
        else:
            depth[found] = 1 + max(after, default=0)
            rounds.setdefault(depth[found], []).extend([found] * (part in kept))
    by_sign = [sorted(some, key=_is_negative) for some in (free, *(rounds[at] for at in sorted(rounds))) if some]
    always = [f"{_together(board, by_sign.pop(0))} already"] if free else []
    all_ = [each for some in (free, *by_sign) for each in some]
    words = ", and ".join((*always, *([", so ".join(_together(board, some) for some in by_sign)] if by_sign else [])))
    if len(all_) <= MOST or (len(words) <= LONG and max(map(len, (free, *by_sign))) <= COUNTED):
        return words
    positive = [each for each in all_ if not _is_negative(each)]
    words = _together(board, positive)
    return words if len(positive) <= MOST or len(words) <= SHORT else ""


def without_others(parts: Sequence[TrailPart], supposed: Sequence[Fact]) -> list[TrailPart]:
    """Return conclusions, but none that a place does not have a number, if another conclusion or a supposed fact says
    which number the place has.
    """
    facts = [*supposed, *(part.fact for part in parts if part.fact)]
    have = {fact.places for fact in facts if isinstance(fact.value, int) and not fact.negative}
    return [part for part in parts if not (part.by in OF_CELL or _is_in(part.fact, have))]


def _is_in(fact: Fact | None, have: set[tuple[Cell, ...]]) -> bool:
    """Whether a fact is that a place does not have a number; have: the places of which it is known which one it is."""
    return fact is not None and fact.negative and fact.places in have


def needing_lines(parts: Sequence[TrailPart], supposed: Sequence[Fact]) -> list[TrailPart]:
    """Return the conclusions that have a line.  A conclusion `is not N` has none where a line above says which number
    the place has, nor where a line below does so and the reason for `is not N` is that another place has N.

    parts, supposed: as in `without_others`.
    """
    kept, above = {id(part) for part in without_others(parts, supposed)}, {fact.places for fact in supposed}
    found = list[TrailPart]()
    for part in parts:
        is_seen = len(part.rests) <= 1 and part.by.startswith(NO_VALUE_TWICE)
        is_seen = is_seen or part.by in OF_CELL
        if id(part) in kept or (part.fact and part.fact.places not in above and not is_seen):
            found.append(part)
        above |= {part.fact.places} if part.fact and not part.fact.negative else set()
    return found


def _is_negative(conclusion: Fact | str) -> bool:
    """Whether a conclusion is a fact that places do not have a value."""
    return isinstance(conclusion, Fact) and conclusion.negative


def _together(board: Board, some: Sequence[Fact | str]) -> str:
    """Return facts, and conclusions that no fact says, in words; '' for none."""
    facts = [each for each in some if isinstance(each, Fact)]
    return listed([*([facts_text(board, facts)] if facts else []), *(each for each in some if isinstance(each, str))])
