"""The search for a solution of the rows around given values: first choices are kept, the others are made anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from ...base.time_limit import check_time
from .rows import RowPropagation

NextChoice = Callable[[], tuple[int, int] | None]
"""A function that returns a variable to be given a value next, and the value; None for no choice."""


class RepairEnd(Enum):
    """The end of a repair: with a solution, without one that has the kept values, or at its limit of failures."""

    FOUND = "found"
    REFUTED = "refuted"
    STOPPED = "stopped"


def repair(
    rows: RowPropagation,
    order: Sequence[int],
    values: Sequence[int],
    kept: int,
    failures: int,
    guide: NextChoice | None = None,
) -> tuple[RepairEnd, list[int]]:
    """Give variables values, one after the other with propagation, and go back to the last one where a row cannot hold.

    order: all variables.  values: by variable, tried first.  kept: the number of variables in the order that keep their
    value if propagation lets them: a repair that goes back to them is REFUTED.  failures: the number of failures after
    which the repair is STOPPED.  guide: chooses before the order does, after the kept ones; None for no guide.  Return
    the end and the values found; the bounds are as before afterwards.
    """
    start, low, high = rows.mark, rows.low, rows.high
    at, count, choices = 0, len(order), list[tuple[int, int, int, int, bool]]()
    is_refuted = not rows.propagate()
    while not is_refuted:
        while at < count and low[order[at]] == high[order[at]]:
            at += 1
        if at == count:
            found = [*low]
            rows.undo(start)
            return RepairEnd.FOUND, found
        guided = guide() if guide is not None and at >= kept else None
        x, value = guided or (order[at], values[order[at]])
        value = min(max(value, low[x]), high[x])
        choices.append((rows.mark, at, x, value, value > low[x]))
        if value > low[x]:
            rows.raise_low(x, value)
        else:
            rows.reduce_high(x, value)
        while not rows.propagate():
            check_time()
            failures -= 1
            is_kept = not choices or choices[-1][1] < kept
            if is_kept and at >= kept:
                is_refuted = True
                break
            if failures < 0 or not choices:
                rows.undo(start)
                return (RepairEnd.REFUTED if not choices else RepairEnd.STOPPED), []
            mark, at, x, value, goes_up = choices.pop()
            rows.undo(mark)
            if goes_up:
                rows.reduce_high(x, value - 1)
            else:
                rows.raise_low(x, value + 1)
    rows.undo(start)
    return RepairEnd.REFUTED, []
