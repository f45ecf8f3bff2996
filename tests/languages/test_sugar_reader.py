"""The reader of the CSP language: what a text means, counted by brute force; and what an error says, to the letter."""

import re
from itertools import product

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError, InputWarning
from csp2sat.languages.spec import LANGUAGES
from csp2sat.languages.sugar import fits, read
from csp2sat.model.domain import Domain
from csp2sat.model.expr import postorder
from csp2sat.model.meaning import broken_constraints, evaluate
from csp2sat.model.model import Answer, Model, Origin


def model_of(text: str) -> Model:
    return read(Source("bad.csp", text))


def formulas(text: str) -> list[str]:
    return [repr(constraint.formula) for constraint in model_of(text).constraints]


def count(model: Model) -> int:
    """The number of solutions, by trying all assignments."""
    ints = product(*(domain.values() for domain in model.ints.values()))
    answers = product(ints, product((False, True), repeat=len(model.bools)))
    return sum(
        not broken_constraints(
            model, Answer(dict(zip(model.ints, xs, strict=True)), dict(zip(model.bools, ps, strict=True)))
        )
        for xs, ps in answers
    )


MEANS = {
    "nothing": ("", 1),
    "comments only": ("; nothing\n  ; at all", 1),
    "two name spaces": ("(int x 0 2) (bool x) (or x (= x 1))", 4),
    "ranges": ("(int x ((1 3) 5 (7 8)))", 6),
    "overlapping ranges": ("(int x ((1 4) (3 6) 6 2)) (!= x 3)", 5),
    "sparse negative": ("(int x (-7 (-3 -2) 0 4)) (int y (-4 2 7)) (= (+ x y) 0)", 3),
    "two values, no range": ("(int x (1 5))", 2),
    "one range": ("(int x ((1 5)))", 5),
    "one value": ("(int x 3) (= x 3)", 1),
    "named domains": ("(domain d 1 4) (domain e (2 (5 6))) (domain f 7) (int x d) (int y e) (int z f)", 12),
    "a domain by another's name": ("(domain d 1 4) (domain e d) (int x e)", 4),
    "a hole": ("(int x (1 5 9)) (>= x 2) (<= x 4)", 0),
    "dint and dbool": ("(dint x 0 3) (dbool p) (or p (= x 2))", 5),
    "names of operators": ("(int add 0 1) (bool int) (int nil 0 1) (int true 0 1) (= (+ add nil true) 1) int", 3),
    "an alias is the name": ("(int + 0 1) (= add 1)", 1),
    "signs and dots in names": (
        "(int x-1 0 2) (int x.2 0 2) (int |v| 0 2) (int A_b 0 2) (int a_b 0 2)"
        "(< x-1 x.2) (< x.2 |v|) (!= A_b a_b) (>= A_b 1)",
        4,
    ),
    "Japanese names and blanks": ("(int\u3000変数 0 2)\u00a0(= 変数\u30001)", 1),
    "control characters are blanks": ("(int\x01x\x1c0 2)\x00(=\x0bx\x0e1)", 1),
    "negative literals": ("(int x -5 5) (int y -5 5) (= x -3) (= (- y) -4) (>= (+ x y) 0)", 1),
    "a lone minus": ("(int x 0 5) (= x (- 3)) (= x (- 3 1))", 0),
    "one line": ("(int x 0 3)(int y 0 3)(< x y)(!= (+ x y) 3)", 4),
    "unused": ("(int a 0 2) (int b 0 2) (bool p)\n(> a 1)", 6),
    "leading zeros": ("(int x 00003 0005) (!= x -0)", 3),
    "big integers": (f"(int x 0 3) (= (* x 1{'0' * 499}) 3{'0' * 499})", 1),
    "integers beyond a machine word": ("(int x 9223372036854775807 9223372036854775809) (> x 9223372036854775807)", 2),
    "constants": ("(bool p) (bool q) true (iff p true) (or false q)", 1),
    "true is no variable": ("(bool true) (or true false)", 2),
    "empty and": ("(bool p) (and)", 2),
    "empty or": ("(bool p) (int x 0 3) (and p (or))", 0),
    "integers are formulas": ("(bool p) (or p 2) (not 0) (not -1)", 2),
    "a negative integer is false": ("-1", 0),
    "operators": ("(bool p) (bool q) (bool r) (imp p q) (=> q r) (xor p r) (|| p q r)", 2),
    "iff and xor": ("(bool a) (bool b) (bool c) (bool d) (iff a (iff b (iff c d))) (xor a (xor b c))", 4),
    "xor of three": ("(bool a) (bool b) (bool c) (xor a b c)", 4),
    "^ is xor": ("(bool a) (bool b) (^ a b)", 2),
    "&& and !": ("(bool a) (bool b) (&& a (! b))", 1),
    "= of formulas": ("(bool p) (bool q) (int x 0 1) (= p (< x 1)) (== q true)", 2),
    "!= of formulas": ("(bool p) (bool q) (!= p (not q))", 2),
    "= of names of both sorts": ("(int x 0 1) (int y 0 1) (bool x) (bool y) (= x y)", 8),
    "if of formulas": ("(bool p) (bool q) (bool r) (if p q (not r))", 4),
    "if": ("(int x 0 5) (int y 0 9) (bool p) (= y (if (and p (> x 2)) (* 2 x) (- 5 x))) (>= y 5)", 4),
    "empty sum": ("(int x 0 3) (= x (+)) (= (+ x) 0)", 1),
    "a difference of three": ("(int x 0 3) (= (- 5 x 2) 1)", 1),
    "neg of two": ("(int x 0 3) (int y 0 3) (= (neg x y) 2)", 2),
    "words": ("(int x 0 3) (int y 0 3) (eq (sub (neg x)) y) (ge (abs x) (add)) (le (mul x y) 0)", 1),
    "abs": ("(int x -3 3) (int y -3 3) (!= (abs x) (abs y)) (<= (abs (+ x y)) 1)", 12),
    "product of three": ("(int x 0 1) (int y 0 1) (int z 0 1) (= (* x y z) 0)", 7),
    "product of two": ("(int x -3 3) (int y -3 3) (int z -9 9) (= (* x y) z) (> z 3)", 8),
    "nested products": ("(int x 1 4) (int y 1 4) (int z 1 4) (= (* x (* y z)) 12)", 9),
    "positive product": ("(int x -2 2) (int y -2 2) (< 0 (* x y))", 8),
    "parity": ("(int x 0 3) (!= (* 2 x) 3)", 4),
    "alldifferent": ("(int x 1 3) (int y 1 3) (alldifferent x y)", 6),
    "alldifferent of a list": ("(int x 1 3) (int y 1 3) (alldifferent (x y))", 6),
    "not alldifferent": ("(int x 1 3) (int y 1 3) (not (alldifferent x y))", 3),
    "alldifferent in formulas": (
        "(int x 1 3) (int y 1 3) (bool p) (iff p (alldifferent x y)) (or p (not (alldifferent x 2)))",
        7,
    ),
    "alldifferent with a constant": ("(int x 1 3) (int y 1 3) (alldifferent x 2 y)", 2),
    "alldifferent of nothing": ("(int x 1 3) (alldifferent) (alldifferent ())", 3),
    "alldifferent of one term": ("(int x 1 3) (alldifferent x) (alldifferent (+ x 1)) (alldifferent ((+ x 1)))", 3),
    "alldifferent of a list that begins with add": ("(int add 1 3) (int x 1 3) (alldifferent (add x 1))", 2),
    "a list of terms": ("(int x 0 2) (int y 0 2) (alldifferent ((+ x 1) (- y) 0))", 6),
    "a Boolean as a term": ("(int x 0 3) (bool p) (bool q) (= x (+ p q 1))", 4),
    "= of a Boolean and a term": ("(int x 0 3) (bool p) (= p x)", 2),
    "!= of a Boolean and a term": ("(int x 0 3) (bool p) (!= x p)", 6),
    "= of a Boolean and a number": ("(bool p) (bool q) (= p 1) (= 0 q)", 1),
    "a formula as a term": ("(int x 0 3) (int y 0 3) (= 1 (+ (< x y) (= y 3) (alldifferent x y)))", 7),
    "an integer variable of a Boolean's name": ("(int p 2 3) (bool p) (> (+ p 0) 1)", 4),
    "/ rounds down": ("(int x -3 3) (int y -9 9) (= y (/ x 2)) (!= y -2)", 6),
    "% is not negative": ("(int x -3 3) (int y -9 9) (= y (% x 2)) (= y 1)", 4),
    "/ of a sparse domain": ("(int x (-1 4)) (int y -9 9) (= y (/ x 3))", 2),
    "% of a sparse domain": ("(int x (-3 -5)) (int y -9 9) (= y (% x 2))", 2),
    "% of a choice": ("(bool p) (int y -9 9) (= y (% (if p -3 6) 4))", 2),
    "/ and % by a negative": ("(int x -5 5) (int q -9 9) (int r -9 9) (= q (/ x -2)) (= r (% x -2))", 11),
    "/ by a variable": ("(int x 0 6) (int y -2 2) (= 2 (/ x y))", 3),
    "/ by 0": ("(int x 0 6) (int y -2 2) (or (= y 0) (>= 2 (/ x y)) (< 2 (/ x y)))", 35),
    "/ by 0 is false": ("(int x 0 6) (int y -2 2) (= (/ x y) (/ x y))", 28),
    "not / by 0": ("(int x 0 6) (int y -2 2) (not (= (/ x y) (/ x y)))", 7),
    "pow": ("(int x -3 3) (int y 0 30) (= y (pow x 2))", 7),
    "pow of a negative exponent": ("(int x -3 3) (>= 1 (pow 1 x))", 4),
    "0 to the 0": ("(int x 0 2) (= 1 (pow x 0)) (= (pow 0 x) 1)", 1),
    "min and max of many": ("(int x 0 3) (int y 0 3) (< (max x y 1) (min 3 (+ x y 1) 9))", 8),
    "min of one": ("(int x 0 3) (= (min x) 2)", 1),
    "min of choices": ("(int x 0 3) (= 1 (min 2 (if (= x 1) 1 3)))", 1),
    "a relation": ("(int x 0 3) (relation r 2 (supports (0 1) (1 2) (2 2))) (r x (+ x 1))", 2),
    "conflicts": (
        "(int x (0 2 5)) (int y (0 2 5)) (relation r 2 (conflicts (0 0) (2 5) (5 0))) (r x y) (not (r y x))",
        2,
    ),
    "an empty relation": ("(int x 0 2) (relation r 1 (supports)) (relation s 2 (conflicts)) (or (r x) (s x x))", 3),
    "a relation of nothing": (
        "(bool p) (relation r 0 (supports ())) (relation s 0 (supports)) (iff (r) p) (not (s))",
        1,
    ),
    "a relation in formulas": ("(int x 0 3) (bool p) (relation r 1 (supports (1) (2))) (iff p (r x)) (or p (r 2))", 4),
    "a relation of a formula": ("(bool p) (relation r 2 (supports (1 5))) (r p (if p 5 4))", 1),
    "a relation declared twice": (
        "(int x 0 3) (relation r 1 (supports (1))) (r x) (relation r 1 (supports (1) (2))) (or (r x) (r 0))",
        1,
    ),
    "a relation named as an operator": ("(int x 0 3) (relation eq 2 (supports (1 2))) (= x 2)", 1),
    "a relation named as an operator, of formulas": ("(bool p) (bool q) (relation eq 2 (supports (0 1))) (= p q)", 1),
    "a relation named as a predicate": (
        "(int x 0 3) (predicate (r a) (> a 1)) (r x) (relation r 1 (supports (3))) (r x) (predicate (r) (!= x 0)) (r)",
        1,
    ),
    "a predicate": (
        "(int x 0 4) (int y 0 4) (predicate (near a b) (<= (abs (- a b)) 1)) (near x y) (not (near x (+ y 1)))",
        4,
    ),
    "no capture": ("(int x 0 3) (int y 0 3) (predicate (p x) (= x y)) (p (+ x 1))", 3),
    "no capture by inner parameters": (
        "(int x 0 3) (int y 0 3) (predicate (q y) (= x y)) (predicate (p x) (and (q x) (> x 1))) (p y)",
        2,
    ),
    "parameters for operators": ("(int x 0 3) (int y 0 3) (predicate (p op a b) (op a b)) (p < x y)", 6),
    "parameters for formulas": ("(bool q) (bool r) (predicate (p a) (or a q)) (p (not q)) (p r)", 3),
    "a parameter for a formula and a term": ("(int x 0 3) (predicate (p a) (iff a (= x (+ 1 a)))) (p (> x 1))", 2),
    "a parameter for a list": (
        "(int x 1 3) (int y 1 3) (predicate (p l) (alldifferent l)) (p (x y)) (p ((+ x 1) y)) (p (+ x y))",
        2 + 2,
    ),
    "a predicate without parameters": ("(int x 1 3) (predicate (p) (> x 1)) (p) (not (not (p)))", 2),
    "a predicate of later predicates": (
        "(predicate (p a) (q a a)) (predicate (q a b) (r (+ a b))) (predicate (r a) (= a 4)) (int x 0 9) (p x)",
        1,
    ),
    "a predicate of itself in an argument": ("(bool q) (bool r) (predicate (p a) (or a q)) (p (p (p r)))", 3),
    "a predicate as a term": ("(int x 0 3) (predicate (p a) (> a 1)) (= 1 (+ (p x) (p 2) -1)) (= x (* 3 (p x)))", 1),
    "a predicate under =": ("(int x 0 3) (bool q) (predicate (p a) (> a 1)) (= (p x) q) (!= (p x) (p 0))", 2),
    "nothing is as soft": ("(int x 0 3) (weighted 3 (= x 1)) (weighted 0 (= x 2)) (weighted -1 (or))", 4),
    "an objective changes no solution": ("(int x 0 3) (objective maximize (* x x)) (< x 3)", 3),
    "= of a constraint": ("(int x 1 2) (int y 1 2) (bool p) (= p (alldifferent x y))", 4),
}


