"""Lines that are read without typer mean what they mean to typer; whatever is not plain is left to it."""

import functools
import random
from importlib import import_module
from typing import Literal, get_args, get_origin

import pytest
import typer
from support.real_commands import csp2sat
from support.run_command import run
from typer.main import get_command

from csp2sat.cli import app as command_lines
from csp2sat.cli.app import _for_typer, _hint
from csp2sat.cli.commands import COMMANDS
from csp2sat.cli.parameters import declared, option_values
from csp2sat.cli.reporting import warn


def command(name):
    return getattr(import_module(f"csp2sat.cli.commands.{name}"), name)


@functools.cache
def typers(name):
    """typer's command, which gives the values of a line."""
    app = typer.Typer()
    wanted = command(name)
    app.command()(_for_typer(functools.wraps(wanted)(lambda **values: values)))
    return get_command(app)


def both(name, *words):
    """What a line means here, and to typer: each None if it is not understood."""
    try:
        said = typers(name)(list(words), standalone_mode=False)
    except Exception:
        said = None
    return option_values(command(name), words, warn), said if isinstance(said, dict) else None


PLAIN = [
    ["board.txt"],
    ["-"],
    ["board.txt", "--unique"],
    ["--unique", "board.txt"],
    ["board.txt", "-o", "solved.svg", "-q", "-v"],
    ["board.txt", "-o", "-"],
    ["board.txt", "--output=solved.svg"],
    ["board.txt", "--output="],
    ["board.txt", "--solver-arg=--quiet", "--solver-arg=-n"],
    ["board.txt", "--encode", "x=log", "--encode", "y=order"],
    ["board.txt", "--encode=x_*=log"],
    ["board.txt", "--seed", "0", "--threads", "2"],
    ["board.txt", "--seed", "1", "--seed", "1"],
    ["board.txt", "--timeout", "1e2"],
    ["board.txt", "--timeout", "1e3"],
    ["board.txt", "--limit", " 7 "],
    ["board.txt", "--limit", "1_000"],
    ["board.txt", "--amo", "ladder", "--loop", "elim", "--exit-code=sat"],
    ["board.txt", "--json", "--json"],
    ["board.txt", "-qv"],
    ["board.txt", "-osolved.svg"],
    ["board.txt", "-qo=solved.svg"],
    ["board.txt", "--solver", "--unique"],
    ["board.txt", "--solver-arg", "--quiet"],
    ["size 2 2\n- 0\n"],
    [""],
    ["a.txt", "b.txt", "-"],
    ["a.txt", "-j2", "b.txt", "--timeout-each", "1.5"],
]
OTHERS = [
    [],
    ["--help"],
    ["board.txt", "-h"],
    ["board.txt", "--unqiue"],
    ["board.txt", "--uniq"],
    ["board.txt", "-unique"],
    ["board.txt", "--unique=yes"],
    ["--", "-board.txt"],
    ["board.txt", "--seed"],
    ["board.txt", "--seed", "-1"],
    ["board.txt", "--seed=-1"],
    ["board.txt", "--seed", "1.5"],
    ["board.txt", "--limit", "0"],
    ["board.txt", "--timeout", "soon"],
    ["board.txt", "--amo", "Ladder"],
    ["board.txt", "--amo="],
    ["board.txt", "--solver-arg", "--no-such"],
    ["--no-no-check", "board.txt"],
    ["-5"],
]


@pytest.mark.parametrize("words", PLAIN, ids=" ".join)
def test_plain_lines_are_read_here(words):
    ours, theirs = both("solve", *words)
    assert ours is not None and ours == theirs


@pytest.mark.parametrize("words", OTHERS, ids=" ".join)
def test_other_lines_are_left_to_typer(words):
    assert both("solve", *words)[0] is None


@pytest.mark.parametrize("name", COMMANDS)
def test_no_value_is_lost(name, capsys):
    """An option that is given twice has both values, or the last one with a warning."""
    for each in declared(command(name)):
        only = get_origin(each.kind) is Literal and len(get_args(each.kind)) == 1
        if each.parameter.names and not each.is_flag and not only:
            numbers = ("0.25", "0.5") if each.parameter.about.get("max") == 1 else ("7", "8")
            first, second = get_args(each.kind)[:2] if get_origin(each.kind) is Literal else numbers
            words = [f"{each.parameter.names[-1]}={value}" for value in (first, second)]
            if each.is_list:
                values = option_values(command(name), ["in", *words], warn)
                assert values[each.name][-2:] == [first, second]
            else:
                option_values(command(name), words, warn)
                name_of = max(each.parameter.names, key=len)
                assert capsys.readouterr().err == f"csp2sat: warning: {name_of} is given twice; the last one counts\n"


