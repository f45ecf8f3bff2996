"""Every drawing that csp2sat prints of a solution is read back as right, however editors and shells leave it."""

import json
import re
from itertools import islice, pairwise

import pytest
from support.paths import DATA
from support.solved_boards import solved_boards

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.judging.answers import from_drawing
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.drawing.picture import MARKS, differing_cells, differs_mark
from csp2sat.puzzles.formats.solutions.several import read_all
from csp2sat.puzzles.spec import PUZZLES, Board

PENS = {
    "ascii": ascii.draw,
    "ascii, colours": lambda picture, marked=(): ascii.draw(picture, marked, colour=True),
    "boxes": boxes.draw,
    "boxes, colours": lambda picture, marked=(): boxes.draw(picture, marked, colour=True),
}
LEFT = {
    "as printed": lambda text: text + "\n",
    "no end of the last line": lambda text: text,
    "no blanks at ends of lines": lambda text: "\n".join(map(str.rstrip, text.split("\n"))) + "\n",
    "Windows": lambda text: text.replace("\n", "\r\n") + "\r\n",
    "no blank lines at the ends": lambda text: re.sub(r"^(\s*\n)+|(\n\s*)+$", "", text) + "\n",
    "blank lines at the ends": lambda text: f"\n\n{text}\n\n\n",
    "indented": lambda text: "".join(f"    {line}\n" for line in text.split("\n")),
    "indented by a tab": lambda text: "".join(f"\t{line}\n" for line in text.split("\n")),
    "a verdict": lambda text: text + "\nunique\n",
    "a count": lambda text: text + "\n1 solution\n",
}


def faults(board, text, expected=1):
    """What is wrong with the solutions of a text; None where there are not as many as expected."""
    found = read_all(text, board)
    puzzle = PUZZLES[board.puzzle]
    if len(found) != expected:
        return None
    return [fault for each in found for fault in (*each.faults, *puzzle.broken_rules(board, each.solution))]


def drawn(board, solution, pen, before=None):
    """The drawing as `solve` prints it, with marks where it differs from that of another solution."""
    pictures = [PUZZLES[board.puzzle].picture(board, each) for each in (before or solution, solution)]
    return PENS[pen](pictures[1], differing_cells(*pictures) if before else ())


def check_drawings(board, solution):
    for pen in PENS:
        text = drawn(board, solution, pen)
        for name, left in LEFT.items():
            assert faults(board, left(text)) == [], (pen, name, board, text)


def board_of(kind, rows):
    return Board(kind, len(rows), len(rows[0]), rows)


KNOWN = {
    "hashiwokakero, empty first row": (
        board_of("hashiwokakero", [[0, 0, 0], [1, 0, 1]]),
        [[1, 0, 1, 2, 1]],
    ),
    "hashiwokakero, empty last rows": (
        board_of("hashiwokakero", [[2, 0, 2], [0, 0, 0], [0, 0, 0]]),
        [[0, 0, 0, 2, 2]],
    ),
    "hashiwokakero, empty first and last rows and columns": (
        board_of("hashiwokakero", [[0] * 5, [0] * 5, [0, 1, 0, 1, 0], [0] * 5]),
        [[2, 1, 2, 3, 1]],
    ),
    "shakashaka, a row that begins as a line of values": (board_of("shakashaka", ["..", ".."]), ["ab", "cd"]),
    "yajilin, blocks": (
        board_of("yajilin", [[*row] for row in ("####", "#..#", "#..#", "####")]),
        {"h": ["000", "010", "010", "000"], "v": ["0000", "0110", "0000"], "shaded": ["...."] * 4},
    ),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if "columns" in name else name for name in KNOWN]
)
def test_drawings_that_were_refused(name):
    board, solution = KNOWN[name]
    assert PUZZLES[board.puzzle].broken_rules(board, solution) == []
    check_drawings(board, solution)


