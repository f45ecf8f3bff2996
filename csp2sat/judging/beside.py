"""The search for files that belong to a map, beside the map or beside the answer, by their digests."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from ..base import files
from ..errors import FileError

FORMULAS = (".cnf", ".wcnf", ".opb")
INPUTS = (".csp", ".xml", ".fzn", ".txt")
LARGEST, OTHERS = 1 << 30, 1 << 26  # bytes of a formula, and of another file, that is read for its digest


class Beside(NamedTuple):
    """The files found beside others.

    found: path and content of each file whose digest was searched for, by digest.  others, changed: the paths of
    formulas, and of inputs, with other digests.
    """

    found: dict[str, tuple[str, bytes]]
    others: list[str]
    changed: list[str]


def beside(paths: Iterable[str], digests: Collection[str]) -> Beside:
    """Find files with these digests (SHA-256 of their unpacked content, in hex).

    paths: the paths of a map and its answer (`-` is stdin, and has nothing beside it).  A file beside `a.map` is called
    `a.cnf`, `a.csp`, `a.cnf.gz`: as the map, but for suffixes.
    """
    known, found, others = list(paths), dict[str, tuple[str, bytes]](), list[str]()
    changed = list[str]()
    for path in dict.fromkeys(each for named in known if named != "-" for each in _named_alike(named)):
        if path in known or len(found) == len(digests):
            continue
        try:
            data = files.read_bytes(path, LARGEST)
        except FileError:
            continue
        digest = hashlib.sha256(data).hexdigest()
        if digest in digests:
            found.setdefault(digest, (path, data))
        elif _is_formula(path):
            others.append(path)
        elif PurePath(files.unpacked_name(path)).suffix in INPUTS:
            changed.append(path)
    return Beside(found, others, changed)


def _named_alike(path: str) -> Iterator[str]:
    """Yield the ordinary files, except very large ones, that have the folder and the name of a path, but for
    suffixes.
    """
    folder, stems = os.path.dirname(path), set(_stems(path))  # noqa: PTH120
    try:
        names = sorted(os.listdir(folder or "."))  # noqa: PTH208
    except OSError:
        return
    for name in names:
        if PurePath(files.unpacked_name(name)).stem in stems:
            each = os.path.join(folder, name)  # noqa: PTH118
            most = LARGEST if _is_formula(each) else OTHERS
            if os.path.isfile(each) and Path(each).stat().st_size <= most:  # noqa: PTH113
                yield each


def _is_formula(path: str) -> bool:
    return PurePath(files.unpacked_name(path)).suffix.lower() in FORMULAS


def _stems(path: str) -> Iterator[str]:
    """Yield the name of an unpacked file without its last suffix, without the last two, and so on to the first."""
    name = PurePath(files.unpacked_name(path))
    while name.suffix:
        name = name.with_suffix("")
        yield name.name
