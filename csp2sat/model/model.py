"""The model: what every front end produces and the encoder takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..errors import ModelError
from .domain import Domain
from .expr import Expr, bool_var, int_var


class Origin(NamedTuple):
    """Where a constraint comes from: a line and column of the input (from 1), or a cell of a board (row and column
    from 0, as in the neutral JSON form) with the name of the rule."""

    kind: str  # "text" or "cell" or "rule" (of the whole board: row and column are 0)
    row: int = 0
    column: int = 0
    rule: str = ""

    def __str__(self) -> str:
        if self.kind == "text":
            return f"line {self.row}, column {self.column}"
        return self.rule + (f" at row {self.row}, column {self.column}" if self.kind == "cell" else "")


class Constraint(NamedTuple):
    """A formula that must hold, and where it comes from."""

    formula: Expr
    origin: Origin | None = None


class Answer(NamedTuple):
    """Values of the variables: two name spaces, as in the model."""

    ints: dict[str, int]
    bools: dict[str, bool]


@dataclass
class Model:
    """Variables, constraints, and what the map must carry for decoding.

    `ints` and `bools` are two name spaces, in order of declaration.  A name that begins with `_` is hidden: it is
    solved for, but it is not part of a solution.  `about` goes into the map as it is; it must be JSON (a puzzle puts
    its name and board there).
    """

    ints: dict[str, Domain] = field(default_factory=dict)
    bools: dict[str, Expr] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)

    def int(self, name: str, domain: Domain) -> Expr:
        """Declare an integer variable; a name declared twice or an empty domain is a ModelError."""
        if name in self.ints:
            raise ModelError(f"integer variable {name} is declared twice")
        if not domain:
            raise ModelError(f"integer variable {name} has an empty domain")
        self.ints[name] = domain
        return int_var(name)

    def bool(self, name: str) -> Expr:
        """Declare a Boolean variable; a name declared twice is a ModelError."""
        if name in self.bools:
            raise ModelError(f"Boolean variable {name} is declared twice")
        self.bools[name] = var = bool_var(name)
        return var

    def add(self, formula: Expr, origin: Origin | None = None) -> None:
        """Require the formula."""
        self.constraints.append(Constraint(formula, origin))


def hidden(name: str) -> bool:
    """Is this variable no part of a solution?"""
    return name.startswith("_")
