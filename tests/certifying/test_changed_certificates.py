"""Changed certificates: a flipped bit is seen, and so is a forgery in which every digest is right."""

import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest
from support.certificates import (
    INPUTS,
    SUDOKU,
    cnf_of,
    refused,
    sealed,
    verify,
    with_last,
)

from csp2sat.base import files
from csp2sat.certifying import certificate
from csp2sat.cnf import dimacs
from csp2sat.errors import Csp2SatError
from csp2sat.model.model import Answer


@pytest.mark.sample(5)
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


@pytest.mark.parametrize("name", ["unique.csp", "sudoku.txt"])
def test_a_clause_that_blocks_more(name, copy):
    path = copy(name)
    last = cnf_of(path).read_text().splitlines()[-1].split()
    with_last(path, " ".join(last[1:]))
    sealed(path)
    refused(path, "the clauses after those of the source do not exclude the answer alone")


def test_a_bound_that_excludes_more(copy):
    path = copy("min.csp")
    last = int(cnf_of(path).read_text().splitlines()[-1].split()[0])
    with_last(path, f"{last - 1} 0")
    sealed(path)
    refused(path, "the clauses after those of the source do not ask for a better value")


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


def test_files_of_several_proofs(copy):
    """A person is told which file is of another run."""
    path = copy("unique.csp")
    other = copy("min.csp")
    for suffix, what in (("", "proof"), (".cnf", "cnf"), (".map", "map")):
        path = copy("unique.csp")
        own = path.with_name(f"unique.csp.drat{suffix}")
        shutil.copy(path.with_name(f"min.csp.drat{suffix}"), own)
        why = "the file was changed, or is of another proof"
        refused(path, f"{own}: not the {what} of {path}: the SHA-256 differs; {why}")
    path = copy("unique.csp")
    shutil.copy(other, path)
    refused(path, "beside it: the SHA-256 of each differs")


def test_another_source(copy):
    path = copy("sudoku.txt")
    copy("min.csp")
    source = path.with_name("sudoku.txt")
    source.write_text(SUDOKU.replace("- - - 3 - -", "- - - 3 - 1"))
    why = "the file was changed after the proof, or the proof is of another file of this name"
    refused(path, f"{source}: not the source: the SHA-256 differs; {why}", source)
    refused(path, "not the source: the SHA-256 differs; the certificate is of sudoku.txt", path.with_name("min.csp"))
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
