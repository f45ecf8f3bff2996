"""The interface of observers of the encoder, and the observer that records which constraint made which auxiliary
variable.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...cnf.sink import Lit, Sink
from ...decoder.wording import VALUES_OF
from ...ints.spec import ENCODINGS, IntCode
from ...model.expr import Expr
from ...model.model import Model, Origin
from ...tuples import NamedTuple
from ..normalize.formulas import ALWAYS, Norm

OBJECTIVE = "objective"


class Scene(NamedTuple):
    """The objects that an observer may inspect; `codes` are those of the integers by number, and `bools` the literals
    of the declared Booleans by name, as far as they exist.  ways: returns the directions in which the literal of a
    formula is defined, see `Formulas.ways`.
    """

    model: Model
    norm: Norm
    sink: Sink
    codes: list[IntCode]
    bools: dict[str, Lit]
    ways: Callable[[Lit], int]


class Watch:
    """An observer of the encoder, which calls the methods; each call accounts for the clauses written since the
    previous call.
    """

    def begin(self, scene: Scene) -> None:
        """Prepare for the first clauses, which the encoder writes next."""

    def coded(self, x: int) -> None:
        """Note that the integer with the number `x` has got its code."""

    def required(self, formula: Expr, number: int) -> None:
        """Note that a normal formula of the constraint with that number has been written."""

    def done(self, step: str) -> None:
        """Note that a step that concerns the CSP as a whole has ended."""

    def records(self) -> list[dict[str, Any]]:
        """Return records that the observer adds to the map; by default none."""
        return []


class Origins(Watch):
    """A collector of map records `{"auxiliaries": [first, last], "origin": [kind, row, column, rule]}`, sorted by
    variable: the SAT variables from `first` to `last`, inclusive, were made for this origin.

    A variable that several constraints use belongs to the first of these constraints.  Variables that the map lists
    for a declared integer or Boolean get no record, nor do those of constraints without an origin.  If an integer has
    further variables, such as those of its at-most-one constraint, they get a record with the origin `the values of
    NAME`.
    """

    _scene: Scene

    def __init__(self) -> None:
        self._found: list[tuple[int, int, Origin]] = []
        self._begun, self._seen = False, 0

    def begin(self, scene: Scene) -> None:
        self._scene, self._begun = scene, True
        self._add(None)

    def coded(self, x: int) -> None:
        self._add(self.of_code(self._scene, x), self._in_map(x))

    def _in_map(self, x: int) -> range:
        """Return the variables that the map has of the integer with the number `x`; none if it is not declared."""
        norm, record = self._scene.norm, self._scene.codes[x].record() if self._scene.norm.names[x] else None
        reader = record and ENCODINGS[record["code"]].read(norm.domains[x], record, self._scene.sink.num_vars)
        return reader.literals() if reader else range(0)

    def required(self, formula: Expr, number: int) -> None:
        self._add(self.of(self._scene, number))

    def done(self, step: str) -> None:
        if self._begun:
            self._add(None)

    def records(self) -> list[dict[str, Any]]:
        return [{"auxiliaries": [first, last], "origin": origin.record} for first, last, origin in self._found]

    def _add(self, origin: Origin | None, apart: range = range(0)) -> None:
        """Assign the SAT variables created since the last call, without those `apart`, to an origin, None for no
        origin; consecutive variables of the same origin share one record.
        """
        first, last = self._seen + 1, self._scene.sink.num_vars
        self._seen = last
        if origin is not None:
            own = apart or range(first, first)
            self._keep(first, min(last, own.start - 1), origin)
            self._keep(max(first, own.stop), last, origin)

    def _keep(self, first: int, last: int, origin: Origin) -> None:
        """Note the origin of the variables from `first` to `last`, of which there may be none."""
        if last < first:
            return
        if self._found and self._found[-1][1:] == (first - 1, origin):
            first = self._found.pop()[0]
        self._found.append((first, last, origin))

    @staticmethod
    def of(scene: Scene, number: int) -> Origin | None:
        """Return the origin of the constraint with a number, `objective` for ALWAYS; None if it has none."""
        return Origin("rule", rule=OBJECTIVE) if number == ALWAYS else scene.model.constraints[number].origin

    @classmethod
    def of_code(cls, scene: Scene, x: int) -> Origin | None:
        """Return the origin of the code of the integer with the number `x`: `the values of NAME` if it is declared,
        else the origin of the constraint with the term that it stands for, None if that has none.
        """
        if name := scene.norm.names[x]:
            return Origin("rule", rule=f"{VALUES_OF}{name}")
        return cls.of(scene, scene.norm.terms[x][1]) if x in scene.norm.terms else None
