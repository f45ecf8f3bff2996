"""csp2sat check: judge an answer from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .reporting import reporting

if TYPE_CHECKING:
    from ..model.model import Model
    from ..search.judging import Completes

MOST = 20  # faults that are printed


@reporting
def check(
    input_: options.Input,
    answer: Annotated[
        str,
        typer.Argument(
            metavar="ANSWER",
            help="`a` lines, a `v` line, the JSON of `solve --json`, a drawn board, or a CNF's model; - is stdin.",
        ),
    ],
    from_: options.From = None,
    solver: options.Solver = None,
    solvers: options.Solvers = None,
    timeout: options.Timeout = None,
) -> int:
    """Judge an answer against its input: `right`, or what is wrong and where.

    Exit code 0 for a right answer, 1 for a wrong one.  No encoder and no solver has a part in that, except where the
    answer lacks the values of hidden variables (_NAME): then a solver is asked whether there are any.
    """
    from ..run.deadline import deadline

    with deadline(timeout) as end:
        faults = _faults(input_, answer, from_, lambda model: _has_solution(model, solver, solvers, end))
    for fault in faults[:MOST]:
        print(f"wrong: {fault}")
    if len(faults) > MOST:
        print(f"wrong: {len(faults) - MOST} more")
    print("" if faults else "right\n", end="")
    return 1 if faults else 0


def _faults(input_: str, answer: str, kind: str | None, completes: Completes) -> list[str]:
    """All that is wrong, of several solutions each with its number."""
    from .. import files
    from ..errors import UsageError
    from ..search import answers, judging
    from ..search.inputs import CnfInput, read
    from ..search.problem import CspProblem

    if input_ == answer == "-":
        raise UsageError("INPUT and ANSWER cannot both be stdin")
    problem, data = read(input_, kind), files.read_bytes(answer)
    if isinstance(problem, CnfInput):
        return judging.faults_of_model(problem, answers.model_of_cnf(data, answer))
    source = files.as_source(answer, data)
    if isinstance(problem, CspProblem):
        values = answers.values_in(source, problem.model)
        found = [judging.faults_of_values(problem, printed, completes) for printed in values]
    else:
        found = [problem.faults(solution) for solution in answers.solutions_in(source, problem)]
    if len(found) == 1:
        return found[0]
    return [f"solution {number}: {fault}" for number, faults in enumerate(found, start=1) for fault in faults]


def _has_solution(model: Model, solver: str | None, solvers: str | None, end: float | None) -> bool:
    """Raises LimitReached where that is not found out."""
    from ..errors import LimitReached
    from ..folders import work_folder
    from ..run.config import load
    from ..run.outcome import Options
    from ..search.engine import Engine
    from ..search.problem import CspProblem
    from ..search.solving import solve

    known = load(solvers)
    with work_folder() as folder:
        engine = Engine(known.find(solver) if solver else known.default(), Options(end), folder)
        result = solve(CspProblem(model, ""), engine)
    if result.status == "UNKNOWN":
        raise LimitReached(result.reason)
    return result.status == "SATISFIABLE"
