"""Proofs from the source that a forger has changed: what is refused, and what may differ."""

import hashlib
import json
import shutil
from dataclasses import replace

import pytest
from support.certificates import here
from support.proved_sources import INPUTS, NONE, ONE, SUFFIXES

import csp2sat
from csp2sat.api.problems import problem_of
from csp2sat.base import files
from csp2sat.certifying import verifying_source
from csp2sat.certifying.certificate import CertificateError, NotVerified, read, show
from csp2sat.certifying.evidence import ProofPart
from csp2sat.certifying.proving import Checking
from csp2sat.errors import Csp2SatError
from csp2sat.model.model import Answer
from csp2sat.solving.trace import Trace
from csp2sat.statement.statement import SourceStatement


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
