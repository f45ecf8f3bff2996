"""Forged certificates, in which all digests are right: what `verify` says, beside a source that is at hand and without.

Each claim here is false of the source, so that none may be verified.
"""

import hashlib
import io
import json
import re
from pathlib import Path

import pytest
from support.forged import BAD_CNF, CNF, FALSE, MANY, ONE, SUFFIX, Forged, refused, sha
from support.run_command import run

import csp2sat
from csp2sat.base import files
from csp2sat.certifying import certificate
from csp2sat.errors import InputError

LEAST = "(int x 0 3)(> x 1)(objective minimize x)"
BOARD = "; Sudoku Puzzle\nsize 4 4\n- - - 3\n- - - 4\n1 - - -\n3 - - -\n"  # several solutions
OPEN = """var int: x :: output_var; var bool: b; var bool: c;
constraint int_le_reif(2000000,x,b); constraint int_le_reif(x,-2000000,c);
constraint array_bool_or([b,c],true); solve satisfy;
"""
SOURCES = {"many.csp": MANY, "two.cnf": CNF, "board.txt": BOARD, "least.csp": LEAST}


@pytest.fixture
def forged(tmp_path):
    return Forged(tmp_path)


KINDS = [None, "cnf", "csp", "sugar", "sudoku", "flatzinc", "wcnf", "nothing", "", "\x1b[31m"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SOURCES)
def test_a_false_claim_about_any_source(name, forged):
    """What the certificate says of how its source is read, of its goal and of its program counts for nothing."""
    source = forged.make("u.csp", FALSE).source(name, SOURCES[name])
    for kind in KINDS:
        refused(forged.seal(source, from_=kind).verify(source))
        with pytest.raises(csp2sat.Csp2SatError):
            csp2sat.verify(forged.path, source)
    for tool in ("csp2sat 0.2.0", "csp2sat 99"):
        refused(forged.seal(source, from_=None, tool=tool).verify(source))
        refused(forged.seal(source, from_="cnf").verify(source))
    for goal in ("max", "weighted"):
        refused(forged.seal(source, from_=None, goal=goal).verify(source))


@pytest.mark.parametrize("name", ["many.csp", "board.txt", "two.cnf"])
def test_unique_of_another_source(name, forged):
    source = forged.make("one.csp", ONE, "--unique").source(name, SOURCES[name])
    for kind in (None, "cnf"):
        for tool in ("csp2sat 0.2.0", "csp2sat 0.3.0"):
            refused(forged.seal(source, from_=kind, tool=tool).verify(source))


def test_the_bare_formula_of_a_cnf(forged):
    """Without a map, the formula is the source, and the source a CNF."""
    forged.make("bad.cnf", BAD_CNF)
    assert forged.verify(forged.folder / "bad.cnf")[:2] == (0, "verified: unsatisfiable\n")
    for name, text in SOURCES.items():
        source = forged.source(name, text)
        refused(forged.seal(source).verify(source), 1)
        refused(forged.seal(source, from_="cnf").verify(source), 1)


def test_a_source_that_is_a_cnf_with_a_map(forged):
    """A map does not take the place of the comparison."""
    source = forged.make("u.csp", FALSE).source("two.cnf", CNF)
    refused(forged.seal(source).verify(source), 1)
    (forged.folder / "P.map").unlink()
    content = json.loads(forged.path.read_text())
    content.pop("sha256"), content.pop("encoding"), content["digests"].pop("map")
    forged.write(content)
    refused(forged.verify(source), 1)


@pytest.mark.parametrize("text", [CNF, BAD_CNF])
def test_a_cnf_with_a_map_is_compared(text, tmp_path):
    """As Python proves one: by its clauses as constraints."""
    (tmp_path / "x.cnf").write_text(text)
    result = csp2sat.prove(tmp_path / "x.cnf", tmp_path / "P", unique=text == CNF)
    if text == CNF:
        assert not (tmp_path / "P.json").exists()
        assert result.unique is False
        return
    assert csp2sat.verify(tmp_path / "P.json", tmp_path / "x.cnf") == "unsatisfiable"
    assert csp2sat.verify(tmp_path / "P.json", csp2sat.load(tmp_path / "x.cnf")) == "unsatisfiable"
    assert run("verify", tmp_path / "P.json", tmp_path / "x.cnf")[:2] == (0, "verified: unsatisfiable\n")


