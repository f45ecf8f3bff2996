"""What the reader says about wrong forms of global and graph constraints, to the letter."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.sugar import read

GIVEN = "(int x 0 3) (int y 0 3) (bool p) (bool q)\n"
EACH_FORM = {
    "weightedsum": "expected (weightedsum ((WEIGHT TERM) ...) OPERATOR TERM)",
    "cumulative": "expected (cumulative ((ORIGIN DURATION END HEIGHT) ...) LIMIT)",
    "element": "expected (element INDEX (TERM ...) VALUE) or (element INDEX (TERM ...) OPERATOR VALUE)",
    "disjunctive": "expected (disjunctive ((ORIGIN DURATION) ...))",
    "lex_less": "expected (lex_less (TERM ...) (TERM ...))",
    "lex_lesseq": "expected (lex_lesseq (TERM ...) (TERM ...))",
    "inverse": "expected (inverse (TERM ...) (TERM ...))",
    "nvalue": "expected (nvalue NUMBER (TERM ...))",
    "count": "expected (count VALUE (TERM ...) OPERATOR NUMBER)",
    "global_cardinality": "expected (global_cardinality (TERM ...) ((VALUE NUMBER) ...))",
    "global_cardinality_with_costs": (
        "expected (global_cardinality_with_costs (TERM ...) ((VALUE NUMBER) ...) ((I K WEIGHT) ...) COST)"
    ),
    "extension-supports": "expected (extension-supports (TERM ...) ((VALUE ...) ...))",
    "alldifferent_except": "expected (alldifferent_except (TERM ...) (VALUE ...))",
    "bin_packing": "expected (bin_packing ((BIN WEIGHT) ...) CAPACITY)",
    "blocks": "expected (blocks (FORMULA ...) (LENGTH ...))",
    "diffn": "expected (diffn (((ORIGIN SIZE) ...) ...))",
    "regular": "expected (regular (TERM ...) ((STATE VALUE STATE) ...) START (STATE ...))",
    "connected": "expected (connected (FORMULA ...) (U V) ...)",
    "single-loop": "expected (single-loop N (U V FORMULA) ...)",
    "acyclic": "expected (acyclic N (U V FORMULA) ...)",
    "joined": "expected (joined N (U V FORMULA) ...)",
    "islands": "expected (islands (FORMULA ...) ((V SIZE) ...) (U V) ...)",
    "value-regions": "expected (value-regions (TERM ...) (U V) ...)",
    "graph-active-vertices-connected": (
        "expected (graph-active-vertices-connected N M ACTIVE_0 .. ACTIVE_(N-1) U_0 V_0 .. U_(M-1) V_(M-1))"
    ),
    "graph-division": (
        "expected (graph-division N M SIZE_0 .. SIZE_(N-1) U_0 V_0 .. U_(M-1) V_(M-1) CUT_0 .. CUT_(M-1))"
    ),
}
WRONG = {
    **{f"({name})": ("1: " + message) for name, message in EACH_FORM.items()},
    "(weightedsum ((x 1)) le 3)": "16: expected a weight, an integer",
    "(weightedsum ((1 x) (2 y 3)) le 3)": "21: expected (WEIGHT TERM)",
    "(weightedsum (1 x) le 3)": "15: expected (WEIGHT TERM)",
    "(weightedsum x le 3)": "14: expected a list of (WEIGHT TERM)",
    "(weightedsum ((1 x)) foo 3)": "22: expected a comparison: = != < <= > >=",
    "(weightedsum ((1 x)) (+ x 1) 3)": "22: expected a comparison: = != < <= > >=",
    "(wsum ((1 x)) <= z)": "18: unknown integer variable 'z'",
    "(cumulative ((x nil nil 1)) 2)": "21: expected nil for one of origin, duration and end only",
    "(cumulative ((x 1 y nil)) 2)": "21: expected nil for one of origin, duration and end only",
    "(cumulative ((x 1 nil)) 2)": "14: expected (ORIGIN DURATION END HEIGHT)",
    "(element x y 3)": "12: expected a list of terms",
    "(element x (+ x y) 3)": "12: expected a list of terms",
    "(element x (1 2 3) about 3)": "20: expected a comparison: = != < <= > >=",
    "(disjunctive ((x 1) (y)))": "21: expected (ORIGIN DURATION)",
    "(lex_less (x) (x y))": "1: expected two lists of the same length, found 1 and 2 terms",
    "(inverse (x) (x y))": "1: expected two lists of the same length, found 1 and 2 terms",
    "(inverse (x) y)": "14: expected a list of terms",
    "(inverse x y)": "10: expected a list of terms",
    "(nvalue x y)": "11: expected a list of terms",
    "(count 1 (x y) 2 eq)": "16: expected a comparison: = != < <= > >=",
    "(global_cardinality (x y) ((1 x) 2))": "34: expected (VALUE NUMBER)",
    "(global_cardinality_with_costs (x y) ((1 1)) ((3 1 5)) 0)": "48: expected a term's position, from 1 to 2",
    "(global_cardinality_with_costs (x y) ((1 1)) ((1 0 5)) 0)": "50: expected a pair's position, from 1 to 1",
    "(global_cardinality_with_costs (x y) ((1 1)) ((1 y 5)) 0)": "50: expected a pair's position, an integer",
    "(global_cardinality_with_costs (x y) ((1 1)) ((1 1)) 0)": "47: expected (I K WEIGHT)",
    "(alldifferent_except (x y) 0)": "28: expected a list of values",
    "(alldifferent_except (x y) (0 y))": "31: expected an integer, found 'y'",
    "(alldifferent_except (x y) ((0 1 2)))": "29: expected a range (LOW HIGH)",
    "(alldifferent_except (x y) ((2 1)))": "30: the range from 2 to 1 is empty",
    "(alldifferent_except x y)": "22: expected a list of terms",
    "(alldifferent_except_0 (x y))": "2: unknown operator 'alldifferent_except_0'; did you mean 'alldifferent_except'?",
    "(bin_packing (x y) (2 3) 4)": f"1: {EACH_FORM['bin_packing']}",
    "(bin_packing 4 ((x 2)))": "14: expected a list of (BIN WEIGHT)",
    "(bin_packing ((x 2)) (4 5))": "22: expected one capacity, a term, of every bin",
    "(bin_packing ((x 2 1)) 4)": "15: expected (BIN WEIGHT)",
    "(binpacking ((x 2)) 4)": "2: unknown operator 'binpacking'; did you mean 'bin_packing'?",
    "(blocks (p q) 1)": "15: expected a list of lengths",
    "(blocks (p q) (1 0))": "18: expected the length of a block, at least 1",
    "(blocks (p q) (x))": "16: expected the length of a block, an integer",
    "(blocks p (1))": "9: expected a list of formulas",
    "(blocks (p x) (1))": "12: 'x' is an integer variable; expected a formula",
    "(diffn (x y) (x y) (1 1) (1 1))": f"1: {EACH_FORM['diffn']}",
    "(diffn ((x y 1 2) (y x 1 1)))": "10: expected (ORIGIN SIZE)",
    "(diffn (((x 1) (y 1)) ((y 1))))": "23: expected a box of 2 dimensions ((ORIGIN SIZE) ...)",
    "(diffn (()))": "9: expected a box of some dimensions ((ORIGIN SIZE) ...)",
    "(diffn x)": "8: expected a list of boxes ((ORIGIN SIZE) ...)",
    "(diffn (x y))": "9: expected a list of (ORIGIN SIZE)",
    "(regular (x y) ((a 0 b)) a b)": "28: expected a list of states",
    "(regular (x y) ((a 0 b)) a (B))": "29: no step leads from or to the state 'B'; did you mean 'b'?",
    "(regular (x y) ((a 0 b)) start (b))": "26: no step leads from or to the state 'start'",
    "(regular (x y) ((a b 0)) a (b))": "20: expected the value of a step, an integer",
    "(regular (x y) ((a 0)) a (b))": "17: expected (STATE VALUE STATE)",
    "(regular (x y) ((a 0 (b))) a (b))": "22: expected a state, an integer or a name",
    "(regular x ((a 0 b)) a (b))": "10: expected a list of terms",
    "(islands (p q) ((0 1) (0 2)) (0 1))": "24: vertex 0 is an anchor already",
    "(islands (p q) ((2 1)) (0 1))": "18: expected a vertex, from 0 to 1",
    "(islands (p q) ((1 -1)) (0 1))": "20: expected a size, at least 0",
    "(islands (p q) (0 1))": "17: expected an anchor (V SIZE)",
    "(islands (p q) () (0 2))": "22: expected a vertex, from 0 to 1",
    "(value-regions (x y) (0 2))": "25: expected a vertex, from 0 to 1",
    "(value-regions x (0 1))": "16: expected a list of terms",
    "(circuit x (y))": "13: 'y' is no operator; it stands without parentheses",
    "(extension-supports (x y) ((1 2) (1)))": "34: expected a row of 2 values",
    "(extension-supports (x y) ((1 2) (1 y)))": "37: expected an integer, or * for any value",
    "(extension-supports x ((1)))": "21: expected a list of terms",
    "(connected p q)": "12: expected a list of formulas",
    "(connected (not p) (0 1))": "12: expected a list of formulas",
    "(connected (p q) (0 2))": "21: expected a vertex, from 0 to 1",
    "(connected (p q) (0))": "18: expected an edge (U V)",
    "(connected (p q) (0 p))": "21: expected a vertex, an integer",
    "(connected () (0 1))": "16: expected no edge in a graph without vertices",
    "(single-loop p)": "14: expected the number of vertices, an integer",
    "(single-loop -1)": "14: expected the number of vertices, at least 0",
    "(single-loop 3 (0 1))": "16: expected an edge (U V FORMULA)",
    "(single-loop 3 (0 1 p) (1 3 q))": "27: expected a vertex, from 0 to 2",
    "(acyclic 3 (0 1 p) (1 1 q))": "23: expected another vertex: an edge joins two",
    "(graph-active-vertices-connected 2 p)": "36: expected the number of edges, an integer",
    "(graph-active-vertices-connected 2 1 p q 0 2)": "44: expected a vertex, from 0 to 1",
    "(graph-active-vertices-connected 2 1 p q 0)": (
        f"1: {EACH_FORM['graph-active-vertices-connected']}: 6 arguments, not 5"
    ),
    "(graph-division 2 1 * * 0 0 p)": "27: expected another vertex: an edge joins two",
    "(graph-division 2 1 * * 0 1)": f"1: {EACH_FORM['graph-division']}: 7 arguments, not 6",
}


@pytest.mark.together
@pytest.mark.parametrize("form, message", WRONG.items(), ids=WRONG.keys())
def test_wrong_forms_name_the_place(form, message):
    with pytest.raises(InputError) as info:
        read(Source("bad.csp", GIVEN + form))
    assert str(info.value).splitlines()[0] == "bad.csp:2:" + message
