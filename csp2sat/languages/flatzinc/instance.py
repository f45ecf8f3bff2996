"""A FlatZinc instance, read from text or from JSON: declarations first, then the model.

The names of variables that are no part of the output get a `_` in front, which hides them. An integer i in a constraint
`bool2int(p, i)` becomes no variable of its own, but the term `if p then 1 else 0`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, Protocol, cast

from ...base.numbers import decimal
from ...errors import ModelError
from ...escaping import name_fault
from ...model.domain import Domain
from ...model.expr import TRUE, Expr, int_var, node
from ...model.model import Model, Objective, Origin
from ...tuples import NamedTuple
from ..base.wrong import Unknown, Wrong
from .arguments import Argument, check, formula
from .bounds import KnownBounds, bounded
from .builtins.integer_builtins import within
from .constraints import formula_of
from .defined.booleans import inlined
from .defined.indices import without_indices
from .defined.sizes import without_sizes
from .names import Names
from .warm_start import SomeWords, preferred_values

Kind = Literal["int", "bool"]
AnyWord = Any  # a word of the text, or what JSON has for one
Dimensions = list[tuple[int, int]]
OutputCell = int | bool | str  # of an array that is printed: a value, or the name of a variable of the model
GOALS = ("minimize", "maximize")
SOME = Domain.of((0,))  # in the place of an empty domain, which is a constraint that is false
Goal = Literal["minimize", "maximize"]


class Variable(NamedTuple):
    """A declared variable. domain: None if no domain is declared. value: the word for an equal variable or value, or
    None. place: for messages.
    """

    kind: Kind
    domain: Domain | None = None
    value: AnyWord | None = None
    place: Any = None


class OutputItem(NamedTuple):
    """An output: a variable, or an array with its index sets. dimensions: the first and the last index of each
    dimension, None for a variable. words: the elements, as they are written. place: for messages.
    """

    name: str
    kind: Kind
    dimensions: Dimensions | None
    words: list[AnyWord]
    place: Any = None


class DeclaredArray(NamedTuple):
    """A declared array. elements: a function that makes the elements, once all variables are declared. domain: the
    domain of each element, or None. place: for messages.
    """

    name: str
    elements: Callable[[], list[Argument]]
    domain: Domain | None = None
    place: Any = None


class ConstraintItem(NamedTuple):
    """A constraint with its arguments as they are written, and its place."""

    name: str
    args: list[Any]
    origin: Origin
    place: Any


class WordReader(Protocol):
    """A reader of FlatZinc, as text or as JSON, that an instance uses.

    items: the constraints, with places. values: the meanings of a constraint's arguments, which are given as they are
    written; raises Wrong. value: the meaning of one word. origin: the origin of a declaration at a place. failed: the
    error of a fault at a place. warn: warns of a place.
    """

    def items(self) -> Iterator[ConstraintItem]: ...

    def values(self, args: list[Any]) -> list[Argument]: ...

    def value(self, word: AnyWord) -> Argument: ...

    def origin(self, place: Any) -> Origin: ...

    def failed(self, wrong: Wrong, place: Any) -> Exception: ...

    def warn(self, message: str, place: Any) -> None: ...


class Instance:
    """The declarations of an instance.

    names: the meanings of words, complete when all is declared. views: for each integer i of a constraint `bool2int(p,
    i)` the name of the Boolean p. defined: the names that constraints define. preferred: the variables and values of
    warm starts.  called: names that variables have in the model in place of their own.  shown: the variables that are
    visible in the model; None: those of the outputs.
    """

    def __init__(self) -> None:
        self.called: dict[str, str] = {}
        self.shown: set[str] | None = None
        self.names = Names()
        self.variables: dict[str, Variable] = {}
        self.arrays: list[DeclaredArray] = []
        self.outputs: list[OutputItem] = []
        self.views: dict[str, str] = {}
        self.defined: set[str] = set()
        self.goal: tuple[Goal, AnyWord] | None = None
        self.preferred: list[tuple[SomeWords, SomeWords]] = []
        self._declared: set[str] = set()

    def declare(self, name: str, value: Argument | None = None) -> None:
        """Declare a name. Raises Wrong if the name is declared already, or has control characters.

        value: the value of a parameter; None: the meaning of the name follows later.
        """
        if fault := name_fault(name):
            raise Wrong(name, fault)
        if name in self._declared:
            raise Wrong(name, f"{name} is declared twice")
        self._declared.add(name)
        if value is not None:
            self.names[name] = value

    def view(self, p: str, i: str) -> None:
        """Note a constraint `bool2int(p, i)`, so that the integer variable `i` becomes a view of the Boolean variable
        `p`.
        """
        variable, other = self.variables.get(i), self.variables.get(p)
        if variable and other and variable.kind == "int" and other.kind == "bool" and variable.value is None:
            self.views.setdefault(i, p)

    def root(self, word: AnyWord) -> AnyWord:
        """Return the word for the variable or value that a variable finally equals, or the name of the Boolean of which
        the variable is a view; any other word is returned as it is.
        """
        for _ in range(len(self.variables)):
            variable = self.variables.get(word) if isinstance(word, str) else None
            other = variable and (variable.value if variable.value is not None else self.views.get(word))
            if other is None:
                break
            word = other.strip() if isinstance(other, str) else other
        return word


def model_of(instance: Instance, reader: WordReader, language: str) -> Model:
    """Return the model of an instance, whose constraints `reader` reads. language: the name of the language for the
    model's `about`. Raises InputError.
    """
    building = _Building(instance, reader, language)
    model = without_sizes(building.model, integers := building.defined("int"))
    return inlined(without_indices(model, integers), building.defined("bool"))


class _Building:
    def __init__(self, instance: Instance, reader: WordReader, language: str):
        self._instance, self._reader = instance, reader
        self.model = Model(about={"language": language})
        words = (word for output in instance.outputs for word in output.words if isinstance(word, str))
        self._printed = set(map(instance.root, words))
        self._visible = self._printed if instance.shown is None else instance.shown
        self._declare("bool")
        self._declare("int")
        for array in instance.arrays:
            instance.names[array.name] = array.elements()
            for element in instance.names[array.name]:
                self._restrict(element, array.domain, array.place)
        self._bound()
        self.model.about["output"] = [self._output(output) for output in instance.outputs]
        for item in reader.items():
            self._add(item)
        if instance.goal is not None:
            goal, word = instance.goal
            self.model.objective = Objective(goal, self._objective(word))
        self.model.preferred = preferred_values(instance.preferred, instance.names, reader.value)

    def defined(self, kind: Kind) -> set[str]:
        """Return the names, in the model, of the variables of a kind that a constraint defines, and that no output
        needs.
        """
        known = self._instance.variables
        names = {name for name in self._instance.defined if name in known and known[name].kind == kind}
        return {self._inner(name) for name in names - self._visible - self._printed}

    def _declare(self, kind: Kind) -> None:
        """Give each variable of one kind its meaning: a new variable of the model, or the variable, value or view that
        it equals. Raises InputError, at the declaration, for a value or a name that does not fit.
        """
        for name, variable in self._instance.variables.items():
            if variable.kind == kind:
                try:
                    self._instance.names[name] = self._meaning(name, variable)
                except (Wrong, ModelError) as error:
                    wrong = error if isinstance(error, Wrong) else Wrong(name, str(error))
                    raise self._reader.failed(wrong, variable.place) from None

    def _meaning(self, name: str, variable: Variable) -> Argument:
        if variable.value is not None:
            return self._same(name, variable)
        if name in self._instance.views:
            p = self._instance.names[self._instance.views[name]]
            return self._restrict(node("if", formula(p), 1, 0), variable.domain, variable.place)
        inner = self._inner(name)
        if variable.kind == "bool":
            return self.model.bool(inner)
        if variable.domain is None:
            return int_var(inner)
        if not variable.domain:
            self._restrict(0, variable.domain, variable.place)
        return self.model.int(inner, variable.domain or SOME)

    def _inner(self, name: str) -> str:
        """Return the name of a variable in the model: hidden with a `_`, or, if it is part of the output, the name
        itself, with a `.` before a `_`.
        """
        called = self._instance.called.get(name, name)
        if name not in self._visible:
            return f"_{called}"
        return f".{called}" if called.startswith("_") else called

    def _same(self, name: str, variable: Variable) -> Argument:
        """Return the meaning of a variable that is declared equal to another one or to a value, which is restricted to
        the variable's domain. Raises Wrong if the kinds differ, or if the other variable is declared later.
        """
        word = variable.value
        if (
            isinstance(word, str)
            and word.strip() in self._instance.variables
            and word.strip() not in self._instance.names
        ):
            raise Unknown(word, f"{word} is used before it is declared", ())
        value = self._reader.value(word)
        is_int = type(value) is int or (isinstance(value, Expr) and value.op in ("int", "if"))
        is_bool = type(value) is bool or (isinstance(value, Expr) and not is_int)
        if not (is_int if variable.kind == "int" else is_bool):
            raise Wrong(word, f"{name} cannot be {word}: it is {'an integer' if variable.kind == 'int' else 'Boolean'}")
        return self._restrict(value, variable.domain, variable.place)

    def _restrict(self, value: Argument, domain: Domain | None, place: Any) -> Argument:
        """Return the value, after a constraint is added that it is in the domain, if that is not known; None for
        `domain` allows any value, and a list or a set is returned as it is.

        place: the place of the declaration with the domain.
        """
        if domain is not None and isinstance(value, int | Expr) and not self._is_inside(value, domain):
            inside = within(value, domain)
            if inside is not TRUE:
                self.model.add(inside, None if domain else self._reader.origin(place))
        return value

    def _is_inside(self, value: int | Expr, domain: Domain) -> bool:
        """Whether all possible values of a term are known to be in the domain."""
        if isinstance(value, Expr) and value.op == "int":
            own = self.model.ints.get(value.args[0])
            return own is not None and own & domain == own
        return isinstance(value, Expr) and value.op == "if" and 0 in domain and 1 in domain

    def _bound(self) -> None:
        """Find domains for the integers that are declared without, and warn of each whose bounds are not found; the
        first of these is the `doubt` in the model's `about`. Raises InputError at a wrong constraint.
        """
        wanted = {self._inner(name): name for name, variable in self._instance.variables.items() if self._is_open(name)}
        if not wanted:
            return
        for item in (items := list(self._reader.items())):
            self._checked(item)
        domains, assumed = bounded(
            self.model.ints, wanted, ((item.name, self._reader.values(item.args)) for item in items)
        )
        self.model.ints.update(domains)
        for name in assumed:
            called, domain = self._instance.called.get(wanted[name], wanted[name]), domains[name]
            taken = f"{called} has no bounds; {decimal(domain.lo)}..{decimal(domain.hi)} is assumed"
            message = f"{taken}, so an answer `no solution` or `optimum` is not certain"
            self._reader.warn(message, self._instance.variables[wanted[name]].place)
            self.model.about.setdefault("doubt", taken)

    def _is_open(self, name: str) -> bool:
        variable = self._instance.variables[name]
        is_variable = variable.value is None and name not in self._instance.views
        return variable.kind == "int" and variable.domain is None and is_variable

    def _checked(self, item: ConstraintItem) -> None:
        try:
            formula_of(item.name, self._reader.values(item.args))
        except (Wrong, ModelError) as error:
            raise self._error(error, item.place) from None

    def _error(self, error: Wrong | ModelError, place: Any) -> Exception:
        return self._reader.failed(error if isinstance(error, Wrong) else Wrong(None, str(error)), place)

    def _add(self, item: ConstraintItem) -> None:
        try:
            meant = formula_of(item.name, self._reader.values(item.args), self._least)
        except (Wrong, ModelError) as error:
            raise self._error(error, item.place) from None
        if meant is not TRUE:
            self.model.add(meant, item.origin)

    def _least(self, term: int | Expr) -> float:
        """Return the least value that an argument can have by its domain."""
        return KnownBounds(self.model.ints, ()).of(term)[0]

    def _output(self, output: OutputItem) -> list[Any]:
        try:
            values = [self._reader.value(word) for word in output.words]
            check(output.name, output.kind[0] * len(values), values)
        except Wrong as wrong:
            raise self._reader.failed(wrong, output.place) from None
        return [output.name, output.kind, output.dimensions, list(map(_cell, values))]

    def _objective(self, word: AnyWord) -> Expr | int:
        try:
            term = self._reader.value(word)
        except Wrong as wrong:
            raise self._reader.failed(wrong, None) from None
        if type(term) is int or (isinstance(term, Expr) and term.op in ("int", "if")):
            return term
        raise self._reader.failed(Wrong(word, f"the objective {word} is no integer"), None)


def _cell(value: Argument) -> OutputCell:
    """Return the cell of an output for an element: a constant, or the name of the variable that the element is, or is a
    view of.
    """
    if not isinstance(value, Expr):
        return cast(int, value)
    variable = value.args[0] if value.op == "if" else value
    if variable.op in ("true", "false"):
        return bool(variable.op == "true")
    return str(variable.args[0])
