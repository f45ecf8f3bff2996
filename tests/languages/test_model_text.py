"""What the text of a MiniZinc model says about places in it: names of constraints, and enumerations of indices."""

import pytest

import csp2sat
from csp2sat.languages.flatzinc.output_spec import OutputSpec
from csp2sat.languages.flatzinc.own_texts.model_text import ModelText

SPEC = OutputSpec(
    'output ["x = ",show(x),";\\n"];\nfunction string : _toString_Day(opt int: x,bool: b,bool: json) = '
    "_enum_to_string_0_Day[deopt(x)];\narray [Day] of int: x;\n"
    'array [1..2] of string: _enum_to_string_0_Day = ["Mon","Tue"];\nset of int: Day = 1..2;\n'
)
MODEL = """% a comment; "no name"
enum Day = {Mon, Tue}; array[Day] of var 1..3: x; /* ; */
constraint x[Mon] > 1 :: "late \\"Kim\\""; constraint x[Tue] < 3;
constraint :: "Ann" forall(d in Day, e in 1..2)(x[d] > 0 :: "inner");
constraint (let { var 1..3: y; constraint y > 1 :: "deep" } in y = x[Mon]);
output ["a;b"] :: "no constraint";
constraint (x[Mon] = 1 /\\ x[Tue] = 1) :: "last\""""


def named(*places):
    text = ModelText(MODEL, SPEC)
    return [text.name(*place) for place in places]


def test_names_are_those_of_the_constraint_at_a_place():
    assert named((3, 12), (3, 54), (4, 21)) == ['late "Kim"', "", "Ann"]
    assert named((5, 44), (6, 3), (2, 1)) == ["", "", ""]
    assert named((7, 12), (7, 27), (1, 1)) == ["last", "last", ""]


def test_an_index_of_an_enumeration_is_its_value():
    text = ModelText(MODEL, SPEC)
    assert [text.index(4, 28, "d=2"), text.index(4, 38, "e=2")] == ["d=Tue", "e=2"]
    assert [text.index(4, 28, "d=7"), text.index(99, 1, "d=1")] == ["d=7", "d=1"]


@pytest.mark.needs("minizinc")
def test_groups_are_the_constraints_of_a_name(tmp_path):
    (tmp_path / "m.mzn").write_text(
        'array[1..3] of var 1..2: x;\nconstraint forall(i, j in 1..3 where i < j)(x[i] != x[j]) :: "no clash";\n'
        'constraint :: "Kim" x[1] = 1;\nsolve satisfy;\n'
    )
    model = csp2sat.load(str(tmp_path / "m.mzn"))
    (reason,) = csp2sat.explain(model, by="name", blame=["no*"]).reasons
    assert (reason.names, len(reason.constraints)) == (["no clash"], 3)
