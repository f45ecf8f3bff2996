"""Proofs from the source: what a stranger tries first, what is refused, and what a forger may change."""

import hashlib
import json
import os
import re
import shutil
import sys
from dataclasses import replace

import pytest
from support.certificates import here
from support.programs import needed_solver

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.base import files
from csp2sat.certifying import from_source, verifying_source
from csp2sat.certifying.certificate import CertificateError, NotVerified, read, show
from csp2sat.certifying.evidence import ProofPart
from csp2sat.certifying.proving import Checking
from csp2sat.deriving.clauses import ClauseDeriver
from csp2sat.errors import Csp2SatError, UsageError
from csp2sat.model.model import Answer
from csp2sat.proofs.pb_checker import checker
from csp2sat.proofs.pb_checker.reading import CheckedText
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.trace import Trace
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement

NONE = (
    "(int x 0 3)\n(int y 0 3)\n(int z 0 2)\n(bool p)\n(alldifferent x y)\n(= (+ x y) 5)\n(or p (= z 1))\n"
    "(< (+ x z) 2)\n"
)
BEST = "(int x 0 9)(int y 0 9)(<= (+ (* 2 x) (* 3 y)) 17)(!= x y)(objective maximize (+ x (* 2 y)))\n"
LEAST = "(int x 3 9)(int y 0 9)(>= (+ x y) 7)(objective minimize x)\n"
NO_BEST = "(int x 0 9)(int y 0 9)(int z 0 9)(< x y)(< y z)(< z x)(objective minimize x)\n"
ONE = (
    "(int x 0 3)(int y 0 3)(int _h 0 2)(bool p)(alldifferent x y)(= (+ x y) 5)(iff p (< x y))(imp (= x 3) p)(> _h 0)\n"
)
SUDOKU = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
INPUTS = {  # text, options, what `verify` prints
    "none.csp": (NONE, [], "unsatisfiable"),
    "best.csp": (BEST, [], "optimum 11"),
    "least.csp": (LEAST, [], "optimum 3"),
    "nobest.csp": (NO_BEST, [], "unsatisfiable"),
    "one.csp": (ONE, ["--unique"], "unique"),
    "sudoku.txt": (SUDOKU, ["--unique"], "unique"),
    "direct.csp": (NONE, ["--encoding", "direct"], "unsatisfiable"),
    "mixed.csp": (ONE, ["--unique", "--encode", "x=direct"], "unique"),
}
SUFFIXES = ("", ".cnf", ".map", ".json", ".opb", ".pbp")


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """A folder with every input and its proof."""
    folder = tmp_path_factory.mktemp("proofs")
    for name, (text, options, _) in INPUTS.items():
        (folder / name).write_text(text)
        code, _, err = here("solve", folder / name, "--proof", folder / f"{name}.proof", "--from-source", *options)
        assert code == 0, err
    return folder


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


@pytest.fixture
def forged(proofs, tmp_path):
    """A function that copies a proof, lets its files be changed, makes the digests fit, and verifies it."""

    def run(name, change, source=None, certificate=True):
        data = {suffix: (proofs / f"{name}.proof{suffix}").read_bytes() for suffix in SUFFIXES}
        change(data)
        for suffix, content in data.items():
            (tmp_path / f"p{suffix}").write_bytes(content)
        if certificate:
            resealed(tmp_path / "p")
        else:
            (tmp_path / "p.json").unlink()
        (tmp_path / name).write_text(INPUTS[name][0] if source is None else source)
        return csp2sat.verify(tmp_path / "p", tmp_path / name)

    return run


def resealed(proof) -> None:
    """Write the certificate anew, with the digests of the files and the source as they are."""
    path = proof.with_name("p.json")
    found = read(files.read_source(str(path)))
    names = {"cnf": ".cnf", "proof": "", "map": ".map", "opb": ".opb", "pbp": ".pbp"}
    digests = {
        name: hashlib.sha256(proof.with_name(f"p{suffix}").read_bytes()).hexdigest() for name, suffix in names.items()
    }
    path.write_text(show(replace(found, digests=digests)))


def replaced(suffix, old, new):
    def change(data):
        assert old.encode() in data[suffix]
        data[suffix] = data[suffix].replace(old.encode(), new.encode(), 1)

    return change


def test_unchanged(forged):
    assert forged("none.csp", lambda data: None) == "unsatisfiable"


