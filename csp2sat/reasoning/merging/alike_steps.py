"""Consecutive steps with the same argument in their sentences as one step: a block that needs several cells, a cell
that has no room for several blocks, cells that a count of stars excludes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...puzzles.facts import Fact
from ...puzzles.spec import Board, Cell
from ..sentences import capital
from ..step import FactWay, Step
from ..trail_blocks import argued, head, is_large
from ..wording.cut_phrases import BLOCK, any_block, of_block
from ..wording.fact_words import NOTHING, Left, LeftNumbers, facts_text, since, so_text, values_text
from ..wording.place_words import places_text

LEFT = re.compile(r": else (only|at most) (\d+) cells?( \([^)]+\))? would be left for (.+)")
THERE = re.compile(r"\b(a star|a tent|a light) there\b")
RULE, LOOP = ", by ", ": a loop would close"  # a loop for each of the cells, which one list of cells would not show
MANY = 8  # known facts, from which several cells lack one number
# What arguments of islands and signs say of one new cell, and of several.
ONE_OR_SEVERAL = (
    (": the number is greater than ", ": the numbers are greater than "),
    (": the number is less than ", ": the numbers are less than "),
    ("no other place can light it", "no other place can light them"),
    ("no number reaches it", "no number reaches them"),
    ("no island can hold it", "no island can hold them"),
    ("no tree is beside it", "no tree is beside any of them"),
    ("cells with this cell, too", "cells with one of them, too"),
)


class Argument(NamedTuple):
    """The argument of a step: what its sentence says between the new facts and the known ones.

    words: the same for arguments that may be one.  left: how many cells would be left for a block, None in other
    arguments.  only: whether these are the exact number, not the greatest one.  cells: which they are, in words.
    """

    words: str
    left: int | None = None
    only: bool = False
    cells: str = ""


def of_same_words(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one whose sentences have the same argument, from the known facts of both; None for others.

    An argument by a rule alone does not say which known facts exclude which cell: then both steps are about the same
    places, or rest on the same facts.
    """
    is_counted = one.folded or two.folded  # then both are, for cells that a rule alone excludes
    if is_counted and not (one.folded and two.folded and not one.cited and not two.cited):
        return None
    if not one.facts or not two.facts or one.head or two.head:
        return None
    first, second = _argument(board, one), _argument(board, two)
    if not first or not second or set(one.facts) & set(two.cited):
        return None
    both = joined(one, two)
    if first.words != second.words:
        words = _of_places(first.words, second.words, one, two)
        return replace(both, text=f"{_facts(board, both)}{words}.") if words else None
    is_one = _places(one) == _places(two) or set(one.cited) == set(two.cited)
    if first.words.startswith((RULE, BLOCK, LOOP)) and not is_one and not _is_like(first.words, both):
        return None
    left = [each.left for each in (first, second) if each.left is not None]
    is_same = first.words.startswith(BLOCK) or set(one.cited) == set(two.cited)
    is_only = first.only and second.only and is_same and len(set(left)) == 1
    cells = first.cells if is_only and first.cells == second.cells else ""
    words = _words(both, Argument(first.words, max(left, default=None), is_only, cells))
    return replace(both, text=f"{_facts(board, both)}{words}{since(board, both, words)}.")


def _of_places(first: str, second: str, one: Step, two: Step) -> str:
    """Return the words of the arguments of two steps that differ in the places of a clue or rule alone, and need no
    known fact; '' for others.  first, second: the words of both.
    """
    at = [[*(clue.place for clue in step.clues), *(rule.places[0] for rule in step.rules)] for step in (one, two)]
    if one.cited or two.cited or not all(at):
        return ""
    names = [words.removesuffix(f" at {places_text(own)}") for words, own in zip((first, second), at, strict=True)]
    names = [re.sub(r"\bdots$", "dot", name) if len(own) > 1 else name for name, own in zip(names, at, strict=True)]
    is_same = names[0] == names[1] and {*names}.isdisjoint((first, second))
    name = re.sub(r"\bdot$", "dots", names[0])
    return f"{name} at {places_text([*at[0], *at[1]])}" if is_same else ""


def _is_like(words: str, both: Step) -> bool:
    """Whether several cells lack one number for want of room, which few known facts say."""
    values = {fact.value for fact in both.facts}
    return words.startswith(BLOCK) and len(values) == 1 and len(both.cited) <= MANY


