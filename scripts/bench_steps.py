"""Time the chains of steps of boards: whole chains, and first steps, by board and by kind.

    python scripts/bench_steps.py FOLDER ... [--kinds KIND ...] [--boards 5] [--size 10] [--timeout 60] [--slower 1]
        [--every]

A FOLDER has a folder for each kind with JSON files, a board each with `rows`, `cols`, `givens`, and `unique`.  The
largest boards of each kind with one solution and up to `--size` rows and columns are taken.  A row of the table is a
kind: its boards, how many chains were complete within --timeout, the median and longest seconds of a chain and of its
first step, the largest reason, and the number of suppositions.  All seconds are processor time, of which /proc tells.
--slower: how many times slower a machine with other work is; a chain has as many times more seconds of the clock.
--every: a line for each board before.  The end: the kinds whose chains were all complete, and those whose median first
step came within a second.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import features
from csp2sat.reasoning.step import Step
from csp2sat.runner.process.usage import processes

HEADING = ("kind", "boards", "complete", "chain", "longest", "first step", "longest", "largest reason", "suppositions")

TICKS = os.sysconf("SC_CLK_TCK")  # of the clock that /proc counts by, in a second


class Timed(NamedTuple):
    """A board's chain: whether it was complete, its seconds, those of its first step, and figures of its steps."""

    complete: bool
    seconds: float
    first: float
    largest: float
    suppositions: float


def boards(folders: list[Path], kind: str, size: int, most: int) -> list[tuple[str, Board]]:
    """Return the largest boards of a kind with one solution, at most `most`, each with its name.

    size: the most rows and columns.
    """
    found: list[tuple[int, str, Board]] = []
    for path in (path for folder in folders for path in (folder / kind).glob("*.json")):
        form: dict[str, Any] = json.loads(path.read_text())
        rows, cols = form["rows"], form["cols"]
        if form.get("unique") and max(rows, cols) <= size:
            found.append((-rows * cols, path.stem, Board(kind, rows, cols, form["givens"])))
    return [(name, board) for _, name, board in sorted(found, key=lambda each: each[:2])[:most]]


def processor_time() -> float:
    """Return the seconds of processor time that this process, its children and their children have taken."""
    total = sum(os.times()[:4])
    for child in list(processes(os.getpid()))[1:]:
        with contextlib.suppress(OSError):  # it has ended by now
            total += sum(map(int, Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13])) / TICKS
    return total


def timed(board: Board, seconds: float, slower: float) -> Timed:
    """Find the steps of a board for some seconds of processor time, and `slower` times as many of the clock."""
    begun = processor_time()
    chain = Chain(board, time.monotonic() + slower * seconds)
    steps: list[Step] = []
    first = seconds
    for step in chain:
        if not steps:
            first = processor_time() - begun
        steps.append(step)
    figures = features(steps)
    lasted = processor_time() - begun
    complete = chain.end.status == "SOLVED" and lasted <= seconds
    return Timed(complete, lasted, first, figures["largest reason"], figures["suppositions"])


def timed_kinds(options: argparse.Namespace) -> Iterator[tuple[str, list[Timed]]]:
    """Yield the chains of each kind's boards; print each board's line if that is wanted."""
    for kind in options.kinds or sorted(PUZZLES):
        found = []
        for name, board in boards(options.folders, kind, options.size, options.boards):
            found.append(timed(board, options.timeout, options.slower))
            if options.every:
                print(f"{kind:14} {name:40} {board.rows}x{board.cols} {found[-1]}", flush=True)
        yield kind, found


def main() -> int:
    """Print a row for each kind, and how many kinds were complete and quick; return the exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--boards", type=int, default=5)
    parser.add_argument("--size", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--every", action="store_true")
    options = parser.parse_args()
    kinds = complete = quick = 0
    print("| " + " | ".join(HEADING) + " |\n|" + "---|" * len(HEADING), flush=True)
    for kind, found in timed_kinds(options):
        kinds += 1
        if not found:
            continue
        seconds, firsts = [each.seconds for each in found], [each.first for each in found]
        whole = sum(each.complete for each in found)
        complete += whole == len(found)
        quick += median(firsts) <= 1.0
        times = f"{median(seconds):.1f} s | {max(seconds):.1f} s | {median(firsts):.1f} s | {max(firsts):.1f} s"
        largest, supposed = max(each.largest for each in found), sum(each.suppositions for each in found)
        print(f"| {kind} | {len(found)} | {whole} | {times} | {largest:.0f} | {supposed:.0f} |", flush=True)
    print(f"{kinds} kinds: {complete} with complete chains alone, {quick} with a first step within a second (median)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
