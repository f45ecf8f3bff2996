"""Answers to XCSP3 instances, of any solver, as they are read to be judged: the lines of the competition, or
`<instantiation>` elements alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from ...base.numbers import integer
from ...base.source import Source
from ...errors import InputError, Place
from ...model.expr import Expr, postorder
from ...model.model import Model
from ..base.value_lines import OBJECTIVE, Printed, value_of

START, END = "<instantiation", "</instantiation>"
LINE = re.compile(r"[cdosv](?:\s|$)")
SOLVED = ("SATISFIABLE", "OPTIMUM FOUND")
PARTS = re.compile(
    r"<instantiation\b(?P<attributes>[^<>]*)>\s*<list\b[^<>]*>(?P<list>[^<>]*)</list>"
    r"\s*<values\b[^<>]*>(?P<values>[^<>]*)</values>\s*</instantiation>"
)
COST = re.compile(r"\bcost\s*=\s*[\"']\s*([^\"']*?)\s*[\"']")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
REPEATED = re.compile(r"(\*|[+-]?\d+)(?:x(\d{1,9}))?", re.ASCII)
CELLS = re.compile(r"(\w+)((?:\[[^\[\]]*\])+)", re.ASCII)
BRACKETS = re.compile(r"\[\s*(?:(\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?)?\s*\]", re.ASCII)
MOST_VALUES = 10_000_000
EXPECTED = f"expected lines `s` and `v <instantiation>`, or {START}> alone"


class InstantiationText(NamedTuple):
    """The text of an instantiation, the line at which it begins, and the values of the `o` lines before it."""

    text: str
    line: int
    bounds: list[int]


class AnswerText:
    """An answer in parts: its instantiations, the statuses of its `s` lines, and the values of its `o` lines."""

    def __init__(self, source: Source):
        self.found: list[InstantiationText] = []
        self.statuses: list[str] = []
        self.bounds: list[int] = []
        self._text, self._begun = "", 0
        has_lines = any(map(LINE.match, source.lines()))
        for number, line in enumerate(source.lines(), start=1):
            self._take(line, number, has_lines)
        if self._begun:
            raise InputError(f"the instantiation is cut short; expected {END}", Place(source.path, self._begun))

    def _take(self, line: str, number: int, has_lines: bool) -> None:
        """Take the line with this number. has_lines: whether an instantiation stands in lines that begin with `v`."""
        if has_lines and not LINE.match(line):
            return
        if has_lines and line[0] != "v":
            if line[0] == "s":
                self.statuses.append(line[1:].strip())
            elif bound := OBJECTIVE.fullmatch(line):
                self.bounds.append(integer(bound[1]))
            return
        content = line[1:] if has_lines else line
        if content.lstrip().startswith(START):
            self._text, self._begun = "", number  # what begins again counts alone
        if self._begun:
            self._text += content + " "
        if self._begun and content.rstrip().endswith(END):
            self.found.append(InstantiationText(self._text, self._begun, list(self.bounds)))
            self._begun = 0


def read_instantiations(source: Source, model: Model) -> Iterator[Printed]:
    """Yield the solutions of an answer to an instance, of which only the last counts if there is an objective.

    An unused variable without a value gets one. Raises InputError for an answer without a solution, and for an
    instantiation that is no element with a list and values.
    """
    answer = AnswerText(source)
    status = answer.statuses[-1] if answer.statuses else ""
    if not answer.found:
        if status and status not in SOLVED:
            raise InputError(f"s {status}: the answer has no solution to check", Place(source.path))
        raise InputError(f"there is no <instantiation> in this file; {EXPECTED}", Place(source.path))
    used: set[str] | None = None
    for each in answer.found if model.objective is None else answer.found[-1:]:
        printed = _printed(each, source, model, answer)
        printed.faults += _faults(answer, status, model)
        missing = model.ints.keys() - printed.ints.keys()
        if missing:
            used = used_names(model) if used is None else used
            printed.ints.update({name: model.ints[name].lo for name in missing - used})
        yield printed


def _faults(answer: AnswerText, status: str, model: Model) -> list[str]:
    """Return the faults of the lines `s`: several of them, or a status that excludes the solution."""
    faults = []
    if len(answer.statuses) > 1:
        faults.append(f"{len(answer.statuses)} lines `s`; expected one")
    if status and status not in SOLVED:
        faults.append(f"there is a solution, but the status is {status}")
    if status == "OPTIMUM FOUND" and model.objective is None:
        faults.append("the status OPTIMUM FOUND, and the instance has no objective")
    return faults


def _printed(each: InstantiationText, source: Source, model: Model, answer: AnswerText) -> Printed:
    """Return the values and the cost that an instantiation states, with the faults that it has by itself."""
    place = Place(source.path, each.line)
    parts = PARTS.fullmatch(COMMENT.sub(" ", each.text).strip())
    if parts is None:
        raise InputError(f"expected {START}> with one <list> and one <values> in it", place)
    names = _names(parts["list"], model.about.get("arrays", {}))
    values = _values(parts["values"], place)
    printed = Printed(bounds=answer.bounds[:-1])
    if len(names) != len(values):
        printed.faults.append(f"the list has {len(names)} variables, and there are {len(values)} values")
        return printed
    arrays = model.about.get("arrays", {})
    for name, value in zip(names, values, strict=True):
        if value is not None and name not in model.ints and name.partition("[")[0] in arrays:
            printed.faults.append(f"{name} has a value, and there is no such cell; expected *")
        elif value is not None:
            printed.add(name, value)
    printed.objective = answer.bounds[-1] if answer.bounds else None
    if cost := COST.search(parts["attributes"]):
        stated = value_of(cost[1])
        if stated is None or isinstance(stated, bool):
            raise InputError(f"the cost {cost[1]} is no integer", place)
        if printed.objective not in (None, stated) and model.objective is not None:
            printed.faults.append(f"the cost is {stated}, and the last line `o` says {printed.objective}")
        printed.objective = stated
    return printed


def _names(text: str, arrays: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the variables of a list, those of compact forms one by one, cells that do not exist among them.

    arrays: the sizes of each array, by its name.
    """
    found = []
    for word in text.split():
        match = CELLS.fullmatch(word)
        ranges = _ranges(match[2], arrays[match[1]]) if match and match[1] in arrays else None
        if match is None or ranges is None:
            found.append(word)
        else:
            found += [match[1] + "".join([f"[{index}]" for index in indices]) for indices in product(*ranges)]
    return found


