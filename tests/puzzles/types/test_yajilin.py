"""Yajilin: the model against the checker of the rules, over all loops and shadings of tiny boards."""

import random
from itertools import product

import pytest
from support.boards import loops
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree, candidates

import csp2sat
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.puzzles.types.yajilin import ARROWS, PUZZLE, model, values

broken_rules = PUZZLE.broken_rules

GIVENS = ["#", *(number + way for number in "01234?" for way in "UDLR")]


def yajilin(*rows):
    return Board("yajilin", len(rows), len(rows[0].split()), [row.split() for row in rows])


def random_board(rows, cols, rng, clues):
    givens = [[rng.choice(GIVENS) if rng.random() < clues else "." for _ in range(cols)] for _ in range(rows)]
    return Board("yajilin", rows, cols, givens)


def expected_solutions(board):
    """All loops, with every free cell shaded through which they do not go."""
    for edges in loops(board.rows, board.cols):
        on = {(r, c + d) for r, row in enumerate(edges["h"]) for c, bit in enumerate(row) for d in (0, 1) if bit == "1"}
        on |= {
            (r + d, c) for r, row in enumerate(edges["v"]) for c, bit in enumerate(row) for d in (0, 1) if bit == "1"
        }
        free = [[given == "." for given in row] for row in board.givens]
        rows, cols = range(board.rows), range(board.cols)
        shaded = ["".join("#" if free[r][c] and (r, c) not in on else "." for c in cols) for r in rows]
        if not broken_rules(board, {**edges, "shaded": shaded}):
            yield {**edges, "shaded": shaded}


def fillings(board):
    """All sets of edges with all sets of shaded free cells."""
    rows, cols = board.rows, board.cols
    free = [cell for cell in board.cells() if board.givens[cell[0]][cell[1]] == "."]
    across, down = rows * (cols - 1), (rows - 1) * cols
    for bits in product("01", repeat=across + down):
        h = ["".join(bits[r * (cols - 1) : (r + 1) * (cols - 1)]) for r in range(rows)]
        v = ["".join(bits[across + r * cols : across + (r + 1) * cols]) for r in range(rows - 1)]
        for dark in product((False, True), repeat=len(free)):
            chosen = {cell for cell, is_dark in zip(free, dark, strict=True) if is_dark}
            shaded = ["".join(".#"[(r, c) in chosen] for c in range(cols)) for r in range(rows)]
            yield {"h": h, "v": v, "shaded": shaded}


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_model_and_rules_agree_on_every_filling(rows, cols):
    rng = random.Random(rows + 10 * cols)
    accepted = 0
    for clues in (0, 0.2, 0.4, 0.6, 0.8):
        board = random_board(rows, cols, rng, clues)
        accepted += assert_model_and_rules_agree(board, (values(board, each) for each in fillings(board)))
    assert accepted == (rows * cols == 4)


def test_model_and_rules_agree_on_fillings_of_six_cells():
    for board in (yajilin(". . .", "1L . ."), yajilin("2U .", ". .", ". .")):
        rng = random.Random(str(board))
        chosen = [each for each in fillings(board) if rng.random() < 0.1]
        chosen += expected_solutions(board)
        assert assert_model_and_rules_agree(board, (values(board, each) for each in chosen)) == len(
            list(expected_solutions(board))
        )


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(1, 5), (2, 3), (3, 3), (3, 4), (4, 4), (2, 7)])
def test_the_encoder_finds_all_solutions(rows, cols):
    rng = random.Random(rows * 10 + cols)
    total = 0
    for clues in (0, 0.05, 0.1, 0.1, 0.1, 0.2, 0.2, 0.3):
        board = random_board(rows, cols, rng, clues)
        found = all_solutions(board)
        assert sorted(map(str, found)) == sorted(map(str, expected_solutions(board)))
        total += len(found)
    assert total > 0 or rows == 1


def boards_with_numbers_behind_each_other():
    """A row of arrows both ways, over all numbers, on two more rows of free cells."""
    for a, b, c in product("012?", repeat=3):
        yield yajilin(f"{a}R . {b}R . {c}L", ". . . . .", ". . . . .")


def test_numbers_that_point_the_same_way():
    counts = []
    for board in boards_with_numbers_behind_each_other():
        found = all_solutions(board)
        assert sorted(map(str, found)) == sorted(map(str, expected_solutions(board)))
        counts.append(len(found))
    assert set(counts) == {0, 1}


@pytest.mark.sample(8)
@pytest.mark.parametrize("a, b", list(product("0123?", repeat=2)))
def test_numbers_in_a_column(a, b):
    board = yajilin(f"{a}D . .", ". . .", f"{b}D . .", ". . .", ". . .")
    assert sorted(map(str, all_solutions(board))) == sorted(map(str, expected_solutions(board)))


