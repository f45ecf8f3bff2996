"""The definitions of auxiliary variables that are no formulas: how they narrow domains, and their clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import arithmetic, extrema, function_tables


class Definition(NamedTuple):
    """narrow: `narrow(narrowing, *args)`, where the args are Linears of at most one variable, and data.
    write: `write(sink, *args)` with an IntCode for each Linear."""

    narrow: Callable[..., None]
    write: Callable[..., None]


DEFINITIONS = {
    extrema.MAXIMUM: Definition(extrema.narrow, extrema.write),
    arithmetic.ARITHMETIC: Definition(function_tables.narrow, function_tables.write),
}
