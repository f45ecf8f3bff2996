"""Clues and rules of a reason in words, with the places where a rule says something: cells, or the border of a cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..model.model import Origin
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Cell
from .notes import block_notes
from .notes.cut_notes import enclosed, is_seen, near_note
from .notes.further_facts import FurtherFacts
from .notes.island_notes import numbers_of
from .search.graph_cuts.cuts import CYCLE
from .search.graph_cuts.loop_ways import CLOSED, EARLY, EVEN, ONCE
from .statement_places import StatementPlaces
from .statements import BoardStatements, GraphRule
from .step import CitedClue, RuleUse, UsedRule
from .wording.cut_phrases import WOULD, as_forced, cut_note, even_note, parting
from .wording.edge_words import common_end, end_text, ends_text
from .wording.fact_words import clue_text
from .wording.failures import AGAINST, line_fault, number_fault, touch_fault
from .wording.line_rules import HAS_PLACE, ONE_VALUE, PART, TWO_LINES, WITH_PLACE, cells_in, kind_words, rule_words
from .wording.numbers.left_numbers import numbers_left
from .wording.patterns import area_text, wall_text
from .wording.place_words import listed, places_text, statement_text
from .wording.rooms.fitting_ways import no_shape
from .wording.rooms.passed_cells import OR_LOOP, passed_why
from .wording.sum_faults import SUM, sum_fault

PARTED = re.compile(r"two (parts|areas|equal numbers|different numbers|fireflies)")
Following = Sequence[int] | None
FEW_CELLS, MANY_CELLS = 2, 9  # that a wall cuts off; of a rule, which are not named
CONNECTED = ("connected", "connected-rest")  # rules whose cuts are about cells around one area
LOOPS = ("single-loop", "acyclic")  # rules whose cuts are about loops


class _Cited(NamedTuple):
    """A statement in a step: its origin, whether that is a clue, its cells, and its words.

    text: the rule, with its meaning here, perhaps with a place.  use: for a sentence.
    """

    origin: Origin
    clue: bool
    places: tuple[Cell, ...]
    text: str
    use: RuleUse


class Citations:
    """The clues and rules of a board's reasons, by the numbers of their statements; known: literals, see `learn`."""

    def __init__(self, found: BoardStatements, known: Iterable[int] = ()):
        self._found, self._board = found, found.board
        self.known = {*found.stated, *known}
        self._places = StatementPlaces(found)
        self.further = FurtherFacts(found, self._places, self.known)
        self._groups = list(dict.fromkeys(atom.name for atom in found.atoms.values() if atom.value is not None))

    def clues_and_rules(self, line: dict[str, Any]) -> tuple[list[CitedClue], list[UsedRule]]:
        """Return the clues and rules of a line of the search."""
        clues, uses = list[CitedClue](), dict[Origin, list[_Cited]]()
        for number in line["parts"]:
            cited = self._statement(number, line["cuts"], self._forced(line))
            if cited.clue:
                clues.append(CitedClue.of(cited.origin)._replace(cells=cited.places))
            else:
                uses.setdefault(cited.origin, []).append(cited)
        return clues, [_used(origin.rule, statements) for origin, statements in uses.items()]

    def named_beside(self, line: dict[str, Any]) -> list[int]:
        """Return the known literals that the words of a line need; see `FurtherFacts.named_beside`."""
        return self.further.named_beside(line, self._forced(line))

    def missing(self, clue: CitedClue) -> str:
        """Return what `StatementPlaces.missing` returns of a clue with the known literals."""
        known = (self._places.fact(lit) for lit in self.known if abs(lit) in self._found.atoms)
        return self._places.missing(clue, known)

    def learn(self, lits: Iterable[int]) -> None:
        """Note literals as known, so that cells of which they say what these are do not count as left."""
        self.known.update(lits)

    def _sure(self, rule: GraphRule, holds: Iterable[int]) -> dict[int, bool]:
        """Return the known values of the vertices of a rule; holds: literals beside the known ones."""
        return self._places.values(rule, {*self.known, *holds})

    def _forced(self, line: dict[str, Any]) -> Following:
        """Return what follows from the only statement of a line: its facts, and which other values a cell does not have
        that has a value, if this is not known; None for several statements.
        """
        if len(line["parts"]) > 1:
            return None
        atoms, facts, known = self._found.atoms, list(line["facts"]), line["known"]
        names = {atoms[lit].name for lit in facts if lit > 0 and atoms[lit].value is not None}
        others = (-lit for lit, atom in atoms.items() if atom.name in names)
        return [*facts, *(lit for lit in others if lit not in known and -lit not in facts)]

    def places(self, number: int, cuts: dict[str, Any]) -> tuple[Cell, ...]:
        """Return the cells, or corners, that a statement speaks of; cuts: by the numbers of statements."""
        return self._statement(number, cuts).places

    def words(self, number: int, cuts: dict[str, Any], forced: Following = None, holds: Sequence[int] = ()) -> str:
        """Return the words of a statement where no sentence names its places.

        number: of the statement.  cuts: by the numbers of statements.  forced: the literals that follow from the
        statement with known ones; [] for a contradiction, None if this is not known.  holds: the literals of all facts
        that hold, where only blocks need them.
        """
        if why := self._why(number, forced, holds):
            return why
        forced = None if forced and not self._found.atoms.keys() >= {*map(abs, forced)} else forced
        cited = self._statement(number, cuts, forced, holds)
        near = [self._places.fact(lit).places for lit in forced or () if self._places.fact(lit).what == "edge"]
        use, ends = cited.use, [end_text(self._board, end, near) for end in cited.use.at]
        if use.rule:
            if use.rule == "one loop" or cut_note(use.words).startswith(WOULD):
                return cut_note(cited.text) + self._places.lines_around(cuts[str(number)], forced)
            return f"{use.words}{self._past(use, cuts[str(number)], holds)}" if use.sides else cut_note(cited.text)
        if use.words.endswith(TWO_LINES) and len(ends) == 1:
            return f"{ends[0]} {TWO_LINES}"
        named = number < len(self._found.parts) and self._found.parts[number].named
        if (forced == [] or named) and 1 < len(ends) <= MANY_CELLS and not HAS_PLACE.search(cited.text):
            return f"{use.words} at {ends_text(self._board, use.at)}"
        if named and forced and len(ends) == 1:
            return use.words  # the conclusion is about the place, or beside it
        is_placed = len(ends) == 1 and ends[0] not in cited.text and not PART.search(cited.text)
        return f"{use.words} at {ends[0]}" if is_placed else use.words if PART.search(use.words) else cited.text

    def because(self, number: int, line: dict[str, Any], lit: int) -> str:
        """Return what a sentence says behind a fact that a statement alone forces: the clue or rule behind `, by `, or,
        behind a colon, what the rule says; '' for a definition, whose number is -1.

        number: as in `words`.  line: of the search, with the step's facts.  lit: the literal of the fact.
        """
        if number < 0:
            return ""
        if why := self._why(number, [lit], ()):
            return f": {why}"
        cited = self._statement(number, line["cuts"], [lit])
        use, origin = cited.use, cited.origin
        if cited.clue:
            at, fitting = (origin.row, origin.column), PUZZLES[self._board.puzzle].facts.fitting
            if fitting and fitting(self._board, origin.rule, at, ()) is not None:
                return f": else {no_shape(at, True)}"
            return f", by {clue_text(origin.rule, [at], origin.kind == 'beside')}"
        if use.words.endswith(TWO_LINES) and len(use.at) == 1:
            where = end_text(self._board, use.at[0], [self._places.fact(lit).places])
            goes_on = f"{PUZZLES[self._board.puzzle].facts.loop} goes on at {where}"
            lines = self._places.lines_of(number, {*self.known, *line["facts"]})
            lacks = f"{where} has its two lines" if lines > 1 else f"a line would end at {where}"
            return f": {goes_on if lit > 0 else lacks}"
        if use.words == OR_LOOP:
            return f": {passed_why(use.at[0], self._places.fact(lit))}"
        has_note = use.rule and (use.sides or use.apart)
        return f": {cut_note(use.words)}" if has_note else f", by {self._rule_at(use)}"

    def failure(self, number: int, cuts: dict[str, Any], holds: Sequence[int], seen: Sequence[int] = ()) -> str:
        """Return what a sentence says of a statement that is contradicted, behind the facts that contradict the
        statement: a clause, or `against` and the clue or rule.

        number, cuts: as in `words`.  holds: the literals of all facts that hold.  seen: of facts a reader knows.
        """
        cited = self._statement(number, cuts, [], holds)
        use, origin = cited.use, cited.origin
        if use.sides or use.apart:
            note = cut_note(use.words) + self._past(use, cuts[str(number)], holds)
            note += self._places.lines_around(cuts[str(number)], [])
            return note + self._at(use) + f', {AGAINST}the rule "{use.rule}"' * bool(use.wall)
        if use.rule:
            return f"{AGAINST}{self._rule_at(use)}"
        parts = self._found.parts
        names, joins = (parts[number].variables, parts[number].joins) if number < len(parts) else ((), ())
        facts = (lit for lit in holds if abs(lit) in self._found.atoms)
        own = [self._places.fact(lit) for lit in facts if self._found.atoms[abs(lit)].name in names]
        at, broken = (origin.row, origin.column), PUZZLES[self._board.puzzle].facts.broken
        name = clue_text(origin.rule, [at], origin.kind == "beside") if cited.clue else self._rule_at(use)
        who = name if cited.clue else origin.rule
        return (
            (broken(self._board, origin.rule, at, own) if broken else "")
            or self._why(number, [], holds)
            or ("" if joins else number_fault(self._board, origin.rule, own, len(names), who))
            or line_fault(self._board, use, own)
            or touch_fault(self._board, origin.rule, own)
            or self._places.once_fault(origin.rule, names, seen)
            or self._places.once_fault(origin.rule, names, holds)
            or (sum_fault(origin.rule, name, numbers_left(self._found, names, own)) if SUM.match(origin.rule) else "")
            or f"{AGAINST}{name}"
        )

    def _why(self, number: int, forced: Following, holds: Iterable[int]) -> str:
        """Return in words why a statement forces literals, or, without any, how it is contradicted; '' for a
        statement without such words.

        number: of the statement.  forced, holds: as in `words`.
        """
        why, parts = PUZZLES[self._board.puzzle].facts.why, self._found.parts
        if why is None or forced is None or number >= len(parts):
            return ""
        lits = {*self.known, *holds} - {*forced}
        known, new = ([self._places.fact(lit) for lit in some if self._places.is_meant(lit)] for some in (lits, forced))
        return str(why(self._board, parts[number].origin.rule, known, new))

    def _rule_at(self, use: RuleUse) -> str:
        """Return a rule and the places where it says something in words."""
        return f'the rule "{rule_words(use.words)}"{self._at(use)}'

    def _at(self, use: RuleUse) -> str:
        """Return the first MANY_CELLS places of a statement in words, with ` at ` before them; '' if its words have a
        place, and for none.
        """
        places = () if HAS_PLACE.search(use.words) else use.at[:MANY_CELLS]
        return f" at {ends_text(self._board, places)}" if places else ""

    def _statement(
        self, number: int, cuts: dict[str, Any], forced: Following = None, holds: Sequence[int] = ()
    ) -> _Cited:
        """Return what a step says of a statement; number, cuts, forced: as in `words`; holds: as in `failure`."""
        parts = self._found.parts
        if str(number) in cuts:
            return self._cut(cuts[str(number)], forced, holds)
        if number >= len(parts):
            places, text = tuple(self._places.cells([self._groups[number - len(parts)]])), f"{ONE_VALUE} in each cell"
            return _Cited(Origin("rule", rule=ONE_VALUE), False, places, text, RuleUse(text, places))
        part = parts[number]
        name, own = part.origin.rule, ((part.origin.row, part.origin.column),) if part.origin.kind == "cell" else ()
        if own and not part.clue:
            return _Cited(part.origin, False, own, str(part.origin), RuleUse(name, own, own=True))
        cells = self._places.cells(part.variables) or cells_in(name)
        text = f"{part.origin}: {part.note}" if part.note else statement_text(part.origin)
        name = WITH_PLACE.sub("", name) if 0 < len(cells) <= MANY_CELLS else name  # which the use has
        phrase = kind_words(self._board, name, cells, part.note)
        name, text = phrase, phrase if HAS_PLACE.search(phrase) and not HAS_PLACE.search(name) else text
        centre = common_end(self._places.edges(part.variables))
        whole = self._places.cells(part.named) if part.named else not part.clue and self._places.whole(part.variables)
        use = RuleUse(name, tuple(whole or cells) if centre is None else (centre,))
        return _Cited(part.origin, part.clue, tuple(dict.fromkeys((*own, *cells))), text, use)

    def _cut(self, cut: dict[str, Any], forced: Following, holds: Sequence[int]) -> _Cited:
        """Return what a step says of a cut; forced: as in `words`; holds: as in `failure`."""
        rule: GraphRule = self._found.graphs[cut["graph"]]
        places = tuple(self._places.cells([name for at in cut["border"] for name in rule.variables[at]]))
        inside = self._inside(rule, cut)
        area = area_text(self._board, inside, whole=rule.rule == "single-loop")
        border, places = places, tuple(inside) if area and rule.rule == "single-loop" else places  # that are tinted
        at = self._places.vertex(rule, cut["at"]) if cut["at"] >= 0 else None
        near = self._near_note(rule, cut, forced, holds)
        note = near or self._note(rule, cut, forced, area)
        if near or rule.rule == "single-loop" or (at,) in [self._places.fact(lit).places for lit in forced or ()]:
            at = None  # the note or the fact has the place
        name = kind_words(self._board, rule.origin.rule)
        ends, loop = self._places.parted(rule, cut["between"]), places * (cut["note"] == CYCLE)
        sides = tuple(self._places.side(rule, end) for end in ends[:2])
        beside = listed([self._places.side(rule, end) for end in ends[2:]])
        note = PARTED.sub(" and ".join(sides), note) if sides else note
        text = f"{name}: {note}{beside and f', if ways are left for {beside}'}"
        own = () if forced or rule.rule == "single-loop" else places  # of one statement all are facts or known
        use = RuleUse(cut_note(text), own if at is None else (at,), name, own=at is not None, apart=bool(near))
        if rule.rule == "islands" and not near:  # the numbers that it is about
            values = {v: not wanted for v, wanted in cut["clauses"][0][1]}
            found = [self._places.vertex(rule, v) for v in numbers_of(rule, cut["note"], values)]
            use = use._replace(at=tuple(cell for cell in found if cell is not None) or use.at)
        if sides:
            sizes = [len(self._places.cells(rule.variables[each])) for each in cut["border"]]
            is_wall = rule.rule in CONNECTED and max(sizes, default=0) < 2  # of cells, not of lines between them
            wall = wall_text(self._board, border) if is_wall else ""
            if any(cell in inside for cell in ends[1]):  # the first end is the inner one
                ends, sides = ends[1::-1], sides[::-1]
            if rule.rule == "single-loop" and area:
                text = f"{name}: {self._places.ways_out(cut, area, sides, forced, self._sure(rule, holds))}"
            words = f"{name}: {parting(wall, sides, area, forced != [])}" if wall else text
            use = RuleUse(words, (), name, ends[:2], sides, wall, beside, area=area, border=border * bool(wall))
        elif rule.rule in LOOPS:
            use = use._replace(area=area, apart=True, ends=self._left_out(rule, cut), border=loop)
        if rule.rule == "single-loop" and use.area:
            around = self._places.edges([name for at in cut["border"] for name in rule.variables[at]])
            use = use._replace(around=tuple(around))
        text += "" if at is None else f" at {place(at)}"
        return _Cited(rule.origin, False, places, text, use._replace(seen=is_seen(cut)))

    def _near_note(self, rule: GraphRule, cut: dict[str, Any], forced: Following, holds: Sequence[int]) -> str:
        """Return in words what a person sees of a cut near its place, '' for nothing; forced, holds: as in `_cut`."""
        if rule.rule in block_notes.RULES:
            known = {*self.known, *holds}, {*self._found.stated, *self.further.beside}
            return block_notes.block_words(
                self._found.graphs, cut, self._places.vertex, forced, self._places.values, known
            )
        sure = self._sure(rule, holds) if forced is not None else {}
        return near_note(rule, cut, lambda v: self._places.vertex(rule, v), forced, sure, counts=bool(holds))

    def _note(self, rule: GraphRule, cut: dict[str, Any], forced: Following, area: str) -> str:
        """Return what a rule says by a cut, in words.

        forced: as in `words`.  area: what the border of the cut is around, in words; '' for a large one.
        """
        note, edges = str(cut["note"]), [rule.lits[at] for at in cut["border"]]
        if rule.rule in block_notes.RULES:
            note = block_notes.block_note(self._found.graphs, cut)
        elif note == ONCE:
            end = self._places.vertex(rule, cut["at"]) if cut["at"] >= 0 else None
            note += area or ("there" if end is None else end_text(self._board, end))
        elif note == EVEN:
            note = even_note(area, forced != [])
        elif note == CYCLE:
            note = f"{'else ' * bool(forced)}the loop{self._places.ring(rule, cut['border'])} would close"
        elif note in (EARLY, CLOSED):  # one clause may say both
            lines = [self._places.side(rule, end) for end in self._left_out(rule, cut)]
            without = f"{EARLY}{listed(lines) or 'another line'}"
            note = without if not forced or any(-lit in edges for lit in forced) else CLOSED
        return as_forced(note, forced)

    def _left_out(self, rule: GraphRule, cut: dict[str, Any]) -> tuple[tuple[Cell, ...], ...]:
        """Return the edge of a line that a loop would leave out which some edges of a cut would close, a known one if
        there are several; () for another cut, and if none of several is known.
        """
        if cut["note"] not in (EARLY, CLOSED):
            return ()
        out = sorted({at for _, clause in cut["clauses"] for at, _ in clause if at not in cut["border"]})
        known = [at for at in out if rule.lits[at] in self.known]
        one = known[:1] or (out if len(out) == 1 else [])
        return tuple(self._places.edges([name for at in one for name in rule.variables[at]]))

    def _past(self, use: RuleUse, cut: dict[str, Any], holds: Sequence[int]) -> str:
        """Return in words, with a blank before, which cells stop all other ways between the two sides of a cut; '' for
        a cut whose words have these cells, and one of lines.

        use: what the cut says.  holds: as in `failure`.
        """
        rule = self._found.graphs[cut["graph"]]
        cells = [self._places.cells(rule.variables[at]) for at in cut["border"]]
        if use.wall or not use.sides or rule.rule not in CONNECTED or any(len(some) != 1 for some in cells):
            return ""
        sure = self._sure(rule, holds)
        shut = [cell for at, (cell,) in zip(cut["border"], cells, strict=True) if sure.get(at) is False]
        return f" past {places_text(shut)}" if shut else ""

    def _inside(self, rule: GraphRule, cut: dict[str, Any]) -> list[Cell]:
        """Return the cells or corners that the border of a cut is around; [] for a cut of another rule than one loop,
        or than one connected area that parts more than FEW_CELLS.
        """
        if rule.rule not in ("single-loop", "connected") or cut["note"] in (EARLY, CLOSED):
            return []
        inside = enclosed(rule.graph, set(cut["border"]), rule.rule == "connected", cut["between"])
        cells = [cell for at in inside if (cell := self._places.vertex(rule, at)) is not None]
        small = rule.rule == "single-loop" or len(cells) <= FEW_CELLS
        return cells if small and len(cells) == len(inside) else []


def _used(name: str, uses: Sequence[_Cited]) -> UsedRule:
    """Return a rule with its uses in a step, at least one."""
    places = tuple(dict.fromkeys(cell for cited in uses for cell in cited.places))
    text = ""
    for cited in uses:
        new = cited.text.removeprefix(f"{name}: ")
        text = cited.text if not text else text if new in text else f"{text}; {new}"
    return UsedRule(name, places, text, len(uses), tuple(cited.use for cited in uses))
