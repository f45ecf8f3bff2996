"""Suppositions as blocks of lines: each fact of a step with its own supposition, cases within a line indented below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextvars import copy_context
from itertools import groupby
from types import MappingProxyType

from ..puzzles.facts import Fact
from ..puzzles.kit.checks import place
from ..puzzles.spec import Board
from .sentences import USED, capital, so
from .step import FactWay, Step, TrailPart
from .wording.edge_words import CITED
from .wording.fact_words import SINCE, Left, facts_text, so_text
from .wording.loop_words import known_text
from .wording.outline_words import opposite, without_others
from .wording.place_words import listed, places_text
from .wording.star_words import says_trail

INDENT, DEEPER = " " * 5, " " * 4
FEW = 3  # facts that follow at once and are named; earlier steps that are
ELSE = ": else a contradiction follows"  # in the head of a step of one fact
RECENT = 10  # steps before another one that its reader remembers
SOURCES = re.compile(r"\(see steps? \d+(?:(?:, | and )\d+)*\)(?=\.$)")  # what `_sources_text` returns


def head(board: Board, step: Step, left: Left, found_in: Mapping[Fact, int] = MappingProxyType({})) -> str:
    """Return the sentence of a step for a text that has the conclusions of its suppositions in lines below; '' for a
    step whose own sentence says all, and for one of few clues and rules that this names shortly.

    left: as for `sentence`.  found_in: for known facts the number of the earlier step that found the fact, if texts do
    not only count that step.
    """
    is_long = step.kind == "suppose" or USED in step.text
    if not is_long or len(step.trail) < 2 or not step.facts or says_trail(board, step):
        return ""
    facts = sorted(step.facts, key=lambda fact: fact.negative)
    first = capital(facts_text(board, facts, left)) + so_text(board, step, left)
    why = ELSE.removeprefix(": ") if len(facts) == 1 else "the opposites lead to contradictions"
    known = known_text(board, step.read, "", "", ())
    return f"{first}: {why}{known.replace(SINCE, '. Known before: ', 1)}{_sources_text(step, found_in)}."


def _sources_text(step: Step, found_in: Mapping[Fact, int]) -> str:
    """Return in brackets the numbers of the earlier steps, but of the last few, that found known facts of a step; ''
    for none, and for many.

    found_in: as in `head`.
    """
    found = {found_in[fact] for fact in step.read.cited if fact in found_in}
    numbers = sorted(number for number in found if number < step.number - RECENT)
    if not 0 < len(numbers) <= FEW:
        return ""
    return f" (see step{'s' * (len(numbers) > 1)} {listed(list(map(str, numbers)))})"


def blocks(board: Board, step: Step) -> list[str]:
    """Return the lines of the suppositions of a step that has a `head`: of each fact with a way of its own its opposite
    and what follows; at last the facts that follow otherwise.
    """
    return copy_context().run(lambda: [*_blocks(board, step)]) if step.head else []


def _blocks(board: Board, step: Step) -> Iterator[str]:
    """Yield the lines of `blocks`, with sides named from the clues of the step."""
    CITED.set([clue.place for clue in step.clues])
    alike: dict[tuple[str, ...], list[Fact]] = {}
    for fact, trail in (FactWay(step.facts[0], step.trail), *step.ways):
        alike.setdefault(tuple(_lines(board, trail, [opposite(fact)], INDENT)), []).append(fact)
    for lines, facts in alike.items():
        yield f"{INDENT}Suppose that {_any_of(board, list(map(opposite, facts)))}."
        yield from lines
    done = {fact for facts in alike.values() for fact in facts}
    crossed = {fact.places for fact in step.facts if fact.negative}
    done |= {fact for fact in step.facts if not fact.negative and fact.places in crossed}  # a last value is in the head
    more = [fact for fact in step.facts if fact not in done]
    so_far = dict(step.at_once)
    if more and len(more) <= FEW and so_far.keys() >= {*more}:
        yield from (f"{INDENT}Then {facts_text(board, [fact])}{so_far[fact] or ', too'}." for fact in more)
    elif more:
        how = "at once" if so_far.keys() >= {*more} else "from the same clues and rules"
        yield f"{INDENT}Then the other facts follow {how}."


def _any_of(board: Board, facts: Sequence[Fact]) -> str:
    """Return in words that one of some facts holds."""
    texts = [facts_text(board, [fact]) for fact in facts]
    endings = {text.removeprefix(place(fact.places[0])) for text, fact in zip(texts, facts, strict=True)}
    if len(facts) > 1 and len(endings) == 1:
        return f"one of {places_text([fact.places[0] for fact in facts])}{endings.pop()}"
    return listed(texts, last=", or that ")


def _lines(board: Board, trail: Sequence[TrailPart], supposed: Sequence[Fact], indent: str) -> Iterator[str]:
    """Yield the lines of conclusions, of which neighbours with the same reason are one line; cases are lines below.

    trail: the conclusions.  supposed: the facts that hold beside.  indent: the blanks before a line.
    """
    for by, parts in _runs(without_others(trail, supposed)):
        way = parts[0].way
        yield f"{indent}- {so(board, parts)}{', since otherwise:' if way else f': {by}'}"
        if way:
            cases = [opposite(part.fact) for part in parts if part.fact]
            yield from _lines(board, way, cases[:1], indent + DEEPER)


def _runs(parts: Iterable[TrailPart]) -> Iterator[tuple[str, list[TrailPart]]]:
    """Yield the reasons of conclusions that follow one another and have the same reason, with these conclusions."""
    runs = groupby(enumerate(parts), lambda each: (each[1].by, each[1].fact is None and each[0]))
    return ((by, [part for _, part in run]) for (by, _), run in runs)
