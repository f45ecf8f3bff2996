"""Texts of `output` items are judged by the values that they tell, and by no other ones."""

import pytest
from support.run_command import run

from csp2sat.languages.flatzinc.output_spec import spec_of
from csp2sat.languages.flatzinc.own_texts.array_shapes import shape_fault
from csp2sat.languages.flatzinc.own_texts.unshown_names import unshown

OZN = """output ["x = ",show(x),";\\n","y = ",show(y),";\\n","max = ",show(max),";\\n",\
"_output = ",show(concat(ITEM)),";\\n"];
int: x;
int: y;
int: max;
string: s = "y";
"""
ITEMS = {
    '["x = "++format(x)++";\\n","y = ",show(y),";\\n"]': "",
    '[(("x = "++show(x))++"\\n")++"max = "++show_int(-4,max)]': "",
    '["x = "++format(x+1)++";\\n","y = "++format(y)++";\\n"]': "x",
    '["x = "++format(x)++";\\n"]++["x = "++format(y)++";\\n"]': "x",
    '["x = "++format(x)++" of 3;\\n"]': "x",
    '["x = 5;\\n",show(x)]': "x",
    '["x = "++format(x)++";\\n" | x in 1..2]': "x",
    '["x = "++format(x)++";\\n" | x, i in 1..2]': "x",
    '[let {int: y = 4} in ("y = "++format(y)++";")]': "y",
    '[if fix(x) > 1 then "x = " else "y = " endif,show(x),";"]': "x y max",
    '[s," = ",show(x),";\\n"]': "x y max",
    '[s,"x = "++format(x)++";\\n"]': "max",
    '[show(x <= y),"\\n"," <= 5; x >= 3; x == 2"]': "",
    '["a[",show(y),"] = ",show(y),";"]': "",
}


@pytest.mark.parametrize("item", ITEMS)
def test_names_with_other_texts_are_not_shown(item):
    spec = spec_of(OZN.replace("ITEM", item))
    assert spec.names == ["x", "y", "max"] and spec.texts == item
    assert unshown(spec) == {*ITEMS[item].split()}


def test_texts_of_definitions_tell_nothing():
    assert unshown(spec_of(OZN.replace("ITEM", '[s,show(x+1),";"]').replace('"y"', '"y = "'))) == {"y"}


TWO = [["1", "2"], ["1", "2", "3"]]
SHAPES = {
    "[1, 2, 3, 4, 5, 6]": "",
    "[| 1, 2, 3 | 4, 5, 6 |]": "",
    "[|1,2,3\n |4,5,6\n |]": "",
    "[| A: B: C: | 1, 2, 3 | D: 4, 5, 6 |]": "",
    "[[1, 2, 3], [4, 5, 6]]": "",
    "array2d(1..2, 1..3, [1, 2, 3, 4, 5, 6])": "",
    "array2d(Side, 1..3, [1, 2, 3, 4, 5, 6])": "",
    "[| 1, 2 | 3, 4 | 5, 6 |]": "has the shape 3 x 2; expected 2 x 3",
    "[| 1, 2, 3, 4, 5, 6 |]": "has the shape 1 x 6; expected 2 x 3",
    "[| 1, 2 | 3, 4, 5, 6 |]": "has rows of different lengths; expected 2 x 3",
    "[[1, 2], [3, 4], [5, 6]]": "has the shape 3 x 2; expected 2 x 3",
    "[[1, 2], [3, 4, 5, 6]]": "has rows of different lengths; expected 2 x 3",
    "[[[1, 2, 3], [4, 5, 6]]]": "has the shape 1 x 2 x 3; expected 2 x 3",
    "array2d(1..3, 1..2, [1, 2, 3, 4, 5, 6])": "has the index sets 1..3, 1..2; expected 1..2, 1..3",
    "array2d(0..1, 1..3, [1, 2, 3, 4, 5, 6])": "has the index sets 0..1, 1..3; expected 1..2, 1..3",
    "array1d(1..6, [1, 2, 3, 4, 5, 6])": "has the index sets 1..6; expected 1..2, 1..3",
}


@pytest.mark.parametrize("text", SHAPES)
def test_an_array_has_its_own_shape(text):
    assert shape_fault(text, TWO) == SHAPES[text]
    assert shape_fault(text, []) == ""


MODEL = """var 1..9: x; var 1..9: y; array[1..2, 1..3] of var 0..1: a; var bool: 'is big' = x > 2; var 1..9: 'q' = x;
constraint x + 2 <= y; constraint sum(a) == 1; constraint a[1, 3] == 1;
"""
PRINTED = r"""output ["x = \(x + 1)\n", "y = \(y)\n"];"""


@pytest.mark.needs("minizinc")
def test_a_model_is_judged_by_what_its_item_tells(tmp_path):
    plain, item, answer = tmp_path / "m.mzn", tmp_path / "item.mzn", tmp_path / "answer"
    plain.write_text(MODEL)
    item.write_text(MODEL + PRINTED)

    def judged(model, text):
        answer.write_text(text)
        ended = run("check", model, answer)
        return ended.code, ended.out + ended.err

    more = tmp_path / "more.mzn"
    more.write_text(MODEL + r'output ["total = \(x + y);\n"] ++ ["y = \(i);\n" | i in 1..2] ++ ["x = \(x);\n"];')
    code, text = judged(more, run("solve", more).out)
    assert code == 0 and text.startswith("right as far as judged\ncsp2sat: not judged: a: the answer has no values")
    own = run("solve", item).out
    assert "x = 2\n" in own
    code, text = judged(item, own)
    assert code == 0 and text.startswith("right as far as judged\ncsp2sat: not judged: a: the answer has no values")
    assert judged(item, "x = 4\ny = 2\n----------\n") == (1, f"wrong: {item}:2:12: x + 2 <= y is violated\n")
    code, text = judged(item, "x = 8;\ny = 3;\n")  # may be of x = 7
    assert code == 1 and "prints other texts after `x =`" in text and "wrong" not in text
    assert judged(item, "x = 1;\ny = 3;\n")[1].startswith("right\n")
    values = "x = 1;\ny = 3;\na = [| 0, 0, 1 | 0, 0, 0 |];\n'is big' = {};\n"
    assert judged(plain, values.format("false"))[1] == "right\n"
    assert "'is big' cannot be true: it is false" in judged(plain, values.format("true"))[1]
    assert judged(plain, "x = 1;\na = [|0, 0 | 1, 0 | 0, 0|];\n")[1] == "wrong: a has the shape 3 x 2; expected 2 x 3\n"
    json = run("solve", plain, "--json").out
    assert "\"'is big'\": " in json and judged(plain, json) == (0, "right\n")
