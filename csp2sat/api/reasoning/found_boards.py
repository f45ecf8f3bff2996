"""Boards that a search for a grade has found, and the commands that make or write them."""

from __future__ import annotations

import json
from math import inf
from typing import NamedTuple

from ...errors import UsageError
from ...escaping import for_shell
from ...generating.givens import WantedGivens
from ...generating.spec import Draft
from ...puzzles.formats.spec import FORMATS
from ...puzzles.spec import Board


class Found(NamedTuple):
    """A board with its solution, the grade, and how the board was made: its seed and givens.

    grade: None if the search for steps took too long.  solver: the name of the solver that has confirmed the solution,
    '' before the confirmation.  bound: whether the grade is a lower bound, above the range or in a range that has all
    greater grades.  score: of the steps; of the steps known so far if the grade is a lower bound.  varied: whether the
    seed and the givens are not enough to make the board again.
    """

    draft: Draft
    grade: int | None
    seed: int
    wanted: WantedGivens
    solver: str = ""
    bound: bool = False
    score: float = inf
    varied: bool = False

    def command(self) -> str:
        """Return the `generate` command that makes this board, or the `convert` command that prints the board if
        no seed alone leads to the board.
        """
        board = self.draft.board
        if self.varied:
            return as_command(board)
        return command(board.puzzle, (board.rows, board.cols), self.seed, self.wanted)


def command(puzzle: str, size: tuple[int, int], seed: int, wanted: WantedGivens, own: str | None = None) -> str:
    """Return the command that makes a board.

    puzzle: the name of its kind.  size: rows and columns.  seed: of the random draws.  wanted: the choice of the
    givens.  own: the path of the setter's board whose solution the board has; None for none.
    """
    symmetry, minimal, number = wanted
    made = [puzzle, f"--size {size[0]}x{size[1]}"] if own is None else [for_shell(own)]
    words = ["csp2sat generate", *made, f"--seed {seed}"]
    words += [f"--symmetry {symmetry}"] * (symmetry != "none") + ["--minimal"] * minimal
    return " ".join(words + ([] if number is None else [f"--givens {number}"]))


def as_command(board: Board) -> str:
    """Return a command that writes a board as text, from its URL or, if it has none, from its JSON."""
    try:
        return f"csp2sat convert {for_shell(FORMATS['url'].write(board).strip())}"
    except UsageError:
        text = json.dumps(board.neutral(), separators=(",", ":"))
        return f"echo {for_shell(text)} | csp2sat convert -"
