"""Measuring a sink: what it has got, and how long that took, since it was asked last."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ..cnf.sink import Sink


@dataclass
class Amount:
    """How many things, and the variables, clauses, literals and seconds of CPU that they took."""

    number: int = 0
    variables: int = 0
    clauses: int = 0
    literals: int = 0
    seconds: float = 0.0

    def add(self, other: Amount) -> None:
        """All of it and of the other."""
        self.number += other.number
        self.variables += other.variables
        self.clauses += other.clauses
        self.literals += other.literals
        self.seconds += other.seconds

    def rounded(self) -> dict[str, int | float]:
        """For JSON."""
        return {**vars(self), "seconds": round(self.seconds, 4)}


class Meter:
    """Measures a sink; only what was written to it between two questions is looked at.

    writing: seconds in which clauses were handed on, which no answer of `taken` counts.
    """

    def __init__(self, sink: Sink):
        self._sink, self._flush = sink, sink.flush
        self.writing = 0.0
        self._variables = self._at_out = self._at_defs = 0
        self._own, self._shared = Amount(), Amount()
        self._start = time.process_time()
        sink.flush = self._flushed  # type: ignore[method-assign]

    def taken(self) -> tuple[Amount, Amount]:
        """What has come since the last time: clauses of constraints (with all variables and seconds), definitions."""
        self._count()
        now = time.process_time()
        own, shared = self._own, self._shared
        own.seconds += now - self._start
        own.variables = self._sink.num_vars - self._variables
        self._own, self._shared = Amount(), Amount()
        self._start, self._variables = now, self._sink.num_vars
        return own, shared

    def resume(self) -> None:
        """The time until now counts for nothing."""
        self._start = time.process_time()

    def _count(self) -> None:
        sink = self._sink
        _add(self._own, sink.out, self._at_out)
        _add(self._shared, sink.defs, self._at_defs)
        self._at_out, self._at_defs = len(sink.out), len(sink.defs)

    def _flushed(self) -> None:
        self._count()
        start = time.process_time()
        self._flush()
        spent = time.process_time() - start
        self.writing += spent
        self._own.seconds -= spent
        self._at_out = self._at_defs = 0


def _add(amount: Amount, flat: list[int], start: int) -> None:
    new = flat[start:] if start else flat
    clauses = new.count(0)
    amount.clauses += clauses
    amount.literals += len(new) - clauses
