"""The cells, corners and edges of a board that variables and vertices of its statements are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Any

from ..graphs.graph import Grid
from ..puzzles.fact_forms import Fitting
from ..puzzles.facts import Atom, Fact, fact_of
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Cell
from .search.graph_cuts.loop_ways import EVEN
from .statements import BoardStatements, GraphRule
from .step import CitedClue
from .wording.cut_phrases import as_forced, few_ways_note, leaves_note
from .wording.edge_words import common_end, end_text, line_text
from .wording.fact_words import MORE
from .wording.failures import COUNT, once_fault
from .wording.line_rules import EACH_ONCE
from .wording.loop_words import counted_lines
from .wording.outline_words import OF_CELL
from .wording.patterns import ring_text
from .wording.place_words import ROOM, places_text
from .wording.rooms.fitting_ways import fitting_words

OF_EDGES = (
    "acyclic",
    "joined",
    "single-loop",
    "joined-groups",
    "congruent-halves",
    "beams",
)  # rules whose literals are edges

MOST_LEFT = 9  # cells of a room that are named


class StatementPlaces:
    """The places of the statements of a board."""

    def __init__(self, found: BoardStatements):
        self._found, self._board = found, found.board
        facts = (fact_of(self._board, atom, True) for atom in found.atoms.values())
        self._degree = Counter(end for fact in facts if fact.what == "edge" for end in fact.places)

    def lines(self) -> list[frozenset[Cell]]:
        """Return the cells of each row, column, box or cage that has no number twice."""
        return [frozenset(cells) for _, cells in self.once]

    @cached_property
    def once(self) -> list[tuple[str, list[Cell]]]:
        """The rule of each row, column, box or cage that has no number twice, and the cells of that line."""
        once = (part for part in self._found.parts if EACH_ONCE.fullmatch(part.origin.rule))
        return [(part.origin.rule, self.cells(part.variables)) for part in once]

    def parted(self, rule: GraphRule, between: Sequence[int]) -> tuple[tuple[Cell, ...], ...]:
        """Return the two ends that the border of a cut parts, each as a cell or as an edge, and the cells of other
        vertices that matter; () if one has no place.  The end outside of the board is ().

        between: two vertices, or two edges of a loop, and the other vertices.
        """
        if rule.rule == "single-loop":
            found = [each for at in between for each in self.edges(rule.variables[at])]
        else:
            cells = [(at, self.vertex(rule, at)) for at in between]
            found = [(cell,) if cell else () for at, cell in cells if cell is not None or not rule.variables[at]]
        return tuple(found) if found and len(found) == len(between) else ()

    def side(self, rule: GraphRule, end: Sequence[Cell]) -> str:
        """Return an end of a cut in words; rule: whose cut it is."""
        if rule.rule == "joined-groups":
            ((r, c),) = end
            return f"the {self._board.givens[r][c]} at {place((r, c))}"
        if not end:
            return "the edge of the board"
        if len(end) == 1:
            return end_text(self._board, end[0])
        return line_text(self._board, tuple(end))

    def vertex(self, rule: GraphRule, at: int) -> Cell | None:
        """Return the cell of a vertex, or the cell or corner that all its edges share; None if there is none."""
        if isinstance(rule.graph, Grid) and (rule.graph.rows, rule.graph.cols) == (self._board.rows, self._board.cols):
            return divmod(at, rule.graph.cols)
        if rule.rule not in OF_EDGES:
            cells = self.cells(rule.variables[at])
            edges = self.edges(rule.variables[at]) if len(cells) > 1 else []
            return cells[0] if len(cells) == 1 else common_end(edges) if len(edges) > 1 else None
        edges = self.edges([name for edge in rule.graph.incident()[at] for name in rule.variables[edge]])
        if len(edges) == 1:  # the other end is that of the vertex there
            (edge,) = rule.graph.incident()[at]
            (other,) = set(rule.graph.edges[edge]) - {at}
            there = self.vertex(rule, other) if len(rule.graph.incident()[other]) > 1 else edges[0][0]
            return next((end for end in edges[0] if end != there), None)
        return common_end(edges)

    def lines_around(self, cut: Mapping[str, Any], forced: Sequence[int] | None) -> str:
        """Return which lines lead out of an area, behind what a cut says of their number in words; '' for another cut.

        forced: the literals that follow from the cut; [] for a contradiction, None if this is not known.
        """
        if cut["note"] != EVEN or forced is None:
            return ""
        rule = self._found.graphs[cut["graph"]]
        lines = [at for at, wanted in cut["clauses"][0][1] if not wanted and -rule.lits[at] not in forced]
        names = [name for at in lines for name in rule.variables[at]]
        return f"{'; so far' if forced else ':'} {counted_lines(self._board, self.edges(names))}"

    def lines_of(self, number: int, lits: Iterable[int]) -> int:
        """Return how many edges of a statement are lines by some literals; number: of the statement."""
        names, atoms = self._found.parts[number].variables, self._found.atoms
        return sum(lit > 0 and lit in atoms and atoms[lit].name in names for lit in lits)

    def ways_out(
        self,
        cut: Mapping[str, Any],
        area: str,
        sides: Sequence[str],
        forced: Sequence[int] | None,
        sure: Mapping[int, bool],
    ) -> str:
        """Return in words that the loop has to leave and enter the area of a cut; if one literal follows, or none, how
        many ways out of the area would be left.

        area: in words.  sides: the line inside and the line outside, in words.  forced: as in `lines_around`.  sure:
        the known edges, True for a line.
        """
        rule, follows = self._found.graphs[cut["graph"]], {*map(abs, forced or ())}
        new = [at for at, lit in enumerate(rule.lits) if abs(lit) in follows]
        ways = [at for at in cut["border"] if sure.get(at) is not False and at not in new]
        if forced is None or len(new) != len(forced) or len(new) > 1 or len(ways) > 1:
            return as_forced(leaves_note(area, sides), forced)
        ends = [self.side(rule, end) for end in self.parted(rule, new)]
        return few_ways_note(area, sides, len(ways), next((end for end in ends if end in sides), "") if new else None)

    def missing(self, clue: CitedClue, known: Iterable[Fact]) -> str:
        """Return in brackets, with a blank before, how many shaded cells of the room of a clue are not known yet, and
        where they may be; '' for another clue, and a room of which nothing is known or too much is open.

        known: all known facts.
        """
        found = COUNT.match(clue.text)
        if found is None or not ROOM.fullmatch(clue.text) or not PUZZLES[self._board.puzzle].facts.counts:
            return ""
        regions, (row, column) = self._board.givens["regions"], clue.place
        room = [(r, c) for r, c in self._board.cells() if regions[r][c] == regions[row][column]]
        shaded = {fact.places[0]: not fact.negative for fact in known if fact.what == "cell"}
        left = [cell for cell in room if cell not in shaded]
        count = int(found[1]) - sum(shaded.get(cell, False) for cell in room)
        is_short = 0 < len(left) <= min(MOST_LEFT, len(room) - 1)
        if count == len(left):
            are, ones = ("is", "one") if count == 1 else ("are", "ones")
            return f" (only {places_text(left)} {are} left for the missing {ones})" if is_short else ""
        return f" (still missing: {count}, in {places_text(left)})" if count > 0 and is_short else ""

    def fact(self, lit: int) -> Fact:
        """Return the fact that a literal says, one that only kinds of puzzles read for a hidden literal."""
        if abs(lit) in self._found.hidden:
            return Fact("hidden", (), self._found.hidden[abs(lit)], lit < 0)
        return fact_of(self._board, self._found.atoms[abs(lit)], lit > 0)

    def is_meant(self, lit: int) -> bool:
        """Whether a literal has a meaning for people, a fact or not."""
        return abs(lit) in self._found.atoms or abs(lit) in self._found.hidden

    def meaning(self, lit: int) -> str:
        """Return what a literal of a hidden Boolean says, in words."""
        meaning = PUZZLES[self._board.puzzle].facts.hidden
        return meaning(self._board, self._found.hidden[abs(lit)], lit > 0) if meaning is not None else ""

    def by_values(self, lit: int, needs: Sequence[int]) -> str:
        """Return in words how a literal (0: the contradiction) follows from the values of one place alone.

        needs: literals of the place that contradict each other.
        """
        if not lit:
            found = [self.fact(need) for need in needs if abs(need) in self._found.atoms]
            if found and PUZZLES[self._board.puzzle].facts.placements:
                return f"no {PUZZLES[self._board.puzzle].facts.owner} can have {places_text(found[0].places[:1])}"
            cells = dict.fromkeys(cell for fact in found if fact.what == "cell" for cell in fact.places)
            values = [fact for fact in found if not _is_number(fact)]
            none = f"no {'value' if values else 'number'} is left"
            return f"{none} for {places_text(list(cells))}" if len(cells) == 1 else none
        if abs(lit) in self._found.hidden or self._found.atoms[abs(lit)].value is None:
            return "the facts before"
        fact, has_numbers = self.fact(lit), PUZZLES[self._board.puzzle].facts.placements is not None
        if lit < 0:
            return OF_CELL[not (has_numbers or (_is_number(fact) and fact.what == "cell"))]
        left = f"the only {'number' if _is_number(fact) else 'value'} left"
        return f"no other {PUZZLES[self._board.puzzle].facts.owner} can have it" if has_numbers else left

    def with_owners(self, conclusions: list[Any], supposed: Iterable[int]) -> list[Any]:
        """Return conclusions, as the search prints them, with one more behind each by which a cell does not belong to
        one of two regions: that the cell belongs to the other one, unless this is concluded anyway.

        supposed: the literals that a step supposes, behind which there are such conclusions, too.
        """
        own, found = [lit for lit, *_ in conclusions], list[Any]()
        for lit, *rest in [*([each] for each in supposed), *conclusions] if conclusions else []:
            found += [[lit, *rest]] if rest else []
            found += [[var, -1, [], [], [lit], []] for var in self._owner_left(lit) if var not in own]
        return found

    def _owner_left(self, lit: int) -> list[int]:
        """Return the literal that a cell belongs to the only other region that can have it, if a literal says that the
        cell does not belong to one of two; else [].
        """
        atom = self._found.atoms.get(-lit)
        if atom is None or atom.value is None or self.fact(lit).what != "region":
            return []
        others = [var for var, each in self._found.atoms.items() if each.name == atom.name and var != -lit]
        return others if len(others) == 1 else []

    def fitting(self, number: int, holds: Sequence[int], known: Iterable[int]) -> tuple[str, list[int]]:
        """Return which ways to shade cells of the room of a statement are left, in words, and those of the literals
        about cells of the room that leave no others; '' and [] for another statement, and for many ways.

        number: of the statement.  holds: the literals of facts that hold, by the step; the first ones are left out
        first.  known: all literals that hold beside: no way is named that a known fact excludes.
        """
        fitting = PUZZLES[self._board.puzzle].facts.fitting
        if fitting is None or number >= len(self._found.parts):
            return "", []
        (origin, _, names, *_), atoms = self._found.parts[number], self._found.atoms
        every = dict.fromkeys([*sorted({*known}.difference(holds)), *holds])
        own = [lit for lit in every if abs(lit) in atoms and atoms[abs(lit)].name in names]
        at, hidden = (origin.row, origin.column), [lit for lit in holds if abs(lit) in self._found.hidden]

        def by(lits: Sequence[int]) -> list[Fitting] | None:
            return fitting(self._board, origin.rule, at, [self.fact(lit) for lit in (*lits, *hidden)])

        ways = by(own)
        words = "" if ways is None else fitting_words(at, ways)
        for lit in list(own) if words else ():
            less = [each for each in own if each != lit]
            own = less if by(less) == ways else own
        return words, own if words else []

    def fitting_beside(self, number: int, cited: Sequence[int], known: Iterable[int]) -> list[int]:
        """Return the known literals without which a step would name ways to shade cells of a room that known facts
        exclude; [] for a statement of another kind, and for ways that no step names.

        number, known: as in `fitting`.  cited: the known literals that the step cites already.
        """
        is_named = self.fitting(number, cited, ())[0] and not self._found.hidden.keys() & {*map(abs, cited)}
        return [lit for lit in self.fitting(number, cited, known)[1] if lit not in cited] if is_named else []

    def placing_beside(self, number: int, line: dict[str, Any], known: Iterable[int]) -> list[int]:
        """Return the known literals without which a step that gives cells to a number would list regions of the number
        that known facts exclude; [] for another step.

        number: of the statement.  line: the step, of the search.  known: all known literals.
        """
        placements, parts, cited = PUZZLES[self._board.puzzle].facts.placements, self._found.parts, line["known"]
        if placements is None or number >= len(parts) or not parts[number].clue:
            return []
        at, atoms = (parts[number].origin.row, parts[number].origin.column), self._found.atoms
        if not any(lit > 0 and self.fact(lit).places[1] == at for lit in line["facts"]):
            return []
        near = (lit for lit in known if lit not in cited and abs(lit) in atoms)
        every = [lit for lit in near if atoms[abs(lit)].name in parts[number].variables]
        every.sort(key=lambda lit: (lit < 0, lit))

        def left(lits: Sequence[int]) -> int:
            return len(placements(self._board, at, [self.fact(lit) for lit in (*cited, *lits)]) or ())

        found, least = list[int](), left(every)
        while left(found) > least:
            found.append(min(every, key=lambda lit: left([*found, lit])))
        return found

    def values(self, rule: GraphRule, known: Set[int]) -> dict[int, bool]:
        """Return the values of the vertices of a rule by literals that are known."""
        atoms = [self._found.atoms.get(abs(lit)) for lit in rule.lits]
        have = {self._found.atoms[lit] for lit in known if lit > 0 and lit in self._found.atoms}
        filled = {atom.name for atom in have if atom.value is not None}
        found = dict[int, bool]()
        for v, (lit, atom) in enumerate(zip(rule.lits, atoms, strict=True)):
            if lit in known or lit == 1:
                found[v] = True
            elif -lit in known or lit == -1 or (atom is not None and lit > 0 and atom.name in filled):
                found[v] = False
        return found

    def cells(self, names: Sequence[str]) -> list[Cell]:
        """Return the places of variables, each once."""
        found = (fact_of(self._board, Atom(name, None), True).places for name in names)
        return list(dict.fromkeys(place for places in found for place in places))

    def ring(self, rule: GraphRule, edges: Sequence[int]) -> str:
        """Return the cells of a loop of edges of a rule, in walking order, in words, with ` through ` before them; ''
        if an edge has no cells.
        """
        ring = ring_text([self.cells(rule.variables[at]) for at in edges])
        return f" through {ring}" if ring else ""

    def edges(self, names: Sequence[str]) -> list[tuple[Cell, ...]]:
        """Return the edges that variables are about; [] if one is about something else."""
        facts = [fact_of(self._board, Atom(name, None), True) for name in names]
        return [fact.places for fact in facts] if all(fact.what == "edge" for fact in facts) else []

    def whole(self, names: Sequence[str]) -> list[Cell]:
        """Return the cells or corners all of whose edges some variables are about: a rule about lines at a cell is
        about that cell, not about its neighbours; [] if one variable is about something else.
        """
        here = Counter(end for edge in self.edges(names) for end in edge)
        return [end for end, count in here.items() if count == self._degree[end]]

    def once_fault(self, rule: str, names: Sequence[str], holds: Sequence[int]) -> str:
        """Return in words the fault of a row, column, box or room, as `failures.once_fault` does.

        rule, names: its name and variables.  holds: the literals of facts, to which values are added that are out since
        a row, column, box or room has them.
        """
        if not EACH_ONCE.fullmatch(rule):
            return ""
        facts = [fact for lit in holds if (fact := self.fact(lit)).what == "cell"]
        cells, have = self.cells(names), [fact for fact in facts if not fact.negative]
        lines = [self.cells(part.variables) for part in self._found.parts if EACH_ONCE.fullmatch(part.origin.rule)]
        crossed = [
            Fact("cell", (cell,), fact.value, True)
            for fact in have
            for line in lines
            if fact.places[0] in line
            for cell in line
            if cell in cells and cell != fact.places[0]
        ]
        every = [self.fact(lit) for lit, atom in self._found.atoms.items() if atom.name in names]
        values = {cell: [fact.value for fact in every if fact.places == (cell,)] for cell in cells}
        return once_fault(rule, [fact for fact in (*facts, *crossed) if fact.places[0] in values], values)


def _is_number(fact: Fact) -> bool:
    """Whether a fact is about a number, or about all above one."""
    return isinstance(fact.value, int) or str(fact.value).startswith(MORE)
