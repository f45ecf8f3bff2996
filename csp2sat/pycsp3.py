"""csp2sat as the solver of the PyCSP3 model that is being built: `from csp2sat.pycsp3 import solve, count, explain`.

The model is compiled to XCSP3 as PyCSP3 does it, read, and answered.  PyCSP3's own functions then have the answer:
`value`, `values`, `status`, `solution`, `bound`, `n_solutions`.  Needs PyCSP3, the extra `csp2sat[pycsp3]`; csp2sat
itself never imports this file.
"""

from __future__ import annotations

import importlib.util
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from .api import answers, functions, problems
from .api.questions import contradictions
from .api.results import ModelSolution
from .api.settings import whole
from .api.writing.answer_texts import answers_of
from .counting.counting import Count
from .errors import LimitReached, UsageError
from .languages.xcsp3_core.instantiations import used_names
from .model.model import Answer
from .settings import Keywords
from .solving.problem import Problem

if importlib.util.find_spec("pycsp3") is None:
    raise ModuleNotFoundError("PyCSP3 is not installed; to install: pip install pycsp3", name="pycsp3")

# PyCSP3 reads the command line when it is imported, and compiles when the program ends: so only questions import it,
# about a model that the program has built with it
__all__ = ["count", "explain", "solve"]
AUXILIARY = "aux_gb"  # how the names of variables begin that PyCSP3 adds
STATUSES = {"OPTIMUM FOUND": "OPTIMUM", "SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT", "UNKNOWN": "UNKNOWN"}
PLACE = re.compile(r"line (\d+), column \d+")


@dataclass
class PyCsp3Answer:
    """The answer that PyCSP3's functions `status`, `solution`, `bound`, `n_solutions` and `core` return in parts."""

    status: Any
    last_solution: Any = None
    n_solutions: int = 0
    bound: int | None = None
    core: None = None


def solve(*, sols: Any = None, **settings: Unpack[Keywords]) -> Any:
    """Solve the model that is being built, keep the values for PyCSP3's `value` and `values`, and return the status:
    pycsp3's SAT, UNSAT, OPTIMUM or UNKNOWN.

    sols: the greatest number of solutions to find, ALL for no limit; each adds to the history `x.values` of a variable
    x; None: one, or the best.  settings: those of `csp2sat.solve`, such as solver, timeout, encoding.  Raise UsageError
    for a model without variables, for other `sols`, and for `sols` with an
    objective.
    """
    import pycsp3

    problem = _problem(_instance())
    several = sols is not None and sols != 1
    if several and problem.objective is not None:
        raise UsageError("sols is for a model without an objective")
    if several:
        whole("sols", limit := None if sols == pycsp3.ALL else sols, 1)
        found: list[Any] = list(answers.solutions(problem, limit, **settings))
        status, bound = "SATISFIABLE" if found else "UNSATISFIABLE", None
    else:
        result: Any = answers.solve(problem, **settings)
        found = [] if result.solution is None else [result.solution]
        status, bound = result.status, result.objective
    solution = _keep(found, problem, status)
    known = getattr(pycsp3, STATUSES[status])
    pycsp3._solver = PyCsp3Answer(known, solution, len(found), bound)
    return known


def count(**settings: Unpack[Keywords]) -> Count:
    """Return the number of solutions of the model that is being built, as `csp2sat.count` does; variables that PyCSP3
    adds do not count.

    Raise UsageError for a model without variables or with an objective.
    """
    problem = _problem(_instance())
    names = [name for name in problem.model.ints if not name.startswith(AUXILIARY)]
    added = len(names) < len(problem.model.ints)
    return functions.count(problem, project=names if added else None, **settings)


