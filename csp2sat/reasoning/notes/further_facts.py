"""Known facts beside a reason that its words need: these say how many cells are left, or what shuts a cell off."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from ...puzzles.facts import Fact
from ..statement_places import StatementPlaces
from ..statements import BoardStatements
from . import block_notes, cut_notes

ISLANDS = ("islands", "shores")  # rules whose cuts are about numbered islands


class FurtherFacts:
    """The known facts that the words of a step need in addition to the reasons that the search has found.

    beside: the literals that the last call of `named_beside` found.  walls: the literals that the calls of `walls_past`
    after that call found.
    """

    def __init__(self, found: BoardStatements, places: StatementPlaces, known: Set[int]):
        self._found, self._places, self._known = found, places, known
        self.beside = list[int]()
        self.walls = dict[int, None]()

    def named_beside(self, cut: dict[str, Any] | None, forced: Sequence[int] | None) -> list[int]:
        """Return the known literals beside a reason that is one cut of blocks or numbered islands, which the words of
        the cut need: how many cells are left, or how far numbers are; [] for another reason.

        cut: None for a reason of another kind.  forced: as in `near_note`.
        """
        self.walls.clear()
        self.beside = []
        graphs = self._found.graphs
        rule = graphs[cut["graph"]] if cut is not None else None
        if cut is None or rule is None:
            return []
        if rule.rule in block_notes.RULES:
            known = self._known, {*self._found.stated}
            found = block_notes.named_beside(graphs, cut, forced or [], self._places.values, known)
            self.beside = list(dict.fromkeys(self._known_of(rule.lits[v]) for rule, v in found))
        elif rule.rule in ISLANDS:
            sure = self._places.values(rule, self._known)
            near = cut_notes.named_beside(rule, cut, lambda v: self._places.vertex(rule, v), forced, sure)
            self.beside = [rule.lits[v] if sure[v] else -rule.lits[v] for v in near]
        return self.beside

    def walls_past(self, words: str, cut: dict[str, Any] | None, lit: int, holds: Sequence[int]) -> tuple[Fact, ...]:
        """Return the known walls that shut off the cell of which a conclusion says that no number reaches the cell past
        the walls; () for other words.

        words: of the conclusion.  cut: of its statement.  lit: that follows, 0 for a contradiction.  holds: the
        literals of all facts that hold.
        """
        if cut is None or not words.endswith(cut_notes.PAST):
            return ()
        rule = self._found.graphs[cut["graph"]]
        about = [v for v, each in enumerate(rule.lits) if lit and each in (lit, -lit)]
        sure = self._places.values(rule, {*self._known, *holds})
        found = sorted({-rule.lits[v] for v in cut_notes.fence(rule, cut, about, sure)} & self._known)
        found = [each for each in found if abs(each) in self._found.atoms]
        self.walls |= dict.fromkeys(found)
        return tuple(map(self._places.fact, found))

    def _known_of(self, lit: int) -> int:
        """Return the known literal that says whether `lit` holds: the value of its place if that is known."""
        atoms = self._found.atoms
        has = (each for each in self._known if each > 0 and each in atoms)
        return next((each for each in has if atoms[each].name == atoms[abs(lit)].name), -lit)
