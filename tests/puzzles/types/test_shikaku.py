"""Shikaku: the model against the checker of the rules, over all ways to divide tiny boards."""

import random
from functools import cache
from itertools import product

import pytest
from support.oracle import enumerate_answers
from support.puzzle_rules import all_solutions

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.model.meaning import broken_constraints
from csp2sat.puzzles.deductions.areas.number_rectangles import Box, beyond, box_around, reach
from csp2sat.puzzles.deductions.areas.number_rectangles import boxes as rectangles
from csp2sat.puzzles.deductions.areas.rectangles import finer, owner_values
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.drawing.picture import Line, between_regions, frame
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import shikaku as module
from csp2sat.puzzles.types.shikaku import FEW, PUZZLE, model, solution, values

broken_rules = PUZZLE.broken_rules


def shikaku(*rows):
    return Board("shikaku", len(rows), len(rows[0]), [list(row) for row in rows])


def split(cells, cols):
    return [list(cells[at : at + cols]) for at in range(0, len(cells), cols)]


@cache
def divisions(rows, cols):
    """All ways to divide a board into regions whatsoever, each with its regions numbered in reading order."""
    found = [()]
    for _ in range(rows * cols):
        found = [(*cells, region) for cells in found for region in range(max(cells, default=-1) + 2)]
    return [split(cells, cols) for cells in found]


@cache
def tilings(rows, cols):
    """The same, with rectangles only: each time one is put on the first free cell."""
    found, stack = [], [((-1,) * (rows * cols), 0)]
    while stack:
        cells, count = stack.pop()
        if -1 not in cells:
            found.append(split(cells, cols))
            continue
        r, c = divmod(cells.index(-1), cols)
        for height, width in product(range(1, rows - r + 1), range(1, cols - c + 1)):
            box = {(r + i) * cols + c + j for i in range(height) for j in range(width)}
            if all(cells[at] == -1 for at in box):
                stack.append((tuple(count if at in box else x for at, x in enumerate(cells)), count + 1))
    return found


def renumbered(regions):
    names = {}
    return [[names.setdefault(region, len(names)) for region in row] for row in regions]


def assert_finds_all_solutions(board, candidates, made):
    """Returns how many there are; made: the model of the board."""
    expected = [each for each in candidates if not broken_rules(board, each)]
    answers = enumerate_answers(made, EncoderOptions())
    assert sorted(renumbered(solution(board, answer)) for answer in answers) == sorted(expected), board
    return len(expected)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2)])
def test_all_solutions_of_every_board(rows, cols):
    numbers = (-1, 0, 1, 2, rows * cols)
    boards = [shikaku(*split(cells, cols)) for cells in product(numbers, repeat=rows * cols)]
    for made in (model, finer):
        counts = [assert_finds_all_solutions(board, divisions(rows, cols), made(board)) for board in boards]
        assert {0, 1} <= set(counts)


def solvable_board(rows, cols, rng, unknown):
    """A board with a solution; unknown: how often a number is a `?`."""
    cells = [0] * (rows * cols)
    regions = [region for row in rng.choice(tilings(rows, cols)) for region in row]
    for region in set(regions):
        members = [at for at, each in enumerate(regions) if each == region]
        cells[rng.choice(members)] = -1 if rng.random() < unknown else len(members)
    return shikaku(*split(cells, cols))


@pytest.mark.sample(1)
@pytest.mark.parametrize("few", [None, 0, 1, 3, FEW])
@pytest.mark.parametrize("rows, cols", [(2, 3), (3, 3), (4, 3), (2, 5), (1, 8), (7, 1)])
def test_all_solutions_of_random_boards(rows, cols, few, monkeypatch):
    monkeypatch.setattr(module, "FEW", few)
    made = finer if few is None else model
    rng = random.Random(f"{rows} {cols}")
    counts = []
    for unknown in (0, 0.3, 0.7, 1) * 2:
        board = solvable_board(rows, cols, rng, unknown)
        counts.append(assert_finds_all_solutions(board, tilings(rows, cols), made(board)))
        r, c = rng.choice(board.cells())
        board.givens[r][c] = rng.choice((-1, 0, 2, 3, 4, 6))
        counts.append(assert_finds_all_solutions(board, tilings(rows, cols), made(board)))
    assert {0, 1} <= set(counts) and max(counts) > 1


def test_the_values_of_a_solution_in_the_model_for_steps():
    for few in range(4):
        board = solvable_board(3, 4, random.Random(few), few / 4)
        for found in all_solutions(board):
            answer = owner_values(board, [[number + 5 for number in row] for row in found])
            assert solution(board, answer) == found
            names = {name for name in (*finer(board).ints, *finer(board).bools) if not name.startswith("_")}
            assert names == {*answer.ints, *answer.bools}


