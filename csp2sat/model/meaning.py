"""The meaning of expressions: the evaluator that judges answers.  It shares no code with the encoder."""

from __future__ import annotations

from typing import Any

from .constraint import CONSTRAINTS, RELATION
from .expr import Expr, postorder
from .model import Answer, Constraint, Model
from .ops import OPS, TERM, UNDEFINED


def evaluate(expr: Expr | int, answer: Answer) -> Any:
    """The value of a term (an int, or UNDEFINED) or of a formula (a bool).  Loops, whatever the depth.

    Raises KeyError when the answer lacks a variable.
    """
    if isinstance(expr, int):
        return expr
    values: dict[Expr, Any] = {}
    for each in postorder(expr):
        values[each] = _value(each, values, answer)
    return values[expr]


def _value(expr: Expr, values: dict[Expr, Any], answer: Answer) -> Any:
    if expr.op == "int":
        return answer.ints[expr.args[0]]
    if expr.op == "bool":
        return answer.bools[expr.args[0]]
    args = [values[a] if isinstance(a, Expr) else a for a in expr.args]
    op = OPS.get(expr.op)
    if expr.op == RELATION:
        return UNDEFINED not in args and args[0].holds(*args[1:])
    if op is None:
        return UNDEFINED not in args and CONSTRAINTS[expr.op].holds(*args)
    if expr.op == "if":  # the branch that is not taken may be undefined
        return args[1] if args[0] else args[2]
    if UNDEFINED in args:
        return UNDEFINED if op.result == TERM else False
    return op.meaning(*args)


def broken_constraints(model: Model, answer: Answer) -> list[Constraint]:
    """The constraints of the model that the answer violates."""
    return [c for c in model.constraints if not evaluate(c.formula, answer)]


def outside_domains(model: Model, answer: Answer) -> list[str]:
    """The integer variables whose value is missing or not in their domain."""
    return [name for name, domain in model.ints.items() if answer.ints.get(name) not in domain]
