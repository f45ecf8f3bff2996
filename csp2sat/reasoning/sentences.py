"""The sentence of a step, in the words of the puzzle's rules and clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..puzzles.facts import Fact, uses_corners
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board, Cell
from .step import CitedClue, Step, UsedRule

MOST = 6  # facts or places that a sentence names; else it counts them
MANY = 8  # new facts of a step that is not routine any more
LARGE = 5  # clues and rules of a reason that may have a shorter one
EACH_ONCE = re.compile(r"(row|column) \d+|(box|room|block) at row \d+, column \d+|different numbers in .*")


def sentence(board: Board, step: Step) -> str:
    """Return the sentence of a step: its facts, and the rules, clues and known facts that they follow from."""
    what = "This is a contradiction" if step.contradiction else _capital(facts_text(board, step.facts))
    by = ", by " * bool(step.rules or step.clues) + listed(
        [*(f'the rule "{rule_text(rule)}"' for rule in step.rules), *_clues_text(step.clues)], "; "
    )
    known = f", since {facts_text(board, step.known)}" if step.known else ""
    if step.kind == "suppose":
        doubt = " (perhaps there is a shorter reason)" if step.smallest == "found" and step.weight > LARGE else ""
        return f"{what}: the opposite leads to a contradiction{by}{known}{doubt}."
    return f"{what}{by}{known}."


def facts_text(board: Board, facts: Sequence[Fact]) -> str:
    """Return facts in words: `row 1, column 2 is shaded`; facts alike share a verb, and many are counted."""
    if len(facts) > MOST:
        return f"{len(facts)} facts ({_in_words(board, facts[:1])}, ...)"
    groups: dict[tuple[str, object, bool], list[Fact]] = {}
    for fact in facts:
        groups.setdefault((fact.what, fact.value, fact.negative), []).append(fact)
    return listed([_in_words(board, group) for group in groups.values()])


def _in_words(board: Board, alike: Sequence[Fact]) -> str:
    """Return facts that differ in their places only, in words."""
    first, several = alike[0], len(alike) > 1
    if first.what == "edge":
        return _edges(board, alike)
    if first.what == "region":
        word = "is not in the galaxy of" if first.negative else "is in the galaxy of"
        return f"{place(first.places[0])} {word} the star at {place(first.places[1])}"
    where = listed([place(fact.places[0]) for fact in alike])
    be = "are" if several else "is"
    have = "have" if several else "has"
    if first.value == "#":
        return f"{where} {be}{' not' if first.negative else ''} shaded"
    if first.value == "*":
        thing = PUZZLES[board.puzzle].facts.noun or "a mark"
        return f"{where} {have} {thing.replace('a ', 'no ', 1) if first.negative else thing}"
    return f"{where} {be}{' not' if first.negative else ''} {first.value}"


def _edges(board: Board, alike: Sequence[Fact]) -> str:
    first = alike[0]
    pairs = [_ends(board, fact.places) for fact in alike]
    between = f"between {' and between '.join(pairs)}" if len(pairs) < 3 else f"between {listed(pairs, '; ')}"
    if first.value == "line":
        return f"there is {'no line' if first.negative else 'a line'} {between}"
    if first.value == "border":
        return f"there is {'no border' if first.negative else 'a border'} {between}"
    count = f"{first.value} bridge{'' if first.value == 1 else 's'}"
    return f"there {'are not' if first.negative else 'are' if first.value != 1 else 'is'} {count} {between}"


def _ends(board: Board, places: Sequence[Cell]) -> str:
    corner = "the corners " if uses_corners(board) else ""
    (r, c), (there, other) = places
    if r == there:
        return f"{corner}{place((r, c))} and column {other + 1}"
    return (
        f"{corner}{place((r, c))} and row {there + 1}" if c == other else f"{place((r, c))} and {place((there, other))}"
    )


def rule_text(rule: UsedRule) -> str:
    """Return a rule in words, with how often it is used."""
    text = rule.name
    if EACH_ONCE.fullmatch(text):
        text = f"no value twice in {text.removeprefix('different numbers in ')}"
    elif rule.name != rule.text and len(rule.text) < 80:
        text = rule.text
    return text + (f" ({rule.times} times)" if rule.times > 1 else "")


def _clues_text(clues: Iterable[CitedClue]) -> list[str]:
    found = [clue.text if clue.beside else f"{clue.text} at {place(clue.place)}" for clue in clues]
    return found if len(found) <= MOST else [f"{len(found)} clues"]


def listed(texts: Sequence[str], between: str = ", ") -> str:
    """Return texts as a list in words: `a, b and c`."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{between.join(texts[:-1])} and {texts[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


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
