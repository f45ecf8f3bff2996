"""Files: compressed files are uncompressed as they are read, and a new file appears under its name only when it is
complete.
"""

from __future__ import annotations

import bz2
import codecs
import contextlib
import gzip
import io
import lzma
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import IO, BinaryIO, cast

from ..errors import FileError, UsageError
from . import file_guard, folders
from .signals import signals_held
from .source import Source

STDIN = "<stdin>"
SUFFIXES = (".gz", ".bz2", ".xz", ".lzma")
PACKED: dict[bytes, tuple[str, Callable[[IO[bytes]], IO[bytes]]]] = {  # by how a file begins: its kind and its reader
    b"\x1f\x8b": ("gz", lambda file: cast(IO[bytes], gzip.GzipFile(fileobj=file))),
    b"BZh": ("bz2", bz2.BZ2File),
    b"\x5d\x00\x00": ("lzma", lambda file: lzma.LZMAFile(file, format=lzma.FORMAT_ALONE)),  # noqa: SIM115
    b"\xfd7zXZ\x00": ("xz", lambda file: lzma.LZMAFile(file, format=lzma.FORMAT_XZ)),  # noqa: SIM115
}
UTF_16 = "this is UTF-16 text; expected UTF-8: save the file as UTF-8"
PICTURE = "this is a picture; expected a text"
PDF = "this is a PDF file; expected a text"
KINDS = {
    **dict.fromkeys((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), PICTURE),
    **dict.fromkeys((b"\xff\xfe", b"\xfe\xff"), UTF_16),
    b"%PDF": PDF,
}
MOST = 1 << 33  # bytes of a file, unpacked
RATIO, HARMLESS = 200, 64 << 20  # a file may become RATIO times as large, or HARMLESS bytes in any case
PIECE = 1 << 24  # bytes
DEVICES = (Path("/dev"), Path("/dev/fd"), Path("/proc/self/fd"))  # folders


def unpacked_name(path: str) -> str:
    """Return the path without a suffix that means compression (.gz, .bz2, .xz, .lzma), if there is one."""
    return path[: path.rindex(".")] if path.endswith(SUFFIXES) else path


def read_bytes(path: str, most: int = MOST) -> bytes:
    """Return the content of a file (`-`: stdin), uncompressed if the content is gzip, bzip2, xz or lzma, whatever the
    file's name.

    most: the largest number of bytes to read or uncompress. Raises FileError if the file cannot be read, if the
    compressed content is damaged, or if the content is too large or grows far too large when uncompressed, and
    UsageError if the same command is to write the file.
    """
    file_guard.reads(path)
    try:
        data = _read(_stdin(), most) if path == "-" else _read_file(path, most)
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror or error}") from error
    if len(data) > most:
        raise FileError(f"{path}: too large; expected at most {most} bytes")
    return _unpack(path, data, most)


def _stdin() -> IO[bytes]:
    """Return stdin as bytes.  Raises FileError if stdin is closed."""
    if sys.stdin is None:
        raise FileError(f"{STDIN}: cannot be read: it is closed")
    return sys.stdin.buffer


def _read_file(path: str, most: int) -> bytes:
    """Return the whole content of an ordinary file of at most `most` bytes, or else (a larger file, a device, a pipe)
    at most `most` + 1 bytes.
    """
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        known = os.fstat(file.fileno())
        return file.read() if stat.S_ISREG(known.st_mode) and known.st_size <= most else _read(file, most)


def _read(file: IO[bytes], most: int) -> bytes:
    """Read until the end of the file, but at most `most` + 1 bytes, so that the caller can see that the file is too
    long.
    """
    pieces, left = [], most + 1
    while left > 0 and (piece := file.read(min(left, PIECE))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _unpack(path: str, data: bytes, most: int) -> bytes:
    """Return the data of the file `path`, uncompressed if they begin as one of PACKED. Raises FileError if they are
    damaged, or become longer than `most` bytes, or than RATIO times their size (at least HARMLESS bytes).
    """
    found = [packed for magic, packed in PACKED.items() if data.startswith(magic)]
    if not found:
        return data
    kind, reader = found[0]
    most = min(most, max(HARMLESS, RATIO * len(data)))
    try:
        with reader(io.BytesIO(data)) as file:
            unpacked = _read(file, most)
    except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError) as error:
        raise FileError(f"{path}: not a complete {kind} file: {error}") from error
    if len(unpacked) > most:
        message = f"{len(data)} bytes would unpack to more than {most} bytes"
        raise FileError(f"{path}: {message}; unpack the file yourself if you trust it")
    return unpacked


