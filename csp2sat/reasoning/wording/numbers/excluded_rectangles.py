"""Steps that exclude rectangles of a number in words: with them another number, or a cell, would have none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ....puzzles.facts import Fact
from ....puzzles.kit.checks import place
from ....puzzles.spec import PUZZLES, Board, Cell
from ...step import Step
from ..fact_words import facts_text
from ..place_words import listed, number_name, places_text
from .rectangle_words import can_be, known_text, with_it

FEW = 4  # rectangles that a sentence excludes, or that it lists for another number


def excluded_phrase(board: Board, step: Step) -> str:
    """Return the words of a step by a few numbers that excludes rectangles of one number after the other, or decides a
    cell: else no rectangle would be left for another number, or no number could have a cell; '' for another step.
    """
    if PUZZLES[board.puzzle].facts.placements is None or step.contradiction or step.kind == "suppose":
        return ""
    texts, known, left = list[str](), [*step.cited], sorted(step.facts, key=lambda fact: fact.negative)
    while left:
        numbers = dict.fromkeys([*(clue.place for clue in step.clues), *(fact.places[1] for fact in left)])
        tried = (_excluded(board, step, number, known, left) for number in numbers)
        found = next((each for each in tried if each[1]), None) or _supposed(board, step, known, left)
        if not found[1]:
            return ""
        own, words, name = found
        facts = with_it(facts_text(board, own), name)
        why = known_text(board, step, step.cited, name) if not texts else ""
        texts.append(f"{words}{why}. So {facts}" if name else f"{facts}: else {words}{why}")
        known += own
        left = [fact for fact in left if fact not in own]
    return ". Then ".join(texts)


def _excluded(
    board: Board, step: Step, number: Cell, known: Sequence[Fact], facts: Sequence[Fact]
) -> tuple[list[Fact], str, str]:
    """Return facts of cells that a number has or does not have, in words why the number does not have the rectangles
    against which the facts speak, and the number in words; the words are '' if the rectangles are many, or the step's
    numbers do not show that.

    known: the facts that hold.  facts: of which those of the number are returned.
    """
    placements, name = PUZZLES[board.puzzle].facts.placements, number_name(board, number)
    left = (placements and placements(board, number, known)) or []
    cells = frozenset[Cell]().union(*left)
    own = [fact for fact in facts if fact.places[1] == number or (not fact.negative and fact.places[0] in cells)]
    ways = [way for way in left if not _agree(own, number, way)]
    every = [number, *(clue.place for clue in step.clues if clue.place != number)]
    ends = {_end(board, every, [*known, *_owned(number, way)]) for way in ways[: FEW + 1]}
    if len(ways) > FEW or len(ends) != 1 or "" in ends:
        return [], "", ""
    which = listed([places_text(sorted(way)) for way in ways], "; ", "; or " if len(ways) > 2 else " or ")
    return own, f"{name} is not {which}: {ends.pop()}", name


def _supposed(board: Board, step: Step, known: Sequence[Fact], facts: Sequence[Fact]) -> tuple[list[Fact], str, str]:
    """Return the first of some facts whose opposite leads to something impossible that has words, these words, and '';
    the words are '' if there is none.

    known: the facts that hold.
    """
    numbers = [clue.place for clue in step.clues]
    for fact in facts:
        if words := _end(board, numbers, [*known, fact._replace(negative=not fact.negative)]):
            return [fact], words, ""
    return [], "", ""


def _agree(facts: Sequence[Fact], number: Cell, way: Collection[Cell]) -> bool:
    """Whether a rectangle of a number has the cells that facts say the number has, and no others of the facts."""
    return all((fact.places[0] in way) == (fact.places[1] == number and not fact.negative) for fact in facts)


def _owned(number: Cell, cells: Collection[Cell]) -> list[Fact]:
    """Return the facts that a number has some cells, without its own cell."""
    return [Fact("region", (cell, number), None) for cell in sorted(cells) if cell != number]


def _end(board: Board, numbers: Sequence[Cell], facts: Sequence[Fact]) -> str:
    """Return in words that facts leave no rectangle to one of some numbers, or no number to a cell, at once or since a
    number could have few rectangles; '' for none.
    """
    if words := _fault(board, numbers, facts):
        return words
    placements = PUZZLES[board.puzzle].facts.placements
    for number in numbers:
        ways = (placements and placements(board, number, facts)) or []
        if 0 < len(ways) <= FEW:
            words = _fault(board, numbers, [*facts, *_owned(number, frozenset.intersection(*ways))])
            if words:
                could = can_be(ways, "would be", "could only be")
                return f"{number_name(board, number)} {could}, and {words}"
    return ""


def _fault(board: Board, numbers: Sequence[Cell], facts: Sequence[Fact]) -> str:
    """Return in words that facts leave no rectangle to one of some numbers, or no number to a cell; '' for none."""
    placements = PUZZLES[board.puzzle].facts.placements
    left = {number: placements(board, number, facts) for number in numbers} if placements else {}
    for number, ways in left.items():
        if ways == []:
            return f"no rectangle would be left for {number_name(board, number)}"
    has = {fact.places[0] for fact in facts if not fact.negative}
    lacks = {fact.places for fact in facts if fact.negative}
    given = PUZZLES[board.puzzle].clues.given_cells(board)
    every = {number: placements(board, number, ()) for number in sorted(given)} if placements else {}
    for cell in board.cells():
        able = [of for of, ways in every.items() if ways is None or any(cell in way for way in ways)]
        able = [of for of in able if (cell, of) not in lacks]
        can = (left.get(of) is None or any(cell in way for way in left[of] or ()) for of in able)
        if cell not in has and cell not in every and not any(can):
            return f"no {PUZZLES[board.puzzle].facts.owner} could have {place(cell)}"
    return ""
