"""Nested lists, tuples, arrays and generators of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import cast

from ..errors import ModelError
from .owner import PLAIN, Handle, ItemByItem, integer

DEEPEST = 32  # lists in lists


def is_nested(x: object) -> bool:
    """Is it a list, tuple, array, generator or the like?  What has an item for each index; no text."""
    return isinstance(x, ItemByItem) or (
        hasattr(x, "__iter__") and not isinstance(x, str | bytes | Handle) and getattr(x, "shape", None) != ()
    )


def flat_items(items: Iterable[object]) -> Iterator[object]:
    """All that is in nested lists, tuples, arrays and generators, in order."""
    stack = [iter(items)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, Handle | int):
                yield item
            elif isinstance(item, ItemByItem):
                yield from item.items
            elif isinstance(item, list | tuple) and PLAIN.issuperset(map(type, item)):
                yield from item
            elif is_nested(item):
                if len(stack) > DEEPEST:
                    raise ModelError(f"lists in lists, more than {DEEPEST} deep")
                stack.append(iter(cast("Iterable[object]", item)))
                break
            else:
                yield item
        else:
            stack.pop()


def shape_of(shape: Sequence[object]) -> tuple[int, ...]:
    """Sizes that are no integers, or less than 0, are a ModelError."""
    sizes = tuple(integer(size, "size of an array") for size in shape)
    if not sizes or min(sizes) < 0:
        raise ModelError(f"shape {sizes}: expected sizes of at least 0")
    return sizes


def places(shape: int | Sequence[int]) -> tuple[tuple[int, ...], Iterator[tuple[int, ...]]]:
    """The shape as a tuple, and all places in an array of it, in row-major order."""
    sizes = shape_of(shape if isinstance(shape, Sequence) else [shape])
    return sizes, product(*map(range, sizes))


def counted(number: int, what: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
