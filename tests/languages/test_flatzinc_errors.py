"""Faults of FlatZinc in text and JSON: each message has the place and what was expected."""

import pytest
from support.flatzinc_texts import as_json, model

from csp2sat.errors import InputError

WRONG = {
    "float": ("var float: f; solve satisfy;", "1:1", "no floating-point variables (f)"),
    "a float that MiniZinc made up": (
        "var 0..3: x;\nvar float: X_INTRODUCED_1_;\nvar float: z;\nvar 0.5..1.5: w;\nsolve satisfy;",
        "3:1",
        "no floating-point variables (z, w)",
    ),
    "a float that MiniZinc made up of a number": (
        "array [1..1] of float: X_INTRODUCED_2_ = [1.5];\nvar 0..3: x;\nsolve satisfy;",
        "1:43",
        "no floating-point numbers (1.5)",
    ),
    "float range": ("var 0.0..1.5: f; solve satisfy;", "1:1", "no floating-point variables (f)"),
    "float parameter": ("float: f = 1.5; solve satisfy;", "1:1", "no floating-point variables (f)"),
    "float argument": (
        "var 1..2: x;\nconstraint int_le(x,1.5); solve satisfy;",
        "2:21",
        "floating-point numbers (1.5)",
    ),
    "float constraint": (
        "constraint float_le(x,1.5); solve satisfy;",
        "1:21",
        "x is not declared",
    ),
    "set variable": ("var set of 1..3: s; solve satisfy;", "1:1", "no set variables (s)"),
    "unknown constraint": (
        "var 1..2: x; constraint fzn_nothing(x); solve satisfy;",
        "1:25",
        "no constraint fzn_nothing",
    ),
    "unknown reif": ("var bool: p; constraint nothing_reif(p); solve satisfy;", "1:25", "no constraint nothing_reif"),
    "set constraint": ("constraint set_union({1},{2},{1,2}); solve satisfy;", "1:12", "no set variables (set_union)"),
    "too few": ("var 1..2: x; constraint int_le(x); solve satisfy;", "1:25", "takes 2 arguments; there are 1"),
    "reif of nothing": ("constraint int_le_reif(); solve satisfy;", "1:12", "expected a Boolean as the last argument"),
    "kind": (
        "var bool: p; constraint int_le(p,1); solve satisfy;",
        "1:25",
        "argument 1 of int_le: expected an integer",
    ),
    "bool for int": ("constraint int_le(true,1); solve satisfy;", "1:12", "argument 1 of int_le: expected an integer"),
    "array for scalar": (
        "constraint int_le([1],1); solve satisfy;",
        "1:12",
        "argument 1 of int_le: expected an integer",
    ),
    "lengths": ("var 1..2: x; constraint int_lin_le([1,2],[x],1); solve satisfy;", "1:14", "2 and 1 elements"),
    "unknown name": (
        "var 1..2: abcd;\nconstraint int_le(abce,1); solve satisfy;",
        "2:19",
        "abce is not declared; did you mean 'abcd'",
    ),
    "twice": ("var 1..2: x; var 1..2: x; solve satisfy;", "1:24", "x is declared twice"),
    "no type": ("var: x; solve satisfy;", "1:1", "expected"),
    "odd type": ("var foo: x; solve satisfy;", "1:1", "expected a type of x"),
    "no solve": ("var 1..2: x;\n", "1:13", "expected a solve item"),
    "two solves": ("solve satisfy; solve satisfy;", "1:16", "a second solve item"),
    "odd solve": ("solve maybe;", "1:7", "expected `satisfy;`, `minimize X;`"),
    "satisfy something": ("var 1..2: x; solve satisfy x;", "1:20", "expected `satisfy;`, `minimize X;`"),
    "minimize nothing": ("solve minimize;", "1:7", "expected `satisfy;`, `minimize X;`"),
    "minimize a Boolean": ("var bool: p; solve minimize p;", "1:29", "the objective p is no integer"),
    "no semicolon": (
        "var 1..2: x; constraint int_le(x,1) constraint int_le(x,0); solve satisfy;",
        "1:37",
        "expected `;`",
    ),
    "no semicolon after an annotation": (
        "var 1..2: x; constraint int_le(x,1) :: domain constraint int_le(x,0); solve satisfy;",
        "1:47",
        "expected `;`",
    ),
    "no semicolon in an annotation": (
        "var 1..2: x; constraint int_le(x,1) :: f(a; constraint int_le(x,0)); solve satisfy;",
        "1:43",
        "expected `)`",
    ),
    "a constraint cut short": ("var 1..2: x; constraint int_le(x,", "1:34", "expected an argument"),
    "a list cut short": ("var 1..2: x; constraint f([x, x", "1:27", "expected an argument"),
    "a list in a list": ("constraint f([[1]]); solve satisfy;", "1:14", "expected an argument"),
    "a comma too many": ("var 1..2: x; constraint int_lin_le([1,],[x],2); solve satisfy;", "1:14", "expected a name"),
    "number of elements": (
        "array [1..3] of int: a = [1,2]; solve satisfy;",
        "1:22",
        "a has 3 elements by its type, and 2",
    ),
    "an index set": (
        "array [1..2] of var int: a :: output_array([1..3]) = [1,2]; solve satisfy;",
        "1:31",
        "expected the index sets of 2 elements",
    ),
    "no element": (
        "array [1..2] of int: a = [3,4]; constraint int_le(1,a[3]); solve satisfy;",
        "1:53",
        "there is no element a[3]",
    ),
    "a name used before": (
        "var 1..2: y = x; var 1..2: x; solve satisfy;",
        "1:15",
        "used before it is declared",
    ),
    "its own name": ("var 1..2: x = x; solve satisfy;", "1:11", "used before it is declared"),
    "a Boolean as integer": ("var 1..2: x = true; solve satisfy;", "1:15", "x cannot be true"),
    "a parameter of the wrong type": ("int: x = true; solve satisfy;", "1:10", "declared as int"),
    "rubbish": ("hello", "1:1", "expected an item"),
    "rubbish at the end": ("solve satisfy; x", "1:16", "expected an item"),
    "nothing": ("", "1:1", "expected a solve item"),
}


