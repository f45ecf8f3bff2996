"""Several steps as one text: steps that a person does at once, since a clue or rule takes several values from one cell,
a value for each known fact; two suppositions that fail by the same lines; and routine steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from ...base.numbers import counted
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import Board, Cell
from ..sentences import capital
from ..step import Step
from ..trail_blocks import ELSE, blocks
from ..wording.fact_words import ALONE, IN_ROOM, LeftNumbers, facts_text, shown
from ..wording.galaxy_words import IN_NO_OTHER, IN_ONE, is_of_another, is_only
from ..wording.line_rules import EACH_ONCE, ONE_VALUE, line_name
from ..wording.numbers.rectangle_words import is_only as is_only_number
from ..wording.numbers.rectangle_words import rectangle_phrase
from ..wording.numbers.turns import concluded_numbers
from ..wording.place_words import listed
from ..wording.rooms.arrows import arrow_phrase, arrow_ways
from ..wording.rooms.passed_cells import between_two, passed_phrase
from ..wording.sum_words import sum_of, sum_phrase
from .alike_steps import joined, of_same_lines, of_same_words, without_less

AT_CORNER = re.compile(r" at the \w+ \w+ corner of row \d+, column \d+$")  # in the name of a rule
REASON = re.compile(r"^[^:]*: ([^:]+?)(?: at row \d+, column \d+)?(?:, since .*)?\.$")  # without a known fact's place
MANY_ROUTINE = 6  # routine steps of which a hint has the sentences
MOST = 12  # numbers that are out, by the rows, columns and boxes that have them, and are listed one by one


def merged(board: Board, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps for people to read: each run of consecutive steps that rule out values of cells by the same clue or
    rule is one step, with all facts and known facts of the run, and the number of the run's last step.

    A run ends before a step that needs a fact of the run; but a value that a step leaves alone, and which its sentence
    has therefore, belongs to the step.  A step is routine if its only fact is a value, and an earlier step left the
    cell only this value; it is left out if the sentence of that step has the value.  Steps in JSON and in grades are
    not joined.
    """
    last: Step | None = None
    argued, earlier = set[Fact](), set[Fact]()
    for step in steps:
        if step.facts and earlier.issuperset(step.facts):
            continue
        if not step.folded:
            argued |= step.left_alone
        if step.facts and argued.issuperset(step.facts):
            step = replace(step, clues=(), rules=(), given=(), stated=0, trail=(), routine=True)
        both = last and (
            _with_last_numbers(board, last, step)
            or _both(board, last, step)
            or _beside_one_cell(board, last, step)
            or _of_one_arrow(board, last, step)
            or _of_one_block(board, last, step)
            or _of_only_numbers(board, last, step)
            or of_same_lines(board, last, step)
            or of_same_words(board, last, step)
        )
        if last and not both:
            yield (last := _with_numbers(board, last))
            earlier |= {*last.facts}
        last = both or step
    if last:
        yield _with_numbers(board, last)


def _with_numbers(board: Board, step: Step) -> Step:
    """Return a step with all values that its sentence has, so that they are on the drawing of the step, too."""
    return replace(step, facts=tuple(dict.fromkeys((*step.facts, *sorted(concluded_numbers(board, step))))))


def routine_text(board: Board, steps: Sequence[Step]) -> str:
    """Return a text with the number of routine steps and with their facts, which later steps may use."""
    rules = {rule.name for step in steps for rule in step.rules} - {ONE_VALUE}
    names = {AT_CORNER.sub("", rule) for rule in rules}
    why = f", as {names.pop()}" if len(names) == 1 and all(map(AT_CORNER.search, rules)) else ""
    number = sum(step.number - (step.first or step.number) + 1 for step in steps)
    return f"{counted(number, 'routine step')}{why}: {routine_facts(board, steps, True)}"


def routine_lines(board: Board, steps: Sequence[Step]) -> list[str]:
    """Return the lines of the routine steps that a hint needs: the sentence of each step; for steps that texts only
    count, and for more than MANY_ROUTINE, the facts of steps that follow one another.
    """
    is_many, lines = sum(not step.folded for step in steps) > MANY_ROUTINE, list[str]()
    for counted_only, some in groupby(steps, lambda step: is_many or step.folded):
        run = list(some)
        lines += [f"{capital(routine_facts(board, run))}."] if counted_only else [step.text for step in run]
    return [f"By routine: {line}" for line in lines]


