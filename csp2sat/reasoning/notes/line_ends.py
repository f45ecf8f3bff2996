"""Ends of edges with two lines: what a reader sees there comes before what a cut of the loop says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...puzzles.facts import Fact, fact_of
from ...puzzles.spec import Board, Cell
from ..statements import BoardStatements
from ..wording.edge_words import EdgeEnds, end_text
from ..wording.line_rules import TWO_LINES

TWO = 2  # lines at each end of a loop's line


class LineEnd(NamedTuple):
    """An end of the edge `new` that has two lines already: its place, and the facts of these lines."""

    at: Cell
    new: EdgeEnds
    rests: tuple[Fact, ...]

    def words(self, board: Board) -> str:
        """Return the words of the rule that the end has no line or two lines."""
        return f"{end_text(board, self.at, [self.new])} {TWO_LINES}"


def full_end(found: BoardStatements, cut: Mapping[str, Any] | None, lit: int, holds: Iterable[int]) -> LineEnd | None:
    """Return the first end of an edge that has two lines already, if a cut of a loop says that the edge is no line;
    None if no end has, and for another conclusion.

    found: the statements of the board.  cut: that of the conclusion; None if it comes from another statement.  lit: the
    literal of the conclusion.  holds: the literals of all facts that hold.
    """
    if cut is None or found.graphs[cut["graph"]].rule != "single-loop" or abs(lit) not in found.atoms:
        return None
    fact = fact_of(found.board, found.atoms[abs(lit)], lit > 0)
    known = (fact_of(found.board, found.atoms[each], True) for each in holds if each in found.atoms)
    lines = dict.fromkeys(each for each in known if each.value == "line" and not each.negative)
    ends = fact.places if fact.value == "line" and fact.negative else ()
    at_ends = ((at, tuple(each for each in lines if at in each.places)) for at in ends)
    return next((LineEnd(at, fact.places, there) for at, there in at_ends if len(there) == TWO), None)
