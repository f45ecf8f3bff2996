"""Predicates of the CSP language: macros, expanded by substitution when they are called.

Parameters stand for whatever a form may contain: terms, formulas, operators, lists.  The body's other names mean what
they mean at the call, and an argument's names what they mean where it is written, for what is put in place of a
parameter is never examined again for parameters.  So that a body that uses a parameter twice, and predicates that do
so one inside the other, take no exponential space, an argument is one object however often it is used, and equal calls
are expanded once in a statement.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..base.sexpr import Item, LocatedForm, SexprList, shown
from ..base.wrong import Wrong

Calls = tuple[str, Any] | None  # the predicates inside whose bodies a form stands: (innermost, those around) or None


class Predicate(NamedTuple):
    """A macro.  offset: of its statement in the text."""

    parameters: tuple[str, ...]
    body: SexprList
    offset: int


class Shared(list[Item]):
    """A form that stands in several places: an argument, or the expansion of a call.

    calls: where it stands.  read: its copy for each sort that it is read as.  shares: are all forms inside shared?
    """

    def __init__(self, form: SexprList, calls: Calls):
        super().__init__(form)
        self.calls = calls
        self.read: dict[str, SexprList] = {}
        self.shares = False
        if isinstance(form, LocatedForm):
            self.offset = form.offset

    def share_inside(self) -> None:
        """Every form inside becomes shared too: for a list that is no form itself, but part of a constraint."""
        lists = [self]
        for each in lists:
            if not each.shares:
                each.shares = True
                each[:] = [_shared(item, each.calls) for item in each]
                lists.extend(item for item in each if isinstance(item, Shared))

    def copy_for(self, sort: str) -> tuple[SexprList, bool]:
        """The copy that is read as that sort, and whether it is new.  The forms inside are shared from now on."""
        new = sort not in self.read
        if new:
            self[:] = [_shared(item, self.calls) for item in self]
            self.read[sort] = _like(self)
            self.read[sort].extend(self)
        return self.read[sort], new


def predicate_of(form: SexprList, offset: int) -> tuple[str, Predicate]:
    """The name and meaning of `(predicate (NAME PARAMETER...) BODY)`.  Raises Wrong."""
    usage = "expected (predicate (NAME PARAMETER ...) BODY), where BODY is a formula or a term in parentheses"
    if len(form) != 3 or not isinstance(form[1], list) or not form[1]:
        raise Wrong(form, usage)
    for at, name in enumerate(form[1]):
        if not isinstance(name, str):
            raise Wrong(name, f"expected the name of a {'parameter' if at else 'predicate'}, found {shown(name)}")
        if at and name in form[1][1:at]:
            raise Wrong(name, f"two parameters are called {shown(name)}")
    if not isinstance(form[2], list) or not form[2]:
        raise Wrong(form[2], f"the body must be a formula or a term in parentheses, found {shown(form[2])}")
    name, *parameters = form[1]
    return str(name), Predicate(tuple(parameters), form[2], offset)


class Macros:
    """The predicates that have been declared, and the calls that have been expanded in the statement."""

    def __init__(self) -> None:
        self.predicates: dict[str, Predicate] = {}
        self._expanded: dict[tuple[Any, ...], Shared] = {}  # by name and arguments, lists by their identity
        self._alive: list[SexprList] = []  # those lists

    @property
    def used(self) -> bool:
        """Has the statement called a predicate?"""
        return bool(self._expanded)

    def forget(self) -> None:
        """A new statement begins."""
        self._expanded.clear()
        self._alive.clear()

    def head_of(self, form: SexprList) -> Item | None:
        """The operator of what a form becomes when it is expanded; None if it has no head; a name if it calls itself.

        Only heads and symbols are examined, so this takes no copies.
        """
        called = set[Item]()
        while isinstance(head := form[0] if form else None, str) and head in self.predicates and head not in called:
            called.add(head)
            predicate = self.predicates[head]
            values = dict(zip(predicate.parameters, form[1:], strict=False))
            form = [values.get(item, item) if isinstance(item, str) else item for item in predicate.body]
        return head

    def resolved(self, form: SexprList, sort: str, calls: Calls) -> tuple[SexprList, Calls, bool]:
        """What is to be read in place of a form; where it stands; whether it is still to be opened.  Raises Wrong."""
        while isinstance(head := form[0] if form else None, str) and head in self.predicates:
            form = self._expansion(form, form.calls if isinstance(form, Shared) else calls)
        if isinstance(form, Shared):
            copy, new = form.copy_for(sort)
            return copy, form.calls, new
        return form, calls, True

    def _expansion(self, call: SexprList, calls: Calls) -> Shared:
        name = call[0]
        predicate = self.predicates[name]
        count = len(predicate.parameters)
        if len(call) - 1 != count:
            raise Wrong(name, f"{shown(name)} takes {count} argument{'s' * (count != 1)}, not {len(call) - 1}", calls)
        outer = calls
        while outer:
            if outer[0] == name:
                raise Wrong(name, f"predicate {shown(name)} calls itself; recursion is not supported", calls)
            outer = outer[1]
        arguments = call[1:] = [_shared(argument, calls) for argument in call[1:]]
        key = (name, *(id(a) if isinstance(a, list) else (a,) for a in arguments))
        if key not in self._expanded:
            self._alive.append(arguments)
            values = dict(zip(predicate.parameters, arguments, strict=True))
            self._expanded[key] = Shared(substituted(predicate.body, values), (name, calls))
        return self._expanded[key]


def _shared(item: Item, calls: Calls) -> Item:
    return Shared(item, calls) if isinstance(item, list) and not isinstance(item, Shared) else item


def substituted(form: SexprList, values: dict[str, Item]) -> SexprList:
    """A copy of a form, with values for symbols; shared forms inside stay as they are."""
    copy = _like(form)
    stack = [(form, copy)]
    while stack:
        source, target = stack.pop()
        for item in source:
            if isinstance(item, list) and not isinstance(item, Shared):
                inner = _like(item)
                stack.append((item, inner))
                target.append(inner)
            else:
                target.append(values.get(item, item) if isinstance(item, str) else item)
    return copy


def _like(form: SexprList) -> SexprList:
    """An empty form at the same place."""
    copy = LocatedForm() if hasattr(form, "offset") else []
    if isinstance(copy, LocatedForm):
        copy.offset = form.offset  # type: ignore[attr-defined]
    return copy
