"""Arguments in declarations of variables: names, shapes and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import product
from math import prod
from typing import Any, cast

from ..base.numbers import counted, cut
from ..errors import ModelError, warn
from ..escaping import name_fault
from ..model.domain import Domain
from .nesting import flat_items, is_nested, refuse_mapping
from .owner import Handle, constant, integer, shown

MOST_VARIABLES = (1 << 31) - 1  # of an array: more have no place in a CNF


def check_name(name: object) -> str:
    """Return the name of a variable unchanged.  Raises ModelError for anything but a text with visible characters."""
    if not isinstance(name, str) or not name:
        raise ModelError(f"{shown(name)} is no name of a variable; expected a text, as in int('x', 0, 9)")
    if fault := name_fault(name):
        raise ModelError(f"{name!r} is no name of a variable: {fault}")
    return name


def name_apart(given: Sequence[Any], named: dict[str, Any]) -> tuple[Any, tuple[Any, ...]]:
    """Return the name in the arguments of a declaration, and the other arguments by position.

    given, named: the arguments by position and by name; a name is taken out of `named`.  The name is a text, which
    comes first or last, or is given by its name; None for none.
    """
    if "name" in named:
        return named.pop("name"), tuple(given)
    for name, others in ((given[:1], given[1:]), (given[-1:], given[:-1])):
        if name and isinstance(name[0], str):
            return name[0], tuple(others)
    return None, tuple(given)


def shape_of(shape: Sequence[object]) -> tuple[int, ...]:
    """Return the sizes of an array's dimensions as a tuple of integers.

    Raises ModelError for sizes that are no integers or less than 0, and for too many variables.
    """
    sizes = tuple(integer(size, "size of an array") for size in shape)
    if not sizes or min(sizes) < 0:
        raise ModelError(f"shape ({', '.join(map(cut, sizes))}): expected sizes of at least 0")
    if prod(sizes) > MOST_VARIABLES:
        raise ModelError(f"shape ({', '.join(map(cut, sizes))}): expected at most {MOST_VARIABLES} variables")
    return sizes


def places(shape: int | Sequence[int]) -> tuple[tuple[int, ...], Iterator[tuple[int, ...]]]:
    """Return the shape of an array as a tuple, and all places in the array, in row-major order."""
    sizes = shape_of(shape if isinstance(shape, Sequence) else [shape])
    return sizes, product(*map(range, sizes))


def value_set(values: object) -> Domain:
    """Return an integer, or a list, set or range of integers, as a domain.  Raises ModelError for anything else."""
    if isinstance(values, Domain):
        return values
    if isinstance(values, range) and abs(values.step) == 1:
        return Domain([(min(values), max(values))] if values else [])
    refuse_mapping(values)
    given = values if isinstance(values, Iterable) and not isinstance(values, str | Handle) else [values]
    return Domain.of(integer(each, "value") for each in given)


def arguments_of_int(given: Sequence[object], named: Mapping[str, object]) -> tuple[Any, Any]:
    """Return the values and the greatest value that the arguments of `int` without the name mean.

    given, named: the arguments by position and by name.  Raises ModelError for arguments that do not fit.
    """
    ends = {word: each for word, each in named.items() if word in ("lb", "ub", "least")}
    words = ("values", "most")
    unknown = set(named) - set(ends) - set(words[len(given) :])
    if len(given) > len(words) or unknown:
        wrong = [f"{word}=" for word in sorted(unknown)] or [counted(len(given), "argument"), "no name"]
        forms = "m.int('x', 0, 9), m.int('x', [1, 3, 5]) or m.int('x', lb=0, ub=9)"
        raise ModelError(f"m.int with {' and '.join(wrong)}; expected {forms}")
    found = {**dict(zip(words, given, strict=False)), **named}
    return bounds_of(found.get("values"), found.get("most"), ends)


def array_arguments(given: Sequence[object], named: Mapping[str, object]) -> tuple[Any, Any, Any]:
    """Return the shape, the values and the greatest value that the arguments of `int_array` after the name mean.

    given, named: the arguments by position and by name.  Raises ModelError for arguments that do not fit, or that are
    in the order of other packages (least, greatest, shape) if they make no sense in ours.
    """
    ends = {word: named[word] for word in ("lb", "ub", "least") if word in named}
    named = {word: each for word, each in named.items() if word not in ends}
    words = ("values", "most") if "shape" in named else ("shape", "values", "most")
    if len(given) > len(words) or set(words[: len(given)]) & set(named) or set(named) - {"shape", *words}:
        raise ModelError(
            "int_array takes a name, the shape, and values: int_array('q', 3, 0, 9), or with shape=3 by name"
        )
    found = {**dict(zip(words, given, strict=False)), **named}
    shape, values, most = found.get("shape"), found.get("values"), found.get("most")
    if shape is None:
        raise ModelError("an array of no shape; expected a number of variables, as in int_array('q', 3, 0, 9)")
    numbers = list(map(constant, given))
    if len(numbers) == 3 and None not in numbers:
        _warn_of_order(*cast("list[int]", numbers))
    return shape, *bounds_of(values, most, ends)


def bounds_of(values: Any, most: Any, ends: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the arguments `values` and `most` of `int`, in which the ends of a range may have other names.

    ends: the least value as `lb` or `least`, the greatest value as `ub`; None for none.  Raises ModelError for an end
    that is given twice.
    """
    for word, value in ends.items():
        if value is None:
            continue
        if (most if word == "ub" else values) is not None:
            raise ModelError(f"{word}={shown(value)} beside values that are given already; expected one of the two")
        values, most = (values, value) if word == "ub" else (value, most)
    return values, most


