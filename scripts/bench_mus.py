"""What a minimal unsatisfiable subset (MUS) of a CNF costs, beside python-sat's MUSX.

    python scripts/bench_mus.py [--only WORD ...] [--runs N] [FILE ...]

Both are programs of their own, which read the file, find one MUS and end; they run in turn, and the least CPU seconds
of the runs, with those of child processes, count.  csp2sat also checks its result: that the clauses contradict each
other by another solver, and for each clause an assignment that satisfies the others.  Without a FILE the CNFs are made:
a contradiction is hidden among random clauses with a common solution, or all clauses are random.  A line for each:

    clauses     of the file
    MUS         clauses of the subset of csp2sat, and of MUSX; both are minimal, neither has to be the smallest
    seconds     CPU of csp2sat, and of MUSX
    ratio       csp2sat / MUSX
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench_frame import ROOT, arguments, in_turn, is_wanted

Clauses = list[list[int]]
PEER = """
import sys
from pysat.examples.musx import MUSX
from pysat.formula import CNF, WCNF
formula = WCNF()
for clause in CNF(from_file=sys.argv[1]).clauses:
    formula.append(clause, weight=1)
with MUSX(formula, solver="g4", verbosity=0) as musx:
    print(len(musx.compute()))
"""


class Found(NamedTuple):
    """The number of clauses of a MUS, and the CPU seconds until it was there."""

    size: int
    seconds: float


def hidden(core: Clauses, total: int, seed: int = 1) -> Clauses:
    """Return `total` clauses: those of an unsatisfiable core, and random ones that one assignment satisfies."""
    random, variables = Random(seed), total // 4
    signs = [random.choice((1, -1)) for _ in range(variables + 1)]
    found = list(core)
    while len(found) < total:
        clause = [random.choice((v, -v)) for v in random.sample(range(1, variables + 1), 3)]
        if any(lit * signs[abs(lit)] > 0 for lit in clause):
            found.append(clause)
    random.shuffle(found)
    return found


def chain(length: int) -> Clauses:
    """Return the clauses 1, 1 -> 2, 2 -> 3, ..., and that the last variable is false."""
    return [[1], *([-v, v + 1] for v in range(1, length)), [-length]]


def pigeons(holes: int) -> Clauses:
    """Return the clauses that one pigeon more than holes are in holes of their own."""
    at = [[holes * pigeon + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = [(one, other) for one in range(holes + 1) for other in range(one)]
    return at + [[-at[one][hole], -at[other][hole]] for hole in range(holes) for one, other in pairs]


def random_clauses(variables: int, total: int, seed: int = 1) -> Clauses:
    random = Random(seed)
    return [[random.choice((v, -v)) for v in random.sample(range(1, variables + 1), 3)] for _ in range(total)]


CASES: dict[str, Callable[[], Clauses]] = {
    "chain-100 in 10000": lambda: hidden(chain(99), 10_000),
    "pigeons-5 in 10000": lambda: hidden(pigeons(5), 10_000),
    "pigeons-7 in 10000": lambda: hidden(pigeons(7), 10_000),
    "random-150 of 10000": lambda: random_clauses(150, 10_000),
    "random-100 of 480": lambda: random_clauses(100, 480),
    "chain-2000 in 10000": lambda: hidden(chain(1999), 10_000),
    "chain-100 in 100000": lambda: hidden(chain(99), 100_000),
}


def run(command: list[str], count: Callable[[str], int]) -> Found:
    """Run a program and return the MUS that `count` finds in what it prints, with the CPU seconds of the program and
    its children.
    """
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        text = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    return Found(count(text), usage.ru_utime + usage.ru_stime)


def ours(path: Path) -> Found:
    command = [sys.executable, "-m", "csp2sat", "explain", str(path), "--to", "cnf", "-q"]
    return run(command, lambda text: int(text.partition("\np cnf ")[2].split()[1]))


def peer(path: Path) -> Found:
    return run([sys.executable, "-c", PEER, str(path)], int)


def main() -> int:
    parser = arguments(__doc__, runs=3, only=True)
    parser.add_argument("file", nargs="*", type=Path)
    options = parser.parse_args()
    print(f"{'CNF':24} {'clauses':>8} {'MUS':>6} {'MUSX':>6} {'seconds':>8} {'MUSX':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        paths = {path.name: path.resolve() for path in options.file}
        for name, made in CASES.items() if not paths else ():
            if is_wanted(name, options.only):
                paths[name] = Path(folder, f"{name.replace(' ', '-')}.cnf")
                clauses = made()
                head = f"p cnf {max(abs(lit) for clause in clauses for lit in clause)} {len(clauses)}\n"
                paths[name].write_text(head + "".join(" ".join(map(str, [*each, 0])) + "\n" for each in clauses))
        for name, path in paths.items():
            one, other = (
                min(found, key=lambda each: each.seconds)
                for found in in_turn([partial(ours, path), partial(peer, path)], options.runs)
            )
            count = path.read_text().partition("\np cnf ")[2] or path.read_text().partition("p cnf ")[2]
            sizes = f"{count.split()[1]:>8} {one.size:6} {other.size:6}"
            times = f"{one.seconds:8.2f} {other.seconds:8.2f} {one.seconds / other.seconds:6.1f}"
            print(f"{name:24} {sizes} {times}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
