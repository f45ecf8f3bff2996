"""The values of variables as text and as a table in HTML."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from ...base.numbers import decimal
from ...build.arrays import Array
from ...build.model import Model
from ...escaping import for_html

LONG = 500  # characters of a line of values
NamedValues = Mapping[str, Any]


def values_text(known: NamedValues, model: Model) -> str:
    """Return values by names in one line; those of variables that the model declared as an array are one list.

    A line of more than LONG characters begins with the values that are neither false nor 0, and is cut.
    """
    arrays = {names[0]: (name, names, shape) for name, names, shape in model.arrays() if names}
    shown, inside = list[tuple[bool, str]](), set[str]()  # whether the value is false or 0, and the text
    for first, value in known.items():
        name, names, shape = arrays.get(first, (first, [first], ()))
        if shape and all(each in known for each in names):
            inside.update(names)
            values = [known[each] for each in names]
            shown.append((not any(values), f"{name} = {_as_text(Array(values, shape).tolist())}"))
        elif first not in inside:
            shown.append((not value, f"{first} = {_as_text(value)}"))
    line = ", ".join(text for _, text in shown)
    return line if len(line) <= LONG else _cut([text for _, text in sorted(shown, key=lambda each: each[0])])


def _cut(texts: Sequence[str]) -> str:
    """Return texts in one line of about LONG characters, with the number of texts beyond these."""
    ends = list(accumulate(len(text) + 2 for text in texts))
    kept = max(bisect_right(ends, LONG), 1)
    left = f", and {len(texts) - kept} more in as_dict()" if kept < len(texts) else ""
    return ", ".join(texts[:kept]) + left


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
