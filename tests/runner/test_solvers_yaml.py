"""The configuration of solvers: the packaged file, files merged over it, errors with their places."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.fake_solvers import overlay

from csp2sat.errors import Csp2SatError, FileError, InputError, SolverError
from csp2sat.runner.config import config, merging
from csp2sat.runner.config.entry import ArgumentTemplate

PACKAGED = config.PACKAGE.parent / "solvers.yaml"


def test_the_packaged_file() -> None:
    solvers = config.Solvers.load()
    assert solvers.order == ("kissat", "cadical", "embedded")
    assert set(solvers.entries) >= {
        *("kissat", "cadical", "embedded", "minisat", "picosat", "cryptominisat5", "clasp", "glucose", "lingeling")
    }
    assert {"kissat", "kissat:sat", "embedded:minisat"} <= set(solvers.names())
    assert all(entry.about and entry.install for entry in solvers.entries.values())


def test_no_python_code_names_a_solver() -> None:
    names = [name for name in config.Solvers.load().entries if name not in ("embedded", "cadical", "kissat")]
    code = "".join(path.read_text() for path in (config.PACKAGE / "runner").rglob("*.py")).lower()
    assert code and [name for name in names if f'"{name}"' in code] == []


def test_what_solvers_can_do() -> None:
    entries = config.Solvers.load().entries
    assert entries["kissat"].can() == ["seed", "drat"]
    assert entries["cryptominisat5"].can() == ["seed", "threads", "frat"]
    assert entries["minisat"].can() == ["seed"]
    assert [config.Solvers.load().find(name).proof for name in ("embedded", "embedded:minisat")] == ["drat", ""]
    assert entries["minisat"].proof == ""


def test_entries_merge_key_by_key(tmp_path: Path) -> None:
    before = config.Solvers.load().entries["kissat"]
    solvers = overlay(tmp_path, "solvers:\n  kissat: {command: [/opt/k, k2]}\ndefault: minisat\n")
    after = solvers.entries["kissat"]
    assert list(map(str, after.command)) == ["/opt/k", "k2"]
    assert (after.args, after.presets, after.version) == (before.args, before.presets, before.version)
    assert solvers.order == ("minisat",)


def test_presets_merge_name_by_name(tmp_path: Path) -> None:
    """Those that are packaged stay: other keys, the portfolio and the search for the best solution name them."""
    before = config.Solvers.load().entries["embedded"]
    solvers = overlay(tmp_path, "solvers: {embedded: {presets: {mine: [--solver, x], glucose: [--solver, y]}}}\n")
    after = solvers.entries["embedded"].presets
    assert (after["mine"], after["glucose"]) == (("--solver", "x"), ("--solver", "y"))
    assert {**after, "glucose": before.presets["glucose"]} == {**before.presets, "mine": ("--solver", "x")}
    assert solvers.portfolio == config.Solvers.load().portfolio


def test_order_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "home" / "csp2sat" / "solvers.yaml"
    own.parent.mkdir(parents=True)
    own.write_text("solvers: {cadical: {command: own, about: own, install: own}}\n")
    by_variable, by_option = tmp_path / "v.yaml", tmp_path / "o.yaml"
    by_variable.write_text("solvers: {cadical: {command: variable, about: variable}}\n")
    by_option.write_text("solvers: {cadical: {command: option}}\n")

    def told() -> list[str]:
        entry = config.Solvers.load(chosen).entries["cadical"]
        return [str(entry.command[0]), entry.about, entry.install]

    chosen = None
    assert told() == ["own", "own", "own"]
    monkeypatch.setenv(config.VARIABLE, str(by_variable))
    assert told() == ["variable", "variable", "own"]
    chosen = str(by_option)
    assert told() == ["option", "own", "own"]


def test_a_file_in_the_current_folder_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "solvers.yaml").write_text("solvers: {evil: {command: ./evil}}\n")
    monkeypatch.chdir(tmp_path)
    assert "evil" not in config.Solvers.load().entries


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    assert overlay(tmp_path, "# nothing\n").names() == config.Solvers.load().names()
    assert overlay(tmp_path, "solvers: {}\n").names() == config.Solvers.load().names()


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
    entries = config.Solvers.load().entries
    assert [entries["minisat"].seed(n) for n in (0, 1, 2147483647, 2147483648)] == [2147483647, 1, 2147483647, 1]
    assert entries["kissat"].seed(-1) == 2147483647


ERRORS = {
    "not YAML": ("solvers: [\n", "2:1: not YAML: did not find expected node content"),
    "control character": ("é: b\x01\n", "1:5: not YAML: control characters are not allowed"),
    "a list": ("- a\n", "1:1: expected `key: value` pairs"),
    "unknown top key": ("solver: {}\n", "1:1: unknown key 'solver'; did you mean 'solvers'?"),
    "another version": ("version: 2\n", "1:10: expected version 1, which this csp2sat reads"),
    "unknown key": (
        "solvers:\n  mine:\n    command: x\n    comand: y\n",
        "4:5: unknown key 'comand'; did you mean 'command'?",
    ),
    "unknown key, nothing near": (
        "solvers: {mine: {command: x, zzz: y}}\n",
        "1:30: unknown key 'zzz'; there are: command, needs, args, output, exit, unknown, statistics, proof, seeds, "
        "threads, presets, unproved, version, install, about",
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
        "1:28: {cnf} is none of the command's placeholders; it belongs in `args`, a list",
    ),
    "unknown placeholder in command": (
        'solvers: {mine: {command: ["{cmf}"]}}\n',
        "1:28: unknown placeholder {cmf}; there are: {python}, {pkg:NAME}",
    ),
    "placeholder in command, as an argument": (
        'solvers: {mine: {command: [python3, dpll.py, "{cnf}"]}}\n',
        "1:46: {cnf} is none of the command's placeholders; it belongs in `args`, a list",
    ),
    "arguments as candidates": (
        "solvers: {mine: {command: [python3, dpll.py]}}\n",
        "1:27: these are candidates, of which the first that is installed is taken; a program with its arguments is a "
        "list in the list: [[python3, dpll.py]]",
    ),
    "options as candidates": (
        "solvers: {mine: {command: [minisat, -verb=0]}}\n",
        "1:27: these are candidates, of which the first that is installed is taken; a program with its arguments is a "
        "list in the list: [[minisat, -verb=0]]",
    ),
    "extra inside a word": (
        'solvers: {mine: {command: x, args: ["{cnf}", "-x={extra}"]}}\n',
        "1:46: {extra} must be a word of its own",
    ),
    "placeholder without quotes": (
        "solvers:\n  mine:\n    command: x\n    args: [-q, {cnf}]\n",
        '4:16: expected a text; to mean {cnf}, quote it: "{cnf}"',
    ),
    "placeholder without quotes, in a word": (
        "solvers: {mine: {command: x, args: [-t={time}, -q]}}\n",
        "1:40: not YAML: did not find expected ',' or ']'; to mean -t={time}, quote it: \"-t={time}\"",
    ),
    "placeholder without quotes, in a path": (
        "solvers:\n  mine:\n    command: {pkg:wheels}/bin/x\n",
        '3:26: not YAML: did not find expected key; to mean {pkg:wheels}/bin/x, quote it: "{pkg:wheels}/bin/x"',
    ),
    "placeholder without quotes, alone": (
        "solvers: {mine: {command: {python}}}\n",
        '1:27: expected a text; to mean {python}, quote it: "{python}"',
    ),
    "statistics without a number": (
        'solvers: {mine: {command: x, statistics: {conflicts: "c conflicts:"}}}\n',
        '1:54: expected NAME: "... {number} ...", the form of a line with a statistic',
    ),
    "statistics as a text": (
        "solvers: {mine: {command: x, statistics: conflicts}}\n",
        "1:42: expected `key: value` pairs",
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
        config.Solvers.load(str(tmp_path / "no.yaml"))
    assert str(caught.value) == f"{tmp_path}/no.yaml: cannot be read: No such file or directory"


def test_names_for_the_file_are_answered_by_the_option_for_names() -> None:
    for names, meant in (("minisat,kissat:sat", "; did you mean --solver minisat,kissat:sat?"), ("minisat,no", "")):
        with pytest.raises(FileError) as caught:
            config.Solvers.load(names)
        assert str(caught.value) == f"{names}: cannot be read: No such file or directory{meant}"


def test_the_packaged_file_is_read_without_pyyaml(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same solvers as PyYAML finds; if the file has changed by one letter, PyYAML reads it."""
    expected = config.Solvers(*merging.merged([str(PACKAGED)]))
    changed = tmp_path / "solvers.yaml"
    changed.write_text(PACKAGED.read_text() + "\n")
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert config.Solvers.load() == expected
    monkeypatch.setattr(config, "PACKAGE", tmp_path)
    with pytest.raises(SolverError, match=r"solvers\.yaml cannot be read: the package PyYAML is not installed$"):
        config.Solvers.load()


