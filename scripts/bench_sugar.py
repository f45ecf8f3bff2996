"""csp2sat on the examples of Sugar, and Sugar itself beside it: CPU time of everything, child processes included.

    python scripts/bench_sugar.py FOLDER [--solver NAME] [--search NAME] [--limit SECONDS] [--only NAME ...]
        [--sugar-jar sugar.jar --sugar-solver minisat]

FOLDER holds `.csp` and `.csp.gz` files.  Each is solved once by `csp2sat solve`, with the default solver unless
`--solver` says another one; printed are the status, the value of the objective, the number of `o` lines, and seconds.
With a jar, Sugar's own encoder and decoder run too, with the search of its script (bisection by a solver on PATH or
the wheel's kissat), so the same solver can be given to both.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench_frame import arguments, child_cpu, is_wanted

STATUS = {"OPTIMUM FOUND": "OPT", "SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT", "UNKNOWN": "?"}
HEADER = 64  # bytes of the `p` line of Sugar's CNF, padded so that it can be renewed in place


class Figures(NamedTuple):
    """How a run ended: its status, the objective's value or '', the number of values, CPU and wall seconds."""

    status: str
    value: str
    steps: int
    cpu: float
    wall: float

    def __str__(self) -> str:
        return f"{self.status:>6} {self.value:>6} {self.steps:>4} {self.cpu:8.2f} {self.wall:8.2f}"


def measured(work: Callable[[], str]) -> Figures:
    """The figures of what runs child processes and gives `o` and `s` lines."""
    before, start = child_cpu(), time.perf_counter()
    text = work()
    cpu, wall = child_cpu() - before, time.perf_counter() - start
    values = re.findall(r"^o (-?\d+)", text, re.M)
    status = re.findall(r"^s (.*)", text, re.M)
    shown = STATUS.get(status[-1].strip(), "?") if status else "?"
    return Figures(shown, values[-1] if values else "", len(values), cpu, wall)


