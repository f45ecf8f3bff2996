"""XCSP 2.1: what is wrong with an instance, and where; and that hostile ones do no harm."""

import pytest
from support.xcsp_texts import constraint, predicate, relation, text

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.xcsp import fits, read
from csp2sat.model.model import Origin

# wrong inputs: (text, line, column, message)

P, R = predicate("lt(X,Y)"), relation("0 1")
GLOBAL = "global constraint 'among' is not supported; there are allDifferent, weightedSum, cumulative, element, "
WRONG = {
    "global": (text(constraint("global:among")), "global:among", GLOBAL),
    "reference": (text(R, constraint("Q")), "Q", "unknown relation or predicate 'Q'; it is declared before the constr"),
    "scope": (text(R, constraint("R", scope="x  w")), 'w" ref', "unknown variable 'w'"),
    "scope of a predicate": (text(P, constraint("P", "x y", "x y w")), 'w" ref', "unknown variable 'w'"),
    "scope of a global": (
        text(constraint("global:allDifferent", "[x y]", "x y w")),
        'w" ref',
        "unknown variable 'w'",
    ),
    "outside the scope": (
        text(P, constraint("P", "x 1 y", "x").replace(" 1", "")),
        "y</par",
        "'y' is not in the scope",
    ),
    "outside the scope of a sum": (
        text(constraint("global:weightedSum", "[{1 x} {2 y} {1 z}] <le/> 5", "x y")),
        "z}]",
        "'z' is not in the scope; expected variables of the scope, and integers",
    ),
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
        "expected <expression><functional>...</functional>; <infix> is not supported",
    ),
    "type": (text(predicate("X", "int X bool Y")), "bool", "expected int before the name of a parameter, found 'bool'"),
    "no name": (text(predicate("X", "int X int")), "int</par", "expected the name of a parameter after int"),
    "same name": (text(predicate("X", "int X int X")), "X</par", "two parameters are called 'X'"),
    "tuple": (text(relation("0 1|2|3 4")), "2|3", "the relation has arity 2; this tuple has 1"),
    "empty tuple": (text(relation("0 1|")), "</relation>", "the relation has arity 2; this tuple has 0"),
    "value": (text(relation("0 1|2 1_0")), "1_0", "expected an integer, found '1_0'"),
    "long value": (text(relation(f"0 1|2 1{'0' * 100_000}")), "1000", f"expected an integer, found '1{'0' * 39}'..."),
    "value behind a comment": (text(relation("0 1|<!-- a|b -->2 b")), "b</rel", "expected an integer, found 'b'"),
    "semantics": (text(relation("", "allowed")), "allowed", "expected supports, conflicts or soft, found 'allowed'"),
    "no arity": (text(relation("").replace(' arity="2"', "")), "<relation ", 'expected <relation ... arity="...">'),
    "zero arity": (text(relation("", arity=0)), '0" sem', "expected the number of values of a tuple, found '0'"),
    "cost": (text(relation("0 1|1: 1 2", "soft")), "0 1|", "expected COST: before the first tuple"),
    "negative cost": (text(relation("-1: 1 2", "soft")), "-1:", "expected a cost: an integer that is not negative"),
    "two costs": (text(relation("1: 1 2|2: 1 2", "soft")), "2: 1 2", "this tuple has another cost earlier"),
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
    "stray text": (
        text(constraint("R").replace("></", "> foo </")),
        "foo",
        "text in <constraint>; expected <parameters>",
    ),
    "text in a variable": (
        text().replace('domain="D"/><variable name="z"', 'domain="D"> foo </variable><variable name="z"'),
        "foo",
        "text in <variable>; expected no content",
    ),
    "text in a predicate": (
        text(P).replace("<parameters>", "foo <parameters>"),
        "foo",
        "text in <predicate>; expected <parameters> or <expression>",
    ),
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
        'expected <variable>, found <var>; an XCSP3 instance begins with <instance format="XCSP3" ...>',
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
        "relation 'R' is decl",
    ),
    "name": (text().replace('name="y"', 'name="1"'), '1" domain', "'1' cannot be the name of a variable"),
    "no variables": ("<instance><constraints/></instance>", "", "expected <variables> before the end of the instance"),
    "no instance": ("<cnf/>", "<cnf", "expected <instance>, found <cnf>"),
    "XCSP3": ('<instance format="XCSP3" type="CSP">', "XCSP3", "this is XCSP3; expected XCSP 2.1, or --from xcsp3"),
    "cut": (text(R)[:-12], "", "not well-formed XML: no element found"),
    "no XML": ("<instance><presentation></b>", "b>", "not well-formed XML: mismatched tag"),
    "empty": ("", "", "not well-formed XML: no element found"),
}


def place(source, found):
    """Line and column of the last place where a text is found; '': its end."""
    offset = source.rindex(found) if found else len(source.rstrip() if source.endswith("</instance>") else source)
    before = source[:offset]
    return before.count("\n") + 1, offset - before.rfind("\n")


@pytest.mark.together
@pytest.mark.parametrize("source, found, message", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_wrong(source, found, message, line_end):
    with pytest.raises(InputError) as error:
        read(Source("f.xml", source.replace("\n", line_end)))
    line, column = place(source, found)
    assert str(error.value).startswith(f"f.xml:{line}:{column}: {message}")


def test_places_count_characters():
    source = text(constraint("global:allDifferent")).replace("<constraint n", "<!-- 変数 --><constraint n")
    line, column = place(source, "<constraint n")
    assert read(Source("f.xml", source)).constraints[0].origin == Origin("text", line, column)


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
        "declarations in <!DOCTYPE ... [...]> are not supported",
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


@pytest.mark.sample(5)
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
