"""Names are data at every door: no terminal gets a character that it obeys, no name is lost, no page gets markup."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.nasty_names import CONTROLS, MARKUP, ORDINARY, obeyed
from support.real_commands import csp2sat

from csp2sat import Csp2SatError, FileError, Model, ModelError, UsageError, loads, solve
from csp2sat.bench.judge import judge
from csp2sat.bench.report import html as report_html
from csp2sat.bench.report.text import ReportForm, csv_table, show
from csp2sat.escaping import for_csv, for_html, for_json, for_screen, for_terminal

EVERY = [*CONTROLS.values(), "a\nb", "a\tb"]


@pytest.mark.parametrize("name", EVERY)
def test_each_medium_shows_what_it_would_obey(name: str) -> None:
    assert not obeyed(for_terminal(name)) and not set("\n\t") & set(for_terminal(name))
    assert not obeyed(for_screen(name)) and not obeyed(for_html(name)) and not obeyed(str(for_csv(name)))
    shown = for_json(json.dumps(name, ensure_ascii=False))
    assert not obeyed(shown) and json.loads(shown) == name


@pytest.mark.parametrize("name", [*ORDINARY, "a b", "it's", "\\x1b"])
def test_ordinary_names_stay(name: str) -> None:
    assert for_terminal(name) == for_screen(name) == for_csv(name) == name
    model = Model()
    model.int(name, 3, 3)
    assert f"{name} = 3" in str(solve(model).solution)


@pytest.mark.parametrize("name", [*EVERY, *MARKUP, *ORDINARY, "\x00", "\ufffe"])
def test_markup_has_names_as_text(name: str) -> None:
    element = ElementTree.fromstring(f'<a b="{for_html(name)}">{for_html(name)}</a>')
    visible = name if not obeyed(name) and "\ufffe" not in name else None
    assert not list(element) and (visible is None or element.text == visible)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("-", "-"),
        (-1, -1),
        (None, None),
        ("\tx", "'\\x09x"),
    ],
)
def test_no_cell_of_csv_is_a_formula(cell: object, shown: object) -> None:
    assert for_csv(cell) == shown


# --- names of variables


def texts(name: str) -> dict[str, str]:
    """An instance in each language that has a variable of this name."""
    attribute = "".join(c if ord(c) >= 0x20 else f"&#{ord(c)};" for c in for_html("x").replace("x", name))
    return {
        "sugar": f"(int {name} 0 1)",
        "xcsp": f'<instance><presentation format="XCSP 2.1"/><domains nbDomains="1"><domain name="D" nbValues="1">1'
        f'</domain></domains><variables nbVariables="1"><variable name="{attribute}" domain="D"/></variables>'
        f'<constraints nbConstraints="0"/></instance>',
        "flatzinc": json.dumps({"variables": {name: {"type": "bool"}}, "solve": {"method": "satisfy"}}),
        "opb": f"+1 {name} >= 1 ;",
    }


@pytest.mark.parametrize("language", ["sugar", "xcsp", "flatzinc", "opb"])
@pytest.mark.parametrize("name", CONTROLS.values())
def test_no_language_has_names_with_control_characters(language: str, name: str) -> None:
    with pytest.raises(Csp2SatError) as caught:
        loads(texts(name)[language], kind=language)
    assert not obeyed(str(caught.value)) and str(caught.value).count("\n") <= 2


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("declare", ["int", "bool"])
def test_python_has_no_names_with_control_characters(declare: str, name: str) -> None:
    with pytest.raises(ModelError, match="control character") as caught:
        getattr(Model(), declare)(name, *((0, 1) if declare == "int" else ()))
    assert not obeyed(str(caught.value)) and "\n" not in str(caught.value)


@pytest.mark.parametrize("error", [FileError, UsageError])
@pytest.mark.parametrize("name", EVERY)
def test_errors_are_inert(error: type[Csp2SatError], name: str) -> None:
    assert not obeyed(str(error(f"{name}: cannot be read")))


# --- commands


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", EVERY)
def test_commands_show_names_of_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.csp"
    for command in (
        ["solve"],
        ["encode"],
        ["count"],
        ["check", path],
        ["bench"],
        ["solve", "--json"],
        ["decode", "-m"],
    ):
        done = csp2sat(*command, path, cwd=tmp_path)
        assert done.returncode in (1, 2) and not obeyed(done.stdout + done.stderr), command
        assert done.stderr.count("\n") <= 4 and "Traceback" not in done.stderr
    path.write_text("(int x 0 1")
    done = csp2sat("solve", path)
    assert done.returncode == 1 and not obeyed(done.stderr) and done.stderr.count("\n") == 3


def test_comments_strings_and_lines_of_sources_are_data(tmp_path: Path) -> None:
    every = "".join(CONTROLS.values())
    for number, text in enumerate(
        [f'(int x 0 1) (foo "{every}")', f"; {every}\n(int x 0 1)(bar x)", every, f"p cnf 1 1\nc {every}\n1 x 0\n"]
    ):
        path = tmp_path / f"{number}.csp"
        path.write_text(text)
        done = csp2sat("solve", "-v", path)
        assert done.returncode in (1, 2) and not obeyed(done.stdout + done.stderr) and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "{}"],
        ["{}"],
        ["solve", "--encoding", "{}", "x"],
        ["solve", "--{}", "x"],
        ["help", "{}"],
        ["puzzles", "{}"],
        ["generate", "{}"],
        ["solve", "x.csp", "--solver", "{}"],
        ["solve", "x.csp", "--encode", "{}=log"],
        ["solve", "x.csp", "--solver-arg", "{}", "--seed", "z"],
    ],
)
def test_words_of_the_command_line(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "x.csp").write_text("(int x 0 1)")
    every = "".join(CONTROLS.values())
    done = csp2sat(*(word.format(every) for word in words), cwd=tmp_path)
    assert not obeyed(done.stdout + done.stderr) and "Traceback" not in done.stderr


# --- benchmarks


def row(name: str, **others: object) -> dict[str, object]:
    texts = dict.fromkeys(("input", "family", "encoding", "solver", "version", "why"), name)
    counts = dict.fromkeys(("variables", "clauses", "bytes", "repeat", "shuffle"), 0)
    times = {"wall": {"solve": 1.0}, "cpu": {"solve": 1.0}, "timeout": 9.0}
    return {"key": "k", "digest": "d", "status": "sat", **texts, **counts, **times, **others}


@pytest.mark.sample(2)
@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("status", ["sat", "wrong"])
def test_reports_show_names(color: bool, status: str) -> None:
    for name in [*EVERY, *MARKUP, "[bold]x[/bold]", ":smile:"]:
        verdict, out = judge([row(name, status=status)]), io.StringIO()
        show(verdict, "cpu", out, ReportForm(color))
        text = out.getvalue()
        codes = ("\x1b[1m", "\x1b[0m", "\x1b[2m", "\x1b[31m", "\x1b[1;31m") if color else ()
        for code in codes:
            text = text.replace(code, "")
        assert not obeyed(text) and for_terminal(name) in text
        table = csv_table(verdict.rows)
        assert not obeyed(table) and len(list(csv.reader(io.StringIO(table)))) == 2


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)


def test_pages_have_the_same_tags_whatever_the_names_are(tmp_path: Path) -> None:
    pages = [report_html.page(judge([row(name, status="wrong")]), tmp_path, "cpu") for name in ["x", *EVERY, *MARKUP]]
    tags = []
    for page in pages:
        parser = _Tags()
        parser.feed(page)
        tags.append(parser.found)
        assert not obeyed(page.replace(report_html.POLICY, ""))
    assert all(each == tags[0] for each in tags)


def test_a_benchmark_of_such_names(tmp_path: Path) -> None:
    names = ["\x1b[31mx", "\x9bx\n", "\u202ex", os.fsdecode(b"\xff")]
    (tmp_path / "in").mkdir()
    for at, name in enumerate(names):
        (tmp_path / "in" / f"{name}.csp").write_text(f"(int x {at} {at})")
    done = csp2sat("bench", "in", "--solver", "kissat", "-v", "-o", "R", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not obeyed(done.stdout + done.stderr)
    assert not obeyed((tmp_path / "R" / "results.jsonl").read_text())
    done = csp2sat("bench", "report", "R", "--html", "r.html", "--csv", "r.csv", "--json", cwd=tmp_path)
    assert done.returncode == 0 and not obeyed(done.stdout) and len(json.loads(done.stdout)["rows"]) == len(names)
    assert not obeyed((tmp_path / "r.html").read_text()) and not obeyed((tmp_path / "r.csv").read_text())


DAMAGED = {
    "no object": "[]",
    "a text": '"x"',
    "no JSON": "{",
    "no digest": {"digest": ...},
    "no seconds": {"wall": None},
    "other seconds": {"cpu": {"solve": "x"}},
    "not a number": {"timeout": float("nan")},
    "a large number": {"variables": 10**400},
    "negative": {"bytes": -1},
    "a Boolean": {"repeat": True},
    "a list for a name": {"solver": ["x"]},
    "null": {"why": None},
    "a number for a name": {"encoding": 1},
    "a path for a digest": {"digest": "../../x"},
    "no status": {"status": ...},
    "deep": "[" * 100_000,
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("damage", DAMAGED)
def test_rows_of_wrong_types(tmp_path: Path, damage: str) -> None:
    change = DAMAGED[damage]
    fields = {
        name: value
        for name, value in (row("x") | (change if isinstance(change, dict) else {})).items()
        if value is not ...
    }
    line = json.dumps(fields) if isinstance(change, dict) else change
    (tmp_path / "results.jsonl").write_text(json.dumps(row("x")) + "\n" + line + "\n")
    done = csp2sat("bench", "report", tmp_path)
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "results.jsonl:2: no result of a benchmark: " in done.stderr


# --- limits, streams


@pytest.mark.sample(9)
@pytest.mark.parametrize("command", ["solve", "count", "encode", "bench"])
@pytest.mark.parametrize("seconds", ["nan", "inf", "infinity", "NaN"])
def test_a_time_limit_is_a_number(tmp_path: Path, command: str, seconds: str) -> None:
    (tmp_path / "x.csp").write_text("(int x 0 1)")
    done = csp2sat(command, "x.csp", "--timeout", seconds, cwd=tmp_path)
    assert done.returncode == 2 and "is no number of seconds" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("seconds", ["1e308", "1e12", "99999999999999999999"])
def test_a_time_limit_may_be_long(tmp_path: Path, seconds: str) -> None:
    (tmp_path / "x.csp").write_text("(int x 0 1)")
    assert csp2sat("solve", "x.csp", "--timeout", seconds, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("command", ["solve -", "check - -", "decode - -m x.map", "encode -", "convert - --to json"])
def test_stdin_may_be_closed(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m csp2sat {command} <&-"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "command", ["solve x.csp --all", "solve x.csp --all --json", "puzzles", "help csp", "solvers", "bench report R"]
)
def test_a_reader_that_goes_is_no_error(tmp_path: Path, command: str) -> None:
    (tmp_path / "x.csp").write_text("(int x 0 99)")
    (tmp_path / "R").mkdir()
    (tmp_path / "R" / "results.jsonl").write_text(json.dumps(row("x")) + "\n")
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "csp2sat", *command.split()],
            cwd=tmp_path,
            stdout=gone,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, "")


LONG = {
    "digits": "7" * 1_600_000,
    "a URL": "https://puzz.link/p?masyu/5/5/" + "0" * 1_600_000,
    "a game ID": "slant:5x5:" + "a" * 1_600_000,
    "letters": "x" * 1_600_000,
    "a comment": ";" + "x" * 1_600_000,
    "cells": "; Sudoku Puzzle\nsize 9 9\n" + "- " * 800_000,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", LONG)
def test_an_error_in_a_long_line_is_quick_and_short(kind: str) -> None:
    begun = time.process_time()
    with pytest.raises(Csp2SatError) as caught:
        loads(LONG[kind])
    assert time.process_time() - begun < 5 and len(str(caught.value)) < 2000


@pytest.mark.parametrize(("before", "columns"), [("e\u0301", 1), ("日本", 4), ("é", 1), ("x", 1)])
def test_the_caret_is_below_its_character(before: str, columns: int) -> None:
    with pytest.raises(Csp2SatError) as caught:
        loads(f"(bool {before}) (foo {before})")
    assert str(caught.value).split("\n")[2].index("^") == 2 + len("(bool ) (") + columns


def test_boards_of_others_are_data(tmp_path: Path) -> None:
    for char in ("\x1b[31m", "\x9b", "\u202e"):
        (tmp_path / "b.json").write_text(
            json.dumps({"type": "easyasabc", "rows": 3, "cols": 3, "givens": {char: char}})
        )
        (tmp_path / "t.txt").write_text(f"; Sudoku {char}\nsize 2 2\n1 {char}\n- -\n")
        (tmp_path / "c.txt").write_text(f"; Sudoku Puzzle\n; by {char}\nsize 4 4\n" + "- - - -\n" * 4)
        (tmp_path / "o.out").write_text(f"s SATISFIABLE {char}\na x{char}\t1\na\n")
        (tmp_path / "x.csp").write_text("(int x 0 1)")
        for words in (
            ["solve", "b.json"],
            ["solve", "t.txt"],
            ["solve", "c.txt"],
            ["convert", "c.txt", "--to", "html"],
            ["solve", f"https://puzz.link/p?mas{char}yu/5/5/h3m"],
            ["solve", f"https://puzz.link/p?masyu/5/5/h3m{char}"],
            ["solve", f"masyu{char}:5x5:a"],
            ["check", "x.csp", "o.out"],
        ):
            done = csp2sat(*words, cwd=tmp_path)
            assert not obeyed(done.stdout + done.stderr) and "Traceback" not in done.stderr, words
