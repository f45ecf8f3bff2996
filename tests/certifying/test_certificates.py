"""Certificates: what `solve --proof` writes, and that `verify` sees whatever is wrong with it."""

import hashlib
import io
import json
import os
import random
import shutil
import time
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

import pytest
from support.programs import needed
from support.real_commands import csp2sat

from csp2sat.api.solvers import pigeonhole
from csp2sat.base import files
from csp2sat.certifying import certificate, verifying
from csp2sat.certifying.comparing import GivenSource
from csp2sat.certifying.proving import Checking
from csp2sat.cli.app import app_for
from csp2sat.cnf import dimacs
from csp2sat.errors import Csp2SatError, LimitReached
from csp2sat.model.model import Answer
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.inputs import read, with_goal
from csp2sat.solving.trace import Trace

SUDOKU = "; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n3 - - -\n"
NUMBERLINK = PUZZLES["numberlink"].samples[0][0]
QUEENS = "(int a 1 3)(int b 1 3)(int c 1 3)(alldifferent a b c)(!= (abs (- a b)) 1)(!= (abs (- b c)) 1)"
INPUTS = {  # name: text, options, claim
    "unsat.csp": (QUEENS, [], "unsatisfiable"),
    "domains.csp": ("(int x 0 9)(> x 20)", [], "unsatisfiable"),
    "unique.csp": ("(int x 0 9)(bool p)(int _h 0 5)(iff p (> x 8))(= p true)(< _h x)", ["--unique"], "unique"),
    "empty.csp": ("(int _h 0 5)(> _h 2)", ["--unique"], "unique"),
    "min.csp": ("(int x 0 9)(int y 0 9)(>= (+ x y) 7)(!= x y)(objective minimize (+ x (* 2 y)))", [], "optimum"),
    "max.csp": ("(int x 0 9)(int y 0 9)(<= (* 3 x) y)(objective maximize (+ x y))", [], "optimum"),
    "least.csp": ("(int x 0 9)(int y 0 1)(>= (+ x y) 1)(objective minimize x)", [], "optimum"),
    "none.csp": ("(int x 0 9)(int y 0 9)(int z 0 9)(< x y)(< y z)(< z x)(objective minimize x)", [], "unsatisfiable"),
    "soft.csp": ("(int x 0 9)(weighted 2 (> x 5))(weighted 3 (< x 3))(> x 1)", ["--weighted"], "optimum"),
    "log.csp": ("(int x 0 9)(int y 0 9)(= (+ x y) 17)(< x y)", ["--unique", "--encoding", "log"], "unique"),
    "direct.csp": ("(int x 0 9)(> x 7)(!= x 9)", ["--unique", "--encode", "x=direct"], "unique"),
    "sudoku.txt": (SUDOKU, ["--unique"], "unique"),
    "numberlink.txt": (NUMBERLINK, ["--unique"], "unique"),
    "pigeons.cnf": (dimacs.header(20, 45).decode() + dimacs.lines_of(pigeonhole(4).flat), [], "unsatisfiable"),
}


def here(*args):
    """The same in this process, which is quicker: exit code, stdout, stderr."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        app_for(list(args))(list(map(str, args)))
    return caught.value.code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with every input and its certificate."""
    folder = tmp_path_factory.mktemp("certificates")
    for name, (text, options, _) in INPUTS.items():
        (folder / name).write_text(text)
        code, _, err = here("solve", folder / name, "--proof", folder / f"{name}.drat", *options)
        assert code == 0, err
    return folder


@pytest.fixture
def copy(made, tmp_path):
    """A function: the certificate of an input, in a folder of the test's own."""

    def copied(name):
        for suffix in ("", ".drat", ".drat.cnf", ".drat.map", ".drat.json"):
            if (made / f"{name}{suffix}").exists():
                shutil.copy(made / f"{name}{suffix}", tmp_path)
        return tmp_path / f"{name}.drat.json"

    return copied


