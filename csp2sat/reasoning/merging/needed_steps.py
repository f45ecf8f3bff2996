"""The steps of a complete chain that lead to its end: people read these alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...base.numbers import counted
from ..step import Step


def needed(lines: Sequence[dict[str, Any]], groups: Mapping[int, Any]) -> list[dict[str, Any]]:
    """Return the lines of the needed steps, in their order: steps that decide the number of a cell, and steps whose
    facts a needed step uses.

    A step that only excludes numbers of cells whose numbers other steps find is not needed by itself.

    lines: of a complete chain, as the search prints them.  groups: from each variable to the cell whose number the
    variable says, or to None if the variable says no number.
    """
    found = (lit for line in lines for lit in line["facts"] if lit > 0)
    decided = {groups[lit] for lit in found} - {None}
    rests, kept = set[int](), list[dict[str, Any]]()
    for line in reversed(lines):
        facts = line["facts"]
        if not rests.isdisjoint(facts) or any(lit > 0 or groups[-lit] not in decided for lit in facts):
            kept.append(line)
            rests.update(_rests(line))
    return kept[::-1]


def _rests(line: Mapping[str, Any]) -> Iterator[int]:
    """Yield the literals on which a step, and the conclusions of its suppositions, rest."""
    yield from (*line["known"], *line["uses"])
    todo = [*line["trail"], *(each for _, way in line["ways"] for each in way)]
    while todo:
        _, _, way, needs, visible, _ = todo.pop()
        yield from (*needs, *visible)
        todo += way


def left_out(count: int, steps: Iterable[Step]) -> str:
    """Return in words how many of the steps of a chain are not among some steps, as a reader sees them, since no other
    step needs them; '' if all are.  count: of all steps.
    """
    numbers = {number for step in steps for number in range(step.first or step.number, step.number + 1)}
    more = count - len(numbers)
    return f"{counted(more, 'step')} left out, which no other step needs" if more > 0 else ""
