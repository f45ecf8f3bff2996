"""Parts that are found by name: each puzzle, language, constraint or encoding is one file with one constant.

The files of a user are parts, too, if the environment variable CSP2SAT_PARTS names a folder that is laid out as this
package: FOLDER/ints/gray.py is then found as csp2sat/ints/gray.py is, after the package's own files.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from ..errors import OWN_PARTS, Csp2SatError, InputError, Place, UsageError, last_place, placed

T = TypeVar("T")
V = TypeVar("V")

PLACES = "ints", "constraints", "languages", "puzzles", "statement"  # folders of the package that have parts
CLOSE = 0.7  # how like a name has to be to be suggested, from 0 to 1: `undead` and `unequal` are not, `msyu` is


class UnknownPart(Csp2SatError, KeyError):
    """The error for a name that no part has; its message suggests the nearest name or lists all names."""

    __str__ = Exception.__str__


def suggestion(name: str, names: Iterable[str]) -> str:
    """Return the advice for a message about an unknown name: "did you mean ...?" with the most similar of the names, or
    the list of all names if none is similar.
    """
    from difflib import get_close_matches

    names = list(names)
    swapped = [each for each in names if sorted(each) == sorted(name)]  # `sta` for `sat`
    near = swapped or get_close_matches(name, names, 1, CLOSE)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"


def own_folders(package: str) -> list[str]:
    """Return the folders of the user's parts for a package of this project, such as `csp2sat.ints`.  Raises UsageError
    for a folder that does not exist, or has none of PLACES.
    """
    given = os.environ.get(OWN_PARTS, "").split(os.pathsep)
    found = [os.path.abspath(folder) for folder in given if folder]  # noqa: PTH100
    for folder in found:
        if not any(os.path.isdir(os.path.join(folder, name)) for name in PLACES):  # noqa: PTH112, PTH118
            lacks = f"has no folder {', '.join(PLACES[:-1])} or {PLACES[-1]}"
            wrong = lacks if os.path.isdir(folder) else "does not exist"  # noqa: PTH112
            raise UsageError(f"{OWN_PARTS}: the folder {folder} {wrong}; expected one with files as ints/NAME.py")
    if found:
        os.environ[OWN_PARTS] = os.pathsep.join(found)  # also for processes in other folders, and for this one later
    return [str(Path(folder).joinpath(*package.split(".")[1:])) for folder in found]


def _folders(package: str) -> Sequence[str]:
    """Return all folders of a package, to which those of the user's parts are added."""
    path = import_module(package).__path__
    if OWN_PARTS in os.environ:
        path += [folder for folder in own_folders(package) if folder not in path]
    return path


def _package_folder(package: str) -> Sequence[str]:
    """Return the folder of a package, without those of the user's parts."""
    return import_module(package).__path__[:1]


def _change_of(folder: str) -> int:
    """Return when a folder got its newest file, in nanoseconds; 0 if the folder does not exist or is inside a zip."""
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0


@cache
def _stems(folder: str, change: int) -> tuple[str, ...]:
    """Return the names of the modules in a folder; the folder is read again only if its time of `change` differs."""
    return tuple(info.name for info in pkgutil.iter_modules([folder]))


def _own_file(package: str, path: str | None) -> str:
    """Return the path of a module of a package if the module is in a folder of the user's parts; '' otherwise."""
    is_own = path and OWN_PARTS in os.environ and str(Path(path).parent) in own_folders(package)
    return path if path and is_own else ""


def _own_module(name: str, path: str) -> ModuleType:
    """Import a user's file as a module with that name.  Raises InputError, with the file and the line, for any error of
    the file itself.
    """
    try:
        with redirect_stdout(sys.stderr):
            module = import_module(name)
        vars(module).setdefault("print", _printed)
        return module
    except SyntaxError as error:
        place = Place(error.filename or path, error.lineno or 0, error.offset or 0, (error.text or "").rstrip())
        raise InputError(f"{error.msg}, in a file that {OWN_PARTS} names", place) from error
    except Exception as error:
        raise placed(error, last_place(error, (path,)) or Place(path)) from error


def _printed(*values: object, file: Any = None, **how: Any) -> None:
    """Print for a part of the user's: to stderr, since the output is that of the command."""
    print(*values, file=sys.stderr if file is None else file, **how)


