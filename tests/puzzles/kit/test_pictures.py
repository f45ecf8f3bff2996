"""Drawings made of layers: what each layer draws, and that later ones are on top."""

from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.drawing.picture import Line, Mark, fill, ring, text
from csp2sat.puzzles.kit import pictures
from csp2sat.puzzles.kit.pictures import border, cell_numbers, given, picture_of, shading
from csp2sat.puzzles.spec import Board

SHIKAKU = Board("shikaku", 1, 3, [[2, 0, -1]])  # numbers, one of which is not told
CREEK = Board("creek", 1, 2, ["1..", "..2"])  # numbers at corners
NORINORI = Board("norinori", 1, 3, {"regions": [[0, 0, 1]]})


def marks(layer, board, solution=None):
    """Where each mark of a layer is, what it says, and whose it is."""
    return [(mark.point, mark.text, mark.role) for mark in layer(board, solution)]


def test_layers_in_their_order():
    def one(board, solution):
        yield fill((0, 0))
        yield Line((0, 0), (0, 2))

    def two(board, solution):
        return [text((0, 0), len(solution or ""))]

    picture = picture_of(one, two, ground="cells")(SHIKAKU, ["abc"])
    assert (picture.rows, picture.cols, picture.ground) == (1, 3, "cells")
    assert list(picture.marks) == [fill((0, 0)), text((0, 0), 1)]
    assert list(picture.lines) == [Line((0, 0), (0, 2))]
    assert picture_of(one, two)(SHIKAKU).marks[1].text == "0"


def test_numbers():
    told = [((1, 1), "2", "given"), ((1, 5), "?", "given")]
    assert marks(given(), SHIKAKU) == told
    assert [mark.shape for mark in given(ring)(SHIKAKU, None)] == ["ring", "ring"]
    assert marks(cell_numbers(), SHIKAKU) == [told[0], ((1, 3), ".", "ground"), told[1]]
    assert marks(cell_numbers(), SHIKAKU, [[2, 7, 8]]) == [told[0], ((1, 3), "7", "solved"), told[1]]
    assert marks(cell_numbers(solved=False), SHIKAKU, [[2, 7, 8]])[1] == ((1, 3), ".", "ground")


def test_each_cell():
    layer = pictures.each_cell(lambda cell, value: text(cell, value))
    assert [says for _, says, _ in marks(layer, SHIKAKU)] == ["2", "0", "-1"]
    assert [says for _, says, _ in marks(layer, SHIKAKU, ["xyz"])] == ["x", "y", "z"]
    layer = pictures.each_cell(lambda cell, value: text(cell, value), "~")
    assert [says for _, says, _ in marks(layer, SHIKAKU)] == ["~", "~", "~"]


def test_shading_and_what_is_given():
    def says(layer, solution=None):
        return ascii.draw(picture_of(layer)(SHIKAKU, solution))

    assert says(shading()) == "2 . ?"
    assert says(shading(), ["##."]) == "#2 ##  ?"
    assert says(shading(under=False), ["###"]) == "2 # ?"
    assert says(pictures.shading_beside(), ["###"]) == "2 # ?"
    assert says(pictures.plain_shading, ["##."]) == "# # ."
    last = list(pictures.shading_beside()(SHIKAKU, ["###"]))[-1]
    assert last == Mark((1, 5), "?", "?")  # what is given is above what is shaded


def test_signs_as_they_look():
    board = Board("masyu", 1, 2, ["w."])
    (mark,) = given(pictures.styled({"w": ("o", "ring")}), ".")(board, None)
    assert mark == Mark((1, 1), "w", "o", "given", "ring")
    assert [pictures.circle_mark((0, 0), colour).symbol for colour in "wb"] == ["○", "●"]


def test_borders():
    assert len(border(SHIKAKU)) == 4
    assert pictures.room_borders(SHIKAKU) == []
    assert [(line.start, line.role) for line in pictures.room_borders(NORINORI)] == [((0, 4), "given")]
    assert pictures.area_borders(SHIKAKU, None) == []
    assert [(line.start, line.role) for line in pictures.area_borders(SHIKAKU, [[0, 1, 1]])] == [((0, 2), "solved")]
    sudoku = Board("sudoku", 4, 4, {"grid": [[0] * 4] * 4, "box_rows": 2, "box_cols": 2})
    assert len(pictures.box_borders(sudoku)) == 6


def test_lines_of_loops():
    edges = {"h": ["1"], "v": []}
    assert pictures.loop_lines(CREEK, edges) == [Line((1, 1), (1, 3))]
    assert pictures.side_lines(CREEK, edges) == [Line((0, 0), (0, 2))]
    assert pictures.loop_lines(CREEK, None) == []


def test_numbers_of_rooms():
    board = Board("aqre", 2, 2, {"regions": [[0, 1], [0, 1]], "clues": [3, None]})
    assert pictures.room_numbers(board) == {(0, 0): 3}
    assert marks(pictures.room_clues(), board) == [((1, 1), "3", "given")]
    assert pictures.room_numbers(NORINORI) == {}