WRONG_JSON = {
    "broken": ('{"variables": {', "1:16", "this is no JSON: expected a name"),
    "one name twice": ('{"variables": {"x": {},\n "x": {}}}', "2:2", "'x' is twice in one object"),
    "no solve": ('{"variables": {}}', "1:1", 'expected "solve"'),
    "float": (as_json(variables={"f": {"type": "float"}}), "1:21", "no floating-point variables (f)"),
    "set": (as_json(variables={"s": {"type": "set of int"}}), "1:21", "no set variables (s)"),
    "unknown": (as_json(constraints=[{"id": "nothing", "args": []}]), "1:49", "no constraint nothing"),
    "unknown name": (as_json(constraints=[{"id": "int_le", "args": ["x", 1]}]), "1:49", "x is not declared"),
    "part": ('{"variables": [], "solve": {"method": "satisfy"}}', "1:15", 'expected an object as "variables"'),
    "output": (as_json(output=["y"]), "1:63", "y is no variable and no array"),
    "range": (as_json(variables={"x": {"type": "int", "domain": [[1]]}}), "1:21", "expected ranges"),
}


ALL_WRONG = WRONG | {f"JSON: {name}": case for name, case in WRONG_JSON.items()}


@pytest.mark.parametrize("text, place, message", ALL_WRONG.values(), ids=ALL_WRONG)
def test_errors_have_a_place(text, place, message):
    with pytest.raises(InputError) as caught:
        model(text)
    assert str(caught.value).startswith(f"m.fzn:{place}: ")
    assert message in caught.value.message


def test_a_deep_text_is_refused():
    with pytest.raises(InputError):
        model('{"variables": ' + "[" * 100_000)
    with pytest.raises(InputError):
        model("var 1..2: x; solve :: " + "f(" * 100_000 + "; satisfy;")
