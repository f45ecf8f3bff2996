"""csp2sat help: the manual in a terminal and in a pipe."""

import dataclasses
import json
import os
import pty
import re
import subprocess
import sys
from functools import cache

import pytest
from support.paths import ROOT
from support.run_command import run
from typer.main import get_command

import csp2sat
from csp2sat import build
from csp2sat.base.plugins import Parts
from csp2sat.cli.app import BELOW, COMMANDS, app_for
from csp2sat.cli.show import manual
from csp2sat.cli.show.manual_sections import shortened
from csp2sat.languages.csp.constraints import FORMS
from csp2sat.languages.csp.operators import STATEMENTS
from csp2sat.model.ops import OPS
from csp2sat.puzzles.names import names_of
from csp2sat.puzzles.spec import PUZZLES

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


def test_long_chapters_are_shown_as_their_contents():
    text = shortened(manual.chapters()["puzzles"], "puzzles")
    assert text.count("\n") < 100 and "`csp2sat help --all puzzles` prints them" in text
    for name in PUZZLES:
        assert f"\n* `{name}`: {' '.join(PUZZLES[name].rules.split())[:40]}" in text, name
    assert "\n## Global constraints\n\n* `alldifferent`: No two of the terms are equal\n" in shortened(
        manual.chapters()["csp"], "csp"
    )
    assert "\n* `grade`: Print the grade of a board, from 1 to 10," in shortened(manual.chapters()["command-line"], "")


def test_contents_leave_no_section_out_and_have_a_line_on_each():
    long = {name: text for name, text in manual.chapters().items() if shortened(text, name) != text}
    assert {"puzzles", "csp", "python-reference", "command-line"} <= long.keys()
    for name, text in long.items():
        lines = shortened(text, name)
        for section in manual.sections(name, text):
            assert section.heading.strip("`") in lines, (name, section.heading)
    assert not re.search(r"^\* .*: \W*$", "".join(map(shortened, long.values(), long)), re.M)


def test_short_passages_and_those_of_few_sections_are_whole():
    assert shortened(manual.chapters()["proofs"], "proofs") == manual.chapters()["proofs"]


def plain(text):
    """Without escape sequences."""
    return re.sub(r"\x1b\[[0-9;]*m|\r", "", text)


def test_colours_are_left_out_where_that_is_wanted():
    assert COLOUR.search(shown("cumulative"))
    assert not COLOUR.search(shown("cumulative", NO_COLOR="1"))


def test_a_pipe_gets_the_chapter_as_it_is():
    done = run("help", "--all", "csp")
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
        ("at most one of n literals", "## At most one of n literals"),
        ("portfolio", "## Portfolio"),
        ("after", "`csp2sat help solvers`, Portfolio:"),
        ("penpa", "`csp2sat help formats`, What is read:"),
        ("Double Choco", "### dbchoco"),
    ],
)
def test_topics(topic, chapters):
    assert manual.found(topic).startswith(chapters)


@pytest.mark.parametrize("puzzle", list(PUZZLES))
def test_a_puzzle_by_each_of_its_names(puzzle):
    """Its section is there, perhaps with what else is called so."""
    for name in names_of(puzzle):
        assert re.search(rf"^### {puzzle}$", manual.found(name), re.M) or name in ALSO, name


ALSO = ("building", "range", "towers", "queens")  # words that mean something else first
BOARD_WORDS = ("board", "size", "rows", "rooms", "room", "symbols", "text")


@pytest.mark.parametrize("word", BOARD_WORDS)
def test_the_words_of_a_board_as_text(word):
    assert "`size WIDTH HEIGHT`, the width first" in manual.found(word)


def test_a_name_of_the_language_and_of_python_gives_both():
    text = manual.found("cumulative")
    assert "### `cumulative`" in text and "### `build.cumulative`" in text


def test_a_word_that_is_no_heading_gives_the_places_where_it_stands():
    text = run("help", "--cross-check").out
    assert "* `csp2sat help solvers`, When no solver is asked: With --cross-check both solvers" in text
    assert manual.found("cross-check").count("\n* ") >= text.count("\n* ") > 2


@pytest.mark.parametrize("topic", ["AllDifferent", "alldifferent", "all_different", "all-different"])
def test_a_name_however_it_is_spelled(topic):
    text = manual.found(topic)
    assert text.startswith("### `alldifferent`") and "### `build.all_different`" in text


@pytest.mark.parametrize("topic", ["build.inverse", "build.extension_supports", "build.no_overlap", "build.interval"])
def test_a_constraint_by_its_name_in_python(topic):
    assert manual.found(topic).startswith(f"### `{topic}`")


@pytest.mark.parametrize("topic", ["time_limit", "solution_limit", "display", "allequal_except_n"])
def test_a_word_before_the_first_section_of_a_chapter(topic):
    assert "* `csp2sat help cpmpy`, csp2sat in CPMpy: " in manual.found(topic)


def test_what_is_nowhere_leads_to_the_nearest():
    done = run("help", "alldiferent")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("No chapter or section is called `alldiferent`. This is on `alldifferent`:\n\n### ")
    assert run("help", "why", "has", "my", "rota", "no", "rain").out.partition("\n\n")[2].startswith("### Why there")
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


