"""The flags of `csp2sat-xcsp3`: the competition's, and some of our own."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ...errors import UsageError
from ..flags import FlagTable, flag_count, flag_number, flag_text, read_flags

USAGE = """\
usage: csp2sat-xcsp3 [flags] BENCHNAME

Answer an XCSP3 instance (.xml, or compressed; - is stdin) by the protocol of the XCSP3 competition: an `o` line for
each better solution, one `s` line, and a `v` line with the (best) solution. A limit, SIGTERM or Ctrl-C ends the search;
the answer is then the best solution found, or UNKNOWN, printed within a second.

  --seed N            the random seed of the solver (ignored with several cores)
  --time-limit S      wall time in seconds, from the start of the program; the answer is printed before it
  --cpu-limit S       CPU time in seconds, of all processes together (Linux)
  --mem-limit MB      memory in MB (2**20 bytes), of all processes together (Linux)
  --cores N           how many cores: 1 is one solver alone, more let further solvers join (default: all)
  --tmpdir DIR        the folder for temporary files

  --sat-solver NAME   a solver of `csp2sat solvers` (default: the first installed solver)
  --encoding NAME     the encoding of integers: auto, order, direct, log, compact-order
  -v  --verbose       phases with times and sizes on stderr
  -h  --help          this text
  --version           the version

Exit codes: 0 an answer, 1 an error (`s UNSUPPORTED` if the instance is right, but has a constraint that csp2sat does
not have), 2 wrong usage, 3 a limit was reached (UNKNOWN, or a solution that is not proved to be the best).
"""
SWITCHES = {
    **dict.fromkeys(("-v", "--verbose"), "verbose"),
    **dict.fromkeys(("-h", "--help"), "help"),
    "--version": "version",
}


@dataclass(frozen=True)
class CompetitionFlags:
    """The values of the flags of `csp2sat-xcsp3`, which USAGE explains; None stands for a flag that is not given.

    seconds, cpu: limits of wall time and of CPU time, in seconds.  memory: a limit in MB (2**20 bytes).  files: the
    words that are no flags.
    """

    files: tuple[str, ...] = ()
    seed: int | None = None
    seconds: float | None = None
    cpu: float | None = None
    memory: int | None = None
    cores: int | None = None
    tmpdir: str | None = None
    solver: str = ""
    encoding: str = "auto"
    verbose: bool = False
    help: bool = False
    version: bool = False


def flag_seconds(name: str, value: str) -> float:
    """Return the number of seconds that is the value of the flag `name`, above 0.  Raises UsageError for any other
    value.
    """
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < math.inf:
        raise UsageError(f"{name} {value}: expected a number of seconds, above 0")
    return seconds


TABLE = FlagTable(
    SWITCHES,
    {
        "--seed": ("seed", flag_number),
        "--time-limit": ("seconds", flag_seconds),
        "--cpu-limit": ("cpu", flag_seconds),
        "--mem-limit": ("memory", flag_count),
        "--cores": ("cores", flag_count),
        "--tmpdir": ("tmpdir", flag_text),
        "--sat-solver": ("solver", flag_text),
        "--encoding": ("encoding", flag_text),
    },
)


def read_options(arguments: list[str]) -> CompetitionFlags:
    """Read a command line, and return its flags.  Raises UsageError for an unknown flag, or a value that is wrong."""
    files, values = read_flags(arguments, TABLE)
    return CompetitionFlags(files, **values)