def explain(*, limit: int | None = 1, **settings: Unpack[Keywords]) -> list[list[str]]:
    """Return reasons why the model that is being built has no solution: for each reason, the XCSP3 texts of constraints
    that contradict each other; [] if there is a solution.

    limit: the greatest number of reasons, None for all.  Raise LimitReached if a limit of the settings ends the search
    before there is a reason, and UsageError for a model without variables.
    """
    text = _instance()
    problem = _problem(text)
    for at, each in enumerate(problem.model.constraints):
        problem.model.constraints[at] = each._replace(origin=each.origin and each.origin._replace(name=""))
    found: Any = contradictions.explain(problem, limit=limit, **settings)
    if found.limit and not found.reasons:
        raise LimitReached(found.limit)
    lines = text.splitlines()
    return [[_constraint(lines, name) for name in reason.names] for reason in found.reasons]


def _instance() -> str:
    """Return the XCSP3 text of the model that is being built.  Raise UsageError for a model without variables."""
    import pycsp3
    from pycsp3.classes.entities import VarEntities

    if not VarEntities.items:
        raise UsageError("the PyCSP3 model has no variables")
    with tempfile.TemporaryDirectory(prefix="csp2sat-") as folder:
        compiled = pycsp3.compile(str(Path(folder, "model.xml")), verbose=-1)
        if compiled is None:
            raise UsageError("PyCSP3 cannot compile the model")
        return Path(compiled[0]).read_text()


def _problem(text: str) -> Problem:
    """Return the problem of an instance, without the cells that PyCSP3's arrays do not have: an array whose other cells
    have one domain is written as if all of its cells were there.
    """
    from pycsp3.classes.main.variables import Variable

    problem = problems.loads(text, "xcsp3")
    ints, kept = problem.model.ints, used_names(problem.model) | Variable.name2obj.keys()
    for name in [name for name in ints if name not in kept]:
        del ints[name]
    return problem


def _keep(found: Iterable[ModelSolution], problem: Problem, status: str) -> Any:
    """Set the values of PyCSP3's variables and arrays, with the history of all solutions, and return the last solution
    in PyCSP3's form, None if there is none.  status: of the answer.
    """
    from lxml import etree
    from pycsp3.classes.main.variables import Variable
    from pycsp3.solvers.solver import Instantiation

    variables = {name: each for name, each in Variable.name2obj.items() if name in problem.model.ints}
    for each in variables.values():
        each.value, each.values = None, []
    solution: ModelSolution | None = None
    for solution in found:
        for name, each in variables.items():
            each.value = solution.ints[name]
            each.values.append(each.value)
    for array in Variable.arrays:
        _set_values(array)
    if solution is None:
        return None
    lines = answers_of(problem.model.about)
    line = lines.line(problem.model, Answer(solution.ints, {}))
    root = etree.fromstring(lines.status(status, line).partition("\nv ")[2])
    text = etree.tostring(root, pretty_print=True).decode().strip()
    return Instantiation(root, list(variables.values()), [each.value for each in variables.values()], text)


def _set_values(item: Any) -> Any:
    """Return the value of a variable, or the values of a (nested) array, which become its attribute `values`."""
    from pycsp3.classes.main.variables import Variable

    if item is None or isinstance(item, Variable):
        return None if item is None else item.value
    item.values = [_set_values(each) for each in item]
    return item.values


def _constraint(lines: list[str], name: str) -> str:
    """Return the text of the constraint at the place `line N, column M`; of arguments of a group, the template, too."""
    place = PLACE.fullmatch(name)
    if place is None:
        return name
    at = int(place[1]) - 1
    text = lines[at].strip()
    if not text.startswith("<args>"):
        start = re.match(r"<(\w+)", text)
        end = next((i for i in range(at, len(lines)) if start and f"</{start[1]}>" in lines[i]), at)
        return " ".join(line.strip() for line in lines[at : end + 1])
    group = max(i for i in range(at) if lines[i].strip().startswith("<group"))
    template = [line.strip() for line in lines[group + 1 : at] if not line.strip().startswith("<args>")]
    return " ".join([*template, text])
