"""The choice of givens of a new board: symmetric places, as few as possible, a number of them."""

import re

import pytest
from typer.testing import CliRunner

import csp2sat
from csp2sat.api.writing.puzzles import sample
from csp2sat.base.portable_random import RandomSource
from csp2sat.cli.app import app_for
from csp2sat.errors import UsageError
from csp2sat.generating.boards import generate
from csp2sat.generating.dropping import minimal
from csp2sat.generating.givens import SYMMETRIES, WantedGivens, check_givens, orbits
from csp2sat.generating.makers import MAKERS
from csp2sat.generating.uniqueness import is_unique
from csp2sat.puzzles.kit.clues import is_allowed
from csp2sat.puzzles.spec import PUZZLES, Board

SIZES = {"sudoku": (6, 6), "binairo": (6, 6), "dbchoco": (4, 5)}  # else 5 x 5
USABLE = ("balance", "battleship", "binairo", "cave", "creek", "dbchoco", "easyasabc", "fillomino", "futoshiki",
          "gokigen", "hidoku", "jigsaw", "kurodoko", "masyu", "mosaic", "ripple", "sashigane", "skyscrapers",
          "slitherlink", "snake", "str8ts", "sudoku", "suguru", "tapa", "yinyang")  # fmt: skip
REFUSED = {  # a puzzle that has no such choice, and what the message says
    "kakuro": "no given can be left out",
    "nonogram": "no given can be left out",
    "hitori": "no given can be left out",
    "galaxies": "no given can be left out",
    "shikaku": "no given can be left out",
    "heyawake": "clues belong to rooms",
    "akari": "a cell keeps its mark",
    "firefly": "a cell keeps its mark",
    "tents": "a cell keeps its mark",
    "shakashaka": "a cell keeps its mark",
}


def image(cell, symmetry, rows, cols):
    """The place to which a symmetry moves a place."""
    r, c = cell
    return {"rotate2": (rows - 1 - r, cols - 1 - c), "rotate4": (c, rows - 1 - r), "mirror": (r, cols - 1 - c)}[
        symmetry
    ]


def places(board):
    """The places with clues, and the numbers of rows and columns of places."""
    corners = 1 if board.puzzle in ("creek", "gokigen") else 0
    return PUZZLES[board.puzzle].clues.given_cells(board), (board.rows + corners, board.cols + corners)


@pytest.mark.sample(3)
@pytest.mark.parametrize("symmetry", ["rotate2", "mirror"])
@pytest.mark.parametrize("puzzle", USABLE)
def test_places_are_symmetric_and_the_solution_is_the_only_one(puzzle, symmetry):
    board, solution = generate(puzzle, *SIZES.get(puzzle, (5, 5)), 1, wanted=WantedGivens(symmetry))
    cells, extent = places(board)
    assert {image(cell, symmetry, *extent) for cell in cells} == cells
    assert PUZZLES[puzzle].broken_rules(board, solution) == [] and is_unique(board, solution)


@pytest.mark.parametrize("puzzle", ["slitherlink", "sudoku", "gokigen"])
def test_quarter_turns(puzzle):
    board, solution = generate(puzzle, *SIZES.get(puzzle, (5, 5)), 2, wanted=WantedGivens("rotate4"))
    cells, extent = places(board)
    assert {image(cell, "rotate4", *extent) for cell in cells} == cells and is_unique(board, solution)


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "puzzle", ["dbchoco", "hashiwokakero", "kenken", "moonsun", "nurimaze", "yajilin", "tatamibari", "sudoku"]
)
def test_no_given_of_a_minimal_board_can_be_left_out(puzzle):
    draft = generate(puzzle, *SIZES.get(puzzle, (5, 5)), 1, wanted=WantedGivens(minimal=True))
    clues = PUZZLES[puzzle].clues
    for cell in clues.optional(draft.board):
        board = clues.without(draft.board, [cell])
        faults = not is_allowed(board) or PUZZLES[puzzle].broken_rules(board, draft.solution)
        assert faults or not is_unique(board, draft.solution)
    assert is_unique(*draft)


def test_a_room_keeps_the_signs_that_its_solution_needs():
    """A room of Moon or Sun whose last sign is left out has another rule, which the solution may break."""
    draft = generate("moonsun", 5, 5, 5, wanted=WantedGivens(minimal=True))
    assert PUZZLES["moonsun"].broken_rules(*draft) == [] and is_unique(*draft)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_minimal_maze_keeps_its_ends(seed):
    """A Nuri-Maze without S or G is no board."""
    board, _ = generate("nurimaze", 6, 6, seed, wanted=WantedGivens(minimal=True))
    assert is_allowed(board)


# rules of the last two use the clues
@pytest.mark.parametrize("puzzle", ["sudoku", "fillomino", pytest.param("hidoku", marks=pytest.mark.long)])
def test_symmetric_and_minimal(puzzle):
    draft = generate(puzzle, 4, 4, 1, wanted=WantedGivens("rotate2", minimal=True))
    cells, extent = places(draft.board)
    assert {image(cell, "rotate2", *extent) for cell in cells} == cells and is_unique(*draft)
    clues = PUZZLES[puzzle].clues
    assert not any(is_unique(clues.without(draft.board, [cell]), draft.solution) for cell in cells)


