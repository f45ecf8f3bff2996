"""Lies of every kind, at every door: an answer is right, or refused everywhere with the same words."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat
from csp2sat.cli.fzn.command import command as fzn
from csp2sat.cli.sugar.command import command as sugar
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.errors import Csp2SatError

CSP = "(int x 0 3) (int y 0 3) (bool p)\n(< x y)\n(or p (> x 0))\n(or (!= y 3) (not p))\n"
FZN = (
    "var 0..3: x :: output_var; var 0..3: y :: output_var; var bool: p;"
    "constraint int_lt(x,y); constraint int_le_reif(x,0,p); solve satisfy;"
)
Model = list[int]


def competition(model: Model, end: str = "0", status: str = "SATISFIABLE") -> str:
    return f"s {status}\nv {' '.join(map(str, [*model, end]))}\n"


LIES: dict[str, tuple[Callable[[Model], str], str]] = {
    "empty": (lambda m: "", "this is no answer of a solver|gave no status"),
    "blank": (lambda m: "\n \n", "this is no answer of a solver|gave no status"),
    "no final 0": (lambda m: competition(m, ""), "cut short: \\d+ values, the last one `-?\\d+`, and no 0"),
    "cut in the middle": (lambda m: competition(m)[:-6], "cut short"),
    "cut behind a minus": (lambda m: competition(m[:-1], "-"), "cut short"),
    "cut before the first value": (lambda m: "s SATISFIABLE\nv", "cut short"),
    "no model": (lambda m: "s SATISFIABLE\n", "`s SATISFIABLE` without a model"),
    "no status": (lambda m: competition(m).partition("\n")[2], "literals without a status|gave no status"),
    "too few": (
        lambda m: competition(m[:-1]),
        "the model has \\d+ values; expected \\d+: variable \\d+ has none|the clause in",
    ),
    "far too few": (
        lambda m: competition(m[:2]),
        "the model has 2 values; expected \\d+: variables 3, .*have none|the clause in",
    ),
    "too many": (lambda m: competition([*m, len(m) + 1]), "literal \\d+ is beyond the formula's \\d+ variables"),
    "a huge number": (lambda m: competition([*m, 10**30]), "is beyond|is not a literal"),
    "both signs": (lambda m: competition([*m, -m[-1]]), "both \\d+ and -\\d+ are in the model"),
    "garbage in the model": (lambda m: competition([*m[:-1], "x7"]), "`x7` is not a literal"),  # type: ignore[list-item]
    "not a number": (lambda m: competition(m, "nan 0"), "`nan` is not a literal"),
    "negative zero": (lambda m: competition(m, "-0"), "`-0` is not a literal"),
    "after the 0": (lambda m: competition(m, "0 -2 0"), "literals after the 0"),
    "two models": (lambda m: competition(m) + competition(m[:1] + [-a for a in m[1:]]), "literals after the 0"),
    "two statuses": (lambda m: competition(m) + "s UNSATISFIABLE\n", "`s UNSATISFIABLE` contradicts an earlier status"),
    "unsatisfiable, with a model": (
        lambda m: competition(m, "0", "UNSATISFIABLE"),
        "a model with the status UNSATISFIABLE",
    ),
    "MiniSat's, cut": (lambda m: "SAT\n" + " ".join(map(str, m)), "cut short"),
    "MiniSat's, with UNSAT": (
        lambda m: f"UNSAT\n{' '.join(map(str, m))} 0\n",
        "a model with the status UNSATISFIABLE",
    ),
    "two dialects": (lambda m: "UNSAT\n" + competition(m), "`s SATISFIABLE` contradicts an earlier status"),
    "a cost without a model": (lambda m: competition(m) + "o 3\n", "`o 3`, and no model of that cost after it"),
    "answers to two formulas": (
        lambda m: "".join(f"c cnf sha256:{d * 64}\n" for d in "ab") + competition(m),
        "answers to two CNFs|another CNF",
    ),
}
HONEST: dict[str, Callable[[Model], str]] = {
    "competition": competition,
    "in lines, chatter between": lambda m: f"hello\nv {m[0]}\nc x\nv {' '.join(map(str, m[1:]))}\nv 0\ns SATISFIABLE\n",
    "MiniSat's": lambda m: f"SAT\n{' '.join(map(str, m))} 0\n",
    "repeated": lambda m: competition([*m, m[0]]),
}


def first(cnf: Path, is_model: bool) -> Model:
    """The first assignment that is a model, or that is none, by trying all."""
    found = dimacs.read(cnf.read_bytes(), str(cnf))
    for signs in itertools.product((1, -1), repeat=found.num_vars):
        model = [v * sign for v, sign in enumerate(signs, start=1)]
        if all(set(model) & set(clause) for clause in clauses(found.flat)) == is_model:
            return model
    raise AssertionError("there is none")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs, and a solver that prints the file `said`, which keeps the formula that it is asked."""
    folder = tmp_path_factory.mktemp("lies")
    (folder / "x.csp").write_text(CSP)
    (folder / "x.fzn").write_text(FZN)
    (folder / "liar").write_text(f"#!/bin/sh\ncp $1 {folder}/asked.cnf\ncat {folder}/said > $2\n")
    (folder / "liar").chmod(0o755)
    keys = 'command: ./liar, args: ["{cnf}", "{result}"], output: result-file, exit: {0: any}'
    (folder / "my.yaml").write_text(f"solvers:\n  liar: {{{keys}}}\n")
    run("encode", folder / "x.csp", "-o", folder / "x.cnf")
    (folder / "alone").mkdir()
    shutil.copyfile(folder / "x.map", folder / "alone" / "m.map")
    return folder


