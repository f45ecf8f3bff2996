"""Cuts of numbered islands in words: which numbers would share an island, how large an island would be, and how far a
number is from a cell that needs a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..puzzles.kit.checks import place
from ..puzzles.spec import Cell
from .graph_rules import GraphRule
from .search.graph_cuts.island_obstacles import needed, obstacles
from .search.graph_cuts.island_ways import COMPLETE, LARGE, LOST, MET, SMALL, Land
from .search.graph_cuts.shore_ways import STRANDED, Shore
from .wording.place_words import listed, places_text

Truths = Mapping[int, bool]  # by vertex
CellOf = Callable[[int], "Cell | None"]
EDGES = "lead from edge to edge and part"
FEW = 3  # cells on the ways of a number, and nearest numbers, that are named


def land_of(rule: GraphRule, values: Truths) -> Land:
    """Return the land of a rule with known values."""
    return (Shore if rule.rule == "shores" else Land)(rule.net, values)


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
    return [v for v, true in values.items() if true and land.is_lost(v)][:1] if note in (LOST, STRANDED) else []


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


def how_far(rule: GraphRule, ways: Mapping[int, Truths], cell_of: CellOf, would: bool) -> str:
    """Return in brackets why no number reaches some cells, with a blank before: which numbers come near and what stops
    each, the same for all cells, and which other numbers lack the fewest cells; '' if there is nothing to say.

    ways: by the vertices of these cells, the values by which no number reaches each.  cell_of, would: as in `too_much`.
    """
    found = [obstacles(rule.net, values, v) for v, values in ways.items()]
    values = {**next(iter(ways.values())), **dict.fromkeys(rule.net.anchors, True)}
    texts, far, near = list[str](), dict[int, int](), dict[int, int]()
    blocked, parting = found[0].blocked, dict[int, set[str]]()
    if rule.rule == "shores":
        parting = _parting(rule, ways, list(dict.fromkeys(at for own in found for at, _ in own.blocked)), cell_of)
        blocked = tuple(each for each in blocked if each[0] not in parting)
        names = listed([number_at(rule, anchor, cell_of) for anchor in parting], last=" or ")
        does = {words for pairs in parting.values() for words in pairs}
        texts += [f"a way to {names} would {does.pop() if len(does) == 1 else f'{EDGES} walls'}"] if parting else []
    for anchor, blockers in blocked:
        if rule.rule == "shores" and not any(land_of(rule, values).beside(v) - {anchor} for v in blockers):
            texts.append(f"{number_at(rule, anchor, cell_of)} could come only by ways that part walls, too")
            continue
        by = _beside(land_of(rule, values), anchor, blockers, rule, cell_of, would)
        texts.append(f"{number_at(rule, anchor, cell_of)} could come only by way of {by}")
    for own in found:
        for counts, some in ((far, own.far), (near, own.around)):
            counts |= {anchor: min(count, counts.get(anchor, count)) for anchor, count in some}
    for anchor, count in near.items():
        so = f"would need at least {count} cells around" if count <= rule.net.size else "has no way there past"
        around = _around(land_of(rule, values), anchor, [*ways])
        texts.append(f"{number_at(rule, anchor, cell_of)} {so} {around}")
    far = {anchor: count for anchor, count in far.items() if anchor not in parting}
    if 0 < len(far) <= FEW:
        each = [f"{number_at(rule, at, cell_of)} would need at least {count} cells" for at, count in far.items()]
        texts.append(f"{'of the others ' * bool(texts)}even {listed(each, last=', and ')}")
    return f" ({'; '.join(texts)})" if texts else ""


def _parting(
    rule: GraphRule, ways: Mapping[int, Truths], anchors: Sequence[int], cell_of: CellOf
) -> dict[int, set[str]]:
    """Return those of some anchors that are chained to the edge of the board as vertices are, with walls on both sides,
    each with what ways to the anchor would do: EDGES, and the walls that they would part.

    rule: `shores`.  ways: by the vertices, the values by which no number reaches each.  cell_of: as in `too_much`.
    """
    found = dict[int, set[str]]()
    for v, values in ways.items():
        shore = Shore(rule.net, {**values, v: True})
        own = shore.chained_all(shore.area(v))
        for anchor in anchors:
            sides = shore.coast.stretches(own | shore.chained_all([anchor, *shore.area(anchor)]), shore.walls)
            ends = [next(at for at, bit in shore.coast.place.items() if bit & side) for side in sides[:2]]
            cells = sorted(cell for at in ends if (cell := cell_of(at)) is not None)
            if len(cells) > 1:
                at_edge = all(shore.coast.places(shore.area(at) or (at,)) for at in (v, anchor))
                chain = "" if at_edge else "with islands that touch at corners, "
                found.setdefault(anchor, set()).add(f"{chain}{EDGES} {' from '.join(map(place, cells))}")
    return found


def _beside(land: Land, anchor: int, blockers: Sequence[int], rule: GraphRule, cell_of: CellOf, would: bool) -> str:
    """Return cells on the ways of an anchor in words, with the other numbers whose islands they are beside.

    land: the known values.  blockers: the vertices of the cells.  rule, cell_of, would: as in `too_much`.
    """
    of = dict[int, list[int]]()
    for v in blockers:
        others = land.beside(v) - {anchor}
        own = [at for at in others if any(u == at for _, u in land.net.at[v])]
        of.setdefault(min(own or others), []).append(v)
    if len(blockers) > FEW:
        return f"cells beside {listed([number_at(rule, at, cell_of) for at in of])}"
    texts = list[str]()
    for at, some in of.items():
        several, cells = len(some) > 1, [cell for v in some if (cell := cell_of(v)) is not None]
        is_own = all(any(u == at for _, u in land.net.at[v]) for v in some)
        touch = "would touch" if would else f"touch{'' if several else 'es'}"
        lie = f"{'are' if several else 'is'} beside" if is_own else f"{touch} the island of"
        texts.append(f"{places_text(cells).replace(' and row', ' or row')}, which {lie} {number_at(rule, at, cell_of)}")
    return listed(texts, ", ", ", or ")


def _around(land: Land, anchor: int, vertices: Sequence[int]) -> str:
    """Return what makes the ways of an anchor to some vertices too long in words: known walls, or other islands."""
    walls = {v for v, true in land.known.items() if not true}
    others = {v for other in land.net.anchors if other != anchor for v in land.area(other)}
    most = land.net.anchors[anchor] or land.net.size
    for shut, words in ((walls, "the walls"), (others, "other islands")):
        if all(needed(Land(land.net, {**land.known, v: True}), v, anchor, shut) > most for v in vertices):
            return words
    return "the walls and other islands"
