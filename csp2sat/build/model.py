"""The model as a program builds it: variables, hard and soft constraints and an objective, each checked at its call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

from ..base.numbers import cut
from ..errors import ModelError
from ..model import model as csp
from ..model.domain import Domain
from ..model.expr import TRUE, Expr, int_var
from .arrays import Array
from .declarations import array_arguments, check_name, domain_of, places
from .engine_model import EngineModel
from .handles import Formula, Term, TermLike
from .meant import no_attribute_of_model
from .nesting import counted, required
from .owner import as_formulas, integer, name_of, node_of_formula, node_of_term

Int: TypeAlias = int  # inside Model the names `int` and `bool` are methods
Bool: TypeAlias = bool
Constraints = Formula | Bool | Iterable["Constraints"]
"""A constraint, True, False, or any nest of lists, tuples, arrays and generators of them."""
IntValues = Domain | Iterable[SupportsIndex] | SupportsIndex | None
Goal = Literal["minimize", "maximize"]


class ModelObjective(NamedTuple):
    """The term that is to be as small, or as large, as the constraints allow."""

    goal: Goal
    term: Term | Int


class Model(EngineModel):
    """Variables, constraints that must hold, soft ones that may be violated at a cost, and what is to be optimized.

    A name is one variable's.  One that begins with `_` is hidden: it is solved for, but not part of a solution.
    `encodings`: patterns of names of integers, each with an encoding, as advice that settings override.  `about` goes
    into the map file as it is, so it is JSON.  Raises ModelError for whatever cannot be, at the call that is wrong.
    """

    def int(self, name: str, values: IntValues = None, most: SupportsIndex | None = None) -> Term:
        """A new integer variable: `int("x", 0, 9)` from 0 to 9, or `int("x", [1, 3, 5])`."""
        return self._int(self._new_name(name), domain_of(name, values, most, "int('x', "))

    def bool(self, name: str) -> Formula:
        """A new Boolean variable."""
        return self.handle(Formula, self._csp.bool(self._new_name(name)))

    @overload
    def int_array(
        self, name: str, shape: Int | tuple[Int], values: IntValues = None, most: SupportsIndex | None = None
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self, name: str, shape: tuple[Int, Int], values: IntValues = None, most: SupportsIndex | None = None
    ) -> Array[Term, Array[Term, Term]]: ...
    @overload
    def int_array(
        self, name: str, shape: Sequence[Int], values: IntValues = None, most: SupportsIndex | None = None
    ) -> Array[Term, object]: ...
    @overload
    def int_array(
        self, name: str, values: IntValues, most: SupportsIndex | None = None, *, shape: Int | tuple[Int]
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self, name: str, values: IntValues, most: SupportsIndex | None = None, *, shape: Sequence[Int]
    ) -> Array[Term, Any]: ...
    def int_array(self, name: str, *given: Any, **named: Any) -> Array[Term, Any]:
        """New integer variables `name_0`, `name_1`, ...; in more dimensions `name_0_0`, ...  values: as of `int`.

        The shape comes first, or by its name: `int_array("x", 3, 0, 9)`, `int_array("x", 0, 9, shape=3)`.
        """
        shape, values, most = array_arguments(given, named)
        domain = domain_of(name, values, most, "int_array('x', 4, ")
        sizes, names = self._names(name, shape)
        return Array([self._int(each, domain) for each in names], sizes)

    @overload
    def bool_array(self, name: str, shape: Int | tuple[Int]) -> Array[Formula, Formula]: ...
    @overload
    def bool_array(self, name: str, shape: tuple[Int, Int]) -> Array[Formula, Array[Formula, Formula]]: ...
    @overload
    def bool_array(self, name: str, shape: Sequence[Int]) -> Array[Formula, object]: ...
    def bool_array(self, name: str, shape: Any) -> Array[Formula, Any]:
        """New Boolean variables, named as those of `int_array`."""
        sizes, names = self._names(name, shape)
        return Array([self.handle(Formula, self._csp.bool(each)) for each in names], sizes)

    def add(self, *constraints: Constraints, name: str = "") -> None:
        """Require constraints: any number, nested in lists as you like, True and False included.

        name: what messages and explanations call them.  If one is refused none is added.  Of a False, and of a True
        that is no part of a list, an InputWarning says that Python decided it: `x is y` never gets to the model.
        """
        self._require(constraints, name)

    def _require(self, constraints: Sequence[Constraints], name: str = "") -> None:
        is_one = len(constraints) == 1 and isinstance(constraints[0], Formula)  # the most usual: it is quicker
        formulas = as_formulas(constraints, self)[1] if is_one else required(constraints, self)
        origin = self.origin(name)
        self._csp.constraints += [csp.Constraint(each, origin) for each in formulas if each is not TRUE]

    def __iadd__(self, constraints: Constraints) -> Model:
        self._require([constraints])
        return self

    def soft(self, constraint: Formula | Bool, weight: Int = 1) -> None:
        """Wish that a constraint holds: where it does not, that costs the weight, and the sum of these is minimized.

        A weight less than 0 is a gain.
        """
        if self._csp.objective is not None:
            raise ModelError("a model with an objective takes no soft constraint; expected one or the other")
        self._csp.soft.append(csp.Soft(integer(weight, "weight"), csp.Constraint(self._formula(constraint))))

    def minimize(self, term: TermLike) -> None:
        """The term is to be as small as the constraints allow.  A second objective replaces the first."""
        self._aim("minimize", term)

    def maximize(self, term: TermLike) -> None:
        """The term is to be as large as the constraints allow.  A second objective replaces the first."""
        self._aim("maximize", term)

    def satisfy(self) -> None:
        """Ask for any solution: the model has no objective any more."""
        self._csp.objective = None

    def prefer(self, variable: Term | Formula, value: Int | Bool) -> None:
        """Try this value of a variable first, where a solver has such hints, which it need not follow.

        What is a solution, and the best one, stays what it is.
        """
        name, wanted = name_of(self.own(variable)), integer(value, "value")
        domain = self._csp.ints.get(name) if isinstance(variable, Term) else Domain([(0, 1)])
        if domain is None or wanted not in domain:
            raise ModelError(f"{cut(wanted)} is no value of {name}; its values are {domain}")
        self._preferred[name] = wanted

    @property
    def ints(self) -> Mapping[str, Domain]:
        """The integer variables: their domains by their names, in order of declaration."""
        return MappingProxyType(self._csp.ints)

    @property
    def bools(self) -> Mapping[str, Formula]:
        """The Boolean variables by their names, in order of declaration."""
        return MappingProxyType({name: self.handle(Formula, var) for name, var in self._csp.bools.items()})

    @property
    def constraints(self) -> tuple[Formula, ...]:
        """The constraints that are required."""
        return tuple(self.handle(Formula, each.formula) for each in self._csp.constraints)

    @property
    def wishes(self) -> tuple[Formula, ...]:
        """The soft constraints."""
        return tuple(self.handle(Formula, each.constraint.formula) for each in self._csp.soft)

    @property
    def preferred(self) -> dict[str, Int]:
        """The values that `prefer` was given, by the names of the variables; what is taken out is forgotten."""
        return self._preferred

    @property
    def objective(self) -> ModelObjective | None:
        """What is to be optimized; None: nothing."""
        found = self._csp.objective
        if found is None:
            return None
        return ModelObjective(found.goal, found.term if isinstance(found.term, Int) else self.handle(Term, found.term))

    @property
    def encodings(self) -> list[tuple[str, str]]:
        """Patterns of names of integers, each with an encoding."""
        return self._csp.encodings

    @property
    def about(self) -> dict[str, Any]:
        """What goes into the map file."""
        return self._csp.about

    def __getitem__(self, name: str) -> Term | Formula:
        """The variable of a name."""
        if name in self._csp.ints:
            return self.handle(Term, int_var(name))
        if name in self._csp.bools:
            return self.handle(Formula, self._csp.bools[name])
        raise ModelError(f"{name!r}: there is no variable of that name")

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_model(name, dir(type(self)))

    def __contains__(self, name: object) -> Bool:
        return name in self._csp.ints or name in self._csp.bools

    def __iter__(self) -> Iterator[str]:
        """The names of the variables."""
        return iter([*self._csp.ints, *self._csp.bools])

    def __repr__(self) -> str:
        parts = (self._csp.ints, "integer"), (self._csp.bools, "Boolean"), (self._csp.constraints, "constraint")
        return f"<Model: {', '.join(counted(len(part), what) for part, what in parts)}>"

    def __bool__(self) -> Bool:
        return True

    def _int(self, name: str, domain: Domain) -> Term:
        return self.handle(Term, self._csp.int(name, domain))

    def _aim(self, goal: Goal, term: TermLike) -> None:
        if self._csp.soft:
            raise ModelError("a model with soft constraints takes no objective; expected one or the other")
        self._csp.objective = csp.Objective(goal, node_of_term(self.own(term)))

    def _formula(self, constraint: object) -> Expr:
        return node_of_formula(self.own(constraint))

    def _new_name(self, name: object) -> str:
        found = check_name(name)
        if found in self:
            raise ModelError(f"variable {found} is declared twice")
        return found

    def _names(self, name: object, shape: Int | Sequence[Int]) -> tuple[tuple[Int, ...], list[str]]:
        """The shape, and the names of an array's variables, all of them new."""
        if not isinstance(name, str):
            raise ModelError(f"{name!r} is no name of an array; expected a text, as in int_array('x', 4, 0, 9)")
        sizes, at = places(shape)
        return sizes, [self._new_name("_".join([name, *map(str, place)])) for place in at]
