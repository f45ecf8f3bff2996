"""Notes of cuts about blocks with a number: which block would be too large, or has no cell to spare, and how many cells
are left for a block; for cuts of unknown conclusions the numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any, NamedTuple

from ...puzzles.kit.checks import place
from ...puzzles.spec import Cell
from ..search.graph_cuts.area_ways import COMPLETE, LARGE, SizedAreas
from ..search.graph_cuts.nets import fewest
from ..stating.graph_rules import GraphRule
from ..wording.fact_words import MORE, values_text
from ..wording.place_words import listed, places_text

RULES = ("exact-areas", "larger-areas")
BLOCK = re.compile(r"\b(a|the) block\b")
OTHERS = ", without cells beside "  # other blocks of the same number
FEW = 4  # cells beside other blocks that are named
LONG = 120  # characters of a list of the cells that are left for a block
Truths = Mapping[int, bool]  # by vertex
BlockCellOf = Callable[[GraphRule, int], Cell | None]


def block_note(graphs: Sequence[GraphRule], cut: Mapping[str, Any]) -> str:
    """Return the note of a cut of blocks with the numbers of the blocks; graphs: the rules of all graphs."""
    sizes = (_size(graphs[graph]) for graph, _ in cut["clauses"])
    return BLOCK.sub(rf"\1 block of {values_text(sizes, ' or ')}", cut["note"])


def _size(rule: GraphRule) -> int | str:
    """Return the size of a rule's blocks, in words for blocks that are larger than a number."""
    ((_, size),) = rule.anchors
    return size if rule.rule == "exact-areas" else f"{MORE}{size - 1}"


class _Room(NamedTuple):
    """The vertices that are left for a block.

    only: whether other known values do not leave fewer.  why: in words which free cells are not counted.
    """

    found: Set[int]
    only: bool
    why: str


class _Case(NamedTuple):
    """A clause of a cut.

    rule: of the graph.  values: the values that the clause excludes, of the vertices.  new: the vertices whose values
    are none of these, as the clause shows.  sure: all known values.  given: the values that are givens.
    """

    rule: GraphRule
    values: Truths
    new: Sequence[int]
    sure: Truths
    given: Truths

    @property
    def number(self) -> str:
        """The number of the blocks, in words as a noun."""
        size = _size(self.rule)
        return f"{size}" if isinstance(size, int) else f"block of {size}"

    @property
    def holds(self) -> bool:
        """Whether all values but the new ones are known."""
        return all(self.sure.get(v) is true for v, true in self.values.items() if v not in self.new)

    def areas(self, known: Truths) -> SizedAreas:
        """Return the blocks that some values make."""
        return SizedAreas(self.rule.net, known, self.rule.rule == "exact-areas")

    def lacking(self) -> list[int]:
        """Return the vertices whose block would be too small, the new ones first."""
        areas = self.areas(self.values)
        order = (*self.new, *sorted(self.values))
        return [v for v in order if self.values.get(v) and areas.is_small(v)]

    def room(self, v: int, cell_of: BlockCellOf) -> _Room | None:
        """Return the room of the block of a vertex by the givens and the values of the clause, which a step cites;
        None if the block would have enough cells by these, or too many by all known values.

        cell_of: a rule and a vertex -> its cell.
        """
        cited, every = (self.areas({**some, **self.values}) for some in (self.given, self.sure))
        if every.is_large(v) or not cited.is_small(v):
            return None
        found = cited.reach(cited.area(v))
        beside = {u for at in found for _, u in self.rule.net.at[at] if u not in found}
        free = sorted(u for u in beside if cited.known.get(u) is not False)
        only = len(found) == len(every.reach(every.area(v)))
        return _Room(found, only, self._touching(free, cited.area(v), cited, cell_of) if free else "")

    def joined(self) -> _Case:
        """Return the case with the values of the block of its new vertex if that would have too many vertices by all
        known values, although it lacks some by those of the clause; else the case itself.
        """
        for v in (v for v in self.new if self.values.get(v)):
            areas = self.areas({**self.sure, **self.values})
            if areas.is_large(v) and not self.areas(self.values).is_large(v):
                return self._replace(values={**dict.fromkeys(areas.area(v), True), **self.values})
        return self

    def fewer(self, v: int) -> tuple[int, list[int]]:
        """Return how many cells are left for the block of a vertex by all known values, and as few vertices beside the
        clause as their values with those of the clause and the givens leave no more.
        """
        cited, every = (self.areas({**some, **self.values}) for some in (self.given, self.sure))
        count = len(every.reach(every.area(v)))

        def is_so(some: Collection[int]) -> bool:
            areas = self.areas({**self.given, **{u: self.sure[u] for u in some}, **self.values})
            return len(areas.reach(areas.area(v))) == count

        near = sorted(u for u in cited.examined(v) if u in self.sure and u not in cited.known)
        return count, [] if is_so(()) or not is_so(near) else list(fewest(near, is_so))

    def _touching(self, free: Sequence[int], own: Set[int], areas: SizedAreas, cell_of: BlockCellOf) -> str:
        """Return in words which cells are not counted because they touch other blocks, which cells of these blocks they
        touch, and how large a block they would make.

        free: the vertices of the cells.  own: those of the block.  areas: the blocks.  cell_of: as in `room`.
        """
        size = min(len(areas.beside(u) - own) for u in free) + len(own) + 1  # with the cell itself
        near = [{min(areas.area(w)): w for _, w in self.rule.net.at[u] if areas.area(w) - own} for u in free]
        touched = {w for blocks in near for w in blocks.values()}  # one of each block beside each cell
        named = sorted({cell for w in touched if (cell := cell_of(self.rule, w)) is not None})
        cells = [cell for v in free if (cell := cell_of(self.rule, v)) is not None]
        if not (named and len(cells) <= FEW and len(named) <= FEW):
            return f"{OTHERS}another {self.number}"
        touch = f"touch{'es' * (len(cells) == 1)} {listed([f'the {self.number} at {place(cell)}' for cell in named])}"
        return f", without {places_text(cells)}, which {touch} and would make a block of at least {size} cells"


