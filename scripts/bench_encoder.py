"""The whole encoder, from the text to the finished CNF file: CPU seconds, literals a second, peak memory.

    python scripts/bench_encoder.py [--runs 5] [--large] [--only WORD ...]

Each run is `csp2sat encode` in a process of its own.  `net` is without the time that it takes to start: of a CSP with
one variable, measured in the same way.  --large adds a CNF of 10 million clauses, run once.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import instances
from measured import CSP2SAT, Used, median_of, size_of, succeed

SLITHERLINK = Path(__file__).parents[1] / "tests" / "data" / "boards" / "slitherlink-60x60-0808ef9c.json"
FT10_HORIZON = 1262  # as in the example of Sugar
LARGE = 9_800  # horizon of ft10 that takes 10 million clauses
TRIVIAL = "(int x 0 1)\n"


def texts(large: bool) -> dict[str, str]:
    """CSP text by name."""
    found = {
        "nqueens-100": instances.nqueens(100),
        "magicSquare-7x7": instances.magic_square(7),
        "jss-ft10": instances.job_shop(instances.ft10(), FT10_HORIZON, makespan=True),
    }
    return found | ({"jss-ft10, wide": instances.job_shop(instances.ft10(), LARGE)} if large else {})


def encode(source: Path, cnf: Path, runs: int, *options: str) -> Used:
    """The median run."""
    return median_of(runs, lambda: succeed([*CSP2SAT, "encode", str(source), "-o", str(cnf), *options]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", nargs="*", default=[], help="words of which the name must have one")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, cnf = Path(name), Path(name, "out.cnf")
        sources = {"slitherlink 60x60": SLITHERLINK}
        for title, text in {"": TRIVIAL, **texts(options.large)}.items():
            sources[title] = folder / f"{len(sources)}.csp"
            sources[title].write_text(text)
        start = encode(sources.pop(""), cnf, options.runs).cpu
        print(f"to start: {start:.3f} s")
        columns = ("variables", "clauses", "literals", "CPU s", "M lit/s", "net", "MiB")
        print(f"{'':20}" + "".join(f"{column:>11}" for column in columns))
        for title, source in sources.items():
            if options.only and not any(word in title for word in options.only):
                continue
            wide = "wide" in title  # which `auto` makes small
            used = encode(source, cnf, 1, "--encoding=order") if wide else encode(source, cnf, options.runs)
            size = size_of(cnf)
            speed, net = (size.literals / 1e6 / max(seconds, 1e-3) for seconds in (used.cpu, used.cpu - start))
            numbers = f"{used.cpu:11.3f}{speed:11.2f}{net:11.2f}{used.memory:11.0f}"
            print(f"{title:20}{size.variables:11}{size.clauses:11}{size.literals:11}{numbers}", flush=True)


if __name__ == "__main__":
    main()
