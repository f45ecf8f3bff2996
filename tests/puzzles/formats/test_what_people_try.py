"""Files and addresses as people have them: rows that are too short, other suffixes, other sites, parts left out."""

import json

import pytest

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.errors import Csp2SatError, InputError
from csp2sat.puzzles._index import TITLES
from csp2sat.puzzles.formats import sgt, url
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.names import known_puzzle, names_of, suggested
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import CnfInput, read

SUDOKU = "; Sudoku Puzzle\nsize 4 4\n1...\n...2\n.1..\n..2.\n"
MASYU = "mashu/6/6/1063000i3000"
CSP = "(int x 0 3)\n(> x 1)\n"
CNF = "p cnf 2 1\n1 2 0\n"


def message(call, *arguments):
    with pytest.raises(Csp2SatError) as caught:
        call(*arguments)
    return str(caught.value)


SHORT = {
    "a cell too few": ("1...\n...2\n.1.\n..2.\n", "x:5:4: found 3 cells; expected 4, the width"),
    "digits alone": ("1...\n...2\n123\n..2.\n", "x:5:4: found 3 cells; expected 4, the width"),
    "a cell too many": ("1...\n...2\n.1...\n..2.\n", "x:5:5: found 5 cells; expected 4, the width"),
    "a wrong character": (
        "1...\n...2\n.1%.\n..2.\n",
        "x:5:3: '%' is no cell of sudoku; expected - (blank) or a number",
    ),
    "each row": ("1..\n...\n.1.\n..2\n", "x:3:4: found 3 cells; expected 4, the width"),
}


@pytest.mark.parametrize("rows, said", SHORT.values(), ids=SHORT.keys())
def test_rows_without_blanks(rows, said):
    text = "; Sudoku Puzzle\nsize 4 4\n" + rows
    assert message(read_board, Source("x", text)).startswith(said + "\n")


def test_a_row_of_circles_that_is_too_short():
    text = "; Masyu Puzzle\nsize 5 2\n.1..0\n...1\n"
    assert message(read_board, Source("x", text)).startswith("x:4:5: found 4 cells; expected 5, the width\n")


RENAMED = {
    "a board": (SUDOKU, ("csp", "cnf", "fzn", "xml", "opb", "wcnf", "txt", "json", "board")),
    "a URL": (f"https://puzz.link/p?{MASYU}\n", ("csp", "url", "txt", "cnf")),
    "a shortcut": (
        f"[InternetShortcut]\r\nIDList=\r\nURL=https://puzz.link/p?{MASYU}\r\nIconIndex=0\r\n",
        ("url", "txt"),
    ),
    "JSON": (json.dumps({"type": "masyu", "rows": 2, "cols": 2, "givens": ["..", ".."]}), ("csp", "txt", "cnf")),
    "a CSP": (CSP, ("txt", "json", "cnf", "xml", "mzn")),
    "a CNF": (CNF, ("txt", "csp", "json", "xml")),
    "FlatZinc": ("var 1..3: x :: output_var;\nsolve satisfy;\n", ("txt", "csp", "cnf", "mzn")),
}


@pytest.mark.parametrize("what", RENAMED)
def test_what_a_file_is_does_not_depend_on_a_wrong_suffix(what, tmp_path):
    text, suffixes = RENAMED[what]
    for suffix in suffixes:
        path = tmp_path / f"x.{suffix}"
        path.write_text(text)
        found = read(str(path), None)
        if what == "a CNF":
            assert isinstance(found, CnfInput)
        else:
            assert not isinstance(found, CnfInput) and (found.board is None) == (what in ("a CSP", "FlatZinc"))


REFUSED = {
    "a model of MiniZinc": (
        "q.mzn",
        'include "alldifferent.mzn";\nint: n = 4;\n',
        "MiniZinc is not installed here",
    ),
    "the same, FlatZinc without output": ("q.mzn", "var 1..3: x;\nsolve satisfy;\n", "MiniZinc is not installed"),
    "the same, items of FlatZinc first": ("q.mzn", "var 1..3: x;\nconstraint x != 1;\n", "MiniZinc is not"),
    "a program": ("q.py", "# queens\nfrom pycsp3 import *\n", "q.py:1:1: a Python program, which csp2sat does not run"),
    "the same as text": (
        "q.txt",
        '% queens\ninclude "x.mzn";\n',
        "which the program `minizinc` has to compile; expected a file MODEL.mzn",
    ),
    "nothing": ("e.csp", "", ""),
    "an error of a CSP": ("x.csp", "(int x 0 3)\n(> y 1)\n", "x.csp:2:4"),
    "no board and no CSP": ("x.csp", "sizes 3\n", "sizes"),
}


