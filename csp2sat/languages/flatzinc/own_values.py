"""The values of a MiniZinc model's own variables: as names for the variables of its FlatZinc, as statements about them,
and as MiniZinc prints them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ...base.numbers import MOST_DIGITS, decimal, dumps, integer, shortened
from .instance import Instance, OutputItem
from .output_spec import OutputSpec, Slot

KnownValues = Mapping[str, int | bool | None]  # the values of a FlatZinc's variables, by their names
MANY = 1 << 20  # elements of a range that are listed: a set of more is that of no variable
INTEGER = rf"-?[0-9]{{1,{MOST_DIGITS - 1}}}"
INNER = r"(?:[^(){}]|\((?:[^(){}]|\((?:[^(){}]|\([^(){}]*+\))*+\))*+\))*+"  # what stands in the parentheses of H(F(A))
WORD = rf"(?:-?\w+|'[^']*')(?:\({INNER}\))?"
TOKEN = re.compile(
    rf"(?P<absent><>)|(?P<first>{WORD})\s*\.\.\s*(?P<last>{WORD})|"
    r"\{(?P<set>[^{}]*+)\}"
    rf"|(?P<word>{WORD})(?P<index>\s*:)?"
)
ARRAY = re.compile(r"(?:array\dd\([^\[]*,\s*)?\[")  # the beginning of a printed array
NO_VALUE = re.compile(r"[^][|,\s)]")
SPAN = re.compile(rf"({WORD})\.\.({WORD})")
UNQUOTED = re.compile(r"(?:[^\W\d]\w*|'[^']+')(?:\(.*\))?|-?\w+\.\.-?\w+")  # a value, or a range
KEY = re.compile(r"(?<=[\[,])[^][(),']+(?=[],])")  # an index of an element of an array, unless it has parentheses
CONSTANT = re.compile(rf"{INTEGER}|true|false")
ASSIGNED = re.compile(r"""\s*(\w+|'[^']+')\s*=(?!=)\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^;"'=])*);|[^;\n]+;?|[;\n]""")
COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^'\n]*')|%[^\n]*""")


def give_names(instance: Instance, spec: OutputSpec) -> None:
    """Name the variables of an instance after those of the model, and hide variables that the `output` item does
    not need.

    An element of an array is `c[1]`, `load[A]`; of a set whether 3 is an element `s{3}`; of an optional variable the
    value `o`, whether it occurs `o.occurs`.
    """
    arrays = {output.name: output for output in instance.outputs if output.dimensions is not None}
    direct: dict[str, list[str]] = {}
    for name in spec.names:
        array = arrays.get(spec.array_of(name))
        slots = spec.slots(name, _words(array), array and array.dimensions)
        words = [(word, called) for slot in slots for word, called in names_of(slot, spec) if word]
        for word, called in words:
            if word in instance.variables:
                instance.called.setdefault(instance.root(word), called)
        if all(word in instance.variables or CONSTANT.fullmatch(word) for word, _ in words):
            direct[name] = [word for word, _ in words]
    needed = spec.needed(direct)
    used = [word for name in needed & arrays.keys() for word in _words(arrays[name])]
    instance.shown = {instance.root(word) for word in (*needed, *used) if word in instance.variables}


def _words(output: OutputItem | None) -> list[str]:
    return [str(word) for word in output.words] if output else []


def names_of(slot: Slot, spec: OutputSpec) -> Iterator[tuple[str, str]]:
    """Yield the words of a slot that may be variables, each with its name."""
    yield slot.value, slot.name
    if slot.occurs != slot.value:
        yield slot.occurs, f"{slot.name}.occurs"
    for element, word in slot.members:
        yield word, _member(spec, slot, element)


def _member(spec: OutputSpec, slot: Slot, element: int) -> str:
    """Return the name of whether a set has an element: `s{3}`."""
    return f"{slot.name}{{{spec.label(slot.enum, element)}}}"


