"""Puzzles in the forms that people have: lines of characters, several in a file, blanks, circles, names, addresses."""

import json
import re

import pytest
from support.paths import BOARDS
from support.run_command import run

import csp2sat
from csp2sat.api import generating
from csp2sat.base.source import Source
from csp2sat.generating.makers import MAKERS
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.names import known_puzzle, puzzle_named
from csp2sat.puzzles.spec import PUZZLES

# --- blanks and circles


BLANK = {  # puzzles with blank cells, and a board with `_` for one
    "akari": "size 2 2\n# _\n_ 1\n",
    "fillomino": "size 2 1\n2 _\n",
    "hashiwokakero": "size 3 1\n1 _ 1\n",
    "heyawake": "size 2 1\nregions\n0 0\nclues\n_\n",
    "hitori": "size 2 2\n1 _\n_ 1\n",
    "kakuro": "size 3 2\n# 3\\ 4\\\n\\4 _ _\n",
    "masyu": "size 3 2\n_ 0 _\n_ _ _\n",
    "numberlink": "size 2 2\n1 _\n1 _\n",
    "nurikabe": "size 2 2\n1 _\n_ _\n",
    "shikaku": "size 2 1\n2 _\n",
    "slitherlink": "size 2 1\n3 _\n",
    "sudoku": "size 4 4\n1 _ _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n",
    "yajilin": "size 2 2\n_ _\n_ _\n",
    **dict.fromkeys(("kurodoko", "nurimisaki", "cave", "tapa"), "size 2 2\n2 _\n_ _\n"),
    **dict.fromkeys(("shakashaka", "mosaic"), "size 2 2\n2 _\n_ _\n"),
    **dict.fromkeys(("aqre", "chocona", "country"), "size 2 1\nregions\n0 0\nclues\n_\n"),
    "kenken": "size 2 2\nregions\n0 0\n1 1\nclues\n3+ _\n",
    **dict.fromkeys(("suguru", "ripple"), "size 2 1\nregions\n0 0\ngrid\n1 _\n"),
    "jigsaw": "size 2 2\nregions\n0 0\n1 1\ngrid\n1 _\n_ _\n",
    "binairo": "size 2 2\n1 _\n_ _\n",
    "creek": "size 1 1\n1 _\n_ _\n",
    "gokigen": "size 1 1\n1 _\n_ _\n",
    "yinyang": "size 2 2\nw _\n_ _\n",
    "sashigane": "size 2 2\no _\n_ _\n",
    "firefly": "size 2 1\n?R _\n",
    "nurimaze": "size 2 2\nregions\n0 1\n2 3\ngrid\nS _\n_ G\n",
    "killer": "size 4 4\ngrid\n" + "_ _ _ 1\n" * 4 + "cages\n0 _ _ _\n" + "_ _ _ _\n" * 3 + "sums\n_\n",
    "futoshiki": "size 2 2\ngrid\n1 _\n_ _\nacross\n_\n<\ndown\n_ v\n",
    "skyscrapers": "size 2 2\ntop\n_ 1\nbottom\n_ _\nleft\n_ _\nright\n_ _\ngrid\n_ _\n_ 1\n",
    "tents": "size 2 1\nrows\n_\ncolumns\n_ 1\ngrid\nT _\n",
    "nonogram": "size 2 1\nrows\n2\ncolumns\n1\n_\n",
}


NOT_BLANK = ("norinori", "lits", "starbattle", "dominosa", "galaxies", "tatamibari")  # no blanks, or `-` is a sign
SAMPLES = {name: re.sub(r"(?<=\s)-(?=\s)", "_", PUZZLES[name].samples[0][0]) for name in PUZZLES}
BLANK = {name: text for name, text in SAMPLES.items() if "_" in text and name not in NOT_BLANK} | BLANK


@pytest.mark.parametrize("puzzle", BLANK)
def test_two_signs_are_blank(puzzle):
    one, other = (read_board(Source("x", BLANK[puzzle].replace("_", sign)), puzzle) for sign in "-.")
    assert one == other


def test_every_puzzle_with_blanks_is_there():
    assert set(PUZZLES) - set(BLANK) == set(NOT_BLANK)


@pytest.mark.parametrize(("white", "black"), ["01", "wb", "o*", "WB", "OB"])
def test_circles(white, black):
    plain = read_board(Source("x", "size 3 1\n0 - 1\n"), "masyu")
    assert read_board(Source("x", f"size 3 1\n{white} . {black}\n"), "masyu") == plain
    assert FORMATS["text"].write(plain).endswith("\n0 - 1\n")


