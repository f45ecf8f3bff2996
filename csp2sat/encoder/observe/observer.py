"""Looking on while a model is encoded, between the clauses of one constraint and the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...cnf.sink import Sink
from ...ints.spec import IntCode
from ...model.expr import Expr
from ...model.model import Model, Origin
from ..normalize.formulas import ALWAYS, Norm


class Scene(NamedTuple):
    """What there is to see.  codes: of the integers by number, as far as they have been made."""

    model: Model
    norm: Norm
    sink: Sink
    codes: list[IntCode]


class Watch:
    """One who looks on: this one sees nothing and costs nothing.

    The encoder takes what it goes through, `codes` and `required`, from the watch: between two items all that belongs
    to the first one has been written.
    """

    def begin(self, scene: Scene) -> None:
        """The clauses are about to be written."""

    def codes(self, numbers: Iterable[int]) -> Iterable[int]:
        """The numbers of integers that get their codes."""
        return numbers

    def required(self, formulas: Iterable[tuple[Expr, int]]) -> Iterable[tuple[Expr, int]]:
        """Normal formulas that are required, with the numbers of their constraints."""
        return formulas

    def done(self, step: str) -> None:
        """A step that is about the model as a whole is over."""

    def records(self) -> list[dict[str, Any]]:
        """What the map is to keep of what was seen."""
        return []


class Watches(Watch):
    """Several of them."""

    def __init__(self, *watches: Watch):
        self._watches = watches

    def begin(self, scene: Scene) -> None:
        for watch in self._watches:
            watch.begin(scene)

    def codes(self, numbers: Iterable[int]) -> Iterable[int]:
        for watch in self._watches:
            numbers = watch.codes(numbers)
        return numbers

    def required(self, formulas: Iterable[tuple[Expr, int]]) -> Iterable[tuple[Expr, int]]:
        for watch in self._watches:
            formulas = watch.required(formulas)
        return formulas

    def done(self, step: str) -> None:
        for watch in self._watches:
            watch.done(step)

    def records(self) -> list[dict[str, Any]]:
        return [record for watch in self._watches for record in watch.records()]


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
