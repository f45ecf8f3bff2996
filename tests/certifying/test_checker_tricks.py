"""Files that a proof checker reads otherwise than csp2sat does, and solvers that write over what they read.

The checker is a small program that reads as drat-trim does: see `support/naive_drat_trim.py`.
"""

import gzip
import hashlib
import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from support import naive_drat_trim
from support.forged import BAD_CNF, CNF, FALSE, MANY, ONE, SUFFIX, Forged, refused
from support.run_command import run

import csp2sat
from csp2sat.base import files
from csp2sat.certifying import proving
from csp2sat.cnf import dimacs
from csp2sat.proofs import formats

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script")


@pytest.fixture
def forged(tmp_path):
    return Forged(tmp_path)


@pytest.fixture
def checker(tmp_path, monkeypatch):
    """The program on PATH, and a folder for what it has seen."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "drat-trim"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{naive_drat_trim.__file__}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("KEEP", str(folder))
    return folder


def with_comment(data, comment):
    """A gzip of the data, whose header has a comment that a reader of raw bytes sees."""
    packed = zlib.compressobj(wbits=-15)
    body = packed.compress(data) + packed.flush()
    head = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff" + comment + b"\0"
    return head + body + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


HIDDEN = b" \np cnf 2 2\n1 0\n-1 0\n"
TRICKS = {
    "a gzip's comment": lambda data: with_comment(data, HIDDEN),
    "words before the header": lambda data: b"c cnf cnf 2 2 1 0 -1 0\n" + data,
    "a comment after the header": lambda data: b"c p cnf 1 2 1 0 -1 0\n" + data,
    "a carriage return": lambda data: b"c x\r cnf 1 2\r1 0\r-1 0\n" + data,
    "an indented comment": lambda data: b" \tc cnf 1 2 1 0 -1 0\n" + data,
}


def test_the_stand_in_is_fooled(tmp_path):
    """The tricks are tricks: by itself the program sees another formula."""
    plain = b"p cnf 2 1\n1 2 0\n"
    assert not naive_drat_trim.contradicts(naive_drat_trim.clauses_of(plain))
    assert gzip.decompress(TRICKS["a gzip's comment"](plain)) == plain
    for trick in TRICKS.values():
        assert naive_drat_trim.contradicts(naive_drat_trim.clauses_of(trick(plain)))


@pytest.mark.sample(1)
@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS.keys())
@pytest.mark.parametrize("text, name", [(CNF, "two.cnf"), (MANY, "many.csp")])
def test_what_was_compared_is_what_is_checked(text, name, trick, forged, checker):
    """The certificate of a CNF whose own bytes have the trick in them, and of a CSP whose formula has."""
    if name == "two.cnf":
        source = forged.make("bad.cnf", BAD_CNF).folder / name
        source.write_bytes(trick(text.encode()))
        forged.file(".cnf").write_bytes(source.read_bytes())
    else:
        forged.make("u.csp", FALSE)
        source = forged.source(name, text)
        csp2sat.encode(source, forged.file(".cnf"), forged.file(".map"))
        forged.file(".cnf").write_bytes(trick(forged.file(".cnf").read_bytes()))
    forged.file("").write_text("0\n")
    forged.seal(source)
    content = json.loads(forged.path.read_text())
    content.pop("sha256")
    for part in content["digests"]:
        content["digests"][part] = _digest(forged.file(SUFFIX[part]))
    content["source"]["sha256"] = _digest(source)
    forged.write(content)
    refused(forged.verify(source), 1)
    refused(forged.verify(), 1)
    if (checker / "seen.cnf").exists():
        seen = (checker / "seen.cnf").read_bytes()
        assert seen.startswith(b"p cnf ") and b"c" not in seen.partition(b"\n")[2]


def _digest(path):
    """Of what is in a file, which may be compressed."""
    return hashlib.sha256(files.read_bytes(str(path))).hexdigest()


def test_a_true_claim_by_the_program(forged, checker):
    """It gets plain texts, whatever was written: also of a binary proof, with comments in the formula."""
    source = forged.folder / "bad.cnf"
    forged.make("bad.cnf", "c one\n" + BAD_CNF.replace("-1 0", "-1\n0\nc two"))
    assert json.loads(forged.path.read_text())["checked"] == "drat-trim"
    for proof in (b"0\n", b"c x\n 0 \r\n", b"a\0", b"a\x02\x04\0a\0", b"2 1 0\nd 2 1 0\n\n0"):
        forged.file("").write_bytes(proof)
        forged.seal()
        assert forged.verify(source)[:2] == (0, "verified: unsatisfiable\n"), proof
        assert (checker / "seen.cnf").read_text() == "p cnf 1 2\n1 0\n-1 0\n"
        assert (checker / "seen.proof").read_bytes().translate(None, b"0123456789- d\n") == b""
    for proof in (b"x 0\n", b"a\x02", b"1 2\n", b"\xff"):
        forged.file("").write_bytes(proof)
        refused(forged.seal().verify(source), 1)


@pytest.mark.sample(1)
@pytest.mark.parametrize("said", ["s VERIFIED UNSAT", "S VERIFIED", "c s VERIFIED", " s VERIFIED", "s VERIFIED x", ""])
def test_only_the_exact_verdict_counts(said, forged, checker):
    source = forged.make("u.csp", FALSE).folder / "u.csp"
    (checker / "drat-trim").write_text(f"#!/bin/sh\necho '{said}'\n")
    refused(forged.verify(source), 1)


PROOFS = {
    "drat": (b"c x\n\n 1 -2  0\r\nd 1 -2 0\n0\n", b"1 -2 0\nd 1 -2 0\n0\n"),
    "drup": (b"a\x02\x05\0d\x02\x05\0a\0", b"1 -2 0\nd 1 -2 0\n0\n"),
    "lrat": (b"c x\n3 1 0  1 2 0\n4 d 1  0\n5 0 3 +2 0", b"3 1 0 1 2 0\n4 d 1 0\n5 0 3 2 0\n"),
}


@pytest.mark.parametrize("kind", PROOFS)
def test_plain_proofs(kind):
    given, wanted = PROOFS[kind]
    assert b"".join(formats.plain(kind, given, "p")) == wanted


# a formula or a map that somebody writes over


def solver(folder, script):
    """A solver that does something and then says that there is no model, with an empty clause as its proof."""
    program = folder / "mysat"
    program.write_text(f"#!/bin/sh\n{script}\necho 0 >$2\necho s UNSATISFIABLE\nexit 20\n")
    program.chmod(0o755)
    config = folder / "s.yaml"
    config.write_text('solvers: {mine: {command: ./mysat, args: ["{cnf}", "{proof}"], proof: drat}}\n')
    return ["--solvers", config, "--solver", "mine"]


OVER = "printf 'p cnf 1 2\\n1 0\\n-1 0\\n' >$1"
SCRIPTS = {
    "the formula": OVER,
    "a clause more": "printf '0\\n' >>$1",
    "the formula is gone": "rm $1",
    "all formulas": 'for f in "$(dirname $1)"/*.cnf; do printf "p cnf 1 2\\n1 0\\n-1 0\\n" >"$f"; done',
    "the map": 'for f in "$(dirname $1)"/*.map; do echo x >"$f"; done',
    "the map is another": 'for f in "$(dirname $1)"/*.map; do sed s/x/y/g "$f" >"$f.2"; mv "$f.2" "$f"; done',
}
DOORS = {
    "csp": ("many.csp", MANY, []),
    "unique": ("one.csp", ONE, ["--unique"]),
    "cnf": ("two.cnf", CNF, []),
    "optimum": ("least.csp", "(int x 0 3)(> x 1)(objective minimize x)", []),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS.keys())
@pytest.mark.parametrize("name, text, options", DOORS.values(), ids=DOORS.keys())
def test_a_solver_that_writes_over_what_it_reads(name, text, options, script, tmp_path):
    source = tmp_path / name
    source.write_text(text)
    mine = solver(tmp_path, script)
    code, out, err = run("solve", source, "--proof", tmp_path / "P", *options, *mine)
    assert code != 0, out + err
    assert "s UNSATISFIABLE" not in out and "OPTIMUM" not in out and "unique" not in out
    assert not (tmp_path / "P.json").exists()
    if name != "two.cnf":
        with pytest.raises(csp2sat.Csp2SatError):
            csp2sat.prove(source, tmp_path / "P", solvers=mine[1], solver="mine", unique="--unique" in options)


def test_who_wrote_over_the_formula_is_named(tmp_path):
    (tmp_path / "many.csp").write_text(MANY)
    for script in (SCRIPTS["the formula"], SCRIPTS["the map is another"]):
        code, _, err = run("solve", tmp_path / "many.csp", "--proof", tmp_path / "P", *solver(tmp_path, script))
        assert code == 1
        assert err.startswith("csp2sat: mine has changed ") and err.endswith("\n")


def test_minizinc_door(tmp_path):
    """A solver that writes over its formula, behind `csp2sat-fzn --proof DIR`."""
    (tmp_path / "m.fzn").write_text("var 0..3: x :: output_var; constraint int_le(2, x); solve satisfy;\n")
    solver(tmp_path, OVER)
    env = {"CSP2SAT_SOLVERS": str(tmp_path / "s.yaml")}
    words = ["-m", "csp2sat.cli.fzn", "m.fzn", "--proof", "D", "--solver", "mine"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    assert "UNSATISFIABLE" not in done.stdout
    assert not (tmp_path / "D").exists() or not list((tmp_path / "D").glob("*.json"))


def test_cubes_with_proofs_that_are_none(tmp_path):
    """Each part's proof is checked; one that proves nothing is an error."""
    (tmp_path / "many.csp").write_text(MANY)
    words = ["solve", tmp_path / "many.csp", "--cubes", 2, "--proof", tmp_path / "D"]
    for script in ("true", OVER):
        code, out, _ = run(*words, *solver(tmp_path, script))
        assert (code, out) == (1, "")


