"""csp2sat against CPMpy with its pysat backend: the same model to CNF, and kissat on both CNFs, in one run.

    python scripts/bench_cpmpy.py [--runs 5] [--limit 60] [--no-solve] [--only WORD ...]

A CNF that CPMpy has not made in a minute and 4 GB is `inf`, and not among the sums.

`to CNF` are seconds of CPU without start-up and imports (CPMpy's take over a second): for csp2sat from the text of the
CSP, which is parsed, to the CNF and its map; for CPMpy from the first statement of the model to the CNF.  Medians; the
two take turns.  Kissat's are CPU seconds, the median of as many runs with different seeds.  Needs the extra
`csp2sat[bench]`.
"""

from __future__ import annotations

import argparse
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import instances
from bench_frame import arguments, in_turn, is_wanted
from measured import ENVIRONMENT, Cnf, program, run, size_of

HERE = Path(__file__).parent
GOLOMB = (8, 34)  # marks, and the length of the shortest ruler
SUDOKU = (5, 0.45)  # size of a box, part of the cells that is given
LIMIT, MEMORY = 60, 4 << 30  # wall seconds and bytes of a child that makes a CNF
SLOW = 20.0  # seconds of CPMpy after which one run has to do
HORIZON = 1000  # of the job shop, which can be done in 930
TEXTS: dict[str, Callable[[], str]] = {
    "nqueens-16": lambda: instances.nqueens(16),
    "nqueens-100": lambda: instances.nqueens(100),
    "magicSquare-5x5": lambda: instances.magic_square(5),
    "magicSquare-7x7": lambda: instances.magic_square(7),
    "golombRuler-8": lambda: instances.golomb(*GOLOMB),
    "sudoku-25x25": lambda: instances.sudoku(instances.sudoku_grid(*SUDOKU)),
    "jss-ft10": lambda: instances.job_shop(instances.ft10(), HORIZON),
}


class Side(NamedTuple):
    """One program on one model: seconds to the CNF, its size, kissat's seconds on it."""

    seconds: float
    size: Cnf
    solve: float

    def __str__(self) -> str:
        return f"{self.seconds:9.3f} {self.size.clauses:9} {self.size.literals:10} {self.solve:8.2f}"


def ours(text: Path, cnf: Path) -> None:
    """What a child process does: encode a text, print the seconds."""
    from csp2sat.base import files
    from csp2sat.encoder import files as encoded
    from csp2sat.encoder.options import EncoderOptions
    from csp2sat.languages import sugar
    from csp2sat.model.constraint import CONSTRAINTS

    _ = CONSTRAINTS["alldifferent"]
    start = time.process_time()
    encoded.write(
        sugar.read(files.read_source(str(text))), "", str(cnf), str(cnf.with_suffix(".map")), EncoderOptions("auto")
    )
    print(time.process_time() - start)


def printed(*command: object) -> float:
    """The seconds that a child process prints; infinite when it takes more than LIMIT of them, or fails."""
    words = [sys.executable, *map(str, command)]
    try:
        done = subprocess.run(
            words, timeout=LIMIT, capture_output=True, text=True, env=ENVIRONMENT, preexec_fn=_limit_memory
        )
    except subprocess.TimeoutExpired:
        return math.inf
    if done.returncode:
        print(f"{' '.join(words[1:3])}: {done.stderr[-200:]}", file=sys.stderr)
    return math.inf if done.returncode else float(done.stdout)


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def compare(name: str, folder: Path, options: argparse.Namespace) -> tuple[Side, Side]:
    """Both on one model."""
    text, our_cnf, peer_cnf = folder / "x.csp", folder / "ours.cnf", folder / "peer.cnf"
    text.write_text(TEXTS[name]())
    own, other = (__file__, "--ours", text, our_cnf), (HERE / "cpmpy_peer.py", name, peer_cnf)
    found = in_turn([partial(printed, *own), partial(printed, *other)], options.runs, lambda both: both[1] >= SLOW)
    ours, peer = map(statistics.median, found)
    return side(ours, our_cnf, options), side(peer, peer_cnf, options)


def side(seconds: float, cnf: Path, options: argparse.Namespace) -> Side:
    """With the size of the CNF, and kissat on it, if there is one."""
    if seconds == math.inf:
        return Side(seconds, Cnf(0, 0, 0), math.nan)
    return Side(seconds, size_of(cnf), solved(cnf, options))


def solved(cnf: Path, options: argparse.Namespace) -> float:
    """Kissat's CPU seconds, the median over seeds; the limit when one run reaches it."""
    if options.no_solve:
        return 0.0
    found = []
    for seed in range(options.runs):
        used = run([program("kissat"), "-q", f"--seed={seed}", str(cnf)], options.limit)
        found.append(options.limit if used.late else used.cpu)
        if used.late:
            break
    return max(found) if used.late else statistics.median(found)


def main() -> None:
    parser = arguments(__doc__, runs=5, limit=60.0, only=True, help_limit="seconds of wall time for each run of kissat")
    parser.add_argument("--no-solve", action="store_true")
    parser.add_argument("--ours", nargs=2, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ours:
        ours(*options.ours)
        return
    columns = f"{'to CNF':>9} {'clauses':>9} {'literals':>10} {'kissat':>8}"
    print(f"{'':16} {columns} | CPMpy: {columns} | ratio: {'to CNF':>7} {'kissat':>7}")
    sides = []
    with tempfile.TemporaryDirectory() as folder:
        for name in TEXTS:
            if is_wanted(name, options.only):
                sides.append(compare(name, Path(folder), options))
                print(line(name, *sides[-1]), flush=True)
    both = [pair for pair in sides if pair[1].seconds < math.inf]
    if both:
        ours_, peers = (together(each) for each in zip(*both, strict=True))
        print(line("together", ours_, peers), f"  ({len(both)} of {len(sides)})")


def together(sides: tuple[Side, ...]) -> Side:
    """Sums; what the peer has no CNF of is left out by the caller."""
    sizes = Cnf(*(sum(each) for each in zip(*(side.size for side in sides), strict=True)))
    return Side(sum(side.seconds for side in sides), sizes, sum(side.solve for side in sides))


def line(name: str, ours: Side, peer: Side) -> str:
    ratio = f"{ours.seconds / peer.seconds:7.3f} {ours.solve / peer.solve if peer.solve else 0:7.2f}"
    return f"{name:16} {ours} |        {peer} |        {ratio}"


if __name__ == "__main__":
    main()
