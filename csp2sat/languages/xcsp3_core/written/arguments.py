"""The arguments of constraints as texts of XCSP3: items, lists, sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....base.numbers import decimal
from ....model.domain import Domain
from ....model.expr import Expr
from ...base.written_expressions import ExpressionWriter, OperatorNotation, Unwritten, WrittenTerm
from .sums import WeightedSum, is_simple
from .variables import WrittenVariables

YES, NO = "eq(0,0)", "eq(0,1)"


def call(name: str, *args: str) -> str:
    """Return the text of an operator applied to arguments."""
    return f"{name}({','.join(args)})"


XCSP3_NOTATION = OperatorNotation("XCSP3", call, YES, NO, required=lambda variable: call("eq", variable, "1"))


class ArgumentWriter:
    """A writer of the arguments of constraints. conditions: elements of constraints under which the terms that were
    written are defined.
    """

    def __init__(self, variables: WrittenVariables, domains: Mapping[str, Domain]):
        self._variables = variables
        self._expressions = ExpressionWriter(XCSP3_NOTATION, variables.names, domains, variables.arrays)
        self.conditions: list[str] = []

    def formula(self, formula: Expr) -> str:
        """Return the element of a formula that is written as one expression."""
        return element("intension", self._expressions.formula(formula))

    def declarations(self) -> Iterator[str]:
        """Yield the elements of the variables of formulas that long formulas share."""
        return (f'<var id="{name}"> 0 1 </var>' for name in self._expressions.named)

    def definitions(self) -> Iterator[str]:
        """Yield the constraints that these variables are equivalent to their formulas."""
        return (element("intension", call("iff", *each)) for each in self._expressions.named.items())

    def forget(self) -> None:
        """Drop the texts of the expressions written so far."""
        self._expressions.forget()

    def item(self, term: Expr | int) -> str:
        """Return the text of a term, which is required to be defined."""
        found: Any = self._expressions.term(term)
        text, defined = (found.text, found.defined) if isinstance(found, WrittenTerm) else (found, ())
        self.conditions += [element("intension", each) for each in defined]
        return str(text)

    def list(self, *terms: Expr | int) -> str:
        """Return the element of the list of some terms."""
        return element("list", self._variables.compact([self.item(each) for each in terms]))

    def sum_parts(self, total: WeightedSum) -> tuple[str, ...]:
        """Return the elements of the terms of a sum and of its weights."""
        return self.list(*total.terms), *(
            [element("coeffs", *map(decimal, total.weights))] if total.is_weighted else []
        )

    def expressions(self, terms: tuple[Expr | int, ...]) -> str:
        """Return the list of some terms. Raises Unwritten for less than two, and for a constant."""
        if len(terms) < 2 or any(isinstance(each, int) for each in terms):
            raise Unwritten
        return self._variables.compact([self.item(each) for each in terms])

    def variables(self, terms: tuple[Expr | int, ...], least: int = 2) -> str:
        """Return the list of some variables. Raises Unwritten for less than `least`, and for any other term."""
        if any(isinstance(each, int) for each in terms):
            raise Unwritten
        return self.simples(terms, least)

    def simples(self, terms: tuple[Expr | int, ...], least: int = 1) -> str:
        """Return the list of some variables and constants. Raises Unwritten for less than `least`, and for any other
        term.
        """
        if len(terms) < least:
            raise Unwritten
        return self._variables.compact([self.simple(each) for each in terms])

    def simple(self, term: Expr | int) -> str:
        """Return the text of a variable or a constant. Raises Unwritten for any other term."""
        if not is_simple(term):
            raise Unwritten
        return self.item(term)

    def least(self, term: Expr | int) -> float:
        """Return a number that the term is never below."""
        return self._expressions.least(term)


def element(name: str, *parts: str) -> str:
    """Return the element of this name with these parts."""
    return f"<{name}> {' '.join(parts)} </{name}>"
