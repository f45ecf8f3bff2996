"""Predicates: what they cost, and that nothing is read twice or in the wrong place.  Their meaning and their errors are
with those of the language."""

import pytest
from support.oracle import enumerate_answers

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.sugar import read
from csp2sat.model.expr import postorder


def formulas(text: str) -> list[str]:
    return [repr(constraint.formula) for constraint in read(Source("p.csp", text)).constraints]


def nodes(text: str) -> int:
    (constraint,) = read(Source("p.csp", text)).constraints
    return len(list(postorder(constraint.formula)))


READS = {
    "(bool q) (predicate (p a b) (or a (not b) q)) (p (not q) (p q 1))": "(or (not q) (not (or q (not true) q)) q)",
    "(int x 0 3) (predicate (p a) (= (+ a a) 2)) (p (- x 1))": "(eq (add (sub x 1) (sub x 1)) 2)",
    "(int x 0 3) (predicate (p op l) (op (+ x 1) (max l x))) (p < 2)": "(lt (add x 1) (max 2 x))",
    "(int x 0 3) (predicate (p l) (alldifferent l)) (p ((+ x 1) (abs x)))": "(alldifferent (add x 1) (abs x))",
    "(int x 0 3) (predicate (p a) (iff a (= x a))) (p (> x 1))": "(iff (gt x 1) (eq x (if (gt x 1) 1 0)))",
    "(int x 0 3) (predicate (p a) (if a (not a) true)) (p (< x 1))": "(ite (lt x 1) (not (lt x 1)) true)",
    "(int x 0 3) (predicate (d a) (* 2 a)) (= (d x) (d 1))": "(eq (mul 2 x) (mul 2 1))",
    "(int x 0 3) (predicate (d a) (* 2 a)) (predicate (t f a) (f (f a))) (= (t d x) (t d 1))": (
        "(eq (mul 2 (mul 2 x)) (mul 2 (mul 2 1)))"
    ),
    "(int x 0 3) (predicate (p op a b) (op a b)) (!= (p + x 1) (p - 3 x))": "(ne (add x 1) (sub 3 x))",
    "(int x 0 3) (predicate (p op a b) (op a b)) (= (p < x 1) (p > 3 x))": "(iff (lt x 1) (gt 3 x))",
    "(int x 0 3) (predicate (e a) (= a 1)) (= (e x) (e 2))": "(iff (eq x 1) (eq 2 1))",
    "(int x 0 3) (predicate (p l) (and (alldifferent l) (not (alldifferent l)))) (p ((+ x 1) (if (p 3) 1 x)))": (
        "(and (alldifferent (add x 1) (if (and (alldifferent 3) (not (alldifferent 3))) 1 x))"
        " (not (alldifferent (add x 1) (if (and (alldifferent 3) (not (alldifferent 3))) 1 x))))"
    ),
}


@pytest.mark.parametrize("text, formula", READS.items())
def test_calls_are_expanded(text, formula):
    if "(p 3)" in text:
        text = text.replace("(p 3)", "(p (3))")
    assert formulas(text) == [formula]


LEVELS = 60
DOUBLING = {
    "an argument used twice": "(predicate (p{} a) (p{} (- (+ a a) a)))",
    "a formula used twice": "(predicate (p{} a) (p{} (imp (or (= x a) (= x 1)) (= x a))))",
    "a call made twice": "(predicate (p{0} a) (iff (p{1} a) (not (p{1} a))))",
    "an argument of two sorts": "(predicate (p{} a) (p{} (= a (+ a x))))",
}


@pytest.mark.parametrize("predicate", DOUBLING.values(), ids=DOUBLING.keys())
def test_sharing_keeps_nested_predicates_small(predicate):
    declared = "".join(predicate.format(level, level + 1) for level in range(LEVELS))
    text = f"(int x 0 3) {declared} (predicate (p{LEVELS} a) (= a 2))"
    assert nodes(f"{text} (p0 x)") < 10 * LEVELS
    assert nodes(f"{text} (p0 (+ x 1))") < 10 * LEVELS


MANY = 20_000
DEEP = {
    "calls in arguments": "(predicate (p a) (not a))" + "(p " * MANY + "q" + ")" * MANY,
    "calls and operators": "(predicate (p a) (or a (not a)))" + "(p (not " * MANY + "q" + "))" * MANY,
    "a body": "(predicate (p a) " + "(not " * MANY + "a" + ")" * MANY + ") (p (p q))",
    "an argument": "(predicate (p a) (not a)) (p " + "(not " * MANY + "q" + ")" * MANY + ")",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_deep_nesting(text):
    assert nodes("(bool q)" + text) > MANY


def test_a_list_used_twice_is_read_twice():
    text = """(int x 0 3) (int y 0 3)
    (predicate (busy row limit) (and (cumulative (row (y 2 nil 1)) limit) (cumulative (row row) (* 2 limit))))
    (busy ((+ x 1) 2 nil 1) 1)"""
    answers = {tuple(a.ints.values()) for a in enumerate_answers(read(Source("p.csp", text)), EncoderOptions())}
    assert answers == {(x, y) for x in range(4) for y in range(4) if abs(x + 1 - y) >= 2}