def verify(path, source=None):
    """In this process: what `csp2sat verify` does, with the options of the input."""
    options = INPUTS[source.name][1] if source is not None and source.name in INPUTS else []
    goal = "weighted" if "--weighted" in options else None
    given = None if source is None else GivenSource(str(source), with_goal(read(str(source), None), goal), None, goal)
    found, evidence = verifying.open_certificate(str(path))
    verifying.verify(found, evidence, given, Checking(None, Trace()))
    return found.claim


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", INPUTS)
def test_every_claim(name, made):
    path = made / f"{name}.drat.json"
    found = certificate.read(files.read_source(str(path)))
    assert found.claim == INPUTS[name][2]
    assert found.checked == "csp2sat"
    assert verify(path, made / name) == verify(path) == found.claim


def test_what_lies_there(made):
    assert sorted(path.name for path in made.glob("sudoku*")) == [
        "sudoku.txt",
        "sudoku.txt.drat",
        "sudoku.txt.drat.cnf",
        "sudoku.txt.drat.json",
        "sudoku.txt.drat.map",
    ]
    assert not list(made.glob("pigeons*.map"))
    text = json.loads((made / "min.csp.drat.json").read_text())
    assert text["answer"] == {"ints": {"x": 7, "y": 0}, "bools": {}}
    assert text["source"] == {
        "name": "min.csp",
        "sha256": hashlib.sha256(INPUTS["min.csp"][0].encode()).hexdigest(),
        "from": None,
        "goal": None,
    }


@pytest.mark.sample(9)
@pytest.mark.parametrize("suffix", ["", ".drat", ".drat.cnf", ".drat.map", ".drat.json"])
@pytest.mark.parametrize("name", ["unique.csp", "min.csp", "sudoku.txt", "pigeons.cnf"])
def test_a_flipped_bit_is_seen(name, suffix, copy):
    path = copy(name)
    victim = path.with_name(name + suffix)
    if not victim.exists():
        pytest.skip("a CNF has no map")
    data = victim.read_bytes()
    rng = random.Random(name + suffix)
    for at in {0, len(data) - 1, *(rng.randrange(len(data)) for _ in range(12))}:
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        victim.write_bytes(changed)
        with pytest.raises(Csp2SatError):
            verify(path, path.with_name(name))
    victim.write_bytes(data[:-1])
    with pytest.raises(Csp2SatError):
        verify(path, path.with_name(name))
    victim.write_bytes(data)
    assert verify(path, path.with_name(name))


# forged certificates: every digest is right


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sealed(path, **changes):
    """Write the certificate with other fields, and the digests of the files as they are now."""
    found = replace(certificate.read(files.read_source(str(path))), **changes)
    names = {"cnf": ".cnf", "proof": "", "map": ".map"}
    proof = Path(str(path).removesuffix(".json"))
    digests = {name: digest(proof.with_name(proof.name + names[name])) for name in found.digests}
    path.write_text(certificate.show(replace(found, digests=digests)))


def refused(path, message, source=None):
    with pytest.raises(Csp2SatError) as caught:
        verify(path, source)
    assert message in str(caught.value), str(caught.value)


def cnf_of(path):
    return Path(str(path).removesuffix(".json") + ".cnf")


def with_last(path, clause):
    """The formula with another last clause."""
    cnf = cnf_of(path)
    lines = cnf.read_text().splitlines()
    cnf.write_text("\n".join([*lines[:-1], clause]) + "\n")


@pytest.mark.parametrize("name", ["unique.csp", "sudoku.txt"])
def test_a_clause_that_blocks_more(name, copy):
    path = copy(name)
    last = cnf_of(path).read_text().splitlines()[-1].split()
    with_last(path, " ".join(last[1:]))
    sealed(path)
    refused(path, "its last clauses do not exclude the answer alone")


