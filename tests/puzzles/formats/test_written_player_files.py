"""Files of puzz.link's player, written and read: marks, lines or slashes do not matter, cut files are refused."""

import json

import pytest
from support.paths import DATA
from support.run_command import run

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.player import write
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.solving.inputs import read

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.InputWarning")  # of boards at random

FILES = json.loads((DATA / "player_files.json").read_text())["files"]
MARKED = {kind: files["right"] for kind, files in FILES.items()}  # solved
KINDS = {kind: sample(PUZZLES[kind]) for kind in PUZZLES if PUZZLES[kind].player}
TAPA = "pzprv3/tapa/2/3/3 # # /. 1,- . /"


def board_of(text: str) -> Board:
    return read_board(Source("x", text))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_written_and_read(kind):
    text = write(KINDS[kind])
    for same in (text, text.replace("/", "\n"), text.replace("/", "\r\n"), text.rstrip(), f"; a comment\n{text}"):
        assert board_of(same) == KINDS[kind]


@pytest.mark.parametrize("kind", MARKED)
def test_marks_that_are_drawn_do_not_matter(kind):
    board = board_of(MARKED[kind])
    assert board == board_of(MARKED[kind].replace("/", "\n")) == board_of(write(board))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_cut_is_no_other_board(kind):
    """Cut behind each line that is not the size: what is missing is drawn, or the file is refused."""
    lines = write(KINDS[kind]).split("/")
    for end in range(5, len(lines)):
        try:
            assert board_of("/".join(lines[:end])) == KINDS[kind]
        except InputError as error:
            assert "\n" not in error.message


def test_an_empty_line_of_flags_is_a_line():
    text = "pzprv3.1/country/2/2//1/0 0 /0 0 /2 . /. . /0 /0 /0 0 /"
    assert board_of(text) == board_of(text.replace("/", "\n"))
    with pytest.raises(InputError, match="the flag 'x' makes it a variant"):
        board_of(text.replace("//", "/x/"))


def test_marks_beside_the_board_and_in_cells():
    marked = TAPA.replace("# #", "+ #")
    assert board_of(TAPA) == board_of(marked) == board_of(TAPA.replace("pzprv3", "pzprv3.1"))
    assert board_of(write(board_of(TAPA))) == board_of(TAPA)


def test_wherever_it_stands(tmp_path):
    for name in ("a.txt", "a", "a.pzprv3", "a.csp", "a.json"):
        (tmp_path / name).write_text(TAPA.replace("/", "\n"))
        assert read(str(tmp_path / name), None).board.puzzle == "tapa"
    assert read(TAPA, None).board == read(TAPA.replace("pzprv3", "pzprv3.1"), None).board
    assert "311" in run("solve", MARKED["tapa"]).out


WRONG = {
    "a row too short": (
        TAPA.replace("# # ", "# "),
        "x:1:17: this is no tapa of the player: found 2 values; expected 3",
    ),
    "a row too long": (
        TAPA.replace("# # ", "# # # "),
        "x:1:17: this is no tapa of the player: found 4 values; expected 3",
    ),
    "a row on its line": (
        TAPA.replace("# # ", "# ").replace("/", "\n"),
        "x:5:1: this is no tapa of the player: found 2 values; expected 3",
    ),
    "a row that is missing": (
        "pzprv3/tapa/2/3/3 # # ",
        "x:1:23: this is no tapa of the player: found 0 values; expected 3",
    ),
    "an unknown puzzle": ("pzprv3/ayeheya/2/2/. . /. . /", "x: files of the player with a ayeheya cannot be read"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_has_its_place(text, message):
    with pytest.raises(InputError) as info:
        board_of(text)
    assert str(info.value).startswith(message)


BOXES = {"box_rows": 3, "box_cols": 4, "grid": [[0] * 12 for _ in range(12)]}
CORNER = [[None, None], [None, {"across": None, "down": None}]]
NOT_WRITTEN = {
    "boxes that the player has not": Board("sudoku", 12, 12, BOXES),
    "white cells in the first row": Board("kakuro", 2, 2, CORNER),
    "more numbers than there are places": Board("nonogram", 1, 2, {"rows": [[1, 1]], "cols": [[1], []]}),
    "no such puzzle": sample(PUZZLES["dominosa"]),
}


@pytest.mark.parametrize("board", NOT_WRITTEN.values(), ids=NOT_WRITTEN.keys())
def test_boards_that_files_cannot_express_are_refused(board):
    with pytest.raises(UsageError, match=r"cannot express|have no file of"):
        write(board)


def test_the_command(tmp_path):
    (tmp_path / "x.txt").write_text("; Masyu\nsize 3 2\n- 1 -\n0 - -\n")
    found = run("convert", tmp_path / "x.txt", "--to", "player").out
    assert found == "pzprv3/mashu/2/3/. 2 . /1 . . /0 0 /0 0 /0 0 0 /\n"
