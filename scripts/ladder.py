"""The ladder: instances from small to large, how csp2sat is run on each, and the peers that can do it too."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import bench_sugar
import instances
import puzzlekit_texts
from measured import CSP2SAT, Used, run

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from csp2sat.api.problems import load_board  # noqa: E402
from csp2sat.errors import UsageError  # noqa: E402
from csp2sat.puzzles.formats import puzzlekit  # noqa: E402
from csp2sat.puzzles.spec import PUZZLES  # noqa: E402

GRACE = 30  # seconds that a command may take longer than its own limit
ENDS = {
    "Optimal": "SAT",
    "Feasible": "SAT",
    "OPTIMAL": "SAT",
    "FEASIBLE": "SAT",
    "INFEASIBLE": "UNSAT",
    "Infeasible": "UNSAT",
}
LATE = {"Timeout", "UNKNOWN"}
VERSIONS = "from importlib.metadata import version; print(version({!r}))"
# large CSPs; of the last one only the formula is written, for the memory
MADE = {
    "colouring-2000": lambda: instances.colouring(2000, 8000, 5),
    "equations-8-1000": lambda: instances.knapsack(8, 1000),
    "golombRuler-9-43": lambda: instances.golomb(9, 43),
    "magicSquare-8x8": lambda: instances.magic_square(8),
    "nqueens-300": lambda: instances.nqueens(300),
    "pythagoras-2000": lambda: instances.pythagoras(2000),
    "quasigroup-40": lambda: instances.quasigroup(40, 0.5, 2),
    "sudoku-25x25": lambda: instances.sudoku(instances.sudoku_grid(5, 0.45)),
    "encode-jss-ft10-9800": lambda: instances.job_shop(instances.ft10(), 9_800),
}
WRITTEN = "made/encode-"  # how the names of those begin that are not solved


class Instance(NamedTuple):
    """What is run.  name: GROUP/NAME; size: cells of a board, bytes of a CSP; board: its type, "" for a CSP.

    keys: is it a CSP with a `#` line, as cspuz writes them, whose answer is what all solutions share?
    """

    name: str
    path: Path
    size: int
    board: str = ""
    keys: bool = False


class Result(NamedTuple):
    """How a run ended, as in the record, CPU and wall seconds, and MiB (0: not measured)."""

    said: str
    cpu: float
    wall: float
    mib: float = 0.0

    def fields(self) -> dict[str, Any]:
        """What the record keeps."""
        return {"said": self.said, "cpu": round(self.cpu, 3), "wall": round(self.wall, 3), "mib": round(self.mib)}


class Peer(Protocol):
    """name: with its version.  Called with an instance, a folder for files, and seconds; None: it is not for that."""

    name: str

    def __call__(self, instance: Instance, folder: Path, limit: float) -> Result | None: ...


def ladder(
    folders: list[Path], boards: int, scratch: Path, wanted: Callable[[str], bool] = lambda name: True
) -> list[Instance]:
    """The instances of folders, and those of MADE, which are written into `scratch`; of these the wanted ones, by name.

    A folder has CSPs (`.csp`, `.csp.gz`), or boards as JSON, or folders with boards, of which `boards` are taken from
    each, from the smallest to the largest.  SystemExit for a folder that has none of these, or if none is wanted.
    """
    found: list[Instance] = []
    for folder in folders:
        inside = [each for one in (folder, *_folders(folder)) for each in (*_csps(one), *_boards(one, boards))]
        if not inside:
            sys.exit(f"{folder}: there are no CSPs and no boards as JSON")
        found += [each for each in inside if wanted(each.name)]
    found += [_made(name, scratch) for name in MADE if wanted(f"made/{name}")]
    return found or sys.exit("no instance has such a name")


def _folders(folder: Path) -> list[Path]:
    if not folder.is_dir():
        sys.exit(f"{folder}: no such folder")
    return sorted(each for each in folder.iterdir() if each.is_dir())


def _csps(folder: Path) -> Iterator[Instance]:
    for path in sorted((*folder.glob("*.csp"), *folder.glob("*.csp.gz"))):
        keys = path.suffix == ".csp" and re.search(rb"^#", path.read_bytes(), re.M) is not None
        name = f"{folder.resolve().name}/{path.name.partition('.csp')[0]}"
        yield Instance(name, path, path.stat().st_size, keys=keys)


def _boards(folder: Path, count: int) -> list[Instance]:
    """So many boards of a folder, evenly from small to large."""
    found = sorted(each for path in folder.glob("*.json") for each in _board(folder.resolve().name, path))
    count = min(count, len(found))
    chosen = [found[at * (len(found) - 1) // max(count - 1, 1)] for at in range(count)]
    return [Instance(f"{group}/{path.stem}", path, area, kind) for area, kind, path, group in chosen]


def _board(group: str, path: Path) -> Iterator[tuple[int, str, Path, str]]:
    """Area, type, path and group of a board; nothing for other JSON.  SystemExit for what is no JSON."""
    try:
        form = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        sys.exit(f"{path}: this is no JSON: {error}")
    if isinstance(form, dict) and {"type", "rows", "cols", "givens"} <= form.keys() and form["type"] in PUZZLES:
        yield form["rows"] * form["cols"], form["type"], path, group


def _made(name: str, scratch: Path) -> Instance:
    path = scratch / f"{name}.csp"
    path.write_text(MADE[name]())
    return Instance(f"made/{name}", path, path.stat().st_size)


def ours(instance: Instance, scratch: Path, limit: float) -> Result:
    """A run of csp2sat, the whole command."""
    path, is_written = str(instance.path), instance.name.startswith(WRITTEN)
    if instance.keys:
        words = [sys.executable, "-m", "csp2sat.cli.sugar.command", path]
    elif is_written:
        words = [*CSP2SAT, "encode", path, "-o", str(scratch / "out.cnf"), "--encoding", "order"]
    else:
        words = [*CSP2SAT, "solve", path, "-q", "--timeout", str(limit)]
    used = run(words, limit + GRACE)
    said = "written" if is_written and not used.code else _answer(used)
    return Result(said, used.cpu, used.wall, used.memory)


def _answer(used: Used) -> str:
    """What csp2sat said: of a board drawn, that there is a solution."""
    if used.late or used.code == 3:
        return "?"
    if used.code:
        return "failed"
    status = re.findall(r"^s (.*)|^(unsat)$", used.said, re.M) or [("SATISFIABLE", "")]
    said = bench_sugar.STATUS.get("".join(status[-1]).strip().upper(), "UNSAT")
    value = re.findall(r"^o (-?\d+)", used.said, re.M)
    return f"OPTIMUM {value[-1]}" if said == "OPT" and value else said


class Script:
    """A peer that is a script of ours, run by a Python that has it."""

    def __init__(self, title: str, package: str, python: str):
        if shutil.which(python) is None:
            sys.exit(f"{python}: no such program; expected a Python")
        self.python = python
        done = subprocess.run([python, "-c", VERSIONS.format(package)], capture_output=True, text=True, check=False)
        self.there = done.returncode == 0
        self.name = f"{title} {'.'.join(done.stdout.strip().split('.')[:3])}"

    def run(self, script: str, words: list[str], limit: float) -> Result:
        """The peer's run.  said: its last line, as the record has it."""
        used = run([self.python, str(HERE / script), *words, str(limit)], limit + GRACE)
        last = (used.said.strip().splitlines() or [""])[-1]
        said = "?" if used.late or last in LATE else ENDS.get(last, "failed")
        return Result(said, used.cpu, used.wall, used.memory)


