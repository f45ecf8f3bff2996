"""Hashiwokakero: the model against the checker of the rules, over all sets of bridges of small boards."""

import random
from itertools import combinations, product

import pytest
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.notation import NUMBERS_OR_ANY
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.hashiwokakero import PUZZLE, drawn_ways, model, solution, values, ways

broken_rules = PUZZLE.broken_rules


def hashi(*rows):
    givens = [[NUMBERS_OR_ANY.value(token) for token in row.split()] for row in rows]
    return Board("hashiwokakero", len(givens), len(givens[0]), givens)


def random_board(rows, cols, islands, rng, numbers):
    givens = [[0] * cols for _ in range(rows)]
    for place in rng.sample(range(rows * cols), islands):
        givens[place // cols][place % cols] = rng.choice(numbers)
    return Board("hashiwokakero", rows, cols, givens)


def drawings(board):
    """All choices of bridges between any two islands in a row or column, next to each other there or not."""
    islands = [cell for cell in board.cells() if board.givens[cell[0]][cell[1]]]
    pairs = [(a, b) for a, b in combinations(islands, 2) if a[0] == b[0] or a[1] == b[1]]
    for counts in product(range(3), repeat=len(pairs)):
        yield [[*a, *b, n] for (a, b), n in zip(pairs, counts, strict=True) if n]


SOME, ANY = (-1, 1, 1, 2, 2, 3, 3, 4), (-1,)
SIZES = [(1, 1, 1), (1, 4, 2), (4, 1, 3), (2, 2, 3), (2, 2, 4), (3, 3, 4), (3, 3, 5), (3, 4, 5), (5, 5, 6), (4, 4, 6)]


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols, islands", SIZES)
def test_the_encoder_finds_all_solutions(rows, cols, islands):
    rng = random.Random(rows * 100 + cols * 10 + islands)
    for numbers in (ANY, SOME, SOME, SOME, ANY + SOME, ANY * 20 + SOME):
        board = random_board(rows, cols, islands, rng, numbers)
        expected = [each for each in drawings(board) if not broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)


def test_the_encoder_finds_all_solutions_where_bridges_may_cross():
    total = 0
    for board in (
        hashi("- ? - -", "? - - ?", "- - ? -", "? ? - -"),
        hashi("- ? - ?", "? - - ?", "- - - -", "? ? - -"),
        hashi("- 2 -", "? - ?", "- ? -"),
        hashi("? - ? - ?", "- - - - -", "? - - - ?", "- ? - - -"),
    ):
        expected = [each for each in drawings(board) if not broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)
        total += len(expected)
    assert total > 20


def test_model_and_rules_agree_on_every_choice_of_bridges():
    rng = random.Random(3)
    accepted = 0
    for numbers in (ANY, ANY, SOME, SOME, SOME + ANY * 5) * 3:
        board = random_board(3, 4, 5, rng, numbers)
        between = set(ways(board).all)
        known = [each for each in drawings(board) if all(((r, c), (i, j)) in between for r, c, i, j, _ in each)]
        accepted += assert_model_and_rules_agree(board, (values(board, each) for each in known))
    assert accepted > 20


def test_boards_without_bridges():
    assert all_solutions(hashi("- -", "- -")) == [[]]
    assert all_solutions(hashi("- ?", "- -")) == [[]]
    assert all_solutions(hashi("- 1", "- -")) == []
    assert all_solutions(hashi("- ?", "? -")) == []
    assert all_solutions(hashi("4 4")) == all_solutions(hashi("9 - ?")) == []


def test_values_are_those_of_the_solution():
    board = hashi("2 - 3", "- - -", "- 1 2")
    assert values(board, [[0, 0, 0, 2, 2]]).ints == {"x_0_0_0_2": 2, "x_2_1_2_2": 0, "x_0_2_2_2": 0}
    (found,) = all_solutions(board)
    assert solution(board, values(board, found)) == found == [[0, 0, 0, 2, 2], [0, 2, 2, 2, 1], [2, 1, 2, 2, 1]]


def test_origins():
    rules = [str(constraint.origin) for constraint in model(hashi("- 2 -", "? - ?", "- ? -")).constraints]
    assert rules == ["number 2 at row 1, column 2", "bridges do not cross at row 2, column 2", "all islands connected"]


def test_the_ways_are_drawn_with_their_crossings():
    graph, parts = drawn_ways(board := hashi("? ? ?", "? - ?", "? ? -"), ways(board))
    assert (graph.size, len(graph.edges), max(map(max, graph.faces))) == (8, 10, 3)
    assert graph.candidates == (0, 1, 2, 3, 5, 6, 7)
    assert sorted(parts.count(way) for way in ways(board).all) == [1] * 6 + [2] * 2


FAULTS = {
    "right": (["1 2 1"], [[0, 0, 0, 1, 1], [0, 1, 0, 2, 1]], []),
    "any order": (["1 2 1"], [[0, 1, 0, 2, 1], [0, 0, 0, 1, 1]], []),
    "nothing": (
        ["1 - ?", "? - -"],
        [],
        [
            "number 1 at row 1, column 1: 0 bridges end there",
            "the islands fall into 3 parts, at row 1, column 1; row 1, column 3; row 2, column 1",
        ],
    ),
    "no island": (
        ["? - ?"],
        [[0, 0, 0, 2, 1], [0, 0, 0, 1, 1], [0, 0, 0, 10**9, 1]],
        [
            "the bridge from row 1, column 1 to row 1, column 2 ends at no island",
            "the bridge from row 1, column 1 to row 1, column 1000000001 ends at no island",
        ],
    ),
    "over an island": (
        ["? ? ?"],
        [[0, 0, 0, 1, 1], [0, 0, 0, 2, 1]],
        ["the bridge from row 1, column 1 to row 1, column 3 goes over the island at row 1, column 2"],
    ),
    "twice": (["? ?"], [[0, 0, 0, 1, 1]] * 2, ["the bridge from row 1, column 1 to row 1, column 2 is listed twice"]),
    "crossing": (
        ["- 2 -", "? - ?", "? ? ?"],
        [[0, 1, 2, 1, 2], [1, 0, 1, 2, 1], [1, 0, 2, 0, 1], [2, 0, 2, 1, 1], [2, 1, 2, 2, 1]],
        ["the bridge from row 2, column 1 to row 2, column 3 crosses another bridge at row 2, column 2"],
    ),
}
NO_BRIDGES = [{}, None, [[]], [0], [[0, 0, 0, 1]], [[0, 0, 0, 1, 3]], [[0, 0, 0, 1, 0]], [[0, 0, 0, 1, True]]]
NO_BRIDGES += [
    [[0, 1, 0, 0, 1]],
    [[0, 0, 0, 0, 1]],
    [[0, 0, 1, 1, 1]],
    [[1, 0, 0, 0, 1]],
    [["0", 0, 0, 1, 1]],
    [(0, 0, 0, 1, 1)],
]


@pytest.mark.parametrize("rows, bridges, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(rows, bridges, faults):
    assert broken_rules(hashi(*rows), bridges) == faults


@pytest.mark.parametrize("wrong", NO_BRIDGES, ids=str)
def test_what_is_no_list_of_bridges(wrong):
    assert broken_rules(hashi("? ?"), wrong) == [
        "the solution is no list of bridges [row, column, row, column, 1 or 2], each to the right or down"
    ]


def test_bridges_to_the_next_cell_are_seen():
    board = hashi("2 2", "- ?", "12 ?")
    shapes = PUZZLE.picture(board, [[0, 0, 0, 1, 2], [0, 1, 1, 1, 1], [1, 1, 2, 1, 2], [2, 0, 2, 1, 2]])
    assert ascii.draw(shapes).split("\n") == [" 2==2", "    |", "    ?", "    H", "12==?"]
    assert boxes.draw(shapes).split("\n")[-2:] == ["    ║", "12══?"]


@pytest.mark.parametrize("token, value", [("-", 0), (".", 0), ("0", 0), ("?", -1), ("12", 12)])
def test_tokens(token, value):
    assert NUMBERS_OR_ANY.value(token) == value and NUMBERS_OR_ANY.value(NUMBERS_OR_ANY.token(value)) == value


@pytest.mark.parametrize("token", ["", "x", "-1", "?1", "1234567890", "٣"])
def test_what_is_no_token(token):
    with pytest.raises(ValueError, match=r"^expected - \(blank\), \? or a number$"):
        NUMBERS_OR_ANY.value(token)


@pytest.mark.parametrize("value", [-2, True, "?", None, 1.0])
def test_what_is_no_value(value):
    with pytest.raises(ValueError, match=r"^expected 0 \(blank\), -1 \(\?\) or a number$"):
        NUMBERS_OR_ANY.token(value)
