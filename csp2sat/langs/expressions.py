"""Formulas of the CSP language: nested lists -> Expr, in two loops, whatever the depth."""

from __future__ import annotations

from itertools import chain, repeat

from ..model.expr import Expr
from ..model.ops import FORMULA
from .names import Names
from .operators import Operators
from .sexpr import Form, Item


class Expressions:
    """The reader of formulas over the names that have been declared so far."""

    def __init__(self, names: Names):
        self._names, self._operators = names, Operators(names)

    def formula(self, item: Item) -> Expr:
        """The formula that a statement says, exactly as it is written; its lists are used up.  Raises Wrong."""
        if not isinstance(item, list):
            atom: Expr = self._names.of_sort[FORMULA][item]
            return atom
        forms: list[tuple[Form, str]] = [(item, FORMULA)]
        for form, sort in forms:  # grows on the way: the forms inside each one are put behind it
            self._open(form, sort, forms)
        for form, _ in reversed(forms):  # those inside come first, and have left their expression as item 0
            form[0] = form[0](*[arg[0] if isinstance(arg, list) else arg for arg in form[1:]])
        result: Expr = forms[0][0][0]
        return result

    def _open(self, form: Form, sort: str, forms: list[tuple[Form, str]]) -> None:
        """Put what builds the expression at the form's head, and the meaning of each item that is no form in its
        place."""
        rule = self._operators.rule(form, sort)
        form[0] = rule.build
        sorts = chain(rule.args, repeat(rule.args[-1])) if rule.args else ()
        for at, each in zip(range(1, len(form)), sorts, strict=False):
            item = form[at]
            if isinstance(item, list):
                forms.append((item, each))
            else:
                form[at] = self._names.of_sort[each][item]
