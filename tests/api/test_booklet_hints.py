"""The hint of a board in a booklet can be followed on the printed board."""

import re

import pytest
from support.booklet_scenes import board_of

from csp2sat.api.reasoning.hinted import hinted
from csp2sat.api.writing.booklets.sheets import BookletBoard

BOARDS = (
    "-783---4- -6------- --9---8-- -16------ --28---37 --31-9--- -24--1--- -----53-8 ---2-8--6",
    "29------4 ---4-7596 --6-----3 8--63---- 5-------- -39---4-8 --5---6-9 ----6-15- ----1---7",
)
IS = re.compile(r"row (\d), column (\d) is (\d)")
CAN = re.compile(r"row (\d), column (\d) can only be ((?:\d(?:, | or )?)+)")


def sees(a, b):
    """Whether two cells of a sudoku are in one row, column or box."""
    return a != b and (a[0] == b[0] or a[1] == b[1] or (a[0] // 3, a[1] // 3) == (b[0] // 3, b[1] // 3))


@pytest.mark.parametrize("rows", BOARDS)
def test_a_hint_says_which_values_it_needs_that_are_not_printed(rows):
    cells = rows.split()
    text = "; Sudoku Puzzle\nsize 9 9\nbox 3 3\n" + "".join(f"{' '.join(row)}\n" for row in cells)
    hint = hinted(BookletBoard(board_of(text), None)).hint
    head, start, rest = hint.partition(": ")
    assert start and head.startswith("Later on, when ")
    later = [(int(r) - 1, int(c) - 1, int(v)) for r, c, v in IS.findall(head)]
    assert later and all(cells[r][c] == "-" for r, c, _ in later)
    printed = [(r, c, int(v)) for r, row in enumerate(cells) for c, v in enumerate(row) if v != "-"]
    known = {(r, c): v for r, c, v in (*printed, *later)}
    cited = IS.findall(rest.partition("since ")[2])
    assert all(known[int(r) - 1, int(c) - 1] == int(v) for r, c, v in cited)
    shown = CAN.findall(rest)
    assert shown
    for r, c, values in shown:
        cell = (int(r) - 1, int(c) - 1)
        left = {1, 2, 3, 4, 5, 6, 7, 8, 9} - {value for other, value in known.items() if sees(cell, other)}
        assert left == {int(v) for v in re.findall(r"\d", values)}
