"""Sudokus as programs save them, and as people copy them: with bars, rules, commas, tabs, nothing in blank cells."""

import warnings

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning, UsageError
from csp2sat.puzzles.formats.reading import read_board, read_boards
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import read

ROWS = (
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
)
LINE = "".join(ROWS)
BOARD = read_board(Source("x", LINE))
OTHER = LINE.replace("7", ".")


def lines(row, between=""):
    """A line for each row, and a rule between boxes, if any."""
    three = ["".join(f"{row(each)}\n" for each in ROWS[k : k + 3]) for k in (0, 3, 6)]
    return (f"{between}\n" if between else "").join(three)


def boxes(row):
    return " | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6))


UPRIGHT = lines(lambda row: f"│ {boxes(row)} │".replace("|", "│"), "├───────┼───────┼───────┤")
FRAMED = f"┌───────┬───────┬───────┐\n{UPRIGHT}└───────┴───────┴───────┘\n"
PARTED = lines(boxes, "------+-------+------")
PLAYED = f"[State]\n{lines(lambda row: row.replace('.', '1'))}"
SADMAN = f"#AA setter\n#D2020-01-01\n[Puzzle]\n{lines(str)}{PLAYED}"
SAVED = {
    "rows": lines(str),
    ".sdk": f"#AA setter\n#Csome words: 1 2 3\n{lines(str)}",
    "SadMan": f"[Puzzle]\n{lines(str)}",
    "SadMan, played": SADMAN + "[PencilMarks]\n1,2,,\n",
    "SadMan, played first": f"#AA setter\n{PLAYED}[PencilMarks]\n1,2,,\n[Puzzle]\n{lines(str)}",
    "SadMan, Windows": SADMAN.replace("\n", "\r\n"),
    "OpenSudoku": f'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>a</name>\n'
    f'<game data="{LINE.replace(".", "0")}" />\n</opensudoku>\n',
    "OpenSudoku, played": "<opensudoku version='2'><game created='1' data='version: 1\\n"
    + "".join(f"{'7|1,2,|1|' if char == '.' else f'{char}|-|0|'}" for char in LINE)
    + "' time='3'/></opensudoku>",
}
COPIED = {
    "boxes": PARTED,
    "a frame": FRAMED,
    "a thick frame": FRAMED.translate(str.maketrans("┌┬┐├┼┤└┴┘│─", "╔╦╗╠╬╣╚╩╝║═")),
    "a frame, blank cells": FRAMED.replace(".", " "),
    "bars, blank cells": PARTED.replace(".", " "),
    "a table": lines(lambda row: f"|{'|'.join(row.replace('.', ' '))}|"),
    "a table with a rule": f"|{'|'.join(ROWS[0].replace('.', ' '))}|\n|{'---|' * 9}\n"
    + "".join(f"|{'|'.join(row.replace('.', ' '))}|\n" for row in ROWS[1:]),
}
SEPARATED = {
    **{
        f"{sign!r} and {blank!r}": "\n".join(sign.join(blank if char == "." else char for char in row) for row in ROWS)
        for sign in (",", ";", ", ", "\t", " ", "|")
        for blank in (".", "0", "_", "*", "-", "x")
    },
    **{
        f"{sign!r} and nothing": "\n".join(sign.join("" if char == "." else char for char in row) for row in ROWS)
        for sign in (",", ";", "\t", "|")
    },
}


@pytest.mark.parametrize("text", [*SAVED.values(), *COPIED.values()], ids=[*SAVED, *COPIED])
def test_without_a_name(text):
    assert read_board(Source("x", text)) == BOARD


@pytest.mark.parametrize("text", SEPARATED.values(), ids=SEPARATED.keys())
def test_with_a_name(text):
    assert read_board(Source("sudoku.txt", text)) == BOARD
    assert read_board(Source("x", f"; Sudoku\n{text}\n")) == read_board(Source("x", text), "sudoku") == BOARD


def test_a_suffix_does_not_matter(tmp_path):
    for name in ("a.sdk", "a.sdm", "a.txt", "a.xml", "a.opensudoku", "a.csv", "a.csp"):
        for text in (SAVED["SadMan"], SAVED["OpenSudoku"], FRAMED) if name != "a.csp" else (SAVED["OpenSudoku"],):
            if (name, text) != ("a.xml", SAVED["SadMan"]) and (name, text) != ("a.xml", FRAMED):
                (tmp_path / name).write_text(text, encoding="utf-8")
                assert read(str(tmp_path / name), None).board == BOARD