def block_words(
    graphs: Sequence[GraphRule],
    cut: Mapping[str, Any],
    cell_of: BlockCellOf,
    forced: Sequence[int] | None,
    values: Callable[[GraphRule, Set[int]], Truths],
    literals: tuple[Set[int], Set[int]],
) -> str:
    """Return in words why a cut of blocks holds: a block is complete, would be too large, or has too few cells; '' if
    it is not known what follows, or there is no such block.

    graphs: the rules of all graphs.  cell_of: the cell of a vertex.  forced: the literals that follow from the cut with
    known ones; [] for a contradiction, None if this is not known.  values: a rule and literals -> the values of the
    rule's vertices.  literals: all known ones, and the givens.
    """
    cases = _cases(graphs, cut, forced, values, literals) if forced is not None else []
    if not cases or forced is None:
        return ""
    alone = [[case] for case in cases if {abs(case.rule.lits[v]) for v in case.new} >= {*map(abs, forced)}]
    words = _too_large if cut["note"] in (LARGE, COMPLETE) else _too_small
    whole = ([cases] if forced else []) + alone
    found = next(filter(None, (words(some, cell_of, bool(forced)) for some in whole)), "")
    joined = [[case.joined() for case in some] for some in whole if any(case.joined() != case for case in some)]
    return found or next(filter(None, (_too_large(some, cell_of, bool(forced)) for some in joined)), "")


def _cases(
    graphs: Sequence[GraphRule],
    cut: Mapping[str, Any],
    forced: Sequence[int],
    values: Callable[[GraphRule, Set[int]], Truths],
    literals: tuple[Set[int], Set[int]],
) -> list[_Case]:
    """Return the clauses of a cut from which literals follow, or all that are broken.

    graphs, forced, values, literals: as in `block_words`.
    """
    cases, known = list[_Case](), dict[int, tuple[Truths, Truths]]()
    for graph, clause in cut["clauses"]:
        rule, excluded = graphs[graph], {v: not wanted for v, wanted in clause}
        new = [v for v in excluded if rule.lits[v] in forced or -rule.lits[v] in forced]
        if forced and not new:
            continue
        sure, given = known[graph] = known.get(graph) or (values(rule, literals[0]), values(rule, literals[1]))
        cases.append(_Case(rule, excluded, new, sure, given))
    return [case for case in cases if case.holds] or (cases if forced else [])


