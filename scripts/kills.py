"""Kill `solve`, `encode` and `decode` at random moments, and look at what is left.

    python scripts/kills.py [COUNT] [--seed SEED] [--only PREFIX]

After each kill (SIGKILL, SIGTERM or SIGINT): no process is left, every file under a final name is whole (it has the
bytes that an undisturbed run writes), and a signal that can be handled leaves no temporary file.  After the next run
that is not disturbed, what SIGKILL left is gone too.  What is wrong is printed, with the kill's number, and the exit
code is 1.  --only: the commands whose names begin so, as "solve, " for those that search.

Some commands have two solvers at work, the portfolio; of those one is killed sometimes, a moment before the command.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MARK = "CSP2SAT_KILLS"
BOARD = ROOT / "tests" / "data" / "boards" / "masyu-0.txt"
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
PATIENCE = 3.0  # seconds for killed processes to go

sys.path.insert(0, str(ROOT / "tests"))
from support.fault_scene import HARD  # noqa: E402  the command is still at it when it is killed


class Command(NamedTuple):
    """Arguments, and the files that it makes in the current folder."""

    arguments: tuple[str, ...]
    makes: tuple[str, ...] = ()


COMMANDS = {
    "encode": Command(("encode", "board.txt", "--from", "masyu", "-o", "f.cnf"), ("f.cnf", "f.map")),
    "encode, packed": Command(
        ("encode", "board.txt", "--from", "masyu", "-o", "f.cnf.gz", "-m", "f.map.gz"), ("f.cnf.gz", "f.map.gz")
    ),
    "solve": Command(("solve", "board.txt", "--from", "masyu", "-o", "f.board", "--solver", "{solver}"), ("f.board",)),
    "solve, long": Command(("solve", "hard.csp", "-o", "f.out", "--solver", "{solver}"), ("f.out",)),
    "solve, two solvers": Command(("solve", "hard.csp", "-o", "f.out", "--solvers", "{portfolio}"), ("f.out",)),
    "solve, a solver dies": Command(("solve", "hard.csp", "-o", "f.out", "--solvers", "{portfolio}"), ("f.out",)),
    "solve, two proofs": Command(
        ("solve", "hard.csp", "-o", "f.out", "--solvers", "{portfolio}", "--proof", "f.drat"), ("f.out",)
    ),
    "solve a CNF": Command(("solve", "given.cnf", "-o", "f.answer", "--solver", "{solver}"), ("f.answer",)),
    "decode": Command(("decode", "given.out", "-m", "given.map", "-o", "f.drawn"), ("f.drawn",)),
}
TWO = ("solve, two solvers", "solve, a solver dies", "solve, two proofs")
LONG = ("solve, long", *TWO)
PORTFOLIO = "portfolio: [{solver: [kissat, cadical]}, {after: 0.1, solver: embedded}]\n"


class Ground:
    """The folder in which all happens.

    whole: the bytes that each file may have (solvers differ); seconds: how long that takes.
    """

    def __init__(self, folder: Path, solvers: list[str]):
        self.work, self.temporary, self.solvers = folder / "work", folder / "temporary", solvers
        self.environment = {**os.environ, MARK: str(folder), "TMPDIR": str(self.temporary), "PYTHONPATH": str(ROOT)}
        for each in (self.work, self.temporary):
            each.mkdir()
        shutil.copyfile(BOARD, self.work / "board.txt")
        (self.work / "hard.csp").write_text(HARD)
        (folder / "portfolio.yaml").write_text(PORTFOLIO)
        self.run("encode", "board.txt", "--from", "masyu", "-o", "given.cnf")
        self.run("solve", "given.cnf", "--solver", solvers[0], "-o", "given.out")
        self.given = set(self.work.iterdir())
        self.whole: dict[str, set[bytes]] = {"f.out": {b"s UNSATISFIABLE\n"}}
        self.seconds = {name: self.measured(name) for name in COMMANDS}

    def run(self, *arguments: str) -> None:
        subprocess.run(self.line(*arguments), cwd=self.work, env=self.environment, check=True)

    def line(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "csp2sat", *self.filled(arguments, self.solvers[0])]

    def filled(self, arguments: Sequence[str], solver: str) -> list[str]:
        values = {"{solver}": solver, "{portfolio}": str(self.work.parent / "portfolio.yaml")}
        return [values.get(word, word) for word in arguments]

    def measured(self, name: str) -> float:
        if name in LONG:
            return 2.0 if name in TWO else 1.0
        started = time.monotonic()
        for solver in self.solvers:
            self.run(*COMMANDS[name].arguments, *(["--solver", solver] if name.startswith("solve") else []))
            for made in COMMANDS[name].makes:
                self.whole.setdefault(made, set()).add((self.work / made).read_bytes())
            self.tidy()
        return (time.monotonic() - started) / len(self.solvers)

    def tidy(self) -> None:
        for path in set(self.work.iterdir()) - self.given:
            path.unlink()

    def kill(self, name: str, number: signal.Signals, after: float, solver: str) -> tuple[list[str], str]:
        """What is wrong after a kill, and how the command ended."""
        line = self.filled(COMMANDS[name].arguments, solver)
        before = self.unfinished()
        process = subprocess.Popen(
            [sys.executable, "-m", "csp2sat", *line],
            cwd=self.work,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=_heard,
        )
        time.sleep(after)
        if name == "solve, a solver dies":
            self.kill_solver(process.pid)
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
        code = process.returncode
        wrong = [f"{name}: left process {each}" for each in self.processes()]
        wrong += self.broken()
        handled = code in (0, 130, 143)
        if number != signal.SIGKILL:
            wrong += [f"{name}: left {path}" for path in self.unfinished() - before]
        if handled and b"csp2sat" in said.rpartition(b"Traceback")[2] and b"Traceback" in said:
            wrong.append(f"{name}: {said.decode()}")
        alone = name == "solve, a solver dies" and b"killed by signal 9" in said  # no other one had joined yet
        if code not in (0, 130, 143, -number, 1 if alone or b"Traceback" in said else 0):
            wrong.append(f"{name}: exit code {code}: {said.decode()}")
        return wrong, "done" if code == 0 else "handled" if handled else "killed"

    def kill_solver(self, command: int) -> None:
        """Kill one of the solvers of a command, and give that a moment to notice."""
        for pid in _children(command):
            if b"csp2sat-guard" not in Path(f"/proc/{pid}/cmdline").read_bytes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.1)
                return

    def broken(self) -> list[str]:
        """The files under final names that are not what they should be."""
        found = {path.name: path.read_bytes() for path in set(self.work.iterdir()) - self.given}
        names = [name for name in found if not (name.startswith(".") and name.endswith(".csp2sat"))]
        return [f"{name} is not whole" for name in names if found[name] not in self.whole.get(name, ())]

    def unfinished(self) -> set[Path]:
        """The temporary files and folders that are there."""
        return {*self.temporary.iterdir(), *self.work.glob(".*.csp2sat")}

    def processes(self) -> list[str]:
        until = time.monotonic() + PATIENCE
        while (left := _marked(f"{MARK}={self.work.parent}".encode())) and time.monotonic() < until:
            time.sleep(0.01)
        return left

    def cleared(self) -> list[str]:
        """What is left after a run that nobody disturbs."""
        self.run(*COMMANDS["solve"].arguments)
        return [f"still there after the next run: {path}" for path in self.unfinished()] + self.broken()


def _heard() -> None:
    """Signals are heard, although this may be in the background, or after nohup."""
    for number in SIGNALS[1:]:
        signal.signal(number, signal.SIG_DFL)


def _children(pid: int) -> list[int]:
    """The processes that a process has started, as far as they are there."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for path in Path(f"/proc/{pid}/task").glob("*/children"):
            found += map(int, path.read_text().split())
    return found


