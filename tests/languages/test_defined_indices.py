"""Places in matrices to which FlatZinc gives a name: a table says the same without the name."""

import itertools
import re

import pytest

from csp2sat.api.answers import solutions
from csp2sat.api.problems import loads

NUMBERS = [4, 1, 7, 1, 0, 9, 4, 4, 2, 8, 7, 5]
OTHERS = [3, 3, 0, 1, 2, 2, 5, 0, 1, 4, 3]  # one less
FLAT = """\
array[1..12] of int: a = [4,1,7,1,0,9,4,4,2,8,7,5];
array[1..11] of int: b = [3,3,0,1,2,2,5,0,1,4,3];
var 1..3: i :: output_var;
var 0..4: j :: output_var;
var {{0, 1, 4, 7, 8}}: v :: output_var;
var 0..5: w :: output_var;
var {index}: k :: is_defined_var;
constraint int_lin_eq({equation}) :: domain :: defines_var(k);
constraint array_int_element(k,a,v);
{also}
solve {goal};
"""
EQUATIONS = {
    "[4,1,-1],[i,j,k],4": lambda i, j, w: 4 * i + j - 4,
    "[-1,1,4],[k,j,i],3": lambda i, j, w: 4 * i + j - 3,
    "[1,2,-5],[k,i,j],3": lambda i, j, w: 3 - 2 * i + 5 * j,
    "[2,1,3,-1],[i,j,w,k],1": lambda i, j, w: 2 * i + j + 3 * w - 1,
}
FIRST, *_ = EQUATIONS
ALSO = {  # with what they say of i, j, w and k
    "nothing": ("", lambda i, j, w, k: True),
    "a second matrix": (
        "constraint array_int_element(k,b,w);",
        lambda i, j, w, k: k <= len(OTHERS) and OTHERS[k - 1] == w,
    ),
    "a number": ("constraint array_int_element(k,b,3);", lambda i, j, w, k: k <= len(OTHERS) and OTHERS[k - 1] == 3),
    "no number": ("constraint array_int_element(k,b,6);", lambda i, j, w, k: False),
    "a comparison": ("constraint int_ne(k,w);", lambda i, j, w, k: k != w),
    "a sum": ("constraint int_lin_le([1,1],[i,k],7);", lambda i, j, w, k: i + k <= 7),
    "the element, too": (
        "var bool: p; constraint array_int_element(k,b,w); constraint int_lt_reif(k,3,p); constraint bool_eq(p,true);",
        lambda i, j, w, k: k < 3 and OTHERS[k - 1] == w,
    ),
}
STAYS = {"a comparison", "a sum", "the element, too"}


def flat(equation=FIRST, also="nothing", index="1..12", goal="satisfy"):
    declared, rest = re.match(r"((?:var[^;]*; )*)(.*)", ALSO[also][0]).groups()
    text = FLAT.format(equation=equation, also=rest, index=index, goal=goal)
    return text.replace("constraint", f"{declared}constraint", 1)


def expected(equation, also, index):
    found = set()
    for i, j, w in itertools.product(range(1, 4), range(5), range(6)):
        k = EQUATIONS[equation](i, j, w)
        if k in index and 1 <= k <= 12 and NUMBERS[k - 1] in (0, 1, 4, 7, 8) and ALSO[also][1](i, j, w, k):
            found.add((i, j, NUMBERS[k - 1], w))
    return sorted(found)


def answers(text, **options):
    return sorted(tuple(each[name] for name in "ijvw") for each in solutions(loads(text, "flatzinc"), **options))


@pytest.mark.sample(10)
@pytest.mark.parametrize("also", ALSO)
@pytest.mark.parametrize("equation", EQUATIONS)
def test_no_solution_changes(equation, also):
    for text, index in {"1..12": range(1, 13), "-5..40": range(-5, 41), "{2, 5, 6, 9}": (2, 5, 6, 9)}.items():
        assert answers(flat(equation, also, text)) == expected(equation, also, index), text


@pytest.mark.parametrize("encoding", ["order", "direct", "log", "compact-order"])
def test_no_solution_changes_in_any_encoding(encoding):
    found = answers(flat(also="a second matrix"), encoding=encoding)
    assert found == expected(FIRST, "a second matrix", range(1, 13))


def ints(text):
    return {*loads(text, "flatzinc").model.ints}


def test_what_vanishes():
    for also in ALSO:
        assert ("_k" in ints(flat(also=also))) == (also in STAYS), also


def test_what_is_printed_or_optimized_stays():
    assert "_k" in ints(flat(goal="maximize k"))
    assert "k" in ints(flat().replace("k :: is_defined_var", "k :: output_var :: is_defined_var"))


def test_a_table_of_too_many_rows_is_not_made():
    assert "_k" in ints(flat().replace("var 0..4: j", "var 0..4000: j"))
