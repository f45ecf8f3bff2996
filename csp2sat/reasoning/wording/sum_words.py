"""Sums of different numbers as a person says them: the ways to make a sum, the rest of one, what other cells have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ...puzzles.deductions.numbers_left import fits
from ...puzzles.facts import Fact
from ...puzzles.spec import Board, Cell
from ..step import CitedClue, Step
from .fact_words import SINCE, LeftNumbers, clue_text, facts_text, shown, since, so_text, values_text
from .place_words import listed
from .sum_faults import SUM, Domains, sums, ways_of, ways_text, why_not

MOST_WAYS = 5  # to make a sum, which are named
SHORT_WAYS = 3  # to make a sum, which are named even if the least or most of the other cells suffices
MOST_LEFT = 4  # numbers that a cell can be, which are named although fewer are excluded


def sum_of(step: Step) -> CitedClue | None:
    """Return the clue of a step that follows from one sum and known facts alone; None for another step."""
    stated = [clue for clue, _ in step.given]
    clues = [clue for clue in step.clues if clue not in stated]
    is_sum = len(clues) == 1 and SUM.match(clues[0].text) and not (step.rules or step.contradiction)
    return clues[0] if is_sum else None


def sum_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from one sum, with the ways to make the sum if these are few; '' for
    another step.
    """
    clue, every = sum_of(step), step.marks.every
    cells = [cell for cell in clue.cells if (cell,) in every] if clue is not None else []
    if clue is None or not cells or not {fact.places[0] for fact in (*step.facts, *step.cited)}.issubset(cells):
        return ""
    total = int(clue.text.split()[1])
    domains, fitting = _ways(step, cells, total)
    head = _head(board, step, fitting, domains)
    by, why = clue_text(clue.text, [clue.place], clue.beside), since(board, step)
    is_positive = len(step.facts) == 1 and not step.facts[0].negative
    if is_positive and _is_known(step, cells):
        return f"{head}, the rest of {by}{why}"
    if is_positive and _is_only_place(step):
        head += f", the only place left for {step.facts[0].value}"
    if len(cells) == 2 and (words := _of_the_other(step, total)):
        return f"{head}: for {by} {words}, but {why.removeprefix(SINCE)}"
    if len(fitting) > SHORT_WAYS and (bound := bound_words(step.facts, domains, total, by)):
        return f"{head}: {bound}{why}"
    if len(fitting) <= MOST_WAYS:
        if fitting == _ways(replace(step, known=(), noted=(), given=()), cells, total)[1] and why:
            return f"{head}{why}: {by} is always {ways_text(fitting, ' or ')}"
        return f"{head}: {by} can only be {ways_text(fitting, ' or ')}{why}"
    if is_positive and _is_only_place(step):
        return f"{head}, which each way to make {by} needs{why}"
    return _cell_by_cell(board, step, fitting, domains, total, by) or f"{head}, by {by}{why}"


def _ways(step: Step, cells: Sequence[Cell], total: int) -> tuple[Domains, list[tuple[int, ...]]]:
    """Return what the sentence of a step says that cells can be, and the ways to make the sum `total` of that."""
    domains = {cell: _domain(step, cell) for cell in cells}
    return domains, [way for way in ways_of(domains, total) if fits(way, domains)]


def _cell_by_cell(
    board: Board, step: Step, ways: Sequence[Sequence[int]], domains: Domains, total: int, by: str
) -> str:
    """Return the words of a step that excludes numbers from cells of a sum, for each cell with the reason; '' for
    another step.

    ways: to make the sum.  domains: what each cell can be.  total: the sum.  by: the clue in words.
    """
    crossed: dict[Cell, list[int]] = {}
    for fact in step.facts if all(fact.negative for fact in step.facts) else ():
        crossed.setdefault(fact.places[0], []).append(int(str(fact.value)))
    every = {cell: own if len(own) == 1 else step.marks.every[cell,] for cell, own in domains.items()}
    reasons = {cell: why_not(values, cell, domains, total, every) for cell, values in crossed.items()}
    if not reasons or not all(reasons.values()):
        return ""
    own = {cell: tuple(fact for fact in step.facts if fact.places[0] == cell) for cell in crossed}
    heads = {cell: _head(board, replace(step, facts=own[cell]), ways, domains) for cell in crossed}
    why = since(board, step)
    if len(reasons) == 1:
        return f"{heads.popitem()[1]}: for {by} {reasons.popitem()[1]}{why}"
    return f"{'; '.join(f'{heads[cell]} ({reasons[cell]})' for cell in crossed)}, by {by}{why}"


