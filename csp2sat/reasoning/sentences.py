"""The sentence of a step, in the words of the puzzle's rules and clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..puzzles.facts import uses_corners
from ..puzzles.kit.checks import place
from ..puzzles.spec import Board, Cell
from .step import LARGE, CitedClue, FactWay, RuleUse, Step, TrailPart, UsedRule, says_owner, used_by
from .wording.cut_phrases import LEAVES, cut_name, cut_note, in_fact, named_by
from .wording.edge_words import ends_text
from .wording.fact_words import NOTHING, SINCE, Left, clue_text, facts_text, so_text
from .wording.failures import NAMELESS, TOUCH, once_fault
from .wording.line_rules import EACH_ONCE, PART, TWO_LINES, rule_words, with_single_rules
from .wording.loop_words import WITH, area_notes, known_text
from .wording.numbers.rectangle_words import no_rectangle
from .wording.outline_words import outline
from .wording.patterns import pattern
from .wording.phrases import otherwise, phrase
from .wording.place_words import listed, places_text
from .wording.rooms.passed_cells import OR_LOOP
from .wording.rooms.ways import most_fitting, room_phrase
from .wording.star_words import star_phrase

MOST, MOST_CLUES = 6, 12  # uses of a rule, and clues, that a sentence names; else it counts them
NAMED = 3  # steps with perhaps shorter reasons that are named where there are many
OTHERWISE = ", since otherwise:"  # behind a conclusion with a case
USED = " Used: "  # before the rules and clues of a supposition
PAIR, MANY_CELLS = 2, 9  # cells of a rule that are named even if its words name the row; that are not named at all
SHORT = 170  # characters of a rule with what the rule means here; else the rule's name stands alone
SHORT_BY = 80  # characters of several rules and clues before a supposition; more are named behind it
MANY = 8  # new facts of a step that is not routine any more
FEW_CONCLUSIONS = 5  # of a supposition in one sentence
OF_GIVENS, OF_BOARD = "The givens contradict one another", "This board cannot be solved"
NO_SOLUTION = re.compile(f"^({OF_GIVENS}|{OF_BOARD})")
FEW_RULES = 3  # rules that a sentence names where they are used many times
AT_PLACE = re.compile(r",? at row (\d+), column (\d+)$")
CUT = re.compile(r'(the rule "[^"]+") \((\D.*)\)')  # a rule, and what it says here
MISSING = re.compile(r" \((?:still missing|only (?:row|column))")  # of the shaded cells of a room
IN_LINE = re.compile(r"\b(row|column|box|room|block|area) (\d|at )")
ANGLE = "a white angle "  # in what is wrong at a corner, by a rule with this corner
AT_CORNER = re.compile(r"^the rule .* at (the \w+ \w+ corner of row \d+, column \d+)\"$")


def sentence(board: Board, step: Step, left: Left = NOTHING) -> str:
    """Return the sentence of a step: its facts, and the rules, clues and known facts that they follow from.

    left: the numbers that cells still may have, for cells of which the sentence names these.
    """
    step = _with_rules_of_clues(step)
    whole, step = step, with_single_rules(step)
    short = whole.kind == "suppose" or sum(rule.times for rule in whole.rules) > LARGE
    rules = _names_text(step) if short else list(_rules_text(board, step))
    fails = step.trail[-1].fails if step.trail else ""
    clues = _clues_text(step)
    why = outline(board, step, left) if step.trail and step.facts else fails
    texts = [_without_echo(step, text, why) for text in (*rules, *clues) if not _is_named(text, fails)]
    plain = [text for text in texts if any(fails.endswith(end) and rule in text for end, rule in NAMELESS)]
    texts = [text for text in texts if len(plain) != 1 or text not in plain]
    texts += [text for text in clues if texts and text not in texts]  # each clue has its place in a list of several
    if is_short(step):
        texts = [text for text in clues if not _is_named(text, fails)]
    texts = _with_one_name(texts)
    by = listed(texts, "; ", ", and " if any(" and " in text for text in texts) else " and ")
    by += pattern(board, step) if by else ""
    named = () if short or step.trail else named_by(step)  # of what is supposed, too, a trail names cells
    reason = f"{', by ' * bool(by)}{by}"
    if step.contradiction:
        stated, known = step.clues or step.cited, known_text(board, step, by, by, named)
        fault = _line_fault(step) or most_fitting(board, step) or no_rectangle(board, step)
        reason = f": {fault}" if fault else reason
        return f"{OF_GIVENS if stated else OF_BOARD}{reason}{known}."
    if words := phrase(board, whole, left) or star_phrase(board, whole) or room_phrase(board, whole):
        return f"{capital(words)}."
    first = capital(facts_text(board, sorted(step.facts, key=lambda fact: fact.negative), left))
    first += so_text(board, step, left)
    is_used = bool(step.trail and rules) and (short or len(texts) > 1) and len(by) > SHORT_BY
    is_last = is_used or (bool(step.trail) and len(step.cited) > MOST)  # known facts are needed only at the end
    before = f"{by} {why}" if is_last else by
    known = known_text(board, step, before, f"{by} {why}", named)
    if whole.weight > LARGE and not step.trail:  # there is no way of simple conclusions
        return f"{first}: all other ways end in contradictions{reason}{known}."
    if is_last and known.startswith(SINCE):
        known = f". Known before: {known.removeprefix(SINCE)}"
    if is_used:
        return f"{first}: {why}{USED}{by}{known}."
    if is_last and not known.startswith(WITH):
        return f"{first}{reason}: {why}{known.removeprefix('.')}."
    return f"{first}{reason}{known}: {why}" if step.trail else f"{first}{reason}{known}."


def is_short(step: Step) -> bool:
    """Whether a step is about a loop, and a supposition of few conclusions, all by clues and by rules that go without
    saying, so that nothing but the clues needs a name.
    """
    words = [use.words for rule in step.rules for use in rule.uses or (RuleUse(rule.name, ()),)]
    of_loop = [each for each in words if each == OR_LOOP or each.endswith(TWO_LINES)]
    is_plain = bool(of_loop) and all(each in of_loop or TOUCH.match(each) for each in words)
    is_few = 1 < len(step.trail) <= FEW_CONCLUSIONS and not any(part.way for part in step.trail)
    return is_plain and is_few and step.weight <= FEW_RULES + 1 and len(step.facts) == 1


def _line_fault(step: Step) -> str:
    """Return the fault of the row, column, box or room that alone contradicts the facts in words; '' for others."""
    if len(step.clues) > step.stated or len(step.rules) != 1:
        return ""
    every = step.marks.every
    numbers = {value for own in every.values() for value in own}
    values = {cell: every.get((cell,), [*numbers]) for cell in step.rules[0].places}
    return once_fault(step.rules[0].name, [*step.cited], values)


def _without_echo(step: Step, text: str, why: str) -> str:
    """Return the words of a rule or clue without what a cut says, in brackets, if a contradiction says the same.

    text: the words of the rule or clue.  why: the outline of the step, or how a contradiction fails.
    """
    notes = [cut_note(use.words) for rule in step.rules for use in rule.uses if use.rule]
    for note in notes:
        is_echo = in_fact(note) in why or note.removeprefix(LEAVES) in why
        text = text.replace(f" ({note})", "") if is_echo else text
    return text


def _with_one_name(texts: Sequence[str]) -> list[str]:
    """Return the words of rules and clues, those of a rule with several cuts as one, `the rule "R" (CUT; CUT)`."""
    cuts: dict[str, list[str]] = {}
    for text in texts:
        found = CUT.fullmatch(text)
        cuts.setdefault(found[1] if found else text, []).extend([found[2]] if found else [])
    return [f"{name} ({'; '.join(some)})" if some else name for name, some in cuts.items()]


def _is_named(text: str, fails: str) -> bool:
    """Whether what a contradiction says already ends with the name of a rule or clue, so that the sentence need not
    name the rule or clue again.

    text: the words of the rule or clue, such as `the rule "one loop" (a loop would close)`.  fails: what the
    contradiction says, such as `only 2 places are left for the number 3 at row 2, column 4`.  For a text with words in
    brackets, `fails` has to begin with the words in brackets before `would`, too.
    """
    name, *cut = MISSING.split(text)[0].split('" (', 1)
    if cut:
        return fails.endswith(f'{name}"') and fails.startswith(cut[0].split(" would ")[0])
    if (corner := AT_CORNER.search(name)) and ANGLE in fails:
        return corner[1] in fails
    return fails.endswith((name, name.removeprefix('the rule "').removesuffix('"')))


def _with_rules_of_clues(step: Step) -> Step:
    """Return a step whose rules have the clues, too, that are uses of these rules at cells with a given."""
    names = {rule.name for rule in step.rules}
    used = [clue for clue in step.clues if clue.text in names]
    rules = [UsedRule(clue.text, (clue.place,), f"{clue.text} at {place(clue.place)}") for clue in used]
    clues = tuple(clue for clue in step.clues if clue not in used)
    return replace(step, rules=(*step.rules, *rules), clues=clues) if used else step


def _rules_text(board: Board, step: Step) -> Iterator[str]:
    """Yield the rules of a step in words; uses of a rule that differ in their place only are together."""
    alike: dict[str, list[UsedRule | RuleUse]] = {}
    for rule in step.rules:
        for use in rule.uses or (rule,):
            alike.setdefault(_use_words(rule, use), []).append(use)
    named = {cell for fact in (*step.facts, *step.cited) for cell in fact.places} | {clue.place for clue in step.clues}
    alone = sum(rule.times for rule in step.rules) == 1
    for words, uses in alike.items():
        times = sum(use.times if isinstance(use, UsedRule) else 1 for use in uses)
        places = [use.places if isinstance(use, UsedRule) else use.at for use in uses]
        of = [use for use in uses if isinstance(use, RuleUse)]
        own = any(use.own for use in of) and not PART.search(words)
        cut = next((cut_name(use) for use in of if words == use.words), "")
        known = not own and ((alone and named.issuperset(places[0])) or any(_has_line(words, at) for at in places))
        touch = TOUCH.match(words) is not None and any(len(at) > PAIR for at in places)  # of which two touch each time
        if cut or known or touch or any(use.apart for use in of):
            places, times = [], 1
        at = _uses_text(board, places) if times <= len(uses) <= MOST else ""
        counted = "" if at or times == 1 else f" ({times} times)"
        name = cut or f'the rule "{words if step.contradiction else otherwise(words)}"'
        yield f"{name}{counted}{at}"


def _use_words(rule: UsedRule, use: UsedRule | RuleUse) -> str:
    """Return the words of a rule at one of its places without the place, which the sentence around them names.

    A box or room is named all the same, since the rule is about its cells.  The name of the rule stands in place of
    words that are long.
    """
    if EACH_ONCE.fullmatch(rule.name):
        return rule_words(rule.name)
    words = use.words if isinstance(use, RuleUse) else AT_PLACE.sub("", rule.text)
    parts = isinstance(use, RuleUse) and (use.sides or use.apart)
    return words if len(words) < SHORT or parts else rule.name


def _has_line(words: str, at: Sequence[Cell]) -> bool:
    """Whether the words of a rule name its row, column, box or room, so that the cells need no name; and whether there
    are too many of them.
    """
    has_line = IN_LINE.search(words) is not None and len(at) > PAIR
    return has_line or len(at) > MANY_CELLS or any(found.search(words) for found in (PART, AT_PLACE))


def _uses_text(board: Board, places: Sequence[Sequence[Cell]]) -> str:
    """Return the places of a rule's uses in words, with ` at ` before them; '' for none."""
    if uses_corners(board):
        ends = ends_text(board, [end for at in places for end in at])
        return f" at {ends}" if ends else ""
    if all(len(at) == 1 for at in places):
        return f" at {places_text([cell for (cell,) in places])}" if places else ""
    texts = [places_text(at) for at in places if at]
    if len(texts) > 1:
        return listed([f" at {text}" for text in texts], ",", ", and")
    return "".join(f" at {text}" for text in texts)