@pytest.mark.parametrize("name, text, said", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused(name, text, said, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))  # no program `minizinc`
    path = tmp_path / name
    path.write_text(text)
    if said:
        assert said in message(read, str(path), None)


SITES = ("puzz.link", "www.puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn")
PAGES = (
    "p?",
    "p.html?",
    "editor?",
    "editor.html?",
    "player?",
    "p?type=editor&",
    "p.html?type=player&",
    "p.html?e:",
    "p?m+",
)
OTHERS = (
    f"https://robx.github.io/pzprjs/p.html?{MASYU}",
    f"https://sabo2.github.io/pzprv3/p.html?m+{MASYU}",
    f"https://robx.github.io/pzprjs/p.html?e:{MASYU}",
    f"https://example.org/puzzles/p.html?{MASYU.replace('mashu', 'mashu_edit')}",
    f"HTTPS://PUZZ.LINK/p?{MASYU.replace('mashu/', 'mashu/v:/')}",
    f"https://puzz.link/p?{MASYU}/",
    f"localhost:8000/p?{MASYU}",
    f"file:///home/me/pzprjs/dist/p.html?{MASYU}",
    f"https://example.org/a/b/p?type=editor&{MASYU.replace('/', '%2F')}",
)
ADDRESSES = [
    *(f"{scheme}{site}/{page}{MASYU}" for scheme in ("https://", "http://", "") for site in SITES for page in PAGES),
    *OTHERS,
]
BOARDS = [board for kind in PUZZLES if PUZZLES[kind].url for board in [sample(PUZZLES[kind])]]


@pytest.mark.together
@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_of_the_same_board(address):
    assert read_board(Source("x", address)) == read_board(Source("x", ADDRESSES[0]))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.puzzle)
def test_each_address_of_each_kind(board):
    address = url.write(board)
    site, _, body = address.partition("/p?")
    for other in (f"{site}/p.html?", f"{site}/editor?", f"{site}/p?type=editor&", "pzv.jp/p.html?", "pzplus.tck.mn/p?"):
        assert read_board(Source("x", other + body)) == board


def test_addresses_without_a_board():
    for address in ("https://example.org/p?masyu", "https://puzz.link/list", "https://puzz.link", "https://x.org/1/2"):
        assert message(read_board, Source("x", address))
    refusal = message(read_board, Source("x", "https://puzz.link/p?ayeheya/6/6/1"))
    assert "ayeheya boards cannot be read" in refusal


@pytest.mark.parametrize("name", TITLES)
def test_a_file_is_known_by_any_name_of_its_puzzle(name):
    from csp2sat.puzzles.formats.base.titles import named_by_file

    for said in names_of(name):
        for path in (f"{said}.txt", f"{said}-10.txt", f"{said} 3.json", f"{said.upper()}_hard.txt", f"{said}10.txt"):
            assert named_by_file(path) == name, path
    assert named_by_file("10.txt") is None


@pytest.mark.parametrize("head", ["sudoku\n", "; Sudoku\nsize 4 4\n"])
@pytest.mark.parametrize("rule", ["thermo r1c1 r1c2", "odd: r1c2", "cage 12: r1c1 r1c2", "white-dot r1c1 r1c2"])
def test_rules_of_a_variant_below_the_rows_lead_to_the_cookbook(head, rule):
    rows = "1 . . .\n. 2 . .\n. . 3 .\n. . . 4\n"
    with pytest.raises(InputError, match="csp2sat help variant rules"):
        read_board(Source("x", f"{head}{rows}{rule}\n"), "sudoku")
    with pytest.raises(InputError) as error:
        read_board(Source("x", f"{head}{rows}1 . .\n"), "sudoku")
    assert "variant" not in str(error.value)


