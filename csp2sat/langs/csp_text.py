"""A model as CSP text that reads back as the same model."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..errors import ModelError
from ..model.constraint import CONSTRAINTS
from ..model.domain import Domain
from ..model.expr import Expr
from ..model.model import Model
from ..model.ops import OPS, TERM
from .sexpr import is_symbol


def to_text(model: Model) -> str:
    """The declarations and the constraints, one in a line.  Origins and `about` are not written.

    Raises ModelError for what the language has no text for: a name such as `a b`, a graph.  Shared parts of an
    expression are written each time.
    """
    lines = [f"(int {_symbol(name)} {_values(domain)})" for name, domain in model.ints.items()]
    lines += [f"(bool {_symbol(name)})" for name in model.bools]
    lines += [_formula(constraint.formula) for constraint in model.constraints]
    return "".join(line + "\n" for line in lines)


def _symbol(name: str) -> str:
    if not is_symbol(name):
        raise ModelError(f"the name {name!r} cannot be written in CSP text")
    return name


def _values(domain: Domain) -> str:
    if len(domain.ranges) == 1:
        return f"{domain.lo} {domain.hi}"
    return "(" + " ".join(str(lo) if lo == hi else f"({lo} {hi})" for lo, hi in domain.ranges) + ")"


def _formula(formula: Expr) -> str:
    words: list[str] = []
    stack: list[Any] = [formula]
    while stack:
        item = stack.pop()
        if isinstance(item, Expr) and item.op not in ("int", "bool", "true", "false"):
            words.append("(" + _spelling(item))
            stack += [")", *reversed(_items(item))]
        else:
            words.append(_word(item))
    return " ".join(words).replace(" )", ")").replace("( ", "(")


def _word(item: Any) -> str:
    if not isinstance(item, Expr):
        return str(item)
    name = str(item.args[0]) if item.args else item.op
    if item.op == "bool" and name in ("true", "false"):
        raise ModelError(f"the Boolean variable {name} cannot be referred to in CSP text")
    return name


def _spelling(expr: Expr) -> str:
    """`<=` and `+`, but `and`."""
    op = OPS.get(expr.op)
    if op:
        return op.names[1] if TERM in op.args and len(op.names) > 1 else op.names[0]
    spelling = _constraint_spelling(expr.op)
    if not spelling or not all(isinstance(arg, Expr | int) for arg in expr.args):
        raise ModelError(f"the constraint {expr.op} cannot be written in CSP text")
    return spelling


@cache
def _constraint_spelling(name: str) -> str:
    constraint = CONSTRAINTS[name]
    return constraint.spellings[0] if constraint.arguments else ""


def _items(expr: Expr) -> list[Any]:
    """The arguments; a constraint's only one is put in a list, for it might be taken for a list itself."""
    alone = expr.op not in OPS and len(expr.args) == 1
    return ["(", *expr.args, ")"] if alone else list(expr.args)
