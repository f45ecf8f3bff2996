"""Boards as people type and paste them: read as the board that they are, which is said, or refused in one line."""

import re
import warnings
from functools import cache

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES

KINDS = (
    *("kakuro", "nonogram", "starbattle", "sudoku", "masyu", "slitherlink"),
    *("nurikabe", "akari", "hitori", "futoshiki", "killer", "heyawake"),
)
BY_ROWS = [kind for kind in KINDS if kind not in ("nonogram", "futoshiki", "killer", "heyawake")]


def warned(text, kind=None):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", InputWarning)
        board = read_board(Source("b.txt", text), kind)
    return board, " ".join(str(each.message) for each in said)


@cache
def text_of(kind):
    text = PUZZLES[kind].samples[0][0]
    return FORMATS["text"].write(read_board(Source("s", text), kind))


def rows(text, change):
    """The text, with its rows of cells changed."""
    return "".join(
        line + "\n" if re.match(r";|size|stars|box", line) else change(line) + "\n" for line in text.splitlines()
    )


def body(text):
    return text.partition("\n")[2]


TOLD = {
    "a sentence behind": lambda text, kind: f"{text}\nThanks in advance for your help!\n",
    "a question below": lambda text, kind: f"{text}Can you solve it?\n",
    "sentences and fences": lambda text, kind: f"Here is my {kind}:\n\n```\n{body(text)}```\n\nThanks!\n",
    "two sentences above": lambda text, kind: f"A 10 x 10 {kind} from the paper.\nIt took me an hour\n\n{body(text)}",
    "a bold title": lambda text, kind: f"**{kind}**\n\n{body(text)}",
    "fences with a name": lambda text, kind: f"~~~ {kind}\n{body(text)}~~~\nDo you know it?\n",
}
SAME = {
    "a byte order mark": lambda text, kind: "\ufeff" + text,
    "ends of lines of Windows": lambda text, kind: text.replace("\n", "\r\n"),
    "full width": lambda text, kind: re.sub(r"\d", lambda digit: chr(ord(digit[0]) + 0xFEE0), text),
    "a size with x": lambda text, kind: re.sub(r"(?m)^size (\d+) ", r"size \1 x ", text),
    "a size with *": lambda text, kind: re.sub(r"(?m)^size (\d+) ", r"Size: \1*", text),
    "tabs": lambda text, kind: text.replace(" ", "\t").replace(";\t", "; "),
    "blank lines": lambda text, kind: text.replace("\n", "\n\n"),
}
COMMAS = {
    "commas": lambda row: ", ".join(row.split()),
    "commas at the ends": lambda row: "".join(f"{cell}," for cell in row.split()),
    "a comma behind each row": lambda row: f"{row.rstrip()},",
    "semicolons": lambda row: "; ".join(row.split()),
}


@pytest.mark.parametrize("form", TOLD)
@pytest.mark.parametrize("kind", KINDS)
def test_words_around_a_board_are_left_out_and_named(kind, form):
    text = text_of(kind)
    found, said = warned(TOLD[form](text, kind))
    assert found == read_board(Source("s", text))
    assert said == "" or (
        ("left out" in said or "names the puzzle" in said) and f"read as {kind}, {found.rows} rows" in said
    )


@pytest.mark.together
@pytest.mark.parametrize("form", SAME)
@pytest.mark.parametrize("kind", KINDS)
def test_signs_and_ends_of_lines(kind, form):
    text = text_of(kind)
    assert warned(SAME[form](text, kind)) == (read_board(Source("s", text)), "")


@pytest.mark.parametrize("form", COMMAS)
@pytest.mark.parametrize("kind", BY_ROWS)
def test_commas_end_cells(kind, form):
    text = text_of(kind)
    found, said = warned(rows(text, COMMAS[form]))
    assert found == read_board(Source("s", text)) and "commas end cells" in said


@pytest.mark.parametrize("kind", KINDS)
def test_own_drawings_among_words(kind):
    board = read_board(Source("s", text_of(kind)))
    drawn = ascii.draw(PUZZLES[kind].picture(board, None))
    ahead = "stars 2\n" * (kind == "starbattle") + "box 2 2\n" * (kind == "killer")
    try:
        found, said = warned(f"My {kind} is this:\n{ahead}{drawn}\nCan you solve it?\n")
    except InputError as error:
        assert kind == "killer" and "has no sum" in str(error)  # a line between boxes that cuts a cage
    else:
        assert found == board and ("left out" in said or "names the puzzle" in said)


NOT_LEFT_OUT = [
    "; Slitherlink\nsize 3 2\n3 - 3\n- 1 -\n- - -\n",
    "; Slitherlink\nsize 3 2\n3 - 3\n- 1 -\nx = y\n",
    "; Slitherlink\nsize 3 2\n3 - 3\n- 1 -\nhttps://example.com/p?q\n",
    "; Star Battle\nsize 2 2\nstars 1\nab\nab\nabc\n",
    "; Hitori\n1,2,3\n1,,3\n",
    "; Slitherlink\nsize 3 2\n3, -, 3\n-, 1\n",
    "; Nurimisaki\n. . . 3\n. . . .\n2 . . 3\n. . . .This took 45 minutes\n",
    "; Nurimisaki\nThe first one: . . . 3\n. . . .\n2 . . 3\n. . . .\n",
    "; Hitori\n1 2 3\n2 3 1\n3 2 1 is the last row.\n",
]


@pytest.mark.parametrize("text", NOT_LEFT_OUT)
def test_what_may_be_cells_is_not_left_out(text):
    with pytest.raises(InputError):
        read_board(Source("b.txt", text))


