"""Small instances of every constraint: required, negated and in an equivalence they are compared with their meaning."""

from csp2sat.constraints.globals.diffn import Space
from csp2sat.constraints.graphs.value_regions import RegionSizes
from csp2sat.graphs.automata import Automaton
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, Expr, bool_var, int_var, node
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS

W, X, Y, Z = (int_var(name) for name in "wxyz")
P, Q, R, S = (bool_var(name) for name in "pqrs")
SUM, NEGATIVE, DOUBLE = node("add", X, Y), node("sub", 1, Z), node("mul", 2, X)
PATH = Graph(4, [(0, 1), (1, 2), (2, 3)])
TRIANGLE = Graph(4, [(0, 1), (1, 2), (2, 0)])
SQUARE = Grid(2, 2)
PARALLEL = Graph(2, [(0, 1), (1, 0), (0, 1)])
CASES = {
    "alldifferent": [(X, Y, Z), (), (X,), (X, X), (SUM, 1, Z), (X, Y, Z, W, 1, 2)],
    "weightedsum": [
        *((op, (1, -2, 3), Z, X, Y, W) for op in COMPARISONS),
        ("le", (), 1),
        ("gt", (), X),
        ("eq", (0, 2, 2), SUM, X, X, 3),
        ("lt", (-1,), -1, DOUBLE),
    ],
    "count": [
        *((op, 1, Z, X, Y, W, Z) for op in COMPARISONS),
        *((op, Z, W, X, Y, 3) for op in COMPARISONS),
        *((op, X, 1, X, Y, W) for op in COMPARISONS),
        *((op, 0, X) for op in COMPARISONS),
        ("eq", 0, 0, X, Y, Z),
        ("eq", 0, 3, X, Y, Z),
        ("eq", 0, 4, X, Y, Z),
        ("ge", 3, 2, Y, Y, Z),
        ("eq", SUM, NEGATIVE, X, DOUBLE, Z),
        ("eq", 7, Z, X, Y),
        ("le", 1, -1, X, Y),
        ("ne", 1, -1, X, Y),
    ],
    "nvalue": [
        (Z, X, Y, W),
        (Z,),
        (0,),
        (X,),
        (Z, X, X),
        (2, X, Y, Z),
        (Z, SUM, 1, DOUBLE),
        (-1, X),
        (5, X, Y),
        (1, 3),
    ],
    "element": [
        *((op, X, W, Z, 1, Y) for op in COMPARISONS),
        *((op, Z, SUM, 5, -1, 3) for op in COMPARISONS),
        ("eq", Z, X),
        ("eq", X, X, X, Y, X),
        ("eq", 2, X, Y, Z),
        ("eq", 0, X, Y),
        ("eq", NEGATIVE, 1, 1, X, 1, 1, 1),
        ("eq", Z, Y, 9, 9, 9),
        ("eq", Z, DOUBLE, SUM, SUM),
    ],
    "disjunctive": [(), (X, 2), (X, 2, Y, 1), (X, Z, Y, W), (X, 0, X, 3), (X, -1, Y, 2, Z, 1), (SUM, 1, SUM, W)],
    "inverse": [
        (),
        (X, Y),
        (0, X),
        (1, X),
        (X, X),
        (X, Y, Z, W),
        (X, Y, X, Y),
        (X, X, Y, Z),
        (X, 1, Y, 0),
        (X, Y, Z, W, X, 0),
        (node("sub", X, 1), SUM, DOUBLE, NEGATIVE),
        (X, Y, Z, X, Y, Z),
    ],
    "lex_less": [(), (X, Y), (X, Y, Z, W), (X, Y, 1, X, Y, 1), (SUM, X, 2, DOUBLE, Y, 1), (X, Y, Z, Z, Y, X)],
    "lex_lesseq": [(), (X, Y), (X, Y, Z, W), (X, Y, 1, X, Y, 1), (SUM, X, 2, DOUBLE, Y, 1), (X, Y, Z, Z, Y, X)],
    "global_cardinality": [
        ((2,), X, Y),
        ((0,), 1, Z),
        ((3,), X, Y, Z, 1, W, 3, 1),
        ((2,), X, Y, 1, Z, 1, Z),
        ((2,), X, Y, 1, Z, 1, W),
        ((2,), X, Y, Z, 1, W, 1),
        ((3,), X, X, SUM, 0, DOUBLE),
        ((2,), X, Y, 9, 1),
    ],
    "global_cardinality_with_costs": [
        ((2,), (), 0, X, Y, 1, Z),
        ((2,), ((1, 1), (2, 1), (2, 2)), Z, 1, 2, -1, X, Y, 1, W, 3, 1),
        ((2,), ((1, 1), (1, 1)), W, Z, 1, X, Y, 0, 1),
        ((0,), (), X),
        ((2,), ((2, 2),), SUM, DOUBLE, X, Z, Z, 1, W, 1),
    ],
    "cumulative": [
        ((), X),
        ((), -1),
        ((4,), 0, X, Z, Y, 1),
        ((2, 2), 1, X, 2, 1, Y, 2, 1),
        ((2, 2, 2), 2, X, 2, 1, Y, 3, 2, 0, 2, 1),
        ((2, 2, 2), 2, X, 2, 1, Y, 3, 1, 0, 2, 1),
        ((1, 0, 2), Z, X, Y, 1, 2, Z, 2, 0, 2, W),
        ((2, 2), 1, X, W, 2, Z, 1, X),
        ((2, 2), 1, X, 2, -1, Y, 2, 2),
        ((1, 0), W, X, Z, Y, W, Y, X),
        ((4, 4), 1, X, W, Z, 1, Y, 1, Z, 1),
        ((2, 2), -1, 0, 1, -1, X, 1, -1),
        ((2,), 1, X, 2, 2),
        ((2, 1), 3, X, DOUBLE, 2, NEGATIVE, SUM, 2),
        ((2, 2, 2), 3, X, 3, 2, Y, 2, 2, Z, 2, 2),
    ],
    "extension-supports": [
        (((1, 3), (2, 0), (0, None)), X, Y),
        ((), X),
        ((),),
        (((),),),
        (((None, None),), X, Y),
        (((1,), (2,), (1,)), X),
        (((1, 1, None), (2, 0, 3), (None, 3, 9), (0, 0, 0)), X, X, Z),
        (((2, 1), (1, 3), (8, 8)), SUM, DOUBLE),
        (((1, 1), (1, 2)), 1, X),
        (((5, 5),), X, Y),
    ],
    "alldifferent_except": [
        (Domain([]), X, Y, Z),
        (Domain([(0, 0)]),),
        (Domain([(0, 0)]), X, Y, Z),
        (Domain([(0, 1), (3, 5)]), X, X, W),
        (Domain([(-1, -1), (2, 2)]), SUM, 1, W, DOUBLE),
    ],
    "blocks": [
        ((),),
        ((), P, Q),
        ((1,),),
        ((1,), P, Q, R),
        ((1, 2), P, Q, R, S, TRUE),
        ((2, 1), P, node("lt", X, Y), R, FALSE, P),
        ((5,), P, Q),
    ],
    "diffn": [
        (Space(1, False),),
        (Space(1, False), X, Y),
        (Space(1, True), X, W, 1, Y),
        (Space(2, False), X, 2, Y, 1, 1, W, 0, 2),
        (Space(2, True), X, 2, Y, 1, 1, W, 0, 2),
        (Space(2, False), X, 1, 0, 3, Y, DOUBLE, SUM, 1, 2, 2, 1, 1),
        (Space(3, False), X, 1, Y, 2, Z, 2, 1, 2, 1, 1, 0, 3),
    ],
    "regular": [
        (Automaton(0, (), frozenset((0,))),),
        (Automaton(0, (), frozenset((0,))), X),
        (Automaton(0, ((0, 1, 1), (1, 2, 0), (1, 1, 1)), frozenset((1, 7))), X, Y, Z),
        (Automaton(2, ((2, 0, 3), (3, 1, 2), (2, 0, 2), (2, 3, 3)), frozenset((2,))), X, X, SUM),
        (Automaton(0, ((0, -1, 0), (0, 1, 1)), frozenset()), W, 1),
    ],
    "circuit": [
        (),
        (0,),
        (X,),
        (X, 0),
        (X, Y),
        (X, Y, Z),
        (Z, W, X),
        (1, Z, X),
        (Z, 2, W, X),
        (SUM, DOUBLE, Z),
        (X, X),
    ],
    "connected": [
        (Graph(0, []),),
        (Graph(1, []), P),
        (Graph(3, []), P, Q, R),
        (PATH, P, Q, R, S),
        (TRIANGLE, P, Q, R, S),
        (SQUARE, P, Q, R, S),
        (Grid(1, 4), P, Q, R, node("lt", X, Y)),
        (Grid(2, 3), P, Q, R, S, TRUE, node("not", P)),
        (Grid(2, 3), P, FALSE, R, S, node("lt", X, Y), Q),
        (Graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]), P, Q, FALSE, S, TRUE),
        (PARALLEL, P, Q),
    ],
    "single-loop": [
        (Graph(0, []),),
        (TRIANGLE, P, Q, R),
        (SQUARE, P, Q, R, S),
        (SQUARE, P, P, P, P),
        (PARALLEL, P, Q, R),
        (Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), P, Q, R, S, node("lt", X, Y)),
        (Graph(4, [(0, 1), (1, 2), (2, 0), (2, 3)], None, (3, 1)), P, Q, R, S),
        (Grid(2, 2, (3,)), P, Q, TRUE, node("le", X, Y)),
    ],
    "acyclic": [
        (Graph(0, []),),
        (PATH, P, Q, R),
        (TRIANGLE, P, Q, R),
        (SQUARE, P, Q, R, S),
        (PARALLEL, P, Q, R),
        (Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), P, Q, R, S, node("lt", X, Y)),
    ],
    "joined": [
        (Graph(0, []),),
        (PATH, P, Q, R),
        (TRIANGLE, P, Q, R),
        (SQUARE, P, Q, R, S),
        (PARALLEL, P, Q, R),
        (Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]), P, Q, R, S, node("lt", X, Y)),
        (Graph(4, [(0, 1), (1, 2), (2, 0), (2, 3)], None, (3, 1)), P, Q, R, S),
        (Grid(2, 2, (3, 0)), P, Q, TRUE, node("le", X, Y)),
        (Grid(2, 2, (3,)), P, FALSE, FALSE, P),
    ],
    "graph-division": [
        (Graph(0, []), ()),
        (Graph(1, []), (0,), X),
        (PATH, (), P, Q, R),
        (PATH, (1,), Z, P, Q, R),
        (PATH, (0, 3), X, Z, P, Q, R),
        (TRIANGLE, (0,), Z, P, Q, R),
        (TRIANGLE, (0, 3), W, Y, P, Q, R),
        (SQUARE, (), P, Q, R, S),
        (SQUARE, (0, 1, 2, 3), Z, W, SUM, 3, P, Q, R, S),
        (SQUARE, (3,), 9, P, Q, R, S),
        (SQUARE, (3,), -4, P, Q, R, S),
        (SQUARE, (0, 2), 0, Z, P, Q, R, S),
        (PARALLEL, (0,), Z, P, Q, R),
        (Grid(2, 3), (0, 5), Z, W, P, Q, R, S, FALSE, TRUE, node("not", P)),
        (Grid(3, 2), (1,), 2, P, Q, R, S, FALSE, P, node("lt", X, Y)),
    ],
    "islands": [
        (Graph(0, []), ()),
        (Graph(1, []), ((0, 0),), P),
        (Graph(2, [(0, 1)]), (), P, Q),
        (PATH, ((1, 2),), P, Q, R, S),
        (PATH, ((0, 0), (3, 2)), P, Q, R, S),
        (TRIANGLE, ((0, 3), (3, 1)), P, Q, R, S),
        (TRIANGLE, ((2, 0),), P, Q, R, node("lt", X, Y)),
        (SQUARE, ((0, 0),), P, Q, R, S),
        (SQUARE, ((1, 5),), P, Q, R, S),
        (PARALLEL, ((1, 2),), P, Q),
        (Grid(2, 3), ((0, 2), (5, 0)), P, Q, R, S, TRUE, node("not", P)),
        (Grid(2, 3), ((4, 5),), P, P, R, FALSE, TRUE, S),
    ],
    "value-regions": [
        (Graph(0, []), RegionSizes(0, 0)),
        (Graph(1, []), RegionSizes(1, 0), X),
        (PATH, RegionSizes(4, 0), X, Y, Z, W),
        (TRIANGLE, RegionSizes(4, 0), X, Y, Z, SUM),
        (SQUARE, RegionSizes(4, 0), X, Y, Z, 2),
        (SQUARE, RegionSizes(4, 0), X, X, Y, DOUBLE),
        (PARALLEL, RegionSizes(2, 0), X, NEGATIVE),
        (Grid(2, 3), RegionSizes(6, 0), X, Y, Z, 1, 2, 2),
        (Grid(1, 4), RegionSizes(4, 0), 3, X, 3, Y),
    ],
}
NAMED = {f"{name} {number}": node(name, *args) for name, cases in CASES.items() for number, args in enumerate(cases)}
DOMAINS = {"w": Domain([(-1, 2)]), "x": Domain([(0, 3)]), "y": Domain.of([-1, 0, 1, 3]), "z": Domain([(0, 3)])}


def variables_of(expr: Expr) -> set[Expr]:
    """The variables in an expression."""
    found, stack = set(), [expr]
    while stack:
        top = stack.pop()
        if top.op in ("int", "bool"):
            found.add(top)
        stack += [arg for arg in top.args if isinstance(arg, Expr)]
    return found


def model_of(formula: Expr) -> Model:
    """A model with the variables of the formula."""
    model = Model()
    used = variables_of(formula)
    for name, domain in DOMAINS.items():
        if int_var(name) in used:
            model.int(name, domain)
    for name in "pqrst":
        if bool_var(name) in used:
            model.bool(name)
    model.add(formula)
    return model
