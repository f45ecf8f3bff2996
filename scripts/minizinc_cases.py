"""Run folders of MiniZinc and FlatZinc cases with known answers through csp2sat, and compare.

    python scripts/minizinc_cases.py FOLDER [--msc FILE] [--only PART] [--seconds N]

FOLDER has an index.jsonl, whose rows are told by their keys:

    file *.fzn, count           FlatZinc; beside it NAME.json with all solutions, Booleans as 0 and 1
    file *.mzn, answer, count   a model; `answer` has all solutions, `NAME.reif.mzn` all assignments and `holds`
    file, expected, cases       a model; `expected` is a list of cases: data, flags, ask, status, objective, solutions

Without --msc the solver is that of `csp2sat minizinc --install`.  Exit code 1 if an answer is wrong; cases that are
refused or not finished are listed, too.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ENUM = re.compile(r"enum\s+\w+\s*=\s*\{([^}]*)\}")
SEPARATOR = "----------"
STATUSES = {
    "==========": "COMPLETE",
    "=====UNSATISFIABLE=====": "UNSATISFIABLE",
    "=====UNKNOWN=====": "UNKNOWN",
    "=====ERROR=====": "ERROR",
}
Solution = tuple[Any, ...]


class Answer:
    """What was printed: texts of solutions, the status, and errors."""

    def __init__(self, stdout: str, stderr: str, code: int | None):
        self.code, self.stderr, self.status = code, stderr, ""
        self.solutions: list[str] = []
        lines: list[str] = []
        for line in stdout.splitlines():
            if line == SEPARATOR:
                self.solutions.append("\n".join(lines))
                lines = []
            elif line in STATUSES:
                self.status = STATUSES[line]
            elif not line.startswith("%"):
                lines.append(line)

    @property
    def refused(self) -> str:
        """Why there is no answer; '' if there is one."""
        if self.code is None:
            return "out of time"
        if self.code or self.status == "ERROR":
            return next((line for line in self.stderr.splitlines() if line.strip()), "an error")
        return "unknown" if self.status == "UNKNOWN" else ""


class Runner:
    """Runs one case at a time."""

    def __init__(self, msc: str, seconds: float):
        self._msc, self._seconds = msc, seconds

    def minizinc(self, model: Path, *arguments: str) -> Answer:
        flags = ["--time-limit", str(int(self._seconds * 1000))]
        return self._run(["minizinc", "--solver", self._msc, *flags, *arguments, str(model)])

    def flatzinc(self, model: Path) -> Answer:
        return self._run([sys.executable, "-P", "-m", "csp2sat.cli.fzn", "-a", str(model)])

    def _run(self, command: list[str]) -> Answer:
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self._seconds + 5)
        except subprocess.TimeoutExpired:
            return Answer("", "", None)
        return Answer(done.stdout, done.stderr, done.returncode)


def flatzinc_case(runner: Runner, folder: Path, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Name and what is wrong, or ''."""
    answer = runner.flatzinc(folder / row["file"])
    expected = json.loads((folder / row["file"]).with_suffix(".json").read_text())
    found = [" ".join(_plain(line.partition(" = ")[2]) for line in text.splitlines()) for text in answer.solutions]
    yield row["id"], answer.refused or _differs(found, expected["solutions"])


def _plain(value: str) -> str:
    """`true;` as 1, an array as its elements."""
    words = value.rstrip(";").partition("[")[2].rstrip("])") or value.rstrip(";")
    return " ".join({"true": "1", "false": "0"}.get(word.strip(), word.strip()) for word in words.split(","))


def model_case(runner: Runner, folder: Path, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    answer = runner.minizinc(folder / row["file"], "-a", "--output-mode", "json")
    if answer.refused:
        yield row["id"], answer.refused
        return
    expected = json.loads((folder / row["answer"]).read_text())
    found = [json.loads(text) for text in answer.solutions]
    is_reified = row["file"].endswith(".reif.mzn")
    text = (folder / row["file"]).read_text()
    order = [name for name in _declared(text) if name != "holds"]
    numbers = {word.strip(): str(at) for part in ENUM.findall(text) for at, word in enumerate(part.split(","), start=1)}
    plain = [_row(solution, order, numbers) for solution in found if not is_reified or solution["holds"]]
    wrong = _differs(plain, expected["solutions"])
    if is_reified and not wrong and len(found) != expected["assignments"]:
        wrong = f"{len(found)} solutions, not {expected['assignments']}"
    yield row["id"], wrong


def _declared(text: str) -> list[str]:
    """The names of the variables, in order of declaration."""
    names = []
    for line in text.split(";"):
        head, colon, name = line.partition(":")
        if colon and "var" in head.split() + head.replace("]", " ").split() and "=" not in head:
            names.append(name.split("=")[0].strip().split()[0])
    return names


def _row(solution: dict[str, Any], order: list[str], numbers: dict[str, str]) -> str:
    """The values in one line; members of enumerations as their numbers."""
    return " ".join(numbers.get(word, word) for name in order for word in _words(solution[name]))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, dict) and "set" in value:
        members = set(_members(value["set"]))
        yield from (str(int(each in members)) for each in (1, 2, 3))
    elif isinstance(value, dict):
        yield str(value["e"])
    else:
        yield str(int(value))


