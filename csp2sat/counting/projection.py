"""A projection: the variables on which solutions are counted or named, by patterns of names, or all that are not
hidden.
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import TYPE_CHECKING

from ..decoder import VariableMap
from ..errors import UsageError
from ..model.model import Answer, Model, hidden
from ..model.name_patterns import fitting

if TYPE_CHECKING:
    from ..solving.enumeration import Excluding
    from ..solving.problem import Problem


class Projection:
    """The variables on which solutions are counted.

    patterns: names, arrays, or patterns of names (`model.name_patterns`); None for all variables that are
    not hidden.  option: the option to blame in errors.  Raises UsageError if a pattern matches no name.
    """

    def __init__(self, model: Model, patterns: Collection[str] | None, option: str = "project"):
        names = dict.fromkeys((*model.ints, *model.bools))
        if patterns is None:
            self._names = {name for name in names if not hidden(name)}
            return
        self._names = set[str]()
        for pattern in patterns:
            if not (found := fitting(pattern, names)):
                raise UsageError(f"no variable has the name {pattern} or fits it as a pattern; '*' fits all", option)
            self._names.update(found)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def free(self, model: Model) -> int:
        """Return the number of assignments of the chosen variables in a model, ignoring its constraints."""
        sizes = [domain.size() for name, domain in model.ints.items() if name in self]
        return prod(sizes) << sum(name in self for name in model.bools)

    def excludes(self, map_: VariableMap, answer: Answer) -> list[int]:
        """Return a clause that excludes the answer's values of the chosen variables."""
        clause = [-lit if answer.bools[name] else lit for name, lit in map_.bools.items() if name in self]
        for name, code in map_.ints.items():
            clause += code.differs(answer.ints[name]) if name in self else []
        return clause

    def values(self, answer: Answer) -> tuple[object, ...]:
        """Return the answer's values of the chosen variables."""
        ints = (value for name, value in answer.ints.items() if name in self)
        return (*ints, *(value for name, value in answer.bools.items() if name in self))


def excluding(problem: Problem, patterns: Collection[str] | None) -> Excluding | None:
    """Return the function that excludes the solutions with the values of an answer's variables that fit the patterns,
    None if there are no patterns.  Raise UsageError for a pattern that matches no name.
    """
    return None if patterns is None else Projection(problem.model, patterns).excludes
