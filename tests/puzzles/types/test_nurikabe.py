"""Nurikabe: the model against the checker of the rules, over all walls of tiny boards."""

import random
from functools import partial
from itertools import product

import pytest
from support.oracle import assert_means
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

from csp2sat.constraints.graphs import islands
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.puzzles.kit.variables import shading_values
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.nurikabe import PUZZLE

broken_rules = PUZZLE.broken_rules


def nurikabe(rows):
    return Board("nurikabe", len(rows), len(rows[0]), rows)


def shaped(rows, cols, numbers):
    return nurikabe([list(numbers[r * cols : (r + 1) * cols]) for r in range(rows)])


def fillings(board):
    """All walls there are."""
    for bits in product(".#", repeat=board.rows * board.cols):
        yield ["".join(bits[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows)]


def random_board(rows, cols, rng):
    numbers = [0] * (rows * cols)
    for _ in range(rng.randint(1, 3)):
        numbers[rng.randrange(rows * cols)] = rng.choice([-1, 1, 2, 3, 4, 5, 6, 7])
    return shaped(rows, cols, numbers)


def solutions_agree(board):
    expected = [each for each in fillings(board) if not broken_rules(board, each)]
    assert sorted(all_solutions(board)) == sorted(expected), board
    return len(expected)


@pytest.fixture(params=["layers", "forest"])
def connection(request, monkeypatch):
    """Islands are connected by layers, or by a forest as only large ones are else."""
    if request.param == "forest":
        monkeypatch.setattr(islands, "MOST_LAYERS", 0)


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_the_encoder_finds_all_solutions_of_every_board(rows, cols, connection):
    counts = [solutions_agree(shaped(rows, cols, numbers)) for numbers in product(range(-1, 4), repeat=rows * cols)]
    assert 0 in counts and 1 in counts


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(2, 3), (1, 6), (5, 1), (3, 3), (3, 4), (4, 3), (2, 5)])
def test_the_encoder_finds_all_solutions(rows, cols, connection):
    rng = random.Random(rows * 10 + cols)
    counts = [solutions_agree(random_board(rows, cols, rng)) for _ in range(8)]
    assert 0 in counts and max(counts) > 0


HARD = {
    "an island around its number": ([[0, 0, 0], [0, -1, 0], [0, 0, 0]], 54),
    "an island that goes round": ([[0, 0, 0, 0], [0, 7, 0, 0], [0, 0, 0, 0]], 14),
    "one row": ([[-1, 0, 0, 0, 0, -1]], 10),
    "one column": ([[-1], [0], [0], [0]], 4),
    "an end": ([[2, 0, 0, 0]], 1),
    "no wall": ([[6, 0, 0], [0, 0, 0]], 1),
    "one wall": ([[5, 0, 0], [0, 0, 0]], 5),
    "no number": ([[0, 0, 0]], 1),
    "no number in a square": ([[0, 0], [0, 0]], 0),
    "two numbers": ([[1, 1]], 0),
    "too large": ([[9, 0], [0, 0]], 0),
    "two too large": ([[4, 0, 0], [0, 0, 4]], 0),
}


@pytest.mark.sample(7)
@pytest.mark.parametrize("rows, count", HARD.values(), ids=HARD.keys())
def test_boards_that_models_get_wrong(rows, count, connection):
    assert solutions_agree(nurikabe(rows)) == count


def test_model_and_rules_agree():
    rng = random.Random(1)
    boards = [random_board(rows, cols, rng) for rows, cols in ((1, 1), (1, 5), (3, 2), (2, 2)) for _ in range(12)]
    boards.append(nurikabe([[2, 0, 0], [0, 0, 3]]))
    answers = (partial(shading_values, board) for board in boards)
    assert sum(
        assert_model_and_rules_agree(board, map(answer, fillings(board)))
        for board, answer in zip(boards, answers, strict=True)
    )


