"""The facts that literals of a model say of a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .fact_forms import Deduced as Deduced
from .fact_forms import Fact as Fact
from .spec import PUZZLES, Board, Solution


class Atom(NamedTuple):
    """A possible fact in the words of a model: the variable called `name` has the value, or is true if that is None."""

    name: str
    value: int | None


def fact_of(board: Board, atom: Atom, true: bool) -> Fact:
    """Return the fact that an atom is true, or that it is false."""
    kind, *numbers = atom.name.split("_")
    fact = PUZZLES[board.puzzle].facts.of(board.givens, kind, tuple(map(int, numbers)), atom.value)
    return fact if true else fact._replace(negative=not fact.negative)


def true_facts(board: Board, solution: Solution, atoms: Iterable[Atom]) -> list[Fact]:
    """Return for each atom, in order, the fact that the atom is true in the solution, or that it is false there."""
    puzzle = PUZZLES[board.puzzle]
    ints, bools = (puzzle.facts.values or puzzle.values)(board, solution)
    return [fact_of(board, a, bools[a.name] if a.value is None else ints.get(a.name) == a.value) for a in atoms]


def uses_corners(board: Board) -> bool:
    """Whether the edges of the board's facts join corners of cells."""
    return PUZZLES[board.puzzle].facts.corners
