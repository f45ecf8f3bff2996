"""Known facts beside a reason that its words need: these say how many cells are left, or what shuts a cell off."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial
from typing import Any

from ...puzzles.facts import Deduced, Fact
from ...puzzles.kit.views import ONLY
from ...puzzles.spec import PUZZLES
from ..search.graph_cuts.loop_ways import left_out
from ..statement_places import StatementPlaces
from ..statements import BoardStatements
from ..stating.graph_rules import HALVED
from . import block_notes, cut_notes, half_notes

ISLANDS = ("islands", "shores")  # rules whose cuts are about numbered islands


class FurtherFacts:
    """The known facts that the words of a step need in addition to the reasons that the search has found.

    beside: the literals that the last call of a method found.  noted: the known literals that the calls of `concluding`
    since `named_beside` found.
    """

    def __init__(self, found: BoardStatements, places: StatementPlaces, known: Set[int]):
        self._found, self._places, self._known = found, places, known
        self.beside = list[int]()
        self.noted = dict[int, None]()

    def named_beside(self, line: dict[str, Any], forced: Sequence[int] | None) -> list[int]:
        """Return the known literals beside a reason of one statement which its words need: how many cells are left, how
        far numbers are, or which ways to shade cells of a room, or which regions of a number, known facts exclude; []
        for another reason.

        line: of the search.  forced: as in `near_note`.
        """
        self.noted.clear()
        (part, *more) = line["parts"] or (-1,)
        cut = None if more else line["cuts"].get(str(part))
        self.beside = self._needed(cut, forced)
        if cut or more or part < 0:
            return self.beside
        beside = self._places.fitting_beside(part, line["known"], self._known)
        return beside or self._places.placing_beside(part, line, self._known) or self._views_beside(part, line)

    def _views_beside(self, number: int, line: dict[str, Any]) -> list[int]:
        """Return the known literals beside a reason without which its words list numbers of seen cells that other known
        facts exclude; [] if there is no such list.

        number: of the statement.  line: of the search.
        """
        deduction, parts = PUZZLES[self._found.board.puzzle].facts.deduction, self._found.parts
        if deduction is None or number >= len(parts) or not parts[number].clue:
            return []
        origin, new = parts[number].origin, list(map(self._places.fact, line["facts"]))

        def words(beside: Sequence[int]) -> str:
            known = [self._places.fact(lit) for lit in (*line["known"], *beside) if abs(lit) in self._found.atoms]
            return deduction(self._found.board, Deduced([(origin.rule, (origin.row, origin.column))], new, known))

        if ONLY not in words([]):
            return []
        own = {var for var, atom in self._found.atoms.items() if atom.name in parts[number].variables}
        found = sorted(lit for lit in self._known if abs(lit) in own and lit not in line["known"])
        best = words(found)
        for lit in list(found):
            fewer = [each for each in found if each != lit]
            found = fewer if words(fewer) == best else found
        return found

    def concluding(self, cut: dict[str, Any] | None, lit: int, holds: Sequence[int]) -> tuple[Fact, ...]:
        """Return what `named_beside` finds for a conclusion within a supposition, as facts: the words of the conclusion
        count what holds there, and a reader has to find that among the known facts of the step or above.

        cut: of the statement of the conclusion.  lit: the literal that follows, 0 for a contradiction.  holds: the
        literals of all facts that hold.
        """
        found = self._needed(cut, [lit] if lit else [], holds)
        self.beside = [each for each in found if abs(each) in self._found.atoms]
        self.noted |= dict.fromkeys(each for each in self.beside if each in self._known)
        return tuple(map(self._places.fact, self.beside))

    def fitting(self, number: int, holds: Sequence[int]) -> tuple[str, list[int]]:
        """Return what `StatementPlaces.fitting` returns with all known literals; note the literals that ways need."""
        words, used = self._places.fitting(number, holds, self._known)
        self.noted |= dict.fromkeys(lit for lit in used if lit in self._known)
        return words, used

    def _needed(
        self, cut: dict[str, Any] | None, forced: Sequence[int] | None, holds: Sequence[int] | None = None
    ) -> list[int]:
        """Return the literals that hold beside a cut and that its words need.

        cut, forced: as in `named_beside`.  holds: the literals that hold in a supposition, None outside of one.
        """
        if cut is None:
            return []
        graphs, true = self._found.graphs, {*self._known, *(holds or ())}
        rule = graphs[cut["graph"]]
        if rule.rule in block_notes.RULES:
            literals = true, {*self._found.stated}
            found = block_notes.named_beside(graphs, cut, forced or [], self._places.values, literals)
            return list(dict.fromkeys(self._known_of(rule.lits[v], true) for rule, v in found))
        if rule.rule == HALVED:
            sure, new = self._places.values(rule, true), {*map(abs, forced or ())}
            sure = {at: has for at, has in sure.items() if abs(rule.lits[at]) not in new}
            return [rule.lits[at] if sure[at] else -rule.lits[at] for at in half_notes.ways_beside(rule, cut, sure)]
        if rule.rule == "single-loop":
            return [rule.lits[at] for at in left_out(cut) if rule.lits[at] in true] if holds is None else []
        if rule.rule in ISLANDS:
            sure, cell_of = self._places.values(rule, true), partial(self._places.vertex, rule)
            near = cut_notes.named_beside(rule, cut, cell_of, forced, sure, holds is not None)
            return [rule.lits[v] if sure[v] else -rule.lits[v] for v in near]
        return []

    def _known_of(self, lit: int, true: Set[int]) -> int:
        """Return the true literal that says whether `lit` holds: the value of its place if that value is known.

        true: all literals that hold.
        """
        atoms = self._found.atoms
        has = (each for each in true if each > 0 and each in atoms)
        return next((each for each in has if atoms[each].name == atoms[abs(lit)].name), -lit)