SHAPES = {
    "path": Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4)]),
    "triangles": Graph(6, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]),
    "parallel edges": Graph(3, [(0, 1), (1, 0), (1, 2)]),
    "K4": Graph(4, [(u, v) for u in range(4) for v in range(u)]),
    "2x4": Grid(2, 4),
    "3x3": Grid(3, 3),
}


@pytest.mark.parametrize("graph", SHAPES.values(), ids=SHAPES.keys())
def test_islands_of_a_graph(graph, connection):
    rng = random.Random(graph.size)
    for _ in range(15):
        vertices = rng.sample(range(graph.size), rng.randint(0, min(3, graph.size)))
        anchors = tuple((v, rng.randint(0, 5)) for v in vertices)
        assert_means(
            lambda sink, *lits, at=anchors: islands.encode(sink, graph, at, *lits),
            partial(islands.holds, graph, anchors),
            graph.size,
        )


def test_few_inactive_vertices_are_counted():
    grid = Grid(3, 4)
    for anchors in (((0, 11),), ((0, 8), (11, 3)), ((5, 12),), ((5, 13),)):
        assert_means(
            lambda sink, *lits, at=anchors: islands.encode(sink, grid, at, *lits),
            partial(islands.holds, grid, anchors),
            grid.size,
        )


def test_how_far_islands_reach():
    board = Grid(2, 4)
    assert islands.reaches(board, ((0, 3), (7, 2))) == [{0: 0, 1: 1, 4: 1, 2: 2, 5: 2}, {7: 0, 3: 1, 6: 1}]
    assert islands.reaches(board, ((0, 3), (2, 0))) == [{0: 0, 4: 1, 5: 2}, {2: 0, 3: 1, 6: 1, 5: 2, 7: 2}]


BOARD = [[2, 0, 0], [0, 0, -1], [0, 0, 0]]
FAULTS = {
    "none": ([".#.", ".#.", "##."], []),
    "no list": ("...", ["the solution is no list of 3 strings"]),
    "other characters": (["..x", "...", "..."], ["the solution, row 1, is no string of 3 characters # or ."]),
    "number is wall": (
        ["##.", ".#.", "##."],
        ["the cell with 2 at row 1, column 1 is wall", "the island at row 2, column 1 has no number"],
    ),
    "any is wall": ([".##", ".##", "##."], [
        "the cell with ? at row 2, column 3 is wall",
        "the 2 x 2 block at row 1, column 2 is all wall",
        "the island at row 3, column 3 has no number",
    ]),
    "parts": ([".#.", ".#.", "..#"], ["walls fall into 2 parts, at row 1, column 2; row 3, column 3",
        "number 2 at row 1, column 1: the island has 4 cells"]),
    "one island": (["...", "##.", "##."], [
        "the 2 x 2 block at row 2, column 1 is all wall",
        "numbers on one island: 2 at row 1, column 1; ? at row 2, column 3",
    ]),
    "too small": ([".#.", "##.", "#.#"], [
        "walls fall into 2 parts, at row 1, column 2; row 3, column 3",
        "number 2 at row 1, column 1: the island has 1 cell",
        "the island at row 3, column 2 has no number",
    ]),
}  # fmt: skip


@pytest.mark.parametrize("solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(solution, faults):
    assert broken_rules(nurikabe(BOARD), solution) == faults


def test_cells():
    assert [PUZZLE.cells.value(word) for word in ("-", ".", "?", "12")] == [0, 0, -1, 12]
    assert [PUZZLE.cells.token(value) for value in (0, -1, 12)] == ["-", "?", "12"]
    for wrong in (True, -2, "1", None, 1.0):
        with pytest.raises(ValueError, match="expected 0"):
            PUZZLE.cells.token(wrong)


def test_given_and_solved_parts_differ():
    solved = PUZZLE.picture(nurikabe(BOARD), [".#.", ".#.", "##."])
    roles = {(mark.text, mark.role, mark.shape) for mark in solved.marks}
    assert roles == {("2", "given", "text"), ("?", "given", "text"), ("#", "solved", "fill"), (".", "ground", "text")}
