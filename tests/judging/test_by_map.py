"""Decoding judges: the clauses, the board's rules, the constraints of the source; what cannot be judged is named."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.run_command import Ended, run

import csp2sat
from csp2sat.errors import InputError
from csp2sat.judging import beside

CSP = "(int x 0 3) (int y 0 3) (bool p)\n(< x y)\n(or p (> x 0))\n"
MASYU = "; Masyu Puzzle\nsize 3 3\n- 0 -\n- - -\n- - -\n"
NO_SOURCE = (
    "csp2sat: not judged: the constraints: no file beside x.map has the digest of the input ({}); use --source INPUT\n"
)
CHANGED = (
    "csp2sat: not judged: the constraints: the input of x.map is not beside it (x.csp is another file, or was "
    "changed); use --source INPUT\n"
)
NO_PROOF = "csp2sat: not judged: that no solution exists; for a proof: csp2sat solve --proof FILE\n"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, which is the current one, with x.csp, its CNF, its map, and the answer x.out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nonexistent")
    Path("x.csp").write_text(CSP)
    run("encode", "x.csp")
    run("solve", "x.cnf", "--solver", "embedded", "-o", "x.out")
    return tmp_path


def decoded(*words: str) -> Ended:
    return run("decode", "x.out", *words)


def test_all_is_judged_where_all_is_there(made: Path) -> None:
    done = decoded()
    assert (done.code, done.err) == (0, "")
    assert csp2sat.decode("x.out", "x.map").unjudged == ()


def test_the_map_of_another_formula_is_asked_for(made: Path) -> None:
    answer = Path("x.out").read_text().splitlines(keepends=True)
    Path("x.out").write_text("".join(line for line in answer if line[0] in "sv"))  # which names no formula
    for name, text in (("less", "(int x 0 1)"), ("more", CSP + "(int z 0 99)")):
        Path(f"{name}.csp").write_text(text)
        run("encode", f"{name}.csp")
        done = decoded("-m", f"{name}.map")
        assert done.code == 1 and done.err.endswith(f"; is {name}.map the map of another formula?\n")


def test_a_map_is_no_answer(made: Path) -> None:
    done = run("decode", "x.map")
    assert (done.code, done.err) == (
        1,
        "x.map: a map; expected the answer of a solver: csp2sat decode ANSWER -m x.map, "
        "or SOLVER F.cnf | csp2sat decode -m x.map\n",
    )


def test_what_is_not_there_is_named(made: Path) -> None:
    Path("x.csp").unlink()
    assert decoded().err == NO_SOURCE.format("1 compared")
    assert decoded("-m", "x.map", "--json").err == NO_SOURCE.format("1 compared")
    Path("x.cnf").unlink()
    Path("notes.md").write_text("notes")
    assert decoded().err == NO_SOURCE.format("1 compared") + "csp2sat: not judged: the clauses: there is no x.cnf\n"
    unjudged = csp2sat.decode("x.out", "x.map").unjudged
    assert len(unjudged) == 2
    assert unjudged[0].endswith("; use source=INPUT")
    Path("elsewhere").mkdir()
    Path("elsewhere/other.csp").write_text(CSP)
    assert decoded("--source", "elsewhere/other.csp").err == ""
    assert csp2sat.decode("x.out", "x.map", "elsewhere/other.csp").unjudged == ()


def test_a_map_that_does_not_know_its_input_calls_none_changed(made: Path) -> None:
    header = re.sub(r'"source": "sha256:[0-9a-f]+", ', "", Path("x.map").read_text())
    Path("x.map").write_text(header)
    Path("x.cnf").unlink()
    assert NO_SOURCE.format("the map does not have it") in decoded().err


@pytest.mark.parametrize("name", ["golomb.csp", "a model", "old.csp.gz", "z.txt"])
def test_the_input_is_found_by_its_digest_whatever_its_name(name: str, made: Path) -> None:
    Path(name).write_bytes(gzip.compress(CSP.encode()) if name.endswith(".gz") else CSP.encode())
    Path("x.csp").unlink()
    assert decoded().err == ""
    Path("x.cnf").rename("formula")
    assert decoded().err == ""
    assert csp2sat.decode("x.out", "x.map").unjudged == ()


def test_large_files_and_too_many_are_not_compared(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x.csp").rename("golomb.csp")
    monkeypatch.setattr(beside, "SMALL", len(CSP) - 1)
    assert decoded().err == NO_SOURCE.format("1 compared")
    monkeypatch.setattr(beside, "SMALL", len(CSP))
    monkeypatch.setattr(beside, "MOST_BYTES", len(CSP))
    assert decoded().err == ""
    monkeypatch.setattr(beside, "MOST_FILES", 1)
    Path("a.csp").write_text("other")
    assert decoded().err == NO_SOURCE.format("2 compared")


def test_files_with_other_digests_are_not_taken(made: Path) -> None:
    Path("x.csp").write_text(CSP + "(= x 1)")
    assert decoded().err == CHANGED
    refused = decoded("--source", "x.csp")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == "x.csp: not the source of x.map: the SHA-256 differs\n"
    Path("x.cnf").write_text("p cnf 1 1\n1 0\n")
    assert decoded().err == (
        "csp2sat: not judged: the clauses: x.cnf is not the formula of x.map, by its digest\n" + CHANGED
    )


@pytest.mark.parametrize("source", [True, False])
def test_a_wrong_model_is_refused(source: bool, made: Path) -> None:
    """By the clauses, and where they are not there by the constraints."""
    lines = Path("x.out").read_text().splitlines()
    found = csp2sat.decode("x.out", "x.map").values
    assert found is not None and found.ints["x"] < found.ints["y"]
    literals = [int(word) for line in lines if line.startswith("v") for word in line.split()[1:-1]]
    turned = [literals[0], *(-lit for lit in literals[1:])]
    wrongs = [turned, *([*literals[:at], -literals[at], *literals[at + 1 :]] for at in range(1, len(literals)))]
    if source:
        Path("x.cnf").unlink()
    refused = 0
    for wrong in wrongs:
        Path("x.out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, wrong))} 0\n")
        done = decoded()
        if done.code:
            refused += 1
            words = ("no solution of x.csp", "code") if source else ("falsifies the clause in x.cnf", "code")
            assert any(each in done.err for each in words), done.err
        else:
            assert run("check", "x.csp", _written(done.out)).out == "right\n"
    assert refused > 1


def _written(text: str) -> Path:
    Path("decoded").write_text(text)
    return Path("decoded")


def test_the_rules_of_a_board_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.txt").write_text(MASYU)
    csp2sat.encode("b.txt", "b.cnf")
    run("solve", "b.cnf", "--solver", "embedded", "-o", "b.out")
    assert (run("decode", "b.out").code, run("decode", "b.out").err) == (0, "")
    Path("b.cnf").unlink()
    text = Path("b.out").read_text()
    for word in text.split()[6:]:
        other = text.replace(f" {word} ", f" {word.removeprefix('-') if word[0] == '-' else '-' + word} ", 1)
        Path("b.out").write_text(other)
        done = run("decode", "b.out")
        assert done.code == 0 or "the values are no solution of the map's board" in done.err, done.err
        if done.code == 0:
            assert run("check", "b.txt", _written(done.out)).out == "right\n"


def test_logs_are_judged(made: Path) -> None:
    for values, fault in {
        "a x 1\na y 2\na p true\na\n": "",
        "a x 1\na y 2\na p 0\na\n": "",
        "a x 2\na y 1\na p true\na\n": "the values are no solution of x.csp: line 2, column 1: (lt x y) is violated",
        "a x 1\na x 2\na y 3\na p true\na\n": "x has two values: 1 and 2",
        "a x 1\na y 4\na p true\na\n": "y cannot be 4: not in its domain",
        "a x 1\na y 2\na p 2\na\n": "p cannot be 2: expected true or false",
        "a x 1\na y true\na p true\na\n": "y cannot be true: expected an integer",
        "a x 1\na p true\na\n": "y has no value",
        "a x 1\na y 2\na z 2\na p true\na\n": "z is no variable of the input",
        "s UNSATISFIABLE\na x 1\na y 2\na p true\na\n": "there is a solution, but the status is UNSATISFIABLE",
        "a x 1\na y 2\na p true\na\na x": "expected `a NAME VALUE`",
        "a x 1\na y 2\na p true\na\na x 1\n": "the values are cut short",
    }.items():
        Path("x.out").write_text(values)
        done = decoded()
        assert (done.code, fault in done.err) == (int(bool(fault)), True), (values, done)
        judged = run("check", "x.csp", "x.out")
        assert judged.code == done.code and fault.rpartition("x.csp: ")[2] in judged.out + judged.err, (values, judged)


def test_what_is_claimed_without_a_proof_is_named(made: Path) -> None:
    Path("x.out").write_text("s UNSATISFIABLE\n")
    done = decoded()
    assert (done.code, done.out, done.err) == (0, "s UNSATISFIABLE\n", NO_PROOF)


def test_a_map_with_a_contradiction_has_no_model(made: Path) -> None:
    Path("x.csp").write_text("(int x 0 3)\n(> x 3)\n")
    run("encode", "x.csp")
    size = int(Path("x.map").read_text().split('"variables": ')[1].split(",")[0])
    Path("x.out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, range(1, size + 1)))} 0\n")
    with pytest.raises(InputError, match="a model, but the map has a contradiction: line 2"):
        csp2sat.decode("x.out", "x.map")
    Path("x.out").write_text("s UNSATISFIABLE\n")
    assert decoded().err == ""


@pytest.mark.parametrize("options, soft", [(["--max"], ""), (["--weighted"], "(weighted 2 (< x 1))"), ([], "")])
def test_costs_are_judged(options: list[str], soft: str, made: Path) -> None:
    """The `o` line of a MaxSAT solver is the cost of its model; soft constraints may be violated."""
    objective = "" if options else "(objective minimize (+ x y))"
    Path("x.csp").write_text(f"(int x 0 2)(int y 0 2)(< x y)(> (+ x y) 2){soft}{objective}\n")
    assert run("encode", "x.csp", "--to", "wcnf", *options).code == 0
    with RC2(WCNF("x.wcnf")) as solver:
        literals, cost = solver.compute(), solver.cost
    answer = f"s OPTIMUM FOUND\nv {' '.join(map(str, literals))} 0\n"
    Path("x.out").write_text(f"o {cost}\n{answer}")
    done = decoded()
    assert done.code == 0 and "not judged: that no solution is better" in done.err and "source" not in done.err
    Path("x.out").write_text(f"o {cost + 100}\n{answer}")
    done = decoded()
    assert done.code == 1 and "the cost of the model is " in done.err and f", not {cost + 100}\n" in done.err


@pytest.mark.needs("clasp")
@pytest.mark.parametrize("name", ["x.wcnf", "x.opb"])
def test_the_cost_behind_the_model_is_judged(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text("(int x 0 9) (int y 0 9) (>= (+ x y) 7) (objective minimize (+ (* 2 x) (* 3 y)))\n")
    assert run("encode", "x.csp", "-o", name, "-m", "x.map").code == 0
    said = subprocess.run(["clasp", "-q1", name], capture_output=True, text=True, check=False).stdout
    (cost,) = re.findall(r"^o (\d+)\ns OPTIMUM", said, flags=re.M)
    assert said.index("\nv ") < said.index("\no ")
    Path("x.out").write_text(said)
    assert "o 14\ns OPTIMUM FOUND\na x\t7\n" in run("decode", "x.out", "-m", "x.map").out
    Path("x.out").write_text(said.replace(f"\no {cost}\n", f"\no {int(cost) - 1}\n"))
    found = run("decode", "x.out", "-m", "x.map")
    assert (found.code, found.out) == (1, "") and f"not {int(cost) - 1}" in found.err
