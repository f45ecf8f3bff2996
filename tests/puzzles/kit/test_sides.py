"""Clues beside the board: where they are, what can be done with them, and how explain shows them."""

import json

import pytest
from support.pipelines import pipeline
from support.run_command import run

from csp2sat.explaining import board_conflicts
from csp2sat.explaining.extra_clues import extra_clues
from csp2sat.puzzles.drawing import ascii, svg
from csp2sat.puzzles.kit.sides import side_cell, side_of
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.solving.first_solution import solve_unique
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun

NONE = [0, 0, 0]


@pytest.fixture
def engine(tmp_path):
    return pipeline(tmp_path)


TENTS = Board("tents", 2, 3, {"grid": ["T..", "..."], "rows": [1, None], "cols": [None, 0, None]})


def towers(**sides):
    empty = {"top": NONE, "bottom": NONE, "left": NONE, "right": NONE, "grid": [NONE] * 3}
    return Board("skyscrapers", 3, 3, {**empty, **sides})


@pytest.mark.parametrize("side, cells", [("top", [(-1, 0), (-1, 2)]), ("bottom", [(2, 0), (2, 2)])])
def test_places_above_and_below(side, cells):
    assert [side_cell(TENTS, side, at) for at in (0, 2)] == cells
    assert [side_of(TENTS, cell) for cell in cells] == [(side, 0), (side, 2)]


@pytest.mark.parametrize("side, cells", [("left", [(0, -1), (1, -1)]), ("right", [(0, 3), (1, 3)])])
def test_places_to_the_left_and_right(side, cells):
    assert [side_cell(TENTS, side, at) for at in (0, 1)] == cells
    assert [side_of(TENTS, cell) for cell in cells] == [(side, 0), (side, 1)]


def test_clues_of_tents_are_taken_away_one_by_one():
    clues = PUZZLES["tents"].clues
    assert clues.optional(TENTS) == [(-1, 1), (0, -1)]
    assert clues.without(TENTS, [(-1, 1)]).givens == {**TENTS.givens, "cols": [None] * 3}
    assert clues.without(TENTS, [(0, -1)]).givens == {**TENTS.givens, "rows": [None] * 2}
    assert clues.place(TENTS, (-1, 1)) == "the top of column 2"
    assert ((1, -1), 0) in list(clues.addable(TENTS))
    assert not {(-1, 1), (0, -1)} & {cell for cell, _ in clues.addable(TENTS)}
    assert clues.added(TENTS, [((1, -1), 0)]).givens == {**TENTS.givens, "rows": [1, 0]}


def test_clues_of_skyscrapers_are_those_in_cells_too():
    clues = PUZZLES["skyscrapers"].clues
    board = towers(top=[3, 0, 0], right=[0, 0, 2], grid=[[0, 2, 0], NONE, NONE])
    assert clues.optional(board) == [(0, 1), (-1, 0), (2, 3)]
    assert clues.without(board, [(0, 1), (2, 3)]) == towers(top=[3, 0, 0])
    assert clues.without(board, clues.optional(board)) == towers()
    assert clues.added(towers(), [((3, 1), 2), ((2, 2), 1)]) == towers(bottom=[0, 2, 0], grid=[NONE, NONE, [0, 0, 1]])
    assert clues.place(board, (2, 3)) == "the right of row 3"
    assert clues.place(board, (2, 2)) == "row 3, column 3"


REASONS = [
    (towers(top=[3, 3, 0]), {(-1, 0): "number 3 at the top of column 1", (-1, 1): "number 3 at the top of column 2"}),
    (towers(left=[0, 4, 0], top=[1, 0, 0]), {(1, -1): "number 4 at the left of row 2"}),
    (
        towers(bottom=[1, 0, 0], grid=[NONE, [3, 0, 0], NONE]),
        {(1, 0): "number 3", (3, 0): "number 1 at the bottom of column 1"},
    ),
    (
        Board("tents", 1, 2, {"grid": ["T."], "rows": [0], "cols": [None, None]}),
        {(0, -1): "number 0 at the left of row 1", (0, 0): "a tent for the tree"},
    ),
]


@pytest.mark.parametrize("board, reason", REASONS)
def test_a_reason_has_the_clues_beside_the_board(board, reason, engine):
    (found,) = board_conflicts.explain(BoardProblem(board, ""), engine).reasons
    assert (found.clues, found.smallest) == ({cell: [name] for cell, name in reason.items()}, True)


def test_an_extra_clue_may_be_beside_the_board(engine):
    board = Board("tents", 1, 3, {"grid": [".T."], "rows": [None], "cols": [None] * 3})
    two = solve_unique(ProblemRun(BoardProblem(board, ""), engine))
    assert two.unique is False
    (clue,) = extra_clues(board, [two.solution, two.second], engine).clues
    assert clue in [((-1, 0), 0), ((-1, 0), 1)]


def test_stars_before_marks_on_each_side():
    board = Board("skyscrapers", 2, 2, {"top": [1, 0], "bottom": [0, 2], "left": [2, 0], "right": [0, 1],
                                        "grid": [[0, 0], [0, 0]]})  # fmt: skip
    drawn = ascii.draw(PUZZLES["skyscrapers"].picture(board), [(-1, 0), (2, 1), (0, -1), (1, 2)])
    assert [line.rstrip() for line in drawn.split("\n")] == [
        "    *1",
        "   +-----+",
        "*2 | . . |",
        "   | . . |*1",
        "   +-----+",
        "      *2",
    ]


def test_marked_places_beside_the_board_are_inside_the_drawing():
    picture = PUZZLES["tents"].picture(TENTS)
    (tint,) = [line for line in svg.draw(picture, [(-1, 1)]).split("\n") if 'class="differs"' in line]
    (inner,) = [line for line in svg.draw(picture, [(0, 1)]).split("\n") if 'class="differs"' in line]
    assert 'x="40" y="-31" width="40" height="31"' in tint, tint
    assert 'x="40" y="0" width="40" height="40"' in inner


def test_the_command_shows_them(tmp_path):
    (tmp_path / "t.txt").write_text("; Tents Puzzle\nsize 2 1\nrows\n0\ncolumns\n- -\ngrid\nT -\n")
    found = run("explain", tmp_path / "t.txt")
    assert found.out.split("\n")[2].startswith("!0 |")
    assert "  number 0 at the left of row 1\n" in found.out
    fields = json.loads(run("explain", "--json", tmp_path / "t.txt").out)
    assert fields["reasons"][0]["clues"][:1] == [{"row": 0, "column": -1, "clues": ["number 0 at the left of row 1"]}]
    (tmp_path / "many.txt").write_text("; Tents Puzzle\nsize 3 1\nrows\n-\ncolumns\n- - -\ngrid\n- T -\n")
    assert "at the top of column" in run("explain", tmp_path / "many.txt").out