def test_a_fault_is_that_of_the_board_among_words():
    with pytest.raises(InputError, match=r"b\.txt:4:4: found 2 cells; expected 3"):
        read_board(Source("b.txt", "Here is a slitherlink:\nsize 3 2\n3 - 3\n- 1\nThanks for looking!\n"))
    with pytest.raises(InputError, match="white"):
        read_board(Source("b.txt", "; Masyu\nsize 2 2\n- 1\n- -\nHere 1 = white and so on.\n"))


KAKURO = (
    "kakuro\n{0} {0} 28{1} 13{1} {0}\n{0} 10{1}12 {2} {2} 24{1}\n"
    "{1}14 {2} {2} {2} {2}\n{1}29 {2} {2} {2} {2}\n{0} {1}20 {2} {2} {2}\n"
)
TURNED = "kakuro\nx x /28 /13 x\nx 12/10 0 0 /24\n14/ 0 0 0 0\n29/ 0 0 0 0\nx 20/ 0 0 0\n"


@pytest.mark.parametrize("black", "#xX")
@pytest.mark.parametrize("slash", "\\/")
@pytest.mark.parametrize("white", "-._0")
def test_a_kakuro_in_other_signs(black, slash, white):
    found, said = warned(KAKURO.format(black, slash, white))
    assert found == read_board(Source("s", text_of("kakuro")))
    assert ("`/` is DOWN/ACROSS" in said, "0 is a white cell" in said) == (slash == "/", white == "0")


def test_the_sums_say_the_order_of_a_slash():
    found, said = warned(TURNED)
    assert found == read_board(Source("s", text_of("kakuro"))) and "`/` is ACROSS/DOWN and 0 is a white cell" in said
    for text in ("kakuro\n# 3/4 -\n- - -\n- - -\n", "kakuro\nx 3\\ x\n\\3 - 0\n"):
        with pytest.raises(InputError):  # another order, or other colours, are a board, too
            read_board(Source("b.txt", text))


@pytest.mark.parametrize("total, line", [(30, "- -"), (2, "- -"), (5, "#  -"), (46, "- - - - - - - - -")])
def test_a_sum_that_no_digits_have_is_doubted(total, line):
    cells = len(line.split())
    board = f"; Kakuro\nsize {cells + 1} 1\n\\{total} {line}\n"
    assert f"the sum {total} across has a line of" in warned(board)[1]


def test_the_numbers_of_white_cells_alone_are_a_solution():
    board = read_board(Source("s", text_of("kakuro")))
    for text in ("8 4\n2 4 1 7\n8 7 5 9\n9 3 8\n", "84\n2417\n8759\n938\n"):
        found = read(text, board)
        assert found and not found.faults and not PUZZLES["kakuro"].broken_rules(board, found.solution)
    wrong = read("4 8\n2 4 1 7\n8 7 5 9\n9 3 8\n", board)
    assert wrong and PUZZLES["kakuro"].broken_rules(board, wrong.solution)
    assert read("8\n2 4 1 7\n8 7 5 9\n9 3 8\n", board) is None


CLUES = read_board(Source("s", "; Nonogram\nsize 3 3\nrows\n1 1\n3\n-\ncolumns\n2\n1\n2\n"))
LABELLED = {
    "R and C": "nonogram\nR1: 1 1\nR2: 3\nR3:\nC1: 2\nC2: 1\nC3: 2\n",
    "columns first": "nonogram\nsize 3 3\nc1 = 2\nc2 = 1\nc3 = 2\nr1 = 1,1\nr2 = 3\nr3 = 0\n",
    "words": "nonogram\nRow 1: 1, 1\nRow 2: 3\nRow 3: -\n\nColumn 1: 2\nColumn 2: 1\nColumn 3: 2\n",
    "bars": "nonogram\nRows:\n1 1 |\n3 |\n0 |\nColumns:\n2 |\n1 |\n2 |\n",
}


@pytest.mark.parametrize("name", LABELLED)
def test_a_nonogram_with_labels(name):
    assert warned(LABELLED[name]) == (CLUES, "")


def test_a_nonogram_with_bars_and_no_cells():
    found, said = warned("nonogram\n      2   2\n      1 1 1\n1 1 |\n  2 |\n1 1 |\n")
    assert found.givens == {"rows": [[1, 1], [2], [1, 1]], "cols": [[2, 1], [1], [2, 1]]} and "no cells given" in said


@pytest.mark.parametrize("text", ["R1: 1\nR3: 1\nC1: 1\nC2: 1\n", "R1: 1\nR2: 1\n", "R1: 1\nR1: 1\nC1: 1\nC2: 1\n"])
def test_labels_that_skip_are_refused(text):
    with pytest.raises(InputError):
        read_board(Source("b.txt", f"nonogram\n{text}"))


EIGHT = "".join(
    f"{row}\n" for row in ("AAAABBBB", "AAAABBBB", "CCCCDDDD", "CCCCDDDD") + ("EEEEFFFF",) * 2 + ("GGGGHHHH",) * 2
)


@pytest.mark.parametrize(
    "title, stars", [("star battle (2)", 2), ("Star Battle (1)", 1), ("Queens", 1), ("; queens 8x8", 1)]
)
def test_the_stars_by_the_title(title, stars):
    found, said = warned(f"{title}\n{EIGHT}")
    assert found.givens["stars"] == stars and ("by the title" in said) == ("(" in title)


@pytest.mark.parametrize("title", ["star battle", "Star Battle (3)", "My star battle of Sunday"])
def test_the_stars_are_asked_for(title):
    with pytest.raises(InputError, match="expected a line `stars"):
        read_board(Source("b.txt", f"{title}\n{EIGHT}"))
