"""Instances x encodings of integers x solvers: clauses, and CPU seconds to the first answer, as a Markdown table.

    python scripts/encodings_table.py [--limit 20] [--only WORD ...] [--solvers kissat,cadical,minisat]

A cell has the clauses in thousands and the seconds of each solver, `-` where the limit of CPU seconds was reached.
Optimization problems are asked for a value that is possible and for the next one, which is not.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import instances
from measured import size_of, solved

from csp2sat.base.source import Source
from csp2sat.cnf.dimacs_file import new_dimacs
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.ints.spec import ENCODINGS
from csp2sat.languages import sugar

COLUMNS = tuple(ENCODINGS)
INSTANCES = {
    "nqueens-60": instances.nqueens(60),
    "quasigroup-35": instances.quasigroup(35, 0.58, 1),
    "colouring-120": instances.colouring(120, 510, 4),
    "magicSquare-5x5": instances.magic_square(5),
    "magicSquare-6x6": instances.magic_square(6),
    "golombRuler-8, 34": instances.golomb(8, 34),
    "golombRuler-7, 24": instances.golomb(7, 24),
    "jss 8 jobs, 824": instances.job_shop(instances.ft10(8), 824),
    "jss 8 jobs, 823": instances.job_shop(instances.ft10(8), 823),
    "equations 8, 0..20": instances.knapsack(8, 20),
    "equations 6, 0..500": instances.knapsack(6, 500),
    "pythagoras 1000": instances.pythagoras(1000),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--solvers", default="kissat,cadical,minisat")
    parser.add_argument("--only", nargs="*", default=[], help="words of which the name must have one")
    options = parser.parse_args()
    solvers = options.solvers.split(",")
    print(f"| {', '.join(solvers)} | " + " | ".join(COLUMNS) + " |")
    print("|---|" + "---:|" * len(COLUMNS))
    sums = [[0.0] * len(solvers) for _ in COLUMNS]
    for name, text in INSTANCES.items():
        if options.only and not any(word in name for word in options.only):
            continue
        cells = []
        for encoding, sum_ in zip(COLUMNS, sums, strict=True):
            clauses, seconds = measure(text, encoding, solvers, options.limit)
            cells.append(f"{clauses}: {shown(seconds, options.limit)}")
            sum_[:] = (a + b for a, b in zip(sum_, seconds, strict=True))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
    print("| together | " + " | ".join(shown(each, float("inf")) for each in sums) + " |")


def measure(text: str, encoding: str, solvers: list[str], limit: float) -> tuple[str, list[float]]:
    """Thousands of clauses, and the seconds of each solver; the limit where it has no answer."""
    with tempfile.TemporaryDirectory() as folder:
        cnf = Path(folder, "x.cnf")
        try:
            with new_dimacs(cnf) as sink:
                encode(sugar.read(Source("x", text)), sink, EncoderOptions(encoding))
                sink.finish()
        except ModelError:
            return "too large", [limit for _ in solvers]
        found = [solved(solver, cnf, limit, runs=1) for solver in solvers]
        seconds = [limit if used.late else min(used.cpu, limit) for used in found]
        return f"{size_of(cnf).clauses / 1000:.1f} k", seconds


def shown(seconds: list[float], limit: float) -> str:
    return " ".join("-" if each >= limit else f"{each:.2f}" for each in seconds)


if __name__ == "__main__":
    main()
