"""Lights of akari as a player speaks of them: where a light shines, which places it would leave for a number, and from
where alone a cell can be lit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...base.numbers import counted
from ..fact_forms import Deduced, Fact
from ..kit.checks import place
from ..kit.variables import around
from ..spec import Board, Cell

SHINES = "the cell must be lit"
WHITE, ONE_LIGHT = ".", "at most one light in "  # a line up to black cells
NUMBER = "number "  # a clue begins so
FEW = 3  # cells that are named


@lru_cache(8)
def seeing(puzzle: str, *givens: str) -> dict[Cell, set[Cell]]:
    """Return for each white cell those from which it can be lit, itself among them.

    puzzle, givens: the kind of a board, and its rows.
    """
    board = Board(puzzle, len(givens), len(givens[0]), [*givens])
    white = {cell for cell in board.cells() if givens[cell[0]][cell[1]] == WHITE}
    found: dict[Cell, set[Cell]] = {cell: set() for cell in white}
    for _, line in board.segments(white):
        for cell in line:
            found[cell].update(line)
    return found


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why new facts follow from a rule and known facts; '' for other facts.

    rule: its name.
    """
    if not rule.startswith((SHINES, ONE_LIGHT)):
        return ""
    seen, cells = seeing(board.puzzle, *board.givens), {fact.places[0] for fact in new}
    lights, without = ([fact.places[0] for fact in known if fact.negative == dark] for dark in (False, True))
    is_dark = {fact.negative for fact in new}
    if rule.startswith(ONE_LIGHT) and is_dark == {True}:
        return next((f"the light at {place(at)} shines there" for at in lights if cells <= seen[at]), "")
    if rule != SHINES or is_dark != {False} or len(cells) > 1:
        return ""
    lit = [cell for cell in sorted(seen) if seen[cell].difference(without) == cells]
    lit.sort(key=lambda cell: seen[cell] != cells.union(without))  # the cell of the rule is first
    if cells.issuperset(lit[:1]):
        return "no other place can light it" * bool(lit)
    return f"only from there {place(lit[0])} can be lit"


def deduction(board: Board, step: Deduced) -> str:
    """Return in words why cells have no light: a light there would leave too few places for a number, or none from
    which a cell can be lit; '' for other reasons.

    step: what follows, and from what.
    """
    seen, cells = seeing(board.puzzle, *board.givens), [fact.places[0] for fact in step.facts]
    lit = [at[0] for name, at in step.rules if name == SHINES]
    others = [name for name, _ in step.rules if name != SHINES and not name.startswith(ONE_LIGHT)]
    is_dark = all(fact.negative for fact in (*step.facts, *step.known))
    if others or not is_dark or len(step.clues) + len(lit) != 1 or (step.clues and not step.rules):
        return ""
    without = {fact.places[0] for fact in step.known}
    if lit:
        places = sorted(seen[lit[0]] - without)
        is_all = all(seen[cell].issuperset(places) and cell not in places for cell in cells)
        on = " and ".join(map(place, places)) if len(places) <= FEW else "all places left"
        return f"a light there would shine on {on}, from where alone {place(lit[0])} can be lit" * is_all
    ((text, clue),) = step.clues
    left, wanted = sorted({*around(board, clue)} & seen.keys() - without), int(text.removeprefix(NUMBER))
    rest = {sum(at not in seen[cell] or at == cell for at in left) for cell in cells}
    hit = [at for at in left if all(at in seen[cell] and at != cell for cell in cells)]
    if len(rest) > 1 or max(rest) >= wanted or not hit:
        return ""
    only = f"only {counted(max(rest), 'place')}" if max(rest) else "no place"
    name = f"the {text} at {place(clue)}"
    if all(abs(r - clue[0]) == abs(c - clue[1]) == 1 for r, c in cells):
        return f"a light diagonal to {name} would leave that number {only}"
    return f"a light there would shine on {' and '.join(map(place, hit))} and leave {name} {only}"
