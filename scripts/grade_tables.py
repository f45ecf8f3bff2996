"""Measure the scores of generated boards, and write the bounds of the grades: nine deciles for each kind and size.

    python scripts/grade_tables.py [--boards 60] [--seconds 60] [--slower 1] [--size N] [--jobs 1] [KIND ...]

The boards have the seeds 0, 1, ... and 5 (or 6), 7 and the usual number of rows and columns, or `--size`.  A kind and
size ends after --boards boards or --seconds seconds, whatever comes first.  --slower: how many times slower a machine
with other work is; kinds and boards have as many times more seconds, so that hard boards are not left out.  Each
measurement is printed, and replaces that of the size in csp2sat/puzzles/grade_bounds.json if there are enough boards;
then `scripts/make_manual.py` writes the manual's table.  Deciles are scores of boards, none between two scores: a board
of the measured ones has each grade that differs from the one below.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from decimal import ROUND_CEILING, Context
from functools import partial
from typing import Any

import csp2sat
from csp2sat.api import problems
from csp2sat.api.generating import size_or_usual
from csp2sat.api.reasoning.chains import Steps
from csp2sat.generating.boards import check_size
from csp2sat.generating.makers import MAKERS
from csp2sat.puzzles.grade_bounds import FILE, numbers_of, side_of
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.chain import Chain
from csp2sat.reasoning.grades import score

LIMIT = 10.0  # seconds for a board, and for its steps
FEWEST = 9  # boards of a kind and size that get a line
SMALL, MIDDLE = (5, 6), 7  # rows and columns
DIGITS = Context(prec=3, rounding=ROUND_CEILING)  # of a bound, which is not below the score that it comes from


def sizes(kind: str, size: int | None) -> list[tuple[int, int]]:
    """Return the sizes at which a kind is measured, the smallest first; size: the only number of rows and columns."""
    if size is not None:
        return [size_or_usual(kind, size, size)]
    usual = size_or_usual(kind, None, None)
    small = next(((each, each) for each in SMALL if is_size(kind, each)), usual)
    middle = [(MIDDLE, MIDDLE)] if min(usual) > MIDDLE and is_size(kind, MIDDLE) else []
    return sorted({small, *middle, usual})


def is_size(kind: str, size: int) -> bool:
    """Whether a kind has boards with this number of rows and columns."""
    try:
        check_size(kind, size, size)
    except csp2sat.UsageError:
        return False
    return True


def chains(kind: str, size: tuple[int, int], boards: int, seconds: float, limit: float) -> Iterator[Steps]:
    """Yield the complete chains of boards of a kind, with the seeds 0, 1, ..., that were made and solved in time.

    size: rows and columns.  seconds: for all boards.  limit: seconds for a board, and for its steps.
    """
    end = time.monotonic() + seconds
    for seed in range(boards):
        if time.monotonic() > end:
            break
        try:
            steps = Steps(csp2sat.generate(kind, *size, seed=seed, timeout=limit), time.monotonic() + limit)
            if steps.status == "SOLVED":
                yield steps
        except csp2sat.Csp2SatError as error:
            print(f"{kind}, seed {seed}: {error}", file=sys.stderr)


def of_sample(kind: str) -> float:
    """Return the score of the first sample of a kind."""
    return round(score(list(Chain(problems.loads(PUZZLES[kind].samples[0][0], kind).board, time.monotonic() + 600))), 2)


def deciles(scores: Iterable[float]) -> list[float]:
    """Return nine of the scores, with three digits, ascending: a tenth of the scores is up to the first of them."""
    some = sorted(scores)
    return [float(DIGITS.create_decimal(repr(round(some[n * (len(some) - 1) // 10], 6)))) for n in range(1, 10)]


def measure(asked: tuple[str, tuple[int, int]], options: argparse.Namespace) -> tuple[str, float, dict[str, Any]]:
    """Return a kind, the score of its sample, and the measurement of boards of a size."""
    kind, size = asked
    found = list(chains(kind, size, options.boards, options.slower * options.seconds, options.slower * LIMIT))
    numbers = numbers_of(found[0].board) if found else {}
    bounds = deciles(map(score, found)) if found else []
    return kind, of_sample(kind), {"size": list(size), "numbers": numbers, "boards": len(found), "bounds": bounds}


def write(kind: str, sample: float, line: dict[str, Any]) -> None:
    """Replace or add the measurement of a kind and size in the file of bounds."""
    kinds = json.loads(FILE.read_text())
    others = [each for each in kinds.get(kind, {"sizes": []})["sizes"] if each["size"] != line["size"]]
    kinds[kind] = {"sample": sample, "sizes": sorted([*others, line], key=lambda each: side_of(each["size"]))}
    FILE.write_text(as_text(kinds))


def as_text(kinds: dict[str, Any]) -> str:
    """Return the text of the file of bounds, with a line for each measurement."""
    texts = []
    for name in sorted(kinds):
        lines = ",\n".join(f"    {json.dumps(each)}" for each in kinds[name]["sizes"])
        texts.append(f'  "{name}": {{"sample": {kinds[name]["sample"]}, "sizes": [\n{lines}\n  ]}}')
    return "{\n" + ",\n".join(texts) + "\n}\n"


def main() -> int:
    """Measure each kind at its sizes, and write what was measured; return the exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--size", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("kinds", nargs="*")
    options = parser.parse_args()
    asked = [(kind, size) for kind in options.kinds or sorted(MAKERS) for size in sizes(kind, options.size)]
    with ProcessPoolExecutor(options.jobs) as pool:
        for kind, sample, line in pool.map(partial(measure, options=options), asked):
            print(f"{kind}: {line}", flush=True)
            if line["boards"] >= FEWEST:
                write(kind, sample, line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
