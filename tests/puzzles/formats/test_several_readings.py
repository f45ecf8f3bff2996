"""Texts that two formats may read, headings as people write them, and numbers of stars without their word."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.reading import read_board


def givens(kind, text):
    return read_board(Source("b.txt", text), kind).givens


READ = {
    ("snake", "  1 2\n2 . .\n1 . .\n"): {"rows": [2, 1], "cols": [1, 2], "grid": ["..", ".."]},
    ("snake", "1 2\n2 . .\n1 . .\n"): {"rows": [2, 1], "cols": [1, 2], "grid": ["..", ".."]},
    ("starbattle", "stars: 2\nAAB\nAAB\nCCB\n"): {"stars": 2, "regions": [[0, 0, 1], [0, 0, 1], [2, 2, 1]]},
    ("starbattle", "001\n001\n221\n"): {"stars": 1, "regions": [[0, 0, 1], [0, 0, 1], [2, 2, 1]]},
    ("starbattle", "Size: 3 3\nstars = 2\nRooms:\nAAB\nAAB\nCCB\n"): {
        "stars": 2,
        "regions": [[0, 0, 1], [0, 0, 1], [2, 2, 1]],
    },
    ("masyu", "010\n200\n"): [".w.", "b.."],
    ("masyu", "size: 3 2\ngrid:\n. 0 .\n1 . .\n"): [".w.", "b.."],
    ("masyu", "rows:\n. 0 .\n1 . .\n. . .\n"): [".w.", "b..", "..."],
    ("nonogram", "rows:\n1\n1 1\ncolumns:\n1\n1\n0\n"): {"rows": [[1], [1, 1]], "cols": [[1], [1], []]},
    ("nonogram", "size 3 2\nRows: \n1\n1 1\nCOLS:\n1\n1\n0\n"): {"rows": [[1], [1, 1]], "cols": [[1], [1], []]},
    ("battleship", "fleet: 1\nrows: 1 0\ncols: 1 0\n"): {
        "fleet": [1],
        "rows": [1, 0],
        "cols": [1, 0],
        "grid": ["..", ".."],
    },
    ("tents", "[rows]\n1 0\n[cols]\n1 0\n[grid]\nT .\n. .\n"): {"rows": [1, 0], "cols": [1, 0], "grid": ["T.", ".."]},
    ("tents", "size 2 2\nRow clues: 1 0\nColumn clues: 1 0\nboard:\nT .\n. .\n"): {
        "rows": [1, 0],
        "cols": [1, 0],
        "grid": ["T.", ".."],
    },
    ("heyawake", "size = 2 2\nrooms:\nA A\nB B\nclues: 1 -\n"): {"regions": [[0, 0], [1, 1]], "clues": [1, None]},
    ("galaxies", "size: 3 3\nstars:\n1 1\n"): {"stars": [[1, 1]]},
}


@pytest.mark.parametrize(("kind", "text"), READ)
def test_what_can_only_mean_one_board_is_read(kind, text):
    assert givens(kind, text) == READ[kind, text]


WRONG = {
    ("starbattle", "1\n0 0 1\n0 0 1\n2 2 1\n"): "1:1: a line of stars? expected `stars 1` above the rows",
    ("starbattle", "size 3 3\n1\n0 0 1\n0 0 1\n2 2 1\n"): "2:1: a line of stars? expected `stars 1` above the rows",
    ("starbattle", "2 stars\nAAB\nAAB\nCCB\n"): "1:1: a line of stars? expected `stars 2` above the rows",
    ("starbattle", "2*\nAAB\nAAB\nCCB\n"): "1:1: a line of stars? expected `stars 2` above the rows",
    ("starbattle", "1\n+---+---+\n| . | . |\n+---+---+\n"): "1:1: a line of stars? expected `stars 1` above the rows",
    ("starbattle", "AAB\nAAB\nCC\n"): "3:3: found 2 cells; expected 3, as in most rows, or `size WIDTH HEIGHT`",
    ("starbattle", "001\n001\n22\n"): "3:2: found 2 cells; expected 3, as in most rows",
    ("yinyang", "1 0\n1 1\n"): "1:1: a digit array, in which 0 is blank, or a full drawing of a yinyang? expected the"
    " text form with a line `size WIDTH HEIGHT` above",
    ("snake", "  1 2\n2 . Q\n1 . .\n"): "2:5: 'Q' cannot stand here; expected - (blank), w (no end) or b (an end)",
    ("tents", "size 2 2\nNumbers: 1 0\n"): "2:1: 'Numbers: 1 0'; expected `rows`; csp2sat puzzles tents shows a board",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), WRONG)
def test_what_is_asked(kind, text):
    with pytest.raises(InputError) as info:
        givens(kind, text)
    assert str(info.value).splitlines()[0] == f"b.txt:{WRONG[kind, text]}"
