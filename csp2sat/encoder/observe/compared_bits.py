"""Texts about the literals with which integers are compared bit by bit, see `ints.bit_relations`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...cnf.sink import Lit
from ...decoder.wording import within
from ...ints.bit_relations import Shifted
from ...ints.spec import IntCode
from .texts import added


def least(code: IntCode, sign: int) -> int:
    """Return the constant c for which `sign * x + c` is the binary number of the integer's bits, each of them negated
    if the sign is -1.

    code: the code of the integer x, which has a weight for each bit.
    """
    base, weights = code.weights() or (0, [])
    return -base if sign > 0 else base + (1 << len(weights)) - 1


def carried(term: str, code: IntCode, number: int, carries: Mapping[int, Lit]) -> Iterator[tuple[Lit, str]]:
    """Yield the literal and the text of each carry where a `number` is added to the bits of the term, whose code is
    `code`.

    carries: the literals of the carries, by the places of the bits to which they are added.
    """
    _, weights = code.weights() or (0, [])
    for at, lit in carries.items():
        rest = term if at >= len(weights) else f"{within(term)} mod {1 << at}"
        yield lit, f"{rest} >= {(1 << at) - number % (1 << at)}"


def side(name: str, integer: Shifted, base: int) -> str:
    """Return the text of the binary number of an integer's bits, the value minus `base`; '' if the integer's name is
    ''.
    """
    return name and within(added([(integer.sign, name)], integer.offset - base))


def different(left: str, right: str, at: int) -> str:
    """Return the text of the literal that the bits of the sides `left` and `right` at the place `at` differ; '' if the
    text of a side is ''.
    """
    return f"bit {at} of {left} != bit {at} of {right}" if left and right else ""


def less(left: str, right: str, at: int) -> str:
    """Return the text of the literal that the side `left` is less than `right`, both without the bits below the place
    `at`; '' if the text of a side is ''.
    """
    return f"{left} div {1 << at} < {right} div {1 << at}" if left and right else ""