class Door:
    """A way in.  ask: the exit code, and what is printed, for the answer in the file `said`."""

    def __init__(self, scene: Path, ask: Callable[[Path], tuple[int, str]]):
        self.scene, self._ask = scene, ask

    def __call__(self, text: str) -> tuple[int, str]:
        (self.scene / "said").write_text(text)
        return self._ask(self.scene)

    def model(self) -> Model:
        """A model of the formula that this door asks about."""
        for name in ("asked.cnf", "said"):
            (self.scene / name).unlink(missing_ok=True)
        self("")
        return first(self.scene / "asked.cnf", is_model=True)

    def no_model(self) -> Model:
        """An assignment that falsifies a clause of it."""
        return first(self.scene / "asked.cnf", is_model=False)


def ended(*words: object) -> tuple[int, str]:
    done = run(*map(str, words))  # type: ignore[arg-type]
    return done.code, done.out + done.err


def formula(scene: Path) -> None:
    """The CNF of the CSP is what is asked about."""
    (scene / "asked.cnf").write_bytes((scene / "x.cnf").read_bytes())


def decoded_alone(scene: Path) -> tuple[int, str]:
    """The map alone: nothing is beside it, nor beside the answer."""
    formula(scene)
    (scene / "answer").mkdir(exist_ok=True)
    shutil.copyfile(scene / "said", scene / "answer" / "said")
    return ended("decode", scene / "answer" / "said", "-m", scene / "alone" / "m.map")


def decoded(scene: Path) -> tuple[int, str]:
    formula(scene)
    return ended("decode", scene / "said", "-m", scene / "x.map")


def decoded_in_python(scene: Path) -> tuple[int, str]:
    formula(scene)
    try:
        return 0, str(csp2sat.decode(scene / "said", scene / "alone" / "m.map", scene / "x.csp").values)
    except Csp2SatError as error:
        return 1, str(error)


def checked(scene: Path) -> tuple[int, str]:
    formula(scene)
    return ended("check", scene / "x.cnf", scene / "said")


def solved_in_python(scene: Path) -> tuple[int, str]:
    try:
        found = csp2sat.solve(scene / "x.csp", solver="liar", solvers=str(scene / "my.yaml"))
    except Csp2SatError as error:
        return 1, str(error)
    return 0, found.status


def solved_cnf(scene: Path) -> tuple[int, str]:
    return ended("solve", scene / "x.cnf", "--solvers", scene / "my.yaml", "--solver", "liar")


