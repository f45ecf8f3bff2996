"""Mends are what trying all values finds that the format of a kind allows."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, groupby, product
from random import Random

import pytest
from support.run_command import run

import csp2sat
from csp2sat.explaining.clue_changes import ClueChanges
from csp2sat.explaining.mends import MOST_CLUES
from csp2sat.puzzles.spec import PUZZLES, Board, clues_of

LISTS = [[], [1], [2], [3], [1, 1]]  # of a line of three cells
PLACES = [(r, -1) for r in range(3)] + [(-1, c) for c in range(3)]


def blocks(line):
    return [len(list(group)) for dark, group in groupby(line) if dark]


def lists_of(cells):
    rows = [cells[at : at + 3] for at in (0, 3, 6)]
    return [*map(blocks, rows), *map(blocks, zip(*rows, strict=True))]


GIVEN = [*map(lists_of, product((0, 1), repeat=9))]


def broken(lists):
    """For each grid the places of the lines whose lists differ, with the lists of the grid there."""
    found = ({at: new for at, new, old in zip(PLACES, given, lists, strict=True) if new != old} for given in GIVEN)
    return [*found]


def wrong_board(seed):
    """A nonogram without solutions: the lists of its lines."""
    random = Random(seed)
    while not all(broken(lists := [random.choice(LISTS) for _ in PLACES])):
        pass
    return lists


def nonogram(lists):
    return Board("nonogram", len(lists) // 2, len(lists) // 2, {"rows": lists[:3], "cols": lists[3:]})


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(40))
def test_all_lists_of_blocks_are_tried_and_reasons_are_sets_of_lines(seed):
    lists = wrong_board(seed)
    grids, found = broken(lists), csp2sat.explain(nonogram(lists), limit=None)
    fewest = min(map(len, grids))
    right = Counter(str(sorted(each.items())) for each in grids if len(each) == fewest)
    assert found.mends.complete == (fewest <= MOST_CLUES)
    listed = {str(sorted((tuple(at), new) for at, new in each.clues)): each.unique for each in found.mends.found}
    assert listed == {key: count == 1 for key, count in right.items() if fewest <= MOST_CLUES}
    hitting = [set(c) for size in range(7) for c in combinations(PLACES, size) if all({*c} & {*each} for each in grids)]
    minimal = {frozenset(each) for each in hitting if not any(other < each for other in hitting)}
    assert {frozenset(map(tuple, each.clues)) for each in found.reasons} == minimal
    assert len(csp2sat.explain(nonogram(lists)).reasons[0].clues) == min(map(len, minimal))


def test_a_list_is_replaced_by_one_of_other_length_and_numbers():
    rows, cols = [[2, 1], [3], [1, 1], [5], [1]], [[1, 1], [4], [2], [1, 1], [3]]
    found = csp2sat.explain(Board("nonogram", 5, 5, {"rows": rows, "cols": cols})).mends
    assert [(tuple(at), new) for each in found.found for at, new in each.clues] == [((1, -1), [1, 1])]


TEXTS = {
    "a wall": ("akari", "size 3 3\n- - 4\n- - -\n- 2 -\n"),
    "an island": ("cave", "size 3 3\n- - -\n- 9 -\n- - 2\n"),
    "an arrow": ("firefly", "size 3 3\n- 0L -\n- - -\n- - 3D\n"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_clues_are_turned_and_taken_away_with_their_cells(name):
    """Each other value that the format of a cell allows is tried."""
    kind, text = TEXTS[name]
    board = csp2sat.loads(f"; {kind}\n{text}").board
    clues, found = clues_of(board), csp2sat.explain(board).mends
    assert found.complete
    mended = [
        next(ClueChanges(board).emptied(mend.cells[0])).board
        if mend.with_cell
        else clues.added(clues.without(board, mend.cells), mend.clues)
        for mend in found.found
        if not mend.is_move and len(mend.cells) == 1
    ]
    tokens = ["-", "?", "#", *map(str, range(5)), *(f"{n}{way}" for n in "?12" for way in "DLR")]
    rows = [line.split() for line in text.splitlines()[1:]]
    for r, c in clues.optional(board):
        for token in tokens:
            changed = [[token if (i, j) == (r, c) else old for j, old in enumerate(row)] for i, row in enumerate(rows)]
            try:
                other = csp2sat.loads(f"; {kind}\nsize 3 3\n" + "".join(f"{' '.join(row)}\n" for row in changed)).board
            except csp2sat.InputError:
                continue
            if other != board and other not in mended:
                assert csp2sat.solve(other).status == "UNSATISFIABLE", (token, r, c)


def test_sums_that_differ_are_said_beside_the_clues(here):
    (here / "n.txt").write_text("; Nonogram\nsize 2 2\nrows\n2\n1\ncolumns\n1\n1\n")
    out = run("explain", "n.txt", "--all-reasons").out
    assert "rule:" not in out.replace("the rule:", "") and "  blocks 2 in row 1\n" in out
    differ = "\nthe totals of all clues must be equal, but differ: sum of the rows (3) and that of the columns (2)\n"
    assert differ in out and "\nmarked !: clues that" in out
    said = "sum of the rows (3) equal to that of the columns (2)"
    assert json.loads(run("explain", "n.txt", "--json").out)["broken_totals"] == [said]


def test_a_board_that_has_no_solution_without_its_clues_is_mended_by_others():
    """A room needs a sign: that a board without signs has no solution says nothing about a board with other signs."""
    grid = [*map(list, ("mmmsm", "..mms", "s.sms", "m.mms"))]
    text, drawn = PUZZLES["moonsun"].samples[0]
    board = csp2sat.loads(text).board
    assert drawn is not None and clues_of(board).optional(board)
    wrong = board.with_values({(r, c): value for r, row in enumerate(grid) for c, value in enumerate(row)})
    found = csp2sat.explain(wrong).mends
    assert found.found and found.in_every is None
