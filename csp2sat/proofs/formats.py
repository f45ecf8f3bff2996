"""The proof formats that can be checked here, by the names that solvers.yaml uses."""

from __future__ import annotations

from collections.abc import Iterator

from . import backward, drat, lrat
from .backward import Checked

FORMATS = ("drat", "drup", "lrat")


def check(kind: str, flat: list[int], data: bytes, path: str, deadline: float | None = None) -> Checked:
    """Check that the proof in `data` refutes the clauses `flat`, each ended by 0.

    kind: the format of the proof, one of FORMATS.  path: the name of the proof for errors.  deadline: a time of
    time.monotonic(), or None.  Raises ProofError with the place of the fault, and LimitReached after the deadline.
    """
    if kind == "lrat":
        return lrat.check(flat, data, path, deadline)
    return backward.check(flat, drat.read(data, path), deadline)


def plain(kind: str, data: bytes, path: str) -> Iterator[bytes]:
    """Yield the lines of the proof in `data`, whose format `kind` is one of FORMATS, in a form that every checker
    reads.

    path: the name of the proof for errors.  Raises ProofError.
    """
    return lrat.plain(data, path) if kind == "lrat" else drat.plain(data, path)
