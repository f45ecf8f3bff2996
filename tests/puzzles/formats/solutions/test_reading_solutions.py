"""What is drawn of a solution is read back: every kind, in plain characters, for terminals, and with colours."""

import json

import pytest

from csp2sat.base.source import Source
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.spec import PUZZLES, Board
from tests.support.paths import DATA

PENS = {"ascii": ascii.draw, "boxes": boxes.draw, "colours": lambda picture: boxes.draw(picture, colour=True)}

NUMBERLINK = {"h": ["00", "00"], "v": ["101"]}


def known():
    """Boards with a solution, of each kind: the tiny ones, and the published ones up to 12 x 12."""
    for kind, forms in json.loads((DATA / "tiny.json").read_text()).items():
        for at, form in enumerate(forms if kind in PUZZLES else ()):
            yield f"{kind}-{at}", form, (form["solutions"] or [None])[0]
    for path in sorted((DATA / "boards").glob("*.json")):
        form = json.loads(path.read_text())
        yield path.stem, form, form.get("solution")
    yield "numberlink", {"type": "numberlink", "rows": 2, "cols": 3, "givens": [[1, 0, 2], [1, 0, 2]]}, NUMBERLINK


KNOWN = {
    name: (Board(form["type"], form["rows"], form["cols"], form["givens"]), solution)
    for name, form, solution in known()
    if solution is not None and form["rows"] * form["cols"] <= 100
}


def values(board, solution):
    return PUZZLES[board.puzzle].values(board, solution)


def test_every_kind_is_here():
    assert {board.puzzle for board, _ in KNOWN.values()} == set(PUZZLES)


@pytest.mark.sample(27)
@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("pen", PENS)
def test_drawings_are_read_back(name, pen):
    board, solution = KNOWN[name]
    said = read(PENS[pen](PUZZLES[board.puzzle].picture(board, solution)), board)
    assert said.faults == []
    assert PUZZLES[board.puzzle].broken_rules(board, said.solution) == []
    assert values(board, said.solution) == values(board, solution)


@pytest.mark.sample(16)
@pytest.mark.parametrize("name", list(PUZZLES))
def test_drawings_of_samples_are_read_back(name):
    for text, drawing in PUZZLES[name].samples:
        if drawing is not None:
            board = read_board(Source("x", text))
            said = read(drawing, board)
            assert (said.faults, PUZZLES[name].broken_rules(board, said.solution)) == ([], [])


DRAWN = {
    "a hole": ("galaxies", 1, 2, {"stars": [[1, 1]], "holes": [".#"]}, [[0, -1]]),
    "holes": (
        "galaxies",
        3,
        3,
        {"stars": [[1, 1], [1, 3], [1, 5], [4, 2]], "holes": ["...", "..#", "..#"]},
        [[0, 1, 2], [3, 3, -1], [3, 3, -1]],
    ),
    "a bar in the only column": ("tatamibari", 4, 1, [".", ".", ".", "|"], [[0]] * 4),
    "two areas in a column": ("tatamibari", 6, 1, [".", ".", ".", "|", "?", "."], [[0]] * 4 + [[1]] * 2),
    "bars in a row": ("tatamibari", 2, 3, ["|||", "..."], [[0, 1, 2]] * 2),
    "a square's sign in a row": ("tatamibari", 2, 5, [".+?..", "....?"], [[0, 0, 1, 1, 2], [0, 0, 1, 1, 2]]),
    "dashes and bars": ("tatamibari", 3, 2, ["-.", "||", ".."], [[0, 0], [1, 2], [1, 2]]),
}


@pytest.mark.parametrize("kind, rows, cols, givens, solution", DRAWN.values(), ids=DRAWN.keys())
@pytest.mark.parametrize("pen", PENS)
def test_signs_that_look_like_borders_and_cells_of_no_area(kind, rows, cols, givens, solution, pen):
    board = Board(kind, rows, cols, givens)
    assert PUZZLES[kind].broken_rules(board, solution) == []
    said = read(PENS[pen](PUZZLES[kind].picture(board, solution)), board)
    assert (said.faults, said.solution) == ([], solution)


def judged(kind, text, said):
    board = read_board(Source("x", text), kind)
    found = read(said, board)
    return (
        None
        if found is None
        else list(dict.fromkeys([*found.faults, *PUZZLES[kind].broken_rules(board, found.solution)]))
    )


