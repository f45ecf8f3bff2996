"""The sentence of a step, in the words of the puzzle's rules and clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..puzzles.kit.checks import place
from ..puzzles.spec import Board, Cell
from .fact_words import NOTHING, Left, facts_text
from .patterns import pattern
from .phrases import EACH_ONCE, otherwise, phrase, rule_words
from .place_words import listed, places_text
from .step import CitedClue, Step, UsedRule

MOST = 6  # places or clues that a sentence names; else it counts them
SHORT = 170  # characters of a rule with what the rule means here; else the rule's name stands alone
MANY = 8  # new facts of a step that is not routine any more
LARGE = 5  # clues and rules of a reason that may have a shorter one, and whose rules are counted
FEW_RULES = 3  # rules that a sentence names where they are used many times
AT_PLACE = re.compile(r",? at row (\d+), column (\d+)$")
PREDICATE = re.compile(r"^not? | is ")  # in the words of a clue that are no noun phrase


def sentence(board: Board, step: Step, left: Left = NOTHING) -> str:
    """Return the sentence of a step: its facts, and the rules, clues and known facts that they follow from.

    left: the numbers that cells still may have, for cells of which the sentence names these.
    """
    step = _with_rules_of_clues(step)
    short = step.kind == "suppose" or sum(rule.times for rule in step.rules) > LARGE
    rules, last = (_names_text(step), "; and ") if short else (list(_rules_text(step)), " and ")
    by = listed([*rules, *_clues_text(step.clues)], "; ", last) + pattern(board, step)
    known = f", since {facts_text(board, step.known)}" if step.known else ""
    reason = f"{', by ' * bool(by)}{by}{known}"
    if step.contradiction:
        return f"This is a contradiction{reason}."
    if words := phrase(board, step):
        return f"{_capital(words)}."
    first = facts_text(board, step.facts[:1])
    if step.kind == "suppose":
        more = f" The same reason gives: {facts_text(board, step.facts[1:])}." if len(step.facts) > 1 else ""
        return f"{_capital(first)}: the opposite leads to a contradiction{reason}.{more}"
    if step.weight > LARGE:  # there is no way of simple conclusions
        return f"{_capital(facts_text(board, step.facts))}: all other ways end in contradictions{reason}."
    return f"{_capital(facts_text(board, step.facts, left))}{reason}."


def _with_rules_of_clues(step: Step) -> Step:
    """Return a step whose rules have the clues, too, that are uses of these rules at cells with a given."""
    names = {rule.name for rule in step.rules}
    used = [clue for clue in step.clues if clue.text in names]
    rules = [UsedRule(clue.text, (clue.place,), f"{clue.text} at {place(clue.place)}") for clue in used]
    clues = tuple(clue for clue in step.clues if clue not in used)
    return replace(step, rules=(*step.rules, *rules), clues=clues) if used else step


def _rules_text(step: Step) -> Iterator[str]:
    """Yield the rules of a step in words; rules that differ in their place only are together."""
    alike: dict[str, list[UsedRule]] = {}
    for rule in step.rules:
        alike.setdefault(_without_place(rule, rule_text(rule)), []).append(rule)
    named = {cell for fact in (*step.facts, *step.known) for cell in fact.places}
    for name, group in alike.items():
        places = [each for rule in group if (each := _place_in(rule_text(rule))) and name != rule_text(rule)]
        times = sum(rule.times for rule in group)
        if not places and name == group[0].name and not named.issuperset(group[0].places):
            places = list(group[0].places)
        name = name if step.contradiction else otherwise(name)
        uses = f" ({times} times)" if times > 1 and len(places) != times else ""
        yield f'the rule "{name}"{uses}' + (f" at {places_text(places)}" if 0 < len(places) <= MOST else "")


def _names_text(step: Step) -> list[str]:
    """Return a list of one text with the names of a step's rules, such as `3 uses of the rules "a" and "b"`, or with
    the number of rules if these are more than FEW_RULES; [] if there are no rules.

    The uses are not counted in a supposition, below which each use is a line of its own.
    """
    times = "" if step.kind == "suppose" else f"{sum(rule.times for rule in step.rules)} uses of "
    names = [f'"{name}"' for name in dict.fromkeys(_without_place(rule, rule.name) for rule in step.rules)]
    if len(names) > FEW_RULES:
        return [f"{times}{len(names)} rules"]
    return [f"{times}the rule{'s' * (len(names) > 1)} {listed(names)}"] if names else []


def _without_place(rule: UsedRule, words: str) -> str:
    """Return the words of a rule, or its name, without its place if that is not the name of a box or room."""
    return rule_words(rule.name) if EACH_ONCE.fullmatch(rule.name) else AT_PLACE.sub("", words)


def _place_in(text: str) -> Cell | None:
    """Return the place at the end of a rule's words, None if there is none."""
    found = AT_PLACE.search(text)
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


def rule_text(rule: UsedRule) -> str:
    """Return a rule in words."""
    if EACH_ONCE.fullmatch(rule.name):
        return rule_words(rule.name)
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
