"""Drawings: exactly Tamura's in ASCII, box-drawing characters, colours, differing cells."""

import pytest
from boards import DATA, board_of, neutral

from csp2sat.puzzles import ascii, boxes
from csp2sat.puzzles.picture import (
    Line,
    Mark,
    Picture,
    black_circle,
    cell_lines,
    differing_cells,
    text,
    white_circle,
)
from csp2sat.puzzles.spec import PUZZLES, Board

TAMURA = {"masyu-0": "masyu-10x10-4cc7312c", "masyu-10": "masyu-20x36-3272889c"}


def picture(name, key="solution"):
    form = neutral(name)
    return PUZZLES[form["type"]].picture(board_of(form), form[key])


@pytest.mark.parametrize("drawing, board", TAMURA.items(), ids=TAMURA.keys())
def test_masyu_as_tamura_prints_it(drawing, board):
    assert ascii.draw(picture(board)) + "\n" == (DATA / "drawings" / f"{drawing}.txt").read_text()


def test_numberlink_as_tamura_prints_it():
    rows = [line.split() for line in (DATA / "boards" / "numberlink-0.txt").read_text().splitlines()[3:]]
    marks = [text((r, c), what) for r, row in enumerate(rows) for c, what in enumerate(row) if what != "-"]
    solution = {
        "h": ["111010", "010000", "001000", "000100", "000010", "100110", "011111"],
        "v": ["1001101", "1101111", "1110111", "1111011", "0111001", "1000001"],
    }
    drawn = ascii.draw(Picture(7, 7, "cells", marks, cell_lines(solution)))
    assert drawn + "\n" == (DATA / "drawings" / "numberlink-0.txt").read_text()


SIDE = Line((0, 0), (4, 0), "given", "border")
DRAWN = {
    "cells": (
        Picture(1, 3, "cells", [black_circle((0, 0)), white_circle((0, 1))], [Line((1, 1), (1, 5))]),
        ["+   +   +   +", "  1---0---+  ", "+   +   +   +"],
        ["●━○━╸"],
    ),
    "one cell": (Picture(1, 1, "cells"), ["+   +", "  +  ", "+   +"], ["·"]),
    "dots": (
        Picture(1, 2, "dots", [text((0, 1), 3)], [Line((0, 0), (0, 2)), Line((0, 2), (2, 2))]),
        ["+---+   +", "    | 3  ", "+   +   +"],
        ["╺━━━┓   ·", "    ┃ 3  ", "·   ╹   ·"],
    ),
    "wide": (
        Picture(2, 2, "cells", [text((0, 0), 12), text((1, 1), 7)], [Line((1, 1), (1, 3)), Line((1, 3), (3, 3))]),
        ["+    +    +", "  12----+  ", "+    +  | +", "   +    7  ", "+    +    +"],
        ["12━━┓", " ·  7"],
    ),
    "borders": (
        Picture(2, 1, "plain", [text((0, 0), 5)], [SIDE, Line((2, 0), (2, 2), "given", "border")]),
        ["| 5", "+--", "|  "],
        ["│ 5", "├──", "│  "],
    ),
    "clue outside": (Picture(1, 1, "plain", [Mark((1, -1), "3", "3"), text((0, 0), "x")]), ["3 x"], ["3 x"]),
    "later on top": (
        Picture(1, 1, "plain", [text((0, 0), "x"), Mark((1, 1), "#", "█", "solved", "fill")], []),
        ["#"],
        ["█"],
    ),
}


@pytest.mark.parametrize("shapes, plain, boxed", DRAWN.values(), ids=DRAWN.keys())
def test_shapes(shapes, plain, boxed):
    assert ascii.draw(shapes).split("\n") == plain
    assert boxes.draw(shapes).split("\n") == boxed


SUDOKU = Board("sudoku", 4, 4, {"box_rows": 2, "box_cols": 2, "grid": [[0, 2, 0, 0], [0] * 4, [0, 1, 0, 0], [0] * 4]})
FIRST = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
SECOND = [[1, 2, 4, 3], [3, 4, 1, 2], [2, 1, 3, 4], [4, 3, 2, 1]]


