"""csp2sat help: the manual in a terminal and in a pipe."""

import os
import pty
import re
import subprocess
import sys

import pytest
from support.paths import ROOT
from support.run_command import run

from csp2sat.cli.show import manual

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7])[;m]")


def shown(*words, columns=80, **environment):
    """What `csp2sat help` shows on a terminal of so many columns, with `cat` as its pager."""
    ours, theirs = pty.openpty()
    env = {
        **os.environ,
        "NO_COLOR": "",
        "COLUMNS": str(columns),
        "TERM": "xterm-256color",
        "PAGER": "cat",
        **environment,
    }
    command = [sys.executable, "-m", "csp2sat", "help", *words]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        chunks = []
        while chunk := read(ours):
            chunks.append(chunk)
    os.close(ours)
    assert process.returncode == 0
    return b"".join(chunks).decode()


def read(descriptor):
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.parametrize("columns", [80, 200])
def test_a_terminal_gets_lines_that_fit(columns):
    text = shown("cumulative", columns=columns, NO_COLOR="1")
    lines = [line.rstrip() for line in plain(text).splitlines()]
    assert max(map(len, lines)) <= min(columns, manual.MOST_COLUMNS)
    assert "and ORIGIN + DURATION = END. At no instant" in " ".join(" ".join(lines).split())
    assert "```" not in text


def plain(text):
    """Without escape sequences."""
    return re.sub(r"\x1b\[[0-9;]*m|\r", "", text)


def test_colours_are_left_out_where_that_is_wanted():
    assert COLOUR.search(shown("cumulative"))
    assert not COLOUR.search(shown("cumulative", NO_COLOR="1"))


def test_a_pipe_gets_the_chapter_as_it_is():
    done = run("help", "csp")
    assert done.out == (manual.FOLDER / "csp.md").read_text(encoding="utf-8")
    assert run("help").out == (manual.FOLDER / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("topic", "chapters"),
    [
        ("alldifferent", "### `alldifferent`"),
        ("ALLDIFFERENT", "### `alldifferent`"),
        ("<=", "### `eq`, `=`"),
        ("masyu", "### masyu"),
        ("compact-order", "### compact-order"),
        ("build.table", "### `build.table`"),
        ("exit codes", "## Exit codes"),
        ("CertificateError", "### `csp2sat.CertificateError`"),
        ("python.md", "# Python\n"),
        ("coming-from", "# Coming from elsewhere"),
        ("encoding", "# Encodings of integers"),
        ("map file", "## The map file"),
        ("at most one", "## At most one of n literals"),
    ],
)
def test_topics(topic, chapters):
    assert manual.found(topic).startswith(chapters)


def test_a_name_of_the_language_and_of_python_gives_both():
    text = manual.found("cumulative")
    assert "### `cumulative`" in text and "### `build.cumulative`" in text


def test_a_word_that_is_no_heading_gives_the_places_where_it_stands():
    text = run("help", "--cross-check").out
    assert "* `csp2sat help solvers`, Which one: --cross-check NAME a second solver must confirm" in text
    assert manual.found("cross-check").count("\n* ") == text.count("\n* ") > 2


@pytest.mark.parametrize("topic", ["AllDifferent", "alldifferent", "all_different", "all-different"])
def test_a_name_however_it_is_spelled(topic):
    text = manual.found(topic)
    assert text.startswith("### `alldifferent`") and "### `build.all_different`" in text


@pytest.mark.parametrize("topic", ["build.inverse", "build.extension_supports", "extension_supports"])
def test_a_constraint_by_its_name_in_python(topic):
    assert manual.found(topic).startswith(f"### `{topic.removeprefix('build.').replace('_', '-')}`")


@pytest.mark.parametrize("topic", ["time_limit", "solution_limit", "display", "allequal_except_n"])
def test_a_word_before_the_first_section_of_a_chapter(topic):
    assert "* `csp2sat help cpmpy`, csp2sat in CPMpy: " in manual.found(topic)


def test_what_is_nowhere_is_refused_with_the_nearest():
    done = run("help", "alldiferent")
    assert done.code == 2
    assert done.err == "csp2sat: the manual has nothing on 'alldiferent'; did you mean 'alldifferent'?\n"
    assert run("help", "qwertyuiop").err.endswith("`csp2sat help` lists the chapters\n")


def test_sections_end_where_the_next_one_begins():
    text = "# A\n\n## b\n\n```console\n# no heading\n```\n\n### c\n\nend\n\n## d\n"
    found = {section.heading: section.text for section in manual.sections("a", text)}
    assert list(found) == ["A", "b", "c", "d"]
    assert found["A"] == text and found["b"].endswith("end\n\n") and found["d"] == "## d\n"


def test_the_manual_is_no_burden_for_other_commands():
    code = "import sys; sys.argv = ['csp2sat', 'help', 'csp']; from csp2sat.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-X", "importtime", "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert not {"rich.markdown", "csp2sat.api.functions", "csp2sat.encoder"} & imported
