"""Arguments of declarations of variables: names, shapes and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import cast

from ..base.numbers import cut
from ..errors import ModelError
from ..escaping import name_fault
from ..model.domain import Domain
from .nesting import is_nested
from .owner import integer, shown

MOST_VARIABLES = (1 << 31) - 1  # of an array: more have no place in a CNF


def check_name(name: object) -> str:
    """The name of a variable.  ModelError for what is none."""
    if not isinstance(name, str) or not name:
        raise ModelError(f"{name!r} is no name of a variable; expected a text, as in int('x', 0, 9)")
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
