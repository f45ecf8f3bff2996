"""Run the ladder, write it down, and say what has become slower.

    python scripts/record.py FOLDER... [-o scripts/record.jsonl] [--boards 5] [--only WORD ...] [--leave-out WORD ...]
        [--runs 3] [--limit 60] [--python PYTHON] [--peer-limit 20] [--sugar-jar sugar.jar] [--sugar-solver minisat]
        [--again] [--peers-again]
    python scripts/record.py --table

FOLDER: CSPs (as Sugar's examples), boards as JSON, or folders with boards; from each folder of boards so many are
taken, from the smallest to the largest.  A few large CSPs come in addition.  csp2sat runs the whole command; a run that
took over 5 s is not repeated, else it is the one with the median of CPU time.  Peers are those that are there: OR-tools
and puzzlekit in PYTHON, Sugar by its jar; what they took on this machine is taken over from the record, for they do not
change, unless with --peers-again.

One line for each instance is added to the record (`recorded.py` says what is in it), and printed, with the ratio to
the last run on the same machine at another revision.  What was run at this revision on this machine is not run again,
so the same command goes on where it was stopped; --again runs all.  --table prints the record as the manual has it.

Exit code 0: nothing is worse than before; 4: something is (slower by 15 % and 0.1 s, in CPU and in wall time, or
with another answer), or csp2sat and a peer contradict each other; 1: an error; 130: interrupted.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import time
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import recorded
from bench_frame import positive
from ladder import Instance, Peer, Result, ladder, ours, peers
from recorded import Line

from csp2sat import __version__

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("csp2sat", "solvers.yaml", "pyproject.toml")  # what makes a revision
ENOUGH = 5.0  # CPU seconds after which a run is not repeated
WORSE, INTERRUPTED = 4, 130


def revision() -> str:
    """The last commit that changed the product, and a digest of what is not committed; without git, the version."""
    try:
        commit = _git("log", "-1", "--format=%h", "--", *PRODUCT).strip()
        changed = _git("diff", "HEAD", "--", *PRODUCT)
    except (OSError, subprocess.CalledProcessError):
        return f"v{__version__}"
    return commit + (f"+{sha256(changed.encode()).hexdigest()[:6]}" if changed else "")


def _git(*words: str) -> str:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True).stdout


def machine() -> str:
    """The processor, how many cores there are for us, and Python."""
    try:
        info = Path("/proc/cpuinfo").read_text()
    except OSError:
        info = ""
    models = [line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("model name")]
    model = models[0] if models else platform.processor() or platform.machine()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores, Python {platform.python_version()}"


class Recorder:
    """Runs instances and keeps the record."""

    def __init__(self, options: argparse.Namespace, scratch: Path):
        self.options, self.scratch = options, scratch
        self.revision, self.machine = revision(), machine()
        self.lines = recorded.read(options.output)
        self.peers: list[Peer] = peers(options.python, options.sugar_jar, options.sugar_solver)

    def line_of(self, instance: Instance) -> Line:
        """The line of an instance at this revision: that of the record, or of a run, which is added to it."""
        known = recorded.last(self.lines, self.machine, instance.name)
        if known is not None and known["revision"] == self.revision and not self.options.again:
            return known
        line = self._run(instance, known)
        recorded.append(self.options.output, line)
        self.lines.append(line)
        return line

    def _run(self, instance: Instance, known: Line | None) -> Line:
        mine = self._median(instance).fields()
        beside = {peer.name: self._peer(peer, instance, known) for peer in self.peers}
        if known is not None:  # those that are not there today, in any version
            here = {name.split()[0] for name in beside}
            beside |= {name: each for name, each in known["peers"].items() if name.split()[0] not in here}
        found = {name: each for name, each in beside.items() if each is not None}
        ratios = {name: recorded.ratio(mine, each) for name, each in found.items()}
        return {
            "date": time.strftime("%Y-%m-%d"),
            "revision": self.revision,
            "machine": self.machine,
            "instance": instance.name,
            "size": instance.size,
            "csp2sat": mine,
            "peers": found,
            "ratio": {name: by for name, by in ratios.items() if by is not None},
        }

    def _median(self, instance: Instance) -> Result:
        """Of as many runs as are asked for, or until they took long enough, the one with the median of CPU time."""
        found: list[Result] = []
        while len(found) < self.options.runs and sum(each.cpu for each in found) < ENOUGH:
            found.append(ours(instance, self.scratch, self.options.limit))
        return sorted(found, key=lambda each: each.cpu)[(len(found) - 1) // 2]

    def _peer(self, peer: Peer, instance: Instance, known: Line | None) -> dict[str, Any] | None:
        """The peer's run: the one of the record, if there is one."""
        if known is not None and peer.name in known["peers"] and not self.options.peers_again:
            return dict(known["peers"][peer.name])
        found = peer(instance, self.scratch, self.options.peer_limit)
        return None if found is None else found.fields()