SUDOKU = "size 4 4\n1 - - -\n- - - 2\n- 1 - -\n- - 2 -\n"
SOLVED = ["1234", "3412", "2143", "4321"]
CHANGED = "7 at row 1, column 1, where 1 is given"
AKARI, LIT = "size 3 2\n- 2 -\n- - #\n", ["*2*", ".*#"]
FILLOMINO = "size 2 2\n3 -\n- 1\n"
NONOGRAM = "size 3 2\nrows\n3\n1\ncolumns\n1\n2\n1\n"
SHIKAKU = "size 2 2\n2 -\n- 2\n"
RIGHT = {
    "rows of digits": ("sudoku", SUDOKU, "\n".join(SOLVED)),
    "digits with blanks": ("sudoku", SUDOKU, "\n".join(map(" ".join, SOLVED))),
    "one line": ("sudoku", SUDOKU, "".join(SOLVED)),
    "the text form": ("sudoku", SUDOKU, "; my sudoku\nsize 4 4\n" + "\n".join(map(" ".join, SOLVED)) + "\n\n"),
    "boxes of one's own": ("sudoku", SUDOKU, "12|34\n34|12\n--+--\n21|43\n43|21\n"),
    "windows": ("sudoku", SUDOKU, "\r\n".join(SOLVED)),
    "numbers of blocks": ("fillomino", FILLOMINO, "33\n31"),
    "shading": ("nonogram", NONOGRAM, "###\n.#."),
    "shading with hyphens": ("nonogram", NONOGRAM, "X X X\n- x -"),
    "shading, squares": ("nonogram", NONOGRAM, "■■■\n□■□"),
    "letters of areas": ("shikaku", SHIKAKU, "A B\nA B"),
    "numbers of areas": ("shikaku", SHIKAKU, "7 7\n2 2"),
}
WRONG = {
    "a changed given": ("sudoku", SUDOKU, "7234\n3412\n2143\n4321", CHANGED),
    "an empty cell": ("sudoku", SUDOKU, "1234\n34.2\n2143\n4321", "row 2, column 3 is empty"),
    "no digit": ("sudoku", SUDOKU, "1234\n34z2\n2143\n4321", "z at row 2, column 3 is no such cell"),
    "shading": ("nonogram", NONOGRAM, "###\n..#", "column 2"),
    "a changed light": ("akari", AKARI, "*1*\n.*#", "1 at row 1, column 2, where 2 is given"),
    "a missing area": ("shikaku", SHIKAKU, "A A\nA A", "row 1, column 1"),
    "fillomino": ("fillomino", FILLOMINO, "22\n31", "where 3 is given"),
}


@pytest.mark.parametrize("name", RIGHT)
def test_typed_solutions(name):
    assert judged(*RIGHT[name]) == []


@pytest.mark.parametrize("name", WRONG)
def test_typed_mistakes(name):
    *asked, fault = WRONG[name]
    assert any(fault in each for each in judged(*asked)), judged(*asked)


@pytest.mark.parametrize("said", ["", "1234\n3412\n2143", "12345\n" * 5, "hello", "1234\n3412\n2143\n432"])
def test_what_is_no_solution_of_that_size(said):
    assert judged("sudoku", SUDOKU, said) is None


@pytest.mark.sample(2)
@pytest.mark.parametrize("step", [97, pytest.param(7, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "name", [name for name in KNOWN if KNOWN[name][0].rows < 7 and (name[-2] != "-" or name[-1] == "0")]
)
def test_no_change_of_a_drawing_is_overlooked(name, step):
    board, solution = KNOWN[name]
    drawing = ascii.draw(PUZZLES[board.puzzle].picture(board, solution))
    for at in range(0, len(drawing), step):
        if drawing[at] != "\n" and drawing[at:].split("\n")[0].strip():
            found = read(drawing[:at] + ("~" if drawing[at] != "~" else "#") + drawing[at + 1 :], board)
            assert found is None or found.faults or PUZZLES[board.puzzle].broken_rules(board, found.solution), at


def test_what_is_of_another_board():
    assert judged("shikaku", SHIKAKU, "\n".join(SOLVED)) is None
    assert judged("shikaku", "size 3 2\n2 - -\n- - 4\n", "\n".join(SOLVED)) is None
