"""Heyawake: the model against the checker of the rules, over all shadings of tiny boards; rooms."""

import random
from itertools import combinations, islice, product

import pytest
from support.boards import random_rooms, shadings
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

import csp2sat
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.kit.checks import neighbours
from csp2sat.puzzles.kit.rooms import check, most_apart, rooms, too_few_apart
from csp2sat.puzzles.kit.variables import shading_values
from csp2sat.puzzles.spec import Board, CellError
from csp2sat.puzzles.types.heyawake import PUZZLE, model

broken_rules = PUZZLE.broken_rules

picture = PUZZLE.picture


def heyawake(regions, clues):
    """regions: rows of digits."""
    return Board(
        "heyawake", len(regions), len(regions[0]), {"regions": [list(map(int, row)) for row in regions], "clues": clues}
    )


def is_board(board):
    try:
        check(board)
    except CellError:
        return False
    return True


def boards(rows, cols):
    """All divisions into rooms, each with no, and with one random choice of clues."""
    rng = random.Random(rows * 10 + cols)
    for cells in product("0123456789"[: rows * cols], repeat=rows * cols):
        regions = ["".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)]
        count = 1 + max(map(int, cells))
        board = heyawake(regions, [None] * count)
        if is_board(board):
            yield board
            yield heyawake(regions, [rng.choice((None, 0, 1, 2)) for _ in range(count)])


@pytest.mark.parametrize("rows, cols, count", [(1, 1, 1), (1, 2, 2), (2, 2, 12), (1, 4, 8), (4, 1, 8), (1, 5, 16)])
def test_model_and_rules_agree_on_every_shading_of_every_division(rows, cols, count):
    found = list(boards(rows, cols))
    assert len(found) == 2 * count
    answers = [shading_values(found[0], each) for each in shadings(rows, cols)]
    counts = [assert_model_and_rules_agree(board, answers) for board in found]
    assert max(counts) > 1


def random_board(rows, cols, rng):
    """Random rooms with some clues."""
    regions = random_rooms(rows, cols, rng)
    return heyawake(regions, [rng.choice((None, None, 0, 1, 1, 2)) for _ in range(1 + max(map(max, regions)))])


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(2, 3), (3, 3), (4, 3), (2, 6), (1, 9), (9, 1)])
def test_the_encoder_finds_all_solutions(rows, cols):
    rng = random.Random(rows * 10 + cols)
    counts = []
    every = list(shadings(rows, cols))
    for _ in range(5):
        board = random_board(rows, cols, rng)
        expected = [each for each in every if not broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)
        counts.append(len(expected))
    assert max(counts) > 1


def test_some_boards_have_none_one_and_many_solutions():
    rng = random.Random(4)
    counts = [len(all_solutions(random_board(4, 4, rng))) for _ in range(60)]
    assert min(counts) == 0 and 1 in counts and max(counts) > 1


def test_a_line_may_come_into_a_room_again():
    assert sorted(all_solutions(heyawake(["010", "000"], [0, None]))) == [[".#.", "..."]]
    assert [".....", "....."] in all_solutions(heyawake(["00111", "00111"], [None, None]))
    assert all_solutions(heyawake(["012"], [0, 0, 0])) == []


def test_too_many_shaded_cells():
    assert all_solutions(heyawake(["00", "00"], [3])) == []
    assert all_solutions(heyawake(["00", "00"], [9])) == []


def test_values_are_those_of_the_solution():
    board = heyawake(["011", "011"], [1, None])
    values = PUZZLE.values(board, ["#..", ".#."])
    assert PUZZLE.solution(board, values) == ["#..", ".#."]
    assert values.bools.keys() == model(board).bools.keys() and not values.ints


def test_origins():
    rules = [str(constraint.origin) for constraint in model(heyawake(["011"], [1, None])).constraints]
    assert rules == [
        "room with 1 shaded cell at row 1, column 1",
        "no unshaded line through three rooms",
        "no two shaded cells side by side",
        "unshaded cells are connected",
    ]


