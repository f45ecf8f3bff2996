"""Expressions of the CSP language: nested lists -> Expr, in two loops, whatever the depth."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat

from ...model.expr import Expr
from ...model.ops import FORMULA
from ..base.names import Names
from ..base.sexpr import Form, Item
from ..base.syntax_fault import Wrong
from .operators import Operators
from .predicates import Calls

Opened = list[tuple[Form, str, Calls]]  # forms, the sorts that they are read as, and the predicates they are parts of


class Expressions:
    """The reader of formulas and terms over the names that have been declared so far."""

    def __init__(self, names: Names):
        self._names, self.operators = names, Operators(names)
        self._macros = self.operators.macros

    def read(self, item: Item, sort: str = FORMULA) -> Expr:
        """The formula, or the term, that an item says, exactly as it is written; its lists are used up.

        A term may be an int.  Raises Wrong.
        """
        if not isinstance(item, list):
            atom: Expr = self._names.of_sort[sort][item]
            return atom
        self._macros.forget()
        root, calls, _ = self._macros.resolved(item, sort, None)
        forms: Opened = [(root, sort, calls)]
        try:
            for form, each, calls in forms:  # grows on the way: the forms inside each one are put behind it
                self._open(form, each, calls, forms)
        except Wrong as wrong:
            wrong.calls = wrong.calls or calls
            raise
        inner_first: Iterable[Form] = (form for form, _, _ in reversed(forms))
        for form in postorder(root) if self._macros.used else inner_first:
            form[0] = form[0](*[arg[0] if isinstance(arg, list) else arg for arg in form[1:]])
        result: Expr = root[0]
        return result

    def _open(self, form: Form, sort: str, calls: Calls, forms: Opened) -> None:
        """Put what builds the expression at the form's head, and the meaning of each item that is no form in its
        place."""
        rule = self.operators.rule(form, sort)
        form[0] = rule.build
        sorts = chain(rule.args, repeat(rule.args[-1])) if rule.args else ()
        for at, each in zip(range(1, len(form)), sorts, strict=False):
            item = form[at]
            if not isinstance(item, list):
                form[at] = self._names.of_sort[each][item]
            elif self._macros.predicates:
                form[at], inside, new = self._macros.resolved(item, each, calls)
                if new:
                    forms.append((form[at], each, inside))
            else:
                forms.append((item, each, calls))


def postorder(root: Form) -> Iterable[Form]:
    """Every opened form below one, and it itself, once and after those inside; forms may be shared."""
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        form, expanded = stack.pop()
        if expanded:
            yield form
        elif id(form) not in seen:
            seen.add(id(form))
            stack.append((form, True))
            stack.extend((item, False) for item in form[1:] if isinstance(item, list))