DOORS: dict[str, Callable[[Path], tuple[int, str]]] = {
    "decode, the map alone": decoded_alone,
    "decode": decoded,
    "decode in Python": decoded_in_python,
    "check": checked,
    "solve": lambda s: ended("solve", s / "x.csp", "--solvers", s / "my.yaml", "--solver", "liar"),
    "solve of a CNF": solved_cnf,
    "solve in Python": solved_in_python,
}


@pytest.mark.parametrize("door", DOORS)
def test_lies_of_a_solver(door: str, scene: Path) -> None:
    ask = Door(scene, DOORS[door])
    model = ask.model()
    for name, said in HONEST.items():
        code, text = ask(said(model))
        assert code == 0, f"{name}: {text}"
    believed = []
    for name, (lie, words) in LIES.items():
        code, text = ask(lie(model))
        if (door, name) == ("check", "no status"):  # an assignment, whoever wrote it
            assert (code, text) == (0, "right\n")
        elif code != 1 or not re.search(words, text) or "Traceback" in text or "s SATISFIABLE" in text.splitlines():
            believed.append(f"{name}: {code} {text}")
    code, text = ask(competition(ask.no_model()))
    if door == "decode, the map alone":
        assert "not judged: the clauses: there is no" in text and "not judged: the constraints: no file beside" in text
    elif code != 1 or not re.search("clause|is violated", text):
        believed.append(f"no model: {code} {text}")
    assert not believed, "\n".join(believed)


@pytest.mark.parametrize("door", ["sugar", "fzn"])
def test_lies_told_to_other_commands(
    door: str, scene: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those commands with other names and other exit codes: no answer, and the same words."""
    monkeypatch.setenv("CSP2SAT_SOLVERS", str(scene / "my.yaml"))

    def asked(scene: Path) -> tuple[int, str]:
        if door == "sugar":
            sugar(["-solver", f"{scene}/liar %s %o", str(scene / "x.csp")])
        else:
            fzn(["--sat-solver", "liar", str(scene / "x.fzn")])
        said = capsys.readouterr()
        answers = [line for line in said.out.splitlines() if line.startswith(("a ", "x = ", "s SAT", "s UNS"))]
        return (0 if answers else 1), said.out + said.err

    ask = Door(scene, asked)
    model = ask.model()
    assert ask(competition(model))[0] == 0
    believed = []
    for name, (lie, words) in LIES.items():
        code, text = ask(lie(model))
        if code != 1 or not re.search(words, text):
            believed.append(f"{name}: {text}")
    code, text = ask(competition(ask.no_model()))
    assert code == 1 and "clause" in text
    assert not believed, "\n".join(believed)


def test_lies_told_to_bench(scene: Path) -> None:
    """A solver for each lie; no row says sat."""
    formula(scene)
    model = first(scene / "asked.cnf", is_model=True)
    no_model = competition(first(scene / "asked.cnf", is_model=False))
    texts = [competition(model), no_model, *(lie(model) for lie, _ in LIES.values())]
    entries = []
    for number, text in enumerate(texts):
        (scene / f"said-{number}").write_text(text)
        program = scene / f"liar-{number}"
        program.write_text(f"#!/bin/sh\ncat {scene}/said-{number} > $2\n")
        program.chmod(0o755)
        keys = f'command: ./liar-{number}, args: ["{{cnf}}", "{{result}}"], output: result-file, exit: {{0: any}}'
        entries.append(f"  liar-{number}: {{{keys}}}\n")
    (scene / "many.yaml").write_text("solvers:\n" + "".join(entries))
    names = ",".join(f"liar-{number}" for number in range(len(texts)))
    run("bench", scene / "x.csp", "--solvers", scene / "many.yaml", "--solver", names, "-o", scene / "rows")
    rows = [json.loads(line) for line in (scene / "rows" / "results.jsonl").read_text().splitlines()]
    found = {row["solver"]: row for row in rows}
    assert found["liar-0"]["status"] == "sat"
    assert (found["liar-1"]["status"], "clause" in found["liar-1"]["why"]) == ("wrong", True)
    for number, (name, (_, words)) in enumerate(LIES.items(), start=2):
        row = found[f"liar-{number}"]
        if "too few" in name:  # bench judges by the clauses alone: those without a value are false
            continue
        assert row["status"] == "error" and re.search(words, row["why"]), f"{name}: {row}"