def _marked(mark: bytes) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                found += [f"{folder.name} {(folder / 'cmdline').read_bytes()!r}"] if state != "Z" else []
        except OSError:
            continue
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="commands whose names begin so (`solve, `: those with a search)")
    options = parser.parse_args()
    chosen = [name for name in COMMANDS if name.startswith(options.only)]
    if not chosen:
        parser.error(f"--only {options.only}: expected the beginning of one of {', '.join(COMMANDS)}")
    draw, failures, ends = random.Random(options.seed), 0, Counter[str]()
    solvers = [name for name in ("cadical", "minisat", "kissat") if shutil.which(name)] + ["embedded"]
    with tempfile.TemporaryDirectory() as name:
        ground = Ground(Path(name), solvers)
        for kill in range(options.count):
            command, number = draw.choice(chosen), draw.choice(SIGNALS)
            wrong, end = ground.kill(
                command, number, draw.random() * 1.2 * ground.seconds[command], draw.choice(solvers)
            )
            ends[f"{number.name} {end}"] += 1
            if kill % 20 == 19 or wrong or kill == options.count - 1:
                wrong += ground.cleared()
                ground.tidy()
            for each in wrong:
                failures += 1
                print(f"kill {kill}, {number.name}: {each}", flush=True)
    print(f"{options.count} kills ({', '.join(f'{count} {end}' for end, count in sorted(ends.items()))})")
    print(f"{failures} faults")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
