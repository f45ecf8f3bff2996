"""Boards copied from a page: its elements, its task, and errors with their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats import page
from csp2sat.puzzles.formats.reading import format_of, read_board
from csp2sat.puzzles.spec import Board

MASYU = Board("masyu", 2, 3, ["b.w", "..w"])
PIXELS = "position: absolute; top: {}px; left: {}px;"


def html(board, size=19, first=0):
    """The elements of a page, as the site writes them."""
    names = {".": "", "w": " dot-white", "b": " dot-black"}
    dots = [
        f'<div class="loop-dot{names[cell]}" style="{PIXELS.format(first + size * r, first + size * c)}"></div>'
        for r, row in enumerate(board.givens)
        for c, cell in enumerate(row)
    ]
    return '<div class="board-back" style="width: 190px">\n<div class="loop-line"></div>' + "\n".join(dots) + "</div>"


def test_the_elements_of_a_page():
    for size, first in ((19, 0), (23.5, 4.25)):
        assert read_board(Source("clipboard", html(MASYU, size, first))) == MASYU
    lines = html(MASYU).split("\n")
    assert read_board(Source("x", "\n".join([lines[0], *lines[:0:-1]])[:-1] + ">")) == MASYU  # in any order


PAGE_TASK = """<!DOCTYPE html><title>Masyu</title>
<script> var Game = {}; var Puzzle = {}; var task = 'dWBWaWbWcBcWaWWaWWgBb'; </script>"""


def test_the_task_of_a_page():
    board = Board("masyu", 6, 6, ["....wb", "w.w..w", "...b..", ".w.ww.", "ww....", "...b.."])
    assert read_board(Source("x", PAGE_TASK)) == board
    assert read_board(Source("x", 'task = "dWBWaWbWcBcWaWWaWWgBb"'), "masyu") == board
    assert page.write(board) == "; Masyu Puzzle\nvar task = 'dWBWaWbWcBcWaWWaWWgBb';\n"
    assert read_board(Source("x", page.write(board))) == board
    with pytest.raises(UsageError, match=r"^only square boards of masyu can be written as `task` of a page"):
        page.write(MASYU)


DOT = '<div class="loop-dot dot-white" style="top: 0px; left: 0px">'
WRONG_PAGES = {
    "another puzzle": (
        f"{DOT}</div>\n<div class='loop-task-cell'>3</div>",
        "2:1",
        "this is the board of another puzzle",
    ),
    "number in a circle": (
        f"\n  {DOT}<b>5</b></div>",
        "2:66",
        "this is the board of another puzzle than masyu: there is",
    ),
    "no place": ('<div class="loop-dot" style="margin-top: 0px"></div>', "1:1", "a circle without its place; expected"),
    "two boards": (f"{DOT}</div>\n{DOT}</div>", "2:1", "there is another circle at this place; expected one board"),
    "hole": (
        f"{DOT}</div>" + DOT.replace("top: 0px; left: 0px", "top: 9px; left: 9px") + "</div>",
        "1:1",
        "there is no cell at top 0px, left 9px; expected a whole board",
    ),
    "only the name": ("<!-- loop-dot -->", "1:1", "the page has no element of the class loop-dot"),
    "task: character": ("<p>masyu</p>var task = 'aB1a'", "1:27", "unexpected '1'; expected W, B or blanks (a-z)"),
    "task: no square": ("<p>masyu</p>var task = 'aBa'", "1:25", "the board has 3 cells, which is no square"),
    "task: empty": (
        "<p>masyu</p>var task = ''",
        "1:25",
        "the board has 0 rows and 0 columns; expected at least 1 of each",
    ),
}


@pytest.mark.parametrize("text, place, message", WRONG_PAGES.values(), ids=WRONG_PAGES.keys())
def test_wrong_pages(text, place, message):
    assert format_of(text) is not None
    with pytest.raises(InputError) as info:
        read_board(Source("x", text))
    assert str(info.value).startswith(f"x:{place}: {message}")


def test_a_page_of_another_puzzle():
    assert not page.FORMAT.fits("<instance><constraint/></instance>")
    with pytest.raises(InputError, match=r"^x:1:1: only boards of masyu can be read from a page; expected slitherlink"):
        read_board(Source("x", html(MASYU)), "slitherlink")
    with pytest.raises(InputError, match=r"^x: which puzzle is it"):
        read_board(Source("x", "<title>Light Up</title><script>var task = 'aBBa1'</script>"))


@given(st.text("<>div class='loopdotasktopx\"= 0;W:B", max_size=60))
def test_any_page_is_a_board_or_an_input_error(text):
    for start in ("<div class='loop-dot' style='top: 1px; left: 1px'>", "<p class=loop-dot style='", "masyu task = '"):
        try:
            read_board(Source("x", start + text), "masyu")
        except InputError as error:
            assert error.place.line > 0
