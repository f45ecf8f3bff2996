"""Quotients and remainders as nodes: rounded down, rounded to 0, or Euclid's; all are undefined if the divisor is 0.

The model's own `div` and `mod` are Euclid's: x = y * q + r with 0 <= r < |y|.  The other kinds are made of these.
"""

from __future__ import annotations

from .expr import Expr, node

Operand = Expr | int


def floor_quotient(x: Operand, y: Operand, positive: bool) -> Expr:
    """Return x / y rounded down; positive: whether y is known to be greater than 0."""
    if positive:
        return node("div", x, y)
    return node("div", *_same_signs(x, y))


def floor_remainder(x: Operand, y: Operand, positive: bool) -> Expr:
    """Return the remainder of x / y rounded down, which has the sign of y; positive: whether y is known to be greater
    than 0.
    """
    if positive:
        return node("mod", x, y)
    rest = node("mod", *_same_signs(x, y))
    minus = node("neg", rest)
    return minus if isinstance(y, int) else node("if", node("gt", y, 0), rest, minus)


def _same_signs(x: Operand, y: Operand) -> tuple[Operand, Operand]:
    """Return a dividend and a divisor with the same quotient as x / y, and a divisor that is not negative: x and y if
    y > 0, else -x and -y.

    x, y: expressions or integers.  An integer y must be at most 0, and is negated unseen.
    """
    if isinstance(y, int):
        return _minus(x), -y
    return node("if", node("gt", y, 0), x, _minus(x)), node("abs", y)


def truncated_quotient(x: Operand, y: Operand) -> Expr:
    """Return x / y rounded to 0."""
    q = node("div", _magnitude(x), _magnitude(y))
    return node("if", node("iff", node("lt", x, 0), node("lt", y, 0)), q, _minus(q))


def truncated_remainder(x: Operand, y: Operand) -> Expr:
    """Return the remainder of x / y rounded to 0, which has the sign of x."""
    rest = node("mod", _magnitude(x), _magnitude(y))
    return node("if", node("lt", x, 0), _minus(rest), rest)


def _magnitude(x: Operand) -> Operand:
    return abs(x) if isinstance(x, int) else node("abs", x)


def _minus(x: Operand) -> Operand:
    return -x if isinstance(x, int) else node("neg", x)
