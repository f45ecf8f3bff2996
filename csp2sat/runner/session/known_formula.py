"""The clauses of a session, kept so that they can be sent to a new child process."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from pathlib import Path

from ...cnf import dimacs
from ...cnf.sink import clauses


class Formula:
    """A growing set of clauses, some of them in files.  num_vars: variables so far.

    parts: flat clauses, or the path of a DIMACS file, which must stay as it is as long as the formula is used.
    """

    def __init__(self, num_vars: int = 0):
        self.num_vars = num_vars
        self.parts: list[array[int] | Path] = []

    def add(self, flat: Sequence[int]) -> None:
        """Add clauses, flat, each ended by 0."""
        if flat and flat[-1] != 0:
            raise ValueError("the last clause is not ended by 0")
        if flat:
            self.num_vars = max(self.num_vars, max(flat), -min(flat))
            self.parts.append(array("i", flat))

    def load(self, cnf: Path, num_vars: int) -> None:
        """Add the clauses of a DIMACS file (plain, one clause per line) with that many variables."""
        self.num_vars = max(self.num_vars, num_vars)
        self.parts.append(cnf.absolute())

    def falsified(self, literals: Collection[int]) -> str | None:
        """The first clause, and where it is, that the true `literals` do not satisfy; None: there is none."""
        true = set(literals)
        for part in self.parts:
            wrong = _in_file(part, true) if isinstance(part, Path) else _in_memory(part, true)
            if wrong is not None:
                return wrong
        return None


def _in_file(path: Path, true: set[int]) -> str | None:
    wrong = dimacs.falsified(path, true)
    return f"{path}, {wrong}" if wrong else None


def _in_memory(flat: array[int], true: set[int]) -> str | None:
    wrong = next((clause for clause in clauses(flat.tolist()) if true.isdisjoint(clause)), None)
    return None if wrong is None else "added clause " + " ".join(map(str, [*wrong, 0]))
