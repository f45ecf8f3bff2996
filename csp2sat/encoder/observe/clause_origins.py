"""The observer that records which constraint the clauses of a CNF come from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ...model.expr import Expr
from ...model.model import Origin
from .observer import Origins, Scene, Watch


@dataclass
class _Part:
    """Consecutive clauses that were written for one constraint; the origin is known once the constraint is written."""

    count: int
    origin: Origin | None = None


class ClauseOrigins(Watch):
    """A collector of map records `{"clauses": [first, last], "origin": [kind, row, column, rule]}`, by clause.

    Clauses are numbered from 1, as in the file.  A definition that several constraints use belongs to the first of
    these constraints; the clauses of the code of a declared integer have the origin `the values of NAME`.
    """

    _scene: Scene

    def __init__(self) -> None:
        self._written: list[_Part] = []  # of clauses that have been handed on, in the order of the file
        self._lists: tuple[list[_Part], list[_Part]] = [], []  # of `defs` and of `out`, in memory
        self._open: list[_Part] = []  # whose constraint is still being written
        self._at = [0, 0]
        self._begun = False

    def begin(self, scene: Scene) -> None:
        self._scene, self._begun, self._flush = scene, True, scene.sink.flush
        scene.sink.flush = self._flushed  # type: ignore[method-assign]
        self._end(None)

    def coded(self, x: int) -> None:
        self._end(Origins.of_code(self._scene, x))

    def required(self, formula: Expr, number: int) -> None:
        self._end(Origins.of(self._scene, number))

    def done(self, step: str) -> None:
        if self._begun:
            self._end(Origin("rule", rule=step))

    def records(self) -> list[dict[str, Any]]:
        self._end(None)
        found, last = [], 0
        for origin, parts in groupby((*self._written, *self._lists[0], *self._lists[1]), lambda part: part.origin):
            first, last = last + 1, last + sum(part.count for part in parts)
            if origin is not None and last >= first:
                found.append({"clauses": [first, last], "origin": origin.record})
        return found

    def _end(self, origin: Origin | None) -> None:
        """Note that all clauses since the last call come from `origin`."""
        self._count()
        for part in self._open:
            part.origin = origin
        self._open.clear()

    def _count(self) -> None:
        sink = self._scene.sink
        for at, (flat, parts) in enumerate(zip((sink.defs, sink.out), self._lists, strict=True)):
            if count := flat[self._at[at] :].count(0):
                parts.append(_Part(count))
                self._open.append(parts[-1])
            self._at[at] = len(flat)

    def _flushed(self) -> None:
        self._count()
        self._flush()
        sink = self._scene.sink
        if not sink.defs and not sink.out:  # they are in the file
            self._written += (*self._lists[0], *self._lists[1])
            for parts in self._lists:
                parts.clear()
        self._at = [len(sink.defs), len(sink.out)]
