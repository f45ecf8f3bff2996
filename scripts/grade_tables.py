"""Measure the scores of generated boards, and write the bounds of the grades: nine deciles for each kind.

    python scripts/grade_tables.py [--boards 200] [--seconds 60] [--slower 1] [--size N] [KIND ...]

The boards have the seeds 0, 1, ... and the usual size of new boards, or `--size` rows and columns.  A kind ends
after --boards boards or --seconds seconds, whatever comes first.  --slower: how many times slower a machine with
other work is; a board has as many times more seconds, so that hard boards are not left out.  Each kind is printed with
its number of boards, and replaces its line of csp2sat/puzzles/grade_bounds.json if there are enough boards.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import quantiles

import csp2sat
from csp2sat.api.generating import size_or_usual
from csp2sat.generating.makers import MAKERS
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score

FILE = Path(csp2sat.__file__).parent / "puzzles" / "grade_bounds.json"
LIMIT = 10.0  # seconds for a board, and for its steps
FEWEST = 10  # boards of a kind that gets a line


def scores(kind: str, size: tuple[int, int], boards: int, seconds: float, limit: float) -> list[float]:
    """Return the scores of boards of a kind that were made and solved by steps in time.

    size: rows and columns.  seconds: for all boards.  limit: seconds for a board, and for its steps.
    """
    end = time.monotonic() + seconds
    found: list[float] = []
    for seed in range(boards):
        if time.monotonic() > end:
            break
        try:
            board = csp2sat.generate(kind, *size, seed=seed, timeout=limit)
            chain = Chain(board, time.monotonic() + limit)
            steps = list(chain)
        except csp2sat.Csp2SatError as error:
            print(f"{kind}, seed {seed}: {error}", file=sys.stderr)
            if isinstance(error, csp2sat.UsageError):  # such as that of a kind without steps
                break
            continue
        if chain.end.status == "SOLVED":
            found.append(score(steps))
    return found


def write(kind: str, bounds: list[float]) -> None:
    """Replace or add the line of a kind in the file of bounds."""
    lines = {**json.loads(FILE.read_text()), kind: bounds}
    FILE.write_text("{\n" + ",\n".join(f'  "{name}": {lines[name]}' for name in sorted(lines)) + "\n}\n")


def main() -> int:
    """Measure each kind, and write its line; return the exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--size", type=int)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    for kind in options.kinds or sorted(MAKERS):
        size, limit = size_or_usual(kind, options.size, options.size), LIMIT * options.slower
        found = scores(kind, size, options.boards, options.seconds, limit)
        bounds = [float(f"{bound:.3g}") for bound in quantiles(found, n=10, method="inclusive")] if found[1:] else []
        print(f"{kind}: {len(found)} boards {bounds}", flush=True)
        if len(found) >= FEWEST:
            write(kind, bounds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
