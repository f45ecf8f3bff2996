"""Why cells are shaded or not, since shaded cells are in pairs, two of them in each room, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..fact_forms import Deduced, Fact
from ..kit.checks import place
from ..kit.rooms import rooms
from ..kit.variables import around
from ..spec import Board, Cell

TWO_IN_ROOM, IN_PAIRS = "two shaded cells in the room", "shaded cells are in pairs"


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts about the cells of a room contradict that two of them are shaded; '' for another rule."""
    if rule != TWO_IN_ROOM:
        return ""
    room = next(cells for cells in rooms(board) if cell in cells)
    count = sum(not fact.negative for fact in facts)
    if count > 2:
        return f"{count} cells would be shaded in the room of {place(cell)}"
    left = len(room) - sum(fact.negative for fact in facts)
    are = "1 cell is" if left == 1 else f"{left or 'no'} cell{'s are' if left else ' is'}"
    return f"only {are} left in the room of {place(cell)}".replace("only no", "no")


def deduction(board: Board, found: Deduced) -> str:
    """Return in words why both cells of a room of two cells are shaded; '' for another deduction."""
    cells = [cell for name, cell in found.clues if name == TWO_IN_ROOM]
    sizes = [len(room) for room in rooms(board) for cell in cells if cell in room]
    is_alone = sizes == [2] and len(found.clues) == 1 and not (found.known or found.rules)
    return f"there are only two cells for the {TWO_IN_ROOM} at {place(cells[0])}" if is_alone else ""


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why a cell is shaded or not since shaded cells are in pairs, or, without a new fact, which cell
    has no pair or is in two; '' for another rule, and for several reasons.

    rule: its name.  known: all facts that hold.
    """
    if rule != IN_PAIRS:
        return ""
    shaded = {fact.places[0]: not fact.negative for fact in known if fact.what == "cell"}
    if not new:
        return next(filter(None, (_fault(board, cell, shaded) for cell in board.cells() if shaded.get(cell))), "")
    reasons = {_reason(board, fact, shaded) for fact in new}
    return reasons.pop() if len(reasons) == 1 else ""


def _fault(board: Board, cell: Cell, shaded: Mapping[Cell, bool]) -> str:
    """Return in words what a shaded cell would have beside it other than one shaded cell; '' for no fault."""
    count = sum(shaded.get(near, False) for near in around(board, cell))
    if count > 1:
        return f"{place(cell)} would have {'two' if count == 2 else count} shaded neighbours"
    is_alone = all(shaded.get(near) is False for near in around(board, cell))
    return f"{place(cell)} would have no shaded neighbour" if is_alone else ""


def _reason(board: Board, fact: Fact, shaded: Mapping[Cell, bool]) -> str:
    """Return in words why a cell is shaded or not by its neighbours and theirs; '' for another reason."""
    (cell,) = fact.places
    near = [each for each in around(board, cell) if shaded.get(each)]
    if not fact.negative:
        lone = [each for each in near if all(shaded.get(at) is False for at in around(board, each) if at != cell)]
        return f"no other cell beside {place(lone[0])} can be shaded" if lone else ""
    if any(shaded.get(at) for each in near for at in around(board, each) if at != cell):
        return "no third shaded cell can touch a pair"
    if len(near) > 1:
        return "two neighbours are shaded"
    return "no neighbour can be shaded" if all(shaded.get(each) is False for each in around(board, cell)) else ""
