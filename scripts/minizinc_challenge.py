"""Run instances of the MiniZinc Challenge through csp2sat, beside what PicatSAT and the best solver of the year did.

    python scripts/minizinc_challenge.py FOLDER [--seconds N] [--msc FILE] [--only PART] [--results FILE] [-- FLAG...]
    python scripts/minizinc_challenge.py FOLDER --results FILE --table

FOLDER has an index.jsonl with the keys id, model, data, goal, status, best, proved, picatsat and picatsat_s.  Each
instance runs as in the competition, `minizinc -i -f --output-mode dzn --output-objective`, within N seconds of wall
time, compilation included.  FILE collects the results, one JSON object a line; what it has is not run again.
Flags after `--` go to MiniZinc, as `--sat-solver kissat`.

A claim is wrong if an optimum differs from a proved one, or a solution is better than it; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

GRACE = 30  # seconds after the limit until the run is ended from outside
OBJECTIVE = re.compile(r"^_objective = (-?[0-9]+);$", re.M)
COMPLETE = ("SC", "C")  # what an entrant did: solution and complete, complete


def run(row: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    """One instance."""
    folder = options.folder
    files = [str(folder / row[key]) for key in ("model", "data") if row[key]]
    limit = ["--time-limit", str(int(options.seconds * 1000))]
    flags = ["-i", "-f", "-s", "--output-mode", "dzn", "--output-objective", *limit, *options.flags]
    before, started = _cpu(), time.monotonic()
    try:
        command = ["minizinc", "--solver", options.msc, *flags, *files]
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds + GRACE)
        out, err, code = done.stdout, done.stderr, done.returncode
    except subprocess.TimeoutExpired as late:
        out, err, code = _text(late.stdout), _text(late.stderr), None
    found = {"id": row["id"], "seconds": round(time.monotonic() - started, 1), "cpu": round(_cpu() - before, 1)}
    return found | _read(row, out, err, code)


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _text(data: bytes | str | None) -> str:
    return data.decode(errors="replace") if isinstance(data, bytes) else data or ""


def _read(row: dict[str, Any], out: str, err: str, code: int | None) -> dict[str, Any]:
    """What came out: status, objective, sizes, and why there is nothing."""
    values = [int(value) for value in OBJECTIVE.findall(out)]
    solutions = out.count("----------\n")
    if "=====UNSATISFIABLE=====" in out:
        status = "UNSATISFIABLE"
    elif "==========" in out or (solutions and row["goal"] == "satisfy"):
        status = "COMPLETE"
    else:
        status = "SOLUTION" if solutions else "ERROR" if code else "UNKNOWN"
    figures = dict(re.findall(r"^%%%mzn-stat: (satVariables|satClauses|initTime|peakMem)=(\S+)$", out, re.M))
    why = next((line for line in err.splitlines() if line.strip() and not line.startswith("Warning")), "")
    return {"status": status, "objective": values[-1] if values else None, **figures, "error": why[:300]}


def verdict(row: dict[str, Any], found: dict[str, Any]) -> str:
    """`wrong: ..` for a claim that contradicts what is known, else ''."""
    if found["status"] == "UNSATISFIABLE":
        return "" if row["status"] == "UNSATISFIABLE" else "wrong: there is a solution"
    if row["goal"] == "satisfy" or found["objective"] is None or row["best"] is None or not row["proved"]:
        return ""
    sign = 1 if row["goal"] == "minimize" else -1
    if sign * found["objective"] < sign * row["best"]:
        return f"wrong: better than the optimum {row['best']}"
    is_claimed = found["status"] == "COMPLETE" and found["objective"] != row["best"]
    return f"wrong: the optimum is {row['best']}" if is_claimed else ""


def line(row: dict[str, Any], found: dict[str, Any]) -> str:
    """A line of the table."""
    cells = [row["id"][:48], found["status"], found["objective"], f"{found['seconds']:.1f}", f"{found['cpu']:.1f}"]
    peer = f"{row['picatsat']} {row['picatsat_s'] or ''}".strip()
    return "| " + " | ".join(map(str, [*cells, row["best"], peer, verdict(row, found) or found["error"][:60]])) + " |"


def summary(rows: dict[str, dict[str, Any]], results: dict[str, dict[str, Any]]) -> str:
    """How many of those that PicatSAT completes are complete, by time."""
    both = [name for name in results if rows[name]["picatsat"] in COMPLETE or rows[name]["goal"] == "satisfy"]
    complete = [results[name] for name in both if results[name]["status"] in ("COMPLETE", "UNSATISFIABLE")]
    parts = [f"{len(results)} instances, PicatSAT completes {len(both)} of them"]
    for limit in (60, 300):
        ours = sum(each["seconds"] <= limit for each in complete)
        peer = sum((rows[name]["picatsat_s"] or limit + 1) <= limit for name in both)
        parts.append(f"within {limit} s complete: {ours} (PicatSAT {peer})")
    wrong = sum(bool(verdict(rows[name], found)) for name, found in results.items())
    return "; ".join([*parts, f"wrong claims: {wrong}"])


def main() -> int:
    options = _options()
    rows = {row["id"]: row for row in map(json.loads, (options.folder / "index.jsonl").read_text().splitlines())}
    results: dict[str, dict[str, Any]] = {}
    if options.results and options.results.exists():
        results = {each["id"]: each for each in map(json.loads, options.results.read_text().splitlines())}
    print("| instance | status | objective | s | CPU s | best | PicatSAT | remark |\n|---|---|---|---|---|---|---|---|")
    for name, row in rows.items():
        if options.only not in name or (options.table and name not in results):
            continue
        if name not in results:
            results[name] = run(row, options)
            if options.results:
                with options.results.open("a") as file:
                    file.write(json.dumps(results[name]) + "\n")
        print(line(row, results[name]), flush=True)
    print(summary(rows, results))
    return 1 if any(verdict(rows[name], found) for name, found in results.items()) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=300, help="for each instance (default: 300)")
    parser.add_argument("--msc", default="csp2sat", help="a solver configuration (default: the one installed)")
    parser.add_argument("--only", default="", help="instances whose name has this in it")
    parser.add_argument("--results", type=Path, help="where results are kept")
    parser.add_argument("--table", action="store_true", help="only show the results that are kept")
    parser.add_argument("flags", nargs="*", help="flags for MiniZinc, after --")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
