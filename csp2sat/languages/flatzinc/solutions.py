"""Readers of solutions as `csp2sat-fzn` prints them, or as MiniZinc does with `--output-mode dzn` or `json`, for
checking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...base.json_source import json_in
from ...base.numbers import MOST_DIGITS, dumps, integer
from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Model
from ..base.value_lines import Printed
from .answers import COMPLETE, SEPARATOR, STATUSES, is_integer, take
from .names import ID
from .output_spec import spec_of
from .own_solutions import of_text, of_values
from .own_values import json_elements

OWN = rf"(?:{ID}|'[^'\n]+')"  # a name of the model, which may be in quotes
ITEM = re.compile(rf"(?:^|(?<=;))[ \t]*({OWN})\s*=\s*([^;]*);", re.MULTILINE)
UNENDED = re.compile(  # `NAME = VALUE` on a line of its own, but for a list, which may have several lines
    rf"(?m)^([ \t]*{OWN}[ \t]*=(?!=)"
    r"(?:[ \t]*(?:[-+\w.]+(?:\([^=;\n]*\))?|<>|\{[^{};=\n]*\})"
    r"|\s*(?:array\dd\([^;=\[\]]*)?\[[^;=]*?\]\)?))[ \t]*(?=%|$)"
)
BEGUN = re.compile(  # a list that has no end before that of the text, or before the next `;` or `=`
    rf"(?m)^[ \t]*({OWN})\s*=(?!=)\s*(?:array\dd\([^;=\[\]]*)?\[(?:'[^'\n]*'|[^];='])*(?:[;=]|\Z)"
)
WORD = re.compile(r"(?:\w+\s*:\s*)?(-?\w+)")  # MiniZinc may write an index before an element
OBJECTIVE = re.compile(rf"^(?:% objective |_objective *= *)(-?[0-9]{{1,{MOST_DIGITS - 1}}});?[ \t\r]*$", re.MULTILINE)
BETWEEN = re.compile(r"\s*(?:%.*|=====.*)")  # lines that are no part of a solution
VERDICT = re.compile(rf"(?<={SEPARATOR})(?:(?:not )?unique|not decided whether .*)\n")  # of `solve --unique`
LAST_VERDICT = re.compile(rf"{VERDICT.pattern}(?=\s*\Z)")  # where the `output` item may print such a line before
ValueTexts = Mapping[str, list[str]]  # by name; of an array its elements, row after row


def read_solutions(source: Source, model: Model) -> Iterator[Printed]:
    """Yield the printed solutions, each of which is ended by a line `----------`; in a text without such lines, such as
    a typed one, all of it is one solution, and `;` may be missing at the ends of lines.

    Names that are no outputs, such as constants and sets, are skipped. Each solution has a fault if the text also has
    the status of an unsatisfiable problem. Raises InputError if there is no solution, if a list or the last solution is
    cut short, or if a solution in JSON is no JSON.
    """
    source = source._replace(text=source.text.replace("\r\n", "\n"))
    has_item = bool(model.about.get("ozn")) and bool(spec_of(model.about["ozn"]).texts)
    text = UNENDED.sub(r"\1;", source.text).removesuffix(COMPLETE)
    text = (LAST_VERDICT if has_item else VERDICT).sub("", text)
    *solutions, rest = (each.removeprefix(COMPLETE) for each in text.split(SEPARATOR))
    status = next((name for name, line in STATUSES.items() if line in text), "")
    if not solutions and status:
        raise InputError(f"the answer has no solution to check: its status is {status}", Place(source.path))
    if (begun := BEGUN.search(source.text)) and not (has_item and ITEM.search(text)):
        number = source.text.count("\n", 0, begun.start(1)) + 1
        raise source.error_in_line(f"`{begun[1]}` is not complete; expected `]` at the end of the list", number)
    if not solutions and not (ITEM.search(text) or text.lstrip().startswith("{")):
        message = "the answer has no solution; expected `NAME = VALUE;` lines or JSON"
        raise InputError(message, Place(source.path))
    solutions, rest = (solutions, rest) if solutions else ([rest], "")
    if any(line.strip() and not BETWEEN.fullmatch(line) for line in rest.split("\n")):
        raise InputError("a solution is cut short: there is no line `----------` after it", Place(source.path))
    for each in solutions:
        printed = _printed(each, source, model)
        yield printed.refuse(status) if status == "UNSATISFIABLE" else printed


def _values(text: str, faults: list[str]) -> ValueTexts:
    found: dict[str, list[str]] = {}
    for name, value in ITEM.findall(text):
        if found.setdefault(name, words := _words(value)) != words:
            faults.append(f"{name} has two values: {' '.join(found[name])} and {' '.join(words)}")
    return found


def _words(value: str) -> list[str]:
    """Return the elements of a printed value, as words: three for `array2d(0..1, 1..3, [1, 2, 3])`, and three for `[|
    0: 1, 2, 3 |]`.
    """
    inner = value[value.index("[") :] if "[" in value else value
    return WORD.findall(inner)


def _printed(text: str, source: Source, model: Model) -> Printed:
    """Return a solution from its own text alone; source: the text of all solutions, for messages."""
    if text.lstrip().startswith("{"):
        begin = max(0, source.text.find(text))
        return stated_in_json(json_in(source, begin, begin + len(text)), None, model)
    if model.about.get("ozn"):
        printed = of_text(text, model, Place(source.path), is_typed=SEPARATOR not in source.text)
    else:
        printed = Printed(is_partial=True)
        _take_outputs(_values(text, printed.faults), printed, model)
    return _with_objective(printed, (OBJECTIVE.findall(text) or [""])[-1])


def stated_in_json(own: Mapping[str, Any] | None, flat: Printed | None, model: Model) -> Printed:
    """Return the solution that values in JSON state.

    own: values by the names of variables and arrays.  flat: values by the names of elements.  None: not stated.
    """
    values = own or {}
    if model.about.get("ozn"):
        printed = of_values(own, flat, model)
    else:
        printed = Printed(is_partial=True) if flat is None else flat
        texts = {name: list(map(dumps, json_elements(value))) for name, value in values.items()}
        _take_outputs(texts if own is not None else None, printed, model)
    return _with_objective(printed, dumps(values.get("_objective", "")))


def _with_objective(printed: Printed, stated: str) -> Printed:
    printed.objective = integer(stated) if is_integer(stated) else None
    return printed


def _take_outputs(values: ValueTexts | None, printed: Printed, model: Model) -> None:
    """Add the values of a model's outputs to a solution; if there are outputs, but no output has a value, add a fault.

    values: by the names of outputs; None: the text states no values, and nothing is added.  printed: the solution,
    which is changed.
    """
    names = [name for name, *_ in model.about["output"]]
    if values is not None and names and not any(name in values for name in names):
        printed.faults.append(f"the solution has no value of {', '.join(names[:3])}{', ...' if len(names) > 3 else ''}")
    printed.open = [name for name in names if values is not None and name not in values]
    for name, _, _, cells in model.about["output"]:
        if values is not None and name in values:
            take(printed, name, cells, values[name], model)