FORGERIES = {
    "a line of the statement": ("none.csp", replaced(".opb", "1 i0[ge1] 1 ~i0[ge2] >= 1", "1 i0[ge1] 1 ~i0[ge3] >= 1")),
    "a contradiction in the statement": ("none.csp", replaced(".opb", "* constraint 0", "1 p0 >= 2 ;\n* constraint 0")),
    "a comment of the statement": ("none.csp", replaced(".opb", "* bool 0 p", "* bool 0 q")),
    "a wrong step": ("best.csp", replaced(".pbp", "rup ", "rup 1 i1[ge6] >= 1;\nrup ")),
    "an assumption": ("none.csp", replaced(".pbp", "rup ", "a 1 p0 >= 1;\nrup ")),
    "another claim": ("best.csp", replaced(".pbp", "conclusion BOUNDS", "conclusion UNSAT : -1; %")),
    "no claim": ("best.csp", replaced(".pbp", "conclusion BOUNDS", "conclusion NONE; %")),
    "a value that is too good": (
        "least.csp",
        replaced(".pbp", "conclusion BOUNDS 0 : -1 0", "conclusion BOUNDS 1 : -1 1"),
    ),
    "another solution": ("one.csp", replaced(".opb", '"x":2', '"x":3')),
    "a clause of another formula": ("best.csp", replaced(".cnf", "\n1 0\n", "\n-2 -9 -15 0\n")),
    "no map": ("none.csp", replaced(".map", '{"pb"', '{"pc"')),
    "another literal in the map": ("none.csp", replaced(".map", '[2, "~i0[ge1]"]', '[2, "i0[ge1]"]')),
    "an unknown literal in the map": ("none.csp", replaced(".map", '[2, "~i0[ge1]"]', '[2, "nothing"]')),
}


def without_the_record(name):
    def change(data):
        lines = data[".map"].replace(b'"records": 4', b'"records": 3').splitlines(keepends=True)
        data[".map"] = b"".join(line for line in lines if f'"{name}"'.encode() not in line)

    return change


def without_clauses(data):
    """Three clauses, with digest and sizes in the map that are theirs."""
    lines = data[".cnf"].splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(b"p cnf"))
    lines[at] = b" ".join((*lines[at].split()[:3], b"3")).ljust(len(lines[at]) - 1) + b"\n"
    data[".cnf"] = b"".join(lines[: at + 4])
    header, _, rest = data[".map"].partition(b"\n")
    known = {**json.loads(header), "clauses": 3, "cnf": f"sha256:{hashlib.sha256(data['.cnf']).hexdigest()}"}
    data[".map"] = json.dumps(known, ensure_ascii=False).encode() + b"\n" + rest


BESIDE = {  # what the proof does not need: the formula, the map
    "a name of a Boolean": ("none.csp", replaced(".map", '"bool": "p"', '"bool": "p9"')),
    "values of an integer": ("none.csp", replaced(".map", "[[0, 3]]", "[[100, 103]]")),
    "the direction of the objective": ("best.csp", replaced(".map", "maximize", "minimize")),
    "a record less": ("none.csp", without_the_record("z")),
    "an encoding": ("none.csp", replaced(".map", '"encoding": "order', '"encoding": "direct')),
    "few clauses": ("none.csp", without_clauses),
    "literals of the proof, all true": ("none.csp", replaced(".map", '[2, "~i0[ge1]"]', '[2, "1"]')),
}


@pytest.mark.parametrize("certificate", [True, False])
@pytest.mark.parametrize("name", BESIDE)
def test_formula_and_map_are_those_of_the_source(name, certificate, forged):
    with pytest.raises(CertificateError, match=r"p\.(map|cnf)"):
        forged(*BESIDE[name], certificate=certificate)


@pytest.mark.parametrize("name", ["one.csp", "best.csp"])
@pytest.mark.parametrize("digits", ["0", "1", "", "01"])
def test_the_model_is_one_of_the_formula(name, digits, proofs, tmp_path):
    for suffix in SUFFIXES:
        shutil.copy(proofs / f"{name}.proof{suffix}", tmp_path / f"p{suffix}")
    path = tmp_path / "p.json"
    found = read(files.read_source(str(path)))
    model = digits * len(found.model) if len(digits) == 1 else digits
    path.write_text(show(replace(found, model=model)))
    with pytest.raises(CertificateError, match="the certificate's model is"):
        csp2sat.verify(tmp_path / "p", proofs / name)


def test_another_version(forged):
    """Nothing is known to be wrong of files of a version that encodes the source otherwise."""

    def change(data):
        without_the_record("z")(data)
        data[".map"] = data[".map"].replace(f"csp2sat {csp2sat.__version__}".encode(), b"csp2sat 9.0")

    with pytest.raises(NotVerified, match=r"csp2sat 9\.0 made the formula, and csp2sat .* encodes .* differently"):
        forged("none.csp", change, certificate=False)


