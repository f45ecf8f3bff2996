"""Names and arrays on which solutions are compared, as options and as `project=`, in each language."""

import pytest
from support.run_command import run

import csp2sat
from csp2sat.model.name_patterns import fitting, split_patterns

XML = """<instance format="XCSP3" type="CSP">
<variables>
<array id="q" size="[3]"> 1..3 </array> <array id="m" size="[2][2]"> 0..1 </array> <var id="z"> 0 1 </var>
</variables>
<constraints><allDifferent> q[] </allDifferent></constraints></instance>
"""
CSP = "(int q_0 1 3) (int q_1 1 3) (int q_2 1 3) (int z 0 1) (alldifferent q_0 q_1 q_2) (int q_most 0 9)\n"
NAMES = ("q[0]", "q[1]", "q[12]", "m[0][1]", "m[1][1]", "s{3}", "n[Ann,2]", "w_0_1", "w_1_1", "q_most", "x0")
FITTING = {
    "q": "q[0] q[1] q[12]",
    "q[]": "q[0] q[1] q[12]",
    "q[*]": "q[0] q[1] q[12]",
    "q[0]": "q[0]",
    "q[1..20]": "q[1] q[12]",
    "m[0]": "m[0][1]",
    "m[][1]": "m[0][1] m[1][1]",
    "m[1..1][]": "m[1][1]",
    "s": "s{3}",
    "n[Ann,*]": "n[Ann,2]",
    "n[*,2]": "n[Ann,2]",
    "w": "w_0_1 w_1_1",
    "w[0]": "w_0_1",
    "w[1,1]": "w_1_1",
    "w[0..0][1]": "w_0_1",
    "?_most": "q_most",
    "x[0-9]": "x0",
    "q[2]": "",
    "": "",
}


@pytest.mark.parametrize("pattern", FITTING)
def test_what_a_pattern_stands_for(pattern):
    assert " ".join(fitting(pattern, NAMES)) == FITTING[pattern]


def test_a_name_that_is_there_stands_for_itself():
    assert fitting("q", ("q", "q_0")) == ["q"]
    assert split_patterns("x, n[Ann,2],s{1,2},q[0]") == ["x", "n[Ann,2]", "s{1,2}", "q[0]"]


@pytest.mark.parametrize(("file", "text"), {"a.xml": XML, "a.csp": CSP}.items(), ids=("xcsp3", "csp"))
def test_an_array_is_counted_on_and_listed(file, text, tmp_path):
    path = tmp_path / file
    path.write_text(text)
    for names, number in {"q": 6, "q[]": 6, "q[0]": 3, "q[0..1],z": 12, "z": 2}.items():
        assert run("count", path, "--project", names).out == f"{number}\n"
        listed = run("solve", path, "--all", "--project", names).out
        assert listed.endswith(f"{number} solutions\n")
    assert csp2sat.count(str(path), project=["q"]).number == 6
    assert "no variable has the name p" in run("solve", path, "--all", "--project", "p").err
    assert run("solve", path, "--project", "q").code == 2


def test_solutions_in_python_differ_in_what_is_asked_for():
    m = csp2sat.Model()
    q, z = m.int_array("q", 3, 1, 2), m.bool("z")
    m.add(q[0] <= q[1])
    found = list(csp2sat.solutions(m, project=[q[0], "z"]))
    assert sorted((s[q[0]], s[z]) for s in found) == [(1, False), (1, True), (2, False), (2, True)]
    assert len(list(csp2sat.solutions(m, project=["q"]))) == 6 == csp2sat.count(m, project=q).number
    with pytest.raises(csp2sat.UsageError, match="no variable has the name r"):
        csp2sat.solutions(m, project=["r"])