QUIRKS = {
    "abs of two": ("(int x -3 3)\n(= (abs x 7) 2)", 2, "2:1: warning: abs takes 1 argument; the others are ignored"),
    "< of abs": ("(int x -3 3)\n(< (abs x 7) (abs x (no) y))", 0, "2:1: warning: abs takes 1 argument; the"),
    "abs in a predicate": ("(int x -3 3)\n(predicate (p a) (= (abs a 1) 2))\n(p x)", 2, "3:1: warning: abs takes 1"),
    "long tuples": (
        "(int x 0 3)\n (relation r 1 (supports (1 2) (1) (3 3)))(r x)",
        2,
        "2:26: warning: the relation has arity 1; this tuple has 2 and is cut, as 1 after it",
    ),
    "a long tuple on a line of its own": (
        "(int x 0 3)\n(relation r 2 (conflicts (1 2) ; two\n  (1 3)\n\t(0 1 2)\n)) (r x x)",
        4,
        "4:2: warning: the relation has arity 2; this tuple has 3 and is cut",
    ),
    "a relation again": (
        "(int x 0 3)(relation r 1 (supports (1)))(r x)(relation r 1 (conflicts (1)))(r x)",
        0,
        "1:46: warning: 'r' has a meaning already; from here on it has this one",
    ),
    "a predicate named as an operator": (
        "(int x 0 3) (predicate (eq a b) (< a b)) (= x 2)",
        2,
        "1:13: warning: 'eq' has a meaning already; from here on it has this one",
    ),
    "a predicate again": (
        "(int x 0 3) (predicate (p a) (> a 1)) (p x) (predicate (p) (< x 3)) (p)",
        1,
        "1:45: warning: 'p' has a meaning already; from here on it has this one",
    ),
}


