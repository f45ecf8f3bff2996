"""Places and moments that are bad: full disks, folders that cannot be written, readers that go, interruptions."""

from __future__ import annotations

import os
import random
import resource
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.fault_scene import HARD, UNCONFIRMED, UNSAT, Done, Scene
from support.paths import BOARDS

from csp2sat import decoder
from csp2sat.base.files import read_source

BOARD = str(BOARDS / "masyu-10.txt")
FULL = "No space left on device"
SLEEPS = "echo > {0}/begun; sleep 1000"

# Full disks


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "arguments, message",
    [
        (("solve", "sat.csp", "--solver", "embedded"), FULL),
        (("solve", "sat.csp", "--solver", "embedded", "--all"), FULL),
        (("solve", "sat.csp", "--solver", "embedded", "--json"), FULL),
        (("encode", "sat.csp", "-o", "-", "-m", "sat.map"), f"<stdout>: cannot be written: {FULL}"),
        (("convert", BOARD, "--to", "json"), FULL),
        (("--help",), FULL),
        (("--version",), FULL),
    ],
    ids=lambda value: "-".join(value[:1]) if isinstance(value, tuple) else "",
)
def test_stdout_is_full(scene: Scene, arguments: tuple[str, ...], message: str) -> None:
    with Path("/dev/full").open("w") as full:
        assert scene.run(*arguments, stdout=full) == (1, "", f"csp2sat: {message}\n")
    scene.end()


def test_stdout_and_stderr_are_full(scene: Scene) -> None:
    with Path("/dev/full").open("w") as full:
        assert scene.run("solve", "sat.csp", "--solver", "embedded", stdout=full, stderr=full).code == 1
    scene.end()


@pytest.mark.sample(2)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(scene: Scene, closed: str) -> None:
    done = scene.run(f"$csp2sat solve sat.csp --solver embedded --keep . {closed}", shell=True)
    assert done == (0, "" if ">&- " in closed + " " and not closed.startswith("2") else done.out, "")
    for name in ("sat.cnf", "sat.map"):  # nothing that was said went into them
        assert (scene.work / name).read_bytes()[:2] in (b"c ", b'{"')
    scene.end("sat.cnf", "sat.map", *(name for name in scene.files() if name.endswith(".result")))


def small_files(size: int) -> dict[str, Any]:
    """Options of a process that can write no file of more bytes; no bytecode, for Python would keep half-written files
    of it, and other tests would read them.
    """
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
    return {"preexec_fn": limit, "environment": {"PYTHONDONTWRITEBYTECODE": "1"}}


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", [0, 1000, 100_000])
@pytest.mark.parametrize("name", ["full.cnf", "full.cnf.gz"])
def test_encode_to_a_disk_that_becomes_full(scene: Scene, size: int, name: str) -> None:
    """A limit on the size of files stands for a disk: writing fails in the same way."""
    before = {}
    if size == 1000:  # what was there stays
        before = {"full.cnf": "old\n", "full.map": "old map\n", "full.cnf.gz": "old too\n"}
    for old, text in before.items():
        scene.input(old, text)
    done = scene.run("encode", BOARD, "-o", name, "-m", "full.map", **small_files(size))
    assert (done.code, done.out) == (1, "")
    assert done.err in (f"csp2sat: {path}: cannot be written: File too large\n" for path in (name, "full.map"))
    assert {old: (scene.work / old).read_text() for old in before} == before
    scene.end(*before)


@pytest.mark.parametrize("size", [0, 1000, 100_000])
def test_solve_with_a_temporary_folder_that_becomes_full(scene: Scene, size: int) -> None:
    done = scene.run("solve", BOARD, "--solver", "embedded", **small_files(size))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("csp2sat: no temporary folder can be made: " if size == 0 else "csp2sat: /")
    assert done.err.endswith("\n" if size == 0 else ": cannot be written: File too large\n")
    assert done.err.count("\n") == 1
    scene.end()


def test_output_to_a_disk_that_is_full(scene: Scene) -> None:
    done = scene.run("solve", "sat.csp", "--solver", "embedded", "-o", "/dev/full")
    assert done == (1, "", f"csp2sat: /dev/full: cannot be written: {FULL}\n")
    scene.end()


# Folders


