"""Clues on the four sides of a board.

In the givens `top`, `bottom`, `left` and `right` are lists with 0 or `.` for no clue.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...base.portable_random import RandomSource
from ...model.model import Origin
from ..drawing.picture import Mark, outside
from ..givens import GivenSection
from ..notation import GivenValue, PlayerBlocks
from ..sites import player_count, player_count_token
from ..spec import Board, Cell, Clue, Clues

SIDES = ("top", "bottom", "left", "right")
EACH = dict(zip(SIDES, SIDES, strict=True))
SIDE_SYMBOLS = """\
`top`, `bottom`: a value for each column, from left to right, `-` none
`left`, `right`: a value for each row, from top to bottom, `-` none"""
FOUR = (("top", "cols"), ("bottom", "cols"), ("left", "rows"), ("right", "rows"))  # for `codes.sections`


def side_sections(strings: bool = False) -> tuple[GivenSection, ...]:
    """Return the sections of the four sides in the givens: each a list, or a string if `strings`."""
    return tuple(
        GivenSection(side, side, "one", "cols" if each == "cols" else "rows", strings=strings) for side, each in FOUR
    )


def beside(board: Board, keys: Mapping[str, str] = EACH) -> Iterator[tuple[str, int, GivenValue]]:
    """Yield each clue beside the board as its side, its column or row, and its value.

    `keys` maps each side that may have clues to the key of its list in the givens.  A place without a clue has 0 or `.`
    in its list if `keys` is EACH (all four sides), else None.
    """
    no_clue = (0, ".") if keys is EACH else (None,)
    for side, key in keys.items():
        yield from ((side, at, value) for at, value in enumerate(board.givens[key]) if value not in no_clue)


def from_side(board: Board, side: str, at: int) -> list[Cell]:
    """Return the cells of column or row `at` as they are seen from the side `side`, the nearest one first."""
    down = [(r, at) for r in range(board.rows)]
    across = [(at, c) for c in range(board.cols)]
    return {"top": down, "bottom": down[::-1], "left": across, "right": across[::-1]}[side]


def named(side: str, at: int) -> str:
    """Return the name of a clue's place for people, such as `top of column 1`; `at` counts columns or rows from 0."""
    return f"{side} of {'column' if side in ('top', 'bottom') else 'row'} {at + 1}"


def side_cell(board: Board, side: str, at: int) -> Cell:
    """Return the cell outside the board where the clue at column or row `at` of the side `side` stands.

    Row -1 is above the board, column -1 to its left.
    """
    return {"top": (-1, at), "bottom": (board.rows, at), "left": (at, -1), "right": (at, board.cols)}[side]


def side_of(board: Board, cell: Cell) -> tuple[str, int]:
    """Return the side, and the column or row, of a cell outside the board: the inverse of `side_cell`."""
    r, c = cell
    if 0 <= c < board.cols:
        return "top" if r < 0 else "bottom", c
    return "left" if c < 0 else "right", r


def beside_marks(board: Board, solution: object = None, keys: Mapping[str, str] = EACH) -> list[Mark]:
    """Return the marks of the clues beside the board for a drawing; `keys` is as in `beside`."""
    return [outside(board, *each) for each in beside(board, keys)]


def player_sides(found: PlayerBlocks, value: Callable[[int | None], GivenValue]) -> dict[str, list[GivenValue]]:
    """Return the clues of all four sides from the blocks of a file of puzz.link's player.

    `value` maps a number, or None for no clue, to the value in the givens.
    """
    sides = {**found, **{side: [line[0] for line in found[side]] for side in ("top", "left")}}
    return {side: [value(player_count(token)) for token in sides[side]] for side in SIDES}


def player_table(number: Callable[[GivenValue], int] = int) -> Callable[[Board], PlayerBlocks]:
    """Return a function that makes the blocks of a board for a file of puzz.link's player: the tokens of the clues on
    each side, in `top` and `left` each as a list of its own, and as `inside` the rows of cells.

    `number` maps a clue, or the value of a cell, to its number, or to 0 for a blank.
    """

    def blocks(board: Board) -> PlayerBlocks:
        beside = {side: [player_count_token(number(value) or None) for value in board.givens[side]] for side in SIDES}
        outer = {side: [[token] for token in beside[side]] for side in ("top", "left")}
        counts = [[number(value) for value in row] for row in board.values()]
        return {**beside, **outer, "inside": [[f"q{n}" if n else "." for n in row] for row in counts]}

    return blocks


