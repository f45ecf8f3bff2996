"""cumulative: tasks that run from origin to end, whose heights never sum up to more than a limit.

The load grows only where a task begins, or where one of negative height ends.
"""

from __future__ import annotations

from .. import functions
from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule
from ..sums import PbSum, number, total, weighted

StatedTask = tuple[PbSum, PbSum, PbSum]  # origin, end, height
StatedLoads = tuple[list[tuple[PbSum, PbSum]], list[tuple[PbSum, PbSum]]]


def require(formulas: StatedFormulas, missing: tuple[int, ...], limit: PbSum, *values: PbSum) -> None:
    """State: origin + duration = end; limit >= 0; for each origin, and the end of a task whose height is no constant
    from 0 on: the sum of the heights of the tasks that run then <= limit.

    missing: for each task the part that is not among `values`: 0 origin, 1 duration, 2 end, 4 none.
    """
    equations, loads = _facts(formulas, missing, limit, values)
    for left, right in equations:
        formulas.compare("eq", left, right)
    for load, most in loads:
        formulas.compare("le", load, most)


def literal(formulas: StatedFormulas, missing: tuple[int, ...], limit: PbSum, *values: PbSum) -> Literal:
    """Return the literal that all these comparisons hold; missing: as in `require`."""
    equations, loads = _facts(formulas, missing, limit, values)
    return formulas.definitions.all_of(
        [*(formulas.compared("eq", *each) for each in equations), *(formulas.compared("le", *each) for each in loads)]
    )


def _facts(formulas: StatedFormulas, missing: tuple[int, ...], limit: PbSum, values: tuple[PbSum, ...]) -> StatedLoads:
    """Return the pairs that must be equal, and the pairs of which the first must be at most the second.

    missing, values: as in `require`.
    """
    tasks, equations, rest = list[StatedTask](), [], iter(values)
    for place in missing:
        origin, duration, end, height = (number(0) if at == place else next(rest) for at in range(4))
        if place == 0:
            origin = end.plus(duration, -1)
        elif place == 2:
            end = origin.plus(duration)
        elif place != 1:
            equations.append((origin.plus(duration), end))
        tasks.append((origin, end, height))
    instants = [at for origin, end, h in tasks for at in ((origin,) if not h.terms and h.const >= 0 else (origin, end))]
    loads = [(total([(1, _height(formulas, task, at)) for task in tasks]), limit) for at in instants]
    return equations, [(number(0), limit)] * bool(tasks) + loads


def _height(formulas: StatedFormulas, task: StatedTask, instant: PbSum) -> PbSum:
    """Return the height of a task if it runs at an instant, else 0."""
    origin, end, height = task
    over = formulas.compared("le", end, instant)
    runs = formulas.definitions.all_of((formulas.compared("le", origin, instant), opposite(over)))
    if not height.terms:
        return weighted(runs, height.const)
    return formulas.known(functions.choice(formulas, runs, height, number(0)))


RULE = StatementRule(require, literal)
