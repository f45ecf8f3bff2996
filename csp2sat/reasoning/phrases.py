"""Reasons of one rule as a person says them: what a line has already, the only place left, how a loop goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..puzzles.facts import Fact, uses_corners
from ..puzzles.kit.checks import place
from ..puzzles.spec import Board, Cell
from .fact_words import facts_text
from .place_words import listed
from .step import Step

EACH_ONCE = re.compile(r"(row|column) \d+|(box|room|block) at row \d+, column \d+|different numbers in .*")
ONE_PLACE = re.compile(r"number (\d+) once")
TWO_LINES = "has no line or two lines"  # the end of a rule's words, which say it of a cell or corner of a loop


def phrase(board: Board, step: Step) -> str:
    """Return facts and reason of a step as a person says them, without the full stop; '' if there are no such words."""
    if step.contradiction or step.weight > 1 or len(step.rules) > 1 or len(step.clues) > step.stated:
        return ""
    return _only_choice(board, step) or _has_already(board, step) or _loop_goes_on(board, step)


def otherwise(rule: str) -> str:
    """Return the words of a rule that forces a fact: what a cut says would be so without the fact."""
    return rule.replace("no way ", "else no way ")


def rule_words(rule: str) -> str:
    """Return the words of a rule; for one whose words are only a row, column, box or room what the rule says of it."""
    return f"no value twice in {line_name(rule)}" if EACH_ONCE.fullmatch(rule) else rule


def line_name(rule: str) -> str:
    """Return the name of the row, column, box or room in which a rule allows no value twice."""
    name = rule.removeprefix("different numbers in ")
    return f"the {name}" if " at " in name else name


def _only_choice(board: Board, step: Step) -> str:
    """Return in words that a number has one place left, or a place one number, and which other places lack this number
    therefore; '' for another reason.
    """
    numbers = [fact for fact in step.facts if not fact.negative and isinstance(fact.value, int)]
    if len(numbers) != 1 or not step.known or not step.rules:
        return ""
    fact, others = numbers[0], [fact for fact in step.facts if fact.negative]
    if any(other.value != fact.value for other in others):
        return ""
    choice, places = "", {each.places for each in step.known if each.negative}
    values = {each.value for each in step.known if each.negative}
    if places == {fact.places}:
        choice = "the only number left there"
    elif fact.what == "cell" and values <= {fact.value} and not others:
        name = step.rules[0].name
        if ONE_PLACE.fullmatch(name):
            choice = f"the only place left for {fact.value}"
        elif EACH_ONCE.fullmatch(name):
            choice = f"the only place left for {fact.value} in {line_name(name)}"
    if not choice:
        return ""
    given = f", with {listed([f'{clue.text} at {place(clue.place)}' for clue in step.clues])}" if step.clues else ""
    so = f", so {facts_text(board, others)}" if others else ""
    return f"{facts_text(board, [fact])}, {choice}{given}, since {facts_text(board, step.known)}{so}"


def _has_already(board: Board, step: Step) -> str:
    """Return a sentence without its end, such as `row 5, column 1 is not 2, since row 5 has its 2 at row 5, column 4`;
    '' unless the step excludes one number from cells by one rule, that a row, column, box or room has each number once,
    and by one cell or clue with this number.
    """
    values = {fact.value for fact in step.facts}
    if len(step.rules) != 1 or len(values) != 1 or not all(fact.negative for fact in step.facts):
        return ""
    (value,), name = values, step.rules[0].name
    have = [clue.place for clue in step.clues if clue.text.split()[-1] == str(value)]
    have += [fact.places[0] for fact in step.known if fact.value == value and not fact.negative]
    if len(have) != 1 or len(step.known) + len(step.clues) != 1 or not EACH_ONCE.fullmatch(name):
        return ""
    return f"{facts_text(board, step.facts)}, since {line_name(name)} has its {value} at {place(have[0])}"


def _loop_goes_on(board: Board, step: Step) -> str:
    """Return in words how a loop goes on at a cell or corner, has its two lines there, or cannot end there; '' for
    another reason.
    """
    at = _common([*step.facts, *step.known])
    if step.clues or len(step.rules) != 1 or not step.rules[0].text.endswith(TWO_LINES) or at is None:
        return ""
    lines = sum(not fact.negative for fact in step.known)
    if {fact.negative for fact in step.facts} != {lines != 1}:
        return ""
    where = "the corner" if uses_corners(board) else place(at)
    why = {0: f"a line would end at {where}", 1: f"the loop goes on at {where}", 2: f"{where} has its two lines"}[lines]
    return f"{facts_text(board, step.facts)}: {why}, since {facts_text(board, step.known)}"


def _common(facts: Sequence[Fact]) -> Cell | None:
    """Return the cell or corner that all of some edges share; None if there is none, or the facts are no edges."""
    found = set(facts[0].places).intersection(*(fact.places for fact in facts))
    return found.pop() if len(found) == 1 and all(fact.what == "edge" for fact in facts) else None