@pytest.mark.parametrize(
    ("puzzle", "number"), [("sudoku", 14), ("slitherlink", 16), ("masyu", 6), ("fillomino", 15), ("firefly", 6)]
)
def test_the_number_of_givens(puzzle, number):
    board, solution = generate(puzzle, *SIZES.get(puzzle, (5, 5)), 3, wanted=WantedGivens(number=number))
    assert len(PUZZLES[puzzle].clues.optional(board)) == number and is_unique(board, solution)


def test_without_a_choice_a_board_is_as_before():
    assert generate("masyu", 5, 6, 1) == generate("masyu", 5, 6, 1, wanted=WantedGivens("none", False, None))


@pytest.mark.parametrize("puzzle", REFUSED)
def test_puzzles_without_a_choice_are_refused_before_anything_is_made(puzzle):
    with pytest.raises(UsageError, match=REFUSED[puzzle]):
        check_givens(sample(PUZZLES[puzzle]), 6, 6, WantedGivens("rotate2"))


def test_every_maker_is_checked():
    for puzzle in MAKERS:
        for wanted in (WantedGivens("rotate2"), WantedGivens(minimal=True)):
            try:
                check_givens(sample(PUZZLES[puzzle]), 6, 6, wanted)
            except UsageError as error:
                assert str(error).startswith(f"{puzzle}: ")


def test_orbits():
    board = Board("sudoku", 5, 5, [[0] * 5] * 5)
    found = {name: [len(orbits(board, name)(cell)) for cell in ((2, 2), (0, 0), (0, 2), (1, 3))] for name in SYMMETRIES}
    assert found == {"none": [1] * 4, "rotate2": [1, 2, 2, 2], "rotate4": [1, 4, 4, 4], "mirror": [1, 2, 1, 2]}
    assert orbits(board, "rotate2")((-1, 0)) == ((-1, 0), (5, 4))  # beside the board


def test_a_least_number_of_givens_stays():
    def refuted(given, dropped):
        return set(given) if 3 in given else None

    assert minimal([1, 2, 3, 4], refuted) == [3]
    assert minimal([1, 2, 3, 4], refuted, 2) == [3, 4]
    assert minimal([1, 2, 3, 4], refuted, 9) == [1, 2, 3, 4]
    assert minimal([1, 2, 3], refuted, 3, lambda given: given) == [3]  # counted by size


WRONG = {  # arguments, and the message
    "--symmetry round": "is not one of",
    "--givens -1": "is not in the range x>=0",
    "--givens few": "not a valid int range",
    "--givens 3 --minimal": "not both",
    "--givens 99": "no sudoku of 4x4 with one solution and 99 givens in 50 tries; take another seed, or ask less of",
    "--givens 3": "with one solution and 3 givens",
}


LONG = pytest.mark.long  # 50 tries take 2 s; another one is beside it


@pytest.mark.parametrize("words", [each if each != "--givens 3" else pytest.param(each, marks=LONG) for each in WRONG])
def test_wrong_choices(words):
    size = [] if "--size" in words else ["--size", "4x4"]
    done = CliRunner().invoke(app_for("generate"), ["generate", "sudoku", *size, "--seed", "1", *words.split()])
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.output).split())
    assert done.exit_code in (1, 2) and WRONG[words] in text and "Traceback" not in text


def test_quarter_turns_of_a_rectangle_are_refused():
    with pytest.raises(UsageError, match="6x4: expected as many rows as columns"):
        check_givens(sample(PUZZLES["slitherlink"]), 6, 4, WantedGivens("rotate4"))


def test_the_command_and_python_make_the_same_board():
    words = ["generate", "sudoku", "--size", "4x4", "--seed", "5", "--symmetry", "mirror", "--givens", "8", "--quiet"]
    done = CliRunner().invoke(app_for("generate"), words)
    board = csp2sat.generate("sudoku", 4, 4, seed=5, symmetry="mirror", givens=8)
    assert done.exit_code == 0 and done.output == csp2sat.convert(board, "text")


@pytest.mark.parametrize(
    "wrong", [{"symmetry": "round"}, {"givens": -1}, {"givens": 2.5}, {"givens": 4, "minimal": True}]
)
def test_wrong_choices_in_python(wrong):
    with pytest.raises(csp2sat.UsageError):
        csp2sat.generate("sudoku", 4, 4, seed=5, **wrong)


def test_the_same_seed_gives_the_same_board():
    random = [RandomSource(7).below(100) for _ in range(2)]
    assert random[0] == random[1]
    boards = [generate("sudoku", 6, 6, 7, wanted=WantedGivens("rotate2", number=14)) for _ in range(2)]
    assert boards[0] == boards[1]
