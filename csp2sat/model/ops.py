"""The operators: sorts, arities, spellings and meaning, one row each.

The rows feed the reader (aliases, arities, sort errors), the evaluator and the random tests.  The encoder does not
look at the meanings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

ANY = 1 << 62  # no upper limit of the number of arguments
FORMULA, TERM = "formula", "term"
UNDEFINED = None  # the value of a term such as 1/0; every comparison, relation and constraint on it is false


class Op(NamedTuple):
    """An operator of the language.

    args: sorts of the arguments, the last one repeated; result: its sort; least, most: number of arguments;
    names: how CSP text spells it, the first being ours; meaning: on Python ints (terms) and bools (formulas), of which
    none is UNDEFINED; it may be the result.
    """

    args: tuple[str, ...]
    result: str
    least: int
    most: int
    names: tuple[str, ...]
    meaning: Callable[..., Any]


def _rows(args: str, result: str, *rows: tuple[int, int, str, Callable[..., Any]]) -> dict[str, Op]:
    sorts = {"f": FORMULA, "t": TERM}
    table = {}
    for least, most, names, meaning in rows:
        spellings = tuple(names.split())
        table[spellings[0]] = Op(tuple(sorts[a] for a in args), sorts[result], least, most, spellings, meaning)
    return table


def _subtract(first: int, *rest: int) -> int:
    return first - sum(rest)


def _multiply(*factors: int) -> int:
    product = 1
    for factor in factors:
        product *= factor
    return product


def _quotient(x: int, y: int) -> int | None:
    """x = y * q + r with 0 <= r < |y|: Euclid's q."""
    if y == 0:
        return UNDEFINED
    return x // y if y > 0 else -(x // -y)


def _remainder(x: int, y: int) -> int | None:
    return x % abs(y) if y else UNDEFINED


def _power(x: int, y: int) -> int | None:
    return int(x**y) if y >= 0 else UNDEFINED  # 0 ** 0 is 1


OPS: dict[str, Op] = {
    **_rows(
        "f",
        "f",
        (0, 0, "true", lambda: True),
        (0, 0, "false", lambda: False),
        (1, 1, "not !", operator.not_),
        (0, ANY, "and &&", lambda *ps: all(ps)),
        (0, ANY, "or ||", lambda *ps: any(ps)),
        (2, 2, "imp =>", lambda p, q: q or not p),
        (2, ANY, "xor", lambda *ps: sum(ps) % 2 == 1),
        (2, 2, "iff", lambda p, q: p == q),
        (3, 3, "ite", lambda p, q, r: q if p else r),
    ),
    **_rows(
        "t",
        "f",
        (2, 2, "eq = ==", operator.eq),
        (2, 2, "ne !=", operator.ne),
        (2, 2, "le <=", operator.le),
        (2, 2, "lt <", operator.lt),
        (2, 2, "ge >=", operator.ge),
        (2, 2, "gt >", operator.gt),
    ),
    **_rows(
        "t",
        "t",
        (0, ANY, "add +", lambda *xs: sum(xs)),
        (2, ANY, "sub -", _subtract),
        (1, 1, "neg", operator.neg),
        (1, 1, "abs", abs),
        (2, ANY, "mul *", _multiply),
        (2, 2, "div /", _quotient),
        (2, 2, "mod %", _remainder),
        (2, 2, "pow", _power),
        (1, ANY, "min", lambda *xs: min(xs)),
        (1, ANY, "max", lambda *xs: max(xs)),
    ),
    **_rows("ftt", "t", (3, 3, "if", lambda p, x, y: x if p else y)),
}

BY_SPELLING = {spelling: name for name, op in OPS.items() for spelling in op.names}
COMPARISONS = ("eq", "ne", "le", "lt", "ge", "gt")
