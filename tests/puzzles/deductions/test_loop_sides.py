"""The sides of a loop and capes in sentences of steps, each computed again from the board and the known facts."""

import re

import pytest
from support.chains import chain
from support.named_places import cells_of

import csp2sat
from csp2sat.puzzles.deductions.lines.loop_sides import RULE, why
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.variables import around
from csp2sat.reasoning.trail_blocks import blocks

CASTLE_ROWS = (
    "- - - - - -",
    "- - w1D w1R - -",
    "- w0U w1R - - -",
    "- w0D - - w0R -",
    "- - - - - -",
    "- - - - - b3L",
)
CASTLE = "; Castle Wall Puzzle\nsize 6 6\n" + "\n".join(CASTLE_ROWS) + "\n"
CAPES = "; Nurimisaki Puzzle\nsize 6 6\n- ? - - ? -\n- - - - - -\n- ? - - - -\n4 - - - - -\n- - - - - 5\n2 - - - ? -\n"
EDGE = "the edge of the board"
POINT = r"the middle of rows (\d+) and \d+, columns (\d+) and \d+"


def between(one, other):
    """The edge between two middles of four cells, by their upper left cells, or between one and the edge (None)."""
    (r, c), size = one, 5
    sides = {
        (r - 1, c): ((r, c), (r, c + 1)),
        (r + 1, c): ((r + 1, c), (r + 1, c + 1)),
        (r, c - 1): ((r, c), (r + 1, c)),
        (r, c + 1): ((r, c + 1), (r + 1, c + 1)),
    }
    return [sides[other]] if other else [edge for (i, j), edge in sides.items() if {i, j} & {-1, size}]


def test_points_outside_and_clues_beside_them():
    """Each point is outside as no line parts it from the edge, or from a point before; the white clue touches it."""
    steps, seen, gaps = chain(CASTLE), 0, set()
    for step in steps:
        out, supposed = set(), {fact.places for fact in step.facts[:1] if not fact.negative}
        for text in blocks(steps.board, step):
            assert "outside the loop: inside" not in text
            if found := re.search(rf"{POINT} is outside the loop: no line parts it from (.*)", text):
                at, other = (int(found[1]) - 1, int(found[2]) - 1), re.fullmatch(POINT, found[3])
                beyond = (int(other[1]) - 1, int(other[2]) - 1) if other else None
                assert (found[3] == EDGE or beyond in out) and {*between(at, beyond)} & (gaps | supposed)
                out.add(at)
            if found := re.search(r"the white cell at row (\d+), column (\d+) would be outside the loop", text):
                r, c = int(found[1]) - 1, int(found[2]) - 1
                assert steps.board.givens[r][c][0] == "w" and out & {(r - i, c - j) for i in (0, 1) for j in (0, 1)}
                seen += 1
        gaps |= {fact.places for fact in step.facts if fact.negative}
    assert seen > 2


LINE, GAP = (Fact("edge", ((0, 0), (0, 1)), "line", each) for each in (False, True))
IN, OUT = (Fact("hidden", (), "_in_0_0", each) for each in (False, True))
BESIDE = Fact("hidden", (), "_in_1_0")
BELOW = Fact("edge", ((1, 0), (1, 1)), "line")
WHY = [
    ([GAP], [OUT], f"no line parts it from {EDGE}"),
    ([LINE], [IN], f"a line parts it from {EDGE}"),
    ([GAP], [IN], ""),
    ([BELOW, BESIDE], [OUT], "a line parts it from the middle of rows 2 and 3, columns 1 and 2"),
    ([IN], [LINE], "the edge is between the inside and the outside"),
    ([OUT], [GAP], "both sides of the edge are outside the loop"),
    ([], [LINE], ""),
]


@pytest.mark.parametrize("known, new, words", WHY)
def test_sides_of_points_and_edges(known, new, words):
    board = csp2sat.loads("; Castle Wall Puzzle\nsize 4 4\n" + "- - - -\n" * 4).board
    assert why(board, RULE, known, new) == words


def test_cells_that_would_be_capes():
    steps, seen = chain(CAPES), 0
    board = steps.board
    for step in steps:
        if found := re.search(r"else (it|row \d+, column \d+) would be a cape without a circle", step.text):
            shaded = {fact.places[0]: not fact.negative for fact in step.known}
            shaded |= dict.fromkeys(board.filled(), False) | {fact.places[0]: fact.negative for fact in step.facts}
            (cape,) = cells_of(found[1]) if found[1] != "it" else [step.facts[0].places[0]]
            assert cape not in board.filled() and shaded[cape] is False
            assert sorted(shaded[near] for near in around(board, cape))[:2].count(False) == 1
            seen += 1
        assert "no cape without circle" not in step.text
    assert seen > 3
