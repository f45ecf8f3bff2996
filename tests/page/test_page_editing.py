"""Boards that are typed in: empty ones, words of cells, clues beside the board, rooms, points; what is refused."""

import pytest

from csp2sat.api.problems import loads
from csp2sat.page.editing import parts_of, text_of
from csp2sat.puzzles.spec import PUZZLES

WITHOUT_EMPTY = {"dominosa", "nurimaze"}  # kinds in which each cell, or a way, is given
ROOMS = "; Chocona Puzzle\nsize 3 2\nregions\n0 0 1\n2 2 1\nclues\n1 2 3\n"


@pytest.mark.sample(8)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_the_parts_are_all_of_the_board(ask, kind):
    board = loads(ask("sample", kind=kind)["text"], kind).board
    text = text_of(PUZZLES[kind], board.rows, board.cols, parts_of(board))
    assert loads(text, kind).board.givens == board.givens


@pytest.mark.sample(8)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_an_empty_board(ask, kind):
    found = ask("empty", kind=kind)
    if kind in WITHOUT_EMPTY:
        assert found["error"].startswith(f"there is no empty board of {kind}") and "sample" in found["error"]
        return
    assert found["kind"] == kind and found["svg"].startswith("<svg") and found["parts"]
    assert ask("read", text=found["text"])["givens"] == found["givens"]


def test_an_empty_board_of_a_size(ask):
    found = ask("empty", kind="masyu", rows=3, cols=7)
    assert (found["rows"], found["cols"]) == (3, 7)
    assert "at most" in ask("empty", kind="masyu", rows=1000, cols=1000)["error"]
    assert "7 x 8" in ask("empty", kind="sudoku", rows=7, cols=8)["error"]
    assert "7 x 7" in ask("empty", kind="sudoku", rows=7)["error"]
    assert "nothing" in ask("empty", kind="nothing")["error"]


def edit(ask, text, part, *changes):
    return ask("edit", text=text, part=part, changes=[list(each) for each in changes])


def words(found, part):
    return next(each["words"] for each in found["parts"] if each["name"] == part)


def test_a_sudoku_is_typed_in(ask):
    text = ask("empty", kind="sudoku", rows=4, cols=4)["text"]
    for change in ((0, 0, "4"), (0, 3, "3"), (1, 3, " 4 ")):
        found = edit(ask, text, "clues", change)
        assert found["error"] is None
        text = found["text"]
    assert found["givens"]["grid"][:2] == [[4, 0, 0, 3], [0, 0, 0, 4]]
    assert edit(ask, text, "clues", (0, 0, "-"))["givens"]["grid"][0] == [0, 0, 0, 3]
    assert edit(ask, text, "clues", (0, 0, ""))["givens"]["grid"][0] == [0, 0, 0, 3]


@pytest.mark.parametrize(
    "part, change, words",
    [
        ("clues", (0, 0, "9"), "9"),
        ("clues", (0, 0, "x"), "x"),
        ("clues", (0, 0, "1 2"), "expected one word"),
        ("clues", (4, 0, "1"), "outside"),
        ("clues", (0, 400, "1"), "outside"),
        ("clues", (-1, 0, "1"), "changes"),
        ("clues", (0, 0), "changes"),
        ("clues", ("a", 0, "1"), "changes"),
        ("rows", (0, 0, "1"), "part: expected one of box, clues"),
        ("box", (0, 0, "3 3"), "box"),
        ("clues", (0, 0, "1\nsize 2 2"), "expected one word"),
    ],
)
def test_what_is_refused_says_why(ask, part, change, words):
    text = ask("empty", kind="sudoku", rows=4, cols=4)["text"]
    found = edit(ask, text, part, change)
    assert words in found["error"] and "\n" not in found["error"] and "failed" not in found["error"]


@pytest.mark.parametrize("changes", [None, [], 3, "abc", {}, [[0, 0, "1"]] * 20_000])
def test_changes_of_another_form(ask, changes):
    text = ask("empty", kind="sudoku", rows=4, cols=4)["text"]
    assert ask("edit", text=text, part="clues", changes=changes)["error"].startswith("changes: expected")


def test_clues_beside_the_board(ask):
    text = ask("empty", kind="skyscrapers", rows=4, cols=4)["text"]
    text = edit(ask, text, "left", (2, 0, "3"))["text"]
    found = edit(ask, text, "bottom", (0, 1, "2"))
    assert (found["givens"]["left"], found["givens"]["bottom"]) == ([0, 0, 3, 0], [0, 2, 0, 0])


def test_numbers_of_a_nonogram(ask):
    text = ask("empty", kind="nonogram", rows=3, cols=5)["text"]
    text = edit(ask, text, "rows", (1, 0, "1 2"))["text"]
    found = edit(ask, text, "columns", (0, 4, "1 1"))
    assert found["givens"] == {"rows": [[], [1, 2], []], "cols": [[], [], [], [], [1, 1]]}
    assert edit(ask, found["text"], "rows", (1, 0, "-"))["givens"]["rows"] == [[], [], []]


