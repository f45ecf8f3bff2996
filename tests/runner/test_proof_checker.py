"""Proof checkers that are installed: what they say, and how long they may take."""

import os
import sys
import time

import pytest

from csp2sat.errors import LimitReached, SolverError
from csp2sat.runner import proof_checker

SAYING = {
    "verified": ("printf 'c x\\r\\ns VERIFIED\\n'", None),
    "verified, exit code 1": ("echo s VERIFIED; exit 1", None),
    "not verified": ("echo 's NOT VERIFIED'; exit 1", r"^drat-trim says that /.*/p proves nothing"),
    "silent": ("exit 0", r"^drat-trim failed with exit code 0"),
    "killed": ("echo s VERIFIED; kill -9 $$", r"^drat-trim was killed by signal 9"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize("script, message", SAYING.values(), ids=SAYING.keys())
def test_external_checkers(script, message, tmp_path, monkeypatch):
    program = tmp_path / "drat-trim"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found = proof_checker.find("drat")
    assert found.program == "drat-trim"
    if message is None:
        proof_checker.check(found, tmp_path / "f", tmp_path / "p")
        return
    with pytest.raises(SolverError, match=message):
        proof_checker.check(found, tmp_path / "f", tmp_path / "p")


@pytest.mark.skipif(sys.platform == "win32", reason="shell scripts")
@pytest.mark.parametrize(
    "veripb, cake_pb, found",
    [
        ("", "", []),
        ('[ "$(cat $1)$(cat $2)" = op ] && echo s VERIFIED UNSATISFIABLE', "", ["veripb"]),
        ("echo s VERIFIED BOUNDS 3 '<=' obj '<=' 3", "", ["veripb"]),
        ("echo s VERIFIEDLY; exit 1", "", r"^veripb failed with exit code 1"),
        ("echo Verification failed.; exit 1", "", r"^veripb failed with exit code 1"),
        (
            "[ $1 = --elaborate ] && cat $4 >$2; echo s VERIFIED UNSATISFIABLE",
            "[ -f $2 ] && echo s VERIFIED UNSAT",
            ["veripb", "cake_pb"],
        ),
        ("echo s VERIFIED UNSATISFIABLE", "exit 0", r"^cake_pb failed with exit code 0"),
        ("", "echo s VERIFIED UNSAT", []),
    ],
)
def test_pseudo_boolean_checkers(veripb, cake_pb, found, tmp_path, monkeypatch):
    for name, script in (("veripb", veripb), ("cake_pb", cake_pb)):
        if script:
            (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    if isinstance(found, list):
        assert proof_checker.accepted(b"o", b"p", None, "p.pbp") == found
        return
    with pytest.raises(SolverError, match=found):
        proof_checker.accepted(b"o", b"p", None, "p.pbp")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
def test_external_time_limit(tmp_path, monkeypatch):
    program = tmp_path / "drat-trim"
    program.write_text('#!/bin/sh\n[ "$4" = 1 ] || exit 1\necho s TIMEOUT\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(LimitReached):
        proof_checker.check(proof_checker.find("drat"), tmp_path / "f", tmp_path / "p", time.monotonic() + 0.9)
