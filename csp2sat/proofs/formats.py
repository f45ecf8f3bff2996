"""The proof formats that can be checked here, by the names that solvers.yaml uses."""

from __future__ import annotations

from collections.abc import Iterator

from . import backward, drat, lrat
from .backward import Checked

FORMATS = ("drat", "drup", "lrat")


def check(kind: str, flat: list[int], data: bytes, path: str, deadline: float | None = None) -> Checked:
    """Check that the proof in `data`, of one of FORMATS, refutes the clauses `flat`, each ended by 0.

    deadline: in time.monotonic().  Raises ProofError with the place of what is wrong, and LimitReached.
    """
    if kind == "lrat":
        return lrat.check(flat, data, path, deadline)
    return backward.check(flat, drat.read(data, path), deadline)


def plain(kind: str, data: bytes, path: str) -> Iterator[bytes]:
    """Yield the lines of the proof in `data`, of one of FORMATS, as every checker reads them.  Raises ProofError."""
    return lrat.plain(data, path) if kind == "lrat" else drat.plain(data, path)
