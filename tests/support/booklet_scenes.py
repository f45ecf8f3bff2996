"""Boards for booklets, with their solutions, without a solver."""

from __future__ import annotations

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.spec import PUZZLES, Board, Solution

SEVERAL = "; Slitherlink Puzzle\nsize 4 4\n. 2 . .\n. . 3 .\n. . . .\n. 1 . .\n"
NONE = "; Slitherlink Puzzle\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n"


def pair(kind: str) -> tuple[Board, Solution]:
    """The sample of a kind with its solution."""
    board = sample(PUZZLES[kind])
    found = read(PUZZLES[kind].samples[0][1] or "", board)
    assert found is not None
    return board, found.solution


def board_of(text: str) -> Board:
    return read_board(Source("<text>", text))


def blank_masyu(rows: int, cols: int) -> Board:
    return Board("masyu", rows, cols, ["." * cols] * rows)
