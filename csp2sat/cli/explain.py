"""csp2sat explain: why there is no solution, or not only one."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options
from .reporting import reporting


@reporting
def explain(
    input_: options.Input,
    all_reasons: Annotated[bool, typer.Option("--all-reasons", help="Several reasons, one after the other.")] = False,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most N reasons.")] = None,
    from_: options.From = None,
    solver: options.Solver = None,
    solvers: options.Solvers = None,
    encoding: options.Encoding = "auto",
    encode: options.Encode = None,
    no_check: Annotated[bool, typer.Option("--no-check", help="Do not verify reasons once more.")] = False,
    timeout: options.Timeout = None,
    memory: options.Memory = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
) -> int:
    """Say why there is no solution: constraints, or clues of a board, that contradict each other.

    Without any one of them the others can be satisfied.  Of a board with several solutions, show two, and which one or
    two more clues would leave a single one.
    """
    from ..errors import UsageError
    from ..run.deadline import deadline
    from ..run.outcome import Options
    from ..search.inputs import CnfInput, read
    from ..search.solving import solve, solve_unique
    from ..search.trace import Trace
    from ..search.working import working
    from .reasons import Report

    trace = Trace(verbose)
    with deadline(timeout) as end:
        problem = read(input_, from_)
        if isinstance(problem, CnfInput):
            raise UsageError("the clauses of a CNF do not say where they come from; give its source")
        run_options = Options(end, memory, check=not no_check)
        with working(solver, solvers, run_options, options.coding(encoding, encode), trace) as engine:
            report = Report(problem, engine, json_, color, quiet)
            result = (solve_unique if report.is_board() else solve)(problem, engine)
            if result.status == "UNSATISFIABLE":
                return report.reasons(limit if all_reasons else 1)
            return report.solutions(result)
