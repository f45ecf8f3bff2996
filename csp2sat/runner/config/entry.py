"""A solver as solvers.yaml describes it, where its program is, and a solver whose program has been found."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import NamedTuple

DIALECTS = ("competition", "plain", "result-file")
MEANINGS = ("sat", "unsat", "unknown", "memory", "error", "any")
EXIT_CODES = {10: "sat", 20: "unsat", 0: "unknown"}
PLACEHOLDERS = ("cnf", "result", "time", "conflicts", "memory", "seed", "threads", "proof", "extra")
EXTRA = ("{extra}",)
_HOLE = re.compile(r"\{([^{}]*)\}")


def placeholders(*words: str) -> list[str]:
    """The names between braces in these words."""
    return [name for word in words for name in _HOLE.findall(word)]


class SolverCommand(NamedTuple):
    """A candidate: a program and its first arguments, as written; `folder` is that of the YAML file."""

    words: tuple[str, ...]
    folder: Path

    def __str__(self) -> str:
        return " ".join(self.words)

    def locate(self) -> tuple[str, ...] | None:
        """The program's path and first arguments, or None when it is not there.

        It is searched on PATH; if it is written with a folder, from the YAML file on.
        """
        for program, *arguments in product(*map(_expansions, self.words)):
            has_folder = "/" in program or os.sep in program
            if found := shutil.which(str(self.folder / program) if has_folder else program):
                return (found, *arguments)
        return None


def package_folders(name: str) -> list[str]:
    """The folders of a top-level package (a namespace package may have several), which is not imported."""
    from importlib.util import find_spec

    spec = find_spec(name)
    return list(spec.submodule_search_locations or ()) if spec else []


def _expansions(word: str) -> Iterator[str]:
    word = os.path.expanduser(os.path.expandvars(word)).replace("{python}", sys.executable)  # noqa: PTH111
    hole = _HOLE.search(word)
    if hole is None:
        yield word
        return
    for folder in package_folders(hole[1].removeprefix("pkg:")):
        yield from _expansions(word.replace(hole[0], folder))


class ArgumentTemplate(NamedTuple):
    """A list of arguments.  A group is used when all its placeholders have values; `{extra}` is a group of its own."""

    groups: tuple[tuple[str, ...], ...] = (EXTRA, ("{cnf}",))

    def names(self) -> set[str]:
        """The placeholders in it."""
        return {name for group in self.groups for name in placeholders(*group)}

    def fill(self, values: Mapping[str, str], extra: Sequence[str]) -> list[str]:
        """The arguments; without a place of their own, the `extra` ones come first."""
        filled = [] if EXTRA in self.groups else list(extra)
        for group in self.groups:
            if group == EXTRA:
                filled += extra
            elif values.keys() >= set(placeholders(*group)):
                filled += [_HOLE.sub(lambda hole: values[hole[1]], word) for word in group]
        return filled


@dataclass(frozen=True)
class Entry:
    """One entry; solvers.yaml itself explains the keys, which are these fields.

    exit: the meanings of exit codes that differ from EXIT_CODES.  threads: 1 when it has no threads.
    """

    name: str
    command: tuple[SolverCommand, ...]
    needs: tuple[str, ...] = ()
    args: ArgumentTemplate = field(default_factory=ArgumentTemplate)
    output: str = "competition"
    exit: dict[int, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    proof: str = ""
    seeds: tuple[int, int] = (0, (1 << 31) - 1)
    threads: int = 1
    presets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unproved: tuple[str, ...] = ()
    version: tuple[str, ...] = ()
    install: str = ""
    about: str = ""

    def locate(self) -> tuple[str, ...] | None:
        """The program's path and first arguments, or None when no candidate is there."""
        if not all(map(package_folders, self.needs)):
            return None
        return next(filter(None, map(SolverCommand.locate, self.command)), None)

    def exit_meaning(self, code: int) -> str:
        """What an exit code means: one of MEANINGS."""
        return self.exit.get(code) or EXIT_CODES.get(code, "error")

    def seed(self, wanted: int) -> int:
        """Return the wanted seed, brought into the range that the solver takes."""
        least, most = self.seeds
        return least + (wanted - least) % (most - least + 1)

    def can(self) -> list[str]:
        """What can be asked of it, in words: seed, threads, its proof format."""
        words = ["seed", "threads", "proof"]
        able = [word for word in words if word in self.args.names()]
        return [self.proof if word == "proof" else word for word in able]


@dataclass(frozen=True)
class Solver:
    """A solver that can be started: its entry, the program's path and first arguments, and the preset, if one is asked
    for."""

    entry: Entry
    program: tuple[str, ...]
    preset: str = ""

    @property
    def name(self) -> str:
        """As after `--solver`."""
        return f"{self.entry.name}:{self.preset}" if self.preset else self.entry.name

    @property
    def proof(self) -> str:
        """The format of the proofs that it writes; ''."""
        return "" if self.preset in self.entry.unproved else self.entry.proof

    def preset_args(self) -> tuple[str, ...]:
        """The arguments that the preset adds."""
        return self.entry.presets[self.preset] if self.preset else ()


def located(entry: Entry, preset: str) -> Solver | str:
    """The solver as it is on this machine, or why it is not."""
    program = entry.locate()
    if program is None:
        import platform

        tried = ", ".join(map(str, entry.command))
        return f"{entry.name} is not there on {platform.node()} (tried {tried})"
    return Solver(entry, program, preset)