def output_of(command: Sequence[str], limit: float) -> str:
    """What a command prints; after `limit` seconds it is interrupted, with all that it started."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as process:
        try:
            return process.communicate(timeout=limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGTERM)
            return process.communicate()[0]


def ours(path: Path, options: argparse.Namespace) -> str:
    """csp2sat's answer.  Its own time limit, so that the solvers' time is counted."""
    extra = [f"--{name}={value}" for name in ("solver", "search") if (value := getattr(options, name))]
    if "(objective" not in _text(path):
        extra = [word for word in extra if not word.startswith("--search")]
    command = [sys.executable, "-m", "csp2sat", "solve", str(path), "--timeout", str(options.limit), *extra]
    return output_of(command, options.limit + 30)


def _text(path: Path) -> str:
    return (gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()).decode()


class Sugar:
    """Sugar's encoder and decoder with the search of its script."""

    def __init__(self, path: Path, options: argparse.Namespace, folder: Path):
        self._java = ["java", "-cp", str(options.sugar_jar), "jp.kobe_u.sugar.SugarMain"]
        self._solver, self._end = solver_command(options.sugar_solver), time.monotonic() + options.limit
        self._csp, self._cnf, self._map, self._out = (folder / f"sugar.{end}" for end in ("csp", "cnf", "map", "out"))
        self._csp.write_text(_text(path))

    def __call__(self) -> str:
        """`o` and `s` lines."""
        self._run([*self._java, "-encode", str(self._csp), str(self._cnf), str(self._map)])
        if not self._map.exists():
            return "s UNSATISFIABLE\n" if self._left() > 0 else "s UNKNOWN\n"
        goal = re.search(r"^objective (\w+) (\S+)", self._map.read_text(), re.M)
        try:
            return self._bisect(goal[1], goal[2]) if goal else f"s {self._status()}\n"
        except TimeoutError:
            return "s UNKNOWN\n"

    def _bisect(self, goal: str, name: str) -> str:
        """Sugar's search, with the bound as a unit clause."""
        entry = re.search(rf"^int {re.escape(name)} (\d+) (.*)", self._map.read_text(), re.M)
        assert entry is not None
        code, values = int(entry[1]), _values(entry[2])
        low, high, printed = 0, len(values), ""
        body = self._cnf.read_bytes()
        up = goal == "maximize"
        while low < high:
            middle = (low + high) // 2
            at = len(values) - 2 - middle if up else middle
            self._bound(body, 0 if middle == len(values) - 1 else -(code + at) if up else code + at)
            try:
                good = self._status() == "SATISFIABLE"
            except TimeoutError:
                return printed + ("s SATISFIABLE\n" if printed else "s UNKNOWN\n")
            if not good:
                low = middle + 1
                continue
            found = self._decoded(name)
            printed += f"o {found}\n"
            high = len(values) - 1 - values.index(found) if up else values.index(found)
        return printed + ("s OPTIMUM FOUND\n" if printed else "s UNSATISFIABLE\n")

    def _bound(self, body: bytes, unit: int) -> None:
        at = body.index(b"p cnf")
        _, _, num_vars, num_clauses = body[at : at + HEADER].split()
        header = b"p cnf %d %d" % (int(num_vars), int(num_clauses) + bool(unit))
        clause = b"%d 0\n" % unit if unit else b""
        self._cnf.write_bytes(body[:at] + header.ljust(HEADER - 1) + b"\n" + body[at + HEADER :] + clause)

    def _status(self) -> str:
        if self._solver[-1] == "%o":
            self._run([*self._solver[:-1], str(self._cnf), str(self._out)])
        else:
            self._out.write_text(self._run([*self._solver, str(self._cnf)]))
        said = self._out.read_text() if self._out.exists() else ""
        return "UNSATISFIABLE" if "UNSAT" in said else "SATISFIABLE"

    def _decoded(self, name: str) -> int:
        text = self._run([*self._java, "-decode", str(self._out), str(self._map)])
        value = re.search(rf"^a {re.escape(name)}\t(-?\d+)", text, re.M)
        assert value is not None, text[:200]
        return int(value[1])

    def _left(self) -> float:
        return float(self._end - time.monotonic())

    def _run(self, command: Sequence[str]) -> str:
        if self._left() <= 0:
            raise TimeoutError
        text = output_of(command, self._left())
        if self._left() <= 0:
            raise TimeoutError
        return text


def solver_command(name: str) -> list[str]:
    """How a solver is started; `%o` at the end: it writes a result file."""
    path = shutil.which(name) or next(
        (str(p) for folder in sys.path for p in [Path(folder, "sage_wheels", "bin", name)] if p.exists()), name
    )
    return [path, "%o"] if name == "minisat" else [path, *(["-q"] if name in ("kissat", "cadical") else [])]


def _values(ranges: str) -> list[int]:
    ends = [[int(end) for end in word.split("..")] for word in ranges.split()]
    return [value for pair in ends for value in range(pair[0], pair[-1] + 1)]


def main() -> None:
    """Run all, print a table."""
    parser = arguments(__doc__, limit=120.0, only=True, help_limit="seconds of wall time for each run")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--solver", help="csp2sat's; its default")
    parser.add_argument("--search", help="csp2sat's strategy for objectives; its default")
    parser.add_argument("--sugar-jar", type=Path)
    parser.add_argument("--sugar-solver", default="minisat")
    options = parser.parse_args()
    columns = f"{'status':>6} {'value':>6} {'#o':>4} {'CPU s':>8} {'wall s':>8}"
    print(f"{'':28} {columns}" + (f" | Sugar: {columns}" if options.sugar_jar else ""))
    for path in sorted((*options.folder.glob("*.csp"), *options.folder.glob("*.csp.gz"))):
        if not is_wanted(path.name, options.only):
            continue
        line = f"{path.name.partition('.csp')[0]:28} {measured(lambda p=path: ours(p, options))}"  # type: ignore[misc]
        if options.sugar_jar:
            with tempfile.TemporaryDirectory(prefix="bench-sugar-") as folder:
                line += f" |        {measured(Sugar(path, options, Path(folder)))}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
