"""Steps of sashigane: corners and ways in arms, and sentences whose claims are computed anew from the cited facts."""

import re
from itertools import product

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.puzzles.spec import Board, Cell
from csp2sat.puzzles.types import sashigane
from csp2sat.reasoning.step import Step

VALUES = ("a corner", "arm up", "arm down", "arm left", "arm right")
TO = {"arm up": (-1, 0), "arm down": (1, 0), "arm left": (0, -1), "arm right": (0, 1)}
SIGNS = dict(zip("UDLR", VALUES[1:], strict=True))
DRAWN = dict(zip("↑↓←→", VALUES[1:], strict=True))
WORDS = {"up": (-1, 0), "down": (1, 0), "to the left": (0, -1), "to the right": (0, 1)}
AXES = {"above or below": ((-1, 0), (1, 0)), "to the left or right": ((0, -1), (0, 1))}
AT = r"row (\d+), column (\d+)"
ON, INTO = re.compile(rf"as (.), its arm would not go on at {AT}"), re.compile(rf"run into the arrow at {AT}")
NO_ARM = re.compile("a corner there would have no arm (above or below|to the left or right)")
HAS_ARM = re.compile(rf"the corner at {AT} has an arm (above or below|to the left or right)")
GOES_ON = re.compile(rf"the arm at {AT} goes on there")
LENGTHS = re.compile(rf"by the number (\d+) at {AT}: the arms of the L can only go (.*?)(?=, (?:since|but) |\.$)")
LENGTH = re.compile(r"(\d+) (up|down|to the left|to the right)")


@pytest.mark.parametrize(
    "givens", ["... ...", "o.. ...", ".... .D..", "3.. ..D", "..4 ... L..", ".L. ..o .5.", ".. ..", "..U .o. o.."]
)
def test_the_model_for_steps_has_the_solutions_of_the_rules(givens: str) -> None:
    rows = [list(row) for row in givens.split()]
    board = Board("sashigane", len(rows), len(rows[0]), rows)
    m = sashigane.finer(board)
    found = list[object]()
    for values in product(*m.ints.values()):
        answer = Answer(dict(zip(m.ints, values, strict=True)), {})
        if all(evaluate(each.formula, answer) for each in m.constraints):
            found.append(sashigane.solution(board, answer))
            assert sashigane.rule_faults(board, found[-1]) == []
            assert sashigane.step_values(board, found[-1]) == answer
    assert sorted(map(str, found)) == sorted(str(each) for each in csp2sat.solutions(board))


def left_by(board: Board, step: Step) -> dict[Cell, set[str]]:
    """The values that the signs and the facts of a step's sentence leave to each cell."""
    left = dict[Cell, set[str]]()
    for r, c in board.cells():
        sign = board.givens[r][c]
        left[r, c] = {*VALUES} if sign == "." else {SIGNS.get(sign, "a corner")}
        left[r, c] -= {value for value, (down, across) in TO.items() if not board.has((r + down, c + across))} - (
            {SIGNS[sign]} if sign in SIGNS else set()
        )
    for fact in step.read.cited:
        (at,) = fact.places
        left[at] = {value for value in left[at] if (value == fact.value) != fact.negative}
    return left


def points(left: dict[Cell, set[str]], cell: Cell, way: Cell) -> bool:
    """Whether the neighbour on a way may point to a cell."""
    to = next(value for value, (down, across) in TO.items() if (-down, -across) == way)
    return to in left.get((cell[0] + way[0], cell[1] + way[1]), ())


def arms_left(left: dict[Cell, set[str]], cell: Cell, size: int) -> set[tuple[tuple[int, str], ...]]:
    """The lengths of two arms of a corner with words for their ways, by walking over all cells around."""
    found = set()
    for (one, other), count in product(product(("up", "down"), ("to the left", "to the right")), range(1, size - 1)):
        lengths = {one: count, other: size - 1 - count}
        fits = True
        for words, (down, across) in WORDS.items():
            back = next(value for value, way in TO.items() if way == (-down, -across))
            for k in range(lengths.get(words, 0) + 1):
                there = left.get((cell[0] + (k + 1) * down, cell[1] + (k + 1) * across), {"edge"})
                fits = fits and (back in there if k < lengths.get(words, 0) else there != {back})
        if fits:
            found.add(tuple((lengths[words], words) for words in (one, other)))
    return found


def place(row: str, column: str) -> Cell:
    return int(row) - 1, int(column) - 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sentences_say_what_the_cited_facts_leave(seed: int) -> None:
    board, seen = generated("sashigane", 6, 6, seed), 0
    for step in chain(board):
        left, cells = left_by(board, step), {fact.places[0] for fact in step.facts}
        assert not re.search(r"\barm (up|down|left|right)|\bsign\b|is in an L", step.text), step.text
        if step.trail:
            continue
        for arrow, *at in ON.findall(step.text):
            down, across = TO[DRAWN[arrow]]
            there = place(*at)
            assert cells == {(there[0] - down, there[1] - across)} and not left[there] & {DRAWN[arrow], "a corner"}
        for at in INTO.findall(step.text):
            assert left[place(*at)] <= {*TO} and board.givens[place(*at)[0]][place(*at)[1]] in SIGNS
        for axis in NO_ARM.findall(step.text):
            assert not any(points(left, cell, way) for cell in cells for way in AXES[axis]), step.text
        for *at, axis in HAS_ARM.findall(step.text):
            assert left[place(*at)] == {"a corner"}, step.text
            (only,) = (way for way in AXES[axis] if points(left, place(*at), way))
            assert cells == {(place(*at)[0] + only[0], place(*at)[1] + only[1])}
        for at in GOES_ON.findall(step.text):
            (value,) = left[place(*at)]
            assert cells == {(place(*at)[0] + TO[value][0], place(*at)[1] + TO[value][1])}
        for size, row, column, ways in LENGTHS.findall(step.text):
            said = {tuple((int(n), way) for n, way in LENGTH.findall(some)) for some in ways.split(", or ")}
            assert said == arms_left(left, place(row, column), int(size)), step.text
        found = (ON, INTO, NO_ARM, HAS_ARM, GOES_ON, LENGTHS)
        seen += any(each.search(step.text) for each in found)
    assert seen > len(chain(board)) / 3


def test_the_text_says_what_arrows_in_sentences_are() -> None:
    from csp2sat.reasoning.wording.place_words import legend

    steps = chain(generated("sashigane", 6, 6, 1))
    assert legend(step.text for step in steps) == (
        "A cell that is ↑, ↓, ← or → is in an arm, and the corner of its L lies that way."
    )
    assert legend([steps[0].text for step in steps]) in steps.to("html")
