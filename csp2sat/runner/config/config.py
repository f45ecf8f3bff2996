"""The configured solvers: the packaged solvers.yaml, the user's own, and the file of `--solvers`, merged.

A `solvers.yaml` that merely lies in the current folder is never read, for it names programs to run.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path, PurePath

from ...base import files
from ...base.plugins import suggestion
from ...errors import SolverError
from ...tuples import NamedTuple
from .entry import Entry, Member, Solver, entry_of_plain, names_of

PACKAGE = Path(__file__).parents[2]
PACKAGED = Path(__file__).with_name("packaged.json")
VARIABLE = "CSP2SAT_SOLVERS"
_OTHERS = "cbc chuffed choco coin-bc cp-sat cplex gecode gurobi highs huub ortools or-tools pumpkin scip xpress yuck"
OF_MINIZINC = {name: f"MiniZinc has it for models of its own: minizinc --solver {name}" for name in _OTHERS.split()}
"""Advice for solvers that are none of SAT, by their names."""


class Solvers(NamedTuple):
    """The configured solvers. entries: the entries by name; order: the names that `default` tries, in turn; portfolio:
    the members that work on a long question, in the order in which they start.
    """

    entries: dict[str, Entry]
    order: tuple[str, ...]
    portfolio: tuple[Member, ...] = ()

    @classmethod
    def load(cls, path: str | None = None) -> Solvers:
        """Read and merge the configuration files; a later file overrides an earlier file key by key. path: the file of
        `--solvers`, or None, which stands for the file that the environment names, if any.

        Raises InputError if a file has a wrong entry, and FileError if a file cannot be read. If there is no file but
        the packaged file, its values are taken from `packaged.json`, since the parser of YAML would take a tenth of the
        time of a small `solve`.
        """
        packaged, *own = _paths(path)
        if not own and (found := _made_of(files.read_source(packaged).text, Path(packaged).absolute().parent)):
            return found
        from .merging import merged

        return cls(*merged([packaged, *own]))

    @classmethod
    def packaged(cls) -> Solvers:
        """Return the solvers of the packaged file alone."""
        from .merging import merged

        path = next(_paths(None))
        return _made_of(files.read_source(path).text, Path(path).absolute().parent) or cls(*merged([path]))

    def joining(self, ordered: bool) -> list[Member]:
        """Return the members that join the first one on a long question, in the order in which they start. ordered:
        whether the variables of its formula are in an order to decide by.
        """
        return [member for member in self.portfolio[1:] if ordered or not member.ordered]

    def names(self) -> list[str]:
        """Return all names that `find` takes (NAME and NAME:preset), sorted, whether the solver is installed or not."""
        return names_of(self.entries)

    def named(self, names: Iterable[str]) -> Solvers:
        """Return the solvers of these names alone (NAME or NAME:preset, which is the entry of NAME), and no portfolio.

        Raises SolverError if there is no such entry or preset.
        """
        return Solvers({(entry := self._entry(name)).name: entry for name in names}, ())

    def find(self, name: str) -> Solver:
        """Return the solver of that name (`NAME` or `NAME:preset`).

        Raises SolverError if there is no such entry or preset, or if the solver's program is not installed; the message
        lists the programs that were tried.
        """
        entry = self._entry(name)
        program = entry.locate()
        if program is None:
            raise SolverError(_missing(entry))
        return Solver(entry, program, name.partition(":")[2])

    def _entry(self, name: str) -> Entry:
        """Return the entry of a name, installed or not.  Raises SolverError if there is no such entry or preset."""
        stem, _, preset = name.partition(":")
        if stem not in self.entries:
            is_path = "/" in name or os.sep in name or Path(name).is_file()
            advice = _own(name) if is_path else OF_MINIZINC.get(stem.lower()) or suggestion(stem, self.entries)
            raise SolverError(f"no solver {stem!r} is configured; {advice}")
        entry = self.entries[stem]
        if preset not in entry.presets and ":" in name:
            known = suggestion(preset, entry.presets) if entry.presets else f"expected {stem}"
            raise SolverError(f"{stem} has no preset {preset!r}; {known}")
        return entry

    def default(self) -> Solver:
        """Return the first solver of `order` that is installed. Raises SolverError if none is."""
        for name in self.order:
            if program := self.entries[name].locate():
                return Solver(self.entries[name], program)
        tried = "".join(f"\n  {_missing(self.entries[name])}" for name in self.order)
        raise SolverError(f"no solver is installed{tried}")

    def first(self, member: Member, suits: Callable[[Solver], bool] = lambda solver: True) -> Solver | None:
        """Return the first solver of a member that is installed and suits, or None if there is none."""
        return next(filter(suits, filter(None, map(self._located, member.names))), None)

    def _located(self, name: str) -> Solver | None:
        stem, _, preset = name.partition(":")
        program = self.entries[stem].locate()
        return None if program is None else Solver(self.entries[stem], program, preset)


def _own(path: str) -> str:
    """Return advice for the path of a program in place of the name of a solver."""
    name = re.sub(r"\W", "", PurePath(path).stem) or "mine"
    line = f"solvers: {{{name}: {{command: {json.dumps(str(Path(path).absolute()))}}}}}"
    return f"--solver takes a name; for a program of yours write a file own.yaml with the line `{line}`, and give " + (
        f"--solvers own.yaml --solver {name} (csp2sat help a solver of your own)"
    )


def _missing(entry: Entry) -> str:
    tried = ", ".join([each.tried for each in entry.command])
    if unusable := [path for each in entry.command for path in each.not_executable()]:
        return f"{entry.name} cannot be started: {unusable[0]} is not executable; expected chmod +x {unusable[0]}"
    packages = f" with the Python package {', '.join(entry.needs)}" if entry.needs else ""
    advice = "".join(each.advice for each in entry.command)
    advice += f"; to install: {entry.install}" if entry.install else ""
    return f"{entry.name} is not installed (tried {tried}{packages}){advice}"


def _paths(path: str | None) -> Iterator[str]:
    """Yield the paths of the configuration files: the packaged file, the user's own file if it exists, and `path`, or,
    for None or '', the file that the environment variable names, if any.
    """
    packaged = PACKAGE / "solvers.yaml"  # in the wheel; a checkout has it at the top
    yield str(packaged if packaged.exists() else PACKAGE.parent / "solvers.yaml")
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111  never fails
    own = Path(home, "csp2sat", "solvers.yaml")
    if own.exists():
        yield str(own)
    if path := path or os.environ.get(VARIABLE):
        yield path


def _made_of(text: str, folder: Path) -> Solvers | None:
    """Return the solvers of `packaged.json` if they were made of this text, else None. folder: the place of the text's
    file.
    """
    packaged = json.loads(PACKAGED.read_bytes())
    if packaged["text"] != sha256(text.encode()).hexdigest():
        return None
    entries = {name: entry_of_plain(name, fields, folder) for name, fields in packaged["entries"].items()}
    portfolio = tuple([Member(tuple(names), after, ordered) for names, after, ordered in packaged["portfolio"]])
    return Solvers(entries, tuple(packaged["preferred"]), portfolio)
