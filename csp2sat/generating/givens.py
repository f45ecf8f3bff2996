"""The givens that stay on a new board: as few as possible, a number of givens, or givens in symmetric places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, get_args

from ..base.portable_random import RandomSource
from ..errors import UsageError
from ..puzzles.kit.clues import is_allowed
from ..puzzles.spec import PUZZLES, Board, Cell
from .dropping import Thinned, without_spare_givens
from .makers import MAKERS
from .spec import Draft, SpareGivens, all_clues

Symmetry = Literal["none", "rotate2", "rotate4", "mirror"]
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


class WantedGivens(NamedTuple):
    """The choice of the givens of a new board.

    symmetry: `rotate2` and `rotate4` are rotations by 180 and 90 degrees, `mirror` exchanges left and right.
    minimal: whether no given may be left out.
    number: the number of givens, not counting givens that every board of the puzzle must have; None for any number.
    """

    symmetry: Symmetry = "none"
    minimal: bool = False
    number: int | None = None

    def in_words(self) -> str:
        """Return the choice as the end of a phrase, such as ` and 24 givens and symmetry rotate2`; '' if any givens are
        right.
        """
        words = [f"{self.number} givens"] if self.number is not None else []
        words += ["no given to spare"] if self.minimal else []
        words += [f"symmetry {self.symmetry}"] if self.symmetry != "none" else []
        return "".join(f" and {each}" for each in words)


ANY_GIVENS = WantedGivens()


def check_givens(example: Board, rows: int, cols: int, wanted: WantedGivens) -> None:
    """Raise UsageError for wanted givens that no board of the puzzle can have; any givens are always right.

    This is so for both a number of givens and `minimal`, for a puzzle whose clues cannot be left out, and for a
    symmetry if the clues belong to rooms, if cells without a clue keep a mark, or for `rotate4` if rows and cols
    differ.  A number that is too great or too small is not found here.

    example: any board of the puzzle with clues, to see which clues can be left out.  rows, cols: of the new board.
    """
    if wanted == ANY_GIVENS:
        return
    puzzle, clues = example.puzzle, PUZZLES[example.puzzle].clues
    spare = (MAKERS[puzzle].spare or all_clues)(RandomSource(0), example)
    has_own_model = clues.in_rules or clues.model(example) is not None  # whose constraints do not part into clues
    if wanted.minimal and wanted.number is not None:
        raise UsageError("expected a number of givens, or as few as possible, not both")
    if MAKERS[puzzle].spare is None and (has_own_model or not spare.order):
        raise UsageError(f"{puzzle}: no given can be left out; expected no --symmetry, --minimal or --givens")
    if wanted.symmetry == "none":
        return
    if clues.extent(example) is None:
        raise UsageError(f"{puzzle}: the clues belong to rooms, not to places; expected no symmetry")
    if clues.given_cells((spare.blanked or clues.without)(example, spare.order)):
        raise UsageError(
            f"{puzzle}: a symmetry would not be seen, since a cell keeps its mark when its clue is left out;"
            " expected no --symmetry"
        )
    if wanted.symmetry == "rotate4" and rows != cols:
        raise UsageError(f"{rows}x{cols}: expected as many rows as columns for rotations by 90 degrees")


def spare_clues(random: RandomSource, full: Draft) -> SpareGivens:
    """Return, in random order, the clues of a draft of which each can be left out alone: the other clues are a board,
    and the solution of the draft, written for that board, breaks none of its rules.

    Whether that board has further solutions is not asked.
    """
    puzzle = PUZZLES[full.board.puzzle]
    spare = all_clues(random, full.board)

    def is_spare(cell: Cell) -> bool:
        board = puzzle.clues.without(full.board, [cell])
        return is_allowed(board) and not puzzle.broken_rules(board, puzzle.rewritten(board, full.solution))

    return spare._replace(order=[cell for cell in spare.order if is_spare(cell)])


def with_wanted_givens(
    random: RandomSource,
    full: Draft,
    wanted: WantedGivens,
    order: Callable[[Sequence[Cell]], Sequence[Cell]] = lambda cells: cells,
) -> Thinned | None:
    """Return the board of a draft with the wanted givens and no others, and its only solution; None if the draft leads
    to no such board.

    A draft of a puzzle whose givens all stay is returned unchanged if `wanted` is ANY_GIVENS.  order: the cells of
    spare givens in random order -> the order in which they are dropped.
    """
    maker, clues = MAKERS[full.board.puzzle], PUZZLES[full.board.puzzle].clues
    if maker.spare is None and wanted == ANY_GIVENS:
        return Thinned(full, full, (), clues.without)
    spare = spare_clues(random, full) if maker.spare is None else maker.spare(random, full.board)
    orbit = orbits(full.board, wanted.symmetry)
    spare = spare._replace(order=order(spare.order))
    found = without_spare_givens(full, spare, orbit, wanted.number or 0)
    if found is not None and wanted.minimal and not maker.minimal:
        found = _minimal(random, found, orbit)
    if found is None or wanted.number not in (None, len(clues.optional(found.draft.board))):
        return None
    return found if wanted.symmetry == "none" or _is_symmetric(random, found.draft, orbit, wanted.minimal) else None


def _minimal(random: RandomSource, found: Thinned, orbit: Callable[[Cell], tuple[Cell, ...]]) -> Thinned | None:
    """Return a board without the givens that its maker keeps and that can be left out; the way drops these together.

    orbit: as in `without_spare_givens`.
    """
    less = without_spare_givens(found.draft, spare_clues(random, found.draft), orbit)
    if less is None:
        return None
    last = [tuple(cell for each in less.dropped for cell in each)] if less.dropped else []
    return found._replace(draft=less.draft, dropped=[*found.dropped, *last])


def _is_symmetric(random: RandomSource, draft: Draft, orbit: Callable[[Cell], tuple[Cell, ...]], minimal: bool) -> bool:
    """Whether all cells of the orbit of a cell with a given have givens, and, if `minimal`, no given alone can be left
    out.
    """
    given = PUZZLES[draft.board.puzzle].clues.given_cells(draft.board)
    if not all(given.issuperset(orbit(cell)) for cell in given):
        return False
    if not minimal:
        return True
    less = without_spare_givens(draft, spare_clues(random, draft))
    return less is not None and less.draft == draft


def orbits(board: Board, symmetry: Symmetry) -> Callable[[Cell], tuple[Cell, ...]]:
    """Return a function from a place of a clue to all places to which the symmetry moves it again and again, itself
    included, in reading order.
    """
    rows, cols = PUZZLES[board.puzzle].clues.extent(board) or (board.rows, board.cols)
    step: dict[Symmetry, Callable[[Cell], Cell]] = {
        "none": lambda cell: cell,
        "rotate2": lambda cell: (rows - 1 - cell[0], cols - 1 - cell[1]),
        "rotate4": lambda cell: (cell[1], rows - 1 - cell[0]),
        "mirror": lambda cell: (cell[0], cols - 1 - cell[1]),
    }

    def orbit(cell: Cell) -> tuple[Cell, ...]:
        found = [cell]
        while (image := step[symmetry](found[-1])) != cell:
            found.append(image)
        return tuple(sorted(found))

    return orbit