def slots_of(spec: OutputSpec, outputs: Sequence[Any]) -> dict[str, list[Slot]]:
    """Return the slots of all variables of the model; in those of an array that the FlatZinc has, too, the value is the
    array's name and the place in it, from 0: `c 0`.

    outputs: those in the `about` of the model.
    """
    arrays = {name: (dimensions, len(cells)) for name, _, dimensions, cells in outputs if dimensions is not None}
    found = {}
    for name in [*spec.names, *filter(spec.is_listed, spec.further)]:
        array = spec.array_of(name)
        known, size = arrays.get(array, (None, 0))
        found[name] = spec.slots(name, [f"{array} {i}" for i in range(size)], known)
    return found


def statements(spec: OutputSpec, outputs: Sequence[Any], known: KnownValues) -> str:
    """Return statements about the known values of the model, each on a line, as MiniZinc writes them: `c[2] = Red;`,
    `3 in s;`, `absent(o);`.

    outputs: those in the `about` of the model.
    known: the values of some variables, by their names in the FlatZinc and in the model; None or missing: not known.
    """
    lines = [
        line for slots in slots_of(spec, outputs).values() for slot in slots for line in _stated(spec, slot, known)
    ]
    return "".join(f"{line};\n" for line in lines)


def _stated(spec: OutputSpec, slot: Slot, known: KnownValues) -> Iterator[str]:
    found = {called: _known(word, known.get(called), known) for word, called in names_of(slot, spec)}
    place = _with_quotes(slot.name)
    for element, _ in slot.members:
        label = _word(spec.label(slot.enum, element))
        if (has := found[_member(spec, slot, element)]) is not None:
            yield f"{label} in {place}" if has else f"not ({label} in {place})"
    value = found[slot.name]
    is_there = found.get(f"{slot.name}.occurs", value) if slot.occurs else True
    if is_there is not None and not is_there:
        yield f"absent({place})"
    elif value is not None and is_there:
        shown = str(value).lower() if isinstance(value, bool) else _word(spec.label(slot.enum, value))
        yield f"{place} = {shown}"
    elif is_there and slot.occurs:
        yield f"occurs({place})"


def computed_statements(
    spec: OutputSpec, values: Mapping[str, Any], slots: Mapping[str, Sequence[Slot]]
) -> Iterator[str]:
    """Yield statements, as `statements` writes them, about values that MiniZinc computes; values: as data, by the names
    of variables.  slots: of the variables that are stated already.
    """
    for name in (each for each in values if each not in slots):
        for place, value in zip(map(_with_quotes, spec.places(name, values[name])), _flat(values[name]), strict=False):
            yield f"absent({place});\n" if value is None else f"{place} = {_written(value)};\n"


def _flat(value: Any) -> list[Any]:
    """Return the elements of nested lists, in order."""
    return [element for each in value for element in _flat(each)] if isinstance(value, list) else [value]


def _written(value: Any) -> str:
    """Return a value as MiniZinc writes it; a tuple is a set."""
    if isinstance(value, tuple):
        return f"{{{', '.join(map(_written, value))}}}"
    if isinstance(value, str) and not UNQUOTED.fullmatch(value):
        return f"'{value}'"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _word(label: str) -> str:
    """Return the name of a value of an enumeration, or an integer, as MiniZinc writes it."""
    return label if CONSTANT.fullmatch(label) else _written(label)


def _with_quotes(name: str) -> str:
    """Return the name of a variable, or of an element of an array, with quotes where MiniZinc needs them in indices."""
    return KEY.sub(lambda key: _word(key[0]), name)


def _known(word: str, value: int | bool | None, known: KnownValues) -> int | bool | None:
    """Return the known value of a word, which may be a constant, None if none is known.

    value: that of the word's name.  known: the values of other words.
    """
    if (fixed := constant(word)) is not None:
        return fixed
    return known.get(word) if value is None else value


def constant(word: str) -> int | bool | None:
    """Return the value of a word that is a constant, None for another word."""
    return None if not CONSTANT.fullmatch(word) else word == "true" if word in ("true", "false") else integer(word)


