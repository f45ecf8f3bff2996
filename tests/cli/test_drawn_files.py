"""Drawings as files: --to svg, png, html of solve, decode and convert; pages; notebooks."""

import os
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from support.boards import board_of, neutral
from support.command_server import completed
from support.paths import BOARDS
from support.run_command import run as run_here

import csp2sat
from csp2sat.api.writing import html
from csp2sat.cli.show import reasons
from csp2sat.puzzles.spec import Board

MASYU = BOARDS / "masyu-0.txt"
SEVERAL = "; Slitherlink Puzzle\nsize 2 1\n- -\n"
NONE = "; Slitherlink Puzzle\nsize 2 1\n3 0\n"
VOID = ("meta", "link", "br", "img", "input", "hr")


def run(*args, cwd=None, env=None):
    """Run a command; its output stays bytes."""
    return completed(args, cwd=cwd, env={**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **(env or {})})


@pytest.fixture
def several(tmp_path):
    path = tmp_path / "several.txt"
    path.write_text(SEVERAL)
    return path


@pytest.fixture
def none(tmp_path):
    path = tmp_path / "none.txt"
    path.write_text(NONE)
    return path


# --- solve


def test_svg_on_stdout():
    done = run("solve", MASYU, "--to", "svg")
    assert (done.returncode, done.stderr) == (0, b"")
    root = ElementTree.fromstring(done.stdout)
    assert root.get("viewBox") == "0 0 420 420"
    assert root.findtext("{*}title") == "Masyu, 10 rows, 10 columns"
    assert root.findtext("{*}desc") == "Solved."


def test_svg_in_a_file_with_the_verdict_on_stdout(tmp_path):
    done = run("solve", MASYU, "--to", "svg", "--unique", "-o", tmp_path / "a.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"unique\n", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]
    ElementTree.parse(tmp_path / "a.svg")


def test_svg_on_stdout_has_the_verdict_on_stderr(several):
    done = run("solve", several, "--to", "svg", "--unique")
    assert done.stderr == b"csp2sat: not unique\n"
    assert done.stdout.count(b'class="differs"') == 4
    assert b"Two solutions, which differ in 2 cells." in done.stdout
    assert run("solve", several, "--to", "svg", "--unique", "-q").stderr == b""


def test_png(tmp_path):
    pytest.importorskip("resvg_py")
    done = run("solve", MASYU, "--to", "png")
    assert done.stdout.startswith(b"\x89PNG\r\n\x1a\n")
    assert run("solve", MASYU, "--to", "png", "-o", tmp_path / "a.png").stdout == b""
    assert (tmp_path / "a.png").read_bytes() == done.stdout


def test_png_is_not_for_a_terminal():
    pty = pytest.importorskip("pty")
    pytest.importorskip("resvg_py")
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "csp2sat", "solve", MASYU, "--to", "png"]
    done = subprocess.run(command, stdout=terminal, stderr=subprocess.PIPE, check=False)
    os.close(terminal)
    os.close(master)
    assert (done.returncode, done.stderr) == (2, b"csp2sat: a PNG cannot be printed on a terminal; use -o FILE\n")


