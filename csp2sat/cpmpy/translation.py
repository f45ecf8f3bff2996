"""CPMpy's expressions as nodes: terms and formulas of any nesting, each in its place.

What CPMpy's transformations leave of partial functions (division, modulo, element) is undefined here where it is there:
the comparison around it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import is_bool, is_int
from cpmpy.expressions.variables import _NumVarImpl

from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, as_term, negation, node

Translated = Expr | int
COMPARISONS = {"==": "eq", "!=": "ne", "<=": "le", "<": "lt", ">=": "ge", ">": "gt"}


class Translation:
    """From CPMpy's expressions to nodes.

    variable: the node of a variable, of which it may make a new one.  global_constraints, functions: what is made of
    each global constraint and function, by CPMpy's name: of this translation and CPMpy's expression.
    """

    def __init__(
        self,
        variable: Callable[[Any], Expr],
        global_constraints: dict[str, Callable[[Translation, Any], Expr]],
        functions: dict[str, Callable[[Translation, Any], Translated]],
    ):
        self._variable, self._constraints, self._functions = variable, global_constraints, functions

    def formula(self, given: Any) -> Expr:
        """The formula of something that is true or false.  NotImplementedError for what is not known."""
        if is_bool(given):
            return TRUE if int(given) else FALSE
        if isinstance(given, _NumVarImpl) and given.is_bool():
            return self._variable(given)
        if isinstance(given, Comparison):
            return self._comparison(given)
        if isinstance(given, Operator) and given.name in CONNECTIVES:
            return CONNECTIVES[given.name]([self.formula(each) for each in given.args])
        if isinstance(given, GlobalConstraint) and given.name in self._constraints:
            return self._constraints[given.name](self, given)
        raise NotImplementedError(f"csp2sat has no constraint {given!r} of CPMpy")

    def term(self, given: Any) -> Translated:
        """The term of a number, or of something that is true or false, as 1 or 0.  NotSupportedError for floats."""
        if not isinstance(given, Expression):
            return number(given)
        if given.is_bool():
            return as_term(self.formula(given)) if not isinstance(given, BoolVal) else number(given)
        if isinstance(given, _NumVarImpl):
            return self._variable(given)
        if isinstance(given, Operator) and given.name in ARITHMETIC:
            return ARITHMETIC[given.name](self, given.args)
        if isinstance(given, GlobalFunction) and given.name in self._functions:
            return self._functions[given.name](self, given)
        raise NotImplementedError(f"csp2sat has no function {given!r} of CPMpy")

    def terms(self, given: Any) -> list[Translated]:
        """The terms of a list or an array of one dimension."""
        return [self.term(each) for each in given]

    def _comparison(self, given: Comparison) -> Expr:
        left, right = given.args
        if given.name in ("==", "!=") and _is_truth(left) and _is_truth(right):
            equal = node("iff", self.formula(left), self.formula(right))
            return equal if given.name == "==" else negation(equal)
        return node(COMPARISONS[given.name], self.term(left), self.term(right))


def number(given: Any) -> int:
    """An integer, True as 1.  NotSupportedError for anything else."""
    if is_int(given):
        return int(given)
    raise NotSupportedError(f"csp2sat has integers only; {given!r} is none")


def _is_truth(given: Any) -> bool:
    return is_bool(given) or (isinstance(given, Expression) and given.is_bool())


def _weighted(translation: Translation, args: Sequence[Any]) -> Translated:
    weights, terms = args
    pairs = zip(map(number, weights), translation.terms(terms), strict=True)
    return node("add", *(node("mul", weight, term) for weight, term in pairs))


CONNECTIVES: dict[str, Callable[[list[Expr]], Expr]] = {
    "and": all_of,
    "or": any_of,
    "->": lambda parts: node("imp", *parts),
    "not": lambda parts: negation(*parts),
}
ARITHMETIC: dict[str, Callable[[Translation, Sequence[Any]], Translated]] = {
    "sum": lambda translation, args: node("add", *translation.terms(args)),
    "wsum": _weighted,
    "sub": lambda translation, args: node("sub", *translation.terms(args)),
    "-": lambda translation, args: node("neg", *translation.terms(args)),
}
