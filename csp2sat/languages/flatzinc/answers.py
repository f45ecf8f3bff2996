"""Answers as MiniZinc reads them: `name = value;` for each output, a line after each solution, and status lines; and
the values that an answer states for the cells of outputs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from ...base.numbers import MOST_DIGITS, decimal, integer
from ...model.model import Answer, Model
from ..base.value_lines import DeclaredNames, Printed, shown
from .instance import OutputCell

SEPARATOR, COMPLETE = "----------\n", "==========\n"
STATUSES = {"UNSATISFIABLE": "=====UNSATISFIABLE=====\n", "UNKNOWN": "=====UNKNOWN=====\n"}


class WithOutput(Protocol):
    """A model or a map, whose `about` lists the outputs to be printed."""

    @property
    def about(self) -> dict[str, Any]: ...


def show_output(declared: DeclaredNames | WithOutput, answer: Answer) -> str:
    """Return the text of a solution: a line for each output, and the line that ends a solution.

    If the answer lacks variables, only the known outputs are printed, with `_` for unknown elements of arrays, and
    without the line at the end.
    """
    outputs = declared.about["output"]  # type: ignore[union-attr]
    lines = [f"{name} = {_value(rest, answer)};\n" for name, *rest in outputs]
    unknown = any(cell is None for *_, cells in outputs for cell in map(partial(_found, answer), cells))
    return "".join(line for line in lines if not line.endswith("= _;\n")) + ("" if unknown else SEPARATOR)


def cells_of(declared: WithOutput) -> dict[str, OutputCell]:
    """Return the cells of the outputs by their names, `c 0` for the first element of an array c."""
    return {
        name if dimensions is None else f"{name} {place}": cell
        for name, _, dimensions, cells in declared.about["output"]
        for place, cell in enumerate(cells)
    }


def known_values(declared: WithOutput, answer: Answer) -> dict[str, int | bool | None]:
    """Return the values of variables by their names, hidden ones without the `_`, and of the outputs by theirs, as in
    `cells_of`; None for a value that the answer lacks.
    """
    named = {name.removeprefix("_"): value for name, value in (*answer.ints.items(), *answer.bools.items())}
    return named | {word: _found(answer, cell) for word, cell in cells_of(declared).items()}


def _value(output: Sequence[Any], answer: Answer) -> str:
    kind, dimensions, cells = output
    shown = [_shown(kind, _found(answer, cell)) for cell in cells]
    if dimensions is None:
        return shown[0]
    sets = ", ".join(f"{lo}..{hi}" for lo, hi in dimensions)
    return f"array{len(dimensions)}d({sets}, [{', '.join(shown)}])"


def _found(answer: Answer, cell: OutputCell) -> int | bool | None:
    """Return the value of a cell of an output: a constant itself, or the value of the variable that the cell names, or
    None if the answer lacks the variable.
    """
    if not isinstance(cell, str):
        return cell
    return answer.ints[cell] if cell in answer.ints else answer.bools.get(cell)


def _shown(kind: str, value: int | bool | None) -> str:
    """Show a value of an output of this kind, "int" or "bool", for which the value is converted (a Boolean to 0 or 1);
    None is shown as `_`.
    """
    if value is None:
        return "_"
    return decimal(int(value)) if kind == "int" else str(bool(value)).lower()


def show_status(status: str, text: str) -> str:
    """Return the whole answer: the status line if there is no solution, or else the `text` of the solutions, with a
    line for a proved optimum.
    """
    return STATUSES.get(status, text + (COMPLETE if status == "OPTIMUM FOUND" else ""))


def take(printed: Printed, name: str, cells: Sequence[OutputCell], words: Sequence[str], model: Model) -> None:
    """Add the values of the cells of an output to the printed solution, or faults.

    name: of the output.  words: a value for each cell, as it is written.
    """
    if len(cells) != len(words):
        printed.faults.append(f"{name} has {len(words)} values; expected {len(cells)}")
        return
    for cell, word in zip(cells, words, strict=True):
        value = _stated_value(word)
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


def _stated_value(word: str) -> int | bool | None:
    if word in ("true", "false"):
        return word == "true"
    return integer(word) if is_integer(word) else None


def is_integer(word: str) -> bool:
    """Whether a word is digits, with - before the digits or not, of at most MOST_DIGITS characters, so that `integer`
    can read the word.
    """
    return len(word) <= MOST_DIGITS and re.fullmatch(r"-?[0-9]+", word, re.ASCII) is not None