def _names_text(step: Step) -> list[str]:
    """Return a list of one text with the names of a step's rules, such as `3 uses of the rules "a" and "b"`, or with
    the number of rules if these are more than FEW_RULES and their names are long; [] if there are no rules.

    The uses are not counted in a supposition, below which each use is a line of its own.
    """
    times = "" if step.kind == "suppose" else f"{sum(rule.times for rule in step.rules)} uses of "
    names = list(
        dict.fromkeys(
            f'"{name}"{_own_place(step, rule)}{area_notes(rule, name)}'
            for rule in step.rules
            for name in _names_of(rule)
        )
    )
    if len(names) > FEW_RULES and sum(map(len, names)) > SHORT:
        return [f"{times}{len(names)} rules"]
    return [f"{times}the rule{'s' * (len(names) > 1)} {listed(names)}"] if names else []


def _names_of(rule: UsedRule) -> list[str]:
    """Return the name of a rule, without its place if that is not the name of a box or room; for a loop's rule that
    each cell or corner has no line or two this name, too, or in place of the other one.
    """
    if EACH_ONCE.fullmatch(rule.name):
        return [rule_words(rule.name)]
    found = (use.words if use.words.endswith(TWO_LINES) else rule.name for use in rule.uses)
    return [AT_PLACE.sub("", name) for name in dict.fromkeys(found)] or [AT_PLACE.sub("", rule.name)]


