"""Time the chains of steps of boards: whole chains, and first steps, by board and by kind.

    python scripts/bench_steps.py FOLDER ... [--kinds KIND ...] [--boards 5] [--size 10] [--timeout 60] [--every]

A FOLDER has a folder for each kind with JSON files, a board each with `rows`, `cols`, `givens`, and `unique`.  Of each
kind the largest boards of up to `--size` rows and columns are taken that have one solution.  A row of the table is a
kind: its boards, how many chains were complete, the median and longest seconds of a chain and of its first step, the
largest reason, and the number of suppositions.  --every: a line for each board before.  The end: the kinds whose chains
were all complete, and those whose median first step came within a second.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import features

HEADING = ("kind", "boards", "complete", "chain", "longest", "first step", "longest", "largest reason", "suppositions")


class Timed(NamedTuple):
    """A board's chain: whether it was complete, its seconds, those of its first step, and figures of its steps."""

    complete: bool
    seconds: float
    first: float
    largest: float
    suppositions: float


def boards(folders: list[Path], kind: str, size: int, most: int) -> list[tuple[str, Board]]:
    """Return the largest boards of a kind with one solution, at most `most`, each with its name."""
    found: list[tuple[int, str, Board]] = []
    for path in (path for folder in folders for path in (folder / kind).glob("*.json")):
        form: dict[str, Any] = json.loads(path.read_text())
        rows, cols = form["rows"], form["cols"]
        if form.get("unique") and max(rows, cols) <= size:
            found.append((-rows * cols, path.stem, Board(kind, rows, cols, form["givens"])))
    return [(name, board) for _, name, board in sorted(found, key=lambda each: each[:2])[:most]]


def timed(board: Board, seconds: float) -> Timed:
    """Find the steps of a board for some seconds."""
    begun = time.monotonic()
    chain = Chain(board, begun + seconds)
    steps, first = [], seconds
    for step in chain:
        first = min(first, time.monotonic() - begun)
        steps.append(step)
    figures = features(steps)
    lasted = time.monotonic() - begun
    return Timed(chain.end.status == "SOLVED", lasted, first, figures["largest reason"], figures["suppositions"])


def timed_kinds(options: argparse.Namespace) -> Iterator[tuple[str, list[Timed]]]:
    """Yield the chains of each kind's boards; print each board's line if that is wanted."""
    for kind in options.kinds or sorted(PUZZLES):
        found = []
        for name, board in boards(options.folders, kind, options.size, options.boards):
            found.append(timed(board, options.timeout))
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