def test_blanks_in_arrays_and_json(tmp_path):
    assert read_board(Source("x", "1 . 3\n. - 2\n"), "shikaku").givens == [[1, 0, 3], [0, 0, 2]]
    text = '{"type": "masyu", "rows": 1, "cols": 3, "givens": ["w-b"]}'
    assert read_board(Source("x", text)).givens == ["w.b"]
    text = '{"type": "sudoku", "rows": 4, "cols": 4, "givens": {"box_rows": 2, "box_cols": 2, "grid": ROWS}}'
    rows_ = '[[1, ".", "-", 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]'
    assert read_board(Source("x", text.replace("ROWS", rows_))).givens["grid"][0] == [1, 0, 0, 0]


def test_an_array_of_circles_does_not_mix_with_the_text_form(tmp_path):
    path = tmp_path / "masyu.txt"
    path.write_text("- 0 1\n")  # are these a white and a black circle, or nothing and a white one?
    done = run("solve", path)
    assert done.code == 1 and f"{path}:1:1: in a digit array of masyu 0 is blank; expected" in done.err


# --- names


NAMES = {
    "hashi": "hashiwokakero",
    "bridges": "hashiwokakero",
    "mashu": "masyu",
    "pearl": "masyu",
    "Masyu": "masyu",
    "lightup": "akari",
    "light-up": "akari",
    "Light Up": "akari",
    "slither": "slitherlink",
    "loopy": "slitherlink",
    "numlin": "numberlink",
    "Number Link": "numberlink",
    "rect": "shikaku",
    "solo": "sudoku",
    "singles": "hitori",
    "yajirin": "yajilin",
    "picross": "nonogram",
}


@pytest.mark.parametrize(("said", "name"), NAMES.items())
def test_what_puzzles_are_called(said, name):
    assert puzzle_named(said) == known_puzzle(said) == name


def test_a_name_that_is_none():
    assert puzzle_named("mashyu") is None and puzzle_named("") is None


def test_aliases_at_every_door(tmp_path):
    made = run("generate", "hashi", "--size", "5x5", "--seed", 3)
    assert made.code == 0 and made.out == run("generate", "hashiwokakero", "--size", "5x5", "--seed", 3).out
    assert made.err.startswith("csp2sat: hashiwokakero-5x5-3: 5 rows, 5 columns, seed 3, ")
    path = tmp_path / "x"
    path.write_text("size 3 1\n0 - 1\n")
    for name in ("mashu", "pearl", "Masyu"):
        assert run("convert", path, "--from", name, "--to", "json").code == 0
    path.write_text('{"type": "Mashu", "rows": 1, "cols": 3, "givens": ["w.b"]}')
    assert json.loads(run("convert", path, "--to", "json").out)["type"] == "masyu"
    assert run("puzzles", "lightup").out == run("puzzles", "akari").out
    assert csp2sat.generate("mashu", 5, 5, seed=1).puzzle == "masyu"
    assert csp2sat.load(BOARDS / "masyu-0.txt", "pearl").board.puzzle == "masyu"
    assert run("convert", "masyu:5x5:aWbWcBaWaWbWdBb", "--to", "text").code in (0, 1)  # its name is known at least
    assert "masyu boards cannot be read" not in run("convert", "masyu:5x5:aWbW", "--to", "text").err


@pytest.mark.parametrize("name", ["mashu-5.txt", "pearl.txt", "Masyu 3.txt", "masyu_x.txt"])
def test_the_name_of_a_file_says_which_puzzle_it_is(name, tmp_path):
    (tmp_path / name).write_text("size 3 1\n0 - 1\n")
    assert json.loads(run("convert", tmp_path / name, "--to", "json").out)["type"] == "masyu"


def test_a_comment_says_which_puzzle_it_is():
    for comment, puzzle in (("a lightup", "akari"), ("Slither 7", "slitherlink"), ("a pattern of Hitori", "hitori")):
        assert read_board(Source("x", f"; {comment}\nsize 2 1\n1 1\n")).puzzle == puzzle


DOORS = {
    "generate": (["generate", "hashiwo"], "no kind of puzzle 'hashiwo'; did you mean 'hash"),
    "puzzles": (["puzzles", "lightupp"], "no puzzle 'lightupp'; did you mean 'lightup'?"),
    "JSON": (["solve", "J"], "no puzzle 'sudko'; did you mean 'sudoku'?"),
    "URL": (["solve", "puzz.link/p?slithr/4/4/dgdh2c7b"], "slithr boards cannot be read; did you mean 'slither'?"),
    "far from any": (["puzzles", "zzz"], "no puzzle 'zzz'; `csp2sat puzzles` lists the "),
}


@pytest.mark.parametrize(("command", "message"), DOORS.values(), ids=DOORS)
def test_misspellings_get_a_suggestion(command, message, tmp_path):
    (tmp_path / "X").write_text("size 3 1\n0 - 1\n")
    (tmp_path / "J").write_text('{"type": "sudko", "rows": 1, "cols": 1, "givens": []}')
    done = run(*(tmp_path / word if word in "XJ" else word for word in command))
    assert done.code == 1 and message in done.err, done.err


