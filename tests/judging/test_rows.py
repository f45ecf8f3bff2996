"""`v` lines have the values of variables that are not hidden, and `check` reads the lines that `solve` prints."""

import pytest
from support.run_command import run

WISHES = "(int x 0 1) (int y 0 1)\n(= x y)\n(= x 1)\n(= y 0)\n"
HIDDEN = "(int _h 0 1) (int y 0 1) (bool _p) (bool q)\n(= y 1) q (= _h 1)\n"
XCSP = """<instance><presentation format="XCSP 2.1" type="WCSP"/>
<domains nbDomains="1"><domain name="D" nbValues="2">0..1</domain></domains>
<variables nbVariables="2"><variable name="x" domain="D"/><variable name="_y" domain="D"/></variables>
<relations nbRelations="1">
<relation name="R" arity="1" nbTuples="1" semantics="soft" defaultCost="0">3:1</relation></relations>
<constraints nbConstraints="2" maximalCost="10"><constraint name="c" arity="1" scope="x" reference="R"/>
<constraint name="d" arity="1" scope="_y" reference="R"/></constraints></instance>
"""
ROWS = {
    "costs of soft constraints": ("a.csp", WISHES, ["--max"], "v 1 1"),
    "hidden by their names": ("a.csp", HIDDEN, [], "v 1 1"),
    "names of XCSP": ("a.xml", XCSP, ["--weighted"], "v 0 0"),
}


@pytest.mark.parametrize(("name", "text", "goal", "row"), ROWS.values(), ids=ROWS)
def test_what_solve_prints_is_read(name, text, goal, row, tmp_path):
    source, answer = tmp_path / name, tmp_path / "answer"
    source.write_text(text)
    _, printed, _ = run("solve", source, "--to", "v", *goal)
    assert row in printed.splitlines()
    answer.write_text(printed)
    code, said, _ = run("check", source, answer, *goal)
    assert (code, said) == (0, "right\n")


def test_values_of_hidden_variables_are_too_many(tmp_path):
    (tmp_path / "a.csp").write_text(WISHES)
    (tmp_path / "answer").write_text("o 1\ns OPTIMUM FOUND\nv 1 1 0 0 1\n")
    code, _, said = run("check", tmp_path / "a.csp", tmp_path / "answer", "--max")
    assert code == 1
    assert "has 5 values; expected 2" in said
