"""Equations that are solved for a variable, and the values of variables that follow from known ones by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from .expr import Expr, node, postorder
from .meaning import VARIABLES, evaluate
from .model import Answer, Model
from .ops import UNDEFINED

EQUATIONS = ("eq", "iff")
MadeEqual = Callable[[], Expr | int]


def completed(model: Model, values: Mapping[str, int]) -> dict[str, int]:
    """Return the given values of variables, by name, and the values that follow for other variables by equations of the
    model.  A value that would be undefined or outside of its variable's domain is left out.
    """
    found = {name: value for name, value in values.items() if name in model.ints or name in model.bools}
    known = Answer({}, {})
    formulas = [each.formula for each in model.constraints if each.formula.op in EQUATIONS]
    scopes = [variables_of(formula) for formula in formulas]
    missing, of = [*map(len, scopes)], dict[str, list[int]]()
    for at, scope in enumerate(scopes):
        for variable in scope:
            of.setdefault(variable.args[0], []).append(at)
    waiting = [*found]
    while waiting:
        name = waiting.pop()
        if name in model.bools:
            known.bools[name] = bool(found[name])
        else:
            known.ints[name] = found[name]
        for at in of.get(name, ()):
            missing[at] -= 1
            if missing[at] == 1:
                for other, value in _implied(model, formulas[at], known):
                    if other not in found:
                        found[other] = value
                        waiting.append(other)
    return {**values, **found}


def _implied(model: Model, equation: Expr, known: Answer) -> Iterator[tuple[str, int]]:
    """Yield the variable without a known value, and its value, if an equation leaves one value to the variable."""
    for variable, equal in solved(equation):
        name, is_bool = variable.args[0], variable.op == "bool"
        if name not in known.ints and name not in known.bools:
            value: Any = evaluate(equal(), known)
            if value is not UNDEFINED and (is_bool or value in model.ints[name]):
                yield name, int(value)


def solved(formula: Expr) -> Iterator[tuple[Expr, MadeEqual]]:
    """Yield the variables that an equation leaves one value if all others in it have values: each with the function
    that makes the expression, without the variable, to which it is equal.
    """
    if formula.op in EQUATIONS:
        for variable, other in (formula.args, formula.args[::-1]):
            if isinstance(variable, Expr) and variable.op in VARIABLES and variable not in variables_of(other):
                yield variable, partial(_same, other)
    if formula.op == "eq":
        terms = [*_terms(formula)]
        times = Counter(chain.from_iterable(variables_of(term) for _, term in terms))
        for at, (factor, term) in enumerate(terms):
            if abs(factor) == 1 and isinstance(term, Expr) and term.op == "int" and times[term] == 1:
                yield term, partial(_sum, -factor, [*terms[:at], *terms[at + 1 :]])


def _same(expr: Expr | int) -> Expr | int:
    return expr


def _terms(equation: Expr) -> Iterator[tuple[int, Expr | int]]:
    """Yield factors and terms whose sum is 0 where an equation of two sums holds."""
    left, right = equation.args
    stack: list[tuple[int, Expr | int]] = [(1, left), (-1, right)]
    while stack:
        factor, term = stack.pop()
        op, args = (term.op, term.args) if isinstance(term, Expr) else ("", ())
        if op == "add":
            stack += ((factor, each) for each in args)
        elif op in ("sub", "neg"):
            stack += ((factor if op == "sub" and not at else -factor, each) for at, each in enumerate(args))
        elif op == "mul" and len(args) == 2 and isinstance(args[0], int):
            stack.append((factor * args[0], args[1]))
        else:
            yield factor, term


def _sum(factor: int, terms: Sequence[tuple[int, Expr | int]]) -> Expr | int:
    """Return the sum of terms with their factors, times `factor`."""
    return node("add", 0, *(node("mul", factor * each, term) for each, term in terms))


def variables_of(expr: Expr | int) -> frozenset[Expr]:
    """Return the variables in an expression."""
    return (
        frozenset(each for each in postorder(expr) if each.op in VARIABLES) if isinstance(expr, Expr) else frozenset()
    )
