"""What the reader of the CSP language says about wrong texts, to the letter; and that it never fails otherwise."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.csp.operators import OWN
from csp2sat.languages.sugar import read
from csp2sat.model.model import Model


def model_of(text: str) -> Model:
    return read(Source("bad.csp", text))


GIVEN = "(int x 0 3) (int yellow 0 3) (bool p) (bool q)\n"
R = "(int x 0 3) (relation r 2 (supports (1 1)))\n"
Q = "(int x 0 3) (predicate (q a b) (= a b))\n"
RELATION = "expected (relation NAME ARITY (supports (VALUE ...) ...)), or conflicts instead of supports"
PREDICATE = "expected (predicate (NAME PARAMETER ...) BODY), where BODY is a formula or a term in parentheses"
OBJECTIVE = "expected (objective minimize TERM) or (objective maximize TERM)"
WRONG = {
    "unclosed": ("(int x 0 3)\n (or 1\n(int y 0 3)", "2:2: '(' is never closed"),
    "one too many": ("(int x 0 3))\n(int y 0 3)", "1:12: ')' without '('"),
    "only closed": (")", "1:1: ')' without '('"),
    "bad character": ("(bool p)\n(or p p'q)", '2:8: character "\'" can be no part of a symbol'),
    "bad character, met before the error": ("(bool p) p#", "1:11: character '#' can be no part of a symbol"),
    "a comment of another language": (
        "# text",
        "1:1: character '#' can be no part of a symbol; comments begin with ';'",
    ),
    "// for a comment": ("// text", "1:1: unknown Boolean variable '//'; comments begin with ';'"),
    "% for a comment": ("(bool p)\n%p", "2:1: unknown Boolean variable '%p'; comments begin with ';'"),
    "no parentheses": (
        "int x 0 3",
        "1:1: unknown Boolean variable 'int'; a statement stands in parentheses: (int ...)",
    ),
    "operator between": (GIVEN + "(x < yellow)", "2:2: operators come first: (< x yellow)"),
    "operator between, unknown name": (GIVEN + "(z < (+ x 1))", "2:2: operators come first: (< z ...)"),
    "capitals": ("(bool p)\n(AND p p)", "2:2: unknown operator 'AND'; did you mean 'and'?"),
    "control character": ("(bool a\x7f)", "1:8: character '\\x7f' can be no part of a symbol"),
    "digit first": (
        "(int 1x 0 1)",
        "1:6: '1x' is neither an integer nor a symbol; no symbol begins with '1'",
    ),
    "fraction": ("(int x 0 1.9)", "1:10: '1.9' is neither an integer nor a symbol; there are no fractions"),
    "a range with dots": (
        "(int x -1..9)",
        "1:8: '-1..9' is neither an integer nor a symbol; a range is two integers: LOW HIGH",
    ),
    "an arrow": (GIVEN + "(-> p q)", "2:2: '->' is neither an integer nor a symbol; did you mean '=>'?"),
    "none alike": (
        "(int x 0 3)\n(nonadjacent x)",
        "2:2: unknown operator 'nonadjacent'; one of your own is a file in a folder of CSP2SAT_PARTS"
        " (csp2sat help own constraint)",
    ),
    "two arrows": (GIVEN + "(<-> p q)", "2:2: unknown operator '<->'; did you mean 'iff'?"),
    "another sign for unequal": (GIVEN + "(<> x yellow)", "2:2: unknown operator '<>'; did you mean '!='?"),
    "a sum by its name": (GIVEN + "(= (sum x yellow) 3)", "2:5: unknown operator 'sum'; did you mean '+'?"),
    "a name of another language": (
        GIVEN + "(distinct x yellow)",
        "2:2: unknown operator 'distinct'; did you mean 'alldifferent'?",
    ),
    "a goal as a statement": (
        GIVEN + "(minimize x)",
        "2:2: unknown operator 'minimize'; did you mean '(objective minimize TERM)'?",
    ),
    "minus first": ("(-x 1)", "1:2: '-x' is neither an integer nor a symbol; no symbol begins with '-'"),
    "too long an integer": (
        f"(int x 0 {'9' * 100_001})",
        "1:10: an integer of 100001 digits; expected at most 100000 digits",
    ),
    "plus sign": (GIVEN + "(= x +3)", "2:6: unknown integer variable '+3'"),
    "full-width parentheses": (
        "（int x 0 1）",
        "1:1: unknown Boolean variable '（int'; full-width parentheses are letters here",
    ),
    "byte order mark inside": ("(bool p)\n\ufeffp", "2:1: character '\\ufeff' can be no part of a symbol"),
    "no name": ("(int)", "1:1: expected the name of the integer variable after 'int'"),
    "a number as name": ("(dint 5 0 1)", "1:7: expected the name of the integer variable after 'dint'"),
    "a form as name": ("(bool (p))", "1:7: expected the name of the Boolean variable after 'bool'"),
    "no domain's name": ("(domain 1 2)", "1:9: expected the name of the domain after 'domain'"),
    "two names": ("(bool p q)", "1:9: expected ')' after the variable's name, found 'q'"),
    "no domain": (
        "(int x)",
        "1:1: expected the values: LOW HIGH, or VALUE, or (VALUE (LOW HIGH) ...), or a domain's name",
    ),
    "three bounds": ("(int x 1 2 3)", "1:12: expected ')' after the bounds, found 3"),
    "reversed": ("(int x 5 -3)", "1:8: the range from 5 to -3 is empty"),
    "empty list": ("(int x ())", "1:8: the domain is empty"),
    "reversed in a list": ("(int x (7 (3 1)))", "1:12: the range from 3 to 1 is empty"),
    "three in a range": ("(int x (7 (3 4 5)))", "1:11: expected a range (LOW HIGH)"),
    "nested too deep": ("(int x ((1 (2 3))))", "1:12: expected an integer, found (...)"),
    "a name as bound": ("(int x 0 y)", "1:10: expected an integer, found 'y'"),
    "a term as bound": ("(int x 0 (+ 1 2))", "1:10: expected an integer, found (...)"),
    "an unknown domain": ("(domain colour 1 3)\n(int x color)", "2:8: unknown domain 'color'; did you mean 'colour'?"),
    "a later domain": ("(int x d)\n(domain d 1 3)", "1:8: unknown domain 'd'; (domain d ..) comes later, in line 2"),
    "two integers": (GIVEN + "(int x 0 1)", "2:6: integer variable 'x' is declared twice"),
    "two Booleans": (GIVEN + "(dbool p)", "2:8: Boolean variable 'p' is declared twice"),
    "two domains": ("(domain d 1 2) (domain d 1 2)", "1:24: domain 'd' is declared twice"),
    "unknown integer": (GIVEN + "(= x yelow)", "2:6: unknown integer variable 'yelow'; did you mean 'yellow'?"),
    "unknown Boolean": (GIVEN + "(or p\n r)", "3:2: unknown Boolean variable 'r'"),
    "used too early": ("(= x 1)\n(int x 0 3)", "1:4: unknown integer variable 'x'; (int x ..) comes later, in line 2"),
    "an integer as formula": (GIVEN + "(or x p)", "2:5: 'x' is an integer variable; expected a formula"),
    "a bare integer": (GIVEN + "x", "2:1: 'x' is an integer variable; expected a formula"),
    "a term as formula": (GIVEN + "(not (+ x 1))", "2:7: '+' makes a term; expected a formula"),
    "three under =": (GIVEN + "(= x 1 2)", "2:2: '=' takes 2 arguments, not 3; expected (and (= x 1) (= 1 2))"),
    "four under <": (GIVEN + "(< 1 x 2 3)", "2:2: '<' takes 2 arguments, not 4; expected (and (< 1 x) (< x 2) ...)"),
    "a term under <": (GIVEN + "(< 1 (+ x 1) 2)", "2:2: '<' takes 2 arguments, not 3"),
    "one under <": (GIVEN + "(< x)", "2:2: '<' takes 2 arguments, not 1"),
    "nothing under not": (GIVEN + "(and (!))", "2:7: '!' takes 1 argument, not 0"),
    "two under abs": (GIVEN + "(= (+ 1 (abs x 7)) 2)", "2:10: 'abs' takes 1 argument, not 2"),
    "two under if": (GIVEN + "(= (if p 1) 2)", "2:5: 'if' takes 3 arguments, not 2"),
    "one under *": (GIVEN + "(= (* x) 2)", "2:5: '*' takes at least 2 arguments, not 1"),
    "nothing under -": (GIVEN + "(= (-) 2)", "2:5: '-' takes at least 1 argument, not 0"),
    "empty form": (GIVEN + "(or p ())", "2:7: expected an operator after '(', found ')'"),
    "a form as operator": (GIVEN + "((= x 1))", "2:1: expected an operator after '(', found (...)"),
    "a number as operator": (GIVEN + "(2 x)", "2:1: expected an operator after '(', found 2"),
    "a variable as operator": (GIVEN + "(p)", "2:2: 'p' is no operator; it stands without parentheses"),
    "(true)": ("(true)", "1:2: 'true' is no operator; it stands without parentheses"),
    "unknown operator": (
        GIVEN + "(allDifferent x 1)",
        "2:2: unknown operator 'allDifferent'; did you mean 'alldifferent'?",
    ),
    "no such operator": (GIVEN + "(circuit! x 1)", "2:2: unknown operator 'circuit!'; did you mean 'circuit'?"),
    "a declaration inside": (
        "(bool p)\n(or p (int x 0 1))",
        "2:8: 'int' is a statement and cannot stand inside a constraint",
    ),
    "an objective inside": (
        GIVEN + "(or p (objective minimize x))",
        "2:8: 'objective' is a statement and cannot stand inside a constraint",
    ),
    "label": (
        GIVEN + "(or p (label 1))",
        "2:8: 'label' is not supported: this form is for output formats other than CNF",
    ),
    "hold": (GIVEN + "(hold p)", "2:2: 'hold' is not supported: this form is for output formats other than CNF"),
    "groups": ("(groups 2 3)", "1:2: 'groups' is not supported: this form is for output formats other than CNF"),
    "two under pow": (GIVEN + "(= (pow x) 2)", "2:5: 'pow' takes 2 arguments, not 1"),
    "three under /": (GIVEN + "(= (/ x 2 3) 2)", "2:5: '/' takes 2 arguments, not 3"),
    "nothing under min": (GIVEN + "(= (min) 2)", "2:5: 'min' takes at least 1 argument, not 0"),
    "a term under a term's formula": (
        GIVEN + "(< x (if x 1 2))",
        "2:10: 'x' is an integer variable; expected a formula",
    ),
    "no relation": ("(relation r 2)", "1:1: " + RELATION),
    "two lists": ("(relation r 1 (supports) (conflicts))", "1:1: " + RELATION),
    "no relation's name": ("(relation 2 1 (supports))", "1:11: expected the name of the relation after 'relation'"),
    "no arity": ("(relation r (2) (supports))", "1:13: expected the arity of the relation, found (...)"),
    "negative arity": ("(relation r -2 (supports))", "1:13: expected the arity of the relation, found -2"),
    "neither": ("(relation r 1 (support (1)))", "1:16: expected (supports ...) or (conflicts ...), found 'support'"),
    "no list of tuples": (
        "(relation r 1 supports)",
        "1:15: expected (supports ...) or (conflicts ...), found 'supports'",
    ),
    "an empty list": ("(relation r 1 ())", "1:15: expected (supports ...) or (conflicts ...), found ()"),
    "a bare value": ("(relation r 1 (supports (1) 2))", "1:29: expected a tuple in parentheses, found 2"),
    "a short tuple": ("(relation r 2 (supports (1 2) (3)))", "1:31: the relation has arity 2; this tuple has 1"),
    "a name in a long tuple": ("(relation r 1\n (conflicts (1 x)))", "2:16: expected an integer, found 'x'"),
    "a name in a tuple": ("(relation r 2 (supports (1 x)))", "1:28: expected an integer, found 'x'"),
    "too few for a relation": (R + "(r x)", "2:2: 'r' takes 2 arguments, not 1"),
    "too many for a relation": (R + "(or (r x x x))", "2:6: 'r' takes 2 arguments, not 3"),
    "an unknown variable in a relation": (R + "(r x y)", "2:6: unknown integer variable 'y'"),
    "a later relation": (
        GIVEN + "(r x)\n(relation r 1 (supports))",
        "2:2: unknown operator 'r'; (relation r ..) comes later, in line 3",
    ),
    "a relation that is misspelt": (
        R.replace(" r ", " near ") + "(neer x x)",
        "2:2: unknown operator 'neer'; did you mean 'near'?",
    ),
    "a relation as a variable": (R + "(or r)", "2:5: unknown Boolean variable 'r'"),
    "no predicate": ("(predicate (p x))", "1:1: " + PREDICATE),
    "two bodies": ("(predicate (p x) (= x 1) (= x 2))", "1:1: " + PREDICATE),
    "a predicate without parentheses": ("(predicate p (= x 1))", "1:1: " + PREDICATE),
    "a predicate without a name": ("(predicate () (= x 1))", "1:1: " + PREDICATE),
    "a number as predicate": ("(predicate (1 x) (= x 1))", "1:13: expected the name of a predicate, found 1"),
    "a number as parameter": ("(predicate (p 7) (= x 1))", "1:15: expected the name of a parameter, found 7"),
    "two parameters of one name": ("(predicate (p x y x) (= x 1))", "1:19: two parameters are called 'x'"),
    "a body without parentheses": (
        "(predicate (p x) true)",
        "1:18: the body must be a formula or a term in parentheses, found 'true'",
    ),
    "an empty body": ("(predicate (p x) ())", "1:18: the body must be a formula or a term in parentheses, found ()"),
    "too few for a predicate": (Q + "(not (q x))", "2:7: 'q' takes 2 arguments, not 1"),
    "too many for a predicate": (Q + "(q x x x)", "2:2: 'q' takes 2 arguments, not 3"),
    "nothing for a predicate": (Q + "(q)", "2:2: 'q' takes 2 arguments, not 0"),
    "an unknown variable in an argument": (Q + "(q x (+ y 1))", "2:9: unknown integer variable 'y'"),
    "an unknown variable in a body": (
        "(predicate (q a)\n  (= a y))\n(int x 0 3)\n(or (q x) (q 1))",
        "2:8: unknown integer variable 'y', in the call in line 4",
    ),
    "an unknown variable in an inner body": (
        "(int x 0 3)\n(predicate (q a) (= a y))\n(predicate (r a) (and (q a)))\n(r x)",
        "2:23: unknown integer variable 'y', in the call in line 4",
    ),
    "an argument of another sort": (
        "(int x 0 3) (predicate (q a) (or a (< x a)))\n(q x)",
        "2:4: 'x' is an integer variable; expected a formula",
    ),
    "an argument that makes no operator": (
        "(int x 0 3) (predicate (q op) (op x 1))\n(q (< x))",
        "1:31: expected an operator after '(', found (...), in the call in line 2",
    ),
    "an operator's arity in a body": (
        "(int x 0 3) (predicate (q op) (op x 1 2))\n(q and) (q =)",
        "1:35: 'x' is an integer variable; expected a formula, in the call in line 2",
    ),
    "a predicate's body that is a term": (
        "(int x 0 3) (predicate (q a) (+ a 1))\n(q x)",
        "1:31: '+' makes a term; expected a formula, in the call in line 2",
    ),
    "recursion": (
        "(int x 0 3) (predicate (q a) (imp (> a 0) (q (- a 1))))\n(q x)",
        "1:44: predicate 'q' calls itself; recursion is not supported, in the call in line 2",
    ),
    "mutual recursion": (
        "(predicate (q a) (or a (r a))) (predicate (r a) (q (not a)))\n(bool p)\n(q p)",
        "1:50: predicate 'q' calls itself; recursion is not supported, in the call in line 3",
    ),
    "recursion by an argument": (
        "(predicate (q a) (a a))\n(q q)",
        "2:4: predicate 'q' calls itself; recursion is not supported",
    ),
    "a wrong constraint in a body": (
        "(predicate (q a) (weightedsum a le 3))\n(int x 0 3)\n(q ((1 x) (x 1)))",
        "3:12: expected a weight, an integer",
    ),
    "no goal": (GIVEN + "(objective x)", "2:1: " + OBJECTIVE),
    "an unknown goal": (
        GIVEN + "(objective minimise x)",
        "2:12: " + OBJECTIVE + "; did you mean 'minimize'?",
    ),
    "two names in a declaration": (
        "(int x y 0 5)",
        "1:12: expected ')' after the bounds, found 5; (int x ..) declares one name",
    ),
    "a constraint of MiniZinc": (
        GIVEN + "(no_overlap ((x 2)))",
        "2:2: unknown operator 'no_overlap'; did you mean 'disjunctive'?",
    ),
    "two terms": (GIVEN + "(objective minimize x yellow)", "2:1: " + OBJECTIVE),
    "an unknown objective": (
        GIVEN + "(objective maximize yelow)",
        "2:21: unknown integer variable 'yelow'; did you mean 'yellow'?",
    ),
    "a later objective": (
        "(objective maximize x)\n(int x 0 1)",
        "1:21: unknown integer variable 'x'; (int x ..) comes later, in line 2",
    ),
    "a second objective": (
        GIVEN + "(objective minimize x) (objective maximize x)",
        "2:24: there is an objective already; several ones: their sum with weights, or in order m.minimize(a, b) of a "
        "csp2sat.Model in Python",
    ),
    "no weight": (GIVEN + "(weighted p)", "2:1: expected (weighted WEIGHT FORMULA), where the weight is an integer"),
    "a variable as weight": (
        GIVEN + "(weighted x p)",
        "2:1: expected (weighted WEIGHT FORMULA), where the weight is an integer",
    ),
    "a soft term": (GIVEN + "(weighted 2 (+ x 1))", "2:14: '+' makes a term; expected a formula"),
    "long token": (GIVEN + "q" * 1_000, f"2:1: unknown Boolean variable '{'q' * 40}'..."),
}


@pytest.mark.together
@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_input_names_the_place(text, message):
    with pytest.raises(InputError) as info:
        model_of(text)
    assert str(info.value).splitlines()[0] == "bad.csp:" + message


def test_an_error_shows_the_line():
    with pytest.raises(InputError) as info:
        model_of("(int x 0 3) ; a comment\r\n(= x y) ; another\r\n")
    message = "bad.csp:2:6: unknown integer variable 'y'"
    assert str(info.value) == f"{message}\n  (= x y) ; another\n       ^"


def test_errors_of_several_statements_are_reported():
    text = "(int x 0 9)\n(int y z 0 5)\n(foo x)\n(< y x)\n(> z 1)\n(int y 0 3)\n(< y w)\n"
    text += "(predicate (p q) 3 4)\n(p x)\n(+ 1 x)"
    with pytest.raises(InputError) as info:
        model_of(text)
    lines = str(info.value).splitlines()
    assert [line for line in lines if line.startswith("bad.csp")] == [
        "bad.csp:2:12: expected ')' after the bounds, found 5; (int y ..) declares one name",
        f"bad.csp:3:2: unknown operator 'foo'{OWN}",
        "bad.csp:7:6: unknown integer variable 'w'",
        "bad.csp:8:1: " + PREDICATE,
        "bad.csp:10:2: '+' makes a term; expected a formula",
    ]
    assert lines[3:6] == [f"bad.csp:3:2: unknown operator 'foo'{OWN}", "  (foo x)", "   ^"]
    assert (info.value.place.line, [each.place.line for each in info.value.others]) == (2, [3, 7, 8, 10])
    assert pickle.loads(pickle.dumps(info.value)).others[1].place.line == 7


@pytest.mark.parametrize(
    ("end", "more"), [("", 0), ("(", 1), ("(int x 0 3))", 1), ("(bool \u202e)", 1), ("(int x 0 9) (> x 3)", 0)]
)
def test_ten_errors_at_most(end, more):
    with pytest.raises(InputError) as info:
        model_of("(foo 1)\n" * 12 + end)
    assert len(info.value.others) == 9 and info.value.place.line == 1
    with pytest.raises(InputError) as info:
        model_of("(foo 1)\n" * 2 + end)
    assert [each.place.line for each in info.value.others] == [2, 3][: 1 + more], "an error of parentheses is the last"


def test_the_first_error_is_reported():
    with pytest.raises(InputError, match=r"^bad\.csp:1:2: unknown operator 'foo'"):
        model_of("(foo) 1x )")


MANY = 100_000
DEEP_AND_WRONG = {
    "opened": ("(" * 300_000, "1:1: '(' is never closed"),
    "closed": (")" * 300_000, "1:1: ')' without '('"),
    "balanced": ("(" * 300_000 + ")" * 300_000, "1:1: expected an operator after '(', found (...)"),
    "one more": ("(bool p)" + "(not " * MANY + "p" + ")" * (MANY + 1), "1:600010: ')' without '('"),
    "a name": ("(bool p) (int " + "(" * MANY + "x" + ")" * MANY + " 0 3)", "1:15: expected the name of the integer"),
    "unknown inside": ("(not " * MANY + "p" + ")" * MANY, "1:500001: unknown Boolean variable 'p'"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("text, message", DEEP_AND_WRONG.values(), ids=DEEP_AND_WRONG.keys())
def test_deep_nesting_that_is_wrong(text, message):
    with pytest.raises(InputError) as info:
        model_of(text)
    assert str(info.value).splitlines()[0] == "bad.csp:" + message


TOKENS = (
    *("(", ")") * 3,
    *("x", "y", "p", "q", "r", "a", "0", "1", "-3", "true", "false", ";", "\n", "\r", "\u3000", "#"),
    *("int", "bool", "domain", "and", "or", "not", "if", "=", "!=", "<=", "+", "-", "*", "abs", "neg", "xor", "iff"),
    *("min", "/", "%", "pow", "predicate", "relation", "supports", "objective", "minimize", "weighted", "ite"),
    *("alldifferent", "weightedsum", "1x", "-", "-x", "9" * 5000, "\x00", "（", "element"),
)


RIGHT = (
    "(domain d 1 4) (int x d) (int y (1 (3 5))) (bool p) (or p (= x 1)) (alldifferent (x y 3))",
    "(int x 0 5) (int y 0 9) (bool p) (= y (if (and p (> x 2)) (* 2 x) (- 5 x))) ; comment \n (>= y 5)",
    "(bool p) (bool q) (= p (iff q true)) (if p q (not q)) (imp (xor p q) 1)",
    "(int x 1 3) (relation r 2 (supports (1 2) (2 2))) (or (r x (+ x 1)) (not (r 1 2))) (objective minimize (/ x 2))",
    "(int x 1 3) (predicate (p a op) (and (op a x) (q a)))(predicate (q a) (> a 1)) (p (pow x 2) <) (weighted 2 (q 1))",
    "(int x 1 3) (predicate (p l m) (or (alldifferent l) (weightedsum ((1 x) m) le 4))) (p (x 2 (% x 3)) (2 x))",
    "(int x 1 3) (alldifferent (+ x 1)) (alldifferent) (< (abs (- x)) (neg x 3)) (not (alldifferent x 2))",
)


def assert_model_or_error(text: str) -> None:
    """A text is a model, or an error at a place in the text."""
    try:
        model = model_of(text)
    except InputError as error:
        lines = Source("", text).lines()
        assert error.place.text == lines[error.place.line - 1]
        assert 1 <= error.place.column <= len(error.place.text) + 1
    else:
        assert isinstance(model, Model)


@settings(max_examples=100, deadline=None)
@given(st.text() | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_any_text_is_a_model_or_an_error(text):
    assert_model_or_error(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=60))
def test_any_tokens_are_a_model_or_an_error(tokens):
    assert_model_or_error("(int x 0 1)(bool p)" + " ".join(tokens))


@pytest.mark.filterwarnings("ignore::csp2sat.errors.InputWarning")
def test_a_text_with_a_fault_is_a_model_or_an_error():
    rng = random.Random(1)
    for _ in range(1500):
        words = rng.choice(RIGHT).replace("(", " ( ").replace(")", " ) ").split(" ")
        at = rng.randrange(len(words))
        words[at : at + rng.randrange(2)] = rng.choices(TOKENS, k=rng.randrange(3))
        assert_model_or_error(" ".join(words))
