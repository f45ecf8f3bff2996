"""XCSP 2.1: what each construct means by brute force; any text is a model or refused."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle import encoded_solutions, solutions
from support.real_commands import csp2sat
from support.xcsp_texts import VALUES, constraint, predicate, relation, text

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.spec import LANGUAGES
from csp2sat.languages.xcsp import fits, read
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Origin


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
        constraint("global:weightedSum", f"[{{2 x}}{{1 {name}}}] <eq/> y", f"x {name} y"),
        constraint("global:count", f"{name} [x] <eq/> 0", f"{name} x"),
    )
    model = read(Source("f.xml", source.replace('name="z"', f'name="{name}"')))
    assert list(model.ints) == ["x", "y", name]
    assert solutions(model) == expected(lambda x, y, z: 2 * x + z == y and x != z)


def test_brackets_in_names_and_around_them():
    source = text(constraint("global:allDifferent", "[v[1] v[1][2]]", "v[1] v[1][2]")).replace(
        'name="x"', 'name="v[1]"'
    )
    model = read(Source("f.xml", source.replace('name="y"', 'name="v[1][2]"')))
    assert solutions(model) == expected(lambda x, y, z: x != y)


def test_every_constraint_knows_its_place():
    source = text(relation("0 1"), constraint("R"), constraint("global:allDifferent")).replace(
        "><constr", ">\n <constr"
    )
    line = source[: source.index("<constraint ")].count("\n") + 1
    origins = [Origin("text", line, 2), Origin("text", line + 1, 2)]
    assert [c.origin for c in read(Source("f.xml", source)).constraints] == origins


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


# any text


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
    SOFT, predicate("lt(X,Y)"), relation("0 1").replace('"R"', '"H"'),
    constraint("R"), constraint("P"), constraint("H"),
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


@settings(max_examples=150, deadline=None)
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


def test_the_command_line():
    source = text(relation("0 1"), predicate("eq(X,4)", "int X"), constraint("R"), constraint("P", "_z", "_z"))
    source = source.replace('name="z"', 'name="_z"')
    assert csp2sat("solve", "-", stdin=source).stdout == "s SATISFIABLE\na x\t0\na y\t1\na\n"
    assert csp2sat("solve", "-", "--to", "v", stdin=source).stdout == "s SATISFIABLE\nv 0 1 4\n"
    unsatisfiable = source.replace("0 1</rel", "0 3</rel")
    assert csp2sat("solve", "-", "--to", "v", stdin=unsatisfiable).stdout == "s UNSATISFIABLE\n"
