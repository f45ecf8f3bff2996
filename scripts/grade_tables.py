"""Measure the scores of generated boards, and write the bounds of the grades: nine deciles for each kind.

    python scripts/grade_tables.py [--boards 60] [--seconds 60] [--slower 1] [--size N] [--jobs 1] [KIND ...]

The boards have the seeds 0, 1, ... and 7 rows and columns, or the usual size of new boards where that is smaller or the
kind is in QUICK, or `--size`; 6 or 5 where --seconds give fewer than 9 of them.  A kind ends after --boards boards or
--seconds seconds, whatever comes first.  --slower: how many times slower a machine with other work is; kinds and boards
have as many times more seconds, so that hard boards are not left out.  Each kind is printed with its size and number of
boards, and replaces its line of csp2sat/puzzles/grade_bounds.json if there are enough boards; then
`scripts/make_manual.py` writes the manual's table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

import csp2sat
from csp2sat.api import problems
from csp2sat.api.generating import size_or_usual
from csp2sat.generating.makers import MAKERS
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score

FILE = Path(csp2sat.__file__).parent / "puzzles" / "grade_bounds.json"
LIMIT = 10.0  # seconds for a board, and for its steps
FEWEST = 9  # boards of a kind that gets a line
LARGEST, SMALLER = 7, (6, 5)  # rows and columns
QUICK = {
    *("akari", "binairo", "cave", "creek", "dominosa", "heyawake", "hitori", "jigsaw", "kakuro", "killer"),
    *("kurodoko", "masyu", "mosaic", "nurikabe", "starbattle", "sudoku", "suguru", "yinyang"),
}  # kinds that are measured at their usual size


def scores(kind: str, size: tuple[int, int], boards: int, seconds: float, limit: float) -> list[float]:
    """Return the scores of boards of a kind that were made and solved by steps in time, from the seeds 0, 1, ...

    size: rows and columns.  seconds: for all boards.  limit: seconds for a board, and for its steps.
    """
    end = time.monotonic() + seconds
    found: list[float] = []
    for seed in range(boards):
        if time.monotonic() > end:
            break
        try:
            chain = Chain(csp2sat.generate(kind, *size, seed=seed, timeout=limit), time.monotonic() + limit)
            steps = list(chain)
        except csp2sat.Csp2SatError as error:
            print(f"{kind}, seed {seed}: {error}", file=sys.stderr)
            if isinstance(error, csp2sat.UsageError):  # such as that of a size that the kind does not have
                break
            continue
        if chain.end.status == "SOLVED":
            found.append(score(steps))
    return found


def of_sample(kind: str) -> float:
    """Return the score of the first sample of a kind."""
    return round(score(list(Chain(problems.loads(PUZZLES[kind].samples[0][0], kind).board, time.monotonic() + 600))), 2)


def measure(kind: str, options: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """Return a kind, and its line: size, number of boards and bounds of the largest size that is quick enough, and the
    score of the kind's sample.
    """
    usual = size_or_usual(kind, options.size, options.size)
    largest = usual if kind in QUICK or options.size or max(usual) <= LARGEST else (LARGEST, LARGEST)
    smaller = [] if options.size else [(size, size) for size in SMALLER if size < min(largest)]
    best: dict[str, Any] = {"size": largest, "boards": 0, "bounds": [], "sample": of_sample(kind)}
    for size in [largest, *smaller]:
        found = scores(kind, size, options.boards, options.slower * options.seconds, options.slower * LIMIT)
        if len(found) > max(1, best["boards"]):
            bounds = [float(f"{bound:.3g}") for bound in quantiles(found, n=10, method="inclusive")]
            best |= {"size": size, "boards": len(found), "bounds": bounds}
        if len(found) >= FEWEST:
            break
    return kind, best


def write(kind: str, line: dict[str, Any]) -> None:
    """Replace or add the line of a kind in the file of bounds."""
    lines = {**json.loads(FILE.read_text()), kind: line}
    FILE.write_text("{\n" + ",\n".join(f'  "{name}": {json.dumps(lines[name])}' for name in sorted(lines)) + "\n}\n")


def main() -> int:
    """Measure each kind, and write its line; return the exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--size", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        for kind, line in pool.map(partial(measure, options=options), options.kinds or sorted(MAKERS)):
            print(f"{kind}: {line}", flush=True)
            if line["boards"] >= FEWEST:
                write(kind, line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
