"""XCSP3: files with known answers, what a stranger tries first, and what is refused, with its place."""

import json
import lzma
import random
from itertools import islice, permutations, product
from pathlib import Path

import pytest
from support.oracle import best_by_cnf, encoded_solutions, solutions
from support.real_commands import csp2sat

from csp2sat.base.source import Source
from csp2sat.constraints.globals import regular
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError, Unsupported
from csp2sat.languages import xcsp, xcsp3
from csp2sat.languages.spec import LANGUAGES, answers_of
from csp2sat.languages.xcsp3 import fits, read
from csp2sat.languages.xcsp3_core.diagrams import diagram_of
from csp2sat.model.meaning import broken_constraints
from csp2sat.model.model import Answer, Origin

CASES = Path(__file__).parent.parent / "data" / "xcsp3"
KNOWN = {case["id"]: case for case in json.loads((CASES / "cases.json").read_text())}
THREE = '<array id="x" size="[3]"> 0..2 </array> <var id="y"> 0..2 </var> <var id="b"> 0 1 </var>'


def text(constraints, variables=THREE, objectives="", head='format="XCSP3" type="CSP"'):
    objectives = objectives and f"<objectives>{objectives}</objectives>\n"
    return (
        f"<instance {head}>\n<variables> {variables} </variables>\n"
        f"<constraints>\n{constraints}\n</constraints>\n{objectives}</instance>\n"
    )


def model_of(constraints, variables=THREE, objectives=""):
    return read(Source("f.xml", text(constraints, variables, objectives)))


def meant(constraints, variables=THREE):
    """The solutions over the integers, which encoder and meaning have in common."""
    model = model_of(constraints, variables)
    found = solutions(model)
    assert encoded_solutions(model, EncoderOptions()) == found
    return {ints for ints, _ in found}


# files with known answers


@pytest.mark.sample(15)
@pytest.mark.parametrize("name", KNOWN)
def test_a_known_file_has_its_solutions_and_optimum(name):
    case = KNOWN[name]
    source = Source(f"{name}.xml", (CASES / f"{name}.xml").read_text())
    if case["status"] == "REFUSED":
        with pytest.raises(InputError):
            read(source)
        return
    model = read(source)
    assert len(encoded_solutions(model, EncoderOptions())) == case["count"]
    if "optimum" in case:
        best = best_by_cnf(model)
        assert (0 if best is None else best) == case["optimum"]


# the first things: right ones

