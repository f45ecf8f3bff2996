"""Random models written in Python with handles, against what Python's own operators make of all assignments.

    python scripts/fuzz_handles.py [COUNT] [--seed SEED]     SEED: of the first model

Compared are all solutions, in a random encoding, and the best one where there is an objective or there are soft
constraints.  A disagreement prints how to run it again, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.random_handles import wrong
from support.reproduce import line, reproducible

COMMAND = "python scripts/fuzz_handles.py 1"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = 0
    for seed in range(options.seed, options.seed + options.count):
        with reproducible(COMMAND, seed):
            fault = wrong(seed)
        if fault:
            found += 1
            print(f"{fault}\n{line(COMMAND, seed)}", flush=True)
    print(f"{options.count} models, {found} wrong")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
