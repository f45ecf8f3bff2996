"""Titles and other words around the rows of a board, as setters write them; a fault is said at its row."""

from __future__ import annotations

import warnings

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.formats.reading import read_board

SEVEN = "AAABBBB\n" * 2 + "AAABBB\n" + "CCCDDDD\n" * 4
ROWS = "AABB\nAABB\nCCDD\nCCDD\n"


@pytest.mark.parametrize(
    "title", ["2-star battle", "2 Star Battle", "Two Not Touch", "; Two Not Touch", "Star Battle 2 stars"]
)
def test_titles_with_two_stars(title):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        board = read_board(Source("x.txt", f"{title}\n\n{ROWS}"))
    assert (board.puzzle, board.givens["stars"]) == ("starbattle", 2)


LEGENDS = (
    "Masyu (w = white, b = black)",
    "Masyu (O white, @ black)",
    "masyu w=white b=black",
    "masyu\n=====",
    "My masyu\n~~~",
)


@pytest.mark.parametrize("title", LEGENDS)
def test_titles_with_legends_and_underlines(title):
    board = read_board(Source("x.txt", f"{title}\nw . .\n. . b\n. . .\n"))
    assert (board.puzzle, board.givens) == ("masyu", ["w..", "..b", "..."])


@pytest.mark.parametrize("title", ["Masyu (1 = white, 0 = black)", "masyu, w: black", "; masyu; b = white"])
def test_a_legend_that_differs_from_the_signs(title):
    with pytest.raises(InputError, match=r"x.txt:1:\d+: . is (white|black) in the board's signs, not (white|black)"):
        read_board(Source("x.txt", f"{title}\nw . .\n. . b\n1 . 0\n"))


@pytest.mark.parametrize(
    "text, place",
    [
        (f"Star Battle 2 stars\n\n{SEVEN}", "5:7: found 6 cells; expected 7"),
        (
            "Nurikabe 4x4 by me:\n\n2...\n....\n...3\n....\n\n= solve it!\n",
            "8:1: this is no row of cells; expected 4",
        ),
        ("Star battle, 4x4, 2 stars:\nAABB\nAABB\nCCDD\nCCDD\n= Bob\n", "6:1: this is no row of cells"),
    ],
)
def test_the_row_with_the_fault_is_blamed_not_the_title(text, place):
    with pytest.raises(InputError) as raised:
        read_board(Source("x.txt", text))
    assert str(raised.value).startswith(f"x.txt:{place}")


@pytest.mark.parametrize(
    "rows, doubt",
    [
        (ROWS.replace("A", "a", 1), "5 rooms, 4 rows, 4 columns: the smallest one, with 1 cell, is at row 1, column 1"),
        (ROWS.replace("D", "C"), "3 rooms, 4 rows, 4 columns: the smallest one, with 4 cells, is at row 1, column 1"),
        (ROWS, ""),
    ],
)
def test_a_wrong_number_of_rooms_is_said(rows, doubt):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read_board(Source("x.txt", f"; Star Battle, 1 star\n{rows}"))
    assert [str(each.message) for each in caught if issubclass(each.category, InputWarning)] == [
        f"x.txt:2:1: warning: no solution is possible: {doubt}; is it a typing error?"
    ] * bool(doubt)


def test_a_wrong_number_in_a_file_of_the_player_has_its_place():
    text = "pzprv3/kakuro/2/2/. 3 4 /0,{} . . /7,0 . . /. . /. . /"
    with pytest.raises(InputError, match=r"x:1:26: this is no kakuro of the player: '1;3' is no number"):
        read_board(Source("x", text.replace("0,{}", "1;3")))


PLACES = {  # a text whose first line is no comment, and the place of a message about that line
    "a size": ("Nurikabe 7x7\nsize 3 3\n- - 1\n- - -\n- - -\n", "1:10: warning: 7x7 in the title"),
    "a number": ("Star Battle (2)\n1 1 2\n1 1 2\n", "1:14: 2 stars, or a number"),
    "a number behind blanks": ("  Star Battle (2)\n1 1 2\n1 1 2\n", "1:16: 2 stars, or a number"),
    "a size in a sentence": (
        "Please solve this Nurikabe 7x7!\n- - 1\n- - -\n- - -\n",
        "1:28: warning: 7x7 in the title",
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_columns_in_titles_are_those_of_the_file(name):
    text, message = PLACES[name]
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            read_board(Source("t", text))
            said = "".join(str(each.message) for each in found)
        except InputError as error:
            said = str(error)
            assert f"\n  {text.splitlines()[0]}" in said
    assert f"t:{message}" in said


@pytest.mark.parametrize("last", ["3 2 .", "3   2   .  2 3 3"])
def test_a_sign_that_is_no_cell_is_named_although_rows_are_not_equally_long(last):
    with pytest.raises(InputError, match=r"x:4:5: 'x' is no cell of slitherlink"):
        read_board(Source("x", f"slitherlink\n. 3 2 . 3\n2 . . 1 .\n3 1 x . 2\n. . 0 . 3\n{last}\n"))
