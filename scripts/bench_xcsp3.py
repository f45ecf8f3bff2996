"""Solve XCSP3 instances with `csp2sat-xcsp3`, ACE, and cosoco in turn, and count what each of them decides.

    python scripts/bench_xcsp3.py FOLDER ... [--cosoco PROGRAM] [--jar ACE.jar] [--limit 60] [--every N]
        [--only WORD ...]

FOLDER has instances, .xml or compressed, and perhaps an index.jsonl with lines that have `file` and `expected`: a
status, and the optimum.  A line for each instance: the status of each solver, its best objective value, and its CPU
seconds; each of them has --limit CPU seconds on one core, and four times as many of the clock.  The end: how many of
the mini tracks and of the others each decides (a solution, an optimum with its proof, or a proof that there is none),
the ratios, the instances that another solver alone decides, and the most memory.  Exit code 1 if an answer of
`csp2sat-xcsp3` differs from the expected one, or from a peer's.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import bench_frame
import measured
from xcsp3_checker import instances, packaged_jar

from csp2sat.base.files import read_bytes

DECIDED = ("SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND")
SHORT = {"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT", "OPTIMUM FOUND": "OPT", "UNSUPPORTED": "refused"}
MINI = {"intension", "extension", "allDifferent", "sum", "element", "minimum", "maximum", "nValues"}
PARTS = {"group", "block", "var", "array", "domain", "list", "coeffs", "condition", "supports", "conflicts", "args"}
FRAME = {"instance", "variables", "constraints", "objectives", "minimize", "maximize", "value", "index", "annotations"}
SMALL_SCOPE = r"(?:%\d+|[\w\[\]]+|-?\d+)"
PRIMITIVE = (
    rf"\w+\((?:{SMALL_SCOPE}|\w+\({SMALL_SCOPE},{SMALL_SCOPE}\)),(?:{SMALL_SCOPE}|\w+\({SMALL_SCOPE},{SMALL_SCOPE}\))\)"
)


class Answer(NamedTuple):
    """What a solver says of an instance: the status (`none` at a limit), the best value, and what the process took."""

    status: str
    value: int | None
    used: measured.Used

    def __str__(self) -> str:
        value = "" if self.value is None else f" {self.value}"
        return f"{SHORT.get(self.status, self.status)}{value} {self.used.cpu:.1f}"


def answer(command: list[str], limit: float) -> Answer:
    """Return what a solver answers within `limit` CPU seconds."""
    used = measured.run(command, limit * 4, limit + 1)
    said = re.sub(r"\x1b\[[0-9;]*m", "", used.said)
    statuses, values = re.findall(r"^s +(\w[\w ]*\w)", said, re.M), re.findall(r"^o +(-?\d+)", said, re.M)
    return Answer(statuses[-1] if statuses else "none", int(values[-1]) if values else None, used)


def ours(limit: float, path: Path) -> list[str]:
    """Return the command of this checkout's door for competitions."""
    limits = ["--cpu-limit", str(limit), "--time-limit", str(limit * 4), "--cores", "1", "--seed", "1"]
    return [sys.executable, "-P", "-m", "csp2sat.cli.competition", str(path), *limits]


def commands(jar: Path | None, cosoco: str | None, limit: float) -> dict[str, Callable[[Path], list[str]]]:
    """Return the solvers that there are, each with its command for the path of an uncompressed instance."""
    found: dict[str, Callable[[Path], list[str]]] = {"csp2sat": partial(ours, limit)}
    if jar:
        found["ACE"] = lambda path: [
            "java",
            "-Xmx4g",
            "-XX:+UseSerialGC",
            "-jar",
            str(jar),
            str(path),
            f"-t={limit:g}s",
        ]
    if cosoco:
        found["cosoco"] = lambda path: [cosoco, str(path), "-colors=0", "-model=0"]
    return found


