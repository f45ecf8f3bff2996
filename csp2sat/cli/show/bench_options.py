"""The options of `csp2sat bench` and `csp2sat bench report`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from ...escaping import for_shell
from ..options import complete_encoding, complete_solver, option_of
from ..parameters import Argument, Declared, Option

Inputs = Annotated[
    list[str],
    Argument(metavar="INPUT...", file="read", help="Boards, CSPs, CNFs, URLs; a folder stands for the files in it."),
]
Contestants = Annotated[
    list[str] | None,
    Option(
        "--solver",
        metavar="A,B:PRESET,...",
        autocompletion=complete_solver,
        help="The solvers, with commas or repeated. [all that are installed]",
    ),
]
Encodings = Annotated[
    list[str] | None,
    Option(
        "--encoding",
        metavar="A,B,...",
        autocompletion=complete_encoding,
        help="The encoding of integers; also with options of `encode`: 'order --amo ladder --assume symmetry'; for "
        "best values also --no-symmetry. [auto]",
    ),
]
Folder = Annotated[
    str, Option("-o", "--output", metavar="DIR", file="folder", panel="runs", help="The folder of the results.")
]
Timeout = Annotated[
    float,
    option_of(
        "timeout",
        least=0.01,
        help="Seconds of each run, of the clock of --time: CPU time is that of the solver with its children, and ten "
        "times as much wall time ends a run, too.  An encoding has SECONDS of the same clock, in csp2sat itself.",
    ),
]
Repeat = Annotated[
    int, Option("--repeat", metavar="N", min=1, panel="runs", help="Runs of each kind, for the noise of the clock.")
]
Shuffle = Annotated[
    int,
    Option(
        "--shuffle",
        metavar="N",
        min=0,
        panel="runs",
        help="Shuffled copies of each formula, which are run, too, for the luck of the solver.",
    ),
]
Jobs = Annotated[int | None, Option("-j", "--jobs", metavar="N", min=1, panel="runs", help="N runs at a time. [1]")]
Executor = Annotated[
    str | None,
    option_of("executor", "The executor: local:N, dask:local, dask://HOST:PORT, MODULE:FACTORY.", panel="runs"),
]
NoObjective = Annotated[
    bool,
    Option(
        "--no-objective",
        panel="runs",
        help="Search for any solution of an input with an objective, by one run on one formula, not for the best one.",
    ),
]
Limiter = Annotated[
    Literal["own", "runexec"],
    Option(
        "--limiter",
        panel="limits",
        help="The program that enforces the limits: csp2sat, or BenchExec's runexec (cgroups; whole seconds).",
    ),
]
Expect = Annotated[
    str | None,
    Option(
        "--expect",
        metavar="FILE",
        file="read",
        panel="files",
        help="Known answers: lines `NAME sat`, `NAME unsat` and `NAME BEST-VALUE`.",
    ),
]
EmitMake = Annotated[
    bool,
    Option(
        "--emit-make",
        panel="runs",
        help="Run nothing; print a Makefile that runs each once, with files; the limit is wall time there.",
    ),
]
ReportTime = Annotated[
    Literal["cpu", "wall"], Option("--time", help="The clock that is compared: CPU time or wall time.")
]
Time = Annotated[
    Literal["cpu", "wall"], Option("--time", help="The clock that is compared and limited: CPU time or wall time.")
]
ScoreOption = Annotated[
    Literal["solve", "encode+solve"],
    Option(
        "--score",
        help="The seconds that count for PAR-2, medians and plots: the solver's, or those of the encoder, too, with one"
        " limit for both.",
    ),
]
Html = Annotated[
    str | None, Option("--html", metavar="FILE", file="written", help="Write a page with plots and all rows.")
]
Csv = Annotated[
    str | None,
    Option(
        "--csv",
        metavar="FILE",
        file="written",
        help="Write the rows that the table is made of as CSV: of `bench` those of its own runs, of `bench report` all "
        "of the folder.",
    ),
]
Svg = Annotated[
    str | None,
    Option("--svg", metavar="FILE", file="written", help="Write the cactus plot as SVG: solved inputs over seconds."),
]
Scatter = Annotated[
    str | None,
    Option(
        "--scatter",
        metavar="FILE",
        file="written",
        help="Write the scatter plot of two rows as SVG: the seconds of one against those of the other.",
    ),
]
ScatterRows = Annotated[
    str | None,
    Option(
        "--scatter-rows", metavar="A,B", help="The rows of the scatter plot: 'kissat order,minisat log'. [first two]"
    ),
]
Latex = Annotated[
    str | None,
    Option(
        "--latex",
        metavar="FILE",
        file="written",
        help="Write the scores and sizes, with --inputs of each input, as LaTeX.",
    ),
]
PerInput = Annotated[
    bool,
    Option(
        "--inputs",
        panel="files",
        help="Print a row for each input, too: the seconds of each solver and encoding, and the formula.",
    ),
]
OnlySolvers = Annotated[
    list[str] | None, Option("--solver", metavar="A,B,...", help="Only these solvers, as the table names them. [all]")
]
OnlyEncodings = Annotated[
    list[str] | None,
    Option("--encoding", metavar="A,B,...", help="Only these encodings, as the table names them. [all]"),
]
OnlySeed = Annotated[int | None, Option("--seed", metavar="N", min=0, help="Only runs with this seed. [all]")]

# The options of `bench` that the Makefile of --emit-make heeds, or that are about --emit-make itself; a note names each
# other option that was given.  `time_` has a note of its own.
CARRIED = {"inputs", "solvers", "memory", "seed", "threads", "solver_args", "solver", "encoding", "from_", "timeout"}
CARRIED |= {"max_", "weighted", "no_objective", "emit_make", "time_", "quiet"}


def lost_by_make(options: Sequence[Declared], values: Mapping[str, Any]) -> list[str]:
    """Return the words of each option that has another value than its default and is not carried into a makefile.

    options: those of `bench`.  values: by the names of the options; those of CARRIED need none.
    """
    given = [each for each in options if each.name not in CARRIED and values[each.name] != each.default]
    return [for_shell(each.parameter.names[-1], *[str(values[each.name])][each.is_flag :]) for each in given]
