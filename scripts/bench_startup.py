"""How long it takes to start: commands against `python -c pass`, CPU and wall time, in one run.

    python scripts/bench_startup.py [--runs 15] [--modules]

The commands are run in turn, with byte code, in one round after the other; printed are medians and the ratios to
`python -c pass` of the same interpreter.  --modules prints instead what importing each module takes itself, for the
trivial `solve`, the least of all runs.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from functools import partial

from bench_frame import BOARDS, Table, arguments, child_cpu, in_turn
from measured import ENVIRONMENT

BOARD = BOARDS / "masyu-8x8-5eb80e89.json"
MODEL = BOARD.parents[1] / "flatzinc" / "trivial.fzn"
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
    before, start = child_cpu(), time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=ENVIRONMENT)
    return child_cpu() - before, time.perf_counter() - start


def medians(runs: int) -> dict[str, Seconds]:
    """Of each command, after one run that does not count."""
    found = in_turn([partial(run, words) for words in COMMANDS.values()], runs + 1)
    pairs = [[statistics.median(each) for each in zip(*seconds[1:], strict=True)] for seconds in found]
    return {name: (cpu, wall) for name, (cpu, wall) in zip(COMMANDS, pairs, strict=True)}


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
    parser = arguments(__doc__, runs=15)
    parser.add_argument("--modules", action="store_true")
    options = parser.parse_args()
    if options.modules:
        found = sorted(modules(options.runs).items(), key=lambda item: -item[1])
        print("\n".join(f"{own:8} us  {name}" for name, own in found))
        print(f"{sum(own for _, own in found):8} us  {len(found)} modules")
        return
    found = medians(options.runs)
    least_cpu, least_wall = found["python -c pass"]
    table = Table("", 22, {"CPU s": "9.4f", "CPU ratio": "10.1f", "wall s": "9.4f", "wall ratio": "11.1f"})
    for name, (cpu, wall) in found.items():
        table.line(name, (cpu, cpu / least_cpu, wall, wall / least_wall))


if __name__ == "__main__":
    main()
