"""Formulas that are read in one pass, as by nested lists, with the same places and faults."""

import warnings

import pytest
from support.random_csp import RandomCsp

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.csp.quick_formulas import QuickFormulas
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.sugar import read

DECLARED = "(int x 0 9) (int y 0 9) (bool p) (bool q) (int both 0 1) (bool both)\n"
RIGHT = [
    "(<= (+ x 1) (* 2 y))",
    "(or p (not q) (= x 3))",
    "p",
    "1",
    "(= p q)",
    "(= p (< x y))",
    "(!= both both)",
    "(= both x)",
    "(= x p)",
    "(or 1 p)",
    "(<= (- x) -3)",
    "(<= (neg x y) -3)",
    "(<= (if p x y) 3)",
    "(if p q (= x y))",
    "(= (abs x 7) 2)",
    "(and)",
    "(alldifferent x y)",
    "(or (alldifferent x y) p)",
    "(imp (\u3000and p\tq) (>=\n x ; here ( too\n 5))\n\n  (< x y) p",
    "(relation r 2 (supports (1 2) (3 4)))(r x y) (or (r y x) p)",
    "(relation le 2 (supports (1 2)))\n(le x y)\n(<= x 3)\n(<= y x 1)",
    "(relation int 1 (supports (1)))\n(or (int x) p)\n(int z 0 1)\n(= z 1)",
    "(bool r)(= r r)\n(int r 0 5)(= r r)(= r p)",
    "(predicate (near a b) (<= (abs (- a b)) 1)) (near x y) (<= x 1)",
    "(weighted 3 (< x y))",
]
WRONG = [
    "(<= x z)",
    "(< (and p q) 1)",
    "(and p x)",
    "(and p (+ x 1))",
    "(+ x 1)",
    "x",
    "(not p q)",
    "()",
    "(() x)",
    "(<= x y",
    "(<= x y))\n(<= z 1)",
    "(<= z y)\n) (<= x y)\n(",
    "(<= x (y))",
    "(<= x 1.5)",
    "(# x)",
    "(x <= y)",
    "(or p (<= x z))\n(<= y z) (bool",
]


def reading(text: str) -> object:
    """What a text is read as: its model in words with the places, or its errors; and the warnings."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            model = read(Source("x.csp", text))
            found: object = (to_text(model), [*map(str, (c.origin for c in model.constraints))])
        except InputError as error:
            found = (str(error), *map(str, error.others))
    return found, [str(each.message) for each in warned]


@pytest.mark.parametrize("text", [*RIGHT, *WRONG])
def test_both_ways_of_reading_agree(text, monkeypatch):
    quick = [reading(DECLARED + text), reading(DECLARED.replace(" (", "\n\t(") + text.replace(" ", "\n"))]
    monkeypatch.setattr(QuickFormulas, "read", lambda self, words: None)
    assert quick == [reading(DECLARED + text), reading(DECLARED.replace(" (", "\n\t(") + text.replace(" ", "\n"))]


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, 200, 50))
def test_random_texts_are_read_alike(start, seeds, monkeypatch):
    texts = [to_text(RandomCsp(seed).model()) for seed in seeds(range(start, start + 50))]
    quick = [*map(reading, texts)]
    monkeypatch.setattr(QuickFormulas, "read", lambda self, words: None)
    assert quick == [*map(reading, texts)]


@pytest.mark.parametrize("text", ["(<= (+ x 1) (* 2 y))", "(or p (not q) (= x 3))", "p"])
def test_most_formulas_are_read_in_one_pass(text, monkeypatch):
    expected = reading(DECLARED + text)
    monkeypatch.setattr("csp2sat.languages.csp.statements.Expressions.read", lambda *args: pytest.fail("read twice"))
    assert reading(DECLARED + text) == expected


def test_statements_without_inner_forms_are_read_without_a_stack(monkeypatch):
    text = DECLARED.replace(" (", "\n(") + "(alldifferent x y 3)\n"
    expected = reading(text)
    monkeypatch.setattr("csp2sat.languages.base.sexpr._nested", lambda *args: pytest.fail("read item by item"))
    assert reading(text) == expected
