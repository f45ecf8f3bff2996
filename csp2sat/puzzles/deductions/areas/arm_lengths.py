"""The lengths of the arms of an L that known facts leave to a number at its corner, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from ...fact_forms import Deduced, Fact
from ...kit.arrows import LETTERS
from ...kit.checks import place
from ...kit.variables import WAYS, Direction, ahead, back
from ...spec import Board, Cell
from .arm_ways import VALUE_OF, VALUES

FEW = 3  # ways to lay the arms that are listed
NUMBER, BLANK = "number ", "."
WHERE = dict(zip(WAYS, ("up", "down", "to the left", "to the right"), strict=True))
CIRCLE = "o"
Arm = tuple[Direction, int]
Says = Mapping[Cell, tuple[str, bool]]  # of cells: what they are, or with False what they are not


def clue_words(sign: str) -> str:
    """Return what a sign is in words, as the drawing shows it."""
    if sign in LETTERS:
        return f"arrow {WHERE[LETTERS[sign]]}"
    return "circle" if sign == CIRCLE else f"number {sign}"


def deduction(board: Board, step: Deduced) -> str:
    """Return in words which lengths of the arms known facts leave to the number that forces new facts; '' for several
    clues, if there are many, and if a new fact does not hold for each of them.
    """
    if len(step.clues) != 1 or not step.clues[0][0].startswith(NUMBER):
        return ""
    (words, cell), known = step.clues[0], step.known
    ways = list(_ways(board, cell, int(words.removeprefix(NUMBER)), _may_be(board, known)))
    says = [_says(board, cell, way) for way in ways]
    if not 0 < len(ways) <= FEW or not all(_follows(fact, each) for fact in step.facts for each in says):
        return ""
    listed = ", or ".join(" and ".join(f"{length} {WHERE[way]}" for way, length in arms) for arms in ways)
    return f"the arms of the L can only go {listed}"


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return in words that facts leave no arms to the number at a cell; '' for others.  rule: the number's words."""
    size = rule.removeprefix(NUMBER)
    if size == rule or any(_ways(board, cell, int(size), _may_be(board, facts))):
        return ""
    return f"no two arms with {int(size) - 1} cells are left for the {rule} at {place(cell)}"


def _may_be(board: Board, facts: Iterable[Fact]) -> dict[Cell, set[str]]:
    """Return the values that a board and facts leave to each cell."""
    left = {cell: {*VALUES} for cell in board.cells()}
    for cell, sign in board.filled(BLANK).items():
        left[cell] = {VALUE_OF[LETTERS.get(sign)]}
    for fact in facts:
        if fact.what == "cell":
            left[fact.places[0]] = {each for each in left[fact.places[0]] if (each == fact.value) != fact.negative}
    return left


def _ways(board: Board, cell: Cell, size: int, left: Mapping[Cell, set[str]]) -> Iterator[tuple[Arm, Arm]]:
    """Yield the ways to lay the arms of an L of `size` cells with its corner at a cell, one up or down, and one to the
    left or right; left: the values that cells may have.
    """
    for (down, across), length in product(product(WAYS[:2], WAYS[2:]), range(1, size - 1)):
        arms = (down, length), (across, size - 1 - length)
        if all(len(ahead(board, cell, way)) >= count for way, count in arms):
            says = _says(board, cell, arms)
            if all(any((value == each) == is_so for each in left[at]) for at, (value, is_so) in says.items()):
                yield arms


def _says(board: Board, cell: Cell, arms: Sequence[Arm]) -> dict[Cell, tuple[str, bool]]:
    """Return what arms of a corner say of the cells around: see Says."""
    found, lengths = dict[Cell, tuple[str, bool]](), dict(arms)
    for way in WAYS:
        line, value = ahead(board, cell, way), VALUE_OF[back(way)]
        length = lengths.get(way, 0)
        found |= {at: (value, k < length) for k, at in enumerate(line[: length + 1])}
    return found


def _follows(fact: Fact, says: Says) -> bool:
    """Whether a fact follows from what arms say."""
    value, is_so = says.get(fact.places[0], ("", False))
    if not fact.negative or not is_so:
        return (fact.value, fact.negative) == (value, not is_so)
    return fact.value != value
