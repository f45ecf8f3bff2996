"""The values of a solution in JSON, by the names of variables, or of arrays of variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...base.numbers import dumps
from ...model.model import Model
from .value_lines import Printed, shown

INDEX = r"\[([^\[\]]*)\]"  # of an element in a name


def stated_by_names(own: Mapping[str, Any] | None, flat: Printed | None, model: Model) -> Printed:
    """Return the solution that values by names state.

    own: values, lists and objects of values; the elements of a list `x` are the variables `x[0]`, `x[1]`, ..., or
    `x_0`, `x_1`, ....  flat: the values of variables.  None: not stated.  A value that is stated twice and
    differs is a fault.
    """
    printed = Printed() if flat is None else flat
    for name, value in _named(own or {}, model):
        known = printed.bools if name in model.bools and name not in model.ints else printed.ints
        if not isinstance(value, int):
            printed.refuse_value(name, dumps(value), _expected(name, model))
        elif name in known and known[name] != value:
            where = "bools" if known is printed.bools else "ints"
            printed.faults.append(f"{name} is {shown(value)} in `values`, and {shown(known[name])} in `{where}`")
        elif isinstance(value, bool):
            printed.add(name, value)
        elif known is printed.bools:
            printed.add_bool(name, value)
        else:
            printed.add(name, value)
    return printed


def _expected(name: str, model: Model) -> str:
    return "true or false" if name in model.bools and name not in model.ints else "an integer"


def _named(values: Mapping[str, Any], model: Model) -> Iterator[tuple[str, Any]]:
    """Yield each value with the name of its variable; those in lists and objects with the names of elements."""
    for name, value in values.items():
        is_variable = name in model.ints or name in model.bools
        if isinstance(value, list) and not is_variable:
            yield from _named({f"{name}[{place}]": each for place, each in enumerate(value)}, model)
        elif isinstance(value, dict) and not is_variable:
            yield from _named({f"{name}[{key}]": each for key, each in value.items()}, model)
        else:
            flat = name if is_variable else re.sub(INDEX, r"_\1", name)
            yield flat if flat in model.ints or flat in model.bools else name, value
