"""Arguments of declarations of variables: names, shapes and values."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, cast

from ..base.numbers import cut
from ..errors import InputWarning, ModelError
from ..escaping import name_fault
from ..model.domain import Domain
from .nesting import flat_items, is_nested, refuse_mapping
from .owner import Handle, constant, integer, shown

MOST_VARIABLES = (1 << 31) - 1  # of an array: more have no place in a CNF


def check_name(name: object) -> str:
    """The name of a variable.  ModelError for what is none."""
    if not isinstance(name, str) or not name:
        raise ModelError(f"{shown(name)} is no name of a variable; expected a text, as in int('x', 0, 9)")
    if fault := name_fault(name):
        raise ModelError(f"{name!r} is no name of a variable: {fault}")
    return name


def shape_of(shape: Sequence[object]) -> tuple[int, ...]:
    """Sizes that are no integers, or less than 0, are a ModelError."""
    sizes = tuple(integer(size, "size of an array") for size in shape)
    if not sizes or min(sizes) < 0:
        raise ModelError(f"shape ({', '.join(map(cut, sizes))}): expected sizes of at least 0")
    if prod(sizes) > MOST_VARIABLES:
        raise ModelError(f"shape ({', '.join(map(cut, sizes))}): expected at most {MOST_VARIABLES} variables")
    return sizes


def places(shape: int | Sequence[int]) -> tuple[tuple[int, ...], Iterator[tuple[int, ...]]]:
    """The shape as a tuple, and all places in an array of it, in row-major order."""
    sizes = shape_of(shape if isinstance(shape, Sequence) else [shape])
    return sizes, product(*map(range, sizes))


def value_set(values: object) -> Domain:
    """Return an integer, or a list, set or range of integers, as a domain.  ModelError for anything else."""
    if isinstance(values, Domain):
        return values
    if isinstance(values, range) and abs(values.step) == 1:
        return Domain([(min(values), max(values))] if values else [])
    refuse_mapping(values)
    given = values if isinstance(values, Iterable) and not isinstance(values, str | Handle) else [values]
    return Domain.of(integer(each, "value") for each in given)


def array_arguments(given: Sequence[object], named: Mapping[str, object]) -> tuple[Any, Any, Any]:
    """Return the shape, the values and the greatest value that arguments of `int_array` behind the name mean.

    ModelError for the order of other packages, least, greatest, shape, where that cannot be what `given` is here.
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
    """Return the arguments `values` and `most` of `int`, where the ends may be given by other names.

    ends: the least value as `lb` or `least`, the greatest one as `ub`.  ModelError for an end that is given twice.
    """
    for word, value in ends.items():
        if value is None:
            continue
        if (most if word == "ub" else values) is not None:
            raise ModelError(f"{word}={shown(value)} beside values that are given already; expected one of both")
        values, most = (values, value) if word == "ub" else (value, most)
    return values, most


def preferred_pairs(variables: Any, values: Any) -> list[tuple[Any, Any]]:
    """Return pairs of a variable and its value: of one variable, of a dict, or of two lists of one length."""
    if isinstance(variables, Mapping):
        if values is not None:
            raise ModelError("m.prefer of a dict takes nothing else: its values are what is preferred")
        return list(variables.items())
    if values is None:
        raise ModelError("m.prefer of a variable without a value; expected m.prefer(x, 3), or a dict of values")
    if not is_nested(variables):
        return [(variables, values)]
    names, wanted = list(flat_items([variables])), list(flat_items([values]))
    if len(names) != len(wanted):
        raise ModelError(f"m.prefer of {len(names)} variables and {len(wanted)} values; expected as many")
    return list(zip(names, wanted, strict=True))


def _warn_of_order(shape: int, least: int, greatest: int) -> None:
    """Three numbers may be the least value, the greatest and the shape, as CPMpy has them."""
    meant = f"int_array takes the shape first: int_array('q', {cut(greatest)}, {cut(shape)}, {cut(least)})"
    if least > greatest:
        raise ModelError(f"no value is from {cut(least)} to {cut(greatest)}; {meant}, or shape={cut(greatest)} by name")
    if shape == 1 and least == greatest > 1:
        said = f"an array of 1 variable with the one value {cut(least)}"
        warnings.warn(f"{said}; {meant}", InputWarning, stacklevel=4)


def domain_of(name: object, values: object, most: object, call: str) -> Domain:
    """The domain that arguments of `int` mean.  call: how that begins, for messages."""
    if isinstance(values, Domain) and most is None:
        return values
    if is_nested(values) and most is None:
        return Domain.of(integer(value, f"value of {name}") for value in cast("Iterable[object]", values))
    if values is None or most is None:
        given = "no values" if values is None else f"one number, {shown(values)}, for its values"
        forms = f"{call}0, 9), or a list, {call}[1, 3, 5])"
        raise ModelError(f"{name} has {given}; expected the least and the greatest one, {forms}")
    return Domain([(integer(values, f"value of {name}"), integer(most, f"value of {name}"))])
