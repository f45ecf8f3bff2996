"""The default maker: boards without clues, solutions as they are written for a board, changes of boards."""

import pytest

from csp2sat.base.portable_random import RandomSource
from csp2sat.generating.from_clues import blank_givens, board_without_clues
from csp2sat.generating.makers import MAKERS, MAKINGS
from csp2sat.puzzles.kit.random.changes import other_rooms, other_shading, single_cells
from csp2sat.puzzles.kit.random.paths import long_way, path_of_a_king
from csp2sat.puzzles.kit.random.rooms import with_room_counts
from csp2sat.puzzles.spec import PUZZLES, Board


@pytest.mark.sample(3)
@pytest.mark.parametrize("puzzle", list(MAKINGS))
def test_boards_without_clues_are_boards_of_their_kind(puzzle):
    rows, cols = MAKERS[puzzle].usual_size()
    empty = board_without_clues(RandomSource(1), puzzle, MAKINGS[puzzle], rows, cols)
    if not empty.givens or puzzle == "nurimaze":  # its S and G are no clues that it could be without
        return
    PUZZLES[puzzle].check(empty)
    assert (empty.rows, empty.cols) == (rows, cols)
    assert PUZZLES[puzzle].clues.optional(empty) == []


def test_blank_givens_of_sections():
    form = PUZZLES["futoshiki"].form
    assert blank_givens(form, 0, 2, 3) == {"grid": [[0, 0, 0], [0, 0, 0]], "h": ["..", ".."], "v": ["..."]}
    assert blank_givens(PUZZLES["creek"].form, ".", 1, 2) == ["...", "..."]
    assert blank_givens(PUZZLES["nonogram"].form, ".", 1, 2) == {"rows": [[]], "cols": [[], []]}


def test_a_puzzle_has_one_way_to_be_made():
    assert not set(MAKINGS) & {name for name in MAKERS if MAKINGS.get(name) is None}
    assert len(set(MAKERS)) == len(list(MAKERS))


def test_areas_are_numbered_in_the_order_of_their_numbers():
    board = Board("shikaku", 2, 3, [[0, 0, 2], [4, 0, 0]])
    assert PUZZLES["shikaku"].rewritten(board, [[0, 0, 1], [0, 0, 1]]) == [[1, 1, 0], [1, 1, 0]]


def test_black_cells_have_the_numbers_of_the_board():
    board = Board("str8ts", 2, 2, {"grid": [[0, 0], [0, 1]], "black": [".#", "##"]})
    assert PUZZLES["str8ts"].rewritten(board, [[2, 1], [1, 2]]) == [[2, 0], [0, 1]]


def test_one_cell_changes_its_shading():
    def numbered(random, board, solution):
        return Board("mosaic", 1, 3, solution)

    board, solution = other_shading(numbered)(RandomSource(1), Board("mosaic", 1, 3, ["..."]), [".#."], [(0, 2)])
    assert board.givens == solution == [".##"]


def test_rooms_that_do_not_change_keep_their_clues():
    board = Board("kenken", 2, 2, {"regions": [[0, 0], [1, 1]], "clues": ["old", "old"]})

    def clued(random, board, solution):
        return Board("kenken", 2, 2, {**board.givens, "clues": ["new"] * (1 + max(map(max, board.givens["regions"])))})

    changed, _ = single_cells(clued)(RandomSource(1), board, [[1, 2], [2, 1]], [(1, 1)])
    assert changed.givens == {"regions": [[0, 0], [1, 2]], "clues": ["old", "new", "new"]}


def test_changed_rooms_have_their_counts(seeds):
    solution = ["#.#.", ".###", "##.#", "#.##"]
    board = with_room_counts(RandomSource(1), Board("aqre", 4, 4, {"regions": [[0, 0, 1, 1]] * 4}), solution)
    assert board.givens["clues"] == [5, 6]
    for seed in seeds(range(20)):
        changed, same = other_rooms(with_room_counts, 8)(RandomSource(seed), board, solution, board.cells())
        PUZZLES["aqre"].check(changed)
        assert same == solution
        assert sum(changed.givens["clues"]) == 11


def test_paths(seeds):
    for seed in seeds(range(5)):
        grid = path_of_a_king(RandomSource(seed), 4, 5)
        assert PUZZLES["hidoku"].broken_rules(Board("hidoku", 4, 5, [[0] * 5] * 4), grid) == []
    assert path_of_a_king(RandomSource(1), 1, 1) == [[1]]
    tree = {(0, 0), (0, 1), (0, 2), (1, 1)}
    assert len(long_way(RandomSource(1), tree)) == 3
