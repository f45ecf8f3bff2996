"""The plan of a benchmark: inputs x encodings x solvers x repetitions x shuffles, each run with a key that identifies
it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from .. import __version__
from ..api.solvers import version
from ..base.plugins import own_folders
from ..encoder.options import EncoderOptions
from ..escaping import for_shell
from ..executors.tasks import StoredFile
from ..runner.config.config import Solvers
from ..runner.config.entry import Entry, Solver
from ..runner.process.outcome import RunOptions
from ..solving.maxcsp import Mode
from .rows import Clock
from .sources import PLAIN, BenchInput

ENCODER = ("model", "cnf", "ints", "graphs", "constraints", "encoder", "puzzles", "languages")  # what makes the CNF
KEY = 24  # hexadecimal digits
NO_SYMMETRY, ASSUMED = "--no-symmetry", ("--assume", "symmetry")  # options of `solve` and `encode`
WALL_NET = 10  # limits of CPU time are the limit of wall time, for busy machines and solvers that wait


@dataclass(frozen=True)
class RunSettings:
    """The limits and hints of every run.

    timeout: seconds of the clock.  memory: MB.  seed, threads, extra: as in `RunOptions`.  limiter: `own` or `runexec`.
    clock: the clock that is compared, and so limited.  objective: whether the best solution of an input with an
    objective is searched for, and not any one.
    """

    timeout: float
    memory: int | None = None
    seed: int | None = None
    threads: int | None = None
    extra: tuple[str, ...] = ()
    limiter: str = "own"
    clock: Clock = "cpu"
    objective: bool = True

    @property
    def limited(self) -> Clock:
        """The clock on which the limit is kept: that of wall time where the system reports no CPU time of programs that
        still run.
        """
        return self.clock if RunOptions.limits_cpu else "wall"

    @property
    def wall(self) -> float:
        """The seconds of wall time after which a run is ended in any case."""
        return self.timeout * (WALL_NET if self.limited == "cpu" else 1)


@dataclass(frozen=True)
class Contestant:
    """A solver as it is configured, with the version of the program on this machine.

    preset: a name, '' for none.  version: '' if the program is not here.
    """

    entry: Entry
    preset: str = ""
    version: str = ""

    @property
    def name(self) -> str:
        return f"{self.entry.name}:{self.preset}" if self.preset else self.entry.name

    def facts(self) -> list[Any]:
        """Return the values that distinguish this solver from others: name, version, and the arguments of the entry and
        the preset.
        """
        entry = self.entry
        return [self.name, self.version, entry.args.groups, entry.presets.get(self.preset, ())]


@dataclass(frozen=True)
class BenchEncoding:
    """The options of an encoding that is compared.

    assume: `symmetry` for a formula without symmetric solutions, '' for all solutions.  break_symmetry: whether the
    search for a best solution may leave out symmetric ones.
    """

    options: EncoderOptions
    assume: str = ""
    break_symmetry: bool = True

    @classmethod
    def parsed(cls, line: str) -> BenchEncoding:
        """Return the encoding that a line states, which `described` has written.  Raises UsageError for any other
        line.
        """
        words, assume = EncoderOptions.words(line), ""
        break_symmetry = NO_SYMMETRY not in words[1:]
        if not break_symmetry:
            words.remove(NO_SYMMETRY)
        if ASSUMED in pairwise(words[1:]):
            assume, at = ASSUMED[1], words.index(ASSUMED[0])
            del words[at : at + 2]
        return cls(EncoderOptions.parsed(for_shell(*words), (ASSUMED[0], NO_SYMMETRY)), assume, break_symmetry)

    def described(self) -> str:
        """Return the encoding as a line of command-line words."""
        return self.formula() + ("" if self.break_symmetry else f" {NO_SYMMETRY}")

    def formula(self) -> str:
        """Return the options of `encode` for the formula as a line of command-line words."""
        return self.options.described() + (f" {' '.join(ASSUMED)}" if self.assume else "")


@dataclass(frozen=True)
class EncodeJob:
    """The job of encoding one input under one encoding.

    name, kind: those of the input.  options: None for an input that is a CNF.  timeout: seconds of the clock.  goal:
    `max` or `weighted` for soft constraints, else None.  clock: the clock on which the limit is kept.
    """

    name: str
    kind: str | None
    content: StoredFile
    options: BenchEncoding | None
    timeout: float
    goal: Mode | None = None
    clock: Clock = "wall"

    @property
    def description(self) -> str:
        return self.options.described() if self.options else PLAIN

    @cached_property
    def key(self) -> str:
        return key_of(self.content.digest, self.content.name, self.kind, self.description, encoder_version(), self.goal)


@dataclass(frozen=True)
class SolveJob:
    """The job of one run of a solver on an encoded input.

    repeat: its number, from 0, among equal runs.  shuffle: 0 for the formula as it is, else the seed of a shuffled one.
    expect: the known answer, `sat` or `unsat`; '' if there is none.
    """

    encoding: EncodeJob
    contestant: Contestant
    settings: RunSettings
    repeat: int = 0
    shuffle: int = 0
    expect: str = ""

    @cached_property
    def key(self) -> str:
        facts = [*self.contestant.facts(), asdict(self.settings), self.repeat, self.shuffle]
        return key_of(self.encoding.key, *facts)

    @property
    def title(self) -> str:
        """The name of the job for people, while it runs."""
        parts = [Path(self.encoding.name).name, self.encoding.description, self.contestant.name]
        return " ".join([*parts, *([f"shuffle {self.shuffle}"] if self.shuffle else [])])


def key_of(*facts: Any) -> str:
    """Return a hexadecimal digest, KEY digits long, of JSON values."""
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:KEY]


@cache
def encoder_version() -> str:
    """Return the version of csp2sat with a digest of the source that makes CNFs, since another encoder is another
    experiment.
    """
    homes = [Path(__file__).parents[1], *map(Path, own_folders("csp2sat"))]
    digest = hashlib.sha256()
    for path in sorted(path for home in homes for part in ENCODER for path in (home / part).rglob("*.py")):
        digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:8]}"


def contestant(name: str, solvers: Solvers, needed: bool = True) -> Contestant:
    """Return the solver called `name` (NAME or NAME:PRESET), with its version.

    needed: whether a solver that is not on this machine is a SolverError; if false, its version is ''.  A name that is
    not configured is a SolverError in any case.
    """
    stem, _, preset = name.partition(":")
    if needed or stem not in solvers.entries:
        found = solvers.find(name)
        return Contestant(found.entry, preset, version_of(found))
    entry = solvers.entries[stem]
    program = entry.locate()
    return Contestant(entry, preset, version_of(Solver(entry, program, preset)) if program else "")


def version_of(solver: Solver) -> str:
    """Return a text that differs between two versions of a solver: the version that its program prints, followed by a
    digest of the files that its command line names, such as the script of an interpreter; the digest of program and
    files alone if the program prints no version; '' if there are no files either.

    A program with the same names of files is asked once.
    """
    named = solver.named_files()
    known = (solver.program, solver.entry.version, *named)
    if known not in _VERSIONS:
        printed, program = version(solver), Path(solver.program[0])
        digest = _digest(named if printed or not program.is_file() else [program, *named])
        parts = [printed, digest[:8]] if printed else [digest and f"sha256:{digest[:12]}"]
        _VERSIONS[known] = "+".join(filter(None, parts))
    return _VERSIONS[known]


_VERSIONS: dict[Any, str] = {}


def _digest(files: Sequence[Path]) -> str:
    """Return the SHA-256 of the contents of files, one after the other, in hex; '' for no files."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest() if files else ""


def encodings(
    sources: Sequence[BenchInput],
    options: Sequence[BenchEncoding],
    timeout: float,
    goal: Mode | None = None,
    clock: Clock = "wall",
) -> list[EncodeJob]:
    """Return the jobs that encode each input of `sources` under each encoding of `options`; a CNF has one job, which
    keeps it as it is.

    timeout: seconds of `clock` for each job.  goal: that of each job.
    """
    return [
        EncodeJob(source.name, source.kind, source.content, each, timeout, goal, clock)
        for source in sources
        for each in ([None] if source.is_cnf else options)
    ]


def jobs(
    encoding: EncodeJob,
    contestants: Sequence[Contestant],
    settings: RunSettings,
    runs: tuple[int, int],
    expect: str = "",
) -> Iterator[SolveJob]:
    """Yield the runs of one encoded input: each of the `contestants`, each repetition, each shuffle.

    runs: the number of repetitions, and the number of shuffles besides the formula as it is.  expect: the known answer,
    '' if there is none.
    """
    repeats, shuffles = runs
    for shuffle in range(shuffles + 1):
        for repeat in range(repeats):
            for each in contestants:
                yield SolveJob(encoding, each, settings, repeat, shuffle, expect)
