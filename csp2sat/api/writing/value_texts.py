"""The values of variables as text and as a table in HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...base.numbers import decimal
from ...build.arrays import Array
from ...build.model import Model
from ...escaping import for_html

NamedValues = Mapping[str, Any]


def values_text(known: NamedValues, model: Model) -> str:
    """Return values by names in one line; those of variables that the model declared as an array are one list."""
    arrays = {names[0]: (name, names, shape) for name, names, shape in model.arrays() if names}
    shown, inside = list[str](), set[str]()
    for first, value in known.items():
        name, names, shape = arrays.get(first, (first, [first], ()))
        if shape and all(each in known for each in names):
            inside.update(names)
            shown.append(f"{name} = {_as_text(Array([known[each] for each in names], shape).tolist())}")
        elif first not in inside:
            shown.append(f"{first} = {_as_text(value)}")
    return ", ".join(shown)


def _as_text(value: Any) -> str:
    """Return a value, a set, or a nested list of values, as text; the integers may have any number of digits."""
    if isinstance(value, list):
        return f"[{', '.join(map(_as_text, value))}]"
    if isinstance(value, set):
        return f"{{{', '.join(map(_as_text, sorted(value)))}}}"
    return decimal(value) if isinstance(value, int) else str(value)


def values_table(solutions: Sequence[NamedValues]) -> str:
    """Return an HTML table with a row for each variable and a column for each solution; rows with different values are
    marked.
    """
    rows = []
    for name in solutions[0]:
        values = [column[name] for column in solutions]
        style = ' style="background:#fe9;color:#000"' if any(value != values[0] for value in values) else ""
        cells = "".join(f"<td{style}>{for_html(_as_text(value))}</td>" for value in values)
        rows.append(f'<tr><th style="text-align:left">{for_html(name)}</th>{cells}</tr>')
    return f"<table>{''.join(rows)}</table>"
