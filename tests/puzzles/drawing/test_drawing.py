"""Drawings: exactly Tamura's in ASCII, box-drawing characters, colours, differing cells."""

import pytest
from support.boards import board_of, neutral
from support.paths import BOARDS, DRAWINGS

from csp2sat.base.source import Source
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.drawing.picture import (
    Line,
    Mark,
    Picture,
    black_circle,
    clue,
    differing_cells,
    edge_lines,
    fill,
    island,
    light,
    text,
    white_circle,
)
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board

TAMURA = {"masyu-0": "masyu-10x10-4cc7312c", "masyu-10": "masyu-20x36-3272889c"}


def picture(name, key="solution"):
    form = neutral(name)
    return PUZZLES[form["type"]].picture(board_of(form), form[key])


@pytest.mark.parametrize("drawing, board", TAMURA.items(), ids=TAMURA.keys())
def test_masyu_as_tamura_prints_it(drawing, board):
    assert ascii.draw(picture(board)) + "\n" == (DRAWINGS / f"{drawing}.txt").read_text()


def test_numberlink_as_tamura_prints_it():
    rows = [line.split() for line in (BOARDS / "numberlink-0.txt").read_text().splitlines()[3:]]
    marks = [text((r, c), what) for r, row in enumerate(rows) for c, what in enumerate(row) if what != "-"]
    solution = {
        "h": ["111010", "010000", "001000", "000100", "000010", "100110", "011111"],
        "v": ["1001101", "1101111", "1110111", "1111011", "0111001", "1000001"],
    }
    drawn = ascii.draw(Picture(7, 7, "cells", marks, edge_lines(solution, "cells")))
    assert drawn + "\n" == (DRAWINGS / "numberlink-0.txt").read_text()


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
    "later on top": (Picture(1, 1, "plain", [text((0, 0), "x"), fill((0, 0), "solved")]), ["#"], ["█"]),
    "text above a solved fill": (
        Picture(1, 3, "plain", [fill((0, 0), "solved"), text((0, 0), 3), fill((0, 1), "solved"), text((0, 2), 4)]),
        ["#3 ##  4"],
        ["█3 ██  4"],
    ),
    "text above a given fill": (
        Picture(1, 3, "plain", [fill((0, 0)), text((0, 0), 3), fill((0, 1)), light((0, 2))]),
        ["3 # *"],
        ["3 █ ✶"],
    ),
    "fills as wide as the widest text": (
        Picture(2, 2, "plain", [text((0, 0), 123), fill((0, 1), "solved"), fill((1, 1), "solved"), text((1, 1), 12)]),
        ["123 ###", "    #12"],
        ["123 ███", "    █12"],
    ),
    "sums": (
        Picture(
            2, 2, "plain", [clue((0, 0), "", ""), clue((0, 1), 16, ""), clue((1, 0), "", 9), text((1, 1), 9, "solved")]
        ),
        ["  \\  16\\ ", "  \\9   9 "],
        ["  \\  16\\ ", "  \\9   9 "],
    ),
    "bridges": (
        Picture(
            2,
            3,
            "plain",
            [island((0, 0), 3), island((0, 2), 2), island((1, 0), 1)],
            [Line((1, 1), (1, 5), "solved", "double"), Line((1, 1), (3, 1))],
        ),
        ["3===2", "|    ", "1    "],
        ["3═══2", "┃    ", "1    "],
    ),
    "bridges down": (
        Picture(3, 1, "plain", [island((0, 0), 2), island((2, 0), 2)], [Line((1, 1), (5, 1), "solved", "double")]),
        ["2", "H", "2"],
        ["2", "║", "2"],
    ),
    "bridges that cross lines of another kind": (
        Picture(2, 2, "plain", [], [Line((1, 1), (1, 3)), Line((1, 3), (3, 3), "solved", "double")]),
        ["--H", "  H"],
        ["╺━║", "  ║"],
    ),
    "numbers of rows and columns": (
        Picture(
            2,
            3,
            "plain",
            [
                *(Mark((i, j), n, n) for i, j, n in [(-3, 3, "1"), (-1, 1, "2"), (-1, 3, "1"), (-1, 5, "1")]),
                *(Mark((i, j), n, n) for i, j, n in [(1, -3, "1"), (1, -1, "1"), (3, -1, "10")]),
                *(fill((r, c), "solved") for r, c in [(0, 0), (0, 2), (1, 0), (1, 1)]),
            ],
            [Line((0, 0), (4, 0), "given", "border"), Line((0, 0), (0, 6), "given", "border")],
        ),
        ["         1  ", "       2 1 1", "     +------", "1  1 | #   #", "  10 | # #  "],
        ["         1  ", "       2 1 1", "     ┌──────", "1  1 │ █   █", "  10 │ █ █  "],
    ),
    "below and right of the board": (
        Picture(1, 1, "plain", [text((0, 0), "x"), Mark((1, 3), "15", "15"), Mark((3, 1), "2", "2")]),
        ["x 15", "2   "],
        ["x 15", "2   "],
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


def test_stars_with_numbers_outside():
    shapes = Picture(1, 2, "plain", [Mark((1, -1), "12", "12"), fill((0, 0), "solved"), fill((0, 1), "solved")])
    assert ascii.draw(shapes, [(0, 0), (0, 1)]) == "12*#*#"


def test_a_bridge_differs_along_its_way():
    ends = [island((0, 0), 2), island((0, 3), 2)]
    one, two = (
        Picture(2, 4, "plain", ends, [Line((1, 1), (1, 7), "solved", kind)] if kind else []) for kind in ("double", "")
    )
    assert differing_cells(one, two) == {(0, 0), (0, 1), (0, 2), (0, 3)}


def test_colours_of_dark_cells():
    dark = Picture(1, 2, "plain", [fill((0, 0), "solved"), text((0, 0), 3), clue((0, 1), 4, "")])
    assert boxes.draw(dark, (), colour=True) == "\x1b[36m█\x1b[0m\x1b[36;7m3\x1b[0m \x1b[1;7m4\\\x1b[0m"


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


WAYS = {0b0011: "ns", 0b1100: "we", 0b0101: "nw", 0b1001: "ne", 0b0110: "sw", 0b1010: "se", 0b1111: "all"}
PIECES = {
    "ns": "|H|┃║│",
    "we": "-=-━═─",
    "nw": "+++┛╝┘",
    "ne": "+++┗╚└",
    "sw": "+++┓╗┐",
    "se": "+++┏╔┌",
    "all": "+++╋╬┼",
}


def test_the_pieces():
    kinds = ("line", "double", "border")
    for ways, name in WAYS.items():
        assert "".join(pen.PIECES[kind][ways] for pen in (ascii, boxes) for kind in kinds) == PIECES[name]


def test_every_kind_of_line_has_all_pieces():
    for pieces in (ascii.PIECES, boxes.PIECES):
        assert pieces.keys() == {"line", "double", "border", "inside"}
        assert {len(each) for each in pieces.values()} == {16}


def test_a_border_between_equal_numbers_is_no_difference():
    """It follows from the other numbers; where nothing else differs, it is one."""
    board = read_board(Source("x", "size 3 2\n- - -\n- 2 -\n"), "fillomino")
    pictures = [PUZZLES["fillomino"].picture(board, each) for each in ([[1, 3, 3], [2, 2, 3]], [[4, 4, 4], [4, 2, 2]])]
    assert differing_cells(*pictures) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)}
    walls = (Picture(1, 2, "plain", [], lines) for lines in ([], [Line((0, 2), (2, 2), "solved", "border")]))
    assert differing_cells(*walls) == {(0, 0), (0, 1)}
