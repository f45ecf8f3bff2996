"""Areas on drawings that a person has begun to fill in: borders, letters and digits."""

import pytest
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning.partial import partial_in
from csp2sat.api.writing.drawing import as_text
from csp2sat.api.writing.puzzles import sample
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.begun_boards import empty_drawing
from csp2sat.reasoning.partial_boards import facts_of

FILLOMINO = "; Fillomino\nsize 4 4\n- - 3 -\n1 - - 3\n- 5 2 -\n- 1 - -\n"
SASHIGANE = "; Sashigane\nsize 4 4\n- - - o\n3 - - -\n- L - -\n- - - -\n"
DIVISIONS = [kind for kind in PUZZLES if PUZZLES[kind].family == "divisions"]


def board(text):
    return csp2sat.loads(text).board


@pytest.mark.parametrize("rows", [["aaa?", "????", "????", "????"], ["aaaa", "bacc", "bbcc", "eecc"]])
def test_letters_of_areas_exclude_no_arms(rows):
    """A cell with a letter was said to be no arm at all."""
    assert facts_of(board(SASHIGANE), rows) == []


def test_a_right_board_in_letters_is_complete():
    rows = ["".join("abcdefgh"[area] for area in row) for row in csp2sat.solve(board(SASHIGANE)).solution]
    assert csp2sat.hint(board(SASHIGANE), rows) is None


@pytest.mark.parametrize("rows", ["333?/1??3/?52?/?1??", "333./1..3/.52./.1.."])
@pytest.mark.parametrize("boxes", [False, True])
def test_digits_without_blanks_are_numbers(rows, boxes, tmp_path):
    """They were taken for labels of areas, of which no number follows."""
    lines = [f"|{row}|" if boxes else row for row in rows.split("/")]
    (tmp_path / "p.txt").write_text("\n".join([*["+----+"] * boxes, *lines, *["+----+"] * boxes, ""]))
    found = partial_in(str(tmp_path / "p.txt"), board(FILLOMINO)).facts
    said = {fact.places[0]: fact.value for fact in found if not fact.negative}
    assert said == {(0, 0): 3, (0, 1): 3, (0, 2): 3, (1, 0): 1, (1, 3): 3, (2, 1): 5, (2, 2): 2, (3, 1): 1}
    assert csp2sat.hint(board(FILLOMINO), ["3331", "1553", "5523", "5123"]) is None


@pytest.mark.parametrize("kind", DIVISIONS)
@pytest.mark.parametrize("drawn", [empty_drawing, lambda board: as_text(board, None)])
def test_nothing_on_a_drawing_is_not_finished(kind, drawn, tmp_path):
    """A board with a clue `?` ended in a traceback, and so did the hint for a drawing without room for borders."""
    (tmp_path / "b.txt").write_text(PUZZLES[kind].samples[0][0])
    (tmp_path / "p.txt").write_text(drawn(sample(PUZZLES[kind])))
    judged = run("check", tmp_path / "b.txt", tmp_path / "p.txt")
    assert judged.code == 1 and judged.out.startswith("not finished: ") and judged.out.count("\n") == 1
    assert run("hint", tmp_path / "b.txt", tmp_path / "p.txt").code == 0


def test_a_bridge_that_touches_no_island_has_its_place(tmp_path):
    """It was `expected a drawing`, without a line."""
    islands = "2   .   2\n\n.   .   .\n"
    (tmp_path / "b.txt").write_text("; Hashiwokakero\nsize 3 2\n2 - 2\n- - -\n")
    (tmp_path / "p.txt").write_text(islands.replace("2   .", "2 - ."))
    assert empty_drawing(board((tmp_path / "b.txt").read_text())) == islands
    for command in ("check", "hint"):
        done = run(command, tmp_path / "b.txt", tmp_path / "p.txt")
        assert done.code == 1 and "p.txt:1:3: this stroke is no bridge; expected each bridge from one" in done.err
