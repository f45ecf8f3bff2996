"""A board's chain of steps, found by a child process and turned into facts, clues and rules with their places."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty
from typing import Any, Literal, NamedTuple

from ..base.signals import signals_held
from ..errors import SolverError
from ..graphs.graph import Grid
from ..model.model import Answer, Origin
from ..puzzles.facts import Atom, Fact, fact_of
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from ..runner.host import PYTHON, Peer, host
from ..solving.pipeline import WrongAnswer
from .fact_words import NumbersLeft, facts_text
from .patterns import diagonal
from .phrases import otherwise, rule_words
from .sentences import is_routine, sentence
from .statements import BoardStatements, GraphRule, statements
from .step import CitedClue, Step, TrailPart, UsedRule

COMMAND = (PYTHON, "-P", "-m", "csp2sat.reasoning.search.finder")
ChainStatus = Literal["SOLVED", "STUCK", "CONTRADICTION", "LIMIT"]
ONE_VALUE = "one value"
TOO_LARGE = "steps would need a list of all blocks of cells, too long on this board; more time would not help"
BY_CASE = "exclusion of the opposite, which gives:"


@dataclass
class ChainEnd:
    """The end of a chain.

    solution: in the neutral form, None unless the chain is complete.  open: the facts that are not decided.
    by_size: whether the status is `LIMIT` because of the sizes or the number of possible blocks, which no time changes.
    """

    status: ChainStatus
    solution: Solution | None = None
    open: tuple[Fact, ...] = ()
    seconds: float = 0.0
    by_size: bool = False


@dataclass
class Chain:
    """The search for the steps of a board; iterate over it once.

    deadline: in time.monotonic(), None for no limit.  facts: known ones beside the givens, perhaps wrong.
    end: how the chain ended, once it has.  mistake: a wrong one of the facts, whose opposite the only step shows.
    """

    board: Board
    deadline: float | None = None
    facts: Collection[Fact] = ()
    end: ChainEnd = field(default_factory=lambda: ChainEnd("LIMIT"))
    mistake: Fact | None = None

    def __iter__(self) -> Generator[Step]:
        started = time.monotonic()
        found = statements(self.board)
        peer: Peer | None = None
        try:
            with signals_held():
                peer = host().peer(COMMAND, None)
            asked = question(found, self.facts)
            peer.send(json.dumps(asked).encode())
            reader = StepReader(found, asked["facts"])
            while True:
                line = self._line(peer)
                if line is None:
                    return
                if "end" in line:
                    self.end = reader.ended(line)
                    return
                if "mistake" in line:
                    self.mistake = reader.fact(line["mistake"])
                yield reader.step(line)
        finally:
            self.end.seconds = time.monotonic() - started
            if peer is not None:
                peer.kill()
                peer.close()

    def _line(self, peer: Peer) -> dict[str, Any] | None:
        """Return the next line of the child as JSON, None at the deadline; raise SolverError if the child failed."""
        left = None if self.deadline is None else self.deadline - time.monotonic()
        if left is not None and left <= 0:  # even if a line is there: a limit of 0 is reached on any machine
            return None
        try:
            line = peer.replies.get(timeout=left)
        except Empty:
            return None
        if line is None:
            _, stderr = peer.close()
            raise SolverError(f"the search for steps ended: {stderr.decode('utf-8', 'replace').strip()[-200:]}")
        read: dict[str, Any] = json.loads(line)
        return read


def question(found: BoardStatements, facts: Collection[Fact] = ()) -> dict[str, Any]:
    """Return the question to the child, as JSON.

    facts: known ones beside the givens; facts that no literal says are left out.
    """
    atoms = {}
    for var, atom in found.atoms.items():
        place = fact_of(found.board, atom, True).places[0]
        group = None if atom.value is None else atom.name
        atoms[var] = {"group": group, "value": atom.value, "place": place}
    for lit, origin in found.stated.items():  # whether a clue counts
        atoms.setdefault(abs(lit), {"group": None, "place": (origin.row, origin.column)})
    graphs = [
        {
            "rule": each.rule,
            "origin": str(each.origin),
            "size": each.graph.size,
            "edges": each.graph.edges,
            "ends": each.graph.candidates if each.rule == "joined" else (),
            "anchors": each.anchors,
            "literals": each.lits,
        }
        for each in found.graphs
    ]
    wanted = set(facts)
    lits = [
        lit for var in found.atoms for lit in (var, -var) if fact_of(found.board, found.atoms[var], lit > 0) in wanted
    ]
    return {
        "vars": found.num_vars,
        "definitions": found.definitions,
        "parts": [part.clauses for part in found.parts],
        "graphs": graphs,
        "atoms": atoms,
        "stated": list(found.stated),
        "facts": lits,
    }


class _Cited(NamedTuple):
    """A statement in a step: its origin, whether that is a clue, its cells, and its words.

    own: words that are for this use of the statement alone; '' for none.
    """

    origin: Origin
    clue: bool
    places: tuple[Cell, ...]
    text: str
    own: str = ""

    @property
    def words(self) -> str:
        """The words of the statement where no other use of its rule is beside it."""
        return self.own or self.text


def _used(name: str, uses: Sequence[_Cited]) -> UsedRule:
    """Return a rule with its uses in a step, at least one."""
    places = tuple(dict.fromkeys(cell for cited in uses for cell in cited.places))
    first, *others = uses
    text = first.text if others else first.words
    for cited in others:
        new = cited.text.removeprefix(f"{name}: ")
        text = text if new in text else f"{text}; {new}"
    return UsedRule(name, places, text, len(uses))


class StepReader:
    """The way from the child's lines to steps and their end; known: literals of a partly filled board."""

    def __init__(self, found: BoardStatements, known: Sequence[int] = ()):
        self._found, self._board = found, found.board
        self._numbers = NumbersLeft(found)
        self._numbers.without(known)
        self._groups = list(dict.fromkeys(atom.name for atom in found.atoms.values() if atom.value is not None))

    def step(self, line: dict[str, Any]) -> Step:
        """Return the step of a line."""
        clues, rules = self._clues_and_rules(line)
        cited = {clue.place for clue in clues if not clue.beside}
        origins = [self._found.stated[lit] for lit in line["known"] if lit in self._found.stated]
        stated = {_clue(origin) for origin in origins if (origin.row, origin.column) not in cited}
        known = [self.fact(lit) for lit in line["known"] if lit not in self._found.stated]
        trail = [self._conclusion(each, line["cuts"]) for each in line["trail"]]
        step = Step(
            line["number"],
            tuple(self.fact(lit) for lit in line["facts"]),
            tuple(sorted({*clues, *stated})),
            tuple(rules),
            tuple(known),
            len(stated),
            line["smallest"],
            tuple(trail),
        )
        left = self._numbers.without(line["facts"])
        return replace(step, routine=is_routine(step), text=sentence(self._board, step, left))

    def ended(self, line: dict[str, Any]) -> ChainEnd:
        """Return the end of the chain that a line says; raise WrongAnswer if the solution breaks a rule."""
        facts = tuple(self.fact(var) for var in line.get("open", ()))
        solution = None
        if line["end"] == "SOLVED":
            true = set(line["solution"])
            named = {var: self._found.atoms[var] for var in self._found.atoms}
            ints = {atom.name: atom.value for var, atom in named.items() if atom.value is not None and var in true}
            bools = {atom.name: var in true for var, atom in named.items() if atom.value is None}
            answer = Answer({**self._found.constants, **ints}, bools)
            solution = PUZZLES[self._board.puzzle].solution(self._board, answer)
            if faults := PUZZLES[self._board.puzzle].broken_rules(self._board, solution):
                raise WrongAnswer(f"the steps lead to a wrong solution: {faults[0]}")
            is_unsure = PUZZLES[self._board.puzzle].facts.is_unsure
            if is_unsure is not None and is_unsure(self._board, solution):
                return ChainEnd("LIMIT", by_size=True)
        return ChainEnd(line["end"], solution, facts, by_size=line["end"] == "LIMIT")

    def fact(self, lit: int) -> Fact:
        """Return the fact that a literal says."""
        return fact_of(self._board, self._found.atoms[abs(lit)], lit > 0)

    def _clues_and_rules(self, line: dict[str, Any]) -> tuple[list[CitedClue], list[UsedRule]]:
        clues: list[CitedClue] = []
        uses: dict[Origin, list[_Cited]] = {}
        for number in line["parts"]:
            cited = self._statement(number, line["cuts"])
            if cited.clue:
                clues.append(_clue(cited.origin))
            else:
                uses.setdefault(cited.origin, []).append(cited)
        return clues, [_used(origin.rule, statements) for origin, statements in uses.items()]

    def _statement(self, number: int, cuts: dict[str, Any]) -> _Cited:
        """Return what a step says of a statement."""
        parts = self._found.parts
        if str(number) in cuts:
            return self._cut(cuts[str(number)])
        if number < len(parts):
            part = parts[number]
            own = ((part.origin.row, part.origin.column),) if part.origin.kind == "cell" else ()
            if own and not part.clue:
                return _Cited(part.origin, False, own, str(part.origin))
            text = f"{part.origin}: {part.note}" if part.note else str(part.origin)
            return _Cited(part.origin, part.clue, tuple(dict.fromkeys((*own, *self._cells(part.variables)))), text)
        name = self._groups[number - len(parts)]
        places = tuple(self._cells([name]))
        return _Cited(Origin("rule", rule=ONE_VALUE), False, places, f"{ONE_VALUE} in each cell")

    def _cut(self, cut: dict[str, Any]) -> _Cited:
        rule: GraphRule = self._found.graphs[cut["graph"]]
        places = tuple(dict.fromkeys(cell for at in cut["border"] for cell in self._cells(rule.variables[at])))
        grid, note, own = rule.graph, cut["note"], ""
        if isinstance(grid, Grid) and (grid.rows, grid.cols) == (self._board.rows, self._board.cols):
            if cut["at"] >= 0:
                note += f" at {place(divmod(cut['at'], grid.cols))}"
            if cut["between"]:
                own = _parted([divmod(at, grid.cols) for at in cut["between"]], places, note)
        return _Cited(rule.origin, False, places, f"{rule.origin.rule}: {note}", own and f"{rule.origin.rule}: {own}")

    def _cells(self, names: Sequence[str]) -> list[Cell]:
        """Return the places of variables, each once."""
        found = (fact_of(self._board, Atom(name, None), True).places for name in names)
        return list(dict.fromkeys(place for places in found for place in places))

    def _conclusion(self, conclusion: list[Any], cuts: dict[str, Any]) -> TrailPart:
        """Return a conclusion with the words of its reason.

        conclusion: the literal, 0 for the contradiction; the number of the statement; the conclusions from the
        opposite.  cuts: by the numbers of their statements.
        """
        lit, part, way = conclusion
        if way:
            steps = [self._conclusion(each, cuts) for each in way]
            words = (
                f"{facts_text(self._board, [step.fact]) if step.fact else 'a contradiction'} ({step.by})"
                for step in steps
            )
            return TrailPart(self.fact(lit), f"{BY_CASE} {'; '.join(words)}")
        by = self._by_values(lit) if part < 0 else self._statement(part, cuts).words
        by = rule_words(otherwise(by) if lit else by)
        return TrailPart(self.fact(lit) if lit else None, by)

    def _by_values(self, lit: int) -> str:
        """Return in words how a literal (0: the contradiction) follows from the values of one place alone."""
        if not lit:
            return "exclusion of all values"
        if self._found.atoms[abs(lit)].value is None:
            return "the facts before"
        return "exclusion of the other values" if lit > 0 else "the value of the place"


def _parted(two: Sequence[Cell], border: Sequence[Cell], note: str) -> str:
    """Return the words of a cut with the two cells that its border parts, and the ends of a diagonal border.

    note: the words without them.
    """
    ends = diagonal(border)
    across = f", past the diagonal chain from {place(ends[0])} to {place(ends[1])}" if ends else ""
    return note.replace("two parts", " and ".join(map(place, two))) + across


def _clue(origin: Origin) -> CitedClue:
    return CitedClue((origin.row, origin.column), origin.rule, origin.kind == "beside")