@pytest.fixture
def closed(tmp_path: Path) -> str:
    """A folder in which nothing can be made, not even by root."""
    if os.geteuid() == 0:
        return "/sys/kernel"
    (tmp_path / "closed").mkdir(mode=0o500)
    return str(tmp_path / "closed")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "arguments, end",
    [
        (("encode", "sat.csp", "-o", "{}/f.cnf"), "{}/f.cnf: cannot be written: Permission denied"),
        (("encode", "sat.csp", "-o", "{}/f.cnf", "-m", "f.map"), "{}/f.cnf: cannot be written: Permission denied"),
        (("encode", "sat.csp", "-o", "no/f.cnf"), "no/f.cnf: cannot be written: No such file or directory"),
        (("encode", "sat.csp", "-o", "sub"), "sub: cannot be written: Is a directory"),
        (("solve", "sat.csp", "-o", "{}/f.out"), "{}/f.out: cannot be written: Permission denied"),
        (("solve", "sat.csp", "--keep", "none.csp/kept"), "none.csp/kept: cannot be used as a folder: Not a directory"),
        (("solve", "sat.csp", "--keep", "sat.csp"), "sat.csp: cannot be used as a folder: File exists"),
        (("solve", "none"), "none: cannot be read: No such file or directory"),
        (("decode", "sat.csp", "-m", "no.map"), "no.map: cannot be read: No such file or directory"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_places_that_cannot_be_used(scene: Scene, closed: str, arguments: tuple[str, ...], end: str) -> None:
    (scene.work / "sub").mkdir()
    done = scene.run(*(word.replace("{}", closed) for word in arguments))
    assert done == (1, "", f"csp2sat: {end.replace('{}', closed)}\n")
    scene.end("sub")


def test_a_folder_is_no_name_of_a_file(scene: Scene) -> None:
    assert scene.run("encode", "sat.csp", "-o", ".") == (2, "", "csp2sat: -o .: expected the name of a file\n")
    scene.end()


def test_a_temporary_folder_that_is_not_there(scene: Scene) -> None:
    """Python looks for another one."""
    scene.solver("mysat", UNSAT)
    assert scene.solve(environment={"TMPDIR": f"{scene.folder}/none"}).code == 0
    scene.end()


# Readers that go


@pytest.mark.sample(2)
@pytest.mark.parametrize("command", ["solve sat.csp --solver embedded --all", "encode {} -o - -m f.map", "puzzles"])
def test_the_reader_goes(scene: Scene, command: str) -> None:
    line = f"{{ $csp2sat {command.format(BOARD)}; echo $? >&2; }} | true"
    code = scene.run(line, shell=True).err
    assert code in ("0\n", "141\n")  # all was read before, or not
    scene.end(*(["f.map"] if code == "0\n" and "f.map" in command else []))


# Interruptions


STOPS = {signal.SIGINT: (130, "csp2sat: interrupted\n"), signal.SIGTERM: (143, ""), signal.SIGHUP: (129, "")}


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize("script", ["", "trap '' TERM INT HUP; "], ids=["", "deaf"])
def test_interrupted_while_the_solver_runs(scene: Scene, number: signal.Signals, script: str) -> None:
    scene.solver("mysat", script + "sleep 1000 & " + SLEEPS.format(scene.folder))
    process = scene.start("solve", "sat.csp", "--solver", "mysat")
    scene.await_file("begun")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == STOPS[number] and out == ""
    scene.end()


@pytest.mark.sample(2)
@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize("seed", range(2))
def test_interrupted_at_any_moment(scene: Scene, number: signal.Signals, seed: int) -> None:
    """Also a second and a third time.  The first 0.1 s, or more at load, are Python's, which has no handlers yet."""
    process = scene.start("encode", BOARD, "-o", "f.cnf")
    time.sleep(0.1 + random.Random(f"{number}{seed}").random() * 0.3)
    for _ in range(3):
        process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode in (0, STOPS[number][0], -number) or err.startswith("Fatal Python error: init")
    assert scene.processes() == []
    assert list(scene.temporary.iterdir()) == []
    made = scene.files() - {"sat.csp", "none.csp"}
    assert not any(name.endswith(".csp2sat") for name in made) or process.returncode == -number
    assert_complete(scene, made)


def assert_complete(scene: Scene, names: set[str]) -> None:
    """What has its final name is whole."""
    if "f.cnf" in names:
        _, _, rest = (scene.work / "f.cnf").read_text().partition("p cnf ")
        assert int(rest.split()[1]) == rest.count("\n") - 1
    if "f.map" in names:
        assert decoder.read(read_source(str(scene.work / "f.map"))).num_vars > 0


@pytest.mark.parametrize("number", STOPS)
def test_in_the_background_after_nohup(scene: Scene, number: signal.Signals) -> None:
    """A signal that is ignored when we start stays so."""
    if number == signal.SIGTERM:
        pytest.skip("nobody starts programs so")
    scene.solver("mysat", f"echo > {scene.folder}/begun; sleep 0.3; " + UNSAT)
    process = scene.start(
        "solve", "sat.csp", "--solver", "mysat", preexec_fn=lambda: signal.signal(number, signal.SIG_IGN)
    )
    scene.await_file("begun")
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "s UNSATISFIABLE\n", UNCONFIRMED.format("sat.csp"))
    scene.end()


DEAF = "trap '' TERM INT HUP; (trap '' TERM; sleep 1000 & sleep 1000) & "


@pytest.mark.parametrize("memory", [(), ("--memory", 1000)], ids=["", "memory"])
def test_sigkill_leaves_no_process(scene: Scene, memory: tuple[str, ...]) -> None:
    scene.solver("mysat", DEAF + SLEEPS.format(scene.folder))
    process = scene.start("solve", "sat.csp", "--solver", "mysat", *memory)
    scene.await_file("begun")
    process.kill()
    process.communicate(timeout=20)
    assert scene.processes() == []
    assert len(list(scene.temporary.iterdir())) == 1  # which the next run removes
    scene.solver("mysat", UNSAT)
    assert scene.solve() == (0, "s UNSATISFIABLE\n", UNCONFIRMED.format("sat.csp"))
    scene.end()


def test_sigkill_leaves_no_embedded_solver(scene: Scene) -> None:
    scene.input("sat.csp", HARD)
    process = scene.start("solve", "sat.csp", "--solver", "embedded", "-v")
    assert process.stderr is not None
    assert any(line.count("SOLVING") for line in process.stderr)
    time.sleep(0.3)
    process.kill()
    process.communicate(timeout=20)
    scene.end(temporary=1)


# Two runs at once


def test_two_runs_that_write_the_same_files(scene: Scene) -> None:
    commands = [scene.start("encode", BOARD, "-o", "f.cnf") for _ in range(3)]
    assert [(*each.communicate(timeout=30), each.returncode) for each in commands] == [("", "", 0)] * 3
    assert_complete(scene, scene.files())
    scene.end("f.cnf", "f.map")


def test_two_runs_in_one_temporary_folder(scene: Scene) -> None:
    """The one that comes later does not take the other's files for left over."""
    scene.solver(
        "mysat", f"echo > {scene.folder}/begun; while ! test -e {scene.folder}/go; do sleep 0.01; done; {UNSAT}"
    )
    first = scene.start("solve", "sat.csp", "--solver", "mysat")
    scene.await_file("begun")
    assert scene.solve(input="none.csp", solver="embedded") == (0, "s UNSATISFIABLE\n", "")
    assert len(list(scene.temporary.iterdir())) == 1
    (scene.folder / "go").touch()
    note = UNCONFIRMED.format("sat.csp")
    assert (*first.communicate(timeout=20), first.returncode) == ("s UNSATISFIABLE\n", note, 0)
    scene.end()


def test_two_runs_that_keep_their_files_in_one_folder(scene: Scene) -> None:
    """The formulas have the same name: the one could be solved in place of the other."""
    scene.solver(
        "mysat", f"echo > {scene.folder}/begun; while ! test -e {scene.folder}/go; do sleep 0.01; done; {UNSAT}"
    )
    first = scene.start("solve", "none.csp", "--solver", "mysat", "--keep", ".")
    scene.await_file("begun")
    done = scene.run("solve", "none.csp", "--solver", "embedded", "--keep", ".")
    assert done == Done(1, "", "csp2sat: .: in use by another run of csp2sat\n")
    (scene.folder / "go").touch()
    note = UNCONFIRMED.format("none.csp")
    assert (*first.communicate(timeout=20), first.returncode) == ("s UNSATISFIABLE\n", note, 0)
    assert scene.run("solve", "none.csp", "--solver", "embedded", "--keep", ".").code == 0
    scene.end("none.cnf", "none.map")
