"""What a model of a program is for the engine: the CSP that it holds, copies of it, and what was added since."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, Self

from ..errors import ModelError
from ..model import model as csp
from .owner import CONSTANTS, Handle, Owner


class ModelSizes(NamedTuple):
    """How many integer and Boolean variables and constraints a model has."""

    ints: int
    bools: int
    constraints: int


class EngineModel(Owner):
    """The CSP of a model, and the preferred values of its variables, by their names."""

    def __init__(self) -> None:
        super().__init__()
        self._csp = csp.Model()
        self._preferred: dict[str, int] = {}
        self._calls = 0  # that named constraints

    @classmethod
    def of(cls, given: csp.Model) -> Self:
        """A model of the engine's, such as that of a loaded problem, to go on with."""
        made = cls()
        made._csp = copied(given)
        return made

    def __copy__(self) -> Self:
        made = self.of(self._csp)
        made._preferred, made._calls = dict(self._preferred), self._calls
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {"csp": self._csp, "preferred": self._preferred, "calls": self._calls}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__init__()
        self._csp, self._preferred, self._calls = state["csp"], state["preferred"], state["calls"]

    def is_positive(self, variable: str) -> bool:
        return self._csp.ints[variable].lo > 0

    def snapshot(self) -> csp.Model:
        """What the model says now, for the engine; what is added later does not change it."""
        return copied(self._csp)

    def since(self, sizes: ModelSizes) -> tuple[csp.Model, ModelSizes]:
        """What was added since the model had these sizes, for the engine, and the sizes now."""
        ints = dict(islice(self._csp.ints.items(), sizes.ints, None))
        bools = dict(islice(self._csp.bools.items(), sizes.bools, None))
        now = ModelSizes(len(self._csp.ints), len(self._csp.bools), len(self._csp.constraints))
        new = self._csp.constraints[sizes.constraints :]
        return csp.Model(ints, bools, new, encodings=self._csp.encodings), now

    def origin(self, name: str) -> csp.Origin | None:
        """Return where the constraints of one call come from that gives them a name; another call may give it, too."""
        self._calls += 1
        return csp.Origin("rule", self._calls, rule=name) if name else None

    def own(self, given: Any) -> Any:
        """What was given, a handle or anything else.  ModelError for a handle of another model."""
        if isinstance(given, Handle) and given._owner is not self and given._owner is not CONSTANTS:
            raise ModelError(f"{given!r} is of another model")
        return given


def copied(given: csp.Model) -> csp.Model:
    """A model that says the same, and does not change with the first."""
    return replace(
        given,
        ints=dict(given.ints),
        bools=dict(given.bools),
        constraints=list(given.constraints),
        soft=list(given.soft),
        encodings=list(given.encodings),
        about=dict(given.about),
    )
