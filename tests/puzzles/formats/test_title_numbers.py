"""The number of stars in the title of a star battle."""

import warnings
from contextlib import suppress

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.formats.reading import read_board

ROWS = "".join(f"{row}\n" for row in ("0 1 1 2", "0 1 2 2", "0 3 3 2", "3 3 3 3"))
TWO = [
    "; Star Battle, 2 stars",
    "Star battle: 2 stars each",
    "Star Battle, stars 2",
    "Star Battle 2*",
    "Star Battle (2 stars)",
    "; Star Battle no. 7, two stars",
    "; 2-star battle",
    "# Star Battle 2★",
    "; Star Battle\n; 2 stars in every row",
    "; Star Battle, 2 per row",
]
ASKED = {
    "alone": ("; Star Battle 2", "1:15: 2 stars, or a number of the puzzle?"),
    "in parentheses": ("; Star Battle (2)", "1:16: 2 stars, or a number of the puzzle?"),
    "two numbers": ("; Star Battle, 2 stars\n; 1 star each", "2:3: 2 stars, or 1 stars?"),
}
OTHERS = ["; Star Battle", "; Star Battle no. 2", "; Star Battle 12", "; Star Battle 4x4", "; Star Battle no. 2 star"]


@pytest.mark.parametrize("title", TWO)
@pytest.mark.parametrize("size", ["", "size 4 4\n"])
def test_the_stars_of_a_title(title, size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        board = read_board(Source("x", f"{title}\n{size}{ROWS}"))
    assert (board.puzzle, board.givens["stars"]) == ("starbattle", 2)


@pytest.mark.parametrize("title, message", ASKED.values(), ids=ASKED)
def test_a_number_that_may_mean_something_else(title, message):
    with pytest.raises(InputError) as info:
        read_board(Source("x", f"{title}\n{ROWS}"))
    assert str(info.value).startswith(f"x:{message} expected a line `stars N` above the rows")


@pytest.mark.parametrize("title", OTHERS)
def test_small_boards_have_one_star(title):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_board(Source("x", f"{title}\n{ROWS}")).givens["stars"] == 1


def test_a_line_says_the_number():
    board = read_board(Source("x", f"; Star Battle 2\nstars 1\n{ROWS}"))
    assert board.givens["stars"] == 1


def test_kinds_that_are_only_tried_do_not_warn():
    with warnings.catch_warnings(), pytest.raises(InputError, match="which puzzle is it"):
        warnings.simplefilter("error")
        read_board(Source("x", ROWS))


@pytest.mark.parametrize("title", ["; difficulty: 2 stars", "; rated 2 stars by readers", "; Star Battle, 70 stars"])
def test_a_number_that_may_say_something_else_is_asked_for(title):
    with pytest.raises(InputError, match="expected a line `stars N` above the rows"):
        read_board(Source("b", f"{title}\n{ROWS}"), "starbattle")


NURIKABE = "2 . .\n. . .\n. . 1\n. . .\n"
NO_SIZES = [
    "; Nurikabe 3x4",
    "Nurikabe 4 x 3",
    "; Nurikabe 7",
    "; Nurikabe 9x9 and 8x8",
    "; from a page of 9x9 boards\n; Nurikabe",
]


@pytest.mark.parametrize(
    "title, column", [("; Nurikabe 3x3", 12), ("nurikabe 4x5", 10), ("# Nurikabe no. 3 (7 × 4)", 19)]
)
def test_another_size_in_the_title_is_warned_about(title, column):
    with pytest.warns(
        InputWarning, match=rf"x:1:{column}: warning: .* in the title, but the board has 4 rows and 3 col"
    ):
        read_board(Source("x", f"{title}\n{NURIKABE}"))


@pytest.mark.parametrize("text", [f"{title}\n{NURIKABE}" for title in NO_SIZES] + ["; Sudoku 2x2\n" + "1 . . .\n" * 4])
def test_titles_whose_size_is_no_other_one(text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with suppress(InputError):
            read_board(Source("x", text))


def test_a_kakuro_may_be_called_by_the_size_without_its_sums():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_board(Source("x", "; Kakuro 2x1\nsize 3 2\n# 3\\ 4\\\n\\7 - -\n"))
