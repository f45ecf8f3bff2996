"""XCSP3: what is wrong or beyond the core is refused, with its place."""

import pytest
from support.real_commands import csp2sat
from support.xcsp3_texts import model_of, text

from csp2sat.base.source import Source
from csp2sat.errors import InputError, Unsupported
from csp2sat.languages.xcsp3 import read

WRONG = {  # constraints (or other parts of a file), the place (the text that the caret stands at), the message
    "unknown variable": ("<allDifferent> x[0] yy </allDifferent>", "yy", "unknown variable 'yy'; did you mean 'y'?"),
    "array without brackets": (
        "<allDifferent> x </allDifferent>",
        "x </all",
        "x is an array; expected x[] for all of its variables",
    ),
    "index outside": ("<allDifferent> x[1] x[3] </allDifferent>", "x[3]", "index 3 is outside 0..2"),
    "too many brackets": ("<allDifferent> x[][] </allDifferent>", "x[][]", "expected 1 pairs of brackets, found 2"),
    "unknown operator": ("<intension> foo(y,1) </intension>", "foo", "unknown operator 'foo'"),
    "arity": ("<intension> eq(sub(y,1,b),0) </intension>", "sub", "sub takes 2 operands, not 3"),
    "unclosed": ("<intension> eq(add(y,1),2 </intension>", "eq", "'eq' lacks its ')'"),
    "closed twice": (
        "<intension> eq(y,1)) </intension>",
        ") </int",
        "expected nothing after the expression, found ')'",
    ),
    "no expression": ("<intension> </intension>", "<intension", "expected an expression"),
    "no truth value": (
        "<intension> and(y,b) </intension>",
        "and",
        "y is no truth value; expected a variable with the values 0 and 1",
    ),
    "outside of a group": (
        "<intension> eq(%0,1) </intension>",
        "%0",
        "%0 stands outside of a group; parameters belong into the template of a group",
    ),
    "missing argument": (
        "<group> <intension> eq(%0,%1) </intension> <args> y </args> </group>",
        "<args",
        "there is no argument %1, but 1 argument (with these arguments)",
    ),
    "missing condition": ("<sum> <list> x[] </list> </sum>", "<sum", "sum: <condition> expected"),
    "wrong number of coefficients": (
        "<sum> <list> x[] </list> <coeffs> 1 2 </coeffs> <condition> (eq,1) </condition> </sum>",
        "<coeffs",
        "sum: expected 3 items in <coeffs>, found 2",
    ),
    "operator of a condition": (
        "<sum> <list> x[] </list> <condition> (=,1) </condition> </sum>",
        "<condition",
        "expected a condition, such as (le,3), found '(=,1)'",
    ),
    "tuple of wrong length": (
        "<extension> <list> x[0] y </list> <supports> (0,1)(1,2,3) </supports> </extension>",
        "(1,2,3)",
        "extension: tuple of wrong length: expected 2 values, found 3",
    ),
    "word in a tuple": (
        "<extension> <list> x[0] y </list> <supports> (0,1) (0..1,q) </supports> </extension>",
        "q",
        "extension: expected an integer, a set or *, found 'q'",
    ),
    "interval in a tuple that is empty": (
        "<extension> <list> x[0] y </list> <supports> (0,1) (3..1,0) </supports> </extension>",
        "3..1",
        "extension: expected an integer, a set or *, found '3..1'",
    ),
    "set in a tuple that is empty": (
        "<extension> <list> x[0] y </list> <supports> ({},1) </supports> </extension>",
        "{}",
        "extension: expected an integer, a set or *, found '{}'",
    ),
    "long tuple of sets": (
        "<extension> <list> x[0] y </list> <supports> ({0,1},{2},0..1) </supports> </extension>",
        "({0,1}",
        "extension: tuple of wrong length: expected 2 values, found 3",
    ),
    "no tuple": (
        "<extension> <list> x[0] y </list> <supports> (0,1) 5 </supports> </extension>",
        "5",
        "extension: expected tuples, such as (1,2)(3,*)",
    ),
    "empty interval": (
        "<sum> <list> x[] </list> <condition> (in,3..1) </condition> </sum>",
        "3..1",
        "the interval '3..1' is empty",
    ),
    "second list": (
        "<sum> <list> y </list> <list> y </list> <condition> (eq,1) </condition> </sum>",
        "<list> y </list> <cond",
        "sum: a second <list>",
    ),
    "index of a group": (
        "<group> <intension> lt(x[%0],y) </intension> <args> 0 </args> <args> y </args> </group>",
        "<args> y",
        "%0 is an index of an array; expected an integer as its argument",
    ),
    "index without an argument": (
        "<group> <intension> lt(x[%1],y) </intension> <args> 0 </args> </group>",
        "<args> 0",
        "there is no argument %1, but 1 argument",
    ),
    "argument outside": (
        "<group> <allDifferent> x[%0] y </allDifferent> <args> 3 </args> </group>",
        "<args> 3",
        "index 3 is outside 0..2",
    ),
    "index outside of a group": ("<allDifferent> x[%0] y </allDifferent>", "x[%0]", "x[%0] stands outside of a group"),
    "unfinished": ("<sum>", "</constraints>", "not well-formed XML: mismatched tag; <sum> of line "),
}


def place_of(whole, at):
    offset = whole.index(at)
    line = whole.count("\n", 0, offset)
    return line + 1, offset - (whole.rfind("\n", 0, offset) + 1) + 1


