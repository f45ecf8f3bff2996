"""Small formulas with every operator: the encoder, in every encoding, is compared with their meaning."""

from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, bool_var, int_var, node, postorder
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS

X, Y, Z = int_var("x"), int_var("y"), int_var("z")
P, Q, R = bool_var("p"), bool_var("q"), bool_var("r")
TERMS = {
    "x": X,
    "7": 7,
    "x+y": node("add", X, Y),
    "x+x": node("add", X, X),
    "sum of none": node("add"),
    "x-y-z": node("sub", X, Y, Z),
    "-x": node("neg", X),
    "3x": node("mul", 3, X),
    "x*-2*2": node("mul", X, -2, 2),
    "0*x": node("mul", 0, X),
    "xy": node("mul", X, Y),
    "xx": node("mul", X, X),
    "|x|": node("abs", X),
    "|x-y|": node("abs", node("sub", X, Y)),
    "|x-9|": node("abs", node("sub", X, 9)),
    "if p x y": node("if", P, X, Y),
    "if p 3 1": node("if", P, 3, 1),
    "if x<y -2 z": node("if", node("lt", X, Y), -2, Z),
    "if z=0 then x": node("if", node("eq", Z, 0), X, Y),
    "if p x+3 x": node("if", P, node("add", X, 3), X),
    "if of a variable of two values": node("if", node("gt", node("if", P, 2, -1), 0), 7, 1),
    "x div 2": node("div", X, 2),
    "x div -2": node("div", X, -2),
    "x div -1": node("div", X, -1),
    "y div 3": node("div", Y, 3),
    "x div 0": node("div", X, 0),
    "(6y - 2) div -3": node("div", node("sub", node("mul", 6, Y), 2), -3),
    "(x + y) div 2": node("div", node("add", X, Y), 2),
    "x mod 3": node("mod", X, 3),
    "y mod -2": node("mod", Y, -2),
    "z mod 5": node("mod", Z, 5),
    "x mod 1": node("mod", X, 1),
    "y mod 0": node("mod", Y, 0),
    "(4x - y) mod 3": node("mod", node("sub", node("mul", 4, X), Y), 3),
    "x div y": node("div", X, Y),
    "y mod x": node("mod", Y, X),
    "-7 div x": node("div", -7, X),
    "7 mod y": node("mod", 7, Y),
    "x div x": node("div", X, X),
    "z div (x div y)": node("div", Z, node("div", X, Y)),
    "where x div y is needed": node("if", node("ne", Y, 0), node("div", X, Y), 5),
    "x^0": node("pow", X, 0),
    "x^1": node("pow", X, 1),
    "x^3": node("pow", X, 3),
    "x^-1": node("pow", X, -1),
    "-2^z": node("pow", -2, Z),
    "x^y": node("pow", X, Y),
    "y^x": node("pow", Y, X),
    "(x + y)^2": node("pow", node("add", X, Y), 2),
    "x(1 - 2x)": node("mul", X, node("sub", 1, node("add", X, X))),
    "(x + 1)(x - 2)": node("mul", node("add", X, 1), node("sub", X, 2)),
    "2(x + y)(y - x)": node("mul", 2, node("add", X, Y), node("sub", Y, X)),
    "-2y * 3z": node("mul", node("mul", -2, Y), node("mul", 3, Z)),
    "x * y * z": node("mul", X, Y, Z),
    "min of x": node("min", X),
    "min x y": node("min", X, Y),
    "max x y z": node("max", X, Y, Z),
    "max x x-1": node("max", X, node("sub", X, 1)),
    "max x 1": node("max", X, 1),
    "max x -9": node("max", X, -9),
    "max 2 5 3": node("max", 2, 5, 3),
    "min x+y y-x": node("min", node("add", X, Y), node("sub", Y, X)),
    "max of |x| and min": node("max", node("abs", X), node("min", Y, node("neg", Z))),
    "|x div y|": node("abs", node("div", X, Y)),
    "max x/y y": node("max", node("div", X, Y), Y),
    "item of constants": node("item-at", X, 4, -1, 4, 0),
    "item of variables": node("item-at", Y, X, 2, Z),
    "item, all inside": node("item-at", node("if", P, 0, 1), X, node("add", Y, Z)),
    "item, all inside, of three": node("item-at", node("mod", X, 3), 5, Z, node("neg", Y)),
    "item of x+y": node("item-at", node("add", X, Y), 3, Z, 1, 3, X),
    "item of one": node("item-at", X, Y),
    "item, all outside": node("item-at", node("add", node("abs", X), 7), Y, 2),
    "item of x div y": node("item-at", X, node("div", X, Y), 1),
    "item at a constant": node("item-at", 1, X, Y),
    "nested if": node("if", node("eq", node("if", P, 3, 1), Y), 5, node("if", Q, 0, 2)),
}
THREE = node("lt", X, Y), node("ne", Y, Z), node("lt", Z, node("add", X, 2))
FORMULAS = {
    **{f"{op} {name} z": node(op, term, Z) for op in COMPARISONS for name, term in TERMS.items()},
    "true": TRUE,
    "false": FALSE,
    "not p": node("not", P),
    "empty and": node("and"),
    "empty or": node("or"),
    "imp": node("imp", P, node("or", Q, R)),
    "iff": node("iff", P, node("and", Q, node("le", X, Y))),
    "iff of inequalities": node("iff", node("le", X, Y), node("eq", Y, Z)),
    "xor of 3": node("xor", P, node("lt", X, Z), node("ne", X, Y)),
    "ite": node("ite", P, node("lt", X, Y), node("eq", X, Z)),
    "not ite": node("not", node("ite", node("lt", X, Y), node("eq", X, Z), Q)),
    "ite with constants": node("ite", P, TRUE, node("ite", Q, node("lt", X, Z), FALSE)),
    "ite of opposites": node("ite", P, Q, node("not", Q)),
    **{f"{op} product 0": node(op, node("mul", X, Y), 0) for op in COMPARISONS},
    **{f"{op} 0 product of 3": node(op, 0, node("mul", X, -2, Y, Z)) for op in COMPARISONS},
    **{f"{op} undefined product 0": node(op, node("mul", node("div", X, Y), Z), 0) for op in COMPARISONS},
    **{f"{op} |x-y| 2": node(op, node("abs", node("sub", X, Y)), 2) for op in COMPARISONS},
    **{f"{op} |x-y| -1": node(op, node("abs", node("sub", X, Y)), -1) for op in COMPARISONS},
    **{f"{op} -1 max": node(op, -1, node("max", X, node("neg", Y))) for op in COMPARISONS},
    **{f"{op} min max": node(op, node("min", X, Y), node("max", node("sub", Z, 1), Y)) for op in COMPARISONS},
    **{f"{op} undefined max 1": node(op, node("max", Z, node("mod", X, Y)), 1) for op in COMPARISONS},
    "not undefined": node("not", node("lt", node("div", X, Y), Z)),
    "undefined or not": node("or", node("lt", node("div", 1, X), Z), node("ge", node("div", 1, X), Z)),
    "alldifferent of undefined": node("alldifferent", node("div", X, Y), Z),
    "not alldifferent of undefined": node("not", node("alldifferent", node("div", X, Y), Z)),
    "alldifferent of one undefined": node("or", P, node("alldifferent", node("mod", X, Y))),
    "a conjunction in two clauses": node(
        "and",
        node("or", P, node("and", R, node("and", *THREE))),
        node("or", Q, node("and", node("not", R), node("and", *THREE))),
    ),
    "a disjunction in two clauses": node(
        "and", *(node("or", node("lt", node("add", X, Z), p), node("or", P, *THREE)) for p in (Y, 1, -1))
    ),
    "clause of sums": node("or", node("lt", X, Y), node("lt", Y, X), node("eq", X, Z)),
    "no multiple": node("eq", node("mul", 2, X), 3),
    "alldifferent": node("alldifferent", X, Y, Z),
    "alldifferent of terms": node("alldifferent", node("add", X, Y), node("mul", -2, Z), 3, Y),
    "alldifferent of none": node("alldifferent"),
    "not alldifferent": node("not", node("alldifferent", X, Y, Z)),
    "alldifferent or p": node("or", P, node("alldifferent", X, Y, Z)),
    "alldifferent iff p": node("iff", P, node("alldifferent", X, Y)),
    "too many alldifferent": node("alldifferent", X, Y, Z, node("add", X, 0), node("add", 0, Y), Z),
}


DOMAINS = {"x": Domain([(-2, 2)]), "y": Domain.of([-1, 0, 3]), "z": Domain([(0, 3)])}


def operator_model(formula) -> Model:
    """The formula over its variables, x y z and p q r."""
    model = Model()
    found = {(e.op, e.args[0]) for e in postorder(formula) if e.op in ("int", "bool")}
    for name, domain in DOMAINS.items():
        if ("int", name) in found:
            model.int(name, domain)
    for name in "pqr":
        if ("bool", name) in found:
            model.bool(name)
    model.add(formula)
    return model
