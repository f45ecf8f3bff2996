"""The format of a file follows its suffix, where `--to` does not say it; `explain` draws."""

import json
import re
from xml.etree import ElementTree

import pytest
from support.command_server import completed
from support.paths import BOARDS, CASES
from support.run_command import run

MASYU = BOARDS / "masyu-0.txt"
AMBIGUOUS = "; Slitherlink Puzzle\nsize 4 4\n. 2 . .\n. . 3 .\n. . . .\n. 1 . .\n"
WRONG = "; Slitherlink Puzzle\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n"
BEGINNINGS = {
    "svg": b"<svg ",
    "png": b"\x89PNG",
    "pdf": b"%PDF",
    "html": b"<!DOCTYPE",
    "json": b'{"',
    "svg.gz": b"\x1f\x8b",
}


@pytest.fixture
def board(tmp_path):
    """Writes a board, and gives its path."""

    def write(text):
        path = tmp_path / "board.txt"
        path.write_text(text)
        return path

    return write


@pytest.mark.sample(3)
@pytest.mark.parametrize("suffix", BEGINNINGS)
@pytest.mark.parametrize("command", ["solve", "convert", "generate", "explain"])
def test_the_form_follows_the_suffix(command, suffix, tmp_path):
    pytest.importorskip("resvg_py")
    file = tmp_path / f"x.{suffix}"
    first = ["masyu", "--size", "5x5", "--seed", "1"] if command == "generate" else [MASYU]
    done = run(command, *first, "-o", file)
    assert done.code == 0, done.err
    assert file.read_bytes().startswith(BEGINNINGS[suffix])


@pytest.mark.parametrize(("suffix", "begin"), [("url", "https://"), ("sgt", "pearl:"), ("txt", ";"), ("csp", "(bool")])
def test_a_board_is_converted_as_the_suffix_says(suffix, begin, tmp_path):
    file = tmp_path / f"x.{suffix}"
    assert run("convert", MASYU, "-o", file).code == 0
    text = file.read_text()
    assert begin in text[: 400 if suffix == "csp" else len(begin)]


def test_what_is_said_goes_before_the_suffix(tmp_path):
    file = tmp_path / "x.svg"
    assert run("solve", MASYU, "--to", "board", "-o", file).code == 0
    assert "---" in file.read_text()
    assert run("solve", MASYU, "--json", "-o", file).code == 0
    assert json.loads(file.read_text())["status"] == "SATISFIABLE"
    assert run("convert", MASYU, "--to", "url", "-o", file).code == 0
    assert file.read_text().startswith("https://")


