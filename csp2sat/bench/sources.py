"""The inputs of a benchmark: files, folders and texts, read once and then known by their digests."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from ..api import inputs
from ..api.batch.inputs import files_in
from ..base import files
from ..errors import UsageError
from ..executors.tasks import StoredFile

SUFFIXES = (".txt", ".json", ".csp", ".xml", ".cnf", ".gcnf")  # of what is taken from a folder
PLAIN = "-"  # the "encoding" of a CNF


class BenchInput(NamedTuple):
    """An input.

    name: as on the command line.  kind: of `--from`.  content: the digest and the file name.  data: the bytes,
    uncompressed.
    """

    name: str
    kind: str | None
    content: StoredFile
    data: bytes

    @property
    def is_cnf(self) -> bool:
        """Whether the input is a CNF, so that nothing has to be encoded."""
        return inputs.is_cnf(self.content.name, self.data, self.kind)


def sources(names: Sequence[str], kind: str | None, apart: Sequence[Path] = ()) -> list[BenchInput]:
    """Read the inputs with the given names; a folder stands for the files in it that have a known suffix.

    kind: of `--from`, for all of them, None if not given. apart: folders that hold results and no inputs.  The same
    content under several names counts once, under the first.  Raises FileError, and UsageError if no input is found.
    """
    found: dict[str, BenchInput] = {}
    for name in _expanded(names, [path.resolve() for path in apart]):
        data, file_name = _content(name)
        source = BenchInput(name, kind, StoredFile(hashlib.sha256(data).hexdigest(), file_name), data)
        found.setdefault(source.content.digest, source)
    if not found:
        raise UsageError(f"no input in {', '.join(names)}; files in folders need a suffix of {', '.join(SUFFIXES)}")
    return list(found.values())


def _expanded(names: Iterable[str], apart: Sequence[Path]) -> Iterator[str]:
    """Yield the names, in place of a folder the paths of its files with a known suffix.

    apart: folders that are left out.
    """
    for name in names:
        if name == "-" or not Path(name).is_dir():
            yield name
            continue
        yield from map(str, files_in(Path(name), SUFFIXES, apart))


def _content(name: str) -> tuple[bytes, str]:
    """Return the bytes of an input and the name of its file, which may say the type of puzzle.

    A name with `:` that is no path is itself the text of an input, such as a URL; the content of a MiniZinc model is
    its FlatZinc.
    """
    if (flatzinc := inputs.flatzinc_of(name)) is not None:
        return flatzinc.encode(), f"{inputs.stem(name)}.fzn"
    if name != "-" and not Path(name).exists() and (":" in name):
        return name.encode(errors="surrogateescape"), "input.txt"
    path = PurePath(files.unpacked_name(name)).name if name != "-" else "stdin"
    return files.read_bytes(name), re.sub(r"[^\w.+=-]", "_", path) or "input"
