"""Puzzles: models against the checkers of the rules, over all fillings of tiny boards and all loops of small ones."""

import json
import random
from itertools import islice, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.boards import FILES, board_of, loops, neutral, random_board
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree, candidates, exact

from csp2sat.base.source import Source
from csp2sat.graphs.graph import Grid
from csp2sat.model.model import Answer
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board

LOOPS = ("masyu", "slitherlink")
OURS = (*LOOPS, "sudoku")
SMALL = [name for name in FILES if int(name.split("-")[1].split("x")[0]) <= 13]
UNIQUE_SMALL = [name for name in SMALL if neutral(name)["unique"]]


def every_edge_set(board):
    names = list(exact(board).bools)
    for bits in product((False, True), repeat=len(names)):
        yield Answer({}, dict(zip(names, bits, strict=True)))


def edge_answer(edges):
    bits = {f"{key}_{r}_{c}": on == "1" for key in "hv" for r, row in enumerate(edges[key]) for c, on in enumerate(row)}
    return Answer({}, bits)


# --- samples and published boards


@pytest.mark.sample(9)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_samples(name):
    puzzle = PUZZLES[name]
    for text, drawn in puzzle.samples:
        board = read_board(Source("sample", text))
        assert board.puzzle == name
        found = all_solutions(board)
        drawings = [ascii.draw(puzzle.picture(board, solution)).split("\n") for solution in found]
        assert ["\n".join(map(str.rstrip, lines)) + "\n" for lines in drawings] == ([drawn] if drawn else [])


@pytest.mark.parametrize("name", FILES)
def test_published_solutions_keep_the_rules(name):
    form = neutral(name)
    board, broken_rules = board_of(form), PUZZLES[form["type"]].broken_rules
    assert broken_rules(board, form["solution"]) == []
    if "second_solution" in form:
        assert broken_rules(board, form["second_solution"]) == []


def with_long_numbers(value):
    """Yield a solution with one number after the other made 5,000 digits long, which Python itself does not write."""
    if type(value) is int:
        yield from (10**5000, -(10**5000))
    elif isinstance(value, list):
        yield from (
            [*value[:k], new, *value[k + 1 :]] for k, each in enumerate(value) for new in with_long_numbers(each)
        )
    elif isinstance(value, dict):
        yield from ({**value, key: new} for key, each in value.items() for new in with_long_numbers(each))


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", FILES)
def test_a_solution_with_a_long_number_is_wrong(name):
    form = neutral(name)
    board, puzzle = board_of(form), PUZZLES[form["type"]]
    for solution in islice(with_long_numbers(form["solution"]), 60):
        assert puzzle.broken_rules(board, solution)


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", UNIQUE_SMALL)
def test_published_boards_have_their_solution_alone(name):
    form = neutral(name)
    assert all_solutions(board_of(form)) == [form["solution"]]


def change(board, rows, rng):
    """Change one cell of the rows, or the number of one bridge."""
    r = rng.randrange(len(rows))
    row = list(rows[r])
    c = 4 if board.puzzle == "hashiwokakero" else rng.randrange(len(row))
    if isinstance(row[c], int):
        row[c] = row[c] % (2 if board.puzzle == "hashiwokakero" else board.rows) + 1
    else:
        row[c] = {"0": "1", "1": "0", "#": ".", ".": "#"}.get(row[c], ".")
    rows[r] = "".join(row) if isinstance(rows[r], str) else row


@pytest.mark.parametrize("name", SMALL)
def test_a_solution_with_one_change_breaks_a_rule(name):
    form = neutral(name)
    board, rng = board_of(form), random.Random(name)
    solution = form["solution"]
    change(board, solution[rng.choice("hv")] if isinstance(solution, dict) else solution, rng)
    assert PUZZLES[board.puzzle].broken_rules(board, solution)


# --- all fillings, all loops

TINY = {"masyu": ((1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)), "slitherlink": ((1, 1), (1, 2), (2, 1))}


@pytest.mark.parametrize("puzzle", LOOPS)
def test_model_and_rules_agree_on_every_set_of_edges(puzzle):
    rng = random.Random(puzzle)
    accepted = 0
    for rows, cols in TINY[puzzle]:
        for _ in range(25):
            board = random_board(puzzle, rows, cols, rng, clues=0.2)
            accepted += assert_model_and_rules_agree(board, every_edge_set(board))
    assert accepted > 9


