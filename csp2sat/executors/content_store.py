"""Files by their digests: what jobs share, on this machine or sent to another one."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..base import files


class Parcel(NamedTuple):
    """A content: its SHA-256 (hex), and the name of the file that has it."""

    digest: str
    name: str


class Shelf:
    """A folder of parcels.  What is there is complete."""

    def __init__(self, folder: Path):
        self.folder = folder.absolute()

    def path(self, parcel: Parcel) -> Path:
        """Where the parcel is, or would be."""
        return self.folder / parcel.digest / parcel.name

    def lacking(self, parcels: Iterable[Parcel]) -> list[Parcel]:
        """Those that are not there."""
        return [parcel for parcel in parcels if not self.path(parcel).exists()]

    def put(self, parcel: Parcel, data: bytes) -> Path:
        """Keep a content; its path."""
        path = self.path(parcel)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with files.new_file(path) as file:
                file.write(data)
        return path

    def adopt(self, parcel: Parcel, file: Path) -> Path:
        """Keep a file, which is moved; its path."""
        path = self.path(parcel)
        path.parent.mkdir(parents=True, exist_ok=True)
        return file.replace(path)

    def get(self, parcel: Parcel) -> bytes:
        """The content."""
        return self.path(parcel).read_bytes()

    def drop(self, parcel: Parcel) -> None:
        """It is not wanted any more, with what was made of it."""
        shutil.rmtree(self.folder / parcel.digest, ignore_errors=True)
