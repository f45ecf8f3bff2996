"""`pytest -n N` on Linux: the tests are collected once, and N forks of that process run them.

Workers of pytest-xdist, which serves other systems, each collect everything for themselves: a ninth of the time of
`make test`.  Here a worker begins with a stretch of the suite, so that tests of one file share what is made once, and
takes half of the longest one that is left when its own is done.  It tells the main process one thing of a test, the
report of its call, and each report that is no success; all of them where `--durations` asks for their times.  The test
at which a worker dies has failed, and another worker goes on.
"""

from __future__ import annotations

import atexit
import itertools
import os
import random
import signal
import sys
import traceback
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from mmap import mmap
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest
from _pytest.assertion import rewrite

from support import forked_solvers, suite_cost

AT_ONCE = 12  # tests, at most, that a worker gets at once


def pytest_configure(config: pytest.Config) -> None:
    """Take the place of pytest-xdist, which looks last at what it is asked for."""
    option = config.option
    if getattr(option, "numprocesses", None) and sys.platform == "linux" and not option.collectonly:
        option.dist = "no"
        config.pluginmanager.register(Workers(config, option.numprocesses))


class Worker:
    """What the main process knows of a worker.

    todo: stretches of tests that are for it, by their numbers.  given: the numbers of the tests that it has got and
    told nothing of, by the tests' names.
    """

    def __init__(self, todo: Iterable[list[int]]):
        self.todo, self.given = deque(todo), dict[str, int]()
        self.link: Any = None
        self.pid = 0  # if it is at work
        self.runs = mmap(-1, 8)  # the number of the test that it runs, which is known after its death, too

    def takes(self, workers: Sequence[Worker]) -> list[int]:
        """Return its next stretch, if there is one, else the next one of the half that another worker has too much."""
        longest = max(workers, key=lambda each: len(each.todo)).todo
        if not self.todo:
            self.todo.extend(reversed([longest.pop() for _ in range((len(longest) + 1) // 2)]))
        return self.todo.popleft() if self.todo else []


class Workers:
    """The plugin that runs tests in forks of this process: in each fork, and in the main process."""

    def __init__(self, config: pytest.Config, number: int):
        self._config, self._number = config, number
        self._link: Any = None  # in a worker, to the main process
        self._runs: Any = None  # in a worker, where the main process sees the number of the test
        self._numbers = itertools.count()
        self._has_all = config.option.durations is not None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Compile the test files of a fresh checkout, each worker its share, where all tests are asked for."""
        config = self._config
        if sys.dont_write_bytecode or config.args != config.getini("testpaths"):
            return
        files = sorted(path for name in config.args for path in (config.rootpath / name).rglob("test_*.py"))
        fresh = [path for path in files if not _compiled(path).exists()]
        pids = [_compiles(fresh[at :: self._number], config) for at in range(self._number if fresh else 0)]
        for pid in pids:
            os.waitpid(pid, 0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Have workers run all tests; report what they tell."""
        if session.testsfailed or not session.items:
            return None  # pytest says what is wrong
        self._config.pluginmanager.getplugin("terminalreporter").showfspath = False
        self._items = session.items
        stretches = _stretches(session.items)
        bounds = [len(stretches) * at // self._number for at in range(self._number + 1)]
        self._workers = [Worker(stretches[a:b]) for a, b in itertools.pairwise(bounds)]
        try:
            for worker in self._workers:
                self._start(worker)
            while links := {worker.link: worker for worker in self._workers if worker.pid}:
                for link in wait(list(links)):
                    self._hear(links[link], session)
        finally:
            for worker in self._workers:
                if worker.pid:
                    os.kill(worker.pid, signal.SIGKILL)
                    self._ended(worker)
        return True

    def _start(self, worker: Worker) -> None:
        """Fork a worker."""
        ours, theirs = Pipe()
        folder = self._config._tmp_path_factory.getbasetemp() / f"w{next(self._numbers)}"
        folder.mkdir()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if not pid:
            for link in (ours, *(other.link for other in self._workers if other.pid)):
                link.close()
            self._link, self._runs = theirs, worker.runs
            self._work(folder)
        theirs.close()
        worker.link, worker.pid = ours, pid

    def _hear(self, worker: Worker, session: pytest.Session) -> None:
        """Do what the next message of a worker says: a question for tests, None; a report; a warning, a tuple; what it
        has spent; or that it has died.
        """
        told = _received(worker.link)
        if told == "":
            self._died(worker)
        elif told is None:
            numbers = worker.takes(self._workers)
            worker.given |= {self._items[number].nodeid: number for number in numbers}
            worker.link.send(numbers)
        elif isinstance(told, tuple):
            names = "warning_message", "when", "nodeid", "location"
            self._config.hook.pytest_warning_recorded.call_historic(kwargs=dict(zip(names, told, strict=True)))
        elif "$report_type" in told:
            report = self._config.hook.pytest_report_from_serializable(config=self._config, data=told)
            worker.given.pop(report.nodeid, None)
            self._report(report)
        else:
            suite_cost.COST.add(told)
            self._ended(worker)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)

    def _report(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        hook.pytest_runtest_logstart(nodeid=report.nodeid, location=report.location)
        hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)

    def _ended(self, worker: Worker) -> int:
        """Wait for the end of a worker, and return its exit code."""
        _, status = os.waitpid(worker.pid, 0)
        worker.link.close()
        worker.pid = 0
        return os.waitstatus_to_exitcode(status)

    def _died(self, worker: Worker) -> None:
        """Report the test at which a worker has died, of which the call may have been reported; have another one run
        the rest.
        """
        how = f"a worker has died, exit code {self._ended(worker)}, at "
        if not worker.given and not any(each.todo for each in self._workers):
            raise RuntimeError(f"{how}its end")
        item = self._items[int.from_bytes(worker.runs[:], "little")]
        at_end = worker.given.pop(item.nodeid, None) is None
        words, when = (f"{how}the end of this test", "teardown") if at_end else (f"{how}this test", "call")
        self._report(pytest.TestReport(item.nodeid, item.location, {}, "failed", words, when))  # type: ignore[arg-type]
        if worker.given:
            worker.todo.appendleft([*worker.given.values()])
        worker.given.clear()
        self._start(worker)

    def _work(self, folder: Path) -> None:
        """Run tests, in a worker, until there are no more; never return."""
        code = 1
        try:
            atexit._clear()  # what the main process does at its end
            random.seed()
            plugins = self._config.pluginmanager
            plugins.unregister(name="terminalreporter")
            capture: Any = plugins.getplugin("capturemanager")
            capture.stop_global_capturing()  # into files that the main process has, too
            capture.start_global_capturing()
            capture.suspend_global_capture()
            self._config._tmp_path_factory._basetemp = folder
            forked_solvers.install(served=True)
            suite_cost.COST.begin()
            numbers = {item.nodeid: number for number, item in enumerate(self._items)}
            for item, following in self._pairs():
                self._runs[:] = numbers[item.nodeid].to_bytes(8, "little")
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self._link.send(vars(suite_cost.COST))
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            atexit._run_exitfuncs()
            os._exit(code)

    def _pairs(self) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
        """Yield each test that this worker gets, and the one after it."""
        items = (self._items[number] for numbers in iter(self._asked, []) for number in numbers)
        return itertools.pairwise(itertools.chain(items, [None]))

    def _asked(self) -> list[int]:
        """Ask the main process for tests; return their numbers, [] if there are no more."""
        self._link.send(None)
        numbers: list[int] = self._link.recv()
        return numbers

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell the main process about a test, in a worker."""
        if self._link is not None and (self._has_all or report.when == "call" or not report.passed):
            self._link.send(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))

    def pytest_warning_recorded(self, warning_message: Any, when: str, nodeid: str, location: Any) -> None:
        """Tell the main process, whose summary has the warnings, about a warning, in a worker."""
        if self._link is None:
            return
        try:
            self._link.send((warning_message, when, nodeid, location))
        except Exception:  # a warning with parts that cannot be sent
            words = UserWarning(f"{warning_message.category.__name__}: {warning_message.message}")
            place = warning_message.filename, warning_message.lineno
            self._link.send((warnings.WarningMessage(words, UserWarning, *place), when, nodeid, location))


def _received(link: Any) -> Any:
    """Return the next message; '' after the other end has died."""
    try:
        return link.recv()
    except (EOFError, ConnectionResetError):
        return ""


def _stretches(items: Sequence[pytest.Item]) -> list[list[int]]:
    """Return the numbers of the tests, in their order: tests of one file, at most AT_ONCE, together."""
    files = itertools.groupby(range(len(items)), key=lambda number: items[number].path)
    numbers = [list(found) for _, found in files]
    return [some[at : at + AT_ONCE] for some in numbers for at in range(0, len(some), AT_ONCE)]


def _compiled(path: Path) -> Path:
    """Return where pytest keeps the bytecode of a test file."""
    return rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"


def _compiles(paths: Sequence[Path], config: pytest.Config) -> int:
    """Compile test files in a fork; return its pid."""
    pid = os.fork()
    if pid:
        return pid
    try:
        for path in paths:
            if rewrite.try_makedirs(_compiled(path).parent):
                digest, code = rewrite._rewrite_test(path, config)
                rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, digest, _compiled(path))
    finally:
        os._exit(0)
