"""Reasons of one rule as a person says them: what a line has already, the only place left, how a loop goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...puzzles.deductions.numbers_left import NEEDS
from ...puzzles.facts import Deduced, Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import Step
from .cut_phrases import cut_phrase
from .edge_words import common_end, end_text
from .fact_words import MORE, NOTHING, SINCE, Left, ascending, clue_text, facts_text, since, so_text, values_text
from .failures import TOUCH, touching
from .galaxy_words import galaxy_phrase
from .line_rules import EACH_ONCE, ONE_VALUE, TWO_LINES, line_name
from .loop_words import loop_phrase
from .numbers.excluded_rectangles import excluded_phrase
from .numbers.few_numbers import few_numbers, two_lines
from .numbers.rectangle_words import rectangle_phrase
from .numbers.sign_words import compared
from .numbers.turns import in_turn
from .patterns import pattern
from .place_words import listed, numbers_text, places_text
from .rooms.arrows import arrow_phrase
from .rooms.fitting_ways import few_ways
from .rooms.passed_cells import NO_OTHER, OR_LOOP, passed_phrase
from .sum_words import sum_phrase

NO_WAY = re.compile(r"\bno way(?= is | leads )")
CORNERS = " and its corners"  # the end of the words of a number with what a player sees at once
IS_OUT = re.compile(rf"(row \d+, column \d+)( {NEEDS} (.*)), but \1 is not \3$")
ONE_PLACE = re.compile(r"number (\d+) once")


def phrase(board: Board, step: Step, left: Left = NOTHING) -> str:
    """Return a sentence of a step as a person says it, such as `row 1, column 2 is 5, the only place left for 5 in row
    1`, without the full stop; '' for a step of no kind that has such words.

    left: the numbers that cells still may have before the step.
    """
    if step.contradiction or len(step.clues) > step.stated:
        return (
            sum_phrase(board, step)
            or galaxy_phrase(board, step)
            or rectangle_phrase(board, step)
            or excluded_phrase(board, step)
            or _deduction(board, step, left)
            or arrow_phrase(board, step)
        )
    if step.weight > 1 or len(step.rules) > 1:
        return (
            two_lines(board, step)
            or _between_two(board, step)
            or passed_phrase(board, step)
            or _deduction(board, step, left)
        )
    return (
        rectangle_phrase(board, step)
        or _by_rule(board, step, left)
        or _only_choice(board, step)
        or _touches(board, step)
        or _has_already(board, step)
        or few_numbers(board, step, left)
        or in_turn(board, step)
        or _loop_goes_on(board, step)
        or _loop_goes_through(board, step)
        or loop_phrase(board, step)
        or cut_phrase(board, step, left)
        or galaxy_phrase(board, step)
    )


def otherwise(rule: str) -> str:
    """Return the words of a rule that forces a fact: what a cut says would be so without the fact."""
    return NO_WAY.sub("else no way", rule)


def _deduction(board: Board, step: Step, left: Left) -> str:
    """Return how facts follow from clues in the words of the board's kind; '' for another reason.  left: as in
    `phrase`.
    """
    forms = PUZZLES[board.puzzle].facts
    passed = [use.at[0] for rule in step.rules for use in rule.uses if use.words.endswith(TWO_LINES)]
    stated = {clue: fact for clue, fact in step.given if clue in step.clues}
    is_plain = len(stated) == step.stated and None not in stated.values()
    rules = (
        [(rule.name, rule.places) for rule in step.rules] if len(passed) < sum(use.times for use in step.rules) else []
    )
    is_known = forms.with_rules or not (rules or len(step.clues) == step.stated)
    if forms.deduction is None or step.contradiction or not is_plain or not is_known:
        return ""
    step = replace(step, noted=()) if step.trail else step  # which only another way of conclusions needs
    clues = [clue for clue in step.clues if clue not in stated]
    deduced = Deduced([(clue.text, clue.place) for clue in clues], step.facts, step.cited, passed, rules)
    why, idle = forms.deduction(board, deduced), list[Fact]()
    for fact in step.known if step.noted else ():  # further facts may say all that one of the reason does
        without = [each for each in step.cited if each not in (*idle, fact)]
        idle += [fact] * (forms.deduction(board, deduced._replace(known=without)) == why)
    if why and (fitting := forms.fitting):
        why += few_ways(fitting(board, clues[0].text, clues[0].place, step.cited))
    by = [clue_text(clue.text.removesuffix(CORNERS), [clue.place], clue.beside) for clue in clues]
    lie = pattern(board, step) if len(by) > 1 else ""
    named = "" if not by or (by[0] in why and not lie) else f", by {listed(by)}{lie}"
    facts = facts_text(board, step.facts, left) + so_text(board, step, left)
    known = since(board, step, omitted=idle)
    first = known.removeprefix(", ") if forms.corners else ""  # on which the words of the first corner rest
    return why and (f"{facts}{named}: {first}, {why}" if first else f"{facts}{named}: {why}{known}")


def _by_rule(board: Board, step: Step, left: Left) -> str:
    """Return the words of a step by one rule that says in words of its own why the facts follow; '' for another step.

    left: as in `phrase`.
    """
    why = PUZZLES[board.puzzle].facts.why
    words = why(board, step.rules[0].name, step.cited, step.facts) if why and step.rules else ""
    if not words:
        return ""
    facts = facts_text(board, step.facts, left) + so_text(board, step, left)
    known = since(board, step, words)
    known = known.replace(SINCE, ", but ", 1) if NEEDS in words else known
    return IS_OUT.sub(r"\1\2, but it is not", f"{facts}: {words}{known}")


def _only_choice(board: Board, step: Step) -> str:
    """Return in words that a number has one place left, or a place one number, and which other places lack this number,
    or one that their line has, therefore; '' for another reason.
    """
    found = [fact for fact in step.facts if not fact.negative and isinstance(fact.value, int)]
    if len(found) != 1 or not step.cited or not step.rules:
        return ""
    fact, others = found[0], [fact for fact in step.facts if fact.negative]
    name = step.rules[0].name
    have = {each.value: each for each in step.cited if not each.negative}
    second = [other for other in others if other.value != fact.value]
    if second and (not EACH_ONCE.fullmatch(name) or any(other.value not in have for other in second)):
        return ""
    choice = _choice(board, step, fact)
    if not choice:
        return ""
    so = [other for other in others if other.value == fact.value]
    more = f". So {facts_text(board, so)}" if so else ""
    for value in dict.fromkeys(other.value for other in second):
        of = facts_text(board, [other for other in second if other.value == value])
        more += f". Also {of}, since {line_name(name)} has its {value} at {place(have[value].places[0])}"
    return f"{facts_text(board, [fact])}, {choice}{more}"


def _choice(board: Board, step: Step, fact: Fact) -> str:
    """Return in words why a place has a number, the only one of a step: no other number or place is left; '' for
    another reason.
    """
    name = step.rules[0].name
    without = {each.places for each in step.cited if each.negative}
    if without == {fact.places}:
        by = "" if EACH_ONCE.fullmatch(name) or name == ONE_VALUE else f', by the rule "{_rule_of(step)}"'
        than = compared(step.rules[0], fact.places[0])
        by = f", as it is {than}" if than else by
        out = [each for each in step.cited if each.negative]
        if fact.what != "cell":
            return f"the only number left there{by}{since(board, step)}"
        gone = f"{values_text([each.value for each in out])} {'are' if len(out) > 1 else 'is'} out"
        more = [each for each in step.cited if not each.negative]
        if uses := [use for rule in step.rules for use in rule.uses if use.apart]:
            why = re.sub("^else ", f"with {_others(step, fact, out)} ", uses[0].words)
            return f"the only number left there: {gone}, and {why}{f', since {facts_text(board, more)}' * bool(more)}"
        before = step.marks.before.get(fact.places, ())
        if more and len(before) < len(out) and {*before} == {fact.value, *(each.value for each in more)}:
            gone = f"only {values_text(before)} {'were' if len(before) > 1 else 'was'} left"
        return f"the only number left there{by}: {gone}{', and ' * bool(more)}{facts_text(board, more)}"
    if fact.what != "cell" or not {each.value for each in step.cited if each.negative} <= {fact.value}:
        return ""
    if ONE_PLACE.fullmatch(name):
        return f"the only place left for {fact.value}{since(board, step)}"
    if EACH_ONCE.fullmatch(name) and not without and len(step.cited) == len(step.rules[0].places) - 1:
        has = numbers_text(sorted(int(str(each.value)) - 1 for each in step.cited))
        return f"the last empty cell of {line_name(name)}, which has {has}"
    if EACH_ONCE.fullmatch(name):
        return f"the only place left for {fact.value} in {line_name(name)}{since(board, step)}"
    return ""


def _others(step: Step, fact: Fact, out: Sequence[Fact]) -> str:
    """Return in words the numbers that a cell could have so far in place of the number of `fact`, if these and those of
    the cited facts `out` are all other numbers; else `another number`.
    """
    others = {*step.marks.before.get(fact.places, ())} - {fact.value}
    numbers = {each.value for each in out} | others | {fact.value}
    large, count = ascending(numbers)[-1], len(numbers)
    is_all = large == f"{MORE}{count - 1}" or numbers == {*step.marks.every.get(fact.places, ())}
    return values_text(others, " or ") if others and is_all else "another number"


def _touches(board: Board, step: Step) -> str:
    """Return in words that cells have no star, tent or shade because of a cell beside them; '' for another reason."""
    why = touching(board, step.rules[0].name, step.facts, step.cited) if step.rules else ""
    return why and f"{facts_text(board, step.facts)}: {why}"


def _between_two(board: Board, step: Step) -> str:
    """Return the words of a step that a cell is not shaded since it is between two cells, one of which is; '' for
    another step.
    """
    uses = [(use.words, set(use.at)) for rule in step.rules for use in rule.uses]
    touch = [at for words, at in uses if TOUCH.match(words)]
    pairs = [(words, at) for words, at in uses if not TOUCH.match(words)]
    if step.known or len(step.facts) != 1 or len(touch) != 2 or len(pairs) != 1 or len(pairs[0][1]) != 2:
        return ""
    (words, pair), cell = pairs[0], step.facts[0].places[0]
    if pair != touch[0] ^ touch[1] or any(cell not in at for at in touch):
        return ""
    one = f'one of which is {PUZZLES[board.puzzle].facts.shaded}, by the rule "{words}"'
    return f"{facts_text(board, step.facts)}: it is between {places_text(sorted(pair))}, {one}"


def _rule_of(step: Step) -> str:
    """Return what the only rule of a step says."""
    (rule,) = step.rules
    return rule.uses[0].words if rule.uses else rule.text


def _has_already(board: Board, step: Step) -> str:
    """Return a sentence without its end, such as `row 5, column 1 is not 2, since row 5 has its 2 at row 5, column 4`;
    '' unless the step excludes one number from cells by one rule, that a row, column, box or room has each number once,
    and by one cell or clue with this number.
    """
    values = {fact.value for fact in step.facts}
    if len(step.rules) != 1 or len(values) != 1 or not all(fact.negative for fact in step.facts):
        return ""
    (value,), name = values, step.rules[0].name
    have = [fact.places[0] for fact in step.cited if fact.value == value and not fact.negative]
    if len(have) != 1 or len(step.cited) != 1 or not EACH_ONCE.fullmatch(name):
        return ""
    return f"{facts_text(board, step.facts)}, since {line_name(name)} has its {value} at {place(have[0])}"


def _loop_goes_on(board: Board, step: Step) -> str:
    """Return the words of a step that follows from the lines at one cell or corner: that the loop goes on there, that
    the loop has its two lines there, or that a line would end there; '' for another step.
    """
    at = _common([*step.facts, *step.known])
    if step.clues or len(step.rules) != 1 or not step.rules[0].text.endswith(TWO_LINES) or at is None:
        return ""
    lines = sum(not fact.negative for fact in step.known)
    if {fact.negative for fact in step.facts} != {lines != 1}:
        return ""
    where = end_text(board, at, [fact.places for fact in (*step.facts, *step.known)])
    why = {
        0: f"a line would end at {where}",
        1: f"{PUZZLES[board.puzzle].facts.loop} goes on at {where}",
        2: f"{where} has its two lines",
    }[lines]
    return f"{facts_text(board, step.facts)}: {why}{since(board, step)}"


def _loop_goes_through(board: Board, step: Step) -> str:
    """Return the words of a step that follows from a cell being on the loop, or shaded; '' for another step."""
    if step.clues or len(step.rules) != 1 or step.rules[0].name != OR_LOOP:
        return ""
    cell, facts = step.rules[0].places[0], facts_text(board, step.facts)
    if all(fact.what == "edge" and fact.negative for fact in step.facts):
        return f"{facts}: the loop does not go through a shaded cell{since(board, step)}"
    if any(not fact.negative and fact.what == "cell" for fact in step.facts):
        return f"{facts}: the loop cannot go through {place(cell)}{since(board, step)}"
    unshaded = [fact for fact in step.cited if fact.what == "cell"]
    which = ", which is not shaded" if unshaded else ""
    return f"{facts}: {NO_OTHER}{place(cell)}{which}{since(board, step, omitted=unshaded)}"


def _common(facts: Sequence[Fact]) -> Cell | None:
    """Return the cell or corner that all of some edges share; None if there is none, or the facts are no edges."""
    return common_end([fact.places for fact in facts]) if all(fact.what == "edge" for fact in facts) else None
