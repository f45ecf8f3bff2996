"""Polishing: one variable after the other takes the best value for the goal that the rows allow."""

from __future__ import annotations

from collections.abc import Sequence

from .program import LinearProgram, value_of


def polished(program: LinearProgram, values: Sequence[int]) -> list[int]:
    """Return a solution as good as `values`, a solution, or better, in which no variable alone can be improved."""
    found = [*values]
    columns: dict[int, list[tuple[int, int]]] = {x: [] for _, x in program.goal.terms}
    for number, row in enumerate(program.rows):
        for a, x in row.sum.terms:
            if x in columns:
                columns[x].append((number, a))
    sums = [value_of(row.sum, values) for row in program.rows]
    for factor, x in sorted(program.goal.terms, key=lambda term: -abs(term[0])):
        way = -1 if factor > 0 else 1
        domain = program.domains[x]
        steps = found[x] - domain.lo if factor > 0 else domain.hi - found[x]
        for number, a in columns[x]:
            if program.rows[number].is_equation:
                steps = 0
            elif a * way > 0:
                steps = min(steps, -sums[number] // (a * way))
            if not steps:
                break
        if steps:
            found[x] += way * steps
            for number, a in columns[x]:
                sums[number] += a * way * steps
    return found
