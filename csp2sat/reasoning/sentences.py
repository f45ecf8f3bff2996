"""The sentence of a step, in the words of the puzzle's rules and clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..puzzles.facts import Fact
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board, Cell
from .patterns import pattern
from .place_words import edges_text, listed, places_text, regions_text
from .step import CitedClue, Step, UsedRule

MOST = 6  # facts or places that a sentence names; else it counts them,
LONG = 160  # characters: facts are not counted if their words are shorter
SHORT = 170  # characters of a rule with what the rule means here; else the rule's name stands alone
MORE = "more than "  # in the value of a number that is only known to be large
MANY = 8  # new facts of a step that is not routine any more
LARGE = 5  # clues and rules of a reason that may have a shorter one, and whose rules are counted
FEW_RULES = 3  # rules that a sentence names where they are used many times
AT_PLACE = re.compile(r",? at row (\d+), column (\d+)$")
EACH_ONCE = re.compile(r"(row|column) \d+|(box|room|block) at row \d+, column \d+|different numbers in .*")
PREDICATE = re.compile(r"^not? | is ")  # in the words of a clue that are no noun phrase
ONE_PLACE = re.compile(r"number (\d+) once")


def sentence(board: Board, step: Step) -> str:
    """Return the sentence of a step: its facts, and the rules, clues and known facts that they follow from."""
    many = sum(rule.times for rule in step.rules) > LARGE
    rules, last = (_uses_text(step.rules), "; and ") if many else (list(_rules_text(step.rules)), " and ")
    by = listed([*rules, *_clues_text(step.clues)], "; ", last) + pattern(board, step)
    known = f", since {facts_text(board, step.known)}" if step.known else ""
    reason = f"{', by ' * bool(by)}{by}{known}"
    if step.contradiction:
        return f"This is a contradiction{reason}."
    first = facts_text(board, step.facts[:1])
    if step.kind == "suppose":
        more = f" The same reason gives: {facts_text(board, step.facts[1:])}." if len(step.facts) > 1 else ""
        return f"{_capital(first)}: the opposite leads to a contradiction{reason}.{more}"
    if step.weight > LARGE:  # there is no way of simple conclusions
        return f"{_capital(facts_text(board, step.facts))}: all other ways end in contradictions{reason}."
    if only := _only_choice(step):
        return f"{_capital(first)}, {only}{known}."
    return f"{_capital(facts_text(board, step.facts))}{reason}."


def _only_choice(step: Step) -> str:
    """Return in words that a number has one place left, or a place one number; '' for another reason."""
    facts = {(fact.negative, fact.value) for fact in step.known}
    if step.clues or len(step.rules) != 1 or len(step.facts) != 1:
        return ""
    fact, name = step.facts[0], step.rules[0].name
    if fact.negative or not isinstance(fact.value, int) or not step.known:
        return ""
    if all(each.places == fact.places for each in step.known):
        return "the only number left there"
    if fact.what != "cell" or facts != {(True, fact.value)}:
        return ""
    if ONE_PLACE.fullmatch(name):
        return f"the only place left for {fact.value}"
    return f"the only place left for {fact.value} in {_line_name(name)}" if EACH_ONCE.fullmatch(name) else ""


def _line_name(rule: str) -> str:
    """Return the name of the row, column or room in which a rule allows no value twice."""
    return rule.removeprefix("different numbers in ")


def facts_text(board: Board, facts: Sequence[Fact]) -> str:
    """Return facts in words: `row 1, column 2 is shaded`; facts alike share a verb, and many that are not alike are
    counted.
    """
    texts = [_in_words(board, group, values) for group, values in _alike(facts)]
    if len(facts) > MOST and len(listed(texts)) > LONG:
        return f"{len(facts)} facts ({_in_words(board, facts[:1], [facts[0].value])}, ...)"
    return listed(texts)


def _alike(facts: Sequence[Fact]) -> Iterator[tuple[list[Fact], list[object]]]:
    """Yield facts that differ in their places only, in reading order, with their value; all numbers that the same cells
    do not have are together, and the facts of the least number stand for all.
    """
    crossed: dict[tuple[Cell, ...], list[int]] = {}
    for fact in facts:
        if fact.what == "cell" and fact.negative and isinstance(fact.value, int):
            crossed.setdefault(fact.places, []).append(fact.value)
    groups: dict[tuple[str, bool, tuple[object, ...]], list[Fact]] = {}
    for fact in facts:
        values: Sequence[object] = [fact.value]
        if fact.negative and fact.places in crossed:
            values = sorted(crossed[fact.places])
        group = groups.setdefault((fact.what, fact.negative, tuple(values)), [])
        if fact.value == values[0]:
            group.append(fact)
    for (_, _, values), group in groups.items():
        yield sorted(group, key=lambda fact: fact.places), list(values)


def _in_words(board: Board, alike: Sequence[Fact], values: Sequence[object]) -> str:
    """Return facts in words; alike, values: as `_alike` yields them."""
    first, several = alike[0], len(alike) > 1
    if first.what == "edge":
        return edges_text(board, alike)
    if first.what == "region":
        return regions_text(board, alike)
    where = places_text([fact.places[0] for fact in alike])
    be = "are" if several else "is"
    have = "have" if several else "has"
    words = PUZZLES[board.puzzle].facts
    if first.value == "#" and first.negative and words.unshaded:
        return f"{where} {be} {words.unshaded}"
    if first.value == "#":
        return f"{where} {be}{' not' if first.negative else ''} {words.shaded}"
    if first.value == "*":
        thing = words.noun or "a mark"
        return f"{where} {have} {thing.replace('a ', 'no ', 1) if first.negative else thing}"
    if first.negative and str(first.value).startswith(MORE):
        return f"{where} {be} at most {str(first.value).removeprefix(MORE)}"
    return f"{where} {be}{' not' if first.negative else ''} {listed(list(map(str, values)), last=' or ')}"


def _rules_text(rules: Sequence[UsedRule]) -> Iterator[str]:
    """Yield rules in words; rules that differ in their place only are together."""
    alike: dict[str, list[UsedRule]] = {}
    for rule in rules:
        alike.setdefault(AT_PLACE.sub("", rule_text(rule)), []).append(rule)
    for name, group in alike.items():
        places = [each for rule in group if (each := _place_in(rule_text(rule)))]
        times = sum(rule.times for rule in group)
        uses = f" ({times} times)" if times > 1 and len(places) != times else ""
        yield f'the rule "{name}"{uses}' + (f" at {places_text(places)}" if 0 < len(places) <= MOST else "")


def _uses_text(rules: Sequence[UsedRule]) -> list[str]:
    """Return in words how often rules were used, many times together."""
    times = f"{sum(rule.times for rule in rules)} uses of"
    names = [f'"{name}"' for name in dict.fromkeys(AT_PLACE.sub("", rule.name) for rule in rules)]
    if len(names) > FEW_RULES:
        return [f"{times} {len(names)} rules"]
    return [f"{times} the rule{'s' * (len(names) > 1)} {listed(names)}"]


def _place_in(text: str) -> Cell | None:
    """Return the place at the end of a rule's words, None if there is none."""
    found = AT_PLACE.search(text)
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