def test_a_puzzle_without_a_generator(monkeypatch):
    monkeypatch.setattr(generating, "MAKERS", {name: MAKERS[name] for name in MAKERS if name != "kakuro"})
    done = run("generate", "kakuro")
    assert done.code == 1
    assert done.err.startswith("csp2sat: kakuro boards cannot be generated; `csp2sat puzzles`")
    assert "did you mean" not in done.err
    assert run("generate", "cross sums").err == done.err


# --- addresses and sizes


@pytest.mark.parametrize("start", ["", "http://", "https://", "www.", "https://www."])
def test_urls_without_their_beginning(start):
    url = "puzz.link/p?slither/4/4/dgdh2c7b"
    assert run("convert", start + url, "--to", "text").out == run("convert", f"https://{url}", "--to", "text").out != ""


def test_sites_without_their_beginning():
    assert run("convert", "pzv.jp/p.html?hashi/3/2/1g1g1g", "--to", "json").out.startswith('{"type": "hashiwokakero"')
    assert "no such file" in run("solve", "example.org/sudoku/4/4/1i2g3").err.lower()


def test_which_number_of_a_size_comes_first():
    from csp2sat.cli.commands.generate import size_of

    assert size_of("masyu", "4x6") == (4, 6)
    done = run("generate", "masyu", "--size", "4x6", "--seed", 1)
    assert "size 6 4\n" in done.out and ": 4 rows, 6 columns, " in done.err
    assert "rows first" in run("generate", "--help").out
    assert "`size` says the width first" in run("puzzles", "masyu").out
    wrong = run("generate", "masyu", "--size", "4 6").err
    assert wrong == "csp2sat: --size 4 6: expected ROWSxCOLS, such as 10x12 for 10 rows of 12 cells\n"


def test_the_list_tells_the_kinds_apart():
    """By a sentence each, and all that they are called."""
    lines = [line.split(maxsplit=1) for line in run("puzzles").out.splitlines() if line.startswith("  ")]
    said = dict(lines)
    assert set(said) == set(PUZZLES)
    sentences = [re.sub(r" \([^()]*\)$", "", each) for each in said.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(5 <= len(sentence.split()) <= 40 for sentence in sentences)
    assert "csp2sat generate KIND, for every kind." in run("puzzles").out
    assert said["akari"].endswith("(light up, bijutsukan)") and said["hitori"].endswith("of a row or column.")


NO_INPUTS = {
    "solo:3x3": "a game ID without a board; expected solo:PARAMETERS:BOARD, or a file",
    "mines:9x9n10": "a game ID without a board; expected mines:PARAMETERS:BOARD, or a file",
    "masyu": "there is no file of this name; for a new board: csp2sat generate masyu; to read "
    "a file as this puzzle: --from masyu",
    "Hashi": "there is no file of this name; for a new board: csp2sat generate hashiwokakero; to read "
    "a file as this puzzle: --from hashiwokakero",
    "nothing": "cannot be read: No such file or directory",
    "c:masyu": "cannot be read: No such file or directory",
}


@pytest.mark.parametrize("path", NO_INPUTS)
def test_a_word_in_place_of_a_board(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("solve", path) == (1, "", f"csp2sat: {path}: {NO_INPUTS[path]}\n")
    (tmp_path / "masyu").write_text("; Masyu\nsize 2 2\n- -\n- -\n")
    assert run("solve", "masyu", "-q").code == 0


EMPTY = {
    "sudoku": "expected a board of sudoku: `size WIDTH HEIGHT` and rows",
    "csp": "expected sugar, such as `(int x 1 9)`",
    "cnf": "expected cnf, such as `p cnf VARIABLES CLAUSES`",
    "xcsp3": "expected xcsp3, such as `<instance",
    "flatzinc": "expected flatzinc, such as `var 1..9: x;`",
}


@pytest.mark.parametrize("kind", EMPTY)
def test_an_empty_file_of_a_kind_gets_what_is_expected(kind, tmp_path):
    (tmp_path / "empty").write_text(" \n")
    done = run("solve", tmp_path / "empty", "--from", kind)
    assert done.code == 1 and f"the input is empty; {EMPTY[kind]}" in done.err


@pytest.mark.parametrize(("command", "files"), [("solve", 1), ("count", 1), ("solve", 2)])
@pytest.mark.parametrize("text", ["", "size 3 1\n0 - 1\n"], ids=("empty", "board"))
def test_a_kind_that_does_not_exist_is_a_wrong_option(command, files, text, tmp_path):
    (tmp_path / "a").write_text(text)
    done = run(command, *[tmp_path / "a"] * files, "--from", "sudoko")
    assert done.code == 2 and "--from sudoko: no such puzzle or language; did you mean 'sudoku'?" in done.err
