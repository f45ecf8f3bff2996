"""Readers of a solution in the values of a MiniZinc model's own variables: sets, names of values of enumerations,
optional values; as MiniZinc prints them, and as `csp2sat solve --json` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from ...base.numbers import dumps, shortened
from ...errors import InputError, Place
from ...model.model import Model, hidden
from ..base.value_lines import Printed, shown
from .answers import cells_of, take
from .instance import OutputCell
from .output_spec import Slot, spec_of
from .own_texts.array_shapes import shape_fault
from .own_texts.unshown_names import unread, unshown
from .own_values import (
    TOKEN,
    as_data,
    constant,
    data_elements,
    is_value,
    json_data,
    named_values,
    names_of,
    own_elements,
    printed_values,
)
from .own_values import slots_of as slots_by_name

NO_VARIABLES = ("_objective", "_output", "_checker")  # names in MiniZinc's output
NOT_SHOWN = "the `output` item prints other texts after `{} =`, too; judge the JSON: csp2sat solve --json"
BOTH = "{} is {} in `values`, and {} in `{}`"

QUOTES = re.compile(r"[\s']")  # of a name


def of_text(text: str, model: Model, place: Place, is_typed: bool) -> Printed:
    """Return a solution that assigns values to variables: lines `NAME = VALUE;`.

    Other words of the text of an `output` item are left out, so are names that are no variables of the model, and names
    that the item may print with something else than the variable's value, unless `is_typed`.  is_typed: whether the
    text lacks the line that ends a solution, as a text that a person types does.  Raises InputError, with the place, if
    no variable of the model has a value, if a value is no value that MiniZinc prints, or if an array names indices that
    are not its own.
    """
    reader = _Reader(model)
    spec, outputs = reader.spec, model.about["output"]
    unsure = unshown(spec)
    named = sorted(unsure & printed_values(text).keys())
    not_shown = NOT_SHOWN.format(" =`, `".join(named)) if named else ""
    reader.printed.unsure = not_shown if is_typed else ""
    own = {*spec.names, *spec.further} - (set() if is_typed else unsure)
    texts = printed_values(text, reader.printed.faults, own if spec.texts else None)
    if spec.names and not texts.keys() & {*spec.names, *spec.further}:
        expected = (
            "expected `NAME = VALUE;` lines; if the model has an `output` item, judge the JSON of csp2sat solve --json"
        )
        others = [name for name in texts if name not in NO_VARIABLES]
        unknown = f"{others[0]} is no variable of the model; " if others else ""
        raise InputError(
            not_shown or f"{unknown}the solution has no value of {', '.join(spec.names[:3])}; {expected}", place
        )
    for name, value in reader.known(texts):
        if not is_value(value):
            message = f"{name} = {shortened(value)} cannot be read; expected a value as MiniZinc prints it"
            raise InputError(message, place)
        dimensions = reader.dimensions(name)
        if dimensions is not None and _wrong_index(value, dimensions):
            expected = shortened("; ".join(", ".join(indices) for indices in dimensions))
            raise InputError(f"{name} has other indices; expected {expected} in this order, or none", place)
        if fault := shape_fault(value, dimensions if dimensions and spec.has_rank(name, len(dimensions)) else []):
            reader.printed.faults.append(f"{name} {fault}")
            continue
        reader.take(name, own_elements(spec, name, value), as_data(spec, name, value, outputs))
    prose = list[str]()
    printed_values(text, prose)
    reader.printed.unread = [] if is_typed and not prose else unread(spec, texts.keys())
    reader.printed.open = [name for name in spec.names if name not in (*texts, *reader.printed.unread)]
    return reader.printed


def of_values(own: Mapping[str, Any] | None, flat: Printed | None, model: Model) -> Printed:
    """Return a solution in JSON.

    own: the values by the names of the model's variables, as MiniZinc or csp2sat writes them; None: not stated.  flat:
    the values by the names of elements, `x[1]` and `s{3}`; None: not stated, and `own` may lack variables.  A value
    that is stated twice and differs is a fault.
    """
    reader = _Reader(model)
    if flat is not None:
        reader.take_flat(flat)
    for name, given in reader.known(own or {}):
        dimensions = reader.dimensions(name) or []
        value = _as_lists(given, dimensions)
        if (found := reader.data_elements(name, value)) is not None:
            reader.take(name, found, json_data(value, len(dimensions) if reader.spec.is_set(name) else None))
    if flat is not None:
        reader.require(own)
    else:
        reader.printed.open = [name for name in reader.spec.names if name not in (own or {})]
    return reader.printed


class _Reader:
    """A reader of one solution.

    printed: the solution as far as it is read.  spec: how the values of the model's variables are made.
    """

    def __init__(self, model: Model):
        self.printed, self.spec = Printed(is_partial=True), spec_of(model.about["ozn"])
        self._model, self._cells = model, cells_of(model)
        self._slots = slots_by_name(self.spec, model.about["output"])
        self._flat: dict[str, int | bool] = {}

    def known(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the values whose names are variables of the model, and add a fault for every other name."""
        names = [*self.spec.names, *self.spec.further]
        other = [name for name in values if name not in (*names, *NO_VARIABLES)]
        self.printed.faults += [f"{name} is no variable of the model" for name in other]
        return ((name, values[name]) for name in names if name in values)

    def dimensions(self, name: str) -> list[list[str]] | None:
        """Return the indices of an array of the model, a list for each dimension; None for a name of no array."""
        array = self.spec.array_of(name)
        known = next((each[2] for each in self._model.about["output"] if each[0] == array), None)
        return self.spec.dimensions(name, known)

    def data_elements(self, name: str, value: Any) -> list[Any] | None:
        """Return the elements of a value in JSON; None, and a fault is added, if an array has another shape."""
        slots = self._slots.get(name)
        sizes = [len(each) for each in self.dimensions(name) or ()]
        found = data_elements(value, sizes, bool(slots and any(each.members for each in slots)))
        if found is None and slots is None:
            return []  # computed: compared as a whole
        if found is None:
            size = " x ".join(map(str, sizes))
            has = f"has {len(value)} values" if isinstance(value, list) else f"cannot be {dumps(value)}"
            keys = "" if isinstance(value, list) else " values, or an object with the indices as keys"
            self.printed.faults.append(f"{name} {has}; expected {size}{keys}")
        return found

    def take(self, name: str, found: Sequence[Any], data: Any) -> None:
        """Add the value of the variable `name` of the model.

        found: the elements of the value.  data: the whole value, for one that MiniZinc computes.
        """
        slots, is_computed = self._slots.get(name), name not in self._slots
        if slots is not None and len(found) != len(slots):
            self.printed.faults.append(f"{name} has {len(found)} values; expected {len(slots)}")
            return
        for slot, element in zip(slots or (), found if slots else (), strict=True):
            if isinstance(element, bool) and not self.spec.is_boolean(name):
                self.printed.faults.append(f"{slot.name} cannot be {shown(element)}: expected an integer")
                continue
            for word, called, value in named_values(self.spec, [slot], [element]):
                is_computed |= not self._take_word(slot, word, called, value)
        if is_computed:
            self.printed.computed[name] = data

    def _take_word(self, slot: Slot, word: str, called: str, value: Any) -> bool:
        """Add the value of a word of the FlatZinc; return False if the value is that of no variable.

        called: the name of the word.
        """
        cell = self._cell(word, called) if word else None
        if cell == "":
            return False
        if isinstance(value, str):
            self.printed.faults.append(f"{called} cannot be {value}: there is no such value")
        elif called in self._flat and self._flat[called] != value:
            where = "bools" if isinstance(self._flat[called], bool) else "ints"
            both = (self._in_words(slot.enum, each) for each in (value, self._flat[called]))
            self.printed.faults.append(BOTH.format(called, *both, where))
        elif cell is not None:
            take(self.printed, called, [cell], [dumps(value)], self._model)
        return True

    def _in_words(self, enum: str, value: int | bool) -> str:
        return shown(value) if isinstance(value, bool) else self.spec.label(enum, value)

    def _cell(self, word: str, called: str) -> OutputCell:
        """Return the variable, or the constant, that a word of the FlatZinc stands for; '' if there is none."""
        cell = self._cells.get(word, constant(word))
        return _variable(called, self._model) if cell is None else cell

    def take_flat(self, flat: Printed) -> None:
        """Add values by the names of elements; a name that is none of the model is a fault."""
        slots = list(chain.from_iterable(self._slots.values()))
        words = {called: word for slot in slots for word, called in names_of(slot, self.spec)}
        for name, value in (*flat.ints.items(), *flat.bools.items()):
            cell = self._cell(words.get(name, ""), name)
            self._flat[name] = value
            if cell != "":
                take(self.printed, name, [cell], [dumps(value)], self._model)
            elif name in self.spec.further:
                self.printed.computed[name] = value
            elif not hidden(name):
                self.printed.faults.append(f"{name} is no variable of the model")

    def require(self, own: Mapping[str, Any] | None) -> None:
        """Add a fault for each variable of the model that has no value.

        own: the values by the names of the model's variables, which are all of them, unless it is None: then elements
        that are not hidden have to have values.
        """
        if own is not None:
            missing: Iterable[str] = (name for name in self.spec.names if name not in own)
        else:
            slots = chain.from_iterable(self._slots[name] for name in self.spec.names if name in self._slots)
            words = ((called, self._cell(word, called)) for slot in slots for word, called in names_of(slot, self.spec))
            known = {**self.printed.ints, **self.printed.bools}
            missing = (
                c for c, cell in words if isinstance(cell, str) and cell and not hidden(cell) and cell not in known
            )
        self.printed.faults += [f"{name} has no value" for name in missing]
        self.printed.is_whole = True


