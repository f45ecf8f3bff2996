#!/usr/bin/env python3
"""Compare the answers to XCSP3 files with known ones: status, number of solutions and optimum.

    python scripts/xcsp3_cases.py FOLDER [NAME ...] [--timeout SECONDS] [--no-count] [--encoding NAME]

FOLDER has `cases.json`, a list of objects with `id` (the file is `id.xml`), `status` (`REFUSED` for a file that must be
refused), `count` and, with an objective, `optimum`; or `index.jsonl`, an object a line with `id`, `file`, `expected`.
Each case that differs is printed, then how many were right, wrong and unsolved.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MOST_COUNTED = 5000  # solutions


def cases(folder: Path) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Yield name, file and expected answer of each case."""
    if (folder / "cases.json").exists():
        for case in json.loads((folder / "cases.json").read_text()):
            yield case["id"], folder / f"{case['id']}.xml", case
    else:
        for line in (folder / "index.jsonl").read_text().splitlines():
            case = json.loads(line)
            yield case["id"], folder / case["file"], {"level": case["level"], **case["expected"]}


def run(*args: str, timeout: float) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command of csp2sat; the exit code is -1 after the time limit."""
    command = [sys.executable, "-m", "csp2sat", *args]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return -1, "", "time limit"
    return done.returncode, done.stdout, done.stderr


def verdict(path: Path, expected: dict[str, Any], timeout: float, counts: bool, encoding: str) -> str:
    """Return `right`, `refused`, or what is wrong or missing in the answer to a file."""
    code, out, errors = run("solve", str(path), "--to", "v", "--encoding", encoding, timeout=timeout)
    if "Traceback" in errors:
        return "wrong: a traceback: " + errors.splitlines()[-1]
    status = next((line[2:] for line in out.splitlines() if line.startswith("s ")), "UNKNOWN" if code else "")
    if code == 1:
        reason = errors.splitlines()[0] if errors else "?"
        return "right" if expected["status"] == "REFUSED" else f"refused: {reason}"
    if status in ("UNKNOWN", ""):
        return f"unsolved: {errors.splitlines()[-1] if errors else ''}"
    wanted = expected["status"]
    if "optimum" in expected and wanted == "SATISFIABLE":
        wanted = "OPTIMUM FOUND"
    if status == "SATISFIABLE" and wanted.startswith("OPTIMUM"):
        return "unsolved: no proof of the optimum"
    if status != wanted.replace("OPTIMUM", "OPTIMUM FOUND").replace("FOUND FOUND", "FOUND"):
        return f"wrong: {status}, expected {wanted}"
    if status == "OPTIMUM FOUND" and f'cost="{expected["optimum"]}"' not in out:
        return f"wrong: the optimum is {expected['optimum']}, found {out.splitlines()[-1][:80]}"
    return _counted(path, expected, timeout, encoding) if counts else "right"


def _counted(path: Path, expected: dict[str, Any], timeout: float, encoding: str) -> str:
    count = expected.get("count")
    if count is None or "optimum" in expected or not count or count > MOST_COUNTED:
        return "right"
    code, out, errors = run("count", str(path), "--encoding", encoding, timeout=timeout)
    found = [word for word in out.split() if word.isdigit()]
    if code == -1:
        return "unsolved: count: time limit"
    return "right" if found[-1:] == [str(count)] else f"wrong: count {out.strip()}{errors.strip()}, expected {count}"


def main() -> None:
    """Print each case that differs, and a summary."""
    parser = argparse.ArgumentParser(description="Compare the answers to XCSP3 files with known ones.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--no-count", action="store_true")
    parser.add_argument("--encoding", default="auto", help="of integers: auto, order, direct, log, compact-order")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    for name, path, expected in cases(given.folder):
        if given.names and not any(part in name for part in given.names):
            continue
        began = time.monotonic()
        said = verdict(path, expected, given.timeout, not given.no_count, given.encoding)
        kind = said.partition(":")[0]
        found[kind] += 1
        if kind != "right":
            print(f"{name} ({expected.get('level', '')}, {time.monotonic() - began:.0f} s) {said}", flush=True)
    print(", ".join(f"{number} {kind}" for kind, number in sorted(found.items())))


if __name__ == "__main__":
    main()