def named_beside(
    graphs: Sequence[GraphRule],
    cut: Mapping[str, Any],
    forced: Sequence[int],
    values: Callable[[GraphRule, Set[int]], Truths],
    literals: tuple[Set[int], Set[int]],
) -> list[tuple[GraphRule, int]]:
    """Return the vertices beside a cut whose known values leave fewer cells for a block than the cut and the givens do,
    with their rules, so that the words can say how many cells are left; [] if several numbers of cells are left.

    graphs, forced, values, literals: as in `block_words`.
    """
    if cut["note"] in (LARGE, COMPLETE):
        return []
    cases = _cases(graphs, cut, forced, values, literals)
    more = [(case.rule, v) for case in cases for v in case.joined().values.keys() - case.values.keys()]
    if more:
        return sorted(more, key=lambda each: each[1])
    rooms = [(case.rule, *case.fewer(v)) for case in cases for v in case.lacking()[:1]]
    if len({count for _, count, _ in rooms}) != 1:
        return []
    return [(rule, v) for rule, _, own in rooms for v in own]


def _too_large(cases: Sequence[_Case], cell_of: BlockCellOf, would: bool) -> str:
    """Return in words that a block is complete, or would be too large; '' for blocks that no cell is common to.

    cases: the clauses of one cut.  cell_of: a rule and a vertex -> its cell.  would: whether the words are `would
    have`, not `has`.
    """
    counts, common, full, joined = list[int](), list[set[int]](), True, set[tuple[int, ...]]()
    for case in cases:
        areas = case.areas(case.values)
        old = case.areas({v: true for v, true in case.values.items() if v not in case.new})
        large = next((v for v in sorted(case.values) if areas.is_large(v)), -1)
        counts.append(len(areas.area(large)))
        common.append({v for v in areas.area(large) if v not in case.new})
        full = full and any(len(old.area(v)) == old.size for v in common[-1])
        joined.add(tuple(sorted({min(old.area(v)) for v in common[-1]})))
    both, number = sorted(set.intersection(*common)), cases[0].number
    if would and full:
        return f"the block of {number} is complete"
    cell = cell_of(cases[0].rule, both[0]) if both else None
    if cell is None or any(case.rule is not cases[0].rule for case in cases):
        return ""
    names = [f"the {number} at {place(at)}" for v in min(joined) if (at := cell_of(cases[0].rule, v)) is not None]
    if would and len(joined) == 1 < len(names):
        return f"else {listed(names)} would be in one block, of at least {min(counts)} cells"
    have = "would have at least" if would else "has"
    return f"{'else ' * would}the block of the {number} at {place(cell)} {have} {min(counts)} cells"


def _too_small(cases: Sequence[_Case], cell_of: BlockCellOf, would: bool) -> str:
    """Return in words how many cells are left for a block, which needs more; '' if the block is another one in some
    case, or has room by the values that the step cites.

    The words are `the block` if new values would make it, else they name its number and a cell.  cases: the clauses of
    one cut.  cell_of: a rule and a vertex -> its cell.  would: whether the words are `would be left`, not `are left`.
    """
    found = [case.lacking() for case in cases]
    if not all(found):
        return ""
    own = all(some[0] in case.new for case, some in zip(cases, found, strict=True))
    if own:
        rooms = [case.room(some[0], cell_of) for case, some in zip(cases, found, strict=True)]
        whose = "the block"
    else:
        both = [v for v in found[0] if all(v in some for some in found)]
        both = [v for v in both if not any(v in case.new for case in cases)]
        cell = cell_of(cases[0].rule, both[0]) if both else None
        if cell is None or any(case.rule is not cases[0].rule for case in cases):
            return ""
        rooms = [case.room(both[0], cell_of) for case in cases]
        whose = f"the {cases[0].number} at {place(cell)}"
    left = [room for room in rooms if room is not None]
    if len(left) < len(rooms):
        return ""
    count = max(len(room.found) for room in left)
    only = "only" if all(room.only and len(room.found) == count for room in left) else "at most"
    be = "would be" if would else "are" if count != 1 else "is"
    is_one = only == "only" and count > 1 and all(room.found == left[0].found for room in left)
    found_at = (cell_of(cases[0].rule, v) for v in left[0].found if is_one)
    named = places_text(sorted(cell for cell in found_at if cell is not None))
    cells = f"{only} {count} cell{'s' * (count != 1)}{f' ({named})' * (0 < len(named) <= LONG)}"
    why, *more = sorted({room.why for room in left}, reverse=True)
    why = f"{OTHERS}other blocks of that number" if any(more) else why
    return f"{'else ' * would}{cells} {be} left for {whose}{why}"
