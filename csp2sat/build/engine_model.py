"""The engine's side of a model in Python: the CSP that it holds, copies of the CSP, and recent additions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice, product
from typing import Any, NamedTuple, Self
from uuid import uuid4

from ..errors import ModelError
from ..languages.spec import answers_of
from ..model import model as csp
from ..model.domain import Domain
from ..model.expr import Expr, node, postorder
from .meant import advice_for_variable
from .owner import CONSTANTS, Handle, Owner, constant, name_of, node_of, shown


class ModelSizes(NamedTuple):
    """The numbers of integer variables, Boolean variables and constraints of a model."""

    ints: int
    bools: int
    constraints: int


class EngineModel(Owner):
    """The CSP of a model, and the preferred values of its variables by name."""

    def __init__(self) -> None:
        super().__init__()
        self._csp = csp.Model()
        self._preferred: dict[str, int] = {}
        self._then: list[csp.Objective] = []  # objectives that decide among the best solutions, in order
        self._names = 0  # the last number in a name that was given to a variable
        self._shapes = dict[str, tuple[int, ...]]()  # of the arrays by their names
        self._calls = 0  # that named constraints
        self._lineage = uuid4().hex  # the same in copies, which have the same variables

    @classmethod
    def of(cls, given: csp.Model) -> Self:
        """Return a model with all of a model of the engine, such as the model of a loaded problem: variables,
        constraints, goals and preferred values.
        """
        made = cls()
        made._csp = copied(given)
        made._preferred = dict(given.preferred)
        return made

    def __copy__(self) -> Self:
        made = self.of(self._csp)
        made._preferred, made._calls, made._then = dict(self._preferred), self._calls, list(self._then)
        made._names, made._lineage, made._shapes = self._names, self._lineage, dict(self._shapes)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {
            "csp": self._csp,
            "preferred": self._preferred,
            "calls": self._calls,
            "then": self._then,
            "lineage": self._lineage,
            "names": self._names,
            "shapes": self._shapes,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__init__()
        self._csp, self._preferred, self._calls = state["csp"], state["preferred"], state["calls"]
        self._then, self._lineage, self._names = state["then"], state["lineage"], state["names"]
        self._shapes = state["shapes"]

    def is_positive(self, variable: str) -> bool:
        return self._csp.ints[variable].lo > 0

    def named_value(self, variable: object, value: object) -> tuple[str, int]:
        """Return the name of a variable, which may be given by its name, and a value for it as an integer.

        Raises ModelError if the variable is none of this model, or the value is not in its domain.
        """
        name = variable if isinstance(variable, str) else name_of(self.own(variable))
        domain = self._csp.ints.get(name, Domain([(0, 1)]) if name in self._csp.bools else None)
        if domain is None:
            raise self.no_variable(name)
        wanted = constant(value)
        if wanted is None or wanted not in domain:
            raise ModelError(f"{shown(value)} is no value of {name}; its values are {domain}")
        return name, wanted

    def soft_parts(self) -> list[csp.Soft]:
        """Return the soft constraints with their weights and origins."""
        return list(self._csp.soft)

    def domain_of(self, variable: Expr) -> Domain | None:
        """Return the domain of a node that is an integer variable; None for any other node."""
        return self._csp.ints.get(variable.args[0]) if variable.op == "int" else None

    def arrays(self) -> Iterator[tuple[str, list[str], tuple[int, ...]]]:
        """Yield the name, the names of the variables and the shape of each array of variables."""
        for name, shape in self._shapes.items():
            yield name, ["_".join([name, *map(str, place)]) for place in product(*map(range, shape))], shape
        for name, sizes in self._csp.about.get("arrays", {}).items():  # of XCSP3
            yield name, [name + "".join(map("[{}]".format, place)) for place in product(*map(range, sizes))], (*sizes,)

    def own_values(self, answer: csp.Answer) -> dict[str, Any]:
        """Return the values of a solution in the words of the model's language, as data, by name; {} if the language
        has no others than the values of integers and Booleans.
        """
        values: dict[str, Any] = answers_of(self._csp.about).fields(self._csp, answer).get("values", {})
        return values

    def no_variable(self, name: object, others: Iterable[str] = ()) -> ModelError:
        """Return the error for a name that no variable has, with the names that are meant if it is a text; others:
        names of values that are no variables of the engine.
        """
        array = next((names for each, names, _ in self.arrays() if each == name), [])
        advice = (
            advice_for_variable(name, (*others, *self._csp.ints, *self._csp.bools), array)
            if isinstance(name, str)
            else ""
        )
        return ModelError(f"{name!r}: there is no variable of that name{advice}")

    def snapshot(self) -> csp.Model:
        """Return a copy of the model as it is now, for the engine; later additions do not change the copy.

        The costs of soft constraints beside an objective become a part of the objective.
        """
        made = copied(self._csp)
        made.preferred = dict(self._preferred)
        if self._costs_first() or made.objective:
            made.objective, made.soft = self.aim(), []
        return made

    def aim(self) -> csp.Objective | None:
        """Return the first objective, of which the costs of soft constraints are a part; None for a model with neither
        an objective nor soft constraints.
        """
        given, soft = self._csp.objective, self._csp.soft
        if given is None:
            return csp.Objective("minimize", cost_of(soft)) if soft or self._then else None
        goal, term = given
        return csp.Objective(goal, node("add" if goal == "minimize" else "sub", term, cost_of(soft))) if soft else given

    def _costs_first(self) -> csp.Objective | None:
        """Return the objective that the costs of soft constraints alone are, before others in order; None if there are
        no others, or the model was given another one as the first.
        """
        is_first = self._then and self._csp.objective is None
        return csp.Objective("minimize", cost_of(self._csp.soft)) if is_first else None

    def since(self, sizes: ModelSizes) -> tuple[csp.Model, ModelSizes]:
        """Return the variables and constraints added since the model had the given sizes, for the engine, and the sizes
        now.
        """
        ints = dict(islice(self._csp.ints.items(), sizes.ints, None))
        bools = dict(islice(self._csp.bools.items(), sizes.bools, None))
        now = ModelSizes(len(self._csp.ints), len(self._csp.bools), len(self._csp.constraints))
        new = self._csp.constraints[sizes.constraints :]
        return csp.Model(ints, bools, new, encodings=self._csp.encodings), now

    def origin(self, name: str) -> csp.Origin | None:
        """Return the origin of the constraints that one call of `add` names; None if `name` is ''.

        Two calls with the same name have different origins.
        """
        self._calls += 1
        return csp.Origin("rule", self._calls, rule=name) if name else None

    def own(self, given: Any) -> Any:
        """Return a handle as one of this model, and anything but a handle unchanged.

        The handle may be of a copy of this model, if its variables are in both, but of no other model: that raises
        ModelError.
        """
        if isinstance(given, Handle) and given._owner is not self and given._owner is not CONSTANTS:
            if isinstance(given._owner, EngineModel) and self._shares(node_of(given), given._owner):
                return self.handle(type(given), node_of(given))
            raise ModelError(f"{given!r} belongs to another model")
        return given

    def _shares(self, of: Expr, copy: EngineModel) -> bool:
        """Whether this model and another one are copies, one of the other or both of a third one, and both declare each
        variable in the node `of` alike.
        """
        if copy._lineage != self._lineage:
            return False
        variables = [each for each in postorder(of) if each.op in ("int", "bool")]
        return all(copy._declaration_of(each) == self._declaration_of(each) is not None for each in variables)

    def _declaration_of(self, variable: Expr) -> Domain | Expr | None:
        """Return the declaration of a node that is a variable: a domain, or the node itself for a Boolean; None for
        none.
        """
        known: Mapping[str, Domain | Expr] = self._csp.ints if variable.op == "int" else self._csp.bools
        return known.get(variable.args[0])


def cost_of(soft: Iterable[csp.Soft]) -> Expr:
    """Return the term that is the sum of the weights of the violated soft constraints."""
    return node("add", *(node("if", each.constraint.formula, 0, each.weight) for each in soft))


def copied(given: csp.Model) -> csp.Model:
    """Return a copy of a model that later changes of the model do not affect."""
    return replace(
        given,
        ints=dict(given.ints),
        bools=dict(given.bools),
        constraints=list(given.constraints),
        soft=list(given.soft),
        encodings=list(given.encodings),
        about=dict(given.about),
    )