def _ranges(brackets: str, sizes: Sequence[int]) -> list[range] | None:
    """Return the indices that each pair of brackets names, or None if the brackets are not those of such an array."""
    inner = list(BRACKETS.finditer(brackets))
    if "".join([each[0] for each in inner]) != brackets or len(inner) != len(sizes):
        return None
    whole = [each[1] is None for each in inner]
    firsts = [0 if all_ else int(each[1]) for each, all_ in zip(inner, whole, strict=True)]
    lasts = [
        size - 1 if all_ else int(each[2] or each[1]) for each, all_, size in zip(inner, whole, sizes, strict=True)
    ]
    is_inside = all(last < size for last, size in zip(lasts, sizes, strict=True))
    return [range(first, last + 1) for first, last in zip(firsts, lasts, strict=True)] if is_inside else None


def _values(text: str, place: Place) -> list[int | None]:
    """Return the values, None for each `*`; `3x4` is 3 four times. Raises InputError for any other word."""
    found: list[int | None] = []
    for word in text.split():
        match = REPEATED.fullmatch(word)
        number = None if match is None or match[1] == "*" else value_of(match[1].removeprefix("+"))
        if match is None or (number is None and match[1] != "*"):
            raise InputError(f"the value {word[:60]} is no integer, `*`, or such as 3x4", place)
        times = int(match[2] or 1)
        if len(found) + times > MOST_VALUES:
            raise InputError(f"more than {MOST_VALUES} values", place)
        found += [number] * times
    return found


def used_names(model: Model) -> set[str]:
    """Return the names of the variables that a constraint or the objective has."""
    term = model.objective.term if model.objective else 0
    formulas = [each.formula for each in model.constraints] + ([term] if isinstance(term, Expr) else [])
    return {each.args[0] for formula in set(formulas) for each in postorder(formula) if each.op == "int"}
