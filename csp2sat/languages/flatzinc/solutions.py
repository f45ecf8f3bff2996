"""Readers of solutions as `csp2sat-fzn` prints them, or as MiniZinc does with `--output-mode dzn` or `json`, for
checking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...base.numbers import MOST_DIGITS, dumps, integer, strict_loads
from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Model
from ..base.value_lines import Printed, shown
from .answers import COMPLETE, SEPARATOR, STATUSES, cells_of
from .instance import OutputCell
from .output_spec import OutputSpec, spec_of
from .own_values import as_data, constant, elements, json_data, json_elements, named_values, printed_values, slots_of

NO_VARIABLES = ("_objective", "_output", "_checker")  # names in MiniZinc's output
ITEM = re.compile(r"(?:^|(?<=;))[ \t]*([A-Za-z_]\w*)\s*=\s*([^;]*);", re.MULTILINE)
WORD = re.compile(r"(?:\w+\s*:\s*)?(-?\w+)")  # MiniZinc may write an index before an element
OBJECTIVE = re.compile(rf"^% objective (-?[0-9]{{1,{MOST_DIGITS - 1}}})$", re.MULTILINE)
BETWEEN = re.compile(r"\s*(?:%.*|=====.*)")  # lines that are no part of a solution
ValueTexts = Mapping[str, list[str]]  # by name; of an array its elements, row after row


def read_solutions(source: Source, model: Model) -> Iterator[Printed]:
    """Yield the printed solutions, each of which is ended by a line `----------`; in a text without such lines, such as
    a typed one, all of it is one solution.

    Names that are no outputs, such as constants and sets, are skipped. Each solution has a fault if the text also has
    the status of an unsatisfiable problem. Raises InputError if there is no solution, if the last one is cut short, or
    if a solution in JSON is no JSON.
    """
    text = source.text.replace("\r\n", "\n").removesuffix(COMPLETE)
    *solutions, rest = text.split(SEPARATOR)
    status = next((name for name, line in STATUSES.items() if line in text), "")
    if not solutions and status:
        raise InputError(f"the answer has no solution to check: its status is {status}", Place(source.path))
    if not solutions and not (ITEM.search(text) or text.lstrip().startswith("{")):
        message = "the answer has no solution; expected `NAME = VALUE;` lines or JSON"
        raise InputError(message, Place(source.path))
    solutions, rest = (solutions, rest) if solutions else ([rest], "")
    if any(line.strip() and not BETWEEN.fullmatch(line) for line in rest.split("\n")):
        raise InputError("a solution is cut short: there is no line `----------` after it", Place(source.path))
    for each in solutions:
        printed = _printed(each, source, model)
        yield printed.refuse(status) if status == "UNSATISFIABLE" else printed


def _values(text: str, source: Source, faults: list[str]) -> ValueTexts:
    if text.lstrip().startswith("{"):
        return _of_json(text, source)
    found: dict[str, list[str]] = {}
    for name, value in ITEM.findall(text):
        if found.setdefault(name, words := _words(value)) != words:
            faults.append(f"{name} has two values: {' '.join(found[name])} and {' '.join(words)}")
    objectives = OBJECTIVE.findall(text)
    return {**found, "_objective": objectives[-1:]} if objectives else found


def _words(value: str) -> list[str]:
    """Return the elements of a printed value, as words: three for `array2d(0..1, 1..3, [1, 2, 3])`, and three for `[|
    0: 1, 2, 3 |]`.
    """
    inner = value[value.index("[") :] if "[" in value else value
    return WORD.findall(inner)


def _object(text: str, source: Source) -> dict[str, Any]:
    try:
        found: dict[str, Any] = strict_loads(text)
    except ValueError as error:
        raise InputError(f"a solution in JSON: {error}", Place(source.path)) from None
    return found


def _of_json(text: str, source: Source) -> ValueTexts:
    found = _object(text, source)
    return {name: list(map(dumps, json_elements(value))) for name, value in found.items()}


def _own(text: str, source: Source, model: Model) -> Printed:
    """Return a solution of a MiniZinc model, whose values are printed as the model's own: sets, names of values of
    enumerations, optional values.

    text: the text of this solution alone.  source: the text of all solutions, for messages.
    """
    printed, spec = Printed(is_partial=True), spec_of(model.about["ozn"])
    is_json = text.lstrip().startswith("{")
    texts = _object(text, source) if is_json else _assigned(text, spec, printed)
    slots, cells = slots_of(spec, model.about["output"]), cells_of(model)
    known = [*spec.names, *spec.further]
    printed.faults += [f"{name} is no variable of the model" for name in texts if name not in (*known, *NO_VARIABLES)]
    for name in (each for each in known if each in texts):
        found = json_elements(texts[name]) if is_json else elements(texts[name])
        if name in slots and len(found) != len(slots[name]):
            printed.faults.append(f"{name} has {len(found)} values; expected {len(slots[name])}")
            continue
        is_computed = name not in slots
        for word, called, value in () if is_computed else named_values(spec, slots[name], found):
            cell = cells.get(word, constant(word))
            cell = _variable(called, model) if cell is None else cell
            is_computed = is_computed or cell == ""
            if isinstance(value, str):
                printed.faults.append(f"{called} cannot be {value}: there is no such value")
            elif cell != "":
                _take(printed, called, [cell], [dumps(value)], model)
        if is_computed:
            outputs = model.about["output"]
            printed.computed[name] = json_data(texts[name]) if is_json else as_data(spec, name, texts[name], outputs)
    stated = [str(texts["_objective"])] if "_objective" in texts else OBJECTIVE.findall(text)[-1:]
    printed.objective = integer(stated[0]) if stated and _is_integer(stated[0]) else None
    return printed


def _assigned(text: str, spec: OutputSpec, printed: Printed) -> dict[str, str]:
    """Return the values that a text assigns, with faults in `printed` for texts that are no assignments; one fault
    alone, with advice, if no variable of the model has a value.
    """
    faults: list[str] = []
    texts = printed_values(text, faults)
    if spec.names and not texts.keys() & {*spec.names, *spec.further}:
        expected = (
            "expected `NAME = VALUE;` lines; of an `output` item of your own judge the JSON: csp2sat solve --json"
        )
        faults = [f"the solution has no value of {', '.join(spec.names[:3])}; {expected}"]
    printed.faults += faults
    return texts


def _variable(called: str, model: Model) -> str:
    """Return the variable of this name, hidden or not; '' if the model has none."""
    known = (name for name in (called, f"_{called}") if name in model.ints or name in model.bools)
    return next(known, "")


def _printed(text: str, source: Source, model: Model) -> Printed:
    if model.about.get("ozn"):
        return _own(text, source, model)
    printed = Printed(is_partial=True)
    values = _values(text, source, printed.faults)
    names = [name for name, *_ in model.about["output"]]
    if names and not any(name in values for name in names):
        printed.faults.append(f"the solution has no value of {', '.join(names[:3])}{', ...' if len(names) > 3 else ''}")
    for name, _, _, cells in model.about["output"]:
        if name in values:
            _take(printed, name, cells, values[name], model)
    objective = values.get("_objective", [])
    if len(objective) == 1 and _is_integer(objective[0]):
        printed.objective = integer(objective[0])
    return printed


def _take(printed: Printed, name: str, cells: list[OutputCell], words: list[str], model: Model) -> None:
    if len(cells) != len(words):
        printed.faults.append(f"{name} has {len(words)} values; expected {len(cells)}")
        return
    for cell, word in zip(cells, words, strict=True):
        value = _value(word)
        if value is None:
            printed.faults.append(f"{name} cannot be {word}: expected an integer, true or false")
        elif not isinstance(cell, str):
            if int(cell) != int(value):
                printed.faults.append(f"{name} cannot be {word}: it is {str(cell).lower()}")
        else:
            _add(printed, name, cell, value, model)


def _add(printed: Printed, name: str, variable: str, value: int | bool, model: Model) -> None:
    """Add the value of a variable to the printed solution, or a fault if the variable cannot have the value or has
    another; a Boolean may stand for an integer, as 0 or 1.

    name: what the text calls the variable: the model may make several names equal.
    """
    known: dict[str, Any] = printed.ints if variable in model.ints else printed.bools
    meant = int(value) if variable in model.ints else bool(value)
    other = known.setdefault(variable, meant)
    if meant != value:
        printed.faults.append(f"{name} cannot be {shown(value)}: expected true or false")
    elif other != meant:
        same = variable.removeprefix("_")
        equal = f"the model makes it equal to {same}, which is" if same != name else "another value of it is"
        printed.faults.append(f"{name} cannot be {shown(value)}: {equal} {shown(other)}")


def _value(word: str) -> int | bool | None:
    if word in ("true", "false"):
        return word == "true"
    return integer(word) if _is_integer(word) else None


def _is_integer(word: str) -> bool:
    return len(word) <= MOST_DIGITS and re.fullmatch(r"-?[0-9]+", word, re.ASCII) is not None
