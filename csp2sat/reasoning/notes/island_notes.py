"""Cuts of numbered islands in words: which numbers would share an island, how large an island would be, and how far a
number is from a cell that needs a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from ...base.numbers import counted
from ...puzzles.kit.checks import place
from ...puzzles.spec import Cell
from ..graph_rules import GraphRule
from ..search.graph_cuts.island_obstacles import PART, SIZE, TOUCH, Barred, Lost, needed, obstacles
from ..search.graph_cuts.island_ways import COMPLETE, LARGE, LOST, MET, SMALL, Land
from ..search.graph_cuts.shore_ways import STRANDED, Shore
from ..wording.place_words import listed, place_texts, places_text

Truths = Mapping[int, bool]  # by vertex
CellOf = Callable[[int], "Cell | None"]
NOTHING: Truths = {}
SEVERAL = re.compile(r"\b(row|column)s (\d+) and")
EACH_WAY, NUMBER = "each way to ", "\0"  # before a number with its ways; a number of several
SHUT_OFF, ARE = "shut off by walls or islands", ("are", "is")
CHAINED = "a chain of islands that touch at sides or corners"
CHAIN = " \N{EN DASH} "  # between cells that touch
MANY = 4  # islands that are not named any more
FEW = 2  # cells on the ways of a number that are named


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


def too_much(
    rule: GraphRule,
    note: str,
    ways: Sequence[Truths],
    cell_of: CellOf,
    would: bool,
    sure: Truths = NOTHING,
    new: Sequence[int] | None = None,
) -> str:
    """Return in words that two numbers share an island, or that an island is too large; '' for another cut.

    rule: whose cut it is.  note: of the cut.  ways: the values that the cut excludes, for each fact.  cell_of: a vertex
    -> its cell, None if there is none.  would: whether it only would be so.  sure: known values beside, which may make
    the island still larger.  new: the vertices of the facts if the words have to name the other cells that are counted,
    None if a sentence names them.
    """
    names = [number_at(rule, v, cell_of) for v in numbers_of(rule, note, ways[0])]
    if not names or "" in names:
        return ""
    if note == MET:
        return f"{' and '.join(names)} {'would ' * would}share an island"
    numbers = [numbers_of(rule, note, values)[0] for values in ways]
    known = [(at, each) for at, values in zip(numbers, ways, strict=True) for each in (values, {**sure, **values})]
    areas = [land_of(rule, values).area(at) for at, values in known]
    if note == COMPLETE and would:
        own = [land_of(rule, {v: true for v, true in ways[0].items() if v not in (new or ())}).area(numbers[0])]
        cells = "" if new is None else _cells_text(own[0] - {numbers[0]}, cell_of)
        return f"the island of {names[0]} is complete{cells and f', with {cells}'}"
    counts = {*map(len, areas)}
    size = (
        f"{min(counts)} cells" if len(counts) == 1 else f"more than {counted(dict(rule.anchors)[numbers[0]], 'cell')}"
    )
    cells = "" if new is None else _cells_text(set.intersection(*areas) - {*new, *numbers}, cell_of)
    return f"the island of {names[0]} {'would have' if would else 'has'} {size}{among(cells)}"


def number_at(rule: GraphRule, v: int, cell_of: CellOf) -> str:
    """Return the number at a vertex `v` with its place in words; '' if its place is not known."""
    cell, size = cell_of(v), dict(rule.anchors)[v]
    return f"the {size or '?'} at {place(cell)}" if cell is not None else ""


def islands_text(rule: GraphRule, lands: Mapping[int, Land], cell_of: CellOf) -> str:
    """Return islands in words, by their numbers; `other islands` for many.

    rule, cell_of: as in `too_much`.  lands: by the vertices of the numbers land with the islands.
    """
    names = list[str]()
    for at, land in sorted(lands.items()):
        names.append(f"{'the island of ' * (len(land.area(at)) > 1)}{number_at(rule, at, cell_of)}")
    return listed(names) if len(names) < MANY else "other islands"


def how_far(
    rule: GraphRule,
    ways: Sequence[tuple[int, Truths]],
    cell_of: CellOf,
    sure: Truths = NOTHING,
    through: Sequence[int] = (),
    but: int = -1,
) -> str:
    """Return in brackets why no number reaches some cells, with a blank before: which numbers come near and what stops
    each, the same for all cells, and which other numbers lack the fewest cells; '' if there is nothing to say.

    ways: the vertices of these cells, each with the values by which no number reaches it.  cell_of: as in `too_much`.
    sure: known values beside.  through: the vertices that are supposed to be walls, and through which all ways lead.
    but: the vertex of a number that is not meant, -1 for none.
    """
    own = [Lost.of(land_of(rule, values), v) for v, values in ways]
    lost = [Lost.of(land_of(rule, {**sure, **values}), v) for v, values in ways]
    if any(each.is_joined for each in lost):  # by a way that the reason excludes
        lost, sure = own, NOTHING
    found, alike = obstacles(lost, own, but), dict[str, list[str]]()
    named = {v for _, values in ways for v in values}
    before = [({u: true for u, true in values.items() if u not in through}, v) for v, values in ways if through]
    free = [Lost.of(land_of(rule, {**sure, **values}), v) for values, v in before]
    for each in found.stops:
        leads = bool(free) and not any(one.is_stopped(each.anchor, each.limits) for one in free)
        it = "these cells" if len(through) > 1 else "it"
        number = number_at(rule, each.anchor, cell_of)
        counted = _counting(each.lost, each.anchor, cell_of, each.limits) if SIZE in each.limits else ""
        text = stopped(rule, each, cell_of, named, it if leads else "", counted)
        key = text if text.count(number) == 1 and text.startswith(EACH_WAY) else ""
        alike.setdefault(key.replace(number, NUMBER) or text, []).append(number)
    texts = [text.replace(NUMBER, listed(numbers, last=" or ")) for text, numbers in alike.items()]
    if found.far:
        needs = list[str]()
        for at, count in found.far:
            far = own if min(needed(each.land, each.v, at) for each in own) == count else lost
            counted = _counting(far, at, cell_of)
            needs.append(f"{number_at(rule, at, cell_of)} would need at least {count} cells{counted}")
        even = listed(needs, last=", and ")
        others = "the others" if texts or but >= 0 else "all numbers"
        shut = f"{SHUT_OFF}, or " if found.shut else ""
        texts.append(f"{others} are {shut}too far, as even {even}" if found.others else even)
    if found.shut and not found.others:
        is_one = len(found.shut) == 1
        texts.append(f"{number_at(rule, found.shut[0], cell_of) if is_one else 'the others'} {ARE[is_one]} {SHUT_OFF}")
    return f" ({'; '.join(texts)})" if texts else ""


def stopped(
    rule: GraphRule, stop: Barred, cell_of: CellOf, named: Collection[int], through: str, counted: str = ""
) -> str:
    """Return what stops a number in words.

    rule, cell_of: as in `how_far`.  named: the vertices that the reason names, of which parted walls are, if possible.
    through: the cells that all ways lead through, as a pronoun, '' if no way is left with these either.
    counted: what `_counting` returns.
    """
    number = number_at(rule, stop.anchor, cell_of)
    if not stop.limits:
        return _shut_in(rule, stop, cell_of)
    if stop.limits == (SIZE,):
        if_any = ", if a way is left at all" * stop.may_be_shut_off
        return f"{number} would need at least {stop.need} cells around {_around(stop)}{counted}{if_any}"
    if stop.limits == (PART,) and len(few := stop.blockers(PART)) <= FEW and stop.are_apart(few):
        cells = _or_text([cell for v in few if (cell := cell_of(v)) is not None])
        return f"{number} could come only by way of {cells}, which would{parted_words(stop, cell_of, named)}"
    most = stop.lost[0].land.net.anchors[stop.anchor]
    size = f"at most {most} cells{counted and f'{counted},'}" if SIZE in stop.limits else ""
    if stop.limits[-1] == TOUCH and len(few := stop.blockers(TOUCH)) <= FEW:
        by = _beside(stop, few, rule, cell_of, bool(through))
        return f"{number} could come{f' with {size}' * bool(size)} only by way of {by}"
    parts = parted_words(stop, cell_of, named) if PART in stop.limits else ""
    if through and not parts:
        has = [f"has {size}"] * bool(size) + ["touches no other island"] * (TOUCH in stop.limits)
        return f"{EACH_WAY}{number} that {listed(has)} leads through {through}"
    touches = " touch another island" * (TOUCH in stop.limits)
    return f"{EACH_WAY}{number}{f' with {size}' * bool(size)} would{touches}{' or' * bool(touches and parts)}{parts}"


def _shut_in(rule: GraphRule, stop: Barred, cell_of: CellOf) -> str:
    """Return in words that walls, and other islands if the walls leave a way, shut a number off, and which cells do;
    rule, cell_of: as in `how_far`.
    """
    of = dict[int, list[int]]()
    for u in stop.fence():
        at = next((at for each in stop.lost for at in each.land.net.anchors if u in each.land.area(at)), -1)
        of.setdefault(at, []).append(u)
    every = of.pop(-1, [])
    walls = [u for u in every if all(each.land.known.get(u) is False for each in stop.lost)]
    texts = [f"by {'walls' if len(walls) > 1 else 'a wall'} at {_apart(walls, cell_of)}"] if walls else []
    texts += ["by one of these cells"] if len(walls) < len(every) else []  # each is supposed in turn
    for at, some in of.items():
        number = number_at(rule, at, cell_of)
        texts.append(f"by {number}" if some == [at] else f"by the island of {number} with {_apart(some, cell_of)}")
    return f"{number_at(rule, stop.anchor, cell_of)} is shut off {listed(texts, ', ', ', and ')}"


def _apart(vertices: Sequence[int], cell_of: CellOf) -> str:
    """Return the cells of vertices in words without semicolons, which part numbers here."""
    return ", and ".join(place_texts([cell for v in vertices if (cell := cell_of(v)) is not None]))


def parted_words(stop: Barred, cell_of: CellOf, named: Collection[int]) -> str:
    """Return in words, with a blank before, that ways would part walls, which two walls if these are the same for all
    ways, and by which islands; named: as in `stopped`.
    """
    pairs, blockers = list[set[tuple[int, int]]](), stop.blockers(PART)
    for land, v in stop.lost:
        pairs.append({*land.parted(land.area(v), blockers)} if isinstance(land, Shore) else set())
    ends = min(set.intersection(*pairs), key=lambda pair: ({*pair} - {*named} != set(), pair), default=())
    cells = [cell for v in ends if (cell := cell_of(v)) is not None]
    at_edge = all(isinstance(land, Shore) and land.is_at_edge(v, stop.anchor) for land, v in stop.lost)
    by = "an island from edge to edge" if at_edge else _chain(stop, ends, blockers, cell_of)
    return f" part {' from '.join(map(place, cells)) or 'walls'} by {by}"


def _chain(stop: Barred, ends: tuple[int, ...], blockers: Sequence[int], cell_of: CellOf) -> str:
    """Return in words the islands from edge to edge that part two walls: the cells of a chain if it is the same for all
    ways, else the cells at its ends if these are.

    ends: the walls, () if they have no names.  blockers: the vertices by which the ways lead.
    """
    lands = [(land, v) for land, v in stop.lost if isinstance(land, Shore)] if ends else []
    pairs = [land.chains(land.area(v), blockers, ends) for land, v in lands]
    found = min(set.intersection(*pairs), default=()) if pairs else ()
    ways = {tuple(land.chain(*found, blockers) if found else ()) for land, _ in lands}
    way = [cell for v in (ways.pop() if len(ways) == 1 else ()) if (cell := cell_of(v)) is not None]
    if way:
        return f"{CHAINED}, from edge to edge: {CHAIN.join(map(place, way))}"
    cells = [cell for v in found if (cell := cell_of(v)) is not None]
    at = f"from {' to '.join(map(place, cells))} at the edge" if cells else "from edge to edge"
    return f"{CHAINED}, {at}"


def _beside(stop: Barred, blockers: Sequence[int], rule: GraphRule, cell_of: CellOf, would: bool) -> str:
    """Return cells on the ways of a number in words, with the other numbers whose islands they are beside.

    blockers: the vertices of the cells.  rule, cell_of, would: as in `too_much`.
    """
    land, of = stop.lost[0].land, dict[int, list[int]]()
    for v in blockers:
        others = land.beside(v) - {stop.anchor}
        own = [at for at in others if any(u == at for _, u in land.net.at[v])]
        of.setdefault(min(own or others), []).append(v)
    texts = list[str]()
    for at, some in of.items():
        several, cells = len(some) > 1, [cell for v in some if (cell := cell_of(v)) is not None]
        is_own = all(any(u == at for _, u in land.net.at[v]) for v in some)
        touch = "would touch" if would else f"touch{'' if several else 'es'}"
        lie = f"{'are' if several else 'is'} beside" if is_own else f"{touch} the island of"
        texts.append(f"{_or_text(cells)}, which {lie} {number_at(rule, at, cell_of)}")
    return listed(texts, ", ", ", or ")


def _counting(lost: Sequence[Lost], at: int, cell_of: CellOf, limits: Collection[str] | None = None) -> str:
    """Return the known cells that the number of cells counts which an island would need, in words with a comma before:
    of the island, and beside the cells that it has to reach; '' if the number is as large without them.

    lost: the vertices that the island has to reach.  at: the vertex of its number.  cell_of: as in `too_much`.
    limits: of its ways, None for ways straight through everything.
    """
    shut = [set[int]() if limits is None else each.shut(at, limits) for each in lost]
    near, far = ({*lost[0].land.area(at)}, set[int]().union(*(each.land.area(each.v) for each in lost)))
    near, far = near - {at}, far - {each.v for each in lost}

    def need(some: Collection[int] | None) -> int:
        if some is None:
            return min(needed(each.land, each.v, at, own) for each, own in zip(lost, shut, strict=True))
        bare = [Lost(each.land.like(dict.fromkeys({at, each.v, *some}, True)), each.v) for each in lost]
        return min(needed(each.land, each.v, at, own) for each, own in zip(bare, shut, strict=True))

    if not near | far:
        return ""
    cells = next((some for some in (set[int](), near, far) if need(some) == need(None)), near | far)
    return among(_cells_text(cells, cell_of))


def among(cells: str) -> str:
    """Return behind a number of cells in words that known ones are counted, too; cells: these in words, '' for none."""
    return cells and f", {cells} among them"


def _cells_text(vertices: Collection[int], cell_of: CellOf) -> str:
    """Return the cells of vertices in words."""
    return places_text([cell for v in vertices if (cell := cell_of(v)) is not None])


def _or_text(cells: Sequence[Cell]) -> str:
    """Return cells of which one is meant in words."""
    return SEVERAL.sub(r"\1 \2 or", places_text(cells)).replace(" and ", " or ")


def _around(stop: Barred) -> str:
    """Return what makes the ways of a number too long in words: known walls, or other islands."""
    most = stop.lost[0].land.net.anchors[stop.anchor]
    for are_walls, words in ((True, "the walls"), (False, "other islands")):
        shut = [{u for u in each.shut(stop.anchor) if (each.land.known[u] is False) == are_walls} for each in stop.lost]
        if all(needed(each.land, each.v, stop.anchor, own) > most for each, own in zip(stop.lost, shut, strict=True)):
            return words
    return "the walls and other islands"
