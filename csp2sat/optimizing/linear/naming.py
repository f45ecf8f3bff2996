"""Which integers of a normal form the constraints name, and how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...encoder.normalize.formulas import ATOMS, Linear, Norm, conjuncts
from ...model.constraint import RELATION
from ...model.expr import Expr


def by_value(norm: Norm) -> Iterator[int]:
    """Yield the integers of whose values a constraint speaks."""
    stack: list[Any] = [condition for condition, _, _ in norm.conditional.values()]
    for formula, _ in norm.required:
        for part in conjuncts(formula):
            if part.op not in ATOMS and (part.op != "not" or part.args[0].op == "eq0"):
                stack.append(part)
    seen = set(stack)
    while stack:
        formula = stack.pop()
        if formula.op in ATOMS:
            (total,) = formula.args
            yield from [x for _, x in total.terms] if formula.op == "eq0" and len(total.terms) < 3 else ()
        elif formula.op in ("alldifferent", "circuit", RELATION):
            yield from [x for term in formula.args if isinstance(term, Linear) for _, x in term.terms]
        elif formula.op == "element":
            yield from [x for _, x in formula.args[1].terms]
        else:
            inner = [arg for arg in formula.args if isinstance(arg, Expr) and arg not in seen]
            seen.update(inner)
            stack += inner


def goal_row(norm: Norm, sign: int) -> Expr | None:
    """Return the only requirement that names the objective if it is an inequality that an equation may replace."""
    naming = []
    for formula, _ in norm.required:
        inner = formula.args[0] if formula.op == "not" else formula
        factors = [a for a, x in inner.args[0].terms if x == norm.objective] if inner.op in ATOMS else []
        if factors:
            naming.append((formula, factors[0] * (1 if inner is formula else -1), inner.op))
    if len(naming) != 1 or naming[0][1:] != (-sign, "le0"):
        return None
    others = [formula for formula, _ in norm.required if formula is not naming[0][0]]
    others += [condition for condition, _, _ in norm.conditional.values()]
    return None if norm.objective in _variables(others) else naming[0][0]


def _variables(formulas: list[Expr]) -> set[int]:
    """Return the integers that formulas name."""
    stack: list[Any] = formulas
    seen, found = set(formulas), set[int]()
    while stack:
        for arg in stack.pop().args:
            if isinstance(arg, Linear):
                found.update(x for _, x in arg.terms)
            elif isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return found
