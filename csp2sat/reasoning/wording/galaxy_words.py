"""Steps about galaxies in words: the cells in which stars lie, how far a galaxy gets, the only one left for a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...puzzles.facts import Fact
from ...puzzles.spec import PUZZLES, Board
from ..step import Step
from .fact_words import facts_text
from .place_words import listed, places_text, regions_of

ONE_STAR = re.compile(r"one star has the cell at (row \d+, column \d+)")
OWN = "the star lies there"
IN_NO_OTHER = (
    "a cell of one galaxy is in no other, and so the cell opposite to it at another star is not in that star's galaxy"
)


def galaxy_phrase(board: Board, step: Step) -> str:
    """Return the words of a step about the galaxy of one star, or about the galaxies that may have a cell; '' for
    another step.
    """
    if PUZZLES[board.puzzle].facts.opposite is None or step.contradiction or step.weight != 1:
        return ""
    facts, known = step.facts, step.cited
    if step.rules:
        name = ONE_STAR.fullmatch(step.rules[0].name)
        is_last = name and [fact.negative for fact in facts] == [False] and all(fact.negative for fact in known)
        return f"{facts_text(board, facts)}: {_only(board, name[1], known)}" if name and is_last else ""
    if not known and not any(fact.negative for fact in facts):
        return f"{facts_text(board, facts)}: {OWN}"
    if not all(fact.negative for fact in (*facts, *known)) or len(regions_of(board, (*facts, *known))) > 1:
        return ""
    there = "there" if len(facts) == 1 else "to any of these"
    return f"{facts_text(board, facts)}: the galaxy cannot get {there}{_without(board, known)}"


def is_of_another(board: Board, step: Step) -> bool:
    """Whether a step says only that a cell of one galaxy is in no other galaxy."""
    is_region = PUZZLES[board.puzzle].facts.opposite is not None and step.weight == 1 and bool(step.rules)
    is_out = bool(step.facts) and all(fact.negative for fact in step.facts)
    return is_region and is_out and [fact.negative for fact in step.cited] == [False]


def _only(board: Board, cell: str, known: Sequence[Fact]) -> str:
    """Return in words that a cell has one galaxy left; known: that it is not in others."""
    stars = [f"at {star}" for star in regions_of(board, sorted(known, key=lambda fact: fact.places[1]))]
    galaxies = "the galaxies of the stars" if len(stars) > 1 else "the galaxy of the star"
    why = f", since it is not in {galaxies} {listed(stars, ', ', ', and ')}" if stars else ""
    return f"no other galaxy can have {cell}{why}"


def _without(board: Board, known: Sequence[Fact]) -> str:
    """Return in words which cells a galaxy does not have; known: facts about that galaxy alone."""
    cells = sorted(set[tuple[int, int]]().union(*regions_of(board, known).values()))
    return f", since {places_text(cells)} are not in it" if cells else ""
