"""csp2sat encode: an input to a CNF and its map."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated, Literal

import typer

from . import options
from .reporting import reporting


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
    timeout: options.Timeout = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Write an input as DIMACS CNF and a variable map.

    The models of the CNF are the solutions, projected on the map's variables.
    """
    import json
    import sys

    from ..encode import files
    from ..encode.encoder import Options
    from ..errors import UsageError
    from ..search.trace import Trace
    from .inputs import CnfInput, read
    from .limits import deadline

    trace = Trace(verbose)
    with deadline(timeout):
        with trace.phase("read"):
            problem = read(input_, from_)
        if isinstance(problem, CnfInput):
            raise UsageError(f"{input_} is a CNF already")
        attempts = problem.attempts()
        if assume:
            attempts = [attempt for attempt in attempts if attempt.assume == assume]
            if not attempts:
                raise UsageError(f"--assume {assume}: nothing is stronger under that assumption here")
        cnf, map_path = names(input_, output, map_)
        trace.say(f"ENCODING {input_} TO {cnf}")
        with trace.phase("encode"):
            written = files.write(attempts[-1].model(), problem.digest, cnf, map_path, Options(encoding))
    trace.say(f"SAT : {written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes")
    if json_:
        size = {"variables": written.num_vars, "clauses": written.num_clauses, "bytes": written.size}
        report = {"cnf": cnf, "map": map_path, "sha256": written.digest, "encoding": encoding, "size": size}
        seconds = {name: round(value, 4) for name, value in trace.seconds.items()}
        print(json.dumps(report | {"seconds": seconds}), file=sys.stderr if cnf == files.STDOUT else sys.stdout)
    return 0


def names(input_: str, output: str | None, map_: str | None) -> tuple[str, str]:
    """The paths of the CNF and the map: as said, else by the input's stem in the current folder."""
    from .inputs import stem

    cnf = output or f"{stem(input_)}.cnf"
    beside = f"{stem(input_)}.map" if cnf == "-" else str(PurePath(cnf).with_name(f"{stem(cnf)}.map"))
    return cnf, map_ or beside
