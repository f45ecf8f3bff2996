"""Files that a solver hands to `csp2sat hint`: what is filled in, in whatever form it was copied or typed."""

import json
from pathlib import Path

import pytest
from support.hint_scene import SKYSCRAPERS, SUDOKU, hint, written
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning.partial import partial_in
from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.cli.commands.hint import CLUES as NOTE
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.forms import given_in
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.begun_boards import empty_drawing
from csp2sat.reasoning.partial_boards import facts_of

BEHIND = "what you have filled in belongs in a second file, behind the board: csp2sat hint BOARD PARTIAL"
FILLED = "belongs in a second file, behind the board: csp2sat hint BOARD PARTIAL"
DOTS = (
    "csp2sat: no cell of PARTIAL is ?, so . is a cell that is not filled; "
    "to judge a finished board: csp2sat check BOARD PARTIAL\n"
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return written(tmp_path)


RULE = "+-----+-----+\n"
ROWS = ["4 ? ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"]
SAME = {
    "bare": "\n".join(ROWS),
    "below its size": "\n".join(["size 4 4", *ROWS]),
    "below comments and size": "\n".join(["; Sudoku Puzzle", "size 4 4", "box 2 2", *ROWS]),
    "hyphens": "\n".join(ROWS).replace("?", "-"),
    "points": "\n".join(ROWS).replace("?", "."),
    "no blanks": "\n".join(ROWS).replace(" ", ""),
    "drawn": f"{RULE}| 4 ? | ? ? |\n| ? ? | ? ? |\n{RULE}| ? ? | ? ? |\n| ? ? | ? ? |\n{RULE}",
    "blank lines": "\n\n".join(ROWS),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", SAME)
def test_the_same_hint_in_all_forms(name):
    assert hint("s.txt", SAME[name]) == hint("s.txt", SAME["bare"])
    assert run("hint", "s.txt", "p.txt").code == 0


FUTOSHIKI = """; Futoshiki
size 3 3
grid
- - 1
- - -
- - -
across
> -
- -
- -
down
- - -
v - -
"""


@pytest.mark.parametrize("text", [SKYSCRAPERS, FUTOSHIKI], ids=["beside", "between"])
def test_numbers_filled_in_where_others_stand_beside_and_between_the_cells(text):
    """As rows, as a drawing with `.` or `?`, and in the text of the board, the rest being as given."""
    Path("b.txt").write_text(text)
    board = csp2sat.load("b.txt").board
    solution = csp2sat.solve(board).solution
    filled = {cell: solution[cell[0]][cell[1]] for cell in board.cells() if sum(cell) % 3 or cell in board.filled()}
    rows = [[filled.get((r, c), "?") for c in range(board.cols)] for r in range(board.rows)]
    expected = hint("b.txt", "".join(" ".join(map(str, row)) + "\n" for row in rows))
    assert expected.code == 0 and expected.out
    drawn = csp2sat.draw(board.with_values(filled))
    assert "." in drawn
    for partial in (drawn, drawn.replace(".", "?"), csp2sat.convert(board.with_values(filled), "text")):
        assert hint("b.txt", partial) == expected
    Path("p.txt").write_text(drawn.replace(".", "?"))
    assert run("check", "b.txt", "p.txt").out.startswith("not finished")


def test_a_mistake_in_a_drawing_and_the_drawing_of_another_board():
    Path("b.txt").write_text(FUTOSHIKI)
    drawn = csp2sat.draw(csp2sat.load("b.txt").board)
    assert "is 1, but that cannot be" in hint("b.txt", drawn.replace(".", "1", 1)).out
    assert hint("b.txt", drawn.replace(">", "<")).code == 1


AREAS = ("dominosa", "dbchoco", "shikaku", "sashigane")


@pytest.mark.parametrize("puzzle", AREAS)
def test_clues_are_not_read_as_areas(puzzle, here):
    text, other = (PUZZLES[puzzle].samples[at][0] for at in (0, 1))
    (here / "b.txt").write_text(text)
    assert hint("b.txt", text) == run("hint", "b.txt")  # nothing is filled in
    done = hint("b.txt", other)
    assert (done.code, done.out) == (1, "") and done.err.startswith("p.txt: ")


def test_a_board_without_empty_cells_was_to_be_the_puzzle(here):
    (here / "f.txt").write_text("; Sudoku\nsize 4 4\n4 1 2 3\n2 3 1 4\n1 4 3 2\n3 2 4 1\n")
    advice = f"csp2sat: all cells of f.txt are given; {BEHIND}\n"
    assert hint("f.txt", SUDOKU) == run("hint", "f.txt") == (0, "The board is complete.\n", advice)
    assert run("hint", "s.txt", "f.txt") == (0, "The board is complete.\n", "")
    assert hint("s.txt", SUDOKU.replace("-", "0")) == run("hint", "s.txt")


def test_boxes_of_a_drawing_with_rooms():
    Path("j.txt").write_text(PUZZLES["jigsaw"].samples[0][0])
    assert hint("j.txt", PUZZLES["jigsaw"].samples[0][1]).out == "The board is complete.\n"


@pytest.mark.parametrize("sign", ["?", "-", None])
def test_signs_of_what_is_not_filled_in_json(sign):
    Path("l.txt").write_text("; Slitherlink\nsize 2 2\n3 -\n- -\n")
    lines = {"h": [[sign] * 2] * 3, "v": [[sign] * 3] * 2}
    assert hint("l.txt", json.dumps(lines)) == run("hint", "l.txt")
    if sign:
        assert hint("l.txt", json.dumps({key: list(map("".join, rows)) for key, rows in lines.items()})).code == 0
        assert run("hint", "l.txt", "p.txt") == run("hint", "l.txt")
    wrong = [[sign, 3, sign, sign], *([sign] * 4 for _ in range(3))]
    assert hint("s.txt", json.dumps(wrong)).out.startswith("Row 1, column 2 is 3, but that cannot be")


MARKED = {
    "lights in a board": ("; Akari\nsize 3 2\n1 * -\n- - 1\n", "3:3: '*' is no cell of akari; expected - (white)"),
    "a drawing": (
        ". * .\n1 . .\n. . *\n",
        "1:1: rows of cells, of a puzzle that nothing names; perhaps masyu or yinyang; use",
    ),
}


@pytest.mark.parametrize("name", MARKED)
def test_entries_in_the_board(name, here):
    text, message = MARKED[name]
    (here / "m.txt").write_text(text)
    for words in (["m.txt"], ["m.txt", "a.txt"]):
        done = run("hint", *words)
        assert done.code == 1 and done.err.startswith(f"m.txt:{message}") and FILLED in done.err.splitlines()[0]


def test_other_faults_of_a_board_say_nothing_of_entries(here):
    (here / "m.txt").write_text("; Akari\nsize 3 2\n1 -\n")
    assert FILLED not in run("hint", "m.txt").err


IN = "in the partly filled board (sudoku), with ? where it is not filled"
UNFILLED = "or ? where it is not filled"
WRONG = {
    "too few rows": ("s.txt", "? ? ? ?\n", f"expected 4 rows, {IN}"),
    "too few rows below a size": ("s.txt", "size 4 4\n? ? ? ?\n", f"expected 4 rows, {IN}"),
    "a short row": ("s.txt", "? ? ?\n" + "? ? ? ?\n" * 3, f"row 1: expected 4 cells, found 3, {IN}"),
    "a sign": ("a.txt", "1 x ?\n? ? 1\n", f"row 1, column 2 cannot be x; expected * or ., {UNFILLED}"),
    "a number": ("s.txt", "? ? 10 ?\n" + "? ? ? ?\n" * 3, f"column 3 cannot be 10; expected 1, 2, 3 or 4, {UNFILLED}"),
    "a number of nine": (
        "nine.txt",
        "10" + " ?" * 8 + "\n? ? ? ? ? ? ? ? ?" * 8,
        f"cannot be 10; expected a number from 1 to 9, {UNFILLED}",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_rows(name):
    board, partial, message = WRONG[name]
    done = hint(board, partial)
    assert (done.code, done.out) == (1, "") and done.err.endswith(f"{message}\n")


def test_points_that_were_meant_as_blanks():
    """Where no cell is `?`, a point is a blank, so that no cell without a light is called a mistake."""
    done = hint("a.txt", "1 * .\n. . 1\n")
    assert "column 2 has a light, but that cannot be" in done.out and done.err == DOTS
    done = hint("a.txt", "1 . *\n. . 1\n")
    assert ", but that cannot be" not in done.out
    assert hint("a.txt", "1 * .\n. . 1\n", "-q").err == ""
    assert hint("a.txt", "1 * ?\n. . 1\n").err == ""
    assert hint("a.txt", "1 . .\n. . 1\n").out == run("hint", "a.txt").out
    assert hint("s.txt", "1 . . .\n" + ". . . .\n" * 3).err == ""


def test_a_given_that_was_changed():
    done = hint("s.txt", "1 ? ? ?\n" + "? ? ? ?\n" * 3)
    assert done.out == "Row 1, column 1 is 1, but a given was changed there: row 1, column 1 is 4.\n"


def test_givens_that_contradict_one_another(here):
    (here / "c.txt").write_text("; Sudoku\nsize 4 4\n4 - - 4\n- - - -\n- - - -\n- - - -\n")
    words = (
        'The givens contradict one another, by the rule "no value twice in row 1", since row 1, columns 1 and 4 are 4.'
    )
    assert run("hint", "c.txt").out == f"{words}\n"
    assert run("steps", "c.txt").out.endswith(f"\n\n1. {words}\nThe board has no solution.\n")


def test_a_clue_in_its_own_cell_is_nothing_filled_in():
    """A drawn solution has the clues, and its other cells may be taken away."""
    Path("n.txt").write_text("; Nurikabe\n? - - 3 -\n- - - - -\n- 3 - - -\n- - - - -\n- - 2 - -\n")
    drawn = hint("n.txt", "? ? # 3 #\n? ? ? ? ?\n? 3 ? ? ?\n? ? ? ? ?\n? ? 2 ? ?\n")
    assert drawn.code == 0 and drawn == hint("n.txt", "??#?#\n?????\n?????\n?????\n?????\n")
    assert (
        "the clue at row 1, column 4 is 3 on the board and 4 in this copy"
        in hint("n.txt", "??#4#\n?????\n?3???\n?????\n??2??\n").err
    )


HITORI = "; Hitori\nsize 5 5\n5 3 5 1 3\n1 2 1 3 5\n1 5 1 2 5\n3 4 2 5 1\n2 3 5 3 3\n"
CLUES = f"csp2sat: {NOTE}\n"
HALF = {
    "as drawn": " 5  3 #5  1 #3\n#1  2  1  3  5\n 1  5 #1  2 #5\n 3  4  2  5  1\n 2  3  5 #3  3\n",
    "numbers and signs": "5 3 # 1 #\n# 2 1 3 5\n1 5 # 2 #\n3 4 2 5 1\n2 3 5 # 3\n",
}


@pytest.mark.parametrize("name", HALF)
def test_a_drawing_with_some_signs(name, here):
    """One sign is missing in a drawing of the solution: the others are facts, the numbers are not decided."""
    (here / "h.txt").write_text(HITORI)
    found = hint("h.txt", HALF[name])
    assert found.code == 0 and found.out and found.err == CLUES
    wrong = hint("h.txt", HALF[name].replace("#1  2", "#1 #2").replace("# 2", "# #"))
    assert wrong.out.startswith("Row 2, column ") and "but that cannot be" in wrong.out and wrong.err == CLUES


def test_a_dot_in_the_middle_is_a_cell_that_stays_empty(here):
    (here / "n.txt").write_text("nurikabe\nsize 2 2\n1 -\n- -\n")
    assert run("hint", "n.txt", "??·#").out == run("hint", "n.txt", "??.#").out != ""


LOOP = "; Slitherlink\nsize 2 2\n3 -\n- 1\n"
LINES = "+---+---+\n| 3      \n+   +---+\n|   | 1  \n+---+   +\n"
SLIPS = {
    "a stroke": (LINES.replace("|   | 1", ":   | 1"), "4:1: line 4 of the drawing, ':   | 1'; expected '    | 1'"),
    "a clue": (LINES.replace("3", "2"), "2:3: the clue at row 1, column 1 is 3 on the board and 2 in this copy"),
    "a stroke and no clue": (LINES.replace("|   | 1", ":   |  "), "4:1: line 4 of the drawing, ':   |"),
    "more corners": (LINES.replace("+   +---+", "+   +-+-+"), "3:6: line 3 of the drawing, '+   +-+-+'"),
    "moved": (
        "; mine\n\n" + LINES.replace("3", "2").replace("\n", "\n  ").join(["  ", ""]),
        "4:5: the clue at row 1, column 1 is 3 on the board and 2 in this copy",
    ),
}


@pytest.mark.parametrize("gone", ["3", "1", "31"])
def test_a_drawing_may_lack_clues(here, gone):
    (here / "l.txt").write_text(LOOP)
    whole = hint("l.txt", LINES)
    lacking = hint("l.txt", LINES.translate(dict.fromkeys(map(ord, gone), " ")))
    assert whole.code == 0 and whole.out and (lacking.code, lacking.out) == (whole.code, whole.out)


@pytest.mark.parametrize("drawing, message", SLIPS.values(), ids=SLIPS)
def test_the_place_of_a_slip_in_a_drawing(here, drawing, message):
    (here / "l.txt").write_text(LOOP)
    done = hint("l.txt", drawing)
    assert (done.code, done.out) == (1, "") and done.err.startswith(f"p.txt:{message}"), done.err
    assert "in a drawing of this board (slitherlink)" in done.err


def test_other_corners_are_read(here):
    board = "; Slitherlink\nsize 4 4\n- 1 - -\n1 - - 2\n1 - - 3\n3 3 2 -\n"
    (here / "l.txt").write_text(board)
    done = hint("l.txt", run("solve", "l.txt").out.replace("+", "."))
    assert (done.code, done.err, done.out) == (0, "", "The board is complete.\n")


@pytest.mark.parametrize("kind", list(PUZZLES))
@pytest.mark.sample(4)
def test_the_empty_drawing_of_a_board_has_no_facts_but_its_givens(kind):
    board = sample(PUZZLES[kind])
    Path("p.txt").write_text(empty_drawing(board))
    found = partial_in("p.txt", board)
    assert not found.whole and {fact.places[0] for fact in found.facts} <= given_in(board).keys()


def test_an_empty_drawing_is_drawn_on(here):
    (here / "l.txt").write_text(LOOP)
    drawing = run("convert", "l.txt", "--to", "drawing").out
    assert hint("l.txt", drawing).out == run("hint", "l.txt").out
    begun = drawing.replace("+   +", "+---+", 1)
    assert hint("l.txt", begun).out == hint("l.txt", begun.replace("-", "─")).out != run("hint", "l.txt").out


def test_missing_and_other_lines_of_a_drawing_have_a_place(here):
    (here / "l.txt").write_text(LOOP)
    lines = run("convert", "l.txt", "--to", "drawing").out.splitlines()
    lines[0] = lines[0].replace("+   +", "+---+", 1)
    done = hint("l.txt", "\n".join(lines[:-2]))
    assert (
        done.code == 1 and f"p.txt:{len(lines) - 2}:1: found {len(lines) - 2} lines; expected {len(lines)}" in done.err
    )
    done = hint("l.txt", "\n".join([lines[0], *lines[2:]]))
    assert done.code == 1 and done.err.startswith(f"p.txt:2:1: expected {lines[1].rstrip()!r} and lines, as "), done.err


def test_shaded_cells_are_typed_as_check_reads_them():
    board = read_board(Source("", "; Nurikabe\nsize 3 2\n- - -\n1 - -\n"))
    facts = facts_of(board, ["#?.", "???"])
    assert len(facts) == 2 and facts == facts_of(board, ["x?.", "???"]) == facts_of(board, ["X?.", "???"])


def test_a_given_that_is_copied_wrong_is_named(here):
    lines = [
        "# 17\\ 35\\ # 24\\ 5\\",
        r"\16 - - 15\3 - -",
        r"\28 - - - - -",
        "# 4\\12 - - - 17\\",
        r"\31 - - - - -",
        r"\11 - - \16 - -",
    ]
    rows = "".join(f"{line}\n" for line in lines)
    (here / "b.txt").write_text(f"; kakuro\n{rows}")
    done = hint("b.txt", rows.replace(r"15\3 - -", r"16\3 2 1").replace(r"\16 - -", r"\16 9 7", 1))
    assert (done.code, done.err) == (
        1,
        "p.txt: the clue at row 2, column 4 is 15\\3 on the board and 16\\3 in this copy\n",
    )
