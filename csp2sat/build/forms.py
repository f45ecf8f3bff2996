"""Constraints by their names in CSP text: arguments in the form that they have there."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from ..errors import ModelError
from ..languages.base.forms import NIL
from ..languages.base.wrong import Wrong
from ..languages.csp.constraints import FORMS
from ..model.constraint import CONSTRAINTS
from ..model.expr import FALSE, TRUE, Expr, as_term, is_term, node
from ..model.ops import COMPARISONS, FORMULA, TERM
from .arrays import Array
from .handles import Formula
from .nesting import refuse_mapping
from .owner import Handle, node_of, node_of_term, owner_of, shown

SYMBOLS = {"=": "eq", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "*": "mul"}
"""As the reader of CSP text gives what is written like this."""


def spelling(name: str) -> str | None:
    """How CSP text writes the constraint of a Python name."""
    return next((each for each in (name, name.replace("_", "-")) if each in FORMS), None)


@cache
def function_of(name: str) -> Callable[..., Formula] | None:
    """Return a function that takes a constraint of CSP text by its form; None if there is no such constraint."""
    return None if (found := spelling(name)) is None else partial(by_form_of, found)


def by_form_of(name: str, *form: Any) -> Formula:
    """Return the formula of a constraint.  form: the arguments that the constraint has in CSP text."""
    return by_form(name, form)


def by_form(name: str, form: tuple[Any, ...]) -> Formula:
    """The formula of a constraint; see `build.constraint`."""
    name = spelling(name) or name
    written = FORMS.get(name)
    if written is None:
        raise ModelError(f"{CONSTRAINTS[name].name} has no form in text; make its expression with its own function")
    handles: list[object] = []
    try:
        arguments = written.read([_item(item, handles) for item in form])
    except Wrong as wrong:
        raise ModelError(f"{name}: {wrong.message.replace('expected nil', 'expected None')}") from None
    return owner_of(handles).handle(Formula, node(written.constraint, *(_sorted(name, *each) for each in arguments)))


def comparison(op: str) -> str:
    """Return the name of a comparison, `eq` of `==`.  ModelError for what is none."""
    found = SYMBOLS.get(op, op) if isinstance(op, str) else op
    if found not in COMPARISONS:
        raise ModelError(f"{shown(op)} is no comparison; expected one of {', '.join(COMPARISONS)}, or = != < <= > >=")
    return found


def _item(item: Any, handles: list[object]) -> Any:
    """An item of a form, with sequences as lists and handles, which are gathered, as nodes."""
    if isinstance(item, Handle):
        handles.append(item)
        return node_of(item)
    if isinstance(item, str):
        return SYMBOLS.get(item, item)
    if item is None:
        return NIL
    if isinstance(item, bool):
        return item
    if isinstance(item, Array) or hasattr(item, "__iter__"):
        refuse_mapping(item)
        return [_item(each, handles) for each in item]
    return node_of_term(item)


def _sorted(name: str, item: Any, sort: str) -> Any:
    """An argument as what it has to be: a term, a formula, or data."""
    if sort in (TERM, FORMULA) and isinstance(item, str | list):
        given = {NIL: "None", "mul": "'*'"}.get(item, repr(item)) if isinstance(item, str) else "a list"
        raise ModelError(f"{name}: {given} is no {sort}; expected {FORMS[name].usage}")
    if sort == TERM:
        return as_term(item)
    if sort == FORMULA and isinstance(item, bool):
        return TRUE if item else FALSE
    if sort == FORMULA and not (isinstance(item, Expr) and not is_term(item)):
        raise ModelError(f"{name}: {item!r} is a term, no constraint; expected a comparison, such as {item!r} >= 1")
    return item
