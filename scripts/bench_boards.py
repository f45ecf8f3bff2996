"""Boards to CNF: clauses a second of CPU time, for each kind of puzzle.

    python scripts/bench_boards.py FOLDER [--boards 2] [--runs 5] [--kinds akari,sudoku] [--profile]

FOLDER: a folder for each kind, with boards as JSON.  Of each kind the largest boards are read, modelled and encoded to
a CNF and its map, in this process; the smallest one has warmed it up, so that importing is not measured.  Printed are
the CPU seconds of the quickest of the runs, those of model and of everything, and clauses a second of everything.
--profile: the functions that take longest, instead.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench_frame import Table, arguments, positive

from csp2sat.api.problems import load, load_board
from csp2sat.api.writing.encoding import exact_attempt
from csp2sat.encoder import files
from csp2sat.encoder.options import EncoderOptions
from csp2sat.puzzles.spec import PUZZLES

SHOWN = 25  # functions of a profile


class Measured(NamedTuple):
    """Clauses, and CPU seconds of the model and of everything."""

    clauses: int
    model: float
    all: float


def encode(path: Path, folder: Path) -> Measured:
    """One run."""
    start = time.process_time()
    found = load(str(path))
    model = exact_attempt(found).model()
    modelled = time.process_time()
    written = files.write(model, found.digest, str(folder / "f.cnf"), str(folder / "f.map"), EncoderOptions())
    return Measured(written.num_clauses, modelled - start, time.process_time() - start)


def area(path: Path) -> int:
    """Cells of a board."""
    board = load_board(path)
    return board.rows * board.cols


def largest(folder: Path, count: int) -> list[Path]:
    """The smallest board, then the largest ones, by their cells.  SystemExit if there is none, or no such puzzle."""
    if folder.name not in PUZZLES:
        sys.exit(f"{folder}: there is no puzzle {folder.name}")
    found = sorted(folder.glob("*.json"), key=area)
    return [found[0], *found[-count:]] if found else sys.exit(f"{folder}: there are no boards as JSON")


def kinds_of(folder: Path) -> list[str]:
    """The puzzles that have a folder.  SystemExit if there is none."""
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder")
    found = sorted(path.name for path in folder.iterdir() if path.name in PUZZLES and any(path.glob("*.json")))
    return found or sys.exit(f"{folder}: there is no folder of a puzzle with boards as JSON in it, such as `akari`")


def profile(work: Callable[[], object]) -> None:
    """Print where the time goes."""
    with cProfile.Profile() as found:
        work()
    pstats.Stats(found).sort_stats("tottime").print_stats(SHOWN)


def main() -> None:
    parser = arguments(__doc__, runs=5, kinds=True)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=positive, default=2, help="of each kind, the largest")
    parser.add_argument("--profile", action="store_true", help="print the functions that take longest")
    options = parser.parse_args()
    kinds = options.kinds or kinds_of(options.folder)
    table = Table("board", 34, {"clauses": "10", "model s": "9.3f", "all s": "9.3f", "k clauses/s": "12.0f"})
    with tempfile.TemporaryDirectory() as name:
        for kind in kinds:
            smallest, *boards = largest(options.folder / kind, options.boards)
            encode(smallest, Path(name))
            for path in boards:
                if options.profile:
                    profile(lambda path=path: encode(path, Path(name)))
                    continue
                best = min((encode(path, Path(name)) for _ in range(options.runs)), key=lambda run: run.all)
                table.line(path.stem, (*best, best.clauses / best.all / 1000))


if __name__ == "__main__":
    main()