def is_mini(text: str) -> bool:
    """Whether the text of an instance keeps to the constraints of the mini tracks, as far as its elements tell."""
    names = set(re.findall(r"<(\w+)", text))
    expressions = re.findall(r"<(?:intension|function)[^>]*>\s*([^<\s][^<]*)<", text)
    flat = (re.fullmatch(PRIMITIVE, re.sub(r"\s", "", each)) for each in expressions if "(" in each)
    return names <= MINI | PARTS | FRAME and "<slide" not in text and all(flat)


def expectations(folders: list[Path]) -> dict[str, tuple[str, int | None]]:
    """Return the known status and optimum of each instance of the folders that an index.jsonl lists, by file name."""
    lines = [line for each in folders if (each / "index.jsonl").exists() for line in (each / "index.jsonl").open()]
    records = [json.loads(line) for line in lines]
    return {each["file"]: (each["expected"]["status"], each["expected"].get("optimum")) for each in records}


def differs(said: Answer, status: str, value: int | None) -> bool:
    """Whether an answer contradicts a status, and an objective value that is known to be best."""
    if said.status not in DECIDED or status not in DECIDED:
        return False
    if "UNSATISFIABLE" in (said.status, status):
        return said.status != status
    return said.status == status == "OPTIMUM FOUND" and None not in (said.value, value) and said.value != value


def summary(rows: list[tuple[str, bool, bool, dict[str, Answer]]], names: list[str]) -> None:
    """Print the counts of both tracks, the instances that a peer alone decides, and the most memory.

    rows: for each instance its name, whether it has an objective, whether it is of the mini tracks, and its answers.
    """
    decided = {
        (row[0], name): row[3][name].status in (DECIDED[1:] if row[1] else DECIDED) for row in rows for name in names
    }
    for track, mini in (("mini", True), ("main", False)):
        counts = {name: sum(decided[row[0], name] for row in rows if row[2] is mini) for name in names}
        ratios = [f"{counts['csp2sat'] / max(1, counts[name]):.3f} of {name}'s" for name in names[1:]]
        shown = ", ".join(f"{name} {count}" for name, count in counts.items())
        print(f"{track}: {sum(row[2] is mini for row in rows)} instances: {shown}; {', '.join(ratios)}")
    for row in rows:
        if not decided[row[0], "csp2sat"] and any(decided[row[0], name] for name in names):
            print(f"lost: {row[0]}: {', '.join(f'{name} {row[3][name]}' for name in names)}")
    for name in names:
        print(f"{name}: at most {max((row[3][name].used.memory for row in rows), default=0):.0f} MiB in one process")


def main() -> int:
    """Print a line for each instance, and the summary; return 1 if an answer is wrong or disputed."""
    parser = bench_frame.arguments(__doc__, limit=60, only=True, help_limit="CPU seconds of each solver")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--jar", type=Path, default=packaged_jar())
    parser.add_argument("--cosoco", default=shutil.which("cosoco"))
    parser.add_argument("--every", type=bench_frame.positive, default=1)
    given = parser.parse_args()
    solvers, known = commands(given.jar, given.cosoco, given.limit), expectations(given.folders)
    rows: list[tuple[str, bool, bool, dict[str, Answer]]] = []
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "instance.xml"
        for path in instances(given.folders, given.every, given.only):
            instance.write_bytes(read_bytes(str(path)))
            text = instance.read_text(errors="replace")
            found = {name: answer(command(instance), given.limit) for name, command in solvers.items()}
            said = found["csp2sat"]
            others = [known.get(path.name, ("none", None)), *((each.status, each.value) for each in found.values())]
            bad = any(differs(said, *each) for each in others) or "Traceback" in said.used.said
            wrong += bad
            rows.append((path.name, "<objectives" in text, is_mini(text), found))
            shown = ", ".join(f"{name} {each}" for name, each in found.items())
            print(f"{path.name}: {shown}{'; DIFFERENT' if bad else ''}", flush=True)
    summary(rows, list(solvers))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
