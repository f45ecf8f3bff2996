"""Random CSPs: the encoder against the evaluator, which shares no code with it.

    python scripts/fuzz.py [COUNT] [--first SEED]

A disagreement prints the seed and the model as CSP text, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracle import encoded_solutions, solutions
from randomcsp import RandomCsp

from csp2sat.encode.encoder import Options
from csp2sat.langs.csp_text import to_text

OPTIONS = (Options(), Options(propagate=False, share=False), Options(propagate=False, share=False, activate=True))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    failures = satisfiable = 0
    for seed in range(options.first, options.first + options.count):
        model = RandomCsp(seed).model()
        expected = solutions(model)
        satisfiable += bool(expected)
        for how in OPTIONS:
            found = encoded_solutions(model, how)
            if found != expected:
                failures += 1
                print(f"; seed {seed}, {how}: {len(found)} solutions, right are {len(expected)}\n{to_text(model)}")
    print(f"{options.count} models, {satisfiable} of them satisfiable, {failures} disagreements")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