def test_cubes_where_the_domains_alone_say_no(tmp_path):
    """There is a proof, too."""
    (tmp_path / "u.csp").write_text("(int x 0 3)(> x 7)")
    code, out, err = run(
        "solve", tmp_path / "u.csp", "--cubes", 2, "--proof", tmp_path / "D", "--solver", "kissat", "-q"
    )
    assert (code, out) == (0, "s UNSATISFIABLE\n"), err
    folder = tmp_path / "D"
    whole = dimacs.read((folder / "question-1.cnf").read_bytes(), "q").flat
    parts = sorted(folder.glob("*.clauses"))
    assert parts
    for part in parts:
        added = [int(word) for word in part.read_text().split()]
        formats.check("drat", [*whole, *added], part.with_suffix(".drat").read_bytes(), part.name)


def test_files_are_read_once(tmp_path, monkeypatch):
    """Whoever changes a file after the first look changes nothing: there is no second one."""
    Forged(tmp_path).make("one.csp", ONE, "--unique")
    opened = []
    real = files.read_bytes

    def reading(path, *more):
        data = real(path, *more)
        if Path(path).parent == tmp_path:
            opened.append(Path(path).name)
            Path(path).write_bytes(b"")
        return data

    monkeypatch.setattr(files, "read_bytes", reading)
    assert csp2sat.verify(tmp_path / "P.json", tmp_path / "one.csp") == "unique"
    assert sorted(opened) == ["P", "P.cnf", "P.json", "P.map", "one.csp"]