@pytest.mark.parametrize("name", WRONG)
def test_an_error_has_its_place(name):
    constraints, at, message = WRONG[name]
    whole = text(constraints)
    with pytest.raises(InputError) as raised:
        read(Source("f.xml", whole))
    assert raised.value.message.startswith(message)
    if name != "unfinished":
        assert (raised.value.place.line, raised.value.place.column) == place_of(whole, at)


WRONG_VARIABLES = {
    "twice": ('<var id="a"> 1 </var> <var id="a"> 2 </var>', "'a' is declared twice"),
    "no id": ("<var> 1 </var>", 'expected <var ... id="...">'),
    "wrong id": ('<var id="1a"> 1 </var>', "'1a' cannot be an id; expected a letter, then letters, digits, _"),
    "empty domain": ('<var id="a"> </var>', "the domain is empty; expected values and ranges, such as 0..5 7"),
    "empty range": ('<var id="a"> 3..1 </var>', "the range '3..1' is empty"),
    "no integer": ('<var id="a"> one </var>', "expected an integer or a range LOW..HIGH, found 'one'"),
    "no size": ('<array id="a"> 1 </array>', 'expected <array ... size="...">'),
    "wrong size": (
        '<array id="a" size="3"> 1 </array>',
        "expected a size for each dimension, such as [3][4], found '3'",
    ),
    "unknown as": ('<var id="a" as="c"/>', "unknown id 'c'"),
    "itself": ('<var id="a" as="a"/>', "'a' has itself as its content"),
    "cell twice": (
        '<array id="a" size="[2]"> <domain for="a[]"> 1 </domain> <domain for="a[1]"> 2 </domain> </array>',
        "this cell has a domain already",
    ),
}


@pytest.mark.parametrize("name", WRONG_VARIABLES)
def test_a_wrong_declaration_is_refused(name):
    variables, message = WRONG_VARIABLES[name]
    with pytest.raises(InputError) as raised:
        model_of("", variables)
    assert raised.value.message == message
    assert raised.value.place.line == 2


BEYOND = {
    "constraint": ("<stretch> <list> x[] </list> </stretch>", "the constraint stretch is not supported"),
    "reified": ("<allEqual reifiedBy='b'> x[] </allEqual>", "the attribute reifiedBy of <allEqual> is not supported"),
    "soft": ("<allEqual type='soft'> x[] </allEqual>", "the attribute type of <allEqual> is not supported"),
    "hybrid": (
        "<extension type='hybrid-1'> <list> x[] </list> <supports> (0,1..2,*) </supports> </extension>",
        "extension of type hybrid-1 is not supported",
    ),
    "sum with a cost": (
        "<sum> <list> x[] </list> <condition> (eq,1) </condition> <cost> y </cost> </sum>",
        "sum: <cost> is not supported; expected <list>, <coeffs>, <condition>",
    ),
    "cumulative": (
        "<cumulative> <origins> x[] </origins> <lengths> 1x3 </lengths> <heights> 1x3 </heights>"
        " <condition> (ge,1) </condition> </cumulative>",
        "cumulative with the operator ge is not supported; expected le or lt",
    ),
    "operator": ("<intension> eq(sqrt(y),1) </intension>", "the operator sqrt is not supported"),
    "decimal": ("<intension> eq(y,0.5) </intension>", "0.5 is not supported; expected integers"),
}


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_outside_of_the_core_is_refused_by_name(name):
    constraints, message = BEYOND[name]
    with pytest.raises(Unsupported) as raised:
        model_of(constraints)
    assert raised.value.message.startswith(message)
    assert raised.value.place.line == 4


@pytest.mark.parametrize(
    ("whole", "message"),
    [
        ('<!DOCTYPE instance>\n<instance format="XCSP3"/>', "<!DOCTYPE> is not supported; expected <instance>"),
        ('<instance format="XCSP3" type="WCSP"/>', "instances of type 'WCSP' are not supported; expected CSP or COP"),
        ('<instance format="XCSP2"/>', "the format 'XCSP2' is not supported; expected XCSP3"),
        ('<instance format="XCSP3"><soft/></instance>', "<soft> is not supported; expected one of variables, "),
        (
            '<instance format="XCSP3"><variables> <var id="s" type="symbolic"> a </var> </variables></instance>',
            "variables",
        ),
        (
            '<instance format="XCSP3"><constraints/><variables/></instance>',
            "<variables> cannot stand after <constraints>",
        ),
    ],
)
def test_a_wrong_frame_is_refused(whole, message):
    with pytest.raises(InputError) as raised:
        read(Source("f.xml", whole))
    assert raised.value.message.startswith(message)


def test_the_answer_says_what_is_unsupported(tmp_path):
    path = tmp_path / "f.xml"
    path.write_text(text("<stretch> <list> x[] </list> </stretch>"))
    done = csp2sat("solve", path, "--to", "v")
    assert (done.returncode, done.stdout) == (1, "s UNSUPPORTED\n")
    assert done.stderr.splitlines()[0].endswith(
        "f.xml:4:1: the constraint stretch is not supported: it is outside of XCSP3-core"
    )
    assert csp2sat("solve", path).stdout == ""


def test_two_objectives_are_refused():
    with pytest.raises(Unsupported, match="a second objective"):
        model_of("", objectives="<minimize> y </minimize> <maximize> b </maximize>")


def test_a_list_in_an_objective_without_a_type_says_what_is_missing():
    with pytest.raises(InputError, match="<minimize> with a <list>; expected an attribute type, one of sum,"):
        model_of("", objectives="<minimize> <list> y b </list> </minimize>")
