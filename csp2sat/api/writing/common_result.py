"""The common part of results of questions in Python: status, statistics, and JSON with the keys of `solve --json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...base.numbers import dumps
from ...escaping import for_json
from ...solving.first_solution import Conclusion

SCHEMA = 1  # as `VERSION` of the commands


@dataclass(frozen=True)
class AnswerStatistics:
    """Statistics of an answer.

    solver: the name of the solver that answered, or `NAME (METHOD)` if a method of csp2sat found the solution instead,
    such as a linear search.  variables, clauses: of the CNF (None: there was no CNF).  seconds:
    wall time of each phase, such as `encode` and `solve`.  contradiction: the place of a constraint that cannot hold,
    if encoding alone showed that no (other) solution exists, so that no solver was asked; else ''.  counts: what the
    solver counted in all its runs, such as `conflicts`, if it prints that.
    """

    solver: str = ""
    variables: int | None = None
    clauses: int | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    contradiction: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CommonResult:
    """A result of a question, which is true if there is a solution.

    status: SATISFIABLE, UNSATISFIABLE, OPTIMUM FOUND or UNKNOWN.  unique: whether the solution is the only one; None if
    undecided or not part of the question.  reason: why part of the answer is unknown (`time`, `memory`, ...); '' if
    none is.
    """

    status: Conclusion
    unique: bool | None = None
    reason: str = ""
    statistics: AnswerStatistics = field(default_factory=AnswerStatistics, compare=False)

    def __bool__(self) -> bool:
        return self.status in ("SATISFIABLE", "OPTIMUM FOUND")

    @property
    def json(self) -> str:
        """The result as one JSON object on one line, with the keys of `solve --json`; see `csp2sat help json`."""
        return json_text(self)


def json_text(result: Any) -> str:
    """Return a ModelResult or BoardResult as one JSON object on one line.

    The keys are those of `solve --json`, without the encoding, the version of the solver and the command line, which a
    result does not know.
    """
    fields = {"schema": SCHEMA, "status": result.status, **_of_objective(result), **_of_solution(result.solution)}
    if violated := getattr(result, "violated", None):
        parts = zip(violated, violated.names, violated.weights, strict=True)
        fields["violated"] = [{"name": name, "constraint": str(each), "weight": cost} for each, name, cost in parts]
    fields |= {} if result.unique is None else {"unique": result.unique}
    fields |= {} if result.second is None else {"second": _of_solution(result.second)}
    fields |= {"reason": result.reason} if result.reason else {}
    return for_json(dumps(fields | _of_run(result), ensure_ascii=False))


def _of_objective(result: Any) -> dict[str, Any]:
    """Return the fields `objective`, the value of the best solution found, and `bound`, the least and greatest value
    that the best one can have; a field that is not known is left out.
    """
    value, bound = getattr(result, "objective", None), getattr(result, "bound", None)
    open_bound = None if result.status == "OPTIMUM FOUND" else bound
    return ({} if value is None else {"objective": value}) | ({"bound": list(open_bound)} if open_bound else {})


def _of_solution(solution: Any) -> dict[str, Any]:
    """Return the values of a model's variables, or the neutral form of a board; {} for None."""
    if solution is None:
        return {}
    return {"ints": solution.ints, "bools": solution.bools} if hasattr(solution, "ints") else {"solution": solution}


def _of_run(result: Any) -> dict[str, Any]:
    """Return the fields about the run: the solver with its counts, the size of the CNF, seconds, the version."""
    from ... import __version__

    run = result.statistics
    solver = {"name": run.solver} | ({"statistics": dict(run.counts)} if run.counts else {})
    fields: dict[str, Any] = {"contradiction": run.contradiction} if run.contradiction else {}
    fields |= {"solver": solver}
    fields |= {} if run.variables is None else {"size": {"variables": run.variables, "clauses": run.clauses}}
    return fields | {"seconds": {name: round(each, 4) for name, each in run.seconds.items()}, "csp2sat": __version__}