MAPS = {
    "a key twice": lambda text: text.replace('{"int": "x"', '{"int": "y", "int": "x"'),
    "NaN": lambda text: text.replace('"records"', '"more": NaN, "records"'),
    "spaces": lambda text: text.replace('"int": "x"', '"int":  "x"'),
    "escaped": lambda text: text.replace('"int": "x"', '"int": "\\u0078"'),
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "a mark": lambda text: "\ufeff" + text,
    "an empty line": lambda text: text.replace("\n", "\n\n", 1),
    "no end": lambda text: text[:-1],
    "true": lambda text: text.replace('"records": 2', '"records": true'),
    "float": lambda text: text.replace('"first": ', '"first": 0.'),
    "a literal true": lambda text: text.replace('"lit": ', '"lit": true, "l": '),
    "another number of clauses": lambda text: text.replace('"clauses": ', '"clauses": 1'),
    "another number of variables": lambda text: text.replace('"variables": ', '"variables": 1'),
    "a variable of another name": lambda text: text.replace('"x"', '"_x"'),
    "assumed": lambda text: text.replace('"records"', '"assume": "unique", "records"'),
    "in doubt": lambda text: text.replace('"about": {', '"about": {"doubt": "x", '),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("change", MAPS.values(), ids=MAPS.keys())
def test_an_altered_map(change, forged):
    source = forged.make("one.csp", "(int x 0 3)(bool p)(iff p (> x 2))(= p true)", "--unique").folder / "one.csp"
    text = forged.file(".map").read_text()
    assert change(text) != text
    forged.file(".map").write_bytes(change(text).encode())
    forged.seal()
    refused(forged.verify(source), 1, 3)
    refused(forged.verify(), 1, 3)


def test_nothing_half_written(tmp_path, monkeypatch):
    """A disk that is full leaves the certificate and the files that were there."""
    Forged(tmp_path).make("one.csp", ONE, "--unique")
    names = ["P", "P.cnf", "P.json", "P.map"]
    before = {name: (tmp_path / name).read_bytes() for name in names}
    (tmp_path / "full.csp").write_text(FALSE)
    monkeypatch.setattr(proving, "beside", _full(proving.beside))
    code, _, _ = run("solve", tmp_path / "full.csp", "--proof", tmp_path / "P")
    assert code == 1
    assert {name: (tmp_path / name).read_bytes() for name in names} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*names, "one.csp", "full.csp"])


def _full(beside):
    """The same, but the map's file cannot be made."""

    def named(proof, suffix):
        return beside(proof, suffix) if suffix != ".map" else Path("/dev/null/none") / proof.name

    return named
