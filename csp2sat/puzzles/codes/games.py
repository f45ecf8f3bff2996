"""Simon Tatham's programs, and how their game IDs write boards."""

from __future__ import annotations

from typing import NamedTuple

from . import sgt_cells, sgt_lines, sgt_numbers
from .spec import Code


class Game(NamedTuple):
    """A program.

    puzzle: its name here.  harmless: what may follow the size (a pattern of `re`): how hard the board is, how it was
    made.  written: what has to.  variants: what else may follow it, and is a puzzle with other rules.
    doubtful: letters of the harmless ones to be warned of, as the board may have more solutions here than there.
    boxes: is the size that of a box, and not of the board?
    """

    puzzle: str
    code: Code
    harmless: str = ""
    written: str = ""
    variants: dict[str, str] = {}  # noqa: RUF012  nobody changes it
    doubtful: dict[str, str] = {}  # noqa: RUF012
    boxes: bool = False


GAMES = {
    "bridges": Game(
        "hashiwokakero",
        sgt_cells.BRIDGES,
        harmless=r"(i\d+)?(e\d+)?(m2)?L?(d\d)?",
        written="m2",
        variants={r"m[013-9]|m\d\d": "m: not two bridges at most"},
        doubtful={"L": "`L` (no loops of bridges) is no rule of hashiwokakero: a solution may have loops"},
    ),
    "filling": Game("fillomino", sgt_cells.FILLING),
    "lightup": Game("akari", sgt_cells.LIGHTUP, harmless=r"(b\d+)?(s\d+)?(r\d?)?(d\d)?"),
    "loopy": Game(
        "slitherlink",
        sgt_cells.LOOPY,
        harmless=r"(t0(?!\d))?(d\w)?",
        written="t0",
        variants={r"t([1-9]|0\d)": "t: a grid that is not of squares"},
    ),
    "pattern": Game("nonogram", sgt_lines.CODE),
    "pearl": Game("masyu", sgt_cells.PEARL, harmless=r"(d\w)?n?"),
    "rect": Game("shikaku", sgt_numbers.RECT, harmless=r"(e[\d.]+)?a?"),
    "singles": Game("hitori", sgt_cells.SINGLES, harmless=r"(d\w)?"),
    "solo": Game(
        "sudoku",
        sgt_numbers.SOLO,
        harmless=r"([rm]\d+d?|a)?(d\w)?",
        variants={"x": "x: diagonals", "j": "j: jigsaw", "k": "k: killer"},
        boxes=True,
    ),
}
PROGRAM_OF = {game.puzzle: program for program, game in GAMES.items()}
