"""XCSP 2.1: what each construct means by brute force, what is refused with which words, and hostile texts."""

import subprocess
import sys
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle import encoded_solutions, solutions

from csp2sat.base.source import Source
from csp2sat.encoder.encoder import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.spec import LANGUAGES
from csp2sat.languages.xcsp import fits, read
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Origin

VALUES = (-1, 0, 1, 2, 4)
START = """<?xml version="1.0" encoding="UTF-8"?>
<instance>
<presentation name="?" format="XCSP 2.1"{kind}>anything <b>at</b> all</presentation>
<domains nbDomains="1"><domain name="D" nbValues="5">-1..2 4</domain></domains>
<variables nbVariables="3">
<variable name="x" domain="D"/><variable name="y" domain="D"/><variable name="z" domain="D"/>
</variables>
"""


def text(*parts, kind=""):
    """An instance with the variables x, y, z over VALUES; the parts are elements of any section, in order."""
    sections = {"relation": [], "predicate": [], "function": [], "constraint": []}
    for part in parts:
        sections[part[1:].split()[0]].append(part)
    body = "".join(f"<{name}s>{''.join(each)}</{name}s>\n" for name, each in sections.items())
    return START.format(kind=kind and f' type="{kind}"') + body + "</instance>\n"


def predicate(functional, parameters="int X int Y", name="P"):
    escaped = functional.replace("&", "&amp;").replace("<", "&lt;")
    expression = f"<expression><infix>ignored</infix><functional>{escaped}</functional></expression>"
    return f'<predicate name="{name}"><parameters>{parameters}</parameters>{expression}</predicate>'


def constraint(reference, parameters=None, scope="x y"):
    inside = f"<parameters>{parameters}</parameters>" if parameters is not None else ""
    return f'<constraint name="C" arity="2" scope="{scope}" reference="{reference}">{inside}</constraint>'


def relation(tuples, semantics="supports", arity=2, extra=""):
    return f'<relation name="R" arity="{arity}" semantics="{semantics}"{extra}>{tuples}</relation>'


def model_of(*parts, kind=""):
    return read(Source("f.xml", text(*parts, kind=kind)))


def expected(holds):
    return {(values, ()) for values in product(VALUES, repeat=3) if holds(*values)}


# what constructs mean

