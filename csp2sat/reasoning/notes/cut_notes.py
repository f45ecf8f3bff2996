"""Cuts that a person sees at once: what their borders are around, which island lacks room, and how many cells are left,
or which cell no number reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from typing import Any

from ...graphs.graph import Graph
from ...puzzles.kit.checks import place
from ...puzzles.spec import Cell
from ..search.graph_cuts import area_ways, island_ways
from ..search.graph_cuts.group_ways import MIXED
from ..search.graph_cuts.half_ways import INSIDE
from ..search.graph_cuts.island_ways import COMPLETE, LARGE, LOST, MET, Land
from ..search.graph_cuts.nets import Net, area, fewest, outwards
from ..search.graph_cuts.shore_ways import STRANDED
from ..stating.graph_rules import HALVED, GraphRule
from ..wording.place_words import places_text
from .half_notes import half_words
from .island_notes import Truths, among, how_far, islands_text, land_of, numbers_of, seen_as, too_much

FAR = (LOST, STRANDED)  # from all numbers
ELSE = "else "
LEAST = "at least"
PAST, ALONE = " past the walls", ", and no other island can hold"
HOLD = ("can hold", "could hold")  # a cell, or if something were so
TOUCH = (LARGE, COMPLETE, MET, area_ways.LARGE, area_ways.COMPLETE, MIXED)  # of cells or edges that touch


def is_seen(cut: Mapping[str, Any]) -> bool:
    """Return whether a person sees a cut without thinking: the area of a number is complete, too large or joined to
    that of another number by cells or edges that belong to the areas, or a border would be inside a block.

    Other cuts need walls, or ways of further pairs, or are of lines that close.
    """
    if cut["note"] not in TOUCH:
        return bool(cut["note"] == INSIDE)
    return len(cut["between"]) <= 2 and all(not wanted for _, clause in cut["clauses"] for _, wanted in clause)


def near_note(
    rule: GraphRule,
    cut: Mapping[str, Any],
    cell_of: Callable[[int], Cell | None],
    forced: Sequence[int] | None,
    sure: Truths,
    counts: bool = False,
) -> str:
    """Return in words how many cells are left for an island that lacks room, or which cell no number reaches;
    '' for another cut, and if that is not known.

    The words begin with `else` if a fact says that it is not so.  rule: whose cut it is.  cell_of: a vertex -> its
    cell, None if there is none.  forced: the literals that follow from the cut with known ones; [] for a contradiction,
    None if this is not known.  sure: known values of vertices beside the cut.  counts: whether the words have to name
    the known cells of islands that are counted, because no sentence cites them.
    """
    if rule.rule == HALVED:
        return half_words(rule, cut, cell_of, forced, sure, counts)
    if forced is None or cut["note"] not in (island_ways.SMALL, *FAR, LARGE, COMPLETE, MET):
        return ""
    clauses = [{v: not wanted for v, wanted in clause} for _, clause in cut["clauses"]]
    values = clauses[0]
    about = [v for v, lit in enumerate(rule.lits) if lit in forced or -lit in forced]
    gives, is_else = any(rule.lits[v] in forced for v in about), bool(forced)
    if rule.rule == "islands" and cut["note"] in (MET, LARGE, COMPLETE):
        kind = seen_as(cut["note"], rule, clauses, about)
        note = too_much(rule, kind, clauses, cell_of, is_else, sure, about if counts else None) if not gives else ""
        is_else = is_else and kind != COMPLETE
        if not note:
            return _crowd(rule, about, clauses, sure, cell_of, counts) if forced and not gives else ""
    elif (
        cut["note"] in FAR
        and not gives
        and (note := _joined(rule, clauses, sure, cell_of, is_else, about if counts else None))
    ):
        return f"{ELSE * is_else}{note}"
    elif cut["note"] in FAR:
        (at,) = numbers_of(rule, cut["note"], values) or (-1,)
        it = "them" if len(about) > 1 else "it"
        if at in about:
            ways = [(v, way) for way in clauses for v in about if way.get(v)]
            past = all(_is_shut(rule, v, {**sure, **way}) for v, way in ways)
            if past:
                return f"no number reaches {it}{PAST}"
            return f"no island can hold {it}{how_far(rule, ways, cell_of, sure)}"
        if about and not gives and f" have {LEAST}" in (note := _crowd(rule, about, clauses, sure, cell_of, counts)):
            return note
        ways = [(at, way) for way in clauses if not about or any(v in about for v in way)]
        note = _reach(rule, at, ways, sure, cell_of, bool(forced), about if gives else ())
    elif cut["note"] != island_ways.SMALL:
        return ""
    else:
        fewer = [v for v in about if rule.lits[v] in forced]  # each of which may be the one that lacks
        others = {v: not wanted for _, clause in cut["clauses"] for v, wanted in clause if v not in fewer}
        lacking = [{**others, v: False} for v in fewer] or clauses
        note = _room(rule, lacking, sure, cell_of, bool(forced))
    return note and f"{ELSE * is_else}{note}"


def named_beside(
    rule: GraphRule,
    cut: Mapping[str, Any],
    cell_of: Callable[[int], Cell | None],
    forced: Sequence[int] | None,
    sure: Truths,
    counts: bool = False,
) -> list[int]:
    """Return the vertices beside a cut of islands whose known values the words of `near_note` need, walls rather than
    islands: the cut cites as few as break the rule, the words say how many cells are left.

    rule, cut, cell_of, forced, sure, counts: as in `near_note`.
    """
    words = near_note(rule, cut, cell_of, forced, sure, counts)
    if cut["note"] in (MET, LARGE, COMPLETE) and ALONE not in words:
        return []  # the cut's own values show as much
    own = {v for _, clause in cut["clauses"] for v, _ in clause}
    if words.endswith(PAST):
        about = [v for v, lit in enumerate(rule.lits) if lit in (forced or ()) or -lit in (forced or ())]
        return sorted({*fence(rule, cut, about, sure)} - own)
    first = next((v for v, lit in enumerate(rule.lits) if lit in (forced or ()) or -lit in (forced or ())), 0)
    near = outwards(rule.net, first, lambda *_: True)
    far = [v for v in reversed(near) if v in sure and v not in own]

    def has_words(some: Sequence[int]) -> bool:
        return near_note(rule, cut, cell_of, forced, {v: sure[v] for v in some}, counts) == words

    return fewest(sorted(far, key=lambda v: not sure[v]), has_words) if not has_words(()) else []


def _joined(
    rule: GraphRule,
    ways: Sequence[Truths],
    sure: Truths,
    cell_of: Callable[[int], Cell | None],
    would: bool,
    new: Sequence[int] | None,
) -> str:
    """Return in words that numbers share an island, or that one is too large, by known values beside a cut that needs
    fewer: a cell that no number would reach joins these islands then; '' if it does not.

    rule, cell_of, sure: as in `near_note`.  ways: values of vertices.  would: as in `_room`.  new: as in `too_much`.
    """
    known = [{**sure, **values} for values in ways]
    for kind in (MET, LARGE):
        numbers = {tuple(numbers_of(rule, kind, values)) for values in known}
        if len(numbers) == 1 and any(numbers):
            return too_much(rule, kind, known, cell_of, would, new=new)
    return ""


def _crowd(
    rule: GraphRule,
    about: Sequence[int],
    clauses: Sequence[Truths],
    sure: Truths,
    cell_of: Callable[[int], Cell | None],
    counts: bool,
) -> str:
    """Return in words that an island has to reach a cell and has no room for others; '' for an island that would be too
    large at once.

    rule, sure, cell_of, counts: as in `near_note`.  about: the vertices of the others.  clauses: the values that the
    cut excludes.
    """
    ways = [(v, land_of(rule, values)) for values in clauses for v in about if values.get(v)]
    anchors = [(v, size) for v, size in rule.anchors if size and ways and ways[0][1].known.get(v)]
    known = [v for v, true in clauses[0].items() if true and v not in about and v not in dict(rule.anchors)]
    for (anchor, size), far in product(anchors, known):
        start, end = cell_of(anchor), cell_of(far)
        if start is None or end is None:
            continue
        if all(
            not land.is_large(anchor) and far not in land.area(anchor) and land.is_crowded(anchor, far, new)
            for new, land in ways
        ):
            count = min(land.joined_size(anchor, far, new) for new, land in ways)
            also = "one of them" if len(about) > 1 else "this cell"
            has = f"would have {LEAST} {count} cells with" if count <= rule.net.size else "could not have"
            own = {v for new, land in ways for at in (anchor, far) for v in land.area(at)} - {anchor, far, *about}
            cells = [cell for v in own if counts and (cell := cell_of(v)) is not None]
            counted = among(places_text(cells)) if count <= rule.net.size else ""
            reach = f"the island of the {size} at {place(start)} has to reach {place(end)}"
            free = [(new, land.known) for new, land in ways if anchor not in land.area(new)]
            it = "them" if len(about) > 1 else "it"
            alone = (
                f", and no other island can hold {it}{how_far(rule, free, cell_of, sure, but=anchor)}" if free else ""
            )
            return f"{reach}, and {has} {also}, too{counted}{alone}"
    return ""


def _room(
    rule: GraphRule, ways: Sequence[Truths], sure: Truths, cell_of: Callable[[int], Cell | None], would: bool
) -> str:
    """Return in words how many cells are left for an island that has too few of them in each of several cases, the most
    of all cases, and beside which other islands lie cells that are no walls; '' if the cell of the island's number is
    not known.

    rule: of the islands.  ways: of each case the values of vertices.  sure: values of vertices that are known in all
    cases.  cell_of: a vertex -> its cell, None if there is none.  would: whether the words are `would be left`, not
    `are left`.
    """
    net = rule.net
    small = (v for v in net.anchors if all(Land(net, values).is_small(v) for values in ways))
    at = next(small, -1)
    size = net.anchors.get(at, 0)
    lands = [Land(net, {**sure, **values}) for values in ways if at >= 0]
    counts = [len(land.reach(at)) for land in lands]
    cell, count = cell_of(at) if at >= 0 else None, max(counts, default=0)
    if cell is None or count >= size:
        return ""
    be = "would be" if would else "are" if count != 1 else "is"
    cells = f"{'at most' if len(ways) > 1 else 'only'} {count} cell{'s' * (count != 1)}"
    names = islands_text(rule, {v: land for land in lands for v in _beside(land, at)}, cell_of)
    return f"{cells} {be} left for the {size} at {place(cell)}{names and f', without cells beside {names}'}"


def _beside(land: Land, at: int) -> set[int]:
    """Return the other numbers beside whose islands are cells that the island of a number would reach."""
    reach = land.reach(at)
    near = {u for v in reach for _, u in land.net.at[v] if u not in reach and land.known.get(u) is None}
    return {other for u in near for other in land.beside(u) - {at}}


def _reach(
    rule: GraphRule,
    at: int,
    ways: Sequence[tuple[int, Truths]],
    sure: Truths,
    cell_of: Callable[[int], Cell | None],
    would: bool,
    through: Sequence[int],
) -> str:
    """Return in words that no number reaches a cell of an island, and what stops numbers that come near; '' if the cell
    is not known.

    rule, sure, cell_of: as in `near_note`.  at: the vertex of the cell.  ways, through: as in `how_far`.
    would: as in `_room`.
    """
    cell = cell_of(at) if at >= 0 else None
    if cell is None:
        return ""
    past = all(_is_shut(rule, at, {**sure, **values}) for _, values in ways)
    why = PAST if past else how_far(rule, ways, cell_of, sure, through)
    reaches = "would reach" if would else "reaches"
    return f"no number {reaches} {place(cell)}{why}" if why == PAST else f"no island {HOLD[would]} {place(cell)}{why}"


def _is_shut(rule: GraphRule, at: int, values: Truths) -> bool:
    """Whether walls part the vertex `at` from all numbers."""
    return rule.rule == "islands" and rule.net.anchors.keys().isdisjoint(_inside(rule, at, values))


def fence(rule: GraphRule, cut: Mapping[str, Any], about: Sequence[int], sure: Truths) -> set[int]:
    """Return the vertices of the walls that part the cells of a cut from all numbers, without those of `about`.

    rule, cut, sure: as in `near_note`.  about: the vertices that the cut decides.
    """
    found = set[int]()
    for _, clause in cut["clauses"]:
        values = {v: not wanted for v, wanted in clause}
        for at in [v for v in about if values.get(v)] or numbers_of(rule, cut["note"], values):
            inside = _inside(rule, at, {**sure, **values})
            found |= {u for v in inside for _, u in rule.net.at[v]} - inside
    return found - {*about}


def _inside(rule: GraphRule, at: int, values: Truths) -> set[int]:
    """Return the vertices to which ways lead from the vertex `at` past the walls."""
    return area(rule.net, at, lambda _, v: values.get(v) is not False)


def enclosed(graph: Graph, border: Collection[int], of_vertices: bool, between: Sequence[int]) -> list[int]:
    """Return the vertices that a border is around, ascending: the smaller side; [] if they are no side of all of the
    border.

    border: vertices, or edges.  of_vertices: whether it is vertices.  between: two vertices that a border of vertices
    parts.
    """
    net = Net.of(graph.size, graph.edges, ())
    if of_vertices:
        sides = [area(net, start, lambda _, v: v not in border) for start in between[:2] if start not in border]
        return min(map(sorted, sides), key=len, default=[])
    starts = {v for edge in border for v in graph.edges[edge]}
    sides = []
    while starts:
        side = area(net, starts.pop(), lambda edge, _: edge not in border)
        starts -= side
        if all(sum(v in side for v in graph.edges[edge]) == 1 for edge in border):
            sides.append(side)
    return min(map(sorted, sides), key=len, default=[])
