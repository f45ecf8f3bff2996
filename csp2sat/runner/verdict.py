"""The verdict on a run that ended, status and reason: the answer is compared with the exit code, crashes with the
limits that were set.
"""

from __future__ import annotations

import re
import signal

from ..errors import SolverError
from ..tuples import NamedTuple
from .config.entry import Entry
from .process.outcome import FinishedRun, Status, UnknownReason
from .process.output import SPELLINGS, STATUSES, TO_A_FILE, SolverAnswer

OUT_OF_MEMORY = re.compile(
    rb"bad_alloc|out[ -]of[ -]memory|MemoryError|cannot allocate|failed to map segment", re.IGNORECASE
)
NEARLY = 0.95  # of the time limit: solvers count with their own clocks
MUCH = 0.5  # of the memory limit: address space that was asked for counts, the peak is what was used
SOME = 0.2  # of it, if the solver itself says that it does not know: it may have asked for much at once
LOADED = 20  # MB of address space, with less of which some solvers cannot even be loaded, and the system kills them
SEGMENTATION_FAULT = 11  # the number of this signal where the address space can be limited
ALWAYS = "; for a solver that always exits with 0 its entry says `exit: {0: any}`"
TAIL = 160  # characters that an error shows of the solver's last line
SHOWN = 1 << 16  # bytes of the end of a text that are searched


class GivenLimits(NamedTuple):
    """The limits that a solver was given: seconds (on its command line), MB and conflicts; None stands for no limit."""

    time: int | None = None
    memory: int | None = None
    conflicts: int | None = None


def judge(
    name: str, entry: Entry, run: FinishedRun, answer: SolverAnswer, limits: GivenLimits
) -> tuple[Status, UnknownReason]:
    """Return the status of a solver's run, and the reason if the status is `unknown`, else ''.

    name: the solver's name for messages. entry: the solver's entry, which gives the meanings of exit codes. answer: the
    answer in the output of the run, with status None if there is none. limits: the limits that the solver was given.
    A run that a limit ended, or whose failure a limit explains, is `unknown`. Otherwise raises SolverError, with a
    message of one line, if the solver crashed, printed too much, gave no answer or a bad one, or contradicts its exit
    code.
    """
    if run.end == "deadline":
        return "unknown", "time"
    if run.end in ("memory", "stopped"):
        return "unknown", "memory" if run.end == "memory" else "interrupted"
    if run.end == "overflow":
        raise SolverError(f"{name} printed without an end and was stopped{tail(run.stderr, run.stdout)}")
    meaning = entry.exit_meaning(run.code) if run.code >= 0 else "signal"
    if answer.status in ("sat", "unsat") and meaning in (answer.status, "any"):
        return answer.status, ""
    if limits.memory is not None and _names_memory(run, meaning):
        return "unknown", "memory"
    if answer.status in (None, "unknown") and not answer.complaint and meaning not in ("sat", "unsat"):
        if limits.time is not None and max(run.seconds, run.cpu or 0.0) >= NEARLY * limits.time:
            return "unknown", "time"
        if limits.memory is not None and (run.peak or 0) >= MUCH * limits.memory * (1 << 20):
            return "unknown", "memory"
        if limits.memory is not None and limits.memory < LOADED and run.code == -SEGMENTATION_FAULT:
            return "unknown", "memory"
    if _says_unknown(run, entry, answer) and meaning in ("unknown", "any"):
        if limits.conflicts is not None:
            return "unknown", "time"
        some = SOME if answer.status else 0.0  # words of an entry's own are those of solvers that lack memory
        is_short = limits.memory is not None and (run.peak or 0) >= some * limits.memory * (1 << 20)
        return "unknown", "memory" if is_short else "gave up"
    raise SolverError(
        f"{name} {_trouble(run, answer, meaning)}{tail(run.stderr, run.stdout)}{_to_a_file(run, entry, meaning)}"
    )


def _to_a_file(run: FinishedRun, entry: Entry, meaning: str) -> str:
    """Return the advice, as the end of an error message, for a solver that printed a status as MiniSat does, which
    writes its answer to a file that the entry does not name; '' for others. meaning: of the exit code, or `signal`.
    """
    lines = run.stdout[-SHOWN:].decode("latin-1").splitlines()
    if (
        entry.output == "result-file"
        or meaning not in ("sat", "unsat", "any")
        or not any(line.strip() in STATUSES for line in lines)
    ):
        return ""
    return f'. {TO_A_FILE}; in its entry: args: ["{{cnf}}", "{{result}}"], output: result-file'


def _says_unknown(run: FinishedRun, entry: Entry, answer: SolverAnswer) -> bool:
    lines = run.stdout.decode("latin-1").splitlines() if entry.unknown and answer.status is None else []
    return answer.status == "unknown" or any(line.strip() in entry.unknown for line in lines)


def _names_memory(run: FinishedRun, meaning: str) -> bool:
    complaint = OUT_OF_MEMORY.search(run.stderr + run.stdout[-TAIL:])
    return meaning == "memory" or (meaning in ("signal", "error") and complaint is not None)


def _trouble(run: FinishedRun, answer: SolverAnswer, meaning: str) -> str:
    """Return the fault of a run, as the words behind the solver's name. meaning: of the exit code, or `signal`."""
    if meaning == "memory":
        return f"ran out of memory (exit code {run.code})"
    if answer.complaint and meaning != "signal":
        where = f"line {answer.line}: " if answer.line else ""
        return f"gave a bad answer (exit code {run.code}): {where}{answer.complaint}"
    if answer.status is not None and meaning != "signal":
        more = ALWAYS if run.code == 0 and meaning == "unknown" else ""
        return f"says {SPELLINGS[answer.status]}, but its exit code {run.code} means {meaning}{more}"
    if meaning in ("signal", "error"):
        return ending(run.code) + (f" after the answer {SPELLINGS[answer.status]}" if answer.status else "")
    return f"gave no status (exit code {run.code})"


def tail(*texts: bytes) -> str:
    """Return the last informative line of the first text that has one, as the end of an error message, or '' if no text
    has one.
    """
    for text in texts:
        lines = [line.strip() for line in text[-SHOWN:].decode("utf-8", "replace").splitlines()]
        lines = [line for line in lines if line and not line.startswith(("v ", "s "))]
        if lines:
            shown = "".join(c if c.isprintable() else "?" for c in lines[-1])
            return f"; its last line: {shown[:TAIL]}{'...' if len(shown) > TAIL else ''}"
    return ""


def ending(code: int) -> str:
    """Describe how a process ended: `failed with exit code 1`, `was killed by signal 11 (SIGSEGV)`."""
    if code >= 0:
        return f"failed with exit code {code}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was killed by signal {-code} ({names.get(-code, 'unknown')})"
