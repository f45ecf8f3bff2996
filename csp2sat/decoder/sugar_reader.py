"""Sugar's map file, read as a variable map: lines `int NAME CODE DOMAIN`, `bool NAME CODE`, `objective GOAL NAME`.

A variable with the values d0 < d1 < ... < dm has the SAT variables CODE, CODE + 1, ...: CODE + j is true if and only if
the variable is at most dj, which is our order encoding. Sugar's map names neither the CNF nor its number of variables.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from ..base.source import Source
from ..errors import InputError
from ..ints.spec import ORDERED
from . import map_file
from .map_file import VariableMap

RANGE = r"-?\d{1,4000}(?:\.\.-?\d{1,4000})?"
LINE = re.compile(
    rf"int (?P<int>\S+) (?P<first>\d{{1,18}}) (?P<domain>{RANGE}(?: {RANGE})*)"
    r"|bool (?P<bool>\S+) (?P<lit>-?\d{1,18})|objective (?P<goal>minimize|maximize) (?P<term>\S+)"
)
FORMS = "`int NAME CODE DOMAIN`, `bool NAME CODE` or `objective GOAL NAME`"


def is_sugars(source: Source) -> bool:
    """Whether a text begins as Sugar's map does."""
    return source.text.startswith(("int ", "bool ", "objective "))


def read(source: Source) -> VariableMap:
    """Read Sugar's map; the variables of the CNF are numbered up to the largest one that the map names. Raises
    InputError if a line has another form, the values of an integer do not ascend, or the objective is no integer of the
    map.
    """
    found = [_record(source, number, line) for number, line in enumerate(source.lines(), start=1) if line]
    records = [record for record in found if "goal" not in record]
    ints = {record["int"]: record for record in records if "int" in record}
    for goal in (record for record in found if "goal" in record):
        if goal["term"] not in ints:
            raise InputError(f"the objective {goal['term']} is no integer of the map", source.place(0))
        code = {key: value for key, value in ints[goal["term"]].items() if key != "int"}
        records.append({"objective": goal["goal"], **code})
    return map_file.of_records(max(map(_last, records), default=1), records)


def _record(source: Source, number: int, line: str) -> dict[str, Any]:
    """Return line `number` of Sugar's map as a record of our map; for the objective, its `goal` and `term`.

    Raises InputError if the line has none of FORMS, or the values of an integer do not ascend.
    """
    parts = LINE.fullmatch(line.rstrip())
    if parts is None:
        raise source.error_in_line(f"a line of Sugar's map is {FORMS}", number)
    if parts["int"]:
        ends = [list(map(int, part.split(".."))) for part in parts["domain"].split()]
        values = [[end[0], end[-1]] for end in ends]
        if any(lo > hi for lo, hi in values) or any(a[1] >= b[0] for a, b in pairwise(values)):
            raise source.error_in_line("expected the values of an integer in ascending order", number)
        return {"int": parts["int"], "values": values, "code": ORDERED, "first": max(1, int(parts["first"]))}
    if parts["bool"]:
        return {"bool": parts["bool"], "lit": int(parts["lit"])}
    return {"goal": parts["goal"], "term": parts["term"]}


def _last(record: dict[str, Any]) -> int:
    """Return the largest CNF variable of a record."""
    if "lit" in record:
        return abs(int(record["lit"]))
    size = sum(hi - lo + 1 for lo, hi in record["values"])
    return int(record["first"]) + size - 2 if size > 1 else 1
