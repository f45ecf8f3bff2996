"""Boards in the current folder, and what `csp2sat hint` says of a text beside one of them."""

from pathlib import Path

from csp2sat.puzzles.spec import PUZZLES
from support.run_command import run

SUDOKU = PUZZLES["sudoku"].samples[0][0]  # 4123 2314 1432 3241
AKARI = "; Akari\nsize 3 2\n1 - -\n- - 1\n"  # its lights: row 1, column 2 and row 2, column 2, or others
NO_LOOP = "; Slitherlink\nsize 3 3\n3 - 0\n- 2 -\n0 - 3\n"
SKYSCRAPERS = """; Skyscrapers Puzzle
size 4 4
top
- - - -
bottom
2 - - -
left
- 2 4 -
right
3 - - -
grid
- - - -
- - - -
- - - -
- - - -
"""


def written(folder: Path) -> Path:
    """Write the boards into a folder, and return the folder."""
    (folder / "s.txt").write_text(SUDOKU)
    (folder / "a.txt").write_text(AKARI)
    (folder / "nine.txt").write_text("; Sudoku\n" + "- - - - - - - - -\n" * 9)
    return folder


def hint(board: str, partial: str, *words: str):
    Path("p.txt").write_text(partial)
    return run("hint", board, "p.txt", *words)