PREDICATES = {
    "eq": ("eq(X,Y)", lambda x, y: x == y),
    "ne": ("ne(X,Y)", lambda x, y: x != y),
    "lt": ("lt(X,Y)", lambda x, y: x < y),
    "le": ("le(X,Y)", lambda x, y: x <= y),
    "gt": ("gt(X,Y)", lambda x, y: x > y),
    "ge": ("ge(X,Y)", lambda x, y: x >= y),
    "neg": ("eq(neg(X),Y)", lambda x, y: -x == y),
    "abs of sub": ("eq(abs(sub(X,Y)),2)", lambda x, y: abs(x - y) == 2),
    "add": ("eq(add(X,Y),3)", lambda x, y: x + y == 3),
    "mul": ("ge(mul(X,Y),2)", lambda x, y: x * y >= 2),
    "div": ("eq(div(X,2),Y)", lambda x, y: x // 2 == y),
    "mod": ("eq(mod(X,3),Y)", lambda x, y: x % 3 == y),
    "pow": ("eq(pow(X,2),Y)", lambda x, y: x**2 == y),
    "min": ("eq(min(X,1),Y)", lambda x, y: min(x, 1) == y),
    "max": ("eq(max(X,1),Y)", lambda x, y: max(x, 1) == y),
    "if": ("eq(if(gt(X,0),X,Y),1)", lambda x, y: (x if x > 0 else y) == 1),
    "if of formulas": ("if(gt(X,0),eq(Y,1),eq(Y,2))", lambda x, y: y == (1 if x > 0 else 2)),
    "not": ("not(eq(X,Y))", lambda x, y: x != y),
    "and": ("and(gt(X,0),lt(Y,0))", lambda x, y: x > 0 > y),
    "or": ("or(gt(X,0),lt(Y,0))", lambda x, y: x > 0 or y < 0),
    "xor": ("xor(gt(X,0),gt(Y,0))", lambda x, y: (x > 0) != (y > 0)),
    "iff": ("iff(gt(X,0),gt(Y,0))", lambda x, y: (x > 0) == (y > 0)),
    "imp": ("imp(gt(X,0),gt(Y,0))", lambda x, y: x <= 0 or y > 0),
    "eq of formulas": ("eq(gt(X,0),gt(Y,0))", lambda x, y: (x > 0) == (y > 0)),
    "ne of formulas": ("ne(gt(X,0),gt(Y,0))", lambda x, y: (x > 0) != (y > 0)),
    "formula as a term": ("eq(add(gt(X,0),gt(Y,0)),1)", lambda x, y: (x > 0) + (y > 0) == 1),
    "term as a formula": ("and(X,not(Y))", lambda x, y: x > 0 and not y > 0),
    "only true": ("true", lambda x, y: True),
    "only false": ("false", lambda x, y: False),
    "empty parentheses": ("true()", lambda x, y: True),
    "only a parameter": ("X", lambda x, y: x > 0),
    "only an integer": ("0", lambda x, y: False),
    "blanks anywhere": (" ne ( X ,\n\tY ) ", lambda x, y: x != y),
    "negative constant": ("eq(X,-1)", lambda x, y: x == -1),
    "alldifferent like an operator": ("allDifferent(X,Y,1)", lambda x, y: len({x, y, 1}) == 3),
}


@pytest.mark.parametrize("functional, holds", PREDICATES.values(), ids=PREDICATES.keys())
def test_predicates(functional, holds):
    model = model_of(predicate(functional), constraint("P", "y x"))
    wanted = expected(lambda x, y, z: holds(y, x))
    assert solutions(model) == wanted
    assert encoded_solutions(model, EncoderOptions()) == wanted


ARGUMENTS = {
    "parameters": ("y 1", lambda x, y: y < 1),
    "the scope instead": (None, lambda x, y: x < y),
    "twice the same": ("x x", lambda x, y: False),
    "integers": ("0 1", lambda x, y: True),
}


@pytest.mark.parametrize("parameters, holds", ARGUMENTS.values(), ids=ARGUMENTS.keys())
def test_arguments_of_predicates(parameters, holds):
    model = model_of(predicate("lt(X,Y)"), constraint("P", parameters))
    assert solutions(model) == expected(lambda x, y, z: holds(x, y))


def test_a_parameter_may_have_the_name_of_an_operator():
    model = model_of(predicate("eq(add(add,1),eq)", "int add int eq"), constraint("P"))
    assert solutions(model) == expected(lambda x, y, z: x + 1 == y)


RELATIONS = {
    "supports": (relation("0 1|-1 4|\n9 9"), lambda x, y: (x, y) in {(0, 1), (-1, 4)}),
    "conflicts": (relation("0 1|-1 4", "conflicts"), lambda x, y: (x, y) not in {(0, 1), (-1, 4)}),
    "no supports": (relation(""), lambda x, y: False),
    "no conflicts": (relation(" ", "conflicts"), lambda x, y: True),
    "no arity": ('<relation name="R" semantics="supports">0 1|1 2</relation>', lambda x, y: (x, y) in {(0, 1), (1, 2)}),
    "a comment in it": (relation("0 1|<!-- 1 1| -->1 2"), lambda x, y: (x, y) in {(0, 1), (1, 2)}),
    "character data": (relation("<![CDATA[0 1|]]>1&#32;2"), lambda x, y: (x, y) in {(0, 1), (1, 2)}),
}


@pytest.mark.parametrize("declared, holds", RELATIONS.values(), ids=RELATIONS.keys())
def test_relations(declared, holds):
    model = model_of(declared, constraint("R", scope="y x"))
    wanted = expected(lambda x, y, z: holds(y, x))
    assert solutions(model) == wanted
    assert encoded_solutions(model, EncoderOptions()) == wanted


def test_relations_of_one_and_three():
    one = model_of(relation("1|2", arity=1), constraint("R", scope="z"))
    assert solutions(one) == expected(lambda x, y, z: z in (1, 2))
    three = model_of(relation("1 2 4", "conflicts", 3), constraint("R", scope="x z y"))
    assert solutions(three) == expected(lambda x, y, z: (x, z, y) != (1, 2, 4))


def _runs(tasks, limit):
    return all(sum(h for s, d, h in tasks if s <= t < s + d) <= limit for t in range(-2, 12))


GLOBALS = {
    "scope": ("allDifferent", None, lambda x, y, z: len({x, y}) == 2),
    "list": ("allDifferent", "[x y z]", lambda x, y, z: len({x, y, z}) == 3),
    "names only": ("ALLDIFFERENT", "x z", lambda x, y, z: x != z),
    "weightedSum": ("weightedSum", "[ { 1 x } {2 y}{ -3 z } ] <gt/> 2", lambda x, y, z: x + 2 * y - 3 * z > 2),
    "weightedSum ne": ("weightedsum", "[{1 x}{1 y}]<ne/>z", lambda x, y, z: x + y != z),
    "weightedSum empty": ("weightedSum", "[]<le/>x", lambda x, y, z: x >= 0),
    "cumulative": ("cumulative", "[{x 2 <nil/> 1} {y 1 <nil/> 2}] 2", lambda x, y, z: _runs([(x, 2, 1), (y, 1, 2)], 2)),
    "cumulative ends": ("cumulative", "[{x 2 y 1}] 1", lambda x, y, z: x + 2 == y),
    "element": ("element", "x [y 4 z] z", lambda x, y, z: 1 <= x <= 3 and (y, 4, z)[x - 1] == z),
    "disjunctive": ("disjunctive", "[{x 1} {y 2}]", lambda x, y, z: x + 1 <= y or y + 2 <= x),
    "lex_less": ("lex_less", "[x y] [y z]", lambda x, y, z: (x, y) < (y, z)),
    "lex_lesseq": ("lex_lesseq", "[x y] [y z]", lambda x, y, z: (x, y) <= (y, z)),
    "nvalue": ("nvalue", "x [y z 2]", lambda x, y, z: x == len({y, z, 2})),
    "count": ("count", "2 [x y z] <ge/> 2", lambda x, y, z: (x, y, z).count(2) >= 2),
    "global_cardinality": (
        "global_cardinality",
        "[x y] [{1 1} {2 z}]",
        lambda x, y, z: (x, y).count(1) == 1 and (x, y).count(2) == z,
    ),
    "global_cardinality_with_costs": (
        "global_cardinality_with_costs",
        "[x y] [{1 1} {2 1}] [{1 1 3} {2 2 1} {1 2 1}] z",
        lambda x, y, z: {x, y} == {1, 2} and (4 if x == 1 else 1) == z,
    ),
}


@pytest.mark.parametrize("name, parameters, holds", GLOBALS.values(), ids=GLOBALS.keys())
def test_globals(name, parameters, holds):
    model = model_of(constraint(f"global:{name}", parameters))
    assert solutions(model) == expected(holds)
    assert encoded_solutions(model, EncoderOptions()) == expected(holds)


def test_domains():
    source = (
        '<instance><domains><domain name="D">7 0..2\n 1..4 -3</domain></domains><variables/><constraints/></instance>'
    )
    source = source.replace("<variables/>", '<variables><variable name="x" domain="D"/></variables>')
    assert list(read(Source("f", source)).ints["x"]) == [-3, 0, 1, 2, 3, 4, 7]


@pytest.mark.parametrize("name", ["x[1]", "a:b", "1a", "add", "_h", "nil", "eq", "x{2}]", "変数"])
def test_names_of_variables(name):
    source = text(
        constraint("global:weightedSum", f"[{{2 x}}{{1 {name}}}] <eq/> y"),
        constraint("global:count", f"{name} [x] <eq/> 0"),
    )
    model = read(Source("f.xml", source.replace('name="z"', f'name="{name}"')))
    assert list(model.ints) == ["x", "y", name]
    assert solutions(model) == expected(lambda x, y, z: 2 * x + z == y and x != z)


def test_brackets_in_names_and_around_them():
    source = text(constraint("global:allDifferent", "[v[1] v[1][2]]")).replace('name="x"', 'name="v[1]"')
    model = read(Source("f.xml", source.replace('name="y"', 'name="v[1][2]"')))
    assert solutions(model) == expected(lambda x, y, z: x != y)


def test_every_constraint_knows_its_place():
    source = text(relation("0 1"), constraint("R"), constraint("global:allDifferent")).replace(
        "><constr", ">\n <constr"
    )
    line = source[: source.index("<constraint ")].count("\n") + 1
    origins = [Origin("text", line, 2), Origin("text", line + 1, 2)]
    assert [c.origin for c in read(Source("f.xml", source)).constraints] == origins


def test_places_count_characters():
    source = text(constraint("global:allDifferent")).replace("<constraint n", "<!-- 変数 --><constraint n")
    line, column = place(source, "<constraint n")
    assert read(Source("f.xml", source)).constraints[0].origin == Origin("text", line, column)


# costs


def best(model):
    """For each assignment that the constraints allow what it costs."""
    costs = {}
    for ints, _ in solutions(model):
        answer = Answer(dict(zip(model.ints, ints, strict=True)), {})
        costs[ints] = sum(w for w, c in model.soft if not evaluate(c.formula, answer))
        if model.objective:
            assert model.objective.goal == "minimize"
            costs[ints] += evaluate(model.objective.term, answer)
    return costs


def costing(cost):
    return {values: c for values in product(VALUES, repeat=3) if (c := cost(*values)) is not None}


def test_max_csp():
    parts = relation("0 1|1 2"), predicate("lt(X,Y)"), constraint("R"), constraint("P"), constraint("P", "y z")
    model = model_of(*parts, kind="Max-CSP")
    assert model.constraints == []
    assert best(model) == costing(lambda x, y, z: ((x, y) not in {(0, 1), (1, 2)}) + (x >= y) + (y >= z))


SOFT = relation("5: 0 0|1 1|infinity: 2 2|0:4 4|3: -1 4", "soft", extra=' defaultCost="1"')
PRICE = {(0, 0): 5, (1, 1): 5, (2, 2): None, (4, 4): 0, (-1, 4): 3}


def wcsp(*parts, attributes=""):
    return read(Source("f.xml", text(*parts, kind="WCSP").replace("<constraints>", f"<constraints{attributes}>")))


def test_wcsp_relations():
    assert best(wcsp(SOFT, constraint("R"))) == costing(lambda x, y, z: PRICE.get((x, y), 1))
    assert wcsp(SOFT, constraint("R")).objective is None


def _price(*costs, limit=None):
    total = None if None in costs else sum(costs)
    return total if limit is None or total is None or total < limit else None


@pytest.mark.parametrize("limit", [0, 3, 6, 8, 100])
def test_wcsp_costs_stay_below_the_maximum(limit):
    model = wcsp(
        SOFT, constraint("R"), constraint("R", scope="y z"), attributes=f' maximalCost="{limit}" initialCost="2"'
    )
    wanted = costing(lambda x, y, z: _price(2, PRICE.get((x, y), 1), PRICE.get((y, z), 1), limit=limit))
    assert best(model) == wanted
    assert encoded_solutions(model, EncoderOptions()) == {(values, ()) for values in wanted}


@pytest.mark.parametrize("limit", [None, 6])
def test_wcsp_functions(limit):
    body = "<expression><functional>mul(2,abs(sub(A,B)))</functional></expression>"
    function = f'<function name="F" return="int"><parameters>int A int B</parameters>{body}</function>'
    attributes = f' maximalCost="{limit}"' if limit else ""
    model = wcsp(SOFT, function, constraint("R"), constraint("F", "y 1"), attributes=attributes)
    assert model.soft == []
    wanted = costing(lambda x, y, z: _price(PRICE.get((x, y), 1), 2 * abs(y - 1), limit=limit))
    assert best(model) == wanted
    assert encoded_solutions(model, EncoderOptions()) == {(values, ()) for values in wanted}


def test_hard_relations_of_a_wcsp_stay_hard():
    hard = relation("1 2", "conflicts").replace('"R"', '"H"')
    model = wcsp(SOFT, hard, constraint("R"), constraint("H", scope="y z"))
    assert best(model) == costing(lambda x, y, z: _price(PRICE.get((x, y), 1), None if (y, z) == (1, 2) else 0))


# wrong inputs: (text, line, column, message)

P, R = predicate("lt(X,Y)"), relation("0 1")
GLOBAL = "global constraint 'among' is not supported; there are allDifferent, weightedSum, cumulative, element, "
WRONG = {
    "global": (text(constraint("global:among")), "global:among", GLOBAL),
    "reference": (text(R, constraint("Q")), "Q", "unknown relation or predicate 'Q'; it is declared before the constr"),
    "scope": (text(R, constraint("R", scope="x  w")), 'w" ref', "unknown variable 'w'"),
    "arity": (text(R, constraint("R", scope="x")), 'x" ref', "relation 'R' has arity 2; the scope has 1"),
    "parameter count": (text(P, constraint("P", "x y z")), "<parameters>x", "'P' takes 2 parameters, not 3"),
    "argument": (text(P, constraint("P", "x -w")), "-w", "unknown variable '-w'"),
    "operator": (text(predicate("lt(X,ad(X,Y))")), "ad(X", "unknown operator 'ad'"),
    "parameter": (text(predicate("lt(X0,Y)")), "X0", "unknown parameter 'X0'"),
    "few arguments": (text(predicate("lt(X)")), "lt(X)", "'lt' takes 2 arguments, not 1"),
    "many arguments": (text(predicate("not(X,Y)")), "not(X,Y)", "'not' takes 1 argument, not 2"),
    "unclosed": (text(predicate("lt(X,Y")), "lt(X,Y", "'lt' lacks its ')'"),
    "closed twice": (text(predicate("lt(X,Y))")), ")</func", "expected nothing after the expression"),
    "comma": (text(predicate("lt(X,,Y)")), ",Y)", "expected an operator, a parameter or an integer, found ','"),
    "no comma": (text(predicate("lt(X Y)")), "Y)", "expected ',' or ')', found 'Y'"),
    "behind an entity": (text(predicate("and(lt(X,Y),<)")), "&lt;", "unknown parameter '<'"),
    "no expression": (text(predicate("")), "<functional>", "expected an expression"),
    "no functional": (
        text(P.replace("functional", "mathml")),
        "<expression>",
        "expected <expression><functional>...</functional>; <infix> is not read",
    ),
    "type": (text(predicate("X", "int X bool Y")), "bool", "expected int before the name of a parameter, found 'bool'"),
    "no name": (text(predicate("X", "int X int")), "int</par", "expected the name of a parameter after int"),
    "same name": (text(predicate("X", "int X int X")), "X</par", "two parameters are called 'X'"),
    "tuple": (text(relation("0 1|2|3 4")), "2|3", "the relation has arity 2; this tuple has 1"),
    "empty tuple": (text(relation("0 1|")), "</relation>", "the relation has arity 2; this tuple has 0"),
    "value": (text(relation("0 1|2 1_0")), "1_0", "expected an integer, found '1_0'"),
    "long value": (text(relation(f"0 1|2 1{'0' * 5000}")), "1000", f"expected an integer, found '1{'0' * 39}'..."),
    "value behind a comment": (text(relation("0 1|<!-- a|b -->2 b")), "b</rel", "expected an integer, found 'b'"),
    "semantics": (text(relation("", "allowed")), "allowed", "expected supports, conflicts or soft, found 'allowed'"),
    "no arity": (text(relation("").replace(' arity="2"', "")), "<relation ", 'expected <relation ... arity="...">'),
    "zero arity": (text(relation("", arity=0)), '0" sem', "expected the number of values of a tuple, found '0'"),
    "cost": (text(relation("0 1|1: 1 2", "soft")), "0 1|", "expected COST: before the first tuple"),
    "negative cost": (text(relation("-1: 1 2", "soft")), "-1:", "expected a cost: an integer that is not negative"),
    "two costs": (text(relation("1: 1 2|2: 1 2", "soft")), "2: 1 2", "this tuple has another cost before"),
    "cost's tuple": (text(relation("1: 1 2|2: 1 b", "soft")), "b</rel", "expected an integer, found 'b'"),
    "bracket": (text(constraint("global:count", "1 [x} <eq/> 1")), "} <eq", "expected ']', found '}'"),
    "open bracket": (text(constraint("global:count", "1 [x <eq/> 1")), "[x", "'[' is never closed"),
    "closing": (text(constraint("global:count", "1 ] x")), "] x", "expected no bracket to be closed, found ']'"),
    "usage": (text(constraint("global:element", "x [y]")), "x [y]", "expected INDEX [ VARIABLE ... ] VALUE"),
    "comparison": (text(constraint("global:count", "1 [x] <nil/> 1")), "<nil/>", "expected a comparison: <eq/> <ne/>"),
    "weight": (text(constraint("global:weightedSum", "[{x 1}] <eq/> 1")), "x 1}", "expected a weight, an integer"),
    "task": (text(constraint("global:cumulative", "[{x 1 2}] 1")), "{x 1", "expected {ORIGIN DURATION END HEIGHT}"),
    "nils": (
        text(constraint("global:cumulative", "[{x <nil/> <nil/> 1}] 1")),
        "<nil/> 1",
        "expected <nil/> for one of origin, duration and end only",
    ),
    "a list": (
        text(constraint("global:nvalue", "x [y [z]]")),
        "[z]",
        "expected a variable or an integer, found a list",
    ),
    "an element": (
        text(constraint("global:nvalue", "x [<eq/>]")),
        "<eq/>",
        "expected a variable or an integer, found '<",
    ),
    "lengths": (
        text(constraint("global:lex_less", "[x] [y z]")),
        "[x]",
        "expected two lists of the same length, found 1",
    ),
    "word": (text(constraint("global:nvalue", "x [y w]")), "w]", "unknown variable 'w'"),
    "no parameters": (
        text(constraint("global:nvalue")),
        "<constraint ",
        "expected <parameters> NUMBER [ VARIABLE ... ] <",
    ),
    "tagged": (
        text(constraint("R", "x").replace("parameters", "list")),
        "<list>",
        "expected <parameters> in <constraint>",
    ),
    "stray text": (text(constraint("R").replace("></", "> foo </")), "foo", "text in <constraint>; expected elements"),
    "text between": (
        text(R).replace("<relations>", "<relations> foo"),
        " foo",
        "text between the elements of <relations>",
    ),
    "section": (
        text(R).replace("relations>", "quantification>"),
        "<quant",
        "<quantification> is not supported; expected ",
    ),
    "type of problem": (
        text(kind="QCSP"),
        "QCSP",
        "problems of type 'QCSP' are not supported; expected CSP, MAX-CSP or",
    ),
    "element": (
        text(R).replace('<variable name="z"', '<var name="z"'),
        "<var name",
        "expected <variable>, found <var>",
    ),
    "domain": (
        text().replace('domain="D"/><variable name="z"', 'domain="E"/><variable name="z"'),
        "E",
        "unknown domain 'E'",
    ),
    "empty domain": (text().replace("-1..2 4", ""), "<domain name", "the domain is empty; expected values and ranges"),
    "empty range": (text().replace("-1..2", "3..2"), "3..2", "the range '3..2' is empty"),
    "range": (text().replace("-1..2", "1...2"), "1...2", "expected an integer or a range LOW..HIGH, found '1...2'"),
    "two domains": (
        text().replace("</domains>", '<domain name="D">1</domain></domains>'),
        'D">1<',
        "domain 'D' is declared twice",
    ),
    "two variables": (
        text().replace('name="y"', 'name="x"'),
        'x" domain="D"/><variable name="z',
        "variable 'x' is decl",
    ),
    "two relations": (
        text(R, R),
        'R" arity="2" semantics="supports">0 1</relation></',
        "relation 'R': there is one of ",
    ),
    "name": (text().replace('name="y"', 'name="1"'), '1" domain', "'1' cannot be the name of a variable"),
    "no variables": ("<instance><constraints/></instance>", "", "expected <variables> before the end of the instance"),
    "no instance": ("<cnf/>", "<cnf", "expected <instance>, found <cnf>"),
    "XCSP3": ('<instance format="XCSP3" type="CSP">', "XCSP3", "XCSP3 is not supported; expected XCSP 2.1"),
    "cut": (text(R)[:-12], "", "not well-formed XML: no element found"),
    "no XML": ("<instance><presentation></b>", "b>", "not well-formed XML: mismatched tag"),
    "empty": ("", "", "not well-formed XML: no element found"),
}


def place(source, found):
    """Line and column of the last place where a text is found; '': its end."""
    offset = source.rindex(found) if found else len(source.rstrip() if source.endswith("</instance>") else source)
    before = source[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


@pytest.mark.parametrize("source, found, message", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_wrong(source, found, message, line_end):
    with pytest.raises(InputError) as error:
        read(Source("f.xml", source.replace("\n", line_end)))
    line, column = place(source, found)
    assert str(error.value).startswith(f"f.xml:{line}:{column}: {message}")


def test_the_whole_of_a_message():
    source = text(R, constraint("R", scope="x yy")).replace('name="y"', 'name="yyy"')
    with pytest.raises(InputError) as error:
        read(Source("f.xml", source))
    first, line, caret = str(error.value).splitlines()
    assert first == "f.xml:11:54: unknown variable 'yy'; did you mean 'yyy'?"
    assert line[2:] in source
    assert line[caret.index("^") :].startswith('yy" reference')


# hostile texts

LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
HOSTILE = {
    "entity bomb": (
        f'<!DOCTYPE instance [<!ENTITY a0 "ha">{LAUGHS}]><instance>&a11;</instance>',
        "declarations in <!DOC",
    ),
    "external entity": (
        '<!DOCTYPE instance [<!ENTITY e SYSTEM "file:///etc/hostname">]><instance>&e;</instance>',
        "declarations in <!DOCTYPE ... [...]> are not read; expected none",
    ),
    "parameter entity": ('<!DOCTYPE i [<!ENTITY % e SYSTEM "f.dtd"> %e;]><instance/>', "declarations in <!DOCTYPE"),
    "default attributes": ('<!DOCTYPE i [<!ATTLIST i a CDATA "b">]><instance/>', "declarations in <!DOCTYPE"),
    "entity from outside": ('<!DOCTYPE instance SYSTEM "f.dtd"><instance>&e;</instance>', "unknown entity &e;"),
    "entity in an attribute": ('<instance a="&e;"/>', "not well-formed XML: undefined entity"),
    "deep elements": (
        "<instance><presentation>" + "<a>" * 1_000_000,
        "<a> is inside 20 elements; expected less nesting",
    ),
    "deep brackets": (text(constraint("global:count", "[" * 100_000)), "'[' is never closed"),
    "deep lists": (text(constraint("global:count", "[" * 100_000 + "]" * 100_000)), "expected VALUE [ VARIABLE"),
    "many comments": ("<!-- -->" * 100_000, "not well-formed XML: no element found"),
    "NUL": ("<instance>\0</instance>", "not well-formed XML"),
    "half a character": ("<instance>\ud800</instance>", "not well-formed XML"),
}


@pytest.mark.parametrize("source, message", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile(source, message):
    with pytest.raises(InputError) as error:
        read(Source("f.xml", source))
    assert error.value.message.startswith(message)
    fits(source)


def test_a_document_type_without_declarations():
    source = text(constraint("global:allDifferent")).replace(
        "<instance>", '<!DOCTYPE instance SYSTEM "x.dtd"><instance>'
    )
    assert fits(source)
    assert len(read(Source("f.xml", source)).constraints) == 1


def test_deep_expressions():
    deep = "not(" * 50_001 + "lt(X,Y)" + ")" * 50_001
    model = model_of(predicate(deep), constraint("P", "x y"))
    answer = Answer({"x": 1, "y": 2, "z": 0}, {})
    assert not evaluate(model.constraints[0].formula, answer)


def test_a_text_longer_than_a_chunk():
    tuples = "|".join(f"{n} {n + 1}" for n in range(-1, 200_000))
    model = model_of(relation(tuples), constraint("R"))
    assert solutions(model) == expected(lambda x, y, z: x + 1 == y)


EXAMPLE = text(
    SOFT, P, R.replace('"R"', '"H"'), constraint("R"), constraint("P"), constraint("H"),
    *(constraint(f"global:{name}", parameters) for name, parameters, _ in GLOBALS.values()),
)  # fmt: skip
SPLICES = st.lists(
    st.tuples(
        st.integers(0, len(EXAMPLE)),
        st.integers(0, 12),
        st.text("<>/&;\"'=[]{}()|,:.- \n19xyzDRP\0\ud800変", max_size=6)
        | st.sampled_from(["<eq/>", "<nil/>", "</constraint>", "<!--", "]]>", "infinity", "..", "soft", "&lt;"]),
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=400, deadline=None)
@given(SPLICES)
def test_anything_is_a_model_or_an_input_error(splices):
    source = EXAMPLE
    for at, length, new in splices:
        source = source[:at] + new + source[at + length :]
    try:
        assert isinstance(read(Source("f.xml", source)), Model)
    except InputError as error:
        assert error.place.line <= source.count("\n") + 1


# as a language


def test_it_is_recognised():
    assert "xcsp" in list(LANGUAGES)
    assert all(map(fits, ["<instance>", "\n<?xml version='1.0'?>", "<!-- <a> -->\n<instance a='b'>"]))
    assert not any(map(fits, ["(int x 0 1)", "<instances>", "size 1 1\n-\n", "", "<!-- <instance>"]))


def test_it_can_be_converted():
    model = model_of(relation("0 1|1 2"), predicate("lt(X,Y)"), constraint("R"), constraint("P", "y z"))
    again = LANGUAGES["sugar"].read(Source("f.csp", to_text(model)))
    assert [c.formula for c in again.constraints] == [c.formula for c in model.constraints]


def csp2sat(*args, stdin):
    command = [sys.executable, "-m", "csp2sat", *args]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=True).stdout


def test_the_command_line():
    source = text(relation("0 1"), predicate("eq(X,4)", "int X"), constraint("R"), constraint("P", "_z"))
    source = source.replace('name="z"', 'name="_z"')
    assert csp2sat("solve", "-", stdin=source) == "s SATISFIABLE\na x\t0\na y\t1\na\n"
    assert csp2sat("solve", "-", "--to", "v", stdin=source) == "s SATISFIABLE\nv 0 1 4\n"
    unsatisfiable = source.replace("0 1</rel", "0 3</rel")
    assert csp2sat("solve", "-", "--to", "v", stdin=unsatisfiable) == "s UNSATISFIABLE\n"
