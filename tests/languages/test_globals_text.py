"""Global and graph constraints in CSP text: numbers of solutions, and writing them."""

import pytest
from support.constraint_cases import NAMED, model_of
from support.oracle import encoded_solutions, solutions

from csp2sat.base.source import Source
from csp2sat.constraints.globals.diffn import Space
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.graph import Graph
from csp2sat.languages.csp.writer import to_text
from csp2sat.languages.sugar import read
from csp2sat.model.expr import node

THREE = "(int x 1 3) (int y 1 3) "
SQUARES = "(int a 0 2) (int b 0 2) (int c 0 2) "
I4 = "(int i 0 4) "
CIRCUIT = "(int i0 0 3) (int i1 0 3) (int i2 0 3) (int i3 0 3) "
B4 = "(bool p) (bool q) (bool r) (bool s) "
SQUARE = "(0 1 p) (2 3 q) (0 2 r) (1 3 s)"
COUNTS = {
    "alldifferent": (THREE + "(alldifferent x y)", 6),
    "not alldifferent": (THREE + "(not (alldifferent (x y)))", 3),
    "alldifferent of a term": (THREE + "(alldifferent (+ x 1))", 9),
    "alldifferent of none": (THREE + "(alldifferent) (alldifferent ())", 9),
    "alldifferent in a xor": (THREE + "(bool p) (xor p (not (alldifferent x y)))", 9),
    "weightedsum": (
        "(int x 0 4) (int y 0 4) (weightedsum ((1 x) (-2 y)) ge 1) (wsum ((3 x) (0 y) (1 (* 2 y))) <= (+ x 7))"
        "(weightedsum () lt 1)",
        3,
    ),
    "no sum": ("(int x 0 4) (weightedsum () > 1)", 0),
    "cumulative": ("(int s 0 3) (int t 0 3) (cumulative ((s 2 nil 1) (t 2 nil 1)) 1)", 6),
    "end before origin": ("(int s 0 2)(int e 0 2)(cumulative ((s nil e 1)) 1)", 9),
    "a task that is too high": ("(int s 0 2)(int e 0 2)(cumulative ((s nil e 2)) 1)", 6),
    "cumulative of all sorts": (
        "(int s 0 3) (int d 0 2) (int e 0 5) (int h 0 2) (cumulative ((s d e h) (nil 2 4 1) (1 nil 3 1)) 2)",
        26,
    ),
    "cumulative of none": ("(int s 0 3) (cumulative () s)", 4),
    "cumulative reified": ("(int s 0 3) (bool p) (iff p (cumulative ((s 2 nil 1) (1 2 nil 1)) 1))", 4),
    "element": (I4 + "(element i (3 5 7) 5)", 1),
    "not element": (I4 + "(not (element i (3 5 7) 5))", 4),
    "element with an operator": (
        "(int i -1 4) (int x 0 2) (int v 0 2) (element (+ i 1) (x 1 v) le v) (> v 0)",
        17,
    ),
    "element of none": (I4 + "(element i () 5)", 0),
    "disjunctive": ("(int s 0 3) (int d 0 2) (disjunctive ((s 2) (1 d) (s 0))) (disjunctive ())", 7),
    "lex_less": (SQUARES + "(lex_less (a b) (b c))", 9 + 3),
    "lex_lesseq of none": (SQUARES + "(lex_lesseq () ()) (not (lex_less () ()))", 27),
    "inverse": (SQUARES + "(int d 0 2) (int e 0 2) (int f 0 2) (inverse (a b c) (d e f))", 6),
    "inverse of rows from 1": ("(int a 1 2) (int b 1 2) (inverse ((- a 1) (- b 1)) ((- b 1) (- a 1)))", 0),
    "inverse of rows from 0 and 1": ("(int a 1 2) (int b 1 2) (int c 0 1) (inverse ((- a 1) (- b 1)) (c 0))", 1),
    "not inverse": (SQUARES + "(not (inverse (a b) (c 0)))", 27 - 1),
    "inverse of none": (SQUARES + "(inverse () ())", 27),
    "nvalue": (
        "(int n 0 4) (int a 0 1) (int b 0 2) (int c 1 2) (nvalue n (a b c)) (nvalue (- n 1) (a b))",
        6,
    ),
    "nvalue of none": ("(int n 0 4) (nvalue n ())", 1),
    "count": (SQUARES + "(count 1 (a b) >= c)", 9 + 5 + 1),
    "count of a term": (SQUARES + "(count (+ a 0) (a b c) eq 1)", 12),
    "count of none": (SQUARES + "(count 1 () = c)", 9),
    "global_cardinality, a value twice": (SQUARES + "(global_cardinality (a b) ((1 c) (1 c)))", 9),
    "global_cardinality of nothing": (SQUARES + "(global_cardinality (a b) ()) (global_cardinality () ((1 0)))", 27),
    "global_cardinality_with_costs": (
        SQUARES + "(global_cardinality_with_costs (a b) ((0 1) (1 1)) ((1 1 5) (1 2 c) (2 1 1)) 1)",
        1,
    ),
    "circuit": (CIRCUIT + "(circuit i0 i1 i2 i3)", 21),
    "circuit of a list": (CIRCUIT + "(circuit (i0 i1 i2 i3)) (not (circuit (i1 i0)))", 18),
    "extension-supports": (THREE + "(extension-supports (x y) ((1 2) (3 *) (9 9) (1 2)))", 4),
    "extension-supports of a term": (THREE + "(extension-supports ((+ x y) 7) ((4 *)))", 3),
    "alldifferent_except": (SQUARES + "(alldifferent_except (a b c) (0))", 3 * 2 + 3 * 2 + 1),
    "alldifferent_except ranges": (SQUARES + "(alldifferent_except (a b) ((0 1)))", 27 - 3),
    "alldifferent_except nothing": (SQUARES + "(alldifferent_except (a b c) ())", 6),
    "bin_packing": (SQUARES + "(bin_packing ((a 2) (b 3) (c 3)) 5)", 27 - 3 - 6),
    "bin_packing of terms": ("(int a 0 1) (int w 1 2) (int k 2 3) (bin_packing ((a w) (0 2)) k)", 4 + 1),
    "not bin_packing": (SQUARES + "(not (bin_packing ((a 2) (b 3)) 4))", 9),
    "bin_packing of none": (SQUARES + "(bin_packing () a)", 27),
    "blocks": (B4 + "(blocks (p q r s) (1 1))", 3),
    "blocks of nothing": (B4 + "(blocks (p (! q)) ())", 4),
    "not blocks": (B4 + "(not (blocks (p q r) (1)))", 16 - 6),
    "diffn": ("(int x 0 2) (int y 0 2) (diffn (((x 2) (y 1)) ((1 1) (1 2))))", 9 - 2 * 2),
    "diffn in one dimension": ("(int s 0 3) (int d 0 2) (diffn (((s 2)) ((1 d)) ((s 0))))", 7),
    "diffn of none": (B4 + "(diffn ()) (diffn (((1 2))))", 16),
    "regular": (SQUARES + "(regular (a b c) ((out 1 in) (in 2 out) (out 0 out) (in 0 in)) out (out))", 4),
    "regular of numbers": (SQUARES + "(regular (a b) ((7 0 7) (7 1 3)) 7 (3))", 3),
    "regular of both": (SQUARES + "(regular (a b) ((x 0 x) (x 1 3)) x (3 x))", 3 + 3),
    "not regular": (SQUARES + "(not (regular (a b c) ((q 0 q)) q (q)))", 26),
    "regular of an empty word": (B4 + "(regular () () q (q)) (not (regular () () q ()))", 16),
    "connected": (B4 + "(connected (p q r s) (0 1) (1 2) (2 3))", 11),
    "graph-active-vertices-connected": (
        "(bool b0) (bool b1) (bool b2) (int i0 0 2)"
        "(graph-active-vertices-connected 4 3 b0 (! b1) (> i0 0) b2 0 1 1 2 2 3)",
        17,
    ),
    "an edge from a vertex to itself": (B4 + "(graph-active-vertices-connected 2 2 p q 0 0 0 1)", 16),
    "single-loop": (B4 + f"(single-loop 4 {SQUARE})", 1),
    "no single-loop": (B4 + f"(not (single-loop 4 {SQUARE}))", 15),
    "acyclic": (B4 + f"(acyclic 4 {SQUARE})", 15),
    "joined": (B4 + f"(joined 4 {SQUARE})", 5),
    "two joined": (B4 + f"(joined 4 (at 0 3) {SQUARE})", 7),
    "not joined": (B4 + f"(not (joined 4 (at 0 3) {SQUARE}))", 9),
    "graph-division": (B4 + "(graph-division 4 4 * * * * 0 1 2 3 0 2 1 3 p q r s)", 12),
    "islands": (B4 + "(islands (p q r s) ((0 2) (3 0)) (0 1) (1 2) (2 3))", 1),
    "no islands": (B4 + "(not (islands (p q r s) ((1 0)) (0 1) (1 2) (2 3)))", 16 - 6),
    "value-regions": (THREE + "(int z 1 3) (value-regions (x y z) (0 1) (1 2))", 3),
    "value-regions without edges": (THREE + "(value-regions (x y))", 1),
    "not value-regions": (THREE + "(not (value-regions (x y) (0 1)))", 8),
    "graph-division with sizes": (
        B4 + "(int n 0 9) (graph-division 4 4 2 n * * 0 1 2 3 0 2 1 3 p q r s)",
        4,
    ),
}


@pytest.mark.parametrize("text, count", COUNTS.values(), ids=COUNTS.keys())
def test_counts(text, count):
    model = read(Source("a.csp", text))
    found = encoded_solutions(model, EncoderOptions())
    assert len(found) == count
    assert found == solutions(model)


@pytest.mark.sample(51)
@pytest.mark.parametrize("formula", NAMED.values(), ids=NAMED.keys())
def test_a_constraint_reads_back(formula):
    """As the same expression; a graph may have its edges in another order, and strict boxes become a formula, so
    there the solutions are compared.
    """
    model = model_of(node("not", formula))
    again = read(Source("again.csp", to_text(model)))
    if any(isinstance(arg, Graph) or arg == Space(2, True) or arg == Space(1, True) for arg in formula.args):
        assert solutions(again) == solutions(model)
    else:
        assert [c.formula for c in again.constraints] == [c.formula for c in model.constraints]


def test_the_same_text_gives_the_same_expression():
    text = B4 + f"(single-loop 4 {SQUARE}) (connected (p q r) (0 2)) (graph-division 2 1 * 3 0 1 p)"
    first, second = (read(Source("a.csp", text)) for _ in range(2))
    assert [c.formula for c in first.constraints] == [c.formula for c in second.constraints]
