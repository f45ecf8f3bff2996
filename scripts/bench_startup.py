"""How long it takes to start: commands against `python -c pass`, CPU and wall time, in one run.

    python scripts/bench_startup.py [--runs 15] [--modules]

The commands are run in turn, with byte code, in one round after the other; printed are medians and the ratios to
`python -c pass` of the same interpreter.  --modules prints instead what importing each module takes itself, for the
trivial `solve`, the least of all runs.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

BOARD = Path(__file__).parents[1] / "tests" / "data" / "boards" / "masyu-8x8-5eb80e89.json"
MODEL = BOARD.parents[1] / "flatzinc" / "trivial.fzn"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
CSP2SAT = ("-m", "csp2sat")
COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "csp2sat --version": (*CSP2SAT, "--version"),
    "csp2sat --help": (*CSP2SAT, "--help"),
    "csp2sat solve BOARD": (*CSP2SAT, "solve", str(BOARD)),
    "csp2sat-fzn MODEL": ("-P", "-m", "csp2sat.cli.fzn", str(MODEL)),
}
Seconds = tuple[float, float]  # CPU with all children, wall


def run(arguments: tuple[str, ...]) -> Seconds:
    """One run of the interpreter."""
    before, start = _cpu(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=ENVIRONMENT)
    return _cpu() - before, time.perf_counter() - start


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def medians(runs: int) -> dict[str, Seconds]:
    """Of each command, after one run that does not count."""
    found: dict[str, list[Seconds]] = {name: [] for name in COMMANDS}
    for number in range(runs + 1):
        for name, arguments in COMMANDS.items():
            seconds = run(arguments)
            if number:
                found[name].append(seconds)
    return {
        name: (statistics.median(cpu for cpu, _ in each), statistics.median(wall for _, wall in each))
        for name, each in found.items()
    }


def modules(runs: int) -> dict[str, int]:
    """Microseconds that each module of the trivial `solve` takes itself."""
    least: dict[str, int] = {}
    for _ in range(runs):
        command = [sys.executable, "-X", "importtime", *COMMANDS["csp2sat solve BOARD"]]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
        for line in done.stderr.splitlines()[1:]:
            own, _, name = line.removeprefix("import time:").split("|")
            least[name.strip()] = min(int(own), least.get(name.strip(), int(own)))
    return least


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--modules", action="store_true")
    options = parser.parse_args()
    if options.modules:
        found = sorted(modules(options.runs).items(), key=lambda item: -item[1])
        print("\n".join(f"{own:8} us  {name}" for name, own in found))
        print(f"{sum(own for _, own in found):8} us  {len(found)} modules")
        return
    found = medians(options.runs)
    least_cpu, least_wall = found["python -c pass"]
    print(f"{'':22} {'CPU s':>8} {'ratio':>6} {'wall s':>8} {'ratio':>6}")
    for name, (cpu, wall) in found.items():
        print(f"{name:22} {cpu:8.4f} {cpu / least_cpu:6.1f} {wall:8.4f} {wall / least_wall:6.1f}")


if __name__ == "__main__":
    main()