def test_doubt_is_no_claim(forged):
    """A FlatZinc integer without bounds: the formula has no model, the source has a solution."""
    source = forged.source("open.fzn", OPEN)
    assert run("encode", source, "-o", forged.folder / "P.cnf", "-q")[0] == 0
    bare = run("solve", forged.folder / "P.cnf", "-q", "--proof", forged.folder / "Q")
    assert "UNSATISFIABLE" in bare[1]
    (forged.folder / "P").write_bytes((forged.folder / "Q").read_bytes())
    content = json.loads((forged.folder / "Q.json").read_text())
    content.pop("sha256")
    content["source"] = {"name": "open.fzn", "sha256": sha(source), "from": None, "goal": None}
    parts = {"encoding": "auto", "digests": {name: sha(forged.file(end)) for name, end in SUFFIX.items()}}
    names = ["format", "version", "tool", "claim", "source", "encoding", "solver", "proof", "checked", "digests"]
    forged.write({name: (content | parts)[name] for name in names})
    for more in ([source], [source, "--from", "flatzinc"], []):
        assert "not verified: " in refused(forged.verify(*more), 3)
    with pytest.raises(csp2sat.NotVerified):
        csp2sat.verify(forged.path, source)
    with pytest.raises(csp2sat.CertificateError):
        csp2sat.verify(forged.path, csp2sat.load_model(source))


def test_how_a_source_is_read_is_for_its_user_to_say(forged):
    """The options that `solve` had are those that `verify` needs; the message names them."""
    text = "(int x 0 3)(> x 1)(weighted 2 (< x 2))"
    source = forged.make("soft.csp", text, "--weighted").folder / "soft.csp"
    for given in ("--weighted",), ():  # weights that the source has count without an option, as in Python
        assert forged.verify(source, *given)[:2] == (0, "verified: optimum\n")
    assert "expected the certificate's options --weighted" in refused(forged.verify(source, "--max"), 2)
    forged.make("hard.csp", FALSE, "--max")
    assert forged.verify(forged.folder / "hard.csp", "--max")[:2] == (0, "verified: optimum\n")
    assert "expected the certificate's options --max" in refused(forged.verify(forged.folder / "hard.csp"), 2)
    board = "size 4 4\n1 2 3 4\n3 4 1 2\n2 1 4 -\n4 3 2 1\n"
    board = forged.make("b.txt", board, "--from", "sudoku", "--unique").folder / "b.txt"
    assert forged.verify(board, "--from", "sudoku")[:2] == (0, "verified: unique\n")
    refused(forged.verify(board), 1)
    refused(forged.verify(board, "--from", "csp"), 1)
    refused(forged.verify("--from", "csp"), 2)
    refused(forged.verify("--max"), 2)


def test_what_was_shown_is_said(forged):
    source = forged.make("one.csp", ONE, "--unique").folder / "one.csp"
    assert forged.verify(source) == (0, "verified: unique\n", "")
    assert forged.verify() == (0, "verified: unique (the formula; the source was not given)\n", "")
    assert forged.verify("-q")[1] == "verified: unique (the formula; the source was not given)\n"
    source = forged.make("least.csp", LEAST).folder / "least.csp"
    assert forged.verify(source) == (0, "verified: optimum\n", "csp2sat: the best value is 2\n")
    assert csp2sat.verify(forged.path, source) == "optimum"