def test_errors_at_values_of_the_packaged_file_have_their_places(tmp_path: Path) -> None:
    """A file of a user's that changes one key of an entry, and so another one of it is wrong."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("solvers: {kissat: {output: result-file}}\n")
    with pytest.raises(InputError) as caught:
        config.Solvers.load(str(mine))
    line = next(n for n, text in enumerate(PACKAGED.read_text().splitlines(), 1) if "--time={time}" in text)
    assert f"solvers.yaml:{line}:" in str(caught.value)


def test_a_script_is_sought_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dpll.py").write_text("")
    (tmp_path / "my.yaml").write_text('solvers: {mine: {command: [["{python}", -u, dpll.py, other.py, a.b]]}}\n')
    monkeypatch.chdir(tmp_path.parent)
    found = config.Solvers.load(str(tmp_path / "my.yaml")).find("mine").program
    assert found[1:] == ("-u", str(tmp_path / "dpll.py"), "other.py", "a.b")


def test_a_program_and_its_argument_in_one_text(tmp_path: Path) -> None:
    (tmp_path / "my.yaml").write_text("solvers: {mine: {command: sh dpll.sh}, other: {command: no such program}}\n")
    known = config.Solvers.load(str(tmp_path / "my.yaml"))
    with pytest.raises(SolverError, match=r"a program with arguments is a list in a list: \[\[sh, dpll\.sh\]\]"):
        known.find("mine")
    with pytest.raises(SolverError, match=r"\(tried no such program\)$"):
        known.find("other")
