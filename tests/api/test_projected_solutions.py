"""Names and arrays on which solutions are compared, as options and as `project=`, in each language."""

import json

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


def test_the_projected_variables_alone_are_printed(tmp_path):
    """Other variables would have arbitrary values."""
    (tmp_path / "a.csp").write_text("(int x 0 1)(int y 0 9)(bool p)(int _h 0 1)(= _h x)\n")

    def listed(*options):
        done = run("solve", tmp_path / "a.csp", "--all", *options)
        assert done.code == 0 and not done.err, done.err
        return done.out

    first, *rest = listed("--project", "x,p").split("\na\n")
    values = [first.removeprefix("s SATISFIABLE\n"), *rest[:-1]]
    assert sorted(values) == [f"a x\t{x}\na p\t{p}" for x in "01" for p in ("false", "true")]
    assert "_h" in listed("--project", "_h") and "y" not in listed("--project", "_h")
    assert sorted(listed("--project", "x", "--to", "v").splitlines())[-2:] == ["v 0", "v 1"]
    found = json.loads(listed("--project", "x", "--json"))
    assert sorted(each["ints"]["x"] for each in found["solutions"]) == [0, 1]
    assert all(each == {"ints": each["ints"], "bools": {}} and len(each["ints"]) == 1 for each in found["solutions"])


def test_other_forms_say_that_the_rest_is_arbitrary(tmp_path):
    (tmp_path / "a.fzn").write_text("var 0..1: x :: output_var;\nvar 0..1: y :: output_var;\nsolve satisfy;\n")
    (tmp_path / "a.txt").write_text("; Sudoku Puzzle\nsize 4 4\n4 - - 3\n- - - 4\n1 - - -\n- - - -\n")
    (tmp_path / "a.cnf").write_text("p cnf 3 1\n1 2 3 0\n")
    for name, names in (("a.fzn", "x"), ("a.txt", "*")):
        done = run("solve", tmp_path / name, "--all", "--project", names)
        assert done.code == 0 and "the other variables have one of the values that fit" in done.err
    found = run("solve", tmp_path / "a.cnf", "--all", "--project", "1,2").out
    models = sorted(line for line in found.splitlines() if line[0] == "v")
    assert models == ["v -1 -2 0", "v -1 2 0", "v 1 -2 0", "v 1 2 0"]


def test_a_range_of_indices_is_no_class_of_characters():
    """`v[0..3]` is of an array; as a pattern of file names it would be v0 and v3."""
    assert fitting("v[0..3]", ["v0", "v1", "v2", "v3"]) == []
    assert fitting("v[0-2]", ["v0", "v1", "v2", "v3"]) == ["v0", "v1", "v2"]
    assert fitting("v[0..1]", ["v[0]", "v_1", "v1"]) == ["v[0]", "v_1"]
