"""The whole encoder, from the text to the finished CNF file: CPU seconds, literals a second, peak memory.

    python scripts/bench_encoder.py [--runs 5] [--large] [--only WORD ...]

Each run is `csp2sat encode` in a process of its own.  `net` is without the time that it takes to start: of a CSP with
one variable, measured in the same way.  --large adds a CNF of 10 million clauses, run once.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import instances
from bench_frame import BOARDS, Table, arguments, is_wanted
from measured import CSP2SAT, Used, median_of, size_of, succeed

SLITHERLINK = BOARDS / "slitherlink-60x60-0808ef9c.json"
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
    parser = arguments(__doc__, runs=5, only=True)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, cnf = Path(name), Path(name, "out.cnf")
        sources = {"slitherlink 60x60": SLITHERLINK}
        for title, text in {"": TRIVIAL, **texts(options.large)}.items():
            sources[title] = folder / f"{len(sources)}.csp"
            sources[title].write_text(text)
        start = encode(sources.pop(""), cnf, options.runs).cpu
        print(f"to start: {start:.3f} s")
        columns = {"variables": "11", "clauses": "11", "literals": "11"}
        columns |= {"CPU s": "11.3f", "M lit/s": "11.2f", "net": "11.2f", "MiB": "11.0f"}
        table = Table("", 20, columns)
        for title, source in sources.items():
            if not is_wanted(title, options.only):
                continue
            wide = "wide" in title  # which `auto` makes small
            used = encode(source, cnf, 1, "--encoding=order") if wide else encode(source, cnf, options.runs)
            size = size_of(cnf)
            speed, net = (size.literals / 1e6 / max(seconds, 1e-3) for seconds in (used.cpu, used.cpu - start))
            table.line(title, (*size, used.cpu, speed, net, used.memory))


if __name__ == "__main__":
    main()
