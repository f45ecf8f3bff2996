"""A proof for others as one archive (zip) or folder: the certificate, its files, and the source.

Nothing in an archive is believed: of the names in it only the last parts are used, in a new folder; a name that leads
elsewhere, a second file of the same name, too many files and too many bytes are refused.
"""

from __future__ import annotations

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..base import files
from ..base.folders import work_folder
from ..errors import FileError, UsageError
from ..solving.inputs import is_written
from ..solving.maxcsp import Mode
from .certificate import SUFFIX, Certificate, read
from .evidence import ProofPart

ARCHIVE = ".zip"
MOST_FILES = 100
UNPACK = "if you trust the archive, unpack the files and run csp2sat verify FOLDER"
DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, OSError),
    *(RuntimeError, NotImplementedError, EOFError, ValueError),
)  # what zipfile raises for damaged bytes
OLDEST = (1980, 1, 1, 0, 0, 0)  # the time of each file in an archive, which is the same for the same proof
BEGIN = b'{"format": "csp2sat certificate"'
FOREIGN = "__MACOSX"  # a folder that some programs add


class Bundle(NamedTuple):
    """A proof in an archive or a folder.

    certificate: the path of the certificate.  source: the path of the source, or a board written out, such as a URL;
    None if the archive or folder has no source.  kind, goal: the values of --from, and --max or --weighted, with which
    the source was read; None for the usual ones.
    """

    certificate: str
    source: str | None = None
    kind: str | None = None
    goal: Mode | None = None


def is_bundle(path: str) -> bool:
    """Whether a path is that of a folder or an archive, and not of a proof with this suffix."""
    return (path != "" and Path(path).is_dir()) or (path.lower().endswith(ARCHIVE) and not Path(path + SUFFIX).exists())


def write(path: Path, parts: Sequence[Path], readme: str) -> None:
    """Write an archive of the files `parts` and README.txt with the text `readme`.  Raise FileError."""
    contents = {"README.txt": readme.encode()} | {each.name: each.read_bytes() for each in parts}
    with files.new_file(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, data in contents.items():
            archive.writestr(zipfile.ZipInfo(name, OLDEST), data, zipfile.ZIP_DEFLATED)


@contextmanager
def opened(path: str) -> Iterator[Bundle]:
    """Yield the proof at the path of a folder, an archive or a certificate; an archive is unpacked for the block.

    Raise FileError for a damaged archive and for one that is refused, UsageError unless there is one certificate.
    """
    if not is_bundle(path):
        yield Bundle(path)
    elif Path(path).is_dir():
        yield _found(path, Path(path))
    else:
        with work_folder() as folder:
            _unpack(path, folder)
            yield _found(path, folder)


def _found(path: str, folder: Path) -> Bundle:
    """Return the proof in a folder; path: what the user calls the folder."""
    own = [each for each in sorted(folder.glob("*" + SUFFIX)) if each.is_file() and _begins(each)]
    if len(own) != 1:
        raise UsageError(f"{path}: expected one certificate in it, found {len(own)}")
    known = read(ProofPart.read(own[0]).source)
    goal: Mode | None = next((each for each in ("max", "weighted") if each == known.source["goal"]), None)
    return Bundle(str(own[0]), _source(folder, known), known.source["from"], goal)


def _begins(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(BEGIN)) == BEGIN


def _source(folder: Path, known: Certificate) -> str | None:
    """Return the source that a certificate names: the path of the file with this name in the folder, or the name itself
    if the name is a board written out, such as a URL; None if it is neither.
    """
    name = str(known.source["name"])
    if name == PurePosixPath(name).name and name.isprintable() and "\\" not in name and (folder / name).is_file():
        return str(folder / name)
    return name if is_written(name) else None


def _unpack(path: str, folder: Path) -> None:
    """Write the files of an archive into a folder.  Raise FileError for an archive that is damaged or refused."""
    data = files.read_bytes(path)
    left = most = max(files.HARMLESS, files.RATIO * len(data))
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = [each for each in archive.infolist() if not each.is_dir()]
            entries = [each for each in entries if PurePosixPath(each.filename).parts[:1] != (FOREIGN,)]
            if len(entries) > MOST_FILES:
                raise FileError(f"{path}: {len(entries)} files in it; expected at most {MOST_FILES}")
            for entry in entries:
                target = folder / _name(path, entry)
                if target.exists():
                    raise FileError(f"{path}: two files {target.name} in it")
                with archive.open(entry) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise FileError(f"{path}: {len(data)} bytes would unpack to more than {most:,}; {UNPACK}")
                target.write_bytes(content)
    except DAMAGES as error:
        if isinstance(error, OSError) and error.strerror:  # of the system, such as a full disk
            raise FileError(f"{path}: cannot be unpacked: {error.strerror}") from error
        raise FileError(f"{path}: not a complete zip archive: {error}") from error


def is_plain(name: str) -> bool:
    """Whether a file of this name can be in an archive: on no system the name leads to another folder or a device."""
    return name not in ("", "..") and name.isprintable() and not {*name} & {*"/\\:"}


def _name(path: str, entry: zipfile.ZipInfo) -> str:
    """Return the name of a file in an archive without its folders.  Raise FileError for a link, and for a name that
    would be written outside of the folder into which the archive is unpacked.
    """
    name = PurePosixPath(entry.filename)
    is_link = stat.S_ISLNK(entry.external_attr >> 16)
    if is_link or not all(map(is_plain, (*name.parts, name.name))):
        raise FileError(f"{path}: {entry.filename!r:.80} in it is no plain file below it")
    return name.name
