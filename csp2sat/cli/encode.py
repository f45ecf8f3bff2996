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
    from ..model.model import Model


@reporting
def encode(
    input_: options.Input,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="F.cnf", help="The CNF; - is stdout. [INPUT's stem, here]")
    ] = None,
    map_: Annotated[str | None, typer.Option("-m", "--map", metavar="F.map", help="The map. [beside the CNF]")] = None,
    from_: options.From = None,
    encoding: options.Encoding = "order",
    assume: Annotated[
        Literal["unique"] | None, typer.Option("--assume", help="Strengthen the CNF by what is taken for granted.")
    ] = None,
    map_format: Annotated[
        Literal["json", "sugar"], typer.Option("--map-format", help="Of the map; sugar: order encoding only.")
    ] = "json",
    to: Annotated[
        Literal["cnf", "wcnf"], typer.Option("--to", help="wcnf: for MaxSAT solvers, in the format before 2022.")
    ] = "cnf",
    max_: options.Max = False,
    weighted: options.Weighted = False,
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
    from ..encode.encoder import Options as Encoding
    from ..errors import UsageError
    from ..search.inputs import CnfInput, read, with_goal
    from ..search.trace import Trace
    from .limits import deadline

    trace = Trace(verbose)
    with deadline(timeout):
        with trace.phase("read"):
            problem = with_goal(read(input_, from_), options.goal(max_, weighted))
        if isinstance(problem, CnfInput):
            raise UsageError(f"{input_} is a CNF already")
        attempts = problem.attempts()
        if assume:
            attempts = [attempt for attempt in attempts if attempt.assume == assume]
            if not attempts:
                raise UsageError(f"--assume {assume}: nothing is stronger under that assumption here")
        if to == "wcnf" and map_format == "sugar":
            raise UsageError("--map-format sugar is for CNFs; Sugar has no WCNF")
        cnf, map_path = names(input_, output, map_, to)
        how = Encoding(encoding, map_format=map_format)
        trace.say(f"ENCODING {input_} TO {cnf}")
        with trace.phase("encode"):
            written = _write(problem, attempts[-1].model(), to, cnf, map_path)(how)
    trace.say(f"SAT : {written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes")
    if json_:
        size = {"variables": written.num_vars, "clauses": written.num_clauses, "bytes": written.size}
        report = {"cnf": cnf, "map": map_path, "sha256": written.digest, "encoding": encoding, "size": size}
        seconds = {name: round(value, 4) for name, value in trace.seconds.items()}
        print(json.dumps(report | {"seconds": seconds}), file=sys.stderr if cnf == files.STDOUT else sys.stdout)
    return 0


def _write(problem: Any, model: Model, to: str, cnf: str, map_: str) -> Callable[[Encoding], Written]:
    """Writes the formula, once it is said how.  UsageError for a WCNF of a problem where nothing is to be weighed."""
    from ..encode import files, wcnf
    from ..errors import UsageError
    from ..search.maxcsp import MaxCspProblem

    if to == "cnf":
        return lambda how: files.write(model, problem.digest, cnf, map_, how)
    if isinstance(problem, MaxCspProblem):
        return lambda how: wcnf.write(problem.relaxed, problem.digest, cnf, map_, how)
    if model.objective is None:
        raise UsageError("--to wcnf: the input has no objective; say --max or --weighted if it has soft constraints")
    return lambda how: wcnf.write(model, problem.digest, cnf, map_, how)


def names(input_: str, output: str | None, map_: str | None, to: str = "cnf") -> tuple[str, str]:
    """The paths of the CNF and the map: as said, else by the input's stem in the current folder."""
    from ..search.inputs import stem

    cnf = output or f"{stem(input_)}.{to}"
    beside = f"{stem(input_)}.map" if cnf == "-" else str(PurePath(cnf).with_name(f"{stem(cnf)}.map"))
    return cnf, map_ or beside
