"""New firefly boards: the number and dot of each firefly, and hardly one too many."""

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.generating.boards import generate
from csp2sat.generating.types.firefly import LONGEST, firefly, line, too_long, with_short_lines
from csp2sat.generating.uniqueness import is_unique
from csp2sat.puzzles.kit.arrows import FREE, arrows
from csp2sat.puzzles.kit.checks import drawn_lines
from csp2sat.puzzles.kit.random.branches import towards_the_loop
from csp2sat.puzzles.kit.random.loops import border
from csp2sat.puzzles.spec import PUZZLES

PUZZLE = PUZZLES["firefly"]
LOOP = {(0, 0): (0, 1), (0, 1): (0, 2), (0, 2): (1, 2), (1, 2): (1, 1), (1, 1): (1, 0), (1, 0): (0, 0)}


@pytest.mark.parametrize(
    "cell, flies, value",
    [
        ((0, 0), {(0, 0)}, "3R"),  # a loop of 3 x 2 cells that ends where it starts: its other corners
        ((0, 0), {(0, 0), (0, 2)}, "0R"),
        ((0, 2), {(0, 0), (0, 2)}, "2D"),
        ((1, 1), {(1, 1), (1, 0)}, "0L"),
        ((1, 0), {(1, 1), (1, 0)}, "3U"),
    ],
)
def test_a_firefly_counts_the_turns_to_the_next_one(cell, flies, value):
    assert firefly(LOOP, cell, flies) == value


def test_fireflies_are_added_until_all_lines_are_short(seeds):
    ring = border({(r, c) for r in range(6) for c in range(7)}, 6, 7)
    after = towards_the_loop(drawn_lines(ring, 7, 8))[0]
    for seed in seeds(range(5)):
        flies = with_short_lines(RandomSource(seed), after, {(0, 0)})
        assert (0, 0) in flies and after.keys() >= flies and not too_long(after, flies)
        assert 26 / LONGEST <= len(flies) <= 26 and max(len(line(after, cell, flies)) for cell in flies) <= LONGEST + 1
    assert with_short_lines(RandomSource(1), LOOP, {(0, 0)}) == {(0, 0)}
    assert too_long(after, {(0, 0)}) == [(0, 0)]


def without(board, solution, cell):
    """The board without a firefly on a line, whose turns are then those of the line that ended there; in both ways to
    go along the lines only one fits.
    """
    flies = arrows(board)
    lines = drawn_lines(solution, board.rows, board.cols)
    left = flies.keys() - {cell}
    for after in towards_the_loop(lines):
        values = {each: firefly(after, each, left) for each in sorted(left)}
        if all(values[each][-1] == board.givens[each[0]][each[1]][-1] for each in left):
            return board.with_values({cell: FREE, **values})
    raise AssertionError("no way along the lines")


@pytest.mark.parametrize("rows, cols", [(3, 3), pytest.param(4, 6, marks=pytest.mark.long)])
def test_hardly_a_firefly_on_a_line_can_be_taken_away(rows, cols):
    """One may: a board with fewer fireflies can have solutions less, so that a firefly is needed only beside others."""
    spare = 0
    for seed in range(1, 5):
        board, solution = generate("firefly", rows, cols, seed)
        lines = drawn_lines(solution, rows, cols)
        for cell in arrows(board):
            if len(lines[cell]) == 2 and len(arrows(board)) > 1:
                fewer = without(board, solution, cell)
                assert PUZZLE.broken_rules(fewer, solution) == []
                spare += is_unique(fewer, solution)
    assert spare <= 1
