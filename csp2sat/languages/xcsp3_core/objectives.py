"""The objective of an XCSP3 instance: an expression, or a sum, minimum, maximum, number of values or product."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from ...model.domain import Domain
from ...model.expr import Expr, as_term
from ...model.model import Objective
from ..base.wrong import NotHere, Wrong
from ..xcsp21.xml_elements import Element
from .constraint_text import ConstraintText, CoreConstraint
from .families.connection import best
from .families.counting import added, number_of_values, product, products
from .registry import check_parts
from .texts import ConstraintTexts

GOALS = ("minimize", "maximize")
KINDS: Mapping[str, Callable[[Sequence[Expr | int]], Expr | int]] = {
    "sum": added,
    "minimum": lambda terms: best("min", terms),
    "maximum": lambda terms: best("max", terms),
    "product": lambda terms: reduce(product, terms),
}
EXPRESSION = "expression"


def objective_of(element: Element, texts: ConstraintTexts) -> Objective:
    """Return the objective that `<minimize>` or `<maximize>` states. Raises Wrong."""
    if element.name not in GOALS:
        raise Wrong(element.spot(""), f"expected <minimize> or <maximize>, found <{element.name}>")
    check_parts(CoreConstraint(_unused, "list coeffs", "type combination"), element)
    kind = element.attributes.get("type", EXPRESSION)
    if kind == EXPRESSION and element.child("list"):
        kinds = ", ".join((*KINDS, "nValues"))
        raise Wrong(element.spot(""), f"<{element.name}> with a <list>; expected an attribute type, one of {kinds}")
    if kind == EXPRESSION:
        value = as_term(texts.expression(element))
    elif kind in KINDS:
        c = ConstraintText(element, texts)
        value = KINDS[kind](products(c, c.variables()))
    elif kind == "nValues":
        c = ConstraintText(element, texts)
        value = number_of_values(texts, products(c, c.variables()), Domain([]))
    else:
        raise NotHere(element.spot("type"), f"objectives of type {kind} are not supported")
    return Objective("minimize" if element.name == "minimize" else "maximize", value)


def _unused(c: ConstraintText) -> Expr:
    raise c.wrong("an objective is no constraint")
