"""What is read is never written: each output of each command is each of its inputs, under all names that a file has."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path

import pytest
from support.command_server import completed
from support.output_scenes import (
    BOARD,
    CONTRADICTION,
    CSP,
    LINKED,
    NAMED,
    NOT_FILES,
    ROW,
    SCENES,
    WITHOUT_INPUT,
)
from support.run_command import Ended, run

from csp2sat.bench.drive import own_folders
from csp2sat.bench.sources import sources
from csp2sat.cli.commands import BELOW, COMMANDS
from csp2sat.cli.flags import flag_text
from csp2sat.cli.fzn.options import TABLE
from csp2sat.cli.parameters import declared
from csp2sat.cli.sugar.options import SPECIFICATIONS

FUNCTIONS = {name: (name, name) for name in COMMANDS} | {name: (words[0], name) for words, name in BELOW.items()}


def _parameters():
    for name, (module, function) in FUNCTIONS.items():
        for each in declared(getattr(import_module(f"csp2sat.cli.commands.{module}"), function)):
            yield name, each


def test_each_parameter_that_names_a_file_says_so():
    for command, each in _parameters():
        if each.kind is str or each.is_list:
            metavar = each.parameter.about["metavar"]
            assert each.parameter.file or metavar in NOT_FILES, f"{command} {each.name}: does {metavar} name a file?"


def test_each_output_has_its_scene():
    known = {(scene.command, scene.option) for scene in SCENES if scene.module == "csp2sat"} | WITHOUT_INPUT
    written = {(command, each.name) for command, each in _parameters() if each.parameter.file in ("written", "folder")}
    assert written - {("bench_report", "folder")} == known
    texts = {each.partition("=")[0].partition("|")[0] for each in SPECIFICATIONS if each.endswith("=s")}
    ours = {scene.option for scene in SCENES if scene.module.endswith("sugar")}
    no_files = {
        "option",
        "solver",
        "translate",
        "java",
        "jar",
        "jopt1",
        "jopt2",
        "prof",
        "conversionHooks",
        "outputHook",
    }
    assert texts - no_files == ours
    fields = {field for field, read in TABLE.valued.values() if read is flag_text}
    assert fields - {"solver", "encoding"} == {s.option for s in SCENES if s.module.endswith("fzn")}


def _cases():
    return [
        (scene, name, written, way)
        for scene in SCENES
        for name in scene.inputs
        for written in scene.writes(scene.output[1])
        for way in (*NAMED, *LINKED)
    ]


def _run(scene, words):
    if scene.module == "csp2sat":
        return run(words[0], *words[1:])
    command = import_module(f"{scene.module}.command").command
    from csp2sat.cli.reporting import reporting

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        reporting(command)([str(word) for word in words])
    return Ended(int(caught.value.code or 0), out.getvalue(), err.getvalue())


@pytest.mark.sample(40)
@pytest.mark.parametrize("scene, name, written, way", list(_cases()))
def test_an_input_is_not_written(scene, name, written, way, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("R").mkdir()
    Path("R/results.jsonl").write_text(ROW)
    Path(written).parent.mkdir(exist_ok=True)
    for each, text in scene.inputs.items():
        Path(each).write_text(text)
    if (Path(written).exists() and way in LINKED) or written == "R/results.jsonl":
        Path(written).unlink()
    if way in LINKED:
        way(name, written)
        said = name
    else:
        Path(name).rename(written)
        said = way(name, written)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    words = [word.replace(f"{{{name}}}", said) for word in scene.words]
    words = [word.strip("{}") for word in words]
    done = _run(scene, [*words, *scene.output])
    assert done.code == scene.code, done
    assert "would overwrite" in done.err, done
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def _files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def scene(tmp_path, monkeypatch):
    """A folder with inputs, which is the current one; at the end each file has the bytes that it had."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"x.csp": CSP, "u.csp": CONTRADICTION, "b.txt": BOARD, "s.yaml": "version: 1\n"}.items():
        Path(name).write_text(text)
    Path("d").mkdir()
    before = _files(tmp_path)
    yield tmp_path
    assert _files(tmp_path) == before


TWICE = [
    "encode x.csp -o a -m a",
    "encode x.csp -o a -m ./a",
    "encode x.csp -o a -m d/../a",
    "encode x.csp -o a.cnf --profile a.cnf",
    "encode x.csp -o a.cnf --profile a.map",
    "encode x.csp -o - -m a.map --profile a.map",
    "encode x.csp --profile x.cnf",
    "bench x.csp --solver embedded --csv a --html a",
    "bench x.csp --solver embedded -o d --csv d/results.jsonl",
    "bench x.csp --solver embedded -o new --html new/results.jsonl",
    "solve u.csp -o p.json --proof p",
    "solve u.csp -o p --proof p",
    "solve u.csp -o p.map --proof p",
    "solve u.csp -o d/u.cnf --keep d",
]