def test_one_number():
    for rows, cols in product((1, 2, 3), repeat=2):
        for number, count in ((-1, 1), (rows * cols, 1), (rows * cols + 1, 0), (999999999, 0)):
            givens = [[0] * cols for _ in range(rows)]
            givens[rows // 2][cols // 2] = number
            assert len(all_solutions(shikaku(*givens))) == count


def test_no_number():
    assert all_solutions(shikaku([0])) == all_solutions(shikaku([0, 0], [0, 0])) == []


TOTALS = {
    "too few": ([1, 0, 1], "sum of the numbers (2) equal to the cells (3)"),
    "too many": ([3, 0, 0, 2], "sum of the numbers (5) equal to the cells (4)"),
    "unknown": ([-1, 3, 0, -1], "sum of the numbers (5) at most the cells (4)"),
}


@pytest.mark.parametrize("row, total", TOTALS.values(), ids=TOTALS.keys())
def test_numbers_that_do_not_add_up_need_no_search(row, total):
    assert encode(model(shikaku(row)), Sink())[-1] == {"contradiction": total}


def test_an_unknown_number_takes_no_list_of_rectangles():
    givens = [[0] * 20 for _ in range(20)]
    givens[9][9] = givens[9][12] = givens[14][9] = -1
    sink = Sink()
    encode(model(shikaku(*givens)), sink)
    assert sink.flat().count(0) < 10_000  # there are 10 * 10 * 11 * 2 and more rectangles


def test_rectangles_around_a_cell():
    board, others = shikaku([0, 0, 0, 9], [9, 0, 0, 0], [0, 9, 0, 0]), {(0, 3), (1, 0), (2, 1)}
    expected = {0: {(0, 0), (0, 1), (0, 2)}, 1: {(1, 1), (1, 2), (1, 3)}, 2: {(2, 2), (2, 3)}}
    assert reach(board, (1, 2), 99, others) == {cell for cells in expected.values() for cell in cells} - {(0, 0)}
    assert reach(board, (1, 2), 2, others) == {(1, 1), (1, 2), (1, 3), (0, 2), (2, 2)}
    assert reach(board, (1, 2), 4, others | {(1, 2)}) == reach(board, (1, 2), 99, others)
    reached = reach(board, (1, 2), 4, others)
    assert set(rectangles((1, 2), 4, reached)) == {Box(0, 1, 1, 2), Box(1, 2, 2, 3)}
    assert set(rectangles((1, 2), 3, reached)) == {Box(1, 1, 1, 3), Box(0, 2, 2, 2)}
    assert set(beyond((1, 2), reached)) == {(0, 3), (2, 1)}


def test_what_shuts_rectangles_in():
    rng = random.Random(3)
    for _ in range(100):
        board = shikaku(*[[0] * 5] * 5)
        cell, *others = rng.sample(board.cells(), 5)
        reached = reach(board, cell, 25, set(others))
        around, walls = box_around(reached), set(beyond(cell, reached))
        for top, left in product(range(around.top, cell[0] + 1), range(around.left, cell[1] + 1)):
            for bottom, right in product(range(cell[0], around.bottom + 1), range(cell[1], around.right + 1)):
                inside = set(Box(top, left, bottom, right).cells())
                assert (inside <= reached) == (not inside & walls) == (not inside & set(others))


def test_values_do_not_depend_on_the_names_of_regions():
    board = shikaku([2, 0, -1], [0, 2, 0])
    for answer in enumerate_answers(model(board), EncoderOptions()):
        found = solution(board, answer)
        for names in ((0, 1, 2), (7, -3, 0)):
            assert values(board, [[names[region] for region in row] for row in found]) == answer


def test_a_rectangle_is_a_boolean_or_four_integers():
    made = model(shikaku([2, 0], [0, -1]))
    assert list(made.bools) == ["box_0_0_0_0_0_1", "box_0_0_0_0_1_0"]
    assert list(made.ints) == ["top_1_1", "left_1_1", "bottom_1_1", "right_1_1"]


def test_integers_where_rectangles_are_many():
    board = shikaku(*[[0] * 24 for _ in range(24)])
    for r, c in product((6, 17), repeat=2):
        board.givens[r][c] = 144
    quarters = [[r // 12 * 2 + c // 12 for c in range(24)] for r in range(24)]
    answer, made = values(board, quarters), model(board)
    assert answer.ints.keys() == set(made.ints) and len(made.ints) == 16 and not made.bools
    assert not broken_constraints(made, answer) and solution(board, answer) == quarters


def test_a_reason_has_the_numbers_whose_sizes_matter():
    board = shikaku([0, 5, 0, 0, 0], [0, -1, 0, 4, 0], [0, 0, 3, 0, 0], [0, 0, 0, 3, 0])
    (reason,) = csp2sat.explain(board).reasons

    def is_solvable(kept):
        givens = [[-1 if size and (r, c) not in kept else size for c, size in enumerate(row)] for r, row in rows]
        return csp2sat.solve(shikaku(*givens)).status == "SATISFIABLE"

    rows = list(enumerate(board.givens))
    assert not is_solvable(reason.clues)
    assert all(is_solvable({*reason.clues} - {cell}) for cell in reason.clues)


def test_a_number_without_a_rectangle_is_the_reason():
    (reason,) = csp2sat.explain(shikaku([5, 0, 0], [0, 0, 1])).reasons
    assert (list(reason.clues), reason.rules) == ([(0, 0)], [])


def test_origins():
    made = model(shikaku([2, 0], [0, -1]))
    origins = [constraint.origin for constraint in made.constraints]
    assert all(origins) and len(set(origins)) == len(origins)
    assert [str(origin) for origin in origins[:4]] == [
        "sum of the numbers (3) at most the cells (4)",
        "number 2 at row 1, column 1",
        "number ? at row 2, column 2",
        "in one rectangle at row 1, column 2",
    ]
    assert Board.from_neutral(made.about["board"]) == shikaku([2, 0], [0, -1])


def test_formats():
    board = shikaku([0, 12, -1], [4, 0, 0])
    texts = {
        "text": "; Shikaku Puzzle\nsize 3 2\n - 12  ?\n 4  -  -\n",
        "array": "# Shikaku Puzzle\n 0 12 -1\n 4  0  0\n",
        "json": '{"type": "shikaku", "rows": 2, "cols": 3, "givens": [[0, 12, -1], [4, 0, 0]]}\n',
    }
    for name, text in texts.items():
        assert FORMATS[name].write(board) == text
        assert read_board(Source("unnamed", text)) == board


def test_what_is_no_board():
    with pytest.raises(InputError) as error:
        read_board(Source("x.txt", "size 2 1\n- x\n"), "shikaku")
    assert str(error.value).startswith("x.txt:2:3: 'x' is no cell of shikaku; expected - (blank), ? or a number\n")


def test_drawing():
    board = shikaku([2, 0, -1], [0, 4, 0], [0, 0, 12])
    regions = [[5, 1, 1], [5, 2, 2], [3, 2, 2]]
    assert ascii.draw(PUZZLE.picture(board)).split("\n") == [
        "+----------+",
        "|  2  .  ? |",
        "|  .  4  . |",
        "|  .  . 12 |",
        "+----------+",
    ]
    assert boxes.draw(PUZZLE.picture(board, regions)).split("\n") == [
        "┌────┬───────┐",
        "│  2 │  .  ? │",
        "│    ├───────┤",
        "│  . │  4  . │",
        "├────┤       │",
        "│  . │  . 12 │",
        "└────┴───────┘",
    ]


def test_lines_around_and_between_regions():
    assert frame(1, 2) == [
        Line((0, 0), (0, 4), "given", "border"),
        Line((2, 0), (2, 4), "given", "border"),
        Line((0, 0), (2, 0), "given", "border"),
        Line((0, 4), (2, 4), "given", "border"),
    ]
    assert between_regions([[0, 0, 1], [2, 0, 1]], "solved") == [
        Line((2, 0), (2, 2), "solved", "border"),
        Line((0, 4), (2, 4), "solved", "border"),
        Line((2, 2), (4, 2), "solved", "border"),
        Line((2, 4), (4, 4), "solved", "border"),
    ]


FORM = "the solution is no list of 2 lists of 3 numbers"
FAULTS = {
    "no list": ({}, [FORM]),
    "short": ([[0, 0, 0]], [FORM]),
    "short row": ([[0, 0, 0], [0, 0]], [FORM]),
    "no number": ([[0, 0, 0], [0, 0, True]], [FORM]),
    "none": ([[0, 0, 1], [2, 2, 1]], []),
    "other names": ([[7, 7, -1], [0, 0, -1]], []),
    "an L": ([[0, 0, 0], [2, 2, 0]], ["the area at row 1, column 1 is no rectangle"]),
    "apart": (
        [[0, 1, 0], [2, 1, 2]],
        [
            "the area at row 1, column 1 is no rectangle",
            "the rectangle at row 1, column 2 contains 0 numbers; expected one",
            "the area at row 2, column 1 is no rectangle",
        ],
    ),
    "diagonal": (
        [[0, 1, 1], [1, 0, 1]],
        [
            "the area at row 1, column 1 is no rectangle",
            "the area at row 1, column 2 is no rectangle",
        ],
    ),
    "numbers": (
        [[0, 0, 2], [0, 0, 3]],
        [
            "the rectangle at row 1, column 1 contains 2 numbers; expected one",
            "the rectangle at row 2, column 3 contains 0 numbers; expected one",
        ],
    ),
    "any size": ([[0, 1, 1], [0, 1, 1]], ["the rectangle at row 1, column 1 contains 2 numbers; expected one"]),
}


@pytest.mark.parametrize("regions, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong_with_a_solution(regions, faults):
    assert broken_rules(shikaku([2, 0, -1], [2, 0, 0]), regions) == faults


def test_what_is_wrong_with_a_size():
    assert broken_rules(shikaku([2, 0, 0]), [[4, 4, 4]]) == ["the rectangle at row 1, column 1 has 3 cells; expected 2"]