@pytest.mark.parametrize("name", ["x.docx", "x.odt", "x.JPG"])
@pytest.mark.parametrize("command", ["solve", "explain", "convert"])
def test_what_is_not_written(command, name, tmp_path):
    done = run(command, MASYU, "-o", tmp_path / name)
    assert done.code == 2 and done.err.startswith("csp2sat: ") and ".svg" in done.err
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        (None, [], ""),
        (None, ["--unique"], "csp2sat: unique\n"),
        (None, ["--unique", "-q"], ""),
        (None, ["--unique", "--json"], "csp2sat: unique\n"),
        (AMBIGUOUS, ["--unique"], "csp2sat: not unique; a * stands before each cell in which"),
        (AMBIGUOUS, ["--all"], ""),
        (WRONG, ["--unique"], "csp2sat: no solution; for the reason run: csp2sat explain "),
    ],
)
def test_the_verdict_is_seen_where_the_answer_is_in_a_file(text, options, said, board, tmp_path):
    done = run("solve", MASYU if text is None else board(text), *options, "-o", tmp_path / "x.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err.startswith(said) and bool(done.err) == bool(said)


@pytest.mark.parametrize("options", [[], ["--unique"], ["--all"], ["--json"], ["--limit", 3]])
def test_a_board_without_solution(options, board):
    path = board(WRONG)
    done = run("solve", path, *options)
    assert (done.code, done.err) == (0, f"csp2sat: no solution; for the reason run: csp2sat explain {path}\n")
    assert run("solve", path, *options, "-q").err == ""


def test_a_csp_without_solution_into_a_file(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 0 3) (int y 0 3) (int z 0 3) (< x y) (< y z) (= (+ x y z) 2)")
    done = run("solve", tmp_path / "x.csp", "-o", tmp_path / "x.out")
    assert (tmp_path / "x.out").read_text() == "s UNSATISFIABLE\n" and done.err.startswith(
        "csp2sat: encoding alone shows that there is no solution"
    )


@pytest.mark.parametrize("name", ["x.out", "x", "x.board", "x.txt", "-"])
def test_other_suffixes_say_nothing(name, tmp_path):
    output = name if name == "-" else tmp_path / name
    done = run("solve", MASYU, "-o", output)
    assert (done.out if name == "-" else output.read_text()).startswith("+   +")


def test_a_csp_is_no_picture(tmp_path):
    for command in ("solve", "explain"):
        done = run(command, CASES / "sendmore.csp", "-o", tmp_path / "x.svg")
        assert done.code == 2 and not (tmp_path / "x.svg").exists()
        assert f"-o {tmp_path}/x.svg (--to svg): expected one of " in done.err


def test_a_format_is_needed(tmp_path):
    done = run("convert", MASYU, "-o", tmp_path / "y")
    assert (
        done.code == 2
        and "expected --to FORMAT, such as --to text for a board, or -o FILE with a suffix of .csp, .htm" in done.err
    )
    for name, reason in {
        "x.foo": "no format has files .foo",
        "x.dzn": ".dzn is read, not written",
        "x.fzn.gz": ".fzn is read, not written (write M.mzn, then run: minizinc -c M.mzn)",
        "x.cnf": "csp2sat encode writes .cnf",
        "x": "no format is given",
    }.items():
        done = run("convert", CASES / "sendmore.csp", "-o", tmp_path / name)
        assert (
            done.code == 2 and f"{reason}; expected --to FORMAT" in done.err and "formats of a CSP: sugar" in done.err
        )


def test_text_is_what_is_printed_without_a_format():
    """Rows of a board, also of an address, and CSP text of a CSP."""
    url = run("convert", MASYU, "--to", "url").out.strip()
    rows = run("convert", MASYU, "--to", "text").out
    assert run("convert", url).out == rows == run("convert", MASYU, "-o", "-").out and rows.count("\n") > 3
    sums = CASES / "sendmore.csp"
    assert run("convert", sums).out == run("convert", sums, "--to", "sugar").out != ""
    found = [json.loads(run("convert", each, "--json").out) for each in (url, sums)]
    assert [each["format"] for each in found] == ["text", "sugar"] and found[0]["text"] == rows.rstrip("\n")


def test_an_xcsp3_file_by_its_suffix(tmp_path):
    assert run("convert", CASES / "sendmore.csp", "-o", tmp_path / "x.xcsp3").code == 0
    assert run("convert", tmp_path / "x.xcsp3", "-o", tmp_path / "x.csp").code == 0
    assert (tmp_path / "x.csp").read_text().startswith("(")


def test_several_boards_are_no_file(tmp_path):
    done = run("generate", "masyu", "--size", "5x5", "--count", 2, "-o", tmp_path / "x.svg")
    assert done.code == 2 and "x.svg: one file for 2 boards; expected a folder" in done.err
    assert not any(tmp_path.iterdir())


def test_decode_follows_the_suffix(tmp_path):
    cnf, answer, drawing = tmp_path / "m.cnf", tmp_path / "m.out", tmp_path / "m.svg"
    run("encode", MASYU, "-o", cnf)
    run("solve", cnf, "-o", answer)
    assert run("decode", answer, "-m", tmp_path / "m.map", "-o", drawing).code == 0
    assert ElementTree.parse(drawing).getroot().findtext("{*}desc") == "Solved."


# --- explain


def test_explain_draws_the_marked_board(board, tmp_path):
    file = tmp_path / "x.svg"
    done = run("explain", board(WRONG), "-o", file)
    assert done.code == 0
    assert (
        done.out.startswith("s UNSATISFIABLE\n1. There is no line on any side of")
        and "\n2 clues" in done.out
        and "+" not in done.out
    )
    root = ElementTree.parse(file).getroot()
    assert len(root.findall(".//{*}rect[@class='differs']")) == 2
    assert root.findtext("{*}desc") == done.out.strip()


def test_explain_draws_two_solutions(board, tmp_path):
    file = tmp_path / "x.svg"
    done = run("explain", board(AMBIGUOUS), "-o", file)
    assert (done.code, done.out.partition("\n")[0]) == (0, "not unique")
    groups = ElementTree.parse(file).getroot().findall("{*}g")
    marks = [len(group.findall("{*}rect[@class='differs']")) for group in groups]
    assert len(groups) >= 2 and marks[0] == marks[1] > 0


def test_explain_draws_the_only_solution(tmp_path):
    file = tmp_path / "x.svg"
    assert run("explain", MASYU, "-o", file).out == "s SATISFIABLE\nunique: nothing to explain\n"
    assert ElementTree.parse(file).getroot().find(".//{*}path[@class='solved line']") is not None


def test_a_page_has_the_reasons_and_their_words(board, tmp_path):
    file = tmp_path / "x.html"
    done = run("explain", board(WRONG), "--all-reasons", "-o", file)
    page = file.read_text()
    reasons = re.search(r"^(\d+) reasons?$", done.out, re.MULTILINE)
    assert reasons and page.count("<svg") == int(reasons[1]) > 1
    assert "cannot be satisfied together" in page


def test_explain_writes_text_and_json_to_files(board, tmp_path):
    path = board(WRONG)
    for more, file in (([], tmp_path / "x.txt"), (["--json"], tmp_path / "x.json"), (["--to", "json"], tmp_path / "y")):
        done = run("explain", path, *more, "-o", file)
        assert (done.code, done.out) == (0, "")
        assert file.read_text() == run("explain", path, *more).out


def test_a_drawing_on_stdout_leaves_the_words_to_stderr(board, capfdbinary):
    path = board(WRONG)
    for more, said in ((), b"s UNSATISFIABLE\n1. There is no line"), (("-q",), b""):
        done = completed(["explain", path, "--to", "svg", *more])
        assert done.returncode == 0 and done.stdout.startswith(b"<svg") and done.stdout.endswith(b"</svg>\n")
        assert done.stderr.startswith(said) and bool(done.stderr) == bool(said)


@pytest.mark.parametrize("command", ["solve", "convert", "encode", "explain"])
def test_the_input_is_not_overwritten(command, board):
    path = board(MASYU.read_text())
    link = path.with_name("link.txt")
    link.symlink_to(path)
    for written in (path, link):
        done = run(command, path, "-o", written)
        expected = f"csp2sat: --output {written}: would overwrite the input {path}; expected another name\n"
        assert (done.code, done.out, done.err) == (2, "", expected)
    assert path.read_text() == MASYU.read_text()