def test_another_version_that_writes_the_same(forged):
    """The clauses and the map are compared, not the names of programs in comments and headers."""
    source = forged.make("u.csp", FALSE).folder / "u.csp"
    own = json.loads(forged.path.read_text())["tool"]
    before = sha(forged.file(".cnf"))
    for suffix in (".cnf", ".map"):
        forged.file(suffix).write_text(forged.file(suffix).read_text().replace(own, "csp2sat 0.1.2"))
    forged.file(".map").write_text(forged.file(".map").read_text().replace(before, sha(forged.file(".cnf"))))
    forged.seal(tool="csp2sat 0.1.2")
    assert forged.verify(source) == (0, "verified: unsatisfiable\n", "")
    forged.file(".map").write_text(forged.file(".map").read_text().replace('"a"', '"b"'))
    assert "not verified: csp2sat 0.1.2 made the formula, and " in refused(forged.seal().verify(source), 3)
    with pytest.raises(csp2sat.NotVerified):
        csp2sat.verify(forged.path, source)
    refused(forged.seal(tool=own).verify(source), 1)


ENCODED = [
    ["--encoding", "log", "--amo", "ladder", "--card", "totalizer", "--polarity", "both"],
    ["--encode", "x*=direct", "--encode", "y=compact-order", "--sum", "adder"],
    ["--max-clauses", "3000"],
]


@pytest.mark.parametrize("options", ENCODED)
def test_any_encoding_will_do(options, forged):
    """Each option of the encoding is in the certificate, so that the source can be encoded again."""
    text = "(int x 0 200)(int y 0 200)(int z 0 200)(= (add (* 3 x) (* 5 y) (* 7 z)) 999)(alldifferent x y z)"
    source = forged.make("e.csp", text + "(< (add x y z) 10)", *options).folder / "e.csp"
    assert forged.verify(source)[:2] == (0, "verified: unsatisfiable\n")


def test_a_source_that_is_no_file(forged, monkeypatch):
    """A puzzle's address, and stdin."""
    source = forged.make("one.csp", ONE, "--unique").folder / "one.csp"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(source.read_bytes())))
    assert forged.verify("-")[:2] == (0, "verified: unique\n")
    sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    code, out, err = run("solve", sudoku, "--unique", "-q", "--proof", forged.folder / "P")
    assert code == 0, out + err
    assert forged.verify(sudoku)[:2] == (0, "verified: unique\n")
    refused(forged.verify(sudoku.replace("53", "5.")), 1)


def test_a_model_in_python_is_a_source(tmp_path):
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 2)
    csp2sat.prove(m, tmp_path / "P", unique=True)
    assert csp2sat.verify(tmp_path / "P.json", m) == "unique"
    with pytest.raises(csp2sat.UsageError):
        csp2sat.verify(tmp_path / "P.json", m, kind="csp")
    m.add(x > 1)
    with pytest.raises(csp2sat.CertificateError):
        csp2sat.verify(tmp_path / "P.json", m)


ENCODINGS = [
    "order --assume unique", "order --activate yes", "order --amo none", "order --card x", "order --polarity no",
    "nothing", "", "order --encode x=nothing", "order --encode x", "order  ", "'order", "order --max-clauses 0",
    "order --sum auto", "order --loop cuts", "order\x00", "order --amo",
]  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("line", ENCODINGS)
def test_an_encoding_that_is_none(line, forged):
    source = forged.make("one.csp", ONE, "--unique").folder / "one.csp"
    refused(forged.seal(encoding=line).verify(source), 1)


