"""The backbone: which variables have the same value in all solutions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing

from ..errors import LimitReached
from ..mapfile import VariableMap
from ..model.model import Answer
from .engine import Engine, Files
from .problem import Problem
from .questions import InSession, Questions

Value = int | bool


def backbone(problem: Problem, engine: Engine, names: Iterable[str]) -> dict[str, Value | None] | None:
    """The value that each variable has in all solutions, None where it varies; None instead of all of it if there is no
    solution.

    names: of variables of the exact model; where an integer and a Boolean variable have the same name, the integer
    is meant.  Raises LimitReached.

    After the first solution every other one has to differ from it in a variable that is still alike in all; each one
    that is found leaves fewer of them.  One incremental solver, one clause each time.
    """
    found = engine.exact(problem, "backbone")
    names = list(names)
    with closing(InSession(engine, found)) as models:
        answer = _next(problem, engine, found, models)
        if answer is None:
            return None
        alike = {name: _value(answer, name) for name in names}
        while alike and answer is not None:
            models.add([lit for name, value in alike.items() for lit in _differs(found.map, name, value)])
            answer = _next(problem, engine, found, models)
            if answer is not None:
                alike = {name: value for name, value in alike.items() if _value(answer, name) == value}
    return {name: alike.get(name) for name in names}


def _next(problem: Problem, engine: Engine, found: Files, models: Questions) -> Answer | None:
    """Another solution, judged, as values of all variables."""
    outcome = models.ask()
    if outcome.status == "unknown":
        raise LimitReached(outcome.reason)
    if outcome.status == "unsat":
        return None
    answer = found.map.decode(outcome.literals)
    engine.judged(problem, problem.solution(answer))
    return answer


def _value(answer: Answer, name: str) -> Value:
    return answer.ints[name] if name in answer.ints else answer.bools[name]


def _differs(map_: VariableMap, name: str, value: Value) -> list[int]:
    """The literals of which one is true where the variable has another value."""
    if name in map_.ints:
        return map_.ints[name].differs(value)
    return [-map_.bools[name] if value else map_.bools[name]]