def side_origin(board: Board, side: str, at: int, name: str) -> Origin:
    """Return the origin of a constraint that follows from the clue at column or row `at` of the side `side`.

    `name` describes the clue, such as `number 3`.
    """
    return Origin("beside", *side_cell(board, side, at), f"{name} at the {named(side, at)}")


def all_clues(seen: Callable[[list[GivenValue]], GivenValue]) -> Callable[[RandomSource, Board, GivenValue], Board]:
    """Return a function that writes a solution into the cells, and all clues that follow from it beside the board.

    `seen` gets the values of a row or column, the nearest to the clue first, and returns the clue.
    """

    def written(random: RandomSource, board: Board, solution: Sequence[Sequence[GivenValue]]) -> Board:
        def clue(side: str, at: int) -> GivenValue:
            return seen([solution[r][c] for r, c in from_side(board, side, at)])

        clues = {side: [clue(side, at) for at in range(len(board.givens[side]))] for side in SIDES}
        lists = {side: "".join(each) if isinstance(board.givens[side], str) else each for side, each in clues.items()}
        return replace(board, givens={**board.givens, **lists, "grid": solution})

    return written


class SideClues(Clues):
    """Clues beside the board, each at the place of its `side_cell`, and perhaps clues in the cells of the board.

    keys: for each side that may have clues the key of its list in the givens.
    none: the value in these lists for no clue.
    more: board -> the values that might be written beside it.
    inside: the clues in the cells.
    are_counts: whether the clues count the same things in each row and in each column.
    """

    def __init__(
        self,
        keys: Mapping[str, str],
        none: object,
        more: Callable[[Board], Collection[GivenValue]] = lambda board: (),
        inside: Clues | None = None,
        are_counts: bool = False,
    ):
        self._are_counts = are_counts
        self._keys, self._none, self._more, self._inside = keys, none, more, inside or Clues()

    def _beside(self, board: Board, given: bool) -> list[Cell]:
        """Return the places beside the board that have a clue if `given`, else the places without a clue."""
        found = ((side, at, value) for side, key in self._keys.items() for at, value in enumerate(board.givens[key]))
        return sorted(side_cell(board, side, at) for side, at, value in found if (value != self._none) == given)

    def _with(self, board: Board, clues: Collection[Clue]) -> Board:
        """Return the board with these clues, all of them beside the board, in its givens."""
        givens = {**board.givens, **{key: list(board.givens[key]) for key in self._keys.values()}}
        for cell, value in clues:
            side, at = side_of(board, cell)
            givens[self._keys[side]][at] = value
        strings = [key for key in self._keys.values() if isinstance(board.givens[key], str)]
        givens |= {key: "".join(givens[key]) for key in strings}
        return Board(board.puzzle, board.rows, board.cols, givens)

    def optional(self, board: Board) -> list[Cell]:
        return [*self._inside.optional(board), *self._beside(board, given=True)]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        board = self._inside.without(board, [cell for cell in cells if board.has(cell)])
        return self._with(board, [(cell, self._none) for cell in cells if not board.has(cell)])

    def place(self, board: Board, cell: Cell) -> str:
        return super().place(board, cell) if board.has(cell) else f"the {named(*side_of(board, cell))}"

    def balance(self, board: Board, cell: Cell) -> int:
        if not self._are_counts or board.has(cell):
            return 0
        return 1 if 0 <= cell[0] < board.rows else -1

    def addable(self, board: Board) -> Iterator[Clue]:
        yield from self._inside.addable(board)
        yield from ((cell, value) for cell in self._beside(board, given=False) for value in self._more(board))

    def possible(self, board: Board, cell: Cell) -> Iterable[GivenValue]:
        return self._inside.possible(board, cell) if board.has(cell) else self._more(board)

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        board = self._inside.added(board, [(cell, value) for cell, value in clues if board.has(cell)])
        return self._with(board, [(cell, value) for cell, value in clues if not board.has(cell)])

    def moved(self, board: Board, cell: Cell, to: Cell) -> Board | None:
        if board.has(cell):
            return self._inside.moved(board, cell, to)
        is_free = to in self._beside(board, given=False)
        return self._with(board, [(cell, self._none), (to, self.value(board, cell))]) if is_free else None
