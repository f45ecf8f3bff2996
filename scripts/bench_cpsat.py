"""csp2sat against OR-tools CP-SAT, whole commands, wall time, in one run.

    python scripts/bench_cpsat.py [--runs 5] [--limit 60] [--solver NAME] [BOARD ...]

For each board the two commands `csp2sat solve BOARD` (start, read, encode, solve, check, draw) and
`python scripts/cpsat_peer.py BOARD` are run in turn after one warm-up each; printed are medians, their ratio, and
for each puzzle the totals and how both times grow: the exponent e of the best fit of area^e.  A time-out of the peer
counts as its limit.  Without boards: published ones of tests/data.  Needs the extra `csp2sat[bench]`.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench_frame import BOARDS, Table, arguments, in_turn
from measured import CSP2SAT, ENVIRONMENT

HERE = Path(__file__).parent
KINDS = ("masyu", "slitherlink", "sudoku", "akari", "hitori", "kakuro", "nonogram", "numberlink")


class Row(NamedTuple):
    """Seconds for a board of that area."""

    area: int
    ours: float
    peer: float


def ladder() -> list[Path]:
    """The boards of tests/data for which there is a peer, by puzzle and size."""
    found = [(json.loads(path.read_text()), path) for path in BOARDS.glob("*.json")]
    ordered = sorted((form["type"], form["rows"] * form["cols"], path) for form, path in found)
    return [path for kind, _, path in ordered if kind in KINDS]


def neutral(board: Path, folder: Path) -> Path:
    """The board in the neutral form, for the peer."""
    target = folder / f"{board.stem}.json"
    subprocess.run([*CSP2SAT, "convert", str(board), "--to", "json", "-o", str(target)], check=True)
    return target


def seconds(command: list[str]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    return time.perf_counter() - start


def compare(board: Path, peer_board: Path, options: argparse.Namespace) -> tuple[float, float]:
    """The medians of ours and of the peer's, run in turn; a peer that reaches its limit is not run again."""
    solver = ["--solver", options.solver] if options.solver else []
    ours = [*CSP2SAT, "solve", str(board), *solver]
    peer = [sys.executable, str(HERE / "cpsat_peer.py"), str(peer_board), str(options.limit)]
    works = (partial(seconds, ours), partial(seconds, peer))
    found, theirs = in_turn(works, options.runs, lambda both: both[1] >= options.limit)
    return statistics.median(found), statistics.median(theirs)


def growth(points: list[tuple[int, float]]) -> float:
    """The slope of the line that fits the logarithms best."""
    xs, ys = [math.log(area) for area, _ in points], [math.log(time) for _, time in points]
    return statistics.linear_regression(xs, ys).slope if len(set(xs)) > 1 else math.nan


def report(table: Table, kind: str, rows: list[Row]) -> None:
    """Print the sums of a kind, and how the seconds grow with the area."""
    ours, peer = sum(row.ours for row in rows), sum(row.peer for row in rows)
    exponents = (growth([(row.area, row.ours) for row in rows]), growth([(row.area, row.peer) for row in rows]))
    table.line(
        f"{kind}, all {len(rows)}", ("", ours, peer, ours / peer), "   area^{:.2f}, area^{:.2f}".format(*exponents)
    )


def main() -> None:
    parser = arguments(__doc__, runs=5, limit=60, help_limit="seconds for the peer")
    parser.add_argument("boards", nargs="*", type=Path)
    parser.add_argument("--solver")
    options = parser.parse_args()
    table = Table("board", 32, {"size": ">8", "csp2sat s": "11.2f", "CP-SAT s": "11.2f", "ratio": "8.2f"})
    results: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for board in options.boards or ladder():
            peer_board = neutral(board, Path(folder))
            form = json.loads(peer_board.read_text())
            ours, peer = compare(board, peer_board, options)
            results.setdefault(form["type"], []).append(Row(form["rows"] * form["cols"], ours, peer))
            table.line(board.stem, (f"{form['rows']:>3}x{form['cols']:<3}", ours, peer, ours / peer))
    for kind, rows in results.items():
        report(table, kind, rows)


if __name__ == "__main__":
    main()
