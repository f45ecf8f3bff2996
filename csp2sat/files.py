"""Files: compressed ones read as they are, new ones appear under their name only when they are complete."""

from __future__ import annotations

import bz2
import contextlib
import gzip
import lzma
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO, cast

from .errors import Csp2SatError, InputError, Place
from .text import Source

STDIN = "<stdin>"
MAGIC = {b"\x1f\x8b": "gz", b"BZh": "bz2", b"\xfd7zXZ\x00": "xz"}
SUFFIXES = (".gz", ".bz2", ".xz")


class FileError(Csp2SatError):
    """A file that cannot be read or written, with the system's reason."""


def unpacked_name(path: str) -> str:
    """The path without a suffix that means compression."""
    return path[: path.rindex(".")] if path.endswith(SUFFIXES) else path


def read_bytes(path: str) -> bytes:
    """The content of a file (`-` is stdin), uncompressed if it is gzip, bzip2 or xz whatever its name."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from error
    return _unpack(path, data)


def _unpack(path: str, data: bytes) -> bytes:
    for magic, kind in MAGIC.items():
        if data.startswith(magic):
            opener = {"gz": gzip.decompress, "bz2": bz2.decompress, "xz": lzma.decompress}[kind]
            try:
                return opener(data)
            except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
                raise FileError(f"{path}: not a complete {kind} file: {error}") from error
    return data


def read_source(path: str) -> Source:
    """A UTF-8 text with its path."""
    return as_source(path, read_bytes(path))


def as_source(path: str, data: bytes) -> Source:
    """Bytes that were read from a path, as UTF-8 text; a byte order mark is dropped.

    Raises InputError at the first byte that is not UTF-8.
    """
    name = STDIN if path == "-" else path
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8", "replace")
        place = Source(name, good).place(len(good))
        byte = data[error.start]
        raise InputError(
            f"byte 0x{byte:02x} is not UTF-8 text", Place(name, place.line, place.column, place.text)
        ) from error


def compressed(raw: IO[bytes], path: str) -> IO[bytes]:
    """A writer that compresses into `raw` as the suffix of `path` says.  Equal input gives equal bytes."""
    if path.endswith(".gz"):
        return cast(IO[bytes], gzip.GzipFile("", "wb", 6, raw, mtime=0))
    if path.endswith(".bz2"):
        return bz2.BZ2File(raw, "wb")
    if path.endswith(".xz"):
        return lzma.LZMAFile(raw, "wb")
    return raw


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A binary file, readable too, that gets its name when the block ends well and vanishes when it does not.

    It is made in the same folder, so the last step is a rename; the permissions are those of an ordinary new file.
    """
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with open(handle, "w+b", buffering=1 << 20) as file:  # noqa: PTH123  a descriptor
            yield file
        with contextlib.suppress(OSError):  # a foreign file system may have no permissions
            os.chmod(temporary, 0o666 & ~_umask())  # noqa: PTH101
        _rename(temporary, path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)  # noqa: PTH108


def _rename(temporary: str, path: Path) -> None:
    if path.is_char_device() or path.is_fifo():  # /dev/null, /dev/stdout, a named pipe: not to be replaced
        with open(temporary, "rb") as done, path.open("wb") as device:  # noqa: PTH123
            shutil.copyfileobj(done, device)
    else:
        os.replace(temporary, path)  # noqa: PTH105


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def write_text(path: Path, text: str) -> None:
    """Write a small text file, compressed by suffix, all or nothing."""
    with new_file(path) as file:
        packed = compressed(file, str(path))
        packed.write(text.encode())
        if packed is not file:
            packed.close()


def copy(source: IO[bytes], target: IO[bytes]) -> None:
    """Copy all of `source` in pieces of a megabyte."""
    shutil.copyfileobj(source, target, 1 << 20)