def preferred_pairs(variables: Any, values: Any) -> list[tuple[Any, Any]]:
    """Return pairs of a variable and its preferred value, from the arguments of `m.prefer`.

    variables: one variable, a nest of variables, a dict of values by variable, or an object with `as_dict` (a solution
    or a result).  values: the value of the one variable, or a nest with as many values as variables; None with a dict
    or such an object.  Raises ModelError for a missing or superfluous `values`, or another number of values; whether
    they are variables and values is not checked.
    """
    if hasattr(type(variables), "as_dict"):
        variables = variables.as_dict()
    if isinstance(variables, Mapping):
        if values is not None:
            raise ModelError("m.prefer of a dict takes no other argument; the dict has the preferred values")
        return list(variables.items())
    if values is None:
        raise ModelError("m.prefer of a variable without a value; expected m.prefer(x, 3), or a dict of values")
    if not is_nested(variables):
        return [(variables, values)]
    names, wanted = list(flat_items([variables])), list(flat_items([values]))
    if len(names) != len(wanted):
        raise ModelError(f"m.prefer of {len(names)} variables and {len(wanted)} values; expected a value for each")
    return list(zip(names, wanted, strict=True))


def _warn_of_order(shape: int, least: int, greatest: int) -> None:
    """Warn of three arguments of `int_array` that are likely the least value, the greatest value and the shape, in the
    order of CPMpy, or raise ModelError for them.

    shape, least, greatest: the arguments, by the names that they have here.  The error is raised if `least` is above
    `greatest`; the warning is for the shape 1 and a single value above 1, and for the shape 0 and values above 0.
    """
    meant = f"int_array takes the shape first: int_array('q', {cut(greatest)}, {cut(shape)}, {cut(least)})"
    if least > greatest:
        raise ModelError(f"no value is from {cut(least)} to {cut(greatest)}; {meant}, or shape={cut(greatest)} by name")
    if (shape == 1 and least == greatest > 1) or (shape == 0 and least > 0):
        array = f"an array of 1 variable with the one value {cut(least)}" if shape else "an array of no variables"
        warn(f"{array}; {meant}")


def _words_refused(name: object, values: Any, call: str) -> None:
    """Raise ModelError, with the declaration to write instead, for values that are texts, or members of an Enum that is
    no IntEnum.

    name: of the variable.  call: the beginning of a call.
    """
    given = list(values) if is_nested(values) else [values]
    word = next((each for each in given if isinstance(each, str | bytes | Enum) and constant(each) is None), None)
    if isinstance(word, Enum):
        kind = type(word).__name__
        how = f"expected `class {kind}(IntEnum)`; then {call}list({kind})) takes it, and {kind}(r[x]) is the member"
        raise ModelError(f"{shown(word)} is no value of {name}, as values are integers; {how}")
    if word is not None:
        words = shown([each for each in given if isinstance(each, str)])
        how = f"with WORDS = {words} write {call}0, {len(given) - 1}), and WORDS[r[x]] is the word in a result r"
        raise ModelError(f"{shown(word)} is no value of {name}, as values are integers; {how}")


def domain_of(name: object, values: object, most: object, call: str) -> Domain:
    """Return the domain that the arguments `values` and `most` of `int` mean.

    call: the beginning of a call, for messages.  Raises ModelError for arguments that mean none.
    """
    if isinstance(values, Domain) and most is None:
        return values
    if is_nested(values) and most is None:
        values = list(cast("Iterable[object]", values))
        _words_refused(name, values, call)
        return Domain.of(integer(value, f"value of {name}") for value in values)
    _words_refused(name, [each for each in (values, most) if each is not None], call)
    if values is None or most is None:
        given = "no values" if values is None else f"one number, {shown(values)}, for its values"
        forms = f"{call}0, 9), or a list, {call}[1, 3, 5])"
        raise ModelError(f"{name} has {given}; expected the least and the greatest one, {forms}")
    return Domain([(integer(values, f"value of {name}"), integer(most, f"value of {name}"))])
