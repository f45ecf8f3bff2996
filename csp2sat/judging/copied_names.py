"""Answers to a copy of a model that `convert` has written, in which variables have names that the language allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from ..languages.base.value_lines import Printed
from ..model.model import Model

IntOrTruth = TypeVar("IntOrTruth", int, bool)


def with_original_names(printed: Printed, model: Model) -> Printed:
    """Return the values under the names of a model if they have those of a copy of the model in XCSP3, MiniZinc or CSP
    text; otherwise the values unchanged.
    """
    given = printed.ints.keys() | printed.bools.keys()
    known = model.ints.keys() | model.bools.keys()
    if given <= known:
        return printed
    for names in _copies(model):
        if given <= names.keys() | known:
            return replace(printed, ints=_renamed(printed.ints, names), bools=_renamed(printed.bools, names))
    return printed


def _renamed(values: dict[str, IntOrTruth], names: dict[str, str]) -> dict[str, IntOrTruth]:
    """Return values under their new names; of two values for one name that with the name of a copy counts."""
    return {names.get(name, name): value for name, value in sorted(values.items(), key=lambda pair: pair[0] in names)}


def _copies(model: Model) -> Iterator[dict[str, str]]:
    """Yield for each language of copies the model's names by those in the copy."""
    from ..languages.csp.writer import names_written
    from ..languages.flatzinc.written.notation import minizinc_names
    from ..languages.xcsp3_core.written.variables import WrittenVariables

    for names in (WrittenVariables(model).names, minizinc_names(model)):
        yield {name: str(variable.args[0]) for variable, name in names.items()}
    yield {new: name for name, new in names_written(model).items()}
