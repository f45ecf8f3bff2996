"""The operators: sorts, arities, spellings and meaning, one row each.

The rows feed the reader (aliases, arities, sort errors), the evaluator and the random tests.  The encoder does not read
the meanings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ..base.numbers import power, product
from ..tuples import NamedTuple

ANY = 1 << 62  # no upper limit of the number of arguments
FORMULA, TERM = "formula", "term"
UNDEFINED = None  # the value of a term such as 1/0; every comparison, relation and constraint on it is false


class Op(NamedTuple):
    """An operator of the language.

    args: sorts of the arguments, the last sort repeated.
    result: the sort of its value.
    least, most: the least and greatest number of arguments.
    names: its spellings in CSP text, the first being ours.
    meaning: a function on Python ints (terms) and bools (formulas), which is never called with UNDEFINED but may return
    UNDEFINED.
    """

    args: tuple[str, ...]
    result: str
    least: int
    most: int
    names: tuple[str, ...]
    meaning: Callable[..., Any]


def _quotient(x: int, y: int) -> int | None:
    """Return Euclid's quotient q: x = y * q + r with 0 <= r < |y|; UNDEFINED if y is 0."""
    if y == 0:
        return UNDEFINED
    return x // y if y > 0 else -(x // -y)


def _remainder(x: int, y: int) -> int | None:
    return x % abs(y) if y else UNDEFINED


def _power(x: int, y: int) -> int | None:
    return power(x, y) if y >= 0 else UNDEFINED  # 0 ** 0 is 1


def _item(index: int, *items: int) -> int | None:
    """Return the item at an index from 0; UNDEFINED for another index."""
    return items[index] if 0 <= index < len(items) else UNDEFINED


_SORTS = {"f": FORMULA, "t": TERM}
_ROWS: tuple[tuple[str, str, int, int, str, Callable[..., Any]], ...] = (
    ("f", "f", 0, 0, "true", lambda: True),
    ("f", "f", 0, 0, "false", lambda: False),
    ("f", "f", 1, 1, "not !", operator.not_),
    ("f", "f", 0, ANY, "and &&", lambda *ps: all(ps)),
    ("f", "f", 0, ANY, "or ||", lambda *ps: any(ps)),
    ("f", "f", 2, 2, "imp =>", lambda p, q: q or not p),
    ("f", "f", 2, ANY, "xor", lambda *ps: sum(ps) % 2 == 1),
    ("f", "f", 2, 2, "iff", lambda p, q: p == q),
    ("f", "f", 3, 3, "ite", lambda p, q, r: q if p else r),
    ("t", "f", 2, 2, "eq = ==", operator.eq),
    ("t", "f", 2, 2, "ne !=", operator.ne),
    ("t", "f", 2, 2, "le <=", operator.le),
    ("t", "f", 2, 2, "lt <", operator.lt),
    ("t", "f", 2, 2, "ge >=", operator.ge),
    ("t", "f", 2, 2, "gt >", operator.gt),
    ("t", "t", 0, ANY, "add +", lambda *xs: sum(xs)),
    ("t", "t", 2, ANY, "sub -", lambda x, *ys: x - sum(ys)),
    ("t", "t", 1, 1, "neg", operator.neg),
    ("t", "t", 1, 1, "abs", abs),
    ("t", "t", 2, ANY, "mul *", product),
    ("t", "t", 2, 2, "div /", _quotient),
    ("t", "t", 2, 2, "mod %", _remainder),
    ("t", "t", 2, 2, "pow", _power),
    ("t", "t", 1, ANY, "min", lambda *xs: min(xs)),
    ("t", "t", 1, ANY, "max", lambda *xs: max(xs)),
    ("t", "t", 2, ANY, "item-at", _item),
    ("ftt", "t", 3, 3, "if", lambda p, x, y: x if p else y),
)
OPS: dict[str, Op] = {}
for _args, _result, _least, _most, _names, _meaning in _ROWS:
    _spellings = tuple(_names.split())
    OPS[_spellings[0]] = Op(tuple(map(_SORTS.__getitem__, _args)), _SORTS[_result], _least, _most, _spellings, _meaning)

BY_SPELLING = {spelling: name for name, op in OPS.items() for spelling in op.names}
PARTIAL = ("div", "mod", "pow", "item-at")  # whose value may be UNDEFINED
COMPARISONS = ("eq", "ne", "le", "lt", "ge", "gt")
MIRRORED = {"eq": "eq", "ne": "ne", "le": "ge", "lt": "gt", "ge": "le", "gt": "lt"}  # x op y is y MIRRORED[op] x
