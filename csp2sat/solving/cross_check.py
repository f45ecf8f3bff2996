"""A second solver that judges what cannot be checked otherwise: that there is no model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..errors import SolverError
from ..runner.config.entry import Solver
from ..runner.process.outcome import Outcome, RunOptions
from ..runner.runner import run


def confirmed(first: Outcome, second: Solver, cnf: Path, num_vars: int, options: RunOptions) -> Outcome:
    """The first solver's outcome on a CNF, with what the second one says of it if it is `unsat`.

    Where the second reaches a limit or gives up, that is `unknown` with its reason.  Raises SolverError when the second
    finds a model, which is checked, and what `run` raises.  options: those of the first.
    """
    if first.status != "unsat":
        return first
    wishes = replace(options, proof=None, extra=(), seed=None, threads=None, check=True)
    judged = run(second, cnf, num_vars, cnf.absolute().parent, wishes)
    if judged.status == "sat":
        found = f"{second.name} found a model, which was checked"
        raise SolverError(f"{first.solver} gave a wrong answer: it says UNSATISFIABLE, but {found}")
    return first if judged.status == "unsat" else replace(first, status="unknown", core=[], reason=judged.reason)
