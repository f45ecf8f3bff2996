"""A step of a chain: new facts and their reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from ..model.model import Origin
from ..puzzles.facts import Fact
from ..puzzles.spec import Cell

NO_LINE = "no line in a given cell"  # a rule of a cell with a given
EASY = "has no line or two lines", "one value in each cell", NO_LINE  # the ends of rules' words
OWNER = "in one rectangle", "one value"  # the rules of a cell that belongs to a number
KNOWN_FACTS = "the known facts"  # from which a conclusion of a trail follows
FEW = 3  # clues and rules of a reason up to which a step is no supposition
LARGE = 5  # clues and rules of a reason that may have a shorter one, and whose rules are counted


NumbersOfCells = Mapping[tuple[Cell, ...], Sequence[int]]  # by the places of facts


class LeftNumbers(NamedTuple):
    """The numbers of a cell after a step.

    numbers: the values that are left, ascending.  before: the values that earlier steps have excluded,
    ascending; the step itself has excluded all others.
    """

    numbers: tuple[int | str | None, ...]
    before: tuple[int | str | None, ...] = ()


Left = Mapping[tuple[Cell, ...], LeftNumbers]


class Marks(NamedTuple):
    """The state of cells at the moment of a step, from which the step's sentence is made: stars, galaxies, and the
    numbers that each cell could have at three moments.

    every, before, after: the numbers of a cell, by the places of the facts about the cell: on the board as it was
    given, just before the step, and just after it. A cell whose values are not all numbers is left out. stars: for
    puzzles of stars and tents the cells of the step that were decided before the step; True for a cell with a star or
    tent, False for one without. shaded: the same of shaded cells. plain: the gaps at cells with a given, which a reader
    sees there, so that no sentence cites these gaps. galaxies: the first cell of the star of each cell whose galaxy was
    known before the step. found_in: by cited facts the numbers of the steps that found these facts, but not of steps
    that texts only count; numbered: whether sentences name them behind all known facts. left: the cells of which the
    step's sentence names the numbers that they still may have, with these.
    """

    every: NumbersOfCells = MappingProxyType({})
    before: NumbersOfCells = MappingProxyType({})
    after: NumbersOfCells = MappingProxyType({})
    stars: Mapping[Cell, bool] = MappingProxyType({})
    shaded: Mapping[Cell, bool] = MappingProxyType({})
    plain: Collection[Fact] = ()
    galaxies: Mapping[Cell, Cell] = MappingProxyType({})
    found_in: Mapping[Fact, int] = MappingProxyType({})
    numbered: bool = False
    left: Left = MappingProxyType({})


class CitedClue(NamedTuple):
    """A clue in a reason: its place, its words, and for sentences the cells that it speaks of."""

    place: Cell
    text: str
    beside: bool = False
    cells: tuple[Cell, ...] = ()

    @classmethod
    def of(cls, origin: Origin) -> CitedClue:
        """Return the clue of an origin."""
        return cls((origin.row, origin.column), origin.rule, origin.kind == "beside")

    def neutral(self) -> dict[str, Any]:
        return {"row": self.place[0], "column": self.place[1], "text": self.text}


class RuleUse(NamedTuple):
    """A statement of a rule, for sentences.  A cut is a statement of a rule about connection: two places, its ends, are
    parted if no way leads across the cells or edges of a border.

    words: what the rule says, without its place.  at: the cells or corners where the rule says so.  rule: the name of
    the rule for a cut, '' for other statements.  ends: the two cells, or the two lines of a loop, that a cut parts, or
    the line that a loop would leave out; () for other statements.  sides: the ends in words.  wall: the cells of the
    border in words, where these are few and would part the ends; else ''.  beside: in a board of pairs of numbers, the
    pairs besides the two ends that need a way, too, in words.  own: whether the words are about the cell in `at`
    without its name.  area: for a cut whose border is around few cells or corners, or around an area that a loop
    leaves, these in words; else ''.  apart: whether the words are a sentence, not a rule.  around: for a cut of a loop
    around an area with words the edges around the area; else ().  seen: for a cut whether a person sees the cut without
    thinking, see `cut_notes.is_seen`.
    """

    words: str
    at: tuple[Cell, ...]
    rule: str = ""
    ends: tuple[tuple[Cell, ...], ...] = ()
    sides: tuple[str, ...] = ()
    wall: str = ""
    beside: str = ""
    own: bool = False
    area: str = ""
    apart: bool = False
    around: tuple[tuple[Cell, ...], ...] = ()
    seen: bool = False
    border: tuple[Cell, ...] = ()

    @property
    def is_thought(self) -> bool:
        """Whether a person has to think to see what the statement says: a cut that is not `seen`."""
        return bool(self.rule) and not self.seen


class UsedRule(NamedTuple):
    """A rule in a reason.

    name: of the rule.  places: the cells that it speaks of here.  times: how many elementary statements of the rule
    were needed.  uses: these statements, () where no sentence is made of them.
    """

    name: str
    places: tuple[Cell, ...]
    text: str
    times: int = 1
    uses: tuple[RuleUse, ...] = ()

    def neutral(self) -> dict[str, Any]:
        places = [{"row": row, "column": column} for row, column in self.places]
        return {"name": self.name, "places": places, "text": self.text, "times": self.times}


class TrailPart(NamedTuple):
    """A part of a trail: a fact, None for the contradiction and for a conclusion that no fact says, and the words of
    the clue or rule that it follows from.

    places: the cells, or corners, that the clue or rule speaks of.  fails: for the contradiction what a sentence says
    behind the conclusions, such as `a line would end at row 1, column 2`.  rests: the facts that the conclusion rests
    on, and the words of conclusions that no fact says.  words: such a conclusion.  way: the conclusions from the
    opposite of the fact to a contradiction, if the fact follows from these; else ().
    """

    fact: Fact | None
    by: str
    places: tuple[Cell, ...] = ()
    fails: str = ""
    rests: tuple[Fact | str, ...] = ()
    words: str = ""
    way: tuple[TrailPart, ...] = ()

    def neutral(self) -> dict[str, Any]:
        found: dict[str, Any] = {"fact": self.fact and self.fact.neutral(), "by": self.by}
        found |= {"so": self.words} if self.words else {}
        return found | ({"way": [part.neutral() for part in self.way]} if self.way else {})


class FactWay(NamedTuple):
    """A fact and its proof, `trail`: the conclusions that lead from the supposition that the fact is wrong to a
    contradiction, in order.
    """

    fact: Fact
    trail: tuple[TrailPart, ...]


@dataclass(frozen=True)
class Step:
    """A deduction: a reason, which is clues, rules and known facts, and all new facts that the reason forces.

    number: the place of the step in the chain, from 1.  facts: the new facts, first of them the fact that `trail`
    proves; () for a contradiction, where clues, rules and known facts cannot all hold.  clues, rules, known: the
    reason; each of them is needed, as the others do not force all of `facts`.  smallest: `proved` if every reason for
    any new fact has at least as many clues and rules as this one; `found` if that was not proved.  text: the step as a
    sentence.  routine: whether a person does the step without thinking.

    trail: for a reason of several clues and rules the proof of the first new fact, as a list of conclusions: the first
    one is the supposition that the fact is wrong, each further one follows from a clue or rule and from what stands
    before it, and the last one is a contradiction.  ways: such proofs of further new facts, one FactWay each; a proof
    may use the first fact and the facts of the ways before it.  at_once: the new facts that need no proof of their own,
    since they follow directly from the reason, the first fact and the facts of `ways`, each with the words of the last
    clue or rule on the way to the fact, behind a comma or colon, '' for none.  uses: the known facts that they follow
    from.  All three are () if `trail` is.  noted: known
    facts that the trail or a way uses, but that the reason does without; further: such clues.

    stated: the number of clues in `clues` that only say what their own cell contains.  given: these clues, and further
    ones that the trail uses, each with the fact that says the same as the clue, None if no single fact does.  missing:
    clues for the number of shaded cells in a room, each with the words of the sentence that say how many of these cells
    are not known yet, and where they can be.  joint: a measure for grades.  A clue or rule of the reason may join
    several smaller ones, which people see at once; `joint` is how many more clues and rules the reason would have with
    the smaller ones in place of each such clue or rule, 0 if there is none.  marks: for each cell of the step the
    numbers that the cell could have on the empty board, before the step and after the step, from which the sentence is
    made; see `Marks`.

    before, no_solution, several: of a hint alone.  before: the routine steps, in order, whose facts the hint needs;
    a step that a text only counts has in `facts` just the facts that are needed.  no_solution: whether the board has no
    solution, so that the step is on the way to a contradiction.  several: whether the board is known to have several
    solutions.  first: for several steps that were merged to one (see `merged_steps`) the number of the first of them,
    while `number` is that of the last; 0 for any other step.  head: the sentence for a text with the suppositions in
    lines below (see `trail_blocks`); '' if `text` says all.  drawing: a function that returns the drawing of the step
    as SVG; None if the step has no drawing.
    """

    number: int
    facts: tuple[Fact, ...]
    clues: tuple[CitedClue, ...]
    rules: tuple[UsedRule, ...]
    known: tuple[Fact, ...]
    stated: int
    smallest: str
    trail: tuple[TrailPart, ...] = ()
    text: str = ""
    routine: bool = False
    given: tuple[tuple[CitedClue, Fact | None], ...] = ()
    at_once: tuple[tuple[Fact, str], ...] = ()
    noted: tuple[Fact, ...] = ()
    further: tuple[CitedClue, ...] = ()
    uses: tuple[Fact, ...] = ()
    ways: tuple[FactWay, ...] = ()
    missing: tuple[tuple[CitedClue, str], ...] = ()
    joint: int = 0
    before: tuple[Step, ...] = ()
    no_solution: bool = False
    several: bool = False
    first: int = 0
    head: str = ""
    marks: Marks = field(default_factory=Marks, compare=False, repr=False)
    drawing: Callable[[], str] | None = field(default=None, compare=False, repr=False)

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the step, for notebooks; None if there is none."""
        return self.drawing and self.drawing()

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"drawing": None}

    @property
    def numbers(self) -> str:
        """The number of the step, or those of several steps as one: `14–17`."""
        return f"{self.first}–{self.number}" if self.first else str(self.number)

    @property
    def own_ways(self) -> tuple[FactWay, ...]:
        """The new facts that have suppositions of their own, with these, in order; () for a step without any."""
        return (FactWay(self.facts[0], self.trail), *self.ways) if self.trail and self.facts else ()

    @property
    def contradiction(self) -> bool:
        """Whether the reason cannot hold at all."""
        return not self.facts

    @property
    def cited(self) -> tuple[Fact, ...]:
        """All facts that the step cites: the known facts of the reason, then the facts that clues of `given` state,
        then the noted facts.
        """
        return (*self.known, *(fact for _, fact in self.given if fact is not None), *self.noted)

    @property
    def marked(self) -> tuple[CitedClue, ...]:
        """All clues that the step cites: those of the reason, then the further ones."""
        return (*self.clues, *self.further)

    @property
    def read(self) -> Step:
        """The step with those cited facts alone that lines of its suppositions, or further facts, rest on; the step
        itself if its facts are about numbers, which lines rest on without a word.
        """
        if not self.trail or any(isinstance(fact.value, int) for fact in (*self.facts, *self.cited)):
            return self
        used = {*self.uses, *rests(self.trail)}.union(*(rests(way.trail) for way in self.ways))
        given = tuple((clue, fact) for clue, fact in self.given if fact is None or fact in used)
        known, noted = (tuple(fact for fact in facts if fact in used) for facts in (self.known, self.noted))
        return replace(self, known=known, given=given, noted=noted)

    @property
    def left_alone(self) -> set[Fact]:
        """The numbers that are the last ones of their cells, because the step excludes others."""
        after = {fact.places: self.marks.after.get(fact.places, ()) for fact in self.facts if fact.negative}
        what = {fact.places: fact.what for fact in self.facts}
        return {Fact(what[at], at, values[0]) for at, values in after.items() if len(values) == 1}

    @property
    def size(self) -> dict[str, int]:
        """The numbers of clues, of rules with their times, and of facts in the reason."""
        return {"clues": len(self.clues), "rules": sum(rule.times for rule in self.rules), "facts": len(self.known)}

    @property
    def weight(self) -> int:
        """The number of clues and rules, without the clues that state a value outright."""
        return len(self.clues) - self.stated + sum(rule.times for rule in self.rules)

    @property
    def is_doubtful(self) -> bool:
        """Whether the step has a large reason that is perhaps not the shortest: of LARGE clues and rules or fewer, such
        as a pattern has, a reader sees that none can be spared.
        """
        return self.smallest == "found" and self.weight > LARGE

    @property
    def folded(self) -> bool:
        """Whether the step is routine and needs no clue but values that clues state, or says only that a line goes on,
        or would end: texts count such steps.  A step that gives a cell its number is no such step.
        """
        if any(isinstance(fact.value, int) and fact.what == "cell" and not fact.negative for fact in self.facts):
            return False
        if self.routine and len(self.clues) == self.stated:
            return True
        stated = [clue for clue, _ in self.given]
        words = [clue.text for clue in self.clues if clue not in stated]
        words += [use.words for rule in self.rules for use in rule.uses]
        is_easy = self.weight == 1 and all(each.endswith(EASY) for each in words)
        return is_easy and not self.contradiction and not says_owner(self)

    @property
    def kind(self) -> str:
        """`rule` for one clue or rule, `rules` for several, `suppose` for a supposition that fails."""
        if self.weight <= 1:
            return "rule"
        return "suppose" if self.weight > FEW and self.trail else "rules"

    def neutral(self) -> dict[str, Any]:
        """Return the step as JSON."""
        reason = {
            "clues": [clue.neutral() for clue in self.clues],
            "rules": [rule.neutral() for rule in self.rules],
            "facts": [fact.neutral() for fact in self.known],
        }
        trail = [each.neutral() for each in self.trail]
        found: dict[str, Any] = {
            "number": self.number,
            "routine": self.routine,
            "folded": self.folded,
            "kind": self.kind,
        }
        found |= {"smallest": self.smallest, "facts": [fact.neutral() for fact in self.facts], "reason": reason}
        found |= {"size": self.size, "trail": trail, "text": self.text}
        found |= {"further_clues": [clue.neutral() for clue in self.further]} if self.further else {}
        found |= {"before": [each.neutral() for each in self.before]} if self.before else {}
        return found | ({"contradiction": True} if self.contradiction else {})