def _own_place(step: Step, rule: UsedRule) -> str:
    """Return the place of a rule of a supposition that is used once, at one cell, with ` at ` before it; else ''."""
    (first, *others) = rule.uses or (RuleUse("", ()),)
    own = step.kind == "suppose" and not others and first.own and not IN_LINE.search(rule.name)
    return f" at {place(first.at[0])}" if own else ""


def _clues_text(step: Step) -> list[str]:
    """Return the clues of a step in words, clues of the same words together, without clues that state outright what
    their cell has.
    """
    stated = [clue for clue, _ in step.given]
    missing = dict(step.missing) if len(step.missing) <= PAIR and step.kind != "suppose" else {}
    found: dict[tuple[str, str], list[CitedClue]] = {}
    for clue in step.marked:
        if clue not in stated:
            found.setdefault((clue.text, missing.get(clue, "")), []).append(clue)
    texts = [f"{clue_text(text, [c.place for c in of], of[0].beside)}{more}" for (text, more), of in found.items()]
    return texts if sum(map(len, found.values())) <= MOST_CLUES else [f"{len(step.marked)} clues"]


def capital(text: str) -> str:
    """Return the text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


class TrailLine(NamedTuple):
    """A conclusion of a supposition in words.

    so: the conclusion.  why: its rule behind a colon, or OTHERWISE.  case: for OTHERWISE the lines from the opposite of
    the conclusion to a contradiction, else ().
    """

    so: str
    why: str
    case: tuple[TrailLine, ...] = ()

    @classmethod
    def of(cls, board: Board, part: TrailPart) -> TrailLine:
        """Return a conclusion in words."""
        why = OTHERWISE if part.way else f": {part.by}"
        return cls(so(board, [part]), why, tuple(cls.of(board, each) for each in part.way))


def supposing(board: Board, step: Step, ways: Sequence[FactWay]) -> str:
    """Return the words before `that` and the opposites of the facts of some ways of a step: `Suppose`, after those
    other facts of the step on which the ways rest without concluding them.
    """
    others = (fact for fact in step.facts if all(fact != way.fact for way in ways))
    used = used_by(ways)
    shown = [fact for fact in others if fact in used]
    known = facts_text(board, shown) if len(shown) <= NAMED else "the facts above hold"
    return f"Now that {known}, suppose" if shown else "Suppose"


def so(board: Board, parts: Sequence[TrailPart]) -> str:
    """Return conclusions of one reason in words."""
    facts = [part.fact for part in parts if part.fact]
    texts = [facts_text(board, facts)] if facts else []
    return listed([*texts, *dict.fromkeys(part.words for part in parts if part.words)]) or "a contradiction"


def doubts(steps: Iterable[Step]) -> str:
    """Return in words which steps, as a reader sees them, are doubtful, of many only the first ones; '' if none is."""
    numbers = [step.numbers for step in steps if step.is_doubtful]
    if not numbers:
        return ""
    named = listed(numbers)
    if len(numbers) > MOST:
        named = f"{', '.join(numbers[:NAMED])} and {len(numbers) - NAMED} more"
    return f"The program has not proved that no shorter reason exists for step{'s' * (not named.isdigit())} {named}."


def is_routine(step: Step) -> bool:
    """Whether a person does the step without thinking: one clue or rule and at most one fact, or values crossed out
    because a line, room or cell has its value.  A step by a cut, such as "these cells would be cut off", is a thought,
    unless the cut is one that a person sees at once.
    """
    if step.contradiction or step.weight > 1 or step.joint or len(step.facts) > MANY:
        return False
    if any(use.is_thought for rule in step.rules for use in rule.uses) or says_owner(step):
        return False
    facts = len(step.known) + step.stated
    if facts <= 1:
        return True
    crossed = all(fact.negative and isinstance(fact.value, int) for fact in step.facts)
    return crossed and facts == 1
