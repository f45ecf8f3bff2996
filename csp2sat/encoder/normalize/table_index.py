"""Large tables whose rows inside domains are asked for by many constraints, each with domains of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Sequence
from functools import lru_cache

TableTuple = tuple[int, ...]


class TableIndex:
    """The rows of a table by their values: a question takes time for the rows with the rarest values only."""

    def __init__(self, rows: frozenset[TableTuple]):
        self._rows = rows
        self._counts = [Counter(column) for column in zip(*rows, strict=True)]
        self._by_value: dict[int, dict[int, list[TableTuple]]] = {}  # of a column: the rows by its values

    def inside(self, able: Sequence[Container[int]]) -> Collection[TableTuple]:
        """Return the rows that have a value of `able` in each column; all rows as they are, if all have."""
        kept = [[v for v in counts if v in values] for counts, values in zip(self._counts, able, strict=True)]
        cut = [at for at, values in enumerate(kept) if len(values) < len(self._counts[at])]
        if not cut:
            return self._rows
        first, *others = sorted(cut, key=lambda at: sum(map(self._counts[at].__getitem__, kept[at])))
        having = self._having(first)
        found = [row for value in kept[first] for row in having[value]]
        for at in others:
            values = {*kept[at]}
            found = [row for row in found if row[at] in values]
        return found

    def _having(self, column: int) -> dict[int, list[TableTuple]]:
        """Return the rows by their values in a column."""
        if column not in self._by_value:
            found: dict[int, list[TableTuple]] = {value: [] for value in self._counts[column]}
            for row in self._rows:
                found[row[column]].append(row)
            self._by_value[column] = found
        return self._by_value[column]


@lru_cache(16)
def index_of(rows: frozenset[TableTuple]) -> TableIndex:
    """Return the index of a table, which lasts while the table is used."""
    return TableIndex(rows)
