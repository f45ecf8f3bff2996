"""The configured solvers: the packaged solvers.yaml, the user's own, and the file of `--solvers`, merged.

A `solvers.yaml` that merely lies in the current folder is never read, for it names programs to run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Any, NamedTuple

from ...base import files
from ...base.plugins import suggestion
from ...errors import SolverError
from ...escaping import first_control
from .entry import DIALECTS, EXTRA, MEANINGS, PLACEHOLDERS, ArgumentTemplate, Entry, Solver, SolverCommand, placeholders
from .yaml_nodes import YamlValue, compose

PACKAGE = Path(__file__).parents[2]
VARIABLE = "CSP2SAT_SOLVERS"


class Member(NamedTuple):
    """A member of the portfolio: the names of its solvers, the first available of which is used, and the seconds after
    which the member starts.
    """

    names: tuple[str, ...]
    after: float


class Solvers(NamedTuple):
    """The configured solvers. entries: the entries by name; order: the names that `default` tries, in turn; portfolio:
    the members that work on a long question, in the order in which they start.
    """

    entries: dict[str, Entry]
    order: tuple[str, ...]
    portfolio: tuple[Member, ...] = ()

    @classmethod
    def load(cls, path: str | None = None) -> Solvers:
        """Read and merge the configuration files. path: the file of `--solvers`, or None, which stands for the file
        that the environment names, if any.

        Raises InputError if a file has a wrong entry, and FileError if a file cannot be read.
        """
        keys: dict[str, dict[str, YamlValue]] = {}
        presets: dict[str, dict[str, tuple[str, ...]]] = {}
        last_named: dict[str, YamlValue] = {}
        order = portfolio = None
        for top in map(_top, _paths(path)):
            order = top.get("default", order)
            portfolio = top.get("portfolio", None if "default" in top else portfolio)
            for name, value in top["solvers"].mapping().items() if "solvers" in top else ():
                found = value.mapping(READERS)
                keys.setdefault(name, {}).update(found)
                presets.setdefault(name, {}).update(_presets(found["presets"]) if "presets" in found else {})
                last_named[name] = value
        entries = {name: _entry(name, last_named[name], keys[name], presets[name]) for name in keys}
        solvers = cls(entries, _order(order, entries) if order else ())
        return solvers._replace(portfolio=_portfolio(portfolio, solvers.names()) if portfolio else ())

    def names(self) -> list[str]:
        """Return all names that `find` takes (NAME and NAME:preset), sorted, whether the solver is installed or not."""
        presets = [f"{name}:{preset}" for name, entry in self.entries.items() for preset in entry.presets]
        return sorted([*self.entries, *presets])

    def find(self, name: str) -> Solver:
        """Return the solver of that name (`NAME` or `NAME:preset`).

        Raises SolverError if there is no such entry or preset, or if the solver's program is not installed; the message
        lists the programs that were tried.
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
        """Return the first solver of `order` that is installed. Raises SolverError if none is."""
        for name in self.order:
            if program := self.entries[name].locate():
                return Solver(self.entries[name], program)
        tried = "".join(f"\n  {_missing(self.entries[name])}" for name in self.order)
        raise SolverError(f"no solver is there{tried}")

    def first(self, member: Member, suits: Callable[[Solver], bool] = lambda solver: True) -> Solver | None:
        """Return the first solver of a member that is installed and suits, or None if there is none."""
        return next(filter(suits, filter(None, map(self._located, member.names))), None)

    def _located(self, name: str) -> Solver | None:
        stem, _, preset = name.partition(":")
        program = self.entries[stem].locate()
        return None if program is None else Solver(self.entries[stem], program, preset)


def _missing(entry: Entry) -> str:
    tried = ", ".join(map(str, entry.command))
    packages = f" with the Python package {', '.join(entry.needs)}" if entry.needs else ""
    advice = f"; to get it: {entry.install}" if entry.install else ""
    return f"{entry.name} is not there (tried {tried}{packages}){advice}"


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
    top = value.mapping(("version", "default", "portfolio", "solvers")) if value else {}
    if "version" in top and top["version"].text() != "1":
        raise top["version"].error("this csp2sat reads version 1")
    for name, entry in top["solvers"].mapping().items() if "solvers" in top else ():
        if not name or ":" in name or first_control(name):
            raise entry.error(f"a solver cannot be called {name!r}")
    return top


def _order(value: YamlValue, entries: dict[str, Entry]) -> tuple[str, ...]:
    for item in value.items():
        if item.text() not in entries:
            raise item.error(f"no solver {item.text()!r}; {suggestion(item.text(), entries)}")
    return value.texts()