def routine_facts(board: Board, steps: Sequence[Step], brief: bool = False) -> str:
    """Return the facts of routine steps in words: the numbers left in a cell that has more numbers out than left; and
    one common reason for many numbers that are out since a row, column or box has the number.  Other facts are in the
    order of the steps, those of one kind that follow one another together.

    brief: whether cells that are out of galaxies, since these are in other ones, are not named if there are several.
    """
    shared = [step for step in steps if is_of_another(board, step)]
    if brief and sum(len(step.facts) for step in shared) > 1:
        others = [step for step in steps if step not in shared]
        return "; ".join([*([routine_facts(board, others, brief)] if others else []), IN_NO_OTHER])
    alone = {clue.place: clue.text for step in steps for clue, _ in step.given if ALONE.fullmatch(clue.text)}
    texts = [f"{place(cell)} is a room of its own, with {words.removesuffix(IN_ROOM)}" for cell, words in alone.items()]
    if not any(isinstance(fact.value, int) for step in steps for fact in step.facts):
        kept = {*without_less([fact for step in steps for fact in step.facts])}
        why = {fact: words for step in steps for fact, words in _reason_of_one(step, brief)}
        facts_of = ([fact for fact in step.facts if fact in kept] for step in steps)
        runs = groupby(filter(None, facts_of), lambda some: {fact.negative for fact in some})
        found = "; then ".join(_with_reasons(board, [fact for some in run for fact in some], why) for _, run in runs)
        texts += [found, *([IN_ONE] if brief and any(is_only(board, step) for step in steps) else [])]
        return "; ".join(texts)
    crossing = [step for step in steps if _crosses_out(step)]
    is_list_long = sum(len(step.facts) for step in crossing) > MOST
    facts = [fact for step in steps if not (is_list_long and step in crossing) for fact in step.facts]
    have = {fact.places for fact in facts if isinstance(fact.value, int) and not fact.negative}
    facts = [fact for fact in facts if not (fact.negative and fact.places in have)]
    out = Counter(fact.places for fact in facts if fact.negative)
    after = {places: values for step in steps for places, values in step.marks.after.items()}
    left = {at: LeftNumbers(tuple(after[at])) for at, count in out.items() if 0 < len(after.get(at, ())) <= count > 1}
    texts += [facts_text(board, facts, left)] if facts else []
    if is_list_long:
        lines = dict.fromkeys(line_name(step.rules[0].name).removeprefix("the ").split()[0] for step in crossing)
        texts.append(f"each number that a {listed([*lines], last=' or ')} has is out in its other cells")
    return "; ".join(texts)


def _reason_of_one(step: Step, brief: bool) -> Iterator[tuple[Fact, str]]:
    """Yield the only fact of a routine step with its reason in words if the fact is that a cell is shaded, or has a
    sign: that cells beside it are not needs no word.  brief: whether there are reasons at all.
    """
    found = REASON.search(step.text)
    if brief and found and len(step.facts) == 1 and step.facts[0].what == "cell" and not step.facts[0].negative:
        yield step.facts[0], found[1]


def _with_reasons(board: Board, facts: Sequence[Fact], why: Mapping[Fact, str]) -> str:
    """Return facts in words, each that has a reason alone, with the reason in brackets; why: the reasons in words."""
    runs = groupby(facts, lambda fact: why.get(fact, ""))
    return ", ".join(f"{facts_text(board, [*some])}{f' ({words})' * bool(words)}" for words, some in runs)


def _crosses_out(step: Step) -> bool:
    """Whether a step rules out one number in cells whose row, column, box or room already has this number."""
    values = {(fact.value, fact.negative) for fact in step.facts}
    has = [fact for fact in step.cited if not fact.negative]
    is_line = len(step.rules) == 1 and EACH_ONCE.fullmatch(step.rules[0].name) is not None
    return is_line and step.weight == len(has) == len(step.cited) == 1 and values == {(has[0].value, True)}


def _with_last_numbers(board: Board, one: Step, two: Step) -> Step | None:
    """Return a step with the values that it leaves alone, as a second step says, and its own sentence, too; None for
    another second step.
    """
    if not two.facts or not one.left_alone.issuperset(two.facts):
        return None
    in_words = all(_says_number(one, fact) for fact in two.facts)
    if one.folded or not (in_words or sum_of(one) or concluded_numbers(board, one)):
        return None
    known = dict.fromkeys(fact for fact in (*one.known, *two.known) if fact not in one.facts)
    both = replace(one, number=two.number, first=one.first or one.number)
    return replace(both, facts=(*one.facts, *two.facts), known=tuple(known))


