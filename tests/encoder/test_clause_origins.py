"""Which constraint a clause comes from: judged by activation literals, which each clause of a constraint has."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from support.paths import CASES

from csp2sat.base.source import Source
from csp2sat.cnf import dimacs, sink
from csp2sat.cnf.dimacs_file import DimacsFile
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.observe.clause_origins import ClauseOrigins
from csp2sat.encoder.observe.statistics import Statistics
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages import sugar


@pytest.mark.sample(6)
@pytest.mark.parametrize("spill", [1, 60, 1 << 18])
@pytest.mark.parametrize("encoding", ["order", "direct", "log"])
@pytest.mark.parametrize("case", sorted(CASES.glob("[!c]*.csp"))[::4], ids=lambda path: path.stem)
def test_each_clause_that_is_required_by_a_constraint_has_its_origin(case, encoding, spill, monkeypatch):
    monkeypatch.setattr(sink, "SPILL", spill)
    model = sugar.read(Source("x.csp", case.read_text()))
    options = replace(EncoderOptions.parsed(encoding), activate=True, narrowing=False, share=False)
    options = replace(options, watches=(Statistics(), ClauseOrigins()))
    body = BytesIO()
    file = DimacsFile(body)
    records = list(encode(model, file, options))
    file.finish()
    rows = clauses(dimacs.read(body.getvalue(), "x.cnf").flat)
    origins: list[object] = [None] * len(rows)
    for record in records:
        if "clauses" in record:
            first, last = record["clauses"]
            assert 1 <= first <= last <= len(rows) and origins[first - 1 : last] == [None] * (last - first + 1)
            origins[first - 1 : last] = [record["origin"]] * (last - first + 1)
    active = {record["activation"]: record["origin"] for record in records if "activation" in record}
    for row, origin in zip(rows, origins, strict=True):
        needed = {active[-lit] for lit in row if -lit in active}
        assert needed <= {origin}, row
    assert origins[0] is None or rows[0] != [1]
