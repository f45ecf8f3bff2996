"""What a setter types for a clue: each message names the cell, and what to type."""

import warnings

import pytest
from support.run_command import run

from csp2sat import convert
from csp2sat.api.writing.drawing import as_text
from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.cli.app import _hint
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES


@pytest.mark.parametrize("cell, said", [("13", "commas between the numbers of a clue: 1,3"), ("9", "1 to 4 numbers")])
@pytest.mark.parametrize("row", [0, 1])
def test_a_wrong_clue_of_tapa_is_named_in_the_first_row_too(cell, said, row):
    rows = ["- - -"] * 3
    rows[row] = f"- - {cell}"
    with pytest.raises(InputError) as raised:
        read_board(Source("t.txt", "tapa\n" + "\n".join(rows) + "\n"))
    assert str(raised.value).startswith(f"t.txt:{row + 2}:5: '{cell}' is no cell of tapa") and said in str(raised.value)


@pytest.mark.parametrize("cell, meant", [("v1", "1v"), (">?", "?>"), ("R12", "12R")])
def test_an_arrow_stands_behind_its_number(cell, meant):
    with pytest.raises(InputError, match="expected the number before its arrow: ") as raised:
        read_board(Source("y.txt", f"yajilin\nsize 3 2\n- - {cell}\n- - -\n"))
    assert str(raised.value).partition("arrow: ")[2].startswith(meant)


@pytest.mark.parametrize("kind", ["hashiwokakero", "nurikabe", "shikaku", "cave", "kurodoko", "fillomino", "geradeweg"])
def test_a_zero_among_signs_of_blank_cells_is_no_clue(kind):
    """It vanished without a word."""
    with pytest.warns(InputWarning, match="z.txt:3:3: warning: 0 is read as a blank cell"):
        read_board(Source("z.txt", f"; {PUZZLES[kind].titles[0]}\nsize 3 3\n- 0 3\n- - -\n3 - 3\n"))
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read_board(Source("z.txt", f"; {PUZZLES[kind].titles[0]}\nsize 3 3\n0 0 3\n0 0 0\n3 0 3\n"))
    assert not any("blank cell" in str(each.message) for each in found)


def test_an_address_without_its_colon_and_an_option_for_csv():
    err = run("solve", "https//puzz.link/p?a/2/2/d0").err
    assert "https// begins no address that is read; expected https://" in err
    assert _hint(["solve", "boards", "--csv"], "No such option: --csv") == "Did you mean --to csv, or -o FILE.csv?"


def test_a_zero_in_a_comment_is_no_cell(recwarn):
    read_board(Source("s.txt", "; - 0 is\n; Nurikabe\nsize 4 3\n- - 2 -\n- - - -\n- - - -\n"), "nurikabe")
    assert not [each for each in recwarn if "0 is read" in str(each.message)]


@pytest.mark.parametrize("kind", ["battleship", "snake", "tents", "futoshiki", "killer", "masyu", "fillomino"])
@pytest.mark.parametrize("known", [True, False])
def test_a_name_with_a_size_names_a_puzzle_as_the_name_does(kind, known):
    """`no puzzle 'snake 4x4'`, also where the fault was another line's; others had a warning that line 1 names them."""
    board = sample(PUZZLES[kind])
    for body in (as_text(board, None), convert(board, "text").partition("\n")[2]):
        read = []
        for title in (kind, f"{kind} {board.cols}x{board.rows}"):
            with warnings.catch_warnings(record=True) as found:
                warnings.simplefilter("always")
                try:
                    read.append(read_board(Source("t.txt", f"{title}\n{body}"), kind if known else None))
                except InputError as error:
                    read.append(str(error).partition("\n")[0])
            assert not [each for each in found if "line 1" in str(each.message)]
        assert read[0] == read[1]


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html"])
def test_a_drawing_is_a_file(form):
    assert _hint(["solve", "boards", f"--{form}"], f"No such option: --{form}") == (
        f"Did you mean --to {form}, or -o FILE.{form}?"
    )