def test_values_are_those_of_the_solution():
    board = yajilin(". . . .", "1R . . .", ". . . .")
    (first, *_) = all_solutions(board)
    assert PUZZLES["yajilin"].solution(board, values(board, first)) == first
    assert values(board, first).bools.keys() == model(board).bools.keys()


def test_known_points_of_the_loop():
    assert candidates("yajilin", [["."]]) == ()
    assert candidates("yajilin", [[".", "#", "."]]) == ()
    assert candidates("yajilin", [[".", "0U", ".", "."]]) == (2, 3)
    assert candidates("yajilin", [["."] * 3] * 3) in ((3, 4), (1, 4), (4, 5), (4, 7))


def test_origins():
    rules = [str(constraint.origin) for constraint in model(yajilin(". 1L")).constraints]
    assert rules == [
        "shaded, or on the loop at row 1, column 1",
        "no line in a given cell at row 1, column 2",
        "number 1 with an arrow left at row 1, column 2",
        "no two shaded cells side by side",
        "one loop",
    ]


SQUARE = {"h": ["10", "10", "00"], "v": ["110", "000"], "shaded": ["...", "...", "..."]}
FAULTS = {
    "neither": (
        ["# . .", ". . #", "# # ?D"],
        {"h": ["00", "00", "00"], "v": ["000", "000"], "shaded": ["...", "#..", "..."]},
        [
            "there is no loop",
            "the cell at row 1, column 2 is neither shaded nor on the loop",
            "the cell at row 1, column 3 is neither shaded nor on the loop",
            "the cell at row 2, column 2 is neither shaded nor on the loop",
        ],
    ),
    "both, and touching": (
        [". . .", ". . #", "# # ?D"],
        SQUARE | {"shaded": [".##", "...", "..."]},
        [
            "shaded cells touch, at row 1, column 2 and at row 1, column 3",
            "the cell at row 1, column 2 is both shaded and on the loop",
        ],
    ),
    "given cells": (
        ["0L . .", ". # #", "# # ?D"],
        SQUARE | {"shaded": ["..#", "..#", "..."]},
        [
            "shaded cells touch, at row 1, column 3 and at row 2, column 3",
            "0L at row 1, column 1: the cell is on the loop",
            "# at row 2, column 2: the cell is on the loop",
            "# at row 2, column 3: the cell is shaded",
        ],
    ),
    "numbers": (
        [". . 2D", ". . .", "1R # 10U"],
        SQUARE | {"shaded": ["...", "..#", "..."]},
        [
            "2D at row 1, column 3: 1 cells are shaded that way",
            "1R at row 3, column 1: 0 cells are shaded that way",
            "10U at row 3, column 3: 1 cells are shaded that way",
        ],
    ),
    "right": ([". . 1D", ". . .", "0R # 1U"], SQUARE | {"shaded": ["...", "..#", "..."]}, []),
    "no shading": ([". ."], {"h": ["0"], "v": []}, ['"shaded" is no list of 1 strings']),
    "no lines": ([". ."], {"shaded": [".."]}, ['"h" is no list of 1 strings']),
    "no object": ([". ."], [".."], ['the solution is no object with the keys "h" and "v"']),
}


@pytest.mark.parametrize("rows, solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(rows, solution, faults):
    assert broken_rules(yajilin(*rows), solution) == faults


@pytest.mark.parametrize("token", [".", "#", "0U", "12L", "?R", "999999999D"])
def test_tokens(token):
    value = ARROWS.value(token)
    assert value == token and ARROWS.value(ARROWS.token(value)) == value


@pytest.mark.parametrize("token", ["", "U", "2", "2x", "02R", "-1R", "??R", "1R ", "٣R", "0?R", "1234567890R", "--"])
def test_what_is_no_token(token):
    with pytest.raises(
        ValueError,
        match=r"^expected - \(free\), # \(block\), or a number or \? with a letter U, D, L or R, such as 2R$",
    ):
        ARROWS.value(token)


@pytest.mark.parametrize("value", ["-", "", "2", "02R", 2, None, ["."], True])
def test_what_is_no_value(value):
    with pytest.raises(
        ValueError, match=r"^expected '\.' \(free\), '#' \(block\), or a number or \? with U, D, L or R, "
    ):
        ARROWS.token(value)


def test_a_reason_names_the_number_that_is_subtracted():
    """The 1 sees three free cells; that two of them are not shaded is known by the 0 that points the same way."""
    rows = ["- - -", "- - -", "0U - -", "- - -", "1U - -"]
    board = csp2sat.loads("; Yajilin\nsize 3 5\n" + "\n".join(rows) + "\n").board
    names = {each.origin.rule for each in PUZZLES["yajilin"].stages[-1].model(board).constraints if each.origin}
    assert {
        "number 1 with an arrow up (0 shaded above row 3, column 1, by the number there)",
        "number 0 with an arrow up",
    } <= names
