"""Help: groups of options with examples that run, summaries that are whole, completion, the man page, `make clean`."""

import re
import shlex
import shutil
import subprocess
import sys
import time

import make_man
import pytest
from support.paths import BOARDS, ROOT
from support.programs import needed, path_of
from support.real_commands import csp2sat
from support.run_command import run
from typer.main import get_command

from csp2sat.cli import options
from csp2sat.cli.app import COMMANDS, app_for
from csp2sat.cli.panels import PANELS, REST, layout

LARGE = 12  # options: from there on they are in groups
MODEL = "(int x_1 0 5) (int x_2 0 5) (< x_1 x_2)\n"
EXAMPLES = [(name, panel.example) for name, panels in PANELS.items() for panel in panels]


def command(name):
    return get_command(app_for([name])).commands[name]


def groups(name):
    found = command(name)
    return list(layout(found, found.context_class(found, info_name=name)))


@pytest.mark.parametrize("name", COMMANDS)
def test_larger_commands_have_groups(name):
    found = groups(name)
    count = sum(len(records) for title, records, _ in found if title != "Arguments")
    assert (count > LARGE) == (name in PANELS)
    if name in PANELS:
        assert [title for title, records, _ in found if title == REST and len(records) > 1] == []
        assert all(records and example for title, records, example in found if title not in (REST, "Arguments"))


@pytest.mark.parametrize("name", PANELS)
def test_help_has_every_option_once(name):
    text = run(name, "--help").out.partition("\nArguments:")[2]
    for option in (each.opts[-1] for each in command(name).params if each.param_type_name == "option"):
        assert len(re.findall(rf"^  (?:-\w, )?{option}\b(?!-)", text, re.M)) == 1, option
    assert text.count("  Example: csp2sat ") == len(PANELS[name])


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_examples_run(name, example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    board = BOARDS / ("masyu-0.txt" if name != "explain" else "sudoku-4x4-3c5d0f53.json")
    shutil.copy(board, tmp_path / "board.txt")
    (tmp_path / "model.csp").write_text(MODEL)
    words = shlex.split(example)
    for solver in sorted({"minisat", "cadical", "clasp", "picosat"} & set(re.split(r"\W+", example))):
        needed(solver)
    panel = next(each for each in PANELS[name] if each.example == example)
    short = {each.opts[0]: each.opts[-1] for each in command(name).params}
    used = {short.get(word, word) for word in words if word.startswith("-")}
    of_panel = {each.opts[-1] for each in command(name).params if each.rich_help_panel in panel.panels}
    assert words[:2] == ["csp2sat", name] and used & of_panel
    if name == "solve" and "--from" not in example and "masyu" not in example:
        (tmp_path / "board.txt").write_text("; Masyu\n" + (tmp_path / "board.txt").read_text())
    done = run(*words[1:])
    assert done.code == 0, done


def test_no_summary_is_cut():
    for words in ([], ["-h"], ["--help"]):
        done = csp2sat(*words)
        text = done.stdout + done.stderr
        assert "..." not in text.replace("[ARGS]...", "")
        assert "that contradict each other." in " ".join(text.split())
        assert "4 another answer than --expect" in " ".join(text.split())


def test_formats_are_completed():
    answers = next(each for each in command("solve").params if each.opts[-1] == "--to")
    assert {item.value for item in answers.shell_complete(None, "")} >= {"values", "v", "json", "svg", "png", "html"}
    for name in ("solve", "decode", "convert", "generate", "explain", "backbone"):
        option = next(each for each in command(name).params if each.opts[-1] == "--to")
        assert [item.value for item in option.shell_complete(None, "js")] == ["json"], name
    assert options.complete_format("*", "svg")("s") == ["sgt", "svg"]
    assert options.complete_format("*")("u") == ["url"]


# --- the man page


def test_the_man_pages_are_made_from_the_help():
    assert (make_man.PAGES / "csp2sat.1").read_text() == make_man.text_of(), "run scripts/make_man.py"
    competition = make_man.text_of_competition()
    assert (make_man.PAGES / "csp2sat-xcsp3.1").read_text() == competition, "run scripts/make_man.py"
    if path_of("groff"):
        done = subprocess.run(
            ["groff", "-man", "-ww", "-Tutf8"], input=competition.encode(), capture_output=True, check=True
        )
        assert done.stderr == b""


def test_the_man_page_has_everything():
    text = make_man.text_of()
    for name in (*COMMANDS, "bench report"):
        assert f".SS csp2sat {name}\n" in text
    assert "\\-\\-expect" in text and "EXIT STATUS" in text
    if path_of("groff"):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=text.encode(), capture_output=True, check=True)
        assert done.stderr == b""


# --- make


@pytest.fixture
def made(tmp_path):
    """The Makefile in a folder of its own, where nothing has to be installed; what `make` says there."""
    needed("make")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "pyproject.toml").touch()
    time.sleep(0.01)
    (tmp_path / "ready").touch()
    (tmp_path / "small.csp").write_text(MODEL)

    def make(*goals):
        words = [
            "make",
            "SMALL=ready",
            f"CSP2SAT=PYTHONPATH={ROOT} {sys.executable} -m csp2sat",
            "SOLVER=kissat",
            *goals,
        ]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return make


def test_make_clean_removes_what_make_has_made_and_nothing_else(made, tmp_path):
    mine = ["my.cnf", "my.map", "my.out", "my.board", "results.txt", "small.other.out"]
    for name in mine:
        (tmp_path / name).write_text("mine")
    before = {path.name for path in tmp_path.iterdir()}
    assert "a x_1" in made("small.board")
    made("compare", "BOARDS=small.csp", "SOLVERS=kissat embedded", "ENCODINGS=log")
    assert len(list(tmp_path.glob("small.*"))) > 8
    made("clean")
    assert {path.name for path in tmp_path.iterdir()} == before - {"results.txt"}  # which `compare` has overwritten
    made("clean")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["a;touch PWNED;", "a`touch PWNED`", "a&touch${IFS}PWNED", "it's", "a|b<c>(d)", "x y"])
def test_make_takes_names_for_words(made, tmp_path, name):
    (tmp_path / "small.csp").rename(tmp_path / f"{name}.csp")
    before = {path.name for path in tmp_path.iterdir()}
    assert "a x_1" in made(f"{name}.board")
    if " " not in name:
        made("compare", f"BOARDS={name}.csp".replace("$", "$$"), "SOLVERS=kissat", "ENCODINGS=log")
    assert not list(tmp_path.rglob("*PWNED"))
    made("clean")
    assert {path.name for path in tmp_path.iterdir()} == before


def test_the_project_has_urls():
    import tomllib

    urls = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
    assert {"Homepage", "Release history"} <= set(urls) and all(url.startswith("https://") for url in urls.values())


def test_several_words_lead_to_sections_with_all_of_them():
    shown = run("help", "own", "puzzle", "rules").out
    assert "## A puzzle of your own" in shown and "Sudoku variants" in shown
    shown = run("help", "thermometer", "sums").out
    assert "Sections with all of these words:\n\n* `csp2sat help cookbook`, Sudoku variants\n" in shown
    assert run("help", "variant", "rules").out.startswith("## Sudoku variants\n")
    shown = run("help", "inequality", "thermometer").out  # no paragraph has both
    assert "Sections with all of these words" not in shown
