"""Kinds of puzzles: models, checkers and forms, on boards whose solutions are all known, and on random ones."""

import json
import random
from contextlib import suppress

import pytest
from support.kinds import GIVENS, random_board
from support.oracle import enumerate_answers
from support.paths import DATA
from support.puzzle_rules import all_solutions, exact
from support.solution_spaces import LATIN, SIZES, SPACES, USUAL_SIZES, by_the_checker, plain

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES, Board

TINY = {
    f"{kind}-{at}": form
    for kind, forms in json.loads((DATA / "tiny.json").read_text()).items()
    if kind in PUZZLES
    for at, form in enumerate(forms)
}


def board_of(form):
    return Board(form["type"], form["rows"], form["cols"], form["givens"])


# Kinds whose models are compared with their checkers in files of their own, in tests/puzzles
APART = {
    "akari",
    "fillomino",
    "hashiwokakero",
    "heyawake",
    "hitori",
    "kakuro",
    "masyu",
    "nonogram",
    "norinori",
    "numberlink",
    "nurikabe",
    "shikaku",
    "slitherlink",
    "sudoku",
    "yajilin",
}


SLOW = pytest.param("galaxies", marks=pytest.mark.long)  # 3 s for two boards


def test_each_kind_has_random_boards_and_a_space_of_solutions():
    assert set(GIVENS) == set(SPACES) == set(PUZZLES) - APART, "add it to GIVENS and SPACES in tests/support"


@pytest.mark.sample(2, each=r"[a-z0-9]+")
@pytest.mark.parametrize("name", TINY)
def test_all_solutions_of_a_tiny_board(name):
    form = TINY[name]
    board = board_of(form)
    puzzle = PUZZLES[board.puzzle]
    puzzle.check(board)
    found = all_solutions(board)
    assert len(found) == len(set(map(plain, found))) == form["count"]
    if form["solutions"] is not None:
        assert set(map(plain, found)) == set(map(plain, form["solutions"]))
    for solution in found:
        assert puzzle.broken_rules(board, solution) == []
        assert puzzle.solution(board, puzzle.values(board, solution)) == solution


@pytest.mark.sample(2, each=r"[a-z0-9]+")
@pytest.mark.parametrize("name", TINY)
def test_every_form_of_a_tiny_board(name):
    form = TINY[name]
    board = board_of(form)
    for to in forms_of(board):
        assert read_board(Source("x", FORMATS[to].write(board)), board.puzzle) == board
    assert read_board(Source("x", json.dumps(form))) == board


def forms_of(board):
    """The formats that can write it: some boards have no game ID."""
    puzzle = PUZZLES[board.puzzle]
    found = ["text", "json", *(["url"] if puzzle.url else [])]
    with suppress(UsageError):
        FORMATS["sgt"].write(board)
        found.append("sgt")
    return found


def go_round(kind, boards):
    """So many random boards, each written and read in every form that it has."""
    rng = random.Random(f"{kind} forms")
    for _ in range(boards):
        board = random_board(kind, *rng.choice(SIZES.get(kind, USUAL_SIZES)), rng)
        for to in forms_of(board):
            found = read_board(Source("x", FORMATS[to].write(board)), kind)
            assert _without_sums_of_one(found) == _without_sums_of_one(board), (to, board)


def _without_sums_of_one(board):
    """In a game ID a number alone in its cage of kenken is a sum."""
    if board.puzzle != "kenken":
        return board
    cells = [room for row in board.givens["regions"] for room in row]
    told = enumerate(board.givens["clues"])
    clues = [clue and (clue.rstrip("+") if cells.count(room) == 1 else clue) for room, clue in told]
    return Board("kenken", board.rows, board.cols, {**board.givens, "clues": clues})


@pytest.mark.parametrize("kind", GIVENS)
def test_every_form_of_random_boards(kind):
    go_round(kind, 10)


@pytest.mark.long
@pytest.mark.parametrize("kind", GIVENS)
def test_every_form_of_a_thousand_boards(kind):
    go_round(kind, 1000)


def compare(kind, boards, seed):
    """So many boards; and more, until one has a solution."""
    rng = random.Random(f"{kind} {seed}")
    solvable = tried = 0
    while tried < boards or not solvable:
        board = random_board(kind, *rng.choice(SIZES.get(kind, USUAL_SIZES)), rng)
        expected = by_the_checker(board)
        assert sorted(map(plain, all_solutions(board))) == sorted(map(plain, expected)), board
        solvable += bool(expected)
        tried += 1
        assert tried < boards + 100


@pytest.mark.sample(9)
@pytest.mark.parametrize("kind", [each if each != "galaxies" else SLOW for each in GIVENS])
def test_the_model_has_the_solutions_that_the_checker_accepts(kind):
    compare(kind, 2, 0)


@pytest.mark.long
@pytest.mark.parametrize("kind", GIVENS)
def test_the_model_has_the_solutions_that_the_checker_accepts_on_many_boards(kind):
    compare(kind, 200, 1)


NOT_NARROW = ("dominosa", "easyasabc", "str8ts")  # boards of other sizes, or square ones
WIDE = ("lits", "moonsun")  # of whose random rooms one column has no place for two


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", [kind for kind in GIVENS if kind not in {*LATIN, *NOT_NARROW}])
def test_boards_of_one_row_or_column(kind):
    """What `solve` prints of them is accepted by `check`, too."""
    rng = random.Random(f"{kind} narrow")
    for rows, cols in ((1, 4), (1, 6)) if kind in WIDE else ((1, 4), (1, 6), (4, 1), (6, 1)):
        board = random_board(kind, rows, cols, rng)
        found = all_solutions(board)
        assert sorted(map(plain, found)) == sorted(map(plain, by_the_checker(board))), board
        for to in forms_of(board):
            assert read_board(Source("x", FORMATS[to].write(board)), kind) == board
        for solution in found[:3]:
            said = read(ascii.draw(PUZZLES[kind].picture(board, solution)), board)
            assert (said.faults, PUZZLES[kind].broken_rules(board, said.solution)) == ([], [])


def test_a_futoshiki_of_one_cell_has_no_signs():
    board = Board("futoshiki", 1, 1, {"grid": [[0]], "h": [""], "v": []})
    for to in forms_of(board):
        assert read_board(Source("x", FORMATS[to].write(board)), "futoshiki") == board


@pytest.mark.parametrize(("kind", "givens"), [("lits", {}), ("ripple", {"grid": [[0] * 10] * 10})])
def test_one_room_may_be_the_whole_board(kind, givens):
    board = Board(kind, 10, 10, {"regions": [[0] * 10] * 10, **givens})
    solution = next(iter(enumerate_answers(exact(board), EncoderOptions())))
    assert PUZZLES[kind].broken_rules(board, PUZZLES[kind].solution(board, solution)) == []


def test_every_kind_with_tiny_boards_has_random_ones():
    assert {form["type"] for form in TINY.values()} - set(GIVENS) <= {"norinori"}
