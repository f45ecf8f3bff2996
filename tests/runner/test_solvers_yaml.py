"""The configuration of solvers: the packaged file, overlays, errors with their places, finding programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from support.fake_solvers import fake

from csp2sat.base import files
from csp2sat.base.source import Source
from csp2sat.errors import Csp2SatError, InputError, SolverError
from csp2sat.runner import probe
from csp2sat.runner.config import config, entry, yaml_nodes
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.config.entry import ArgumentTemplate
from csp2sat.runner.config.yaml_nodes import YamlValue

PACKAGED = config.PACKAGE.parent / "solvers.yaml"


@pytest.fixture(autouse=True)
def no_other_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv(config.VARIABLE, raising=False)


def overlay(folder: Path, text: str) -> Solvers:
    path = folder / "mine.yaml"
    path.write_text(text)
    return config.load(str(path))


def test_the_packaged_file() -> None:
    solvers = config.load()
    assert solvers.order == ("kissat", "cadical", "embedded")
    assert set(solvers.entries) == {
        *("kissat", "cadical", "embedded", "minisat", "picosat", "cryptominisat5", "clasp", "glucose", "lingeling")
    }
    assert {"kissat", "kissat:sat", "embedded:minisat"} <= set(solvers.names())
    assert all(entry.about and entry.install for entry in solvers.entries.values())


def test_no_python_code_names_a_solver() -> None:
    names = [name for name in config.load().entries if name not in ("embedded", "cadical", "kissat")]
    code = "".join(path.read_text() for path in (config.PACKAGE / "runner").rglob("*.py")).lower()
    assert [name for name in names if f'"{name}"' in code] == []


def test_what_solvers_can_do() -> None:
    entries = config.load().entries
    assert entries["kissat"].can() == ["seed", "drat"]
    assert entries["cryptominisat5"].can() == ["seed", "threads", "frat"]
    assert entries["minisat"].can() == ["seed"]
    assert [config.load().find(name).proof for name in ("embedded", "embedded:minisat", "minisat")] == ["drat", "", ""]


def test_entries_merge_key_by_key(tmp_path: Path) -> None:
    before = config.load().entries["kissat"]
    solvers = overlay(tmp_path, "solvers:\n  kissat: {command: [/opt/k, k2]}\ndefault: minisat\n")
    after = solvers.entries["kissat"]
    assert list(map(str, after.command)) == ["/opt/k", "k2"]
    assert (after.args, after.presets, after.version) == (before.args, before.presets, before.version)
    assert solvers.order == ("minisat",)


def test_presets_merge_name_by_name(tmp_path: Path) -> None:
    """Those that are packaged stay: other keys, the portfolio and the search for the best solution name them."""
    before = config.load().entries["embedded"]
    solvers = overlay(tmp_path, "solvers: {embedded: {presets: {mine: [--solver, x], glucose: [--solver, y]}}}\n")
    after = solvers.entries["embedded"].presets
    assert (after["mine"], after["glucose"]) == (("--solver", "x"), ("--solver", "y"))
    assert {**after, "glucose": before.presets["glucose"]} == {**before.presets, "mine": ("--solver", "x")}
    assert solvers.portfolio == config.load().portfolio


def test_order_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "home" / "csp2sat" / "solvers.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("solvers: {cadical: {command: own, about: own, install: own}}\n")
    by_variable, by_option = tmp_path / "v.yaml", tmp_path / "o.yaml"
    by_variable.write_text("solvers: {cadical: {command: variable, about: variable}}\n")
    by_option.write_text("solvers: {cadical: {command: option}}\n")

    def told() -> list[str]:
        entry = config.load(chosen).entries["cadical"]
        return [str(entry.command[0]), entry.about, entry.install]

    chosen = None
    assert told() == ["own", "own", "own"]
    monkeypatch.setenv(config.VARIABLE, str(by_variable))
    assert told() == ["variable", "variable", "own"]
    chosen = str(by_option)
    assert told() == ["option", "own", "own"]


def members(folder: Path, text: str) -> list[tuple[tuple[str, ...], float]]:
    return [tuple(member) for member in overlay(folder, text).portfolio]


def test_the_packaged_portfolio() -> None:
    first, second = config.load().portfolio
    assert (first.names, first.after) == (("kissat", "cadical", "embedded"), 0)
    assert second.after >= 0.5 and "embedded" in second.names[-1]  # what every installation has
    assert config.load().order == first.names


def test_portfolios_that_are_right(tmp_path: Path) -> None:
    packaged = members(tmp_path, "solvers: {mine: {command: x}}\n")
    assert packaged == [tuple(member) for member in config.load().portfolio]
    two = [(("kissat",), 0), (("minisat",), 0.5)]
    assert members(tmp_path, "portfolio: [{solver: kissat}, {after: 0.5, solver: minisat}]\n") == two
    assert members(tmp_path, "portfolio: [{solver: kissat}, {after: '0.5', solver: [minisat]}]\n") == two
    assert members(tmp_path, "portfolio:\n- solver: kissat\n- solver: kissat:sat\n  after: 2.\n")[1] == (
        ("kissat:sat",),
        2,
    )
    assert members(tmp_path, "portfolio: []\n") == []
    assert members(tmp_path, "portfolio: {solver: kissat}\n") == [(("kissat",), 0)]
    mine = "solvers: {mine: {command: x, presets: {a: -a}}}\nportfolio: [{solver: mine}, {solver: mine:a}]\n"
    assert members(tmp_path, mine) == [(("mine",), 0), (("mine:a",), 0)]


def test_who_says_another_default_is_taken_at_the_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert members(tmp_path, "default: minisat\n") == []
    assert members(tmp_path, "default: minisat\nportfolio: {solver: kissat}\n") == [(("kissat",), 0)]
    monkeypatch.setenv(config.VARIABLE, str(tmp_path / "v.yaml"))
    (tmp_path / "v.yaml").write_text("portfolio: {solver: clasp}\n")
    assert config.load().portfolio[0].names == ("clasp",)
    (tmp_path / "v.yaml").unlink()


def test_the_first_that_is_there_and_suits(tmp_path: Path) -> None:
    program(tmp_path / "s")
    text = "solvers: {no: {command: ./no}, yes: {command: ./s}, also: {command: ./s}}\n"
    solvers = overlay(tmp_path, text + "portfolio: {solver: [no, yes, also]}\n")
    names = [
        found and found.name
        for found in (
            solvers.first(solvers.portfolio[0]),
            solvers.first(solvers.portfolio[0], lambda solver: solver.name != "yes"),
            solvers.first(solvers.portfolio[0], lambda solver: False),
        )
    ]
    assert names == ["yes", "also", None]


def test_a_file_in_the_current_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "solvers.yaml").write_text("solvers: {evil: {command: ./evil}}\n")
    monkeypatch.chdir(tmp_path)
    assert "evil" not in config.load().entries


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert overlay(tmp_path, "# nothing\n").names() == config.load().names()
    assert overlay(tmp_path, "solvers: {}\n").names() == config.load().names()


def test_an_entry_needs_only_a_command(tmp_path: Path) -> None:
    entry = overlay(tmp_path, "solvers: {mine: {command: mine}}\n").entries["mine"]
    assert entry.args.fill({"cnf": "F", "time": "3"}, ["-x"]) == ["-x", "F"]


def test_words_are_taken_as_they_are_written(tmp_path: Path) -> None:
    entry = overlay(tmp_path, 'solvers: {mine: {command: no, args: [-t, 1:30, 0x10, yes, "{cnf}"]}}\n').entries["mine"]
    assert str(entry.command[0]) == "no"
    assert entry.args.fill({"cnf": "F"}, []) == ["-t", "1:30", "0x10", "yes", "F"]


def test_templates() -> None:
    template = ArgumentTemplate(
        (("-q",), ("--time={time}",), ("-s", "{seed}"), ("{extra}",), ("{cnf}",), ("{proof}", "-f"))
    )
    assert template.fill({"cnf": "F"}, []) == ["-q", "F"]
    assert template.fill({"cnf": "F", "seed": "7"}, ["a", "b"]) == ["-q", "-s", "7", "a", "b", "F"]
    assert template.fill({"cnf": "F{seed}", "time": "3", "proof": "P"}, []) == ["-q", "--time=3", "F{seed}", "P", "-f"]
    assert ArgumentTemplate((("{cnf}",),)).fill({"cnf": "F"}, ["-x"]) == ["-x", "F"]


def test_seeds_are_brought_into_the_range() -> None:
    entries = config.load().entries
    assert [entries["minisat"].seed(n) for n in (0, 1, 2147483647, 2147483648)] == [2147483647, 1, 2147483647, 1]
    assert entries["kissat"].seed(-1) == 2147483647


ERRORS = {
    "not YAML": ("solvers: [\n", "2:1: not YAML: did not find expected node content"),
    "control character": ("é: b\x01\n", "1:5: not YAML: control characters are not allowed"),
    "a list": ("- a\n", "1:1: expected `key: value` pairs"),
    "unknown top key": ("solver: {}\n", "1:1: unknown key 'solver'; did you mean 'solvers'?"),
    "another version": ("version: 2\n", "1:10: this csp2sat reads version 1"),
    "unknown key": (
        "solvers:\n  mine:\n    command: x\n    comand: y\n",
        "4:5: unknown key 'comand'; did you mean 'command'?",
    ),
    "unknown key, nothing near": (
        "solvers: {mine: {command: x, zzz: y}}\n",
        "1:30: unknown key 'zzz'; there are: command, needs, args, output, exit, unknown, proof, seeds, threads, "
        "presets, unproved, version, install, about",
    ),
    "key twice": ("solvers: {mine: {command: x, command: y}}\n", "1:30: 'command' occurs twice"),
    "no command": ("solvers:\n  mine: {output: plain}\n", "2:9: solver 'mine' has no `command`"),
    "empty command": ("solvers: {mine: {command: []}}\n", "1:27: expected a program"),
    "null command": ("solvers: {mine: {command: }}\n", "1:27: expected a text"),
    "command of mappings": ("solvers: {mine: {command: {a: b}}}\n", "1:27: expected a text"),
    "bad name": ("solvers: {a:b: {command: x}}\n", "1:16: a solver cannot be called 'a:b'"),
    "placeholder in args": (
        'solvers: {mine: {command: x, args: ["{cnf}", "-s{sed}"]}}\n',
        "1:46: unknown placeholder {sed}; did you mean 'seed'?",
    ),
    "placeholder in command": (
        'solvers: {mine: {command: ["{cnf}"]}}\n',
        "1:28: unknown placeholder {cnf}; there are: {python}, {pkg:NAME}",
    ),
    "extra inside a word": (
        'solvers: {mine: {command: x, args: ["{cnf}", "-x={extra}"]}}\n',
        "1:46: {extra} must be a word of its own",
    ),
    "no cnf": ("solvers: {mine: {command: x, args: [-q]}}\n", "1:36: the arguments of 'mine' lack {cnf}"),
    "result without dialect": (
        'solvers: {mine: {command: x, args: ["{cnf}", "{result}"]}}\n',
        "1:36: 'mine': {result} and `output: result-file` go together",
    ),
    "proof without format": (
        'solvers: {mine: {command: x, args: ["{cnf}", "{proof}"]}}\n',
        "1:36: 'mine': {proof} and the key `proof` go together",
    ),
    "dialect": (
        "solvers: {mine: {command: x, output: xml}}\n",
        "1:38: expected one of competition, plain, result-file, not 'xml'",
    ),
    "exit code": ("solvers: {mine: {command: x, exit: {ten: sat}}}\n", "1:37: expected a number, not 'ten'"),
    "exit meaning": (
        "solvers: {mine: {command: x, exit: {1: maybe}}}\n",
        "1:40: expected one of sat, unsat, unknown, memory, error, any, not 'maybe'",
    ),
    "seeds": ("solvers: {mine: {command: x, seeds: [5]}}\n", "1:37: expected [least, most]"),
    "seeds, wrong way round": ("solvers: {mine: {command: x, seeds: [5, 1]}}\n", "1:37: expected [least, most]"),
    "threads": ("solvers: {mine: {command: x, threads: 0}}\n", "1:39: expected a number of threads"),
    "nested list": ("solvers: {mine: {command: x, version: [[a]]}}\n", "1:40: expected a text"),
    "default": ("default: [kissat, cadicl]\n", "1:19: no solver 'cadicl'; did you mean 'cadical'?"),
    "unproved": (
        "solvers: {mine: {command: x, presets: {a: -a}, unproved: [a, b]}}\n",
        "1:62: 'mine' has no preset 'b'",
    ),
    "portfolio of names": ("portfolio: [kissat, cadical]\n", "1:13: expected `key: value` pairs"),
    "a name as portfolio": ("portfolio: kissat\n", "1:12: expected `key: value` pairs"),
    "null portfolio": ("portfolio:\n", "1:11: expected `key: value` pairs"),
    "portfolio without a name": ("portfolio: [{after: 1}]\n", "1:13: expected `solver: NAME`"),
    "portfolio of no names": ("portfolio: [{solver: []}]\n", "1:22: expected the name of a solver"),
    "portfolio, key": ("portfolio: [{solvers: kissat}]\n", "1:14: unknown key 'solvers'; did you mean 'solver'?"),
    "portfolio, name": ("portfolio: [{solver: [kissat, kisat]}]\n", "1:31: no solver 'kisat'; did you mean 'kissat'?"),
    "portfolio, preset": (
        "portfolio: [{solver: kissat}, {after: 1, solver: kissat:sta}]\n",
        "1:50: no solver 'kissat:sta'; did you mean 'kissat:sat'?",
    ),
    "portfolio, unit": (
        "portfolio: [{solver: kissat}, {after: 1s, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '1s'",
    ),
    "portfolio, before the start": (
        "portfolio: [{solver: kissat}, {after: -1, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '-1'",
    ),
    "portfolio, no number": (
        "portfolio: [{solver: kissat}, {after: .nan, solver: cadical}]\n",
        "1:39: expected a number of seconds, at least 0, not '.nan'",
    ),
    "portfolio, late start": (
        "portfolio: [{after: 1, solver: kissat}]\n",
        "1:13: the first one starts at once; expected no `after`",
    ),
    "portfolio, order": (
        "portfolio:\n- solver: kissat\n- {solver: cadical, after: 2}\n- {solver: minisat, after: 1}\n",
        "4:3: starts before the one ahead of it; expected them in the order in which they start",
    ),
    "portfolio, the same": (
        "portfolio: [{solver: kissat}, {solver: kissat, after: 1}]\n",
        "1:31: kissat: named before; expected another solver",
    ),
    "portfolio as a solver": ("solvers: {portfolio: [{solver: kissat}]}\n", "1:22: expected `key: value` pairs"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_say_where(case: str, tmp_path: Path) -> None:
    text, expected = ERRORS[case]
    with pytest.raises(InputError) as caught:
        overlay(tmp_path, text)
    assert str(caught.value).split("\n")[0] == f"{tmp_path}/mine.yaml:{expected}"


def test_an_error_shows_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        overlay(tmp_path, "solvers:\n  mine: {command: x, treads: 2}\n")
    assert str(caught.value).split("\n")[1:] == ["    mine: {command: x, treads: 2}", " " * 23 + "^"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Csp2SatError) as caught:
        config.load(str(tmp_path / "no.yaml"))
    assert str(caught.value) == f"{tmp_path}/no.yaml: cannot be read: No such file or directory"


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def found(folder: Path, command: str, more: str = "") -> tuple[str, ...] | None:
    return overlay(folder, f"solvers: {{mine: {{command: {command}{more}}}}}\n").entries["mine"].locate()


def test_where_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, home, on_path = program(tmp_path / "s"), program(tmp_path / "h" / "s"), program(tmp_path / "bin" / "onpath")
    monkeypatch.setenv("HOME", str(tmp_path / "h"))
    monkeypatch.setenv("WHERE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.chdir("/")
    assert found(tmp_path, "./s") == (str(here),)
    assert found(tmp_path, "s") is None
    assert found(tmp_path, "~/s") == (str(home),)
    assert found(tmp_path, "$WHERE/s") == (str(here),)
    assert found(tmp_path, "onpath") == (str(on_path),)
    assert found(tmp_path, "[nowhere, ./nothing, onpath, ./s]") == (str(on_path),)
    assert found(tmp_path, '[["{python}", -m, "{pkg:csp2sat}/x"]]') == (*(sys.executable, "-m", f"{config.PACKAGE}/x"),)
    assert found(tmp_path, "./s", ", needs: [csp2sat]") == (str(here),)
    assert found(tmp_path, "./s", ", needs: [csp2sat, no_such_package]") is None


def test_a_program_must_be_executable(tmp_path: Path) -> None:
    program(tmp_path / "s").chmod(0o644)
    assert found(tmp_path, "./s") is None


def test_packages_are_found_without_importing_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    (one / "spread").mkdir(parents=True)  # a namespace package in two places, the program is in the second
    there = program(two / "spread" / "bin" / "s")
    program(one / "loud" / "s")
    (one / "loud" / "__init__.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(two))
    monkeypatch.syspath_prepend(str(one))
    assert found(tmp_path, '"{pkg:spread}/bin/s"') == (str(there),)
    assert found(tmp_path, '"{pkg:loud}/s"') == (f"{one}/loud/s",)
    assert found(tmp_path, '"{pkg:no_such_package}/s"') is None
    assert entry.package_folders("os") == []


MISSING = {
    "kisat": "no solver 'kisat' is configured; did you mean 'kissat'?",
    "mine": "mine is not there (tried ./mine, {python} -m mine with the Python package no_such_package); "
    "to get it: write it",
    "other": "other is not there (tried ./other)",
    "clasp:fast": "clasp has no preset 'fast'; it has none",
    "kissat:sta": "kissat has no preset 'sta'; did you mean 'sat'?",
    "kissat:": "kissat has no preset ''; there are: sat, unsat, plain",
}


@pytest.mark.parametrize("name", MISSING)
def test_missing_solvers(name: str, tmp_path: Path) -> None:
    mine = '{command: [./mine, ["{python}", -m, mine]], needs: no_such_package, install: write it}'
    solvers = overlay(tmp_path, f"solvers: {{mine: {mine}, other: {{command: ./other}}}}\n")
    with pytest.raises(SolverError) as caught:
        solvers.find(name)
    assert str(caught.value) == MISSING[name]


def test_the_default_is_the_first_that_is_there(tmp_path: Path) -> None:
    program(tmp_path / "b")
    text = "solvers: {a: {command: ./a, install: x}, b: {command: ./b}, c: {command: ./c}}\n"
    assert overlay(tmp_path, text + "default: [a, b]\n").default().name == "b"
    with pytest.raises(SolverError) as caught:
        overlay(tmp_path, text + "default: [a, c]\n").default()
    assert str(caught.value) == (
        "no solver is there\n  a is not there (tried ./a); to get it: x\n  c is not there (tried ./c)"
    )


VERSIONS = {
    "echo 4.0.4": "4.0.4",
    "echo 'c The Solver version 5.11.4 (x)'": "5.11.4",
    "echo sc2021": "sc2021",
    "echo; echo v1.2 >&2": "v1.2",
    "exit 1": "",
    "sleep 60 & echo 7": "7",
}


@pytest.mark.parametrize("body", VERSIONS)
def test_versions(body: str, tmp_path: Path) -> None:
    assert probe.version(fake(tmp_path, body, version="--version")) == VERSIONS[body]


def test_without_version_arguments_nothing_is_started(tmp_path: Path) -> None:
    assert probe.version(fake(tmp_path, "echo 1")) == ""
    assert (tmp_path / "pids").read_text() == ""


def test_the_survey_has_a_row_for_each_entry(tmp_path: Path) -> None:
    rows = {row.entry.name: row for row in probe.survey(overlay(tmp_path, "solvers: {mine: {command: ./mine}}\n"))}
    assert rows["mine"].program == () and rows["mine"].version == ""
    assert rows["embedded"].program[0] == sys.executable and rows["embedded"].version[0].isdigit()


def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    says_unsat = fake(tmp_path, "echo s UNSATISFIABLE; exit 20")
    complaint = "fake says unsat of a formula that is sat: random-100"
    assert probe.check(says_unsat) == [complaint, complaint]
    gives_up = fake(tmp_path, "echo s UNKNOWN")
    assert probe.check(gives_up)[1] == "fake says unknown (gave up) of a formula that is unsat: pigeonhole-5"
    refuses_seeds = fake(
        tmp_path, 'test $# = 1 || { echo no seeds >&2; exit 1; }; exec minisat "$@"', args='["--seed={seed}", "{cnf}"]'
    )
    assert probe.check(refuses_seeds)[-1] == "fake failed with exit code 1; its last line: no seeds"


def test_the_packaged_text_is_read_without_pyyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same values at the same places as PyYAML finds."""

    def flat(value: YamlValue) -> Any:
        mark = value.node.start_mark
        place = value.node.id, mark.line, mark.column
        if value.node.id == "scalar":
            return *place, value.text()
        pairs = value.node.id == "mapping"
        inside = [each for pair in value.pairs() for each in pair] if pairs else value.items()
        return *place, [flat(each) for each in inside]

    source = files.read_source(str(PACKAGED))
    expected = flat(yaml_nodes.parse(source))
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert flat(yaml_nodes.compose(source)) == expected
    with pytest.raises(ImportError):
        yaml_nodes.compose(Source("x.yaml", source.text + "\n"))


def test_errors_at_values_of_the_packaged_file_have_their_places(tmp_path: Path) -> None:
    """A file of a user's that changes one key of an entry, and so another one of it is wrong."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("solvers: {kissat: {output: result-file}}\n")
    with pytest.raises(InputError) as caught:
        config.load(str(mine))
    line = next(n for n, text in enumerate(PACKAGED.read_text().splitlines(), 1) if "--time={time}" in text)
    assert f"solvers.yaml:{line}:" in str(caught.value)
