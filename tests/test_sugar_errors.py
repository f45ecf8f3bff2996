"""What the reader of the CSP language says about wrong texts, to the letter; and that it never fails otherwise."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp2sat.errors import InputError
from csp2sat.langs.sugar import read
from csp2sat.model.model import Model
from csp2sat.text import Source


def model_of(text: str) -> Model:
    return read(Source("bad.csp", text))


GIVEN = "(int x 0 3) (int yellow 0 3) (bool p) (bool q)\n"
WRONG = {
    "unclosed": ("(int x 0 3)\n (or 1\n(int y 0 3)", "2:2: '(' is never closed"),
    "one too many": ("(int x 0 3))\n(int y 0 3)", "1:12: ')' without '('"),
    "only closed": (")", "1:1: ')' without '('"),
    "bad character": ("(bool p)\n(or p p'q)", '2:8: character "\'" can be no part of a symbol'),
    "bad character, met before the error": ("(bool p) p#", "1:11: character '#' can be no part of a symbol"),
    "control character": ("(bool a\x7f)", "1:8: character '\\x7f' can be no part of a symbol"),
    "digit first": (
        "(int 1x 0 1)",
        "1:6: '1x' is neither an integer nor a symbol; no symbol begins with '1'",
    ),
    "fraction": ("(int x 0 1.9)", "1:10: '1.9' is neither an integer nor a symbol; no symbol begins with '1'"),
    "minus first": ("(-x 1)", "1:2: '-x' is neither an integer nor a symbol; no symbol begins with '-'"),
    "too long an integer": (f"(int x 0 {'9' * 5000})", "1:10: an integer of 5000 digits is longer than can be read"),
    "plus sign": (GIVEN + "(= x +3)", "2:6: unknown integer variable '+3'"),
    "full-width parentheses": (
        "（int x 0 1）",
        "1:1: unknown Boolean variable '（int'; full-width parentheses are letters here",
    ),
    "byte order mark inside": ("(bool p)\n\ufeffp", "2:1: unknown Boolean variable '\\ufeffp'; did you mean 'p'?"),
    "no name": ("(int)", "1:1: expected the name of the integer variable after 'int'"),
    "a number as name": ("(dint 5 0 1)", "1:7: expected the name of the integer variable after 'dint'"),
    "a form as name": ("(bool (p))", "1:7: expected the name of the Boolean variable after 'bool'"),
    "no domain's name": ("(domain 1 2)", "1:9: expected the name of the domain after 'domain'"),
    "two names": ("(bool p q)", "1:9: expected ')' after the variable's name, found 'q'"),
    "no domain": (
        "(int x)",
        "1:1: expected its values: LOW HIGH, or VALUE, or (VALUE (LOW HIGH) ...), or a domain's name",
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
    "a Boolean as term": (GIVEN + "(= x (+ 1 p))", "2:11: 'p' is a formula; expected a term, such as (if p 1 0)"),
    "= of a Boolean and a number": (GIVEN + "(= p 1)", "2:4: 'p' is a formula; expected a term, such as (if p 1 0)"),
    "true as term": (GIVEN + "(< x true)", "2:6: 'true' is a formula; expected a term, such as (if true 1 0)"),
    "an integer as formula": (GIVEN + "(or x p)", "2:5: 'x' is an integer variable; expected a formula"),
    "a bare integer": (GIVEN + "x", "2:1: 'x' is an integer variable; expected a formula"),
    "a term as formula": (GIVEN + "(not (+ x 1))", "2:7: '+' makes a term; expected a formula"),
    "a formula as term": (GIVEN + "(<= x (&& p q))", "2:8: '&&' makes a formula; expected a term"),
    "a constraint as term": (
        GIVEN + "(< 0 (alldifferent x 1))",
        "2:7: 'alldifferent' makes a formula; expected a term",
    ),
    "a formula in alldifferent": (
        GIVEN + "(alldifferent ((if p 1 0) p))",
        "2:27: 'p' is a formula; expected a term, such as (if p 1 0)",
    ),
    "three under =": (GIVEN + "(= x 1 2)", "2:2: '=' takes 2 arguments, not 3"),
    "one under <": (GIVEN + "(< x)", "2:2: '<' takes 2 arguments, not 1"),
    "nothing under not": (GIVEN + "(and (!))", "2:7: '!' takes 1 argument, not 0"),
    "two under abs": (GIVEN + "(= (abs x 7) 2)", "2:5: 'abs' takes 1 argument, not 2"),
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
    "no such operator": (GIVEN + "(circuit! x 1)", "2:2: unknown operator 'circuit!'"),
    "a declaration inside": (
        "(bool p)\n(or p (int x 0 1))",
        "2:8: 'int' declares a name and cannot stand inside a constraint",
    ),
    "relation": ("(relation r 2 (supports (1 2)))", "1:2: 'relation' is not supported by this version"),
    "predicate": ("(predicate (p x) (= x 1))", "1:2: 'predicate' is not supported by this version"),
    "objective": (GIVEN + "(objective minimize x)", "2:2: 'objective' is not supported by this version"),
    "weighted": (GIVEN + "(weighted 2 p)", "2:2: 'weighted' is not supported by this version"),
    "long token": (GIVEN + "q" * 1_000, f"2:1: unknown Boolean variable '{'q' * 40}'..."),
}


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


def test_the_first_error_is_reported():
    with pytest.raises(InputError, match=r"^bad\.csp:1:2: unknown operator 'foo'"):
        model_of("(foo) 1x )")


MANY = 100_000
DEEP_AND_WRONG = {
    "opened": ("(" * 300_000, "1:1: '(' is never closed"),
    "closed": (")" * 300_000, "1:1: ')' without '('"),
    "balanced": ("(" * 300_000 + ")" * 300_000, "1:1: expected an operator after '(', found (...)"),
    "one more": ("(bool p)" + "(not " * MANY + "p" + ")" * (MANY + 1), "1:600010: ')' without '('"),
    "unknown inside": ("(not " * MANY + "p" + ")" * MANY, "1:500001: unknown Boolean variable 'p'"),
}


@pytest.mark.parametrize("text, message", DEEP_AND_WRONG.values(), ids=DEEP_AND_WRONG.keys())
def test_deep_nesting_that_is_wrong(text, message):
    with pytest.raises(InputError) as info:
        model_of(text)
    assert str(info.value).splitlines()[0] == "bad.csp:" + message


TOKENS = (
    *(
        "(",
        "(",
        "(",
        ")",
        ")",
        ")",
        "x",
        "y",
        "p",
        "q",
        "0",
        "1",
        "-3",
        "true",
        "false",
        ";",
        "\n",
        "\r",
        "\u3000",
        "#",
    ),
    *("int", "bool", "domain", "and", "or", "not", "if", "=", "!=", "<=", "+", "-", "*", "abs", "neg", "xor", "iff"),
    *("alldifferent", "relation", "1x", "-", "-x", "9" * 5000, "\x00", "（", "element"),
)


RIGHT = (
    "(domain d 1 4) (int x d) (int y (1 (3 5))) (bool p) (or p (= x 1)) (alldifferent (x y 3))",
    "(int x 0 5) (int y 0 9) (bool p) (= y (if (and p (> x 2)) (* 2 x) (- 5 x))) ; comment \n (>= y 5)",
    "(bool p) (bool q) (= p (iff q true)) (if p q (not q)) (imp (xor p q) 1)",
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


@settings(max_examples=300, deadline=None)
@given(st.text() | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_any_text_is_a_model_or_an_error(text):
    assert_model_or_error(text)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=60))
def test_any_tokens_are_a_model_or_an_error(tokens):
    assert_model_or_error("(int x 0 1)(bool p)" + " ".join(tokens))


def test_a_text_with_a_fault_is_a_model_or_an_error():
    rng = random.Random(1)
    for _ in range(3000):
        words = rng.choice(RIGHT).replace("(", " ( ").replace(")", " ) ").split(" ")
        at = rng.randrange(len(words))
        words[at : at + rng.randrange(2)] = rng.choices(TOKENS, k=rng.randrange(3))
        assert_model_or_error(" ".join(words))
