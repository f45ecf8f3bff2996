"""Measure the scores of generated boards, and print the table of grades: nine deciles for each kind.

    python scripts/grade_tables.py [--boards 200] [--seconds 60] [--size 8] [KIND ...]

The boards have the seeds 0, 1, ... and `--size` rows and columns (9 for sudoku and its kin, 6 for kenken).  A kind ends
after --boards boards or --seconds seconds, whatever comes first; the number of boards is a comment in its line.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import quantiles

import csp2sat
from csp2sat.generating.makers import MAKERS
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score

SIZES = {
    "sudoku": 9,
    "jigsaw": 9,
    "killer": 9,
    "kenken": 6,
    "easyasabc": 6,
    "skyscrapers": 6,
    "futoshiki": 6,
    "str8ts": 9,
}
LIMIT = 10.0  # seconds for a board, and for its steps
FEWEST = 10  # boards of a kind that gets a line


def scores(kind: str, size: int, boards: int, seconds: float) -> list[float]:
    """Return the scores of boards of a kind that were made and solved by steps in time."""
    end = time.monotonic() + seconds
    found: list[float] = []
    for seed in range(boards):
        if time.monotonic() > end:
            break
        try:
            board = csp2sat.generate(kind, size, size, seed=seed, timeout=LIMIT)
        except csp2sat.UsageError as error:
            print(f"{kind}: {error}", file=sys.stderr)
            break
        except csp2sat.Csp2SatError:
            continue
        chain = Chain(board, time.monotonic() + LIMIT)
        steps = list(chain)
        if chain.end.status == "SOLVED":
            found.append(score(steps))
    return found


def main() -> int:
    """Print a line of the table for each kind; return the exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    for kind in options.kinds or sorted(MAKERS):
        found = scores(kind, SIZES.get(kind, options.size), options.boards, options.seconds)
        if len(found) >= FEWEST:
            bounds = ", ".join(f"{bound:.3g}" for bound in quantiles(found, n=10, method="inclusive"))
            print(f'    "{kind}": ({bounds}),  # {len(found)} boards', flush=True)
        else:
            print(f"    # {kind}: only {len(found)} boards", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
