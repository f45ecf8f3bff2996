"""A projection: the variables on which solutions are counted or named, by patterns of names, or all that are not
hidden.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain
from math import prod
from typing import TYPE_CHECKING

from .. import decoder
from ..decoder import VariableMap
from ..decoder.finding import map_of_formula
from ..errors import AnswerWarning, UsageError, warn
from ..model.model import Answer, Model, hidden
from ..model.name_patterns import fitting

if TYPE_CHECKING:
    from ..solving.enumeration import Excluding
    from ..solving.problem import Problem

NUMBERS = r"([0-9]{1,10})(?:(?:-|\.\.)([0-9]{1,10}))?"  # variables of a CNF
NAME_STARTS = {"opb": "x", "wcnf": ""}  # of names, by the language
OURS = re.compile(r"(?:[*c] .*\n){0,2}[*c] csp2sat [0-9]")  # how an OPB or a WCNF begins that csp2sat wrote
AUXILIARY = (
    "{}: auxiliary variables are counted, too, as csp2sat wrote this formula and its file .map is not beside it; "
    "count the model or board that the formula was made of"
)
SUGARS = "{}: a map of Sugar's, which does not name its formula; taken for that of {}, by the name of the file"
OR_SHOWN = ", or write the CNF by csp2sat encode --show '*'"


class Projection:
    """The variables on which solutions are counted.

    patterns: names, arrays, patterns of names (`model.name_patterns`), or ranges of numbers in a CNF; None for all
    variables that are not hidden.  option: the option to blame in errors.  Raises UsageError if a pattern matches no
    name.
    """

    def __init__(self, model: Model, patterns: Collection[str] | None, option: str = "project"):
        names = dict.fromkeys((*model.ints, *model.bools))
        if patterns is None:
            self._names = {name for name in names if not hidden(name)}
            return
        self._names = set[str]()
        for pattern in chain.from_iterable(_numbers(each, names) for each in patterns):
            if not (found := fitting(pattern, names)):
                if pattern.isdecimal() and f"_{pattern}" in names:  # of a CNF
                    raise UsageError(f"no line `c p show` names the variable {pattern}", option)
                if re.fullmatch(NUMBERS, pattern) and not {"1", "_1"}.isdisjoint(names):
                    raise UsageError(f"no variables {pattern}: the CNF has the variables 1 to {len(names)}", option)
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

    def only(self, answer: Answer) -> Answer:
        """Return the answer with the values of the chosen variables alone."""
        ints = {name: value for name, value in answer.ints.items() if name in self}
        return Answer(ints, {name: value for name, value in answer.bools.items() if name in self})

    def values(self, answer: Answer) -> tuple[object, ...]:
        """Return the answer's values of the chosen variables."""
        ints = (value for name, value in answer.ints.items() if name in self)
        return (*ints, *(value for name, value in answer.bools.items() if name in self))


def _numbers(pattern: str, names: Collection[str]) -> Collection[str]:
    """Return the numbers of a range such as 2-9 or 2..9 if names are numbers up to its end, as in a CNF; else the
    pattern.
    """
    ends = re.fullmatch(NUMBERS, pattern)
    if ends is None or not ends[2] or pattern in names or not {ends[2], f"_{ends[2]}"}.intersection(names):
        return (pattern,)
    return [*map(str, range(int(ends[1]), int(ends[2]) + 1))] or (pattern,)


def excluding(problem: Problem, patterns: Collection[str] | None) -> Excluding | None:
    """Return the function that excludes the solutions with the values of an answer's variables that fit the patterns,
    None if there are no patterns.  Raise UsageError for a pattern that matches no name.
    """
    return None if patterns is None else Projection(problem.model, patterns).excludes


def variables_of_map(problem: Problem) -> list[str] | None:
    """Return the names of the variables of a formula that encode the variables of the input; None for all variables.

    The map is found beside the CNF, WCNF or OPB (`decoder.finding`).  Warn (AnswerWarning) of a map of Sugar's, which
    does not name its formula, of a formula of csp2sat without a map, and, if it is a CNF, without lines `c p show`.
    """
    formula, start = formula_of(problem)
    if not formula:
        return None
    if found := map_of_formula(formula, problem.digest):
        path, map_ = found
        if not map_.digest:
            warn(SUGARS.format(path, formula), AnswerWarning)
        names = {name for name in (*map_.ints, *map_.bools) if not hidden(name)}
        return [f"{start}{number}" for number in decoder.shown(map_, names)]
    if problem.auxiliary_in or OURS.match(source.text if (source := getattr(problem, "source", None)) else ""):
        warn(AUXILIARY.format(formula) + (OR_SHOWN if formula == problem.auxiliary_in else ""), AnswerWarning)
    return None


def formula_of(problem: Problem) -> tuple[str, str]:
    """Return the path of a problem's file, and the letters before the number in the names of the problem's variables,
    such as `x` of `x12`; an empty path if the file is no CNF, OPB or WCNF, or if a CNF says itself which variables are
    those of its input.
    """
    source, language = getattr(problem, "source", None), problem.model.about.get("language")
    if problem.is_cnf or source is None or language not in NAME_STARTS:
        return problem.unnamed_in, ""
    return source.path, NAME_STARTS[language]