class CpSat(Script):
    """The CP-SAT models of `cpsat_peer.py`."""

    KINDS = ("masyu", "slitherlink", "sudoku", "numberlink", "akari", "kakuro", "hitori", "nonogram")

    def __init__(self, python: str):
        super().__init__("CP-SAT", "ortools", python)

    def __call__(self, instance: Instance, folder: Path, limit: float) -> Result | None:
        return self.run("cpsat_peer.py", [str(instance.path)], limit) if instance.board in self.KINDS else None


class Puzzlekit(Script):
    """The solvers of puzzlekit, one worker."""

    def __init__(self, python: str):
        super().__init__("puzzlekit", "puzzlekit", python)

    def __call__(self, instance: Instance, folder: Path, limit: float) -> Result | None:
        if not instance.board:
            return None
        kit = PUZZLES[instance.board].puzzlekit
        text = _puzzlekit_text(instance, kit is not None)
        if text is None or (kit is not None and not kit.name):
            return None
        (folder / "board.txt").write_text(text)
        return self.run("puzzlekit_peer.py", [kit.name if kit else instance.board, str(folder / "board.txt")], limit)


def _puzzlekit_text(instance: Instance, is_written: bool) -> str | None:
    """The board as puzzlekit's text, None where that cannot say it.  is_written: does csp2sat write such texts?"""
    if not is_written:
        return puzzlekit_texts.text_of(json.loads(instance.path.read_text(encoding="utf-8")))
    try:
        return puzzlekit.write(load_board(str(instance.path)))
    except UsageError:
        return None


class Sugar:
    """Sugar with a SAT solver, on CSPs."""

    def __init__(self, jar: Path, solver: str):
        self.name, self._jar, self._solver = f"{jar.stem} with {solver}", jar, solver

    def __call__(self, instance: Instance, folder: Path, limit: float) -> Result | None:
        if instance.board or instance.keys or instance.name.startswith(WRITTEN):
            return None
        options = argparse.Namespace(sugar_jar=self._jar, sugar_solver=self._solver, limit=limit)
        found = bench_sugar.measured(bench_sugar.Sugar(instance.path, options, folder))
        said = f"OPTIMUM {found.value}" if found.status == "OPT" else found.status
        return Result(said, found.cpu, found.wall)


def peers(python: str, jar: Path | None, solver: str) -> list[Peer]:
    """The peers that are there: what `python` has, and Sugar if its jar is given.  SystemExit where there is no jar or
    no such Python."""
    if jar is not None and not jar.is_file():
        sys.exit(f"{jar}: no such file")
    found: list[Peer] = [each for each in (CpSat(python), Puzzlekit(python)) if each.there]
    return found + ([Sugar(jar, solver)] if jar is not None else [])
