"""Kakuro: the model against the checker of the rules, over all fillings of tiny boards."""

import random
from itertools import product

import pytest
from support.oracle import enumerate_answers
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError, UsageError
from csp2sat.model.model import Answer
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.kakuro import PUZZLE, digit_sets, model, symbol, value, values

broken_rules = PUZZLE.broken_rules


def kakuro(*rows):
    """A board whose rows are written as in the text form."""
    givens = [[value(token) for token in row.split()] for row in rows]
    return Board("kakuro", len(givens), len(givens[0]), givens)


def fillings(board, most=9):
    """All ways to write 1 to `most` into the white cells."""
    cells = [given for row in board.givens for given in row]
    for digits in product(*(range(1, most + 1) if cell is None else (0,) for cell in cells)):
        yield [list(digits[at : at + board.cols]) for at in range(0, len(cells), board.cols)]


def assert_finds_all_solutions(board):
    """Returns how many there are."""
    expected = [each for each in fillings(board) if not broken_rules(board, each)]
    assert sorted(all_solutions(board)) == sorted(expected), board
    return len(expected)


WAYS = {"across": (0, 1), "down": (1, 0)}


def random_board(rows, cols, white, rng, said=0.8, wrong=0.1):
    """A board with that many white cells; said: how often a line has a sum; wrong: how often one that is too great."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    digits = {cell: rng.randint(1, 9) for cell in rng.sample(cells, white)}
    givens = [[None if (r, c) in digits else {"across": None, "down": None} for c in range(cols)] for r in range(rows)]
    for way, (i, j) in WAYS.items():
        for r, c in set(cells) - set(digits):
            line = 0
            while (r + i, c + j) in digits:
                r, c = r + i, c + j
                line += digits[r, c]
            if line and rng.random() < said:
                before = next((r - i * k, c - j * k) for k in range(1, 9) if (r - i * k, c - j * k) not in digits)
                givens[before[0]][before[1]][way] = line + (rng.random() < wrong)
    return Board("kakuro", rows, cols, givens)


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols, white", [(2, 2, 2), (3, 3, 3), (2, 4, 3), (4, 2, 3)])
def test_all_solutions_of_random_boards(rows, cols, white):
    rng = random.Random(f"{rows} {cols} {white}")
    counts = [assert_finds_all_solutions(random_board(rows, cols, white, rng)) for _ in range(15)]
    assert {0, 1} <= set(counts) and max(counts) > 1


SQUARE = {"one": ("# 3\\ 11\\", "\\6 - -", "\\8 - -"), "six": ("# 5\\ #", "\\6 - -", "\\10 - -")}


@pytest.mark.parametrize("rows", SQUARE.values(), ids=SQUARE.keys())
def test_all_solutions_of_a_square(rows):
    assert assert_finds_all_solutions(kakuro(*rows)) > 0


def test_model_and_rules_agree_on_every_filling():
    rng = random.Random(4)
    accepted = 0
    for _ in range(12):
        board = random_board(2, 3, 2, rng, said=0.6)
        accepted += assert_model_and_rules_agree(board, (values(board, each) for each in fillings(board)))
    assert accepted > 5


LINES = {
    "no sum": ("- -", 72),
    "no sum between": ("# - # -", 81),
    "seventeen": ("\\17 - -", 2),
    "too great": ("\\18 - -", 0),
    "too small": ("\\2 - -", 0),
    "much too great": ("\\999999999 -", 0),
    "no line": ("- \\5", 0),
    "no line before a black cell": ("\\5 # -", 0),
    "no line before a sum": ("\\5 \\3 -", 0),
    "no line down": ("5\\ -", 0),
    "no white cell": ("# #", 1),
    "one": ("\\9 -", 1),
    "of eight": ("\\44 - - - - - - - -", 0),
    "more than nine": ("- " * 10, 0),
    "more than nine with a sum": ("\\45" + " -" * 10, 0),
}


@pytest.mark.parametrize("row, count", LINES.values(), ids=LINES.keys())
def test_lines_of_one_board(row, count):
    if "eight" not in row and row.count("-") < 8:
        assert assert_finds_all_solutions(kakuro(row)) == count
    found = enumerate_answers(model(kakuro(row)), EncoderOptions())
    assert len([answer for answer, _ in zip(found, range(100), strict=False)]) == (count if "44" not in row else 100)


def test_a_line_of_nine():
    answer = next(enumerate_answers(model(kakuro("\\45" + " -" * 9)), EncoderOptions()))
    assert sorted(answer.ints.values()) == list(range(1, 10))


def test_the_sets_of_digits_with_a_sum():
    assert digit_sets(2, 5) == ({1, 4}, {2, 3})
    assert digit_sets(3, 24) == ({7, 8, 9},)
    assert digit_sets(1, 10) == digit_sets(10, 45) == ()
    assert digit_sets(0, 0) == (set(),)
    assert sum(len(digit_sets(count, total)) for count in range(10) for total in range(46)) == 512


CONTRADICTIONS = {
    "totals": (("# 4\\ 6\\", "\\3 - -", "\\8 - -"), "sums across (11) equal to sums down (10)"),
    "sum": (("# 9\\ 9\\", "\\18 - -"), "sum 18 across at row 2, column 1"),
    "no line": (("# 9\\", "3\\ #"), "sum 9 down at row 1, column 2"),
}


@pytest.mark.parametrize("rows, place", CONTRADICTIONS.values(), ids=CONTRADICTIONS.keys())
def test_what_needs_no_search(rows, place):
    assert encode(model(kakuro(*rows)), Sink())[-1] == {"contradiction": place}


def test_values():
    board = kakuro("# \\3 - -", "- # - #")
    assert values(board, [[0, 0, 1, 2], [7, 0, 4, 0]]) == Answer({"x_0_2": 1, "x_0_3": 2, "x_1_0": 7, "x_1_2": 4}, {})


def test_origins():
    made = model(kakuro("# 3\\ 4\\", "\\7 - -"))
    origins = [constraint.origin for constraint in made.constraints]
    assert all(origins) and len(set(origins)) == len(origins)
    assert [str(origin) for origin in origins] == [
        "different digits across at row 2, column 2",
        "different digits down at row 2, column 2",
        "different digits down at row 2, column 3",
        "sum 7 across at row 2, column 1",
        "sum 3 down at row 1, column 2",
        "sum 4 down at row 1, column 3",
        "sums across (7) equal to sums down (7)",
    ]
    assert Board.from_neutral(made.about["board"]) == kakuro("# 3\\ 4\\", "\\7 - -")


BLACK = {"across": None, "down": None}


def test_formats():
    board = Board("kakuro", 2, 2, [[BLACK, {"across": 16, "down": 9}], [{"across": 9, "down": None}, None]])
    texts = {
        "text": "; Kakuro Puzzle\nsize 2 2\n   # 9\\16\n  \\9    -\n",
        "json": '{"type": "kakuro", "rows": 2, "cols": 2, "givens": [[{"across": null, "down": null}, '
        '{"across": 16, "down": 9}], [{"across": 9, "down": null}, null]]}\n',
    }
    for name, text in texts.items():
        assert FORMATS[name].write(board) == text
        assert read_board(Source("unnamed", text)) == board
    assert read_board(Source("x", "; Kakuro\nsize 2 2\n\\ 9\\16\n\\9 .\n")) == board
    with pytest.raises(UsageError):
        FORMATS["array"].write(board)


TOKEN = r"expected - (white), # (black), or sums from 1 on, DOWN\ACROSS, DOWN\ or \ACROSS"
SUMS = 'expected null (white) or {"across": SUM, "down": SUM}, sums from 1 on or null'
WRONG_CELLS = ('{"across": 0, "down": null}', '{"across": true, "down": null}', '{"across": 1}', "0", '[null, ""]')
WRONG = {
    "digit": (
        "size 2 1\n- 5\n",
        "x.txt:2:3: '5' is no cell of kakuro; expected - (white), 5\\ (sum 5 down) or \\5 (sum 5 across)",
    ),
    "nothing": ("size 1 1\n\\0\n", f"x.txt:2:1: '\\0' is no cell of kakuro; {TOKEN}"),
    "three": ("size 1 1\n1\\2\\3\n", f"x.txt:2:1: '1\\2\\3' is no cell of kakuro; {TOKEN}"),
    "other digits": ("size 1 1\n\\٥\n", f"x.txt:2:1: '\\٥' is no cell of kakuro; {TOKEN}"),
    "long": (f"size 1 1\n\\{'1' * 10}\n", f"x.txt:2:1: '\\1111111111' is no cell of kakuro; {TOKEN}"),
    **{
        cell: (
            f'{{"type": "kakuro", "rows": 1, "cols": 1, "givens": [[{cell}]]}}',
            f"x.txt:1:54: {cell} is no cell of kakuro; {SUMS}",
        )
        for cell in WRONG_CELLS
    },
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_board(text, message):
    with pytest.raises(InputError) as error:
        read_board(Source("x.txt", text), "kakuro")
    assert str(error.value).split("\n")[0] == message


def test_a_value_and_its_token():
    for token in ("-", "#", "1\\", "\\45", "16\\17"):
        assert symbol(value(token)) == token


def test_drawing():
    board = kakuro("# 3\\ #", "\\9 - -")
    assert "3\\" in ascii.draw(PUZZLE.picture(board)) and ascii.draw(PUZZLE.picture(board)).count(".") == 2
    assert "\\9" in ascii.draw(PUZZLE.picture(board, [[0, 0, 0], [0, 3, 6]]))


FAULTS = {
    "no list": ("- -", {}, ["the solution is no list of 1 lists"]),
    "short": ("- -", [[1]], ["row 1 of the solution is no list of 2 numbers"]),
    "true": ("- -", [[True, 2]], ["row 1 of the solution is no list of 2 numbers"]),
    "no digits": (
        "- - # -",
        [[0, 10, 1, -1]],
        [
            "row 1, column 1 is empty; expected a number from 1 to 9",
            "10 at row 1, column 2 is not one of 1 to 9",
            "1 at row 1, column 3; expected 0 in a black cell",
            "-1 at row 1, column 4 is not one of 1 to 9",
        ],
    ),
    "good": ("\\3 - - # -", [[0, 1, 2, 0, 1]], []),
    "twice": (
        "# - - - - #",
        [[0, 7, 1, 7, 7, 0]],
        [
            "7 twice in a line, at row 1, column 2 and at row 1, column 4",
            "7 twice in a line, at row 1, column 2 and at row 1, column 5",
        ],
    ),
    "twice at the border": ("- - #", [[7, 7, 0]], ["7 twice in a line, at row 1, column 1 and at row 1, column 2"]),
    "sum": ("\\5 - -", [[0, 1, 3]], ["sum 5 across at row 1, column 1: the digits add up to 4"]),
    "no line": (
        "\\5 1\\ -",
        [[0, 0, 1]],
        [
            "sum 5 across at row 1, column 1: the digits add up to 0",
            "sum 1 down at row 1, column 2: the digits add up to 0",
        ],
    ),
}


@pytest.mark.parametrize("row, found, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong_with_a_solution(row, found, faults):
    assert broken_rules(kakuro(row), found) == faults


def test_what_is_wrong_in_a_column():
    assert broken_rules(kakuro("4\\", "-", "-", "#", "-", "-"), [[0], [2], [2], [0], [3], [3]]) == [
        "2 twice in a line, at row 2, column 1 and at row 3, column 1",
        "3 twice in a line, at row 5, column 1 and at row 6, column 1",
    ]
