"""Integers of any length are written and read; what is too long, or would be, is refused at once."""

from __future__ import annotations

import json
import random
import sys
import time

import pytest

from csp2sat.base import numbers
from csp2sat.errors import ModelError

LONG = 3**20_000  # 9543 digits


@pytest.fixture
def unlimited():
    """Python converts integers of any length meanwhile."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.sample(2)
@pytest.mark.parametrize("bits", [0, 1, 13, 999, 1000, 1001, 2001, 14_000, 14_300, 50_000, 200_000])
def test_written_and_read(bits, unlimited):
    for _ in range(3):
        value = random.getrandbits(bits) if bits else 0
        for number in (value, -value, 1 << bits, -(1 << bits), (1 << bits) - 1):
            assert numbers.decimal(number) == numbers._written(number) == str(number)
            assert numbers.integer(str(number)) == number
            assert len(str(abs(number))) <= numbers.digits_of(number) <= len(str(abs(number))) + 1


def test_the_usual_limit_is_left_alone():
    before = sys.get_int_max_str_digits()
    assert numbers.integer(numbers.decimal(-LONG)) == -LONG
    assert sys.get_int_max_str_digits() == before
    with pytest.raises(ValueError, match="limit"):
        str(LONG)


def test_a_million_digits_are_written_in_a_moment():
    start = time.perf_counter()
    assert len(numbers.decimal(7**1_000_000)) == 845_099
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    "text", ["9" * 100_001, "-" + "9" * 100_000, "1" * 30_000_000], ids=["digits", "sign", "megabytes"]
)
def test_too_long(text):
    start = time.perf_counter()
    with pytest.raises(numbers.TooLong, match="at most 100000 digits"):
        numbers.integer(text)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize("text", ["", "x", "--" + "1" * 700, "1" * 700 + "x", "+-" + "1" * 700], ids=range(5))
def test_no_number(text):
    with pytest.raises(ValueError):
        numbers.integer(text)


@pytest.mark.parametrize(
    "content",
    [LONG, [LONG, -LONG, 1], {"a": [LONG], "ü": {"b": LONG, "c": [True, None, 1.5, "x"]}}, [[], {}, LONG]],
    ids=range(4),
)
@pytest.mark.parametrize("how", [{}, {"ensure_ascii": False}, {"separators": (",", ":")}, {"sort_keys": True}], ids=str)
def test_json(content, how, unlimited):
    expected = json.dumps(content, **how)
    sys.set_int_max_str_digits(4300)
    assert numbers.dumps(content, **how) == expected
    assert numbers.loads(expected) == content


def test_json_that_is_none():
    for text in ("{", '{"a": 1' + "0" * 200_000 + "}", "1" * 5000 + "x"):
        with pytest.raises(ValueError):
            numbers.loads(text)
    with pytest.raises(ValueError, match="JSON compliant"):
        numbers.dumps([float("nan"), 1], allow_nan=False)


def test_products_and_powers_have_an_end():
    half = 1 << numbers.MOST_BITS // 2
    assert numbers.product(half, 5, 0) == 0 == numbers.product(half, half, half, 0)
    assert numbers.product(2, 3, -7) == -42
    assert numbers.product() == 1
    assert [numbers.power(base, 10**12) for base in (0, 1, -1)] == [0, 1, 1]
    for wrong in (lambda: numbers.product(half, half, 2), lambda: numbers.power(10, 10**12)):
        with pytest.raises(ModelError, match="is too large"):
            wrong()


@pytest.mark.parametrize(("value", "shown"), [(17, "17"), (-(10**50), str(-(10**50))), (10**200, "10^200")])
def test_in_messages(value, shown):
    assert numbers.cut(value) == shown


def test_two_texts_are_cut_around_their_difference():
    assert numbers.apart("here", "there") == ("here", "there")
    one, other = numbers.apart("x" * 300 + "a" + "y" * 300, "x" * 300 + "b" + "y" * 300)
    assert (one, other) == (f"...{'x' * 30}a{'y' * 29}...", f"...{'x' * 30}b{'y' * 29}...")
    assert numbers.apart("x" * 99, "x" * 120) == (f"...{'x' * 30}", f"...{'x' * 51}")