@pytest.mark.parametrize("text, solutions, warning", QUIRKS.values(), ids=QUIRKS.keys())
def test_quirks_of_sugar_are_kept_with_a_warning(text, solutions, warning):
    with pytest.warns(InputWarning, match=re.escape(f"x.csp:{warning}")):
        assert count(read(Source("x.csp", text))) == solutions


@pytest.mark.filterwarnings("ignore::csp2sat.errors.InputWarning")
@pytest.mark.parametrize("text, solutions", MEANS.values(), ids=MEANS.keys())
def test_number_of_solutions(text, solutions):
    assert count(model_of(text)) == solutions


READS = {
    "(int x 0 3) (int y 0 3) (<= (+ x 1 y) (- y))": "(le (add x 1 y) (neg y))",
    "(bool p) (bool q) (&& p (&& q) true)": "(and p (and q) true)",
    "(bool p) (not (not p))": "(not (not p))",
    "(bool p) (if p 1 (! p))": "(ite p true (not p))",
    "(bool p) (bool q) (ite p q 0)": "(ite p q false)",
    "(int x 0 1) (bool p) (< (+ p x) true)": "(lt (add (if p 1 0) x) (if true 1 0))",
    "(int x 0 1) (<= (min x 3 2) (/ (% x 3) (pow 2 x)))": "(le (min x 3 2) (div (mod x 3) (pow 2 x)))",
    "(int x 0 1) (alldifferent (x (and)))": "(alldifferent x (if (and) 1 0))",
    "(int x 0 1) (bool p) (> (* x (if p 2 -3)) (abs x))": "(gt (mul x (if p 2 -3)) (abs x))",
    "(int x 0 1) (alldifferent (x (- x) 3))": "(alldifferent x (neg x) 3)",
    "(int x 0 1) (alldifferent (- x))": "(alldifferent (neg x))",
    "(int x 0 1) (= x;comment\n;another (\n2)": "(eq x 2)",
}


