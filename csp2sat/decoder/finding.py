"""The search for the map of a formula or an answer: our own or Sugar's, beside it, with its name but for suffixes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePath

from ..base import files
from ..base.source import Source
from ..errors import Csp2SatError
from . import map_file, sugar_reader
from .map_file import VariableMap


def read(source: Source) -> VariableMap:
    """Return the map of variables in a source, in this program's own form or in Sugar's."""
    return sugar_reader.read(source) if sugar_reader.is_sugars(source) else map_file.read(source)


def paths(name: str) -> Iterator[str]:
    """Yield the paths that the map of a formula or an answer may have: `a.minisat.map` and `a.map` of
    `a.minisat.out`.
    """
    found = PurePath(files.unpacked_name(name))
    while name != "-" and found.suffix:
        found = found.with_suffix("")
        yield f"{found}.map"


def path_of(name: str) -> str | None:
    """Return the path of the map that belongs to a formula or an answer: the first path of `paths` at which a file
    exists; None if no file does.  name: the path of the formula or answer.
    """
    return next((path for path in paths(name) if os.path.exists(path)), None)  # noqa: PTH110  too long a path is none


def map_of_formula(name: str, digest: str) -> tuple[str, VariableMap] | None:
    """Return the map of a formula, and its path; None if there is none that can be read.

    name: the path of the formula.  digest: that of its content, which our own maps have; a map of Sugar's has none, and
    is believed by its name.
    """
    for path in paths(name):
        with suppress(Csp2SatError):  # a map that is missing or damaged
            found = read(files.as_source(path, files.read_bytes(path)))
            if found.digest in (digest, ""):
                return path, found
    return None