@pytest.mark.parametrize("line", TWICE)
def test_two_outputs_are_not_one_file(line, scene):
    done = run(*line.split())
    assert (done.code, "would be written twice" in done.err) == (2, True), done


def test_two_outputs_that_are_links_to_one_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text(CSP)
    Path("old").write_text("kept")
    Path("a").symlink_to("old")
    os.link("old", "b")
    done = run("encode", "x.csp", "-o", "a", "-m", "b")
    assert (done.code, Path("old").read_text()) == (2, "kept")


@pytest.mark.parametrize(
    "line", ["solve - -o x.csp", "encode - -o x.csp --to cnf", "encode - -m x.csp", "convert - --to sugar -o x.csp"]
)
def test_stdin_that_is_a_file_is_an_input(line, scene):
    with Path("x.csp").open("rb") as stdin:
        command = [sys.executable, "-m", "csp2sat", *line.split()]
        done = subprocess.run(command, stdin=stdin, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"") and b"would overwrite the input <stdin>" in done.stderr


def test_the_solvers_of_the_environment_are_an_input(scene, monkeypatch):
    monkeypatch.setenv("CSP2SAT_SOLVERS", "s.yaml")
    assert run("solve", "x.csp", "-o", "./s.yaml").code == 2


def test_the_users_own_solvers_are_an_input(scene, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", "d")
    Path("d/csp2sat").mkdir()
    own = Path("d/csp2sat/solvers.yaml")
    own.write_text("version: 1\n")
    assert run("solve", "x.csp", "-o", own).code == 2
    assert own.read_text() == "version: 1\n"
    own.unlink()


def test_a_solver_is_an_input(scene):
    Path("mine").write_text("#!/bin/sh\n")
    Path("mine").chmod(0o755)
    yaml = 'solvers:\n  mine:\n    command: ./mine\n    args: ["{cnf}"]\n'
    Path("t.yaml").write_text(yaml)
    assert run("solve", "x.csp", "--solvers", "t.yaml", "--solver", "mine", "-o", "mine").code == 2
    assert Path("mine").read_text() == "#!/bin/sh\n"
    Path("mine").unlink()
    Path("t.yaml").unlink()


def test_the_map_of_an_answer_is_an_input(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text(CSP)
    assert run("encode", "x.csp").code == 0
    assert run("solve", "x.cnf", "-o", "x.out").code == 0
    before = _files(tmp_path)
    for output in ("x.map", "./x.map", "x.out"):
        assert run("decode", "x.out", "-o", output).code == 2
    assert _files(tmp_path) == before


def test_a_benchmark_leaves_folders_of_others_alone(scene):
    for name in ("encoded", "shelf"):
        Path("d", name).mkdir()
        Path("d", name, "y.csp").write_text(CSP)
        for line in (f"bench d/{name} -o d", "bench x.csp -o d"):
            done = run(*line.split(), "--solver", "embedded")
            assert done.code == 2 and name in done.err, done
        Path("d", name, "y.csp").unlink()
        Path("d", name).rmdir()


def test_what_a_benchmark_has_made_is_no_input_of_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("x.csp", "R/results.jsonl", "R/encoded/0.json", "R/shelf/0/input.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(CSP)
    assert [each.name for each in sources(["."], None, own_folders(Path("R")))] == ["x.csp"]


GOOD = [  # what is allowed: (command, the files that are new or have changed)
    ("encode x.csp -o a.cnf", {"a.cnf", "a.map"}),
    ("encode x.csp -o d/x.csp.cnf", {"d/x.csp.cnf", "d/x.csp.map"}),
    ("solve x.csp -o a.txt --keep .", {"a.txt", "x.cnf", "x.map"}),
    ("solve u.csp --proof u.csp.proof", {f"u.csp.proof{each}" for each in ("", ".cnf", ".map", ".json")}),
    ("solve x.csp -o /dev/null", set()),
    ("encode x.csp -o /dev/null -m /dev/null", set()),
    ("convert b.txt -o b.json", {"b.json"}),
    ("generate masyu --size 4 --seed 1 -o d", {"d/masyu-4x4-1.txt"}),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("line, new", GOOD)
def test_other_outputs_are_written_again_and_again(line, new, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"x.csp": CSP, "u.csp": CONTRADICTION, "b.txt": BOARD}.items():
        Path(name).write_text(text)
    Path("d").mkdir()
    before = _files(tmp_path)
    for _ in range(2):
        done = run(*line.split())
        assert done.code == 0, done
    assert {name for name, data in _files(tmp_path).items() if before.get(name) != data} == new


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout")
def test_dev_stdout_stays_and_may_be_a_file(tmp_path):
    (tmp_path / "x.csp").write_text(CSP)
    done = completed(["solve", "x.csp", "-o", "/dev/stdout"], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"s SATISFIABLE\na x\t2\na\n") and Path("/dev/stdout").is_symlink()
