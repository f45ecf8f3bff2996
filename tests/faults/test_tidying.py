"""What makes the promises true: locks on temporary files, signals that are held or raised again, guards of solvers."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.paths import ROOT

from csp2sat.base import files, folders
from csp2sat.base.deadline import deadline
from csp2sat.base.folders import claimed, work_folder
from csp2sat.cli import reporting
from csp2sat.errors import FileError, LimitReached
from csp2sat.runner.process.child import dismiss, guard

OTHER = """
import os, sys
from pathlib import Path
from csp2sat.base import folders
folders.clear(sys.argv[1])
print(" ".join(sorted(os.listdir(sys.argv[1]))))
"""


def after_another_run(folder: Path) -> set[str]:
    """The names in a folder after another process has removed what is stale there."""
    command = [sys.executable, "-c", OTHER, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files; nothing is known to be cleared."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folders.clear.cache_clear()
    yield tmp_path
    folders.clear.cache_clear()


def test_what_is_in_use_stays(tmp_path: Path) -> None:
    with work_folder() as folder, files.new_file(tmp_path / "f.cnf") as file:
        (folder / "a").write_text("a")
        file.write(b"half")
        (unfinished,) = tmp_path.glob(".*")
        assert after_another_run(tmp_path) == {folder.name, unfinished.name}
    assert after_another_run(tmp_path) == {"f.cnf"}
    assert (tmp_path / "f.cnf").read_bytes() == b"half"


def test_only_what_is_ours_is_removed(tmp_path: Path) -> None:
    stale_ones = ["csp2sat-work-abcd1234", ".f.cnf.abcd1234.csp2sat"]
    others = [
        "csp2sat-work-mine",
        "csp2sat-work-abcd12345",
        "xcsp2sat-work-abcd1234",
        ".f.csp2sat",
        "f.abcd1234.csp2sat",
    ]
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").touch()
    (tmp_path / stale_ones[0] / "sub").mkdir(parents=True)
    (tmp_path / stale_ones[0] / "sub" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / stale_ones[1]).touch()
    for name in others:
        (tmp_path / name).mkdir()
    (tmp_path / "csp2sat-work-link1234").symlink_to(tmp_path / "elsewhere")  # is not followed
    os.mkfifo(tmp_path / "csp2sat-work-fifo1234")  # does not hold us
    assert after_another_run(tmp_path) == {*others, "elsewhere", "csp2sat-work-link1234"}
    assert (tmp_path / "elsewhere" / "kept").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_belongs_to_another_user_stays(tmp_path: Path) -> None:
    (tmp_path / "csp2sat-work-abcd1234").mkdir()
    os.chown(tmp_path / "csp2sat-work-abcd1234", 12345, 12345)
    assert after_another_run(tmp_path) == {"csp2sat-work-abcd1234"}


def test_what_is_taken_for_stale_before_it_is_locked_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    removed = []
    lock = folders.lock

    def slow(descriptor: int, wait: bool = False) -> bool:
        if wait and len(removed) < 2:  # another run comes between
            removed.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
            folders.remove(removed[-1])
        return lock(descriptor, wait)

    monkeypatch.setattr(folders, "lock", slow)
    with work_folder() as folder:
        assert len(removed) == 2 and str(folder) not in removed
        assert folder.is_dir()


@pytest.mark.parametrize(
    "made", [work_folder, lambda: files.new_file(folders.tempfile.gettempdir() / Path("f"))], ids=["folder", "file"]
)
def test_a_signal_before_signals_are_held(
    made: Callable[[], contextlib.AbstractContextManager[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes when the block has ended, and the folder is about to be removed."""
    held, calls = folders.signals_held, list[int]()

    def late() -> contextlib.AbstractContextManager[Callable[[], None]]:
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return held()

    for module in (folders, files):
        monkeypatch.setattr(module, "signals_held", late)
    with pytest.raises(KeyboardInterrupt), made():
        raise ValueError
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_made_while_its_folder_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a process that has been killed and has not gone yet."""
    with work_folder() as folder:
        rmdir, made = os.rmdir, list[Path]()

        def late(path: str, **options: Any) -> None:
            if not made:
                made.append(folder / "result")
                made[0].touch()
            rmdir(path, **options)

        monkeypatch.setattr(os, "rmdir", late)
    assert made and list(tmp_path.iterdir()) == []


def test_many_runs_at_once(tmp_path: Path) -> None:
    """Each has its folder to itself as long as it needs it."""
    script = (
        "import sys, tempfile\nfrom csp2sat.base import folders\nfrom csp2sat.base.folders import work_folder\n"
        "tempfile.tempdir = sys.argv[1]\n"
        "for i in range(100):\n"
        "    folders.clear.cache_clear()\n"
        "    with work_folder() as folder:\n"
        "        (folder / 'f').write_text(str(i))\n"
        "        assert (folder / 'f').read_text() == str(i)\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT) for _ in range(4)]
    assert [run.wait(timeout=60) for run in runs] == [0] * 4
    assert list(tmp_path.iterdir()) == []


def test_a_claimed_folder(tmp_path: Path) -> None:
    with claimed(tmp_path / "a" / "b") as folder:
        assert folder.is_dir()
        with pytest.raises(FileError, match=r"b: in use by another run of csp2sat$"), claimed(folder):
            pass
    with claimed(folder):
        assert folder.is_dir()
    with pytest.raises(BlockingIOError, match="of the block"), claimed(folder):
        raise BlockingIOError("of the block")


# Signals


class Deaf:
    """Its destructor takes a while; what is raised in it is ignored."""

    def __del__(self) -> None:
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            pass


def test_a_time_limit_that_is_reached_in_a_destructor() -> None:
    with pytest.raises(LimitReached), deadline(-0.25):
        deaf = Deaf()
        del deaf
        time.sleep(10)


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_that_comes_in_a_destructor(
    number: signal.Signals, code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    def command() -> int:
        threading.Timer(0.1, os.kill, (os.getpid(), number)).start()
        deaf = Deaf()
        del deaf
        time.sleep(10)
        return 0

    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        signal.signal(number, signal.SIG_DFL)  # under nohup, SIGHUP is ignored, and stays so
        with pytest.raises(SystemExit) as ended:
            reporting.reporting(command)()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert ended.value.code == code
    assert "Traceback" not in capfd.readouterr().err


def test_other_exceptions_in_destructors_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    script = (
        "from csp2sat.base.signals import raise_until_noticed\n"
        "class A:\n    def __del__(self): raise ValueError('shown')\n"
        "try: raise_until_noticed(KeyError(), 10, print)\nexcept KeyError: pass\nA()\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
    assert "ValueError: shown" in capfd.readouterr().err


# Guards


@pytest.mark.parametrize(
    "script", ["sleep 60", "trap '' TERM HUP INT; sleep 60", "kill -STOP $$", "sleep 60 & sleep 60"]
)
def test_a_guard_ends_its_group_with_us(script: str) -> None:
    guarding = guard()
    assert guarding is not None and guarding.stdin is not None
    guarded = subprocess.Popen(["/bin/sh", "-c", script], process_group=guarding.pid)
    if "trap" in script:
        guarding.terminate()
        guarding.send_signal(signal.SIGINT)
    guarding.stdin.close()  # as when this process has gone
    assert guarding.wait(timeout=10) == guarded.wait(timeout=10) == -signal.SIGKILL


def test_a_guard_that_is_dismissed_leaves_the_others_alone() -> None:
    guarding = guard()
    assert guarding is not None
    guarded = subprocess.Popen(["/bin/sleep", "60"], process_group=guarding.pid)
    dismiss(guarding)
    assert guarded.poll() is None
    guarded.kill()
    guarded.wait()
