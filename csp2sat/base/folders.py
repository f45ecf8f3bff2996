"""Folders to work in: one that vanishes, or one of the user's that is used by one run at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import leftovers
from .files import FileError
from .signals import signals_held


@contextmanager
def work_folder() -> Iterator[Path]:
    """A new folder for temporary files, which is removed with all that is in it.

    Those of runs that were killed are removed here too.  Raises FileError when none can be made.
    """
    with signals_held() as release:
        try:
            leftovers.clear(tempfile.gettempdir())
            handle, path = leftovers.new_folder()
        except OSError as error:
            raise FileError(f"no temporary folder can be made: {error.strerror}") from error
        try:
            release()
            yield Path(path)
        finally:
            with signals_held():
                leftovers.remove(path)
                os.close(handle)


@contextmanager
def claimed(path: Path) -> Iterator[Path]:
    """A folder of the user's, made if it is not there; other runs that claim it meanwhile are refused.

    Its files are overwritten, so that two runs in it would read each other's.  Raises FileError.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        handle = leftovers.open_folder(str(path))
    except OSError as error:
        raise FileError(f"{path}: cannot be used as a folder: {error.strerror}") from error
    try:
        leftovers.lock(handle)
        yield path
    except BlockingIOError as error:
        raise FileError(f"{path}: in use by another run of csp2sat") from error
    finally:
        os.close(handle)