TINY = {
    f"{kind}-{at}": (Board(kind, form["rows"], form["cols"], form["givens"]), form["solutions"])
    for kind, forms in json.loads((DATA / "tiny.json").read_text()).items()
    for at, form in enumerate(forms if kind in PUZZLES else ())
    if form["solutions"]
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [name for name in TINY if len(TINY[name][1]) > 1])
def test_two_drawn_solutions(name):
    """Behind `not unique` with the marks of what differs, as lists of all, and a list of which one is changed."""
    board, solutions = TINY[name]
    for first, second in islice(pairwise(solutions), 1):
        for pen in PENS:
            both = drawn(board, first, pen), drawn(board, second, pen)
            assert faults(board, f"{both[0]}\nnot unique\n{drawn(board, second, pen, first)}\n", 2) == []
            assert faults(board, f"{both[0]}\n\n{both[1]}\n2 solutions\n", 2) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [name for name in TINY if name.endswith("-0")])
def test_tiny_boards(name):
    board, solutions = TINY[name]
    check_drawings(board, solutions[-1])


@pytest.mark.long
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_a_thousand_boards(kind):
    for board, solution in islice(solved_boards(kind, 1), 1000):
        check_drawings(board, solution)


def test_the_mark_of_cells_that_differ_is_no_sign_of_the_kind():
    """A star beside the star of a cell would be hard to tell from it."""
    stars = Board("starbattle", 4, 4, {"stars": 1, "regions": [[row] * 4 for row in range(4)]})
    one, two = ([".*..", "...*", "*...", "..*."], ["..*.", "*...", "...*", ".*.."])
    text = drawn(stars, two, "ascii", before=one)
    assert "| .!.!* . |" in text and "**" not in text
    assert faults(stars, f"{drawn(stars, one, 'ascii')}\nnot unique\n{text}", 2) == []
    picture = PUZZLES["nonogram"].picture(Board("nonogram", 1, 2, {"rows": [[1]], "cols": [[1], []]}), ["#."])
    assert (differs_mark(picture), MARKS) == ("*", "*!")


WRITTEN = {"fillomino", "dbchoco", "nonogram"}  # kinds whose solutions have the given values


@pytest.mark.sample(10)
@pytest.mark.parametrize("kind", [name for name in PUZZLES if PUZZLES[name].family != "numbers"])
def test_a_drawing_may_leave_a_given_value_out(kind):
    for board, solution in islice(solved_boards(kind, 3), 4):
        picture = PUZZLES[kind].picture(board, solution)
        given = [each for each in picture.marks if each.role == "given" and all(at % 2 for at in each.point)]
        if len(given) < 2 or board.rows * board.cols < 9 or kind in WRITTEN:
            continue
        without = picture._replace(marks=[each for each in picture.marks if each != given[0]])
        if len(ascii.draw(without)) != len(ascii.draw(picture)):  # its columns are narrower
            continue
        found = [Source("answer", f"{draw(without)}\n") for draw in (ascii.draw, boxes.draw)]
        read = [each for source in found for each in from_drawing(source, board)]
        assert all(not each.faults for each in read), (kind, found)
        assert not any(PUZZLES[kind].broken_rules(board, each.solution) for each in read), (kind, found)


MASYU = Board("masyu", 3, 3, ["...", "w..", "..b"])
DRAWN = {
    "each given": "┌─.─┐\n\n○ . .\n│\n└─.─●\n",
    "none": "┌─┐\n│.│\n└─┘\n",
    "letters": "r-7\n|.|\nL-J\n",
    "thin lines": "┌───┐\n│ . │\n└───┘\n",
}


@pytest.mark.parametrize("name", DRAWN)
def test_loops_typed_by_hand(name):
    (read,) = from_drawing(Source("answer", DRAWN[name]), MASYU)
    assert read.faults == [] and read.solution["h"] == ["11", "00", "11"]


def test_another_given_value_is_a_fault():
    for text in ("┏━━━┓\n● · ┃\n┗━━━┛\n", "┏━━━┓\n3 · ┃\n┗━━━┛\n"):
        (read,) = from_drawing(Source("answer", text), MASYU)
        assert read.faults == [f"{text[6]} at row 2, column 1, where ○ is given"]


def test_what_is_not_read_is_no_verdict():
    with pytest.raises(InputError, match="expected lines on the drawing that `csp2sat convert BOARD --to drawing`"):
        from_drawing(Source("answer", "w..\n..b\n...\n"), MASYU)
