"""Cuts of numbered islands in words: which numbers would share an island, how large an island would be, and how far a
number is from a cell that needs a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..puzzles.kit.checks import place
from ..puzzles.spec import Cell
from .graph_rules import GraphRule
from .search.graph_cuts.island_ways import COMPLETE, LARGE, LOST, MET, SMALL, Land

Truths = Mapping[int, bool]  # by vertex
CellOf = Callable[[int], "Cell | None"]


def land_of(rule: GraphRule, values: Truths) -> Land:
    """Return the land of a rule with known values."""
    return Land(rule.net, values)


def numbers_of(rule: GraphRule, note: str, values: Truths) -> list[int]:
    """Return the vertices that a cut is about: the numbers that meet or whose islands are too large or too small, or a
    cell that no number reaches.

    rule: whose cut it is.  note: of the cut.  values: the known and supposed values that the cut excludes.
    """
    land = land_of(rule, values)
    anchors = [v for v, _ in rule.anchors if values.get(v)]
    if note == MET:
        return next(([a, b] for a in anchors for b in anchors if a < b and land.is_met(a, b)), [])
    if note in (LARGE, COMPLETE):
        return [v for v in anchors if land.is_large(v)][:1]
    if note == SMALL:
        return [v for v in anchors if land.is_small(v)][:1]
    return [v for v, true in values.items() if true and land.is_lost(v)][:1] if note == LOST else []


def seen_as(note: str, rule: GraphRule, ways: Sequence[Truths], new: Sequence[int]) -> str:
    """Return the note of a cut that its own values show: an island is complete only if its known cells among them are
    as many as its number; else two numbers would meet, or the island would be too large.

    note: of the cut.  rule, ways: as in `too_much`.  new: the vertices whose values are not known.
    """
    if note != COMPLETE:
        return note
    if all(numbers_of(rule, MET, values) for values in ways):
        return MET
    known = land_of(rule, {v: true for v, true in ways[0].items() if v not in new})
    return COMPLETE if any(map(known.is_full, numbers_of(rule, LARGE, ways[0]))) else LARGE


def too_much(rule: GraphRule, note: str, ways: Sequence[Truths], cell_of: CellOf, would: bool) -> str:
    """Return in words that two numbers share an island, or that an island is too large; '' for another cut.

    rule: whose cut it is.  note: of the cut.  ways: the values that the cut excludes, for each fact.  cell_of: a vertex
    -> its cell, None if there is none.  would: whether it only would be so.
    """
    names = [number_at(rule, v, cell_of) for v in numbers_of(rule, note, ways[0])]
    if not names or "" in names:
        return ""
    if note == MET:
        return f"{' and '.join(names)} {'would ' * would}share an island"
    if note == COMPLETE and would:
        return f"the island of {names[0]} is complete"
    counts = {len(land_of(rule, values).area(numbers_of(rule, note, values)[0])) for values in ways}
    size = f"{min(counts)} cells" if len(counts) == 1 else "too many cells"
    return f"the island of {names[0]} {'would have' if would else 'has'} {size}"


def number_at(rule: GraphRule, v: int, cell_of: CellOf) -> str:
    """Return the number at a vertex `v` with its place in words; '' if its place is not known."""
    cell, size = cell_of(v), dict(rule.anchors)[v]
    return f"the {size or '?'} at {place(cell)}" if cell is not None else ""


def how_far(rule: GraphRule, ways: Mapping[int, Truths], cell_of: CellOf) -> str:
    """Return in brackets which number lacks the fewest cells to reach one of some cells, and how many its island needs
    for that, with a blank before; '' if no way leads to a number.

    ways: by the vertices of these cells, the values by which no number reaches each.  cell_of: as in `too_much`.
    """
    found = [needed for v, values in ways.items() for needed in _needed(rule, v, values)]
    if not found:
        return ""
    _, count, anchor = min(found)
    name = number_at(rule, anchor, cell_of)
    return name and f" (even {name} would need at least {count} cells)"


def _needed(rule: GraphRule, v: int, values: Truths) -> list[tuple[int, int, int]]:
    """Return for each number to which a way leads from a true vertex `v`: how many cells the island lacks for that, how
    many it needs, and the vertex of the number; values: known ones.
    """
    land, sizes = land_of(rule, values), dict(rule.anchors)
    start = land.area(v)
    found = [(len(start) - sizes[u], len(start), u) for u in start if sizes.get(u)]
    count, todo = dict.fromkeys(start, len(start)), list(start)
    for at in todo:
        for _, u in land.net.at[at]:
            if u in count or values.get(u) is False:
                continue
            count[u] = count[at] + 1
            beside = set[int]() if values.get(u) else land.beside(u)
            if not beside:
                todo.append(u)
            elif len(beside) == 1:
                (anchor,) = beside
                need = count[u] + len(land.area(anchor))
                found += [(need - sizes[anchor], need, anchor)] if sizes[anchor] else []
    return found
