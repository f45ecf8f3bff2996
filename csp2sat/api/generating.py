"""New boards with one solution, which the settings' solver confirms."""

from __future__ import annotations

from ..generating.boards import generate
from ..generating.spec import MAKERS, Draft
from ..solving.trace import Trace
from .pipelines import folder_for, pipeline_of
from .settings import Settings

SEEDS = 1_000_000  # of which one is taken where none is given


def usual_size(puzzle: str) -> tuple[int, int]:
    """Rows and columns where nothing is said."""
    return MAKERS[puzzle].usual, MAKERS[puzzle].usual


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

    size: rows and columns.  The same arguments give the same board.  Raises UsageError for a size that cannot be,
    NoBoard, SolverError and LimitReached.
    """
    with folder_for() as folder:
        pipeline = pipeline_of(settings, folder, trace=trace, deadline=deadline)
        return generate(puzzle, *size, seed, pipeline), pipeline.solver.name