ALTERED = {
    "twice": lambda text: text.replace('"claim"', '"claim": "unique", "claim"'),
    "NaN": lambda text: text.replace('"x": 3', '"x": NaN'),
    "float": lambda text: text.replace('"x": 3', '"x": 3.0'),
    "true": lambda text: text.replace('"x": 3', '"x": true'),
    "huge": lambda text: text.replace('"x": 3', '"x": ' + "9" * 5000),
    "more": lambda text: text.replace('"claim"', '"more": 1, "claim"'),
    "more of the source": lambda text: text.replace('"sha256"', '"more": 1, "sha256"', 1),
    "spaces": lambda text: text.replace(": ", ":  ", 1),
    "escaped": lambda text: text.replace('"claim"', '"\\u0063laim"'),
    "a tool that is none": lambda text: re.sub(r"csp2sat [0-9.]+", "other 1", text),
    "a tool with an escape": lambda text: re.sub(r"csp2sat [0-9.]+", r"csp2sat \\u001b[31m", text),
    "a list": lambda text: f"[{text}]",
    "two": lambda text: text + text,
    "no end": lambda text: text[:-1],
    "null": lambda text: text.replace('"model": "', '"model": null, "x": "'),
    "version true": lambda text: text.replace('"version": 1', '"version": true'),
    "version 1.0": lambda text: text.replace('"version": 1', '"version": 1.0'),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("change", ALTERED.values(), ids=ALTERED.keys())
def test_an_altered_certificate(change, forged):
    """Even where it has a digest of its own that is right."""
    source = forged.make("one.csp", ONE, "--unique").folder / "one.csp"
    text = forged.path.read_text()
    assert change(text) != text
    forged.path.write_text(change(text))
    refused(forged.verify(source), 1)
    refused(forged.verify(), 1)
    body = re.sub(r', "sha256": "[0-9a-f]{64}"\}\n?\Z', "}\n", change(text))
    seal = f', "sha256": "{hashlib.sha256(body.encode()).hexdigest()}"}}\n'
    forged.path.write_text(body[:-2] + seal)
    if change not in (ALTERED["no end"],):
        refused(forged.verify(source), 1)


MISTYPED = {
    "claim": (lambda content: content | {"claim": None}, '"claim": null; expected unsatisfiable, unique or optimum'),
    "answer": (lambda content: content | {"answer": None}, '"answer": null; expected an object with ints and bools'),
    "model": (lambda content: content | {"model": 7}, '"model": 7; expected a text of 0 and 1, or no such field'),
    "digests": (
        lambda content: content | {"digests": {"cnf": "1"}},
        '"digests": {"cnf": "1"}; expected an object with',
    ),
    "version": (lambda content: content | {"version": 2}, '"version": 2; expected 1, for its digests'),
    "a field too many": (
        lambda content: content | {"more": 1},
        '"more" is no field; expected only tool, claim, source',
    ),
    "a field missing": (
        lambda content: {k: content[k] for k in content if k != "proof"},
        '"proof" is missing; expected a',
    ),
    "another order": (
        lambda content: dict(sorted(content.items())),
        "it is written in another way; expected a single line",
    ),
}


@pytest.mark.parametrize("change, message", MISTYPED.values(), ids=MISTYPED)
def test_a_field_of_a_wrong_type_is_named(change, message, forged):
    """Where the digest is right, the certificate is not said to be altered."""
    forged.make("one.csp", ONE, "--unique")
    content = json.loads(forged.path.read_text())
    del content["sha256"]
    body = json.dumps(change(content)) + "\n"
    digest = hashlib.sha256(body.encode()).hexdigest()
    forged.path.write_text(f'{body[:-2]}, "sha256": "{digest}"}}\n')
    with pytest.raises(InputError) as info:
        certificate.read(files.read_source(str(forged.path)))
    assert f"no certificate of this program: {message}" in str(info.value)
    forged.path.write_text(f'{body[:-2]}, "sha256": "{digest[::-1]}"}}\n')
    with pytest.raises(InputError, match="it does not fit its own digest"):
        certificate.read(files.read_source(str(forged.path)))


def test_claims_that_do_not_fit(forged):
    """A unique solution where there is an objective, a model where there is no solution."""
    source = forged.make("least.csp", LEAST).folder / "least.csp"
    refused(forged.seal(claim="unique").verify(source), 1)
    refused(forged.seal(claim="unsatisfiable").verify(source), 1)
    forged.make("u.csp", FALSE)
    found = certificate.read(files.read_source(str(forged.path)))
    assert found.model is None
    refused(forged.seal(model="1").verify(), 1)


def test_a_file_that_is_gone(forged):
    source = forged.make("one.csp", ONE, "--unique").folder / "one.csp"
    for suffix in SUFFIX.values():
        data = forged.file(suffix).read_bytes()
        forged.file(suffix).unlink()
        refused(forged.verify(source), 1)
        forged.file(suffix).write_bytes(data)
    refused(forged.verify(source.with_name("none")), 1)
    refused(forged.verify(Path("/")), 1)
    source.write_text("")
    refused(forged.verify(source), 1)
