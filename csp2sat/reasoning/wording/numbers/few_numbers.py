"""Some cells of a line that need some numbers for themselves: pairs, triples and more, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from itertools import combinations
from typing import Any

from ....puzzles.facts import Fact
from ....puzzles.spec import Board, Cell
from ...step import Step
from ..fact_words import SINCE, Left, facts_text, since, values_text
from ..line_rules import EACH_ONCE, NO_VALUE_TWICE, line_name
from ..place_words import places_text

MOST = 4  # cells, or numbers, of a group that a line of a supposition names
NAMES = {2: "pair", 3: "triple"}
NUMBER_LEFT, PLACE_LEFT = "the only number left", "the only place left"


def few_numbers(board: Board, step: Step, left: Left) -> str:
    """Return the words of a step that excludes numbers from cells of a line, and perhaps leaves a cell its last number,
    since as many numbers as some cells of the line have are left for these cells, or as many cells for some numbers; ''
    for another step.

    left: the numbers that cells still may have.
    """
    facts = [*step.facts, *(fact for fact in step.cited if fact.negative)]
    if len(step.rules) != 1 or not step.cited or not all(fact.what == "cell" for fact in facts):
        return ""
    name = step.rules[0].name
    if not EACH_ONCE.fullmatch(name) or any(fact.places not in step.marks.every for fact in facts):
        return ""
    return _by_cells(board, step, line_name(name)) or _by_numbers(board, step, left, line_name(name))


def _by_cells(board: Board, step: Step, line: str) -> str:
    """Return the words of a step whose cited cells have as many numbers left as there are cells; '' for another step.

    line: the name of the row, column, box or room.
    """
    out: dict[tuple[Cell, ...], set[object]] = {}
    have = {fact.value for fact in step.cited if not fact.negative}
    for fact in step.cited:
        if fact.negative:
            out.setdefault(fact.places, set()).add(fact.value)
    may = {at: {value for value in step.marks.every[at] if value not in gone | have} for at, gone in out.items()}
    last = {fact.places: fact.value for fact in step.facts if not fact.negative}
    group = {at: values for at, values in may.items() if at not in last}
    left = set().union(*group.values())
    is_last = all(may.get(at, set()) - left == {value} for at, value in last.items())
    if not group or len(left) != len(group) or not is_last or any(fact.places in group for fact in step.facts):
        return ""
    if not {fact.value for fact in step.facts} <= left.union(last.values()):
        return ""
    cells = [at[0] for at in group]
    can = f"{places_text(cells)} can only be {values_text(left, ' or ')}"
    need = f", and {line} has that once" if len(cells) == 1 else f", and need {_all(len(cells))} of these"
    more = since(board, step, omitted=[fact for fact in step.cited if fact.places not in last])
    why = f", as {line} has its {values_text(have)}" if have else ""
    facts = sorted(step.facts, key=lambda fact: fact.negative)
    return f"{facts_text(board, facts)}: {can}{need}{_name(len(cells))}{why}{more.replace(SINCE, ', and ', 1)}"


def _by_numbers(board: Board, step: Step, may: Left, line: str) -> str:
    """Return the words of a step whose cited numbers have as many cells left as there are numbers; '' for another step.

    may: the numbers that cells still may have.  line: the name of the row, column, box or room.
    """
    places = set(step.rules[0].places)
    gone: dict[object, set[Cell]] = {}
    if not all(fact.negative for fact in (*step.facts, *step.cited)):
        return ""
    for fact in step.cited:
        gone.setdefault(fact.value, set()).add(fact.places[0])
    left = sorted(cell for cell in places if any(cell not in cells for cells in gone.values()))
    if len(gone) < 2 or len(left) != len(gone) or not places.issuperset(fact.places[0] for fact in step.facts):
        return ""
    where = f"the only places left for {values_text(gone)} in {line} are {places_text(left)}"
    return f"{facts_text(board, step.facts, may)}: {where}{_name(len(left))}{since(board, step)}"


def two_lines(board: Board, step: Step) -> str:
    """Return the words of a step that excludes a number from cells of a box or line, since all places left for the
    number in another line or box are in that one, too; '' for another step.
    """
    values = {fact.value for fact in step.facts}
    if step.weight != 2 or len(step.rules) != 2 or len(values) != 1 or not all(fact.negative for fact in step.facts):
        return ""
    (value,) = values
    if any((fact.value == value) != fact.negative or fact.what != "cell" for fact in step.cited):
        return ""
    without, gone = {fact.places[0] for fact in step.cited}, {fact.places[0] for fact in step.facts}
    has = {at[0]: values[0] for at, values in step.marks.before.items() if len(values) == 1} | board.filled()
    without |= {cell for cell, number in has.items() if number != value}  # as a reader sees
    for first, second in (step.rules, step.rules[::-1]):
        left = set(first.places) - without
        of_lines = EACH_ONCE.fullmatch(first.name) and EACH_ONCE.fullmatch(second.name)
        if of_lines and left and left <= set(second.places) and gone <= set(second.places) - set(first.places):
            cells = f"one of {places_text(sorted(left))}, all in {line_name(second.name)}"
            only = f"{line_name(first.name)} has its {value} at {cells}"
            return f"{facts_text(board, step.facts)}: {only}{since(board, step)}"
    return ""


def _all(count: int) -> str:
    return "both" if count == 2 else "all"


def _name(count: int) -> str:
    """Return the name of a number of cells that share as many numbers, in brackets; '' if it has no name."""
    return f" (a {NAMES[count]})" if count in NAMES else ""


def argued(
    fact: Fact,
    rests: Collection[object],
    places: Sequence[Cell],
    every: Mapping[tuple[Cell, ...], Collection[Any]],
    rule: str,
    lines: Sequence[Set[Cell]],
) -> str:
    """Return the rule of a line, NO_VALUE_TWICE, in words, with what `needed_elsewhere` says, or `only_left` in its
    place.

    fact: the conclusion.  rests, places, every, lines: as in `needed_elsewhere`.
    """
    if fact.negative:
        return rule + needed_elsewhere(fact, rests, places, every, lines)
    return only_left(fact, rests, places, every, rule, lines) or rule


def plain_reason(
    fact: Fact, known: Collection[object], can: Collection[Any], lines: Iterable[tuple[str, Collection[Cell]]]
) -> tuple[str, tuple[Fact, ...]]:
    """Return why a number is or is not in a cell as a person sees it before a clue beside the line: another cell of a
    line has the number, or the number is the only one left for the cell; and the facts by which; ('', ()) for neither.

    known: facts that hold.  can: the numbers that the cell could have before the step.  lines: the rule of each line
    whose numbers differ, with the cells of the line.
    """
    facts = [each for each in known if isinstance(each, Fact) and each.what == fact.what == "cell"]
    if not fact.negative:
        out = [each for each in facts if each.negative and each.places == fact.places]
        is_last = out and fact.value in can and {*can} - {each.value for each in out} == {fact.value}
        return (NUMBER_LEFT, tuple(each for each in out if each.value in can)) if is_last else ("", ())
    same = [each for each in facts if not each.negative and each.value == fact.value and each.places != fact.places]
    for rule, cells in lines:
        for each in same:
            if each.places[0] in cells and fact.places[0] in cells:
                return f"{NO_VALUE_TWICE}{line_name(rule)}", (each,)
    return "", ()


def needed_elsewhere(
    fact: Fact,
    rests: Collection[object],
    places: Sequence[Cell],
    every: Mapping[tuple[Cell, ...], Collection[Any]],
    lines: Iterable[Set[Cell]] = (),
) -> str:
    """Return in words, behind a colon, which other cells of a line need the number that `fact` excludes, or which other
    numbers need the cell of `fact`; '' if a cell of the line has the number, and if groups of MOST explain nothing.

    rests: facts that are known.  places: the cells of the line, whose numbers differ.  every: the numbers that a cell
    can have on the empty board.  lines: the cells of each line of the board whose numbers differ.
    """
    cell, can = fact.places[0], _left_in(rests, places, every, lines)
    has = {each.value for each in rests if isinstance(each, Fact) and not each.negative and each.places[0] in places}
    if cell not in can or fact.value in has:
        return ""
    others, numbers = [at for at in can if at != cell], set().union(*can.values())
    for size in range(1, MOST + 1):
        for cells in combinations(others, size):
            values = set().union(*(can[at] for at in cells))
            if len(values) == size and fact.value in values:
                return f": {places_text(list(cells))} can only be {values_text(sorted(values), ' or ')}"
        for some in combinations(sorted(numbers - {fact.value}) if len(numbers) == len(can) else (), size):
            left = [at for at, values in can.items() if not values.isdisjoint(some)]
            if len(left) == size and cell in left:
                are = "are" if size > 1 else "is"
                return f": only {places_text(left)} {are} left for {values_text(some)}"
    return ""


def only_left(
    fact: Fact,
    rests: Iterable[object],
    places: Sequence[Cell],
    every: Mapping[tuple[Cell, ...], Collection[Any]],
    rule: str,
    lines: Iterable[Set[Cell]] = (),
) -> str:
    """Return in words that a cell of a line is the only place left for its number, or the number the only one left for
    the cell, and which other cells, if any, need numbers for themselves; '' if groups of MOST explain nothing.

    fact: of the number.  rests, places, every, lines: as in `needed_elsewhere`.  rule: of the line.
    """
    cell, can = fact.places[0], _left_in(rests, places, every, lines)
    has_all = len({value for at in places for value in every.get((at,), ())}) == len(places)
    others = [at for at in can if at != cell]
    for size in range(MOST + 1) if cell in can else ():
        for some in combinations(others, size):
            values = set().union(*(can[at] for at in some))
            if len(values) != size or fact.value in values:
                continue
            why = f", as {places_text(list(some))} can only be {values_text(sorted(values), ' or ')}" if some else ""
            if can[cell] - values == {fact.value}:
                return f"{NUMBER_LEFT}{why}"
            if has_all and all(at in some or fact.value not in can[at] for at in others):
                return f"{PLACE_LEFT} for {fact.value} in {line_name(rule.removeprefix(NO_VALUE_TWICE))}{why}"
    return ""


def _left_in(
    rests: Iterable[object],
    places: Sequence[Cell],
    every: Mapping[tuple[Cell, ...], Collection[Any]],
    lines: Iterable[Set[Cell]],
) -> dict[Cell, set[Any]]:
    """Return for each cell of a line whose number is not known the numbers that the cell can have, without the known
    numbers of other cells in the line and in its other lines; {} if a place of the line takes no numbers.

    rests: known facts, of which those about cells count.  places: the cells of the line.  every: for each cell that
    takes numbers, all that the cell can have on the empty board.  lines: as in `needed_elsewhere`.
    """
    known = [each for each in rests if isinstance(each, Fact) and each.what == "cell"]
    out = {(each.places[0], each.value) for each in known if each.negative}
    numbers = {each.places[0]: each.value for each in known if not each.negative}
    has = {at: value for at, value in numbers.items() if at in places}
    crossing = [each for each in lines if not each.isdisjoint(places)]
    out |= {(at, numbers[other]) for each in crossing for other in each & numbers.keys() for at in each & {*places}}
    if any((at,) not in every for at in places):
        return {}
    taken = set(has.values())
    return {
        at: {value for value in every[at,] if (at, value) not in out and value not in taken}
        for at in places
        if at not in has
    }
