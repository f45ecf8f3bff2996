"""What facts mean, on solutions in the neutral form: written from the format's description alone, without variables."""

from __future__ import annotations

from typing import Any


def says(fact: dict[str, Any], solution: Any) -> bool:
    """Whether a solution agrees with a fact; both in their JSON forms."""
    assert list(fact) == ["what", "places", "value", "negative"], fact
    assert all(list(each) == ["row", "column"] for each in fact["places"]), fact
    places = [(each["row"], each["column"]) for each in fact["places"]]
    meaning = {"cell": _cell, "edge": _edge, "region": _region}[fact["what"]]
    return meaning(places, fact["value"], solution) != fact["negative"]


def _region(places, value, solution) -> bool:
    assert value is None
    return len({solution[r][c] for r, c in places}) == 1


def _edge(places, value, solution) -> bool:
    (r, c), (i, j) = places
    if isinstance(value, int):
        return next((n for *ends, n in solution if ends == [r, c, i, j]), 0) == value
    assert (i, j) in ((r, c + 1), (r + 1, c)), places
    if value == "border":
        return solution[r][c] != solution[i][j]
    assert value == "line"
    return solution["h" if r == i else "v"][r][c] == "1"


def _cell(places, value, solution) -> bool:
    ((r, c),) = places
    rows = solution["shaded"] if isinstance(solution, dict) else solution
    if not isinstance(value, str) or len(value) == 1:
        return rows[r][c] == value
    if value.startswith("more than "):
        return rows[r][c] > int(value.split()[-1])
    area = {(i, j) for i, row in enumerate(rows) for j, other in enumerate(row) if other == rows[r][c]}
    if value == "a corner":
        return _arm((r, c), area) == ""
    assert value.startswith("arm "), value
    return _arm((r, c), area) == value.split()[-1]


def _arm(cell, area) -> str:
    """The way from a cell of an L to its corner, where the two arms meet; '' at the corner."""
    (corner,) = ((r, c) for r, c in area if {(r, c - 1), (r, c + 1)} & area and {(r - 1, c), (r + 1, c)} & area)
    if cell == corner:
        return ""
    if cell[1] == corner[1]:
        return "up" if corner[0] < cell[0] else "down"
    return "left" if corner[1] < cell[1] else "right"
