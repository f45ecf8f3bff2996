"""The inputs of a batch: names on the command line, folders and patterns expanded, each paired with its files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.files import unpacked_name
from ...base.minizinc_paths import data_options
from ...errors import Csp2SatError, FileError, UsageError
from ...languages.spec import LANGUAGES
from ...solving.inputs import ADDRESS, BOARD_SUFFIXES, CNF_SUFFIXES, is_written, stem
from ..writing.converting import DRAWN

FIXED = (*BOARD_SUFFIXES, ".url", ".sgt", *CNF_SUFFIXES)  # suffixes of inputs in folders, but for those of languages
NO_ANSWER = "no answer"  # of the message about an input without one
PATTERN = frozenset("*?[")


class BatchInput(NamedTuple):
    """An input of a batch.

    name: a word of the command line, or the path of a file in a folder.  stem: the path without suffix, relative to the
    folder, under which the files for this input lie in other folders.  listed: whether the file was found in a folder,
    where other texts may lie.  error: the reason why the input cannot be read; None if none was found beforehand.
    """

    name: str
    stem: str
    listed: bool = False
    error: Csp2SatError | None = None


def is_pattern(name: str) -> bool:
    """Whether a name with `*`, `?` or `[` stands for the files that match it, where the shell expands no patterns.

    A name that is an existing file, or that is itself a board or an address, is no pattern, nor is a model with data
    behind it.
    """
    if data_options(name) or ADDRESS.match(name):
        return False
    return not PATTERN.isdisjoint(name) and not is_written(name) and not os.path.exists(name)  # noqa: PTH110  too long


def batch_inputs(names: Sequence[str], apart: Sequence[Path] = ()) -> list[BatchInput]:
    """Return the inputs with these names: a folder stands for the files in the folder with the suffix of an input, a
    pattern for the files that match the pattern.

    names: words of the command line.  apart: folders of results, in which no inputs lie.  An input that is named twice
    counts once; a folder or pattern without files becomes an input with an error.
    """
    found: dict[object, BatchInput] = {}
    for name in names:
        matching = sorted(glob.glob(name, recursive=True)) if is_pattern(name) else [name]  # noqa: PTH207  relative
        for each in _unfolded(matching, name, apart):
            found.setdefault(_identity(each.name), each)
    return _numbered(found.values())


def _unfolded(names: Sequence[str], named: str, apart: Sequence[Path]) -> Iterator[BatchInput]:
    """Yield the inputs of files and folders, or an input with an error if there are none.

    named: the word of the command line that stands for the names.  apart: as of `batch_inputs`.
    """
    if not names:
        yield _missing(named, "no file matches this pattern")
    for name in names:
        if is_written(name) or name == "-" or not Path(name).is_dir():
            yield BatchInput(name, stem(name))
            continue
        suffixes = (*FIXED, *(each for language in LANGUAGES for each in LANGUAGES[language].suffixes))
        paths = files_in(Path(name), suffixes, apart)
        for path in paths:
            inside = path.relative_to(name)
            yield BatchInput(str(path), str(inside.parent / stem(inside.name)), listed=True)
        if not paths:
            expected = ", ".join(dict.fromkeys(suffixes))
            yield _missing(name, f"no input in this folder; expected files with a suffix of {expected}")


def _missing(name: str, reason: str) -> BatchInput:
    """Return an input that cannot be read, for a name that stands for no file; reason: why there is no file."""
    return BatchInput(name, stem(name), error=FileError(f"{name}: {reason}"))


def files_in(folder: Path, suffixes: Sequence[str], apart: Sequence[Path]) -> list[Path]:
    """Return the files in a folder, and in those below, that have one of the suffixes, compressed or not; without
    hidden files and those in the folders `apart`.
    """
    found = []
    left_out = {each.resolve() for each in apart} - {folder.resolve()}  # a folder is not apart from itself
    for above, folders, names in os.walk(folder):
        here = Path(above)
        folders[:] = [name for name in folders if not left_out or (here / name).resolve() not in left_out]
        found += [here / name for name in names if unpacked_name(name).lower().endswith(tuple(suffixes))]
    return sorted(path for path in found if not path.name.startswith(".") and path.is_file())


def _identity(name: str) -> object:
    return name if name == "-" or is_written(name) else os.path.realpath(name)


def _numbered(found: Iterable[BatchInput]) -> list[BatchInput]:
    """Return the inputs with `-2`, `-3` and so on at the end of a stem that an earlier input has, too, if the input is
    an address or another board that the command line contains itself.
    """
    taken: dict[str, int] = {}
    inputs = []
    for each in found:
        taken[each.stem] = taken.get(each.stem, 0) + 1
        number = taken[each.stem]
        more = f"-{number}" if number > 1 and is_written(each.name) else ""
        inputs.append(each._replace(stem=each.stem + more))
    return inputs


def output_paths(inputs: Sequence[BatchInput], folder: Path, suffix: str) -> list[Path]:
    """Return the file in `folder` for the result of each input, named after the input, with the suffix.

    Raises UsageError for two inputs whose files have the same path, apart from upper and lower case.
    """
    found: dict[str, BatchInput] = {}
    for each in inputs:
        path = str(folder / f"{each.stem}{suffix}")
        other = found.setdefault(path.casefold(), each)
        if other is not each:
            raise UsageError(f"{other.name} and {each.name} would both become {path}; expected different names")
    return [folder / f"{each.stem}{suffix}" for each in inputs]


class AnswerFolder:
    """A folder of answers, each in a file that is named after its input.  Raises FileError for a path that is no
    folder.
    """

    def __init__(self, path: Path):
        if not path.is_dir():
            raise FileError(f"{path}: is no folder; expected the folder with the answers")
        self._path, self._used = path, set[Path]()
        self._files: dict[str, list[Path]] = {}
        drawn = tuple(f".{each}" for each in DRAWN)
        for file in files_in(path, ("",), ()):
            if not unpacked_name(file.name).lower().endswith(drawn):
                inside = file.relative_to(path)
                self._files.setdefault(str(inside.parent / stem(inside.name)), []).append(file)

    def answer_of(self, asked: BatchInput) -> Path:
        """Return the file with the answer to an input.  Raises FileError if there is none, or more than one."""
        found = self._files.get(asked.stem, [])
        self._used.update(found)
        if len(found) == 1:
            return found[0]
        if found:
            raise FileError(f"{asked.name}: several answers: {', '.join(map(str, found))}; expected one")
        raise FileError(f"{asked.name}: {NO_ANSWER}; expected {self._path / asked.stem} with any suffix")

    def unused(self) -> list[Path]:
        """Return the files that are no answer to any input for which `answer_of` was called."""
        return sorted(path for paths in self._files.values() for path in paths if path not in self._used)