def test_a_bound_that_excludes_more(copy):
    path = copy("min.csp")
    last = int(cnf_of(path).read_text().splitlines()[-1].split()[0])
    with_last(path, f"{last - 1} 0")
    sealed(path)
    refused(path, "its last clauses do not ask for a better value")


def test_another_clause_in_the_formula(copy):
    path = copy("unique.csp")
    cnf = cnf_of(path)
    lines = cnf.read_text().splitlines()
    lines.insert(-9, "-5 0")
    number = next(k for k, line in enumerate(lines) if line.startswith("p cnf"))
    _, _, num_vars, num_clauses = lines[number].split()
    lines[number - 1 : number + 1] = dimacs.header(int(num_vars), int(num_clauses) + 1).decode().splitlines()
    cnf.write_text("\n".join(lines) + "\n")
    sealed(path)
    refused(path, "not the formula of ")


def test_a_model_that_is_none(copy):
    path = copy("sudoku.txt")
    found = certificate.read(files.read_source(str(path)))
    model = found.model
    seen = set()
    for k in range(len(model)):
        flipped = model[:k] + "01"[model[k] == "0"] + model[k + 1 :]
        sealed(path, model=flipped)
        with pytest.raises(Csp2SatError) as caught:
            verify(path)
        seen.add(str(caught.value).split(":")[0])
    assert seen >= {"the certificate's model is wrong"}
    for other in ("", model[:-1], model + "0", model[:-1] + "x"):
        sealed(path, model=other)
        refused(path, "expected one digit for each variable")


def test_an_answer_that_the_model_does_not_mean(copy):
    path = copy("min.csp")
    found = certificate.read(files.read_source(str(path)))
    sealed(path, answer=found.answer._replace(ints={"x": 6, "y": 1}))
    refused(path, "answer is not what its model means")
    sealed(path, answer=None)
    refused(path, "answer is not what its model means")


@pytest.mark.parametrize("claim", ["unsatisfiable", "unique", "optimum"])
@pytest.mark.parametrize("name", ["unsat.csp", "unique.csp", "min.csp", "pigeons.cnf"])
def test_another_claim(name, claim, copy):
    path = copy(name)
    sealed(path, claim=claim)
    if claim == INPUTS[name][2]:
        verify(path, path.with_name(name))
        return
    with pytest.raises(Csp2SatError):
        verify(path)


def test_a_proof_of_something_else(copy):
    path = copy("pigeons.cnf")
    proof = Path(str(path).removesuffix(".json"))
    copy("sudoku.txt")
    shutil.copy(path.with_name("sudoku.txt.drat"), proof)
    sealed(path)
    with pytest.raises(Csp2SatError, match=r"\.drat:[0-9]+:1: this clause does not follow|: the proof is cut short"):
        verify(path)


def test_another_map(copy):
    path = copy("unique.csp")
    copy("min.csp")
    shutil.copy(path.with_name("min.csp.drat.map"), path.with_name("unique.csp.drat.map"))
    sealed(path)
    refused(path, "not the formula of ")


def test_another_source(copy):
    path = copy("sudoku.txt")
    source = path.with_name("sudoku.txt")
    source.write_text(SUDOKU.replace("3 - - -", "3 - - 1"))
    refused(path, f"{source}: not the source: the SHA-256 differs", source)
    found = certificate.read(files.read_source(str(path)))
    sealed(path, source={**found.source, "sha256": hashlib.sha256(source.read_bytes()).hexdigest()})
    with pytest.raises(Csp2SatError):
        verify(path, source)


def test_a_map_that_hides_a_variable(copy):
    """Everything is consistent, but it is not what the source says: only the source shows it."""
    path = copy("unique.csp")
    map_ = path.with_name("unique.csp.drat.map")
    map_.write_text(map_.read_text().replace('"source": "sha256:', '"source": "SHA256:'))
    sealed(path)
    verify(path)
    refused(path, "not what encoding", path.with_name("unique.csp"))


