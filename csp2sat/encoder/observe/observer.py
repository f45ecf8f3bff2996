"""Looking on while a model is encoded, between the clauses of one constraint and the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...cnf.sink import Sink
from ...ints.spec import IntCode
from ...model.expr import Expr
from ...model.model import Model
from ..normalize.formulas import Norm


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
