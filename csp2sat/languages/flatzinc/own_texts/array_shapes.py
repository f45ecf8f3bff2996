"""The shapes that texts of arrays state: `[| 1, 2 | 3, 4 |]`, `array2d(1..2, 1..2, [1, 2, 3, 4])`, `[[1, 2],
[3, 4]]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....base.numbers import shortened
from ..own_values import TOKEN

CALLED = re.compile(r"array(\d)d\s*\(([^\[]*),\s*\[")
ENDS = re.compile(r"(-?\d{1,18})\s*\.\.\s*(-?\d{1,18})")


def shape_fault(value: str, dimensions: Sequence[Sequence[str]]) -> str:
    """Return the fault of a printed array that states another shape than its own; '' if it states none, or its own.

    dimensions: the indices of the array, a list for each dimension.  A list without rows states no shape.
    """
    if called := CALLED.match(value):
        parts = [each.strip() for each in called[2].split(",")]
        stated = [ENDS.fullmatch(each) for each in parts]
        own = [(each[0], each[-1]) if each else ("1", "0") for each in dimensions]
        same = [
            each is None or each.groups() == ends or not ENDS.fullmatch("..".join(ends))
            for each, ends in zip(stated, own, strict=False)
        ]
        wrong = int(called[1]) != len(dimensions) or len(parts) != len(dimensions) or not all(same)
        expected = ", ".join(f"{first}..{last}" for first, last in own)
        return f"has the index sets {shortened(called[2])}; expected {expected}" if wrong and dimensions else ""
    sizes = _sizes(value.strip())
    if sizes is None or not dimensions or sizes == (own_sizes := [len(each) for each in dimensions]):
        return ""
    size = "rows of different lengths" if sizes == [] else f"the shape {' x '.join(map(str, sizes))}"
    return f"has {size}; expected {' x '.join(map(str, own_sizes))}"


def _sizes(value: str) -> list[int] | None:
    """Return the sizes that a text of an array states, [] for rows of different lengths; None if it states none."""
    if value.startswith("[|") and "[" not in value[1:]:
        counts = [_count(row) for row in value[2:].rstrip("|] \n").split("|")]
        rows = [count for count in counts if count] if len(counts) > 1 else counts
        return [len(rows), rows[0]] if len({*rows}) == 1 else [] if rows else None
    if not re.match(r"\[\s*\[", value):
        return None
    inner = [_sizes(part) or [_count(part)] for part in _parts(value[1:-1])]
    return [len(inner), *inner[0]] if inner and all(each == inner[0] for each in inner) else []


def _parts(text: str) -> list[str]:
    """Return the lists in a text that stand in no other list of the text."""
    found, depth, begin = [], 0, 0
    for at, sign in enumerate(text):
        begin = at if sign == "[" and depth == 0 else begin
        depth += (sign == "[") - (sign == "]")
        if sign == "]" and depth == 0:
            found.append(text[begin : at + 1])
    return found


def _count(text: str) -> int:
    """Return the number of elements in the text of a row."""
    return sum(not found["index"] for found in TOKEN.finditer(text))