def _variable(called: str, model: Model) -> str:
    """Return the variable of this name, hidden or not; '' if the model has none."""
    known = (name for name in (called, f"_{called}") if name in model.ints or name in model.bools)
    return next(known, "")


def _as_lists(value: Any, dimensions: Sequence[Sequence[str]]) -> Any:
    """Return a value of an array in JSON with a list in place of each object whose keys are all indices of its
    dimension.
    """
    if not (dimensions and isinstance(value, Mapping) and value.keys() == {*dimensions[0]}):
        return value
    return [_as_lists(value[key], dimensions[1:]) for key in dimensions[0]]


def _wrong_index(value: str, dimensions: Sequence[Sequence[str]]) -> bool:
    """Whether a printed array names indices, and other ones than MiniZinc prints for the array.

    value: the array, such as `[1: 5, 2: 7]`.  dimensions: the right indices in their order, a list for each dimension.
    MiniZinc prints all indices or the first one of an array of one dimension; of two dimensions the indices of the
    columns, of the rows, or of the columns and then the rows; none of three dimensions and more.
    """
    inner = value[value.index("[") :] if value.startswith("array") else value
    named = [QUOTES.sub("", found["word"]) for found in TOKEN.finditer(inner) if found["index"]]
    rows, *others = [[QUOTES.sub("", each) for each in indices] for indices in dimensions] or [[]]
    columns = others[0] if len(others) == 1 else []
    return bool(named) and named not in ([*columns, *rows], rows, columns, rows[: not others])
