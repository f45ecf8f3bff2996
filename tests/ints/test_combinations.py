"""Each operator and constraint in each combination of the encodings: of integers, at-most-one, counters and sums.

Thresholds are as low as they can be, so that small instances have what large ones have.  A combination whose clauses
have been there before needs no second look: most constraints do not use most of them.
"""

from __future__ import annotations

from itertools import product

import pytest
from support.all_cases import FORMULAS_OF_ALL
from support.mixed_encodings import NAMES, low_thresholds
from support.oracle import encoded_solutions, solutions

from csp2sat.cnf import gates
from csp2sat.cnf.counters import WAYS
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.clauses.integers import SUMS
from csp2sat.encoder.encoder import EncoderOptions, encode
from csp2sat.encoder.sums import order_sums

COMBINATIONS = [
    {
        "amo": amo,
        "card": card,
        "sums": sums,
        "propagate": amo != "bimander",
        "share": card != "network",
        "polarity": polarity,
    }
    for amo, card, sums in product(gates.ENCODINGS, WAYS, SUMS)
    for polarity in ("used", "both")
]


@pytest.mark.parametrize("part", [pytest.param(at, marks=pytest.mark.long if at else ()) for at in range(4)])
@pytest.mark.parametrize("encoding", NAMES)
def test_every_combination(encoding, part, monkeypatch):
    for module, name, low in (
        (gates, "PAIRWISE", 2),
        (order_sums, "FEWEST", 1),
        (order_sums, "COUNTED", 1),
        (order_sums, "DIRECT", 1),
    ):
        monkeypatch.setattr(module, name, low)
    distinct = 0
    for name, (model_for, formula) in list(FORMULAS_OF_ALL.items())[part::4]:
        model, seen = model_for(formula), set()
        expected = solutions(model)
        for combination in COMBINATIONS:
            options = EncoderOptions(encoding, **combination)
            with low_thresholds():
                sink = Sink()
                sizes = str(encode(model, sink, options))
                clauses = (sizes, *sink.defs, *sink.out)
                if clauses not in seen:
                    seen.add(clauses)
                    assert encoded_solutions(model, options) == expected, f"{name}, {options}"
        distinct += len(seen)
    assert distinct > 1.5 * len(FORMULAS_OF_ALL) / 4  # so the combinations are not all the same
