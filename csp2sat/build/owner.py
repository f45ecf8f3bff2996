"""What handles stand on: the models that own them, and how they become nodes: in the functions `node_of...` and
`as_...`, and by the operators; nowhere else."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar
from weakref import ref

from ..base.numbers import short
from ..errors import ModelError
from ..model.expr import FALSE, TRUE, Expr, as_term, show

FEW = 1 << 12  # handles that are not worth examining
SHOWN = 60  # characters of an expression in messages
LONG = 2000  # characters of one that is printed
H = TypeVar("H", bound="Handle")
_new: Any = object.__new__


class Sealed:
    """What takes no attributes but its own, whose names begin with `_`: `m.maximize = x` is no objective."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        if name[:1] != "_":
            raise AttributeError(_no_attribute_to_set(self, name))
        object.__setattr__(self, name, value)


def _no_attribute_to_set(of: object, name: str) -> str:
    kind = type(of).__name__
    if callable(getattr(type(of), name, None)):
        return f"{name} of a {kind} is a function, which is called: {kind[0].lower()}.{name}(...)"
    if name == "objective":
        return f"the objective of a {kind} is not set; write m.minimize(x), m.maximize(x), or m.satisfy() for none"
    return f"{name} of a {kind} cannot be set" + ("" if hasattr(type(of), name) else ": there is no such attribute")


class Owner(Sealed):
    """What handles belong to: a model, or CONSTANTS.  It has one handle for each node, as long as that is used."""

    def __init__(self) -> None:
        self._handles: dict[Expr, ref[Handle]] = {}
        self._most = FEW

    def handle(self, kind: type[H], of: Expr) -> H:
        """The handle of a node; kind: Term or Formula, whichever it is."""
        known = self._handles.get(of)
        found = None if known is None else known()
        if found is None:
            found = _new(kind)
            found._owner, found._node = self, of
            self._handles[of] = ref(found)
            if len(self._handles) > self._most:
                self._forget_unused()
        return found  # type: ignore[return-value]

    def _forget_unused(self) -> None:
        """Let go the nodes whose handles nobody has; that is quicker than a WeakValueDictionary, which tidies each."""
        self._handles = {of: known for of, known in self._handles.items() if known() is not None}
        self._most = max(FEW, 2 * len(self._handles))

    def is_positive(self, variable: str) -> bool:
        """Are all values of the integer variable greater than 0?"""
        return False


class _Constants(Owner):
    def __reduce__(self) -> str:
        return "CONSTANTS"


CONSTANTS = _Constants()
"""The owner of what has no variables; it goes into any model."""


PLAIN: set[type] = {int}
"""The types of most items: integers and handles."""


class Handle:
    """A node of the model that owns it.  is_formula: it is no term."""

    __slots__ = ("__weakref__", "_node", "_owner")
    __array_ufunc__ = None  # NumPy leaves operators to us
    is_formula: ClassVar[bool] = False

    _node: Expr
    _owner: Owner

    def __init_subclass__(cls) -> None:
        PLAIN.add(cls)

    def __repr__(self) -> str:
        from ..languages.csp.writer import shown

        return shown(self._node, LONG)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self._owner, self._node)

    def __copy__(self: H) -> H:
        return self


def _again(kind: type[H], owner: Owner, of: Expr) -> H:
    return owner.handle(kind, of)