def read_source(path: str) -> Source:
    """Read a file (`-`: stdin), compressed or not, as UTF-8 text with its path.  Raises the errors of `read_bytes`, and
    InputError if the content is no UTF-8.
    """
    return as_source(path, read_bytes(path))


def as_source(path: str, data: bytes, comments: re.Pattern[bytes] | None = None) -> Source:
    """Return `data`, the bytes that were read from a path, as UTF-8 text with that path; a byte order mark is dropped.

    comments: the pattern of parts in which bytes that are no UTF-8 become U+FFFD; None if no part is tolerated. Raises
    InputError at the first byte elsewhere that is no UTF-8.
    """
    name = STDIN if path == "-" else path
    data = data.removeprefix(codecs.BOM_UTF8)
    if comments is not None and not _is_utf8(data):
        data = comments.sub(lambda comment: comment[0].decode(errors="replace").encode(), data)
    try:
        return Source(name, data.decode())
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8", "replace")
        kind = next((kind for begin, kind in KINDS.items() if data.startswith(begin)), "")
        message = kind or f"byte 0x{data[error.start]:02x} is not UTF-8 text"
        raise Source(name, good).error(message, len(good)) from error


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def compressed(raw: IO[bytes], path: str) -> IO[bytes]:
    """Return a writer that compresses into `raw` as the suffix of `path` says, or `raw` itself if the suffix means no
    compression. Equal input gives equal bytes.
    """
    if path.endswith(".gz"):
        return cast(IO[bytes], gzip.GzipFile("", "wb", 6, raw, mtime=0))
    if path.endswith(".bz2"):
        return bz2.BZ2File(raw, "wb")
    if path.endswith(".xz"):
        return lzma.LZMAFile(raw, "wb")
    if path.endswith(".lzma"):
        return lzma.LZMAFile(raw, "wb", format=lzma.FORMAT_ALONE)
    return raw


def write_compressed(raw: IO[bytes], path: str, pieces: Iterable[bytes]) -> None:
    """Write the pieces into `raw`, compressed as the suffix of `path` says."""
    packed = compressed(raw, path)
    packed.writelines(pieces)
    if packed is not raw:
        packed.close()


class Finished:
    """A complete file that does not have its final name yet.

    handle: a descriptor of the file; temporary: the path at which the file is now; path: the path that the file is to
    get. The class is no `dataclass`, whose import takes a quarter of the time in which a solver's session starts.
    """

    def __init__(self, handle: int, temporary: str, path: Path):
        self.handle, self.temporary, self.path = handle, temporary, path

    def put(self) -> None:
        """Give the file its final name. Raises UsageError if that name has become the name of an input, and FileError
        if the system refuses.
        """
        file_guard.writes(self.path)
        known = os.fstat(self.handle)
        with _failures(self.path):
            if sys.platform == "win32":  # what is open cannot be renamed there
                os.close(self.handle)
                self.handle = os.open(os.devnull, os.O_RDONLY)
            _rename(self.temporary, self.path)
        file_guard.made(self.path, known)

    def discard(self) -> None:
        """Remove the file, if it has not got its final name, and close its descriptor."""
        folders.discard(self.handle, self.temporary)


_waiting: ContextVar[list[Finished] | None] = ContextVar("files that get their names together", default=None)


