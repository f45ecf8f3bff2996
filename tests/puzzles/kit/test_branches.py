"""Random connected lines with one loop, and the two ways to go along them."""

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.puzzles.kit.checks import drawn_lines, groups, neighbours
from csp2sat.puzzles.kit.random.branches import USED, branches_with_a_loop, random_tree, towards_the_loop

SIZES = [(2, 2), (2, 7), (3, 3), (4, 5), (8, 8)]


def number_of_edges(lines):
    return sum(map(len, lines.values())) // 2


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 5), *SIZES])
def test_trees_are_connected_without_a_loop_and_use_enough_cells(rows, cols, seeds):
    cells = {(r, c) for r in range(rows) for c in range(cols)}
    for seed in seeds(range(10)):
        tree = random_tree(RandomSource(seed), cells)
        assert USED * len(cells) <= len(tree) and cells.issuperset(tree)
        assert len(groups(tree)) == 1 and number_of_edges(tree) == len(tree) - 1
        assert all(near in neighbours(cell) for cell in tree for near in tree[cell])


@pytest.mark.parametrize("rows, cols", SIZES)
def test_lines_are_connected_with_one_loop(rows, cols, seeds):
    drawn = [branches_with_a_loop(RandomSource(seed), rows, cols) for seed in seeds(range(10))]
    found = [drawn_lines(each, rows, cols) for each in drawn if each is not None]
    assert found
    for lines in found:
        assert len(groups(lines)) == 1 and number_of_edges(lines) == len(lines)


def test_a_single_row_has_no_loop(seeds):
    for seed in seeds(range(5)):
        assert branches_with_a_loop(RandomSource(seed), 1, 6) is None


def test_branches_lead_into_the_loop_which_goes_round_in_two_ways():
    # (0,0)-(0,1)-(0,2)   a loop of four cells, and a branch of two from its corner (0,1)
    #         |     |
    #       (1,1)-(1,2)
    lines = drawn_lines({"h": ["110", "010"], "v": ["0110"]}, 2, 4)
    branch = {(0, 0): (0, 1)}
    round_one_way = {(0, 1): (0, 2), (0, 2): (1, 2), (1, 2): (1, 1), (1, 1): (0, 1)}
    assert towards_the_loop(lines) == [
        branch | round_one_way,
        branch | {there: here for here, there in round_one_way.items()},
    ]


@pytest.mark.parametrize("rows, cols", SIZES)
def test_both_ways_go_along_every_line_once(rows, cols, seeds):
    for seed in seeds(range(10)):
        drawn = branches_with_a_loop(RandomSource(seed), rows, cols)
        lines = drawn and drawn_lines(drawn, rows, cols)
        for after in towards_the_loop(lines) if lines else ():
            assert after.keys() == lines.keys()
            assert {frozenset(each) for each in after.items()} == {
                frozenset((here, there)) for here in lines for there in lines[here]
            }
