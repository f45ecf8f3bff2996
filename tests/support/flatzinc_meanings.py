"""What FlatZinc's builtins mean, on plain values: nothing is shared with the reader or the encoder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def truncated(x: int, y: int) -> int | None:
    """x / y towards zero."""
    if y == 0:
        return None
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def remainder(x: int, y: int) -> int | None:
    return None if y == 0 else x - y * truncated(x, y)


def power(x: int, y: int) -> int | None:
    if y >= 0:
        return x**y
    return None if x == 0 else truncated(1, x**-y)


def total(weights, terms):
    return sum(a * x for a, x in zip(weights, terms, strict=True))


def item(index, items):
    return items[index - 1] if 1 <= index <= len(items) else None


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "le": lambda x, y: x <= y,
    "lt": lambda x, y: x < y,
    "ge": lambda x, y: x >= y,
    "gt": lambda x, y: x > y,
}
BUILTIN_MEANINGS: dict[str, Callable[..., Any]] = {
    **{f"int_{op}": meaning for op, meaning in COMPARE.items()},
    **{f"int_lin_{op}": lambda a, x, c, meaning=meaning: meaning(total(a, x), c) for op, meaning in COMPARE.items()},
    "int_plus": lambda x, y, z: x + y == z,
    "int_minus": lambda x, y, z: x - y == z,
    "int_times": lambda x, y, z: x * y == z,
    "int_negate": lambda x, y: y == -x,
    "int_div": lambda x, y, z: truncated(x, y) == z,
    "int_mod": lambda x, y, z: remainder(x, y) == z,
    "int_pow": lambda x, y, z: power(x, y) == z,
    "int_pow_fixed": lambda x, y, z: power(x, y) == z,
    "int_abs": lambda x, y: abs(x) == y,
    "int_max": lambda x, y, z: max(x, y) == z,
    "int_min": lambda x, y, z: min(x, y) == z,
    "set_in": lambda x, s: x in s,
    "array_int_element": lambda k, a, z: item(k, a) == z,
    "array_var_int_element": lambda k, a, z: item(k, a) == z,
    "array_bool_element": lambda k, a, z: item(k, a) == z,
    "array_var_bool_element": lambda k, a, z: item(k, a) == z,
    "bool_eq": lambda p, q: p == q,
    "bool_ne": lambda p, q: p != q,
    "bool_not": lambda p, q: p != q,
    "bool_le": lambda p, q: p <= q,
    "bool_lt": lambda p, q: p < q,
    "bool_ge": lambda p, q: p >= q,
    "bool_gt": lambda p, q: p > q,
    "bool_and": lambda p, q, r: r == (p and q),
    "bool_or": lambda p, q, r: r == (p or q),
    "bool_xor": lambda p, q, r=True: r == (p != q),
    "bool_clause": lambda p, q: any(p) or not all(q),
    "array_bool_and": lambda p, r: r == all(p),
    "array_bool_or": lambda p, r: r == any(p),
    "array_bool_xor": lambda p: sum(p) % 2 == 1,
    "bool_lin_eq": lambda a, p, z: total(a, p) == z,
    "bool_lin_ne": lambda a, p, z: total(a, p) != z,
    "bool_lin_le": lambda a, p, z: total(a, p) <= z,
    "bool2int": lambda p, x: x == int(p),
}