def printed_values(text: str, faults: list[str] | None = None, names: Collection[str] | None = None) -> dict[str, str]:
    """Return the values in MiniZinc's output in the mode `dzn`, by names, each as it is printed.

    text: the output.  faults: gets names with two values, and texts that are no assignments; None: both are left alone.
    names: the names that are read in a text of other words, none of which is a fault; None: all are read.
    """
    found: dict[str, str] = {}
    wrong = [] if faults is None else faults
    for each in ASSIGNED.finditer(COMMENT.sub(lambda comment: comment[1] or "", text)):
        name, value = each.groups()
        if names is not None and name not in names:
            continue
        if name is None and each[0].strip(" \t\r\n;"):
            wrong.append(f"expected `NAME = VALUE;`, not {shortened(each[0].strip())!r}")
        elif name is not None and found.setdefault(name, value.strip()) != value.strip():
            wrong.append(f"{name} has two values: {found[name]} and {value.strip()}")
    return found


def elements(value: str) -> list[Any]:
    """Return the elements of a printed value, one for a value that is no array: an int, a bool, the name of a value of
    an enumeration, a tuple for a set, None for an absent one.  In a tuple, a text `A..C` stands for the values from A
    to C.
    """
    inner = value[value.index("[") :] if value.startswith("array") else value
    return [_element(found) for found in TOKEN.finditer(inner) if not found["index"]]


def is_value(value: str) -> bool:
    """Whether a text is a value as MiniZinc prints it, and no term such as `{A, B} diff {A}`."""
    array = ARRAY.match(value)
    between = TOKEN.split(value[array.end() :] if array else value)[:: TOKEN.groups + 1]
    sets = (TOKEN.sub("", found["set"] or "") for found in TOKEN.finditer(value))
    if not array and (len(between) != 2 or "".join(between).strip()):
        return False
    return not any(map(NO_VALUE.search, (*between, *sets)))


def own_elements(spec: OutputSpec, name: str, value: str) -> list[Any]:
    """Return the elements of a printed value of a variable of the model, as `elements` does, with all values of a set
    `A..C`.

    name: of the variable.
    """
    return [_listed(spec, spec.enum_of(name), each) for each in elements(value)]


def _listed(spec: OutputSpec, enum: str, element: Any) -> Any:
    """Return an element in which a set that is the text `A..C` has all values from A to C; another one as it is.

    enum: the enumeration of the values, '' for none.
    """
    span = SPAN.fullmatch(str(element[0])) if isinstance(element, tuple) and len(element) == 1 and enum else None
    first, last = (_number(spec, enum, span[at]) for at in (1, 2)) if span else ("", "")
    if isinstance(first, str) or isinstance(last, str):
        return element
    return tuple(spec.label(enum, value) for value in range(first, last + 1))


def _element(found: re.Match[str]) -> Any:
    if found["absent"] or found["word"] == "null":
        return None
    if found["first"]:
        first, last = constant(found["first"]), constant(found["last"])
        is_named = first is None or last is None
        return (f"{found['first']}..{found['last']}",) if is_named else _range(int(first or 0), int(last or 0))
    if found["set"] is not None:
        return tuple(elements(found["set"]))
    fixed = constant(found["word"])
    return found["word"].strip("'") if fixed is None else fixed


def _range(first: int, last: int) -> tuple[int | str, ...]:
    """Return the elements of a range; of a range of more than MANY its text alone, which is no element of any set."""
    return tuple(range(first, last + 1)) if last - first < MANY else (f"{decimal(first)}..{decimal(last)}",)


def json_elements(value: Any) -> list[Any]:
    """Return the elements of a value in MiniZinc's output in the mode `json`, as `elements` does; of an object or a
    range that MiniZinc does not print the text, which is the name of no value.
    """
    if isinstance(value, list):
        return [element for each in value for element in json_elements(each)]
    return [_json_element(value)]


