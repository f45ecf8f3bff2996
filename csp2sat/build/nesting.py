"""Nested lists, tuples, arrays and generators of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from ..errors import ModelError, warn
from ..model.expr import FALSE, Expr
from .engine_model import EngineModel
from .owner import PLAIN, Handle, ItemByItem, as_formulas, is_truth, shown

DEEPEST = 32  # lists in lists


def is_nested(x: object) -> bool:
    """Whether a value is a list, tuple, array, generator or the like, and no text.  Raises ModelError for a dict, and
    for a DataFrame.
    """
    if isinstance(x, ItemByItem):
        return True
    if not hasattr(x, "__iter__") or isinstance(x, str | bytes | Handle) or getattr(x, "shape", None) == ():
        return False
    refuse_mapping(x)
    return True


def refuse_mapping(x: object) -> None:
    """Raise ModelError for a dict, and for a DataFrame, since Python would iterate over keys, or over names of columns,
    when values are meant.
    """
    if isinstance(x, Mapping):
        hint = "of a dict d write d.values(), list(d) for its keys, or d.items() for pairs"
        raise ModelError(f"a {type(x).__name__} has keys and values, and no order of its own; {hint}")
    if hasattr(x, "columns"):
        raise ModelError(f"a {type(x).__name__} is read by the names of its columns; df.to_numpy() has its values")


def flat_items(
    items: Iterable[object], refused: Callable[[tuple[object, ...]], ModelError] | None = None
) -> Iterator[object]:
    """Yield all items in nested lists, tuples, arrays and generators, in order.

    refused: a tuple within `items` -> the error that is raised for it; None: tuples are nests like lists.  Raises
    ModelError for nests that are too deep.
    """
    stack = [iter(items)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, Handle | int):
                yield item
            elif isinstance(item, ItemByItem):
                yield from item.items
            elif refused is not None and isinstance(item, tuple):
                raise refused(item)
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


def flat_numbers(name: str, given: Sequence[object]) -> list[Any]:
    """Return all items in nested lists, arrays and generators, in order.

    given: the arguments of the function `name`, which messages name: terms and nests of terms, or one nest of terms.
    Raises ModelError for a tuple that is one of several arguments, or is somewhere in the one nest: a tuple there is
    meant as one value, but these functions take single numbers only.
    """

    def refused(pair: tuple[object, ...]) -> ModelError:
        one = "write one term, such as 10 * x + y with y from 0 to 9, if the tuple is one value"
        several = "write a list, such as [x, y], if its items are separate values"
        return ModelError(f"build.{name} takes single numbers, and {shown(pair)} is a tuple; {one}; {several}")

    nest = cast("Iterable[object]", given[0]) if len(given) == 1 and is_nested(given[0]) else given
    return list(flat_items(nest, refused))


def required(given: Sequence[object], owner: EngineModel) -> list[Expr]:
    """Return the formulas of constraints that are given to a model, in nested lists.

    Warns by InputWarning, at the line of the user's program, three calls up, of a False among the constraints, and of a
    True outside of lists, since both are seldom meant.
    """
    items = list(map(owner.own, flat_items(given)))
    _, formulas = as_formulas(items, owner)
    if FALSE in formulas and any(is_truth(item) and not item for item in items):
        _warn("False", "the model has no solution; if that is meant, add build.any_()")
    elif any(map(is_truth, given)):
        _warn("True", "this constraint has no effect")
    return formulas


def _warn(word: str, so: str) -> None:
    decided = "comparisons that Python decides, such as `x is y`, never get to the model"
    warn(f"{word} is added as a constraint: {so} ({decided})")
