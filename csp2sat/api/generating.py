"""New boards with one solution, which the settings' solver confirms."""

from __future__ import annotations

from ..base.plugins import UnknownPart
from ..generating.boards import generate
from ..generating.makers import MAKERS
from ..generating.spec import Draft
from ..puzzles.names import puzzle_named, suggested
from ..solving.trace import Trace
from .pipelines import folder_for, pipeline_of
from .settings import Settings

SEEDS = 1_000_000  # of which one is taken where none is given


def puzzle_to_make(said: str) -> str:
    """The puzzle that is called so, if boards of it can be made; else UnknownPart says which can."""
    puzzle = puzzle_named(said)
    if puzzle is None:
        raise UnknownPart(f"no generator {said!r}; {suggested(said)}")
    if puzzle not in MAKERS:
        raise UnknownPart(f"there is no generator of {puzzle} boards; `csp2sat puzzles` says of which there is one")
    return puzzle


def random_seed() -> int:
    """A seed, where none is given."""
    from random import SystemRandom

    return SystemRandom().randrange(SEEDS)


def new_board(
    puzzle: str,
    size: tuple[int, int],
    seed: int,
    settings: Settings,
    trace: Trace | None = None,
    deadline: float | None = None,
) -> tuple[Draft, str]:
    """A board with its only solution, and the name of the solver that confirmed it.

    puzzle: by any of its names.  size: rows and columns.  The same arguments give the same board.  Raises UsageError
    for a size that cannot be, UnknownPart, NoBoard, SolverError and LimitReached.
    """
    puzzle = puzzle_to_make(puzzle)
    with folder_for() as folder:
        pipeline = pipeline_of(settings, folder, trace=trace, deadline=deadline)
        return generate(puzzle, *size, seed, pipeline), pipeline.solver.name