class ItemByItem(Sealed):
    """What operators take item by item: an array.  items: all of them, in row-major order."""

    __slots__ = ("_items", "_shape")

    _items: list[Any]
    _shape: tuple[int, ...]

    @property
    def items(self) -> list[Any]:
        """All items, in row-major order."""
        return self._items

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions."""
        return self._shape


def name_of(x: object) -> str:
    """The name of a variable.  ModelError for what is none."""
    if not isinstance(x, Handle) or x._node.op not in ("int", "bool"):
        raise ModelError(f"{shown(x)} is no variable; expected one that `int` or `bool` of a Model made")
    return str(x._node.args[0])


def constant(x: object) -> int | None:
    """An integer of whatever kind as an int, True as 1; None: it is none."""
    if isinstance(x, Handle):
        return None
    try:
        return int(operator.index(x))  # type: ignore[arg-type]
    except TypeError:
        return int(bool(x)) if is_truth(x) else None


def is_truth(x: object) -> bool:
    """Is it True or False, maybe NumPy's?"""
    return isinstance(x, bool) or type(x).__name__ in ("bool", "bool_")


def integer(x: object, what: str = "number") -> int:
    """An integer of whatever kind, as an int.  ModelError for anything else."""
    found = constant(x)
    if found is None:
        raise ModelError(f"{shown(x)} is no {what}; expected an integer")
    return found


def node_of(x: Handle) -> Expr:
    """The node of a handle, a term's or a formula's."""
    return x._node


def node_of_term(x: object) -> Expr | int:
    """The node of what stands where an integer does; of a formula the term that is 1 or 0.  Raises ModelError."""
    if isinstance(x, Handle):
        return as_term(x._node)
    found = constant(x)
    if found is None:
        raise ModelError(f"{shown(x)} is no term; expected an integer, a term or a constraint{_hint(x)}")
    return found


def node_of_formula(x: object) -> Expr:
    """The node of what stands where a formula does.  Raises ModelError."""
    if isinstance(x, Handle):
        if not x.is_formula:
            raise ModelError(no_formula(x))
        return x._node
    if not is_truth(x):
        raise ModelError(f"{shown(x)} is no constraint; expected a constraint, such as x >= 1{_hint(x)}")
    return TRUE if x else FALSE


def no_formula(x: Handle) -> str:
    """Why a term is no formula."""
    text = show(x._node, SHOWN)
    return f"{text} is a term, no constraint; expected a comparison, such as {text} >= 1"


def shown(x: object) -> str:
    """Return what a value is, in a few characters."""
    return short(x, SHOWN)


def _hint(x: object) -> str:
    if hasattr(type(x), "no_formula"):
        return f"; {x.no_formula}"  # type: ignore[attr-defined]
    several = hasattr(x, "__iter__") and not isinstance(x, str)
    return "; csp2sat.array(...) is compared and added item by item" if several else ""


def as_terms(items: Iterable[object]) -> tuple[Owner, list[Expr | int]]:
    """Items as nodes of terms, and the model that they are of; see `node_of_term` and `owner_of`."""
    owner: Owner = CONSTANTS
    nodes: list[Expr | int] = []
    for item in items:
        if isinstance(item, Handle):
            if item._owner is not owner:
                owner = item._owner if owner is CONSTANTS else owner_of((owner, item))
            nodes.append(as_term(item._node) if item.is_formula else item._node)
        else:
            nodes.append(node_of_term(item))
    return owner, nodes


def as_formulas(items: Iterable[object], owner: Owner = CONSTANTS) -> tuple[Owner, list[Expr]]:
    """Items as nodes of formulas, and the model that they are of; see `node_of_formula` and `owner_of`.

    owner: of which they are to be.
    """
    nodes: list[Expr] = []
    for item in items:
        if isinstance(item, Handle) and item._owner is not owner:
            owner = owner_of((owner, item))
        nodes.append(node_of_formula(item))
    return owner, nodes


def owner_of(items: Iterable[object]) -> Owner:
    """The model of the handles, or the model, among the items; CONSTANTS if there are none.  ModelError for two."""
    found: Owner = CONSTANTS
    for item in items:
        owner = item._owner if isinstance(item, Handle) else item if isinstance(item, Owner) else CONSTANTS
        if owner is not found and owner is not CONSTANTS:
            if found is not CONSTANTS:
                raise ModelError(f"{shown(item)} is of another model than what it is combined with")
            found = owner
    return found
