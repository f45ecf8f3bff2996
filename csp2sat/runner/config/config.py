"""The solvers that are configured: the packaged solvers.yaml, the user's own, and the file of `--solvers`, merged.

A `solvers.yaml` that merely lies in the current folder is never read: it names programs to run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...base import files
from ...base.plugins import suggestion
from ...errors import SolverError
from .entry import Entry, Solver
from .schema import READERS, read_entry
from .yaml_nodes import YamlValue, compose

PACKAGE = Path(__file__).parents[2]
VARIABLE = "CSP2SAT_SOLVERS"


class Solvers(NamedTuple):
    """The configured solvers.  entries: by name; order: the names that `default` tries, in turn."""

    entries: dict[str, Entry]
    order: tuple[str, ...]

    def names(self) -> list[str]:
        """All names that `find` takes, whether the solver is there or not: NAME and NAME:preset."""
        presets = [f"{name}:{preset}" for name, entry in self.entries.items() for preset in entry.presets]
        return sorted([*self.entries, *presets])

    def find(self, name: str) -> Solver:
        """The solver of that name (`NAME` or `NAME:preset`).

        Raises SolverError when there is no such entry or preset, or its program is not there: with what was tried.
        """
        stem, _, preset = name.partition(":")
        if stem not in self.entries:
            raise SolverError(f"no solver {stem!r} is configured; {suggestion(stem, self.entries)}")
        entry = self.entries[stem]
        if preset not in entry.presets and ":" in name:
            known = suggestion(preset, entry.presets) if entry.presets else "it has none"
            raise SolverError(f"{stem} has no preset {preset!r}; {known}")
        program = entry.locate()
        if program is None:
            raise SolverError(_missing(entry))
        return Solver(entry, program, preset)

    def default(self) -> Solver:
        """The first solver of `order` that is there; SolverError when none is."""
        for name in self.order:
            if program := self.entries[name].locate():
                return Solver(self.entries[name], program)
        tried = "".join(f"\n  {_missing(self.entries[name])}" for name in self.order)
        raise SolverError(f"no solver is there{tried}")


def _missing(entry: Entry) -> str:
    tried = ", ".join(map(str, entry.command))
    packages = f" with the Python package {', '.join(entry.needs)}" if entry.needs else ""
    advice = f"; to get it: {entry.install}" if entry.install else ""
    return f"{entry.name} is not there (tried {tried}{packages}){advice}"


def load(path: str | None = None) -> Solvers:
    """Read and merge the files; `path` is that of `--solvers`.

    Raises InputError for a file that is not as it should be, FileError for one that cannot be read.
    """
    keys: dict[str, dict[str, YamlValue]] = {}
    last_named: dict[str, YamlValue] = {}
    order = None
    for top in map(_top, _paths(path)):
        order = top.get("default", order)
        for name, value in top["solvers"].mapping().items() if "solvers" in top else ():
            keys.setdefault(name, {}).update(value.mapping(READERS))
            last_named[name] = value
    entries = {name: read_entry(name, last_named[name], keys[name]) for name in keys}
    return Solvers(entries, _order(order, entries) if order else ())


def _paths(path: str | None) -> Iterator[str]:
    packaged = PACKAGE / "solvers.yaml"  # in the wheel; a checkout has it at the top
    yield str(packaged if packaged.exists() else PACKAGE.parent / "solvers.yaml")
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111  never fails
    own = Path(home, "csp2sat", "solvers.yaml")
    if own.exists():
        yield str(own)
    if path := path or os.environ.get(VARIABLE):
        yield path


def _top(path: str) -> dict[str, YamlValue]:
    value = compose(files.read_source(path))
    top = value.mapping(("version", "default", "solvers")) if value else {}
    if "version" in top and top["version"].text() != "1":
        raise top["version"].error("this csp2sat reads version 1")
    for name, entry in top["solvers"].mapping().items() if "solvers" in top else ():
        if not name or ":" in name:
            raise entry.error(f"a solver cannot be called {name!r}")
    return top


def _order(value: YamlValue, entries: dict[str, Entry]) -> tuple[str, ...]:
    for item in value.items():
        if item.text() not in entries:
            raise item.error(f"no solver {item.text()!r}; {suggestion(item.text(), entries)}")
    return value.texts()
