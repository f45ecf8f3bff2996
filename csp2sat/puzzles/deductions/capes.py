"""Capes, unshaded cells with one unshaded neighbour, as a player sees them: which cell would be one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..fact_forms import Fact
from ..kit.checks import place
from ..kit.variables import around
from ..spec import Board, Cell

NO_CAPE = "no cape without circle"


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return which cell would be a cape without a circle if a new fact were not so, or is one by known facts; '' if
    there is none, and for other rules.
    """
    if rule != NO_CAPE or len(new) > 1:
        return ""
    shaded = {fact.places[0]: not fact.negative for fact in known if fact.value == "#"}
    shaded |= {fact.places[0]: fact.negative for fact in new}
    near = [cell for fact in new for cell in (fact.places[0], *around(board, fact.places[0]))]
    cape = next((cell for cell in near or board.cells() if _is_cape(board, cell, shaded)), None)
    if cape is None:
        return ""
    it = "it" if any(fact.places == (cape,) for fact in new) else place(cape)
    return f"{'else ' * bool(new)}{it} would be a cape without a circle"


def _is_cape(board: Board, cell: Cell, shaded: Mapping[Cell, bool]) -> bool:
    """Whether a cell without a circle is unshaded, and all of its neighbours but one are shaded."""
    near = [shaded.get(each) for each in around(board, cell)]
    is_alone = None not in near and near.count(False) == 1
    return cell not in board.filled() and shaded.get(cell) is False and is_alone
