"""The parts of a problem that have no place in a CNF: its objective, and the weights of soft constraints."""

from __future__ import annotations

from ..model.expr import Expr
from .problem import Problem

SHOWN = 60  # characters of an objective


def dropped(problem: Problem) -> str:
    """Return what the CNF of a problem leaves out, in words, such as `the objective (maximize x)`; '' if the CNF leaves
    out nothing.
    """
    if problem.relaxed is not None:
        return f"the cost of violated constraints ({len(problem.relaxed.soft)} with weights)"
    if problem.objective is None:
        return ""
    goal, term = problem.objective
    from ..languages.csp.writer import shown  # the whole of that language, which boards do not need

    return f"the objective ({goal} {shown(term, SHOWN) if isinstance(term, Expr) else term})"