def _portfolio(value: YamlValue, names: Sequence[str]) -> tuple[Member, ...]:
    """Return the members of the portfolio that a YAML list describes. names: the names of all configured solvers.

    Raises InputError if a member names an unknown solver, is a repetition, or starts before the member ahead, or if the
    first member does not start at once.
    """
    members: list[Member] = []
    for item in value.items():
        member = _member(item, names)
        if any(member.names == other.names for other in members):
            raise item.error(f"{', '.join(member.names)}: named before; expected another solver")
        if members and member.after < members[-1].after:
            raise item.error("starts before the one ahead of it; expected them in the order in which they start")
        if not members and member.after:
            raise item.error("the first one starts at once; expected no `after`")
        members.append(member)
    return tuple(members)


def _member(value: YamlValue, names: Sequence[str]) -> Member:
    keys = value.mapping(("solver", "after"))
    if "solver" not in keys:
        raise value.error("expected `solver: NAME`")
    wanted = keys["solver"].items()
    if not wanted:
        raise keys["solver"].error("expected the name of a solver")
    for item in wanted:
        if item.text() not in names:
            raise item.error(f"no solver {item.text()!r}; {suggestion(item.text(), names)}")
    return Member(keys["solver"].texts(), keys["after"].seconds() if "after" in keys else 0.0)


def _entry(name: str, at: YamlValue, keys: Mapping[str, YamlValue], presets: dict[str, tuple[str, ...]]) -> Entry:
    """Return the entry `name` from its merged `keys` and `presets`, which may come from several files. at: the place
    where the entry was last named, for errors. Raises InputError if the entry is incomplete or contradicts itself.
    """
    if "command" not in keys:
        raise at.error(f"solver {name!r} has no `command`")
    entry = Entry(name, **{**{key: READERS[key](value) for key, value in keys.items()}, "presets": presets})
    _check_args(entry, keys.get("args", at))
    for item in keys["unproved"].items() if "unproved" in keys else ():
        if item.text() not in entry.presets:
            raise item.error(f"{name!r} has no preset {item.text()!r}")
    return entry


def _check_args(entry: Entry, at: YamlValue) -> None:
    names = entry.args.names()
    if "cnf" not in names:
        raise at.error(f"the arguments of {entry.name!r} lack {{cnf}}")
    if ("result" in names) != (entry.output == "result-file"):
        raise at.error(f"{entry.name!r}: {{result}} and `output: result-file` go together")
    if ("proof" in names) != bool(entry.proof):
        raise at.error(f"{entry.name!r}: {{proof}} and the key `proof` go together")


def _commands(value: YamlValue) -> tuple[SolverCommand, ...]:
    commands = tuple(map(_command, value.items()))
    if not commands:
        raise value.error("expected a program")
    return commands


def _command(value: YamlValue) -> SolverCommand:
    words = value.texts()
    if not words or not words[0]:
        raise value.error("expected a program")
    for item in value.items():
        for name in placeholders(item.text()):
            if name != "python" and not re.fullmatch(r"pkg:\w+", name):
                raise item.error(f"unknown placeholder {{{name}}}; there are: {{python}}, {{pkg:NAME}}")
    return SolverCommand(words, Path(value.source.path).absolute().parent)


def _template(value: YamlValue) -> ArgumentTemplate:
    return ArgumentTemplate(tuple(map(_group, value.items())))


def _group(value: YamlValue) -> tuple[str, ...]:
    for item in value.items():
        for name in placeholders(item.text()):
            if name not in PLACEHOLDERS:
                raise item.error(f"unknown placeholder {{{name}}}; {suggestion(name, PLACEHOLDERS)}")
            if name == "extra" and value.texts() != EXTRA:
                raise item.error("{extra} must be a word of its own")
    return value.texts()


def _exit_codes(value: YamlValue) -> dict[int, str]:
    return {code.integer(): meaning.choice(MEANINGS) for code, meaning in value.pairs()}


def _presets(value: YamlValue) -> dict[str, tuple[str, ...]]:
    for name, args in value.mapping().items():
        if not name or first_control(name):
            raise args.error(f"a preset cannot be called {name!r}")
    return {name: args.texts() for name, args in value.mapping().items()}


def _seeds(value: YamlValue) -> tuple[int, int]:
    bounds = [item.integer() for item in value.items()]
    if len(bounds) != 2 or bounds[0] > bounds[1]:
        raise value.error("expected [least, most]")
    return bounds[0], bounds[1]


def _threads(value: YamlValue) -> int:
    if (number := value.integer()) < 1:
        raise value.error("expected a number of threads")
    return number


READERS: dict[str, Callable[[YamlValue], Any]] = {
    "command": _commands,
    "needs": YamlValue.texts,
    "args": _template,
    "output": methodcaller("choice", DIALECTS),
    "exit": _exit_codes,
    "unknown": YamlValue.texts,
    "proof": YamlValue.text,
    "seeds": _seeds,
    "threads": _threads,
    "presets": _presets,
    "unproved": YamlValue.texts,
    "version": YamlValue.texts,
    "install": YamlValue.text,
    "about": YamlValue.text,
}
