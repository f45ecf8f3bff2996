"""Schedules modelled with intervals have their known optima: job shops, projects, flexible job shops.

The optima of the job shops are published (Fisher and Thompson 1963; Lawrence 1984); those of the others, which a seed
makes, were found by OR-tools CP-SAT 9.15 and are proved here.
"""

from __future__ import annotations

import json

import pytest
from bench_scheduling import SHOPS, cases, ours

OPTIMA = {name: shop["optimum"] for name, shop in json.loads(SHOPS.read_text()).items()} | {
    "project-1": 36,
    "project-2": 36,
    "project-3": 44,
    "flexible-1": 55,
    "flexible-2": 45,
    "flexible-3": 53,
}


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long) if n == "la02" else n for n in sorted(OPTIMA)]
)
def test_optimum(name: str) -> None:
    assert ours(cases()[name](), limit=120) == OPTIMA[name]
