"""The relative gap of a result, and a result as JSON beside what `solve --json` prints."""

import json
from dataclasses import replace

import pytest
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.api.writing.common_result import SCHEMA
from csp2sat.cli.json_lines import VERSION, schema

BOARD = "; Masyu Puzzle\nsize 5 4\n- - - - -\n- - - 1 0\n- - - - -\n1 - - - -\n"
UNKNOWN_TO_A_RESULT = {"encoding", "command"}
INPUTS = {
    "optimum.csp": "(int x 0 9) (bool p) (or p (> x 3)) (objective maximize x)",
    "one.csp": "(int x 0 9) (bool p) (= x 3) p",
    "none.csp": "(int x 0 9) (> x 9)",
    "board.txt": BOARD,
}


@pytest.mark.parametrize("name", INPUTS)
def test_the_json_of_a_result_is_that_of_the_command(name, tmp_path):
    path = tmp_path / name
    path.write_text(INPUTS[name])
    result = csp2sat.solve(csp2sat.loads(BOARD).board if name == "board.txt" else path)
    ours, printed = json.loads(result.json), json.loads(run("solve", path, "--json").out)
    assert "\n" not in result.json and faults(ours, schema(), schema()) == [] and ours["schema"] == SCHEMA == VERSION
    assert ours.keys() == printed.keys() - UNKNOWN_TO_A_RESULT
    for key in ours.keys() - {"solver", "seconds", "size", "contradiction"}:
        assert ours[key] == printed[key]


def test_violated_constraints_and_a_second_solution():
    m = csp2sat.Model()
    x = m.int("x", 0, 1)
    m.soft(x > 1, 2, name="bigger")
    found = json.loads(csp2sat.solve(m).json)
    assert found["violated"] == [{"name": "bigger", "constraint": "(gt x 1)", "weight": 2}]
    assert faults(found, schema(), schema()) == []
    other = csp2sat.Model()
    other.int("y", 0, 1)
    found = json.loads(csp2sat.solve(other, unique=True).json)
    assert found["unique"] is False and {found["ints"]["y"], found["second"]["ints"]["y"]} == {0, 1}
    assert faults(found, schema(), schema()) == []


def test_the_gap():
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    assert csp2sat.solve(m).gap is None
    m.maximize(x)
    best = csp2sat.solve(m)
    assert best.gap == 0.0
    open_ = replace(best, status="SATISFIABLE", objective=8, objectives=(8,), bound=(8, 10))
    assert open_.gap == 0.25 and replace(open_, objective=0, bound=(-3, 0)).gap == 3.0
    assert json.loads(open_.json)["bound"] == [8, 10]
    assert replace(open_, bound=(8, 10**400)).gap == float("inf")
    assert replace(open_, bound=None).gap is None
    assert replace(open_, bound=(8, 8)).gap == 0.0  # as `improvements` gives it before its last result
    assert replace(open_, objectives=(8, 1), bound=(1, 8)).gap is None
    m.add(x > 9)
    assert csp2sat.solve(m).gap is None


def test_names_of_others_lead_there():
    result = csp2sat.solve(csp2sat.Model())
    for name, meant in (("to_json", "r.json"), ("mip_gap", "r.gap"), ("relative_gap", "r.gap")):
        with pytest.raises(AttributeError, match=meant):
            getattr(result, name)
