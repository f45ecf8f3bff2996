"""Random CSPs over the whole language, each fourth one of long sums: the encoder against the evaluator, which shares
no code with it.

    python scripts/fuzz.py [COUNT] [--seed SEED]     SEED: of the first model

Compared are, for each model, all solutions under three sets of options and under one with a random encoding for each
variable, the best value of a random objective, and the least number of violated constraints (`--max`).  A disagreement
prints how to run it again and the model as CSP text, to be kept under tests/cases, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.long_sums import LongSums
from support.mixed_encodings import low_thresholds, mixed
from support.oracle import assignments, best_by_cnf, encoded_solutions
from support.random_csp import RandomCsp
from support.reproduce import line, reproducible

from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.languages.csp.writer import to_text
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Model, Objective
from csp2sat.model.ops import UNDEFINED
from csp2sat.solving.maxcsp import MaxCspProblem

OPTIONS = (
    EncoderOptions(),
    EncoderOptions(narrowing=False, share=False, polarity="both"),
    EncoderOptions(narrowing=False, share=False, activate=True),
)
COMMAND = "python scripts/fuzz.py 1"
WAYS = ({}, {"narrowing": False, "share": False}, {"narrowing": False, "share": False, "activate": True})


def encodings(model: Model, seed: int) -> Iterator[EncoderOptions]:
    """The options to be tried; for the last one with thresholds so low that small domains have every encoding."""
    yield from OPTIONS
    random = Random(seed)
    with low_thresholds(random):
        yield mixed(model, random, **random.choice(WAYS))


def problems(model: Model, objective: Objective, seed: int) -> list[str]:
    """The disagreements on one model, in words; [] if there are none."""
    violated = {a: sum(not evaluate(c.formula, answer) for c in model.constraints) for a, answer in assignments(model)}
    expected = {a for a, count in violated.items() if not count}
    found = []
    for how in encodings(model, seed):
        solutions = encoded_solutions(model, how)
        if solutions != expected:
            found.append(f"{how}: {len(solutions)} solutions, right are {len(expected)}")
    values = [evaluate(objective.term, answer) for a, answer in assignments(model) if a in expected]
    values = [value for value in values if value is not UNDEFINED]
    best = (min if objective.goal == "minimize" else max)(values, default=None)
    by_cnf = best_by_cnf(replace(model, objective=objective))
    if by_cnf != best:
        found.append(f"{objective.goal} {objective.term!r}: {by_cnf}, right is {best}")
    least = best_by_cnf(MaxCspProblem(model, "max", "").model)
    if least != min(violated.values()):
        found.append(f"MAX-CSP cost {least}, right is {min(violated.values())}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", nargs="?", type=int, default=1000)
    parser.add_argument("--seed", "--first", type=int, default=0, help="of the first model")
    options = parser.parse_args()
    failures = refused = 0
    for seed in range(options.seed, options.seed + options.count):
        random = LongSums(seed) if seed % 4 == 3 else RandomCsp(seed)
        model = random.model()
        try:
            with reproducible(COMMAND, seed):
                wrong = problems(model, random.objective(), seed)
        except ModelError:  # a domain that is too large, of a power for example
            refused += 1
            continue
        for problem in wrong:
            failures += 1
            print(f"; {line(COMMAND, seed)}\n; {problem}\n{to_text(model)}", flush=True)
    print(f"{options.count} models, {refused} refused as too large, {failures} disagreements")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
