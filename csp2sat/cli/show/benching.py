"""The work of `bench`: the plan, the rows that are missing, the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...api import settings
from ...base import file_guard
from ...base.folders import claimed
from ...base.numbers import counted
from ...bench import plan, runexec
from ...bench.drive import Bench, own_folders
from ...bench.judge import known
from ...bench.plan import BenchEncoding, Contestant, EncodeJob, RunSettings, SolveJob
from ...bench.sources import PLAIN, BenchInput, sources
from ...bench.store import RESULTS, Store
from ...errors import UsageError
from ...executors.executors import Workers, open_workers
from ...ints.spec import ENCODINGS
from ...runner.config.config import Solvers
from ...runner.config.entry import Solver
from ...solving.maxcsp import Mode
from ..reporting import note, warn, warn_of_ignored
from .bench_report import Wanted, report

HERE = ("local", "threads")  # executors that run on this machine


@dataclass(frozen=True)
class BenchRequest:
    """The command line of `bench`.

    kind: of `--from`.  solver, encoding: the words of the options, each a list of names with commas.  solvers: the path
    of a solvers.yaml.  folder: that of the results.  settings: the limits of each run.  runs: the numbers of
    repetitions and of shuffled copies.  goal: for soft constraints.
    """

    inputs: list[str]
    kind: str | None
    solver: list[str] | None
    solvers: str | None
    encoding: list[str] | None
    folder: str
    settings: RunSettings
    runs: tuple[int, int]
    jobs: int | None
    executor: str | None
    verbose: bool
    quiet: bool
    goal: Mode | None = None

    @property
    def where(self) -> str:
        """The executor for the runs.  Raises UsageError if two options name one."""
        if self.executor and self.jobs:
            raise UsageError("-j N means --executor local:N; expected one of the two")
        return self.executor or f"local:{self.jobs or 1}"

    @property
    def here(self) -> bool:
        """Whether the runs happen on this machine."""
        return self.where.partition(":")[0] in HERE

    @cached_property
    def contestants(self) -> list[Contestant]:
        """The solvers that the options name, or all that are installed.

        Raises UsageError if no name is given and no solver is installed, and SolverError for a name that is not
        configured, or, if the runs happen here, not installed.
        """
        solvers = Solvers.load(self.solvers)
        names = list(names_in(self.solver)) or [n for n, entry in solvers.entries.items() if entry.locate()]
        if not names:
            raise UsageError("no solver is installed; `csp2sat solvers` lists how to install them")
        return [plan.contestant(name, solvers, self.here) for name in dict.fromkeys(names)]

    def warn_of_ignored(self) -> None:
        """Warn of each solver that does not take the seed or the number of threads; one thread, all solvers have.  Warn
        of encodings that are equal, too.
        """
        named = Counter(BenchEncoding.parsed(word).described() for word in names_in(self.encoding))
        for name in (name for name, number in named.items() if number > 1):
            warn(f"--encoding: {name} is given twice; its row is the same", self.quiet)
        threads = self.settings.threads if self.settings.threads != 1 else None
        for each in self.contestants:
            solver = Solver(each.entry, (), each.preset)
            warn_of_ignored(solver, solver.can(), (self.settings.seed, threads), self.quiet)

    def encodings(self) -> list[BenchEncoding]:
        """Return the encodings that the options name, or the default encoding of `solve`.

        Raises UsageError or UnknownPart for an encoding that does not exist.
        """
        found = [BenchEncoding.parsed(word) for word in dict.fromkeys(names_in(self.encoding))] or [
            BenchEncoding(settings.Settings().coding())
        ]
        for options in (each.options for each in found):
            for name in (options.encoding, *(name for _, name in options.encode)):
                if name == "all" and name not in ENCODINGS:
                    raise UsageError(f"expected names; all of them are {','.join(ENCODINGS)}", "encoding", name)
                _ = ENCODINGS[name]
        return found

    def rows(self, found: Sequence[BenchInput]) -> list[str]:
        """Return the names of the rows of the report on the inputs `found`, each of a solver and an encoding."""
        encodings = [PLAIN] if all(each.is_cnf for each in found) else [e.described() for e in self.encodings()]
        return [f"{each.name} {encoding}" for each in self.contestants for encoding in encodings]


def names_in(values: Iterable[str] | None) -> tuple[str, ...]:
    """Return the names in the values of an option that takes them with commas or repeated; none for None."""
    return tuple(word.strip() for value in values or () for word in value.split(",") if word.strip())


def run(request: BenchRequest, wanted: Wanted) -> int:
    """Run the jobs of the plan that have no row yet, report on all rows of the plan, and return the exit code of the
    report.

    Raises UsageError for a folder with other contents, for outputs that would overwrite inputs, and for plots that
    cannot be drawn, and FileError for a folder that another run uses; also the errors of
    reading, of solvers and of executors.
    """
    made = own_folders(Path(request.folder))
    file_guard.names("output", request.folder, [Path(request.folder, RESULTS)])
    file_guard.names_folder("output", request.folder, made)
    found = sources(request.inputs, request.kind, made)
    expected = wanted.expected
    wanted.check(request.rows(found))
    if request.here and request.settings.limiter == runexec.PROGRAM:
        runexec.check()
    jobs = _plan(request, found, expected)
    with claimed(Path(request.folder)) as folder, Store(folder) as store:
        keys = store.keys()
        missing = [(encoding, [job for job in each if job.key not in keys]) for encoding, each in jobs]
        missing = [(encoding, each) for encoding, each in missing if each]
        total, left = (sum(len(each) for _, each in part) for part in (jobs, missing))
        if left < total:
            note(f"{total - left} of {total} runs are in {folder} already", request.quiet)
        if missing:
            request.warn_of_ignored()
            _run(request, missing, found, store)
    planned = {job.key for _, each in jobs for job in each}
    return report(folder, wanted, planned)


def _plan(
    request: BenchRequest, found: Sequence[BenchInput], expected: dict[str, str]
) -> list[tuple[EncodeJob, list[SolveJob]]]:
    """Return each encoding of each input with the runs of the solvers on it.

    found: the inputs.  expected: known answers by names of inputs.
    """
    settings, contestants = request.settings, request.contestants
    encodings = plan.encodings(found, request.encodings(), settings.timeout, request.goal, settings.limited)
    return [
        (each, list(plan.jobs(each, contestants, settings, request.runs, known(each.name, expected))))
        for each in encodings
    ]


def _run(
    request: BenchRequest, missing: list[tuple[EncodeJob, list[SolveJob]]], found: Sequence[BenchInput], store: Store
) -> None:
    """Run the missing jobs, show progress, and note the parts of inputs that CNFs leave out.

    missing: encodings, each with its runs without a row.  found: the inputs.  store: of the rows.
    """
    from .bench_progress import watching

    workers: Workers = open_workers(request.where, request.settings.threads or 1)
    if request.where.startswith("local") and not workers.pinned:
        note("more workers than cores: runs share them, so times are longer", request.quiet)
    total, before = sum(len(jobs) for _, jobs in missing), len(store.rows)
    try:
        with watching(total, request.verbose, request.quiet) as watcher:
            bench = Bench(Path(request.folder), store, workers, watcher)
            bench.run(missing, found)
    except (KeyboardInterrupt, SystemExit):
        done = len(store.rows) - before
        note(
            f"{done} of {counted(total, 'run')} ended and are kept in {request.folder}; the same command does the rest"
        )
        raise
    for name, lost in bench.dropped.items() if not request.settings.objective else ():
        note(f"{name}: {lost} is not in the CNF: the benchmark measures the search for any solution", request.quiet)


def emit(request: BenchRequest, lost: Sequence[str]) -> int:
    """Print a makefile of the benchmark, and return the exit code.

    lost: the words of the options that were given and are not carried over.
    """
    from ...bench.emit_make import makefile

    names = [contestant.name for contestant in request.contestants]
    request.warn_of_ignored()
    found = sources(request.inputs, request.kind)
    print(makefile(found, names, request.encodings(), request.settings, request.goal, request.solvers), end="")
    if lost:
        note(
            f"--emit-make: not in the Makefile, which runs each solver once on each formula: {', '.join(lost)}",
            request.quiet,
        )
    if request.settings.clock == "cpu":
        note("--emit-make: the Makefile limits wall time, and CPU time is compared (its fourth column)", request.quiet)
    return 0
