"""New boards with exactly one solution, confirmed by the solver of the settings."""

from __future__ import annotations

from ..base.plugins import UnknownPart
from ..errors import UsageError
from ..generating.boards import NoBoard, check_size, confirm, thinned
from ..generating.dropping import Thinned
from ..generating.givens import ANY_GIVENS, check_givens
from ..generating.givens import WantedGivens as WantedGivens
from ..generating.makers import MAKERS
from ..generating.spec import Draft
from ..puzzles.formats.spec import FORMATS, written_formats
from ..puzzles.names import puzzle_named, suggested
from ..puzzles.spec import PUZZLES, Board
from ..reasoning.statements import statements
from ..solving.trace import Trace
from .pipelines import folder_for, pipeline_of, warn_of_hints
from .settings import Settings
from .writing.converting import DRAWN
from .writing.puzzles import sample

TINY = 9  # cells: the givens of so small a board may be its solution
LEAST_SHARE = 3  # 1/3 of the values of a new board are open at least
SEEDS = 1_000_000  # of which one is taken where none is given


def puzzle_to_make(name: str) -> str:
    """Return the proper name of the kind with that name; raise UnknownPart, with a hint, if no boards of the kind can
    be generated.
    """
    puzzle = puzzle_named(name)
    if puzzle is None:
        raise UnknownPart(f"no kind of puzzle {name!r}; {suggested(name)}")
    if puzzle not in MAKERS:
        raise UnknownPart(f"{puzzle} boards cannot be generated; `csp2sat puzzles` says of which kinds boards can")
    return puzzle


def check(puzzle: str, rows: int, cols: int, to: str, wanted: WantedGivens = ANY_GIVENS) -> None:
    """Raise UsageError if boards of a puzzle cannot have `rows` and `cols`, or not the wanted givens, or if a format
    cannot represent such boards.

    puzzle: by its proper name.  to: one of FORMATS or DRAWN.
    """
    check_size(puzzle, rows, cols)
    check_givens(sample(PUZZLES[puzzle]), rows, cols, wanted)
    if to in FORMATS:
        _ = FORMATS[to].write(sample(PUZZLES[puzzle]))
    elif to not in DRAWN:
        raise UsageError(f"--to {to}: expected one of {', '.join((*written_formats(), *DRAWN))}")


def size_or_usual(name: str, rows: int | None, cols: int | None) -> tuple[int, int]:
    """Return the rows and columns of a new board: as given; one number for both if only one is given; the usual size of
    the kind of puzzle if none is given.

    name: of the kind.  rows, cols: None where not given.
    """
    usual = MAKERS[puzzle_to_make(name)].usual_size()
    height, width = (rows, cols) if rows is not None else (cols, cols)
    if height is None:
        return usual
    return height, height if width is None else width


def random_seed() -> int:
    """Return a random seed, from 0 to SEEDS - 1, for calls without one."""
    from random import SystemRandom

    return SystemRandom().randrange(SEEDS)


def new_board(
    puzzle: str,
    size: tuple[int, int],
    seed: int,
    settings: Settings,
    trace: Trace | None = None,
    deadline: float | None = None,
    wanted: WantedGivens = ANY_GIVENS,
) -> tuple[Draft, str]:
    """Generate a board with exactly one solution; return both, and the name of the solver that confirmed the solution.

    puzzle: any name of the kind.  size: rows and columns.  The same arguments, with the same `seed`, give the same
    board.  deadline: on the monotonic clock; None: from the settings' timeout.  wanted: its givens.  Raise UsageError
    for an impossible size or impossible givens, UnknownPart, NoBoard, SolverError and LimitReached.
    """
    draft = new_way(puzzle, size, seed, trace, wanted).draft
    return draft, confirmed(draft, settings, trace, deadline)


def new_way(
    puzzle: str, size: tuple[int, int], seed: int, trace: Trace | None = None, wanted: WantedGivens = ANY_GIVENS
) -> Thinned:
    """Generate a board as `new_board` does, which no solver of the settings has confirmed, with the way to it from a
    board with more givens.

    puzzle, size, seed, wanted: as there, and the errors are the same.
    """
    puzzle = puzzle_to_make(puzzle)
    check_size(puzzle, *size)
    check_givens(sample(PUZZLES[puzzle]), *size, wanted)
    found = thinned(puzzle, *size, seed, wanted, trace)
    check_open(found.draft.board, wanted)
    return found


def check_open(board: Board, wanted: WantedGivens) -> None:
    """Raise UsageError if the wanted number of givens leaves so few values open that the board is no puzzle, and
    NoBoard if a tiny board has no open value although the fewest givens were taken.
    """
    if wanted.number is None and board.rows * board.cols > TINY:
        return
    count, every = open_values(board)
    if wanted.number is None:
        if not count:
            size = f"{board.rows}x{board.cols}"
            raise NoBoard(f"the givens of this {board.puzzle} of {size} are its solution; expected a larger size")
    elif count * LEAST_SHARE < every:
        least = -(-every // LEAST_SHARE)
        raise UsageError(f"{wanted.number} givens leave {count} of {every} values open; expected at least {least} open")


def confirmed(draft: Draft, settings: Settings, trace: Trace | None = None, deadline: float | None = None) -> str:
    """Return the name of the solver of the settings, which has found the draft's solution, and no other.

    deadline: on the monotonic clock; None: from the settings' timeout.  Raise NotUnique, SolverError and LimitReached.
    """
    with folder_for() as folder:
        pipeline = pipeline_of(settings, folder, trace=trace, deadline=deadline)
        warn_of_hints(pipeline)
        confirm(draft, pipeline)
        return pipeline.solver.name


def open_values(board: Board) -> tuple[int, int]:
    """Return the number of values that no given states outright, and the number of all values: of cells, edges, or
    what else a solution has values for.
    """
    found = statements(board)
    stated = {abs(literal): literal > 0 for literal in found.stated}
    names = {atom.name for atom in found.atoms.values()}
    fixed = {atom.name for at, atom in found.atoms.items() if at in stated and (stated[at] or atom.value is None)}
    return len(names - fixed), len(names) + len(found.constants)


def is_puzzle(board: Board) -> bool:
    """Whether enough values of a board are open to be a puzzle."""
    count, every = open_values(board)
    return count * LEAST_SHARE >= every
