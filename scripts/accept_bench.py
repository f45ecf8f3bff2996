"""Acceptance of `bench`: many inputs x all solvers x two encodings, killed half-way, continued, and a liar among them.

    python scripts/accept_bench.py [-o DIR] [--inputs N] [-j N] [--timeout SECONDS] [--encoding A,B]

Inputs with known answers: boards of tests/data, CSPs of tests/cases, Sudokus that have become unsatisfiable by one more
given (their solution was unique), and pigeons that do not fit into their holes.  Besides the installed solvers there is
one that now and then calls a satisfiable formula unsatisfiable.  SIGKILL hits the command when half of the rows are
there.  Exit code 0 if: no process is left, no finished row was run again, all answers of the honest solvers agree with
the known ones, and each lie was found out while nobody else is called wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from csp2sat.runner.config.config import Solvers

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
LARGEST = 160  # cells of a board
SPOILED = 8  # Sudokus
MARK = "; --- expected "
LIAR = """#!/bin/sh
cadical -q "$1" > answer; code=$?
if [ $code = 10 ] && [ $(($(wc -c < "$1") % 5)) = 0 ]; then echo "$1" >> {lies}; echo 's UNSATISFIABLE'; exit 20; fi
cat answer; exit $code
"""
Row = dict[str, Any]


def boards() -> list[tuple[str, str, str]]:
    """Name, text and known status: the boards that are not too large, of each type by turns."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for path in sorted((TESTS / "data" / "boards").glob("*.json")):
        fields = json.loads(path.read_text())
        cells = fields["rows"] * fields["cols"]
        if fields.get("satisfiable") and cells <= LARGEST:
            found.setdefault(fields["type"], []).append((cells, path.name, path.read_text()))
    ranked = [(at, name, text) for same in found.values() for at, (_, name, text) in enumerate(sorted(same))]
    return [(name, text, "sat") for _, name, text in sorted(ranked)]


def spoiled() -> Iterator[tuple[str, str, str]]:
    """Sudokus with one given more, that is not in the solution."""
    for path in sorted((TESTS / "data" / "boards").glob("sudoku-9x9-*.json"))[:SPOILED]:
        fields = json.loads(path.read_text())
        grid, solution = fields["givens"]["grid"], fields["solution"]
        if fields.get("unique"):
            r, c = next((r, c) for r, line in enumerate(grid) for c, value in enumerate(line) if not value)
            grid[r][c] = solution[r][c] % 9 + 1
            fields.pop("solution")
            yield path.name.replace("sudoku", "sudoku-spoiled"), json.dumps(fields), "unsat"


def pigeons() -> Iterator[tuple[str, str, str]]:
    """One pigeon more than holes; the last one is too hard for any solver here."""
    for holes in (7, 8, 9, 11):
        rows = [[f"p_{i}_{j}" for j in range(holes)] for i in range(holes + 1)]
        text = "".join(f"(int {name} 0 1)\n" for row in rows for name in row)
        text += "".join(f"(>= (+ {' '.join(row)}) 1)\n" for row in rows)
        text += "".join(f"(<= (+ {' '.join(hole)}) 1)\n" for hole in zip(*rows, strict=True))
        yield f"pigeons-{holes}.csp", text, "unsat"


def cases() -> Iterator[tuple[str, str, str]]:
    """The golden cases; those first that have no solution."""
    found = []
    for path in sorted((TESTS / "cases").glob("*.csp")):
        text = path.read_text()
        expected = json.loads(text.rpartition(MARK)[2])
        if "mode" not in expected:
            found.append((path.name, text, expected["status"].lower()))
    yield from sorted(found, key=lambda case: case[2], reverse=True)


