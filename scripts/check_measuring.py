"""Does `bench` measure well?  CPU time against /usr/bin/time, peak memory against it too, and limits that hold.

    python scripts/check_measuring.py [--runs N]

Solvers run under /usr/bin/time, inside of what bench measures, so both see the very same runs.  Exit code 0 if CPU
times agree within 5 % in each run, and each program that needs more than the limit, alone or with its children, is a
memout while one that needs less is not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from csp2sat.api.solvers import pigeonhole
from csp2sat.cnf import dimacs

TIMED = """#!/bin/sh
exec /usr/bin/time -q -a -o {folder}/times -f '%U %S %M' {solver} "$1"
"""
EATER = """#!/bin/sh
pids=
for i in $(seq {processes}); do
  {python} -c 'import time; x = bytes([1]) * ({megabytes} << 20); time.sleep({seconds})' & pids="$pids $!"
done
for pid in $pids; do wait $pid || exit 3; done
echo 's SATISFIABLE'; echo 'v 1 0'; exit 10
"""
SOLVERS = {"cadical": "cadical -q", "picosat": "picosat"}
HOLES = 9  # 2 or 3 seconds of CPU
MEMORY = 200  # MB
EATERS = {"alone, 120 MB": (1, 120, "sat"), "alone, 400 MB": (1, 400, "memout"), "4 x 90 MB": (4, 90, "memout")}
MOST = 0.05  # of relative difference
Row = dict[str, Any]


def bench(folder: Path, cnf: Path, names: Sequence[str], options: Sequence[str]) -> list[Row]:
    """The rows of a run of bench, in the order in which they came."""
    out = folder / f"out-{cnf.stem}"
    command = [sys.executable, "-m", "csp2sat", "bench", str(cnf), "--solvers", str(folder / "solvers.yaml")]
    subprocess.run([*command, "--solver", ",".join(names), "-o", str(out), "-q", *options], stdout=subprocess.DEVNULL)
    return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]


def prepare(folder: Path, bodies: dict[str, str]) -> None:
    """Solvers that are scripts."""
    for name, body in bodies.items():
        (folder / f"{name}.sh").write_text(body)
        (folder / f"{name}.sh").chmod(0o755)
    lines = [f"  {name}: {{command: ./{name}.sh}}\n" for name in bodies]
    (folder / "solvers.yaml").write_text("solvers:\n" + "".join(lines))


def cpu_times(folder: Path, runs: int) -> bool:
    """Print both times of each run; do they agree?"""
    prepare(folder, {f"timed-{name}": TIMED.format(folder=folder, solver=SOLVERS[name]) for name in SOLVERS})
    hole = pigeonhole(HOLES)
    cnf = folder / "hole.cnf"
    cnf.write_text(f"p cnf {hole.num_vars} {hole.flat.count(0)}\n{dimacs.lines_of(hole.flat)}")
    repeat = str(-(-runs // len(SOLVERS)))
    names = [f"timed-{name}" for name in SOLVERS]
    rows = bench(folder, cnf, names, ["--repeat", repeat])
    lines = [line.split() for line in (folder / "times").read_text().splitlines()]
    print("CPU seconds       bench  /usr/bin/time  difference   peak MB  bench  /usr/bin/time")
    good = len(rows) == len(lines) > 0
    for row, (user, system, peak) in zip(rows, lines, strict=True):
        ours, theirs = row["cpu"]["solve"], float(user) + float(system)
        difference = ours / theirs - 1
        good &= row["status"] == "unsat" and abs(difference) <= MOST
        memory = (row["memory"] or 0) / (1 << 20)
        print(f"{row['solver']:15} {ours:7.3f} {theirs:14.2f} {difference:+10.1%}", end="")
        print(f"{memory:17.1f} {int(peak) / 1024:14.1f}")
    return good


def memory_limits(folder: Path) -> bool:
    """Print what happens to programs that eat memory; is it what should?"""
    named = {f"eater{at}": key for at, key in enumerate(EATERS)}
    bodies = {}
    for name, key in named.items():
        processes, megabytes, _ = EATERS[key]
        bodies[name] = EATER.format(python=sys.executable, processes=processes, megabytes=megabytes, seconds=3)
    prepare(folder, bodies)
    cnf = folder / "one.cnf"
    cnf.write_text("p cnf 1 1\n1 0\n")
    rows = bench(folder, cnf, list(named), ["--memory", str(MEMORY), "--timeout", "30"])
    print(f"memory limit {MEMORY} MB   status   peak MB")
    for row in rows:
        print(f"{named[row['solver']]:20}   {row['status']:6} {(row['memory'] or 0) / (1 << 20):9.1f}  {row['why']}")
    return len(rows) == len(EATERS) and all(row["status"] == EATERS[named[row["solver"]]][2] for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        good = [cpu_times(Path(folder), asked.runs), memory_limits(Path(folder))]
    print("as it should be" if all(good) else "NOT as it should be")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
