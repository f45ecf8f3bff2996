"""Ask for boards at a grade, ten kinds with ten seeds each, and count what comes: `generate --grade`.

    python scripts/bench_grades.py [--grade 3..5] [--seeds 10] [--timeout 60] [KIND ...]

A line for each kind: how many requests gave a board in the range, how many ended without one, the median and the
longest seconds.  Each board is graded again, as a file of its own; a board outside of the range makes the exit code 1.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import csp2sat
from csp2sat.api.reasoning.graded import grades_of

KINDS = ["akari", "cave", "creek", "hitori", "kurodoko", "mosaic", "nurikabe", "starbattle", "suguru", "yinyang"]


def ask(kind: str, grades: range, seed: int, seconds: float) -> tuple[bool, bool, float]:
    """Return whether a board came, whether its grade is in the range, and the seconds until it came."""
    begun = time.monotonic()
    try:
        board = csp2sat.generate(kind, seed=seed, grade=grades, timeout=seconds)
    except csp2sat.LimitReached:
        return False, True, time.monotonic() - begun
    lasted = time.monotonic() - begun
    return True, int(csp2sat.grade(board)) in grades, lasted


def main() -> int:
    """Print a line for each kind, and the sum; return 1 if a board has another grade, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grade", type=grades_of, default="3..5")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    made = asked = wrong = 0
    for kind in options.kinds or KINDS:
        found = [ask(kind, options.grade, seed, options.timeout) for seed in range(options.seeds)]
        came, seconds = sum(each[0] for each in found), [each[2] for each in found]
        made, asked, wrong = made + came, asked + len(found), wrong + sum(not each[1] for each in found)
        times = f"median {median(seconds):5.1f} s, longest {max(seconds):5.1f} s"
        print(f"{kind:14} {came:3} of {len(found):3} in the range, {times}", flush=True)
    print(f"{made} of {asked} requests gave a board in the range; {wrong} boards at another grade")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
