"""`verify` of a proof from the source that is missing, cut, damaged, huge or another's: one line, exit code 1 or 2."""

import json
import os
import shutil
import sys

import pytest
from support.certificates import here

SOURCE = "(int x 0 3)(int y 0 3)(bool p)\n(or p (< x y))(<= (+ x y) 2)(> (+ x (* 2 y)) 5)\n"
SUFFIXES = ("", ".cnf", ".map", ".opb", ".pbp", ".json")
LONG = "9" * 6_000


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """A folder with a source and its proof."""
    folder = tmp_path_factory.mktemp("proved")
    (folder / "a.csp").write_text(SOURCE)
    assert here("solve", folder / "a.csp", "--proof", folder / "p", "--from-source")[0] == 0
    return folder


@pytest.fixture
def copy(proved, tmp_path, monkeypatch):
    """The working folder, with copies of the source and of all files of its proof."""
    for path in proved.iterdir():
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(code, *words):
    """The only line that says why `verify` refuses, with the code; errors with a place show the line and a caret."""
    found, out, err = here("verify", *words)
    first, *rest = err.splitlines()
    assert (found, out, len(rest) in (0, 2)) == (code, "", True), err
    assert "Traceback" not in err and len(first) < 400
    return first


ARGUMENTS = {  # what is given, the exit code, what the line says
    "nothere": (2, "expected a certificate, the file F.json"),
    "nothere.json": (1, "No such file"),
    "..": (2, "expected one certificate in it"),
    "/": (2, "expected one certificate in it"),
    "": (2, "expected a certificate"),
    "a.csp": (2, "expected a certificate"),
    "p.cnf": (2, "expected the certificate p.json"),
    "p.map": (2, "expected the certificate p.json"),
    "p.opb": (2, "expected the certificate p.json"),
    "p.pbp": (2, "expected the certificate p.json"),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments(name, copy):
    code, said = ARGUMENTS[name]
    assert said in refused(code, name, "a.csp")


def test_the_source(copy):
    assert "expected the source, too" in refused(2, "p")
    assert "No such file" in refused(1, "p", "b.csp")
    (copy / "a.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert "expected the source, too" in refused(2, "p", "a.cnf")
    (copy / "b.csp").write_text(SOURCE + "(int z 0 1)")
    assert "b.csp: not the source: the SHA-256 differs; the certificate is of a.csp" in refused(1, "p", "b.csp")
    for given in ("p", "p.json", "p.cnf"):  # the other way round
        assert "a.csp: expected a certificate, the file F.json" in refused(2, "a.csp", given)
    (copy / "p.json").unlink()
    assert "p.opb:5: not the statement of b.csp: `" in refused(1, "p", "b.csp")
    # the head, with the numbers of variables and constraints, differs, too
    said = "p.opb:7: not the statement of a.csp: `1 i0[ge1] 1 ~i0[ge2] >= 1 ;`; expected `min: 1 p1 1 p2 1 p3 ;`"
    assert said in refused(1, "p", "a.csp", "--max")
    (copy / "p.opb").write_text("".join((copy / "p.opb").read_text().splitlines(keepends=True)[:-1]))
    assert ": not the statement of a.csp: the end; expected `" in refused(1, "p", "a.csp")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_is_missing_or_empty_or_cut(suffix, copy):
    path = copy / f"p{suffix}"
    data = path.read_bytes()
    for content in (b"", data[: len(data) // 2], data[:-2]):
        path.write_bytes(content)
        assert f"p{suffix}" in refused(1, "p", "a.csp")
    path.unlink()
    if suffix not in ("", ".json"):  # neither is needed
        assert "cannot be found" in refused(1, "p", "a.csp")


def changed(suffix, old, new):
    return suffix, lambda data: data.replace(old.encode(), new.encode(), 1)


def last_line(content):
    return ".map", lambda data: data[: data.rindex(b'{"pb"')] + content.encode() + b"\n"


DAMAGED = {
    "an empty statement": (".opb", lambda data: b""),
    "an empty proof": (".pbp", lambda data: b""),
    "an empty formula": (".cnf", lambda data: b""),
    "an empty map": (".map", lambda data: b""),
    "half a statement": (".opb", lambda data: data[: len(data) // 2]),
    "half a proof": (".pbp", lambda data: data[: len(data) // 2]),
    "half a formula": (".cnf", lambda data: data[:20]),
    "half a map": (".map", lambda data: data[:-20]),
    "no UTF-8": (".pbp", lambda data: data + b"\xff"),
    "a zero byte": (".pbp", lambda data: data + b"\0"),
    "no gzip": (".pbp", lambda data: b"\x1f\x8b" + data),
    "a wrong count": changed(".pbp", "f 9;", "f 10;"),
    "a long count": changed(".pbp", "f 9;", f"f {LONG};"),
    "a long number": changed(".pbp", "f 9;", f"pol {LONG};"),
    "a long negative number": changed(".pbp", "f 9;", f"pol -{LONG};"),
    "a long coefficient": changed(".pbp", "f 9;", f"rup {LONG} p0 >= 1;"),
    "a long name": changed(".pbp", "f 9;", f"rup 1 x{LONG} >= 1;"),
    "a long word": changed(".pbp", "f 9;", f"{LONG};"),
    "a long range": changed(".pbp", "f 9;", f"del range 1 {LONG};"),
    "many clauses": changed(".cnf", "p cnf ", "p cnf 9999999999 9999999999\nc "),
    "a long header": changed(".cnf", "p cnf ", f"p cnf {LONG} 1\nc "),
    "a long literal": (".cnf", lambda data: data + LONG.encode() + b" 0\n"),
    "deep nesting": last_line('{"pb": ' + "[" * 9_000 + "]" * 9_000 + "}"),
    "no pairs": last_line('{"pb": [[2]]}'),
    "a number": last_line('{"pb": 5}'),
    "no object": last_line("[]"),
    "no literals": last_line('{"pb": []}'),
    "a long variable": last_line(f'{{"pb": [[{LONG}, "1"]]}}'),
    "a literal that is none": last_line(f'{{"pb": [[1, "{LONG}"]]}}'),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged(name, copy):
    """Without a certificate, whose digests would say it: each file is refused for what is wrong, by its name."""
    suffix, change = DAMAGED[name]
    (copy / "p.json").unlink()
    path = copy / f"p{suffix}"
    path.write_bytes(change(path.read_bytes()))
    assert f"p{suffix}" in refused(1, "p", "a.csp")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links as files")
def test_a_file_that_is_none(copy):
    (copy / "p.pbp").unlink()
    os.mkfifo(copy / "p.pbp")
    assert "p.pbp: cannot be read: no regular file" in refused(1, "p", "a.csp")
    for target, said in (
        ("/dev/zero", "no regular file"),
        (".", "directory"),
        ("p.opb", "SHA-256"),
        ("p.pbp", "p.pbp"),
    ):
        (copy / "p.pbp").unlink()
        (copy / "p.pbp").symlink_to(target)
        assert said in refused(1, "p", "a.csp")


def test_json(copy):
    code, out, _ = here("verify", "p", "a.csp", "--json")
    found = json.loads(out)
    assert (code, found["claim"], found["from_source"], found["source"]) == (0, "unsatisfiable", True, True)
    (copy / "p.pbp").write_text("")
    code, out, err = here("verify", "p", "a.csp", "--json")
    assert (code, json.loads(out)["error"]["message"]) == (1, err.removeprefix("csp2sat: ").strip())