def test_lists_of_names_are_joined(tmp_path):
    """Options that take several names have the names of all that are given; an unknown name is refused wherever it
    stands.
    """
    model = tmp_path / "m.csp"
    model.write_text("(int x 0 3)(int y 0 4)(int z 0 9)(<= (+ x y) 1)")
    counted = [run("count", model, *f"{words}".split()).out for words in ("--project x", "--project x --project y")]
    assert counted == ["2\n", "3\n"] and run("count", model, "--project", "x,y").out == "3\n"
    many = run("solve", model, "--all", "-q", "--project", "x", "--project", "y").out
    assert many.count("s SATISFIABLE") == 1 and many.count("a x\t") == many.count("a y\t") == 3
    cnf = tmp_path / "m.cnf"
    shown = []
    for names in (["x,y"], ["x", "y"], ["y"]):
        assert not run("encode", model, "-o", cnf, *(f"--show={name}" for name in names)).code
        shown.append([line for line in cnf.read_text().splitlines() if line.startswith("c p show")])
    assert shown[0] == shown[1] != shown[2]
    for words in (["count", model], ["solve", model, "--all"]):
        for names in (["nosuch", "y"], ["y", "nosuch"]):
            done = run(*words, *(f"--project={name}" for name in names))
            assert done.code == 2 and "--project: no variable has the name nosuch" in done.err
    assert "nosuch" in run("solve", model, "--race", "nosuch", "--race", "embedded").err


def test_a_name_that_is_empty_is_no_name(tmp_path):
    (tmp_path / "m.csp").write_text("(int x 0 3)")
    for words in (["count"], ["solve", "--all"]):
        assert run(*words, tmp_path / "m.csp", "--project", "").code == 2


def test_the_environment_stands_for_an_option(monkeypatch):
    for value in ("mine.yaml", ""):
        monkeypatch.setenv("CSP2SAT_SOLVERS", value)
        for words in (["board.txt"], ["board.txt", "--solvers", "other.yaml"]):
            ours, theirs = both("solve", *words)
            assert ours == theirs and ours["solvers"] == (words[-1] if len(words) > 1 else value or None)


WORDS = (
    "a",
    "b.txt",
    "-",
    "--",
    "-x",
    "",
    "7",
    "0",
    "-3",
    "2.5",
    "x=log",
    "é",
    "auto",
    "json",
    "sat",
    "--nothing",
    "=",
)


def some_line(name, chosen):
    """A line for a command, which is right more often than not."""
    words = [chosen.choice(("a", "b.txt"))] * chosen.choice((0, 1, 1, 1, 2))
    options = [each for each in declared(command(name)) if each.parameter.names]
    for each in chosen.choices(options, k=chosen.randint(0, 3) if options else 0):
        option, value = chosen.choice(each.parameter.names), chosen.choice(WORDS)
        shapes = [[option]] * (1 + 3 * each.is_flag) + [[option, value]] * 3 + [[f"{option}={value}"]]
        place = chosen.randint(0, len(words))
        words[place:place] = chosen.choice(shapes)
    return words


@pytest.mark.parametrize("name", COMMANDS)
def test_random_lines_mean_the_same(name, seeds):
    read = 0
    for seed in seeds(range(40)):
        words = some_line(name, random.Random(seed))
        ours, theirs = both(name, *words)
        assert ours is None or ours == theirs, words
        read += ours is not None
    assert read or name == "bench", "some lines are read here; not those with many arguments"


def test_errors_are_those_of_typer(tmp_path):
    done = run("solve", "board.txt", "--unqiue")
    assert done.code == 2 and "No such option: --unqiue" in done.err
    assert "typer" not in done.err and str(tmp_path) in run("solve", tmp_path / "no.txt").err


@pytest.mark.parametrize(
    "words, said", [("--timeout soon", "'soon' is not a number"), ("--limit x", "'x' is not an integer")]
)
def test_a_number_that_is_none(words, said):
    done = csp2sat("solve", "board.txt", *words.split())
    assert done.returncode == 2 and f"{said}." in done.stderr


def test_a_share_that_is_no_number_is_answered_by_an_example():
    done = run("solve", "board.txt", "--gap", "2%")
    assert done.code == 2 and "'2%' is not a number." in done.err and done.err.endswith("value: 0.02 for 2 %.\n")


@pytest.mark.parametrize("name", ["solve", "count", "bench"])
def test_a_short_option_for_the_solver_is_answered_by_the_long_one(name):
    assert _hint([name, "a.csp", "-s", "minisat"], "No such option: -s") == "Did you mean --solver NAME?"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve a.csp --assume symmetry", "csp2sat encode INPUT --assume symmetry, or csp2sat bench INPUT --encoding"),
        ("count a.csp --latex F", "--latex is an option of csp2sat bench\n"),
        ("convert a.txt --seed 3", "--seed is an option of csp2sat solve, generate, bench\n"),
    ],
)
def test_an_option_of_another_command_is_named(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_lines.run(words.split()) == 2 and said in capsys.readouterr().err


@pytest.mark.parametrize("words", ["solve a.csp --nonsense-word", "solve a.csp --timeout"])
def test_other_faults_name_no_other_command(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_lines.run(words.split()) == 2 and "is an option of" not in capsys.readouterr().err