def contradicted(line: Line) -> list[str]:
    """The peers that say something else."""
    said = line["csp2sat"]["said"]
    return [name for name in line["ratio"] if line["peers"][name]["said"] != said]


def run(options: argparse.Namespace) -> int:
    """Run the ladder; the exit code."""
    worse = []
    with tempfile.TemporaryDirectory(prefix="record-") as scratch:
        recorder = Recorder(options, Path(scratch))
        beside = ", ".join(each.name for each in recorder.peers) or "no peers"
        print(f"revision {recorder.revision}, {recorder.machine}; {beside}")
        print(
            f"{'':44} {'':>12} {'CPU s':>8} {'wall s':>8} {'MiB':>6}  peers: CPU s, wall s (ratio); change", flush=True
        )
        for instance in ladder(options.folders, options.boards, Path(scratch), partial(_wanted, options)):
            line = recorder.line_of(instance)
            before = recorded.last(recorder.lines, recorder.machine, instance.name, but=recorder.revision)
            said, is_worse = recorded.change(line, before)
            against = "".join(f"  CONTRADICTS {name}" for name in contradicted(line))
            print(f"{recorded.shown(line)}{said}{against}", flush=True)
            worse += [instance.name] if is_worse or against else []
    print(f"worse: {', '.join(worse)}" if worse else "nothing is worse than before")
    return WORSE if worse else 0


def _wanted(options: argparse.Namespace, name: str) -> bool:
    left_out = any(word in name for word in options.leave_out)
    return not left_out and (not options.only or any(word in name for word in options.only))


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("-o", "--output", type=Path, default=recorded.RECORD, help="the record")
    parser.add_argument("--table", action="store_true", help="print the record in Markdown, run nothing")
    parser.add_argument("--boards", type=positive, default=5, help="of each folder")
    parser.add_argument("--only", nargs="*", default=[], help="words of which the name must have one")
    parser.add_argument("--leave-out", nargs="*", default=[], help="words of which the name has none")
    parser.add_argument("--runs", type=positive, default=3, help="of csp2sat on what takes less than 5 s")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for csp2sat")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has OR-tools or puzzlekit")
    parser.add_argument("--peer-limit", type=float, default=20.0, help="seconds for a peer")
    parser.add_argument("--sugar-jar", type=Path, help="Sugar, which is run on CSPs")
    parser.add_argument("--sugar-solver", default="minisat", help="of Sugar")
    parser.add_argument("--again", action="store_true", help="run also what was run at this revision")
    parser.add_argument("--peers-again", action="store_true", help="run the peers also where they were run")
    options = parser.parse_args()
    if not (options.folders or options.only or options.table):
        parser.error("expected a FOLDER; of what is made for every ladder alone, --only made/")
    return options


def main() -> int:
    options = parsed()
    if options.table:
        print("\n".join(recorded.tables(recorded.read(options.output))))
        return 0
    try:
        return run(options)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