@pytest.mark.parametrize("certificate", [True, False])
@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries(name, certificate, forged):
    with pytest.raises(Csp2SatError):
        forged(*FORGERIES[name], certificate=certificate)


def test_another_source(forged):
    with pytest.raises(CertificateError, match="not the source: the SHA-256 differs"):
        forged("none.csp", lambda data: None, NONE.replace("5", "4"))
    with pytest.raises(CertificateError, match=r"p\.opb:\d+: not the statement of "):
        forged("none.csp", lambda data: None, NONE.replace("5", "4"), certificate=False)


def test_a_solution_that_is_none(forged):
    """A statement that excludes no solution of the source, and so is refuted for another reason, shows nothing."""
    text = ONE.replace("(imp (= x 3) p)", "(< x 0)")
    with pytest.raises(CertificateError):
        forged("one.csp", lambda data: None, text, certificate=False)


def test_claims_of_the_certificate(proofs, tmp_path):
    for suffix in SUFFIXES:
        shutil.copy(proofs / f"none.csp.proof{suffix}", tmp_path / f"p{suffix}")
    path = tmp_path / "p.json"
    found = read(files.read_source(str(path)))
    path.write_text(show(replace(found, claim="optimum")))
    with pytest.raises(CertificateError, match="the certificate claims optimum, and the proof shows unsatisfiable"):
        csp2sat.verify(tmp_path / "p", proofs / "none.csp")


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


HEAD = "pseudo-Boolean proof version 3.0\n"


@pytest.mark.parametrize(
    ("source", "excluded", "steps", "shown"),
    [
        ("(int x 0 5)(>= x 2)(objective minimize x)\n", {"x": 2}, "soli {x=3};\nrup >= 1;\n@BOUNDS 3 : -1 3", None),
        (
            "(int x 3 3)(int y 0 1)(>= y 1)(objective minimize y)\n",
            {"x": 3, "y": 1},
            "rup >= 1;\n@BOUNDS INF : -1 INF",
            "unique",
        ),
    ],
)
def test_an_excluded_solution_makes_no_other_claim(source, excluded, steps, shown, tmp_path):
    """A forger may exclude the best solution in the statement: then the next one is no optimum, and none is left."""

    def verified():
        found = {suffix: ProofPart.read(tmp_path / f"p{suffix}") for suffix in SUFFIXES if suffix != ".json"}
        return verifying_source.shown(found, model, "a.csp", Checking(None, Trace())).claim

    model = problem_of(csp2sat.loads(source)).exact_attempt().model()
    statement = SourceStatement(model, Answer(excluded, {}))
    true = statement.true_variables(Answer({"x": 3}, {})) if "{x=3}" in steps else set()
    words = " ".join(name if name in true else f"~{name}" for name in statement.variables())
    proof = steps.replace("{x=3}", words).replace("@", "output NONE;\nconclusion ")
    files = {"": "", ".cnf": "p cnf 1 0\n", ".map": '{"pb": []}\n', ".opb": statement.text}
    for suffix, text in {**files, ".pbp": f"{HEAD}{proof};\nend pseudo-Boolean proof;\n"}.items():
        (tmp_path / f"p{suffix}").write_text(text)
    if shown is None:
        with pytest.raises(Csp2SatError, match="excludes a solution, so the proof shows no optimum"):
            verified()
    else:
        assert verified() == shown


def test_the_certificate_decides_what_is_checked(tmp_path):
    """Files of an earlier proof go, and a missing certificate or statement is one line."""
    source, proof = tmp_path / "a.csp", tmp_path / "p"
    source.write_text(NONE)
    assert here("solve", source, "--proof", proof, "--from-source")[0] == 0
    (tmp_path / "p.opb").rename(tmp_path / "kept")
    code, _, err = here("verify", proof, source)
    assert code and "p.opb" in err and "Traceback" not in err
    (tmp_path / "kept").rename(tmp_path / "p.opb")
    assert here("solve", source, "--proof", proof)[0] == 0
    assert not (tmp_path / "p.opb").exists() and not (tmp_path / "p.pbp").exists()
    assert here("verify", proof, source)[:2] == (0, "verified: unsatisfiable\n")
    (tmp_path / "p.json").unlink()
    assert here("verify", tmp_path / "p.json", source)[0] != 0


def test_two_long_lines_are_shown_where_they_differ():
    long = " ".join(f"1 x{at}" for at in range(100))
    number, own, there = verifying_source._difference(f"{long} >= 1 ;\n", f"{long} >= 2 ;\n")
    assert number == 1 and own != there and own.endswith(">= 1 ;`") and there.endswith(">= 2 ;`")
