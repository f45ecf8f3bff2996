"""Drawings with values at corners, stars in half cells, signs that are walls elsewhere, dark cells and results of
cages.
"""

from random import Random

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.givens import in_order
from csp2sat.puzzles.spec import PUZZLES, Board


def drawn(text, kind):
    return read_board(Source("b.txt", text), kind)


def strings(random, signs, rows, cols):
    return ["".join(random.choice(signs) for _ in range(cols)) for _ in range(rows)]


def numbers(random, most, rows, cols):
    return [[random.choice([0, 0, random.randint(1, most)]) for _ in range(cols)] for _ in range(rows)]


def rooms(random, n):
    labels = [[n * r + c for c in range(n)] for r in range(n)]
    for r, c in ((r, c) for r in range(n) for c in range(n)):
        beside = [labels[i][j] for i, j in ((r - 1, c), (r, c - 1)) if min(i, j) >= 0]
        labels[r][c] = random.choice([*beside, labels[r][c]])
    return in_order(labels)


def results(random, n):
    labels, old = rooms(random, n)
    clues = [None, *(f"{n}{sign}" for n in (1, 5, 9, 24) for sign in ("", *"+-*/"))]
    return {"regions": labels, "clues": [random.choice(clues) for _ in old]}


MAKERS = {
    "creek": lambda random, h, w: strings(random, "....01234", h + 1, w + 1),
    "gokigen": lambda random, h, w: strings(random, "....01234", h + 1, w + 1),
    "tatamibari": lambda random, h, w: strings(random, "....+-|?", h, w),
    "str8ts": lambda random, h, w: {"grid": numbers(random, h, h, h), "black": strings(random, "..#", h, h)},
    "dbchoco": lambda random, h, w: {"colors": strings(random, ".#", h, w), "numbers": numbers(random, 12, h, w)},
    "kenken": lambda random, h, w: results(random, h),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", MAKERS)
def test_what_csp2sat_draws_is_read_as_the_same_board(kind):
    for seed in range(60):
        random = Random(seed)
        rows = random.randint(2, 6)
        cols = rows if kind in ("str8ts", "kenken") else random.randint(1, 6)
        board = Board(kind, rows, cols, MAKERS[kind](random, rows, cols))
        for pen in ascii, boxes:
            assert drawn(pen.draw(PUZZLES[kind].picture(board, None)), kind) == board


def test_a_drawing_of_galaxies_is_the_board_or_asks():
    read = 0
    for seed in range(100):
        random = Random(seed)
        rows, cols = random.randint(1, 6), random.randint(1, 6)
        every = [[y, x] for y in range(1, 2 * rows) for x in range(1, 2 * cols)]
        stars = [at for at in every if random.random() < random.choice([0.05, 0.1, 0.6])] or every[:1]
        board = Board("galaxies", rows, cols, {"stars": stars})
        try:
            assert drawn(ascii.draw(PUZZLES["galaxies"].picture(board, None)), "galaxies") == board
        except InputError as error:
            assert "stars in cells, or between them? expected + at each corner of the cells" in str(error)
            continue
        read += 1
    assert read > 60


AS_TYPED = {
    "gokigen": [  # as Simon Tatham's program copies it, with a frame alone, and without the lines of cells
        "1-+-1-+-0\n| | | | |\n+-+-2-2-+\n| | | | |\n1-+-2-1-2\n| | | | |\n+-1-+-1-+\n",
        "1---+---1---+---0\n|   |   |   |   |\n+---+---2---2---+\n|   |   |   |   |\n1---+---2---1---2\n"
        "|   |   |   |   |\n+---1---+---1---+\n",
        "1-+-1-+-0\n\n+-+-2-2-+\n\n1-+-2-1-2\n\n+-1-+-1-+\n",
        "1 . 1 . 0\n. . 2 2 .\n1 . 2 1 2\n. 1 . 1 .\n",
    ],
    "galaxies": [
        "+-+-+-+\n|o   o|\n+ +o+ +\n|     |\n+ + + +\n|  o  |\n+ + + +\n|  o  |\n+-+-+-+\n",
        "+---+---+---+\n| o |   | o |\n+---+-o-+---+\n|   |   |   |\n+---+---+---+\n|   | o |   |\n+---+---+---+\n"
        "|   | o |   |\n+---+---+---+\n",
        "o . o\n  o\n. . .\n. o .\n. o .\n",
    ],
    "tatamibari": [
        "+---+---+---+---+\n|   |   |   | | |\n+---+---+---+---+\n| - |   |   |   |\n+---+---+---+---+\n| - |   | +"
        " |   |\n"
        "+---+---+---+---+\n",
        "+----+\n|...||\n|-...|\n|-.+.|\n+----+\n",
    ],
    "str8ts": [
        ". 1 . . 4\n4 . . . .\n. 5# . . .\n3 # . . #\n. # 1 # #\n",
        "+-----------+\n| . 1 . . 4 |\n| 4 . . . . |\n| . 5x . . . |\n| 3 x . . x |\n| . x 1 x x |\n+-----------+\n",
    ],
    "dbchoco": ["+----------+\n| # 2 # # |\n| . . 1# . |\n| . . # # |\n+----------+\n"],
    "kenken": [
        "+----+---------+----+\n| 2/ | 1-    . | 6+ |\n|    +---------+    |\n| .  | 4*    . | .  |\n"
        "+----+---------+    |\n"
        "| 10   .     . | .  |\n+----+    +----+----+\n| .  | .  | 6+   .  |\n+----+----+---------+\n",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in AS_TYPED.items() for text in texts])
def test_boards_as_people_type_them(kind, text):
    board = drawn(PUZZLES[kind].samples[0][0], kind)
    if kind == "str8ts":
        board = board.with_values({(2, 1): 5})
    assert drawn(text, kind).givens == board.givens


def test_a_grid_that_is_drawn_says_nothing():
    assert drawn("+---+---+\n| 1 |   |\n+---+---+\n|   | # |\n+---+---+\n", "akari").givens == ["1.", ".#"]


WRONG = {
    ("tatamibari", "+---+\n|   |\n|   |\n+---+\n"): "2:1: found 0 cells; expected . in blank cells",
    ("tatamibari", "+-------+\n| -   - |\n+-------+\n"): "2:4: a gap with room for a blank cell; expected"
    " . in blank cells",
    ("creek", "+---1---+\n| . . . |\n+-------+\n"): "1:5: 1 is above or below a cell; expected it at a corner,"
    " between two cells",
    ("creek", "+---+\n| 1 |\n+---+\n"): "2:3: 1 in a cell; expected nothing there or . in each, and numbers at"
        " corners",
    ("creek", "+---1---+\n|       |\n+-------+\n"): "3:5: no sign at this corner; expected + at each corner of the"
        " cells"
    " (or its number), or . in each cell",
    ("creek", "+---+\n|   |\n|   |\n+---+\n"): "4:1: this is a line with cells; expected a line with the corners"
        " below"
    " the last one",
    ("galaxies", "+-------+\n| . . . |\n| o o o |\n| . . . |\n+-------+\n"): "3:3: stars in cells, or between them?"
    " expected + at each corner of the cells (as +---+) to tell",
    ("galaxies", "+---+---+\n| o |   |\n+   +   +\n|   |   |\n+---+---+\n"): "2:5: a wall inside; expected a board"
        " without"
    " walls, or with all lines of its grid",
    ("galaxies", "+-------+\n| o . o |\n |   o   |\n| . . . |\n+-------+\n"): "3:1: the frame is broken here;"
    " expected its bars below each other",
    ("galaxies", "+-------+\n| o . o |\n   o    |\n| . . . |\n+-------+\n"): "3:1: the frame is broken here;"
    " expected its bars below each other",
    ("galaxies", "o .\n. | .\n"): "2:3: | inside the board; expected + at each corner of the cells, or none inside",
    ("galaxies", "+---+\n| . |\n+---+\n"): "1:1: found no star (o)",
    ("tatamibari", "+---+---+\n| . . | |\n| - . . |\n+---+---+\n"): "1:1: walls inside; expected them around every"
        " cell,"
    " or around the board only",
    ("tatamibari", "+-----+\n| . . |\n| - |\n+-----+\n"): "3:3: found 1 cells; expected 2, as in the row above (."
        " is a"
    " blank cell)",
    ("kenken", "+-1---+\n| . . |\n| . . |\n+-----+\n"): "1:3: a difference, 1-, or 1 in a wall? expected a blank"
        " behind the"
    " result, or the result in its cage's first cell",
    ("dbchoco", "; double choco\n# 2 # #\n. . 1 .\n"): "2:1: cells, or a comment? expected a frame around rows with"
        " `#`",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), WRONG)
def test_what_may_mean_two_boards_is_asked(kind, text):
    with pytest.raises(InputError) as info:
        drawn(text, kind)
    assert str(info.value).splitlines()[0] == f"b.txt:{WRONG[kind, text]}"
