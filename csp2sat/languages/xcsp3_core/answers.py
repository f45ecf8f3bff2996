"""Solutions as the XCSP3 competition wants them: one `v` line with an `<instantiation>`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

from ...base.numbers import decimal
from ...model.meaning import evaluate
from ...model.model import Answer, Objective, hidden
from ..base.value_lines import DeclaredNames

SOLUTION = 'type="solution"'


def instantiation_line(declared: DeclaredNames, answer: Answer) -> str:
    """Return the `v` line of a solution, with the cost if a model with an objective is given, not a map."""
    names = [name for name in declared.ints if not hidden(name)]
    about: dict[str, Any] = getattr(declared, "about", {})
    listed = " ".join(compact_list(names, about.get("arrays", {})))
    values = " ".join(decimal(answer.ints[name]) for name in names)
    kind = _attributes(getattr(declared, "objective", None), answer)
    return f"v <instantiation {kind}> <list> {listed} </list> <values> {values} </values> </instantiation>\n"


def _attributes(objective: object, answer: Answer) -> str:
    """Return the attributes of an instantiation: its type, and its cost."""
    if not isinstance(objective, Objective):
        return SOLUTION
    cost = evaluate(objective.term, answer) if not isinstance(objective.term, int) else objective.term
    return f'{SOLUTION} cost="{decimal(cost)}"'


def with_status(status: str, solution: str) -> str:
    """Return the `s` line of a status, and the line of a solution, if any, whose type says whether it is the best."""
    if status == "OPTIMUM FOUND":
        solution = solution.replace(SOLUTION, 'type="optimum"', 1)
    return f"s {status}\n{solution}"


def compact_list(names: Iterable[str], arrays: Mapping[str, Sequence[int]]) -> list[str]:
    """Return the list of variables for a solution: the names, but `x[][]` for an array whose cells all exist.

    arrays: the sizes of each array, by its name. The cells of an array stand together, in order.
    """
    listed = list(names)
    found, at = [], 0
    while at < len(listed):
        array = listed[at].partition("[")[0]
        sizes = arrays.get(array, ())
        number = prod(sizes) if array != listed[at] else 1
        last = array + "".join(f"[{size - 1}]" for size in sizes)
        is_whole = number > 1 and listed[at + number - 1 : at + number] == [last]
        found.append(array + "[]" * len(sizes) if is_whole else listed[at])
        at += number if is_whole else 1
    return found
