"""Prove optima and unsatisfiability of MiniZinc models, verify the proofs, and print their sizes and times.

    python scripts/minizinc_proofs.py FOLDER [--msc FILE] [--most N] [--seconds N] [--only PART]

FOLDER has folders `challenge` and `globals` as `minizinc_challenge.py` and `minizinc_cases.py` take them.  Optima are
those of instances of the Challenge, the ones first that PicatSAT completed soonest.  Unsatisfiable are instances of
the Challenge that are, and global constraints together with `none of these`, for all solutions that they have, the
longest lists first.  N of each kind are wanted; N seconds of wall time for each model, and for each verification.

`answer` is the CPU time of MiniZinc, encoder, solver and checker, `verify` that of `csp2sat verify`.  Exit code 1 if
fewer than N proofs of a kind are verified, or one is rejected.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DECLARED = re.compile(r"^(array\[[^]]*\] of )?var [-\w]+\.\.[-\w]+: (\w+);$", re.M)
ANY_VARIABLE = re.compile(r"\bvar\b[^:]*:")
HEAD = "| model | claim | clauses | proof, kB | answer, s | verify, s |\n|---|---|---:|---:|---:|---:|"


class Case(NamedTuple):
    """A model with its data; claim: what is to be proved."""

    name: str
    files: list[Path]
    claim: str


class Rejected(Exception):
    """A proof that was not verified."""


def challenge(folder: Path, claim: str) -> Iterator[Case]:
    """Instances with an optimum, or unsatisfiable ones."""
    rows = map(json.loads, (folder / "index.jsonl").read_text().splitlines())
    is_wanted = (lambda row: row["status"] == "UNSATISFIABLE") if claim == "unsatisfiable" else _has_optimum
    for row in sorted(filter(is_wanted, rows), key=lambda row: row["picatsat_s"] or 0):
        yield Case(row["id"], [folder / row[key] for key in ("model", "data") if row[key]], claim)


def _has_optimum(row: dict[str, str]) -> bool:
    return row["goal"] != "satisfy" and row["status"] != "UNSATISFIABLE" and row["picatsat"] == "SC"


def no_more(folder: Path, into: Path) -> Iterator[Case]:
    """Models of one global constraint whose solutions, all of them, are excluded."""
    rows = map(json.loads, (folder / "index.jsonl").read_text().splitlines())
    for row in sorted(rows, key=lambda row: -row["count"]):
        model, name = folder / row["file"], row["id"]
        declared = DECLARED.findall(model.read_text())
        if name.endswith(".reif") or not row["count"] or len(ANY_VARIABLE.findall(model.read_text())) != len(declared):
            continue
        solutions = json.loads((folder / row["answer"]).read_text())["solutions"]
        flat = " ++ ".join(f"array1d({variable})" if array else f"[{variable}]" for array, variable in declared)
        values = (f"[{', '.join(each.split())}]" for each in solutions)
        other = into / f"{name}.none.mzn"
        clauses = (f"constraint exists(i in 1..length({row}))(({flat})[i] != {row}[i]);\n" for row in values)
        other.write_text("".join(clauses))
        yield Case(f"{name} and none of {len(solutions)}", [model, other], "unsatisfiable")


def proved(case: Case, options: argparse.Namespace, into: Path) -> str:
    """A line of the table; '' if there is no proof in time."""
    limit = ["--time-limit", str(int(options.seconds * 1000))]
    before = _cpu()
    command = ["minizinc", "--solver", options.msc, "--proof", str(into), *limit, *map(str, case.files)]
    subprocess.run(command, capture_output=True, timeout=options.seconds + 60, check=False)
    answered, proof = _cpu(), into / f"{case.claim}.proof"
    if not proof.with_suffix(".proof.json").exists():
        return ""
    command = [sys.executable, "-m", "csp2sat", "verify", f"{proof}.json", str(into / "model.fzn")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.seconds, check=False)
    if done.returncode:
        raise Rejected(f"{case.name}: {(done.stderr or done.stdout).strip()}")
    kilobytes = f"{proof.stat().st_size / 1000:.0f}"
    times = [f"{each:.1f}" for each in (answered - before, _cpu() - answered)]
    return "| " + " | ".join([case.name, case.claim, _clauses(Path(f"{proof}.cnf")), kilobytes, *times]) + " |"


def _clauses(cnf: Path) -> str:
    with cnf.open() as file:
        return next(line for line in file if line.startswith("p ")).split()[3]


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    options = _options()
    print(HEAD)
    with tempfile.TemporaryDirectory() as made:
        folder, into = options.folder, Path(made)
        unsatisfiable = [*challenge(folder / "challenge", "unsatisfiable"), *no_more(folder / "globals", into)]
        kinds = list(challenge(folder / "challenge", "optimum")), unsatisfiable
        counts = [_run(cases, options) for cases in kinds]
    print(f"verified: {counts[0]} optima, {counts[1]} unsatisfiable")
    return 0 if min(counts) >= options.most else 1


def _run(cases: list[Case], options: argparse.Namespace) -> int:
    """So many proofs of the cases, one after the other, as are wanted; how many there are."""
    found = 0
    for case in cases:
        if found == options.most or options.only not in case.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            line = proved(case, options, Path(folder))
        print(line or f"| {case.name} | no proof in time |", flush=True)
        found += bool(line)
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--msc", default="csp2sat", help="a solver configuration (default: the one installed)")
    parser.add_argument("--most", type=int, default=10, help="proofs of each kind (default: 10)")
    parser.add_argument("--seconds", type=float, default=120, help="for each model (default: 120)")
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