FIRST_THINGS = {  # a constraint over x[0] x[1] x[2] y b, and which values it allows
    "text as list": ("<allDifferent> x[] </allDifferent>", lambda p, q, r, y, b: len({p, q, r}) == 3),
    "list": ("<allDifferent><list>x[]</list></allDifferent>", lambda p, q, r, y, b: len({p, q, r}) == 3),
    "named cells": ("<allEqual> x[0] x[2] y </allEqual>", lambda p, q, r, y, b: p == r == y),
    "part of an array": ("<allEqual> x[0..1] </allEqual>", lambda p, q, r, y, b: p == q),
    "intension": ("<intension> eq(add(x[0],y),3) </intension>", lambda p, q, r, y, b: p + y == 3),
    "blanks in an expression": ("<intension> eq( add(x[0], y) , 3 ) </intension>", lambda p, q, r, y, b: p + y == 3),
    "line breaks": ("<intension>\n eq(x[0],\n y)\n</intension>", lambda p, q, r, y, b: p == y),
    "a comment inside": ("<intension> eq(x[0], <!-- here --> y) </intension>", lambda p, q, r, y, b: p == y),
    "entities": ("<intension> eq(x[0],&#121;) </intension>", lambda p, q, r, y, b: p == y),
    "a variable as a formula": ("<intension> b </intension>", lambda p, q, r, y, b: b),
    "nested logic": ("<intension> or(b,and(eq(y,1),not(b))) </intension>", lambda p, q, r, y, b: b or y == 1),
    "sum": ("<sum> <list> x[] </list> <condition> (eq,2) </condition> </sum>", lambda p, q, r, y, b: p + q + r == 2),
    "blanks in a condition": (
        "<sum> <list> x[] </list> <condition> ( le , y ) </condition> </sum>",
        lambda p, q, r, y, b: p + q + r <= y,
    ),
    "a set with blanks": (
        "<sum> <list> x[] </list> <condition> (in,{ 1, 4..5 }) </condition> </sum>",
        lambda p, q, r, y, b: p + q + r in (1, 4, 5),
    ),
    "tuples with blanks": (
        "<extension> <list> x[0] y </list> <supports> (0, 1) ( 2,2 ) </supports> </extension>",
        lambda p, q, r, y, b: (p, y) in ((0, 1), (2, 2)),
    ),
    "stars in conflicts": (
        "<extension> <list> x[] </list> <conflicts> (0,*,1)(*,2,*) </conflicts> </extension>",
        lambda p, q, r, y, b: (p, r) != (0, 1) and q != 2,
    ),
    "values without parentheses": (
        "<extension> <list> y </list> <conflicts> 0..1 7 </conflicts> </extension>",
        lambda p, q, r, y, b: y == 2,
    ),
    "no conflicts": ("<extension> <list> x[] </list> <conflicts/> </extension>", lambda p, q, r, y, b: True),
    "element": (
        "<element> <list> x[] </list> <index> y </index> <value> 2 </value> </element>",
        lambda p, q, r, y, b: (p, q, r)[y] == 2,
    ),
    "element in a set": (
        "<element> <list> x[] </list> <index> y </index> <condition> (notin,0..1) </condition> </element>",
        lambda p, q, r, y, b: (p, q, r)[y] == 2,
    ),
    "group": (
        "<group> <intension> lt(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[1] 2 </args> </group>",
        lambda p, q, r, y, b: p < q < 2,
    ),
    "the rest of the arguments": (
        "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum> <args> y x[] </args> </group>",
        lambda p, q, r, y, b: p + q + r == y,
    ),
    "slide": (
        "<slide> <list> x[] </list> <intension> le(%0,%1) </intension> </slide>",
        lambda p, q, r, y, b: p <= q <= r,
    ),
    "block": ("<block class='a'><block><allEqual> x[] </allEqual></block></block>", lambda p, q, r, y, b: p == q == r),
    "truncated quotient": ("<intension> eq(div(sub(x[0],2),2),0) </intension>", lambda p, q, r, y, b: p - 2 > -2),
    "division by 0": ("<intension> eq(div(2,y),2) </intension>", lambda p, q, r, y, b: y == 1),
    "negative exponent": ("<intension> eq(pow(2,sub(y,1)),b) </intension>", lambda p, q, r, y, b: (0, 1, 2)[y] == b),
    "n-ary eq": ("<intension> eq(x[0],x[1],y) </intension>", lambda p, q, r, y, b: p == q == y),
    "n-ary ne": ("<intension> ne(x[0],x[1],y) </intension>", lambda p, q, r, y, b: len({p, q, y}) == 3),
    "an undefined value": ("<intension> notin(div(2,y),set()) </intension>", lambda p, q, r, y, b: y != 0),
    "in the empty set": ("<intension> in(y,set()) </intension>", lambda p, q, r, y, b: False),
}


@pytest.mark.parametrize("name", FIRST_THINGS)
def test_a_first_thing_means_what_it_says(name):
    constraint, holds = FIRST_THINGS[name]
    every = meant("")
    assert meant(constraint) == {values for values in every if holds(*values)}


def test_mixed_domains_holes_and_as_declare_variables():
    model = model_of(
        "",
        '<array id="m" size="[2][2]"> <domain for="m[0][]"> 3 1..2 </domain>'
        ' <domain for="m[1][1]"> -1 </domain> </array>'
        '<var id="v" as="w"/> <var id="w"> +4 </var> <array id="n" as="m" size="[2][2]"/>',
    )
    assert {name: list(domain) for name, domain in model.ints.items()} == {
        **{f"m[0][{at}]": [1, 2, 3] for at in (0, 1)},
        "m[1][1]": [-1],
        "v": [4],
        "w": [4],
        **{f"n[0][{at}]": [1, 2, 3] for at in (0, 1)},
        "n[1][1]": [-1],
    }


def test_a_large_table_becomes_a_diagram():
    rows = list(permutations(range(6)))
    diagram = diagram_of(rows)
    assert diagram is not None
    assert len(diagram.edges) == 6 * 2**5
    words = {*islice(product(range(6), repeat=6), 0, None, 13), *rows}
    assert {word for word in words if regular.holds(diagram, *word)} == set(rows)


def test_a_table_without_equal_ends_remains_a_table():
    rng = random.Random(1)
    assert diagram_of(list({tuple(rng.randrange(1000) for _ in range(3)) for _ in range(600)})) is None
    assert diagram_of(list(permutations(range(3)))) is None


def test_constraints_know_their_places():
    group = "<group> <allEqual> %0 y </allEqual>\n<args> x[0] </args> <args> x[1] </args> </group>"
    model = model_of(f"<block>\n  <allEqual> x[] </allEqual></block>\n{group}")
    assert [c.origin for c in model.constraints] == [Origin("text", 5, 3), Origin("text", 7, 1), Origin("text", 7, 21)]


# answers


