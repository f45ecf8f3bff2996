"""Proofs from the source: what a stranger tries first, what is refused, and what a forger may change."""

import json
import os
import re
import shutil
import sys

import pytest
from support.certificates import here
from support.programs import needed_solver
from support.proved_sources import INPUTS, NONE, SUFFIXES

import csp2sat
from csp2sat import build
from csp2sat.certifying import from_source
from csp2sat.certifying.certificate import CertificateError
from csp2sat.deriving.clauses import ClauseDeriver
from csp2sat.errors import UsageError
from csp2sat.proofs.pb_checker import checker
from csp2sat.proofs.pb_checker.reading import CheckedText
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.statement.formulas import NotStated


@pytest.mark.parametrize("name", INPUTS)
def test_verified(name, proofs):
    for end in ("", ".json"):
        code, out, _ = here("verify", proofs / f"{name}.proof{end}", proofs / name)
        assert (code, out) == (0, f"verified from the source: {INPUTS[name][2]}\n")


def test_no_deletion_is_missed(proofs):
    """Deletions are left out where a checker that keeps nothing may need the constraint later."""
    for name in INPUTS:
        stated, proof = (CheckedText(end, (proofs / f"{name}.proof.{end}").read_text()) for end in ("opb", "pbp"))
        assert not checker.check(stated, proof).needed


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize("says, code", [("s VERIFIED UNSATISFIABLE", 0), ("s NOT VERIFIED", 1), ("", 1)])
def test_programs_on_path(says, code, proofs, tmp_path, monkeypatch):
    """A program that reads these proofs is asked, too, and its verdict counts."""
    same = f"cmp -s $1 {proofs}/none.csp.proof.opb && cmp -s $2 {proofs}/none.csp.proof.pbp && echo {says}"
    (tmp_path / "veripb").write_text(f"#!/bin/sh\n{same}\n")
    (tmp_path / "veripb").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found, out, err = here("verify", proofs / "none.csp.proof", proofs / "none.csp")
    assert found == code, err
    assert bool(out) == (code == 0) == ("veripb" not in err)


def test_the_files(proofs):
    found = sorted(path.name.removeprefix("none.csp.proof") for path in proofs.glob("none.csp.proof*"))
    assert found == sorted(SUFFIXES)
    certificate = json.loads((proofs / "none.csp.proof.json").read_text())
    assert certificate["version"] == 2
    assert {*certificate["digests"]} == {"cnf", "proof", "map", "opb", "pbp"}
    last = json.loads((proofs / "none.csp.proof.map").read_text().splitlines()[-1])
    assert last["pb"][0] == [1, "1"]
    assert [2, "~i0[ge1]"] in last["pb"]


def test_the_statement_is_that_of_the_source_alone(proofs):
    assert (proofs / "none.csp.proof.opb").read_bytes() == (proofs / "direct.csp.proof.opb").read_bytes()


@pytest.mark.parametrize("solver", ["kissat", "cadical", "embedded"])
def test_each_solver(solver, tmp_path):
    needed_solver(solver)
    (tmp_path / "a.csp").write_text(NONE.replace("(< (+ x z) 2)", "(alldifferent x y z)(= x z)"))
    proof = tmp_path / "a.proof"
    code, _, err = here("solve", tmp_path / "a.csp", "--proof", proof, "--from-source", "--solver", solver)
    assert code == 0, err
    assert here("verify", proof, tmp_path / "a.csp")[0] == 0


def pigeons(holes: int) -> str:
    pairs = [[f"p{i}_{j}" for j in range(holes)] for i in range(holes + 1)]
    lines = [f"(bool {name})" for row in pairs for name in row] + [f"(or {' '.join(row)})" for row in pairs]
    for column in zip(*pairs, strict=True):
        lines.append(f"(<= (+ {' '.join(f'(if {name} 1 0)' for name in column)}) 1)")
    return "\n".join(lines)


def test_variables_that_the_solver_adds(tmp_path):
    """Kissat's `factor` adds definitions, which do not follow by propagation."""
    needed_solver("kissat")
    (tmp_path / "a.csp").write_text(pigeons(6))
    proof = tmp_path / "a.proof"
    code, _, err = here("solve", tmp_path / "a.csp", "--proof", proof, "--from-source", "--solver", "kissat")
    assert code == 0, err
    assert here("verify", proof, tmp_path / "a.csp")[0] == 0


def test_without_a_certificate_the_rest_is_checked(proofs, tmp_path):
    for suffix in SUFFIXES:
        if suffix != ".json":
            shutil.copy(proofs / f"one.csp.proof{suffix}", tmp_path / f"p{suffix}")
    assert here("verify", tmp_path / "p", proofs / "one.csp")[1] == "verified from the source: unique\n"


def test_in_python(tmp_path):
    m = csp2sat.Model()
    x, y = m.int("x", 0, 5), m.int("y", 0, 5)
    m.add(build.all_different(x, y), x + y == 9, x < y)
    r = csp2sat.prove(m, tmp_path / "p", unique=True, from_source=True)
    assert (r.unique, r[x], r[y]) == (True, 4, 5)
    assert csp2sat.verify(tmp_path / "p", m) == "unique"
    with pytest.raises(CertificateError):
        m.add(x > 3)
        m.int("z", 0, 1)
        csp2sat.verify(tmp_path / "p", m)


