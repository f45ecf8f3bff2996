"""Cuts of blocks with two congruent halves in words: what a half has or lacks, and which blocks are left for a cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...base.numbers import counted
from ...puzzles.constraints.block_covers import numbers_in
from ...puzzles.kit.checks import place
from ...puzzles.spec import Cell
from ..graph_rules import GraphRule
from ..search.graph_cuts.half_reasons import (
    ALONE,
    DIFFER,
    DIRECT,
    LARGE,
    SMALL,
    HalfFault,
    KnownBlocks,
    clues_at,
)
from ..search.graph_cuts.half_ways import COMMON, NONE, blocks_of
from ..search.graph_cuts.nets import Net, fewest
from ..wording.cut_phrases import FIRST_WAY, NEXT_WAY
from ..wording.place_words import places_text

Truths = Mapping[int, bool]
MOST = 12  # blocks that are named
ELSE = "else "


def half_words(
    rule: GraphRule,
    cut: Mapping[str, Any],
    cell_of: Callable[[int], Cell | None],
    forced: Sequence[int] | None,
    sure: Truths,
    counts: bool = False,
) -> str:
    """Return in words why a cut of halved blocks holds: how a block would break a rule, or which blocks are left for a
    cell, and that they agree; '' for a border inside a block, and if it is not known what follows.

    rule, cut, cell_of, forced: as in `near_note`.  sure: all known values.
    counts: whether the words are those of a conclusion within a supposition.
    """
    if forced is None or cut["note"] not in (*DIRECT, COMMON, NONE):
        return ""
    if cut["note"] in (COMMON, NONE):
        ways = _ways(rule, cut["at"], cell_of, sure, bool(forced))
        ways += _why_none(rule.net, cut, cell_of, bool(forced)) * (cut["note"] == NONE and "no block fits" in ways)
        return _in_brackets(ways) if counts else ways
    clauses = [{v: not wanted for v, wanted in clause} for _, clause in cut["clauses"]]
    own = [values for values in clauses if any(abs(rule.lits[at]) in map(abs, forced) for at in values)]
    words = {_fault_words(rule.net, values, cut["note"], cell_of, bool(forced)) for values in own or clauses}
    return min(words, key=lambda each: (len(each), each))


def _in_brackets(words: str) -> str:
    """Return words with the cells of blocks, which are sentences of their own, in brackets."""
    before, way, cells = words.partition(FIRST_WAY)
    return f"{before} ({cells.replace(NEXT_WAY, '; or ')})" if way else words


def ways_beside(rule: GraphRule, cut: Mapping[str, Any], sure: Truths) -> list[int]:
    """Return the edges and numbers beside a cut whose values, with those of the cut, exclude all blocks of its cell
    which known values exclude; [] for a cut that lists no blocks.

    rule, cut, sure: as in `half_words`.
    """
    if cut["note"] not in (COMMON, NONE):
        return []
    blocks, own = blocks_of(rule.net), {v: not wanted for _, clause in cut["clauses"] for v, wanted in clause}
    here, known = blocks.at[cut["at"]], {at: true for at, true in own.items() if sure.get(at) == true}
    left = blocks.left(here, sure)

    def enough(some: Sequence[int]) -> bool:
        return blocks.left(here, {**known, **{at: sure[at] for at in some}}) == left

    return fewest([at for at in sorted(blocks.places[cut["at"]]) if at in sure and at not in known], enough)


def _ways(rule: GraphRule, v: int, cell_of: Callable[[int], Cell | None], sure: Truths, would: bool) -> str:
    """Return in words which blocks known values leave for a vertex; '' for a contradiction by several blocks.

    v: the vertex.  cell_of: a vertex -> its cell.  would: whether something follows.
    """
    blocks, at = blocks_of(rule.net), cell_of(v)
    name = "there" if at is None else f"at {place(at)}"
    cells = [_cells(blocks.cells[number], cell_of) for number in numbers_in(blocks.left(blocks.at[v], sure))]
    if not cells:
        return f"{ELSE * would}no block fits {name}"
    if len(cells) == 1:
        return f"only one block fits {name}: {places_text(cells[0])}"
    if len(cells) > MOST:
        return f"all {len(cells)} blocks that still fit {name} have that in common"
    common = f"and {'both' if len(cells) == 2 else 'all'} have that in common"
    ways = NEXT_WAY.join(places_text(each) for each in sorted(cells, key=lambda each: (len(each), each)))
    return f"only {len(cells)} blocks fit {name}, {common}{FIRST_WAY}{ways}" if would else ""


def _why_none(net: Net, cut: Mapping[str, Any], cell_of: Callable[[int], Cell | None], would: bool) -> str:
    """Return in words, behind a comma, which fault the block of a vertex has that no block fits, if cells of blocks
    that borders part from it are no room for it; '' if it has none.

    cut: by which no block fits, with the vertex.  cell_of, would: as in `_ways`.
    """
    if len(cut["clauses"]) != 1:
        return ""
    ((_, clause),) = cut["clauses"]
    blocks = KnownBlocks(net, {v: not wanted for v, wanted in clause}, clues_at(net)).without_others(cut["at"])
    fault = blocks.fault(cut["at"])
    return f", as {_words(net, blocks, fault, cell_of, would)}" if fault else ""


def _cells(block: int, cell_of: Callable[[int], Cell | None]) -> list[Cell]:
    """Return the cells of a set of vertices as bits."""
    return [cell for v in numbers_in(block) if (cell := cell_of(v)) is not None]


def _fault_words(net: Net, values: Truths, kind: str, cell_of: Callable[[int], Cell | None], would: bool) -> str:
    """Return in words which fault of a kind a block has by some values; '' for none.

    cell_of: as in `near_note`.  would: whether the block would have the fault; else it has.
    """
    blocks = KnownBlocks(net, values, clues_at(net))
    faults = (fault for v in range(net.size) if (fault := blocks.fault(v)) and fault.kind == kind)
    fault = next(faults, None)
    return f"{ELSE * would}{_words(net, blocks, fault, cell_of, would)}" if fault else ""


def _words(
    net: Net,
    blocks: KnownBlocks,
    fault: HalfFault,
    cell_of: Callable[[int], Cell | None],
    would: bool,
) -> str:
    """Return a fault in words.

    net, blocks: with the fault.  cell_of, would: as in `_fault_words`.
    """
    colour, other = ("grey", "white") if fault.grey else ("white", "grey")
    at = place(cell_of(fault.at) or (0, 0))
    number = net.anchors[fault.at] // 2
    own = bool(net.anchors[fault.at] % 2) == fault.grey
    half = f"the half of the {number} at {at}" if own else f"the {colour} half beside that of the {number} at {at}"
    most = "no cell" if not fault.most else counted(fault.most, "cell")
    block = f"the block of {at}"
    are, have = ("would be", "would have") if would else ("is" if fault.most < 2 else "are", "has")
    if fault.kind == DIFFER:
        cells = numbers_in(blocks.block(fault.at))
        v = next(v for v in cells if net.anchors[v] > 1 and net.anchors[v] // 2 != number)
        there = f"the {net.anchors[v] // 2} at {place(cell_of(v) or (0, 0))}"
        return f"the {number} at {at} and {there} {'would be' if would else 'are'} in one block"
    if fault.kind == LARGE:
        return f"{half} {have} at least {counted(number + 1, 'cell')}"
    if fault.kind == ALONE:
        return f"{block} {have} no {colour} cell"
    if fault.kind == SMALL:
        return f"{'only ' * bool(fault.most)}{most} {are} left for {half}"
    fewer = f"fewer than for the {other} one"
    return f"{'only ' * bool(fault.most)}{most} {are} left for the {colour} half of {block}, {fewer}"