def says_owner(step: Step) -> bool:
    """Whether a step says only to which number cells belong, by a rule about the cells."""
    is_rule = step.weight == 1 and bool(step.rules) and step.rules[0].name in OWNER
    return is_rule and {fact.what for fact in step.facts} == {"region"}


def rests(trail: Sequence[TrailPart]) -> set[Fact | str]:
    """Return what conclusions, and those of their cases, rest on."""
    return {each for part in trail for each in (*part.rests, *rests(part.way))}


def used_by(ways: Iterable[FactWay]) -> set[Fact | str]:
    """Return the facts, and conclusions that are no facts, on which ways rest and which these neither conclude before
    nor suppose in a case.
    """
    return {each for way in ways for each in _used(way.trail, ())}


def _used(trail: Sequence[TrailPart], held: Iterable[Fact | str | None]) -> set[Fact | str]:
    """Return what conclusions rest on beside what is held."""
    found, holds = set[Fact | str](), set(held)
    for part in trail:
        case = [part.fact._replace(negative=not part.fact.negative)] if part.fact else []
        found |= {*part.rests} - holds.union(case) | _used(part.way, [*holds, *case])
        holds |= {part.fact, part.words}
    return found


def signs(facts: Iterable[Fact], sign: str) -> dict[Cell, bool]:
    """Return whether cells have a sign, by facts."""
    return {fact.places[0]: not fact.negative for fact in facts if fact.value == sign}


def noted_in(trail: Sequence[list[Any]]) -> list[int]:
    """Return the known literals that the conclusions of a trail need beside the reason, each once; trail: as the search
    lists it.
    """
    found: dict[int, None] = {}
    for _, part, way, needs, *_ in trail:
        found |= dict.fromkeys(noted_in(way)) | dict.fromkeys(needs if part >= 0 else ())
    return list(found)


def parts_in(line: dict[str, Any]) -> list[int]:
    """Return the numbers of the statements from which conclusions of a line of the search follow."""
    todo, found = [*line["trail"], *(each for _, way in line["ways"] for each in way)], list[int]()
    while todo:
        _, part, way, *_, others = todo.pop()
        todo += way
        found += [part, *others]
    return [*found, *(part for _, part in line["at_once"])]