def test_suggestions():
    assert suggested("msyu") == "did you mean 'masyu'?"
    own = 'one of another kind: csp2sat help "a puzzle of your own"'
    assert suggested("foo") == f"`csp2sat puzzles` lists the {len(TITLES)} puzzles; {own}"
    for game in ("mines", "undead", "tracks", "magnets", "palisade", "signpost"):
        assert suggested(game) == f"Simon Tatham's {game} is not supported"
        assert f"Simon Tatham's {game} is not supported" in message(read_board, Source("x", f"{game}:5x5:abc"))
        assert "did you mean" not in message(known_puzzle, game)


def test_no_two_lines_equal_in_a_game_id():
    for text, distinct in (("unruly:6x6:zl", False), ("unruly:6x6u:zl", True), ("unruly:6x6udt:zl", True)):
        board = read_board(Source("x", text))
        assert board.givens["distinct"] is distinct
        assert read_board(Source("x", sgt.write(board))) == board


LEFT_OUT = {
    "killer": "size 4 4\nbox 2 2\ncages\n0 1 1 2\n0 3 1 2\n3 3 4 2\n5 3 4 4\nsums\n5 9 - - 8 2\n",
    "skyscrapers": "size 4 4\nbottom\n- - 3 -\nleft\n- - - 2\n",
    "easyasabc": "size 4 4\nletters 3\nleft\nA - - B\n",
    "tents": "size 3 2\nrows\n1 -\ngrid\nT..\n...\n",
    "snake": "size 3 2\nrows\n1 -\n",
    "battleship": "size 3 2\nfleet\n2 1\nrows\n3 -\n",
}


@pytest.mark.parametrize("kind", LEFT_OUT)
def test_blank_parts_may_be_left_out(kind):
    board = read_board(Source("x", LEFT_OUT[kind]), kind)
    form = board.neutral()
    assert list(board.givens) == list(read_board(Source("x", PUZZLES[kind].samples[0][0])).givens)
    blank = ("right", "top", "cols", *["grid"] * (kind != "tents"))
    form["givens"] = {key: value for key, value in board.givens.items() if key not in blank}
    assert read_board(Source("x", json.dumps(form))) == board


def test_a_board_with_all_parts_left_out():
    with pytest.raises(InputError, match="expected a line `top`"):
        read_board(Source("x", "size 4 4\n"), "skyscrapers")


def test_sums_with_letters():
    boards = [
        read_board(Source("x", f"size 2 2\n# {down}\n{across} -\n"), "kakuro")
        for down, across in (("4\\", "\\4"), ("4d", "4a"), ("4D", "4r"))
    ]
    assert boards[0] == boards[1] == boards[2]


FEW_ROWS = {
    "two rows": ("53..7....\n6..195...\n", "x:2:1: a sudoku is square; this board has 2 rows and 9 columns"),
    "one row": ("53..7....\n", "x:2:1: a sudoku is square; this board has 1 rows and 9 columns"),
    "a cell too few": ("53..7....\n6..195..\n", "x:3:8: found 8 cells; expected 9, as in the first row"),
}


@pytest.mark.parametrize("rows, said", FEW_ROWS.values(), ids=FEW_ROWS)
def test_too_few_rows_without_blanks(rows, said):
    """The cells of a row are no number with a wrong digit."""
    assert message(read_board, Source("x", f"; sudoku\n{rows}")).startswith(f"{said}\n")


def test_rows_without_blanks_are_no_fractions():
    wanted = read_board(Source("x", "; Fillomino\nsize 3 2\n1 - 5\n2 - 3\n"))
    assert read_board(Source("x", "; Fillomino\n1.5\n2.3\n")) == wanted
    assert read_board(Source("x", "; Fillomino\n1.\n2.0\n")).cols == 1


