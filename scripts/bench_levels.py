"""Compare the scores of boards with the levels that Simon Tatham's programs gave them: Spearman's rank correlation.

    python scripts/bench_levels.py [--boards 20] [--timeout 60] [--programs /usr/games] [KIND ...]

Debian's sgt-puzzles makes the boards, `--boards` of each level, each from a seed of its own.  A line for each kind: the
correlation, the number of boards, of those whose chain was not complete, and the mean score at each level.  At the end
the medians: of the kinds that the score was chosen with, and of the fresh ones, which nobody looked at before.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import correlation, fmean, median
from typing import NamedTuple

import csp2sat
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score


class Levels(NamedTuple):
    """A kind's program, the size in its parameters, and the letters of its levels, the easiest first."""

    program: str
    size: str
    letters: str


SEEN = {
    "akari": Levels("lightup", "7x7b20s4", "012"),
    "hashiwokakero": Levels("bridges", "7x7i30e10m2", "012"),
    "hitori": Levels("singles", "6x6", "ek"),
    "masyu": Levels("pearl", "6x6", "et"),
    "slitherlink": Levels("loopy", "7x7t0", "enth"),
    "sudoku": Levels("solo", "3x3", "tbiaeu"),
}
FRESH = {
    "kenken": Levels("keen", "5", "enhx"),
    "skyscrapers": Levels("towers", "5", "ehx"),
    "futoshiki": Levels("unequal", "5", "tekx"),
    "gokigen": Levels("slant", "8x8", "eh"),
    "binairo": Levels("unruly", "8x8", "ten"),
    "tents": Levels("tents", "8x8", "et"),
    "galaxies": Levels("galaxies", "7x7", "nu"),
    "dominosa": Levels("dominosa", "6", "tbhe"),
}


class Graded(NamedTuple):
    """A board's level, counted from 0, its score, and whether its chain was complete."""

    level: int
    score: float
    complete: bool


def graded(levels: Levels, options: argparse.Namespace) -> Iterator[Graded]:
    """Make the boards of a kind, and yield what its steps say of each."""
    program = str(options.programs / f"sgt-{levels.program}")
    for level, letter in enumerate(levels.letters):
        for number in range(options.boards):
            parameters = f"{levels.size}d{letter}#{letter}{number}"
            made = subprocess.run([program, "--generate", "1", parameters], capture_output=True, text=True, check=True)
            board = csp2sat.loads(f"{levels.program}:{made.stdout.strip()}").board
            chain = Chain(board, time.monotonic() + options.timeout)
            steps = list(chain)
            yield Graded(level, score(steps), chain.end.status == "SOLVED")


def ranks(values: list[float]) -> list[float]:
    """Return each value's rank, the mean of the ranks for equal values."""
    ascending = sorted(values)
    return [ascending.index(value) + (ascending.count(value) - 1) / 2 for value in values]


def judged(kind: str, levels: Levels, options: argparse.Namespace) -> float:
    """Print a kind's line, and return its correlation, 0 if all scores are equal."""
    found = list(graded(levels, options))
    scores = [each.score for each in found]
    levelled = [float(each.level) for each in found]
    result = correlation(ranks(levelled), ranks(scores)) if len(set(scores)) > 1 else 0.0
    means = [fmean(each.score for each in found if each.level == level) for level in range(len(levels.letters))]
    incomplete = sum(not each.complete for each in found)
    by_level = "  ".join(f"{letter} {mean:.2f}" for letter, mean in zip(levels.letters, means, strict=True))
    print(f"{kind:14} {result:5.2f}  {len(found):3} boards, {incomplete} not complete; {by_level}", flush=True)
    return result


def main() -> int:
    """Print a line for each kind, and the medians; return 1 if a correlation is negative, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--programs", type=Path, default=Path("/usr/games"))
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    negative = False
    for name, kinds in (("seen", SEEN), ("fresh", FRESH)):
        wanted = {kind: levels for kind, levels in kinds.items() if kind in (options.kinds or kinds)}
        found = [judged(kind, levels, options) for kind, levels in wanted.items()]
        negative = negative or any(each < 0 for each in found)
        if found:
            print(f"{name:14} {median(found):5.2f}  the median of {len(found)} kinds")
    return 1 if negative else 0


if __name__ == "__main__":
    raise SystemExit(main())
