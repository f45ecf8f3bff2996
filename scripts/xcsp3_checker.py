#!/usr/bin/env python3
"""Have the competition's SolutionChecker judge the answers of `csp2sat-xcsp3`, and `csp2sat check` judge them, too.

    python scripts/xcsp3_checker.py FOLDER ... [--jar ACE.jar] [--time-limit SECONDS] [--every N] [--names PART ...]

FOLDER has instances, .xml or compressed.  --jar: of ACE, which has the checker; the one in the package pycsp3
is found by itself.  --every: each N-th instance only.  Each answer that one of the two judges refuses is printed, then
how many were accepted, had no solution, or were not answered.  Exit code 1 if one was refused.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from csp2sat.base.files import read_bytes, unpacked_name

CHECKER = "org.xcsp.parser.callbacks.SolutionChecker"


def packaged_jar() -> Path | None:
    """Return the jar of ACE in the package pycsp3, which is not imported; None if there is none."""
    found = importlib.util.find_spec("pycsp3")
    folders = [Path(each) for each in found.submodule_search_locations or ()] if found else []
    return next((jar for folder in folders for jar in folder.glob("solvers/ace/ACE-*.jar")), None)


def instances(folders: list[Path], every: int, parts: list[str]) -> Iterator[Path]:
    """Yield each `every`-th instance in the folders; with `parts` those alone whose name has one of them."""
    for folder in folders:
        paths = [path for path in sorted(folder.iterdir()) if unpacked_name(path.name).endswith(".xml")]
        yield from (path for path in paths[::every] if not parts or any(part in path.name for part in parts))


def run(*words: object) -> str:
    """Return what a command prints, stdout and stderr."""
    done = subprocess.run([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def verdict(path: Path, folder: Path, jar: Path, seconds: float) -> str:
    """Return what has come of an instance: `accepted`, `UNSATISFIABLE`, ..., or `refused: ` with the reason.

    folder: for the uncompressed instance, and the answer.
    """
    instance, output = folder / "instance.xml", folder / "answer.txt"
    instance.write_bytes(read_bytes(str(path)))
    door = (sys.executable, "-P", "-m", "csp2sat.cli.competition")
    answer = run(*door, instance, "--time-limit", seconds, "--seed", 1)
    output.write_text(answer)
    status = re.findall(r"^s (.*)$", answer, re.M)
    if len(status) != 1 or "Traceback" in answer:
        return f"refused: {len(status)} statuses: {answer[-300:]}"
    if status[0] not in ("SATISFIABLE", "OPTIMUM FOUND"):
        return status[0]
    theirs = run("java", "-Xmx2g", "-cp", jar, CHECKER, instance, output, "-cm").strip()
    if "Exception" in theirs or "\tat " in theirs:
        return "not read by SolutionChecker"
    ours = run(sys.executable, "-P", "-m", "csp2sat", "check", instance, output).strip()
    if not re.search(r"^OK\b", theirs, re.M):
        return f"refused: by SolutionChecker: {theirs[-300:]}"
    return "accepted" if re.search(r"^right$", ours, re.M) else f"refused: by csp2sat check: {ours[:300]}"


def main() -> int:
    """Print each refused answer, and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--jar", type=Path, default=packaged_jar())
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--names", nargs="*", default=[])
    given = parser.parse_args()
    if given.jar is None:
        parser.error("no jar of ACE; expected --jar, or pip install pycsp3")
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in instances(given.folders, given.every, given.names):
            said = verdict(path, Path(folder), given.jar, given.time_limit)
            found[said.partition(":")[0]] += 1
            if ":" in said:
                print(f"{path.name}: {said}", flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in sorted(found.items())))
    return int("refused" in found)


if __name__ == "__main__":
    sys.exit(main())
