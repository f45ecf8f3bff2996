"""How fast does the encoder write clauses?  Clauses a second of CPU, from the text of a board to its CNF and map.

    python scripts/bench_clauses.py FOLDER [--least 5000] [--floor 250000] [--runs 5] [--kinds akari,shikaku]
        [--largest] [--whole] [--into FOLDER]

FOLDER: a folder for each kind, with boards as JSON.  Measured is `csp2sat.encode` alone, without imports, each run in a
fork of a process that has encoded a small board of the kind; of several runs the best one, for another process can make
a run slower, but nothing makes it faster.  Boards of fewer than --least clauses are left out: there the fixed costs of
two files and a header, about 4 ms, are what one would measure.  --largest: of each kind the board with the most clauses
alone, however small.  --whole: and the share of all CPU of `csp2sat solve BOARD -q`, start-up and solver among it.
--into: keep CNFs and maps there, to compare them with those of another revision.  Boards below --floor are marked, and
listed at the end.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench_frame import Table, arguments
from measured import CSP2SAT, run

import csp2sat

SLOW = 2.0  # seconds of a run that is not repeated as often


class Speed(NamedTuple):
    """What encoding a board took: CPU seconds, and how much memory grew (MiB)."""

    clauses: int
    seconds: float
    mib: float

    def rate(self) -> float:
        """Clauses a second."""
        return self.clauses / self.seconds


def resident() -> float:
    """The peak memory of this process, in MiB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def encoded(board: Path, cnf: Path) -> Speed:
    """One run, here."""
    memory, start = resident(), time.process_time()
    written = csp2sat.encode(board, cnf)
    return Speed(written.num_clauses, time.process_time() - start, resident() - memory)


def forked(board: Path, cnf: Path) -> Speed:
    """One run, in a child of this process, which so stays as it is."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, json.dumps(encoded(board, cnf)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        figures = pipe.read()
    os.waitpid(child, 0)
    return Speed(*json.loads(figures))


def best(board: Path, cnf: Path, first: Speed, runs: int) -> Speed:
    """The fastest of several runs."""
    more = runs if first.seconds < SLOW else 2
    return min((first, *(forked(board, cnf) for _ in range(more - 1))), key=lambda speed: speed.seconds)


def boards_of(folder: Path) -> list[Path]:
    """The boards of a kind, from small to large."""
    areas = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    return sorted((path for path in areas if "rows" in areas[path]), key=lambda p: areas[p]["rows"] * areas[p]["cols"])


def measured(folder: Path, into: Path, options: argparse.Namespace) -> dict[Path, Speed]:
    """The boards of a kind that are to be measured, with what they took."""
    boards = boards_of(folder)
    if not boards:
        return {}
    encoded(boards[0], into / "first.cnf")
    gc.collect()
    gc.freeze()
    firsts = {board: forked(board, into / f"{board.stem}.cnf") for board in boards}
    (into / "first.cnf").unlink()
    (into / "first.map").unlink()
    wanted = [board for board in boards if firsts[board].clauses >= options.least]
    if options.largest:
        wanted = [max(boards, key=lambda board: firsts[board].clauses)]
    return {board: best(board, into / f"{board.stem}.cnf", firsts[board], options.runs) for board in wanted}


def figures(board: Path, speed: Speed, options: argparse.Namespace) -> list[float]:
    """The figures of a board, in the order of the columns."""
    found = [speed.clauses, speed.seconds, speed.rate(), speed.mib]
    if options.whole:
        whole = run([*CSP2SAT, "solve", str(board), "-q", "--timeout", "60"], 90).cpu
        found += [whole, speed.seconds / whole]
    return found


def main() -> None:
    parser = arguments(__doc__, runs=5, kinds=True)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--least", type=int, default=5000)
    parser.add_argument("--floor", type=float, default=250_000)
    parser.add_argument("--largest", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--into", type=Path)
    options = parser.parse_args()
    below: list[str] = []
    columns = {"clauses": "9", "CPU s": "9.3f", "clauses/s": "11.0f", "MiB": "8.0f"}
    table = Table("board", 34, columns | ({"whole s": "9.3f", "share": "7.2f"} if options.whole else {}))
    with tempfile.TemporaryDirectory() as scratch:
        into = options.into or Path(scratch)
        into.mkdir(exist_ok=True)
        for folder in sorted(each for each in options.folder.iterdir() if each.is_dir()):
            if options.kinds and folder.name not in options.kinds:
                continue
            for board, speed in measured(folder, into, options).items():
                is_below = speed.rate() < options.floor
                table.line(board.stem, figures(board, speed, options), "  below" if is_below else "")
                below += [f"{board.stem} {speed.rate():.0f}"] if is_below else []
    print(f"below {options.floor:.0f}: {', '.join(below) or 'none'}")


if __name__ == "__main__":
    main()
