"""The number of solutions of a problem, and the values that all solutions share."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..counting import backbones, comparing, counting
from ..counting.backbones import Decided, NamedVariable
from ..counting.comparing import Compared
from ..counting.counting import Count
from ..counting.projection import Projection as Projection
from ..counting.projection import variables_of_map
from ..encoder.options import own_parts
from ..model.model import Objective, hidden
from ..solving.pipeline import Pipeline
from ..solving.problem import Problem, without_objective
from ..solving.problem_run import ProblemRun
from .door import best_only, is_refuted
from .settings import Settings


def count(
    problem: Problem,
    pipeline: Pipeline,
    names: Collection[str] | None,
    limit: int | None,
    best: Sequence[Objective] | None = None,
) -> Count:
    """Return the number of solutions of a problem.

    names: names and patterns of the variables on which solutions must differ; None: all variables that are not hidden,
    or, for a CNF of csp2sat, those of its map.  limit: the greatest number of solutions to search for; None: no limit.
    best: the objectives after the first one, if only the best solutions are counted; None: all are.  Raise UsageError
    for a problem with an objective, unless `best` is given, and then for one without.
    """
    if best is not None:
        within, found = best_only(ProblemRun(problem, pipeline), None, best)
        if within is None:
            return Count(0, found.status == "UNSATISFIABLE", found.reason)
        problem = within.problem
    names = variables_of_map(problem) if names is None else names
    counted = without_objective(problem, "count", soft=True)
    Projection(counted.model, names)  # refuses wrong names
    if is_refuted(ProblemRun(counted, pipeline)):
        return Count(0, True)
    return counting.count(counted, pipeline, names, limit, tries=not _is_of_formula(counted, pipeline))


def _is_of_formula(problem: Problem, pipeline: Pipeline) -> bool:
    """Whether the count is to be that of the formula: a solver or an encoding is named, or the model uses a constraint
    or an encoding of the user's.
    """
    named = pipeline.kept_solvers is None or pipeline.cross_check is not None or pipeline.options != Settings().coding()
    if named or problem.model.encodings:
        return True
    return bool(own_parts(problem.model, pipeline.options))


def compared(problem: Problem, pipeline: Pipeline) -> Iterator[Compared]:
    """Yield the comparison of a problem's formula with all assignments for each encoding, as `comparing.compared` does.

    Raise UsageError for a problem with an objective, or with too many assignments.
    """
    return comparing.compared(without_objective(problem, "--compare", soft=True).model, pipeline)


def backbone(run: ProblemRun, names: Collection[str] | None = None, printed: bool = False) -> Decided | None:
    """Return for each variable the value that all solutions share, None if it varies; None if there is no solution.

    names: of variables of the exact model; a name of both an integer and a Boolean variable means the integer; None:
    all variables that are not hidden.  printed: whether to add hidden ones that answers in the model's language are
    made of.  An objective is ignored.  Raise LimitReached if a limit ends the search, or if
    the problem has a doubt whether other solutions exist.
    """
    found = run.exact("backbone")
    integers, booleans = found.map.ints, found.map.bools
    variables: list[NamedVariable]
    if names is None:
        variables = [("int", name) for name in integers if not hidden(name)]
        variables += [("bool", name) for name in booleans if not hidden(name)]
        outputs = found.map.about.get("output", ()) if printed else ()
        cells = dict.fromkeys(cell for *_, cells in outputs for cell in cells if isinstance(cell, str) and hidden(cell))
        variables += [("int" if cell in integers else "bool", cell) for cell in cells]
    else:
        variables = [("int" if name in integers else "bool", name) for name in names]
    return backbones.decided(run, found, variables)


def values_by_name(shared: Decided | None) -> dict[str, int | bool | None] | None:
    """Return the values of a backbone by name, with None for a variable with several values; None if there is no
    solution.

    If an integer and a Boolean have one name, the value is that of the integer.
    """
    if shared is None:
        return None
    found: dict[str, int | bool | None] = {}
    for (_, name), value in shared.values.items():
        found.setdefault(name, value)  # of an integer and a Boolean with one name the integer, which comes first
    return found
