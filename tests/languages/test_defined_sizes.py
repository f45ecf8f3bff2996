"""Sizes of differences to which FlatZinc gives a name: it vanishes where that is smaller, and no solution changes."""

import itertools
import re

import pytest

from csp2sat.api.answers import solutions
from csp2sat.api.problems import loads

DEFINED = """\
var 0..5: x :: output_var;
var -1..4: y :: output_var;
var {d}: d :: is_defined_var;
var {a}: a :: is_defined_var;
var bool: p :: output_var;
{equation} :: defines_var(d);
constraint int_abs(d,a) :: defines_var(a);
{use}
solve {goal};
"""
EQUATIONS = {
    "[1,-1,-1],[x,y,d],0": lambda x, y, d: x - y - d == 0,
    "[2,3,1],[x,y,d],4": lambda x, y, d: 2 * x + 3 * y + d == 4,
    "[1,1],[x,d],3": lambda x, y, d: x + d == 3,
    "[-1,1,2],[d,x,y],-1": lambda x, y, d: x + 2 * y - d == -1,
}
FIRST, SECOND, *_ = EQUATIONS
USES = {  # with what they say of x, d, a and p
    "a comparison": ("constraint int_le_reif(a,2,p);", lambda x, d, a, p: p == (a <= 2)),
    "an equation": ("constraint int_eq_reif(a,2,p);", lambda x, d, a, p: p == (a == 2)),
    "a number": ("constraint int_ne(a,1); constraint int_le_reif(2,a,p);", lambda x, d, a, p: a != 1 and p == (a >= 2)),
    "two comparisons": (
        "constraint int_le_reif(a,1,p); constraint int_le(1,a);",
        lambda x, d, a, p: a >= 1 and p == (a <= 1),
    ),
    "a sum": ("constraint int_lin_le_reif([1,1],[a,x],3,p);", lambda x, d, a, p: p == (a + x <= 3)),
    "the difference, too": (
        "constraint int_le_reif(a,2,p); constraint int_lin_le([1,1],[d,x],4);",
        lambda x, d, a, p: p == (a <= 2) and d + x <= 4,
    ),
    "the difference compared": (
        "constraint int_le_reif(a,2,p); constraint int_le(d,1);",
        lambda x, d, a, p: p == (a <= 2) and d <= 1,
    ),
    "a copy": ("constraint int_eq_reif(a,x,p);", lambda x, d, a, p: p == (a == x)),
}
DOMAINS = [  # of the difference and of its absolute value
    ("-30..30", "0..30", range(-30, 31), range(31)),
    ("-3..1", "1..3", range(-3, 2), range(1, 4)),
    ("{-4, 2, 3}", "0..30", (-4, 2, 3), range(31)),
]


def model_text(equation, use, d="-30..30", a="0..30", goal="satisfy"):
    return DEFINED.format(equation=f"constraint int_lin_eq({equation})", use=USES[use][0], d=d, a=a, goal=goal)


def read(text):
    return loads(text, "flatzinc").model


def answers(text, **options):
    """All solutions, without the variables that are not printed."""
    return sorted((each["x"], each["y"], each["p"]) for each in solutions(loads(text, "flatzinc"), **options))


@pytest.mark.parametrize("use", USES)
def test_no_solution_changes(use):
    for (equation, equals), (d, a, differences, sizes) in itertools.product(EQUATIONS.items(), DOMAINS):
        expected = [
            (x, y, p)
            for x, y, difference, p in itertools.product(range(6), range(-1, 5), differences, (False, True))
            if equals(x, y, difference) and abs(difference) in sizes and USES[use][1](x, difference, abs(difference), p)
        ]
        assert answers(model_text(equation, use, d, a)) == sorted(expected)


@pytest.mark.parametrize("encoding", ["direct", "log", "compact-order"])
def test_no_solution_changes_in_other_encodings(encoding):
    text = model_text(SECOND, "two comparisons", "-9..6", "0..7")
    assert answers(text, encoding=encoding) == answers(re.sub(r" :: defines_var\(\w\)", "", text))


def test_what_vanishes():
    """The rest is needed by others, or takes fewer clauses than many comparisons would."""
    left = {use: {*read(model_text(FIRST, use)).ints} - {"x", "y"} for use in USES}
    assert left == {
        "a comparison": set(),
        "an equation": set(),
        "a number": set(),
        "two comparisons": set(),
        "a sum": {"_d", "_a"},
        "the difference, too": {"_d"},
        "the difference compared": {"_d"},
        "a copy": {"_d", "_a"},
    }
    many = "".join(f"constraint int_ne(a,{value});" for value in range(4))
    assert {*read(model_text(FIRST, "a comparison").replace("solve", many + "solve")).ints} == {"x", "y", "_d"}


def test_what_is_printed_or_optimized_stays():
    text = model_text(FIRST, "a comparison", goal="maximize a")
    assert {*read(text).ints} == {"x", "y", "_d", "_a"}
    assert "a" in read(text.replace("a :: is", "a :: output_var :: is").replace("maximize a", "satisfy")).ints


def test_a_size_that_equals_a_number():
    text = """\
var 0..9: x :: output_var;
var 0..9: y :: output_var;
var -9..9: d :: is_defined_var;
constraint int_lin_eq([1,-1,-1],[x,y,d],0) :: defines_var(d);
constraint int_abs(d,7);
solve satisfy;
"""
    assert {*read(text).ints} == {"x", "y"}
    pairs = sorted((each["x"], each["y"]) for each in solutions(loads(text, "flatzinc")))
    assert pairs == [(x, y) for x, y in itertools.product(range(10), repeat=2) if abs(x - y) == 7]