def test_several_boards():
    two = f'<opensudoku><game data="{LINE}"/><game data="{OTHER}"/></opensudoku>'
    for text in (two, f"{LINE}\n{OTHER}\n", f"# 1\n{LINE}\n\n# 2\n{OTHER}\n"):
        found = list(read_boards(Source("x", text)))
        assert found[0] == BOARD != found[1] == read_board(Source("x", OTHER))


def test_numbers_from_ten_on():
    rows = [[str(1 + (4 * (r % 4) + r // 4 + c) % 16) if (r + c) % 3 else "_" for c in range(16)] for r in range(16)]
    letters = [["." if n == "_" else "123456789ABCDEFG"[int(n) - 1] for n in row] for row in rows]
    board = read_board(Source("sudoku.txt", "\n".join(map(" ".join, rows))))
    assert board == read_board(Source("x", "\n".join(map("".join, letters))))
    assert board == read_board(Source("sudoku.txt", "\n".join(map(";".join, rows))))


MISSING = FRAMED.replace("│ 5 3 . │", "│ 5 3 │")
REFUSED = {
    "a cell too few": (MISSING, "2:1: found 8 cells; expected 9, as in most rows"),
    "a row too few": (
        FRAMED.replace("│ 6 . . │ 1 9 5 │ . . . │\n", ""),
        "11:1: found 8 rows of 9 cells; expected 9",
    ),
    "a number too large": (
        FRAMED.translate(str.maketrans("5", "A")),
        "2:1: a cell of this row is none of sudoku; expected numbers from 1 to 9, and one of . 0 - _ * for blanks",
    ),
    "a game without data": (
        "<opensudoku><game/></opensudoku>",
        "1:1: expected an element game with data",
    ),
    "data of an unknown version": (
        '<opensudoku><game data="version: 4\n1|2|3|0|"/></opensudoku>',
        "1:25: data of version 4 with 4 fields cannot be read",
    ),
    "data of no cells": ('<opensudoku><game data=""/></opensudoku>', "1:25: these are no cells of a game; expected"),
    "words as data": ('<opensudoku><game data="a b"/></opensudoku>', "1:25: these are no cells of a game; expected"),
    "a game that is cut": (
        f'<opensudoku>\n<game data="{LINE[:80]}"/></opensudoku>',
        "2:92: found 80 characters; a board",
    ),
    "an empty cell of an array": (
        "; Hitori\n1,2,3\n1,,3\n",
        "3:3: a cell before this comma is empty; expected a number, or - in a blank cell",
    ),
}


@pytest.mark.parametrize("text, message", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(text, message):
    with pytest.raises(InputError) as info:
        list(read_boards(Source("x", text)))
    assert str(info.value).startswith(f"x:{message}")


def test_two_different_readings_are_refused():
    """Sixteen fields, of which one has two digits and one nothing; sixteen characters."""
    text = "".join(f"|12||{'|'.join('.' * 14)}|\n" for _ in range(16))
    with pytest.raises(
        InputError, match=r"^x:1:1: this may be two different boards; expected a sign in each blank cell"
    ):
        read_board(Source("x", text))
    assert read_board(Source("x", text.replace("||", "|.|"))).givens["grid"][0] == [12, *[0] * 15]


def test_another_puzzle_is_not_written_so():
    with pytest.raises(InputError, match=r"^x:1:1: a kakuro is not written so; expected `size WIDTH HEIGHT` and rows"):
        read_board(Source("x", "5 3 . │ . 7 . │ . . .\n" * 9), "kakuro")
    with pytest.raises(InputError, match=r"^x:2:9: \| inside the board; expected \+ at each corner"):
        read_board(Source("x", FRAMED), "galaxies")


def test_rows_with_separators_and_no_name():
    """A grid that may have one solution is a sudoku; one with few numbers is, too, but with a warning."""
    texts = [text for text in SEPARATED.values() if FORMATS["grid"].confirms(text)]
    assert len(texts) > 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(read_board(Source("x", text)) == BOARD for text in texts)
    with pytest.warns(InputWarning, match="read as a sudoku; if it is another puzzle"):
        read_board(Source("x", "_ _ 2 _\n_ _ _ _\n_ 1 _ _\n_ _ _ _"))


@pytest.mark.parametrize("form", ["grid", "opensudoku"])
def test_what_is_only_read(form):
    assert FORMATS[form].only_read and [name for name in PUZZLES if FORMATS[form].takes(PUZZLES[name])] == ["sudoku"]
    with pytest.raises(UsageError, match="only read"):
        FORMATS[form].write(BOARD)