def test_signs_between_cells(ask):
    text = ask("empty", kind="futoshiki", rows=4, cols=4)["text"]
    text = edit(ask, text, "across", (0, 2, "<"))["text"]
    found = edit(ask, text, "down", (2, 0, "v"))
    assert words(found, "across")[0] == ["-", "-", "<"] and words(found, "down")[2] == ["v", "-", "-", "-"]


def test_corners(ask):
    found = edit(ask, ask("empty", kind="gokigen", rows=2, cols=2)["text"], "clues", (2, 2, "1"))
    assert words(found, "clues")[2] == ["-", "-", "1"]


def test_points_come_and_go(ask):
    text = ask("empty", kind="galaxies", rows=2, cols=3)["text"]
    found = edit(ask, text, "stars", (1, 2, "*"), (3, 5, "*"))
    assert sorted(words(found, "stars")) == [["1", "2"], ["3", "5"]]
    assert words(edit(ask, found["text"], "stars", (1, 2, "*")), "stars") == [["3", "5"]]


def test_a_room_grows_and_keeps_its_clue(ask):
    found = edit(ask, ROOMS, "regions", (1, 2, "2"))
    assert words(found, "regions") == [["0", "0", "1"], ["2", "2", "2"]] and found["givens"]["clues"] == [1, 2, 3]


def test_a_room_that_is_swallowed_loses_its_clue(ask):
    found = edit(ask, ROOMS, "regions", (0, 0, "2"), (0, 1, "2"))
    assert words(found, "regions") == [["0", "0", "1"], ["0", "0", "1"]] and found["givens"]["clues"] == [3, 2]


def test_a_new_room_has_no_clue(ask):
    found = edit(ask, ROOMS, "regions", (0, 1, "+"))
    assert words(found, "regions") == [["0", "1", "2"], ["3", "3", "2"]]
    assert [row[0] for row in words(found, "clues")] == ["1", "-", "2", "3"]


def test_a_clue_of_a_room_is_typed_anywhere_in_the_room(ask):
    assert edit(ask, ROOMS, "clues", (1, 1, "0"))["givens"]["clues"] == [1, 2, 0]


def test_a_room_in_two_parts_is_a_draft(ask):
    found = edit(ask, ROOMS, "regions", (1, 2, "0"))
    assert found["error"] is None and "2 parts" in found["why"] and found["text"] == ROOMS
    assert words(found, "regions") == found["draft"]["regions"] == [["0", "0", "1"], ["2", "2", "0"]]
    found = ask("edit", text=ROOMS, part="regions", changes=[[0, 2, "0"]], draft=found["draft"])
    assert "draft" not in found and words(found, "regions") == [["0", "0", "0"], ["1", "1", "0"]]
    assert found["givens"]["clues"] == [1, 3]


def test_regions_of_a_jigsaw_are_drawn_cell_by_cell(ask):
    text = ask("empty", kind="jigsaw", rows=4, cols=4)["text"]
    first = edit(ask, text, "regions", (1, 0, "0"))
    assert "5 cells" in first["why"]
    again = ask("clues", text=text, draft=first["draft"], whole=True)
    assert again["parts"] == first["parts"] and again["text"] == text
    found = ask("edit", text=text, part="regions", changes=[[0, 3, "1"]], draft=first["draft"])
    assert found["givens"]["regions"][:2] == [[0, 0, 0, 1], [0, 1, 1, 1]]


@pytest.mark.parametrize("draft", [3, [], {}, {"regions": [["0"]], "clues": []}, {"regions": 3, "clues": [["1"]]}])
def test_a_draft_in_another_form(ask, draft):
    assert edit_draft(ask, draft)["error"].startswith("draft: expected")


def edit_draft(ask, draft):
    return ask("edit", text=ROOMS, part="regions", changes=[[0, 0, "1"]], draft=draft)


def test_a_clue_that_is_no_clue_in_other_kinds(ask):
    text = ask("empty", kind="tatamibari", rows=4, cols=4)["text"]
    found = edit(ask, text, "clues", (0, 0, "-"))
    assert words(found, "clues")[0] == ["-", ".", ".", "."]
    assert edit(ask, found["text"], "clues", (0, 0, ""))["text"] == text


def test_cages(ask):
    text = ask("empty", kind="killer", rows=4, cols=4)["text"]
    text = edit(ask, text, "cages", (0, 0, "+"))["text"]
    text = edit(ask, text, "cages", (0, 1, "0"))["text"]
    found = edit(ask, text, "sums", (0, 1, "5"))
    assert words(found, "sums") == [["5"]] and words(found, "cages")[0] == ["0", "0", "-", "-"]
    assert "no cage" in edit(ask, text, "sums", (3, 3, "5"))["error"]


def test_a_csp_has_no_parts(ask):
    for op in ("clues", "edit"):
        assert (
            ask(op, text="(int x 0 1)", part="clues", changes=[[0, 0, "1"]])["error"]
            == "this is a CSP; expected a board"
        )
