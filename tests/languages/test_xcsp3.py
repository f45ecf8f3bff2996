"""XCSP3: files with known answers, and what a stranger tries first."""

import json
import lzma
from pathlib import Path

import pytest
from support.oracle import best_by_cnf, encoded_solutions, solutions
from support.real_commands import csp2sat
from support.xcsp3_texts import THREE, model_of, text

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.languages import xcsp, xcsp3
from csp2sat.languages.spec import LANGUAGES, answers_of
from csp2sat.languages.xcsp3 import fits, read
from csp2sat.model.meaning import broken_constraints
from csp2sat.model.model import Answer, Origin

CASES = Path(__file__).parent.parent / "data" / "xcsp3"
KNOWN = {case["id"]: case for case in json.loads((CASES / "cases.json").read_text())}


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
    "an item in any set": (
        "<element> <list> x[0..1] </list> <index> y </index> <condition> (notin,{}) </condition> </element>",
        lambda p, q, r, y, b: y < 2,
    ),
    "labels": (
        "<regular> <list> x[] </list> <transitions> (a,0..1,c)(c,{ 0, 2 },d)(d,*,a) </transitions>"
        " <start> a </start> <final> a </final> </regular>",
        lambda p, q, r, y, b: p < 2 and q != 1,
    ),
    "in the empty set": ("<intension> in(y,set()) </intension>", lambda p, q, r, y, b: False),
}


@pytest.mark.parametrize("name", FIRST_THINGS)
def test_a_first_thing_means_what_it_says(name):
    constraint, holds = FIRST_THINGS[name]
    every = meant("")
    assert meant(constraint) == {values for values in every if holds(*values)}


INDEXED = {  # a template with parameters as indices, and the arguments
    "comparison": ("<intension> lt(x[%0],x[%1]) </intension>", ("0 1", "2 1")),
    "sequence": ("<allDifferent> x[%0] z[%1][%0] y </allDifferent>", ("0 1", "1 0")),
    "row and column": ("<allDifferent> z[%0][] </allDifferent>", ("0", "1")),
    "range": ("<allDifferent> x[%0..%1] </allDifferent>", ("0 2", "1 2")),
    "all in one": (
        "<sum> <list> x[%0] z[][%0] </list> <coeffs> %1 2 1 </coeffs> <condition> (le,x[%2]) </condition> </sum>",
        ("0 1 2", "1 2 0"),
    ),
    "parts": ("<element> <list> z[%0][] </list> <index> y </index> <value> %1 </value> </element>", ("0 1", "1 x[0]")),
    "deep": ("<intension> eq(y,if(gt(x[%0],%1),z[%2][%0],mul(x[%1],2))) </intension>", ("0 1 1", "1 0 0")),
}
GRID = '<array id="x" size="[3]"> 0..2 </array> <array id="z" size="[2][2]"> 0 1 </array> <var id="y"> 0..1 </var>'


@pytest.mark.parametrize("name", INDEXED)
def test_parameters_may_be_indices(name):
    template, groups = INDEXED[name]
    unfolded = ""
    for words in groups:
        one = template
        for number, word in enumerate(words.split()):
            one = one.replace(f"%{number}", word)
        unfolded += one
    group = f"<group> {template} {''.join(f'<args> {words} </args>' for words in groups)} </group>"
    found = solutions(model_of(group, GRID))
    assert found == solutions(model_of(unfolded, GRID)) and found


def test_parameters_of_a_slide_may_be_indices():
    slide = "<slide> <list> 2 0 1 </list> <intension> le(x[%0],x[%1]) </intension> </slide>"
    assert meant(slide) == meant("<ordered> <list> x[2] x[0] x[1] </list> <operator> le </operator> </ordered>")


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


def test_the_first_index_of_an_array_is_0():
    array = '<variables><array id="x" size="[2]" startIndex="{}"> 0 1 </array></variables>'
    rest = "<constraints><allDifferent> x[] </allDifferent></constraints></instance>"
    whole = '<instance format="XCSP3" type="CSP">' + array + rest
    assert [*read(Source("a.xml", whole.format(0))).ints] == ["x[0]", "x[1]"]
    with pytest.raises(InputError, match="arrays from another index than 0 are not supported; expected 0"):
        read(Source("a.xml", whole.format(1)))
