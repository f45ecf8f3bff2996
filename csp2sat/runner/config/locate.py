"""Finding a solver's program: on PATH, beside its YAML file, inside a Python package."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from .template import placeholders


def bad_placeholder(word: str) -> str | None:
    """The first placeholder of a command's word that does not exist, or None."""
    for name in placeholders(word):
        if name != "python" and not re.fullmatch(r"pkg:\w+", name):
            return name
    return None


class Command(NamedTuple):
    """A candidate: a program and its first arguments, as written; `folder` is that of the YAML file."""

    words: tuple[str, ...]
    folder: Path

    def __str__(self) -> str:
        return " ".join(self.words)

    def locate(self) -> tuple[str, ...] | None:
        """The program's path and first arguments, or None when it is not there."""
        for program, *arguments in product(*map(_expansions, self.words)):
            if found := shutil.which(self._placed(program)):
                return (found, *arguments)
        return None

    def _placed(self, program: str) -> str:
        has_folder = "/" in program or os.sep in program
        return str(self.folder / program) if has_folder else program


def package_folders(name: str) -> list[str]:
    """The folders of a top-level package (a namespace package may have several), which is not imported."""
    from importlib.util import find_spec

    spec = find_spec(name)
    return list(spec.submodule_search_locations or ()) if spec else []


def _expansions(word: str) -> Iterator[str]:
    word = os.path.expanduser(os.path.expandvars(word)).replace("{python}", sys.executable)  # noqa: PTH111
    names = placeholders(word)
    if not names:
        yield word
        return
    for folder in package_folders(names[0].removeprefix("pkg:")):
        yield from _expansions(word.replace(f"{{{names[0]}}}", folder))
