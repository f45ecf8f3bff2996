"""Predicates of the CSP language: macros, expanded by substitution when they are called.

A parameter stands for any part of a form: a term, a formula, an operator, a list. The other names of the body have
their meaning at the call, and the names of an argument their meaning at the place where it is written, for an item that
replaces a parameter is not searched for parameters again. To avoid exponential space for bodies that use a parameter
twice, and for such predicates inside each other, an argument is one object however often it is used, and equal calls
are expanded once in a statement.
"""

from __future__ import annotations

from typing import Any

from ...tuples import NamedTuple
from ..base.sexpr import Item, LocatedForm, SexprList, shown
from ..base.wrong import Wrong

Calls = tuple[str, Any] | None  # the predicates inside whose bodies a form stands: (innermost, those around) or None


class Predicate(NamedTuple):
    """A macro. offset: the offset of its statement in the text."""

    parameters: tuple[str, ...]
    body: SexprList
    offset: int


class Shared(list[Item]):
    """A form that stands in several places: an argument, or the expansion of a call.

    calls: the predicates around the form. read: its copy for each sort as which it is read. shares: whether all forms
    inside are shared.
    """

    def __init__(self, form: SexprList, calls: Calls):
        super().__init__(form)
        self.calls = calls
        self.read: dict[str, SexprList] = {}
        self.shares = False
        if isinstance(form, LocatedForm):
            self.offset = form.offset

    def share_inside(self) -> None:
        """Make every form inside shared, at any depth, before a constraint reads this list as a part, such as its list
        of tasks.

        A list that is no form itself is never given to `copy_for`, which shares the forms inside of a form.
        """
        lists = [self]
        for each in lists:
            if not each.shares:
                each.shares = True
                each[:] = [_shared(item, each.calls) for item in each]
                lists.extend(item for item in each if isinstance(item, Shared))

    def copy_for(self, sort: str) -> tuple[SexprList, bool]:
        """Return the copy of the form that is read as that sort, and whether the copy is new; the forms inside become
        shared.
        """
        new = sort not in self.read
        if new:
            self[:] = [_shared(item, self.calls) for item in self]
            self.read[sort] = _like(self)
            self.read[sort].extend(self)
        return self.read[sort], new


def predicate_of(form: SexprList, offset: int) -> tuple[str, Predicate]:
    """Return the name and the predicate that `(predicate (NAME PARAMETER...) BODY)` declares at the offset. Raises
    Wrong if the form is another.
    """
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
    """The predicates that have been declared, and the calls that have been expanded in the current statement."""

    def __init__(self) -> None:
        self.predicates: dict[str, Predicate] = {}
        self._expanded: dict[tuple[Any, ...], Shared] = {}  # by name and arguments, lists by their identity
        self._alive: list[SexprList] = []  # those lists

    @property
    def used(self) -> bool:
        """Whether the current statement has called a predicate."""
        return bool(self._expanded)

    def forget(self) -> None:
        """Forget the expanded calls, because a new statement begins."""
        self._expanded.clear()
        self._alive.clear()

    def head_of(self, form: SexprList) -> Item | None:
        """Return the item at the head of a form after all expansions: usually an operator's name, but also a list or a
        number if a list or a number stands there; None for an empty form; a predicate's name if the predicate calls
        itself.

        Only heads and symbols are examined, so no form is copied as a whole.
        """
        called = set[Item]()
        while isinstance(head := form[0] if form else None, str) and head in self.predicates and head not in called:
            called.add(head)
            predicate = self.predicates[head]
            values = dict(zip(predicate.parameters, form[1:], strict=False))
            form = [values.get(item, item) if isinstance(item, str) else item for item in predicate.body]
        return head

    def resolved(self, form: SexprList, sort: str, calls: Calls) -> tuple[SexprList, Calls, bool]:
        """Return the form to read as `sort` in place of a form, after all expansions; the predicates around the
        form to read; and whether this form has not been read as `sort` before. Raises Wrong for a wrong call.
        """
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
    """Copy a form with values in place of symbols; shared forms inside are not copied."""
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
    """Return an empty form with the same offset, if it has one."""
    copy = LocatedForm() if hasattr(form, "offset") else []
    if isinstance(copy, LocatedForm):
        copy.offset = form.offset  # type: ignore[attr-defined]
    return copy
