"""The program that searches for the best solution of one input, in a process of its own, which is measured and limited.

`python -m csp2sat.bench.optimizing FOLDER` reads its task from the folder, keeps the best solution so far there, and
writes how the search ended.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..api.door import optimum
from ..base import files
from ..base.deadline import deadline
from ..base.numbers import dumps
from ..base.time_limit import count_from_now
from ..errors import Csp2SatError, LimitReached
from ..frozen import dataclass
from ..model.model import Answer
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.process.usage import cpu_of_tree
from ..runner.session.session import KEPT
from ..solving.pipeline import CnfQuestion, Pipeline, SingleSolver
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from .encoding import problem_of
from .plan import EncodeJob
from .rows import Clock
from .shuffling import renamed_back, shuffle

TASK, BEST, END = "task", "best", "end"  # files in the folder
TICK = 0.02  # seconds from one reading of the clocks to the next
Times = dict[str, float]  # by clock


class OptimizingTask(NamedTuple):
    """A search for a best solution.

    path: the file of the input.  encoding: the job that encodes it.  clock, seconds: the limit.  wall: seconds of wall
    time after which the search ends in any case.  options: for each run of the solver, without times.  shuffle: the
    seed of a shuffled copy, 0 for none.
    """

    path: Path
    encoding: EncodeJob
    solver: Solver
    options: RunOptions
    clock: Clock
    seconds: float
    wall: float
    shuffle: int = 0


class FoundBest(NamedTuple):
    """The value of the best solution so far, the values in it, and when the first solution and this one were found."""

    value: int
    ints: dict[str, int]
    bools: dict[str, bool]
    first: Times
    best: Times


class SearchEnd(NamedTuple):
    """The end of a search: status and reason as in `Optimum`, the value that no solution is better than (None if it is
    not known), and the seconds; error: of a solver, in words, '' for none.
    """

    status: str
    reason: str
    bound: int | None
    times: Times
    error: str = ""


@dataclass(frozen=True)
class Shuffled(SingleSolver):
    """A strategy that runs one solver on shuffled copies of the formulas."""

    seed: int

    def run(self, question: CnfQuestion, folder: Path, options: RunOptions, trace: Trace) -> tuple[Solver, Outcome]:
        copy = folder / f"{question.cnf.name}.shuffled"
        shuffle(question.cnf, copy, self.seed)
        solver, found = super().run(question._replace(cnf=copy), folder, options, trace)
        if found.status != "sat":
            return solver, found
        return solver, replace(found, literals=renamed_back(found.literals, question.num_vars, self.seed))


class Stopwatch:
    """A stopwatch that starts when it is made, with two clocks: wall time, and the CPU time of this process and its
    children.
    """

    def __init__(self) -> None:
        self._wall, self._cpu, self._process = time.monotonic(), cpu_of_tree(os.getpid()), time.process_time()

    def times(self) -> Times:
        """Return the seconds since the start, `wall` and `cpu`."""
        cpu = max(cpu_of_tree(os.getpid()) - self._cpu, time.process_time() - self._process)
        return {"wall": round(time.monotonic() - self._wall, 6), "cpu": round(cpu, 6)}

    def follow(self, task: OptimizingTask) -> None:
        """Wait until a task's limit is reached on its clock, then interrupt the main thread; run in another thread."""
        while True:
            time.sleep(TICK)
            times = self.times()
            if times[task.clock] >= task.seconds or times["wall"] >= task.wall:
                return _interrupt()


def _interrupt() -> None:
    main = threading.main_thread().ident
    assert main is not None
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        import _thread

        _thread.interrupt_main()


def search(task: OptimizingTask, folder: Path) -> SearchEnd:
    """Search for the best solution of a task, keep it in the folder as `BEST`, and return how the search ended."""
    problem = problem_of(task.path, task.encoding).as_problem()
    count_from_now()
    watch = Stopwatch()
    threading.Thread(target=watch.follow, args=(task,), daemon=True).start()
    first = Times()

    def keep(value: int, solution: Answer) -> None:
        now = watch.times()
        first.update(first or now)
        _write(folder / BEST, FoundBest(value, solution.ints, solution.bools, {**first}, now))

    assert problem.objective is not None
    is_least = problem.objective.goal == "minimize"
    with deadline(None, task.options.memory):
        found = optimum(ProblemRun(problem, _pipeline(task, folder)), None, keep)
    times = watch.times()
    bound = found.objective if found.status == "OPTIMUM FOUND" else found.bound and found.bound[not is_least]
    error = "" if found.stopped is None or found.reason == "interrupted" else str(found.stopped)
    return SearchEnd(found.status, found.reason, bound, times, error)


def _pipeline(task: OptimizingTask, folder: Path) -> Pipeline:
    """Return the pipeline of a task: as for `solve` with the solver named, but that each best value is the solver's, so
    that nothing is searched for without clauses.  A solver that is kept from question to question has its own seed for
    each shuffled copy.
    """
    options, is_kept = task.options, task.solver.name in KEPT
    if is_kept and task.shuffle:
        options = replace(options, seed=(options.seed or 0) + task.shuffle)
    shuffled = task.shuffle and not is_kept
    strategy = Shuffled(task.solver, task.shuffle) if shuffled else SingleSolver(task.solver)
    encoding = task.encoding.options
    assert encoding is not None
    return Pipeline(
        strategy,
        replace(options, deadline=time.monotonic() + task.wall),
        folder,
        options=encoding.options,
        break_symmetry=encoding.break_symmetry,
        explores=False,
        incremental=is_kept,
    )


def _write(path: Path, record: FoundBest | SearchEnd) -> None:
    files.write_text(path, dumps(record._asdict()))


def main(folder: Path) -> int:
    """Perform the task in a folder, and write its end there; return the exit code."""
    task: OptimizingTask = pickle.loads((folder / TASK).read_bytes())
    began = Stopwatch()
    try:
        end = search(task, folder)
    except LimitReached as limit:
        end = SearchEnd("UNKNOWN", limit.reason, None, began.times())
    except MemoryError:
        end = SearchEnd("UNKNOWN", "memory", None, began.times())
    except KeyboardInterrupt:
        end = SearchEnd("UNKNOWN", "interrupted", None, began.times())
    except Csp2SatError as error:
        end = SearchEnd("UNKNOWN", "failed", None, began.times(), str(error))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the limit, if it comes now, does not count
    _write(folder / END, end)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
