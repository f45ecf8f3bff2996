"""The model of a problem, which every front end produces and the encoder takes."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..errors import ModelError
from ..escaping import for_terminal, name_fault
from ..tuples import NamedTuple
from .domain import Domain
from .expr import TRUE, Expr, bool_var, bool_vars, int_var, pack, unpack

Int: TypeAlias = int  # inside Model the name `int` is a method


class Origin(NamedTuple):
    """The place that a constraint comes from: a line and column of the input (from 1), or a cell of a board with the
    name of the rule (row and column from 0, as in the neutral JSON form; as text from 1).
    """

    # kind: "text", perhaps with the indices of a comprehension as the rule (`i=3`); "file" (a text in another file than
    # the input, whose path stands in the rule, with a line end before the indices); "cell"; "rule" (of the whole board:
    # row and column are 0; for constraints that a program names, row is the number of the call); or "beside" (a clue
    # beside the board, at the place where a cell would be if the board went on; `rule` names the clue); or "declared"
    # (what declarations say, which holds always)
    kind: str
    row: int = 0
    column: int = 0
    rule: str = ""
    name: str = ""  # that a text gives the constraint

    def __str__(self) -> str:
        if self.kind in ("text", "file"):
            return self.place + (f" ({self.name})" if self.name else "")
        return self.rule + (f" at row {self.row + 1}, column {self.column + 1}" if self.kind == "cell" else "")

    @property
    def record(self) -> Sequence[Any]:
        """The form in a map: [kind, row, column, rule], and the name if there is one."""
        return self if self.name else self[:4]

    @property
    def called(self) -> str:
        """The name that a program or a text gives the constraint, '' for none."""
        return self.rule if self.kind == "rule" else self.name

    @property
    def note(self) -> str:
        """The name that a program or a text gives the constraint, on one line, with visible characters alone."""
        return for_terminal(" ".join(self.called.split()))

    @property
    def place(self) -> str:
        """The place in a text or a file in words, '' for none."""
        where = {"text": "", "file": f"{self.file}, "}.get(self.kind)
        return "" if where is None else f"{where}line {self.row}, column {self.column}"

    @property
    def file(self) -> str:
        """The path of the file, '' for the input itself."""
        return self.rule.partition("\n")[0] if self.kind == "file" else ""

    @property
    def indices(self) -> str:
        """The indices of a comprehension that make a constraint of a text one of several at its place, '' for none."""
        return {"text": self.rule, "file": self.rule.partition("\n")[2]}.get(self.kind, "")


DECLARED = Origin("declared")


class Constraint(NamedTuple):
    """A formula that must hold, and the place that it comes from."""

    formula: Expr
    origin: Origin | None = None


class Soft(NamedTuple):
    """A constraint that may be violated, at the cost of its weight."""

    weight: int
    constraint: Constraint


class Objective(NamedTuple):
    """A term that is to be minimised or maximised; values of the variables that leave the term undefined are no
    solution.
    """

    goal: Literal["minimize", "maximize"]
    term: Expr | int


class Answer(NamedTuple):
    """Values of the variables by name, integers and Booleans apart, as in the model."""

    ints: dict[str, int]
    bools: dict[str, bool]


@dataclass
class Model:
    """A problem: variables, constraints, and data that the map must carry for decoding.

    `ints` and `bools` are two name spaces, in order of declaration.  A name that begins with `_` is hidden: the
    variable is solved for, but is not part of a solution.  `soft` constraints and an `objective` do not change the set
    of solutions, only which solution is wanted.  `encodings` are patterns of names of integers, each with the name of
    an encoding, as advice that options override.  `about` goes into the map as it is and must be JSON (a puzzle puts
    its name and board there).  `preferred` are values of variables (of a Boolean 1 or 0): the first solution has all of
    them, if any solution has all of them; neither the solutions nor the map depend on them.
    """

    ints: dict[str, Domain] = field(default_factory=dict)
    bools: dict[str, Expr] = field(default_factory=dict)
    constraints: MutableSequence[Constraint] = field(default_factory=list)
    soft: list[Soft] = field(default_factory=list)
    objective: Objective | None = None
    encodings: list[tuple[str, str]] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    preferred: dict[str, int] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """Return the model for pickling, with all nodes packed at once, for they share parts and nest deeper than
        Python recurses.
        """
        state = dict(vars(self))
        formulas = [c.formula for c in self.constraints] + [soft.constraint.formula for soft in self.soft]
        term = self.objective.term if self.objective else 0
        packed = pack([*formulas, *([term] if isinstance(term, Expr) else [])])
        state["constraints"] = [c._replace(formula=TRUE) for c in self.constraints]
        state["soft"] = [s._replace(constraint=s.constraint._replace(formula=TRUE)) for s in self.soft]
        state["objective"] = self.objective and self.objective._replace(term=0 if isinstance(term, Expr) else term)
        return {**state, "bools": list(self.bools), "packed": packed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the model from a state that `__getstate__` returned."""
        nodes = iter(unpack(state.pop("packed")))
        state["bools"] = {name: bool_var(name) for name in state["bools"]}
        state["constraints"] = [c._replace(formula=next(nodes)) for c in state["constraints"]]
        state["soft"] = [s._replace(constraint=s.constraint._replace(formula=next(nodes))) for s in state["soft"]]
        for term in nodes:
            state["objective"] = state["objective"]._replace(term=term)
        vars(self).update(state)

    def int(self, name: str, values: Domain | Iterable[Int] | Int, most: Int | None = None) -> Expr:
        """Declare an integer variable and return it: `int("x", 0, 9)`, `int("x", [1, 3, 5])`, or with a Domain.

        If `values` is an integer, `values` is the least value and `most` the greatest (None: there is only one value);
        else `most` is ignored.  A name declared twice or with control characters, or an empty domain, is a ModelError.
        """
        domain = _domain(values, most)
        if not name.isprintable():
            _require_name(name)
        if name in self.ints:
            raise ModelError(f"integer variable {name} is declared twice")
        if not domain.ranges:
            raise ModelError(f"integer variable {name} has an empty domain")
        self.ints[name] = domain
        return int_var(name)

    def bool(self, name: str) -> Expr:
        """Declare a Boolean variable and return it; a name declared twice or with control characters is a
        ModelError.
        """
        if not name.isprintable():
            _require_name(name)
        if name in self.bools:
            raise ModelError(f"Boolean variable {name} is declared twice")
        self.bools[name] = var = bool_var(name)
        return var

    def every_bool(self, names: Sequence[str]) -> Sequence[Expr]:
        """Declare Boolean variables and return them; raise the errors of `bool`."""
        if len({*names}) < len(names) or not self.bools.keys().isdisjoint(names) or not "".join(names).isprintable():
            return [self.bool(name) for name in names]
        found = bool_vars(names)
        self.bools.update(zip(names, found, strict=True))
        return found

    def add(self, formula: Expr, origin: Origin | None = None) -> None:
        """Require a formula.  origin: the place that the constraint comes from, if known."""
        self.constraints.append(Constraint(formula, origin))

    def minimize(self, term: Expr | Int) -> None:
        """Set the objective: the term is to be as small as the constraints allow.  A second objective replaces the
        first.
        """
        self.objective = Objective("minimize", term)

    def maximize(self, term: Expr | Int) -> None:
        """Set the objective: the term is to be as large as the constraints allow.  A second objective replaces the
        first.
        """
        self.objective = Objective("maximize", term)


def _require_name(name: str) -> None:
    if fault := name_fault(name):
        raise ModelError(f"variable {name!r}: {fault}")


def _domain(values: Domain | Iterable[Int] | Int, most: Int | None) -> Domain:
    """Return the domain that the arguments of `Model.int` mean."""
    if isinstance(values, Domain):
        return values
    if isinstance(values, int):
        return Domain([(values, values if most is None else most)])
    return Domain.of(values)


def hidden(name: str) -> bool:
    """Whether a variable of that name is not part of a solution: the name begins with `_`."""
    return name.startswith("_")


def visible(answer: Answer) -> Answer:
    """Return the answer without hidden variables: the part that is a solution."""
    ints = {name: value for name, value in answer.ints.items() if not hidden(name)}
    return Answer(ints, {name: value for name, value in answer.bools.items() if not hidden(name)})