KAKURO = "; Kakuro\nsize 3 3\n# 3\\ 4\\\n\\3 - -\n\\4 - -\n"
MASYU = "; Masyu\nsize 3 2\n- 1 -\n0 - -\n"
ROWS = "; Nonogram\nsize 3 1\nrows\n1\ncolumns\n1\n-\n-\n"
SQUARE = "; Nonogram\nsize 2 2\nrows\n1\n1\ncolumns\n1\n1\n"
OTHER_FORMS = {
    "X for a black cell": (KAKURO, KAKURO.replace("#", "X")),
    "a hyphen for no sum": (KAKURO, KAKURO.replace("4\\\n", "4\\-\n").replace("\n\\3", "\n-\\3")),
    "Size": (MASYU, MASYU.replace("size", "Size")),
    "SIZE without a comment": (MASYU, MASYU.replace("size", "SIZE").replace("; ", "")),
    "0 between lists": (ROWS, "; Nonogram\nrows: 1\ncolumns: 1 0 0\n"),
    "- between lists": (ROWS, "; Nonogram\nrows\n1\ncolumns\n1 - -\n"),
    "across and down": (SQUARE, "Nonogram\nacross: 1; 1\ndown: 1; 1\n"),
    "a size in the title": (SQUARE, "Nonogram 5x5\nrows: 1; 1\ncolumns: 1; 1\n"),
    "a name in the title": (SQUARE, 'Nonogram No. 12: "Duck"\nrows: 1; 1\ncolumns: 1; 1\n'),
}
NOT_CLEAR = {
    "a bare sum": (
        KAKURO.replace("\\4", "4"),
        r"x:5:1: '4' is no cell of kakuro; expected - (white), 4\ (sum 4 down) or \4 (sum",
    ),
    "a slash": (
        KAKURO.replace(" 4\\", " 4/5"),
        r"x:3:6: '4/5' is no cell of kakuro; expected - (white), 4\5 (sum 4 down) or 5\4",
    ),
    "commas": ("akari\n#,-,-\n-,1,-\n-,-,-\n", "x:2:1: cells, or a comment? expected `size WIDTH HEIGHT`"),
    "a row with #": ("kakuro\n# 16\\ 4\\ #\n\\3 - -\n", "x:2:1: cells, or a comment? expected `size WIDTH HEIGHT`"),
}


@pytest.mark.parametrize("usual, written", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_other_forms_of_the_same_board(usual, written):
    assert usual != written and read_board(Source("x", written)) == read_board(Source("x", usual))


@pytest.mark.parametrize("text, said", NOT_CLEAR.values(), ids=NOT_CLEAR)
def test_forms_that_may_mean_two_boards(text, said):
    assert message(read_board, Source("x", text)).startswith(said)


def test_across_and_down_stay_the_signs_of_a_futoshiki():
    text = "; Futoshiki\nsize 2 2\ngrid\n- -\n- -\nacross\n<\n-\ndown\n- -\n"
    assert read_board(Source("x", text)).givens == {"grid": [[0, 0], [0, 0]], "h": ["<", "."], "v": [".."]}


@pytest.mark.parametrize(
    "text",
    [
        "; kenken\nsize 2 2\nregions\n0 1\n0 1\nclues: [2/ 2/]\n",
        "; nonogram\nrows: 1,1 1,1\ncolumns: 2 0 2\n",
        "; nonogram\nrows: 1,1 3\ncolumns: 2 1 2\n",
    ],
    ids=["quotients in brackets", "commas in two lists", "a comma in one list"],
)
def test_signs_that_may_part_lists_or_numbers_are_refused(text):
    """They were read as another board."""
    with pytest.raises(InputError, match="cannot stand here"):
        read_board(Source("b", text))


def test_the_cells_of_a_sudoku_in_an_address_are_offered_as_text():
    cells = "53007000060019500009800006080006000340080300170002000606000028000041900500008007" + "9"
    said = message(read_board, Source("x", f"https://example.com/play?s={cells}&level=1"))
    assert "of Penpa+, or of Simon Tatham's games" in said and f"give its cells alone: {cells}" in said
    assert "cells alone" not in message(read_board, Source("x", "https://example.com/play?level=1"))


def test_a_damaged_link_of_penpa_speaks_of_the_link():
    whole = FORMATS["penpa"].write(sample(PUZZLES["masyu"])).strip()
    site, sign, data = whole.partition("&p=")
    for link in (f"{site}{sign}{data[8:]}", f"{site}{sign}{data[:-30]}!{data[-29:]}"):
        said = message(read_board, Source("x", link), "masyu")
        assert "some of its characters are wrong or missing; copy the link anew" in said
