"""The ground of handles: the models that own them, and their conversion to nodes.

Only the functions `node_of...` and `as_...` here, and the operators, convert handles.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar
from weakref import ref

from ..base.numbers import short
from ..base.truths import is_truth as is_truth
from ..errors import ModelError
from ..model.expr import FALSE, TRUE, Expr, as_term, show

FEW = 1 << 12  # handles that are not worth examining
NUMBER = re.compile(r"\s*[-+]?[0-9]{1,18}\s*")
SHOWN = 60  # characters of an expression in messages
LONG = 2000  # characters of one that is printed
H = TypeVar("H", bound="Handle")
_new: Any = object.__new__


class Sealed:
    """A class whose attributes cannot be set, except under names that begin with `_`: `m.maximize = x` is an error."""

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
    """An owner of handles: a model, or CONSTANTS.

    The owner has one handle for each node, as long as the handle is in use.
    """

    def __init__(self) -> None:
        self._handles: dict[Expr, ref[Handle]] = {}
        self._most = FEW

    def handle(self, kind: type[H], of: Expr) -> H:
        """Return the handle of a node, which is a new one if the node has none; kind: Term or Formula."""
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
        """Forget the nodes whose handles are no longer in use.

        A WeakValueDictionary would be slower, since it tidies up after each handle.
        """
        self._handles = {of: known for of, known in self._handles.items() if known() is not None}
        self._most = max(FEW, 2 * len(self._handles))

    def is_positive(self, variable: str) -> bool:
        """Whether all values of an integer variable are greater than 0."""
        return False


class _Constants(Owner):
    def __reduce__(self) -> str:
        return "CONSTANTS"


CONSTANTS = _Constants()
"""The owner of what has no variables; it goes into any model."""


PLAIN: set[type] = {int}
"""The types of most items: integers and handles."""


class Handle:
    """A node together with the model that owns it.

    is_formula: whether the node is a formula, not a term.
    """

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
    """An array, as far as operators need it to work item by item."""

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
    """Return the name of a handle that is a variable.  Raises ModelError for anything else."""
    if not isinstance(x, Handle) or x._node.op not in ("int", "bool"):
        made = "; for the values of a term: z = m.int('z', 0, 9), m.add(z == term)" if isinstance(x, Handle) else ""
        raise ModelError(f"{shown(x)} is no variable; expected one that `int` or `bool` of a Model made{made}")
    return str(x._node.args[0])


def constant(x: object) -> int | None:
    """Return an integer of any kind as an int, True as 1; None for anything else."""
    if isinstance(x, Handle):
        return None
    try:
        return int(operator.index(x))  # type: ignore[arg-type]
    except TypeError:
        return int(bool(x)) if is_truth(x) else None


def integer(x: object, what: str = "number") -> int:
    """Return an integer of any kind as an int.  Raises ModelError for anything else; what: the noun for the integer."""
    found = constant(x)
    if found is None:
        raise ModelError(
            f"{shown(x)} is no {what}; expected an integer{_hint(x) if hasattr(x, 'as_integer_ratio') else ''}"
        )
    return found


def node_of(x: Handle) -> Expr:
    """Return the node of a handle, a term's or a formula's."""
    return x._node


def node_of_term(x: object) -> Expr | int:
    """Return the node of a term or the number for an integer; for a formula the term that is 1 or 0.

    Raises ModelError for anything else.
    """
    if isinstance(x, Handle):
        return as_term(x._node)
    found = constant(x)
    if found is None:
        is_number = isinstance(x, str) and NUMBER.fullmatch(x)
        hint = f"; it is a text, and int({shown(x)}) is the number" if is_number else _hint(x)
        raise ModelError(f"{shown(x)} is no term; expected an integer, a term or a constraint{hint}")
    return found


def node_of_formula(x: object) -> Expr:
    """Return the node of a formula, True or False.  Raises ModelError for anything else."""
    if isinstance(x, Handle):
        if not x.is_formula:
            raise ModelError(no_formula(x))
        return x._node
    if not is_truth(x):
        raise ModelError(f"{shown(x)} is no constraint; expected a constraint, such as x >= 1{_hint(x)}")
    return TRUE if x else FALSE


def no_formula(x: Handle) -> str:
    """Return a message that a term is no formula."""
    text = show(x._node, SHOWN)
    return f"{text} is a term, no constraint; expected a comparison, such as {text} >= 1"


def shown(x: object) -> str:
    """Return a short text for a value, for messages."""
    return short(x, SHOWN)


def _hint(x: object) -> str:
    if hasattr(type(x), "no_formula"):
        return f"; {x.no_formula}"  # type: ignore[attr-defined]
    if hasattr(x, "as_integer_ratio") and constant(x) is None:  # a fraction of any kind
        if isinstance(x, float) and x.is_integer():
            return f"; int({shown(x)}) is one"
        return "; terms are whole numbers: multiply all of them, such as 3 * x <= 10 for 1.5 * x <= 5"
    if isinstance(x, str):
        return f"; a name of a constraint is given as name={shown(x)}"
    several = hasattr(x, "__iter__") and not isinstance(x, str)
    return "; csp2sat.array(...) is compared and added item by item" if several else ""


def as_terms(items: Iterable[object]) -> tuple[Owner, list[Expr | int]]:
    """Return the model of items, and their nodes as terms; see `owner_of` and `node_of_term`."""
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
    """Return the model of items, and their nodes as formulas; see `owner_of` and `node_of_formula`.

    owner: the model that the items must belong to, CONSTANTS for any model.
    """
    nodes: list[Expr] = []
    for item in items:
        if isinstance(item, Handle) and item._owner is not owner:
            owner = owner_of((owner, item))
        nodes.append(node_of_formula(item))
    return owner, nodes


def owner_of(items: Iterable[object]) -> Owner:
    """Return the model of the handles and models among the items; CONSTANTS if there are none.

    Raises ModelError for items of two models.
    """
    found: Owner = CONSTANTS
    for item in items:
        owner = item._owner if isinstance(item, Handle) else item if isinstance(item, Owner) else CONSTANTS
        if owner is not found and owner is not CONSTANTS:
            if found is not CONSTANTS:
                raise ModelError(f"{shown(item)} belongs to another model than the rest of the expression")
            found = owner
    return found