def of_same_lines(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one that exclude numbers from one cell by suppositions whose lines differ in these numbers
    alone, from the known facts of both; None for others.
    """
    is_one_each = len(one.facts) == len(one.ways) + 1 and len(two.facts) == 1 and not two.ways
    if not one.head or not two.head or not is_one_each or set(one.facts) & set(two.cited):
        return None
    way = FactWay(two.facts[0], two.trail)
    if len(_places(one) | _places(two)) > 1 or argued(board, FactWay(one.facts[0], one.trail)) != argued(board, way):
        return None
    both = joined(one, two)
    both = replace(both, head=head(board, both, NOTHING))
    first, *others = (fact.value for fact in sorted(both.facts, key=is_large))
    like = f"The lines for {values_text(others)} are those for {first}, with that number in place of {first}."
    return replace(both, text=f"{both.head} {like}")


def _argument(board: Board, step: Step) -> Argument | None:
    """Return the argument of a step; None if the sentence has another form."""
    facts, why = _facts(board, step), f"{since(board, step, step.text)}."
    if not step.text.startswith(facts) or not step.text.endswith(why):
        return None
    words = step.text.removeprefix(facts).removesuffix(why)
    if not words.startswith((": ", RULE)):
        return None
    if found := LEFT.fullmatch(words):
        return Argument(f"left for {any_block(found[4])}", int(found[2]), found[1] == "only", found[3] or "")
    excluded = [fact for fact in step.facts if fact.negative]
    words = _for_cells(words, several=False)
    return Argument(words.replace(_one_of(excluded), " there") if excluded else words)


def _facts(board: Board, step: Step) -> str:
    """Return the beginning of a step's sentence: its facts, or numbers that cells still may have, and the last numbers
    of cells.
    """
    left = step.marks.left
    return f"{capital(facts_text(board, without_less(step.facts), left))}{so_text(board, step, left)}"


def without_less(facts: Sequence[Fact]) -> list[Fact]:
    """Return facts, but none that a cell does not have a value of several, as other facts say which one it has."""
    have = {fact.places for fact in facts if not fact.negative and fact.what == "cell"}
    return [fact for fact in facts if not (fact.negative and fact.places in have)]


def _words(step: Step, argument: Argument) -> str:
    """Return the words of an argument for the facts of a step."""
    if argument.left is not None:
        cells = f"{argument.left} cell{'s' * (argument.left != 1)}{argument.cells}"
        words = of_block(argument.words, without_less(step.facts), step.marks.left)
        return f": else {'only' if argument.only else 'at most'} {cells} would be {words}"
    excluded, words = [fact for fact in step.facts if fact.negative], _for_cells(argument.words, len(step.facts) > 1)
    return THERE.sub(rf"\1{_one_of(excluded)}", words) if excluded else words


def _for_cells(words: str, several: bool) -> str:
    """Return the words of an argument of islands or signs for one new cell, or for several."""
    for pair in ONE_OR_SEVERAL:
        words = words.replace(pair[not several], pair[several])
    return words


def _one_of(facts: Iterable[Fact]) -> str:
    return f" at one of {places_text([fact.places[0] for fact in facts])}"


def _places(step: Step) -> set[tuple[Cell, ...]]:
    return {fact.places for fact in step.facts}


def _left(one: Step, two: Step) -> Left:
    """Return the numbers that two steps together leave to the cells of which one of their sentences names the numbers;
    numbers that one of the steps excludes are not among the numbers that were excluded before.
    """
    found = dict[tuple[Cell, ...], LeftNumbers]()
    for at, (numbers, before) in {**one.marks.left, **two.marks.left}.items():
        out = {fact.value for fact in (*one.facts, *two.facts) if fact.places == at and fact.negative}
        kept, was = (tuple(n for n in some if n not in out) for some in (numbers, before))
        found |= {at: LeftNumbers(kept, was)} if kept else {}
    return found


def joined(one: Step, two: Step) -> Step:
    """Return two steps as one with the facts, the reasons and the suppositions of both, whose sentence is that of the
    second.  The first fact is one with a supposition, if there is any.
    """
    ways = (*one.own_ways, *two.own_ways)
    facts = (*(way.fact for way in ways[:1]), *one.facts, *two.facts)
    given = tuple(dict.fromkeys((*one.given, *two.given)))
    clues = tuple(sorted({*one.clues, *two.clues}))
    stated = [clue for clue, _ in given]
    return replace(
        two,
        first=one.first or one.number,
        facts=tuple(dict.fromkeys(facts)),
        trail=ways[0].trail if ways else (),
        ways=ways[1:],
        at_once=(*one.at_once, *two.at_once),
        uses=tuple(dict.fromkeys((*one.uses, *two.uses))),
        further=tuple(dict.fromkeys((*one.further, *two.further))),
        clues=clues,
        stated=sum(clue in stated for clue in clues),
        rules=tuple(dict.fromkeys((*one.rules, *two.rules))),
        smallest="found" if one.is_doubtful or two.is_doubtful else "proved",
        known=tuple(dict.fromkeys((*one.known, *two.known))),
        given=given,
        noted=tuple(dict.fromkeys((*one.noted, *two.noted))),
        marks=two.marks._replace(
            every={**one.marks.every, **two.marks.every},
            before={**two.marks.before, **one.marks.before},
            found_in={**one.marks.found_in, **two.marks.found_in},
            left=_left(one, two),
        ),
    )
