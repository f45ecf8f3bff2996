"""Steps of boards whose blocks have two equal halves: what a half lacks, and which blocks are left for a cell."""

from __future__ import annotations

import re

import csp2sat
from csp2sat.puzzles.constraints.congruence import Halves
from csp2sat.puzzles.constraints.halved_blocks import BlockList
from tests.support.chains import chain

BOARD = """\
; Double Choco Puzzle
size 6 6
colors
# - - - - -
# - # # # #
- - - - # #
- - # - - #
- - # - # #
# - # # # #
numbers
- - - - - 3
2 - - - - -
- - - - - -
- 2 - - - -
- - - - - -
- 2 - - - -
"""
LISTED = re.compile(r": only (one|\d+) blocks? fits? at row (\d+), column (\d+)")


def blocks_left(board, known, at):
    """The blocks of a cell that known borders leave, from the list of all blocks without numbers."""
    rows, cols = board.rows, board.cols
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    near = [
        {i * cols + j for i, j in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if (i, j) in cells} for r, c in cells
    ]
    grey = tuple(board.givens["colors"][r][c] == "#" for r, c in cells)
    numbers = board.givens["numbers"]
    found = []
    for bits in BlockList(cols, near, Halves(grey, (0,) * len(cells)), 10**5).blocks():
        block = {cell for v, cell in enumerate(cells) if bits >> v & 1}
        fits = all(numbers[r][c] in (0, len(block) // 2) for r, c in block)
        for fact in known:
            inside = [cell in block for cell in fact.places]
            fits = fits and (sum(inside) != 1 if fact.negative else not all(inside))
        found += [block] if fits and at in block else []
    return found


def test_lists_of_blocks():
    """A step that lists blocks has all that are left by the steps before it, and what it says they have in common."""
    board, found, known, lists = csp2sat.loads(BOARD).board, chain(BOARD), [], 0
    for step in found:
        if said := LISTED.search(step.text):
            lists += 1
            at = int(said[2]) - 1, int(said[3]) - 1
            left = blocks_left(board, known, at)
            assert len(left) == (1 if said[1] == "one" else int(said[1])), step.text
            for fact in step.facts:
                parted = [len(block & {*fact.places}) == 1 for block in left]
                inside = [block >= {*fact.places} for block in left]
                assert all(inside) if fact.negative else all(parted), step.text
            assert step.text.count("One is") + step.text.count("Another is") == (len(left) if len(left) > 1 else 0)
        known += step.facts
    assert lists > 5 and found.status == "SOLVED"


def test_suppositions_that_need_lists_are_lines():
    """A line names the blocks of its list, and the contradiction the cell without a block; the rule's name does not."""
    found = [step for step in chain(BOARD) if step.trail and "the blocks that still fit" in step.text]
    assert len(found) > 2 and all(step.head and "still fit" not in step.head for step in found)
    said = [part.by for step in found for part in step.trail]
    assert any(" blocks fit at row 6, column 6, and both have that in common (" in by for by in said)
    assert any(by.startswith("else no block fits at ") for by in said)


def test_why_no_block_fits_is_a_count_of_cells_without_those_of_the_block_behind_a_border():
    """Row 5, column 5 and row 6, column 5 are one block, and a border parts it from the 3 at row 5, column 6."""
    rows = ["-###-#", "--##--", "--#---", "#-##--", "#-#-##", "#--###"]
    numbers = ["--2---", "---3--", "------", "------", "-3--33", "------"]
    colors, given = ("\n".join(" ".join(row) for row in each) for each in (rows, numbers))
    chained = chain(f"; Double Choco Puzzle\nsize 6 6\ncolors\n{colors}\nnumbers\n{given}\n")
    (step,) = (each for each in chained if each.text.startswith("There is no border right of row 5, column 5"))
    near, todo = {(4, 5)}, [(4, 5)]
    while todo:
        r, c = todo.pop()
        beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} - near - {(4, 4), (5, 4)}
        new = [(y, x) for y, x in beside if 0 <= y < 6 and 0 <= x < 6 and rows[y][x] == "#"]
        near.update(new)
        todo += new
    why = f"as only {len(near)} cells are left for the half of the 3 at row 5, column 6"
    assert step.trail[-1].by == f"no block fits at row 5, column 6, {why}"
