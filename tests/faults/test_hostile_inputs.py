"""Inputs that mean harm: bounded, refused in one line, nothing of them run or opened."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
from pathlib import Path

import pytest
from support.fault_scene import Scene

import csp2sat
from csp2sat.base import files
from csp2sat.base.source import Source
from csp2sat.cnf import dimacs
from csp2sat.errors import Csp2SatError, FileError, InputError
from csp2sat.languages.base import value_lines
from csp2sat.proofs import drat, formats
from csp2sat.runner.config import config

# Compressed files


PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("kind", PACKERS)
def test_a_bomb_is_not_unpacked(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "HARMLESS", 1 << 20)
    bomb = tmp_path / "bomb"
    bomb.write_bytes(PACKERS[kind](bytes(8 << 20)))
    with pytest.raises(FileError) as caught:
        files.read_bytes(str(bomb))
    size, most = bomb.stat().st_size, max(1 << 20, files.RATIO * bomb.stat().st_size)
    assert str(caught.value) == (
        f"{bomb}: {size} bytes would unpack to more than {most} bytes; unpack the file yourself if you trust it"
    )


@pytest.mark.parametrize("kind", PACKERS)
def test_many_parts_are_one_file(kind: str, tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(PACKERS[kind](b"one\n") + PACKERS[kind](b"two\n"))
    assert files.read_bytes(str(packed)) == b"one\ntwo\n"


def test_what_is_large_but_within_the_ratio_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "HARMLESS", 1000)
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(b"0123456789abcdef" * 1000, 1))
    assert len(files.read_bytes(str(packed))) == 16000


def test_a_device_without_an_end() -> None:
    with pytest.raises(FileError, match=r"^/dev/zero: too large; expected at most 100000000 bytes$"):
        files.read_bytes("/dev/zero", 100_000_000)


def test_stdin_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(bytes(2000))))
    with pytest.raises(FileError, match=r"^-: too large; expected at most 1000 bytes$"):
        files.read_bytes("-", 1000)


# Numbers and depths


CNFS = {
    "variables": (b"p cnf 2147483646 1\n1 0\n", ":1:7: expected at most 10000000 variables"),
    "more than solvers have": (b"p cnf 99999999999 1\n1 0\n", ":1:7: expected at most 10000000 variables"),
    "digits of the header": (b"p cnf %s 1\n" % (b"9" * 5000), ":1:1: expected `p cnf VARIABLES CLAUSES`"),
    "digits of a literal": (b"p cnf 1 1\n1 %s 0\n" % (b"9" * 5000), ":2:3: not a literal"),
}


@pytest.mark.parametrize("case", CNFS)
def test_a_cnf_of_huge_numbers(case: str) -> None:
    data, message = CNFS[case]
    with pytest.raises(InputError) as caught:
        dimacs.read(data, "f.cnf")
    assert str(caught.value).startswith("f.cnf" + message)


def test_unused_variables_may_be_many() -> None:
    assert dimacs.read(b"p cnf 9999999 1\n1 0\n", "f.cnf").num_vars == 9999999


def test_a_value_of_5000_digits() -> None:
    with pytest.raises(InputError, match=r"^f:1:1: expected `a NAME VALUE`, the value an integer, true or false"):
        value_lines.read_values(Source("f", f"a x\t{'9' * 100_001}\na\n"))


PROOFS = {
    "a number without an end": b"a" + b"\xff" * (1 << 20) + b"\x01\x00",
    "steps without an end": b"\x00" + b"a" * (1 << 20),
    "digits": b"9" * 5000 + b" 0\n",
}


@pytest.mark.parametrize("case", PROOFS)
def test_a_proof_that_would_take_for_ever(case: str) -> None:
    with pytest.raises(drat.ProofError, match="not a step of a"):
        formats.check("drat", [1, 0, -1, 0], PROOFS[case], "p")


def test_a_proof_with_a_variable_far_away() -> None:
    data = f"{drat.MOST_VARS} 0\n0\n".encode()
    assert str(formats.check("drat", [1, 0, -1, 0], data, "p")).startswith("0 of 0 lemmas checked")


# solvers.yaml


YAMLS = {
    "digits": (f"solvers: {{x: {{command: y, threads: {'9' * 5000}}}}}", "expected a number, not '9999"),
    "depth": ("[" * 20_000, "nested too deeply"),
    "depth of a list": ("solvers:\n- " + "- " * 40_000 + "x", "nested too deeply"),  # libyaml's composer crashed
    "depth of a value": ("solvers: " + "[" * 20_000 + "]" * 20_000, "nested too deeply"),
    "an object": (
        "solvers: {x: {command: !!python/object/apply:os.system [touch owned]}}",
        "expected a list, not tag:yaml.org,2002:python/object/apply:os.system",
    ),
    "itself": ("solvers: &a {x: *a}", "unknown key 'x'"),
    "aliases of aliases": (
        "a0: &a0 [x, x]\n" + "".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]\n" for i in range(20)),
        "unknown key 'a0'",
    ),
    "a long list, many times": (
        f"solvers: {{x: {{command: y, presets: {{a: &a [y{', y' * 2000}]}}, args: [*a{', *a' * 2000}]}}}}",
        "more than 1000 items",
    ),
}


@pytest.mark.parametrize("case", YAMLS)
def test_a_hostile_solvers_yaml(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, message = YAMLS[case]
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(text)
    with pytest.raises(Csp2SatError) as caught:
        config.Solvers.load("s.yaml")
    assert re.match(r"s\.yaml:\d+:\d+: .*" + re.escape(message), str(caught.value))
    assert [path.name for path in tmp_path.iterdir()] == ["s.yaml"]


# Maps


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board's CNF and map, and an answer."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "masyu-1.txt").write_text("size 3 3\n- 0 -\n- - -\n- - -\n")
    written = csp2sat.write_cnf(csp2sat.load(folder / "masyu-1.txt"), folder / "f.cnf", folder / "f.map")
    values = " ".join(str(-v) for v in range(1, written.num_vars + 1))
    (folder / "f.out").write_text(f"s SATISFIABLE\nv {values} 0\n")
    return folder


BOARDS = {
    "another puzzle": ({"type": "../../secret"}, "no puzzle '../../secret'"),
    "a huge board": ({"rows": 10**9, "cols": 10**9}, "the board has 1000000000 x 1000000000 cells"),
    "no size": ({"rows": None}, "null is no number of rows"),
    "other givens": ({"givens": {"a": 1}}, "expected"),
    "another size": ({"rows": 4, "givens": ["...", "...", "...", "..."]}, "the variables are not those of a masyu"),
}


@pytest.mark.parametrize("case", BOARDS)
def test_a_map_with_another_board(case: str, made: Path, tmp_path: Path) -> None:
    changes, message = BOARDS[case]
    header, *records = (made / "f.map").read_text().splitlines()
    fields = json.loads(header)
    fields["about"]["board"] |= changes
    (tmp_path / "f.map").write_text("\n".join([json.dumps(fields), *records]) + "\n")
    (tmp_path / "f.out").write_text((made / "f.out").read_text())
    with pytest.raises(InputError) as caught:
        csp2sat.decode(tmp_path / "f.out", tmp_path / "f.map")
    assert str(caught.value).startswith(f"{tmp_path}/f.map") and message in str(caught.value)


# Nothing is opened, nothing is run


PATHS = {
    "a CSP": ("f.csp", "(include /etc/passwd) (int x 0 1)"),
    "an entity": ("f.xml", '<!DOCTYPE i [<!ENTITY e SYSTEM "file:///etc/passwd">]><instance>&e;</instance>'),
    "a document type": ("f.xml", '<!DOCTYPE i SYSTEM "http://127.0.0.1:9/i.dtd"><instance/>'),
    "an inclusion": (
        "f.xml",
        '<instance xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/></instance>',
    ),
    "a board's name": ("$(touch owned).csp", "(int x 0 1) (= x 2)"),
    "an expression": ("f.csp", "(int x 0 1) (= x (__import__ os))"),
    "a predicate": (
        "f.xml",
        "<instance><domains><domain name='D'>0..__import__('os')</domain></domains></instance>",
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", PATHS)
def test_nothing_in_a_file_is_opened_or_run(case: str, scene: Scene) -> None:
    name, text = PATHS[case]
    scene.input(name, text)
    done = scene.run("solve", name)
    assert "root:" not in done.out + done.err and "Traceback" not in done.err
    assert done.code == (0 if case == "a board's name" else 1)
    scene.end(name)


def test_a_solvers_yaml_that_lies_there_is_not_read(scene: Scene) -> None:
    scene.input("solvers.yaml", f"solvers: {{kissat: {{command: [{scene.solver('bad', 'touch owned')}]}}}}")
    assert scene.run("solve", "none.csp").out == "s UNSATISFIABLE\n"
    scene.end("solvers.yaml")
