"""Ask for boards at a grade, ten kinds with ten seeds each, and count what comes: `generate --grade`.

    python scripts/bench_grades.py [--grade 3..5] [--seeds 10] [--timeout 60] [--slower 1] [KIND ...]

A line for each kind: how many requests gave a board in the range within the processor time of --timeout, how many ended
without one, the median and the longest seconds of processor time.  Each board is graded again, as a file of its own; a
board outside of the range makes the exit code 1.  --slower: how many times slower a machine with other work is; all
limits of time are as many times longer.
"""

from __future__ import annotations

import argparse
import os
from statistics import median

import csp2sat
from csp2sat.api.reasoning import graded

KINDS = ["akari", "cave", "creek", "hitori", "kurodoko", "mosaic", "nurikabe", "starbattle", "suguru", "yinyang"]


def processor_time() -> float:
    """Return the seconds of processor time that this process and its ended children have taken."""
    return sum(os.times()[:4])


def ask(kind: str, grades: range, seed: int, seconds: float) -> tuple[bool, bool, float]:
    """Return whether a board came, whether its grade is in the range, and the processor time until it came.

    kind, seed: of the board.  seconds: the time limit.
    """
    begun = processor_time()
    try:
        board = csp2sat.generate(kind, seed=seed, grade=grades, timeout=seconds)
    except csp2sat.LimitReached:
        return False, True, processor_time() - begun
    lasted = processor_time() - begun
    return True, int(csp2sat.grade(board)) in grades, lasted


def main() -> int:
    """Print a line for each kind, and the sum; return 1 if a board has another grade, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--grade", type=graded.grades_of, default="3..5")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    graded.SECONDS *= options.slower
    made = asked = wrong = 0
    for kind in options.kinds or KINDS:
        found = [ask(kind, options.grade, seed, options.slower * options.timeout) for seed in range(options.seeds)]
        seconds = [each[2] for each in found]
        came = sum(each[0] and each[2] <= options.timeout for each in found)
        made, asked, wrong = made + came, asked + len(found), wrong + sum(not each[1] for each in found)
        times = f"median {median(seconds):5.1f} s, longest {max(seconds):5.1f} s"
        print(f"{kind:14} {came:3} of {len(found):3} in the range, {times}", flush=True)
    print(f"{made} of {asked} requests gave a board in the range; {wrong} boards at another grade")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
