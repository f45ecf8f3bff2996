"""Which constraint made which auxiliary variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model.expr import Expr
from ...model.model import Origin
from ..normalize.formulas import ALWAYS
from .observer import Scene, Watch

OBJECTIVE = "objective"


class Origins(Watch):
    """Collects map records `{"auxiliaries": [first, last], "origin": [kind, row, column, rule]}`, by variable.

    A variable that several constraints use was made for the first one of them.  What belongs to an integer or Boolean
    variable of the model from the start is not among them; nor is what a constraint without an origin made.
    """

    def __init__(self) -> None:
        self._found: list[tuple[int, int, Origin]] = []

    def begin(self, scene: Scene) -> None:
        self._scene = scene

    def codes(self, numbers: Iterable[int]) -> Iterator[int]:
        terms = self._scene.norm.terms
        for x in numbers:
            first = self._scene.sink.num_vars + 1
            yield x
            if x in terms:
                self._add(first, terms[x][1])

    def required(self, formulas: Iterable[tuple[Expr, int]]) -> Iterator[tuple[Expr, int]]:
        for formula, number in formulas:
            first = self._scene.sink.num_vars + 1
            yield formula, number
            self._add(first, number)

    def records(self) -> list[dict[str, Any]]:
        return [{"auxiliaries": [first, last], "origin": origin} for first, last, origin in self._found]

    def _add(self, first: int, number: int) -> None:
        last, origin = self._scene.sink.num_vars, self._origin(number)
        if last < first or origin is None:
            return
        if self._found and self._found[-1][1:] == (first - 1, origin):
            first = self._found.pop()[0]
        self._found.append((first, last, origin))

    def _origin(self, number: int) -> Origin | None:
        return Origin("rule", rule=OBJECTIVE) if number == ALWAYS else self._scene.model.constraints[number].origin
