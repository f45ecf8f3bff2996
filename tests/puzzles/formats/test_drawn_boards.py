"""Boards as csp2sat draws them and as people draw them: what is read, and where an error is."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.drawing import takes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

# Kinds whose drawing in ASCII does not show all givens, or shows them in signs that the text does not have
UNLIKE = {
    "battleship",
    "kakuro",
    "killer",
    "shakashaka",
    "starbattle",
    "tapa",
    "yajilin",
    "yinyang",
    "easyasabc",
}
SIGNS = UNLIKE | {"balance", "castle", "moonsun", "nurimaze", "sashigane", "snake", "tents"}


def drawn(text, kind):
    return read_board(Source("b.txt", text), kind)


def given(kind):
    return drawn(PUZZLES[kind].samples[0][0], kind)


@pytest.mark.parametrize("kind", [kind for kind in PUZZLES if takes(PUZZLES[kind]) and kind not in UNLIKE])
def test_a_drawing_is_read_as_the_board_that_was_drawn(kind):
    board = given(kind)
    assert drawn(ascii.draw(PUZZLES[kind].picture(board, None)), kind) == board
    if kind not in SIGNS:
        assert drawn(boxes.draw(PUZZLES[kind].picture(board, None)), kind) == board


def test_each_kind_is_read_from_a_drawing():
    assert [kind for kind in PUZZLES if not takes(PUZZLES[kind])] == []


FUTOSHIKI = [
    ". > .   .   .\n    v\n.   . < . > .\n    ^       ^\n.   .   .   .\n    ^   v\n.   . > .   1\n",
    ".>. . .\n  v\n. .<.>.\n  ^   ^\n. . . .\n  ^ v\n. .>. 1\n",
    "0 > 0 - 0 - 0\n    ∨\n0 - 0 < 0 > 0\n    ∧       ∧\n0 - 0 - 0 - 0\n    ∧   ∨\n0 - 0 > 0 - 1\n",
    ". > . - . - .\n. v . .\n. - . < . > .\n. ^ . ^\n. - . - . - .\n. ^ v -\n. - . > . - 1\n",
    "; my own\n| . > . | . | . |\n- v - -\n| . | . < . > . |\n- ^ - ^\n| . | . | . | . |\n- ^ v -\n| . | . > . | 1 |\n",
]


SKYSCRAPERS = [
    "  . . . .\n. . 4 . . .\n. . . . . .\n. . . . . 4\n2 . . . . .\n  . . 3 .\n",
    ". . . . . .\n. . 4 . . .\n. . . . . .\n. . . . . 4\n2 . . . . .\n. . . 3 . .\n",
    "    0 0 0 0\n    --\n0 | 0 4 0 0 | 0\n0 | 0 0 0 0 | 0\n0 | 0 0 0 0 | 4\n2 | 0 0 0 0 | 0\n   --\n    0 0 3 0\n",
    "  +---------+\n  | . 4 . . |\n  | . . . . |\n  | . . . . | 4\n2 | . . . . |\n  +---------+\n        3\n",
]


@pytest.mark.parametrize(
    ("kind", "text"), [*(("futoshiki", text) for text in FUTOSHIKI), *(("skyscrapers", text) for text in SKYSCRAPERS)]
)
def test_signs_between_cells_and_clues_around_them(kind, text):
    assert drawn(text, kind) == given(kind)


def test_numbers_of_a_drawing_that_stand_on_a_line_of_their_own():
    board = given("easyasabc")
    assert drawn(f"letters 3\n{ascii.draw(PUZZLES['easyasabc'].picture(board, None))}", "easyasabc") == board


def test_a_fleet_above_the_drawing():
    text = "    2   1\n  +-------+\n1 | . ~ . |\n0 | . . . |\n  | . . o |\n  +-------+\n"
    for drawing in (text, "  2 . 1\n1 . ~ .\n0 . . .\n. . . o\n"):
        assert drawn(f"fleet 1 1\n{drawing}", "battleship").givens == {
            "fleet": [1, 1], "rows": [1, 0, None], "cols": [2, None, 1], "grid": [".~.", "...", "..o"],
        }  # fmt: skip
    with pytest.raises(InputError, match=r"expected a line `fleet \.\.\.` above the drawing, which does not show that"):
        drawn(text, "battleship")


def test_a_number_of_stars_that_a_drawing_does_not_show():
    board = given("starbattle")
    text = ascii.draw(PUZZLES["starbattle"].picture(board, None))
    assert drawn(f"stars {board.givens['stars']}\n{text}", "starbattle") == board
    with pytest.raises(InputError, match="how many stars"):
        drawn(text, "starbattle")


def test_the_cages_of_a_killer():
    text = "box 1 2\n+-3-+-7-+\n| . | 2 |\n|   |   |\n| . | . |\n+---+---+\n"
    assert drawn(text, "killer").givens == {
        "box_rows": 1, "box_cols": 2, "grid": [[0, 2], [0, 0]], "cages": [[0, 1], [0, 1]], "sums": [3, 7],
    }  # fmt: skip


def test_sums_anywhere_between_two_corners():
    text = "box 1 2\n+---3+---7+\n| .  | 2  |\n|    |    |\n| .  | .  |\n+----+----+\n"
    assert drawn(text, "killer").givens["sums"] == [3, 7]


def test_dots_at_the_corners():
    assert drawn(".   .   .\n  3      \n.   .   .\n      2  \n.   .   .\n", "slitherlink").givens == ["3.", ".2"]
    assert drawn(". . . .\n\n. . . .\n   3\n. . . .\n\n. . . .\n", "slitherlink").givens == ["...", ".3.", "..."]


@pytest.mark.parametrize("pen", [ascii, boxes])
def test_cages_that_lines_between_boxes_cross(pen):
    text = "; killer\nsize 4 4\ncages\na b b c\nd d b c\ne d f c\ne e f f\nsums\n4 7 8 9 10 6\n"
    picture = PUZZLES["killer"].picture(drawn(text, "killer"), None)
    assert drawn(pen.draw(picture), "killer") == drawn(text, "killer")
    assert (":" if pen is ascii else "┊") in pen.draw(picture)


WRONG = {
    ("futoshiki", ". > .\n  v\n.   .\n"): "2:3: v is in line with no cell; expected it below a cell and"
    " above the next one down",
    ("futoshiki", ". > .\n\n. 1 .\n"): "3:5: found 3 cells; expected 2, for the board has 2 rows",
    ("futoshiki", ". . < .\n. 2 v .\n. . .\n"): "2:5: v in a row of cells; expected it in a"
    " line of its own below the row",
    ("futoshiki", "> . .\n. .\n"): "1:1: > is not between two cells (. is a blank cell)",
    ("futoshiki", ". x\n. .\n"): "1:3: 'x' cannot stand here; expected - (blank) or a number",
    ("skyscrapers", "  . .\n. . . .\n. . .\n  . .\n"): "3:5: found 3 words; expected 2 cells and a clue at each end"
    " (. for none)",
    ("skyscrapers", "    3\n  +---+\n1 | . |\n  | . . |\n  +---+\n"): "3:5: found 1 cells; expected 2, as in other"
    " rows (. is a blank cell)",
    ("heyawake", "+---+---+\n| 2     |\n|   |   |\n|   . . |\n+---+---+\n"): "2:3: found 1 cells; expected 2, as in"
    " other rows (. is a blank cell)",
    ("heyawake", "+---+---+\n| 2 | . |\n|   |   |\n| . | 3 |\n|   +---+\n| 4 | . |\n+---+---+\n"): "6:3: 4: this area"
    " has a number already",
    ("heyawake", "+---+---+\n| 2 | . |\n| . |. |\n+---+---+\n"): "3:8: this is not below the other"
    " corners and bars; a cell left out? (. is blank)",
    ("fillomino", "+-----+\n| . 3 |\n+---  +\n| . . |\n+-----+\n"): "2:3: a wall beside or below this cell, but a"
    " fillomino is drawn without walls inside",
    ("lits", "+---+---+\n| . | . |\n|   |   |\n| .   . |\n+-------+\n"): "2:3: the wall beside or below this cell ends"
    " inside an area",
    ("killer", "box 1 2\n+-3-+---+\n| . | . |\n|   |   |\n| . | . |\n+---+---+\n"): "3:7: the area of this cell has no"
    " sum; if a line between boxes cuts a cage, it is drawn :",
    ("killer", "box 1 2\n+5-3+-7-+\n| . | . |\n|   |   |\n| . | . |\n+---+---+\n"): "2:4: 3 is a second number"
    " in the wall above one cell; expected one",
    ("futoshiki", "10 . .\n^v\n11 . .\n. . .\n"): "2:2: v: a sign is between these two cells already",
    ("battleship", "fleet 1 1\nfleet 2\n  2 . 1\n1 . ~ .\n0 . . .\n. . . o\n"): "2:1: `fleet` again; expected the"
    " drawing",
    ("starbattle", "stars 1\nstars 2\n+---+\n| . |\n+---+\n"): "2:1: `stars` again; expected the drawing",
    ("heyawake", "+-------+\n| 3   4 |\n| 1   2 |\n"): "3:1: no wall below this row; expected a closed frame",
    ("heyawake", "| 3   . |\n| .   . |\n+-------+\n"): "1:1: no wall above this row; expected a closed frame",
    ("heyawake", "+---------+\n| 300     |\n+---------+\n"): "2:10: a gap with room for a blank cell; expected . in"
    " blank cells",
    ("aqre", "+---+---+\n| . | . |\n+---+   |\n+---+---+\n"): "4:1: two lines of walls without a row between them;"
    " expected a row",
    ("aqre", "+---+\n| 3 |\n|   |\n|   |\n+---+\n"): "4:1: two lines of walls without a row between them; expected a"
    " row",
    ("kenken", "+-5-/-+\n| . . |\n| . . |\n+-----+\n"): "1:5: / in a wall without a number before it",
    ("dbchoco", "+-------+\n| #   # |\n+-------+\n"): "2:4: a gap with room for a blank cell; expected . in"
    " blank cells",
    ("creek", "2---+\n|   |\n|   |\n|   |\n+---+\n"): "3:1: no sign at this corner; expected + at each corner of"
    " the cells (or its number), or . in each cell",
    ("cave", "    5\n    5\n3\n"): "1:5: a gap with room for a blank cell; expected a sign, such as ., in blank"
    " cells",
    ("slitherlink", ".   .   .\n  3 2\n.   .   .\n"): "2:5: 2 is not in a cell of its own, between two of the"
    " corners above",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), WRONG)
def test_an_error_has_its_place(kind, text):
    with pytest.raises(InputError) as info:
        drawn(text, kind)
    assert str(info.value).splitlines()[0] == f"b.txt:{WRONG[kind, text]}"


def test_irregular_areas_are_no_sudoku():
    text = ascii.draw(PUZZLES["jigsaw"].picture(given("jigsaw"), None))
    with pytest.raises(InputError, match=r"b.txt:4:1: walls that no sudoku has; if its areas are irregular,"):
        drawn(text, None)
    assert drawn(f"; jigsaw\n{text}", None) == given("jigsaw")


SIZED = ("starbattle", "lits", "heyawake", "dbchoco", "skyscrapers")


@pytest.mark.parametrize("kind", SIZED)
def test_a_size_above_a_drawing_is_checked(kind):
    board = given(kind)
    stars = f"stars {board.givens['stars']}\n" if kind == "starbattle" else ""
    text = f"{stars}{ascii.draw(PUZZLES[kind].picture(board, None))}"
    assert drawn(f"size {board.cols} {board.rows}\n{text}", kind) == board
    with pytest.raises(InputError, match=f"b.txt:1:1: the drawing has {board.rows} rows and {board.cols} columns; exp"):
        drawn(f"size {board.cols} {board.rows + 1}\n{text}", kind)


STR8TS = "- 1 - - 4\n4 - - - -\n- {} - - -\n3 # - - #\n- # 1 # #\n"


@pytest.mark.parametrize("cell", ["5#", "#5", "5x"])
@pytest.mark.parametrize("head", ["size 5 5\n", ""])
def test_a_number_in_a_black_cell(head, cell):
    assert drawn(head + STR8TS.format(cell), "str8ts") == given("str8ts").with_values({(2, 1): 5})


def test_a_wrong_size_above_black_cells():
    with pytest.raises(
        InputError, match=r"b\.txt:1:1: the drawing has 5 rows and 5 columns; expected that size, width"
    ):
        drawn("size 6 5\n" + STR8TS.format("5#"), "str8ts")
