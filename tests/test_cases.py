"""Golden cases: one file each, the input and after it the line `; --- expected` with what must come out.

Status and number of solutions (of the variables that are not hidden) were found by brute force; a failure of a random
test becomes a file here.  mode: `max` and `weighted` (the least cost), `cspuz` (the `#` line's reply).
"""

import json

import pytest
from support.paths import CASES

import csp2sat
from csp2sat.base.source import Source
from csp2sat.languages import sugar
from csp2sat.languages.csp import cspuz_keys
from csp2sat.solving.maxcsp import MaxCspProblem

FILES = sorted(CASES.glob("*.csp"))
MARK = "; --- expected "


def case(path):
    """The text, and what is expected."""
    text = path.read_text(encoding="utf-8")
    return text, json.loads(text.rpartition(MARK)[2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case(path):
    text, expected = case(path)
    source, keys = cspuz_keys.split(Source(path.name, text))
    model = sugar.read(source)
    if "min_cost" in expected:
        result = csp2sat.solve(MaxCspProblem(model, expected["mode"], ""), solver="embedded")
        assert (result.status, result.objective) == ("OPTIMUM FOUND", expected["min_cost"])
        return
    goal, model.objective = model.objective, None
    found = list(csp2sat.solutions(model))
    assert bool(found) == (expected["status"] == "SAT")
    assert len(found) == expected.get("count", len(found))
    if "backbone" in expected:
        assert keys is not None
        values = [answer.ints | answer.bools for answer in found]
        assert {k: values[0][k] for k in keys.names if len({v[k] for v in values}) == 1} == expected["backbone"]
    if "optimum" in expected:
        model.objective = goal
        assert csp2sat.solve(model).objective == expected["optimum"]


def test_there_are_cases():
    assert len(FILES) >= 48
