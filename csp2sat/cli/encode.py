"""csp2sat encode: an input to a CNF and its map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from . import options
from .reporting import reporting

if TYPE_CHECKING:
    from ..cnf.dimacs import Written
    from ..encode.encoder import Options as Encoding
    from ..encode.statistics import Statistics
    from ..encode.watching import Watch
    from ..model.model import Model


@reporting
def encode(
    input_: options.Input,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="F.cnf", help="The CNF; - is stdout. [INPUT's stem, here]")
    ] = None,
    map_: Annotated[str | None, typer.Option("-m", "--map", metavar="F.map", help="The map. [beside the CNF]")] = None,
    from_: options.From = None,
    encoding: options.Encoding = "auto",
    loop: options.StaticLoop = "tree",
    encode_: options.Encode = None,
    amo: options.AtMostOne = "product",
    card: options.Cardinality = "merging",
    sum_: options.Sums = "auto",
    polarity: options.Polarity = "used",
    assume: Annotated[
        Literal["unique"] | None, typer.Option("--assume", help="Strengthen the CNF by what is taken for granted.")
    ] = None,
    map_format: Annotated[
        Literal["json", "sugar"], typer.Option("--map-format", help="Of the map; sugar: order encoding only.")
    ] = "json",
    to: Annotated[
        Literal["cnf", "wcnf"], typer.Option("--to", help="wcnf: for MaxSAT solvers, in the format before 2022.")
    ] = "cnf",
    show: Annotated[
        str | None,
        typer.Option(
            "--show", metavar="NAMES", help="Name the literals of these variables ('x,y_*'; all: '*') for counters."
        ),
    ] = None,
    map_origins: Annotated[
        bool, typer.Option("--map-origins", help="The map says which constraint made which auxiliary variables.")
    ] = False,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print where variables, clauses, literals and CPU seconds go.")
    ] = False,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="FILE", help="Write a profile for `python -m pstats FILE`.")
    ] = None,
    timeout: options.Timeout = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Write an input as DIMACS CNF and a variable map.

    The models of the CNF are the solutions, projected on the map's variables.  --to wcnf adds an objective, or with
    --max or --weighted the soft constraints, as soft clauses.
    """
    import json
    import sys

    from ..encode import files
    from ..encode.described import describe
    from ..errors import UsageError
    from ..run.deadline import deadline
    from ..search.inputs import CnfInput, read, with_goal
    from ..search.loops import eliminated
    from ..search.trace import Trace
    from .measuring import print_table, profiled

    trace = Trace(verbose)
    with profiled(profile), deadline(timeout):
        with trace.phase("read"):
            problem = with_goal(read(input_, from_), options.goal(max_, weighted))
        if isinstance(problem, CnfInput):
            raise UsageError(f"{input_} is a CNF already")
        attempts = problem.attempts()
        if assume:
            attempts = [attempt for attempt in attempts if attempt.assume == assume]
            if not attempts:
                raise UsageError(f"--assume {assume}: nothing is stronger under that assumption here")
        if map_format == "sugar" and (to == "wcnf" or map_origins):
            raise UsageError("--map-format sugar is for CNFs and says no origins; Sugar has no such thing")
        model = (eliminated(attempts[-1]) if loop == "elim" else attempts[-1]).model()
        cnf, map_path = names(input_, output, map_, to)
        watch, statistics = _watch(stats, map_origins)
        counting = {"amo": amo, "card": card, "sums": sum_}
        how = options.coding(encoding, encode_, map_format=map_format, polarity=polarity, watch=watch, **counting)
        trace.say(f"ENCODING {input_} TO {cnf}")
        with trace.phase("encode"):
            written = _write(problem, model, to, cnf, map_path, show)(how)
    trace.say(f"SAT : {written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes")
    out = sys.stderr if cnf == files.STDOUT else sys.stdout
    if json_:
        size = {"variables": written.num_vars, "clauses": written.num_clauses, "bytes": written.size}
        report = {"cnf": cnf, "map": map_path, "sha256": written.digest, "encoding": describe(how), "size": size}
        seconds = {name: round(value, 4) for name, value in trace.seconds.items()}
        details = {"statistics": statistics.report()} if statistics else {}
        print(json.dumps(report | {"seconds": seconds} | details), file=out)
    elif statistics:
        print_table(statistics.table(trace.seconds), out)
    return 0


def _watch(stats: bool, origins: bool) -> tuple[Watch, Statistics | None]:
    """Who looks on, and of them the one with the statistics."""
    from ..encode.watching import Watch, Watches

    if not stats and not origins:
        return Watch(), None
    from ..encode.origins import Origins
    from ..encode.statistics import Statistics

    statistics = Statistics() if stats else None
    return Watches(*([statistics] if statistics else []), *([Origins()] if origins else [])), statistics


def _write(problem: Any, model: Model, to: str, cnf: str, map_: str, show: str | None) -> Callable[[Encoding], Written]:
    """Writes the formula, once it is said how.  UsageError for a WCNF of a problem where nothing is to be weighed."""
    from ..encode import files, wcnf
    from ..errors import UsageError
    from ..search.maxcsp import MaxCspProblem

    if to == "cnf":
        names = None if show is None else _chosen(model, show)
        return lambda how: files.write(model, problem.digest, cnf, map_, how, names)
    if show is not None:
        raise UsageError("--show is for CNFs")
    if isinstance(problem, MaxCspProblem):
        return lambda how: wcnf.write(problem.relaxed, problem.digest, cnf, map_, how)
    if model.objective is None:
        raise UsageError("--to wcnf: the input has no objective; say --max or --weighted if it has soft constraints")
    return lambda how: wcnf.write(model, problem.digest, cnf, map_, how)


def _chosen(model: Model, show: str) -> Any:
    """The names of variables that `--show` means, `*`: all that are not hidden."""
    from ..search.counting import Chosen

    return Chosen(model, None if show == "*" else [name.strip() for name in show.split(",")], "--show")


def names(input_: str, output: str | None, map_: str | None, to: str = "cnf") -> tuple[str, str]:
    """The paths of the CNF and the map: as said, else by the input's stem in the current folder."""
    from ..errors import UsageError
    from ..search.inputs import stem

    cnf = output or f"{stem(input_)}.{to}"
    if not PurePath(cnf).name:
        raise UsageError(f"-o {cnf}: expected the name of a file")
    beside = f"{stem(input_)}.map" if cnf == "-" else str(PurePath(cnf).with_name(f"{stem(cnf)}.map"))
    return cnf, map_ or beside