def test_a_solution_is_printed_as_an_instantiation():
    holes = '<array id="h" size="[2]"> <domain for="h[0]"> 5 </domain> </array>'
    model = model_of("", f'<array id="x" size="[2][2]"> 1 </array> <var id="y"> 2 </var> {holes}')
    answer = Answer({name: domain.lo for name, domain in model.ints.items()}, {})
    listed = "<list> x[][] y h[0] </list> <values> 1 1 1 1 2 5 </values>"
    line = f'v <instantiation type="solution"> {listed} </instantiation>\n'
    assert answers_of(model.about).line(model, answer) == line


def test_the_answer_to_an_optimization_has_its_cost(tmp_path):
    path = tmp_path / "o.xml"
    path.write_text(text("<allDifferent> x[] </allDifferent>", objectives="<maximize type='sum'> x[] y </maximize>"))
    done = csp2sat("solve", path, "--to", "v")
    *_, status, line = done.stdout.splitlines()
    assert status == "s OPTIMUM FOUND"
    assert "o 5" in done.stdout.splitlines()
    assert line.startswith('v <instantiation type="optimum" cost="5"> <list> x[] y b </list> <values> ')


@pytest.mark.parametrize("name", ["f.xml", "f.xml.lzma", "f.xml.xz", "f"])
def test_a_file_is_recognised_by_its_content(tmp_path, name):
    path, data = tmp_path / name, text("<allEqual> x[] y </allEqual>").encode()
    packed = {".lzma": lzma.FORMAT_ALONE, ".xz": lzma.FORMAT_XZ}.get(path.suffix)
    path.write_bytes(lzma.compress(data, format=packed) if packed else data)
    assert csp2sat("count", path).stdout == "6\n"


def test_the_two_languages_of_xml_are_told_apart():
    assert fits(text("")) and not xcsp.fits(text(""))
    head = "type='CSP'\n format='XCSP3'"
    before = '<?xml version="1.0"?>\n<!-- <instance> -->'
    assert fits(before + text("", head=head))
    old = '<instance><presentation format="XCSP 2.1"/></instance>'
    assert xcsp.fits(old) and not fits(old)
    assert LANGUAGES["xcsp3"] is xcsp3.LANGUAGE


# errors

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
        "there is no argument %1: there are 1 arguments (with these arguments)",
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
    "unfinished": ("<sum>", "</constraints>", "not well-formed XML: mismatched tag"),
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


def test_annotations_are_skipped():
    whole = text("").replace("</instance>", "<annotations> <decision> <any/> x </decision> </annotations></instance>")
    assert len(read(Source("f.xml", whole)).ints) == 5


def test_a_count_of_an_undefined_term_is_false():
    """With several values as with one."""
    two = '<var id="x"> 0..1 </var><var id="y"> 0..1 </var>'
    for values in ("5", "5 6"):
        count = f"<count><list> div(x,y) x </list><values> {values} </values><condition> (eq,0) </condition></count>"
        assert len(list(solutions(model_of(count, two)))) == 2


def test_a_deep_dividend():
    deep = "x"
    for _ in range(3000):
        deep = f"add({deep},1)"
    model = model_of(f"<intension> eq(div({deep},2),1501) </intension>", '<var id="x"> 0..3 </var>')
    assert len(list(solutions(model))) == 2


def test_bins_beyond_number():
    """Two of three items of size 2 fit together, wherever the bins are."""
    three = '<array id="b" size="[3]"> 0..99999999999999999999 </array>'
    pack = "<binPacking><list> b[] </list><sizes> 2 2 2 </sizes><condition> (le,5) </condition></binPacking>"
    model = model_of(pack, three)
    for values, right in (((7, 7, 7), False), ((7, 7, 10**19), True), ((0, 1, 2), True)):
        answer = Answer({f"b[{at}]": value for at, value in enumerate(values)}, {})
        assert (not broken_constraints(model, answer)) == right


def test_a_number_of_many_digits_is_repeated():
    model = model_of(f"<sum><list> y b </list><coeffs> {'9' * 5000}x2 </coeffs><condition> (gt,0) </condition></sum>")
    assert model.constraints


def test_the_number_of_values_of_many_variables_counts_values():
    """Pairs of the 100 variables would take 40 times as many clauses."""
    from csp2sat.cnf.sink import Sink
    from csp2sat.encoder.encoder import encode

    text = (
        '<instance format="XCSP3" type="COP"> <variables> <array id="x" size="[100]"> 0..3 </array> </variables>'
        ' <constraints> </constraints> <objectives> <minimize type="nValues"> x[] </minimize> </objectives> </instance>'
    )
    sink = Sink()
    encode(read(Source("f.xml", text)), sink)
    assert sink.flat().count(0) < 2500
