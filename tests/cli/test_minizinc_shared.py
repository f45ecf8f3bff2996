"""What MiniZinc shares between constraints, and makes of optional variables, changes neither reasons nor answers."""

import json

import pytest
from support.run_command import run

import csp2sat

pytestmark = pytest.mark.needs("minizinc")
LATE = r"""array[1..3] of var 0..9: s;
constraint :: "if late" s[1] > 4 -> s[2] > s[1];
constraint :: "A early" s[1] <= 4;
constraint :: "A or C" s[1] > 4 \/ s[3] > 4;
constraint :: "C early" s[3] <= 4;
constraint :: "B" s[2] in {0};
solve satisfy;
"""
"""`s[1] <= 4` is written once, at the place of `if late`."""

OFF = r"""var 0..3: x; var 0..3: y; var 0..3: z;
constraint :: "early" sum([x = 1, y = 1, z = 1]) = 1;
constraint :: "late" sum([x = 2, y = 2, z = 2]) = 1;
constraint :: "x off" x in {0};
constraint :: "y off" y in {0};
solve satisfy;
"""
"""`in` is decided while MiniZinc compiles."""

OPTIONAL = """array[1..2] of var opt 0..4: a;
array[1..2] of var bool: p;
constraint forall(j in 1..2)(occurs(a[j]) <-> p[j]);
constraint forall(j in 1..2)(p[j] -> deopt(a[j]) + 1 <= 2);
constraint forall(j in 1..2)(p[j]);
solve satisfy;
"""
"""MiniZinc 2.6.4 has two variables for each value, one of them in the answer; Gecode finds 25 solutions, too."""

REQUIRED = "var opt 0..4: a; constraint occurs(a); constraint deopt(a) >= 3; solve satisfy;\n"


def test_reasons_and_corrections_are_true(tmp_path):
    (tmp_path / "late.mzn").write_text(LATE)
    answer = json.loads(run("explain", str(tmp_path / "late.mzn"), "--json", "--all-corrections").out)
    found = [sorted(each["name"] for each in one["constraints"]) for one in answer["corrections"]]
    assert sorted(found) == [["A early", "B"], ["A early", "if late"], ["A or C"], ["C early"]]
    (tmp_path / "off.mzn").write_text(OFF)
    (reason,) = csp2sat.explain(tmp_path / "off.mzn", by="name").reasons
    assert reason.minimal and reason.names == ["early", "late", "x off", "y off"]


def test_what_the_declarations_refute_blames_no_constraint(tmp_path):
    (tmp_path / "m.mzn").write_text("var 0..3: x; var 0..3: y = x + 4; constraint x > 1; solve satisfy;\n")
    assert "the declarations and the objective alone allow no solution" in run("explain", str(tmp_path / "m.mzn")).out


def test_optional_variables_have_one_value(tmp_path):
    (tmp_path / "m.mzn").write_text(OPTIONAL)
    assert csp2sat.count(tmp_path / "m.mzn").number == 4
    (tmp_path / "wrong.txt").write_text("a = [4, 4];\np = [true, true];\n")
    assert run("check", str(tmp_path / "m.mzn"), str(tmp_path / "wrong.txt")).code == 1
    (tmp_path / "r.mzn").write_text(REQUIRED)
    assert csp2sat.count(tmp_path / "r.mzn").number == 2
