"""Where jobs run: workers that die, workers that do not see our files, a cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.fake_solvers import is_running
from support.paths import BOARDS

from csp2sat.bench import plan
from csp2sat.bench.drive import Bench
from csp2sat.bench.encoding import Encoded, encode
from csp2sat.bench.plan import BenchEncoding
from csp2sat.bench.sources import sources
from csp2sat.bench.store import ResultRow, Store
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.executors import executors, worker
from csp2sat.executors.executors import ProcessWorkers, open_workers
from csp2sat.executors.tasks import TOKEN, FileStore, StoredFile, WorkerTask, work
from csp2sat.runner.config.config import Solvers

INPUTS = [str(BOARDS / name) for name in ("sudoku-4x4-3c5d0f53.json", "sudoku-4x4-9ee30c9a.json")]
TIMES = ("wall", "cpu", "time", "memory", "host", "cores", "command")  # of a row: they differ from run to run


class Counting:
    """Calls a function when so many rows have come."""

    def __init__(self, at: int = -1, then: Any = None):
        self.rows, self._at, self._then = 0, at, then

    def started(self, title: str) -> None: ...

    def ended(self, title: str, row: ResultRow | None) -> None:
        self.rows += row is not None
        if row is not None and self.rows == self._at:
            self._then()


def run(
    folder: Path, spec: str, solvers: list[str], repeats: int = 1, watcher: Counting | None = None
) -> list[ResultRow]:
    """The rows of a benchmark, whose folder workers do not see if it is on a cluster."""
    found = sources(INPUTS, None)
    configured = Solvers.load(str(folder.parent / "s.yaml") if (folder.parent / "s.yaml").exists() else None)
    contestants = [plan.contestant(name, configured) for name in solvers]
    settings = plan.RunSettings(20.0)
    jobs = [
        (each, list(plan.jobs(each, contestants, settings, (repeats, 0))))
        for each in plan.encodings(found, [BenchEncoding(EncoderOptions())], 20.0)
    ]
    folder.mkdir()
    with Store(folder) as store:
        bench = Bench(folder, store, open_workers(spec), watcher or Counting())
        if spec.startswith("dask"):
            bench._token = "of another machine"
        bench.run(jobs, found)
        return store.rows


def sameness(rows: list[ResultRow]) -> list[list[Any]]:
    """What must not depend on where a row was made."""
    return sorted([[row[name] for name in row if name not in TIMES] for row in rows], key=repr)


def test_a_job_that_kills_its_worker_is_given_up_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "kill.py").write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    program = f"    command: [['{sys.executable}', '{tmp_path}/kill.py']]\n"
    (tmp_path / "s.yaml").write_text(f"solvers:\n  killer:\n{program}")
    rows = run(tmp_path / "out", "local:2", ["killer", "kissat", "embedded"])
    found = {(row["solver"], row["status"]) for row in rows}
    assert len(rows) == 6 and found == {("killer", "error"), ("kissat", "sat"), ("embedded", "sat")}
    assert {row["why"] for row in rows if row["status"] == "error"} == {"the worker died 3 times while it did this"}


def test_workers_that_are_no_forks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """New processes, as users have them; in other tests workers are forks, see `support/forked_solvers.py`."""
    monkeypatch.setattr(executors, "START", "spawn")
    rows = run(tmp_path / "out", "local:1", ["embedded"])
    assert [(row["solver"], row["status"]) for row in rows] == [("embedded", "sat")] * 2


def test_a_worker_that_does_not_see_our_files_is_sent_them_once(tmp_path: Path) -> None:
    (source,) = sources(INPUTS[:1], None)
    (encoding,) = plan.encodings([source], [BenchEncoding(EncoderOptions())], 9.0)
    mine = FileStore(tmp_path)
    (tmp_path / TOKEN).write_text("mine")
    task = WorkerTask(partial(encode, encoding), str(tmp_path), "yours", (source.content,))
    assert work(task).lacks == (source.content,) and mine.lacking([source.content]) == [source.content]
    sent = WorkerTask(task.do, task.store, "yours", task.needs, {source.content: zlib.compress(source.data)})
    reply = work(sent)
    assert isinstance(reply.result, Encoded) and reply.made.keys() == {reply.result.cnf, reply.result.map}
    assert work(task).lacks == () and list(tmp_path.iterdir()) == [tmp_path / TOKEN]
    mine.put(source.content, source.data)
    shared = work(WorkerTask(task.do, str(tmp_path), "mine", task.needs))
    assert shared.made == {} and mine.lacking([shared.result.cnf, shared.result.map]) == []


def test_what_is_in_the_store_is_dropped(tmp_path: Path) -> None:
    store, content = FileStore(tmp_path), StoredFile("0f", "x.txt")
    assert store.put(content, b"x").read_bytes() == store.get(content) == b"x" and store.lacking([content]) == []
    store.drop(content)
    assert store.lacking([content]) == [content] and list(tmp_path.iterdir()) == []


def test_cores() -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("cores cannot be chosen here")
    cores = sorted(os.sched_getaffinity(0))
    assert worker.shares(1, 1) == ((cores[0],),)
    assert worker.shares(1, len(cores)) == (tuple(cores),)
    assert worker.shares(len(cores) + 1, 1) == () == worker.shares(1, len(cores) + 1)


WRONG = {
    "local:0": "expected at least one worker",
    "local:x": "No module named 'local'",
    "json:nothing": "module 'json' has no attribute 'nothing'; expected local:N, threads:N",
    "": "Empty module name",
}


@pytest.mark.parametrize("spec", WRONG)
def test_wrong_executors(spec: str) -> None:
    with pytest.raises(UsageError, match=WRONG[spec]):
        open_workers(spec)


def test_a_worker_for_each_core_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {5}, raising=False)
    workers = open_workers("threads")
    assert workers.workers == 1
    workers.close(now=True)


def test_a_closed_seam_has_no_workers() -> None:
    workers = ProcessWorkers(2)
    pids = {workers.submit(os.getpid).result() for _ in range(9)}
    waiting = workers.submit(time.sleep, 60)
    workers.close(now=True)
    assert waiting.done() or waiting.cancelled()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


# a cluster


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and three worker processes on this machine: its address, the workers."""
    pytest.importorskip("distributed")
    port = 8700 + os.getpid() % 999
    address = f"127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli"]
    common = ["--no-dashboard"]
    scheduler = [*dask[:2], "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), *common]
    one = [*dask[:2], "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", *common]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    processes = [subprocess.Popen(command, **quiet) for command in (scheduler, one, one, one)]
    try:
        yield address, processes[1:]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_cluster_gives_what_a_local_run_gives(cluster: tuple[str, list[Any]], tmp_path: Path) -> None:
    from distributed import Client

    address, workers = cluster
    with Client(f"tcp://{address}", timeout=20) as client:
        client.wait_for_workers(3, timeout=30)
    local = run(tmp_path / "local", "local:2", ["kissat", "embedded"], 15)
    watcher = Counting(20, workers[1].kill)
    remote = run(tmp_path / "remote", f"dask://{address}", ["kissat", "embedded"], 15, watcher)
    assert len(remote) == 60 == len({row["key"] for row in remote}) == watcher.rows
    assert sameness(remote) == sameness(local)
    assert workers[1].wait(5) == -signal.SIGKILL


def test_a_cluster_that_is_left_runs_nothing_more(cluster: tuple[str, list[Any]], tmp_path: Path) -> None:
    (tmp_path / "sleeper.sh").write_text(f"#!/bin/sh\necho $$ >> {tmp_path}/pids\nsleep 60\n")
    (tmp_path / "sleeper.sh").chmod(0o755)
    (tmp_path / "s.yaml").write_text("solvers:\n  sleeper: {command: ./sleeper.sh}\n")

    def interrupt() -> None:
        while not (tmp_path / "pids").exists():
            time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "out", f"dask://{cluster[0]}", ["sleeper"], 5)
    time.sleep(1)
    assert not any(map(is_running, map(int, (tmp_path / "pids").read_text().split())))


def test_no_scheduler() -> None:
    pytest.importorskip("distributed")
    from csp2sat.errors import Csp2SatError

    with pytest.raises(UsageError, match="expected dask:local or dask://HOST:PORT"):
        open_workers("dask:elsewhere")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("csp2sat.executors.cluster.SECONDS", 0.3)
        with pytest.raises(Csp2SatError, match=r"no Dask scheduler answers at 127.0.0.1:1"):
            open_workers("dask://127.0.0.1:1")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="Dask is not installed; to install: pip install distributed"):
        open_workers("dask:local")