@contextlib.contextmanager
def all_or_nothing() -> Iterator[None]:
    """Give the files that are made in the block their names only when the block ends well, all of them together, and
    remove all of them otherwise.

    If the system refuses the name of a later file, the earlier files have their names already. A block within another
    such block leaves the names to the outer block.
    """
    if _waiting.get() is not None:
        yield
        return
    finished: list[Finished] = []
    token = _waiting.set(finished)
    try:
        yield
        with signals_held():
            for each in finished:
                each.put()
    finally:
        _waiting.reset(token)
        for each in finished:
            each.discard()


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Yield a new binary file, writable and readable, that gets the name `path` when the block ends well and vanishes
    when the block fails; within `all_or_nothing` the name is given only when that outer block ends.

    The file is made in the folder of `path`, so the last step is a rename; the permissions are those of an ordinary new
    file. Unfinished files of killed runs are removed from that folder. Raises FileError if the file cannot be written,
    and UsageError if the same command reads the file at `path`.
    """
    file_guard.writes(path)
    if path.is_dir():
        raise FileError(f"{path}: cannot be written: Is a directory")
    folder = tempfile.gettempdir() if is_device(path) else str(path.parent)
    folders.clear(folder)
    with signals_held() as release:
        with _failures(path):
            finished = Finished(*folders.new_file(folder, path.name[:40]), path)
        together = _waiting.get()
        is_kept = False
        try:
            release()
            with _failures(path):
                with open(os.dup(finished.handle), "w+b", buffering=1 << 20) as file:  # noqa: PTH123  a descriptor
                    yield file
                with contextlib.suppress(OSError):  # a foreign file system may have no permissions
                    os.umask(mask := os.umask(0o022))
                    os.chmod(finished.temporary, 0o666 & ~mask)  # noqa: PTH101
            if together is None:
                finished.put()
            else:
                together.append(finished)
                is_kept = True
        finally:
            if not is_kept:
                finished.discard()


@contextlib.contextmanager
def _failures(path: Path, what: str = "written") -> Iterator[None]:
    """Turn an error of the system in the block into a FileError that the path cannot be `written` or `read`; a broken
    pipe stays as it is.

    what: one of the two words.
    """
    try:
        yield
    except BrokenPipeError:  # of another file that is written meanwhile: stdout
        raise
    except OSError as error:
        raise FileError(f"{path}: cannot be {what}: {error.strerror or error}") from error


def copy_file(source: Path, target: Path) -> None:
    """Copy a file; `target` appears when the copy is complete, and not at all if the copy fails. Raises FileError, or
    UsageError if the same command reads `target`.
    """
    with new_file(target) as file, source.open("rb") as original:
        copy(original, file)


def is_device(path: Path) -> bool:
    """Whether a path stands for something that cannot be replaced by a rename: /dev/null, /dev/stdout (which may be a
    file), a named pipe.
    """
    return path.is_char_device() or path.is_fifo() or path.parent in DEVICES


def _rename(temporary: str, path: Path) -> None:
    """Give a file its final name; to a device or pipe, copy the content instead."""
    if is_device(path):
        with open(temporary, "rb") as done, path.open("wb") as device:  # noqa: PTH123
            shutil.copyfileobj(done, device)
    else:
        os.replace(temporary, path)  # noqa: PTH105


def named(path: str) -> Path:
    """Return the path of a file that is to be written; raise FileError for a name that a separator ends, which is that
    of a folder.
    """
    if path.endswith(("/", os.sep)):
        raise FileError(f"{path}: cannot be written: the name of a folder; expected that of a file")
    return Path(path)


def path_of(name: str, value: object) -> str:
    """Return a path as a string; raise UsageError, with the `name` of the argument, for an object that is no path."""
    if not isinstance(found := os.fspath(value) if isinstance(value, os.PathLike) else value, str):
        raise UsageError("expected the path of a file, a str or a Path", name, value)
    return found


def write_text(path: Path, text: str) -> None:
    """Write a small text file, compressed as the suffix of the path says; the file appears complete or not at all."""
    with new_file(path) as file:
        write_compressed(file, str(path), [text.encode()])


def _pieces(source: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of a file in pieces of a megabyte. Raises FileError if the file cannot be read."""
    name = getattr(source, "name", None)
    with _failures(Path(name if isinstance(name, str) else "a temporary file"), "read"):
        while piece := source.read(1 << 20):
            yield piece


def copy(source: IO[bytes], target: IO[bytes]) -> None:
    """Copy all of `source` to `target` in pieces of a megabyte.

    Raises FileError if `source` cannot be read, or if `target` is stdout and cannot be written, except that a broken
    pipe stays BrokenPipeError; an OSError of another target is passed on.
    """
    is_stdout = target is getattr(sys.stdout, "buffer", None)
    for piece in _pieces(source):
        with _failures(Path("<stdout>")) if is_stdout else contextlib.nullcontext():
            target.write(piece)
            target.flush()
