"""Nested lists, tuples, arrays and generators of items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from ..errors import ModelError
from .owner import PLAIN, Handle, ItemByItem

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


def counted(number: int, what: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
