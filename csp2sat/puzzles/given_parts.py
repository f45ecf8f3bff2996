"""Clues in several parts of the givens: values of cells, and beside them signs, sums of cages or of lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..model.model import Origin
from .notation import GivenValue
from .spec import Board, Cell, Clue, Clues, Reading


class GivenPlace(tuple[int, int]):
    """The place of a clue that is not the value of its cell, such as a sign between this cell and the next one.

    part: the name of the part of the givens that has the clue.  A place differs from the cell and from the places of
    other parts there.
    """

    part: str

    def __new__(cls, cell: Cell, part: str) -> GivenPlace:
        self = super().__new__(cls, cell)
        self.part = part
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GivenPlace) and tuple(self) == tuple(other) and self.part == other.part

    def __ne__(self, other: object) -> bool:  # a tuple has one of its own
        return not self == other

    def __hash__(self) -> int:
        return hash((*self, self.part))

    def __getnewargs__(self) -> tuple[Cell, str]:
        return tuple(self), self.part  # type: ignore[return-value]


def plain_cells(places: Collection[Cell]) -> list[Cell]:
    """Return the cells of the places of clues."""
    return [(row, column) for row, column in places]


@dataclass(frozen=True)
class PartClues:
    """The clues in one part of the givens, each at a cell.

    part: the name of the part, in the places of its clues.
    given: board -> the value at each cell that may have a clue of this part; `blank` for no clue.
    written: board, values of cells -> the board with these values in the part.
    more: board, cell -> the values that might be written there.
    origin: cell, value -> the origin of the constraint that states the clue.
    place: cell -> the place of a clue for people.
    titled: cell, value -> the clue with this value for people.
    exclusive: as in `Clues`.
    may_lack: whether a board may have no clue at a place.
    reading, has_all: as in `Clues`.
    """

    part: str
    given: Callable[[Board], Mapping[Cell, GivenValue]]
    written: Callable[[Board, Mapping[Cell, GivenValue]], Board]
    more: Callable[[Board, Cell], Iterable[GivenValue]]
    origin: Callable[[Cell, GivenValue], Origin]
    place: Callable[[Cell], str]
    titled: Callable[[Cell, str], str]
    blank: GivenValue = None
    exclusive: bool = True
    may_lack: bool = True
    reading: Callable[[Board, Cell], Reading | None] = lambda board, cell: None
    has_all: Callable[[Board, Cell], bool] = lambda board, cell: True


class ManyClues(Clues):
    """The clues in cells (`inside`), and those of the parts, each at a `GivenPlace`.

    total: the first words of the rule of the whole board that the clues of two parts have the same total, since one
    counts in each row what the other counts in each column; '' if they do not.
    """

    def __init__(self, inside: Clues, *parts: PartClues, total: str = ""):
        self._total = total
        self._inside, self._parts = inside, {each.part: each for each in parts}
        self.in_rules = inside.in_rules
        self.exclusive = inside.exclusive and all(each.exclusive for each in parts)

    def _places(self, board: Board, given: bool) -> Iterator[tuple[PartClues, Cell, GivenValue]]:
        """Yield each part with each of its cells that have a clue if `given`, else that have none, and the value."""
        for part in self._parts.values():
            yield from (
                (part, cell, value) for cell, value in part.given(board).items() if (value != part.blank) == given
            )

    def given_cells(self, board: Board) -> set[Cell]:
        return self._inside.given_cells(board).union(self.optional(board))

    def optional(self, board: Board) -> list[Cell]:
        found = (GivenPlace(cell, part.part) for part, cell, _ in self._places(board, given=True))
        return [*self._inside.optional(board), *found]

    def without(self, board: Board, cells: Collection[Cell]) -> Board:
        board = self._inside.without(board, [cell for cell in cells if not isinstance(cell, GivenPlace)])
        return self._with(
            board, [(cell, self._parts[cell.part].blank) for cell in cells if isinstance(cell, GivenPlace)]
        )

    def owner(self, board: Board) -> Callable[[Origin], Cell | None]:
        inside = self._inside.owner(board)
        stated = {
            part.origin(cell, value): GivenPlace(cell, part.part)
            for part, cell, value in self._places(board, given=True)
        }
        return lambda origin: stated.get(origin) or inside(origin)

    def is_total(self, origin: Origin) -> bool:
        return bool(self._total) and origin.kind == "rule" and origin.rule.startswith(self._total)

    def place(self, board: Board, cell: Cell) -> str:
        return (
            self._parts[cell.part].place(_cell(cell))
            if isinstance(cell, GivenPlace)
            else self._inside.place(board, cell)
        )

    def titled(self, board: Board, cell: Cell, value: str) -> str:
        if isinstance(cell, GivenPlace):
            return self._parts[cell.part].titled(_cell(cell), value)
        return self._inside.titled(board, cell, value)

    def value(self, board: Board, cell: Cell) -> GivenValue:
        if isinstance(cell, GivenPlace):
            return self._parts[cell.part].given(board)[_cell(cell)]
        return self._inside.value(board, cell)

    def balance(self, board: Board, cell: Cell) -> int:
        if not self._total or not isinstance(cell, GivenPlace):
            return 0
        return 1 if cell.part == next(iter(self._parts)) else -1

    def addable(self, board: Board) -> Iterator[Clue]:
        yield from self._inside.addable(board)
        for part, cell, _ in self._places(board, given=False):
            yield from ((GivenPlace(cell, part.part), value) for value in part.more(board, cell))

    def possible(self, board: Board, cell: Cell) -> Iterable[GivenValue]:
        if isinstance(cell, GivenPlace):
            return self._parts[cell.part].more(board, _cell(cell))
        return self._inside.possible(board, cell)

    def reading(self, board: Board, cell: Cell) -> Reading | None:
        if isinstance(cell, GivenPlace):
            return self._parts[cell.part].reading(board, _cell(cell))
        return self._inside.reading(board, cell)

    def has_all(self, board: Board, cell: Cell) -> bool:
        if isinstance(cell, GivenPlace):
            return self._parts[cell.part].has_all(board, _cell(cell))
        return self._inside.has_all(board, cell)

    def may_lack(self, cell: Cell) -> bool:
        return not isinstance(cell, GivenPlace) or self._parts[cell.part].may_lack

    def fresh(self, board: Board) -> Iterator[Clue]:
        return self._inside.fresh(board)

    def added(self, board: Board, clues: Collection[Clue]) -> Board:
        board = self._inside.added(board, [clue for clue in clues if not isinstance(clue[0], GivenPlace)])
        return self._with(board, clues)

    def _with(self, board: Board, clues: Collection[Clue]) -> Board:
        """Return the board with those clues that are at a `GivenPlace`, each written to the part that the place names;
        other clues are ignored, as these are clues in cells.  The `blank` of a part as the value removes a clue.
        """
        for part in self._parts.values():
            values = {_cell(at): value for at, value in clues if isinstance(at, GivenPlace) and at.part == part.part}
            board = part.written(board, values) if values else board
        return board


def _cell(at: Cell) -> Cell:
    row, column = at
    return row, column


def listed_values(
    key: str, areas: Callable[[Board], Sequence[Sequence[Cell]]]
) -> tuple[Callable[[Board], dict[Cell, GivenValue]], Callable[[Board, Mapping[Cell, GivenValue]], Board]]:
    """Return `given` and `written` of a part of the givens that is a list, with a value for each area, whose place is
    its first cell.
    """

    def given(board: Board) -> dict[Cell, GivenValue]:
        return {cells[0]: value for cells, value in zip(areas(board), board.givens[key], strict=True)}

    def written(board: Board, values: Mapping[Cell, GivenValue]) -> Board:
        listed = list({**given(board), **values}.values())
        return Board(board.puzzle, board.rows, board.cols, {**board.givens, key: listed})

    return given, written


def named(name: str) -> tuple[Callable[[Cell], str], Callable[[Cell, str], str]]:
    """Return `place` and `titled` of a part whose clues have this name, such as `cage`."""
    return (lambda cell: f"the {name} at {_shown(cell)}"), (lambda cell, value: f"{name} {value} at {_shown(cell)}")


def _shown(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
