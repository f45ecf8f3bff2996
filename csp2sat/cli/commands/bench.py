"""csp2sat bench: compare solvers and encodings over a set of inputs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from .. import options
from ..parameters import Argument, Option, declared
from ..reporting import reporting
from ..show import bench_options as own

SETTINGS = ("solvers", "memory", "seed", "threads", "solver_args")


@reporting
def bench(
    inputs: own.Inputs,
    settings: Annotated[options.Settings, options.given(*SETTINGS)],
    solver: own.Contestants = None,
    encoding: own.Encodings = None,
    output: own.Folder = "bench",
    from_: options.From = None,
    timeout: own.Timeout = 60.0,
    repeat: own.Repeat = 1,
    shuffle: own.Shuffle = 0,
    jobs: own.Jobs = None,
    executor: own.Executor = None,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    no_objective: own.NoObjective = False,
    limiter: own.Limiter = "own",
    expect: own.Expect = None,
    emit_make: own.EmitMake = False,
    time_: own.Time = "cpu",
    score: own.ScoreOption = "solve",
    html: own.Html = None,
    csv: own.Csv = None,
    svg: own.Svg = None,
    scatter: own.Scatter = None,
    scatter_rows: own.ScatterRows = None,
    latex: own.Latex = None,
    per_input: own.PerInput = False,
    json_: options.Json = False,
    verbose: Annotated[bool, Option("-v", "--verbose", panel="limits", help="Print each run to stderr.")] = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
) -> int:
    """Run each solver on each input in each encoding, and compare.

    Every answer is checked: a model on the formula and, decoded, on the input; unsat, and optima, against the solutions
    of others.  An input with an objective is optimized, as by `solve` but without the searches that need no formula,
    and counts as solved when the best value is proved.  Results are kept in DIR as they come; the same command again
    goes on where it was stopped.  `csp2sat bench report DIR` shows them again, as text, HTML, CSV, JSON or LaTeX, or as
    plots.
    """
    from ...bench.plan import RunSettings
    from ..show.bench_report import Wanted
    from ..show.benching import BenchRequest, emit, run

    given = locals()
    request = BenchRequest(
        inputs=inputs,
        kind=from_,
        solver=solver,
        solvers=settings.solvers,
        encoding=encoding,
        folder=output,
        settings=RunSettings(
            timeout,
            settings.memory,
            settings.seed,
            settings.threads,
            tuple(settings.solver_args),
            limiter,
            time_,
            not no_objective,
        ),
        runs=(repeat, shuffle),
        jobs=jobs,
        executor=executor,
        verbose=verbose,
        quiet=quiet,
        goal=options.goal(max_, weighted),
    )
    wanted = Wanted(html, csv, json_, time_, score, color, expect, svg, scatter, latex, scatter_rows)
    wanted = replace(wanted, inputs=per_input, quiet=quiet)
    return emit(request, own.lost_by_make(declared(bench), given)) if emit_make else run(request, wanted)


@reporting
def bench_report(
    folder: Annotated[str, Argument(metavar="DIR", file="folder", help="The folder of `csp2sat bench -o DIR`.")],
    html: own.Html = None,
    csv: own.Csv = None,
    svg: own.Svg = None,
    scatter: own.Scatter = None,
    scatter_rows: own.ScatterRows = None,
    latex: own.Latex = None,
    inputs: own.PerInput = False,
    solver: own.OnlySolvers = None,
    encoding: own.OnlyEncodings = None,
    seed: own.OnlySeed = None,
    json_: options.Json = False,
    time_: own.ReportTime = "cpu",
    score: own.ScoreOption = "solve",
    expect: own.Expect = None,
    quiet: Annotated[bool, Option("-q", "--quiet", help="Print no lines that explain the columns.")] = False,
    color: options.Colors = "auto",
) -> int:
    """Report on the results in DIR: tables and a plot, or files.

    PAR-2 is the mean of the seconds, where an unsolved input counts as twice its limit; spread is the time of the
    slowest run of an input divided by that of its quickest run; wins are inputs on which no other solver was quicker by
    over 0.01 seconds, unique are inputs that no other solver solved; virtual best takes the quickest solver on each
    input.

    --csv has one line for each run, with the column names that Metrics (crillab-metrics) knows.
    """
    from ..show.bench_report import Wanted, report
    from ..show.benching import names_in

    wanted = Wanted(html, csv, json_, time_, score, color, expect, svg, scatter, latex, scatter_rows)
    chosen = replace(wanted, solvers=names_in(solver), encodings=names_in(encoding), inputs=inputs, quiet=quiet)
    chosen = replace(chosen, seed=seed)
    return report(Path(folder), chosen)
