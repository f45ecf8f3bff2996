"""The model: what every front end produces and the encoder takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from ..errors import ModelError
from ..escaping import name_fault
from .domain import Domain
from .expr import TRUE, Expr, bool_var, int_var, pack, unpack

Int: TypeAlias = int  # inside Model the name `int` is a method


class Origin(NamedTuple):
    """Where a constraint comes from: a line and column of the input (from 1), or a cell of a board (row and column
    from 0, as in the neutral JSON form; as text from 1) with the name of the rule."""

    # "text" or "cell" or "rule" (of the whole board: row and column are 0; of constraints that a program names: row is
    # the number of the call) or "beside": of a clue beside the board, where a cell would be if the board went on, and
    # which its name says
    kind: str
    row: int = 0
    column: int = 0
    rule: str = ""

    def __str__(self) -> str:
        if self.kind == "text":
            return f"line {self.row}, column {self.column}"
        return self.rule + (f" at row {self.row + 1}, column {self.column + 1}" if self.kind == "cell" else "")


class Constraint(NamedTuple):
    """A formula that must hold, and where it comes from."""

    formula: Expr
    origin: Origin | None = None


class Soft(NamedTuple):
    """A constraint that may be violated, at the cost of its weight."""

    weight: int
    constraint: Constraint


class Objective(NamedTuple):
    """The term that is to be as small, or as large, as the constraints allow; where it is undefined is no solution."""

    goal: Literal["minimize", "maximize"]
    term: Expr | int


class Answer(NamedTuple):
    """Values of the variables: two name spaces, as in the model."""

    ints: dict[str, int]
    bools: dict[str, bool]


@dataclass
class Model:
    """Variables, constraints, and what the map must carry for decoding.

    `ints` and `bools` are two name spaces, in order of declaration.  A name that begins with `_` is hidden: it is
    solved for, but it is not part of a solution.  `soft` constraints and an `objective` do not change what a solution
    is, only which one is wanted.  `encodings` are patterns of names of integers, each with the name of an encoding, as
    advice that options override.  `about` goes into the map as it is; it must be JSON (a puzzle puts
    its name and board there).  `preferred` are values of variables (of a Boolean 1 or 0): the first solution has all of
    them, if there is a solution with all of them; neither the solutions nor the map depend on them.
    """

    ints: dict[str, Domain] = field(default_factory=dict)
    bools: dict[str, Expr] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    soft: list[Soft] = field(default_factory=list)
    objective: Objective | None = None
    encodings: list[tuple[str, str]] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    preferred: dict[str, int] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """For pickling: all nodes packed at once, for they share parts, and nest deeper than Python recurses."""
        state = dict(vars(self))
        formulas = [c.formula for c in self.constraints] + [soft.constraint.formula for soft in self.soft]
        term = self.objective.term if self.objective else 0
        packed = pack([*formulas, *([term] if isinstance(term, Expr) else [])])
        state["constraints"] = [c._replace(formula=TRUE) for c in self.constraints]
        state["soft"] = [s._replace(constraint=s.constraint._replace(formula=TRUE)) for s in self.soft]
        state["objective"] = self.objective and self.objective._replace(term=0 if isinstance(term, Expr) else term)
        return {**state, "bools": list(self.bools), "packed": packed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        nodes = iter(unpack(state.pop("packed")))
        state["bools"] = {name: bool_var(name) for name in state["bools"]}
        state["constraints"] = [c._replace(formula=next(nodes)) for c in state["constraints"]]
        state["soft"] = [s._replace(constraint=s.constraint._replace(formula=next(nodes))) for s in state["soft"]]
        for term in nodes:
            state["objective"] = state["objective"]._replace(term=term)
        vars(self).update(state)

    def int(self, name: str, values: Domain | Iterable[Int] | Int, most: Int | None = None) -> Expr:
        """Declare an integer variable: `int("x", 0, 9)`, `int("x", [1, 3, 5])`, or with a Domain.

        A name declared twice or with control characters, or an empty domain, is a ModelError.
        """
        domain = _domain(values, most)
        _require_name(name)
        if name in self.ints:
            raise ModelError(f"integer variable {name} is declared twice")
        if not domain:
            raise ModelError(f"integer variable {name} has an empty domain")
        self.ints[name] = domain
        return int_var(name)

    def bool(self, name: str) -> Expr:
        """Declare a Boolean variable; a name declared twice or with control characters is a ModelError."""
        _require_name(name)
        if name in self.bools:
            raise ModelError(f"Boolean variable {name} is declared twice")
        self.bools[name] = var = bool_var(name)
        return var

    def add(self, formula: Expr, origin: Origin | None = None) -> None:
        """Require the formula."""
        self.constraints.append(Constraint(formula, origin))

    def minimize(self, term: Expr | Int) -> None:
        """The term is to be as small as the constraints allow.  A second objective replaces the first."""
        self.objective = Objective("minimize", term)

    def maximize(self, term: Expr | Int) -> None:
        """The term is to be as large as the constraints allow.  A second objective replaces the first."""
        self.objective = Objective("maximize", term)


def _require_name(name: str) -> None:
    if not name.isprintable() and (fault := name_fault(name)):
        raise ModelError(f"variable {name!r}: {fault}")


def _domain(values: Domain | Iterable[Int] | Int, most: Int | None) -> Domain:
    if isinstance(values, Domain):
        return values
    if isinstance(values, int):
        return Domain([(values, values if most is None else most)])
    return Domain.of(values)


def hidden(name: str) -> bool:
    """Is this variable no part of a solution?"""
    return name.startswith("_")
