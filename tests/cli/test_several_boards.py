"""Several boards in one file, and the addresses and web pages of boards."""

import json

import pytest
from support.run_command import run
from support.sudoku_texts import EULER, SOLVED, grid

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.formats.reading import read_boards

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


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


TWO = "; Masyu Puzzle\nsize 2 2\n- -\n- -\n\n; Slither Link Puzzle\nsize 2 2\n3 -\n- -\n"
TEXTS = {  # a text, and the kinds and sizes of its boards
    "two kinds": (TWO, ["masyu 2x2", "slitherlink 2x2"]),
    "no blank line": (TWO.replace("\n\n", "\n"), ["masyu 2x2", "slitherlink 2x2"]),
    "a blank line above each size": (TWO.replace("size", "\nsize"), ["masyu 2x2", "slitherlink 2x2"]),
    "Windows": (TWO.replace("\n", "\r\n"), ["masyu 2x2", "slitherlink 2x2"]),
    "names alone": ("masyu\nsize 2 1\n- -\nNurikabe\nsize 1 2\n1\n-\n", ["masyu 1x2", "nurikabe 2x1"]),
    "one name for all": (
        "; masyu\nsize 1 2\n-\n-\nsize 2 1\n- -\n\nsize 1 1\n-\n",
        ["masyu 2x1", "masyu 1x2", "masyu 1x1"],
    ),
    "rows of #": ("; akari\nsize 2 2\n# #\n# #\nsize 2 2\n# #\n. .\n", ["akari 2x2", "akari 2x2"]),
    "comments of #": ("# akari\nsize 2 1\n# #\n\n# masyu\nsize 2 1\n- -\n", ["akari 1x2", "masyu 1x2"]),
    "sections": (
        "; ripple\nsize 2 1\nregions\nA B\ngrid\n1 -\n\nsize 1 1\nA\n; nonogram\nsize 1 1\nrows\n1\ncolumns\n1\n",
        ["ripple 1x2", "ripple 1x1", "nonogram 1x1"],
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_several_boards_as_text(name):
    text, boards = TEXTS[name]
    found = read_boards(Source("x.txt", text))
    assert [f"{each.puzzle} {each.rows}x{each.cols}" for each in found] == boards


def test_no_board_takes_the_kind_of_a_board_below():
    text = TWO.replace("; Masyu Puzzle\n", "")
    with pytest.raises(InputError, match="which puzzle is it"):
        list(read_boards(Source("x.txt", text)))
    assert [each.puzzle for each in read_boards(Source("masyu.txt", text))] == ["masyu", "slitherlink"]


def test_answers_to_several_boards_as_text(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(TWO)
    lines = [json.loads(line) for line in run("solve", path, "--json").out.splitlines()]
    assert [list(line["solution"]) for line in lines] == [["h", "v"], ["h", "v"]]
    assert run("solve", path).out.count("\n\n") == 1
    assert "2 boards" in run("solve", path, "-o", tmp_path / "book.html").err
    path.write_text(TWO.replace("3 -", "3 x"))
    assert run("solve", path).err.startswith(f"{path}:8:3: 'x' is no cell of slitherlink")
    path.write_text(TWO + "- -\n")
    assert run("solve", path).err.startswith(f"{path}:10:1: found 3 rows; expected 2, the height")
    path.write_text(TWO)
    for command in ("hint", "encode", "steps"):
        done = run(command, path)
        assert (done.code, done.err) == (1, f"{path}: 2 boards; expected one board, such as {path}#1\n")


PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html"
WEB = {
    "#3x3t0:3a3b1a3a": "",
    "#3x3t0%3A3a3b1a3a": "",
    "?3x3t0:3a3b1a3a": "",
    "#3x3t0:3a3b1a3": "found 8 cells; expected 9",
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


@pytest.mark.parametrize("command", ["backbone", "encode", "hint", "steps"])
def test_other_commands_take_one(command, several):
    done = run(command, several)
    assert done.code == 1 and done.err == f"{several}: 3 boards; expected one board, such as {several}#1\n"
    assert run("solve", f"{several}#1").out == run("solve", EULER).out


@pytest.fixture
def two(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "two.txt").write_text(TWO)
    return tmp_path


def test_each_board_is_an_input_of_its_own(two):
    assert run("count", "two.txt", "-q").out.splitlines()[1].startswith("two.txt#2: ")
    assert "; two.txt#2\nhttps://puzz.link/p?slither/2/2/" in run("convert", "two.txt", "--to", "url").out
    for command in ("convert", "solve"):
        assert run(command, "two.txt", "-o", f"{command}d", "--to", "svg").code == 0
        assert sorted(path.name for path in (two / f"{command}d").iterdir()) == ["two-1.svg", "two-2.svg"]
    assert "; two.txt#1\n" in run("solve", "two.txt", "--all", "--limit", "1").out


def test_a_board_by_its_number(two):
    assert run("convert", "two.txt#2", "--to", "url").out.startswith("https://puzz.link/p?slither/2/2/")
    assert run("solve", "two.txt#3").err == "two.txt: no board 3; the text has 2 boards\n"
    (two / "two.txt").write_text(TWO.replace("; Slither Link Puzzle\n", "").replace("3 -", "x -"))
    assert run("solve", "two.txt#2").err.startswith("two.txt:7:1: 'x' is no cell of masyu")


@pytest.mark.parametrize(("command", "to"), [("convert", "svg"), ("convert", "html"), ("solve", "svg")])
def test_a_grid_of_pictures(command, to, two):
    (two / "ten.txt").write_text("; masyu\n" + "size 2 2\n- -\n- -\n" * 10)
    assert run(command, "ten.txt", "-o", f"grid.{to}").code == 0
    text = (two / f"grid.{to}").read_text()
    assert text.count("<svg ") == 10 + (to == "svg") and text.count("ten-10<") == 1


BLOCKS = {  # a text without a size, and its boards
    "a name above all": ("; slitherlink\n- 1\n0 -\n\n- -\n- 0\n- -\n", ["slitherlink 2x2", "slitherlink 3x2"]),
    "names": ("; slitherlink\n- 1\n0 -\n\n; akari\n1 -\n- 2\n", ["slitherlink 2x2", "akari 2x2"]),
    "names alone": ("slitherlink\n- 1\n0 -\n\nakari\n1 -\n- 2\n", ["slitherlink 2x2", "akari 2x2"]),
    "names and no blank line": (
        "# slitherlink\n- 1\n0 -\n# slitherlink\n1 -\n- 0\n",
        ["slitherlink 2x2", "slitherlink 2x2"],
    ),
    "boxes": ("; sudoku\n1 - - -\n- - - -\n\n- - 2 -\n- - - -\n", ["sudoku 4x4"]),
    "a square": ("; slitherlink\n1 - - -\n- - - -\n\n- - 0 -\n- - - -\n", ["slitherlink 4x4"]),
    "single rows": ("; slitherlink\n1 -\n\n- -\n\n- -\n", ["slitherlink 3x2"]),
}


@pytest.mark.parametrize("name", BLOCKS)
@pytest.mark.filterwarnings("ignore:read as 2 boards")
def test_blocks_of_rows(name):
    text, boards = BLOCKS[name]
    assert [f"{each.puzzle} {each.rows}x{each.cols}" for each in read_boards(Source("x.txt", text))] == boards


def test_boards_that_blank_lines_part_cause_a_warning(two):
    (two / "two.txt").write_text(BLOCKS["a name above all"][0])
    assert run("solve", "two.txt").err.startswith("two.txt:5:1: warning: read as 2 boards, which blank lines part")
    assert run("convert", "two.txt", "--to", "url").err.count("warning") == 1


@pytest.mark.parametrize("option", [["--proof", "p"], ["--to", "svg"], ["--all", "--to", "svg"]])
def test_what_several_boards_cannot_have(option, several, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("solve", several, *option)
    assert done.code == 2 and len(done.err.splitlines()) == 1


def test_sixteen_small_boards_are_no_large_one(tmp_path):
    path = tmp_path / "x"
    path.write_text("1..............2\n" * 16)
    assert len(run("solve", path, "--json").out.splitlines()) == 16
    path.write_text("\n".join(["." * 16] * 15 + ["G" + "." * 15]))
    assert len(run("solve", path, "--json").out.splitlines()) == 1
