"""A solver as solvers.yaml describes it, the search for its program, and a solver whose program has been found."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from itertools import product
from pathlib import Path, PurePath
from typing import Any

from ...frozen import dataclass
from ...tuples import NamedTuple
from ..host import PYTHON, host

DIALECTS = ("competition", "plain", "result-file")
MEANINGS = ("sat", "unsat", "unknown", "memory", "error", "any")
EXIT_CODES = {10: "sat", 20: "unsat", 0: "unknown"}
SWITCHES = ("quiet", "statistics")  # placeholders for nothing: what they stand in is left out or not
PLACEHOLDERS = ("cnf", "result", "time", "conflicts", "memory", "seed", "threads", "proof", "extra", *SWITCHES)
NUMBER = "{number}"  # in the form of a line with a statistic
EXTRA = ("{extra}",)
_HOLE = re.compile(r"\{([^{}]*)\}")


@cache
def placeholders(*words: str) -> tuple[str, ...]:
    """Return the names between braces in these words, in order."""
    return tuple([name for word in words for name in _HOLE.findall(word)])


class SolverCommand(NamedTuple):
    """A candidate for a solver's program: the program and its first arguments, as written in the YAML file, and the
    folder of that file.
    """

    words: tuple[str, ...]
    folder: Path

    def __str__(self) -> str:
        return _HOLE.sub(lambda hole: hole[1].removeprefix("pkg:"), " ".join(self.words))

    @property
    def tried(self) -> str:
        """The command as it is written, with the folder from which the program is searched, if it is not PATH."""
        program = self.words[0]
        has_folder = ("/" in program or os.sep in program) and not _HOLE.search(program)
        elsewhere = PurePath(program).is_absolute() or program.startswith(("~", "$"))
        return f"{self} in {self.folder}" if has_folder and not elsewhere else str(self)

    def locate(self) -> tuple[str, ...] | None:
        """Return the program's path and first arguments, or None if the program is not installed.

        The program is searched on PATH, or from the folder of the YAML file on if the name contains a folder.  An
        argument that names a file of this folder, such as the script of an interpreter, becomes the path of the file.
        """
        for program, *words in product(*map(_expansions, self.words)):
            arguments = [self._script(word) for word in words]
            has_folder = "/" in program or os.sep in program
            if found := host().locate([str(self.folder / program) if has_folder else program, *arguments]):
                return found
        return None

    def not_executable(self) -> Iterator[str]:
        """Yield the paths of programs that are files which may not be executed."""
        for program in _expansions(self.words[0]):
            path = self.folder / program
            if ("/" in program or os.sep in program) and path.is_file() and not os.access(path, os.X_OK):
                yield str(path)

    def _script(self, word: str) -> str:
        """Return an argument as a path, if it names a file in the folder of the YAML file."""
        path = self.folder / word
        return str(path) if "." in word and word[0] != "-" and path.is_file() else word

    @property
    def advice(self) -> str:
        """Advice for a command whose one word seems to have a program and arguments in it, '' for others."""
        program, *arguments = self.words[0].split() or [""]
        if self.words[1:] or not arguments or not host().locate([program]):
            return ""
        return f"; a program with arguments is a list in a list: [[{', '.join([program, *arguments])}]]"


def package_folders(name: str) -> list[str]:
    """Return the folders of a top-level package, which is not imported (a namespace package may have several folders),
    or [] if the package is not installed.
    """
    key = (name, *sys.path)
    if key not in _folders:
        from importlib.util import find_spec

        spec = find_spec(name)
        if spec is None:
            return []  # it may be installed at any moment
        _folders[key] = list(spec.submodule_search_locations or ())
    return _folders[key]


_folders: dict[tuple[str, ...], list[str]] = {}  # by the package and the folders that were searched


def _expansions(word: str) -> Iterator[str]:
    """Yield a word of a command with `~`, variables of the environment and placeholders replaced: one word for each
    folder of a package ({pkg:NAME}), none if the package is not installed.
    """
    word = os.path.expanduser(os.path.expandvars(word)).replace("{python}", PYTHON)  # noqa: PTH111
    hole = _HOLE.search(word)
    if hole is None:
        yield word
        return
    for folder in package_folders(hole[1].removeprefix("pkg:")):
        yield from _expansions(word.replace(hole[0], folder))


class ArgumentTemplate(NamedTuple):
    """A template of a list of arguments. A group of words is used if all its placeholders have values; `{extra}` is a
    group by itself.
    """

    groups: tuple[tuple[str, ...], ...] = (EXTRA, ("{cnf}",))

    def names(self) -> set[str]:
        """Return the names of the placeholders in the template."""
        return {name for group in self.groups for name in placeholders(*group)}

    def fill(self, values: Mapping[str, str], extra: Sequence[str]) -> list[str]:
        """Return the arguments, with the values in place of their placeholders; a group with a placeholder that has no
        value is left out. The `extra` arguments come first if the template has no place for them.
        """
        filled = [] if EXTRA in self.groups else list(extra)
        for group in self.groups:
            if group == EXTRA:
                filled += extra
            elif values.keys() >= set(placeholders(*group)):
                filled += [_HOLE.sub(lambda hole: values[hole[1]], word) for word in group]
        return filled


EMBEDDED = "embedded"


@dataclass(frozen=True)
class Entry:
    """A solver's entry in solvers.yaml; the fields are the keys, which the file itself explains.

    exit: the meanings of exit codes that differ from EXIT_CODES. threads: the most threads; 1 if the solver has no
    option for threads.
    """

    name: str
    command: tuple[SolverCommand, ...]
    needs: tuple[str, ...] = ()
    args: ArgumentTemplate = field(default_factory=ArgumentTemplate)
    output: str = "competition"
    exit: dict[int, str] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    statistics: dict[str, str] = field(default_factory=dict)
    proof: str = ""
    seeds: tuple[int, int] = (0, (1 << 31) - 1)
    threads: int = 1
    presets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unproved: tuple[str, ...] = ()
    version: tuple[str, ...] = ()
    install: str = ""
    about: str = ""

    def locate(self) -> tuple[str, ...] | None:
        """Return the path and first arguments of the first candidate that is installed, or None if none is, or a needed
        Python package is missing.
        """
        if not all(map(package_folders, self.needs)):
            return None
        return next(filter(None, map(SolverCommand.locate, self.command)), None)

    def exit_meaning(self, code: int) -> str:
        """Return the meaning of an exit code, one of MEANINGS."""
        return self.exit.get(code) or EXIT_CODES.get(code, "error")

    def statistics_in(self, text: bytes) -> dict[str, int]:
        """Return the statistics in the output of a run by the names that the entry gives them, without statistics that
        are missing or no plain numbers (`34K`). The last line that has the form counts.
        """
        found = {name: re.findall(_pattern(form), text, re.MULTILINE) for name, form in self.statistics.items()}
        return {name: int(numbers[-1]) for name, numbers in found.items() if numbers}

    def seed(self, wanted: int) -> int:
        """Return the wanted seed, reduced to the range of seeds that the solver takes."""
        least, most = self.seeds
        return least + (wanted - least) % (most - least + 1)

    def can(self) -> list[str]:
        """Return the names of the abilities of the solver: "seed", "threads", and the format of its proofs."""
        words = ["seed", "threads", "proof"]
        able = [word for word in words if word in self.args.names()]
        return [self.proof if word == "proof" else word for word in able]


def _pattern(form: str) -> bytes:
    """Return a regular expression for lines of this form, in which blanks stand for any number of blanks."""
    words = re.escape(form).replace(re.escape(NUMBER), r"\ ([0-9]{1,18})(?!\S)\ ").split(r"\ ")
    return ("^" + r"[ \t]*".join(filter(None, words))).encode()


def entry_of_plain(name: str, fields: Mapping[str, Any], folder: Path) -> Entry:
    """Return the entry called `name`, made of the plain data `fields`: each tuple is a list, each command is a list of
    words, and each exit code is a text.

    folder: the folder that contains the configuration file.  Fields that are missing have their defaults; `command` and
    `args` are required.
    """
    made: dict[str, Any] = {
        field: tuple(value) if isinstance(value, list) else value for field, value in fields.items()
    }
    made["command"] = tuple([SolverCommand(tuple(words), folder) for words in fields["command"]])
    made["args"] = ArgumentTemplate(tuple(map(tuple, fields["args"])))
    made["exit"] = {int(code): meaning for code, meaning in fields.get("exit", {}).items()}
    made["presets"] = {preset: tuple(words) for preset, words in fields.get("presets", {}).items()}
    return Entry(name, **made)


def names_of(entries: Mapping[str, Entry]) -> list[str]:
    """Return the names of all solvers, NAME and NAME:preset, sorted."""
    presets = [f"{name}:{preset}" for name, entry in entries.items() for preset in entry.presets]
    return sorted([*entries, *presets])


class Member(NamedTuple):
    """A member of the portfolio: the names of its solvers, the first available of which is used, the seconds after
    which the member starts, and whether it works only on formulas whose variables are in an order to decide by.
    """

    names: tuple[str, ...]
    after: float
    ordered: bool = False


@dataclass(frozen=True)
class Solver:
    """A solver that can be started: its entry, the program's path and first arguments, and the name of the preset, or
    ''.
    """

    entry: Entry
    program: tuple[str, ...]
    preset: str = ""

    @property
    def name(self) -> str:
        """The solver's name, as it is written after `--solver`: NAME or NAME:preset."""
        return f"{self.entry.name}:{self.preset}" if self.preset else self.entry.name

    @property
    def proof(self) -> str:
        """The format of the proofs that the solver writes with its preset, or '' if it writes none."""
        return "" if self.preset in self.entry.unproved else self.entry.proof

    def can(self) -> list[str]:
        """Return the names of the abilities of the solver with its preset, as `Entry.can`; presets of the embedded
        solver, which are other solvers, take no seed.
        """
        seedless = self.preset and self.entry.name == EMBEDDED
        return [word for word in self.entry.can() if not (seedless and word == "seed")]

    def named_files(self) -> list[Path]:
        """Return the files that the command line of a run names, in the folder of the YAML file or by whole paths,
        besides the program: the script of an interpreter, and files among options and those of the preset.
        """
        groups = (self.program[1:], *self.entry.args.groups, self.preset_args())
        words = [word.rpartition("=")[2] for group in groups for word in group]  # `--settings=FILE`, too
        paths = [each.folder / word for word in words if word for each in self.entry.command]
        return [each for each in dict.fromkeys(paths) if os.path.isfile(each) and os.access(each, os.R_OK)]  # noqa: PTH113

    def preset_args(self) -> tuple[str, ...]:
        """Return the arguments that the preset adds, or () if there is no preset."""
        return self.entry.presets[self.preset] if self.preset else ()


def located(entry: Entry, preset: str) -> Solver | str:
    """Return the solver of an entry with a preset, or a text that explains why the solver is not installed on this
    machine.
    """
    program = entry.locate()
    if program is None:
        import platform

        tried = ", ".join([each.tried for each in entry.command])
        advice = "".join(each.advice for each in entry.command)
        return f"{entry.name} is not installed on {platform.node()} (tried {tried}){advice}"
    return Solver(entry, program, preset)
