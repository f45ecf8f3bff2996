"""Parts of a loop at circles of balance: lengths, pairs and contradictions against all lines of small boards."""

import random
import re
from itertools import product

import pytest
from support.chains import chain

from csp2sat.api import problems
from csp2sat.puzzles.deductions.lines.straight_parts import CIRCLE, broken, deduction, lengths, pairs
from csp2sat.puzzles.facts import Deduced, Fact
from csp2sat.puzzles.kit.arrows import DIRECTIONS
from csp2sat.puzzles.kit.checks import place
from csp2sat.puzzles.kit.straight import drawn_arms
from csp2sat.puzzles.types.balance import NAMES
from csp2sat.reasoning.trail_blocks import blocks

ROWS = "w10 - - - - -\n- - - - b w\n- - - - - -\n- - - - - b3\n- - - - w -\n- - - b w2 -\n"
BOARD = f"; Balance Loop Puzzle\nsize 6 6\n{ROWS}"
GO = {word: way for way, word in DIRECTIONS.items()}


def fits(rule, one, other):
    circle = CIRCLE.fullmatch(rule)
    return ((one == other) == (circle[1] == "white")) and circle[2] in (None, str(one + other))


def parts_of(cell, lines):
    """The lengths of both parts of drawn lines at a cell; () if not two lines are there."""
    near = {}
    for u, v in lines:
        near.setdefault(u, set()).add(v)
        near.setdefault(v, set()).add(u)
    found = drawn_arms(near, cell)
    return tuple(found) if len(found) == 2 else ()


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(20))
def test_circles_are_contradicted_just_if_no_lines_fit(seed):
    """Of the edges in the row and column of a circle, each way is tried."""
    rng = random.Random(seed)
    board = problems.loads("; Balance Loop Puzzle\nsize 4 3\n" + "- - - -\n" * 3, "balance").board
    cell = rng.choice(board.cells())
    r, c = cell
    edges = [((r, j), (r, j + 1)) for j in range(3)] + [((i, c), (i + 1, c)) for i in range(2)]
    for _ in range(40):
        rule = rng.choice(
            [*NAMES.values(), *(f"{name} with the number {n}" for name in NAMES.values() for n in (2, 3, 5))]
        )
        facts = [Fact("edge", edge, "line", rng.random() < 0.4) for edge in edges if rng.random() < 0.5]
        known = {fact.places: not fact.negative for fact in facts}
        ways = [dict(zip(edges, way, strict=True)) for way in product((False, True), repeat=5)]
        drawn = [parts_of(cell, [e for e, t in way.items() if t]) for way in ways if way.items() >= known.items()]
        fitting = {parts for parts in drawn if parts and fits(rule, *parts)}
        left = lengths(board, cell, facts)
        assert bool(broken(board, rule, cell, facts)) == (not fitting), (rule, facts)
        assert {tuple(sorted(n for _, n in pair)) for pair in pairs(rule, left)} == {*map(tuple, map(sorted, fitting))}
        why = deduction(board, Deduced([(rule, cell)], [], facts))
        if found := re.search(r"only the ways (\w+) and (\w+) are open", why):
            assert {found[1], found[2]} == {word for way, word in DIRECTIONS.items() if max(left[way])}


def test_lengths_in_steps():
    """The pairs that fit and the lengths in contradictions are named with the circle, in steps and suppositions."""
    steps, seen = chain(BOARD), []
    for step in steps:
        for text in (step.text, *blocks(steps.board, step)):
            if found := re.search(r"only (\d.*?) fit the (.*?) at (row \d+, column \d+)", text):
                circle = CIRCLE.fullmatch(found[2])
                named = [[*map(int, re.findall(r"\d+", pair))] for pair in found[1].split(", or ")]
                assert all(fits(circle[0], *pair) for pair in named) and 0 < len(named) <= 3
                assert any(place(clue.place) == found[3] and clue.text == found[2] for clue in step.clues)
                seen.append("fit")
            seen += re.findall(r"cannot (be equal|differ)", text)
    assert {*seen} == {"fit", "be equal", "differ"}
    first = steps[0].text
    assert first.endswith(": only 5 down and 5 right fit the white circle with the number 10 at row 1, column 1.")
