"""The rules by which steps divide a board into L's, and why facts follow from these, in words: each cell is a corner,
or in an arm and has a way, on which the corner of its L lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ....model.expr import TRUE, Expr, any_of
from ...fact_forms import Fact
from ...kit.arrows import DIRECTIONS, LETTERS, SIGNS
from ...kit.checks import place
from ...kit.variables import WAYS, Direction, back, step
from ...notation import Givens
from ...spec import Board, Cell

CORNER = "a corner"
ARROWS = {f"arm {DIRECTIONS[way]}": SIGNS[letter][1] for letter, way in LETTERS.items()}  # of the values of facts
VALUES = (CORNER, *ARROWS)  # of a cell, in the order of the numbers in the model of steps
VALUE_OF: dict[Direction | None, str] = {None: CORNER, **dict(zip(LETTERS.values(), ARROWS, strict=True))}
# The beginnings of rules.
LEADS, MEET, ENDS = (
    "an arm goes on to its corner at ",
    "arms do not point at each other at ",
    "a corner has two arms at ",
)
AXES = {"above or below": WAYS[:2], "to the left or right": WAYS[2:]}
States = Mapping[Cell, Mapping["Direction | None", Expr]]  # by cell and way, None for a corner: what the cell may be


def value_fact(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that the cell `at` is what the number `value` stands for; givens and kind are not used."""
    return Fact("cell", ((at[0], at[1]),), VALUES[value or 0])


def pointing(states: States, cell: Cell, way: Direction) -> Cell | None:
    """Return the previous cell on a way if it may point that way, to `cell`; else None."""
    before = step(cell, back(way))
    return before if way in states.get(before, ()) else None


def seen(board: Board, states: States) -> Iterator[tuple[str, Expr]]:
    """Yield the rules of a board by which each cell is in one L, with their formulas; states: see States."""
    for cell, way in product(board.cells(), WAYS):
        if way in states[cell] and (states[cell][way] is not TRUE):
            there = states[step(cell, way)]
            goes_on = any_of([~states[cell][way], *(there[each] for each in (way, None) if each in there)])
            yield _at(LEADS, cell, way), goes_on
    for cell, (axis, ways) in product(board.cells(), AXES.items()):
        ends = [states[at][way] for way in ways if (at := pointing(states, cell, way))]
        if len(ends) > 1:
            yield f"{MEET}{place(cell)}, {axis}", any_of(~end for end in ends)
        if states[cell].get(None, TRUE) is not TRUE:
            yield f"{ENDS}{place(cell)}, {axis}", any_of([~states[cell][None], *ends])


def _at(rule: str, cell: Cell, way: Direction) -> str:
    return f"{rule}{place(cell)}, {DIRECTIONS[way]}"


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why new facts follow from a rule of arms and known facts, or, without new facts, how the known
    ones contradict the rule; '' for another rule.

    rule: its name.
    """
    for start, words in (LEADS, _leads), (MEET, _meets), (ENDS, _ends):
        if rule.startswith(start):
            where, _, which = rule.removeprefix(start).rpartition(", ")
            cell = next(each for each in board.cells() if place(each) == where)
            return words(board, cell, which, new)
    return ""


def _leads(board: Board, cell: Cell, way: str, new: Sequence[Fact]) -> str:
    """Return how an arm goes on from a cell that points that way, or would not go on; way: in words.  new: the facts
    that follow, none for a contradiction.
    """
    ahead = next(each for each in WAYS if DIRECTIONS[each] == way)
    there, arrow = step(cell, ahead), ARROWS[f"arm {way}"]
    given = board.givens[there[0]][there[1]]
    if new and all(fact.places != (cell,) for fact in new):
        return f"the arm at {place(cell)} goes on there, or has its corner there"
    if given in LETTERS:
        return f"as {arrow}, its arm would run into the arrow at {place(there)}"
    if not new:
        return f"the arm at {place(cell)} would not go on at {place(there)}"
    return f"as {arrow}, its arm would not go on at {place(there)}"


def _meets(board: Board, cell: Cell, axis: str, new: Sequence[Fact]) -> str:
    """Return that two arms would point at each other from both sides of a cell; axis: these sides.  new: as in
    `_leads`.
    """
    return f"{'else ' * bool(new)}arms {axis.replace(' or ', ' and ')} would point at each other at {place(cell)}"


def _ends(board: Board, cell: Cell, axis: str, new: Sequence[Fact]) -> str:
    """Return that a corner has an arm above or below, or one to the left or right; axis: which of them.  new: as in
    `_leads`.
    """
    if new and all(fact.places != (cell,) for fact in new):
        return f"the corner at {place(cell)} has an arm {axis}"
    if new:
        return f"a corner there would have no arm {axis}"
    return f"the corner at {place(cell)} would have no arm {axis}"
