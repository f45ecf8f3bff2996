"""A small model for sessions."""

from csp2sat.model.domain import Domain
from csp2sat.model.expr import bool_var, int_var, node
from csp2sat.model.model import Model, Origin

X, Y, P, Q = int_var("x"), int_var("y"), bool_var("p"), bool_var("q")
DIGITS = Domain([(0, 9)])


def small() -> Model:
    """x + y >= 5, p or x <= 2; q stands nowhere."""
    model = Model({"x": DIGITS, "y": DIGITS}, {"p": P, "q": Q})
    model.add(node("ge", X + Y, 5), Origin("text", 1, 1))
    model.add(P | (X <= 2), Origin("text", 2, 1))
    return model