def _says_number(step: Step, fact: Fact) -> bool:
    """Whether the sentence of a step says that a cell is a number, perhaps behind the numbers that it is not."""
    is_not = "(?:, which is not [^:]*?,)?"
    return re.search(rf"(?i:{place(fact.places[0])}){is_not} is {fact.value}\b", step.text) is not None


def _both(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one; None if they are not of one run."""
    places = {fact.places for fact in (*one.facts, *two.facts)}
    is_negative = all(fact.negative for fact in (*one.facts, *two.facts))
    is_sum = sum_of(one) is not None and sum_of(one) == sum_of(two) and bool(two.known)
    is_sum = is_sum and (bool(one.known) or all(not fact.negative for fact in two.cited))  # numbers that are there
    is_sum = is_sum and (_crossed(one) <= _crossed(two) or _crossed(two) <= _crossed(one))
    is_one = is_sum or (is_negative and len(places) == 1)
    if not is_one or set(one.facts) & set(two.cited) or one.folded or two.folded:
        return None
    both = joined(one, two)
    if is_sum:
        words = sum_phrase(board, both)
        return replace(both, text=f"{capital(words)}.") if words else None
    reason = _reason(board, one)
    if not reason or reason != _reason(board, two):
        return None
    known = facts_text(board, both.known, shown(both), brief=True)
    return replace(both, text=f"{capital(facts_text(board, both.facts))}{reason}{known}.")


def _of_one_block(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one whose suppositions lead by the same lines to the same contradiction, from the same known
    facts; None for others.
    """
    rest = one.head.partition(ELSE)[2]
    if not rest.startswith(".") or rest != two.head.partition(ELSE)[2] or set(one.facts) & set(two.cited):
        return None
    if one.ways or two.ways or len(one.facts) > 1 or blocks(board, one)[1:] != blocks(board, two)[1:]:
        return None
    both = joined(one, two)
    text = f"{capital(facts_text(board, both.facts))}: the opposites lead to contradictions{rest}"
    return replace(both, head=text, text=f"{one.text} {two.text}")


def _beside_one_cell(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one that say which cells are not shaded, by the two ways that the same cell has left; None
    for others.
    """
    cell = between_two(board, two)
    if cell is None or cell != between_two(board, one) or set(one.facts) & set(two.cited):
        return None
    both = joined(one, two)
    return replace(both, text=f"{capital(passed_phrase(board, both))}.")


def _of_one_arrow(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one that follow from the same ways to place the shaded cells which a number with an arrow
    counts; None for others.
    """
    words = arrow_ways(board, two)
    if not words or words != arrow_ways(board, one) or set(one.facts) & set(two.cited):
        return None
    both = joined(one, two)
    return replace(both, text=f"{capital(arrow_phrase(board, both))}.")


def _of_only_numbers(board: Board, one: Step, two: Step) -> Step | None:
    """Return two steps as one that say which numbers alone can have cells: both without known facts, or both of the
    same number; None for others.
    """
    if not is_only_number(board, one) or not is_only_number(board, two) or bool(one.cited) != bool(two.cited):
        return None
    if one.cited and len({fact.places[1] for fact in (*one.facts, *two.facts)}) > 1:
        return None
    both = joined(one, two)
    return replace(both, text=f"{capital(rectangle_phrase(board, both))}.")


def _crossed(step: Step) -> set[tuple[Cell, ...]]:
    """Return the places of which a step cites values that are out."""
    return {fact.places for fact in step.cited if fact.negative}


def _reason(board: Board, step: Step) -> str:
    """Return the words between the facts of a step and its known facts; '' for a step of another form, such as a
    supposition.
    """
    head, tail = capital(facts_text(board, step.facts)), f"{facts_text(board, step.known, shown(step), brief=True)}."
    middle = step.text.removeprefix(head).removesuffix(tail)
    is_usual = step.text == head + middle + tail and middle.startswith(", by ") and middle.endswith(", since ")
    return middle if is_usual and step.weight == 1 and not step.given and step.known else ""