def _of_the_other(step: Step, total: int) -> str:
    """Return in words which numbers a sum of two cells would need in the cell that a step cites, with the numbers that
    the step excludes, where all that the step says is that these are not there; '' for another step.
    """
    needed = {total - int(str(fact.value)) for fact in step.facts}
    is_all = all(fact.negative for fact in (*step.facts, *step.cited)) and not shown(step)
    one_each = len({fact.places for fact in step.facts}) == len({fact.places for fact in step.cited}) == 1
    is_all = is_all and one_each and needed == {fact.value for fact in step.cited}
    tried = [int(str(fact.value)) for fact in step.facts]
    with_it = f"with {values_text(tried, ' or ')} there the other cell would have to be"
    return f"{with_it} {listed([str(total - value) for value in sorted(tried)], last=' or ')}" if is_all else ""


def _is_only_place(step: Step) -> bool:
    """Whether a step says which cell has a number that it excludes from other cells, and excludes nothing else."""
    (fact,), out = step.facts, [fact for fact in step.cited if fact.negative]
    return bool(out) and all(each.value == fact.value and each.places != fact.places for each in out)


def _head(board: Board, step: Step, ways: Sequence[Sequence[int]], domains: Domains) -> str:
    """Return the facts of a step in words, as what cells still can be where that is short, and the numbers that are the
    last ones of their cells.

    ways: to make the sum.  domains: what each cell can be.
    """
    left: dict[tuple[Cell, ...], LeftNumbers] = {}
    have = [fact.places for fact in step.facts if not fact.negative]
    facts = [fact for fact in step.facts if not fact.negative or fact.places not in have]
    gone = Counter(fact.places for fact in facts if fact.negative)
    for places, count in gone.items():
        values = step.marks.after.get(places, ())
        others = [value for value in domains[places[0]] if value not in values]
        is_whole = not any(fits(way, {**domains, places[0]: [v]}) for way in ways for v in others)  # the reason
        if is_whole and 0 < len(values) <= max(MOST_LEFT, count):
            left[places] = LeftNumbers(tuple(values))
        elif len(gone) == 1 and 1 < len(values) < MOST_LEFT and len(facts) == count:
            return f"{facts_text(board, facts)}, so it is {values_text(values, ' or ')}"
    return facts_text(board, facts, left) + so_text(board, step, [*have, *left])


def _domain(step: Step, cell: Cell) -> list[int]:
    """Return what the sentence of a step says that a cell can be, before the step."""
    found = list(step.marks.every[cell,])
    for fact in step.cited:
        if fact.places == (cell,):
            found = [value for value in found if (value == fact.value) != fact.negative]
    return list(shown(step).get((cell,), LeftNumbers(tuple(found))).numbers)  # type: ignore[arg-type]


def _is_known(step: Step, cells: Sequence[Cell]) -> bool:
    """Whether a step cites the numbers of all cells but that of its first fact."""
    have = {fact.places[0] for fact in step.cited if not fact.negative}
    return have == {*cells} - {step.facts[0].places[0]}


def bound_words(facts: Sequence[Fact], domains: Domains, total: int, by: str) -> str:
    """Return in words the bound on the other cells of a sum that excludes from one cell the numbers that the facts
    exclude; '' if no bound excludes them all, or if the facts are about cells with different bounds.  total: the sum.
    by: the clue in words.
    """
    cells = {fact.places[0] for fact in facts}
    if not all(fact.negative for fact in facts):
        return ""
    found = [each for cell in cells for each in sums({k: own for k, own in domains.items() if k != cell})]
    have = f"the other {len(domains) - 1} cells of {by} have" if len(domains) > 2 else f"the other cell of {by} is"
    if found and all(int(str(fact.value)) + max(found) < total for fact in facts):
        return f"{have} at most {max(found)}"
    if found and all(int(str(fact.value)) + min(found) > total for fact in facts):
        return f"{have} at least {min(found)}"
    return ""