FAULTS = {
    "right": (["#.", ".."], []),
    "numbers": (
        ["..", "#."],
        [
            "the room at row 1, column 1 has 0 shaded cells; expected 1",
            "the room at row 2, column 1 has 1 shaded cells; expected 0",
        ],
    ),
    "touching": (
        ["##", ".."],
        [
            "the room at row 1, column 1 has 2 shaded cells; expected 1",
            "shaded cells touch, at row 1, column 1 and at row 1, column 2",
        ],
    ),
    "parted": (
        ["#.", ".#"],
        [
            "the room at row 2, column 1 has 1 shaded cells; expected 0",
            "the cells that are not shaded fall into 2 parts, at row 1, column 2; row 2, column 1",
        ],
    ),
    "other size": (["..."], ["the solution is no list of 2 strings"]),
    "no strings": ([[".", "."], [".", "."]], ["the solution, row 1, is no string of 2 characters # or ."]),
}


@pytest.mark.parametrize("solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(solution, faults):
    assert broken_rules(heyawake(["00", "11"], [1, 0]), solution) == faults


@pytest.mark.parametrize(
    "solution, faults",
    [
        (["......"], ["the unshaded line from row 1, column 1 to row 1, column 6 goes through 4 rooms"]),
        (["#....."], ["the unshaded line from row 1, column 2 to row 1, column 6 goes through 4 rooms"]),
        (["....#."], ["the unshaded line from row 1, column 1 to row 1, column 4 goes through 3 rooms"]),
    ],
)
def test_what_is_wrong_with_a_line(solution, faults):
    board = heyawake(["001233"], [None] * 4)
    parted = [fault for fault in broken_rules(board, solution) if "parts" not in fault]
    assert parted == faults
    column = heyawake([[str(cell)] for cell in board.givens["regions"][0]], [None] * 4)
    swapped = [fault.replace("row 1, column ", "row ") for fault in faults]
    found = [
        fault.replace(", column 1", "") for fault in broken_rules(column, list(solution[0])) if "parts" not in fault
    ]
    assert found == swapped


def test_rooms():
    assert rooms(heyawake(["011", "001"], [None, None])) == [[(0, 0), (1, 0), (1, 1)], [(0, 1), (0, 2), (1, 2)]]


def test_drawing():
    board = heyawake(["0112", "0332"], [None, 1, 12, 0])
    assert ascii.draw(picture(board)).split("\n") == [
        "+----+-------+----+",
        "|  . |  1  . | 12 |",
        "|    +-------+    |",
        "|  . |  0  . |  . |",
        "+----+-------+----+",
    ]
    assert ascii.draw(picture(board, ["..#.", "#..."])).split("\n")[1:4:2] == [
        "|  . |  1 ## | 12 |",
        "| ## |  0  . |  . |",
    ]


def test_how_many_cells_are_apart():
    """As many as trying all choices finds."""
    for size in range(1, 9):
        for cells in islice(combinations(product(range(3), range(3)), size), 0, None, 3):
            choices = (set(chosen) for count in range(size, 0, -1) for chosen in combinations(cells, count))
            best = next(chosen for chosen in choices if not any(chosen.intersection(neighbours(at)) for at in chosen))
            assert most_apart(set(cells)) == len(best)


def test_a_room_says_how_many_shaded_cells_fit():
    board = csp2sat.loads("; Heyawake Puzzle\nsize 3 2\nregions\n0 0 0\n1 1 1\nclues\n2 -\n").board
    rule = "room with 2 shaded cells, no two side by side"
    gone, below = Fact("cell", ((0, 0),), "#", True), Fact("cell", ((1, 0),), "#")
    said = "only 1 of the 2 shaded cells of the room of row 1, column 1 would fit, no two side by side"
    assert (
        too_few_apart(board, rule, (0, 0), [gone])
        == said
        == too_few_apart(board, "room with 2 shaded cells", (0, 0), [gone])
    )
    assert too_few_apart(board, rule, (0, 0), [below]) == said
    assert too_few_apart(board, rule, (0, 0), [gone._replace(negative=False)]) == ""
    two = [gone, gone._replace(places=((0, 1),))]
    assert too_few_apart(board, "room with 2 shaded cells", (0, 0), two) == "", "the number of places says it"
    assert too_few_apart(board, "no two shaded cells side by side", (0, 0), two) == ""
    none = [Fact("cell", ((1, c),), "#") for c in range(3)]
    one = "room with 1 shaded cell"
    assert (
        too_few_apart(board, one, (0, 0), none) == "no place is left for the shaded cell of the room of row 1, column 1"
    )
