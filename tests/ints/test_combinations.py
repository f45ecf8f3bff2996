"""Each operator and constraint in each combination of the encodings: of integers, at-most-one, counters and sums.

Thresholds are as low as they can be, so that small instances have what large ones have.  A combination whose clauses
have been there before needs no second look: most constraints do not use most of them.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from support.all_cases import FORMULAS_OF_ALL, solutions_of
from support.mixed_encodings import NAMES, low_thresholds
from support.oracle import encoded_solutions

from csp2sat.cnf import counts, gates
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.sums import order_sums
from csp2sat.settings import CHOICES, CODING

PARTS = 8  # of the formulas


def values(name: str) -> tuple[Any, ...]:
    """Return all values of a setting."""
    return CHOICES.get(name, (True, False))


Combination = dict[str, Any]  # the choice of each setting in CODING
COMBINATIONS: list[Combination] = [
    dict(zip(CODING, each, strict=True)) for each in product(*(values(name) for name in CODING))
]


def pairs_of(combination: Combination) -> set[tuple[tuple[str, Any], ...]]:
    """Return each two of the choices."""
    return set(combinations(combination.items(), 2))


def pairwise() -> list[Combination]:
    """Return few combinations in which any two choices occur together: each has the most pairs that are missing."""
    missing, found = set().union(*map(pairs_of, COMBINATIONS)), []
    while missing:
        found.append(max(COMBINATIONS, key=lambda each: len(pairs_of(each) & missing)))
        missing -= pairs_of(found[-1])
    return found


PAIRS = pairwise()


def test_pairs_are_all_pairs():
    for one, other in combinations(CODING, 2):
        assert {(p[one], p[other]) for p in PAIRS} == set(product(values(one), values(other)))
    assert len(PAIRS) < 30


def options_of(encoding: str, choice: Combination) -> EncoderOptions:
    """Return the options of a combination; some share no auxiliary variables."""
    return EncoderOptions(encoding, share=choice["card"] != "network", **choice)


ALL = [pytest.param(part, COMBINATIONS, id=f"all-{part}", marks=pytest.mark.long) for part in range(PARTS)]
SOME = [pytest.param(None, PAIRS, id="pairs")]  # with each encoding another part


@pytest.mark.sample(1)
@pytest.mark.parametrize("part, chosen", ALL + SOME)
@pytest.mark.parametrize("encoding", NAMES)
def test_every_combination(encoding, part, chosen, monkeypatch):
    for module, name, low in (
        (gates, "PAIRWISE", 2),
        (counts, "MOST", 1),
        (order_sums, "DIRECT", 1),
    ):
        monkeypatch.setattr(module, name, low)
    distinct = 0
    first = NAMES.index(encoding) if part is None else part
    for name, (model_for, formula) in list(FORMULAS_OF_ALL.items())[first::PARTS]:
        model, seen = model_for(formula), set()
        for choice in chosen:
            options = options_of(encoding, choice)
            with low_thresholds():
                sink = Sink()
                sizes = str(encode(model, sink, options))
                clauses = (sizes, *sink.defs, *sink.out)
                if clauses not in seen:
                    seen.add(clauses)
                    assert encoded_solutions(model, options) == solutions_of(name), f"{name}, {options}"
        distinct += len(seen)
    assert distinct > 1.5 * len(FORMULAS_OF_ALL) / PARTS  # so the combinations are not all the same