def _members(parts: list[Any]) -> Iterator[int]:
    for part in parts:
        yield from range(part[0], part[1] + 1) if isinstance(part, list) else (part,)


def spec_cases(runner: Runner, folder: Path, row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for case in json.loads((folder / row["expected"]).read_text()):
        model = folder / row["file"]
        data = [str(folder / each) for each in case.get("data", [])]
        every = ["-a"] if case["ask"] == "all" else []
        arguments = ["--output-mode", "json", "--output-objective", *every, *case.get("flags", []), *data]
        answer = runner.minizinc(model, *arguments)
        yield case["id"], answer.refused or _wrong(case, answer)


def _wrong(case: dict[str, Any], answer: Answer) -> str:
    if case["status"] == "UNSATISFIABLE" or not answer.solutions:
        same = answer.status == "UNSATISFIABLE" and case["status"] == "UNSATISFIABLE"
        return "" if same else f"{answer.status}, not {case['status']}"
    found = [json.loads(text) for text in answer.solutions]
    if case["status"] == "OPTIMAL":
        if answer.status != "COMPLETE":
            return "not proved optimal"
        objective = found[-1].get("_objective")
        return "" if objective == case["objective"] else f"objective {objective}, not {case['objective']}"
    if "solutions" not in case:
        return ""
    known = [_key(each, each) for each in case["solutions"]]
    keys = [_key(each, case["solutions"][0]) for each in found]
    upstream = [_key(each, each) for part in case.get("upstream", []) for each in _listed(part.get("solution"))]
    if case["ask"] == "all":
        return "" if sorted(keys) == sorted(upstream) else _differs(keys, known)
    return "" if keys[0] in known else f"{answer.solutions[0]} is no solution"


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found] if found else []


def _key(solution: dict[str, Any], names: dict[str, Any]) -> str:
    return json.dumps({name: _normal(solution.get(name)) for name in sorted(names)}, sort_keys=True)


def _normal(value: Any) -> Any:
    if isinstance(value, list):
        return [_normal(each) for each in value]
    if isinstance(value, dict) and "set" in value and all(isinstance(e, int | list) for e in value["set"]):
        return {"set": sorted(_members(value["set"]))}
    return value


def _differs(found: list[str], expected: list[str]) -> str:
    if sorted(found) == sorted(expected):
        return ""
    missing, more = sorted(set(expected) - set(found)), sorted(set(found) - set(expected))
    return f"{len(found)} solutions, not {len(expected)}; missing {missing[:2]}, too many {more[:2]}"


KINDS: dict[str, Callable[..., Iterator[tuple[str, str]]]] = {
    "expected": spec_cases,
    "answer": model_case,
    "count": flatzinc_case,
}
WRONG = (" solutions, not ", ", not ", " is no solution")


def main() -> int:
    options = _options()
    folder, counts = options.folder, {"right": 0, "wrong": 0, "refused": 0}
    runner = Runner(options.msc, options.seconds)
    for line in (folder / "index.jsonl").read_text().splitlines():
        row = json.loads(line)
        if options.only not in row["file"]:
            continue
        case = next(KINDS[key] for key in KINDS if key in row)
        for name, fault in case(runner, folder, row):
            kind = "right" if not fault else "wrong" if any(word in fault for word in WRONG) else "refused"
            counts[kind] += 1
            if fault:
                print(f"{kind}: {name}: {fault}", flush=True)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(", ".join(f"{number} {kind}" for kind, number in counts.items()), end="")
    print(f"; {usage.ru_utime + usage.ru_stime:.0f} s of CPU, at most {usage.ru_maxrss // 1024} MB")
    return 1 if counts["wrong"] else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--msc", default="csp2sat", help="a solver configuration (default: the one installed)")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--seconds", type=float, default=60, help="for each case (default: 60)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
