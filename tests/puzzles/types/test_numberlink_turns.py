"""Numberlink's canonical lines: a turn or a bump that no number is inside of is excluded by one short clause."""

from support.numberlink_boards import board_of

from csp2sat.model.expr import any_of
from csp2sat.puzzles.kit.refining.numberlink_paths import DOWN, Paths, bumps, crowded, turns
from csp2sat.puzzles.kit.variables import EAST, NORTH, SOUTH, WEST


def never(paths, *edges):
    """The clause that not all of these edges are used."""
    return any_of([~paths.line[edge] for edge in edges])


def test_a_turn_without_a_number_along_its_diagonal_is_excluded():
    paths = Paths(board_of("---1", "----", "--2-", "12--"))
    found = set(turns(paths, DOWN))
    for cell, side, is_excluded in [
        ((0, 0), EAST, False),  # 2 is two cells away
        ((1, 1), EAST, False),  # 2 is the next cell
        ((0, 1), EAST, True),  # (1, 2) and (2, 3) have no number
        ((0, 2), WEST, True),
        ((1, 2), WEST, False),  # 1 is in the corner
        ((1, 3), WEST, False),
    ]:
        assert (never(paths, (cell, SOUTH), (cell, side)) in found) == is_excluded, (cell, side)


def test_a_bump_without_a_number_in_the_triangle_above_is_excluded():
    paths = Paths(board_of("-1---1-", "---2---", "-------", "----2--"))
    found = set(bumps(paths))

    def is_excluded(r, left, right):
        base = [((r, c), EAST) for c in range(left, right)]
        return never(paths, *base, ((r, left), NORTH), ((r, right), NORTH)) in found

    assert is_excluded(2, 0, 3)  # 2 is above its end
    assert not is_excluded(2, 0, 4)  # 2 is above (2, 3), which is inside
    assert not is_excluded(2, 2, 4)
    assert is_excluded(2, 3, 6)
    assert is_excluded(3, 1, 4)  # 2 is two rows above: from column 1 to 5
    assert not is_excluded(3, 1, 5)
    assert is_excluded(3, 2, 6)
    assert not is_excluded(1, 4, 6)  # 1 is above, in between


def test_the_sweep_begins_at_the_nearest_corner_and_rather_at_the_bottom():
    assert crowded(board_of("1--2", "----", "----", "2--1")) == (3, 3)
    assert crowded(board_of("1---", "----", "----", "1---")) == (3, 0)
    assert crowded(board_of("-11-", "----", "----", "----")) == (0, 3)
    assert crowded(board_of("11--", "----", "----", "----")) == (0, 0)