def _json_element(value: Any) -> Any:
    match value:
        case {"c": str(name), "e": inner}:
            return f"{name}({_json_element(inner)})"
        case {"e": str(name), "i": int(number)}:
            return f"to_enum({name},{number})"
        case {"e": str(name)}:
            return name
        case {"set": list(parts)}:
            return tuple(element for part in parts for element in _json_part(part))
        case dict() | list():
            return dumps(value)
    return value


def _json_part(part: Any) -> tuple[Any, ...]:
    """Return the elements of one part of a set in JSON: those of a range if the part is `[FIRST, LAST]`, two integers
    that both belong to the range; otherwise the part itself as one element.

    The result has the text of the range alone if the range has more than MANY elements, and is () if LAST is less than
    FIRST.
    """
    match part:
        case [int(first), int(last)]:
            return _range(first, last)
    return (_json_element(part),)


def data_elements(value: Any, sizes: Sequence[int], is_set: bool) -> list[Any] | None:
    """Return the elements of a value in JSON, as `json_elements` does, and of a set that is a list, as csp2sat prints
    it; None for an array that does not have these sizes.

    sizes: of the dimensions of an array, none for another value.  is_set: whether the elements are sets.
    """
    if not sizes:
        return [tuple(map(_json_element, value)) if is_set and isinstance(value, list) else _json_element(value)]
    if value == [] and 0 in sizes:
        return []
    if not isinstance(value, list) or len(value) != sizes[0]:
        return None
    parts = [data_elements(each, sizes[1:], is_set) for each in value]
    return None if None in parts else [element for part in parts for element in part or ()]


def json_data(value: Any, rank: int | None = None) -> Any:
    """Return a value in MiniZinc's output in the mode `json` as data for JSON, as `as_data` does.

    rank: the number of dimensions of an array of sets, 0 for a set, whose lists are sets; None if there are no sets.
    """
    if not isinstance(value, list):
        return _json_element(value)
    if rank == 0:
        return tuple(map(_json_element, value))
    return [json_data(each, rank and rank - 1) for each in value]


def as_data(spec: OutputSpec, name: str, value: str, outputs: Sequence[Any] = ()) -> Any:
    """Return a printed value of a variable of the model as data for JSON: of an array nested lists.

    name: of the variable.  outputs: those in the `about` of the model.
    """
    known = next((dimensions for each, _, dimensions, _ in outputs if each == spec.array_of(name)), None)
    found, dimensions = own_elements(spec, name, value), spec.dimensions(name, known)
    if dimensions is None:
        return found[0] if found else None
    for size in reversed([len(each) for each in dimensions[1:]]):
        found = [found[at : at + size] for at in range(0, len(found), size)] if size else []
    return found


def named_values(spec: OutputSpec, slots: Sequence[Slot], found: Sequence[Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the words of a FlatZinc whose values follow from the elements of a variable of the model: each with its
    name, and with its value, which is a text if it is not possible.

    slots: those of the variable.  found: as `elements` returns them, one for each slot.
    """
    for slot, value in zip(slots, found, strict=True):
        if isinstance(value, tuple) and slot.members:
            numbers = {_number(spec, slot.enum, each) for each in value}
            others = numbers - {element for element, _ in slot.members}
            yield from (("", slot.name, str(each)) for each in others)
            yield from ((word, _member(spec, slot, element), element in numbers) for element, word in slot.members)
            continue
        if value is None and not slot.occurs:
            yield slot.value, slot.name, "<>"
        elif isinstance(value, tuple) or slot.members:
            yield slot.value, slot.name, dumps(value)
        elif value is not None:
            yield slot.value, slot.name, _number(spec, slot.enum, value)
        if slot.occurs and slot.occurs != slot.value:
            yield slot.occurs, f"{slot.name}.occurs", value is not None
        elif slot.occurs and value is None:
            yield slot.value, slot.name, 0


def _number(spec: OutputSpec, enum: str, value: Any) -> Any:
    number = spec.number(enum, value) if isinstance(value, str) else None
    return value if number is None else number