@pytest.mark.parametrize(
    "board", [Board("masyu", 3, 3, ["b..", "..w", "..b"]), Board("slitherlink", 2, 2, ["2.", ".2"])]
)
def test_model_and_rules_agree_on_every_set_of_twelve_edges(board):
    assert assert_model_and_rules_agree(board, every_edge_set(board)) > 0


@pytest.mark.parametrize("puzzle", LOOPS)
def test_model_and_rules_agree_on_every_loop(puzzle):
    rng = random.Random(puzzle)
    accepted = 0
    for rows, cols in ((4, 4), (3, 5), (5, 3)):
        dots = puzzle == "slitherlink"
        answers = [edge_answer(edges) for edges in loops(rows, cols)]
        for _ in range(7):
            board = random_board(puzzle, rows - dots, cols - dots, rng, clues=0.25)
            accepted += assert_model_and_rules_agree(board, answers)
    assert accepted > 20


@pytest.mark.parametrize("puzzle", LOOPS)
def test_the_encoder_finds_all_solutions(puzzle):
    rng = random.Random(puzzle + "2")
    dots = puzzle == "slitherlink"
    total = 0
    for rows, cols in ((1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (4 - dots, 4), (2, 6)):
        edges = list(loops(rows + dots, cols + dots))
        for _ in range(4):
            board = random_board(puzzle, rows, cols, rng, clues=0.2)
            expected = [each for each in edges if not PUZZLES[puzzle].broken_rules(board, each)]
            found = all_solutions(board)
            assert sorted(map(str, found)) == sorted(map(str, expected))
            total += len(found)
    assert total > 50


@pytest.mark.parametrize(
    "puzzle, blank, sizes", [("masyu", ".", (0, 0, 13, 213)), ("slitherlink", ".", (1, 3, 213, 0))]
)
def test_a_board_without_clues_allows_every_loop(puzzle, blank, sizes):
    for (rows, cols), count in zip(((1, 1), (1, 2), (3, 3), (4, 4)), sizes, strict=True):
        if count or puzzle == "masyu":
            assert len(all_solutions(Board(puzzle, rows, cols, [blank * cols] * rows))) == count


def sudoku(grid, boxes=(2, 2)):
    return Board("sudoku", len(grid), len(grid), {"box_rows": boxes[0], "box_cols": boxes[1], "grid": grid})


def number_answer(rows):
    return Answer({f"x_{r}_{c}": value for r, row in enumerate(rows) for c, value in enumerate(row)}, {})


BLANK = [[0] * 4 for _ in range(4)]
ROWS = list(permutations((1, 2, 3, 4)))
HALVES = [  # the upper or the lower two rows, whose two boxes have each number
    [list(one), list(other)]
    for one, other in product(ROWS, repeat=2)
    if all(len({*one[c : c + 2], *other[c : c + 2]}) == 4 for c in (0, 2))
]
GRIDS = [
    upper + lower
    for upper, lower in product(HALVES, repeat=2)
    if all(len(set(column)) == 4 for column in zip(*upper, *lower, strict=True))
]


def test_sudoku_model_and_rules_agree_on_every_filling():
    for boxes in ((1, 2), (2, 1)):
        for givens in (*product((0, 1), repeat=4), (0, 2, 0, 1), (1, 2, 2, 1), (2, 0, 2, 0), (2, 2, 0, 0)):
            answers = (number_answer([bits[:2], bits[2:]]) for bits in product((0, 1, 2, 3), repeat=4))
            assert_model_and_rules_agree(sudoku([list(givens[:2]), list(givens[2:])], boxes), answers)


def test_sudoku_model_and_rules_agree_on_nearly_right_fillings():
    rng = random.Random(7)
    accepted = 0
    assert len(GRIDS) == 288
    for grid in GRIDS:
        board = sudoku([[value if rng.random() < 0.2 else 0 for value in row] for row in grid])
        changed = [list(row) for row in grid]
        (r, c), (i, j) = (rng.choices(range(4), k=2) for _ in range(2))
        changed[r][c], changed[i][j] = changed[i][j], changed[r][c]
        swapped = [grid[1], grid[0], *grid[2:]]
        answers = [number_answer(each) for each in (grid, changed, swapped, rng.choice(GRIDS))]
        accepted += assert_model_and_rules_agree(board, answers)
    assert accepted > 300


def test_the_encoder_finds_all_sudoku_solutions():
    rng = random.Random(8)
    boards = [sudoku([[rng.choice((0, 0, 0, x)) for x in row] for row in rng.choice(GRIDS)]) for _ in range(25)]
    for board in [*boards, sudoku([[1, 0, 0, 1], *BLANK[1:]]), sudoku(BLANK)]:
        expected = [each for each in GRIDS if not PUZZLES["sudoku"].broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)
    assert all_solutions(sudoku([[0]], (1, 1))) == [[[1]]]


# --- models


@pytest.mark.parametrize("puzzle, dots", [("masyu", 0), ("slitherlink", 1)])
def test_edges_are_declared_in_the_order_of_the_graph(puzzle, dots):
    model = exact(Board(puzzle, 3, 4, ["...."] * 3))
    graph, *edges = model.constraints[-1].formula.args
    rows, cols = 3 + dots, 4 + dots
    assert isinstance(graph, Grid) and (graph.rows, graph.cols) == (rows, cols)
    assert [edge.args[0] for edge in edges] == list(model.bools)
    ends = {f"h_{r}_{c}": (r * cols + c, r * cols + c + 1) for r in range(rows) for c in range(cols - 1)}
    ends |= {f"v_{r}_{c}": (r * cols + c, (r + 1) * cols + c) for r in range(rows - 1) for c in range(cols)}
    assert [ends[name] for name in model.bools] == list(graph.edges)


def test_known_points_of_the_loop():
    assert candidates("masyu", ["...", "..w"]) == (5,)
    assert candidates("masyu", ["..w", ".b.", "w.."]) == (4,)
    assert candidates("slitherlink", ["..", "1."]) == (3, 7)
    assert candidates("slitherlink", ["1.", ".2"]) == (4, 8)
    assert candidates("slitherlink", ["2.", ".3"]) == (4,)
    assert candidates("slitherlink", ["0.", ".."]) == ()


@pytest.mark.parametrize("name", ["masyu-6x6-48448349", "slitherlink-5x5-0505b3ed", "sudoku-4x4-3c5d0f53"])
def test_a_model_carries_its_board_and_the_origins_of_its_rules(name):
    board = board_of(neutral(name))
    model = exact(board)
    assert Board.from_neutral(json.loads(json.dumps(model.about["board"]))) == board
    origins = [constraint.origin for constraint in model.constraints]
    assert all(origins) and len(set(origins)) == len(origins)


def test_origins_name_cell_and_rule():
    assert str(exact(Board("masyu", 1, 2, [".b"])).constraints[0].origin) == "black circle at row 1, column 2"
    assert str(exact(Board("slitherlink", 1, 2, [".3"])).constraints[0].origin) == "number 3 at row 1, column 2"
    rules = [str(each.origin) for each in exact(sudoku(BLANK)).constraints]
    assert rules[:2] == ["row 1", "column 1"] and rules[-1] == "box at row 3, column 3"
    assert str(exact(Board("masyu", 1, 2, [".."])).constraints[-1].origin) == "one loop"


# --- what broken_rules says

SQUARE = {"h": ["1..", "1..", "..."], "v": ["11.", "..."]}
NO_OBJECT = 'the solution is no object with the keys "h" and "v"'
FAULTS = {
    "no object": (["..."], [], [NO_OBJECT]),
    "no h": (["..."], {"v": []}, ['"h" is no list of 1 strings']),
    "short row": (["..."], {"h": ["1"], "v": []}, ['"h", row 1, is no string of 2 characters 0 or 1']),
    "other characters": (["..."], {"h": ["1x"], "v": []}, ['"h", row 1, is no string of 2 characters 0 or 1']),
    "nothing": (["...", "..."], {"h": ["00", "00"], "v": ["000"]}, ["there is no loop"]),
    "ends": (
        ["..."],
        {"h": ["11"], "v": []},
        ["the line ends at row 1, column 1", "the line ends at row 1, column 3"],
    ),
    "branches": (
        ["...", "..."],
        {"h": ["11", "11"], "v": ["111"]},
        ["the line branches at row 1, column 2", "the line branches at row 2, column 2"],
    ),
    "two loops": (
        ["....", "...."],
        {"h": ["101", "101"], "v": ["1111"]},
        ["there are 2 loops, through row 1, column 1; row 1, column 3"],
    ),
    "no line": (
        ["..w", "..b"],
        {"h": ["10", "10"], "v": ["110"]},
        [
            "white circle at row 1, column 3: no line goes through it",
            "black circle at row 2, column 3: no line goes through it",
        ],
    ),
    "white turns": (
        ["w..", "..."],
        {"h": ["11", "11"], "v": ["101"]},
        ["white circle at row 1, column 1: the line does not go straight on"],
    ),
    "white alone": (
        ["..w..", "....."],
        {"h": ["1111", "1111"], "v": ["10001"]},
        ["white circle at row 1, column 3: the line turns neither before nor after the circle"],
    ),
    "black straight": (
        [".b.", "..."],
        {"h": ["11", "11"], "v": ["101"]},
        ["black circle at row 1, column 2: the line does not turn"],
    ),
    "black before a turn": (
        ["...", "..b"],
        {"h": ["11", "11"], "v": ["101"]},
        ["black circle at row 2, column 3: the line turns next to the circle, at row 1, column 3"],
    ),
}


@pytest.mark.parametrize("givens, solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong_with_a_masyu(givens, solution, faults):
    board = Board("masyu", len(givens), len(givens[0]), givens)
    assert PUZZLES["masyu"].broken_rules(board, solution) == faults


def test_what_is_wrong_with_a_slitherlink():
    broken_rules = PUZZLES["slitherlink"].broken_rules
    board = Board("slitherlink", 1, 3, ["4.2"])
    assert broken_rules(board, {"h": ["101", "101"], "v": ["1111"]}) == [
        "there are 2 loops, through the corner at row 1, column 1; the corner at row 1, column 3",
        "number 2 at row 1, column 3: the loop uses 4 of its sides",
    ]
    assert broken_rules(board, {"h": ["110", "100"], "v": ["1110"]}) == [
        "the line branches at the corner at row 1, column 2",
        "the line ends at the corner at row 2, column 3",
        "number 2 at row 1, column 3: the loop uses 1 of its sides",
    ]


def test_what_is_wrong_with_a_sudoku():
    broken_rules = PUZZLES["sudoku"].broken_rules
    board = sudoku([[0, 3, 0, 0], *BLANK[1:]])
    assert broken_rules(board, [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 5]]) == [
        "2 at row 1, column 2, where 3 is given",
        "5 at row 4, column 4 is not one of 1 to 4",
    ]
    assert broken_rules(board, [[1, 3, 2, 4], [2, 1, 4, 3], [3, 2, 1, 4], [4, 4, 3, 2]]) == [
        "1 twice in a box, at row 1, column 1 and at row 2, column 2",
        "4 twice in a box, at row 1, column 4 and at row 2, column 3",
        "4 twice in a column, at row 1, column 4 and at row 3, column 4",
        "4 twice in a row, at row 4, column 1 and at row 4, column 2",
        "4 twice in a box, at row 4, column 1 and at row 4, column 2",
    ]
    assert broken_rules(board, [[1, 2], [3]]) == ["the solution is no list of 4 lists of 4 numbers"]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.sampled_from(["", "0", "1", "11", "x", "１"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("hvx"), inner, max_size=3),
    max_leaves=12,
)


@given(ANYTHING)
def test_no_solution_whatever_its_form_crashes_the_checker(solution):
    boards = [Board("masyu", 2, 2, [".."] * 2), Board("slitherlink", 1, 1, ["3"]), sudoku([[0, 0], [0, 3]], (1, 2))]
    for board in boards:
        assert PUZZLES[board.puzzle].broken_rules(board, solution) or solution == {"h": ["1", "1"], "v": ["11"]}
