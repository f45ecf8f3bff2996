"""The meaning of expressions: the evaluator that judges answers and shares no code with the encoder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..base.numbers import decimal
from .constraint import CONSTRAINTS, RELATION
from .expr import Expr
from .model import Answer, Constraint, Model
from .ops import OPS, TERM, UNDEFINED

VARIABLES = ("int", "bool")


def evaluate(expr: Expr | int, answer: Answer) -> Any:
    """Return the value of a term (an int, or UNDEFINED) or of a formula (a bool), by a loop, whatever the depth.

    Raises KeyError if the answer lacks a variable, ModelError if a product or a power is too large.
    """
    return _known(expr, inner_values(expr, answer), answer)


def inner_values(expr: Expr | int, answer: Answer) -> dict[Expr, Any]:
    """Return the values of an expression and of all expressions in it that are no variables; errors are those of
    `evaluate`.
    """
    return values_of(in_order(expr), answer)


def in_order(expr: Expr | int) -> list[Expr]:
    """Return the expressions in an expression that are no variables, each once and after its parts, itself the last."""
    found: dict[Expr, None] = {}
    stack = [expr] if isinstance(expr, Expr) and expr.op not in VARIABLES else []
    while stack:
        top = stack[-1]
        missing = [a for a in top.args if isinstance(a, Expr) and a.op not in VARIABLES and a not in found]
        if missing:
            stack += missing
        else:
            found[stack.pop()] = None
    return list(found)


def values_of(nodes: Iterable[Expr], answer: Answer) -> dict[Expr, Any]:
    """Return the values of expressions, each of which comes after its parts; errors are those of `evaluate`."""
    ints, bools = answer.ints, answer.bools
    values: dict[Expr, Any] = {}
    for each in nodes:
        known = []
        for arg in each.args:
            if isinstance(arg, Expr):
                kind = arg.op
                arg = ints[arg.args[0]] if kind == "int" else bools[arg.args[0]] if kind == "bool" else values[arg]
            known.append(arg)
        values[each] = value_of(each, known)
    return values


def changed_values(nodes: Iterable[Expr], values: Mapping[Expr, Any], answer: Answer) -> dict[Expr, Any]:
    """Return the new values of expressions after some variables have changed.

    nodes: the expressions with a changed variable in them, each after its parts.  values: the old values of all
    expressions of the model.  answer: the new values of the variables.
    """
    new: dict[Expr, Any] = {}
    for each in nodes:
        new[each] = value_of(each, [new[a] if a in new else _known(a, values, answer) for a in each.args])
    return new


def _known(arg: Any, values: Mapping[Expr, Any], answer: Answer) -> Any:
    """Return the value of an argument: of a variable by the answer, of another expression by `values`, of data the
    data.
    """
    if not isinstance(arg, Expr):
        return arg
    if arg.op == "int":
        return answer.ints[arg.args[0]]
    return answer.bools[arg.args[0]] if arg.op == "bool" else values[arg]


def value_of(expr: Expr, args: list[Any]) -> Any:
    """Return the value of an expression whose arguments have the values `args`.

    An undefined argument makes a term undefined, and a comparison, relation or constraint false; a term `if` needs only
    the chosen branch.
    """
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
    """Return the constraints of the model that the answer violates."""
    return [c for c in model.constraints if not evaluate(c.formula, answer)]


def not_in_domain(name: str, value: int | None) -> str:
    """Return in words that a variable cannot have a value, or that it has no value if `value` is None."""
    return f"{name} has no value" if value is None else f"{name} cannot be {decimal(value)}: not in its domain"


def outside_domains(model: Model, answer: Answer) -> list[str]:
    """Return the names of the integer variables whose value is missing or not in their domain."""
    return [name for name, domain in model.ints.items() if answer.ints.get(name) not in domain]
