"""Decimal digits of integers of any length, and JSON with such integers.

Python refuses integers of more than some thousand digits (`sys.set_int_max_str_digits`), for its own conversion takes
quadratic time.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache, lru_cache
from itertools import zip_longest
from math import prod
from typing import Any

from ..errors import ModelError

SHORT = 600  # digits that Python reads and writes whatever its limit is
MOST_DIGITS = 100_000  # of a number that is read; a division of two such numbers takes a tenth of a second
MOST_BITS = 1 << 23  # of a product or a power; two numbers of half of that are multiplied in a second
FEW_BITS = 1000  # of a number that the module decimal converts at once


class TooLong(ValueError):
    """A number of more than MOST_DIGITS digits."""


def integer(text: str) -> int:
    """Return the integer that a text of an optional sign and digits writes. Raises ValueError for another text, and
    TooLong for more than MOST_DIGITS characters.
    """
    if len(text) <= SHORT:
        return int(text)
    if len(text) > MOST_DIGITS:
        raise TooLong(f"an integer of {len(text)} digits; expected at most {MOST_DIGITS} digits")
    digits = text.lstrip("+-")
    if len(text) - len(digits) > 1:
        raise ValueError(f"{text[:SHORT]}... is no integer")
    return -_read(digits) if text[0] == "-" else _read(digits)


def _read(digits: str) -> int:
    """Return the integer of a row of digits: its halves are read apart and joined by a product."""
    if len(digits) <= SHORT:
        return int(digits)
    half = len(digits) // 2
    return _read(digits[:-half]) * _ten_to(half) + _read(digits[-half:])


@lru_cache(64)
def _ten_to(power: int) -> int:
    found: int = 10**power
    return found


@contextmanager
def long_written() -> Iterator[None]:
    """Let Python itself write, within the block, every integer that `integer` reads, as a message may contain any of
    them.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(before and max(before, MOST_DIGITS))
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def decimal(value: int) -> str:
    """Return the decimal digits of an integer of any length, with its sign."""
    try:
        return str(value)
    except ValueError:
        return _written(value)


def _written(value: int) -> str:
    """Return the decimal digits of a long integer: its halves are converted apart and joined by fast products."""
    from decimal import MAX_EMAX, MAX_PREC, Context, Decimal, localcontext

    powers: dict[int, Decimal] = {}

    def two_to(bits: int) -> Decimal:
        if bits not in powers:
            half = bits >> 1
            powers[bits] = two_to(half) * two_to(bits - half) if bits > FEW_BITS else Decimal(1 << bits)
        return powers[bits]

    def converted(part: int, bits: int) -> Decimal:
        if bits <= FEW_BITS:
            return Decimal(part)
        half = bits >> 1
        high = part >> half
        return converted(part - (high << half), half) + converted(high, bits - half) * two_to(half)

    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX)):
        return "-" * (value < 0) + str(converted(abs(value), value.bit_length()))


def product(*factors: int) -> int:
    """Return the product of the factors. Raises ModelError if none is 0 and all together have more than MOST_BITS
    bits.
    """
    bits = sum(map(int.bit_length, factors))
    if bits > MOST_BITS and 0 not in factors:
        raise ModelError(f"a product of about {bits * 30103 // 100000} digits is too large")
    return prod(factors)


def power(base: int, exponent: int) -> int:
    """Return the base to the exponent, which is not negative. Raises ModelError if the bits of the base, times the
    exponent, are more than MOST_BITS and the base is none of -1, 0 and 1.
    """
    if abs(base) > 1 and exponent * base.bit_length() > MOST_BITS:
        raise ModelError(f"a power such as {cut(base)} to the {cut(exponent)} is too large")
    found: int = base**exponent
    return found


def digits_of(value: int) -> int:
    """Return an integer's number of decimal digits, or that number plus one; the digits are not computed."""
    return value.bit_length() * 30103 // 100000 + 1


def cut(value: int, most: int = 60) -> str:
    """Return an integer for a message: its digits if it has about `most` or fewer, else a power of ten near it, such as
    10^70.
    """
    return str(value) if value.bit_length() <= 3 * most else f"{'-' * (value < 0)}10^{digits_of(value) - 1}"


def short(value: object, most: int = 60) -> str:
    """Return the `repr` of any value for a message, cut after `most` characters; integers are written as by `cut`."""
    if type(value) is int:
        return cut(value, most)
    try:
        text = repr(value)
    except ValueError:  # Python does not write an integer in it
        text = f"a {type(value).__name__} with a long integer"
    return shortened(text, most)


def shortened(text: str, most: int = 60) -> str:
    """Return a text for a message, cut after `most` characters."""
    return text if len(text) <= most else text[:most] + "..."


def apart(one: str, other: str, most: int = 60) -> tuple[str, str]:
    """Return the two different texts `one` and `other` for a message, each cut to about `most` characters around their
    first difference.
    """
    at = next((at for at, pair in enumerate(zip_longest(one, other)) if pair[0] != pair[1]), len(one))
    start = 0 if at < most else at - most // 2
    first, second = (("..." if start else "") + shortened(text[start:], most) for text in (one, other))
    return first, second


def counted(number: int, what: str) -> str:
    """Return a number with its noun, as `1 item` or `2 items`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def repr_of(record: Any) -> str:
    """Return the `repr` of an instance of a dataclass; integers of any length are written in full."""
    named = ((each.name, getattr(record, each.name)) for each in fields(record) if each.repr)
    return f"{type(record).__qualname__}({', '.join(f'{name}={_repr(value)}' for name, value in named)})"


def _repr(value: Any) -> str:
    if type(value) is tuple and value:
        return f"({', '.join(map(_repr, value))}{',' if len(value) == 1 else ''})"
    return decimal(value) if type(value) is int else repr(value)


def dumps(content: Any, **how: Any) -> str:
    """Return the content as JSON text, as `json.dumps` does, but with integers of any length. how: arguments of
    `json.dumps`, without indentation.
    """
    try:
        return _encoder(**how).encode(content)
    except ValueError:
        if not _has_long(content):
            raise
    comma, colon = how.get("separators") or (", ", ": ")
    if isinstance(content, dict):
        pairs = sorted(content.items()) if how.get("sort_keys") else content.items()
        return (
            "{" + comma.join(f"{json.dumps(str(key), **how)}{colon}{dumps(value, **how)}" for key, value in pairs) + "}"
        )
    if isinstance(content, list | tuple):
        return "[" + comma.join(dumps(each, **how) for each in content) + "]"
    return decimal(content)


@cache
def _encoder(**how: Any) -> json.JSONEncoder:
    """Return an encoder for many contents: `json.dumps` makes one for each, which takes half of its time."""
    return json.JSONEncoder(**how)


def _has_long(content: Any) -> bool:
    """Whether the content, at any depth, has an integer of more digits than Python writes."""
    if isinstance(content, dict):
        return any(map(_has_long, content.values()))
    if isinstance(content, list | tuple):
        return any(map(_has_long, content))
    limit = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else 0
    return isinstance(content, int) and 0 < limit <= digits_of(content)


def loads(text: str | bytes, **how: Any) -> Any:
    """Return the value of a JSON text, as `json.loads` does, but with integers of up to MOST_DIGITS digits. Raises
    ValueError for any other text, but RecursionError if the text is nested too deeply. how: arguments of `json.loads`.
    """
    try:
        return json.loads(text, **how)
    except json.JSONDecodeError:
        raise
    except ValueError:  # of a long integer
        return json.loads(text, parse_int=integer, **how)
