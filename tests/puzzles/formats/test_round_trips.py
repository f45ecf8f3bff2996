"""Every board of the tests, written in each form that has it, is read as the same board; damaged texts as no other."""

import warnings

import pytest
from support import boards

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES

SAMPLES = [read_board(Source("x", text), kind) for kind in PUZZLES for text, *_ in PUZZLES[kind].samples]
DATA = [boards.board_of(boards.neutral(name)) for name in boards.FILES]
BOARDS = [board for board in (*SAMPLES, *DATA) if board.rows * board.cols <= 400]
NAMES = [f"{board.puzzle} {board.rows}x{board.cols}" for board in BOARDS]


def read(text, kind):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read_board(Source("x", text), kind)


def same(found, board):
    """Whether the boards are the same; a drawing does not show how many stars are in a room."""
    if board.puzzle == "starbattle":
        return found.givens["regions"] == board.givens["regions"]
    return found == board


@pytest.mark.sample(12)
@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
def test_each_form_of_a_board_is_the_same_board(board):
    written = []
    for name in FORMATS:
        try:
            text = FORMATS[name].write(board)
        except UsageError:
            continue
        try:
            assert read(text, board.puzzle) == board, name
        except InputError as error:  # rows of two numbers
            assert name in ("array", "puzzlekit") and board.cols < 3 and "text of puzzlekit" in str(error)
        written.append(name)
    assert {"json", "text"} <= {*written}


MAY_BE_REFUSED = {"battleship", "easyasabc", "kakuro", "killer", "tapa", "mosaic", "yajilin", "sudoku"}


@pytest.mark.sample(12)
@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
def test_a_drawing_is_the_same_board_or_is_refused_with_a_place(board):
    count = 0
    for pen in ascii, boxes:
        text = pen.draw(PUZZLES[board.puzzle].picture(board, None))
        try:
            assert same(read(text, board.puzzle), board), text
            count += 1
        except InputError as error:
            assert str(error).startswith("x:"), text
    assert count or board.puzzle in MAY_BE_REFUSED


def damaged(text):
    """The text without one of its words or lines, with one of them twice, or cut behind it, or in capitals."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        yield "".join([*lines[:at], *lines[at + 1 :]])
        yield "".join([*lines[: at + 1], *lines[at:]])
        yield "".join(lines[:at])
        words = line.split()
        for n in range(len(words)):
            for changed in (words[:n] + words[n + 1 :], words[: n + 1] + words[n:], words[:n]):
                yield "".join([*lines[:at], " ".join(changed) + "\n", *lines[at + 1 :]])


@pytest.mark.parametrize("kind", ["norinori", "ripple", "suguru"])
def test_a_damaged_text_is_no_other_board(kind):
    for board in (each for each in BOARDS if each.puzzle == kind):
        for name in ("text", "puzzlekit", "json", "player"):
            text = FORMATS[name].write(board)
            blank = read(text.partition("grid")[0], kind) if name == "text" and "grid" in text else board
            for other in damaged(text):
                try:
                    assert read(other, kind) == (board if "grid" in other else blank), other  # a grid may be left out
                except InputError as error:
                    assert str(error).startswith("x:"), other


@pytest.mark.parametrize("kind", [kind for kind in PUZZLES if PUZZLES[kind].url])
def test_an_address_in_capitals_is_no_other_board(kind):
    for board in (each for each in SAMPLES if each.puzzle == kind):
        try:
            address = FORMATS["url"].write(board)
        except UsageError:
            continue
        head, name, body = address.partition(f"{PUZZLES[kind].url.names[0]}/")
        assert read(head + name.upper() + body, kind) == board
        capitals = read if body == body.upper() else refused
        for other in (address.upper(), head + (name + body).upper()):
            assert capitals(other, kind) in (board, "the address is in capitals"), other


def refused(text, kind):
    with pytest.raises(InputError) as info:
        read(text, kind)
    return "the address is in capitals" if "the address is in capitals" in str(info.value) else str(info.value)
