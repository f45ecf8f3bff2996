"""Answers in which cells are open, or nothing is filled in: unfinished, and only lasting faults are wrong."""

from itertools import product

import pytest
from support.run_command import run

from csp2sat.api.writing.drawing import as_text
from csp2sat.base.source import Source
from csp2sat.judging.unfinished import EMPTY, faults_of_open
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

KINDS = "nurikabe tapa kurodoko heyawake starbattle akari hitori lits norinori yinyang masyu slitherlink hashiwokakero"


def checked(folder, board, answer):
    (folder / "b.txt").write_text(board)
    (folder / "a.txt").write_text(answer)
    done = run("check", folder / "b.txt", folder / "a.txt")
    return done.code, done.out, done.err


@pytest.mark.parametrize("kind", KINDS.split())
def test_the_drawing_of_the_board_alone_is_not_finished(kind, tmp_path):
    text = PUZZLES[kind].samples[0][0]
    board = read_board(Source("b.txt", text), kind)
    code, out, err = checked(tmp_path, text, as_text(board, None))
    assert code == 1 and out.startswith("not finished: ") and out.count("\n") == 1 and "csp2sat hint" in err


def test_a_solution_with_as_few_signs_as_the_board_alone_is_right(tmp_path):
    assert checked(tmp_path, "; Kurodoko\nsize 2 2\n3 -\n- -\n", "3 ?\n? ?\n")[:2] == (0, "right\n")


NURIKABE = "; Nurikabe\nsize 3 3\n- - -\n- - -\n2 - -\n"


def test_only_faults_of_each_filling_are_named(tmp_path):
    """Two parts of walls may still be joined, and a pool stays one."""
    assert checked(tmp_path, NURIKABE, "# ? #\n? ? ?\n2 ? #\n")[1].startswith("not finished: 5 cells are empty")
    out = checked(tmp_path, NURIKABE, "# # ?\n# # ?\n2 ? ?\n")[1].splitlines()
    assert out[0].startswith("wrong: ") and "2 x 2" in out[0] and out[-1].startswith("not finished: 4 cells are empty")


@pytest.mark.parametrize("rows", ["#?#/.??/.?#", "##?/.##/.??", "?.?/.#?/.?#", "##./##./.??"])
def test_no_fault_is_named_that_a_filling_lacks(rows):
    board, rows = read_board(Source("b.txt", NURIKABE)), rows.split("/")
    cells = [(r, c) for r, c in board.cells() if rows[r][c] == "?"]
    found = faults_of_open(board, [row.replace("?", ".") for row in rows], cells)
    lasting = None
    for signs in product(".#", repeat=len(cells)):
        left = iter(signs)
        filled = ["".join(next(left) if char == "?" else char for char in row) for row in rows]
        faults = {*PUZZLES["nurikabe"].broken_rules(board, filled)}
        lasting = faults if lasting is None else lasting & faults
    assert {fault for fault in found if EMPTY not in fault} == lasting


def test_no_fault_of_many_signs_is_named_that_a_filling_lacks():
    board = read_board(Source("b.txt", "; Shakashaka\nsize 4 3\n- - - -\n- - - -\n- 2 - 1\n"))
    found = faults_of_open(board, ["da..", "...d", ".2.1"], [(1, 2), (0, 2), (1, 1)])
    assert not any("row 1, column 2 is no rectangle" in fault for fault in found)


def test_signs_that_a_kind_refuses_by_a_fault_are_none_of_its_signs():
    board = read_board(Source("b.txt", "; Akari\nsize 3 3\n- - -\n- 2 -\n- - -\n"))
    found = faults_of_open(board, ["...", ".2.", "..."], [(0, 0), (0, 1), (0, 2)])
    assert found and not any(" or a or b" in fault for fault in found)


def test_a_clue_of_tapa_has_no_commas_where_it_is_drawn(tmp_path):
    board = "; Tapa\nsize 3 3\n- - -\n- 1,3 -\n- - -\n"
    rows = "#  #  #\n. 13  .\n.  #  .\n"
    out = checked(tmp_path, board, rows)[1]
    assert "is given" not in out and "fall into 2 parts" in out
    assert "at row 2, column 2, where" in checked(tmp_path, board, rows.replace("13", "14"))[1]