@pytest.mark.parametrize("command", [("solve",), ("convert",)], ids=["solve", "convert"])
def test_png_says_what_to_install(command, tmp_path):
    (tmp_path / "resvg_py.py").write_text("raise ImportError")
    done = run(*command, MASYU, "--to", "png", "-o", tmp_path / "a.png", env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr == b"csp2sat: PNG needs resvg-py, which is not installed; to install: pip install resvg-py\n"
    assert not (tmp_path / "a.png").exists()


def test_no_solution_is_no_picture(none, tmp_path):
    done = run("solve", none, "--to", "svg", "-o", tmp_path / "a.svg")
    assert (done.returncode, done.stdout) == (0, b"s UNSATISFIABLE\n")
    assert not (tmp_path / "a.svg").exists()


def test_a_page_says_that_there_is_no_solution(none, tmp_path):
    done = run("solve", none, "--to", "html", "-o", tmp_path / "a.html")
    assert done.stdout == b"s UNSATISFIABLE\n"
    assert '<p class="verdict">There is no solution.</p>' in (tmp_path / "a.html").read_text()


def test_a_page_with_all_solutions(several, tmp_path):
    done = run("solve", several, "--all", "--to", "html", "-o", tmp_path / "a.html")
    assert (done.returncode, done.stdout) == (0, b"3 solutions\n")
    assert (tmp_path / "a.html").read_text().count("<svg") == 4


def test_a_file_is_compressed_as_its_name_says(tmp_path):
    assert run("solve", MASYU, "--to", "svg", "-o", tmp_path / "a.svg.gz").returncode == 0
    assert (tmp_path / "a.svg.gz").read_bytes()[:2] == b"\x1f\x8b"


def test_a_file_that_cannot_be_written(tmp_path):
    done = run("solve", MASYU, "--to", "svg", "-o", tmp_path / "no" / "a.svg")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith(f"csp2sat: {tmp_path / 'no' / 'a.svg'}: cannot be written: ")


def test_usage(several, tmp_path):
    done = run("solve", several, "--to", "svg", "--all")
    assert (done.returncode, done.stderr) == (2, b"csp2sat: --to svg draws one solution; --to html draws all\n")
    model = tmp_path / "a.csp"
    model.write_text("(int x 0 1)")
    done = run("solve", model, "--to", "svg")
    assert (done.returncode, done.stderr) == (2, b"csp2sat: --to svg: expected one of values, v, json\n")
    done = run("convert", model, "--to", "svg")
    assert (done.returncode, done.stderr) == (2, b"csp2sat: --to svg: only a board can be drawn\n")


# --- decode and convert


def test_decode(several, tmp_path):
    run("encode", several, "-o", tmp_path / "a.cnf", "-m", tmp_path / "a.map")
    run("solve", tmp_path / "a.cnf", "-o", tmp_path / "a.out")
    done = run("decode", tmp_path / "a.out", "-m", tmp_path / "a.map", "--to", "svg")
    assert ElementTree.fromstring(done.stdout).findtext("{*}desc") == "Solved."
    done = run("solve", tmp_path / "a.cnf", "--to", "svg")
    assert done.returncode == 2
    assert done.stderr == b"csp2sat: --to svg: a CNF has no board; decode its answer with the map\n"


def test_decode_without_solution(none, tmp_path):
    run("encode", none, "-o", tmp_path / "a.cnf", "-m", tmp_path / "a.map")
    (tmp_path / "a.out").write_text("s UNSATISFIABLE\n")
    done = run("decode", tmp_path / "a.out", "-m", tmp_path / "a.map", "--to", "svg", "--exit-code", "sat")
    assert (done.returncode, done.stdout) == (20, b"s UNSATISFIABLE\n")


def test_decode_says_under_which_assumption_there_is_none(tmp_path):
    board = tmp_path / "numberlink.txt"
    board.write_text("size 2 2\n1 2\n2 1\n")
    run("encode", board, "--assume", "unique", "-o", tmp_path / "a.cnf", "-m", tmp_path / "a.map")
    (tmp_path / "a.out").write_text("s UNSATISFIABLE\n")
    decoded = "decode", tmp_path / "a.out", "-m", tmp_path / "a.map", "--to"
    line = b"s UNSATISFIABLE\nc none under this assumption: unique\n"
    assert run(*decoded, "svg").stdout == run(*decoded, "html", "-o", tmp_path / "a.html").stdout == line
    assert "No solution under this assumption: unique." in (tmp_path / "a.html").read_text()


@pytest.mark.parametrize("to", ["svg", "html"])
def test_convert_draws_the_board_as_it_is(to, tmp_path):
    done = run("convert", MASYU, "--to", to, "-o", tmp_path / "a")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    drawn = (tmp_path / "a").read_text()
    assert "white-circle" in drawn
    assert "solved" not in drawn


# --- pages


class Balanced(HTMLParser):
    """Every element that begins ends, in order."""

    def __init__(self, page):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_a_page_is_complete_and_alone():
    form = neutral("masyu-10x10-bd6ea1a8")
    board = board_of(form)
    page = html.page(board, [form["solution"], form["second_solution"]], "Not <unique>.")
    found = Balanced(page)
    assert found.open == []
    tags = [tag for tag, _ in found.seen]
    assert (tags.count("svg"), tags.count("details"), tags.count("pre"), tags.count("script")) == (3, 2, 2, 0)
    assert not {"src", "href", "xlink:href", "srcset"} & {name for _, attributes in found.seen for name in attributes}
    assert page.count('class="differs"') == 8
    assert "Not &lt;unique&gt;." in page
    assert "<summary>Rules</summary>\n<p>Draw one closed loop that goes straight through all white circles" in page
    assert "default-src 'none'" in page


# --- notebooks


def test_boards_and_results_draw_themselves():
    problem = csp2sat.load(MASYU)
    assert "solved" not in problem._repr_svg_()
    assert problem.board._repr_svg_() == problem._repr_svg_()
    result = csp2sat.solve(problem, unique=True)
    assert 'class="solved line"' in result._repr_html_()


def test_results_with_two_solutions_or_none(several, none):
    assert "Two solutions" in csp2sat.solve(several, unique=True)._repr_html_()
    assert "UNSATISFIABLE" in csp2sat.solve(none)._repr_html_()


def test_decoded_answers_draw_themselves(several, tmp_path):
    csp2sat.write_cnf(several, tmp_path / "a.cnf", tmp_path / "a.map")
    run("solve", tmp_path / "a.cnf", "-o", tmp_path / "a.out")
    assert "Solved." in csp2sat.decode(tmp_path / "a.out", tmp_path / "a.map")._repr_svg_()


def test_an_unusual_board_has_a_name():
    assert "<title>Masyu, 1 row, 3 columns</title>" in Board("masyu", 1, 3, [".w."])._repr_svg_()


@pytest.mark.parametrize("command", [["solve"], ["convert", "--to", "svg"], ["hint"]])
def test_the_name_of_a_folder_is_no_file(command, tmp_path, several):
    done = run(*command, several, "-o", "new/", cwd=tmp_path)
    said = "new/: cannot be written: the name of a folder; expected that of a file"
    assert done.returncode == 1 and said in done.stderr.decode() and not (tmp_path / "new").exists()


SEVERAL_LEGENDS = (
    "first solution",
    "second solution; marked: cells that differ",
    "marked: added; then the solution is unique",
)
LEGENDS = {
    "several": ("4 - - 3\n- - - 4\n- - - -\n- - - -\n", SEVERAL_LEGENDS),
    "none": ("4 - - 4\n- - - -\n- - - -\n- - - -\n", ("marked: clues that cannot hold together",)),
    "one": ("4 - - 3\n- - - 4\n1 - - -\n3 - - -\n", ()),
}


@pytest.mark.parametrize("name", LEGENDS)
def test_drawings_of_explain_have_a_legend(name, tmp_path, monkeypatch):
    rows, legends = LEGENDS[name]
    drawn = []
    monkeypatch.setattr(reasons, "explained", lambda board, drawings, *about: drawn.extend(drawings) or "<svg/>")
    (tmp_path / "board.txt").write_text(f"; Sudoku\nsize 4 4\n{rows}")
    assert run_here("explain", tmp_path / "board.txt", "-o", tmp_path / "why.svg").code == 0
    assert [note.words for picture, _ in drawn for note in picture.notes] == list(legends)
