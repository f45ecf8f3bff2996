"""Sentences of dominosa say what dominoes are and why, and each reason is true of what is known then."""

import re

import pytest
from support.chains import chain, generated
from support.named_places import cells_of

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.step import Step

NO_CELL = re.compile(r": (row \d+, column \d+) has no other cell left to be a domino with, ")
NO_PLACE = re.compile(r": no other place is left for the domino (\d+)-(\d+)\b")


def open_pairs(board, known):
    """Return the pairs of neighbours that may still be a domino by known facts."""
    pairs = [((r, c), there) for r, c in board.cells() for there in ((r, c + 1), (r + 1, c)) if board.has(there)]
    return [pair for pair in pairs if Fact("edge", pair, "border") not in known]


def faults(board, step: Step, known: set[Fact]):
    """Yield what a sentence says wrongly of the known facts that the sentence cites."""
    left = open_pairs(board, {*step.cited})
    if found := NO_CELL.search(step.text):
        (cell,) = cells_of(found[1])
        if [pair for pair in left if cell in pair] != [fact.places for fact in step.facts]:
            yield step.text
    if found := NO_PLACE.search(step.text):
        numbers = sorted(map(int, found.groups()))
        if [pair for pair in left if sorted(board.givens[r][c] for r, c in pair) == numbers] != [step.facts[0].places]:
            yield step.text
    if "no border" in step.text or not known.issuperset(step.known):
        yield step.text


@pytest.mark.parametrize("seed", range(3))
def test_why_two_cells_are_a_domino(seed):
    board = generated("dominosa", 6, 7, seed)
    known, wrong, seen = set[Fact](), list[str](), set[bool]()
    for step in chain(board):
        wrong += faults(board, step, known)
        seen |= {pattern is NO_CELL for pattern in (NO_CELL, NO_PLACE) if pattern.search(step.text)}
        known |= {*step.facts}
    assert wrong == [] and seen


BOARD = "; Dominosa Puzzle\nsize 3 2\n0 1 0\n1 1 0\n"


@pytest.mark.parametrize(
    "rule, dominoes, borders, words",
    [
        ("row 1, column 1 is in one domino", [], [((0, 0), (0, 1)), ((0, 0), (1, 0))], "X is in no domino"),
        ("row 1, column 1 is in one domino", [((0, 0), (0, 1)), ((0, 0), (1, 0))], [], "X is in two dominoes"),
        ("one domino 0-0", [], [((0, 2), (1, 2))], "the domino 0-0 has no place left"),
        ("one domino 0-1", [((0, 0), (0, 1)), ((0, 0), (1, 0))], [], "the domino 0-1 is there twice"),
        ("one domino 0-1", [], [((0, 0), (0, 1))], ""),
        ("another rule", [], [], ""),
    ],
)
def test_how_a_rule_of_dominoes_is_broken(rule, dominoes, borders, words):
    board = csp2sat.loads(BOARD).board
    facts = [Fact("edge", pair, "border", pair in dominoes) for pair in (*dominoes, *borders)]
    assert PUZZLES["dominosa"].facts.why(board, rule, facts, []) == words.replace("X", "row 1, column 1")