def test_a_clause_that_is_not_derived(tmp_path, monkeypatch):
    """The message names its constraint, and an encoding that needs fewer cases; the trace says how far it came."""
    derive = ClauseDeriver.derive

    def failing(deriver, literals):
        if len({re.sub(r"~|\[.*", "", a) for a in literals}) > 1:  # not of the values of one integer
            raise NotStated("this clause")
        return derive(deriver, literals)

    monkeypatch.setattr(ClauseDeriver, "derive", failing)
    monkeypatch.setattr(from_source, "PAUSE", 0)
    path = tmp_path / "x.csp"
    path.write_text(NONE)
    found = []
    for encoding in ("direct", "order"):
        options = ["--proof", tmp_path / "p", "--from-source", "--encoding", encoding, "-v"]
        code, _, err = here("solve", path, *options)
        found += re.findall(r"yet: this clause( .*); without", err)
        assert (
            code == 1 and re.search(r"DERIVED \d+ of \d+ clauses\n", err) and "once more, all clauses by cases" in err
        )
    assert found == [" (line 5, column 1), perhaps not with --encoding order", " (line 5, column 1)"]


def test_after_two_derivations_that_fail(tmp_path, monkeypatch):
    """The proof that is written with the most care is for the statement that `verify` makes."""
    cares, derived = list[int](), from_source._derived

    def failing(run, refutation, care):
        cares.append(care)
        found = derived(run, refutation, care)
        if care < 2:
            raise NotStated("this clause")
        return found

    monkeypatch.setattr(from_source, "_derived", failing)
    m = csp2sat.Model()
    x, y = m.int("x", 0, 5), m.int("y", 0, 5)
    m.add(build.all_different(x, y), x + y == 9, x < y)
    csp2sat.prove(m, tmp_path / "p", unique=True, from_source=True)
    assert (cares, csp2sat.verify(tmp_path / "p", m)) == ([0, 1, 2], "unique")


def test_a_solution_writes_nothing(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 3)\n")
    code, out, err = here("solve", tmp_path / "a.csp", "--proof", tmp_path / "p", "--from-source")
    assert (code, out.split()[1]) == (0, "SATISFIABLE"), err
    assert not list(tmp_path.glob("p*"))


WRONG = {
    "a constraint without a rule": (
        "(bool p)(bool q)\n(acyclic 2 (0 1 p) (1 0 q))\n",
        [],
        1,
        "csp2sat: cannot be proved from the source yet: acyclic (line 2, column 1); "
        "without --from-source a proof begins at the CNF\n",
    ),
    "an encoding": (
        NONE,
        ["--encoding", "compact-order"],
        2,
        "--from-source takes no encoding compact-order yet; expected order, direct, log or auto",
    ),
    "an option of the encoder": (NONE, ["--amo", "product", "--card", "network"], 2, "only --encoding and --encode go"),
    "an option and a constraint": (
        "(bool p)(bool q)\n(acyclic 2 (0 1 p) (1 0 q))\n",
        ["--encoding", "compact-order", "--card", "network"],
        2,
        "csp2sat: only --encoding and --encode go with --from-source; and --from-source takes no encoding "
        "compact-order yet; expected order, direct, log or auto; and cannot be proved from the source yet: "
        "acyclic (line 2, column 1);",
    ),
    "two constraints": (
        "(bool p)(bool q)\n(acyclic 2 (0 1 p) (1 0 q))\n(acyclic 2 (0 1 p))\n"
        "(int x 0 4000)(int y 0 4000)(= (* x y) 5)\n",
        [],
        1,
        "yet: acyclic (line 2, column 1); mul of terms with more than 10,000 pairs of values (line 4, column 29); "
        "without",
    ),
    "a large domain": ("(int x 0 99999)(> x 99999)", [], 1, "x has more than 5000 values"),
}


@pytest.mark.parametrize("name", WRONG)
def test_refused_before_solving(name, tmp_path):
    text, options, expected, message = WRONG[name]
    (tmp_path / "a.csp").write_text(text)
    code, out, err = here("solve", tmp_path / "a.csp", "--proof", tmp_path / "p", "--from-source", *options)
    assert (code, out) == (expected, ""), err
    assert message in err
    assert not list(tmp_path.glob("p*"))


def test_only_with_a_proof(tmp_path):
    (tmp_path / "a.csp").write_text(NONE)
    code, _, err = here("solve", tmp_path / "a.csp", "--from-source")
    assert code == 2
    assert "--from-source: only with --proof" in err


def test_not_for_a_cnf(tmp_path):
    (tmp_path / "a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    code, _, err = here("solve", tmp_path / "a.cnf", "--proof", tmp_path / "p", "--from-source")
    assert code == 2
    assert "--from-source: not for a CNF" in err


def test_the_source_is_needed(proofs):
    code, _, err = here("verify", proofs / "none.csp.proof")
    assert code == 2
    assert "expected the source, too" in err


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_boards(name, tmp_path):
    """A board's uniqueness is proved, or its kind is refused by name."""
    text = next(text for text, drawing in PUZZLES[name].samples if drawing)
    (tmp_path / "b.txt").write_text(text)
    try:
        csp2sat.prove(tmp_path / "b.txt", tmp_path / "p", unique=True, from_source=True)
    except NotStated as error:
        assert str(error).startswith("cannot be proved from the source yet: ")
        return
    assert csp2sat.verify(tmp_path / "p", tmp_path / "b.txt") == "unique"


def test_usage_in_python(tmp_path):
    with pytest.raises(UsageError):
        csp2sat.prove(csp2sat.loads(NONE), tmp_path / "p", from_source=True, encoding="compact-order")
