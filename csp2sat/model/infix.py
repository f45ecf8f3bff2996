"""Expressions as people write them in mathematics and in Python: `x + y <= 3`, `alldifferent(x, y)`."""

from __future__ import annotations

from typing import Any

from ..base.numbers import decimal
from .expr import SHOWN, Expr, spelled

SIGNS = {  # how strongly they bind, and what is written between operands
    "iff": (6, "=="), "imp": (1, "=>"), "or": (2, "or"), "xor": (3, "xor"), "and": (4, "and"),
    "eq": (6, "=="), "ne": (6, "!="), "lt": (6, "<"), "le": (6, "<="), "gt": (6, ">"), "ge": (6, ">="),
    "add": (7, "+"), "sub": (7, "-"), "mul": (8, "*"), "div": (8, "//"), "mod": (8, "%"), "pow": (10, "**"),
}  # fmt: skip
BEFORE = {"not": (5, "not "), "neg": (9, "-")}
DEEP = 12  # levels, of which those below are left out


def infix(expr: Expr, limit: int = SHOWN) -> str:
    """Return an expression with signs between operands, and other operators as functions, cut after `limit`
    characters.
    """
    text = _text(expr, 0, DEEP)
    return text if len(text) <= limit else text[:limit] + "..."


def _text(item: Any, outer: int, levels: int) -> str:
    """Return an operand as text, in parentheses if its operator binds less than `outer`; `...` if no levels are
    left.
    """
    if not isinstance(item, Expr):
        return decimal(item) if isinstance(item, int) and not isinstance(item, bool) else str(item)
    if item.op in ("int", "bool"):
        return str(item.args[0])
    if not levels:
        return "..."
    op, args = spelled(item)
    if op in SIGNS and len(args) > 1:
        binds, sign = SIGNS[op]
        first = binds + (binds in (1, 6, 10))  # operators that are not read from left to right without parentheses
        texts = [_text(arg, binds + 1 if at else first, levels - 1) for at, arg in enumerate(args)]
        text = f" {sign} ".join(texts)
    elif op in BEFORE:
        binds, sign = BEFORE[op]
        text = sign + _text(args[0], binds, levels - 1)
    elif not args:
        return op
    else:
        return f"{op}({', '.join(_text(arg, 0, levels - 1) for arg in args)})"
    return f"({text})" if binds < outer else text
