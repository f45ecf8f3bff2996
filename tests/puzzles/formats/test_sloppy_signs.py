"""Signs of boards as newcomers type them: digits of full width, pairs joined by commas, and cells of no puzzle."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.base.text_lines import half_width
from csp2sat.puzzles.formats.reading import read_board

ROWS = "3-2-\n-1-4\n2-4-\n-4-1"
APART = "3 - 2 -\n- 1 - 4\n2 - 4 -\n- 4 - 1"
WIDE = {ord(digit): 0xFEE0 + ord(digit) for digit in "0123456789-."} | {ord(" "): 0x3000}


def read(text, puzzle=None):
    return read_board(Source("b.txt", text), puzzle)


def test_digits_of_full_width():
    plain = read(f"; Sudoku\n{ROWS}\n").givens
    assert read(f"; Sudoku\n{ROWS.translate(WIDE)}\n").givens == plain
    assert read(f"; Sudoku\n{APART.translate(WIDE)}\n").givens == plain
    assert half_width("３－\u3000：ａ数é") == "3-\u3000:a数é"


@pytest.mark.parametrize("rows", ["１　２", "　２　", "　３\n　　", "１　", "３　２\n２　３", "３　０\n０　３"])
def test_a_blank_of_full_width_may_be_a_blank_cell(rows):
    """Read as what parts cells, it would be another board without a word."""
    with pytest.raises(InputError, match="a gap with room for a blank cell"):
        read(rows + "\n", "slitherlink")


def test_a_blank_of_full_width_parts_cells_if_the_width_is_known():
    assert read("ｓｉｚｅ　２　２\n１　２\n２　１\n", "slitherlink").givens == read("12\n21\n", "slitherlink").givens


def test_the_place_of_a_fault_is_that_of_the_sign_of_full_width():
    with pytest.raises(InputError, match=r"^b.txt:2:3: 9 is no cell of slitherlink; expected"):
        read("; Slitherlink\n３ ９\n－ －\n")


PAIRS = ("stars: 1,1 3,3", "stars\n1,1 3,3", "stars: 1,1  3,3 ", "stars\n1 1\n3 3", "stars: (1,1) (3,3)")


@pytest.mark.parametrize("text", PAIRS)
def test_pairs_that_blanks_part(text):
    assert read(f"; Galaxies\nsize 2 2\n{text}\n").givens["stars"] == [[1, 1], [3, 3]]


@pytest.mark.parametrize("text", ["stars: 1,1 3", "stars: 1,1,3 3", "stars: 1 1 3 3"])
def test_what_is_no_pairs_is_refused(text):
    with pytest.raises(InputError):
        read(f"; Galaxies\nsize 2 2\n{text}\n")


def test_rooms_that_begin_as_a_text_of_puzzlekit_would():
    """A text for one row and one column has no lines of three words; one for two rows may have."""
    assert read("; Star Battle\n1 1 2\n1 2 2\n3 3 3\n").givens["regions"] == [[0, 0, 1], [0, 1, 1], [2, 2, 2]]
    with pytest.raises(InputError, match="a text of puzzlekit that is cut short"):
        read("; Star Battle\n2 2 1\n2 1 1\n3 3 3\n")


NO_CELL = {
    "words": ("; yinyang\n. O .\n. . w\n. b .\n", "2:3: 'O' is no cell of yinyang; expected - (blank), w"),
    "characters": ("; yinyang\n.w.\n..w\n.b?\n", "4:3: '?' is no cell of yinyang; expected - (blank), w"),
    "four rows": ("; yinyang\n.w..\n..w.\n.bx.\n....\n", "4:3: 'x' is no cell of yinyang; expected - (blank), w"),
    "lists": (
        "; Tapa\n1 2   -   -\n-   -   -\n-   -   3\n",
        "2:1: a digit array cannot say a board of tapa; expected `size",
    ),
    "empty": (
        "; Slitherlink\n3,,2\n,,\n2,,3\n",
        "2:3: a cell before this comma is empty; expected a number, or - in a",
    ),
}


@pytest.mark.parametrize("text, message", NO_CELL.values(), ids=NO_CELL)
def test_the_message_names_the_cell(text, message):
    with pytest.raises(InputError) as info:
        read(text)
    assert str(info.value).startswith(f"b.txt:{message}")
