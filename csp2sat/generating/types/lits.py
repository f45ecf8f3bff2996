"""LITS: random tetrominoes, and rooms that grow around them.

The rooms are all that is given, so no room can be left out.  All other solutions that were found stay in a list, and
cells move into neighbouring rooms until these have no solution in the list.  If that fails because of a solution, this
one becomes the wanted solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...base.portable_random import RandomSource
from ...puzzles.deductions.room_shapes import shape
from ...puzzles.kit.checks import neighbours, shaded_cells
from ...puzzles.kit.random.rooms import grown, numbered
from ...puzzles.kit.random.shadings import is_connected, shading_rows
from ...puzzles.spec import Board, Cell
from ...puzzles.types.lits import PUZZLE
from ..from_models import other_solution
from ..spec import Draft, Maker

DRAWS = 10  # of a tetromino, for each cell of the board
ROUNDS = 1000  # other solutions, at most
MOVES = 40  # of cells, until another solution becomes the wanted one
CHANGES = 40  # of the wanted solution, for one other solution
AT_RANDOM = 0.2  # chance that any cell moves, not the one after which the fewest solutions in the list are left
BESIDE = 0.3  # chance that cells beside those where solutions differ may move, too

Shaded = frozenset[Cell]
Move = tuple[Cell, int]  # a cell, and the room to which it moves


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none: the rooms change
    until they exclude each other solution that is found.
    """
    search = _Search(random, rows, cols)
    for _ in range(ROUNDS):
        draft = Draft(search.board(), shading_rows(search.wanted, rows, cols))
        other = other_solution(random, *draft)
        if other is None:
            return draft
        if not search.exclude(frozenset(shaded_cells(other, rows, cols))):
            return None
    return None


class _Search:
    """Rooms, their wanted solution, and a list of other solutions that earlier rooms had; a solution is the set of its
    shaded cells.
    """

    def __init__(self, random: RandomSource, rows: int, cols: int):
        self._random, self._rows, self._cols = random, rows, cols
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        piece = random_tetrominoes(random, cells)
        self._room = {cell: piece[seed] for cell, seed in grown(random, cells, piece).items()}
        self.wanted: Shaded = frozenset(piece)
        self._others = list[Shaded]()

    def board(self) -> Board:
        """Return the board with the rooms."""
        regions = numbered(self._rows, self._cols, self._room.__getitem__)
        return Board(PUZZLE.name, self._rows, self._cols, {"regions": regions})

    def exclude(self, found: Shaded) -> bool:
        """Add another solution to the list, and move cells into other rooms until the list has no solution of these
        rooms; return False if CHANGES changes of the wanted solution are not enough, else True.
        """
        self._others.append(found)
        for step in range(CHANGES * MOVES):
            wrong = [each for each in self._others if not self._excess(each) and self._is_solution(each)]
            if not wrong:
                return True
            other = self._random.pick(wrong)
            if (step + 1) % MOVES == 0:
                self._others[self._others.index(other)], self.wanted = self.wanted, other
            else:
                self._move(other, wrong)
        return False

    def _is_solution(self, shaded: Shaded) -> bool:
        return not PUZZLE.broken_rules(self.board(), shading_rows(shaded, self._rows, self._cols))

    def _excess(self, shaded: Shaded) -> dict[int, int]:
        """Return the number of shaded cells beyond four for each room that has not four."""
        return {
            room: number - 4 for room, number in Counter(self._room[cell] for cell in shaded).items() if number != 4
        }

    def _move(self, other: Shaded, wrong: list[Shaded]) -> None:
        """Move a cell, in or beside the cells that only the other solution shades, into a neighbouring room, so that
        few solutions in the list are solutions of the rooms.  Change nothing if no such cell can move.

        wrong: the solutions in the list that the rooms have now.
        """
        near = set(other - self.wanted)
        if self._random.chance(BESIDE):
            near |= {each for cell in sorted(near) for each in neighbours(cell)}
        moves = self._random.shuffled(self._moves(sorted(near)))
        if moves and self._random.chance(AT_RANDOM):
            del moves[1:]
        excess = [(each, found) for each in self._others if len(found := self._excess(each)) == 2]

        def left(move: Move) -> int:
            cell, to = move
            repaired = {self._room[cell]: 1, to: -1}
            return sum(cell not in each for each in wrong) + sum(
                cell in each and found == repaired for each, found in excess
            )

        if moves:
            cell, room = min(moves, key=left)
            self._room[cell] = room

    def _moves(self, cells: Iterable[Cell]) -> Iterator[Move]:
        """Yield each move of one of the cells, if the wanted solution does not shade the cell and the room stays
        connected.
        """
        for cell in cells:
            if cell in self._room and cell not in self.wanted:
                own = self._room[cell]
                if is_connected({each for each, room in self._room.items() if room == own and each != cell}):
                    rooms = {self._room.get(near, own) for near in neighbours(cell)} - {own}
                    yield from ((cell, room) for room in sorted(rooms))


def random_tetrominoes(random: RandomSource, cells: list[Cell]) -> dict[Cell, int]:
    """Return the number of the tetromino that shades a cell, for each shaded cell of a random shading of `cells`.

    The shaded cells are connected, have no 2 x 2 block, and equal tetrominoes are not side by side.
    """
    free, piece, shapes = set(cells), dict[Cell, int](), list[str]()
    for _ in range(DRAWS * len(cells)):
        near = {near for cell in piece for near in neighbours(cell)} if piece else free
        found = _four(random, free, sorted(near & free))
        kind = shape(tuple(found)) if len(found) == 4 else "O"
        beside = {piece[near] for cell in found for near in neighbours(cell) if near in piece}
        if kind == "O" or kind in {shapes[each] for each in beside} or _has_block({*piece, *found}, found):
            continue
        piece |= dict.fromkeys(found, len(shapes))
        shapes.append(kind)
        free -= set(found)
    return piece


def _four(random: RandomSource, free: set[Cell], starts: list[Cell]) -> list[Cell]:
    """Return up to four random connected free cells, one of them a random one of `starts`; [] without starts."""
    found = [random.pick(starts)] if starts else []
    for _ in range(3 if starts else 0):
        near = sorted({near for cell in found for near in neighbours(cell)} & free - set(found))
        found += [random.pick(near)] if near else []
    return sorted(found)


def _has_block(shaded: set[Cell], cells: Iterable[Cell]) -> bool:
    """Whether one of the cells is in a 2 x 2 block of shaded cells."""
    corners = ((r - i, c - j) for r, c in cells for i in (0, 1) for j in (0, 1))
    return any({(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} <= shaded for r, c in corners)


MAKER = Maker(attempt, least=4, minimal=False)
