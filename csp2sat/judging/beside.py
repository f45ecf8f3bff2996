"""The search for files that belong to a map, beside the map or beside the answer, by their digests."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path, PurePath
from typing import NamedTuple

from ..base import files
from ..errors import FileError

FORMULAS = (".cnf", ".wcnf", ".opb")
INPUTS = (".csp", ".xml", ".fzn", ".txt")
LARGEST, OTHERS = 1 << 30, 1 << 26  # bytes of a formula, and of another file, that is read for its digest
MOST_FILES, SMALL, MOST_BYTES = 200, 1 << 24, 1 << 26  # of files with other names: how many, how large, together


class Beside(NamedTuple):
    """The files found beside others.

    found: path and content of each file whose digest was searched for, by digest.  others, changed: the paths of
    formulas, and of inputs, with other digests, that are named as the map or the answer.  compared: the number of files
    that were read.
    """

    found: dict[str, tuple[str, bytes]]
    others: list[str]
    changed: list[str]
    compared: int = 0


def beside(paths: Iterable[str], digests: Collection[str]) -> Beside:
    """Find files with these digests (SHA-256 of their unpacked content, in hex).

    paths: the paths of a map and its answer (`-` is stdin, and has nothing beside it).  Files beside `a.map` that are
    called `a.cnf`, `a.csp`, `a.cnf.gz` come first, named as the map but for suffixes; then other small files of the
    folder, at most MOST_FILES of at most MOST_BYTES together.
    """
    known, found, others = list(paths), dict[str, tuple[str, bytes]](), list[str]()
    changed, compared = list[str](), 0
    alike = dict.fromkeys(each for named in known if named != "-" for each in _named_alike(named))
    rest = (each for named in dict.fromkeys(map(_folder, known)) if named is not None for each in _small(named, alike))
    for path in chain(alike, rest):
        if len(found) == len(digests):
            break
        if path in known:
            continue
        try:
            data = files.read_bytes(path, LARGEST if path in alike else SMALL)
        except FileError:
            continue
        compared += 1
        digest = hashlib.sha256(data).hexdigest()
        if digest in digests:
            found.setdefault(digest, (path, data))
        elif path in alike and _is_formula(path):
            others.append(path)
        elif path in alike and PurePath(files.unpacked_name(path)).suffix in INPUTS:
            changed.append(path)
    return Beside(found, others, changed, compared)


def _folder(path: str) -> str | None:
    """Return the folder of a path, '' for the current one; None for stdin."""
    return None if path == "-" else os.path.dirname(path)  # noqa: PTH120


def _small(folder: str, without: Collection[str]) -> Iterator[str]:
    """Yield small ordinary files of a folder, those with the suffix of an input or a formula first, until there are
    MOST_FILES or MOST_BYTES of them; none of the paths `without`.
    """
    try:
        with os.scandir(folder or ".") as entries:
            sizes = {each.name: each.stat().st_size for each in entries if each.is_file()}
    except OSError:
        return
    known = (*INPUTS, *FORMULAS)
    names = sorted(sizes, key=lambda name: (PurePath(files.unpacked_name(name)).suffix not in known, name))
    left = MOST_BYTES
    for name in [name for name in names if sizes[name] <= SMALL][:MOST_FILES]:
        path = os.path.join(folder, name)  # noqa: PTH118
        if path not in without:
            left -= sizes[name]
            if left < 0:
                return
            yield path


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
