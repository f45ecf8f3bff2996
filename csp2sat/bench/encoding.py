"""The job that encodes an input: a CNF and a map on the store, once for all solvers."""

from __future__ import annotations

import functools
import hashlib
import math
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath

from ..api.inputs import read_input
from ..api.problems import loads
from ..api.writing.encoding import dropped_of, encoded
from ..base.deadline import deadline
from ..encoder.options import EncoderOptions
from ..errors import Csp2SatError, InputWarning, LimitReached, own_faults
from ..executors.tasks import FileStore, StoredFile
from ..runner.process.outcome import Stop
from ..solving.inputs import Input
from ..solving.maxcsp import Mode
from .judge import REFUTED
from .plan import WALL_NET, EncodeJob, encoder_version

CNF_NAME, MAP_NAME = "F.cnf", "F.map"
CONTRADICTION = b'\n{"contradiction": '  # the beginning of a line of a map
DIGITS = 6  # of seconds after the point
PROBLEMS = 4  # that a worker remembers
_READING = threading.Lock()  # warnings are collected for a whole process, in which several threads may encode
SMALL = "(int a 1 3) (int b 1 3)\n(alldifferent a b)\n(< (+ a b) 4)\n"


class Phases:
    """A stopwatch for phases of a job.

    wall, cpu: seconds by the name of the phase.
    """

    def __init__(self) -> None:
        self.wall: dict[str, float] = {}
        self.cpu: dict[str, float] = {}

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure the time of the block of a `with`, as the phase `name`; a second block of the same name replaces the
        first.
        """
        wall, cpu = time.perf_counter(), time.thread_time()
        try:
            yield
        finally:
            self.add(name, time.perf_counter() - wall, time.thread_time() - cpu)

    def add(self, name: str, wall: float, cpu: float | None) -> None:
        """Record the seconds `wall` and `cpu` of a phase `name` that was measured elsewhere; cpu: None if it is not
        known.
        """
        self.wall[name] = round(wall, DIGITS)
        if cpu is not None:
            self.cpu[name] = round(cpu, DIGITS)


@dataclass(frozen=True)
class Encoded:
    """The result of an encoding.

    key: that of the job.  family: the type of puzzle, else the folder of the input.  version: that of the encoder.
    map: None for an input that is a CNF already.  bytes: the size of the CNF.  wall, cpu: seconds of the phases `read`
    and `encode`.  status: `error`, `timeout` or `memout` if there is no CNF, else ''.  why: the reason, then, and
    REFUTED if the encoder found no solution to exist.  drawing: a board as SVG, '' for an input that is no board.
    dropped: the parts of the input that the CNF leaves out.  formula: the SHA-256 of the CNF without the comments at
    its head, which name the encoding.  goal: `minimize` or `maximize` for an input with an objective, else ''.
    warnings: those of the reader.
    """

    key: str
    family: str
    version: str
    cnf: StoredFile | None = None
    map: StoredFile | None = None
    variables: int = 0
    clauses: int = 0
    literals: int | None = None
    bytes: int = 0
    wall: dict[str, float] | None = None
    cpu: dict[str, float] | None = None
    status: str = ""
    why: str = ""
    drawing: str = ""
    dropped: str = ""
    formula: str = ""
    goal: str = ""
    warnings: Sequence[str] = ()


def encode(encoding: EncodeJob, store: FileStore, _: Stop) -> Encoded:
    """Encode an input on the store to a CNF and a map there, and return their digests and sizes, and the times.

    Errors of csp2sat and the limits of time and memory become the status and the reason of the result.  `_` is not
    used: the time limit alone stops an encoding.
    """
    phases = Phases()
    failed = functools.partial(Encoded, encoding.key, _folder(encoding), encoder_version())
    try:
        by_cpu = encoding.clock == "cpu"
        wall, cpu = encoding.timeout * (WALL_NET if by_cpu else 1), encoding.timeout if by_cpu else math.inf
        with deadline(wall, cpu=cpu), tempfile.TemporaryDirectory(dir=store.folder) as folder, own_faults():
            return _encode(encoding, store, phases, Path(folder))
    except (LimitReached, MemoryError) as error:
        out_of_memory = isinstance(error, MemoryError) or error.reason == "memory"
        status, why = ("memout", "ran out of memory") if out_of_memory else ("timeout", "took too long")
        return failed(wall=phases.wall, cpu=phases.cpu, status=status, why=f"encoding {why}")
    except Csp2SatError as error:
        return failed(wall=phases.wall, cpu=phases.cpu, status="error", why=_named(str(error), encoding, store))


def _named(message: str, encoding: EncodeJob, store: FileStore) -> str:
    """Return a message of the reader with the name of the input in place of the path on the store."""
    return message.replace(str(store.path(encoding.content)), encoding.name)


def _encode(encoding: EncodeJob, store: FileStore, phases: Phases, folder: Path) -> Encoded:
    """Encode an input on the store to a CNF and a map in `folder`, move both to the store, and return the result.

    phases: gets the times.  A CNF as the input has no map.  Raises Csp2SatError, and MemoryError.
    """
    with phases.phase("read"):
        problem, warned = _read(store.path(encoding.content), encoding.kind, encoding.goal)
    cnf, map_ = folder / CNF_NAME, folder / MAP_NAME
    if not problem.is_cnf and encoding.options is not None:
        _warm_up(encoding.options.options.encoding)
    with phases.phase("encode"):
        options, assume = (own.options, own.assume) if (own := encoding.options) else (EncoderOptions(), "")
        written = encoded(problem, str(cnf), str(map_), options, assume)
        map_content = board = None
        why = ""
        if not problem.is_cnf:
            map_bytes = map_.read_bytes()
            map_content = StoredFile(hashlib.sha256(map_bytes).hexdigest(), MAP_NAME)
            why = REFUTED if CONTRADICTION in map_bytes else ""
            store.adopt(map_content, map_)
            board = problem.board
    objective = None if problem.is_cnf else problem.as_problem().objective
    content, formula = StoredFile(written.digest, CNF_NAME), _formula(cnf)
    store.adopt(content, cnf)
    return Encoded(
        encoding.key,
        board.puzzle if board else _folder(encoding),
        encoder_version(),
        content,
        map_content,
        written.num_vars,
        written.num_clauses,
        written.num_literals,
        written.size,
        phases.wall,
        phases.cpu,
        why=why,
        drawing=board.svg() if board else "",
        dropped=dropped_of(problem),
        formula=formula,
        goal=objective.goal if objective else "",
        warnings=[_named(each, encoding, store) for each in warned],
    )


@functools.cache
def _warm_up(encoding: str) -> None:
    """Encode a small CSP, once in a process for each encoding of integers, so that the time of the first input does not
    have that of loading the encoder.
    """
    with tempfile.TemporaryDirectory() as folder:
        cnf, map_ = str(Path(folder) / CNF_NAME), str(Path(folder) / MAP_NAME)
        encoded(loads(SMALL), cnf, map_, EncoderOptions(encoding=encoding))


def _formula(cnf: Path) -> str:
    """Return the SHA-256 of a CNF file without the comments at its head."""
    with cnf.open("rb") as file:
        start = 0
        while file.readline().startswith(b"c"):
            start = file.tell()
        file.seek(start)
        return hashlib.file_digest(file, "sha256").hexdigest()


@functools.lru_cache(PROBLEMS)
def _read(path: Path, kind: str | None, goal: Mode | None) -> tuple[Input, list[str]]:
    """Return the input in a file of the store, and the warnings of its reader; kind, goal: as in `EncodeJob`.

    A worker remembers the last PROBLEMS inputs, to judge answers by them.
    """
    with _READING, warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        problem = read_input(str(path), kind, goal)
    return problem, [str(each.message) for each in found if issubclass(each.category, InputWarning)]


def problem_of(path: Path, encoding: EncodeJob) -> Input:
    """Return the input in a file of the store, for the jobs that judge answers by the input; no warning is given."""
    return _read(path, encoding.kind, encoding.goal)[0]


def _folder(encoding: EncodeJob) -> str:
    """Return the name of the folder that an input is in, as the family of an input that is no board; '-' if it has
    none.
    """
    return PurePath(encoding.name).parent.name or "-"