@pytest.mark.parametrize("text, formula", READS.items())
def test_formulas_are_kept_as_they_are_written(text, formula):
    assert formulas(text) == [formula]


def test_declarations_are_kept_in_order():
    model = model_of("(int b 1 2) (bool q) (int a (7 (1 3) 2 8)) (bool p) (domain d -1) (int c d)")
    assert list(model.ints.items()) == [
        ("b", Domain([(1, 2)])),
        ("a", Domain([(1, 3), (7, 8)])),
        ("c", Domain.of([-1])),
    ]
    assert list(model.bools) == ["q", "p"]
    assert model.about == {"language": "sugar"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_every_constraint_knows_its_place(end):
    lines = ["(bool p) ; one (", "p", "", "  (or p", "   p) (and)\tp;p", "(not (not", "p))"]
    origins = [constraint.origin for constraint in model_of(end.join(lines)).constraints]
    assert origins == [Origin("text", *place) for place in [(2, 1), (4, 3), (5, 7), (5, 13), (6, 1)]]


def test_places_beyond_the_first_piece():
    text = "(bool p)" + " \n" * 40_000 + "; p p p\n" + " " * 70_000 + "p\n p (foo)"
    with pytest.raises(InputError, match=r"^bad\.csp:40003:5: unknown operator 'foo'"):
        model_of(text)
    origins = [str(constraint.origin) for constraint in model_of(text.replace("(foo)", "p")).constraints]
    assert origins == ["line 40002, column 70001", "line 40003, column 2", "line 40003, column 4"]


DEEP = {  # what is repeated before, in the middle, repeated behind, and around
    "not": ("(not ", "p", ")", "{}"),
    "and": ("(and q ", "p", ")", "{}"),
    "neg": ("(- ", "x", ")", "(< 0 {})"),
    "sum": ("(+ x ", "x", ")", "(< 0 {})"),
    "if": ("(if p x ", "x", ")", "(< 0 {})"),
    "if of formulas": ("(if p q ", "q", ")", "{}"),
    "conditions": ("(if (< 0 ", "x", ") 1 0)", "(alldifferent {} 0)"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("many", [20_000, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("before, middle, behind, around", DEEP.values(), ids=DEEP.keys())
def test_deep_nesting(before, middle, behind, around, many):
    statement = around.format(before * many + middle + behind * many)
    constraint = model_of("(int x 0 1) (bool p) (bool q)" + statement).constraints[0]
    assert len(list(postorder(constraint.formula))) > many
    ones = Answer({"x": 1}, {"p": True, "q": True})
    assert evaluate(constraint.formula, ones) == (before != "(- " or many % 2 == 0)


def test_the_language_is_found_by_name_and_by_content():
    assert LANGUAGES["sugar"].read is read
    assert LANGUAGES["sugar"].suffixes == (".csp",)
    assert fits(" ; comment ((;;\r\n\t; (\n( int x 0 1)")
    assert fits("(<= 1 2)") and fits("(objective minimize x)") and fits("(domain;)\n")
    assert not fits("") and not fits("; masyu\nsize 2 2\n0 -\n- 1\n") and not fits("(define x 1)")
    assert not fits("p cnf 1 1\n1 0\n") and not fits("(" * 50_000) and not fits(";" * 50_000)
