"""The way from the lines of the search's child process to steps with their places and words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextvars import copy_context
from dataclasses import replace
from typing import Any

from ..model.model import Answer
from ..puzzles.facts import Fact, fact_of
from ..puzzles.spec import PUZZLES, Cell
from ..solving.pipeline import WrongAnswer
from .chain_end import ChainEnd
from .citations import Citations
from .notes import given_notes, line_ends
from .sentences import is_routine, sentence
from .statement_places import StatementPlaces
from .statements import BoardStatements, is_sum
from .step import KNOWN_FACTS, CitedClue, FactWay, Marks, NumbersOfCells, Step, TrailPart, noted_in, parts_in, signs
from .trail_blocks import head
from .wording.edge_words import CITED
from .wording.fact_words import PREDICATE, facts_text
from .wording.failures import AGAINST, and_by, both_are, touching
from .wording.galaxy_words import galaxies_of
from .wording.line_rules import EACH_ONCE, NO_VALUE_TWICE, ONE_VALUE, rule_words
from .wording.numbers.few_numbers import NUMBER_LEFT, argued, plain_reason
from .wording.numbers.left_numbers import NumbersLeft
from .wording.numbers.turns import concluded_numbers
from .wording.phrases import otherwise
from .wording.place_words import listed
from .wording.rooms.fitting_ways import turned
from .wording.rooms.ways import SHADED, with_room_facts
from .wording.star_counts import STAR

BY_CASE = "else"
SHORT = 300  # characters of what a case leads to; more are lines of their own alone


class StepReader:
    """The way from the child's lines to steps and their end; known: literals of a partly filled board."""

    def __init__(self, found: BoardStatements, known: Sequence[int] = ()):
        self._found, self._board, self._places = found, found.board, StatementPlaces(found)
        self._lines = self._places.lines()
        self._numbers = NumbersLeft(found)
        self._all = dict(self._numbers.now)
        self._numbers.without(known)
        self._citations = Citations(found, known)
        facts = [self.fact(lit) for lit in known if self._is_seen(lit)]
        self._found_in = dict[Fact, int]()
        self._has_sums = any(map(is_sum, found.parts))
        self._plain = given_notes.gaps_at_givens(found)
        self._signs = {sign: signs(facts, sign) for sign in (STAR, SHADED)}  # of decided cells
        self._galaxies = galaxies_of(self._board, facts)

    def step(self, line: dict[str, Any]) -> Step:
        """Return the step of a line."""
        return copy_context().run(self._step, line)

    def _step(self, line: dict[str, Any]) -> Step:
        """Return the step of a line, whose sides are named from the numbers that the step cites."""
        self._citations.learn(line["known"])
        beside = self._citations.named_beside(line)
        clues, rules = self._citations.clues_and_rules(line)
        CITED.set([clue.place for clue in clues])
        cited = {clue.place for clue in clues if not clue.beside}
        given = {lit: CitedClue.of(self._found.stated[lit]) for lit in line["known"] if lit in self._found.stated}
        given = {lit: clue for lit, clue in given.items() if clue.place not in cited}
        stated = set(given.values())
        known = [self.fact(lit) for lit in line["known"] if lit not in self._found.stated]
        further = {lit: CitedClue.of(self._found.stated[lit]) for lit in beside if lit in self._found.stated}
        noted = noted_in([each for way in (line["trail"], *(way for _, way in line["ways"])) for each in way])
        holds = [*line["known"], *(noted if PUZZLES[self._board.puzzle].facts.fitting else ())]
        trail = self._trail(line["trail"], line["cuts"], holds, *(-lit for lit in line["facts"][:1]))
        before, ways = [*line["known"], *line["facts"][:1]], list[FactWay]()
        for lit, way in line["ways"]:
            ways.append(FactWay(self.fact(lit), tuple(self._trail(way, line["cuts"], [*holds, *before], -lit))))
            before.append(lit)
        self._citations.further.beside = beside  # of the reason, not of a conclusion
        noted += [lit for lit in (*beside, *self._citations.further.noted) if lit not in further and lit not in noted]
        step = Step(
            line["number"],
            tuple(self.fact(lit) for lit in line["facts"]),
            tuple(sorted({*clues, *stated})),
            tuple(rules),
            tuple(known),
            len(stated),
            line["smallest"],
            tuple(trail),
            at_once=tuple((self.fact(lit), self._because(part, line, lit)) for lit, part in line["at_once"]),
            joint=line["joint"],
            given=tuple((clue, self._fact_of_clue(lit, clue)) for lit, clue in (given | further).items()),
            noted=tuple(self.fact(lit) for lit in noted if lit not in before and self._is_seen(lit)),
            uses=tuple(self.fact(lit) for lit in line["uses"] if self._is_seen(lit)),
            ways=tuple(ways),
            further=self._further(line, [*clues, *given.values(), *further.values()]),
            missing=tuple((clue, missing) for clue in clues if (missing := self._citations.missing(clue))),
        )
        cells = {cell for clue in clues for cell in clue.cells}.union(*(rule.places for rule in rules))
        stars, shaded = ({cell: has for cell, has in each.items() if cell in cells} for each in self._signs.values())
        self._citations.learn(line["facts"])
        self._signs = {sign: has | signs(step.facts, sign) for sign, has in self._signs.items()}
        was = self._marked(step, self._numbers.now, True)
        left = self._numbers.without(line["facts"])
        came = {fact: self._found_in[fact] for fact in step.cited if fact in self._found_in}
        every, now = self._marked(step, self._all, True), self._marked(step, self._numbers.now)
        marks = Marks(every, was, now, stars, shaded, self._plain, self._galaxies, came, left=left)
        self._galaxies = self._galaxies | galaxies_of(self._board, step.facts)
        is_last = self._has_sums and bool(step.facts) and [rule.name for rule in step.rules] == [ONE_VALUE]
        step = with_room_facts(self._board, replace(step, routine=is_last or is_routine(step), marks=marks))
        step = replace(step, text=sentence(self._board, step, left))
        step = line_ends.with_lines(self._citations.known, self._found, step, line)
        step = replace(step, head=head(self._board, step, left))
        found = () if step.folded else (*step.facts, *concluded_numbers(self._board, step))
        self._found_in = {**dict.fromkeys(found, step.number), **self._found_in}
        return step

    def _because(self, part: int, line: dict[str, Any], lit: int) -> str:
        """Return the words behind a further fact of a step in a sentence.

        part: the statement that alone forces the fact.  line: of the step.  lit: of the fact.
        """
        if part >= 0 and self._is_beside(part):
            words, _ = self._plain_reason(lit, [*line["known"], *line["facts"]])
            if words:
                return f": {words}" if words == NUMBER_LEFT else f', by the rule "{words}"'
        return self._citations.because(part, line, lit)

    def _further(self, line: dict[str, Any], clues: Collection[CitedClue]) -> tuple[CitedClue, ...]:
        """Return the clues that conclusions of a line use and that are none of the `clues` of its reason: the search
        proves facts by ways of few conclusions, from all statements of the board.
        """
        places, found = {clue.place for clue in clues}, set[CitedClue]()
        for part in parts_in(line):
            if 0 <= part < len(self._found.parts) and self._found.parts[part].clue and str(part) not in line["cuts"]:
                cells = self._citations.places(part, line["cuts"])
                found.add(CitedClue.of(self._found.parts[part].origin)._replace(cells=cells))
        return tuple(sorted(clue for clue in found if clue.place not in places))

    def _marked(self, step: Step, values: Mapping[Any, Sequence[Any]], full: bool = False) -> NumbersOfCells:
        """Return the numbers of the cells of a step, without cells with a value that is no number in words.

        values: of cells by their places.  full: whether all cells of the step's rows, columns, boxes and rooms are
        among the cells.
        """
        facts = dict.fromkeys(fact.places for fact in (*step.facts, *step.cited))
        lines = (rule.places for rule in step.rules if full and EACH_ONCE.fullmatch(rule.name))
        cells = ((cell,) for own in (*(clue.cells for clue in step.clues), *lines) for cell in own)
        found = {places: values[places] for places in (*facts, *cells) if places in values}
        numbers = {at: tuple(value for value in own if isinstance(value, int)) for at, own in found.items()}
        return {at: own for at, own in numbers.items() if len(own) == len(found[at]) > 0}

    def _fact_of_clue(self, lit: int, clue: CitedClue) -> Fact | None:
        """Return the fact of a literal, if it is all that a clue says, such as the number of its cell; else None."""
        if abs(lit) not in self._found.atoms:
            return None
        fact = self.fact(lit)
        is_number = isinstance(fact.value, int) and not any(map(str.isdigit, clue.text))  # `given number`
        is_all = (is_number or clue.text.split()[-1] == str(fact.value)) and not fact.negative
        return fact if is_all or PREDICATE.search(clue.text) else None

    def ended(self, line: dict[str, Any]) -> ChainEnd:
        """Return the end of the chain that a line says; raise WrongAnswer if the solution breaks a rule."""
        facts, solution = tuple(self.fact(var) for var in line.get("open", ())), None
        if line["end"] == "SOLVED":
            true = set(line["solution"])
            atoms, puzzle = self._found.atoms.items(), PUZZLES[self._board.puzzle]
            ints = {atom.name: atom.value for var, atom in atoms if atom.value is not None and var in true}
            bools = {atom.name: var in true for var, atom in atoms if atom.value is None}
            solution = puzzle.solution(self._board, Answer({**self._found.constants, **ints}, bools))
            if faults := puzzle.broken_rules(self._board, solution):
                raise WrongAnswer(f"the steps lead to a wrong solution: {faults[0]}")
            if (is_unsure := puzzle.facts.is_unsure) is not None and is_unsure(self._board, solution):
                return ChainEnd("LIMIT", by_size=True)
        return ChainEnd(line["end"], solution, facts, by_size=line["end"] == "LIMIT")

    def _is_seen(self, lit: int) -> bool:
        """Whether a literal says a fact."""
        return abs(lit) in self._found.atoms

    def fact(self, lit: int) -> Fact:
        """Return the fact that a literal says."""
        return fact_of(self._board, self._found.atoms[abs(lit)], lit > 0)

    def _trail(self, some: list[Any], cuts: dict[str, Any], known: Sequence[int], *supposed: int) -> list[TrailPart]:
        """Return conclusions with the words of their reasons.

        some: the conclusions.  cuts: as in `_conclusion`.  known: the known literals.  supposed: the supposed ones.
        """
        found, so, last, run = list[TrailPart](), [*known, *supposed], -1, list[int]()
        for each in self._places.with_owners(some, supposed):
            last, run = each[1], run if each[1] == last else []
            sure = [lit for lit in each[4] if abs(lit) in self._found.hidden and lit not in so]
            found += [self._part(lit, KNOWN_FACTS) for lit in sure]
            so += sure
            further = [self._citations.words(number, cuts) for number in each[5]]
            found.append(and_by(self._conclusion(each, cuts, so, run), further))
            so.append(each[0])
            run.append(each[0])
        return turned(found)

    def _conclusion(
        self, conclusion: list[Any], cuts: dict[str, Any], holds: Sequence[int], run: Collection[int] = ()
    ) -> TrailPart:
        """Return a conclusion with the words of its reason.

        conclusion: the literal, 0 for the contradiction; the number of the statement; the conclusions from the
        opposite; the known literals outside of the reason that it needs, or for a contradiction by a definition
        all; all visible ones that it needs; the numbers of further statements that it needs.  cuts: by the
        numbers of their statements.  holds: the literals that are known, supposed or concluded.  run: those of
        them that the statement forces just before.
        """
        lit, part, way, needs, visible, _ = conclusion
        rests = tuple(self.fact(each) if self._is_seen(each) else self._places.meaning(each) for each in visible)
        if way:
            *steps, last = self._trail(way, cuts, holds, -lit)
            words = [
                *(f"{facts_text(self._board, [step.fact]) if step.fact else step.words} ({step.by})" for step in steps),
                last.fails.replace(AGAINST, "that would be against ", 1),
            ]
            text = listed(words)
            is_short = len(text) <= SHORT and not any(step.way for step in steps)
            by = f"{BY_CASE} {text if is_short else 'a contradiction follows'}"
            return self._part(lit, by, (), rests)._replace(way=(*steps, last))
        all_ = list(dict.fromkeys([*holds, *visible]))
        visible = [each for each in visible if self._is_seen(each)]
        if part < 0:
            by = self._places.by_values(lit, needs)
            return self._part(lit, by, (), rests) if lit else TrailPart(None, by, fails=by, rests=rests)
        places = self._citations.places(part, cuts)
        rests += self._citations.further.concluding(cuts.get(str(part)), lit, all_)
        fitting, used = self._citations.further.fitting(part, [each for each in all_ if each not in run])
        rests = tuple(dict.fromkeys([*rests, *map(self.fact, used)]))
        if not lit:
            fails = fitting or self._citations.failure(part, cuts, all_, [*filter(self._is_seen, holds)])
            all_ = [each for each in all_ if self._is_seen(each)]
            by = rule_words(self._citations.words(part, cuts, [], all_)) if fails.startswith(AGAINST) else fails
            by = fails if by.startswith("no ") else by  # what is not so would be read as what is wrong
            return TrailPart(None, both_are(rests) + by, places, fails, rests)
        if end := line_ends.full_end(self._found, cuts.get(str(part)), lit, holds):
            return TrailPart(self.fact(lit), end.words(self._board), (end.at,), rests=end.rests)
        by = fitting or rule_words(otherwise(self._citations.words(part, cuts, [lit], holds)))
        if self._is_seen(lit):
            if self._is_beside(part) and (plain := self._plain_reason(lit, all_))[0]:
                return self._part(lit, plain[0], places, plain[1])
            why = touching(self._board, by, [self.fact(lit)], [self.fact(each) for each in visible if each > 0])
            by = why or fitting or given_notes.forced_by(self._found, part, cuts, self.fact(lit), rests) or by
            if by.startswith(NO_VALUE_TWICE):
                known = [*rests, *(self.fact(each) for each in holds if self._is_seen(each))]
                by = argued(self.fact(lit), known, places, self._all, by, self._lines)
        return self._part(lit, by, places, rests)

    def _is_beside(self, part: int) -> bool:
        """Whether a statement is a clue beside the board."""
        return part < len(self._found.parts) and self._found.parts[part].origin.kind == "beside"

    def _plain_reason(self, lit: int, holds: Iterable[int]) -> tuple[str, tuple[Fact, ...]]:
        """Return what `plain_reason` says of a literal; holds: the literals that are known, supposed or concluded."""
        fact = self.fact(lit)
        known = [self.fact(each) for each in holds if self._is_seen(each) and each != lit]
        return plain_reason(fact, known, self._numbers.now.get(fact.places, ()), self._places.once)

    def _part(self, lit: int, by: str, places: tuple[Cell, ...] = (), rests: tuple[Fact | str, ...] = ()) -> TrailPart:
        """Return the conclusion that the literal `lit` holds; by, places, rests: as in TrailPart."""
        if self._is_seen(lit):
            return TrailPart(self.fact(lit), by, places, rests=rests)
        return TrailPart(None, by, places, rests=rests, words=self._places.meaning(lit))
