"""Nested lists, tuples, arrays and generators of items."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from ..errors import InputWarning, ModelError
from ..model.expr import FALSE, Expr
from .owner import PLAIN, Handle, ItemByItem, Owner, as_formulas, is_truth

DEEPEST = 32  # lists in lists


def is_nested(x: object) -> bool:
    """Whether a value is a list, tuple, array, generator or the like, and no text.  Raises ModelError for a dict."""
    if isinstance(x, ItemByItem):
        return True
    if not hasattr(x, "__iter__") or isinstance(x, str | bytes | Handle) or getattr(x, "shape", None) == ():
        return False
    refuse_mapping(x)
    return True


def refuse_mapping(x: object) -> None:
    """Raise ModelError for a dict, since Python would iterate over its keys when its values are meant."""
    if isinstance(x, Mapping):
        hint = "of a dict d write d.values(), list(d) for its keys, or d.items() for pairs"
        raise ModelError(f"a {type(x).__name__} has keys and values, and no order of its own; {hint}")


def flat_items(items: Iterable[object]) -> Iterator[object]:
    """Yield all items in nested lists, tuples, arrays and generators, in order.  Raises ModelError for nests that are
    too deep.
    """
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


def required(given: Sequence[object], owner: Owner) -> list[Expr]:
    """Return the formulas of constraints that are given to a model, in nested lists.

    Warns by InputWarning, at the line of the user's program, three calls up, of a False among the constraints, and of a
    True outside of lists, since both are seldom meant.
    """
    items = list(flat_items(given))
    _, formulas = as_formulas(items, owner)
    if FALSE in formulas and any(is_truth(item) and not item for item in items):
        _warn("False", "the model has no solution; if that is meant, add build.any_()")
    elif any(map(is_truth, given)):
        _warn("True", "this constraint has no effect")
    return formulas


def _warn(word: str, so: str) -> None:
    decided = "comparisons that Python decides, such as `x is y`, never get to the model"
    warnings.warn(f"{word} is added as a constraint: {so} ({decided})", InputWarning, stacklevel=5)


def counted(number: int, what: str) -> str:
    """Return a number with its noun, as `1 item` or `2 items`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