class Parts(Generic[T]):
    """The parts of one kind: `Parts("puzzle", "PUZZLE", "csp2sat.puzzles.types")["masyu"]` is the constant PUZZLE of
    csp2sat/puzzles/types/masyu.py.

    Access by a name imports one file. A `-` in a name stands for `_` in the file's name. Files without the constant are
    no parts.
    """

    def __init__(self, kind: str, constant: str, *packages: str):
        self.kind, self.constant, self.packages = kind, constant, packages
        self._found: dict[str, T | None] = {}

    def __getitem__(self, name: str) -> T:
        part = self.get(name)
        if part is None:
            raise UnknownPart(f"no {self.kind} {name!r}{self.lacking(name)}; {suggestion(name, self)}")
        return part

    def lacking(self, name: str) -> str:
        """Return words for a message that a user's file with that name lacks the constant; '' if there is no such
        file.
        """
        stem = name.replace("-", "_")
        folders = [path for package in self.packages for path in own_folders(package)]
        found = next((path for path in folders if stem in _stems(path, _change_of(path))), None)
        if found is None or self.get(name) is not None:
            return ""
        return f" ({Path(found, stem)}.py has no constant {self.constant})"

    def get(self, name: str) -> T | None:
        """Return the part with that name, or None if there is no part of that name."""
        if name not in self._found:
            self._found[name] = self._part_in(name.replace("-", "_"))
        return self._found[name]

    def _part_in(self, stem: str) -> T | None:
        """Return the constant in the first file with this stem that has the constant; None if there is none."""
        for package in self.packages:
            _folders(package)
            name = f"{package}.{stem}"
            spec = find_spec(name) if stem.isidentifier() else None  # ten times as quick as to list the folder
            if spec is not None:
                own = _own_file(package, spec.origin)
                part: T | None = getattr(_own_module(name, own) if own else import_module(name), self.constant, None)
                if part is not None:
                    if own:
                        self._check_own(stem, part, own)
                    return part
        return None

    def _check_own(self, stem: str, part: T, path: str) -> None:
        """Raise InputError if a part of the user's file at `path` is an object of another class than the package's
        parts are, or has another name than the file, whose name is `stem`.
        """
        ours = self[next(self._names(reverse=False, where=_package_folder))]
        if type(part) is not type(ours):
            raise InputError(f"{self.constant} is {part!r}; expected an object of {type(ours)!r}", Place(path))
        if str(name := getattr(part, "name", stem)).replace("-", "_") != stem:
            raise InputError(f"{self.constant} has the name {name!r}; expected that of the file, {stem!r}", Place(path))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all parts, sorted; each file is imported just before its name."""
        return self._names(reverse=False)

    def _names(self, reverse: bool, where: Callable[[str], Sequence[str]] = _folders) -> Iterator[str]:
        """Yield the names of all parts in the folders that `where` gives for a package, sorted, or in reverse order;
        each file is imported just before its name.
        """
        folders = [path for package in self.packages for path in where(package)]
        stems = {stem for path in folders for stem in _stems(path, _change_of(path))}
        for stem in sorted(stems, reverse=reverse):
            if self.get(stem) is not None:
                yield stem.replace("_", "-")

    def own(self) -> Iterator[str]:
        """Yield the names of the parts in the user's folders, sorted."""
        return self._names(reverse=False, where=own_folders)

    def __reversed__(self) -> Iterator[str]:
        """Yield the names of all parts in reverse order; each file is imported just before its name."""
        return self._names(reverse=True)


def collected(parts: Parts[T], declared: Callable[[T], Iterable[tuple[str, V]]]) -> dict[str, V]:
    """Collect the declarations of all parts of a kind in a dictionary, sorted by key; every file of the kind is
    imported.

    declared: gives the pairs of key and value that a part declares. Raises ValueError if two parts declare the same
    key.
    """
    found: dict[str, V] = {}
    for name in parts:
        for key, value in declared(parts[name]):
            if key in found:
                raise ValueError(f"{key!r} of {parts.kind} {name!r} belongs to another {parts.kind}, too")
            found[key] = value
    return dict(sorted(found.items()))
