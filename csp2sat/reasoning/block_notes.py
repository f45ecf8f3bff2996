"""Notes of cuts about blocks with a number: the numbers that a sentence names, and whether there is room."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .graph_rules import GraphRule
from .search.graph_cuts.area_ways import NO_ROOM, ONLY_WAY, SMALL
from .wording.fact_words import MORE, values_text

RULES = ("exact-areas", "larger-areas")
BLOCK = re.compile(r"\b(a|the) block\b")


def block_note(graphs: Sequence[GraphRule], cut: Mapping[str, Any], forced: Sequence[int] | None) -> str:
    """Return the note of a cut of blocks with the numbers of the blocks.

    graphs: the rules of all graphs.  forced: the literals that follow from the cut with known ones; [] for a
    contradiction, None if this is not known.
    """
    note, clauses = cut["note"], cut["clauses"]
    about = {graph: _vertices(graphs[graph], forced or ()) for graph, _ in clauses}
    named = [graph for graph, found in about.items() if found] or list(about)
    if note in (SMALL, ONLY_WAY):
        is_there = all(_centre(cut, clause) in about[graph] for graph, clause in clauses if about[graph])
        if forced == []:
            note = NO_ROOM
        elif forced is None:
            note = SMALL
        elif all(true is False for graph in named for true in about[graph].values()):
            note = f"{NO_ROOM} there" if is_there and any(about.values()) else SMALL
    return BLOCK.sub(rf"\1 block of {values_text(map(_size, (graphs[graph] for graph in named)), ' or ')}", note)


def _vertices(rule: GraphRule, forced: Sequence[int]) -> dict[int, bool]:
    """Return the vertices of a rule's graph whose values are forced, and these values."""
    at = {lit: v for v, lit in enumerate(rule.lits)}
    return {at[abs(lit)]: lit > 0 for lit in forced if abs(lit) in at}


def _centre(cut: Mapping[str, Any], clause: Sequence[Sequence[Any]]) -> int:
    """Return the vertex whose block a clause of a cut is about, which is its last one if it was supposed to be true."""
    centre: int = cut["at"] if cut["at"] >= 0 else clause[-1][0] if cut["note"] == SMALL else -1
    return centre


def _size(rule: GraphRule) -> int | str:
    """Return the size of a rule's blocks, in words for blocks that are larger than a number."""
    ((_, size),) = rule.anchors
    return size if rule.rule == "exact-areas" else f"{MORE}{size - 1}"