def rule_text(rule: UsedRule) -> str:
    """Return a rule in words."""
    if EACH_ONCE.fullmatch(rule.name):
        return f"no value twice in {_line_name(rule.name)}"
    return rule.text if len(rule.text) < SHORT else rule.name


def _clues_text(clues: Iterable[CitedClue]) -> list[str]:
    found = [_clue_text(clue) for clue in clues]
    return found if len(found) <= MOST else [f"{len(found)} clues"]


def _clue_text(clue: CitedClue) -> str:
    """Return a clue in words; the place comes first if the clue says something of its cell."""
    if clue.beside:
        return clue.text
    where = place(clue.place)
    return f"the clue at {where} ({clue.text})" if PREDICATE.search(clue.text) else f"{clue.text} at {where}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def trail_texts(board: Board, step: Step) -> tuple[str, list[str]]:
    """Return in words the opposite of a step's first fact, and each conclusion from it with its rule; '' and [] if the
    step has no trail, or none but the contradiction.
    """
    if len(step.trail) < 2 or not step.facts:
        return "", []
    first = step.facts[0]
    found = [(facts_text(board, [each.fact]) if each.fact else "a contradiction", each.by) for each in step.trail]
    return facts_text(board, [first._replace(negative=not first.negative)]), [f"{what}, by {by}" for what, by in found]


def doubts(steps: Iterable[Step]) -> str:
    """Return in words which steps have a large reason that is perhaps not the shortest; '' if none has."""
    found = [step.number for step in steps if step.smallest == "found" and step.weight > LARGE]
    if not found:
        return ""
    word, more = ("Steps", "are shorter reasons") if len(found) > 1 else ("Step", "is a shorter reason")
    return f"{word} {listed(list(map(str, found)))}: perhaps there {more}."


def is_routine(step: Step) -> bool:
    """Whether a person does the step without thinking: one clue or rule and at most one fact, or values crossed out
    because a line, room or cell has its value.
    """
    if step.contradiction or step.weight > 1 or len(step.facts) > MANY:
        return False
    facts = len(step.known) + step.stated
    if facts <= 1:
        return True
    crossed = all(fact.negative and isinstance(fact.value, int) for fact in step.facts)
    return crossed and facts == 1
