"""Constraints by their names in CSP text, with arguments in the form of CSP text."""

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
    """Return the name in CSP text of the constraint with a Python name, which may have `_` for `-`; None if there is
    none.
    """
    return next((each for each in (name, name.replace("_", "-")) if each in FORMS), None)


@cache
def function_of(name: str) -> Callable[..., Formula] | None:
    """Return a function that makes a constraint of the arguments that it has in CSP text; None if CSP text has no such
    name.
    """
    return None if (found := spelling(name)) is None else partial(by_form_of, found)


def by_form_of(name: str, *form: Any) -> Formula:
    """Return the formula of a constraint; form: the arguments that the constraint has in CSP text."""
    return by_form(name, form)


def by_form(name: str, form: tuple[Any, ...]) -> Formula:
    """Return the formula of a constraint.

    name: as in CSP text, or with `_` for `-`.  form: the arguments that the constraint has in CSP text (see
    `build.constraint`).  Raises UnknownPart for an unknown name, and ModelError for a constraint without a form in CSP
    text, and for arguments that do not fit.
    """
    name = spelling(name) or name
    written = FORMS.get(name)
    if written is None:
        raise ModelError(f"{CONSTRAINTS[name].name} has no form in CSP text; use the function of build with that name")
    handles: list[object] = []
    try:
        arguments = written.read([_item(item, handles) for item in form])
    except Wrong as wrong:
        raise ModelError(f"{name}: {wrong.message.replace('expected nil', 'expected None')}") from None
    return owner_of(handles).handle(Formula, node(written.constraint, *(_sorted(name, *each) for each in arguments)))


def comparison(op: str) -> str:
    """Return the name of a comparison, such as `eq` for `==` and for `eq`.  Raises ModelError for any other text."""
    found = SYMBOLS.get(op, op) if isinstance(op, str) else op
    if found not in COMPARISONS:
        raise ModelError(f"{shown(op)} is no comparison; expected one of {', '.join(COMPARISONS)}, or = != < <= > >=")
    return found


def _item(item: Any, handles: list[object]) -> Any:
    """Return an item of a form as the reader of CSP text would: sequences as lists, handles as nodes, None as NIL.

    The handles are added to `handles`.
    """
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
    """Return an argument as a node if its `sort` is that of terms or formulas, else unchanged, as data.

    name: the constraint, for messages.  Raises ModelError for an argument of another sort.
    """
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
