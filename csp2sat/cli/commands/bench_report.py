"""csp2sat bench report: the results of a benchmark, as text, HTML, CSV or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..show import bench_options as own
from ..show import options
from ..show.bench_report import Wanted, report
from ..show.reporting import reporting


@reporting
def bench_report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder of `csp2sat bench -o DIR`.")],
    html: own.Html = None,
    csv: own.Csv = None,
    json_: options.Json = False,
    time_: own.Time = "cpu",
    expect: own.Expect = None,
    color: options.Colors = "auto",
) -> int:
    """Report on the results in DIR: a table and a plot, or files.

    --csv has one line for each run, with the column names that Metrics (crillab-metrics) knows.
    """
    return report(Path(folder), Wanted(html, csv, json_, time_, color, expect))
