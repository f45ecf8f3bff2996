"""CPMpy's expressions as nodes: terms and formulas of any nesting, each translated in its place.

CPMpy's transformations leave some partial functions (division, modulo, element); an undefined one makes the comparison
around it false, as in CPMpy.
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
    """A translator of CPMpy's expressions to nodes.

    variable: returns the node of a variable, which may be a new one.  global_constraints, functions: by CPMpy's names,
    functions that get this translator and a CPMpy expression and return the node of a global constraint or function.
    """

    def __init__(
        self,
        variable: Callable[[Any], Expr],
        global_constraints: dict[str, Callable[[Translation, Any], Expr]],
        functions: dict[str, Callable[[Translation, Any], Translated]],
    ):
        self._variable, self._constraints, self._functions = variable, global_constraints, functions

    def formula(self, given: Any) -> Expr:
        """Return the formula for a Boolean expression of CPMpy: a constant, a variable, a comparison, a connective or a
        global constraint.

        Raises NotImplementedError for an expression that csp2sat does not know, and NotSupportedError for a float.
        """
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
        """Return the term for a number or a CPMpy expression; an expression that is true or false becomes 1 or 0.

        Raises NotSupportedError for floats, and NotImplementedError for a function that csp2sat does not know.
        """
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
        """Return the terms of a list, or of an array of one dimension."""
        return [self.term(each) for each in given]

    def _comparison(self, given: Comparison) -> Expr:
        """Return the formula of a comparison; between expressions that are true or false, == and != become
        equivalences.
        """
        left, right = given.args
        if given.name in ("==", "!=") and _is_truth(left) and _is_truth(right):
            equal = node("iff", self.formula(left), self.formula(right))
            return equal if given.name == "==" else negation(equal)
        return node(COMPARISONS[given.name], self.term(left), self.term(right))


def number(given: Any) -> int:
    """Return an integer of any kind as an int, True as 1.  Raises NotSupportedError for anything else."""
    if is_int(given):
        return int(given)
    raise NotSupportedError(f"{given!r} is no integer; csp2sat has integers only")


def _is_truth(given: Any) -> bool:
    return is_bool(given) or (isinstance(given, Expression) and given.is_bool())


def _weighted(translation: Translation, args: Sequence[Any]) -> Translated:
    """Return the sum of the terms, each times its weight."""
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
