"""What a FlatZinc text says: declarations, outputs, annotations, integers without bounds."""

import json
import warnings

import pytest
from support.flatzinc_texts import SATISFY, as_json, model

from csp2sat.api.answers import solutions
from csp2sat.api.problems import loads
from csp2sat.base.source import Source
from csp2sat.errors import InputWarning, Unsupported
from csp2sat.languages.flatzinc import LANGUAGE, fits, read
from csp2sat.languages.flatzinc.answers import show_output
from csp2sat.languages.flatzinc.text import read_text
from csp2sat.languages.spec import LANGUAGES


def outputs(text):
    """All solutions as they are printed."""
    problem = loads(text, "flatzinc")
    return sorted(show_output(problem.model, each._answer) for each in solutions(problem))


def lines(text):
    return [one.removesuffix("----------\n").split("\n")[:-1] for one in outputs(text)]


RIGHT = {
    "one variable": ("var 1..2: x :: output_var; solve satisfy;", [["x = 1;"], ["x = 2;"]]),
    "a task of negative height makes room for another": (
        "var 0..1: s :: output_var; var -1..2: h; var 2..2: g; "
        "constraint int_eq(h,-1); constraint fzn_cumulative([s,0],[2,2],[h,g],1); solve satisfy;",
        [["s = 0;"]],
    ),
    "a domain with holes": ("var {1, 4}: x :: output_var; solve satisfy;", [["x = 1;"], ["x = 4;"]]),
    "a Boolean": ("var bool: p :: output_var; solve satisfy;", [["p = false;"], ["p = true;"]]),
    "no output": ("var 1..9: x; var bool: p; solve satisfy;", [[]]),
    "hidden variables do not multiply": (
        "var 1..2: x :: output_var; var 1..9: y; constraint int_le(x,y); solve satisfy;",
        [["x = 1;"], ["x = 2;"]],
    ),
    "an output that is constant": ("var bool: p :: output_var = false; solve satisfy;", [["p = false;"]]),
    "another name": ("var 1..3: x; var 2..9: y :: output_var = x; solve satisfy;", [["y = 2;"], ["y = 3;"]]),
    "another name of a constant": ("int: k = 7; var 1..9: y :: output_var = k; solve satisfy;", [["y = 7;"]]),
    "a constant outside": ("var 1..3: y :: output_var = 7; solve satisfy;", []),
    "a name with an underscore": ("var 1..1: _x :: output_var; solve satisfy;", [["_x = 1;"]]),
    "names that hiding could confuse": (
        "var 1..1: _x :: output_var; var 2..2: x; var 3..3: __x; solve satisfy;",
        [["_x = 1;"]],
    ),
    "an array": (
        "var 1..1: x; array [1..3] of var int: a :: output_array([1..3]) = [x, 5, x]; solve satisfy;",
        [["a = array1d(1..3, [1, 5, 1]);"]],
    ),
    "an array with indices": (
        "array [1..4] of var bool: a :: output_array([0..1, 3..4]) = [true,false,true,true]; solve satisfy;",
        [["a = array2d(0..1, 3..4, [true, false, true, true]);"]],
    ),
    "an empty array": (
        "array [1..0] of var int: a :: output_array([1..0]) = []; solve satisfy;",
        [["a = array1d(1..0, []);"]],
    ),
    "a view of a Boolean": (
        "var bool: p; var 0..1: i :: output_var; constraint bool2int(p,i); constraint int_le(1,i); solve satisfy;",
        [["i = 1;"]],
    ),
    "a view with a smaller domain": (
        "var bool: p :: output_var; var 1..1: i; constraint bool2int(p,i); solve satisfy;",
        [["p = true;"]],
    ),
    "a view of two Booleans": (
        "var bool: p :: output_var; var bool: q :: output_var; var 0..1: i;"
        "constraint bool2int(p,i); constraint bool2int(q,i); solve satisfy;",
        [["p = false;", "q = false;"], ["p = true;", "q = true;"]],
    ),
    "a view of a constant": ("var 0..5: i :: output_var; constraint bool2int(true,i); solve satisfy;", [["i = 1;"]]),
    "a parameter array": (
        "array [1..2] of int: a = [3,-1]; var 0..9: x :: output_var; constraint int_lin_eq(a,[x,1],5); solve satisfy;",
        [["x = 2;"]],
    ),
    "a set": (
        "set of int: s = {5,3}; var 0..9: x :: output_var; constraint set_in(x,s); solve satisfy;",
        [["x = 3;"], ["x = 5;"]],
    ),
    "sets in an array": (
        "array [1..2] of set of int: s = [1..2,{1,3}]; var 1..1: x :: output_var; solve satisfy;",
        [["x = 1;"]],
    ),
    "an element of an array": (
        "array [1..2] of int: a = [3,4]; var 0..9: x :: output_var; constraint int_eq(x,a[2]); solve satisfy;",
        [["x = 4;"]],
    ),
    "annotations": (
        'var 1..1: x :: output_var :: is_defined_var :: mzn_path("a;(b)\\"%") :: f(g([1, h]), 1.5);'
        'constraint int_le(x,1) :: domain :: mzn_constraint_name("int_le(x,1);");'
        "solve :: int_search([x], first_fail, indomain_min, complete) :: seq_search([bool_search([],a,b,c)]) satisfy;",
        [["x = 1;"]],
    ),
    "comments, blank lines, CRLF, tabs": (
        "% one ; two\r\n\r\n%\tvar 1..2: y;\r\nvar\t1 .. 1 :\r\n x % here too ]\r\n"
        ":: output_var ;\r\nsolve\r\nsatisfy ;\r\n\r\n",
        [["x = 1;"]],
    ),
    "predicates": (
        "predicate p(array [int,int] of int: t, var bool: b);predicate q();var 1..1: x; solve satisfy;",
        [[]],
    ),
    "numbers": (
        "var 0x10..0o21: x :: output_var; constraint int_ne(x,-0x1); constraint int_ne(x,17); solve satisfy;",
        [["x = 16;"]],
    ),
    "large numbers": (
        "var 12345678900..12345678901: x :: output_var; constraint int_ne(x,12345678900); solve satisfy;",
        [["x = 12345678901;"]],
    ),
    "a constraint before a declaration": (
        "constraint int_le(x,1); var 1..3: x :: output_var; solve satisfy;",
        [["x = 1;"]],
    ),
    "false": ("constraint bool_eq(false,true); solve satisfy;", []),
    "the greatest of nothing": ("constraint array_int_maximum(1,[]); solve satisfy;", []),
    "z, the greatest of nothing": ("var int: z; constraint array_int_maximum(z,[]); solve satisfy;", []),
    "z, the least of nothing": ("var int: z; constraint array_int_minimum(z,[]); solve satisfy;", []),
    "z, an item of nothing": ("var int: z; var 1..3: i; constraint array_int_element(i,[],z); solve satisfy;", []),
    "a clause of nothing": ("constraint bool_clause([],[]); solve satisfy;", []),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", RIGHT)
def test_what_it_says(name):
    text, expected = RIGHT[name]
    assert lines(text) == expected


def test_what_csp2sat_does_not_have_is_told_from_what_is_wrong():
    with pytest.raises(Unsupported):
        model("var float: f; solve satisfy;")
    with pytest.raises(Unsupported):
        model("constraint fzn_nothing(); solve satisfy;")


@pytest.mark.parametrize(
    "start",
    ["var 1..2: x;", "% x\n\n  array [1..1] of int: a", "predicate p(", "solve satisfy", "set of int: s", "int: x"],
)
def test_it_is_told_by_its_beginning(start):
    assert fits(start)
    assert [name for name in LANGUAGES if LANGUAGES[name].fits(start)] == ["flatzinc"]


def test_it_is_not_anything_else():
    for text in ("(int x 1 2)", "p cnf 1 1", "min: +1 x1 ;", '{"type": "masyu"}', "variables", "<instance>", "1 2 3"):
        assert not fits(text)
    assert LANGUAGE.name == "flatzinc"


UNBOUNDED = {
    "by its sum": ("var 1..3: x; var int: y :: output_var; constraint int_lin_eq([2,-1],[x,y],0);", {2, 4, 6}),
    "by a product": (
        "var int: y :: output_var; var int: z; constraint int_times(y,y,z); constraint int_eq(z,49);",
        {-7, 7},
    ),
    "by comparisons": ("var int: y :: output_var; constraint int_le(y,3); constraint int_lt(1,y);", {2, 3}),
    "by a set": ("var int: y :: output_var; constraint set_in(y,{2,9});", {2, 9}),
    "by a chain": (
        "var 0..1: a; var int: b; var int: y :: output_var; constraint int_plus(a,1,b); constraint int_max(b,2,y);",
        {2},
    ),
    "by a quotient": ("var -9..9: a; var int: y :: output_var; constraint int_div(a,4,y);", {-2, -1, 0, 1, 2}),
    "by a remainder": ("var -9..-7: a; var int: y :: output_var; constraint int_mod(a,4,y);", {0, -1, -3}),
    "by an element": ("var 1..2: a; var int: y :: output_var; constraint array_int_element(a,[5,8],y);", {5, 8}),
    "by an element of its own array": (
        "var {1, 3}: a; var int: y :: output_var; array [1..3] of var int: t = [5,y,8]; "
        "constraint array_var_int_element(a,t,y);",
        {5, 8},
    ),
    "by a number of values": ("var int: y :: output_var; constraint fzn_count_eq([1,2,2],2,y);", {2}),
    "by a place": ("var int: y :: output_var; constraint csp2sat_maximum_arg_int([1,3,2],y,5);", {6}),
    "by a choice": (
        "var bool: p; var int: y :: output_var; constraint fzn_if_then_else_int([p,true],[3,9],y);",
        {3, 9},
    ),
    "by a power": ("var 0..3: a; var int: y :: output_var; constraint int_pow(2,a,y);", {1, 2, 4, 8}),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", UNBOUNDED)
def test_bounds_are_found(name):
    text, values = UNBOUNDED[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = lines(text + SATISFY)
    assert {int(line.split()[2].rstrip(";")) for (line,) in found} == values


def test_a_range_is_assumed_with_a_warning():
    with pytest.warns(InputWarning, match=r"m.fzn:2:1: warning: y has no bounds; -1000000..5 is assumed"):
        found = model("var 1..2: x;\nvar int: y;\nconstraint int_le(y,5); solve satisfy;")
    assert found.about["doubt"] == "y has no bounds; -1000000..5 is assumed"


def test_an_item_that_can_be_itself_has_any_value_and_the_name_of_the_model():
    text = (
        "var 1..3: i :: output_var; var int: X_1; array [1..3] of var int: t :: output_array([1..3]) = [5,7,X_1];"
        "constraint array_var_int_element(i,t,X_1); solve satisfy;"
    )
    with pytest.warns(InputWarning, match=r"warning: t\[3\] has no bounds; -1000000..1000000 is assumed"):
        found = read_text(Source("m.fzn", text), 'output ["t = ",show(t),";\\n"];\narray [1..3] of int: t;\n')
    assert found.about["doubt"].startswith("t[3] has no bounds")


@pytest.mark.parametrize(
    "heights, in_pairs", [("0..1", True), ("0..2", True), ("-1..1", False), ("bool", True)], ids=str
)
def test_tasks_one_at_a_time_are_compared_in_pairs(heights, in_pairs):
    declared = f"var {heights}: p; var {heights}: q;"
    if heights == "bool":  # as MiniZinc has optional tasks
        declared = (
            "var bool: b; var bool: c; var 0..1: p; var 0..1: q; constraint bool2int(b, p); constraint bool2int(c, q);"
        )
    text = f"var 0..9: s; var 0..9: t; {declared} constraint fzn_cumulative([s,t], [2,2], [p,q], 1); {SATISFY}"
    assert ("cumulative" in {each.formula.op for each in model(text).constraints}) != in_pairs


def test_json_says_the_same():
    text = as_json(
        variables={
            "x": {"type": "int", "domain": [[0, 3], [5, 5]]},
            "p": {"type": "bool", "introduced": True, "defined": True},
            "i": {"type": "int", "domain": [[0, 1]]},
            "k": {"type": "bool", "rhs": True, "ann": ["a"]},
        },
        arrays={"w": {"a": [1, 2]}, "xs": {"a": ["x", 3, "i"]}, "s": {"a": [{"set": [[1, 2], [4, 4]]}]}},
        constraints=[
            {"id": "int_lin_le", "args": ["w", ["x", 1], 4], "ann": [{"id": "priority", "args": [2]}], "defines": "x"},
            {"id": "bool2int", "args": ["p", "i"]},
            {"id": "int_le_reif", "args": [1, "x", "p"]},
            {"id": "set_in", "args": ["x", {"set": [[1, 1], [3, 5]]}]},
        ],
        output=["x", "xs", "k"],
    )
    assert lines(text) == [["x = 1;", "xs = array1d(1..3, [1, 3, 1]);", "k = true;"]]


def test_reading_is_linear():
    """A megabyte in one line, and as much in many lines, takes seconds at most."""
    import time

    many, ones = ",".join(["x"] * 200_000), ",".join(["1"] * 200_000)
    text = f"var 1..3: x; array [1..200000] of var int: a = [{many}]; constraint int_lin_le([{ones}],a,9); {SATISFY}"
    lines = "var 1..3: x;\n" + "constraint int_le(x,3) :: domain;\n" * 40_000 + SATISFY
    for each in (text, lines):
        start = time.process_time()
        model(each)
        assert time.process_time() - start < 3


DECLARED = "array [1..2] of int: v = [3, 1]; var 0..9: x; var 0..9: y :: output_var; var bool: p :: output_var; "
PREFERRED = {
    "lists": ("warm_start([x, y], [3, 1])", {"_x": 3, "y": 1}),
    "an array of values": ("warm_start([x, y], v)", {"_x": 3, "y": 1}),
    "arrays of variables": ("warm_start(xs, v)", {"_x": 3, "y": 1}),
    "Booleans": ("warm_start([p], [true])", {"p": 1}),
    "by kind": ("warm_start_int([y], [4]) :: warm_start_bool([p], [false])", {"y": 4, "p": 0}),
    "two": ("warm_start([x], [3]) :: warm_start([y], [1])", {"_x": 3, "y": 1}),
    "in a search": ("seq_search([int_search([x], input_order, indomain_min), warm_start([y], [2])])", {"y": 2}),
    "in an array of them": ("warm_start_array([warm_start([x], [1]), warm_start([y], [2])])", {"_x": 1, "y": 2}),
    "no value": ("warm_start([x, y], [<>, 2])", {"y": 2}),
    "fewer values": ("warm_start([x, y], [5])", {"_x": 5}),
    "a name that is none": ("warm_start([z, y], [5, 6])", {"y": 6}),
    "an array that is none": ("warm_start(zs, v)", {}),
    "another annotation": ("my_warm_start([x], [5]) :: int_search([x], warm_start, [5])", {}),
}


@pytest.mark.parametrize("annotations, preferred", PREFERRED.values(), ids=PREFERRED)
def test_warm_starts_are_preferred_values(annotations, preferred):
    arrays = "array [1..2] of var int: xs = [x, y]; "
    assert model(f"{DECLARED}{arrays}solve :: {annotations} satisfy;").preferred == preferred


def test_warm_starts_in_json():
    whole = {
        "variables": {"x": {"type": "int", "domain": [[0, 9]]}, "p": {"type": "bool"}},
        "arrays": {"v": {"a": [3]}, "xs": {"a": ["x"]}},
        "constraints": [],
        "output": ["x", "p"],
    }
    start = {"id": "warm_start", "args": ["xs", "v"]}
    other = {"id": "seq_search", "args": [[{"id": "warm_start_bool", "args": [["p"], [True]]}, "complete"]]}
    solved = {"method": "minimize", "objective": "x", "ann": [start, other]}
    assert read(Source("m.fzn", json.dumps({**whole, "solve": solved}))).preferred == {"x": 3, "p": 1}
