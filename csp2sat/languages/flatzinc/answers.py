"""Answers as MiniZinc reads them: `name = value;` for each output, a line after each solution, and status lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

from ...base.numbers import decimal
from ...model.model import Answer
from ..base.value_lines import DeclaredNames
from .instance import OutputCell

SEPARATOR, COMPLETE = "----------\n", "==========\n"
STATUSES = {"UNSATISFIABLE": "=====UNSATISFIABLE=====\n", "UNKNOWN": "=====UNKNOWN=====\n"}


class WithOutput(Protocol):
    """A model or a map, whose `about` says what is to be printed."""

    @property
    def about(self) -> dict[str, Any]: ...


def show_output(declared: DeclaredNames | WithOutput, answer: Answer) -> str:
    """A solution: a line for each output, and the line that ends it.

    Of an answer that lacks variables, only what is known, `_` for other elements of arrays, and no end.
    """
    outputs = declared.about["output"]  # type: ignore[union-attr]
    lines = [f"{name} = {_value(rest, answer)};\n" for name, *rest in outputs]
    unknown = any(cell is None for *_, cells in outputs for cell in map(partial(_found, answer), cells))
    return "".join(line for line in lines if not line.endswith("= _;\n")) + ("" if unknown else SEPARATOR)


def _value(output: Sequence[Any], answer: Answer) -> str:
    kind, dimensions, cells = output
    shown = [_shown(kind, _found(answer, cell)) for cell in cells]
    if dimensions is None:
        return shown[0]
    sets = ", ".join(f"{lo}..{hi}" for lo, hi in dimensions)
    return f"array{len(dimensions)}d({sets}, [{', '.join(shown)}])"


def _found(answer: Answer, cell: OutputCell) -> int | bool | None:
    """A constant, or the value of a variable."""
    if not isinstance(cell, str):
        return cell
    return answer.ints[cell] if cell in answer.ints else answer.bools.get(cell)


def _shown(kind: str, value: int | bool | None) -> str:
    """A Boolean may stand for 0 or 1."""
    if value is None:
        return "_"
    return decimal(int(value)) if kind == "int" else str(bool(value)).lower()


def show_status(status: str, text: str) -> str:
    """The whole answer."""
    return STATUSES.get(status, text + (COMPLETE if status == "OPTIMUM FOUND" else ""))
