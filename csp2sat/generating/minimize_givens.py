"""Givens that are not needed are dropped, one after the other in a given order.

The result follows from the order alone: a given stays iff there is a second solution without it, those before it that
stayed, and those after it.  That a refutation did not use a given only saves the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TypeVar

from ..model.model import Model
from ..puzzles.spec import PUZZLES, Board, Cell
from .spec import Draft
from .uniqueness import Rivals, exact, is_unique, known

T = TypeVar("T", bound=Hashable)


def minimal(order: Sequence[T], refuted_by: Callable[[Collection[T]], Collection[T] | None]) -> list[T] | None:
    """The givens of which none can be dropped; None: there is a second solution even with all.

    refuted_by: some of these givens that allow no second solution, or None.
    """
    used = refuted_by(order)
    if used is None:
        return None
    kept = dict.fromkeys(order)
    for given in order:
        if given in used:
            found = refuted_by([each for each in kept if each != given])
            if found is None:
                continue
            used = found
        del kept[given]
    return list(kept)


def without_spare_givens(full: Draft, order: Sequence[Cell], anchor: Cell | None = None) -> Draft | None:
    """The board with as few givens as possible; None: the full one has more than one solution.

    order: cells with givens, those that are to be dropped first in front.
    anchor: a given that is tried last, and holds until then: loops are found sooner where a point of them is known.
    """
    puzzle = PUZZLES[full.board.puzzle]
    blanked = puzzle.clues.without
    others = [cell for cell in order if cell != anchor]
    model, given = _switchable(full.board, blanked(full.board, others))
    with Rivals(model, known(*full), {cell: given.get(cell, []) for cell in others}) as rivals:
        kept = minimal(others, rivals.refuted_by)
    if kept is None:
        return None
    board = blanked(full.board, [cell for cell in others if cell not in set(kept)])
    if anchor is not None and is_unique(blanked(board, [anchor]), full.solution):
        board = blanked(board, [anchor])
    return Draft(board, puzzle.rewritten(board, full.solution))


def needed_values(draft: Draft, order: Sequence[str]) -> list[str] | None:
    """The Booleans (`=x`: the integer x) whose values in the solution leave no other one, and of which none can be
    dropped; None: there is another solution even with all.  order: those that are to be dropped first in front."""
    with Rivals(exact(draft.board), known(*draft)) as rivals:
        return minimal(order, rivals.refuted_by_values)


def _switchable(full: Board, base: Board) -> tuple[Model, dict[Cell, list[int]]]:
    """The model of the base, with the other givens of the full board, and their constraints' numbers by cells."""
    model = exact(base)
    there = {constraint.origin for constraint in model.constraints}
    given: dict[Cell, list[int]] = {}
    for constraint in exact(full).constraints:
        if constraint.origin is not None and constraint.origin not in there:
            given.setdefault((constraint.origin.row, constraint.origin.column), []).append(len(model.constraints))
            model.constraints.append(constraint)
    return model, given
