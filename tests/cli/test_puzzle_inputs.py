"""Puzzles in the forms that people have: lines of characters, several in a file, blanks, circles, names, addresses."""

import json
import re
import subprocess
import sys

import pytest
from support.paths import BOARDS
from support.run_command import run

import csp2sat
from csp2sat.api import generating
from csp2sat.base.source import Source
from csp2sat.generating.spec import MAKERS
from csp2sat.puzzles.boards.reading import read_board
from csp2sat.puzzles.names import known_puzzle, puzzle_named
from csp2sat.puzzles.spec import FORMATS, PUZZLES

EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLVED = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"


def grid(text):
    return [list(map(int, row)) for row in zip(*[iter(text)] * 9, strict=True)]


def rows(text, by="\n"):
    side = int(len(text) ** 0.5)
    return by.join(text[k : k + side] for k in range(0, len(text), side))


def solved(path, *more):
    done = run("solve", path, "--json", *more)
    assert done.code == 0, done.err
    return json.loads(done.out)["solution"]


def sixteen(numbers="123456789ABCDEFG"):
    """A filled board of 16: each row is the first one, shifted."""
    return ["".join(numbers[(4 * (r % 4) + r // 4 + c) % 16] for c in range(16)) for r in range(16)]


# --- sudoku as characters


@pytest.mark.parametrize("blank", ".0-_*xX")
def test_81_characters_are_a_board(blank):
    assert solved(EULER.replace("0", blank) if blank not in "-" else EULER) == grid(SOLVED)


def test_a_board_may_begin_with_minus_signs():
    command = [sys.executable, "-m", "csp2sat", "solve", EULER.replace("0", "-"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["solution"] == grid(SOLVED)


RULED = "\n------+-------+------\n".join(
    "\n".join(" | ".join(" ".join(EULER[9 * r + c : 9 * r + c + 3]) for c in (0, 3, 6)) for r in range(s, s + 3))
    for s in (0, 3, 6)
)
FORMS = {
    "one line": EULER,
    "nine lines": rows(EULER),
    "nine lines of dots": rows(EULER.replace("0", ".")),
    "nine lines of minus signs": rows(EULER.replace("0", "-")),
    "mixed blanks": rows(EULER.replace("00", ".-")),
    "bars and rules": RULED.replace("0", "."),
    "frame": "\n".join(["+---+---+---+", *(f"|{row}|" for row in rows(EULER).split("\n")), "+---+---+---+"]),
    "blanks between": rows(EULER, "\n").replace("", " "),
    "dots and blanks between": rows(EULER.replace("0", "."), "\n").replace("", " "),
    "comment": f"; a puzzle of Project Euler\n{EULER}  ; the first\n\n",
    "Windows": rows(EULER).replace("\n", "\r\n"),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_file_of_characters_is_a_board(text, tmp_path):
    path = tmp_path / "sudoku.txt"
    path.write_text(text)
    assert solved(path) == grid(SOLVED)


@pytest.mark.parametrize("name", ["one line", "nine lines", "bars and rules", "frame"])
def test_such_a_file_need_not_say_what_it_is(name, tmp_path):
    path = tmp_path / "board"
    path.write_text(FORMS[name])
    assert solved(path) == grid(SOLVED)


def test_any_size_of_boxes(tmp_path):
    path = tmp_path / "16"
    whole = sixteen()
    for text in ("".join(whole), "\n".join(whole), "".join(whole).lower()):
        path.write_text("." + text[1:])
        assert solved(path)[0] == list(range(1, 17))
    assert solved("." + "".join(whole)[1:])[0] == list(range(1, 17))
    assert solved("1...............")[0][0] == 1
    assert len(solved("1" + "." * 35)) == 6
    assert len(solved("P" + "." * 624)) == 25


WRONG = {
    "80": (EULER[1:], "found 80 characters; a board has 16, 36, 81, 256, 625"),
    "82": (EULER + "0", "found 82 characters; a board has 16, 36, 81, 256, 625"),
    "eight lines": (rows(EULER)[:-10], "found 8 rows of 9 cells; expected 9"),
    "a short line": (rows(EULER).replace("305001", "30501"), "found 8 cells; expected 9, as in the first row"),
    "a letter": (rows(EULER).replace("7", "x"), "'x' is no cell of sudoku; expected 1-9, or . 0 - (blank)"),
    "which zero": ("0." + "".join(sixteen())[2:], "is 0 blank here, as `.` or `-`, or a number?"),
    "too big": ("1....5..........", "'5' is no cell of sudoku; expected 1-4, or . 0 - (blank)"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_wrong_characters_are_named_with_their_place(text, message, tmp_path):
    path = tmp_path / "sudoku.txt"
    path.write_text(text)
    done = run("solve", path)
    assert done.code == 1 and message in done.err and done.err.startswith(f"{path}:"), done.err


def test_places_count_from_one(tmp_path):
    path = tmp_path / "x"
    path.write_text(rows(EULER).replace("7", "x"))
    assert run("solve", path).err.startswith(f"{path}:5:1: ")


def test_text_is_no_board(tmp_path):
    for text in ("hello world\n", "abcdefghijklmnop\n", "1\n2\n3\n4\n", "some words here and\nthere\n"):
        path = tmp_path / "x"
        path.write_text(text)
        assert run("solve", path).code == 1


def test_another_puzzle_is_not_taken_for_a_sudoku(tmp_path):
    path = tmp_path / "slitherlink.txt"
    path.write_text("1...\n....\n....\n...3\n")
    done = run("solve", path)
    assert done.code == 1 and "only sudoku is written so; expected `size WIDTH HEIGHT`" in done.err


def test_a_file_goes_before_characters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1234123412341234").write_text("(int x 7 7)")
    assert "a x\t7" in run("solve", "1234123412341234").out


def test_characters_are_written(tmp_path):
    assert run("convert", EULER, "--to", "line").out == EULER.replace("0", ".") + "\n"
    done = run("convert", BOARDS / "masyu-0.txt", "--to", "line")
    assert (done.code, done.err) == (2, "csp2sat: --to line: for sudoku and no other puzzle; take text or json\n")
    path = tmp_path / "sudoku.txt"
    path.write_text("size 4 4\nbox 1 4\n" + "- - - -\n" * 4)
    assert "size of the boxes" in run("convert", path, "--to", "line").err


# --- several boards in one file


@pytest.fixture
def several(tmp_path):
    path = tmp_path / "several.txt"
    path.write_text(f"# three\n{EULER}\n\n{HARD}\n{'11' + EULER[2:]}\n")
    return path


def test_one_answer_for_each(several):
    done = run("solve", several)
    boards = done.out.split("\n\n")
    assert done.code == 0 and len(boards) == 3
    assert boards[0] == run("solve", EULER).out.rstrip("\n")
    assert boards[2] == "s UNSATISFIABLE\n"


def test_one_json_line_for_each(several):
    lines = [json.loads(line) for line in run("solve", several, "--json", "--unique").out.splitlines()]
    assert [line["status"] for line in lines] == ["SATISFIABLE", "SATISFIABLE", "UNSATISFIABLE"]
    assert lines[0]["solution"] == grid(SOLVED) and [line.get("unique") for line in lines] == [True, True, None]


def test_places_in_a_later_board(several):
    several.write_text(f"{EULER}\n{EULER[:80]}x\n")
    done = run("solve", several)
    assert done.code == 1 and done.err.startswith(f"{several}:2:81: 'x' is no cell")


def test_several_addresses_of_several_puzzles(tmp_path):
    path = tmp_path / "urls.txt"
    path.write_text("; two\nhttps://puzz.link/p?slither/3/3/8d63g\n\nhttps://puzz.link/p?mashu/4/3/3060\n")
    lines = [json.loads(line) for line in run("solve", path, "--json").out.splitlines()]
    assert [line["status"] for line in lines] == ["SATISFIABLE", "UNSATISFIABLE"]
    path.write_text("loopy:3x3t0:3a3b1a3a\npearl:3x2:BaWbW\n")
    assert run("solve", path).out.count("\n\n") == 1
    path.write_text("https://puzz.link/p?slither/3/3/8d63g\nhttps://puzz.link/p?slither/3/3/8d6!g\n")
    assert run("solve", path).err.startswith(f"{path}:2:36: ")


PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html"
WEB = {
    "#3x3t0:3a3b1a3a": "",
    "#3x3t0%3A3a3b1a3a": "",
    "?3x3t0:3a3b1a3a": "",
    "#3x3t0:3a3b1a3": "the board ends after",
    "#3x3t0:3a3b1!3a": "unexpected '!'",
    "#3x3t0#1234": "this is a seed of random numbers",
    "#3x3t1:3a3b1a3a": "a variant of slitherlink",
}


@pytest.mark.parametrize("game", WEB)
@pytest.mark.parametrize("page", [PAGE, PAGE.removeprefix("https://")])
def test_the_web_pages_of_simon_tatham(page, game):
    done = run("convert", page + game, "--to", "sgt")
    if WEB[game]:
        assert WEB[game] in done.err and done.code == 1
        column = int(done.err.partition(": ")[0].rpartition(":")[2])
        assert column > len(page)
    else:
        assert (done.code, done.out) == (0, "loopy:3x3t0:3a3b1a3a\n")


def test_a_page_of_a_game_that_is_not_known():
    assert "untangle boards cannot be read" in run("solve", PAGE.replace("loopy", "untangle") + "#3:1,2").err


def test_files_of_the_board_of_a_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("encode", PAGE + "#3x3t0:3a3b1a3a").code == 0
    assert (tmp_path / "loopy-3x3t0.cnf").exists()


def test_several_inputs(capfd):
    from csp2sat.cli.app import run as run_line

    assert run_line(["solve", "a.txt", "b.txt"]) == 2
    assert 'for each in FILE ...; do csp2sat solve "$each"; done' in capfd.readouterr().err


@pytest.mark.parametrize("command", ["count", "explain", "backbone", "encode", "convert --to text"])
def test_other_commands_take_one(command, several):
    done = run(command.split()[0], several, *command.split()[1:])
    assert done.code == 1
    assert done.err == f"{several}: several boards, one a line; expected one (only `csp2sat solve` answers several)\n"


@pytest.mark.parametrize("option", [["--all"], ["--proof", "p"], ["--keep", "d"], ["--to", "svg"]])
def test_what_several_boards_cannot_have(option, several, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("solve", several, *option)
    assert done.code == 2 and "not for a file with several boards" in done.err


def test_sixteen_small_boards_are_no_large_one(tmp_path):
    path = tmp_path / "x"
    path.write_text("1..............2\n" * 16)
    assert len(run("solve", path, "--json").out.splitlines()) == 16
    path.write_text("\n".join(["." * 16] * 15 + ["G" + "." * 15]))
    assert len(run("solve", path, "--json").out.splitlines()) == 1


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


@pytest.mark.parametrize("puzzle", BLANK)
def test_two_signs_are_blank(puzzle):
    one, other = (read_board(Source("x", BLANK[puzzle].replace("_", sign)), puzzle) for sign in "-.")
    assert one == other


def test_every_puzzle_with_blanks_is_there():
    assert set(PUZZLES) - set(BLANK) == {"norinori", "lits", "starbattle", "dominosa"}  # all their cells have a number


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
    "generate": (["generate", "hashiwo"], "no generator 'hashiwo'; did you mean 'hash"),
    "puzzles": (["puzzles", "lightupp"], "no puzzle 'lightupp'; did you mean 'lightup'?"),
    "--from": (["solve", "X", "--from", "mashyu"], "no such puzzle or language; did you mean 'mas"),
    "JSON": (["solve", "J"], "no puzzle 'sudko'; did you mean 'sudoku'?"),
    "URL": (["solve", "puzz.link/p?slithr/4/4/dgdh2c7b"], "slithr boards cannot be read; did you mean 'slither'?"),
    "far from any": (["puzzles", "zzz"], "no puzzle 'zzz'; there are: akari, aqre, "),
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
    assert done.err.startswith("csp2sat: there is no generator of kakuro boards; there are: akari, ")
    assert "did you mean" not in done.err
    assert run("generate", "cross sums").err == done.err


# --- addresses and sizes


@pytest.mark.parametrize("start", ["", "http://", "https://", "www.", "https://www."])
def test_urls_without_their_beginning(start):
    url = "puzz.link/p?slither/4/4/dgdh2c7b"
    assert run("convert", start + url, "--to", "text").out == run("convert", f"https://{url}", "--to", "text").out != ""


def test_sites_without_their_beginning():
    assert run("convert", "pzv.jp/p.html?hashi/3/2/1g1g1g", "--to", "json").out.startswith('{"type": "hashiwokakero"')
    assert "no such file" in run("solve", "example.org/p?sudoku/4/4/1i2g3").err.lower()


def test_which_number_of_a_size_comes_first():
    from csp2sat.cli.show.making import size_of

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
    assert all(5 <= len(sentence.split()) <= 30 for sentence in sentences)
    assert said["akari"].endswith("(light up, bijutsukan)") and said["hitori"].endswith("counted.")
