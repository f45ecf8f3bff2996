"""Run each row of each table in the manual's chapter `coming-from` on both sides, and compare.

    python scripts/coming_from.py [--python PROGRAM] [SECTION ...]

The code of a row is what stands in its cells: one after the other (`, ` between them), or one of several (` or `).  A
row with a constraint is compared by all solutions over the variables that it names, a program by what it computes.  The
other side runs in a virtual environment of its own, which is made with `pip install`, or with --python in the one of
that program; MiniZinc runs by Gecode.  cspuz and Sugar cannot be installed so: of cspuz our side alone is run, and in
place of `sugar` the command `csp2sat-sugar`.  Exit code 1 where a row differs, or where a package cannot be installed.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import coming_from_minizinc  # noqa: E402
import coming_from_programs  # noqa: E402
from coming_from_programs import AROUND, PROGRAMS, VARIABLES  # noqa: E402

CHAPTER = ROOT / "csp2sat" / "manual" / "coming-from.md"
SIDE = Path(__file__).parent / "coming_from_sides.py"
PACKAGES = {"CPMpy": ["cpmpy", "python-sat"], "CP-SAT": ["ortools"], "PySAT": ["python-sat[pb]"]}
CELL = re.compile(r"(?<!\\)\|")
PIECE = re.compile(r"`([^`]+)`")


class Row(NamedTuple):
    """A row of a table: its section, and the cells as they stand."""

    section: str
    cells: list[str]

    @property
    def first(self) -> str:
        """The first piece of code, by which the row is called."""
        return pieces(self.cells[0])[0][0]


def rows(text: str) -> Iterator[Row]:
    """Yield the rows of all tables of a chapter."""
    for section in text.split("\n## ")[1:]:
        name, _, body = section.partition("\n")
        for line in re.findall(r"^\| .*\|$", body, re.M)[1:]:
            yield Row(name, [cell.strip() for cell in CELL.split(line)[1:-1]])


def pieces(cell: str) -> list[list[str]]:
    """Return the pieces of code of a cell: a list for each alternative, with its pieces in order."""
    found, between = [list[str]()], re.split(PIECE, cell)
    for at, text in enumerate(between):
        if at % 2:
            found[-1].append(text.replace("\\|", "|"))
        elif re.search(r"\bor\b", text):
            found.append([])
    return found


def jobs_of(row: Row) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield what is compared of a row of Python on both sides: words that name it, the other side's job and ours."""
    theirs, ours = pieces(row.cells[0]), pieces(row.cells[1])
    if row.cells[1] == "the same":
        ours = theirs
    program = PROGRAMS[row.section].get(row.first)
    for right in ours:
        for left in theirs:
            if program is not None:
                yield row.first, *_program(row, program, left, right)
            elif len(left) == len(right):
                yield from ((a, *_constraint(row, [a], [b])) for a, b in zip(left, right, strict=True))
            else:
                yield left[0], *_constraint(row, left, right)


def _program(row: Row, program: tuple[str, str, str, str], left: list[str], right: list[str]) -> Any:
    before, show, our_before, our_show = program
    left = [*filter(None, [before]), *left]
    right = [*filter(None, [our_before]), *right]
    return {"side": row.section, "code": left, "show": show}, {"side": "csp2sat", "code": right, "show": our_show}


def _constraint(row: Row, left: list[str], right: list[str]) -> Any:
    before, after, our_before, our_after = AROUND.get(row.first, ("", "", "", ""))
    left, right = [*filter(None, [before, *left, after])], [*filter(None, [our_before, *right, our_after])]
    named = set(re.findall(r"\b[a-z]\w*\b", " ".join(left))) & VARIABLES
    names = sorted(named)
    return (
        {"side": row.section, "code": left, "solutions": names},
        {"side": "csp2sat", "code": right, "solutions": names},
    )


def answers(python: str | Path, jobs: list[dict[str, Any]]) -> list[Any]:
    """Return the answers of a Python to jobs."""
    given = json.dumps(jobs)
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run([python, SIDE], input=given, cwd=folder, capture_output=True, text=True)
    if ended.returncode:
        raise SystemExit(f"{python}: {ended.stderr}")
    return list(json.loads(ended.stdout))


def faults_of_python(section: str, found: list[Row], python: Path | None) -> Iterator[str]:
    """Yield a line for each row of a section that differs.  python: that of an environment with the package; None: one
    is made.
    """
    compared = [each for row in found for each in jobs_of(row)]
    with tempfile.TemporaryDirectory() as folder:
        program = python or environment(Path(folder), PACKAGES[section])
        if program is None:
            yield f"{section}: {' and '.join(PACKAGES[section])} cannot be installed, so nothing was run"
            return
        theirs = answers(program, [left for _, left, _ in compared])
    ours = answers(sys.executable, [right for *_, right in compared])
    for (name, _, right), one, other in zip(compared, theirs, ours, strict=True):
        if one != other or (isinstance(one, dict) and "fails" in one) or one == []:
            yield f"{section}: {name} | {' '.join(right['code'])}: {str(one)[:200]} there, {str(other)[:200]} here"


def environment(folder: Path, packages: list[str]) -> Path | None:
    """Return the Python of a new virtual environment with packages; None if they cannot be installed."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    return python if subprocess.run(install, capture_output=True).returncode == 0 else None


def faults(section: str, found: list[Row], python: Path | None) -> Iterator[str]:
    """Yield a line for each row of a section that differs."""
    if section in PACKAGES:
        yield from faults_of_python(section, found, python)
    elif section == "MiniZinc":
        if shutil.which("minizinc"):
            yield from coming_from_minizinc.faults([(row.first, list(map(pieces, row.cells))) for row in found])
        else:
            yield "MiniZinc: there is no program minizinc, so nothing was run"
    elif section == "Sugar":
        yield from coming_from_programs.faults_of_sugar([(row.first, pieces(row.cells[1])) for row in found])
    else:
        yield from faults_of_our_side(section, found)


def faults_of_our_side(section: str, found: list[Row]) -> Iterator[str]:
    """Yield a line for each row whose right cell raises an error."""
    right = [code for row in found for code in pieces(row.cells[1])]
    jobs = [{"side": "csp2sat", "code": [coming_from_programs.CSPUZ, *code], "show": "1"} for code in right]
    for code, said in zip(right, answers(sys.executable, jobs), strict=True):
        if said != 1:
            yield f"{section}: {' '.join(code)}: {said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=lambda path: Path(path).absolute(), metavar="PROGRAM")
    parser.add_argument("sections", nargs="*", metavar="SECTION")
    asked = parser.parse_args()
    every = list(rows(CHAPTER.read_text(encoding="utf-8")))
    wrong = False
    for section in asked.sections or dict.fromkeys(row.section for row in every):
        found = [row for row in every if row.section == section]
        lines = list(faults(section, found, asked.python))
        wrong |= bool(lines)
        print(f"{section}: {len(found)} rows, {len(lines)} differ", *lines, sep="\n", flush=True)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
