"""csp2sat against puzzlekit, whole commands, CPU time, one solution, no uniqueness on either side.

    python scripts/bench_puzzlekit.py FOLDER [--python PYTHON] [--boards 8] [--limit 60] [--kinds tents,lits]

FOLDER: a folder for each kind, with boards as JSON.  PYTHON: an interpreter that has puzzlekit (0.3.4 was compared).
For each kind that both know, boards of all sizes are written as texts of puzzlekit; on each the two commands `csp2sat
solve BOARD --from KIND` and `python scripts/puzzlekit_peer.py TYPE BOARD` are run once, after one warm-up.  Printed are
the total seconds of user and system of both, their ratio, and the board on which ours is worst.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench_frame import ROOT, Table, arguments, child_cpu
from measured import CSP2SAT, ENVIRONMENT

from csp2sat.api.problems import load_board
from csp2sat.errors import UsageError
from csp2sat.puzzles.formats import puzzlekit
from csp2sat.puzzles.spec import PUZZLES

HERE = Path(__file__).parent
ENDS = ("Optimal", "Feasible", "Timeout", "time")  # what the peer says when it has not failed


class Run(NamedTuple):
    """CPU seconds of both on a board, and what the peer printed."""

    board: str
    ours: float
    peer: float
    said: str


def cpu_seconds(command: list[str], limit: float) -> tuple[float, str]:
    """User and system time of a command and its children; the limit, if it takes longer."""
    before = child_cpu()
    try:
        found = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
            timeout=4 * limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return limit, "time"
    return child_cpu() - before, (
        found.stdout.strip().splitlines() or found.stderr.strip().splitlines() or ["nothing"]
    )[-1]


def texts(folder: Path, kind: str, count: int, target: Path) -> list[Path]:
    """So many boards of a kind, of all sizes, as texts of puzzlekit in the target."""
    found: list[tuple[int, str, str]] = []
    for path in sorted((folder / kind).glob("*.json")):
        board = load_board(str(path))
        try:
            found.append((board.rows * board.cols, path.stem, puzzlekit.write(board)))
        except UsageError:
            continue
    found.sort()
    count = min(count, len(found))
    chosen = [found[at * (len(found) - 1) // max(count - 1, 1)] for at in range(count)]
    for _, name, text in chosen:
        (target / f"{name}.txt").write_text(text)
    return [target / f"{name}.txt" for _, name, _ in chosen]


def compare(kind: str, board: Path, options: argparse.Namespace) -> Run:
    """Both on one board."""
    ours = [*CSP2SAT, "solve", str(board), "--from", kind, "-q"]
    kit = PUZZLES[kind].puzzlekit
    assert kit is not None
    peer = [options.python, str(HERE / "puzzlekit_peer.py"), kit.name, str(board), str(options.limit)]
    return Run(board.stem, cpu_seconds(ours, options.limit)[0], *cpu_seconds(peer, options.limit))


def report(table: Table, kind: str, runs: list[Run]) -> None:
    """Print the line of a kind.  Boards on which the peer fails are counted apart; one that runs out of time is not."""
    failed = [run for run in runs if run.said not in ENDS]
    runs = [run for run in runs if run.said in ENDS]
    if not runs:
        print(f"{kind:13}{0:7}   the peer fails on all: {failed[0].said[:80]}", flush=True)
        return
    ours, peer = sum(run.ours for run in runs), sum(run.peer for run in runs)
    worst = max(runs, key=lambda run: run.ours / run.peer)
    late = sum(run.said in ("Timeout", "time") for run in runs)
    notes = f"worst {worst.board} {worst.ours / worst.peer:.2f}"
    notes += f"; peer out of time on {late}" if late else ""
    notes += f"; peer fails on {len(failed)}: {failed[0].said[:60]}" if failed else ""
    table.line(kind, (len(runs), ours, peer, ours / peer), f"   {notes}")


def main() -> None:
    parser = arguments(__doc__, limit=60, kinds=True)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--boards", type=int, default=8)
    options = parser.parse_args()
    known = [name for name in PUZZLES if (kit := PUZZLES[name].puzzlekit) is not None and kit.name]
    print(f"{time.strftime('%Y-%m-%d')}, CPU seconds")
    table = Table("kind", 13, {"boards": "7", "csp2sat s": "11.2f", "puzzlekit s": "13.2f", "ratio": "8.2f"})
    for kind in options.kinds or known:
        with tempfile.TemporaryDirectory() as target:
            boards = texts(options.folder, kind, options.boards, Path(target))
            if boards:
                compare(kind, boards[0], options)
                report(table, kind, [compare(kind, board, options) for board in boards])


if __name__ == "__main__":
    main()
