"""A solver as solvers.yaml describes it, and a solver whose program has been found."""

from __future__ import annotations

import platform
from dataclasses import dataclass, field

from .locate import Command, package_folders
from .template import ArgumentTemplate

DIALECTS = ("competition", "plain", "result-file")
MEANINGS = ("sat", "unsat", "unknown", "memory", "error", "any")
EXIT_CODES = {10: "sat", 20: "unsat", 0: "unknown"}


@dataclass(frozen=True)
class Entry:
    """One entry; solvers.yaml itself explains the keys, which are these fields.

    exit: the meanings of exit codes that differ from EXIT_CODES.  threads: 1 when it has no threads.
    """

    name: str
    command: tuple[Command, ...]
    needs: tuple[str, ...] = ()
    args: ArgumentTemplate = field(default_factory=ArgumentTemplate)
    output: str = "competition"
    exit: dict[int, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    proof: str = ""
    seeds: tuple[int, int] = (0, (1 << 31) - 1)
    threads: int = 1
    presets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    version: tuple[str, ...] = ()
    install: str = ""
    about: str = ""

    def locate(self) -> tuple[str, ...] | None:
        """The program's path and first arguments, or None when no candidate is there."""
        if not all(map(package_folders, self.needs)):
            return None
        return next(filter(None, (candidate.locate() for candidate in self.command)), None)

    def exit_meaning(self, code: int) -> str:
        """What an exit code means: one of MEANINGS."""
        return self.exit.get(code) or EXIT_CODES.get(code, "error")

    def seed(self, wish: int) -> int:
        """The wish, brought into the range that the solver takes."""
        least, most = self.seeds
        return least + (wish - least) % (most - least + 1)

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

    def preset_args(self) -> tuple[str, ...]:
        """The arguments that the preset adds."""
        return self.entry.presets[self.preset] if self.preset else ()


def located(entry: Entry, preset: str) -> Solver | str:
    """The solver as it is on this machine, or why it is not."""
    program = entry.locate()
    if program is None:
        tried = ", ".join(map(str, entry.command))
        return f"{entry.name} is not there on {platform.node()} (tried {tried})"
    return Solver(entry, program, preset)
