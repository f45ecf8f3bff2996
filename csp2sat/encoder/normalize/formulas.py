"""The normal form between the passes.

A normal formula is an expression of these operators:

    true false not and or iff ite
    bool        a variable
    le0 eq0     one argument, a Linear: it is <= 0, = 0
    relation    a Relation that lists what it supports, and Linears of at most one variable

and, only where it is required as it stands,

    maximum arithmetic      the definition of an auxiliary variable, see `encode.definitions`
    a global constraint     whose terms are Linear
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...model.domain import Domain
from ...model.expr import Expr, negation

ALWAYS = -1  # the number of what is required whatever constraints hold


@dataclass
class Norm:
    """The normal form of a model.

    names, domains: of the integer variables by number, declared ones first, then auxiliaries (name '').
    terms: of an auxiliary, the term that it was made for and the number of the constraint.
    chosen: auxiliaries of two values that a formula chooses: variable -> (formula, value if true, value if false).
    required: (normal formula, number of the constraint it comes from) in order; a definition of an auxiliary comes
        with the constraint that needed it first.
    objective: the variable that is to be minimized or maximized.
    boolean: required clauses of Boolean variables alone, which have nothing to do with integers.
    """

    names: list[str]
    domains: list[Domain]
    terms: dict[int, tuple[Expr, int]] = field(default_factory=dict)
    chosen: dict[int, tuple[Expr, int, int]] = field(default_factory=dict)
    required: list[tuple[Expr, int]] = field(default_factory=list)
    objective: int | None = None
    boolean: set[Expr] = field(default_factory=set)


def conjuncts(formula: Expr) -> Iterator[Expr]:
    """The parts of nested conjunctions, and of negated disjunctions, left to right."""
    stack = [formula]
    while stack:
        top = stack.pop()
        if top.op == "and":
            stack.extend(reversed(top.args))
        elif top.op == "not" and top.args[0].op == "or":
            stack.extend(map(negation, reversed(top.args[0].args)))
        else:
            yield top
