"""Finding the clause that a step deletes, by its literals in whatever order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Key = tuple[int, ...]


class Copies:
    """The clauses that are there, of those that some step deletes; several may have the same literals."""

    def __init__(self, deleted: Iterable[Sequence[int]]):
        self._there: dict[Key, list[int]] = {tuple(sorted(clause)): [] for clause in deleted}

    def add(self, c: int, clause: Sequence[int]) -> None:
        """Clause c, with these literals, is there."""
        if self._there:
            there = self._there.get(tuple(sorted(clause)))
            if there is not None:
                there.append(c)

    def take(self, clause: Sequence[int], needed: Callable[[int], bool]) -> int | None:
        """A clause with these literals that is not needed, by number; it is there no longer.  None: there is none."""
        there = self._there[tuple(sorted(clause))]
        found = next((c for c in reversed(there) if not needed(c)), None)
        if found is not None:
            there.remove(found)
        return found