def everything():
    """What a user may ask for by its name: the names of the language, of Python, of the command line, of puzzles."""
    names = [*FORMS, *STATEMENTS, *LISTS, *(name for op in OPS.values() for name in op.names), *PUZZLES, *COMMANDS]
    public = [name for name in csp2sat.__all__ if name != "build"]
    return {*names, *public, *build.__all__, *Parts("encoding", "ENCODING", "csp2sat.ints")}


LISTS = ("supports", "conflicts", "minimize", "maximize", "at")


@pytest.mark.sample(3)
@pytest.mark.parametrize("spell", [str, str.upper, lambda name: f"({name}", lambda name: f"`{name}`"])
def test_every_name_has_a_section_of_its_own(spell):
    """A chapter, or text that begins with a heading, before anything that is only mentioned."""
    wrong = [name for name in everything() if not manual.found(spell(name)).startswith("#")]
    assert wrong == []


def test_every_name_is_in_the_headings_or_forms_that_it_leads_to():
    lost = []
    for name in everything():
        first, _, below = manual.found(name).partition("\n")
        if manual.plain(name) not in manual.plain(first + below.strip().partition("\n\n")[0]):
            lost.append(name)
    assert lost == []


def test_every_heading_leads_to_its_section():
    texts = manual.chapters()
    headings = [each for chapter, text in texts.items() for each in manual.sections(chapter, text)]
    assert len(headings) > 250
    lost = [each.heading.strip("`").lower() for each in headings if each.text not in manual.found(each.heading)]
    assert [heading for heading in lost if heading not in texts and f"{heading}s" not in texts] == []


def options():
    """Each option of each command, with the command."""
    for command in (*([name] for name in COMMANDS), *map(list, BELOW)):
        found = get_command(app_for(command))
        for word in command:
            found = found.commands[word]
        yield from ((" ".join(command), each) for each in found.params if each.param_type_name == "option")


def test_every_option_leads_to_what_its_command_says_of_it():
    lost, found = [], cache(manual.found)  # many commands have the same options
    for command, option in options():
        for spelling in option.opts:
            text = found(spelling)
            line = next((line for line in text.splitlines() if line.startswith("* `") and option.opts[-1] in line), "")
            if not text.startswith("`csp2sat help command-line`") or f"`{command}`" not in text or ": " not in line:
                lost.append((command, spelling))
    assert lost == []


def test_every_setting_leads_to_the_reference():
    names = [field.name for field in dataclasses.fields(csp2sat.Settings)]
    assert [name for name in names if f"* `{name}: " not in manual.found(f"{name}=")] == []


def test_every_key_of_json_leads_to_its_object():
    schema = json.loads((ROOT / "csp2sat" / "cli" / "schema.json").read_text(encoding="utf-8"))
    keys = {(key, part) for part, each in schema["$defs"].items() for key in each.get("properties", {})}
    found = cache(manual.found)  # many objects have the same keys
    lost = [(key, part) for key, part in keys if f"| `{key}` |" not in found(key)]
    assert [key for key, _ in lost if not {key, f"{key}s"} & manual.chapters().keys()] == []


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("domains", "### `domain`"),
        ("supports", "### `relation`"),
        ("conflicts", "### `relation`"),
        ("minimize", "### `objective`"),
        ("predicates", "### `predicate`"),
        ("le", "### `eq`, `=`"),
        ("xcsp", "## XCSP"),
        ("extension", "### `extension-supports`"),
        ("minisat", "`csp2sat help solvers`, Which one:"),
        ("--timeout", "`csp2sat help command-line`, `solve`, `encode`, "),
        (
            "-o",
            "`csp2sat help command-line`, `solve`, `decode`, `backbone`, `explain`, `hint`, `convert`:\n\n"
            "* `-o, --output FILE`",
        ),
    ],
)
def test_what_users_of_sugar_asked_for(topic, said):
    assert manual.found(topic).startswith(said)


def test_a_name_without_a_place_would_be_seen(monkeypatch):
    chapters = manual.chapters().items()
    texts = {name: text.replace("supports", "others").replace("--seed", "--sow") for name, text in chapters}
    monkeypatch.setattr(manual, "chapters", lambda: texts)
    monkeypatch.setattr(manual, "_index", manual._index.__wrapped__)
    for topic in ("supports", "--seed"):
        assert not manual._shown(topic, manual._index())


def test_other_words_lead_to_a_section():
    meant = manual._index().meant
    assert len(meant) > 80
    assert [topic for topic in meant.values() if topic not in manual._index().headed] == []
    shown = {word: {section.text for section in manual._index().headed[topic]} for word, topic in meant.items()}
    lost = [word for word, texts in shown.items() if not any(text in manual.found(word) for text in texts)]
    assert lost == []
    assert manual.found("division").startswith("### `div`, `/`")
    assert manual.found("max csp").startswith("### `weighted`")
    assert manual.found("Hamiltonian").startswith("### `circuit`")


@pytest.mark.parametrize("option", ["-solver", "-max", "-keep", "-encoding"])
def test_an_option_with_one_dash_as_sugar_has_it(option):
    assert f"* `-{option}" in manual.found(option)


def test_pictures_are_words():
    text = manual.found("steps")
    assert "*(Picture on the site: Step 5: " in text and "](pictures/" not in "".join(manual.chapters().values())
