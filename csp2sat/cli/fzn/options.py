"""The flags of `csp2sat-fzn`: MiniZinc's standard flags, and three of our own."""

from __future__ import annotations

from dataclasses import dataclass

from ..flags import FlagTable, flag_count, flag_number, flag_text, read_flags

USAGE = """\
usage: csp2sat-fzn [flags] MODEL.fzn

Solve a FlatZinc file (text or JSON; - is stdin) and print the solutions in MiniZinc's form.

  -a  --all-solutions     all solutions; each better one if there is an objective
  -i  --intermediate      each better solution, if there is an objective
  -n K  --num-solutions K at most K solutions (ignored with an objective)
  -t MS  --time-limit MS  stop after MS milliseconds
  -s  --statistics        statistics as comments
  -v  --verbose           progress on stderr
  -r N  --random-seed N   a seed, for solvers that take one
  -p N  --parallel N      threads, for solvers that take them
  -f  --free-search       accepted: search annotations are never needed

  --sat-solver NAME       a solver of `csp2sat solvers` (default: the first installed solver)
  --encoding NAME         the encoding of integers: auto, order, direct, log, compact-order
  --proof DIR             put a checked proof of `no solution` or `optimal` into this folder
                          (without an objective: not with -a, and not with -n above 1)
"""
SWITCHES = {
    **dict.fromkeys(("-a", "--all", "--all-solutions"), "all"),
    **dict.fromkeys(("-i", "--intermediate", "--intermediate-solutions"), "intermediate"),
    **dict.fromkeys(("-s", "--statistics", "--solver-statistics"), "statistics"),
    **dict.fromkeys(("-v", "--verbose"), "verbose"),
    **dict.fromkeys(("-f", "--free-search"), "free"),
    **dict.fromkeys(("-h", "--help"), "help"),
    "--version": "version",
}
TABLE = FlagTable(
    SWITCHES,
    {
        **dict.fromkeys(("-n", "--num-solutions"), ("limit", flag_number)),
        **dict.fromkeys(("-t", "--time-limit", "--solver-time-limit"), ("milliseconds", flag_number)),
        **dict.fromkeys(("-r", "--random-seed"), ("seed", flag_number)),
        **dict.fromkeys(("-p", "--parallel"), ("threads", flag_count)),
        "--sat-solver": ("solver", flag_text),
        "--encoding": ("encoding", flag_text),
        "--proof": ("proof", flag_text),
    },
)


@dataclass
class Flags:
    """The values of the flags.

    limit: the greatest number of solutions, which is ignored with an objective.  milliseconds: of wall time, from the
    start of the program.
    """

    files: tuple[str, ...] = ()
    all: bool = False
    intermediate: bool = False
    limit: int | None = None
    milliseconds: int | None = None
    statistics: bool = False
    verbose: bool = False
    free: bool = False
    threads: int | None = None
    seed: int | None = None
    solver: str = "auto"
    encoding: str = "auto"
    proof: str = ""
    help: bool = False
    version: bool = False


def read_options(arguments: list[str]) -> Flags:
    """Read a command line, and return its flags.  Raises UsageError for an unknown flag, or a value that is wrong."""
    files, values = read_flags(arguments, TABLE)
    return Flags(files, **values)
