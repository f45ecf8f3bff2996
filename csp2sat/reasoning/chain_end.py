"""The end of a chain of steps: the status, and the solution or the facts that are not decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..puzzles.facts import Fact
from ..puzzles.spec import Solution

ChainStatus = Literal["SOLVED", "STUCK", "CONTRADICTION", "LIMIT"]
TOO_LARGE = "steps would need a list of all blocks of cells, too long on this board; more time would not help"


@dataclass
class ChainEnd:
    """The end of a chain.

    solution: in the neutral form, None unless the chain is complete.  open: the facts that are not decided. seconds,
    cpu: how long the search took, by the clock and of CPU time.  by_size: whether the status is `LIMIT` because of the
    sizes or the number of possible blocks, which no time changes. wrong: the wrong ones of the facts that were known
    beside the givens, if the search knows them.  no_solution: whether the search knows that the board has none,
    although it has found no contradiction yet.  several: whether it knows that the board has several solutions.
    forced: of contradictions alone, whether they are with what single clues and rules force from the facts.
    """

    status: ChainStatus
    solution: Solution | None = None
    open: tuple[Fact, ...] = ()
    seconds: float = 0.0
    cpu: float = 0.0
    by_size: bool = False
    wrong: tuple[Fact, ...] = ()
    no_solution: bool = False
    several: bool = False
    forced: bool = False