def test_a_version_that_encodes_otherwise(copy):
    """Another version whose formula is the same is no fault; one whose formula is another does not show the claim."""
    path = copy("unique.csp")
    source, cnf = path.with_name("unique.csp"), cnf_of(path)
    map_ = path.with_name("unique.csp.drat.map")
    own = str(json.loads(path.read_text())["tool"])
    sealed(path, tool="csp2sat 0.0.9")
    assert verify(path, source) == "unique"
    padded = cnf.read_bytes().replace(f"c {own}\n".encode(), b"c csp2sat 0.0.9\n")
    cnf.write_bytes(padded)
    refused(path, "the SHA-256 differs", source)
    copy("sudoku.txt")
    shutil.copy(path.with_name("sudoku.txt.drat.cnf"), cnf)
    shutil.copy(path.with_name("sudoku.txt.drat.map"), map_)
    shutil.copy(path.with_name("sudoku.txt.drat"), path.with_name("unique.csp.drat"))
    other = json.loads(path.with_name("sudoku.txt.drat.json").read_text())
    answer = Answer(other["answer"]["ints"], other["answer"]["bools"])
    sealed(path, tool="csp2sat 0.0.9", model=other["model"], answer=answer)
    assert verify(path) == "unique"
    refused(path, "not verified: csp2sat 0.0.9 made the formula, and csp2sat ", source)
    sealed(path, tool=own)
    refused(path, "not what encoding ", source)


NO_CERTIFICATES = {
    "no JSON": ("{", "not a certificate: no JSON"),
    "deep": ("[" * 100_000, "not a certificate: no JSON"),
    "a list": ("[]", 'not a certificate; expected an object with "format"'),
    "another format": ('{"format": "x"}', 'not a certificate; expected an object with "format"'),
    "a later version": ('{"format": "csp2sat certificate", "version": 2}', "certificate version 2; this program reads"),
    "nothing in it": ('{"format": "csp2sat certificate", "version": 1}', "the certificate has been altered"),
}


@pytest.mark.parametrize("text, message", NO_CERTIFICATES.values(), ids=NO_CERTIFICATES.keys())
def test_what_is_no_certificate(text, message, tmp_path):
    path = tmp_path / "x.json"
    path.write_text(text)
    refused(path, message)


def test_time_limit(made):
    found, evidence = verifying.open_certificate(str(made / "sudoku.txt.drat.json"))
    with pytest.raises(LimitReached):
        verifying.verify(found, evidence, None, Checking(time.monotonic() - 1, Trace()))


# the commands


def test_verify(made):
    done = csp2sat("verify", "sudoku.txt.drat.json", "sudoku.txt", "-v", cwd=made)
    assert (done.returncode, done.stdout) == (0, "verified: unique\n")
    assert "ENCODING sudoku.txt again gives the same formula" in done.stderr
    assert "PROOF verified: " in done.stderr
    code, out, err = here("verify", made / "sudoku.txt.drat.json")
    assert (code, out, err) == (0, "verified: unique (the formula; the source was not given)\n", "")
    path = made / "sudoku.txt.drat"
    assert here("verify", path) == (code, out, err), "the proof's name, as after --proof"
    for beside in (f"{path}.cnf", f"{path}.map"):
        assert here("verify", beside) == (2, "", f"csp2sat: {beside}: expected the certificate {path}.json\n")
    wanted = "expected a certificate, the file F.json that `csp2sat solve --proof F` has written"
    assert here("verify", made / "sudoku.txt") == (2, "", f"csp2sat: {made / 'sudoku.txt'}: {wanted}\n")
    assert here("verify", f"{path}.json", made / "unsat.csp")[0] == 1


