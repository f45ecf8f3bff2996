"""Facts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..puzzles.facts import Atom, Fact, fact_of
from ..puzzles.spec import PUZZLES, Board, Cell
from .place_words import edges_text, listed, places_text, regions_text
from .statements import BoardStatements

MOST = 6  # facts that are named; else they are counted,
FEW = 3  # facts alike that are named where others are counted
LONG = 160  # characters: facts are not counted if their words are shorter
MORE = "more than "  # in the value of a number that is only known to be large


class LeftNumbers(NamedTuple):
    """The numbers of a cell after a step.

    numbers: the values that are left, ascending.  before: the values that earlier steps have excluded,
    ascending; the step itself has excluded all others.
    """

    numbers: tuple[int, ...]
    before: tuple[int, ...] = ()


Left = Mapping[tuple[Cell, ...], LeftNumbers]
NOTHING: Left = {}


def facts_text(board: Board, facts: Sequence[Fact], left: Left = NOTHING) -> str:
    """Return facts in words: `row 1, column 2 is shaded`; facts alike share a verb, and many that are not alike are
    counted.

    left: the numbers that cells still may have; for these cells they are named, not the numbers that the cells lack.
    """
    whole = [fact for fact in facts if not fact.negative or fact.places not in left]
    alike = list(_alike(whole))
    texts = [*_left_texts(facts, left), *(_in_words(board, group, values) for group, values in alike)]
    if len(facts) > MOST and len(listed(texts)) > LONG:
        texts[-len(alike) :] = [
            _in_words(board, group, values, len(group) > FEW and group[0].what != "region") for group, values in alike
        ]
        if len(listed(texts)) > 2 * LONG:
            return f"{len(facts)} facts ({_in_words(board, facts[:1], [facts[0].value])}, ...)"
    return listed(texts)


def _left_texts(facts: Sequence[Fact], left: Left) -> Iterator[str]:
    """Yield texts such as `row 1, columns 1 and 2 can only be 4 or 5`, one for all cells that have equal LeftNumbers.

    facts: of a step; cells that no fact of a number excludes are left out.  left: LeftNumbers by the place of the cell.
    """
    alike: dict[LeftNumbers, dict[Cell, None]] = {}
    for fact in facts:
        if fact.negative and fact.places in left:
            alike.setdefault(left[fact.places], {})[fact.places[0]] = None
    for (values, before), cells in alike.items():
        be = "are" if len(cells) > 1 else "is"
        known = f", which {be} not {listed(list(map(str, before)), last=' or ')}," if before else ""
        yield f"{places_text(list(cells))}{known} can only be {listed(list(map(str, values)), last=' or ')}"


def _alike(facts: Sequence[Fact]) -> Iterator[tuple[list[Fact], list[object]]]:
    """Yield groups of facts that differ in their places only: the list of facts, in reading order, and their values.

    The values are one, or all numbers that the facts exclude from the same cells: if a cell `is not 2` and `is not 5`,
    only the fact of 2 is in the list, with the values 2 and 5.
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


def _in_words(board: Board, alike: Sequence[Fact], values: Sequence[object], counted: bool = False) -> str:
    """Return facts in words; alike, values: as `_alike` yields them; counted: whether their places are not named."""
    first, several = alike[0], len(alike) > 1
    if first.what == "edge":
        return edges_text(board, alike, counted)
    if first.what == "region":
        return regions_text(board, alike)
    where = f"{len(alike)} cells" if counted else places_text([fact.places[0] for fact in alike])
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


class NumbersLeft:
    """The numbers that cells still may have, as facts come.

    found: the statements of the board.
    """

    def __init__(self, found: BoardStatements):
        self._found = found
        self._excluded: dict[str, set[Any]] = {}

    def without(self, lits: Sequence[int]) -> dict[tuple[Cell, ...], LeftNumbers]:
        """Note the facts of some literals; return for some cells the numbers that are left: one or more, and no more
        than the facts exclude, which are several.

        A cell that lacked more than FEW numbers before is left out: the sentence has to name these, because the reason
        of the facts is not the reason why the cell lacks them.
        """
        new: dict[str, set[Any]] = {}
        for lit in lits:
            atom = self._found.atoms.get(abs(lit))
            if lit < 0 and atom is not None and atom.value is not None:
                new.setdefault(atom.name, set()).add(atom.value)
        left = {}
        for name, values in new.items():
            known = self._excluded.setdefault(name, set())
            before = tuple(sorted(value for value in known if isinstance(value, int)))
            is_named = len(before) == len(known) <= FEW  # a number may be known to be large, in words
            known |= values
            others = [a.value for a in self._found.atoms.values() if a.name == name and a.value not in known]
            numbers = [value for value in others if isinstance(value, int)]
            if is_named and 0 < len(others) <= len(values) > 1 and numbers == others:
                places = fact_of(self._found.board, Atom(name, numbers[0]), True).places
                left[places] = LeftNumbers(tuple(numbers), before)
        return left
