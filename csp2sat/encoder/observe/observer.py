"""Looking on while a model is encoded; and which constraint made which auxiliary variable."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...cnf.sink import Sink
from ...ints.spec import IntCode
from ...model.expr import Expr
from ...model.model import Model, Origin
from ..normalize.formulas import ALWAYS, Norm

OBJECTIVE = "objective"


class Scene(NamedTuple):
    """What there is to see.  codes: of the integers by number, as far as they have been made."""

    model: Model
    norm: Norm
    sink: Sink
    codes: list[IntCode]


class Watch:
    """One who looks on.  What has been written since the last call belongs to what this call names."""

    def begin(self, scene: Scene) -> None:
        """The clauses are about to be written."""

    def coded(self, x: int) -> None:
        """The integer of that number has its code."""

    def required(self, formula: Expr, number: int) -> None:
        """A normal formula of the constraint of that number has been required."""

    def done(self, step: str) -> None:
        """A step that is about the model as a whole is over."""

    def records(self) -> list[dict[str, Any]]:
        """What the map is to keep of what was seen."""
        return []


class Origins(Watch):
    """Collects map records `{"auxiliaries": [first, last], "origin": [kind, row, column, rule]}`, by variable.

    A variable that several constraints use was made for the first one of them.  What belongs to an integer or Boolean
    variable of the model from the start is not among them; nor is what a constraint without an origin made.
    """

    _scene: Scene

    def __init__(self) -> None:
        self._found: list[tuple[int, int, Origin]] = []
        self._begun, self._seen = False, 0

    def begin(self, scene: Scene) -> None:
        self._scene, self._begun = scene, True
        self._add(None)

    def coded(self, x: int) -> None:
        terms = self._scene.norm.terms
        self._add(terms[x][1] if x in terms else None)

    def required(self, formula: Expr, number: int) -> None:
        self._add(number)

    def done(self, step: str) -> None:
        if self._begun:
            self._add(None)

    def records(self) -> list[dict[str, Any]]:
        return [{"auxiliaries": [first, last], "origin": origin} for first, last, origin in self._found]

    def _add(self, number: int | None) -> None:
        """The variables since the last call are due to the constraint of that number, or to none."""
        first, last = self._seen + 1, self._scene.sink.num_vars
        self._seen = last
        origin = None if number is None or last < first else self._origin(number)
        if origin is None:
            return
        if self._found and self._found[-1][1:] == (first - 1, origin):
            first = self._found.pop()[0]
        self._found.append((first, last, origin))

    def _origin(self, number: int) -> Origin | None:
        return Origin("rule", rule=OBJECTIVE) if number == ALWAYS else self._scene.model.constraints[number].origin