def test_a_wrong_proof_is_no_answer(tmp_path):
    """A solver that is right, with a proof that is none."""
    (tmp_path / "mysat").write_text("#!/bin/sh\necho '1 0' >$2\necho s UNSATISFIABLE\nexit 20\n")
    (tmp_path / "mysat").chmod(0o755)
    config = tmp_path / "s.yaml"
    config.write_text('solvers: {mine: {command: ./mysat, args: ["{cnf}", "{proof}"], proof: drat}}\n')
    (tmp_path / "f.cnf").write_text(INPUTS["pigeons.cnf"][0])
    done = csp2sat("solve", "f.cnf", "--proof", "p", "--solvers", config, "--solver", "mine", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("problem.proof: the proof is cut short: it ends without a contradiction\n")
    assert not list(tmp_path.glob("p*"))


def test_no_time_for_the_check(tmp_path):
    """A checker that takes too long: the answer stands, the proof is there, and nobody says that it was checked."""
    (tmp_path / "drat-trim").write_text("#!/bin/sh\nsleep 60\n")
    (tmp_path / "drat-trim").chmod(0o755)
    (tmp_path / "f.csp").write_text(QUEENS)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = csp2sat("solve", "f.csp", "--proof", "p", "--timeout", 1.2, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (3, "s UNSATISFIABLE\n")
    kept = "csp2sat: the proof is in p; to check it: csp2sat verify p.json\n"
    assert done.stderr == "csp2sat: warning: the time limit was reached: proof not checked\n" + kept
    assert json.loads((tmp_path / "p.json").read_text())["checked"] is None
    assert verify(tmp_path / "p.json", tmp_path / "f.csp")
    done = csp2sat("verify", "p.json", "--timeout", 0.9, cwd=tmp_path, env=env)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "csp2sat: the time limit was reached: proof not checked\n"


def test_nothing_to_prove(tmp_path):
    (tmp_path / "f.csp").write_text("(int x 0 1)")
    code, out, err = here("solve", tmp_path / "f.csp", "--unique", "--proof", tmp_path / "p")
    assert code == 0
    assert "not unique" in out
    assert err == "csp2sat: there is a second solution, so there is nothing to prove\n"
    assert [path.name for path in tmp_path.iterdir()] == ["f.csp"]


def test_a_board_with_one_solution_whose_proof_is_not_asked_for(tmp_path, monkeypatch):
    """It is said how to ask; then where the proof is, and what `verify` wants."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "masyu.txt").write_text(PUZZLES["masyu"].samples[0][0])
    hint = "there is a solution, so there is nothing to prove; add --unique to prove that it is the only one"
    assert here("solve", "masyu.txt", "--proof", "p")[2] == f"csp2sat: {hint}\n"
    done = here("solve", "masyu.txt", "--proof", "p", "--unique")
    assert done[2] == "csp2sat: the proof is in p; to check it again: csp2sat verify p.json\n"
    assert here("solve", "masyu.txt", "--proof", "p", "--unique", "-q")[2] == ""
    assert here("verify", "p.json", "masyu.txt") == (0, "verified: unique\n", "")


USAGE = {
    "all": (["--all", "--proof", "p"], 2, "expected one question: --all (--limit), or --unique and --proof"),
    "no folder": (["--proof", "no/p"], 2, "--proof no/p: expected a file in an existing folder"),
    "frat": (["--proof", "p", "--solver", "cryptominisat5"], 1, "cryptominisat5 writes frat proofs, which cannot be"),
    "none": (["--proof", "p", "--solver", "picosat"], 1, "picosat writes no proofs"),
}


@pytest.mark.parametrize("options, code, message", USAGE.values(), ids=USAGE.keys())
def test_usage(options, code, message, tmp_path, monkeypatch):
    if options[-1] in ("cryptominisat5", "picosat"):
        needed(options[-1])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.csp").write_text(QUEENS)
    found, _, err = here("solve", "f.csp", *options)
    assert found == code
    assert err.startswith(f"csp2sat: {message}")
    assert [path.name for path in tmp_path.iterdir()] == ["f.csp"]
