"""Ends of edges with two lines: what a reader sees there comes before what a cut of the loop says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ...puzzles.facts import Fact, fact_of
from ...puzzles.kit.arrows import arrows
from ...puzzles.spec import Board, Cell
from ..statements import BoardStatements
from ..step import Step
from ..wording.edge_words import EdgeEnds, end_text
from ..wording.fact_words import SINCE, facts_text
from ..wording.line_rules import TWO_LINES

BEAMS = "beams"
LOOPS = "single-loop", BEAMS  # rules of graphs in which two lines or none are at an end
TWO = 2  # lines at each end of a loop's line


class LineEnd(NamedTuple):
    """An end of the edge `new` that has two lines already: its place, and the facts of these lines."""

    at: Cell
    new: EdgeEnds
    rests: tuple[Fact, ...]

    def words(self, board: Board) -> str:
        """Return the words of the rule that the end has no line or two lines."""
        return f"{end_text(board, self.at, [self.new])} {TWO_LINES}"


def with_lines(known: Iterable[int], found: BoardStatements, step: Step, line: Mapping[str, Any]) -> Step:
    """Return a step by one cut of lines of fireflies with the sentence that its edge is no line, as an end of the edge
    has its lines, if it has; else the step itself.

    known: the literals of all facts that are known.  found: the statements of the board.  line: of the search.
    """
    (part, *more), (lit, *others) = line["parts"] or (-1,), line["facts"] or (0,)
    cut = None if more or others else line["cuts"].get(str(part))
    is_beam = cut is not None and found.graphs[cut["graph"]].rule == BEAMS
    end, board = full_end(found, cut, lit, sorted(known)) if is_beam else None, found.board
    if end is None:
        return step
    why = f"{end_text(board, end.at, [end.new])} has its two lines{SINCE}{facts_text(board, end.rests)}"
    facts = facts_text(board, step.facts)
    noted = tuple(fact for fact in end.rests if fact not in step.known)
    return replace(step, noted=noted, text=f"{facts[:1].upper()}{facts[1:]}: {why}.")


def full_end(found: BoardStatements, cut: Mapping[str, Any] | None, lit: int, holds: Iterable[int]) -> LineEnd | None:
    """Return the first end of an edge that has two lines already, if a cut of a loop, or of lines of fireflies, says
    that the edge is no line; None if no end has, and for another conclusion.  Several lines may come to a firefly.

    found: the statements of the board.  cut: that of the conclusion; None if it comes from another statement.  lit: the
    literal of the conclusion.  holds: the literals of all facts that hold.
    """
    if cut is None or found.graphs[cut["graph"]].rule not in LOOPS or abs(lit) not in found.atoms:
        return None
    fact = fact_of(found.board, found.atoms[abs(lit)], lit > 0)
    known = (fact_of(found.board, found.atoms[each], True) for each in holds if each in found.atoms)
    lines = dict.fromkeys(each for each in known if each.value == "line" and not each.negative)
    ends = fact.places if fact.value == "line" and fact.negative else ()
    free = [at for at in ends if found.graphs[cut["graph"]].rule != BEAMS or at not in arrows(found.board)]
    at_ends = ((at, tuple(each for each in lines if at in each.places)) for at in free)
    return next((LineEnd(at, fact.places, there) for at, there in at_ends if len(there) == TWO), None)
