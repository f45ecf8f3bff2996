"""The model as a program builds it: variables, hard and soft constraints and an objective, each checked at its call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Never, SupportsIndex, overload

from ..base.numbers import counted
from ..errors import ModelError
from ..model import model as csp
from ..model.domain import Domain
from ..model.expr import TRUE, int_var
from .arrays import Array
from .calls import checked
from .declarations import arguments_of_int, array_arguments, check_name, domain_of, name_apart, places
from .engine_model import EngineModel
from .goals import Bool, Constraints, Int, ModelGoals
from .handles import Formula, Term
from .meant import no_argument_of_add, no_attribute_of_expression, no_attribute_of_model
from .nesting import required
from .owner import as_formulas, shown

IntValues = Domain | Iterable[SupportsIndex] | SupportsIndex | None


class AddedConstraints:
    """The result of `Model.add`, without use except for advice to programs that take it for a constraint."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<added>"

    def _ipython_display_(self) -> None:
        """Show nothing in notebooks."""

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_expression(self, name)


ADDED = AddedConstraints()


class Model(ModelGoals):
    """Variables, constraints that must hold, soft constraints that may be violated at a cost, and goals.

    Two variables have different names.  A variable whose name begins with `_` is hidden: it is solved for, but not part
    of a solution. `encodings`: patterns of names of integers, each with an encoding, as advice that settings override.
    `about` goes into the map file unchanged, so it is JSON.  Raises ModelError for whatever cannot be, at the call that
    is wrong.
    """

    def __init__(self, *given: Never, **named: Never) -> None:
        if given or named:
            raise ModelError(
                "csp2sat.Model takes no arguments; constraints go into m.add, the objective into m.minimize"
            )
        super().__init__()

    @overload
    def int(
        self,
        name: str | None = None,
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
        least: SupportsIndex | None = None,
    ) -> Term: ...
    @overload
    def int(self, values: SupportsIndex, most: SupportsIndex, /, name: str | None = None) -> Term: ...
    @overload
    def int(self, values: IntValues, /, name: str | None = None) -> Term: ...
    def int(self, *given: Any, **named: Any) -> Term:
        """Add an integer variable: `int("x", 0, 9)` from 0 to 9, or `int("x", [1, 3, 5])`.

        Without a name, as `int(0, 9)`, the variable gets one; a name may also come last, as `int(0, 9, "x")`.  lb, or
        least: the least value; ub or most: greatest.  Raise ModelError for a name that is in use, and for values that
        are none.
        """
        name, given = name_apart(given, named)
        call = arguments_of_int(given, named)
        name = self._unused("int") if name is None else name
        return self._int(self._new_name(name), domain_of(name, *call, "int('x', "))

    def bool(self, name: str | None = None) -> Formula:
        """Add a Boolean variable, which gets a name if it is given none."""
        return self.handle(Formula, self._csp.bool(self._new_name(self._unused("bool") if name is None else name)))

    @overload
    def int_array(
        self,
        name: str,
        shape: Int | tuple[Int],
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self,
        shape: Int | tuple[Int],
        /,
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self,
        name: str,
        shape: tuple[Int, Int],
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, Array[Term, Term]]: ...
    @overload
    def int_array(
        self,
        shape: tuple[Int, Int],
        /,
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, Array[Term, Term]]: ...
    @overload
    def int_array(
        self,
        name: str,
        shape: Sequence[Int],
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, object]: ...
    @overload
    def int_array(
        self,
        shape: Sequence[Int],
        /,
        values: IntValues = None,
        most: SupportsIndex | None = None,
        *,
        lb: SupportsIndex | None = None,
        ub: SupportsIndex | None = None,
    ) -> Array[Term, object]: ...
    @overload
    def int_array(
        self, name: str, values: IntValues, most: SupportsIndex | None = None, *, shape: Int | tuple[Int]
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self, name: str, values: IntValues, most: SupportsIndex | None = None, *, shape: Sequence[Int]
    ) -> Array[Term, Any]: ...
    @overload
    def int_array(
        self,
        values: IntValues,
        most: SupportsIndex | None = None,
        /,
        *,
        shape: Int | tuple[Int],
        name: str | None = None,
    ) -> Array[Term, Term]: ...
    @overload
    def int_array(
        self,
        values: IntValues,
        most: SupportsIndex | None = None,
        /,
        *,
        shape: Sequence[Int],
        name: str | None = None,
    ) -> Array[Term, Any]: ...
    def int_array(self, *given: Any, **named: Any) -> Array[Term, Any]:
        """Add integer variables `name_0`, `name_1`, ...; in more dimensions `name_0_0`, ...  values: as of `int`.

        The shape comes first, or by its name: `int_array("x", 3, 0, 9)`, `int_array("x", 0, 9, shape=3)`.  Without a
        name the array gets one.
        """
        name, given = name_apart(given, named)
        name = self._unused("ints") if name is None else name
        shape, values, most = array_arguments(given, named)
        domain = domain_of(name, values, most, "int_array('x', 4, ")
        sizes, names = self._array_names(name, shape)
        return Array([self._int(each, domain) for each in names], sizes)

    @overload
    def bool_array(self, name: str, shape: Int | tuple[Int]) -> Array[Formula, Formula]: ...
    @overload
    def bool_array(self, shape: Int | tuple[Int], /) -> Array[Formula, Formula]: ...
    @overload
    def bool_array(self, name: str, shape: tuple[Int, Int]) -> Array[Formula, Array[Formula, Formula]]: ...
    @overload
    def bool_array(self, shape: tuple[Int, Int], /) -> Array[Formula, Array[Formula, Formula]]: ...
    @overload
    def bool_array(self, name: str, shape: Sequence[Int]) -> Array[Formula, object]: ...
    @overload
    def bool_array(self, shape: Sequence[Int], /) -> Array[Formula, object]: ...
    def bool_array(self, name: Any = None, shape: Any = None) -> Array[Formula, Any]:
        """Add Boolean variables, named as those of `int_array`."""
        if not isinstance(name, str | None):
            name, shape = shape, name
        name = self._unused("bools") if name is None else name
        sizes, names = self._array_names(name, shape)
        return Array([self.handle(Formula, self._csp.bool(each)) for each in names], sizes)

    def add(self, *constraints: Constraints, name: str = "", **unknown: Never) -> AddedConstraints:
        """Require constraints: any number, nested in lists as you like, True and False included.

        name: the name of the constraints in messages and explanations.  If one constraint is refused, no constraint is
        added. An InputWarning says that Python decided a constraint that is False, or that is True and no part of a
        list: `x is y` never gets to the model.
        """
        if unknown:
            raise no_argument_of_add(next(iter(unknown)))
        self._require(constraints, name)
        return ADDED

    def _require(self, constraints: Sequence[Constraints], name: str = "") -> None:
        is_one = len(constraints) == 1 and isinstance(constraints[0], Formula) and constraints[0]._owner is self
        formulas = (
            as_formulas(constraints, self)[1] if is_one else required(constraints, self)
        )  # the most usual is quick
        origin = self.origin(name)
        self._csp.constraints += [csp.Constraint(each, origin) for each in formulas if each is not TRUE]

    def __iadd__(self, constraints: Constraints) -> Model:
        self._require([constraints])
        return self

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
    def encodings(self) -> list[tuple[str, str]]:
        """Patterns of names of integers, each with an encoding."""
        return self._csp.encodings

    @property
    def about(self) -> dict[str, Any]:
        """The object that goes into the map file."""
        return self._csp.about

    def __getitem__(self, name: str) -> Term | Formula:
        """Return the variable of a name.  Raises ModelError if there is none."""
        if name in self._csp.ints:
            return self.handle(Term, int_var(name))
        if name in self._csp.bools:
            return self.handle(Formula, self._csp.bools[name])
        raise self.no_variable(name)

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_model(name, (each for each in dir(type(self)) if each not in OF_ENGINE))

    def __contains__(self, name: object) -> Bool:
        return name in self._csp.ints or name in self._csp.bools

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the names of the variables, integers first."""
        return iter([*self._csp.ints, *self._csp.bools])

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in OF_ENGINE]

    def __repr__(self) -> str:
        parts = (self._csp.ints, "integer"), (self._csp.bools, "Boolean"), (self._csp.constraints, "constraint")
        return f"<Model: {', '.join(counted(len(part), what) for part, what in parts)}>"

    def __bool__(self) -> Bool:
        return True

    def _int(self, name: str, domain: Domain) -> Term:
        return self.handle(Term, self._csp.int(name, domain))

    def _unused(self, word: str) -> str:
        """Return a name for a variable or an array without one: the word with the first number that is not in use."""
        self._names += 1
        while (name := f"{word}{self._names}") in self or f"{name}_0" in self or f"{name}_0_0" in self:
            self._names += 1
        return name

    def _new_name(self, name: object) -> str:
        found = check_name(name)
        if found in self:
            raise ModelError(f"variable {found} is declared twice")
        return found

    def _array_names(self, name: object, shape: Int | Sequence[Int]) -> tuple[tuple[Int, ...], list[str]]:
        """Return the shape of an array as a tuple, and the names of its variables.

        Raises ModelError for a name that is no text, or one that is in use.
        """
        if not isinstance(name, str):
            raise ModelError(f"{shown(name)} is no name of an array; expected a text, as in int_array('x', 4, 0, 9)")
        sizes, at = places(shape)
        names = [self._new_name("_".join([name, *map(str, place)])) for place in at]
        self._shapes[name] = sizes
        return sizes, names


OF_ENGINE = {*dir(EngineModel)} - {*dir(object)}  # what the engine takes from a model, which no user needs
for _name in ("bool", "bool_array", "soft", "minimize", "maximize", "then_minimize", "then_maximize", "prefer"):
    setattr(Model, _name, checked(getattr(Model, _name), "m."))