def test_sudoku_with_differing_cells():
    draw = PUZZLES["sudoku"].picture
    differing = differing_cells(draw(SUDOKU, FIRST), draw(SUDOKU, SECOND))
    assert differing == {(0, 2), (0, 3), (2, 2), (2, 3)}
    assert ascii.draw(draw(SUDOKU, SECOND), differing).split("\n") == [
        "+-----+-----+",
        "| 1 2 |*4*3 |",
        "| 3 4 | 1 2 |",
        "+-----+-----+",
        "| 2 1 |*3*4 |",
        "| 4 3 | 2 1 |",
        "+-----+-----+",
    ]
    assert boxes.draw(draw(SUDOKU, None)).split("\n") == [
        "┌─────┬─────┐",
        "│ . 2 │ . . │",
        "│ . . │ . . │",
        "├─────┼─────┤",
        "│ . 1 │ . . │",
        "│ . . │ . . │",
        "└─────┴─────┘",
    ]


def test_boxes_of_other_shapes():
    board = Board("sudoku", 6, 6, {"box_rows": 3, "box_cols": 2, "grid": [[0] * 6 for _ in range(6)]})
    rows = ["| . . | . . | . . |"] * 3
    side = "+-----+-----+-----+"
    assert ascii.draw(PUZZLES["sudoku"].picture(board, None)).split("\n") == [side, *rows, side, *rows, side]


def test_masyu_with_differing_cells():
    first, second = (picture("masyu-10x10-bd6ea1a8", key) for key in ("solution", "second_solution"))
    differing = differing_cells(first, second)
    assert differing == {(0, 3), (0, 4), (1, 3), (1, 4)}
    assert ascii.draw(second, differing).split("\n")[1:4:2] == [
        "  +---+---+  *+  *+---+---+   +---+---+  ",
        "  +---+   +  *+  *+   +---+   +   +---+  ",
    ]
    assert boxes.draw(second, differing).split("\n")[:2] == [" ┏━━━┓*·*┏━━━┓ ┏━━━┓", " ┗━┓ ┃*·*┃ ┏━┛ ┃ ┏━┛"]


def test_slitherlink_sides_differ_in_the_cells_beside_them():
    one, other = (Picture(2, 2, "dots", [], [line]) for line in (Line((0, 0), (0, 2)), Line((2, 2), (4, 2))))
    assert differing_cells(one, other) == {(0, 0), (1, 0), (1, 1)}
    assert ascii.draw(other, {(0, 0), (1, 1)}).split("\n") == [
        "+   +   +",
        " *       ",
        "+   +   +",
        "    |*   ",
        "+   +   +",
    ]


def test_colours():
    solved = Picture(1, 2, "plain", [text((0, 0), 7), text((0, 1), 8, "solved")])
    assert boxes.draw(solved, [(0, 1)], colour=True) == " \x1b[1m7\x1b[0m\x1b[1;31m*\x1b[0m\x1b[36m8\x1b[0m"
    assert boxes.draw(Picture(1, 2, "cells"), colour=True) == "\x1b[2m·\x1b[0m \x1b[2m·\x1b[0m"


@pytest.mark.parametrize("name", ["masyu-20x36-3272889c", "slitherlink-20x20-c7df6498", "sudoku-12x12-02e2d131"])
def test_colour_changes_nothing_but_colour(name):
    shapes = picture(name)
    coloured = boxes.draw(shapes, colour=True)
    for code in boxes.COLOURS.values():
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured.replace("\x1b[0m", "") == boxes.draw(shapes)


def test_the_pieces():
    assert ascii.PIECES[0b1100] == "-" and ascii.PIECES[0b0011] == "|" and ascii.PIECES[0b1010] == "+"
    expected = {0b0011: "┃│", 0b1100: "━─", 0b0101: "┛┘", 0b1001: "┗└", 0b0110: "┓┐", 0b1010: "┏┌", 0b1111: "╋┼"}
    assert {ways: boxes.PIECES["line"][ways] + boxes.PIECES["border"][ways] for ways in expected} == expected
