"""New boards with the solution of a given board: clues that the solution allows are added, spare clues dropped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..base.portable_random import RandomSource
from ..puzzles.notation import GivenValue
from ..puzzles.spec import PUZZLES, Board, Cell
from .dropping import Thinned
from .givens import WantedGivens, with_wanted_givens
from .makers import MAKERS
from .spec import Draft
from .variations import is_solution, with_other_rooms

TENTHS = 10


def thinned_from(own: Draft, seed: int, wanted: WantedGivens, first: bool) -> Thinned | None:
    """Return a board with the solution of the draft `own`, and the way to it from a board with all clues that the
    solution allows; None if the random draws lead to none.

    seed: of the random draws.  wanted: the choice of the givens.  first: whether no clue of `own` is dropped before all
    others are; otherwise some of them are, which then are replaced by others, and cells of some boards with rooms and
    clues come into other rooms.
    """
    random = RandomSource(seed)
    own = with_other_rooms(random, own) if not first and may_move_cells(own.board) else own
    given = set(PUZZLES[own.board.puzzle].clues.optional(own.board))
    share = 0 if first else (1 + random.below(TENTHS)) / TENTHS
    early = {cell for cell in sorted(given) if random.chance(share)}

    def order(cells: Sequence[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda cell: 0 if cell in early else 1 if cell not in given else 2)

    return with_wanted_givens(random, _with_all_clues(random, own), wanted, order)


def may_move_cells(board: Board) -> bool:
    """Whether boards with the solution of a board differ in rooms, too: those of kinds whose rooms may have clues."""
    has_rooms = isinstance(board.givens, dict) and "regions" in board.givens
    return has_rooms and MAKERS[board.puzzle].spare is not None


def _with_all_clues(random: RandomSource, own: Draft) -> Draft:
    """Return the draft with further clues that its solution allows, as far as its maker can drop them again, at random
    where there are several for a cell.
    """
    puzzle, maker = PUZZLES[own.board.puzzle], MAKERS[own.board.puzzle]
    if maker.spare is None:
        return own
    found: dict[Cell, GivenValue] = {}
    for cell, value in random.shuffled(puzzle.clues.addable(own.board)):
        if cell not in found and is_solution(puzzle.clues.added(own.board, [(cell, value)]), own):
            found[cell] = value
    board = puzzle.clues.added(own.board, list(found.items()))
    droppable = {*maker.spare(random, board).order}
    board = puzzle.clues.added(own.board, [clue for clue in found.items() if clue[0] in droppable])
    return Draft(board, puzzle.rewritten(board, own.solution)) if is_solution(board, own) else own


class Differences(NamedTuple):
    """The differences between two boards of one type and size: the numbers of clues that the second lacks, of those
    that it has in addition, of those with another value, and of cells in another room.
    """

    removed: int = 0
    added: int = 0
    changed: int = 0
    rooms: int = 0

    def in_words(self) -> str:
        """Return the differences for people, such as `6 clues taken away, 2 added`."""
        words = [f"{self.removed} clue{'s' * (self.removed != 1)} taken away"] if self.removed else []
        words += [f"{self.added}{'' if words else ' clue' + 's' * (self.added != 1)} added"] if self.added else []
        words += [f"{self.changed} clue{'s' * (self.changed != 1)} changed"] if self.changed else []
        words += [f"{self.rooms} cell{'s' * (self.rooms != 1)} in another room"] if self.rooms else []
        return ", ".join(words)


def differences(old: Board, new: Board) -> Differences:
    """Return the differences between a board and a new one of the same type and size."""
    clues = PUZZLES[old.puzzle].clues
    has_rooms = clues.are_rooms or may_move_cells(old)
    rooms = max(_in_other_rooms(old, new), _in_other_rooms(new, old)) if has_rooms else 0
    if clues.are_rooms:
        return Differences(rooms=rooms)
    before, after = ({cell: clues.value(board, cell) for cell in clues.optional(board)} for board in (old, new))
    changed = sum(before[cell] != after[cell] for cell in before.keys() & after.keys())
    return Differences(len(before.keys() - after.keys()), len(after.keys() - before.keys()), changed, rooms)


def _in_other_rooms(old: Board, new: Board) -> int:
    """Return the number of cells that are not in the room with which their old room has most cells in common."""
    rooms: dict[int, list[int]] = {}
    for r, c in old.cells():
        rooms.setdefault(old.givens["regions"][r][c], []).append(new.givens["regions"][r][c])
    return sum(len(found) - max(map(found.count, found)) for found in rooms.values())
