"""The numbers that are left for cells, as facts become known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....puzzles.facts import Atom, Fact, fact_of
from ....puzzles.spec import Cell
from ...statements import BoardStatements
from ...step import LeftNumbers
from ..fact_words import FEW


class NumbersLeft:
    """The numbers that cells still may have, as facts come.

    found: the statements of the board.
    """

    def __init__(self, found: BoardStatements):
        self._found = found
        self._excluded: dict[str, set[Any]] = {}
        self.now: dict[tuple[Cell, ...], list[int | str | None]] = {}  # the values of facts, by their places
        for atom in found.atoms.values():
            if atom.value is not None and (fact := fact_of(found.board, atom, True)).what != "region":
                self.now.setdefault(fact.places, []).append(fact.value)

    def without(self, lits: Sequence[int]) -> dict[tuple[Cell, ...], LeftNumbers]:
        """Note the facts of some literals; return for some cells the numbers that are left: one or more, and no more
        than the facts exclude, which are several.

        A cell that lacked more than FEW numbers before is left out: the sentence has to name these, because the reason
        of the facts is not the reason why the cell lacks them.
        """
        new: dict[str, set[Any]] = {}
        for lit in lits:
            atom = self._found.atoms.get(abs(lit))
            if atom is None or atom.value is None:
                continue
            fact = fact_of(self._found.board, atom, True)
            if fact.what == "region":
                continue
            self.now[fact.places] = [value for value in self.now[fact.places] if (value == fact.value) == (lit > 0)]
            if lit < 0:
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
                facts = [fact_of(self._found.board, Atom(name, value), True) for value in (*numbers, *before)]
                words = tuple(fact.value for fact in facts)
                left[facts[0].places] = LeftNumbers(words[: len(numbers)], words[len(numbers) :])
        return left


def numbers_left(found: BoardStatements, names: Sequence[str], facts: Sequence[Fact]) -> dict[Cell, list[int]]:
    """Return the numbers that cells can have; {} if a cell can have something else.

    found: the statements of the board.  names: of the variables of the cells.  facts: about the cells.
    """
    left: dict[Cell, list[int]] = {}
    for name in names:
        (cell,) = fact_of(found.board, Atom(name, None), True).places
        values = [atom.value for atom in found.atoms.values() if atom.name == name] or [found.constants.get(name)]
        own = [fact for fact in facts if fact.places == (cell,)]
        values = [value for value in values if all((value == fact.value) != fact.negative for fact in own)]
        left[cell] = [value for value in values if isinstance(value, int)]
        if len(left[cell]) < len(values):
            return {}
    return left
