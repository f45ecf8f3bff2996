"""Links of Penpa+: what their drawings mean, and which are refused."""

import base64
import json
import zlib
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.run_command import run

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats import penpa
from csp2sat.puzzles.formats.reading import read_board, read_boards
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES, Board

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
SHORT = {f'"{name}"': f"z{letter}" for letter, name in penpa.NAMES.items()}


def packed(text):
    packer = zlib.compressobj(wbits=-15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def lines_of(rows, cols, layers, tags=(), shape="square"):
    text = json.dumps({"surface": {}, "thermo": [], "command_undo": {"__a": []}, **layers})
    for name, short in SHORT.items():
        text = text.replace(name, short)
    cells = [2 * (cols + 4) + 2, *([1] * (cols - 1) + [5]) * (rows - 1), *[1] * (cols - 1)]
    head = f"{shape},{cols},{rows},38,0,1,1,418,418,286,286,0,0,0,0,Title: ,Author: ,,,OFF,false"
    return [head, "[0,0,0,0]", "{}", text, "{}", json.dumps(cells), *[""] * 11, json.dumps(list(tags)), "x"]


def link(*parts, **more):
    return SITE + packed("\n".join(lines_of(*parts, **more)))


def at(r, c, cols):
    """The number of a cell."""
    return str((r + 2) * (cols + 4) + c + 2)


def numbers(*rows, style=1, mode="1"):
    """Texts in cells, by words; `-` is none."""
    grid = [row.split() for row in rows]
    cols = len(grid[0])
    told = {at(r, c, cols): [n, style, mode] for r, row in enumerate(grid) for c, n in enumerate(row) if n != "-"}
    return len(rows), cols, {"number": told}


def corner(r, c, rows, cols):
    return (rows + 4) * (cols + 4) + (r + 1) * (cols + 4) + c + 1


def lines(rows, cols, *ends):
    """Sides of cells, each from a corner to a corner."""
    return {",".join(str(corner(r, c, rows, cols)) for r, c in each): 2 for each in ends}


BOXES = [((r, 2), (r + 1, 2)) for r in range(4)] + [((2, c), (2, c + 1)) for c in range(4)]
FRAME = [((0, c), (0, c + 1)) for c in range(4)]
SUDOKU = numbers("1 - - -", "- 2 - 3", "- - - 1", "- - - -")
CIRCLES = {at(0, 1, 3): [1, "circle_L", 1], at(1, 2, 3): [2, "circle_L", 2]}
MASYU = (2, 3, {"symbol": CIRCLES})
RIGHT = {
    "slitherlink": (numbers("3 - 0", "- 2 -"), "slitherlink", ["3.0", ".2."]),
    "numbers in JSON": ((1, 2, {"number": {at(0, 0, 2): [3, 1, "1"]}}), "slitherlink", ["3."]),
    "sudoku": (SUDOKU, "sudoku", [[1, 0, 0, 0], [0, 2, 0, 3], [0, 0, 0, 1], [0, 0, 0, 0]]),
    "sudoku with boxes": (
        (4, 4, {**SUDOKU[2], "lineE": lines(4, 4, *BOXES, *FRAME)}),
        "sudoku",
        [[1, 0, 0, 0], [0, 2, 0, 3], [0, 0, 0, 1], [0, 0, 0, 0]],
    ),
    "hitori": (numbers("1 1 -", "2 3 1"), "hitori", [[1, 1, 0], [2, 3, 1]]),
    "nurikabe": (numbers("1 ? -", "- - 12"), "nurikabe", [[1, -1, 0], [0, 0, 12]]),
    "shikaku": (numbers("2 - 4", style=7), "shikaku", [[2, 0, 4]]),
    "a circle without number": ((1, 2, {"number": {at(0, 0, 2): [" ", 7, "1"]}}), "shikaku", [[-1, 0]]),
    "an erased number": (
        (1, 2, {"number": {at(0, 0, 2): [" ", 1, "1"], at(0, 1, 2): ["2", 1, "1"]}}),
        "shikaku",
        [[0, 2]],
    ),
    "akari": (
        (
            1,
            3,
            {
                "surface": {at(0, 0, 3): 4, at(0, 1, 3): 1},
                "number": {at(0, 1, 3): [2, 7, "1"], at(0, 0, 3): [" ", 7, "1"]},
            },
        ),
        "akari",
        ["#2."],
    ),
    "masyu": (MASYU, "masyu", [".w.", "..b"]),
    "norinori": (
        (2, 2, {"lineE": lines(2, 2, ((0, 1), (1, 1)), ((1, 1), (2, 1)), ((0, 0), (0, 1)))}),
        "norinori",
        {"regions": [[0, 1], [0, 1]]},
    ),
    "norinori of one room": ((1, 2, {}), "norinori", {"regions": [[0, 0]]}),
}


def cells_of(board):
    return board.givens["grid"] if board.puzzle == "sudoku" else board.givens


@pytest.mark.parametrize("parts, kind, givens", RIGHT.values(), ids=RIGHT.keys())
def test_what_drawings_mean(parts, kind, givens):
    board = read_board(Source("p", link(*parts)), kind)
    assert (board.puzzle, board.rows, board.cols) == (kind, *parts[:2])
    assert cells_of(board) == givens
    named = [{"sudoku": "classic"}.get(kind, kind.capitalize())]
    assert read_board(Source("p", link(*parts, named))) == board


LINK = link(*MASYU, ["masyu"])
PAYLOAD = LINK.removeprefix(SITE)
SLOPPY = {
    "to be solved": f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={PAYLOAD}",
    "with an answer": f"{LINK}&a=RcTBCQAgCAXQbTz",
    "without protocol": LINK.removeprefix("https://"),
    "without site": f"m=edit&p={PAYLOAD}",
    "escaped": SITE + quote(PAYLOAD, safe=""),
    "without padding": LINK.rstrip("="),
    "with a line end": f"{LINK}\r\n",
    "behind a comment": f"; a masyu\n{LINK}",
    "of another site": f"https://example.org/penpa/#m=edit&p={PAYLOAD}",
}


@pytest.mark.parametrize("text", SLOPPY.values(), ids=SLOPPY.keys())
def test_other_ways_to_write_a_link(text):
    assert read_board(Source("p", text)).givens == [".w.", "..b"]


def changed(number, text):
    """The link of a masyu with another line."""
    found = lines_of(*MASYU)
    found[number] = text
    return SITE + packed("\n".join(found))


def symbol(*told):
    return link(2, 3, {"symbol": {at(0, 1, 3): list(told)}})


THERMO = link(2, 3, {"symbol": CIRCLES, "thermo": [[34, 35]]})
LESS = json.dumps([16, 1, 1, 5, 1])
ONLY = "such drawings cannot be read"
DIAGONAL = link(2, 2, {"lineE": lines(2, 2, ((0, 0), (1, 1)))})
LONG = link(2, 2, {"lineE": lines(2, 2, ((0, 1), (2, 1)))})
SLOPE = link(2, 2, {"lineE": lines(2, 2, ((0, 2), (2, 1)))})
FEW_BOXES = link(4, 4, {"lineE": lines(4, 4, *BOXES[1:])})
WRONG = {
    "cut off": ("masyu", LINK[:-20], "this is no link of Penpa+ that can be read: "),
    "nothing": ("masyu", SITE, "this is no link of Penpa+ that can be read: "),
    "other letters": ("masyu", f"{SITE}!!!!", "this is no link of Penpa+ that can be read: "),
    "not compressed": ("masyu", f"{SITE}{base64.b64encode(b'square,3,2').decode()}", "this is no link of Penpa+ "),
    "too long": (
        "masyu",
        SITE + packed("0" * 5_000_000),
        "this is no link of Penpa+ that can be read: the link is cut off",
    ),
    "few lines": ("masyu", SITE + packed("square,3,2\n[0,0,0,0]"), "this is no link of Penpa+ that can be read: "),
    "no JSON": ("masyu", changed(3, "{z"), "this is no link of Penpa+ that can be read: "),
    "deep JSON": ("masyu", changed(3, "[" * 100_000), "this is no link of Penpa+ that can be read: "),
    "a list": ("masyu", changed(3, "[]"), "cells are left out of the board; "),
    "no size": ("masyu", changed(0, "square,a,2"), "this is no link of Penpa+ that can be read: "),
    "too large": ("masyu", changed(0, "square,99999,99999"), "the board has 99999 x 99999 cells; expected at most"),
    "no cells": ("masyu", changed(0, "square,0,2"), "the board has 2 rows and 0 columns; expected at least 1 of each"),
    "triangles": ("masyu", changed(0, "tri,3,2"), f"the board is no rectangle of squares without margins; {ONLY}"),
    "margins": ("masyu", changed(1, "[1,0,0,0]"), f"the board is no rectangle of squares without margins; {ONLY}"),
    "cells left out": ("masyu", changed(5, LESS), f"cells are left out of the board; {ONLY}"),
    "another puzzle": ("masyu", link(*MASYU, ["Slitherlink"]), "this is a drawing of Slitherlink; expected masyu"),
    "two puzzles": ("masyu", link(*MASYU, ["masyu", "arrow"]), "this is a drawing of arrow; expected masyu"),
    "a layer": ("masyu", THERMO, "the drawing has something as `thermo`, which means nothing in masyu"),
    "numbers": ("masyu", link(*numbers("1 2")), "the drawing has something as `number`, which means nothing in masyu"),
    "a small circle": ("masyu", symbol(1, "circle_S", 1), "the symbol at row 1, column 2 is none of (1, "),
    "a grey circle": ("masyu", symbol(3, "circle_L", 1), "the symbol at row 1, column 2 is none of (1, "),
    "a list of symbols": ("masyu", symbol([1, 0], "circle_L", 1), "this is no link of Penpa+ that can be read: "),
    "no symbol": ("masyu", link(2, 3, {"symbol": {"16": 7}}), "this is no link of Penpa+ that can be read: "),
    "no layer": ("masyu", link(2, 3, {"symbol": [7]}), "this is no link of Penpa+ that can be read: "),
    "no cell": ("masyu", link(2, 3, {"symbol": {"x": [1, "circle_L", 1]}}), "the drawing has something at 'x'; exp"),
    "outside": ("masyu", link(2, 3, {"symbol": {"1": [1, "circle_L", 1]}}), "the drawing has a symbol that is not ins"),
    "at a corner": ("masyu", link(2, 3, {"symbol": {"58": [1, "circle_L", 1]}}), "the drawing has a symbol that is no"),
    "candidates": ("sudoku", link(*numbers("1 2 3 4", *["- - - -"] * 3, mode="7")), "the number at row 1, column 1 is"),
    "a large number": ("slitherlink", link(*numbers("- 5")), "row 1, column 2: '5' is no cell of slitherlink; expecte"),
    "a letter": ("sudoku", link(*numbers("A - - -", *["- - - -"] * 3)), "row 1, column 1: 'A' is no cell of sudoku; e"),
    "no square": ("sudoku", link(*numbers("1 2")), "a sudoku is square; this board has 1 rows and 2 col"),
    "other boxes": ("sudoku", FEW_BOXES, f"the lines are not those of the boxes; {ONLY}"),
    "a diagonal": ("norinori", DIAGONAL, "the drawing has lines that are no"),
    "a long line": ("norinori", LONG, "the drawing has lines that are no"),
    "a slope": ("norinori", SLOPE, "the drawing has lines that are no"),
    "a point": ("norinori", link(2, 2, {"lineE": {"46": 98}}), "the drawing has lines that are no sides"),
    "a white number": ("akari", link(*numbers("1 -")), "the number at row 1, column 1 is in a white c"),
    "another colour": ("akari", link(1, 2, {"surface": {at(0, 0, 2): 5}}), "the cell at row 1, column 1 has another "),
    "no such puzzle": ("kakuro", LINK, "kakuro boards cannot be read from links of Penpa+"),
}  # fmt: skip


def test_several_links_one_a_line():
    boards = read_boards(Source("p", f"{LINK}\n\n{link(*RIGHT['akari'][0], ['akari'])}\n"))
    assert [board.puzzle for board in boards] == ["masyu", "akari"]
    with pytest.raises(InputError, match=r"^p:2:1: this is no link of Penpa\+ that can be read: "):
        list(read_boards(Source("p", f"{LINK}\nmore")))


@pytest.mark.parametrize("kind, text, message", WRONG.values(), ids=WRONG.keys())
def test_what_is_refused(kind, text, message):
    with pytest.raises(InputError) as info:
        read_board(Source("p", text), kind)
    assert str(info.value).startswith(f"p:1:{1 + len(SITE)}: {message}")


def test_a_drawing_without_a_name():
    with pytest.raises(InputError, match=r"^p: which puzzle is it\? It could be masyu; use --from NAME"):
        read_board(Source("p", link(*MASYU)))
    with pytest.raises(InputError, match=r"^p: which puzzle is it\?"):
        read_board(Source("p", link(*MASYU, ["masyu", "slitherlink"])))


WRITTEN = {
    **{f"the sample of {kind}": sample(PUZZLES[kind]) for kind in PUZZLES if PUZZLES[kind].penpa},
    **{what: read_board(Source("p", link(*parts)), kind) for what, (parts, kind, _) in RIGHT.items()},
}


@pytest.mark.parametrize("board", WRITTEN.values(), ids=WRITTEN.keys())
def test_what_is_written_is_read(board):
    text = FORMATS["penpa"].write(board)
    assert text.startswith("https://swaroopg92.github.io/penpa-edit/#m=solve&p=") and "=" not in text.partition("p=")[2]
    assert read_board(Source("p", text)) == board


def test_the_lines_of_a_written_link():
    """As Penpa+ writes them: the sheet, its middle, the names in short, and all cells."""
    text = FORMATS["penpa"].write(read_board(Source("p", LINK)))
    payload = text.partition("p=")[2].strip()
    lines = zlib.decompress(base64.b64decode(payload + "=" * (-len(payload) % 4)), -15).decode().split("\n")
    assert lines[0] == "square,3,2,38,0,1,1,152,114,101,101,0,0,0,0,Title: ,Author: ,,,OFF,false"
    assert lines[1:3] == ["[0,0,0,0]", '["1","2","1"]~"surface"~["",1]']
    assert "zR:{z_:[]}" in lines[3] and 'zY:{"17":[1,"circle_L",1],"25":[2,"circle_L",1]}' in lines[3]
    assert [lines[5], lines[17], lines[18]] == ["[16,1,1,5,1,1]", '["masyu"]', "false"]
    assert not any(lines[k] for k in (4, 7, *range(11, 17)))


MIDDLES = [((9, 9), 84), ((10, 10), 286), ((2, 3), 2 * 42 + 17), ((3, 2), 3 * 42 + 20)]


@pytest.mark.parametrize("size, middle", MIDDLES)
def test_the_middle_of_a_sheet(size, middle):
    text = FORMATS["penpa"].write(Board("masyu", *size, ["." * size[1]] * size[0]))
    assert penpa._drawing(Source("p", text)).rows == size[0]
    payload = text.partition("p=")[2].strip()
    head = zlib.decompress(base64.b64decode(payload + "=" * (-len(payload) % 4)), -15).decode().split(",")
    assert head[9] == head[10] == str(middle)


def test_boards_that_have_no_link():
    with pytest.raises(UsageError, match=r"^kakuro boards have no link of Penpa\+$"):
        FORMATS["penpa"].write(sample(PUZZLES["kakuro"]))
    boxes = {"box_rows": 2, "box_cols": 5, "grid": [[0] * 10 for _ in range(10)]}
    with pytest.raises(UsageError, match=r"^links of Penpa\+ cannot express this sudoku board$"):
        FORMATS["penpa"].write(Board("sudoku", 10, 10, boxes))


def test_urls_of_others_are_still_urls():
    assert FORMATS["url"].fits("https://puzz.link/p?mashu/3/2/32")
    assert not FORMATS["url"].fits(LINK)


@given(
    st.sampled_from([name for name in PUZZLES if PUZZLES[name].penpa]),
    st.text('0123456789[]{}",:zNSYE', max_size=60),
    st.sampled_from([1, 3, 5, 17]),
)
def test_any_drawing_is_a_board_or_an_input_error(kind, text, number):
    try:
        board = penpa.read(Source("p", changed(number, text)), PUZZLES[kind])
    except InputError as error:
        assert error.place.line == 1 and "\n" not in error.message
    else:
        assert board.puzzle == kind


def test_the_command():
    assert run("convert", LINK, "--to", "url").out == "https://puzz.link/p?mashu/3/2/32\n"
    ended = run("solve", LINK, "--from", "sudoku")
    assert ended.code != 0 and "this is a drawing of masyu; expected sudoku" in ended.err
