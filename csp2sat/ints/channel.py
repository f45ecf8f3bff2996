"""Channelling: the literals of one code of an integer tied to the order literals of the same integer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..cnf.sink import FALSE, TRUE, Lit, Sink
from ..errors import ModelError
from . import order
from .order import OrderInt
from .ranges import count

MOST_VALUES = 200_000  # of an integer that gets order literals besides its own code
Meaning = tuple[Lit, Callable[[int], bool]]  # a literal, and of which values it is true


def order_view(sink: Sink, values: Sequence[int], meanings: Iterable[Meaning]) -> OrderInt:
    """Order literals for an integer with these values that has another code, whose literals mean that.

    Raises ModelError beyond MOST_VALUES.
    """
    check_size(values)
    x = order.code(sink, values)
    for lit, holds in meanings:
        tie(sink, x, lit, holds)
    return x


def check_size(values: Sequence[int]) -> None:
    """Raises ModelError for more values than can have literals of their own besides another code."""
    if count(values) > MOST_VALUES:
        raise ModelError(
            f"an integer with {count(values)} values would need literals for each of them; that is done for at most "
            f"{MOST_VALUES}"
        )


def tie(sink: Sink, x: OrderInt, lit: Lit, holds: Callable[[int], bool]) -> None:
    """The literal is true if and only if it holds of the value: a clause for each run of values that are alike."""
    truths = [holds(v) for v in x.values]
    at_most, out = x.at_most, sink.defs
    start = 0
    for at, truth in enumerate(truths):
        if at + 1 == len(truths) or truths[at + 1] != truth:
            ends = (at_most[start - 1] if start else FALSE, -at_most[at])
            out += (*(end for end in ends if abs(end) != TRUE), lit if truth else -lit, 0)
            start = at + 1
