"""Akari: the model against the checker of the rules, over all sets of lights on tiny boards."""

import random
from itertools import product

import pytest
from support.oracle import enumerate_answers
from support.puzzle_rules import all_solutions

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.model.model import Answer
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.akari import PUZZLE, model

broken_rules = PUZZLE.broken_rules


def akari(*rows):
    return Board("akari", len(rows), len(rows[0]), list(rows))


def split(cells, cols):
    return ["".join(cells[at : at + cols]) for at in range(0, len(cells), cols)]


def fillings(board):
    """All ways to put lights into white cells."""
    cells = "".join(board.givens)
    for bits in product(*(".*" if cell == "." else cell for cell in cells)):
        yield split(bits, board.cols)


def assert_finds_all_solutions(board):
    """Returns how many there are."""
    expected = [each for each in fillings(board) if not broken_rules(board, each)]
    assert sorted(all_solutions(board)) == sorted(expected), board
    return len(expected)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1)])
def test_all_solutions_of_every_board(rows, cols):
    boards = [akari(*split(cells, cols)) for cells in product(".#01234", repeat=rows * cols)]
    counts = [assert_finds_all_solutions(board) for board in boards]
    assert {0, 1} <= set(counts)


@pytest.mark.sample(2)
@pytest.mark.parametrize("rows, cols", [(2, 2), (2, 3), (3, 3), (4, 3), (2, 6), (1, 9), (9, 1)])
def test_all_solutions_of_random_boards(rows, cols):
    rng = random.Random(f"{rows} {cols}")
    counts = []
    for _ in range(20):
        cells = rng.choices(".#01234", (30, 6, 1, 4, 3, 0.5, 0.5), k=rows * cols)
        counts.append(assert_finds_all_solutions(akari(*split(cells, cols))))
    assert {0, 1} <= set(counts) and max(counts) > 1


def test_a_published_board_without_solution():
    rows = ["##.#..#...", "#....#....", ".#......#.", "..........", "...01431..", *[".........."] * 5]
    assert all_solutions(akari(*rows)) == []


def test_lines_of_cells():
    white = {(0, 0), (0, 2), (1, 0), (1, 2), (1, 3)}
    assert list(akari(".#.#", ".#..").segments(white)) == [
        ("across", [(0, 0)]),
        ("across", [(0, 2)]),
        ("across", [(1, 0)]),
        ("across", [(1, 2), (1, 3)]),
        ("down", [(0, 0), (1, 0)]),
        ("down", [(0, 2), (1, 2)]),
        ("down", [(1, 3)]),
    ]


def test_a_long_line_takes_a_few_clauses_for_each_cell():
    sink = Sink()
    encode(model(akari(*["." * 30] * 30)), sink)
    assert sink.flat().count(0) < 8 * 900 and len(sink.flat()) < 25 * 900


def test_values_and_solutions():
    board = akari("..", "#.")
    assert PUZZLE.values(board, ["*.", "#*"]) == Answer({}, {"x_0_0": True, "x_0_1": False, "x_1_1": True})
    for answer in enumerate_answers(model(board), EncoderOptions()):
        visible = Answer({}, {name: on for name, on in answer.bools.items() if not name.startswith("_")})
        assert PUZZLE.values(board, PUZZLE.solution(board, answer)) == visible


def test_origins():
    made = model(akari(".1", ".."))
    origins = [constraint.origin for constraint in made.constraints]
    assert all(origins) and len(set(origins)) == len(origins)
    assert [str(origin) for origin in origins[:2]] == [
        "number 1 at row 1, column 2",
        "lights in a line across from the cell at row 2, column 1",
    ]
    assert str(origins[-1]) == "the cell must be lit at row 2, column 2"
    assert Board.from_neutral(made.about["board"]) == akari(".1", "..")


def test_formats():
    board = akari("..#", "04.")
    texts = {
        "text": "; Akari Puzzle\nsize 3 2\n- - #\n0 4 -\n",
        "array": "# Akari Puzzle\n-2 -2 -1\n 0  4 -2\n",
        "json": '{"type": "akari", "rows": 2, "cols": 3, "givens": ["..#", "04."]}\n',
    }
    for name, text in texts.items():
        assert FORMATS[name].write(board) == text
        assert read_board(Source("unnamed", text)) == board
    assert read_board(Source("x", "; Light Up\nsize 3 2\n. . #\n0 4 .\n")) == board


CELL = "expected - (white), . (white), # (black), 0, 1, 2, 3 or 4"
WRONG = {
    "five": ("size 2 1\n- 5\n", f"x.txt:2:3: '5' is no cell of akari; {CELL}"),
    "light": (
        '{"type": "akari", "rows": 1, "cols": 2, "givens": [".*"]}',
        "x.txt:1:54: \"*\" is no cell of akari; expected '.', '#', '0', '1', '2', '3' or '4'",
    ),
    "array": ("0 5\n", "x.txt:1:3: 5 is no cell of akari; expected -2, -1, 0, 1, 2, 3 or 4"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_board(text, message):
    with pytest.raises(InputError) as error:
        read_board(Source("x.txt", text), "akari")
    assert str(error.value).split("\n")[0] == message


def test_drawing():
    board = akari("..#", "1..")
    assert ascii.draw(PUZZLE.picture(board)) == ". . #\n1 . ."
    assert ascii.draw(PUZZLE.picture(board, ["*.#", "1.*"])) == "* . #\n1 . *"
    assert boxes.draw(PUZZLE.picture(board, ["*.#", "1.*"])) == "✶ . █\n1 . ✶"


FAULTS = {
    "no list": ("..", None, ["the solution is no list of 1 strings"]),
    "short": ("..", ["."], ["row 1 of the solution is no string of 2 characters"]),
    "numbers": ("..", [[0, 1]], ["row 1 of the solution is no string of 2 characters"]),
    "other givens": (
        ".#1",
        ["x*."],
        [
            "'x' at row 1, column 1, where '.' is given",
            "'*' at row 1, column 2, where '#' is given",
            "'.' at row 1, column 3, where '1' is given",
        ],
    ),
    "dark": ("..#.", ["*.#."], ["no light shines on row 1, column 4"]),
    "lit": (
        "....",
        ["*..*"],
        ["the light at row 1, column 1 shines on the light at row 1, column 4"],
    ),
    "three": (
        "...",
        ["***"],
        [
            "the light at row 1, column 1 shines on the light at row 1, column 2",
            "the light at row 1, column 2 shines on the light at row 1, column 3",
        ],
    ),
    "number": (
        ".2.",
        ["*2."],
        [
            "no light shines on row 1, column 3",
            "number 2 at row 1, column 2: 1 of the cells beside it have a light",
        ],
    ),
}


@pytest.mark.parametrize("row, found, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong_with_a_solution(row, found, faults):
    assert broken_rules(akari(row), found) == faults


def test_what_is_wrong_in_a_column():
    assert broken_rules(akari(".", ".", "#", "0", "."), ["*", "*", "#", "0", "*"]) == [
        "the light at row 1, column 1 shines on the light at row 2, column 1",
        "number 0 at row 4, column 1: 1 of the cells beside it have a light",
    ]
