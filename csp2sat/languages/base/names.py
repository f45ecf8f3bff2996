"""The meanings of single items: the declared names, by sort, and integers.

The sorts are separate name spaces: the `x` of `(or x (= x 1))` is a Boolean variable in one place and an integer
variable in the other. Access by an unknown name raises Wrong.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any
from weakref import proxy

from ...model.expr import FALSE, TRUE, Expr, node
from ...model.ops import FORMULA, TERM
from .sexpr import Item, shown
from .wrong import Unknown, Wrong

DATA = "data"  # the sort of an item that a constraint takes as it is


class NameSpaces:
    """The meanings of items by sort: `of_sort[TERM]["x"]` is the integer variable x."""

    def __init__(self) -> None:
        self.formulas = _Formulas()
        self.terms = _Terms(self.formulas)
        self.of_sort: dict[str, dict[Any, Any]] = {TERM: self.terms, FORMULA: self.formulas, DATA: _Data()}

    def declare_int(self, name: str, variable: Expr) -> None:
        """Declare the name as an integer variable."""
        self.terms[name] = variable

    def declare_bool(self, name: str, variable: Expr) -> None:
        """Declare the name as a Boolean variable; `true` and `false` still mean the constants."""
        self.formulas.setdefault(name, variable)

    def __contains__(self, item: object) -> bool:
        """Whether the item is the name of a declared variable of either sort, or a Boolean constant."""
        return item in self.terms or item in self.formulas


class _Formulas(dict[str, Expr]):
    """The meanings of items as formulas: the constants `true` and `false`, and Boolean variables by name; a positive
    integer means true, any other integer false.
    """

    terms: Container[str] = ()

    def __init__(self) -> None:
        super().__init__(true=TRUE, false=FALSE)

    def __missing__(self, item: Item) -> Expr:
        if isinstance(item, int):
            return TRUE if item > 0 else FALSE
        if item in self.terms:
            raise Wrong(item, f"{shown(item)} is an integer variable; expected a formula")
        raise Unknown(item, f"unknown Boolean variable {shown(item)}", self)


class _Terms(dict[str, Expr]):
    """The meanings of items as terms: integer variables by name; an integer means itself; a Boolean variable whose name
    is no integer variable is 1 or 0.
    """

    def __init__(self, formulas: _Formulas):
        super().__init__()
        self.formulas, formulas.terms = formulas, proxy(self)

    def __missing__(self, item: Item) -> Any:
        if isinstance(item, int):
            return item
        if isinstance(item, str) and item in self.formulas:
            return node("if", self.formulas[item], 1, 0)
        raise Unknown(item, f"unknown integer variable {shown(item)}", self)


class _Data(dict[Any, Any]):
    def __missing__(self, item: Any) -> Any:
        return item
