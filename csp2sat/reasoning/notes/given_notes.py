"""Clues of a board, and its given cells, in words: how a clue forces a fact, and what a reader sees at given cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...puzzles.facts import Deduced, Fact, fact_of
from ...puzzles.spec import PUZZLES
from ..statements import BoardStatements
from ..step import NO_LINE
from ..wording.rooms.passed_cells import OR_LOOP, passed_why

SHORT = 240  # characters of the words of a conclusion's clue


def forced_by(
    found: BoardStatements, number: int, cuts: Collection[str], fact: Fact, rests: Sequence[Fact | str]
) -> str:
    """Return in the words of a board's kind how a clue forces a fact, or how a cell does that is shaded or on the loop;
    '' for another statement, for a cut, for a clue of a kind without such words, and for more characters than SHORT.

    found: the statements of the board.  number: that of the statement.  cuts: the numbers of all cuts.  rests: the
    facts that the new fact rests on, and words, which do not count.
    """
    if str(number) in cuts or number >= len(found.parts):
        return ""
    part, deduction = found.parts[number], PUZZLES[found.board.puzzle].facts.deduction
    cell, rule = (part.origin.row, part.origin.column), part.origin.rule
    if rule == OR_LOOP:
        return passed_why(cell, fact)
    if not part.clue or deduction is None:
        return ""
    known = [each for each in rests if isinstance(each, Fact)]
    words = deduction(found.board, Deduced([(rule, cell)], [fact], known, listed=True))
    return words if len(words) <= SHORT else ""


def gaps_at_givens(found: BoardStatements) -> set[Fact]:
    """Return the gaps at given cells of a board, as facts."""
    names = {name for part in found.parts if part.origin.rule == NO_LINE for name in part.variables}
    return {fact_of(found.board, atom, False) for atom in found.atoms.values() if atom.name in names}
