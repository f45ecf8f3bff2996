"""The evidence for a claim: a formula, its proof and its map, each read from its file once.

Digests, comparisons and checks are of these bytes, so that a file that is changed meanwhile changes nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..base import files
from ..base.source import Source
from ..errors import FileError
from ..model.model import Answer
from .certificate import Claim, beside


@dataclass(frozen=True)
class ProofPart:
    """A file that was read: its path for messages, and its bytes, uncompressed."""

    path: str
    data: bytes

    @classmethod
    def read(cls, path: Path) -> ProofPart:
        """Return the part of a proof that the file at this path has; raise FileError if the file cannot be read, or is
        a pipe or a device, which may have no end.
        """
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise FileError(f"{path}: cannot be read: no regular file")
        return cls(str(path), files.read_bytes(str(path)))

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def source(self) -> Source:
        """The text of the file.  Raises InputError if the bytes are not UTF-8."""
        return files.as_source(self.path, self.data)


def parts_of(proof: Path, suffixes: Mapping[str, str]) -> dict[str, ProofPart]:
    """Read the files of a proof, by their names: F and the suffix of each, for the proof F.

    Raises FileError, which names all files that do not exist, if one does not or cannot be read.
    """
    paths = {name: beside(proof, suffix) for name, suffix in suffixes.items()}
    if missing := [str(path) for path in paths.values() if not path.exists()]:
        why = f"cannot be found; expected beside {proof}, with the other files of the proof"
        raise FileError(f"{', '.join(missing)}: {why}")
    return {name: ProofPart.read(path) for name, path in paths.items()}


@dataclass(frozen=True)
class Refutation:
    """The evidence for a claim: the formula without a model, its proof, and its map (None if the input was a CNF).

    literals: a model of all but the last clauses, () without one.  answer: the visible values of the model, None
    without one.
    """

    claim: Claim
    cnf: ProofPart
    proof: ProofPart
    map: ProofPart | None = None
    literals: Sequence[int] = ()
    answer: Answer | None = None

    @property
    def parts(self) -> dict[str, ProofPart]:
        """The files by their names in a certificate."""
        known = {"cnf": self.cnf, "proof": self.proof}
        return known if self.map is None else known | {"map": self.map}