def inputs(number: int) -> list[tuple[str, str, str]]:
    """So many of them: half CSPs and spoiled boards, half boards."""
    others = [*spoiled(), *pigeons(), *cases()][: (number + 1) // 2]
    return [*others, *boards()[: number - len(others)]]


class Ground:
    """The folder in which all happens, and the command."""

    def __init__(self, folder: Path, asked: argparse.Namespace):
        self.folder, self.out, self.lies = folder, folder / "out", folder / "lies"
        self.known = {}
        (folder / "in").mkdir(parents=True, exist_ok=True)
        for name, text, status in inputs(asked.inputs):
            (folder / "in" / name).write_text(text)
            self.known[name] = status
        (folder / "known").write_text("".join(f"{name} {status}\n" for name, status in self.known.items()))
        (folder / "liar.sh").write_text(LIAR.format(lies=self.lies))
        (folder / "liar.sh").chmod(0o755)
        (folder / "solvers.yaml").write_text("solvers:\n  liar: {command: ./liar.sh}\n")
        entries = Solvers.load(str(folder / "solvers.yaml")).entries
        self.solvers = [name for name, entry in entries.items() if entry.locate()]
        self.total = len(self.known) * len(self.solvers) * len(asked.encoding.split(","))
        self._options = ["--encoding", asked.encoding, "--timeout", str(asked.timeout), "-j", str(asked.jobs)]

    def command(self) -> list[str]:
        words = [
            sys.executable,
            "-m",
            "csp2sat",
            "bench",
            self.folder / "in",
            "--solvers",
            self.folder / "solvers.yaml",
        ]
        words += ["--solver", ",".join(self.solvers), "--expect", self.folder / "known", "-o", self.out, *self._options]
        return [*map(str, words), "--html", str(self.folder / "report.html")]

    def rows(self) -> list[Row]:
        """Those in the file, without a last one that was cut off."""
        path = self.out / "results.jsonl"
        lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        return [json.loads(line) for line in lines]


def kill_half_way(ground: Ground) -> list[Row]:
    """Start, wait for half of the rows, SIGKILL; the rows then."""
    with subprocess.Popen(ground.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while len(ground.rows()) < ground.total // 2:
            if process.poll() is not None:
                sys.exit("it ended before it could be killed")
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
    return ground.rows()


def left_processes(ground: Ground) -> list[str]:
    """Commands of processes that still work in the folder, after a moment to go."""
    time.sleep(4)
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(ground.folder) in words and int(entry.name) not in (os.getpid(), os.getppid()):
            found.append(words)
    return found


def disagreeing(rows: Sequence[Row], known: dict[str, str]) -> list[str]:
    """Answers of honest solvers that are not the known ones, or no answers but for a limit."""
    return [
        f"{row['solver']} {row['encoding']} {row['input']}: {row['status']} {row['why']}"
        for row in rows
        if row["solver"] != "liar" and row["status"] not in (known[Path(row["input"]).name], "timeout", "memout")
    ]


def wrong_rows(ground: Ground) -> tuple[int, list[Row]]:
    """The exit code of the report, and the rows that it calls wrong."""
    command = [sys.executable, "-m", "csp2sat", "bench", "report", str(ground.out), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, [row for row in json.loads(done.stdout)["rows"] if row["status"] == "wrong"]


def faults(ground: Ground, before: Sequence[Row], after: Sequence[Row]) -> Iterator[str]:
    """What is not as it should be at the end."""
    keys = Counter(row["key"] for row in after)
    if len(after) != ground.total or len(keys) != ground.total:
        yield f"{len(after)} rows, {len(keys)} of them different; {ground.total} expected"
    if list(after[: len(before)]) != list(before):
        yield "rows from before the kill have changed"
    yield from disagreeing(after, ground.known)
    code, wrong = wrong_rows(ground)
    lies = {row["key"] for row in after if row["solver"] == "liar" and row["status"] == "unsat"}
    lies &= {row["key"] for row in after if ground.known[Path(row["input"]).name] == "sat"}
    if {row["key"] for row in wrong} != lies or not lies or code != 1:
        yield f"{len(lies)} lies, {len(wrong)} rows called wrong, exit code {code}"
    print(f"lies told: {len(lies)}, found out: {len(wrong)}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--inputs", type=int, default=60)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--encoding", default="order,log")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        return _accept(Ground(asked.output or Path(temporary), asked))


def _accept(ground: Ground) -> int:
    statuses = Counter(ground.known.values())
    print(f"{len(ground.known)} inputs {dict(statuses)}, solvers: {', '.join(ground.solvers)}; {ground.total} runs")
    started = time.monotonic()
    before = kill_half_way(ground)
    print(f"killed after {time.monotonic() - started:.0f} s with {len(before)} rows", flush=True)
    wrong = [f"still running: {words}" for words in left_processes(ground)]
    started = time.monotonic()
    done = subprocess.run(ground.command(), capture_output=True, text=True, check=False)
    after = ground.rows()
    print(f"continued for {time.monotonic() - started:.0f} s: {len(after)} rows", flush=True)
    print("\n".join(done.stderr.splitlines()[:1]))
    print(done.stdout)
    wrong += faults(ground, before, after)
    print(dict(Counter((row["status"]) for row in after)))
    print("\n".join(wrong) or "as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
