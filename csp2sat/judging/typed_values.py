"""Solutions as a person or another program writes them: `NAME = VALUE`, as MiniZinc prints values, or a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..base.json_source import strict_loads
from ..base.numbers import MOST_DIGITS, integer, shortened
from ..base.source import Source
from ..errors import InputError, Place
from ..languages.base.value_lines import Printed
from ..languages.spec import answers_of
from ..model.model import Model

EXPECTED = "expected `a NAME VALUE` lines, `NAME = VALUE;` lines, a table, a `v` line, JSON, or <instantiation>"
VALUE = rf"-?[0-9]{{1,{MOST_DIGITS - 1}}}|(?i:true|false)"
LIST = r"\[(?:[^\[\]=;:]|\[(?:[^\[\]=;:]|\[[^\[\]=;:]*\])*\])*\]"  # of lists of lists at most
SKIPPED = re.compile(r"(?:[\s,;]+|(?:[%#]|//|(?<![^\n])s (?=[A-Z])(?!UNSAT)).*)*")
COMMENT = re.compile(r"(?m)^c(?:[ \t]+(?![=:\s]).*)?$")
END = re.compile(r"(?:-{3,}|={3,})(?=\s|$)")
STATUS = re.compile(r"(?:s |=====)(UNSATISFIABLE|UNSAT)\b=*")
ITEM = re.compile(rf"([^\s=:,;]+)(?:[ \t]*(?:==?|:=?)\s*|[ \t]+)({VALUE}|{LIST})(?![^\s,;])")
ASSIGNED = re.compile(r"([^\s=:,;]+)[ \t]*(?:==?|:=?)[ \t]*([^\s,;]+)")  # of any value
O_ASSIGNED = re.compile(r"(?m)^[ \t]*o[ \t]*[=:]")  # the value of a variable o, so that `o 3` is the objective's
COST = re.compile(rf"(?<![^\n])o[ \t]+(-?[0-9]{{1,{MOST_DIGITS - 1}}})(?=[ \t]*(?:\r?\n|$))")
COSTS = ("o", "_objective", "objective")


def typed_solutions(source: Source, model: Model) -> Iterator[Printed]:
    """Yield the solutions in a text, which has `NAME = VALUE`, `NAME: VALUE` or `NAME VALUE` for each variable, and
    lines of dashes between solutions; or is a table with the names in its first line and a solution in each other line.

    The value of an array of variables may be a list.  Raises InputError, with a place in the text, if the text has
    neither form or has no values.
    """
    rows = [(number, line) for number, line in enumerate(source.lines(), start=1) if line.strip()]
    names = _cells(rows[0][1]) if len(rows) > 1 else []
    if len(names) > 1 and all(name in model.ints or name in model.bools for name in names):
        if len({*names}) < len(names):
            raise source.error_in_line("a name is there twice", rows[0][0])
        yield from (_of_row(source, names, number, line, model) for number, line in rows[1:])
        return
    values, at, status = dict[str, Any](), 0, ""
    costs, found = list[int](), list[tuple[dict[str, Any], list[int]]]()
    has_costs = not (model.ints.keys() | model.bools.keys()) & {"o"} or O_ASSIGNED.search(source.text) is not None
    is_name = "c" in model.ints or "c" in model.bools
    text = source.text if is_name else COMMENT.sub(lambda line: " " * len(line[0]), source.text)
    while (at := _skipped(text, at)) < len(text):
        if end := END.match(text, at) or STATUS.match(text, at):
            status = end[1] if end.re is STATUS else status
            found += [(values, costs)] if values else []
            values, costs = {}, []
            at = end.end()
        elif has_costs and (cost := COST.match(text, at)):
            costs.append(integer(cost[1]))
            at = cost.end()
        elif item := ITEM.match(text, at):
            name, value = item[1], _value(source, item)
            if values.setdefault(name, value) != value:
                raise source.error(f"{name} has two values", at)
            at = item.end()
        elif given := ASSIGNED.match(text, at):
            expected = "expected an integer, true, false, or a list of these"
            raise source.error(
                f"{shortened(given[2])} is no value of {shortened(given[1])}; {expected}", given.start(2)
            )
        else:
            raise source.error(f"no name with an integer, true, false or a list is here; {EXPECTED}", at)
    if not (found := [*found, (values, costs)] if values else found):
        raise InputError(f"no values found; {EXPECTED}", Place(source.path))
    for each, stated in found:
        printed = _printed(each, model)
        if stated:
            printed.objective, printed.bounds = stated[-1], stated[:-1]
        yield printed.refuse(status) if status else printed


def _skipped(text: str, at: int) -> int:
    """Return the place of the first character from `at` on that is no blank, comma, semicolon or part of a comment."""
    found = SKIPPED.match(text, at)
    return found.end() if found else at


def _value(source: Source, item: re.Match[str]) -> Any:
    """Return the value of an item.  Raises InputError for a list that has other elements than values and lists."""
    try:
        return strict_loads(f'{{"value": {item[2].lower()}}}')["value"]
    except ValueError:
        raise source.error("expected a list of integers or truth values, such as [1, 2, 3]", item.start(2)) from None


def _printed(values: Mapping[str, Any], model: Model) -> Printed:
    """Return the solution made of values by names, one of which may be the name of the objective."""
    costs = [name for name in COSTS if name in values and name not in (*model.ints, *model.bools)]
    printed = answers_of(model.about).stated({n: v for n, v in values.items() if n not in costs}, None, model)
    printed.objective = next((values[name] for name in costs if isinstance(values[name], int)), None)
    return printed


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a table, whose separator is the first tab, semicolon or comma in the line; none if
    a cell is too long.
    """
    separator = re.search(r"[\t;,]", line)
    with suppress(csv.Error):
        (cells,) = csv.reader([line], delimiter=separator[0] if separator else ",")
        return [cell.strip() for cell in cells]
    return []


def _of_row(source: Source, names: Sequence[str], number: int, line: str, model: Model) -> Printed:
    """Return the solution in a line of a table, with a number in the text.  Raises InputError unless the line has a
    value for each of the names.
    """
    cells = _cells(line)
    if len(cells) != len(names) or not all(re.fullmatch(VALUE, cell) for cell in cells):
        raise source.error_in_line(f"expected {len(names)} values, one for each name in the first line", number)
    values = [integer(cell) if cell.lower() not in ("true", "false") else cell.lower() == "true" for cell in cells]
    return _printed(dict(zip(names, values, strict=True)), model)
