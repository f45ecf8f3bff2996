"""KenKen and killer sudoku: cages of any size, against all fillings and all sets."""

from itertools import combinations, product

import pytest
from support.oracle import enumerate_answers
from support.puzzle_rules import all_solutions, exact

from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import kenken
from csp2sat.puzzles.types.killer import sets_of


@pytest.mark.sample(1)
@pytest.mark.parametrize("sign", ["", *"+-*/"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_arithmetic_of_a_cage_means_what_its_fillings_do(monkeypatch, size, sign):
    monkeypatch.setattr(kenken, "MOST_FILLINGS", 0)
    m = Model()
    numbers = [m.int(f"x{at}", 1, 6) for at in range(size)]
    cells = [(at, at) for at in range(size)]
    for target in [*range(1, 20), 24, 36, 60, 125, 216, 7 * 6]:
        formula = kenken.cage(numbers, cells, 6, f"{target}{sign}")
        for row in product(range(1, 7), repeat=size):
            said = evaluate(formula, Answer({f"x{at}": n for at, n in enumerate(row)}, {}))
            assert said == kenken.gives(row, target, sign), (row, target, sign)


@pytest.mark.parametrize("clue", ["24*", "3-", "1/", "10", "10+", "6"])
def test_solutions_are_the_same_by_fillings_and_by_arithmetic(monkeypatch, clue):
    board = Board("kenken", 3, 3, {"regions": [[0, 0, 1], [0, 1, 1], [2, 2, 1]], "clues": [clue, "12*", None]})
    by_fillings = all_solutions(board)
    monkeypatch.setattr(kenken, "MOST_FILLINGS", 0)
    assert sorted(all_solutions(board)) == sorted(by_fillings)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("clue", "solved"), [("75+", True), ("74+", False), ("2-", False), ("7", False), ("9/", False)]
)
def test_a_cage_may_be_the_whole_board(clue, solved):
    board = Board("kenken", 5, 5, {"regions": [[0] * 5] * 5, "clues": [clue]})
    assert (kenken.fillings(board.cells(), 5, clue) is None) and bool(
        next(iter(enumerate_answers(exact(board), EncoderOptions())), None)
    ) == solved


def test_sets_of_a_sum():
    for size, total, most in product(range(6), range(-1, 25), range(1, 8)):
        expected = [set(each) for each in combinations(range(1, most + 1), size) if sum(each) == total]
        assert sorted(map(sorted, sets_of(size, total, most))) == sorted(map(sorted, expected))


def test_the_first_sets_of_a_large_cage_come_at_once():
    assert len(next(sets_of(30, 1000, 64))) == 30
