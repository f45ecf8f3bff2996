"""Encodings of integers in tests: a random one for each variable, with thresholds so low that small domains have it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.constraints.globals import element
from csp2sat.encoder import passes
from csp2sat.encoder.clauses import integers
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.normalize import bit_arithmetic as bitarithmetic
from csp2sat.encoder.normalize import relations
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.sums import compact_order_sums as digitsums
from csp2sat.encoder.sums import digit_split as digits
from csp2sat.ints import coded, compact_order, log
from csp2sat.ints.spec import ENCODINGS
from csp2sat.languages import sugar
from csp2sat.model.model import Model

ENCODINGS.packages += ("plugged",)  # one more encoding, see `plugged.gray`
NAMES = list(ENCODINGS)
OTHERS = [name for name in NAMES if name != "order"]

THRESHOLDS: dict[tuple[Any, str], tuple[int, ...]] = {  # the values to be tried; the last one is the tests' usual one
    (element, "MANY"): (4000, 0),
    (compact_order, "SMALL"): (2,),
    (compact_order, "WIDTH"): (1, 2),
    (log, "STEPS"): (2, 4),
    (compact_order, "WHOLE"): (2, 5),
    (coded, "FEW"): (0, 1, 16),
    (coded, "VIEW"): (0, 4096),
    (integers, "MANY"): (1, 256),
    (digits, "MOST"): (1, 50_000),
    (digitsums, "LARGE"): (3, 1000),
    (bitarithmetic, "SMALL"): (0, 12, 2000),
    (passes, "WIDE"): (2, 4, 4096),
    (relations, "WIDE"): (2, 4, 100_000),
}


@contextmanager
def low_thresholds(random: Random | None = None) -> Iterator[None]:
    """Inside the block small integers have the codes of large ones, too.  random: chooses among the thresholds."""
    before = [(module, name, getattr(module, name)) for module, name in THRESHOLDS]
    before.append((compact_order, "BASE", compact_order.BASE))
    for (module, name), values in THRESHOLDS.items():
        setattr(module, name, random.choice(values) if random else values[-1])
    compact_order.BASE = 1 << compact_order.WIDTH
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def mixed(model: Model, random: Random, **options: Any) -> EncoderOptions:
    """A random encoding for each variable, and one for the auxiliaries."""
    each = tuple((name, random.choice(NAMES)) for name in model.ints)
    return EncoderOptions(random.choice(NAMES), each, **options)


def chosen(text: str, options: EncoderOptions) -> dict[str, str]:
    """The encoding that each integer of a CSP text gets."""
    records = encode(sugar.read(Source("x.csp", text)), Sink(), options)
    return {record["int"]: record["code"] for record in records if "int" in record}
